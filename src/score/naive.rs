//! The seasonal naive ŷ of each pair: read from the reference's file, or computed where that file is missing.

use std::collections::{BTreeMap, BTreeSet};

use super::crps;
use crate::domain::catalogue::Catalogue;
use crate::domain::dataset::TaskData;
use crate::domain::day::{Day, Pair, RunDay, TargetDay};
use crate::domain::forecast::{Answer, Mode, State, Submission};
use crate::domain::id::SystemId;
use crate::domain::truth::{History, Truth};

/// The same weekday in the latest week observed: for target u and last observed day L, the value at the latest v ≤ L with v ≡ u (mod 7); where
/// that one is missing a week earlier, at most four times. The target's unit. `None` where none of the five is observed.
///
/// For u ≤ L (the history already holds the answer) the rule stands as written, and a note is made elsewhere.
pub fn seasonal(history: &History, target: TargetDay) -> Option<f64> {
    let last = history.last()?;
    let latest = last.plus(-last.since(target.0).rem_euclid(7));
    (0..=4).find_map(|weeks| history.at(latest.plus(-7 * weeks)))
}

/// The naive of a task: what divides, and the reference's own forecasts where they had to be computed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Naive {
    /// The system that is the naive, where the dataset has one.
    pub reference: Option<SystemId>,
    /// ŷ by pair.
    pub values: BTreeMap<Pair, f64>,
    /// The run days whose values were computed because the reference has no file.
    pub computed: Vec<RunDay>,
    /// Pairs where the file and the rule over `x/history.csv` differ: the pair, the value in the file, the value computed.
    pub differing: Vec<(Pair, f64, f64)>,
    /// Pairs whose history already held the target day.
    pub already_known: Vec<Pair>,
    /// Forecasts of the reference that have spread, so that it does not score exactly 1.
    pub spread: usize,
}

impl Naive {
    /// |ŷ − y| of a pair.
    pub fn error(&self, pair: Pair, actual: f64) -> Option<f64> {
        self.values.get(&pair).map(|value| (value - actual).abs())
    }

    /// The pairs that the reference would have forecast had it a file on each of `runs`, as if it had written one: a computed naive and
    /// the same naive in a file give the same board. None where the dataset has no reference.
    pub fn computed_pairs(&self, runs: impl Iterator<Item = RunDay>) -> Vec<Pair> {
        let runs: BTreeSet<RunDay> = runs.collect();
        let stands_in = |pair: &&Pair| runs.contains(&pair.run) && self.computed.binary_search(&pair.run).is_ok();
        self.reference.iter().flat_map(|_| self.values.keys().filter(stands_in)).copied().collect()
    }

    /// The reference's own forecast of a pair whose run day it has no file for.
    pub fn computed_answer(&self, pair: Pair) -> Option<Answer> {
        self.computed
            .binary_search(&pair.run)
            .ok()
            .and_then(|_| self.values.get(&pair))
            .map(|&value| Answer::Point(value))
    }
}

/// Finds ŷ for every run day of the task and each of its horizons.
pub fn naive(catalogue: &Catalogue, data: &TaskData) -> Naive {
    let reference = catalogue.reference().map(|system| system.id.clone());
    let files: BTreeMap<RunDay, &Submission> = data
        .submissions
        .iter()
        .filter(|submission| submission.mode == Mode::Live && Some(&submission.system) == reference.as_ref())
        .map(|submission| (submission.run, submission))
        .collect();
    let mut naive = Naive { reference, ..Naive::default() };
    let mut days: Vec<RunDay> = data.submissions.iter().map(|submission| submission.run).collect();
    days.sort_unstable();
    days.dedup();
    for run in days {
        let history = data.histories.get(&run);
        match files.get(&run) {
            Some(file) => take_file(&mut naive, data, file, history),
            None => compute(&mut naive, data, run, history),
        }
    }
    naive
}

/// A file that is present but unusable leaves the day without a naive: what the reference says is what counts.
fn take_file(naive: &mut Naive, data: &TaskData, file: &Submission, history: Option<&History>) {
    if file.state != State::Read {
        return;
    }
    for forecast in &file.forecasts {
        let pair = Pair { run: file.run, target: forecast.target };
        let Some(value) = crps::middle(&data.task.levels, &forecast.answer) else { continue };
        naive.values.insert(pair, value);
        if let Answer::Quantiles(quantiles) = &forecast.answer {
            naive.spread += usize::from(quantiles.iter().any(|&quantile| quantile != value));
        }
        if let Some(computed) =
            history.and_then(|history| seasonal(history, pair.target)).filter(|&computed| computed != value)
        {
            naive.differing.push((pair, value, computed));
        }
    }
}

fn compute(naive: &mut Naive, data: &TaskData, run: RunDay, history: Option<&History>) {
    let from_truth;
    // A history that is there but too short is not helped out by the truth: it is what the reference had.
    let history = if let Some(history) = history {
        history
    } else {
        from_truth = known_before(&data.truth, data, run);
        &from_truth
    };
    naive.computed.push(run);
    for &horizon in &data.task.horizons {
        let pair = Pair { run, target: TargetDay(run.0.plus(horizon)) };
        if let Some(value) = seasonal(history, pair.target) {
            naive.values.insert(pair, value);
            if history.last().is_some_and(|last| pair.target.0 <= last) {
                naive.already_known.push(pair);
            }
        }
    }
}

/// First releases known at the start of the run: released before it, or, in a file without release times, dated before the run day.
fn known_before(truth: &Truth, data: &TaskData, run: RunDay) -> History {
    let start = data.task.schedule.start_on(run);
    let known = truth.settled.iter().filter(|(day, settled)| match settled.released_at {
        Some(released) => released < start,
        None => day.0 < run.0,
    });
    History::new(known.map(|(day, settled): (&TargetDay, _)| -> (Day, f64) { (day.0, settled.value) }))
}
