//! When a task runs: local clock times on a run day, turned into instants with daylight saving.

use jiff::civil::Time;
use jiff::tz::TimeZone;

use super::day::{Instant, RunDay};

/// The timing of a task's run days.
#[derive(Debug, Clone, PartialEq)]
pub struct Schedule {
    /// Run days are d0, d0 + `every_days`, …; at least 1.
    pub every_days: u32,
    /// The local time at which inputs are frozen and systems start.
    pub snapshot: Option<Time>,
    /// The local time by which a forecast must be submitted.
    pub cutoff: Time,
    /// The zone of the local clock (bundled tables, never the machine's).
    pub timezone: TimeZone,
}

impl Schedule {
    /// The cutoff of a run day. A time that daylight saving skips moves forward by the gap; one that occurs twice is the first.
    pub fn cutoff_on(&self, day: RunDay) -> Instant {
        self.instant(day, self.cutoff)
    }

    /// The start of a run day; the cutoff where the task names no start.
    pub fn start_on(&self, day: RunDay) -> Instant {
        self.instant(day, self.snapshot.unwrap_or(self.cutoff))
    }

    fn instant(&self, day: RunDay, time: Time) -> Instant {
        // `compatible` is the rule above: later side of a gap, first of a fold.
        let local = day.0.date().to_datetime(time);
        self.timezone.to_ambiguous_timestamp(local).compatible().unwrap_or(Instant::MAX)
    }
}
