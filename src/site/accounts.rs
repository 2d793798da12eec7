//! Tables of what became of submissions, and the words of notes on odd data.

use super::number;
use super::schedule::capital;
use super::table::{Cell, Column, Row, Table};
use super::track::Track;
use crate::domain::forecast::Mode;
use crate::score::ledger::{LeftOut, Outcome, Tally};
use crate::score::results::TaskResults;
use crate::score::suspicion::Note;

/// What became of every submission of a task, by system.
pub fn accounts(track: &Track, task: &TaskResults) -> Table {
    let mut columns = vec![
        Column::text("system", "System"),
        Column::text("mode", "Mode"),
        Column::number("submissions", "Submissions"),
    ];
    columns.extend(outcome_columns());
    columns.push(Column::number("forecasts", "Forecasts"));
    columns.push(Column::number("forecasts_scored", "Scored forecasts"));
    columns.push(Column::number("crossing", "Crossing"));
    columns.push(Column::text("id", "Id").hidden());
    let rows = task.ledger.accounts.iter().map(|((mode, system), account)| {
        let mut cells =
            vec![track.system_cell(system), Cell::text(mode_word(*mode)), Cell::whole(account.submissions.total())];
        cells.extend(outcome_cells(&account.submissions));
        cells.push(Cell::whole(account.forecasts.total()));
        cells.push(Cell::whole(account.forecasts.of(Outcome::Scored)));
        cells.push(Cell::whole(account.crossing));
        cells.push(Cell::text(system.as_str()));
        Row::new(cells)
    });
    Table::new("accounts", "What became of every submission", columns, rows.collect())
        .note("One outcome each, the first that holds; a submission with any scored forecast is scored. Crossing: forecasts whose quantiles cross, scored as submitted.")
}

/// A column an outcome.
pub fn outcome_columns() -> [Column; 8] {
    Outcome::ALL.map(|outcome| Column::number(&outcome.word().replace(' ', "_"), capital(outcome.word())))
}

/// The counts under those columns.
pub fn outcome_cells(tally: &Tally) -> [Cell; 8] {
    Outcome::ALL.map(|outcome| Cell::whole(tally.of(outcome)))
}

/// The submissions that left nothing to score: at most `most` on the page, all in the downloads of the data page.
pub fn left_out(track: &Track, all: &[LeftOut], most: usize) -> Table {
    let columns = vec![
        Column::text("path", "File"),
        Column::text("system", "System"),
        Column::text("mode", "Mode"),
        Column::text("outcome", "Outcome"),
        Column::text("detail", "Detail"),
    ];
    let row = |left_out: &LeftOut| {
        let path = left_out.line.map_or_else(|| left_out.path.clone(), |line| format!("{}:{line}", left_out.path));
        Row::new(vec![
            Cell::text(path),
            track.system_cell(&left_out.system),
            Cell::text(mode_word(left_out.mode)),
            Cell::text(left_out.outcome.word()),
            left_out.detail.as_ref().map_or_else(|| Cell::missing("the outcome says it all"), Cell::text),
        ])
    };
    let rows: Vec<Row> = all.iter().take(most).map(row).collect();
    let table = Table::new("left-out", "Submissions that are not scored", columns, rows);
    if most < all.len() {
        table.note(format!(
            "The first {most} of {}; all of them stand in the downloads of the data page.",
            number::count(all.len())
        ))
    } else {
        table
    }
}

/// The word of a mode.
pub fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Live => "live",
        Mode::Replay => "replay",
    }
}

/// What a note says.
pub fn note_words(track: &Track, note: &Note) -> String {
    match note {
        Note::Identical(left, right, pairs) => {
            format!(
                "{} and {} gave identical forecasts on all {}.",
                track.name(left),
                track.name(right),
                number::counted(*pairs, "common pair")
            )
        }
        Note::AfterSettlement { system, forecasts, first } => format!(
            "{}: {} submitted after the value was released (first: run day {}, target {}). They count, but were no forecasts in the strict sense.",
            track.name(system),
            number::counted(*forecasts, "forecast"),
            first.run,
            first.target
        ),
        Note::TooWide { system, times } => format!(
            "{} covers every actual value with intervals {} times as wide as the usual ones.",
            track.name(system),
            number::fixed(*times, 1)
        ),
        Note::FarRevision { day, first, revised } => format!(
            "The first value of {}, {}, was later revised to {}: farther than the naive’s mean error. The first value counts.",
            number::day(day.0),
            number::magnitude(*first),
            number::magnitude(*revised)
        ),
        Note::NaiveDiffers { pairs, first: (pair, file, computed) } => format!(
            "The reference’s file and the seasonal rule over the history differ for {} (first: run day {}, target {}: file {}, rule {}). The file counts.",
            number::counted(*pairs, "pair"),
            pair.run,
            pair.target,
            number::magnitude(*file),
            number::magnitude(*computed)
        ),
        Note::NaiveSpread(forecasts) => format!(
            "The reference has spread in {}: it is scored as submitted, so its scaled CRPS is not exactly 1.",
            number::counted(*forecasts, "forecast")
        ),
        Note::AlreadyKnown { pairs, first } => format!(
            "The history of the run already held the target day for {} (first: run day {}, target {}).",
            number::counted(*pairs, "pair"),
            first.run,
            first.target
        ),
        Note::NaiveComputed(days) => {
            format!(
                "The reference has no file on {}; its forecast was computed from the history.",
                number::counted(days.len(), "run day")
            )
        }
        Note::TruthConflict(day) => {
            format!("Two different first values of {} conflict: the day stays unsettled.", number::day(day.0))
        }
    }
}
