//! The compare page: any two systems on the pairs both resolved.

use std::collections::BTreeMap;

use super::charts::scores;
use super::number;
use super::page::{Page, Slot, Slots};
use super::table::{Cell, Column, Dress, Row, Table};
use super::task::interval_cell;
use super::track::Track;
use crate::domain::id::SystemId;
use crate::score::metric;
use crate::score::pairwise::Comparison;
use crate::score::results::{Couple, TaskResults};

/// Systems a matrix shows at most, the first by rank: more make a page that nobody can load or read.
const MATRIX: usize = 40;

/// The page of a track.
pub fn page(track: &Track) -> Page {
    let order = order(track);
    let mut slots = Slots::from([("lead", Slot::Text(lead(track)))]);
    if 1 < order.len() {
        let comparisons: BTreeMap<(&SystemId, &SystemId), Comparison> =
            track.couples.iter().map(|couple| ((&couple.row, &couple.column), couple.overall())).collect();
        let caption = "P(row better than column), over all tasks that list both";
        let first = &order[..order.len().min(MATRIX)];
        slots.insert("matrix", Slot::Table(Box::new(matrix(track, "matrix", caption, first, &comparisons))));
        slots.insert("couples", Slot::Table(Box::new(couples(track, &comparisons))));
    }
    if let Some(figure) = scores::heat(track, &order) {
        slots.insert("heat", Slot::Figure(Box::new(figure)));
    }
    Page {
        path: track.path("compare.html"),
        template: "compare",
        title: "Compare systems".to_owned(),
        description: "How probably one system forecasts better than another, on the pairs that both resolved."
            .to_owned(),
        trail: vec![(track.config.title.clone(), track.home())],
        slots,
    }
}

fn lead(track: &Track) -> String {
    let sure = |couple: &&Couple| couple.overall().interval.is_ok_and(|interval| !interval.contains(0.0));
    let told = track.couples.iter().filter(sure).count();
    match track.couples.len() {
        0 => "No two systems are listed in the same task yet.".to_owned(),
        all => format!(
            "Of {} of systems, {told} can be told apart at 95% on the pairs that both resolved.",
            number::counted(all, "couple")
        ),
    }
}

/// Systems by their place in the overall ranking, then those of other rankings.
fn order(track: &Track) -> Vec<SystemId> {
    let mut order: Vec<SystemId> = Vec::new();
    for row in track.results.overall.iter().flat_map(|group| &group.rows) {
        if !order.contains(&row.system) {
            order.push(row.system.clone());
        }
    }
    order
}

/// The matrix of one task, by rank.
pub fn task_matrix(track: &Track, task: &TaskResults) -> Option<Table> {
    let order: Vec<SystemId> =
        task.board.rows.iter().filter(|row| row.rank.is_some()).map(|row| row.system.clone()).collect();
    let of = |couple: &'_ Couple| {
        couple.tasks.iter().find(|(id, _)| *id == task.data.task.id).map(|(_, comparison)| *comparison)
    };
    let comparisons: BTreeMap<(&SystemId, &SystemId), Comparison> =
        track.couples.iter().filter_map(|couple| Some(((&couple.row, &couple.column), of(couple)?))).collect();
    let caption = "P(row better than column), on the pairs both resolved";
    let first = &order[..order.len().min(MATRIX)];
    (1 < order.len() && !comparisons.is_empty()).then(|| matrix(track, "pairwise", caption, first, &comparisons))
}

fn matrix(
    track: &Track,
    name: &str,
    caption: &str,
    order: &[SystemId],
    comparisons: &BTreeMap<(&SystemId, &SystemId), Comparison>,
) -> Table {
    let mut columns = vec![Column::text("system", "System")];
    columns.extend(order.iter().map(|id| Column::number(id.as_str(), track.name(id))));
    columns.push(Column::text("id", "Id").hidden());
    let row = |row: &SystemId| {
        let mut cells = vec![track.system_cell(row)];
        cells.extend(order.iter().map(|column| matrix_cell(row, column, comparisons)));
        cells.push(Cell::text(row.as_str()));
        Row::new(cells)
    };
    let first = if order.len() == MATRIX { format!(" The first {MATRIX} systems by rank.") } else { String::new() };
    Table::new(name, caption, columns, order.iter().map(row).collect()).note(format!(
        "The share of resamples in which the row scores lower; ties count half. No correction is made for looking at many couples.{first}"
    ))
}

fn matrix_cell(row: &SystemId, column: &SystemId, comparisons: &BTreeMap<(&SystemId, &SystemId), Comparison>) -> Cell {
    if row == column {
        return Cell::missing("the same system");
    }
    let found = comparisons
        .get(&(row, column))
        .copied()
        .or_else(|| comparisons.get(&(column, row)).map(|comparison| comparison.mirrored()));
    match found {
        None => Cell::missing("no task lists both"),
        // Better is negative in every tint.
        Some(comparison) => {
            Cell::or_missing(comparison.p_better, |p| Cell::number(p, 2).dressed(Dress::Tint(1.0 - 2.0 * p)))
        }
    }
}

fn couples(track: &Track, comparisons: &BTreeMap<(&SystemId, &SystemId), Comparison>) -> Table {
    let columns = vec![
        Column::text("row", "System"),
        Column::text("column", "Against"),
        Column::number("difference", "Difference"),
        Column::text("interval", "95% interval"),
        Column::metric(&metric::PROBABILITY_BETTER),
        Column::number("wins", "Better"),
        Column::number("ties", "Undecided"),
        Column::number("losses", "Worse"),
        Column::number("pairs", "Pairs"),
        Column::text("row_id", "Id").hidden(),
        Column::text("column_id", "Against id").hidden(),
    ];
    let row = |couple: &Couple| {
        let comparison = comparisons[&(&couple.row, &couple.column)];
        let (wins, losses) = decided(couple);
        Row::new(vec![
            track.system_cell(&couple.row),
            track.system_cell(&couple.column),
            Cell::score(comparison.difference, 3),
            interval_cell(comparison.interval),
            Cell::score(comparison.p_better, 2),
            Cell::whole(wins),
            Cell::whole(couple.tasks.len() - wins - losses),
            Cell::whole(losses),
            Cell::whole(comparison.pairs),
            Cell::text(couple.row.as_str()),
            Cell::text(couple.column.as_str()),
        ])
    };
    Table::new("couples", "Every couple of systems", columns, track.couples.iter().map(row).collect()).note(
        "Difference: scaled CRPS of the system minus that of the other, the mean over tasks; below 0 the first is better. \
         Better, undecided, worse: tasks whose 95% interval of the difference lies below, around or above 0.",
    )
}

fn decided(couple: &Couple) -> (usize, usize) {
    let intervals = || couple.tasks.iter().filter_map(|(_, comparison)| comparison.interval.ok());
    (
        intervals().filter(|interval| interval.high < 0.0).count(),
        intervals().filter(|interval| 0.0 < interval.low).count(),
    )
}
