//! How the order depends on λ: exact lines of J, crossings, the winner's band, ranks and figures at each published λ.

use super::data;
use super::standing::{release_name, trail};
use super::track::Track;
use crate::domain::fwbench::entrant::FULL;
use crate::domain::fwbench::lambda::Lambda;
use crate::score::fwbench::oracle::Oracle;
use crate::score::fwbench::results::{ReleaseResults, Standing};
use crate::score::fwbench::sensitivity::BestInterval;
use crate::score::fwbench::totals::Totals;
use crate::site::number;
use crate::site::page::{Page, Slot, Slots};

mod lines;
mod tables;

/// The page of a release.
pub fn page(track: &Track, release: &ReleaseResults) -> Page {
    let name = release_name(track, release);
    let lead = lead(track, release);
    let pools = release.pools.iter().enumerate().map(|(place, pool)| {
        let of = tables::Within { track, release, place, pool };
        Slots::from([
            ("ranks", Slot::Table(Box::new(tables::ranks(&of)))),
            ("gaps", Slot::Table(Box::new(tables::gaps(&of)))),
            ("objectives", Slot::Table(Box::new(tables::objectives(&of)))),
        ])
    });
    let mut slots = Slots::from([
        ("lead", Slot::Text(lead.clone())),
        ("exact", Slot::Text(exact_words(release))),
        ("pools", Slot::Many(pools.collect())),
        ("brackets", Slot::Table(Box::new(tables::oracle(release)))),
        ("terms", data::terms(track)),
    ]);
    if let Some(weighed) = tables::weighed(track, release) {
        slots.insert("weighed", Slot::Table(Box::new(weighed)));
    }
    if let Some(figure) = lines::figure(track, release) {
        slots.insert("figure", Slot::Figure(Box::new(figure)));
    }
    if !release.sensitivity.best.is_empty() {
        slots.insert("best", Slot::Table(Box::new(tables::best(track, release))));
    }
    if release.sensitivity.crossings.is_empty() {
        slots.insert("no_crossings", Slot::Text("No two systems have the same J at any λ.".to_owned()));
    } else {
        slots.insert("crossings", Slot::Table(Box::new(tables::crossings(track, release))));
    }
    Page {
        path: track.release_page(release, "lambda.html"),
        template: "fwbench_lambda",
        title: format!("λ sensitivity of {name}"),
        description: lead,
        trail: trail(track),
        slots,
    }
}

/// Who is best where, in one sentence.
fn lead(track: &Track, release: &ReleaseResults) -> String {
    let best = &release.sensitivity.best;
    let who = |best: &BestInterval| format!("{} {}", track.name_of(release, &best.system), interval_words(best));
    match best.as_slice() {
        [] => "Nobody is complete yet, so no λ prefers anybody.".to_owned(),
        [only] => format!("{} has the least J at every λ.", track.name_of(release, &only.system)),
        several => {
            let words: Vec<String> = several.iter().map(who).collect();
            format!("What λ asks for decides who is best: {}.", number::list(&words))
        }
    }
}

/// An interval of λ in words, both ends included: "from λ = 0.0069 to 0.0177".
pub fn interval_words(best: &BestInterval) -> String {
    let from = short(best.from);
    match best.to {
        None => format!("from λ = {from} on"),
        Some(to) if to == best.from => format!("at λ = {from} alone"),
        Some(to) => format!("from λ = {from} to {}", short(to)),
    }
}

/// Three digits that count: λ spans orders of magnitude.
fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let before = value.abs().log10().floor() as i32;
    number::fixed(value, (2 - before).clamp(0, 9) as u8)
}

fn exact_words(release: &ReleaseResults) -> String {
    let gap = match &release.oracle {
        Oracle::Exact(_) => "G is exact at any λ too, since every case’s menu is at hand.",
        Oracle::Sampled(_) => {
            "G is exact at the published λ only: the hindsight menu it subtracts is known there alone. In between it lies in the bracket \
             shown below, whatever the system, so brackets move no rank."
        }
        Oracle::Unknown(_) => "G is not shown, since the hindsight menu that it subtracts is not known.",
    };
    format!(
        "J = loss + λ · credits / B needs only a system’s loss and credits, so its lines, crossings and best intervals are exact at any λ. {gap}"
    )
}

/// Everybody with totals in the pool `full`, models and policies.
fn complete<'a>(release: &'a ReleaseResults<'a>) -> Vec<(&'a Standing<'a>, &'a Totals)> {
    let full = release.standings.iter().filter(|standing| standing.entrant.id.pool.as_str() == FULL);
    full.filter_map(|standing| Some((standing, standing.totals.as_ref().ok()?))).collect()
}

fn largest(release: &ReleaseResults) -> Option<Lambda> {
    release.release.settings.lambdas.last().copied().filter(|largest| Lambda::ZERO < *largest)
}
