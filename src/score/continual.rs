//! Continual agents against their fresh counterparts: δ, and the chains of consecutive run days.

use std::collections::BTreeSet;

use super::bootstrap::Plan;
use super::grid::{Grid, View};
use super::value::{Interval, Ratio, Score, Undefined, mean};
use crate::domain::catalogue::{Catalogue, System};
use crate::domain::dataset::TaskData;
use crate::domain::day::RunDay;
use crate::domain::forecast::Mode;
use crate::domain::id::SystemId;

/// Why a continual agent has no counterpart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoTwin {
    /// `continual_of` names no system of the dataset.
    Unknown(SystemId),
    /// `continual_of` names a system that is itself continual, or no agent.
    NotFresh(SystemId),
    /// Without `continual_of`, harness and model must both be given.
    Unnamed,
    /// No fresh agent has the same harness and model.
    Nobody,
    /// Several fresh agents have.
    Several(Vec<SystemId>),
}

/// The fresh counterpart of a continual system, or why there is none.
pub fn twin(catalogue: &Catalogue, system: &System) -> Result<SystemId, NoTwin> {
    let fresh_agent = |other: &&System| !other.continual && other.kind == system.kind && !other.is_reference();
    if let Some(id) = &system.continual_of {
        let other =
            catalogue.systems.iter().find(|other| &other.id == id).ok_or_else(|| NoTwin::Unknown(id.clone()))?;
        return if fresh_agent(&other) { Ok(id.clone()) } else { Err(NoTwin::NotFresh(id.clone())) };
    }
    if system.harness.is_none() || system.model.is_none() {
        return Err(NoTwin::Unnamed);
    }
    let same = |other: &&System| other.harness == system.harness && other.model == system.model;
    let candidates: Vec<SystemId> =
        catalogue.systems.iter().filter(fresh_agent).filter(same).map(|other| other.id.clone()).collect();
    match candidates.as_slice() {
        [] => Err(NoTwin::Nobody),
        [one] => Ok(one.clone()),
        _ => Err(NoTwin::Several(candidates)),
    }
}

/// A difference of scaled CRPS on the pairs that both sides resolved.
#[derive(Debug, Clone, PartialEq)]
pub struct Delta {
    /// The changed side's sums.
    pub changed: Ratio,
    /// The base side's sums.
    pub base: Ratio,
    /// Changed minus base; below 0 favours the changed side.
    pub value: Score,
    /// Its interval.
    pub interval: Result<Interval, Undefined>,
    /// Run days behind it.
    pub days: usize,
    /// The difference in each resample; empty where there is no interval.
    pub replicates: Vec<f64>,
}

/// One resolved pair of a comparison: run day, CRPS of the changed and of the base side, the naive's error.
pub type Couple = (RunDay, f64, f64, f64);

/// Sums couples (ascending by run day) up to a difference with its bootstrap interval.
pub fn delta(couples: &[Couple], plan: &Plan) -> Delta {
    let (mut changed, mut base) = (Ratio::default(), Ratio::default());
    let (mut differences, mut naives): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
    let mut last = None;
    for &(run, own, other, naive) in couples {
        changed.add(own, naive);
        base.add(other, naive);
        if last != Some(run) {
            last = Some(run);
            differences.push(0.0);
            naives.push(0.0);
        }
        let day = differences.len() - 1;
        differences[day] += own - other;
        naives[day] += naive;
    }
    let value = changed.value().and_then(|own| Ok(own - base.value()?));
    let days = differences.len();
    let replicates = plan.draw(days).map(|draws| draws.ratios(&differences, &naives));
    let interval = value.and(replicates.as_deref().map_err(|&reason| reason)).and_then(Interval::of);
    Delta { changed, base, value, interval, days, replicates: replicates.unwrap_or_default() }
}

/// One continual system in one task.
#[derive(Debug, Clone, PartialEq)]
pub struct ContinualRow {
    /// The continual system.
    pub system: SystemId,
    /// Its fresh counterpart, or why there is none.
    pub fresh: Result<SystemId, NoTwin>,
    /// δ, where there is a counterpart.
    pub delta: Option<Delta>,
    /// Its chains, ascending.
    pub chains: Vec<Vec<RunDay>>,
    /// δ's sums by position in the chain, 1 first: all chains of the task pooled.
    pub by_position: Vec<(usize, Score, usize)>,
}

/// Compares every continual system that takes part in the task.
pub fn continual(catalogue: &Catalogue, data: &TaskData, grid: &Grid, plan: &Plan) -> Vec<ContinualRow> {
    let takes_part = |system: &&System| system.continual && grid.position(&system.id).is_some();
    catalogue.systems.iter().filter(takes_part).map(|system| row(catalogue, data, grid, plan, system)).collect()
}

fn row(catalogue: &Catalogue, data: &TaskData, grid: &Grid, plan: &Plan, system: &System) -> ContinualRow {
    let fresh = twin(catalogue, system);
    let chains = chains(data, &system.id);
    let couples = fresh.as_ref().ok().map(|fresh| couples(grid, &system.id, fresh));
    let by_position = couples.as_deref().map(|couples| by_position(couples, &chains)).unwrap_or_default();
    ContinualRow {
        system: system.id.clone(),
        delta: couples.map(|couples| delta(&couples, plan)),
        fresh,
        chains,
        by_position,
    }
}

fn couples(grid: &Grid, system: &SystemId, fresh: &SystemId) -> Vec<Couple> {
    let (Some(own), Some(other)) = (grid.position(system), grid.position(fresh)) else { return Vec::new() };
    let view = View::published();
    let couple = |pair: usize| {
        let resolvable = grid.pairs[pair];
        let changed = grid.resolved(&view, own, pair)?.crps;
        Some((resolvable.pair.run, changed, grid.resolved(&view, other, pair)?.crps, resolvable.naive_error))
    };
    (0..grid.pairs.len()).filter_map(couple).collect()
}

/// Maximal runs of consecutive run days (d, d + Δ, …) with an episode: any submission file, whatever became of it.
fn chains(data: &TaskData, system: &SystemId) -> Vec<Vec<RunDay>> {
    let episodes: BTreeSet<RunDay> = data
        .submissions
        .iter()
        .filter(|submission| submission.mode == Mode::Live && &submission.system == system)
        .map(|submission| submission.run)
        .collect();
    let step = i32::try_from(data.task.schedule.every_days).unwrap_or(i32::MAX);
    let follow = |from: RunDay, days: i32| Some(RunDay(from.0.plus(days))).filter(|run| episodes.contains(run));
    // Run days off the grid belong to chains of their own and break none.
    let starts = episodes.iter().filter(|&&run| follow(run, -step).is_none());
    starts.map(|&start| std::iter::successors(Some(start), |&run| follow(run, step)).collect()).collect()
}

fn by_position(couples: &[Couple], chains: &[Vec<RunDay>]) -> Vec<(usize, Score, usize)> {
    let longest = chains.iter().map(Vec::len).max().unwrap_or(0);
    let at = |position: usize| {
        let days: BTreeSet<RunDay> = chains.iter().filter_map(|chain| chain.get(position)).copied().collect();
        let mut difference = Ratio::default();
        for &(_, own, other, naive) in couples.iter().filter(|(run, ..)| days.contains(run)) {
            difference.add(own - other, naive);
        }
        (position + 1, difference.value(), difference.pairs)
    };
    (0..longest).map(at).filter(|&(_, _, pairs)| 0 < pairs).collect()
}

/// δ of one continual system pooled over tasks.
#[derive(Debug, Clone, PartialEq)]
pub struct PooledDelta {
    /// The continual system.
    pub system: SystemId,
    /// The mean of the tasks' δ.
    pub value: Score,
    /// Its interval, tasks drawn independently.
    pub interval: Result<Interval, Undefined>,
    /// Tasks behind it.
    pub tasks: usize,
}

/// The mean over tasks of a difference that each task defines, with its interval.
pub fn pooled(system: &SystemId, deltas: &[&Delta]) -> PooledDelta {
    let defined: Vec<&&Delta> = deltas.iter().filter(|delta| delta.value.is_ok()).collect();
    let values: Vec<f64> = defined.iter().filter_map(|delta| delta.value.ok()).collect();
    let value = if values.is_empty() { Err(Undefined::NoPairs) } else { Ok(mean(&values)) };
    let replicates: Vec<&[f64]> = defined.iter().map(|delta| delta.replicates.as_slice()).collect();
    let interval = value.and_then(|_| super::across::mean_replicates(&replicates)).and_then(|mean| Interval::of(&mean));
    PooledDelta { system: system.clone(), value, interval, tasks: values.len() }
}
