//! A task's page: what is forecast, who leads and how sure that is, and everything behind it.

use super::accounts::{accounts, left_out, note_words};
use super::boards;
use super::charts::{calibration, forecasts, scores};
use super::number;
use super::page::{Page, Slot, Slots, Span};
use super::schedule::{horizon_words, next_run_words, schedule_words};
use super::table::{Cell, Column, Dress, Row, Table};
use super::track::{Track, plain};
use crate::domain::day::RunDay;
use crate::score::breakdown::HorizonRow;
use crate::score::continual::Delta;
use crate::score::metric;
use crate::score::results::TaskResults;
use crate::score::value::{Interval, Undefined};

/// Submissions left out that the page lists; the others stand in the downloads of the data page.
const LISTED_LEFT_OUT: usize = 40;

/// The page of one task.
pub fn page(track: &Track, task: &TaskResults) -> Page {
    let about = &task.data.task;
    let mut slots = Slots::new();
    slots.insert("lead", Slot::Text(boards::leader_sentence(track, &task.board)));
    slots.insert("facts", Slot::Facts(facts(track, task)));
    if let Some(description) = &about.description {
        slots.insert("description", Slot::Untrusted(description.clone()));
    }
    slots.insert("board", Slot::Table(Box::new(boards::task_board(track, task))));
    if let Some(figure) = forecasts::latest_fan(track, task) {
        slots.insert("fan", Slot::Figure(Box::new(figure)));
    }
    slots.insert("run_days", Slot::Many(run_days(track, task)));
    slots.insert("horizons", Slot::Table(Box::new(by_horizon(track, task))));
    if let Some(figure) = scores::over_time(track, task) {
        slots.insert("over_time", Slot::Figure(Box::new(figure)));
    }
    if let Some(figure) = calibration::reliability(track, task) {
        slots.insert("reliability", Slot::Figure(Box::new(figure)));
    }
    slots.insert("calibration", Slot::Table(Box::new(calibration(track, task))));
    if !task.continual.is_empty() {
        slots.insert("continual", Slot::Table(Box::new(super::continual::task_table(track, &[task]))));
    }
    if !task.replays.is_empty() {
        slots.insert("replays", Slot::Table(Box::new(replays(track, task))));
    }
    if let Some(sentence) = boards::robustness_sentence(track, &task.alternatives) {
        slots.insert("robustness_lead", Slot::Text(sentence));
        slots.insert("robustness", Slot::Table(Box::new(boards::robustness(track, &task.alternatives))));
    }
    if let Some(table) = super::compare::task_matrix(track, task) {
        slots.insert("pairwise", Slot::Table(Box::new(table)));
    }
    if !task.notes.is_empty() {
        slots.insert("notes", Slot::Many(notes(track, task)));
    }
    slots.insert("accounts", Slot::Table(Box::new(accounts(track, task))));
    if !task.ledger.left_out.is_empty() {
        slots.insert("left_out", Slot::Table(Box::new(left_out(track, &task.ledger.left_out, LISTED_LEFT_OUT))));
    }
    Page {
        path: track.task_page(&about.id),
        template: "task",
        title: about.title.clone(),
        description: format!("Who forecasts “{}” well, and how sure that is.", about.title),
        trail: vec![(track.config.title.clone(), track.home())],
        slots,
    }
}

fn facts(track: &Track, task: &TaskResults) -> Vec<(String, Vec<Span>)> {
    let about = &task.data.task;
    let mut facts = vec![("Runs".to_owned(), plain(schedule_words(about, Track::run_days(task).last().copied())))];
    facts.push(("Horizons".to_owned(), plain(horizon_words(&about.horizons))));
    facts.push(("Next run".to_owned(), plain(next_run_words(about))));
    if let Some(unit) = &about.unit {
        facts.push(("Unit".to_owned(), plain(unit.clone())));
    }
    if let Some(area) = &about.domain {
        let leaf = about.leaf.as_ref().map(|leaf| format!(" · {leaf}")).unwrap_or_default();
        facts.push(("Area".to_owned(), plain(format!("{area}{leaf}"))));
    }
    if let Some(driver) = &about.driver {
        let label = track.catalogue().drivers.get(driver).unwrap_or(driver);
        facts.push(("Main driver".to_owned(), plain(label.clone())));
    }
    if about.tradable {
        facts.push(("Control".to_owned(), plain("a price in a liquid market: public context should add little")));
    }
    if let Some(baseline) = &about.baseline {
        let seen = if about.baseline_visible { "agents can see it" } else { "agents cannot see it" };
        facts.push(("Expert forecast".to_owned(), plain(format!("{baseline}; {seen}"))));
    }
    facts.push(("Settled".to_owned(), plain(settled_words(task))));
    facts
}

fn settled_words(task: &TaskResults) -> String {
    let settled = &task.data.truth.settled;
    match (settled.keys().next(), settled.keys().next_back()) {
        (Some(first), Some(last)) => {
            format!("{}, {} to {}", number::counted(settled.len(), "value"), number::day(first.0), number::day(last.0))
        }
        _ => "nothing yet".to_owned(),
    }
}

fn run_days(track: &Track, task: &TaskResults) -> Vec<Slots> {
    let link = |run: RunDay| {
        let link = super::link::Link::Page(track.run_day_page(&task.data.task.id, run), None);
        Slots::from([("link", Slot::Link(number::day(run.0), link))])
    };
    Track::run_days(task).into_iter().rev().map(link).collect()
}

fn by_horizon(track: &Track, task: &TaskResults) -> Table {
    let mut columns = vec![Column::text("system", "System")];
    for horizon in &task.data.task.horizons {
        columns.push(Column {
            definition: Some(metric::SCALED_CRPS.anchor),
            ..Column::number(&format!("scaled_crps_{horizon}"), format!("{horizon} d"))
        });
    }
    for horizon in &task.data.task.horizons {
        columns.push(Column {
            definition: Some(metric::COVERAGE_80.anchor),
            ..Column::number(&format!("coverage_80_{horizon}"), format!("Cov. {horizon} d"))
        });
    }
    columns.push(Column::text("id", "Id").hidden());
    let row = |row: &HorizonRow| {
        let mut cells = vec![track.system_cell(&row.system)];
        cells.extend(
            row.figures.iter().map(|(_, figures)| Cell::score(figures.scaled_crps(), metric::SCALED_CRPS.decimals)),
        );
        cells.extend(
            row.figures.iter().map(|(_, figures)| Cell::or_missing(figures.coverage, |share| Cell::percent(share, 0))),
        );
        cells.push(Cell::text(row.system.as_str()));
        Row::new(cells)
    };
    let listed = task.board.rows.iter().filter(|row| row.listed);
    let rows = listed
        .filter_map(|on_board| task.by_horizon.iter().find(|row| row.system == on_board.system))
        .map(row)
        .collect();
    Table::new("horizons", "Scaled CRPS and 80% coverage by horizon, in days ahead", columns, rows)
        .note("On the common pairs of the leaderboard, each horizon apart; the naive of that horizon divides.")
}

fn calibration(track: &Track, task: &TaskResults) -> Table {
    let mut columns = vec![
        Column::text("system", "System"),
        Column::metric(&metric::COVERAGE_80),
        Column::metric(&metric::BIAS),
        Column::metric(&metric::SHARPNESS),
    ];
    let bins = task.data.task.levels.as_slice().len() + 1;
    for bin in 0..bins {
        columns.push(Column {
            definition: Some(metric::PIT.anchor),
            ..Column::number(&format!("pit_{bin}"), pit_label(task, bin))
        });
    }
    columns.push(Column::text("id", "Id").hidden());
    let row = |row: &crate::score::board::Row| {
        let figures = &row.figures;
        let mut cells = vec![
            track.system_cell(&row.system),
            Cell::or_missing(figures.coverage, boards::coverage_cell),
            Cell::or_missing(figures.below_median, |share| Cell::percent(share, 0)),
            Cell::score(figures.sharpness, metric::SHARPNESS.decimals),
        ];
        let expected = figures.pit.iter().sum::<u64>() as f64 / bins as f64;
        cells.extend(figures.pit.iter().map(|&count| {
            if 0.0 < expected { pit_cell(count, expected) } else { Cell::missing(Undefined::PointsOnly.to_string()) }
        }));
        cells.push(Cell::text(row.system.as_str()));
        Row::new(cells)
    };
    let rows = task.board.rows.iter().filter(|row| row.listed).map(row).collect();
    Table::new("calibration", "Calibration on the common pairs", columns, rows).note(
        "The last columns count how often the actual value fell between which quantiles (the PIT histogram): even counts mean calibrated \
         quantiles, many at both ends intervals that are too narrow.",
    )
}

/// "≤0.1", "0.1–0.2", …, ">0.9".
fn pit_label(task: &TaskResults, bin: usize) -> String {
    let levels = task.data.task.levels.as_slice();
    match (bin.checked_sub(1).and_then(|below| levels.get(below)), levels.get(bin)) {
        (None, Some(first)) => format!("≤{first}"),
        (Some(last), None) => format!(">{last}"),
        (Some(low), Some(high)) => format!("{low}–{high}"),
        (None, None) => String::new(),
    }
}

/// Counts far from even are tinted.
fn pit_cell(count: u64, expected: f64) -> Cell {
    let tint = if 0.0 < expected { ((count as f64 - expected) / (3.0 * expected)).clamp(-1.0, 1.0) } else { 0.0 };
    Cell::whole(count as usize).dressed(Dress::Tint(tint))
}

fn replays(track: &Track, task: &TaskResults) -> Table {
    let columns = vec![
        Column::text("system", "System"),
        Column::number("live", "Live"),
        Column::number("replay", "Replay"),
        Column::number("difference", "Replay − live"),
        Column::text("interval", "95% interval"),
        Column::number("pairs", "Pairs"),
        Column::number("days", "Run days"),
        Column::text("id", "Id").hidden(),
    ];
    let row = |row: &crate::score::replay::ReplayRow| {
        let mut cells = vec![track.system_cell(&row.system)];
        cells.extend(delta_cells(&row.delta));
        cells.push(Cell::text(row.system.as_str()));
        Row::new(cells)
    };
    Table::new(
        "replays",
        "Offline replays against live runs: scaled CRPS on the pairs both resolved",
        columns,
        task.replays.iter().map(row).collect(),
    )
    .note("Below 0 the replay, which sees only saved material, did better than the live run.")
}

/// Base, changed, difference, interval, pairs, days.
pub fn delta_cells(delta: &Delta) -> Vec<Cell> {
    vec![
        Cell::score(delta.base.value(), 3),
        Cell::score(delta.changed.value(), 3),
        Cell::score(delta.value, 3),
        interval_cell(delta.interval),
        Cell::whole(delta.changed.pairs),
        Cell::whole(delta.days),
    ]
}

/// An interval with three decimals, or why there is none.
pub fn interval_cell(interval: Result<Interval, Undefined>) -> Cell {
    Cell::or_missing(interval, |interval| Cell::text(number::interval(interval, 3)))
}

fn notes(track: &Track, task: &TaskResults) -> Vec<Slots> {
    task.notes.iter().map(|note| Slots::from([("note", Slot::Text(note_words(track, note)))])).collect()
}
