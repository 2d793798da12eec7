//! The track's first page: every release's leaderboard.

use super::boards;
use super::data;
use super::differences;
use super::plane;
use super::standing::{self, leader, ranked, ranking_words, release_name, value};
use super::track::{Entry, ReleasePage, Track};
use super::words;
use crate::domain::fwbench::release::RankingMetric;
use crate::score::fwbench::results::{ReleaseResults, Standing};
use crate::site::chapter::Surroundings;
use crate::site::figure::Numbers;
use crate::site::link::Link;
use crate::site::number;
use crate::site::page::{Page, Slot, Slots, Span};
use crate::site::track::plain;

/// The first page of a track; the site's own when it is the first of the tracks.
pub fn page(track: &Track, around: &Surroundings) -> Page {
    let lead = lead(track);
    let releases = &track.results.releases;
    let mut slots = Slots::from([
        ("lead", Slot::Text(lead.clone())),
        ("facts", Slot::Facts(facts(track))),
        (
            "releases",
            Slot::Many(releases.iter().enumerate().map(|(at, release)| section(track, at, release)).collect()),
        ),
        ("other_tracks", around.links()),
        ("terms", data::terms(track)),
    ]);
    if around.first && !around.site.description.is_empty() {
        slots.insert("about", Slot::Untrusted(around.site.description.clone()));
    }
    Page {
        path: track.home(),
        template: "fwbench_home",
        title: if around.first { around.site.title.clone() } else { track.config.title.clone() },
        description: lead,
        trail: Vec::new(),
        slots,
    }
}

/// Who leads each release, what that costs, and whether a fixed policy does better.
fn lead(track: &Track) -> String {
    let sentences: Vec<String> = track.results.releases.iter().map(|release| sentence(track, release)).collect();
    sentences.join(" ")
}

fn sentence(track: &Track, release: &ReleaseResults) -> String {
    let name = release_name(track, release);
    let Some((first, figure)) = leader(release).and_then(|first| Some((first, value(release, first).ok()?))) else {
        return format!("In {name}, no model is complete yet, so nobody leads.");
    };
    let Ok(totals) = &first.totals else { return String::new() };
    let whole = totals.whole();
    let of = release.release;
    let label = standing::ranking(of).label;
    let at = of.settings.main_lambda.filter(|_| of.metric == RankingMetric::Gap);
    let at = at.map_or_else(String::new, |lambda| format!(" at λ = {lambda}"));
    let figure = match of.metric {
        // The loss that ranks is told with the credits.
        RankingMetric::Loss => String::new(),
        RankingMetric::Gap | RankingMetric::Score => format!(" with {label} = {}{at}", number::fixed(figure, 4)),
    };
    format!(
        "In {name}, {} leads {}{figure}: loss {} for {} of the budget. {}",
        track.name(first.entrant),
        number::counted(ranked(release, &first.entrant.id.pool).len(), "ranked model"),
        number::fixed(whole.loss, 4),
        number::percent(of.settings.budget.share(whole.credits), 1),
        against_policies(track, release, first),
    )
    .trim_end()
    .to_owned()
}

/// How many fixed policies do better than the first of the models.
fn against_policies(track: &Track, release: &ReleaseResults, first: &Standing) -> String {
    let policies: Vec<(&Standing, f64)> = standing::policies(release)
        .into_iter()
        .filter_map(|policy| Some((policy, value(release, policy).ok()?)))
        .collect();
    let (Some((best, _)), Ok(bar)) = (policies.first(), value(release, first)) else { return String::new() };
    let better = policies.iter().filter(|(_, figure)| *figure < bar).count();
    let (name, all) = (track.name(best.entrant), number::counted(policies.len(), "fixed policy"));
    let undecided = differences::interval(release, &best.entrant.id, &first.entrant.id);
    let undecided =
        undecided.filter(|interval| interval.contains(0.0)).map_or("", |_| ", though 95% cannot tell them apart");
    match (better, policies.len()) {
        (0, _) => format!("None of {all} does better."),
        (1, 1) => format!("The one fixed policy, {name}, does better{undecided}."),
        (better, _) => format!(
            "Of {all}, {} better: {}{name}{undecided}.",
            if better == 1 { "1 does".to_owned() } else { format!("{better} do") },
            if better == 1 { "" } else { "the best is " },
        ),
    }
}

/// One release: its boards, its plane, and the ways into it.
fn section(track: &Track, at: usize, release: &ReleaseResults) -> Slots {
    let of = release.release;
    let boards = release.pools.iter().enumerate().map(|(place, pool)| {
        Slots::from([("table", Slot::Table(Box::new(boards::leaderboard(track, release, place, pool))))])
    });
    let mut pages = Vec::new();
    if !of.settings.lambdas.is_empty() {
        pages.push(("How the order depends on λ", ReleasePage::Lambda));
    }
    pages.extend([
        ("Loss against credits", ReleasePage::Plane),
        ("Cohorts, domains and leads", ReleasePage::Parts),
        ("Differences with intervals", ReleasePage::Differences),
    ]);
    if !release.cases.is_empty() {
        pages.push(("Every case", ReleasePage::Cases(0)));
    }
    let link = |(label, page): (&str, ReleasePage)| {
        let path = track.address(Entry::Release(at, page));
        Slots::from([("link", Slot::Link(label.to_owned(), Link::Page(path, None)))])
    };
    let mut slots = Slots::from([
        ("id", Slot::Text(format!("h-{}", of.id))),
        ("heading", Slot::Text(release_name(track, release))),
        ("boards", Slot::Many(boards.collect())),
        ("pages", Slot::Many(pages.into_iter().map(link).collect())),
    ]);
    if let Some(references) = boards::references(track, release) {
        slots.insert("references", Slot::Table(Box::new(references)));
    }
    // Boards hold no policies, so the points bring a table of their own.
    let numbers = Numbers::Own(Box::new(plane::layers(track, release)));
    if let Some(figure) = plane::figure(track, release, &format!("plane-{}", of.id), numbers) {
        slots.insert("plane", Slot::Figure(Box::new(figure)));
    }
    slots
}

fn facts(track: &Track) -> Vec<(String, Vec<Span>)> {
    let fact = |release: &ReleaseResults| {
        let of = release.release;
        let counts = release.agreement.counts();
        let words = format!(
            "{}, {}; ranks by {} ({}); of the published figures {} agree, {} differ",
            number::counted(of.case_count, "case"),
            words::depth(release.depth),
            ranking_words(of),
            standing::ranking(of).direction.words(),
            number::count(counts.equal),
            number::count(counts.different),
        );
        (release_name(track, release), plain(words))
    };
    let mut facts: Vec<(String, Vec<Span>)> = track.results.releases.iter().map(fact).collect();
    let budget = track.results.releases.first().map(|release| release.release.settings.budget);
    if let Some(budget) = budget {
        facts.push((
            "Budget of a case, B".to_owned(),
            plain(format!("{} credits", number::count(budget.credits() as usize))),
        ));
    }
    facts
}
