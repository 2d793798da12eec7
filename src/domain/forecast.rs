//! Submissions and the forecasts in them.

use super::day::{Instant, RunDay, TargetDay};
use super::id::SystemId;

/// How a forecast was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// On the run day itself.
    Live,
    /// As an offline replay of the run day.
    Replay,
}

/// One file, or one line of a `.jsonl`: what one system submitted for one run day. A submission that could not be used is kept too: it is an
/// episode, and the ledger must account for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    /// Who.
    pub system: SystemId,
    /// For which run day.
    pub run: RunDay,
    /// Live or replay.
    pub mode: Mode,
    /// Path relative to the dataset's root.
    pub path: Box<str>,
    /// 1-based line within a `.jsonl`.
    pub line: Option<u32>,
    /// When it was submitted, where it says.
    pub submitted_at: Option<Instant>,
    /// Submitted after the cutoff by a kind with a deadline.
    pub late: bool,
    /// Whether it holds forecasts.
    pub state: State,
    /// Forecasts that are valid, by target day, each day at most once.
    pub forecasts: Vec<Forecast>,
    /// Forecasts in the file that are not valid; each has a fault of its own.
    pub invalid: u32,
    /// Forecasts whose quantiles cross: scored as submitted, and counted.
    pub crossing: u32,
}

impl Submission {
    /// The forecasts that may be scored: those of a file that could be used.
    pub fn scorable(&self) -> &[Forecast] {
        if self.state == State::Read { &self.forecasts } else { &[] }
    }
}

/// What became of a submission on reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It was read; its valid forecasts count.
    Read,
    /// It says itself that it failed: the status it gives.
    Failed(String),
    /// It contradicts its path, or another submission for the same run day: nothing in it counts.
    Invalid,
    /// It could not be read at all.
    Broken,
}

/// A valid forecast of one target day.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast {
    /// The day forecast: run day + one of the task's horizons.
    pub target: TargetDay,
    /// What is forecast.
    pub answer: Answer,
}

/// A forecast's content: all finite.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// One value.
    Point(f64),
    /// One value a level, in the order of the task's levels, as submitted (they may cross).
    Quantiles(Box<[f64]>),
}
