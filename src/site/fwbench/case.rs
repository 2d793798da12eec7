//! One case: its contract, demand against plans, what every model made of it, and what the menu offered. At the depth of tables there is no
//! contract and no demand, and so no figure. Cheap: there are more than a thousand such pages.

use super::cases::{best, chosen, valid};
use super::measure::Measure;
use super::track::Track;
use super::words;
use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::episode::Episode;
use crate::score::fwbench::cases::CaseResults;
use crate::score::fwbench::results::ReleaseResults;
use crate::site::link::Link;
use crate::site::number;
use crate::site::page::{Page, Slot, Slots, Span};
use crate::site::track::plain;

mod day;
mod facts;
mod tables;

/// One case with everything that its page speaks of.
#[derive(Clone, Copy)]
struct View<'r> {
    release: &'r ReleaseResults<'r>,
    case: &'r Case,
    results: &'r CaseResults,
    /// Its raw files, at the depth that has them.
    episode: Option<&'r Episode>,
}

impl View<'_> {
    fn measure(&self) -> Result<Measure, String> {
        Measure::of(self.release.release, &self.case.domain)
    }
}

/// The page of a case; `position` is its place in the index.
///
/// # Panics
/// When the release has no index or no results of the case: the plan makes no such page.
pub fn page(track: &Track, release: &ReleaseResults, position: usize) -> Page {
    let index = release.release.index.as_ref().expect("the plan makes pages of cases only where there is an index");
    let case = &index.cases()[position];
    let view = View { release, case, results: &release.cases[position], episode: episode(release, position) };
    let mut slots = Slots::from([
        ("lead", Slot::Text(lead(&view))),
        ("facts", Slot::Facts(facts::case(track, &view))),
        ("outcomes", Slot::Many(tables::outcomes(track, &view))),
        ("neighbours", Slot::Line(neighbours(track, release, position))),
        ("terms", super::data::terms(track)),
    ]);
    if let Some(episode) = view.episode {
        slots.insert("contract", Slot::Facts(facts::contract(&episode.contract)));
        slots.insert("day", Slot::Figure(Box::new(day::figure(track, &view, episode))));
    } else {
        let words = "The raw files of this case are not at hand or not usable, so neither its contract nor its demand can be shown.";
        slots.insert("no_contract", Slot::Text(words.to_owned()));
    }
    match &view.results.menu {
        Ok(menu) => slots.insert("menu", Slot::Table(Box::new(tables::menu(&view, menu)))),
        Err(reason) => slots.insert("no_menu", Slot::Text(format!("The menu of this case is not known: {reason}."))),
    };
    Page {
        path: track.case_page(release, &case.id),
        template: "fwbench_case",
        title: case.id.to_string(),
        description: format!("{}, {}: contract, plans, losses.", case.authority, case.family.words()),
        trail: vec![
            (track.config.title.clone(), track.home()),
            (case.cohort.to_string(), track.cohort_page(release, &case.cohort)),
        ],
        slots,
    }
}

fn episode<'r>(release: &'r ReleaseResults, position: usize) -> Option<&'r Episode> {
    let episodes = release.release.episodes.as_ref()?;
    let at = episodes.binary_search_by_key(&position, |episode| episode.case).ok()?;
    Some(&episodes[at])
}

fn lead(view: &View) -> String {
    let View { release, case, results, .. } = *view;
    let (valid, of) = valid(release, results);
    let mut text = format!(
        "{}, {}, the day from {} UTC: {} of {} gave a valid plan",
        case.authority,
        case.family.words(),
        words::instant(case.target_start),
        number::count(valid),
        number::counted(of, "model")
    );
    text.push_str(&match best(release, results) {
        Some((standing, scored)) => {
            format!("; {} lost least, {}.", standing.entrant.label, number::fixed(scored.loss, 6))
        }
        None => "; no outcome is scored.".to_owned(),
    });
    if let Some(floor) = results.floor {
        text.push_str(&format!(" With demand known the least loss is {}.", number::fixed(floor, 6)));
    }
    if let Ok(plan) = chosen(release, case, results) {
        text.push_str(&format!(
            " The menu’s best affordable plan is {}: {} for {} credits.",
            plan.policy,
            number::fixed(plan.loss, 6),
            number::fixed(plan.credits as f64, 0)
        ));
    }
    text
}

/// The cases before and after it in its cohort.
fn neighbours(track: &Track, release: &ReleaseResults, position: usize) -> Vec<Span> {
    let index = release.release.index.as_ref().map_or(&[][..], |index| index.cases());
    let cohort = &index[position].cohort;
    let before = index[..position].iter().rev().find(|case| case.cohort == *cohort);
    let after = index[position + 1..].iter().find(|case| case.cohort == *cohort);
    let link = |case: &Case| Span::Link(case.id.to_string(), Link::Page(track.case_page(release, &case.id), None));
    let mut line = plain("In the cohort: ");
    line.push(Span::Link("all cases".to_owned(), Link::Page(track.cohort_page(release, cohort), None)));
    for (words, case) in [("before", before), ("after", after)] {
        if let Some(case) = case {
            line.push(Span::Text(format!(" · {words}: ")));
            line.push(link(case));
        }
    }
    line
}
