//! Across tasks: systems that are listed in the same set of tasks share a ranking; tasks are drawn independently.

use std::collections::BTreeMap;

use super::board::placements;
use super::results::TaskResults;
use super::robust::{Alternative, Published, Ranked, Scored, compare, rules, under};
use super::value::{Interval, Undefined, mean, ranks};
use crate::domain::id::{SystemId, TaskId};

/// Systems listed in one and the same set of tasks.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The tasks, in the catalogue's order.
    pub tasks: Vec<TaskId>,
    /// The systems by rank.
    pub rows: Vec<OverallRow>,
    /// The ranking under other rules.
    pub alternatives: Vec<Alternative>,
}

/// One system across the tasks of its group.
#[derive(Debug, Clone, PartialEq)]
pub struct OverallRow {
    /// Who.
    pub system: SystemId,
    /// Mean of the tasks' scaled CRPS: what ranks.
    pub mean: f64,
    /// Geometric mean; 0 where one task's score is 0.
    pub geometric_mean: f64,
    /// Mean of the tasks' ranks, each the best place of a tie.
    pub mean_rank: f64,
    /// Tasks with scaled CRPS below 1.
    pub beats_naive: usize,
    /// Its place in the group, 1 1 3 on ties.
    pub rank: usize,
    /// The interval of the rank, rounded outward.
    pub rank_interval: Option<(usize, usize)>,
    /// The interval of the mean.
    pub interval: Result<Interval, Undefined>,
    /// The interval of the mean minus the leader's.
    pub to_leader: Result<Interval, Undefined>,
    /// The difference to the leader may be nothing.
    pub tied_with_leader: bool,
}

struct Entry<'a> {
    task: usize,
    score: f64,
    rank: usize,
    replicates: Option<&'a [f64]>,
}

/// Groups systems by the set of tasks in which they are listed with a score: most tasks first, then most systems.
pub fn overall(tasks: &[&TaskResults]) -> Vec<Group> {
    let mut entries: BTreeMap<&SystemId, Vec<Entry>> = BTreeMap::new();
    for (task, results) in tasks.iter().enumerate() {
        let board = &results.board;
        for (position, row) in board.rows.iter().enumerate().filter(|(_, row)| row.listed) {
            if let (Ok(score), Some(rank)) = (row.figures.scaled_crps(), row.rank) {
                let replicates = board.replicates.get(position).map(Vec::as_slice);
                entries.entry(&row.system).or_default().push(Entry { task, score, rank, replicates });
            }
        }
    }
    let mut sets: BTreeMap<Vec<usize>, Vec<(&SystemId, Vec<Entry>)>> = BTreeMap::new();
    for (system, entries) in entries {
        sets.entry(entries.iter().map(|entry| entry.task).collect()).or_default().push((system, entries));
    }
    let mut groups: Vec<Group> = sets.into_iter().map(|(set, members)| group(tasks, &set, &members)).collect();
    groups.sort_by_key(|group| (std::cmp::Reverse(group.tasks.len()), std::cmp::Reverse(group.rows.len())));
    groups
}

fn group(tasks: &[&TaskResults], set: &[usize], members: &[(&SystemId, Vec<Entry>)]) -> Group {
    let mut rows: Vec<(OverallRow, Result<Vec<f64>, Undefined>)> =
        members.iter().map(|(system, entries)| row(system, entries)).collect();
    let places = ranks(&rows.iter().map(|(row, _)| Some(row.mean)).collect::<Vec<_>>());
    for ((row, _), place) in rows.iter_mut().zip(places.into_iter().flatten()) {
        row.rank = place;
        row.tied_with_leader = place == 1;
    }
    rows.sort_by(|(left, _), (right, _)| (left.rank, &left.system).cmp(&(right.rank, &right.system)));
    place_intervals(&mut rows);
    let rows: Vec<OverallRow> = rows.into_iter().map(|(row, _)| row).collect();
    let members: Vec<&TaskResults> = set.iter().map(|&task| tasks[task]).collect();
    Group {
        tasks: members.iter().map(|task| task.data.task.id.clone()).collect(),
        alternatives: alternatives(&members, &rows),
        rows,
    }
}

fn row(system: &SystemId, entries: &[Entry]) -> (OverallRow, Result<Vec<f64>, Undefined>) {
    let count = entries.len() as f64;
    let replicates = entries
        .iter()
        .map(|entry| entry.replicates.ok_or(Undefined::TaskWithoutInterval))
        .collect::<Result<Vec<&[f64]>, Undefined>>()
        .and_then(|replicates| mean_replicates(&replicates));
    let row = OverallRow {
        system: system.clone(),
        mean: mean(&entries.iter().map(|entry| entry.score).collect::<Vec<f64>>()),
        geometric_mean: geometric_mean(entries.iter().map(|entry| entry.score), count),
        mean_rank: entries.iter().map(|entry| entry.rank as f64).sum::<f64>() / count,
        beats_naive: entries.iter().filter(|entry| entry.score < 1.0).count(),
        rank: 0,
        rank_interval: None,
        interval: replicates.as_deref().map_err(|&reason| reason).and_then(Interval::of),
        to_leader: Err(Undefined::TaskWithoutInterval),
        tied_with_leader: false,
    };
    (row, replicates)
}

fn geometric_mean(scores: impl Iterator<Item = f64>, count: f64) -> f64 {
    // ln 0 is −∞ and its exponential 0: a geometric mean with a 0 is 0.
    (scores.map(f64::ln).sum::<f64>() / count).exp()
}

/// Ranks and differences to the leader are resampled when every row of the group is.
fn place_intervals(rows: &mut [(OverallRow, Result<Vec<f64>, Undefined>)]) {
    let replicates: Result<Vec<Vec<f64>>, Undefined> = rows.iter().map(|(_, replicates)| replicates.clone()).collect();
    match replicates {
        Ok(replicates) => {
            for ((row, _), placed) in rows.iter_mut().zip(placements(&replicates)) {
                row.rank_interval = placed.rank;
                row.to_leader = placed.to_first;
                row.tied_with_leader |= row.to_leader.is_ok_and(|interval| interval.contains(0.0));
            }
        }
        Err(reason) => rows.iter_mut().for_each(|(row, _)| row.to_leader = Err(reason)),
    }
}

/// The mean over tasks in each resample. Tasks are drawn independently, so the n-th resample of one meets the n-th of another by chance.
pub fn mean_replicates(tasks: &[&[f64]]) -> Result<Vec<f64>, Undefined> {
    let resamples = tasks.iter().map(|replicates| replicates.len()).min().unwrap_or(0);
    if resamples == 0 {
        return Err(Undefined::TaskWithoutInterval);
    }
    let count = tasks.len() as f64;
    Ok((0..resamples).map(|resample| tasks.iter().map(|task| task[resample]).sum::<f64>() / count).collect())
}

/// The group's means under every other rule that some of its tasks can tell from the published one and that each of them knows.
fn alternatives(tasks: &[&TaskResults], rows: &[OverallRow]) -> Vec<Alternative> {
    let ranked =
        |row: &OverallRow| Ranked { system: row.system.clone(), score: row.mean, rank_interval: row.rank_interval };
    let published = Published { ranked: rows.iter().map(ranked).collect() };
    let mean_under = |rule| {
        let all: Vec<Scored> = tasks.iter().map(|task| under(task, rule)).collect::<Option<_>>()?;
        let mean_of = |system: &SystemId| {
            let scores: Option<Vec<f64>> = all.iter().map(|scored| scored.scores.get(system).copied()).collect();
            scores.map(|scores| (system.clone(), mean(&scores)))
        };
        let scores = rows.iter().filter_map(|row| mean_of(&row.system)).collect();
        Some(Scored { rule, scores, pairs: all.iter().map(|scored| scored.pairs).sum() })
    };
    rules(tasks).into_iter().filter_map(mean_under).map(|scored| compare(&published, &scored)).collect()
}
