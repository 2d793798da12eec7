//! Systems × pairs of one task: each valid forecast of a settled pair with its score and its standing. Late, excluded, settled: decided once,
//! here; everything below works on a [`View`] of what is left.

use std::collections::HashMap;

use super::crps::{self, PairScore};
use super::naive::Naive;
use crate::domain::catalogue::Catalogue;
use crate::domain::dataset::TaskData;
use crate::domain::day::{Day, Pair};
use crate::domain::forecast::{Answer, Mode, Submission};
use crate::domain::id::SystemId;
use crate::domain::quantile::Levels;

/// The scored forecasts of one task in one mode.
#[derive(Debug, Clone)]
pub struct Grid<'a> {
    /// The task's levels.
    pub levels: &'a Levels,
    /// Systems with a submission in this mode, in the catalogue's order; positions below index this list.
    pub systems: Vec<Player>,
    /// Every pair that can be resolved (settled, with a naive) and that someone forecast, the computed naive included, ascending.
    pub pairs: Vec<Resolvable>,
    cells: Vec<Option<Cell<'a>>>,
}

/// A system as it takes part in a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Its id.
    pub id: SystemId,
    /// Not continual: it counts on main boards.
    pub fresh: bool,
}

/// A pair that is settled and has a naive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resolvable {
    /// The pair.
    pub pair: Pair,
    /// y, the first release.
    pub actual: f64,
    /// |ŷ − y|.
    pub naive_error: f64,
}

/// A scored forecast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell<'a> {
    /// Whether it counts.
    pub standing: Standing,
    /// Submitted after the cutoff, whether excluded or not.
    pub late: bool,
    /// What it scores.
    pub score: PairScore,
    /// The forecast itself; `None` for a naive that was computed.
    pub answer: Option<&'a Answer>,
}

/// Whether a forecast counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// It counts.
    OnTime,
    /// Submitted after the cutoff.
    Late,
    /// Declared out by the maintainers (late or not).
    Excluded,
}

/// Which forecasts of a grid count: the published rule is [`View::published`], alternatives differ in one point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Late ones too.
    pub late: bool,
    /// Excluded ones too.
    pub excluded: bool,
    /// Only this horizon.
    pub horizon: Option<i32>,
    /// Only run days from .. to, both included.
    pub days: Option<(Day, Day)>,
}

impl View {
    /// On time, not excluded, all horizons, all days.
    pub fn published() -> Self {
        Self { late: false, excluded: false, horizon: None, days: None }
    }

    fn takes_pair(&self, pair: Pair) -> bool {
        self.horizon.is_none_or(|horizon| pair.horizon() == horizon)
            && self.days.is_none_or(|(from, to)| from <= pair.run.0 && pair.run.0 <= to)
    }

    fn takes(&self, cell: &Cell) -> bool {
        let in_time = self.late || !cell.late;
        in_time && (self.excluded || cell.standing != Standing::Excluded)
    }
}

impl<'a> Grid<'a> {
    /// Scores every valid forecast of the task made in `mode` whose pair is settled and has a naive.
    pub fn new(catalogue: &Catalogue, data: &'a TaskData, naive: &Naive, mode: Mode) -> Self {
        let submissions = || data.submissions.iter().filter(|submission| submission.mode == mode);
        // A computed naive is the reference's own forecast, so the reference takes part even where it has no file at all.
        let stands_in =
            |id: &SystemId| mode == Mode::Live && naive.reference.as_ref() == Some(id) && !naive.computed.is_empty();
        let present: std::collections::BTreeSet<&SystemId> =
            submissions().map(|submission| &submission.system).collect();
        let systems: Vec<Player> = catalogue
            .systems
            .iter()
            .filter(|system| present.contains(&system.id) || stands_in(&system.id))
            .map(|system| Player { id: system.id.clone(), fresh: !system.continual })
            .collect();
        let own = if mode == Mode::Live {
            naive.computed_pairs(submissions().map(|submission| submission.run))
        } else {
            Vec::new()
        };
        let pairs = resolvable(data, naive, submissions(), own);
        let mut grid =
            Self { levels: &data.task.levels, cells: vec![None; systems.len() * pairs.len()], systems, pairs };
        grid.fill(catalogue, data, submissions());
        if mode == Mode::Live {
            grid.fill_computed(catalogue, data, naive);
        }
        grid
    }

    fn fill(&mut self, catalogue: &Catalogue, data: &'a TaskData, submissions: impl Iterator<Item = &'a Submission>) {
        let positions: HashMap<SystemId, usize> =
            self.systems.iter().enumerate().map(|(position, player)| (player.id.clone(), position)).collect();
        for submission in submissions {
            let Some(&system) = positions.get(&submission.system) else { continue };
            let reference = catalogue.reference().is_some_and(|reference| reference.id == submission.system);
            let mut at = self.pairs.partition_point(|resolvable| resolvable.pair.run < submission.run);
            for forecast in submission.scorable() {
                let pair = Pair { run: submission.run, target: forecast.target };
                while self.pairs.get(at).is_some_and(|resolvable| resolvable.pair < pair) {
                    at += 1;
                }
                let Some(resolvable) = self.pairs.get(at).filter(|resolvable| resolvable.pair == pair) else {
                    continue;
                };
                let mut score = crps::score(self.levels, &forecast.answer, resolvable.actual);
                if let Some(value) = flat(&forecast.answer).filter(|_| reference) {
                    // A reference without spread is a point, whatever the levels: it scores exactly 1.
                    score.crps = (value - resolvable.actual).abs();
                }
                self.cells[system * self.pairs.len() + at] = Some(Cell {
                    standing: standing(catalogue, data, &submission.system, pair, submission.late),
                    late: submission.late,
                    score,
                    answer: Some(&forecast.answer),
                });
            }
        }
    }

    fn fill_computed(&mut self, catalogue: &Catalogue, data: &TaskData, naive: &Naive) {
        let Some(id) = &naive.reference else { return };
        let Some(system) = self.position(id) else { return };
        for at in 0..self.pairs.len() {
            let Resolvable { pair, actual, .. } = self.pairs[at];
            if let Some(answer) = naive.computed_answer(pair) {
                let standing = standing(catalogue, data, id, pair, false);
                let score = crps::score(self.levels, &answer, actual);
                self.cells[system * self.pairs.len() + at] = Some(Cell { standing, late: false, score, answer: None });
            }
        }
    }

    /// Where a system stands in `systems`.
    pub fn position(&self, id: &SystemId) -> Option<usize> {
        self.systems.iter().position(|player| &player.id == id)
    }

    /// The forecast of a system for a pair, whatever its standing.
    pub fn cell(&self, system: usize, pair: usize) -> Option<&Cell<'a>> {
        self.cells[system * self.pairs.len() + pair].as_ref()
    }

    /// The score of a system for a pair, where the view takes both: the system *resolved* the pair.
    pub fn resolved(&self, view: &View, system: usize, pair: usize) -> Option<&PairScore> {
        let cell = self.cell(system, pair)?;
        (view.takes(cell) && view.takes_pair(self.pairs[pair].pair)).then_some(&cell.score)
    }

    /// The pairs a system resolved, ascending.
    pub fn own(&self, view: &View, system: usize) -> Vec<usize> {
        (0..self.pairs.len()).filter(|&pair| self.resolved(view, system, pair).is_some()).collect()
    }
}

fn resolvable<'a>(
    data: &TaskData,
    naive: &Naive,
    submissions: impl Iterator<Item = &'a Submission>,
    computed: Vec<Pair>,
) -> Vec<Resolvable> {
    let mut pairs = computed;
    pairs.extend(submissions.flat_map(|submission| {
        submission.scorable().iter().map(|forecast| Pair { run: submission.run, target: forecast.target })
    }));
    pairs.sort_unstable();
    pairs.dedup();
    let settled = |pair: Pair| {
        let actual = data.truth.settled.get(&pair.target)?.value;
        Some(Resolvable { pair, actual, naive_error: naive.error(pair, actual)? })
    };
    pairs.into_iter().filter_map(settled).collect()
}

fn standing(catalogue: &Catalogue, data: &TaskData, system: &SystemId, pair: Pair, late: bool) -> Standing {
    if catalogue.exclusion(&data.task.id, system, pair).is_some() {
        Standing::Excluded
    } else if late {
        Standing::Late
    } else {
        Standing::OnTime
    }
}

/// The one value of a forecast without spread.
fn flat(answer: &Answer) -> Option<f64> {
    match answer {
        Answer::Point(point) => Some(*point),
        Answer::Quantiles(quantiles) => {
            quantiles.first().copied().filter(|&value| quantiles.iter().all(|&quantile| quantile == value))
        }
    }
}
