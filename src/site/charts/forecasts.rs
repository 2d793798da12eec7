//! Forecasts drawn: fans of one run day, and everyone's forecast of one target day on one axis.

use std::collections::BTreeMap;

use crate::domain::day::{Day, RunDay, TargetDay};
use crate::domain::forecast::{Answer, Forecast, Mode, Submission};
use crate::domain::id::SystemId;
use crate::domain::quantile::{Level, Levels};
use crate::score::results::TaskResults;
use crate::site::figure::{DotRow, Dots, Fan, FanPanel, FanStep, Figure, Numbers, Plot};
use crate::site::number;
use crate::site::schedule::{capital, horizon_words};
use crate::site::table::{Cell, Column, Row, Table};
use crate::site::track::Track;

/// Panels of a fan chart: more are small multiples nobody reads. The caption says how many are left out.
const PANELS: usize = 9;

/// Days of actual values shown before a run.
const BEFORE: i32 = 70;

/// The forecasts of one run day against what happened: the first systems of the board, a panel each.
pub fn fan(track: &Track, task: &TaskResults, run: RunDay, numbers: Numbers) -> Option<Figure> {
    let about = &task.data.task;
    let shown = in_board_order(task, run);
    let panels: Vec<FanPanel> =
        shown.iter().take(PANELS).map(|submission| panel(track, &about.levels, submission)).collect();
    if panels.is_empty() {
        return None;
    }
    let last = panels.iter().filter_map(|panel| panel.steps.last()).map(|step| step.day).max().unwrap_or(run.0);
    let reach = about.horizons.last().copied().unwrap_or(0).max(1);
    let from = run.0.plus(-(BEFORE.min(reach * 4).max(reach)));
    let settled = task.data.truth.settled.range(TargetDay(from)..=TargetDay(last));
    let actual: Vec<(Day, f64)> = settled.map(|(day, settled)| (day.0, settled.value)).collect();
    let unit = about.unit.as_deref().unwrap_or("value");
    let known = actual.iter().filter(|(day, _)| run.0 < *day).count();
    Some(Figure {
        name: "fan".to_owned(),
        title: format!("Forecasts of {}", number::day(run.0)),
        description: format!(
            "{} of {} made on {}, with the central 80% and 40% bands and the median, against {} that came true since.",
            number::counted(panels.len(), "system"),
            about.title,
            number::day(run.0),
            number::counted(known, "actual value"),
        ),
        caption: Some(left_out_words(
            "Bands: 10–90% and 30–70%; line: median; dots: actual values; vertical line: run day.",
            shown.len(),
            panels.len(),
        )),
        plot: Plot::Fan(Fan {
            value_title: capital(unit),
            decimals: about.decimals.unwrap_or(0),
            actual,
            cutoff: run.0,
            panels,
        }),
        numbers,
    })
}

fn left_out_words(text: &str, all: usize, shown: usize) -> String {
    if shown < all {
        format!("{text} The first {shown} of {all} systems by rank; the table has all.")
    } else {
        text.to_owned()
    }
}

/// The fan of the last run day with a usable forecast.
pub fn latest_fan(track: &Track, task: &TaskResults) -> Option<Figure> {
    let usable = |submission: &&Submission| submission.mode == Mode::Live && !submission.scorable().is_empty();
    let run = task.data.submissions.iter().filter(usable).map(|submission| submission.run).max()?;
    let table = quantiles_drawn(track, task, run);
    fan(track, task, run, Numbers::Own(Box::new(table)))
}

/// Everyone's forecast of one target day on one axis, against what happened.
pub fn target_dots(track: &Track, task: &TaskResults, run: RunDay, target: TargetDay) -> Option<Figure> {
    let about = &task.data.task;
    let row = |submission: &&Submission| {
        let step = panel(track, &about.levels, submission).steps.into_iter().find(|step| step.day == target.0)?;
        Some(DotRow {
            label: track.name(&submission.system).to_owned(),
            mark: track.mark(&submission.system),
            value: step.middle,
            interval: step.outer,
            inner: step.inner,
            missing: step.middle.is_none().then(|| "no median".to_owned()),
        })
    };
    let rows: Vec<DotRow> = in_board_order(task, run).iter().filter_map(row).collect();
    let actual = task.data.truth.settled.get(&target).map(|settled| settled.value);
    let unit = about.unit.as_deref().unwrap_or("value");
    let happened = actual.map_or_else(
        || "nothing is settled yet".to_owned(),
        |value| format!("{} {unit} came true", number::magnitude(value)),
    );
    (!rows.is_empty()).then(|| Figure {
        name: format!("target-{target}"),
        title: format!("For {}, {}", number::day(target.0), horizon_words(&[target.0.since(run.0)])),
        description: format!(
            "Medians and central intervals of {} for {}; {happened}.",
            number::counted(rows.len(), "system"),
            number::day(target.0)
        ),
        caption: None,
        plot: Plot::Dots(Dots {
            value_title: capital(unit),
            decimals: about.decimals.unwrap_or(0),
            rule: actual.map(|value| (value, "actual".to_owned())),
            rows,
        }),
        numbers: Numbers::In("forecasts".to_owned()),
    })
}

/// The numbers of a fan: one row a system and target day.
fn quantiles_drawn(track: &Track, task: &TaskResults, run: RunDay) -> Table {
    let levels = &task.data.task.levels;
    let mut columns = vec![Column::text("system", "System"), Column::text("target_date", "Target")];
    columns.extend(levels.as_slice().iter().map(|level| Column::number(&format!("q_{level}"), level.to_string())));
    columns.push(Column::number("actual", "Actual"));
    columns.push(Column::text("id", "Id").hidden());
    let mut rows = Vec::new();
    for submission in in_board_order(task, run) {
        let id = &submission.system;
        for forecast in submission.scorable() {
            let mut cells = vec![track.system_cell(id), Cell::text(forecast.target.to_string())];
            cells.extend(quantile_cells(levels, &forecast.answer, task.data.task.decimals));
            cells.push(actual_cell(task, forecast.target));
            cells.push(Cell::text(id.as_str()));
            rows.push(Row::new(cells));
        }
    }
    Table::new("fan", format!("Forecasts of {}", number::day(run.0)), columns, rows)
}

/// One cell a level; a point stands under the median.
pub fn quantile_cells(levels: &Levels, answer: &Answer, decimals: Option<u8>) -> Vec<Cell> {
    let cell = |value: f64| Cell::number(value, decimals.unwrap_or_else(|| number::decimals_for(value)));
    match answer {
        Answer::Quantiles(quantiles) => quantiles.iter().map(|&value| cell(value)).collect(),
        Answer::Point(point) => {
            let middle = levels.position(Level::MEDIAN).unwrap_or(0);
            let at = |position: usize| {
                if position == middle { cell(*point) } else { Cell::missing("a point forecast has no quantiles") }
            };
            (0..levels.as_slice().len()).map(at).collect()
        }
    }
}

/// What came true, or that nothing has yet.
pub fn actual_cell(task: &TaskResults, target: TargetDay) -> Cell {
    let decimals = |value: f64| task.data.task.decimals.unwrap_or_else(|| number::decimals_for(value));
    let settled = task.data.truth.settled.get(&target);
    settled.map_or_else(
        || Cell::missing("not settled yet"),
        |settled| Cell::number(settled.value, decimals(settled.value)),
    )
}

/// The submissions of a run day in one mode, by system.
pub fn submissions<'a>(task: &TaskResults<'a>, mode: Mode, run: RunDay) -> &'a [Submission] {
    let all = &task.data.submissions;
    // Sorted by mode, run day and system: those of a run day are one stretch.
    let from = all.partition_point(|submission| (submission.mode, submission.run) < (mode, run));
    let to = all.partition_point(|submission| (submission.mode, submission.run) <= (mode, run));
    &all[from..to]
}

/// The live submissions of a run day that hold forecasts, in the board's order: it has a row for every system with a live submission.
pub fn in_board_order<'a>(task: &TaskResults<'a>, run: RunDay) -> Vec<&'a Submission> {
    let live = submissions(task, Mode::Live, run);
    let by_system: BTreeMap<&SystemId, &Submission> = live
        .iter()
        .filter(|submission| !submission.scorable().is_empty())
        .map(|submission| (&submission.system, submission))
        .collect();
    task.board.rows.iter().filter_map(|row| by_system.get(&row.system).copied()).collect()
}

fn panel(track: &Track, levels: &Levels, submission: &Submission) -> FanPanel {
    let at = |quantiles: &[f64], level: f64| {
        Level::new(level).and_then(|level| levels.position(level)).map(|position| quantiles[position])
    };
    let step = |forecast: &Forecast| match &forecast.answer {
        Answer::Point(point) => FanStep { day: forecast.target.0, outer: None, inner: None, middle: Some(*point) },
        Answer::Quantiles(quantiles) => FanStep {
            day: forecast.target.0,
            outer: at(quantiles, 0.1).zip(at(quantiles, 0.9)),
            inner: at(quantiles, 0.3).zip(at(quantiles, 0.7)),
            middle: at(quantiles, 0.5),
        },
    };
    FanPanel {
        label: track.name(&submission.system).to_owned(),
        mark: track.mark(&submission.system),
        steps: submission.scorable().iter().map(step).collect(),
    }
}
