//! Days and instants: two roles of a day are two types, and a pair of them is the key of every score.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;

/// A calendar day, kept as days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i32);

const EPOCH: Date = Date::constant(1970, 1, 1);

impl Day {
    /// The day of a civil date.
    pub fn from_date(date: Date) -> Self {
        // A jiff date spans the years -9999..=9999: under four million days either way.
        Self((date.duration_since(EPOCH).as_hours() / 24) as i32)
    }

    /// The civil date of this day; the last date jiff knows where the sum ran past it.
    pub fn date(self) -> Date {
        let span = jiff::SignedDuration::from_hours(i64::from(self.0) * 24);
        EPOCH.checked_add(span).unwrap_or(Date::MAX)
    }

    /// The day `days` later (earlier when negative).
    #[must_use]
    pub fn plus(self, days: i32) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// Days from `earlier` to this day.
    pub fn since(self, earlier: Self) -> i32 {
        self.0 - earlier.0
    }
}

/// The text is not a day of the form `YYYY-MM-DD`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a day of the form YYYY-MM-DD")]
pub struct DayError(String);

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Self, DayError> {
        parse(text).ok_or_else(|| DayError(text.chars().take(40).collect()))
    }
}

fn parse(text: &str) -> Option<Day> {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    let digits = |range: std::ops::Range<usize>| {
        bytes[range]
            .iter()
            .try_fold(0_i16, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + i16::from(byte - b'0')))
    };
    let date = Date::new(digits(0..4)?, digits(5..7)? as i8, digits(8..10)? as i8).ok()?;
    Some(Day::from_date(date))
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.date(), f)
    }
}

macro_rules! role {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub Day);

        impl FromStr for $name {
            type Err = DayError;

            fn from_str(text: &str) -> Result<Self, DayError> {
                text.parse().map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
    };
}

role! {
    /// The day on which forecasts are made.
    RunDay
}
role! {
    /// The day that is forecast.
    TargetDay
}

/// What one forecast answers: made on `run`, for `target`. The key of every score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The day of the forecast.
    pub run: RunDay,
    /// The day forecast.
    pub target: TargetDay,
}

impl Pair {
    /// Days from the run day to the target day.
    pub fn horizon(self) -> i32 {
        self.target.0.since(self.run.0)
    }
}

/// A point in time, UTC.
pub type Instant = jiff::Timestamp;
