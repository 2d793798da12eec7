//! Hours since 1970-01-01T00:00Z: the clock of a release.

use std::fmt;

use jiff::civil::Date;

use crate::domain::day::Day;

/// A full hour, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hour(i64);

impl Hour {
    /// The first hour of a day.
    pub(super) fn of(day: Day) -> Self {
        Self(i64::from(day.since(epoch())) * 24)
    }

    /// The hour `hours` later (earlier when negative).
    pub(super) fn plus(self, hours: i64) -> Self {
        Self(self.0 + hours)
    }

    /// Hours from `earlier` to this one.
    pub(super) fn since(self, earlier: Self) -> i64 {
        self.0 - earlier.0
    }

    /// The day that this hour is in.
    pub(super) fn day(self) -> Day {
        epoch().plus(self.0.div_euclid(24) as i32)
    }

    /// 0 to 23.
    pub(super) fn of_day(self) -> usize {
        self.0.rem_euclid(24) as usize
    }

    /// A number of its own for each hour.
    pub(super) fn number(self) -> u64 {
        self.0 as u64
    }
}

impl fmt::Display for Hour {
    /// As files of a release write it: `2026-07-24T00:00:00+00:00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}T{:02}:00:00+00:00", self.day(), self.of_day())
    }
}

/// 0 for Monday to 6 for Sunday.
pub(super) fn weekday(day: Day) -> usize {
    let monday = Day::from_date(Date::constant(2001, 1, 1));
    day.since(monday).rem_euclid(7) as usize
}

fn epoch() -> Day {
    Day::from_date(Date::constant(1970, 1, 1))
}
