//! The first page of a track: who forecasts best, how sure that is, and on what.

use super::boards;
use super::chapter::Surroundings;
use super::charts::scores;
use super::number;
use super::page::{Page, Slot, Slots, Span};
use super::table::{Body, Cell, Column, Row, Table};
use super::track::{Track, plain};
use crate::domain::id::KindId;
use crate::score::across::{Group, OverallRow};
use crate::score::ledger::Outcome;
use crate::score::metric;
use crate::score::results::TaskResults;

/// The first page of a track; the site's own when it is the first of the tracks.
pub fn page(track: &Track, around: &Surroundings) -> Page {
    let site = around.site;
    let overall = &track.results.overall;
    let mut slots = Slots::new();
    slots.insert("lead", Slot::Text(lead(track)));
    if !site.description.is_empty() {
        slots.insert("about", Slot::Untrusted(site.description.clone()));
    }
    slots.insert("about_text", Slot::Content("about.md".to_owned(), Slots::new()));
    if let Some(group) = overall.first() {
        slots.insert(
            "overall",
            Slot::Table(Box::new(boards::overall_board(track, group, "overall", overall_caption(group)))),
        );
        if 1 < group.rows.len() {
            let figure = scores::overall_dots(track, group, "overall");
            slots.insert("dots", Slot::Figure(Box::new(figure)));
        }
        if let Some(sentence) = boards::robustness_sentence(track, &group.alternatives) {
            slots.insert("robustness_lead", Slot::Text(sentence));
            slots.insert("robustness", Slot::Table(Box::new(boards::robustness(track, &group.alternatives))));
        }
    }
    slots.insert("other_groups", Slot::Many(other_groups(track)));
    slots.insert("tradable", Slot::Many(tradable(track)));
    slots.insert(
        "kinds",
        Slot::Many(kinds(track).into_iter().map(|line| Slots::from([("line", Slot::Text(line))])).collect()),
    );
    slots.insert("facts", Slot::Facts(facts(track)));
    slots.insert("tasks", Slot::Table(Box::new(tasks(track))));
    slots.insert("other_tracks", around.links());
    Page {
        path: track.home(),
        template: "home",
        title: if around.first { site.title.clone() } else { track.config.title.clone() },
        description: lead(track),
        trail: Vec::new(),
        slots,
    }
}

fn overall_caption(group: &Group) -> String {
    format!("Across the {}", number::counted(group.tasks.len(), "task"))
}

/// The computed sentence that answers the page's question.
fn lead(track: &Track) -> String {
    let Some(group) = track.results.overall.first() else {
        return "No system has resolved a forecast yet, so nobody leads.".to_owned();
    };
    let leaders: Vec<&OverallRow> = group.rows.iter().filter(|row| row.rank == 1).collect();
    let Some(first) = leaders.first() else { return "Nobody leads yet.".to_owned() };
    let names = track.names(&leaders.iter().map(|row| row.system.clone()).collect::<Vec<_>>());
    let tied = group.rows.iter().filter(|row| row.tied_with_leader && row.rank != 1 && row.interval.is_ok()).count();
    let rivals = group.rows.iter().filter(|row| !track.system(&row.system).is_reference());
    let (beat, all) = rivals.fold((0, 0), |(beat, all), row| (beat + usize::from(row.mean < 1.0), all + 1));
    let tie = match tied {
        0 if first.interval.is_ok() => ", alone".to_owned(),
        0 => String::new(),
        tied => format!(", tied with {}", number::counted(tied, "other")),
    };
    format!(
        "On {}, {names} {} with {} of the seasonal naive’s error{tie}; {beat} of {all} systems beat the seasonal naive.",
        number::counted(group.tasks.len(), "task"),
        if leaders.len() == 1 { "leads" } else { "lead" },
        number::with_interval(first.mean, first.interval, 2),
    )
}

/// Kinds against each other: how many of a kind do better than the best expert and the best TSFM.
fn kinds(track: &Track) -> Vec<String> {
    let Some(group) = track.results.overall.first() else { return Vec::new() };
    let of = |kind: &KindId| -> Vec<&OverallRow> {
        group.rows.iter().filter(|row| &track.kind(&row.system).id == kind).collect()
    };
    let catalogue = track.catalogue();
    let bars = catalogue.kinds.iter().filter(|kind| matches!(kind.id.as_str(), "expert" | "tsfm"));
    let mut lines = Vec::new();
    for bar in bars {
        let Some(best) = of(&bar.id).first().copied() else { continue };
        for kind in catalogue.kinds.iter().filter(|kind| kind.id != bar.id && kind.id.as_str() != "reference") {
            let rows = of(&kind.id);
            if rows.is_empty() {
                continue;
            }
            let better = rows.iter().filter(|row| row.mean < best.mean).count();
            lines.push(format!(
                "{}: {better} of {} {} a lower mean than the best of “{}” ({}, {}).",
                kind.group,
                rows.len(),
                if better == 1 { "has" } else { "have" },
                bar.group,
                track.name(&best.system),
                number::with_interval(best.mean, best.interval, 2),
            ));
        }
    }
    lines
}

fn other_groups(track: &Track) -> Vec<Slots> {
    let group = |(position, group): (usize, &Group)| {
        let titles: Vec<String> =
            group.tasks.iter().filter_map(|id| track.task(id)).map(|task| task.data.task.title.clone()).collect();
        let caption = if titles.len() <= 4 {
            format!("Listed in {} only: {}", number::counted(titles.len(), "task"), titles.join("; "))
        } else {
            format!("Listed in {} only", number::counted(titles.len(), "task"))
        };
        let table = boards::overall_board(track, group, &format!("overall-{}", position + 1), caption);
        Slots::from([("table", Slot::Table(Box::new(table)))])
    };
    track.results.overall.iter().enumerate().skip(1).map(group).collect()
}

fn tradable(track: &Track) -> Vec<Slots> {
    let group = |(position, group): (usize, &Group)| {
        let caption = format!("Controls: {} in liquid markets", number::counted(group.tasks.len(), "task"));
        let table = boards::overall_board(track, group, &format!("tradable-{}", position + 1), caption);
        Slots::from([("table", Slot::Table(Box::new(table)))])
    };
    track.results.tradable.iter().enumerate().take(1).map(group).collect()
}

fn facts(track: &Track) -> Vec<(String, Vec<Span>)> {
    let results = track.results;
    let run_days: usize = results.tasks.iter().map(|task| Track::run_days(task).len()).sum();
    let account = results.account();
    let settled = track.through().map_or_else(|| "nothing yet".to_owned(), number::day);
    vec![
        ("Tasks".to_owned(), plain(number::count(results.tasks.len()))),
        ("Systems".to_owned(), plain(number::count(track.catalogue().systems.len()))),
        ("Run days, all tasks".to_owned(), plain(number::count(run_days))),
        ("Submissions read".to_owned(), plain(number::count(account.submissions.total()))),
        (
            "Forecasts scored".to_owned(),
            plain(format!(
                "{} of {}",
                number::count(account.forecasts.of(Outcome::Scored)),
                number::count(account.forecasts.total())
            )),
        ),
        ("Last settlement".to_owned(), plain(settled)),
    ]
}

/// Every task with its leader, by domain.
fn tasks(track: &Track) -> Table {
    let columns = vec![
        Column::text("task", "Task"),
        Column::text("leader", "Leader"),
        Column::metric(&metric::SCALED_CRPS),
        Column::text("interval", "95% interval"),
        Column::number("tied", "Tied with it"),
        Column::number("listed", "Listed"),
        Column::number("pairs", "Pairs"),
        Column::number("run_days", "Run days"),
        Column::text("next_run", "Next run"),
        Column::text("id", "Id").hidden(),
    ];
    let mut bodies: Vec<Body> = Vec::new();
    let mut domains: Vec<Option<&str>> =
        track.catalogue().domains.iter().map(|domain| Some(domain.name.as_str())).collect();
    for task in &track.results.tasks {
        let domain = task.data.task.domain.as_deref();
        if !domains.contains(&domain) {
            domains.push(domain);
        }
    }
    for domain in &domains {
        let rows: Vec<Row> = track
            .results
            .tasks
            .iter()
            .filter(|task| task.data.task.domain.as_deref() == *domain)
            .map(|task| task_row(track, task))
            .collect();
        if !rows.is_empty() {
            let heading = (1 < domains.len()).then(|| domain.unwrap_or("Other").to_owned());
            bodies.push(Body { heading, rows });
        }
    }
    Table { bodies, ..Table::new("tasks", "Tasks and their leaders", columns, Vec::new()) }
}

fn task_row(track: &Track, task: &TaskResults) -> Row {
    let about = &task.data.task;
    let board = &task.board;
    let first = board.rows.iter().find(|row| row.rank == Some(1));
    let tied =
        board.rows.iter().filter(|row| row.tied_with_leader && row.rank != Some(1) && row.interval.is_ok()).count();
    let missing = || Cell::missing("no listed system has a score on common pairs");
    Row::new(vec![
        Cell::text(&about.title).to(track.task_page(&about.id)),
        first.map_or_else(missing, |row| track.system_cell(&row.system)),
        first.map_or_else(missing, |row| Cell::score(row.figures.scaled_crps(), 3)),
        first.map_or_else(missing, |row| super::task::interval_cell(row.interval)),
        board.resampled.map_or_else(|reason| Cell::missing(reason.to_string()), |_| Cell::whole(tied)),
        Cell::whole(board.rows.iter().filter(|row| row.listed).count()),
        Cell::whole(board.pairs),
        Cell::whole(board.days.len()),
        about
            .next_run
            .map_or_else(|| Cell::missing("not announced"), |_| Cell::text(super::schedule::next_run_words(about))),
        Cell::text(about.id.as_str()),
    ])
}
