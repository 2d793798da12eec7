//! The facts of a case and of its contract.

use super::super::track::Track;
use super::super::words;
use super::View;
use crate::domain::fwbench::contract::{Billing, Contract, HOURS};
use crate::site::link::Link;
use crate::site::number;
use crate::site::page::Span;
use crate::site::track::plain;

type Facts = Vec<(String, Vec<Span>)>;

/// What the index says of a case.
pub(super) fn case(track: &Track, view: &View) -> Facts {
    let case = view.case;
    let cohort = Span::Link(case.cohort.to_string(), Link::Page(track.cohort_page(view.release, &case.cohort), None));
    let utc = |instant| plain(format!("{} UTC", words::instant(instant)));
    let mut facts = vec![
        ("Authority or station".to_owned(), plain(case.authority.clone())),
        ("Cohort".to_owned(), vec![cohort]),
        ("Domain".to_owned(), plain(case.domain.as_str())),
        ("Lead".to_owned(), plain(case.family.words())),
        ("Target day from".to_owned(), utc(case.target_start)),
    ];
    for (label, instant) in [("Plan made at", case.as_of), ("History ends at", case.last_visible)] {
        if let Some(instant) = instant {
            facts.push((label.to_owned(), utc(instant)));
        }
    }
    facts.push(("Horizon needed".to_owned(), plain(number::counted(case.horizon as usize, "hour"))));
    for (label, text) in [("Unit", &case.unit), ("Licence of the observations", &case.licence)] {
        if let Some(text) = text {
            facts.push((label.to_owned(), plain(text.clone())));
        }
    }
    facts
}

/// What the contract charges.
pub(super) fn contract(contract: &Contract) -> Facts {
    let terms = contract.terms();
    let billing = match terms.billing {
        Billing::Imbalance => "on capacity above demand",
        Billing::Reservation => "on all capacity",
    };
    let emergency = if terms.emergency == 0.0 {
        "none".to_owned()
    } else {
        format!("{} beyond a shortage of {}", words::plain(terms.emergency), words::plain(terms.emergency_buffer))
    };
    let stretches: Vec<String> = priorities(contract)
        .into_iter()
        .map(|(from, to, priority)| format!("hours {from}–{}: {}", to - 1, words::plain(priority)))
        .collect();
    let unit = contract.unit();
    [
        ("Scale: one unit of cost", format!("{} {unit}", number::magnitude(contract.scale()))),
        ("Price of surplus", format!("{} {billing}", words::plain(terms.reservation))),
        ("Price of shortage", format!("{} times the hour’s priority", words::plain(terms.shortage))),
        ("Emergency price", emergency),
        ("Price of change between blocks", words::plain(terms.adjustment)),
        ("Largest change between blocks", format!("{} of the scale", words::plain(terms.ramp))),
        ("Blocks", format!("{} of {}", terms.block_hours.blocks(), number::counted(terms.block_hours.hours(), "hour"))),
        ("Priority of shortage", stretches.join("; ")),
        ("Contract", contract.id().to_owned()),
    ]
    .into_iter()
    .filter(|(_, text)| !text.is_empty())
    .map(|(label, text)| (label.to_owned(), plain(text)))
    .collect()
}

/// Stretches of hours of one priority: first hour, hour past the last, priority.
pub(super) fn priorities(contract: &Contract) -> Vec<(usize, usize, f64)> {
    let hourly = &contract.terms().hourly_priority;
    let mut stretches: Vec<(usize, usize, f64)> = Vec::new();
    for (hour, &priority) in hourly.iter().enumerate().take(HOURS) {
        match stretches.last_mut() {
            Some((_, to, same)) if *same == priority => *to = hour + 1,
            _ => stretches.push((hour, hour + 1, priority)),
        }
    }
    stretches
}
