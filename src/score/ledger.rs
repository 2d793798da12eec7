//! The account of a dataset: every submission and every forecast in it has exactly one outcome, and read = scored + left out.

use std::collections::BTreeMap;

use super::naive::Naive;
use crate::domain::catalogue::Catalogue;
use crate::domain::dataset::TaskData;
use crate::domain::day::Pair;
use crate::domain::forecast::{Mode, State, Submission};
use crate::domain::id::{SystemId, TaskId};

/// What became of a submission or of a forecast in it: the first that holds, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The file could not be read.
    Broken,
    /// The system failed and says so.
    Failed,
    /// Against the rules of the layout.
    Invalid,
    /// Declared out.
    Excluded,
    /// After the cutoff.
    Late,
    /// Nothing came true yet (or the first values conflict).
    Unsettled,
    /// No seasonal naive to divide by.
    NoNaive,
    /// It counts.
    Scored,
}

impl Outcome {
    /// Every outcome, in order.
    pub const ALL: [Self; 8] = [
        Self::Broken,
        Self::Failed,
        Self::Invalid,
        Self::Excluded,
        Self::Late,
        Self::Unsettled,
        Self::NoNaive,
        Self::Scored,
    ];

    /// The word shown and exported.
    pub fn word(self) -> &'static str {
        match self {
            Self::Broken => "broken",
            Self::Failed => "failed",
            Self::Invalid => "invalid",
            Self::Excluded => "excluded",
            Self::Late => "late",
            Self::Unsettled => "unsettled",
            Self::NoNaive => "no naive",
            Self::Scored => "scored",
        }
    }
}

/// Counts by outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally([usize; 8]);

impl Tally {
    /// Counts `more` of an outcome.
    pub fn add(&mut self, outcome: Outcome, more: usize) {
        self.0[outcome as usize] += more;
    }

    /// How many of an outcome.
    pub fn of(&self, outcome: Outcome) -> usize {
        self.0[outcome as usize]
    }

    /// All of them: what was read.
    pub fn total(&self) -> usize {
        self.0.iter().sum()
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: &Self) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum += more;
        }
    }
}

/// Submissions and the forecasts in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Account {
    /// Submissions by outcome; one with any scored forecast is scored.
    pub submissions: Tally,
    /// Forecasts by outcome. A broken file has none that could be counted.
    pub forecasts: Tally,
    /// Forecasts whose quantiles cross: scored as submitted.
    pub crossing: usize,
}

impl Account {
    /// Adds another account.
    pub fn merge(&mut self, other: &Self) {
        self.submissions.merge(&other.submissions);
        self.forecasts.merge(&other.forecasts);
        self.crossing += other.crossing;
    }
}

/// A submission that left nothing to score, for the list on the pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The task.
    pub task: TaskId,
    /// The path, and the line in a `.jsonl`.
    pub path: String,
    /// The line.
    pub line: Option<u32>,
    /// Who.
    pub system: SystemId,
    /// Live or replay.
    pub mode: Mode,
    /// Why.
    pub outcome: Outcome,
    /// More: the status it gave, the exclusion's reason.
    pub detail: Option<String>,
}

/// The account of one task.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ledger {
    /// By mode and system.
    pub accounts: BTreeMap<(Mode, SystemId), Account>,
    /// Every submission not scored, in the order of the dataset.
    pub left_out: Vec<LeftOut>,
}

impl Ledger {
    /// The sum over all systems and modes.
    pub fn total(&self) -> Account {
        let mut total = Account::default();
        for account in self.accounts.values() {
            total.merge(account);
        }
        total
    }

    /// The account of one system's live submissions.
    pub fn live(&self, system: &SystemId) -> Account {
        self.accounts.get(&(Mode::Live, system.clone())).copied().unwrap_or_default()
    }
}

/// Gives every submission and forecast of a task its outcome.
pub fn ledger(catalogue: &Catalogue, data: &TaskData, naive: &Naive) -> Ledger {
    let mut ledger = Ledger::default();
    for submission in &data.submissions {
        let (outcome, forecasts) = outcome(catalogue, data, naive, submission);
        let account = ledger.accounts.entry((submission.mode, submission.system.clone())).or_default();
        account.submissions.add(outcome, 1);
        account.forecasts.merge(&forecasts);
        account.crossing += submission.crossing as usize;
        if outcome != Outcome::Scored {
            ledger.left_out.push(LeftOut {
                task: data.task.id.clone(),
                path: submission.path.to_string(),
                line: submission.line,
                system: submission.system.clone(),
                mode: submission.mode,
                outcome,
                detail: detail(catalogue, data, submission, outcome),
            });
        }
    }
    ledger
}

fn outcome(catalogue: &Catalogue, data: &TaskData, naive: &Naive, submission: &Submission) -> (Outcome, Tally) {
    let mut tally = Tally::default();
    let unusable = match &submission.state {
        State::Broken => Some(Outcome::Broken),
        State::Failed(_) => Some(Outcome::Failed),
        State::Invalid => Some(Outcome::Invalid),
        State::Read => None,
    };
    if let Some(outcome) = unusable {
        tally.add(outcome, submission.forecasts.len() + submission.invalid as usize);
        return (outcome, tally);
    }
    tally.add(Outcome::Invalid, submission.invalid as usize);
    // A file is what its farthest forecast is; one without a valid forecast is invalid.
    let mut farthest = Outcome::Invalid;
    for forecast in &submission.forecasts {
        let pair = Pair { run: submission.run, target: forecast.target };
        let outcome = if catalogue.exclusion(&data.task.id, &submission.system, pair).is_some() {
            Outcome::Excluded
        } else if submission.late {
            Outcome::Late
        } else if !data.truth.settled.contains_key(&forecast.target) {
            Outcome::Unsettled
        } else if !naive.values.contains_key(&pair) {
            Outcome::NoNaive
        } else {
            Outcome::Scored
        };
        tally.add(outcome, 1);
        farthest = farthest.max(outcome);
    }
    (farthest, tally)
}

fn detail(catalogue: &Catalogue, data: &TaskData, submission: &Submission, outcome: Outcome) -> Option<String> {
    match (&submission.state, outcome) {
        (State::Failed(status), _) => Some(format!("status {status:?}")),
        (_, Outcome::Excluded) => submission.forecasts.iter().find_map(|forecast| {
            let pair = Pair { run: submission.run, target: forecast.target };
            Some(catalogue.exclusion(&data.task.id, &submission.system, pair)?.reason.clone())
        }),
        _ => None,
    }
}
