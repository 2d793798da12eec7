//! What came true: first releases, and the target's history as it was known at a run.

use std::collections::BTreeMap;

use super::day::{Day, Instant, TargetDay};

/// The settled values of one task.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Truth {
    /// The first value released for each settled day.
    pub settled: BTreeMap<TargetDay, Settled>,
    /// Days whose first values conflict: they stay unsettled.
    pub conflicts: Vec<TargetDay>,
}

/// The first release of one day's value. Later revisions never count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settled {
    /// The value, finite.
    pub value: f64,
    /// When it was released, where the file says.
    pub released_at: Option<Instant>,
    /// The last later release that differs from the first, finite.
    pub revised_to: Option<f64>,
}

/// The target's history in the inputs of a run day, as far back as a seasonal naive can reach.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    recent: BTreeMap<Day, f64>,
}

impl History {
    /// Days before the last observed one that any seasonal naive can use: the same weekday, at most four weeks back from its first try.
    const REACH: i32 = 7 * 5;

    /// Keeps the last five weeks of `observed` (finite values, each day at most once).
    pub fn new(observed: impl IntoIterator<Item = (Day, f64)>) -> Self {
        let mut recent: BTreeMap<Day, f64> = observed.into_iter().collect();
        if let Some((&last, _)) = recent.last_key_value() {
            recent = recent.split_off(&last.plus(-Self::REACH));
        }
        Self { recent }
    }

    /// The last observed day.
    pub fn last(&self) -> Option<Day> {
        self.recent.last_key_value().map(|(&day, _)| day)
    }

    /// The value of a day, where observed.
    pub fn at(&self, day: Day) -> Option<f64> {
        self.recent.get(&day).copied()
    }
}
