//! The data page of a track: how deep each release goes, how far its figures agree with the published ones, what was wrong in the files, where they
//! came from, and on what terms. The attributions that stand on every page of the track have their one place here.

use super::track::Track;
use super::{agreement, words};
use crate::config;
use crate::domain::fault::{Fault, FaultKind};
use crate::score::fwbench::oracle::Oracle;
use crate::score::fwbench::results::ReleaseResults;
use crate::site::data::{bibtex, faults};
use crate::site::link::{Link, Url};
use crate::site::number;
use crate::site::page::{Page, Slot, Slots, Span};
use crate::site::table::{Cell, Column, Row, Table};
use crate::site::track::plain;
use crate::tree::SitePath;

const EIA: &str = "https://www.eia.gov/electricity/gridmonitor/";
const TFL: &str = "https://tfl.gov.uk/corporate/terms-and-conditions/transport-data-service";
const UPSTREAM: &str = "https://github.com/Neurogica/forecast-workflow-bench";

/// What the sources of the observations and the benchmark ask to be said wherever they are used.
const ATTRIBUTIONS: [(&str, &str, &str, &str); 3] = [
    (
        "Electricity demand: ",
        "U.S. Energy Information Administration (EIA), Hourly Electric Grid Monitor",
        EIA,
        ", public domain. ",
    ),
    (
        "Cycle hire: ",
        "Powered by TfL Open Data",
        TFL,
        "; contains OS data © Crown copyright and database rights 2016 and Geomni UK Map data © and database rights 2019. ",
    ),
    ("Benchmark: ", "Forecast Workflow Bench, Neurogica", UPSTREAM, "; its contributions are under Apache-2.0."),
];

/// The attributions of the track, for the foot of each of its pages.
pub fn terms(_track: &Track) -> Slot {
    Slot::Line(
        ATTRIBUTIONS.iter().flat_map(|&(before, name, url, after)| attribution(before, name, url, after)).collect(),
    )
}

fn attribution(before: &str, name: &str, url: &str, after: &str) -> Vec<Span> {
    let name = match Url::new(url) {
        Some(url) => Span::Link(name.to_owned(), Link::External(url)),
        None => Span::Text(name.to_owned()),
    };
    vec![Span::Text(before.to_owned()), name, Span::Text(after.to_owned())]
}

/// The page of a track.
pub fn page(track: &Track, site: &config::Site, downloads: &[(String, SitePath)]) -> Page {
    let benchmark = track.results.benchmark;
    let download = |(label, path): &(String, SitePath)| {
        Slots::from([("link", Slot::Link(label.clone(), Link::Page(path.clone(), None)))])
    };
    let mut slots = Slots::from([
        ("lead", Slot::Text(lead(track))),
        ("depths", table(depths(track))),
        ("agreement", table(agreement::counts(track))),
        ("by_file", table(agreement::by_file(track))),
        ("files", Slot::Facts(files(track))),
        ("provenance", Slot::Facts(provenance(track))),
        ("downloads", Slot::Many(downloads.iter().map(download).collect())),
        ("recompute", Slot::Code(recompute(track))),
        ("cite", Slot::Code(bibtex(site, track.config, &benchmark.provenance, None))),
        ("licences", Slot::Facts(licences(track))),
        ("terms", terms(track)),
    ]);
    match agreement::different(track) {
        Some(different) => slots.insert("different", table(different)),
        None => slots.insert("none_different", Slot::Text(none_different(track))),
    };
    if let Some(words) = rebuilt_menus(track) {
        slots.insert("rebuilt_menus", Slot::Text(words));
    }
    for (slot, title, kinds) in [
        ("faults", "Broken and invalid data", &[FaultKind::Broken, FaultKind::Invalid][..]),
        ("warnings", "Odd, but used as it is", &[FaultKind::Warning][..]),
    ] {
        let found: Vec<&Fault> = benchmark.faults.iter().filter(|fault| kinds.contains(&fault.kind)).collect();
        if !found.is_empty() {
            slots.insert(slot, table(faults(slot, title, &found, "`foreboard score --format json`")));
        }
    }
    Page {
        path: track.path("data.html"),
        template: "fwbench_data",
        title: "Data".to_owned(),
        description: "What the figures were computed from, how far they agree with the published ones, and the terms."
            .to_owned(),
        trail: vec![(track.config.title.clone(), track.home())],
        slots,
    }
}

fn table(table: Table) -> Slot {
    Slot::Table(Box::new(table))
}

fn lead(track: &Track) -> String {
    let counts = agreement::sum(track.results);
    let faults = track.results.benchmark.faults.iter().filter(|fault| fault.kind != FaultKind::Warning).count();
    let bad = match faults {
        0 => "nothing in the files was broken or invalid".to_owned(),
        _ => format!("{} in the files", number::counted(faults, "fault")),
    };
    match agreement::total(counts) {
        0 => format!("No figure was published with these files, so there is nothing to agree with; {bad}."),
        all => format!(
            "Of {} {} were recomputed and are equal, {} differ, {} could only be taken as published, and {} would need files that are not at hand; {bad}.",
            number::counted(all, "published figure"),
            number::count(counts.equal),
            number::count(counts.different),
            number::count(counts.published_only),
            number::count(counts.not_recomputable)
        ),
    }
}

fn none_different(track: &Track) -> String {
    match agreement::sum(track.results).equal {
        0 => "No figure could be recomputed, so none can differ.".to_owned(),
        equal => format!("None of the {} that were recomputed differs.", number::counted(equal, "figure")),
    }
}

/// Where gaps rest on rebuilt menus, published ones do so on others.
fn rebuilt_menus(track: &Track) -> Option<String> {
    let exact = |release: &&ReleaseResults| matches!(release.oracle, Oracle::Exact(_));
    let names: Vec<String> =
        track.results.releases.iter().filter(exact).map(|release| release.release.version.clone()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "In {} the hindsight menu is computed case by case. The published one rests on other runs of the forecasting models, so its J, and every G with it, \
             is compared with the wider tolerance that stands beside each figure.",
            number::list(&names)
        )
    })
}

/// How deep the input of each release goes.
fn depths(track: &Track) -> Table {
    let columns = vec![
        Column::text("release", "Release"),
        Column::text("depth", "Deepest input"),
        Column::text("metric", "Ranked by"),
        Column::number("cases", "Cases"),
        Column::number("entrants", "Models and policies"),
        Column::number("unranked", "Without figures"),
        Column::text("menu", "Hindsight menu"),
        Column::text("floors", "Floors"),
        Column::text("folder", "Folder").hidden(),
        Column::text("id", "Id").hidden(),
    ];
    let row = |release: &ReleaseResults| {
        let of = release.release;
        let floors = match &release.floors_from {
            Some(version) => Cell::text(format!("published by {version}")),
            None if floor_known(release) => Cell::text("its own"),
            None => Cell::missing("no floor is known"),
        };
        Row::new(vec![
            Cell::text(&of.version),
            Cell::text(words::depth(release.depth)),
            Cell::text(super::standing::ranking_words(of)),
            Cell::whole(of.case_count),
            Cell::whole(release.standings.len()),
            Cell::whole(release.standings.iter().filter(|standing| standing.totals.is_err()).count()),
            Cell::text(match &release.oracle {
                Oracle::Exact(_) => "at hand: G is exact at any λ".to_owned(),
                Oracle::Sampled(_) => "published at some λ: G is exact there, a bracket between".to_owned(),
                Oracle::Unknown(reason) => format!("not known: {reason}"),
            }),
            floors,
            if of.root.is_empty() { Cell::text("the dataset’s own") } else { Cell::text(&of.root) },
            Cell::text(of.id.as_str()),
        ])
    };
    Table::new(
        "depths",
        "How deep the files of each release go",
        columns,
        track.results.releases.iter().map(row).collect(),
    )
    .note("Two releases never share a table of results: they differ in cases or in what ranks.")
}

fn floor_known(release: &ReleaseResults) -> bool {
    let whole = |standing: &crate::score::fwbench::results::Standing| {
        standing.totals.as_ref().is_ok_and(|totals| totals.whole().floor.is_some())
    };
    release.standings.iter().any(whole)
}

fn files(track: &Track) -> Vec<(String, Vec<Span>)> {
    let files = track.results.benchmark.files;
    [
        ("Files found", files.found),
        ("Submissions", files.submission),
        ("Settings, indexes, results, targets and other files read", files.read),
        ("Files that no figure needs", files.supporting),
        ("Ignored: fit no place of the layout", files.ignored),
        ("Unreadable lines in tables", files.broken_lines),
    ]
    .into_iter()
    .map(|(label, count)| (label.to_owned(), plain(number::count(count))))
    .collect()
}

/// Where the data came from.
pub fn provenance(track: &Track) -> Vec<(String, Vec<Span>)> {
    let provenance = &track.results.benchmark.provenance;
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
    if let Some(licence) = &track.config.licence {
        facts.push(("Licence of the data".to_owned(), plain(licence.clone())));
    }
    facts.push(("Made with".to_owned(), plain(format!("foreboard {}", env!("CARGO_PKG_VERSION")))));
    facts
}

/// The licences that the cases name, with how many cases name each.
fn licences(track: &Track) -> Vec<(String, Vec<Span>)> {
    let mut facts: Vec<(String, Vec<Span>)> = Vec::new();
    for release in &track.results.releases {
        let cases = release.release.index.as_ref().map_or(&[][..], |index| index.cases());
        let mut counts = std::collections::BTreeMap::<&str, usize>::new();
        for licence in cases.iter().filter_map(|case| case.licence.as_deref()) {
            *counts.entry(licence).or_default() += 1;
        }
        for (licence, count) in counts {
            let words = format!("{}: {}", release.release.version, number::counted(count, "case"));
            facts.push((licence.to_owned(), plain(words)));
        }
    }
    if facts.is_empty() {
        facts.push(("Licences of single cases".to_owned(), plain("no case at hand names one")));
    }
    facts
}

fn recompute(track: &Track) -> String {
    let provenance = &track.results.benchmark.provenance;
    let state = provenance.commit.as_deref().map_or_else(
        || format!("files with digest {}", &provenance.digest[..provenance.digest.len().min(12)]),
        |commit| format!("commit {commit}"),
    );
    format!("# DATASET: a folder with {}, {state}\nforeboard score DATASET --format json", track.config.name)
}
