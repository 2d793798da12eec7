//! A run day's page: everyone's forecasts made on one day, against what happened.

use super::accounts::mode_word;
use super::charts::forecasts;
use super::link::Link;
use super::number;
use super::page::{Page, Slot, Slots, Span};
use super::schedule::zone_abbreviation;
use super::table::{Cell, Column, Row, Table};
use super::track::{Track, plain};
use crate::domain::day::{Pair, RunDay, TargetDay};
use crate::domain::forecast::{Mode, State, Submission};
use crate::score::grid::Standing;
use crate::score::metric;
use crate::score::results::TaskResults;

/// Rows of dots a page can carry and stay light; with more, only the middle horizon is drawn.
const DOT_ROWS: usize = 120;

/// The page of one run day of a task.
pub fn page(track: &Track, task: &TaskResults, run: RunDay) -> Page {
    let about = &task.data.task;
    let mut slots = Slots::new();
    slots.insert("lead", Slot::Text(lead(track, task, run)));
    slots.insert("facts", Slot::Facts(facts(task, run)));
    let forecasts = forecasts(track, task, run);
    if 0 < forecasts.rows() {
        slots.insert("targets", Slot::Many(targets(track, task, run)));
        if let Some(fan) = forecasts::fan(track, task, run, super::figure::Numbers::In(forecasts.name.clone())) {
            slots.insert("fan", Slot::Figure(Box::new(fan)));
        }
        slots.insert("forecasts", Slot::Table(Box::new(forecasts)));
    }
    slots.insert("submissions", Slot::Table(Box::new(submissions(track, task, run))));
    slots.insert("around", Slot::Line(around(track, task, run)));
    Page {
        path: track.run_day_page(&about.id, run),
        template: "run_day",
        title: format!("{}: {}", about.title, number::day(run.0)),
        description: format!(
            "All forecasts of “{}” made on {}, against what happened.",
            about.title,
            number::day(run.0)
        ),
        trail: vec![(track.config.title.clone(), track.home()), (about.title.clone(), track.task_page(&about.id))],
        slots,
    }
}

fn lead(track: &Track, task: &TaskResults, run: RunDay) -> String {
    let usable = forecasts::in_board_order(task, run).len();
    let targets = target_days(task, run);
    let settled = targets.iter().filter(|target| task.data.truth.settled.contains_key(target)).count();
    let made = format!(
        "{} made forecasts for {}",
        number::counted(usable, "system"),
        number::counted(targets.len(), "target day")
    );
    let state = match (settled, targets.len()) {
        (0, _) => "none of them has settled yet".to_owned(),
        (all, targets) if all == targets => "all of them have settled".to_owned(),
        (some, _) => format!("{some} of them settled so far"),
    };
    let best = best(track, task, run)
        .map(|(names, score)| format!(" Best on the common pairs of the day: {names}, scaled CRPS {score}."))
        .unwrap_or_default();
    format!("{made}; {state}.{best}")
}

fn best(track: &Track, task: &TaskResults, run: RunDay) -> Option<(String, String)> {
    let scores: Vec<_> = task
        .by_day
        .iter()
        .filter_map(|row| {
            let (_, score) = row.scores.iter().find(|(day, _)| *day == run)?;
            Some((row.system.clone(), score.ok()?))
        })
        .collect();
    let least = scores.iter().map(|(_, score)| *score).min_by(f64::total_cmp)?;
    let names: Vec<_> = scores.iter().filter(|(_, score)| *score == least).map(|(id, _)| id.clone()).collect();
    Some((track.names(&names), number::fixed(least, 2)))
}

fn facts(task: &TaskResults, run: RunDay) -> Vec<(String, Vec<Span>)> {
    let about = &task.data.task;
    let cutoff = about.schedule.cutoff_on(run).to_zoned_datetime(about.schedule.timezone.clone());
    vec![
        ("Run day".to_owned(), plain(cutoff.strftime("%A, %-d %b %Y").to_string())),
        ("Cutoff".to_owned(), plain(format!("{}{}", cutoff.strftime("%H:%M"), zone_abbreviation(about, run)))),
        ("Unit".to_owned(), plain(about.unit.clone().unwrap_or_else(|| "not stated".to_owned()))),
    ]
}

fn target_days(task: &TaskResults, run: RunDay) -> Vec<TargetDay> {
    let live = forecasts::submissions(task, Mode::Live, run);
    let mut days: Vec<TargetDay> = live.iter().flat_map(Submission::scorable).map(|forecast| forecast.target).collect();
    days.sort_unstable();
    days.dedup();
    days
}

fn targets(track: &Track, task: &TaskResults, run: RunDay) -> Vec<Slots> {
    let days = target_days(task, run);
    let systems = forecasts::in_board_order(task, run).len();
    let shown: Vec<TargetDay> =
        if systems * days.len() <= DOT_ROWS { days } else { days.get(days.len() / 2).copied().into_iter().collect() };
    let figure = |target| {
        Some(Slots::from([("figure", Slot::Figure(Box::new(forecasts::target_dots(track, task, run, target)?)))]))
    };
    shown.into_iter().filter_map(figure).collect()
}

/// One row a system and target day: quantiles, actual value, score.
fn forecasts(track: &Track, task: &TaskResults, run: RunDay) -> Table {
    let about = &task.data.task;
    let mut columns = vec![Column::text("system", "System"), Column::text("target_date", "Target")];
    columns
        .extend(about.levels.as_slice().iter().map(|level| Column::number(&format!("q_{level}"), level.to_string())));
    columns.push(Column::number("actual", "Actual"));
    columns.push(Column::metric(&metric::CRPS));
    columns.push(Column { label: "Scaled".to_owned(), ..Column::metric(&metric::SCALED_CRPS) });
    columns.push(Column::text("id", "Id").hidden());
    let mut rows = Vec::new();
    for submission in forecasts::in_board_order(task, run) {
        let id = &submission.system;
        for forecast in submission.scorable() {
            let pair = Pair { run, target: forecast.target };
            let mut cells = vec![track.system_cell(id), Cell::text(forecast.target.to_string())];
            cells.extend(forecasts::quantile_cells(&about.levels, &forecast.answer, about.decimals));
            cells.push(forecasts::actual_cell(task, forecast.target));
            cells.extend(score_cells(task, id, pair));
            cells.push(Cell::text(id.as_str()));
            rows.push(Row::new(cells));
        }
    }
    let unit = about.unit.as_deref().map(|unit| format!(" ({unit})")).unwrap_or_default();
    Table::new("forecasts", format!("Forecast quantiles, actual values and scores{unit}"), columns, rows)
        .note("CRPS in the unit of the target; scaled: over the absolute error of the seasonal naive on the same pair.")
}

fn score_cells(task: &TaskResults, id: &crate::domain::id::SystemId, pair: Pair) -> [Cell; 2] {
    let missing = |reason: &str| [Cell::missing(reason), Cell::missing(reason)];
    if !task.data.truth.settled.contains_key(&pair.target) {
        return missing("not settled yet");
    }
    let Ok(at) = task.grid.pairs.binary_search_by_key(&pair, |resolvable| resolvable.pair) else {
        return missing("no seasonal naive to divide by");
    };
    let cell = task.grid.position(id).and_then(|system| task.grid.cell(system, at));
    match cell {
        Some(cell) if cell.standing == Standing::Late => missing("late: kept, not scored"),
        Some(cell) if cell.standing == Standing::Excluded => missing("excluded: kept, not scored"),
        Some(cell) => {
            let naive = task.grid.pairs[at].naive_error;
            let scaled = if 0.0 < naive {
                Cell::number(cell.score.crps / naive, 2)
            } else {
                Cell::missing("the seasonal naive made no error")
            };
            [Cell::magnitude(cell.score.crps), scaled]
        }
        None => missing("not scored"),
    }
}

/// Who submitted when, and what became of it.
fn submissions(track: &Track, task: &TaskResults, run: RunDay) -> Table {
    let columns = vec![
        Column::text("system", "System"),
        Column::text("mode", "Mode"),
        Column::text("submitted_at", "Submitted"),
        Column::text("state", "State"),
        Column::number("forecasts", "Forecasts"),
        Column::number("invalid", "Invalid"),
        Column::text("path", "File"),
    ];
    let zone = task.data.task.schedule.timezone.clone();
    let row = |submission: &Submission| {
        let submitted = submission.submitted_at.map_or_else(
            || Cell::missing("the file gives no time: taken as on time"),
            |at| Cell::text(at.to_zoned_datetime(zone.clone()).strftime("%-d %b %Y %H:%M:%S %Z").to_string()),
        );
        let path =
            submission.line.map_or_else(|| submission.path.to_string(), |line| format!("{}:{line}", submission.path));
        Row::new(vec![
            track.system_cell(&submission.system),
            Cell::text(mode_word(submission.mode)),
            submitted,
            Cell::text(state_words(submission)),
            Cell::whole(submission.forecasts.len()),
            Cell::whole(submission.invalid as usize),
            Cell::text(path),
        ])
    };
    let of_mode = |mode| forecasts::submissions(task, mode, run);
    let rows = of_mode(Mode::Live).iter().chain(of_mode(Mode::Replay)).map(row).collect();
    Table::new("submissions", "Submissions of the run day", columns, rows)
}

fn state_words(submission: &Submission) -> String {
    match &submission.state {
        State::Read if submission.late => "late: kept, not scored".to_owned(),
        State::Read if submission.forecasts.is_empty() => "no valid forecast".to_owned(),
        State::Read => "on time".to_owned(),
        State::Failed(status) => format!("failed ({status})"),
        State::Invalid => "invalid".to_owned(),
        State::Broken => "broken".to_owned(),
    }
}

/// The run days before and after.
fn around(track: &Track, task: &TaskResults, run: RunDay) -> Vec<Span> {
    let days = Track::run_days(task);
    let at = days.binary_search(&run).unwrap_or(0);
    let link = |words: &str, day: RunDay| {
        Span::Link(
            format!("{words}: {}", number::day(day.0)),
            Link::Page(track.run_day_page(&task.data.task.id, day), None),
        )
    };
    let mut spans: Vec<Span> = Vec::new();
    if let Some(&before) = at.checked_sub(1).and_then(|before| days.get(before)) {
        spans.push(link("Before", before));
        spans.push(Span::Text(" · ".to_owned()));
    }
    spans.push(Span::Link(
        "All run days".to_owned(),
        Link::Page(track.task_page(&task.data.task.id), Some("run-days".to_owned())),
    ));
    if let Some(&after) = days.get(at + 1) {
        spans.push(Span::Text(" · ".to_owned()));
        spans.push(link("After", after));
    }
    spans
}
