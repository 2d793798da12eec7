//! Suspicious data is said, not hidden: notes for the reader of a task page. They change no score.

use super::board::Board;
use super::common::Common;
use super::grid::Grid;
use super::naive::Naive;
use super::value::median;
use crate::domain::dataset::TaskData;
use crate::domain::day::{Pair, RunDay, TargetDay};
use crate::domain::forecast::Mode;
use crate::domain::id::SystemId;

/// Two listed systems must share this many pairs before identical forecasts are worth a note.
const IDENTICAL_FROM: usize = 4;
/// A coverage of 100% is worth a note from this many pairs.
const COVERAGE_FROM: usize = 20;
/// ... and from intervals so many times the median width of the others.
const WIDTH_TIMES: f64 = 5.0;

/// Something odd in the data of one task.
#[derive(Debug, Clone, PartialEq)]
pub enum Note {
    /// Two systems gave identical forecasts on all common pairs.
    Identical(SystemId, SystemId, usize),
    /// Forecasts submitted after the value they forecast was released.
    AfterSettlement {
        /// Who.
        system: SystemId,
        /// How many forecasts.
        forecasts: usize,
        /// The first of them.
        first: Pair,
    },
    /// Coverage of 100% with intervals many times the others' width.
    TooWide {
        /// Who.
        system: SystemId,
        /// Its mean width over the median of the other listed systems' mean widths.
        times: f64,
    },
    /// The first value released is farther from its revision than the naive's mean error.
    FarRevision {
        /// The day.
        day: TargetDay,
        /// The value that counts.
        first: f64,
        /// What it was revised to.
        revised: f64,
    },
    /// The reference's file and the rule over the history differ.
    NaiveDiffers {
        /// How many pairs.
        pairs: usize,
        /// The first of them, the value in the file, the value computed.
        first: (Pair, f64, f64),
    },
    /// The reference's forecasts have spread: it does not score exactly 1.
    NaiveSpread(usize),
    /// The history of a run day already held the day forecast.
    AlreadyKnown {
        /// How many pairs.
        pairs: usize,
        /// The first of them.
        first: Pair,
    },
    /// The reference has no file on these run days; its forecast was computed.
    NaiveComputed(Vec<RunDay>),
    /// First values of one day conflict: it stays unsettled.
    TruthConflict(TargetDay),
}

/// Looks for odd data in a task.
pub fn notes(data: &TaskData, grid: &Grid, common: &Common, board: &Board, naive: &Naive) -> Vec<Note> {
    let mut notes = identical(grid, common);
    notes.extend(after_settlement(data));
    notes.extend(too_wide(board));
    notes.extend(far_revisions(data, grid));
    if let Some(&first) = naive.differing.first() {
        notes.push(Note::NaiveDiffers { pairs: naive.differing.len(), first });
    }
    if 0 < naive.spread {
        notes.push(Note::NaiveSpread(naive.spread));
    }
    if let Some(&first) = naive.already_known.first() {
        notes.push(Note::AlreadyKnown { pairs: naive.already_known.len(), first });
    }
    if naive.reference.is_some() && !naive.computed.is_empty() {
        notes.push(Note::NaiveComputed(naive.computed.clone()));
    }
    notes.extend(data.truth.conflicts.iter().map(|&day| Note::TruthConflict(day)));
    notes
}

fn identical(grid: &Grid, common: &Common) -> Vec<Note> {
    let listed = common.listed();
    let pairs = common.pairs();
    if pairs.len() < IDENTICAL_FROM {
        return Vec::new();
    }
    let answer = |system, pair| grid.cell(system, pair).and_then(|cell| cell.answer);
    let same = |left: usize, right: usize| {
        pairs.iter().all(|&pair| answer(left, pair).is_some() && answer(left, pair) == answer(right, pair))
    };
    let couples =
        listed.iter().enumerate().flat_map(|(row, &left)| listed[row + 1..].iter().map(move |&right| (left, right)));
    couples
        .filter(|&(left, right)| same(left, right))
        .map(|(left, right)| {
            Note::Identical(grid.systems[left].id.clone(), grid.systems[right].id.clone(), pairs.len())
        })
        .collect()
}

fn after_settlement(data: &TaskData) -> Vec<Note> {
    let mut found: std::collections::BTreeMap<&SystemId, (usize, Pair)> = std::collections::BTreeMap::new();
    for submission in data.submissions.iter().filter(|submission| submission.mode == Mode::Live && !submission.late) {
        let Some(submitted) = submission.submitted_at else { continue };
        for forecast in submission.scorable() {
            let released = data.truth.settled.get(&forecast.target).and_then(|settled| settled.released_at);
            if released.is_some_and(|released| released < submitted) {
                let first = Pair { run: submission.run, target: forecast.target };
                found.entry(&submission.system).or_insert((0, first)).0 += 1;
            }
        }
    }
    found
        .into_iter()
        .map(|(system, (forecasts, first))| Note::AfterSettlement { system: system.clone(), forecasts, first })
        .collect()
}

fn too_wide(board: &Board) -> Vec<Note> {
    let usual_beside = |system: &SystemId| {
        let others = board.rows.iter().filter(|row| row.listed && &row.system != system);
        let widths: Vec<f64> =
            others.filter_map(|row| row.figures.sharpness.ok()).filter(|&width| 0.0 < width).collect();
        median(&widths)
    };
    board
        .rows
        .iter()
        .filter(|row| row.figures.coverage == Ok(1.0) && COVERAGE_FROM <= row.figures.crps.pairs)
        .filter_map(|row| Some((row, row.figures.sharpness.ok()? / usual_beside(&row.system)?)))
        .filter(|(_, times)| WIDTH_TIMES <= *times)
        .map(|(row, times)| Note::TooWide { system: row.system.clone(), times })
        .collect()
}

fn far_revisions(data: &TaskData, grid: &Grid) -> Vec<Note> {
    if grid.pairs.is_empty() {
        return Vec::new();
    }
    let usual = grid.pairs.iter().map(|resolvable| resolvable.naive_error).sum::<f64>() / grid.pairs.len() as f64;
    data.truth
        .settled
        .iter()
        .filter_map(|(&day, settled)| Some((day, settled.value, settled.revised_to?)))
        .filter(|(_, first, revised)| usual < (revised - first).abs())
        .map(|(day, first, revised)| Note::FarRevision { day, first, revised })
        .collect()
}
