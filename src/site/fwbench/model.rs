//! One model or policy: where it stands and why, its figures beside the published ones, how they depend on λ and on the part of the cases, and what
//! became of its runs. Results of two pools never share a table.

use std::collections::BTreeSet;

use super::export::has_cases;
use super::standing::{ranking, ranking_words, value};
use super::track::Track;
use super::words;
use crate::domain::fwbench::entrant::{Entrant, FULL, Group, Role};
use crate::domain::fwbench::outcome::Unscored;
use crate::domain::fwbench::release::RankingMetric;
use crate::domain::id::{CaseId, SystemId};
use crate::score::fwbench::metric;
use crate::score::fwbench::results::{ReleaseResults, Standing};
use crate::site::link::Link;
use crate::site::number;
use crate::site::page::{Page, Slot, Slots, Span};
use crate::site::table::{Cell, Column, Row, Table};
use crate::site::track::plain;

mod tables;

/// Cases without a score that the page itself lists.
const LISTED: usize = 200;

/// The page of a model or policy in all its pools; `position` is that of the first of its entrants among the standings.
///
/// # Panics
/// When `position` is none of the release's standings.
pub fn page(track: &Track, release: &ReleaseResults, position: usize) -> Page {
    let first = release.standings[position].entrant;
    let standings: Vec<&Standing> =
        release.standings.iter().filter(|standing| standing.entrant.id.model == first.id.model).collect();
    let several = 1 < standings.len();
    let pools = standings.iter().map(|standing| pool(track, release, standing, several)).collect();
    let slots = Slots::from([
        ("lead", Slot::Text(lead(release, &standings))),
        ("facts", Slot::Facts(facts(track, release, first, &standings))),
        ("pools", Slot::Many(pools)),
        ("onward", Slot::Line(onward(track, release))),
        ("terms", super::data::terms(track)),
    ]);
    Page {
        path: track.model_page(release, &first.id.model),
        template: "fwbench_model",
        title: first.label.clone(),
        description: format!("{} in {}: loss, credits, validity and rank.", first.label, release.release.version),
        trail: vec![(track.config.title.clone(), track.home())],
        slots,
    }
}

/// Ranked entrants of a standing's pool.
pub(super) fn ranked(release: &ReleaseResults, of: &Standing) -> usize {
    let pool = &of.entrant.id.pool;
    release.standings.iter().filter(|standing| standing.entrant.id.pool == *pool && standing.rank.is_some()).count()
}

fn lead(release: &ReleaseResults, standings: &[&Standing]) -> String {
    let sentences: Vec<String> = standings.iter().map(|standing| sentence(release, standing)).collect();
    sentences.join(" ")
}

fn sentence(release: &ReleaseResults, standing: &Standing) -> String {
    let entrant = standing.entrant;
    let full = entrant.id.pool.as_str() == FULL;
    let name = if full { entrant.label.clone() } else { format!("In the pool {} it", entrant.id.pool) };
    let totals = match &standing.totals {
        Ok(totals) => totals,
        Err(reason) => return format!("{name} is not ranked: {}.", words::unranked(reason)),
    };
    let label = ranking_words(release.release);
    let figure = value(release, standing).map_or_else(
        |why| format!("{label} is not known ({why})"),
        |value| format!("{label} is {}", number::fixed(value, ranking(release.release).decimals)),
    );
    let standing_words = match (standing.rank, entrant.role) {
        (Some(rank), _) => {
            format!("is number {rank} of {}", number::counted(ranked(release, standing), "ranked model"))
        }
        (None, Role::Policy) => "is a fixed policy, shown beside the models and never ranked".to_owned(),
        (None, Role::Model) => "is not ranked".to_owned(),
    };
    let valid = standing.progress.valid.map_or_else(String::new, |valid| {
        format!("; {} of {} plans are valid", number::count(valid), number::count(totals.cases))
    });
    let whole = totals.whole();
    format!(
        "{name} {standing_words}: {figure}, with a loss of {} for {} credits a case{valid}.",
        number::fixed(whole.loss, metric::LOSS.decimals),
        number::fixed(whole.credits, metric::CREDITS.decimals),
    )
}

fn facts(
    track: &Track,
    release: &ReleaseResults,
    first: &Entrant,
    standings: &[&Standing],
) -> Vec<(String, Vec<Span>)> {
    let kind = match (first.role, first.group) {
        (Role::Policy, _) => "fixed policy".to_owned(),
        (Role::Model, Some(group)) => format!("language model, {}", Group::word(group)),
        (Role::Model, None) => "language model; its group is not stated".to_owned(),
    };
    let pools: Vec<String> = standings.iter().map(|standing| standing.entrant.id.pool.to_string()).collect();
    let mut facts = vec![
        ("Kind".to_owned(), plain(kind)),
        ("Release".to_owned(), plain(release.release.version.clone())),
        ("Id".to_owned(), plain(first.id.model.as_str())),
        (if pools.len() == 1 { "Pool" } else { "Pools" }.to_owned(), plain(number::list(&pools))),
    ];
    if let Some(thinking) = first.thinking {
        facts.push(("Thinks before it answers".to_owned(), plain(if thinking { "yes" } else { "no" })));
    }
    let ways = ways(release, first);
    if !ways.is_empty() {
        facts.push(("Other ways of thinking".to_owned(), joined(ways.iter().map(|way| track.span(release, way)))));
    }
    let elsewhere: Vec<Span> =
        track.results.releases.iter().filter_map(|other| in_other(track, release, other, &first.id.model)).collect();
    if !elsewhere.is_empty() {
        facts.push(("In other releases".to_owned(), joined(elsewhere.into_iter())));
    }
    facts
}

/// The other configurations of the same base, each once.
fn ways<'r>(release: &'r ReleaseResults, first: &Entrant) -> Vec<&'r Entrant> {
    let mut seen = BTreeSet::from([&first.id.model]);
    let entrants = release.standings.iter().map(|standing| standing.entrant);
    entrants
        .filter(|entrant| first.base.is_some() && entrant.base == first.base)
        .filter(|entrant| seen.insert(&entrant.id.model))
        .collect()
}

fn in_other(track: &Track, release: &ReleaseResults, other: &ReleaseResults, model: &SystemId) -> Option<Span> {
    if other.release.id == release.release.id {
        return None;
    }
    other.standings.iter().find(|standing| standing.entrant.id.model == *model)?;
    Some(Span::Link(other.release.version.clone(), Link::Page(track.model_page(other, model), None)))
}

fn joined(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut line = Vec::new();
    for span in spans {
        if !line.is_empty() {
            line.push(Span::Text(" · ".to_owned()));
        }
        line.push(span);
    }
    line
}

/// Where its differences to others and its cases stand.
fn onward(track: &Track, release: &ReleaseResults) -> Vec<Span> {
    let differences = track.release_page(release, "differences.html");
    let mut line = vec![
        Span::Text("Its differences to the others, with intervals, stand on the page of ".to_owned()),
        Span::Link("pairwise differences".to_owned(), Link::Page(differences, None)),
        Span::Text(".".to_owned()),
    ];
    if has_cases(release) {
        line.push(Span::Text(" Case by case: ".to_owned()));
        let cohorts = release.release.settings.cohort_weights.keys();
        line.extend(joined(
            cohorts.map(|cohort| Span::Link(cohort.to_string(), Link::Page(track.cohort_page(release, cohort), None))),
        ));
        line.push(Span::Text(".".to_owned()));
    }
    line
}

fn pool(track: &Track, release: &ReleaseResults, standing: &Standing, several: bool) -> Slots {
    let pool = &standing.entrant.id.pool;
    let suffix = if pool.as_str() == FULL { String::new() } else { format!("-{pool}") };
    let heading = if several { format!("Pool {pool}") } else { "Figures".to_owned() };
    let mut slots = Slots::from([
        ("id", Slot::Text(format!("h-pool-{pool}"))),
        ("heading", Slot::Text(heading)),
        ("facts", Slot::Facts(standing_facts(release, standing))),
    ]);
    if let Ok(totals) = &standing.totals {
        slots.insert("figures", table(tables::figures(release, standing, totals, &suffix)));
        if !standing.objective.is_empty() {
            slots.insert("lambdas", table(tables::lambdas(release, standing, &suffix)));
        }
        slots.insert("parts", table(tables::parts(track, release, totals, &suffix)));
    }
    match tables::runs(&standing.progress, &suffix) {
        Some(runs) => slots.insert("runs", table(runs)),
        None => {
            slots.insert("no_runs", Slot::Text("The files at hand do not tell how its single runs ended.".to_owned()))
        }
    };
    if !standing.progress.missing.is_empty() {
        slots.insert("missing", table(missing(track, release, standing, &suffix)));
    }
    slots
}

fn table(table: Table) -> Slot {
    Slot::Table(Box::new(table))
}

fn standing_facts(release: &ReleaseResults, standing: &Standing) -> Vec<(String, Vec<Span>)> {
    let progress = &standing.progress;
    let unknown = |value: Option<usize>, words: &dyn Fn(usize) -> String| {
        plain(value.map_or_else(|| "not told by the files at hand".to_owned(), words))
    };
    let rank = standing.rank.map_or_else(
        || super::export::reason(standing).unwrap_or_else(|| "none".to_owned()),
        |rank| format!("{rank} of {} by {}", ranked(release, standing), ranking_words(release.release)),
    );
    let of_all = |count: usize| format!("{} of {}", number::count(count), number::count(progress.cases));
    let mut facts = vec![
        ("Rank".to_owned(), plain(rank)),
        ("Cases scored".to_owned(), plain(of_all(progress.scored))),
        ("Valid plans".to_owned(), unknown(progress.valid, &of_all)),
        ("Cases that paid".to_owned(), unknown(progress.paid, &of_all)),
    ];
    if standing.entrant.id.pool.as_str() != FULL || standing.totals.is_err() {
        return facts;
    }
    let id = &standing.entrant.id;
    let sensitivity = &release.sensitivity;
    if release.release.metric == RankingMetric::Gap {
        let best = sensitivity.best.iter().find(|best| best.system == *id);
        let words = match best {
            Some(best) => match best.to {
                Some(to) if to == best.from => format!("λ = {} alone", words::plain(to)),
                Some(to) => format!("λ from {} to {}", words::plain(best.from), words::plain(to)),
                None => format!("λ from {} on", words::plain(best.from)),
            },
            None if sensitivity.unsupported.contains(id) => "at no λ, though nothing dominates it".to_owned(),
            None => "at no λ".to_owned(),
        };
        facts.push(("Least J of all systems".to_owned(), plain(words)));
    }
    if let Some(layer) = sensitivity.layers.iter().position(|layer| layer.contains(id)) {
        facts.push((
            "Pareto layer of loss and credits".to_owned(),
            plain(format!("{} of {}", layer + 1, sensitivity.layers.len())),
        ));
    }
    facts
}

/// The cases that are not scored, each with its reason.
fn missing(track: &Track, release: &ReleaseResults, standing: &Standing, suffix: &str) -> Table {
    let columns = vec![Column::text("case", "Case"), Column::text("reason", "Why it is not scored")];
    let all = &standing.progress.missing;
    let page_of = |case: &str| {
        let id: CaseId = case.parse().ok()?;
        release.release.index.as_ref()?.position(&id)?;
        has_cases(release).then(|| track.case_page(release, &id))
    };
    let row = |(case, why): &(String, Option<Unscored>)| {
        let name = Cell::text(case);
        Row::new(vec![
            page_of(case).map_or_else(|| name.clone(), |path| name.clone().to(path)),
            Cell::text(why.map_or("its publisher names no reason", Unscored::words)),
        ])
    };
    let name = format!("missing{suffix}");
    let table = Table::new(&name, "Cases without a score", columns, all.iter().take(LISTED).map(row).collect());
    if LISTED < all.len() {
        table.note(format!(
            "The first {LISTED} of {}; the release’s scores.json, named on the data page, has all.",
            number::count(all.len())
        ))
    } else {
        table
    }
}
