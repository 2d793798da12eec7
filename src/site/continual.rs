//! The continual page: does an agent that keeps its workspace forecast better than a fresh one?

use super::charts::scores;
use super::number;
use super::page::{Page, Slot, Slots};
use super::table::{Cell, Column, Row, Table};
use super::task::{delta_cells, interval_cell};
use super::track::Track;
use crate::score::continual::NoTwin;
use crate::score::metric;
use crate::score::results::TaskResults;
use crate::score::value::Ratio;

/// The page of a track.
pub fn page(track: &Track) -> Page {
    let tasks: Vec<&TaskResults> = track.results.tasks.iter().filter(|task| !task.continual.is_empty()).collect();
    let mut slots = Slots::from([("lead", Slot::Text(lead(track, tasks.len())))]);
    if !tasks.is_empty() {
        slots.insert("pooled", Slot::Table(Box::new(pooled(track))));
        slots.insert("by_task", Slot::Table(Box::new(task_table(track, &tasks))));
        slots.insert("by_position", Slot::Table(Box::new(by_position(track, &tasks))));
        let figure =
            |task: &&TaskResults| Some(Slots::from([("figure", Slot::Figure(Box::new(scores::chains(track, task)?)))]));
        slots.insert("chains", Slot::Many(tasks.iter().filter_map(figure).collect()));
    }
    if let Some(note) = &track.catalogue().continual_note {
        slots.insert("continual_note", Slot::Untrusted(note.clone()));
    }
    Page {
        path: track.path("continual.html"),
        template: "continual",
        title: "Continual agents".to_owned(),
        description: "Agents that keep their workspace and session against their fresh counterparts.".to_owned(),
        trail: vec![(track.config.title.clone(), track.home())],
        slots,
    }
}

fn lead(track: &Track, tasks: usize) -> String {
    if tasks == 0 {
        return "No system of this dataset is continual: every one starts afresh on each run day.".to_owned();
    }
    let pooled = &track.results.pooled;
    let sure = |better: bool| {
        pooled
            .iter()
            .filter(|delta| {
                delta.interval.is_ok_and(|interval| if better { interval.high < 0.0 } else { 0.0 < interval.low })
            })
            .count()
    };
    let defined = pooled.iter().filter(|delta| delta.value.is_ok()).count();
    if defined == 0 {
        return "No continual agent shares a resolved pair with its fresh counterpart yet.".to_owned();
    }
    let told = pooled.iter().filter(|delta| delta.interval.is_ok()).count();
    let (better, worse) = (sure(true), sure(false));
    let clauses = [
        (better, "better than it at 95%"),
        (worse, "worse at 95%"),
        (told - better - worse, "not to be told apart from it"),
        (defined - told, "without an interval yet"),
    ];
    let clauses: Vec<String> = clauses
        .iter()
        .filter(|(count, _)| 0 < *count)
        .map(|(count, words)| format!("{count} {} {words}", if *count == 1 { "is" } else { "are" }))
        .collect();
    format!("Of {} with a fresh counterpart, {}.", number::counted(defined, "continual agent"), number::list(&clauses))
}

fn pooled(track: &Track) -> Table {
    let columns = vec![
        Column::text("system", "Continual agent"),
        Column::metric(&metric::DELTA),
        Column::text("interval", "95% interval"),
        Column::number("tasks", "Tasks"),
        Column::text("id", "Id").hidden(),
        Column::number("delta_low", "Low").hidden(),
        Column::number("delta_high", "High").hidden(),
    ];
    let rows = track.results.pooled.iter().map(|delta| {
        Row::new(vec![
            track.system_cell(&delta.system),
            Cell::score(delta.value, 3),
            interval_cell(delta.interval),
            Cell::whole(delta.tasks),
            Cell::text(delta.system.as_str()),
            Cell::or_missing(delta.interval, |interval| Cell::number(interval.low, 3)),
            Cell::or_missing(delta.interval, |interval| Cell::number(interval.high, 3)),
        ])
    });
    Table::new("pooled", "δ pooled: the mean over tasks", columns, rows.collect())
        .note("Below 0 favours the continual agent.")
}

/// δ by task, of one or more tasks.
pub fn task_table(track: &Track, tasks: &[&TaskResults]) -> Table {
    let columns = vec![
        Column::text("task", "Task"),
        Column::text("system", "Continual agent"),
        Column::text("fresh", "Fresh counterpart"),
        Column::number("fresh_scaled_crps", "Fresh"),
        Column::number("continual_scaled_crps", "Continual"),
        Column::metric(&metric::DELTA),
        Column::text("interval", "95% interval"),
        Column::number("pairs", "Pairs"),
        Column::number("days", "Run days"),
        Column::number("chains", "Chains"),
        Column::text("id", "Id").hidden(),
    ];
    let mut rows = Vec::new();
    for task in tasks {
        for row in &task.continual {
            let fresh = row
                .fresh
                .as_ref()
                .map_or_else(|reason| Cell::missing(no_twin_words(reason)), |fresh| track.system_cell(fresh));
            let mut cells = vec![
                Cell::text(&task.data.task.title).to(track.task_page(&task.data.task.id)),
                track.system_cell(&row.system),
                fresh,
            ];
            match &row.delta {
                Some(delta) => cells.extend(delta_cells(delta)),
                None => cells.extend((0..6).map(|_| Cell::missing("no fresh counterpart"))),
            }
            cells.push(Cell::whole(row.chains.len()));
            cells.push(Cell::text(row.system.as_str()));
            rows.push(Row::new(cells));
        }
    }
    Table::new(
        "continual",
        "Scaled CRPS of continual agents and their fresh counterparts, on the pairs both resolved",
        columns,
        rows,
    )
    .note("δ: continual minus fresh; below 0 favours the continual agent.")
}

fn by_position(track: &Track, tasks: &[&TaskResults]) -> Table {
    let columns = vec![
        Column::text("system", "Continual agent"),
        Column::number("position", "Position in chain"),
        Column::metric(&metric::DELTA),
        Column::number("tasks", "Tasks"),
        Column::number("pairs", "Pairs"),
        Column::text("id", "Id").hidden(),
    ];
    let mut rows = Vec::new();
    for system in track.catalogue().systems.iter().filter(|system| system.continual) {
        let of: Vec<_> = tasks.iter().flat_map(|task| &task.continual).filter(|row| row.system == system.id).collect();
        let longest = of.iter().flat_map(|row| &row.by_position).map(|(position, ..)| *position).max().unwrap_or(0);
        for position in 1..=longest {
            let here: Vec<_> = of.iter().flat_map(|row| &row.by_position).filter(|(at, ..)| *at == position).collect();
            let mut mean = Ratio::default();
            here.iter().filter_map(|(_, score, _)| score.ok()).for_each(|value| mean.add(value, 1.0));
            rows.push(Row::new(vec![
                track.system_cell(&system.id),
                Cell::whole(position),
                Cell::score(mean.mean(), 3),
                Cell::whole(mean.pairs),
                Cell::whole(here.iter().map(|(.., pairs)| pairs).sum()),
                Cell::text(system.id.as_str()),
            ]));
        }
    }
    Table::new("by-position", "δ by position in the chain: the mean over tasks", columns, rows)
        .note("Position 1 is an ordinary fresh episode; all chains of a task are pooled.")
}

/// Why a continual system has no counterpart.
pub fn no_twin_words(reason: &NoTwin) -> String {
    match reason {
        NoTwin::Unknown(id) => format!("it names {id}, which the dataset does not know"),
        NoTwin::NotFresh(id) => format!("it names {id}, which is no fresh agent"),
        NoTwin::Unnamed => "it names none, and its harness and model are not both given".to_owned(),
        NoTwin::Nobody => "no fresh agent has the same harness and model".to_owned(),
        NoTwin::Several(ids) => {
            format!(
                "several fresh agents have the same harness and model: {}",
                number::list(&ids.iter().map(ToString::to_string).collect::<Vec<_>>())
            )
        }
    }
}
