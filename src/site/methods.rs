//! The methods page: prose from `content/methods.md`, its tables from the dataset and the metric catalogue.

use super::number;
use super::page::{Definition, Page, Slot, Slots, Span};
use super::schedule::{horizon_words, zone_abbreviation};
use super::table::{Cell, Column, Row, Table};
use super::track::{Track, plain};
use crate::score::metric;
use crate::score::results::TaskResults;

/// The page of a track.
pub fn page(track: &Track) -> Page {
    let catalogue = track.catalogue();
    let drivers = catalogue.drivers.iter().map(|(key, label)| (key.clone(), plain(label.clone()))).collect::<Vec<_>>();
    let inserts = Slots::from([
        ("timing", Slot::Table(Box::new(timing(track)))),
        ("kinds", Slot::Table(Box::new(kinds(track)))),
        ("continual_note", Slot::Untrusted(continual_note(track).to_owned())),
        ("systems", Slot::Table(Box::new(systems(track)))),
        ("metrics", Slot::Definitions(metrics())),
        ("rules", Slot::Table(Box::new(rules(track)))),
        ("domains", Slot::Table(Box::new(domains(track)))),
        (
            "drivers",
            if drivers.is_empty() {
                Slot::Text("This dataset names no drivers.".to_owned())
            } else {
                Slot::Facts(drivers)
            },
        ),
        ("provenance", Slot::Facts(super::data::provenance(track))),
    ]);
    Page {
        path: track.path("methods.html"),
        template: "methods",
        title: "Methods".to_owned(),
        description: "What is forecast, by whom, under which rules, and how every score is computed.".to_owned(),
        trail: vec![(track.config.title.clone(), track.home())],
        slots: Slots::from([("prose", Slot::Content("methods.md".to_owned(), inserts))]),
    }
}

/// The paragraph a continual agent gets, or that there is none.
pub fn continual_note<'a>(track: &Track<'a>) -> &'a str {
    track
        .catalogue()
        .continual_note
        .as_deref()
        .unwrap_or("This dataset gives continual agents no paragraph of its own.")
}

fn metrics() -> Vec<Definition> {
    let one = |metric: &metric::Metric| Definition {
        anchor: metric.anchor.to_owned(),
        term: metric.label.to_owned(),
        lines: vec![
            vec![Span::Text(format!("{} ({})", metric.definition, metric.direction.words()))],
            vec![Span::Math(metric.tex.to_owned())],
        ],
    };
    metric::ALL.iter().map(one).collect()
}

fn timing(track: &Track) -> Table {
    let columns = vec![
        Column::text("task", "Task"),
        Column::text("every", "Runs every"),
        Column::text("start", "Start"),
        Column::text("cutoff", "Cutoff"),
        Column::text("horizons", "Horizons"),
        Column::text("expert", "Expert forecast"),
        Column::text("visible", "Agents see it"),
        Column::text("id", "Id").hidden(),
    ];
    let row = |task: &TaskResults| {
        let about = &task.data.task;
        let schedule = &about.schedule;
        let example = about.next_run.map_or_else(
            || Track::run_days(task).last().copied(),
            |next| {
                Some(crate::domain::day::RunDay(crate::domain::day::Day::from_date(
                    next.to_zoned_datetime(schedule.timezone.clone()).date(),
                )))
            },
        );
        let zone = example.map(|run| zone_abbreviation(about, run)).unwrap_or_default();
        let every = if schedule.every_days == 1 { "day".to_owned() } else { format!("{} days", schedule.every_days) };
        Row::new(vec![
            Cell::text(&about.title).to(track.task_page(&about.id)),
            Cell::text(every),
            schedule.snapshot.map_or_else(
                || Cell::missing("not stated"),
                |time| Cell::text(format!("{}{zone}", time.strftime("%H:%M"))),
            ),
            Cell::text(format!("{}{zone}", schedule.cutoff.strftime("%H:%M"))),
            Cell::text(horizon_words(&about.horizons)),
            about.baseline.as_ref().map_or_else(|| Cell::missing("no expert forecast is public"), Cell::text),
            if about.baseline.is_some() {
                Cell::flag(about.baseline_visible)
            } else {
                Cell::missing("no expert forecast is public")
            },
            Cell::text(about.id.as_str()),
        ])
    };
    Table::new(
        "task-timing",
        "When each task runs, on its own clock",
        columns,
        track.results.tasks.iter().map(row).collect(),
    )
}

fn kinds(track: &Track) -> Table {
    let columns = vec![
        Column::text("kind", "Kind"),
        Column::text("group", "Group"),
        Column::number("systems", "Systems"),
        Column::text("deadline", "Must submit by the cutoff"),
        Column::text("text", "What it is"),
        Column::text("id", "Id").hidden(),
    ];
    let catalogue = track.catalogue();
    let row = |kind: &crate::domain::catalogue::Kind| {
        let members = catalogue.systems.iter().filter(|system| system.kind == kind.id).count();
        Row::new(vec![
            Cell::text(&kind.label),
            Cell::text(&kind.group),
            Cell::whole(members),
            Cell::flag(kind.deadline),
            kind.text.as_ref().map_or_else(|| Cell::missing("the dataset does not say"), Cell::text),
            Cell::text(kind.id.as_str()),
        ])
    };
    Table::new("system-kinds", "The kinds of system", columns, catalogue.kinds.iter().map(row).collect())
}

fn systems(track: &Track) -> Table {
    let columns = vec![
        Column::text("system", "System"),
        Column::text("kind", "Kind"),
        Column::text("configuration", "Configuration"),
        Column::text("continual", "Continual"),
        Column::text("id", "Id").hidden(),
    ];
    let row = |system: &crate::domain::catalogue::System| {
        let parts: Vec<&str> =
            [&system.harness, &system.model, &system.version].into_iter().flatten().map(String::as_str).collect();
        let configuration =
            if parts.is_empty() { Cell::missing("the dataset does not say") } else { Cell::text(parts.join(" · ")) };
        Row::new(vec![
            track.system_cell(&system.id),
            Cell::text(&track.kind(&system.id).label),
            configuration,
            Cell::flag(system.continual),
            Cell::text(system.id.as_str()),
        ])
    };
    Table::new("all-systems", "The systems", columns, track.catalogue().systems.iter().map(row).collect())
}

fn rules(track: &Track) -> Table {
    let columns = vec![
        Column::text("task", "Task"),
        Column::number("min_share", "Listed from"),
        Column::number("min_days", "Intervals from, run days"),
        Column::number("resamples", "Resamples"),
        Column::text("levels", "Quantile levels"),
        Column::text("id", "Id").hidden(),
    ];
    let row = |task: &TaskResults| {
        let levels: Vec<String> = task.data.task.levels.as_slice().iter().map(ToString::to_string).collect();
        Row::new(vec![
            Cell::text(&task.data.task.title).to(track.task_page(&task.data.task.id)),
            Cell::percent(task.rules.min_share, 0),
            Cell::whole(task.rules.min_days),
            Cell::whole(task.rules.resamples),
            Cell::text(levels.join(" ")),
            Cell::text(task.data.task.id.as_str()),
        ])
    };
    Table::new("rules-in-force", "The rules in force", columns, track.results.tasks.iter().map(row).collect())
}

fn domains(track: &Track) -> Table {
    let columns = vec![
        Column::text("domain", "Domain"),
        Column::number("areas", "Areas"),
        Column::text("leaves", "Which"),
        Column::number("tasks", "Tasks"),
    ];
    let row = |domain: &crate::domain::catalogue::Domain| {
        let tasks = track
            .results
            .tasks
            .iter()
            .filter(|task| task.data.task.domain.as_deref() == Some(domain.name.as_str()))
            .count();
        let leaves = if domain.leaves.is_empty() {
            Cell::missing("none named")
        } else {
            Cell::text(number::list(&domain.leaves))
        };
        Row::new(vec![Cell::text(&domain.name), Cell::whole(domain.leaves.len()), leaves, Cell::whole(tasks)])
    };
    Table::new(
        "domains-and-areas",
        "Domains and their areas",
        columns,
        track.catalogue().domains.iter().map(row).collect(),
    )
}
