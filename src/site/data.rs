//! The data page: the account of everything read, every fault with its place, where the data came from, how to cite.

use super::accounts::{left_out, outcome_cells, outcome_columns};
use super::link::{Link, Url};
use super::number;
use super::page::{Page, Slot, Slots, Span};
use super::schedule::capital;
use super::table::{Cell, Column, Row, Table};
use super::track::{Track, plain};
use crate::config;
use crate::domain::dataset::Provenance;
use crate::domain::day::Day;
use crate::domain::fault::{Fault, FaultKind};
use crate::score::ledger::{Account, LeftOut, Outcome};
use crate::score::results::TaskResults;
use crate::tree::SitePath;

/// Faults and submissions left out that the page itself lists.
const LISTED: usize = 200;

/// The page of a track.
pub fn page(track: &Track, site: &config::Site, downloads: &[(String, SitePath)]) -> Page {
    let dataset = track.results.dataset;
    let mut slots = Slots::from([
        ("lead", Slot::Text(lead(track))),
        ("provenance", Slot::Facts(provenance(track))),
        ("ledger", Slot::Table(Box::new(ledger(track)))),
        ("by_task", Slot::Table(Box::new(by_task(track)))),
        ("files", Slot::Facts(files(track))),
        ("truth", Slot::Table(Box::new(truth(track)))),
    ]);
    for (slot, name, title, kinds) in [
        ("faults", "faults", "Broken and invalid data", &[FaultKind::Broken, FaultKind::Invalid][..]),
        ("warnings", "warnings", "Odd, but used as it is", &[FaultKind::Warning][..]),
    ] {
        let found: Vec<&Fault> = dataset.faults.iter().filter(|fault| kinds.contains(&fault.kind)).collect();
        if !found.is_empty() {
            slots.insert(slot, Slot::Table(Box::new(faults(name, title, &found, "the ledger download"))));
        }
    }
    let all: Vec<LeftOut> = track.results.tasks.iter().flat_map(|task| task.ledger.left_out.iter().cloned()).collect();
    if !all.is_empty() {
        slots.insert("left_out", Slot::Table(Box::new(left_out(track, &all, LISTED))));
    }
    if !track.catalogue().exclusions.is_empty() {
        slots.insert("exclusions", Slot::Table(Box::new(exclusions(track))));
    }
    let download = |(label, path): &(String, SitePath)| {
        Slots::from([("link", Slot::Link(label.clone(), Link::Page(path.clone(), None)))])
    };
    slots.insert("downloads", Slot::Many(downloads.iter().map(download).collect()));
    let provenance = &track.results.dataset.provenance;
    slots.insert("cite", Slot::Code(bibtex(site, track.config, provenance, track.through())));
    slots.insert("recompute", Slot::Code(recompute(track)));
    Page {
        path: track.path("data.html"),
        template: "data",
        title: "Data".to_owned(),
        description: "What was read, what was scored, what was left out and why.".to_owned(),
        trail: vec![(track.config.title.clone(), track.home())],
        slots,
    }
}

fn lead(track: &Track) -> String {
    let account = track.results.account();
    let (all, scored) = (account.submissions.total(), account.submissions.of(Outcome::Scored));
    let bad = account.submissions.of(Outcome::Broken) + account.submissions.of(Outcome::Invalid);
    format!(
        "Of {} read, {} were scored and {} left out, each with its reason; {} were broken or invalid.",
        number::counted(all, "submission"),
        number::count(scored),
        number::count(all - scored),
        number::count(bad)
    )
}

/// Where the data came from.
pub fn provenance(track: &Track) -> Vec<(String, Vec<Span>)> {
    let provenance = &track.results.dataset.provenance;
    let name = &track.config.name;
    let source = match track.config.url.as_deref().and_then(Url::new) {
        Some(url) => vec![Span::Link(name.clone(), Link::External(url))],
        None => plain(name.clone()),
    };
    let mut facts = vec![("Dataset".to_owned(), source)];
    if let Some(commit) = &provenance.commit {
        facts.push(("Commit".to_owned(), plain(commit.clone())));
    }
    facts.push(("Digest of all files read".to_owned(), plain(format!("sha256 {}", provenance.digest))));
    facts.push((
        "Data through".to_owned(),
        plain(track.through().map_or_else(|| "nothing has settled yet".to_owned(), number::day)),
    ));
    if let Some(licence) = &track.config.licence {
        facts.push(("Licence of the data".to_owned(), plain(licence.clone())));
    }
    facts.push(("Made with".to_owned(), plain(format!("foreboard {}", env!("CARGO_PKG_VERSION")))));
    facts
}

fn ledger(track: &Track) -> Table {
    let account = track.results.account();
    let columns = vec![
        Column::text("outcome", "Outcome"),
        Column::number("submissions", "Submissions"),
        Column::number("forecasts", "Forecasts"),
    ];
    let mut rows: Vec<Row> = Outcome::ALL
        .iter()
        .map(|&outcome| {
            Row::new(vec![
                Cell::text(capital(outcome.word())),
                Cell::whole(account.submissions.of(outcome)),
                Cell::whole(account.forecasts.of(outcome)),
            ])
        })
        .collect();
    rows.push(Row::new(vec![
        Cell::text("All read"),
        Cell::whole(account.submissions.total()),
        Cell::whole(account.forecasts.total()),
    ]));
    Table::new("ledger", "Read = scored + left out", columns, rows).note(format!(
        "One outcome each, the first that holds. A submission with any scored forecast is scored; a broken one has no forecasts that could be counted. {}",
        match account.crossing {
            0 => "No forecast has quantiles that cross.".to_owned(),
            1 => "One forecast has quantiles that cross; it is scored as submitted.".to_owned(),
            crossing => format!("{} forecasts have quantiles that cross; they are scored as submitted.", number::count(crossing)),
        }
    ))
}

fn by_task(track: &Track) -> Table {
    let mut columns = vec![Column::text("task", "Task"), Column::number("submissions", "Submissions")];
    columns.extend(outcome_columns());
    columns.push(Column::text("id", "Id").hidden());
    let row = |task: &TaskResults| {
        let account: Account = task.ledger.total();
        let mut cells = vec![
            Cell::text(&task.data.task.title).to(track.task_page(&task.data.task.id)),
            Cell::whole(account.submissions.total()),
        ];
        cells.extend(outcome_cells(&account.submissions));
        cells.push(Cell::text(task.data.task.id.as_str()));
        Row::new(cells)
    };
    Table::new("by-task", "Submissions by task", columns, track.results.tasks.iter().map(row).collect())
}

fn files(track: &Track) -> Vec<(String, Vec<Span>)> {
    let files = track.results.dataset.files;
    [
        ("Files found", files.found),
        ("With submissions", files.submission),
        ("Index, truth and histories read", files.read),
        ("Covariates and trajectories", files.supporting),
        ("Ignored: fit no place of the layout", files.ignored),
        ("Unreadable lines in .jsonl files", files.broken_lines),
        ("Values at levels no task asks for", files.extra_levels),
    ]
    .into_iter()
    .map(|(label, count)| (label.to_owned(), plain(number::count(count))))
    .collect()
}

fn truth(track: &Track) -> Table {
    let columns = vec![
        Column::text("task", "Task"),
        Column::number("settled", "Settled days"),
        Column::number("revised", "First values revised later"),
        Column::number("conflicts", "Conflicts"),
        Column::text("last", "Last settled"),
        Column::text("id", "Id").hidden(),
    ];
    let row = |task: &TaskResults| {
        let truth = &task.data.truth;
        let revised = truth.settled.values().filter(|settled| settled.revised_to.is_some()).count();
        let last = truth.settled.keys().next_back();
        Row::new(vec![
            Cell::text(&task.data.task.title).to(track.task_page(&task.data.task.id)),
            Cell::whole(truth.settled.len()),
            Cell::whole(revised),
            Cell::whole(truth.conflicts.len()),
            last.map_or_else(|| Cell::missing("nothing has settled yet"), |day| Cell::text(day.to_string())),
            Cell::text(task.data.task.id.as_str()),
        ])
    };
    Table::new("truth", "What came true", columns, track.results.tasks.iter().map(row).collect()).note(
        "The first value released counts; a revision never does. A day whose first values conflict stays unsettled.",
    )
}

/// Faults with their places; the page itself lists the first two hundred, and the others stand in `elsewhere`.
pub fn faults(name: &str, caption: &str, found: &[&Fault], elsewhere: &str) -> Table {
    let columns = vec![
        Column::text("path", "File"),
        Column::text("kind", "Kind"),
        Column::text("place", "Place"),
        Column::text("message", "What is wrong"),
    ];
    let row = |fault: &&Fault| {
        let place = fault.place.to_string();
        Row::new(vec![
            Cell::text(&fault.path),
            Cell::text(fault.kind.word()),
            if place.is_empty() { Cell::missing("the whole file") } else { Cell::text(place) },
            Cell::text(&fault.message),
        ])
    };
    let table = Table::new(name, caption, columns, found.iter().take(LISTED).map(row).collect());
    if LISTED < found.len() {
        table.note(format!("The first {LISTED} of {}; {elsewhere} has all.", number::count(found.len())))
    } else {
        table
    }
}

fn exclusions(track: &Track) -> Table {
    let columns = vec![
        Column::text("task", "Task"),
        Column::text("system", "System"),
        Column::text("run_day", "Run day"),
        Column::text("target_date", "Target"),
        Column::text("reason", "Reason"),
    ];
    let any = |value: Option<String>| value.map_or_else(|| Cell::missing("any"), Cell::text);
    let row = |exclusion: &crate::domain::catalogue::Exclusion| {
        Row::new(vec![
            any(exclusion.task.as_ref().map(ToString::to_string)),
            any(exclusion.system.as_ref().map(ToString::to_string)),
            any(exclusion.run_day.map(|day| day.to_string())),
            any(exclusion.target_day.map(|day| day.to_string())),
            Cell::text(&exclusion.reason),
        ])
    };
    Table::new("exclusions", "Declared exclusions", columns, track.catalogue().exclusions.iter().map(row).collect())
}

fn recompute(track: &Track) -> String {
    let provenance = &track.results.dataset.provenance;
    let state = provenance.commit.as_deref().map_or_else(
        || format!("files with digest {}", &provenance.digest[..provenance.digest.len().min(12)]),
        |commit| format!("commit {commit}"),
    );
    format!("# DATASET: a folder with {}, {state}\nforeboard score DATASET --format csv", track.config.name)
}

/// How to cite a track's data at its commit, or by its digest.
pub fn bibtex(site: &config::Site, track: &config::Track, provenance: &Provenance, through: Option<Day>) -> String {
    let clean = |text: &str| text.replace(['{', '}', '\\'], "");
    let state = provenance.commit.as_deref().map_or_else(
        || format!("dataset digest sha256:{}", provenance.digest),
        |commit| format!("dataset commit {commit}"),
    );
    let through = through.map(|day| format!(", data through {}", number::day(day))).unwrap_or_default();
    let mut lines = Vec::new();
    let citation = track.citation.as_ref().or(site.citation.as_ref());
    let key = citation.map_or_else(|| track.id.to_string(), |citation| citation.key.clone());
    lines.push(format!("@misc{{{key},"));
    let title = citation.map_or(&site.title, |citation| &citation.title);
    lines.push(format!("  title = {{{}}},", clean(title)));
    if let Some(citation) = citation {
        lines.push(format!("  author = {{{}}},", clean(&citation.authors.join(" and "))));
        if let Some(year) = citation.year {
            lines.push(format!("  year = {{{year}}},"));
        }
        if let Some(url) = &citation.url {
            lines.push(format!("  url = {{{}}},", clean(url)));
        }
    }
    lines.push(format!("  note = {{{state}{through}}}"));
    lines.push("}".to_owned());
    lines.join("\n")
}
