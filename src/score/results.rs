//! All results of a track: one function a task, one that joins the tasks. The pipeline maps the first in parallel.

use std::collections::BTreeMap;

use super::across::{self, Group};
use super::board::{Board, board};
use super::bootstrap::Plan;
use super::breakdown::{Calibration, DayRow, HorizonRow, by_day, by_horizon, calibration};
use super::common::{Common, common};
use super::continual::{ContinualRow, PooledDelta, continual, pooled};
use super::grid::{Grid, View};
use super::ledger::{Account, Ledger, Outcome, ledger};
use super::naive::{Naive, naive};
use super::pairwise::{Comparison, DrawsByDays, Duel, duel};
use super::replay::{ReplayRow, replays};
use super::robust::{Alternative, Published, Scored, alternatives, compare};
use super::suspicion::{Note, notes};
use super::value::{Score, Undefined, finite};
use crate::domain::dataset::{Dataset, TaskData};
use crate::domain::forecast::Mode;
use crate::domain::id::{SystemId, TaskId, TrackId};
use crate::domain::rules::Rules;

/// Everything computed from one dataset.
#[derive(Debug, Clone)]
pub struct Results<'a> {
    /// The track.
    pub track: TrackId,
    /// The dataset.
    pub dataset: &'a Dataset,
    /// The tasks, in the catalogue's order.
    pub tasks: Vec<TaskResults<'a>>,
    /// The rankings across tasks, the one over most tasks first.
    pub overall: Vec<Group>,
    /// The same over the tradable tasks alone, where some are and some are not.
    pub tradable: Vec<Group>,
    /// δ of each continual system over the tasks.
    pub pooled: Vec<PooledDelta>,
}

/// Everything computed of one task.
#[derive(Debug, Clone)]
pub struct TaskResults<'a> {
    /// Its data.
    pub data: &'a TaskData,
    /// The rules in force.
    pub rules: Rules,
    /// Live forecasts with their scores.
    pub grid: Grid<'a>,
    /// The common pairs.
    pub common: Common,
    /// The naive.
    pub naive: Naive,
    /// The leaderboard.
    pub board: Board,
    /// By horizon.
    pub by_horizon: Vec<HorizonRow>,
    /// By run day.
    pub by_day: Vec<DayRow>,
    /// Reliability of quantiles.
    pub calibration: Vec<Calibration>,
    /// Continual agents.
    pub continual: Vec<ContinualRow>,
    /// Replays.
    pub replays: Vec<ReplayRow>,
    /// Scores under other rules.
    pub scored: Vec<Scored>,
    /// The board under other rules, against the published one.
    pub alternatives: Vec<Alternative>,
    /// Odd data.
    pub notes: Vec<Note>,
    /// The account.
    pub ledger: Ledger,
    plan: Plan,
    duels: BTreeMap<(SystemId, SystemId), Duel>,
}

/// Scores one task.
pub fn score_task<'a>(dataset: &'a Dataset, data: &'a TaskData, track: &TrackId, rules: &Rules) -> TaskResults<'a> {
    let catalogue = &dataset.catalogue;
    let naive = naive(catalogue, data);
    let grid = Grid::new(catalogue, data, &naive, Mode::Live);
    let replay = Grid::new(catalogue, data, &naive, Mode::Replay);
    let ledger = ledger(catalogue, data, &naive);
    let plan = Plan::new(track, &data.task, rules);
    let common = common(&grid, View::published(), rules.min_share);
    let late = |system: &SystemId| ledger.live(system).submissions.of(Outcome::Late);
    let board = board(&grid, &common, &plan, naive.reference.as_ref(), late);
    let scored = alternatives(&grid, &data.task, &board, rules.min_share, &common);
    let published = Published::of(&board);
    TaskResults {
        data,
        rules: rules.clone(),
        by_horizon: by_horizon(&grid, &common, &data.task.horizons),
        by_day: by_day(&grid, &common),
        calibration: calibration(&grid, &board.rows),
        continual: continual(catalogue, data, &grid, &plan),
        replays: replays(&grid, &replay, &plan),
        alternatives: scored.iter().map(|scored| compare(&published, scored)).collect(),
        scored,
        notes: notes(data, &grid, &common, &board, &naive),
        ledger,
        duels: duels(&grid, &common),
        plan,
        board,
        naive,
        common,
        grid,
    }
}

fn duels(grid: &Grid, common: &Common) -> BTreeMap<(SystemId, SystemId), Duel> {
    let listed = common.listed();
    let couples =
        listed.iter().enumerate().flat_map(|(row, &left)| listed[row + 1..].iter().map(move |&right| (left, right)));
    couples
        .map(|(row, column)| {
            let names = (grid.systems[row].id.clone(), grid.systems[column].id.clone());
            (names, duel(grid, common.view(), row, column))
        })
        .collect()
}

/// Joins the tasks of a track.
pub fn join<'a>(track: &TrackId, dataset: &'a Dataset, tasks: Vec<TaskResults<'a>>) -> Results<'a> {
    let all: Vec<&TaskResults> = tasks.iter().collect();
    let tradable: Vec<&TaskResults> = tasks.iter().filter(|task| task.data.task.tradable).collect();
    let apart = !tradable.is_empty() && tradable.len() < tasks.len();
    Results {
        track: track.clone(),
        dataset,
        overall: across::overall(&all),
        tradable: if apart { across::overall(&tradable) } else { Vec::new() },
        pooled: pool(dataset, &tasks),
        tasks,
    }
}

fn pool(dataset: &Dataset, tasks: &[TaskResults]) -> Vec<PooledDelta> {
    let of = |id: &SystemId| {
        let rows = tasks.iter().flat_map(|task| &task.continual).filter(|row| &row.system == id);
        let deltas: Vec<_> = rows.filter_map(|row| row.delta.as_ref()).collect();
        (!deltas.is_empty()).then(|| pooled(id, &deltas))
    };
    dataset.catalogue.systems.iter().filter(|system| system.continual).filter_map(|system| of(&system.id)).collect()
}

impl Results<'_> {
    /// The account over all tasks.
    pub fn account(&self) -> Account {
        let mut total = Account::default();
        for task in &self.tasks {
            total.merge(&task.ledger.total());
        }
        total
    }
}

/// Two systems over all tasks that list both.
#[derive(Debug, Clone, PartialEq)]
pub struct Couple {
    /// The row: earlier in the catalogue.
    pub row: SystemId,
    /// The column.
    pub column: SystemId,
    /// By task.
    pub tasks: Vec<(TaskId, Comparison)>,
    sum: f64,
    defined: usize,
    undefined: Option<Undefined>,
    replicates: Vec<f64>,
}

/// Every couple of systems that some task lists, in the catalogue's order.
pub fn couples(results: &Results) -> Vec<Couple> {
    let mut names: BTreeMap<(usize, usize), (SystemId, SystemId)> = BTreeMap::new();
    let systems = &results.dataset.catalogue.systems;
    let places: BTreeMap<&SystemId, usize> =
        systems.iter().enumerate().map(|(place, system)| (&system.id, place)).collect();
    for (row, column) in results.tasks.iter().flat_map(|task| task.duels.keys()) {
        if let (Some(&left), Some(&right)) = (places.get(row), places.get(column)) {
            names.entry((left, right)).or_insert_with(|| (row.clone(), column.clone()));
        }
    }
    let couple = |(row, column)| Couple {
        row,
        column,
        tasks: Vec::new(),
        sum: 0.0,
        defined: 0,
        undefined: None,
        replicates: Vec::new(),
    };
    names.into_values().map(couple).collect()
}

/// The draws that the couples of a task need: one a count of run days.
pub fn duel_draws(task: &TaskResults) -> DrawsByDays {
    let mut draws = DrawsByDays::default();
    for duel in task.duels.values() {
        draws.prepare(&task.plan, duel.days.len());
    }
    draws
}

impl Couple {
    /// Adds one task; tasks come in the catalogue's order.
    pub fn meet(&mut self, task: &TaskResults, draws: &DrawsByDays) {
        let Some(duel) = task.duels.get(&(self.row.clone(), self.column.clone())) else { return };
        let replicates = duel.replicates(draws);
        let comparison =
            Comparison::new(duel.difference(), duel.pairs, replicates.as_deref().map_err(|&reason| reason));
        if let Ok(difference) = comparison.difference {
            self.sum += difference;
            self.defined += 1;
            match replicates {
                Ok(replicates) => self.pool(&replicates),
                Err(reason) => self.undefined = Some(reason),
            }
        }
        self.tasks.push((task.data.task.id.clone(), comparison));
    }

    fn pool(&mut self, replicates: &[f64]) {
        if self.replicates.is_empty() {
            self.replicates = replicates.to_vec();
        } else {
            // Tasks may resample unequally often: only resamples that each has can be summed.
            self.replicates.truncate(replicates.len());
            for (sum, more) in self.replicates.iter_mut().zip(replicates) {
                *sum += more;
            }
        }
    }

    /// The mean over the tasks, each drawn independently.
    pub fn overall(&self) -> Comparison {
        let pairs = self.tasks.iter().map(|(_, comparison)| comparison.pairs).sum();
        let count = self.defined as f64;
        let difference: Score = if self.defined == 0 { Err(Undefined::NoPairs) } else { finite(self.sum / count) };
        let mean: Vec<f64> = self.replicates.iter().map(|sum| sum / count).collect();
        let replicates = self.undefined.map_or(Ok(mean.as_slice()), |_| Err(Undefined::TaskWithoutInterval));
        Comparison::new(difference, pairs, replicates)
    }
}
