//! The words of FWBench values that several pages say: depths, bases, reasons, quantities, subjects. No page words them by itself.

use crate::domain::day::Instant;
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::published::{Part, Quantity, Reference, Subject};
use crate::score::fwbench::agree::Status;
use crate::score::fwbench::results::{Depth, Unranked};
use crate::site::number;

/// How deep the input of a release goes.
pub fn depth(depth: Depth) -> &'static str {
    match depth {
        Depth::Aggregates => "published aggregates",
        Depth::Outcomes => "per-case outcomes",
        Depth::Raw => "raw episodes, targets and submissions",
    }
}

/// The key of a depth in files.
pub fn depth_key(depth: Depth) -> &'static str {
    match depth {
        Depth::Aggregates => "aggregates",
        Depth::Outcomes => "outcomes",
        Depth::Raw => "raw",
    }
}

/// Why there is no rank.
pub fn unranked(reason: &Unranked) -> String {
    match reason {
        Unranked::Incomplete { scored, cases } => {
            format!("{} of {} scored", number::count(*scored), number::counted(*cases, "case"))
        }
        Unranked::NothingPublished => "the release names it and gives no figure of it".to_owned(),
        Unranked::PublishedIncomplete => "its publisher does not call its results complete".to_owned(),
        Unranked::FileIncomplete => "the published file as a whole is not complete".to_owned(),
        Unranked::Overflow => "its losses are too large to sum".to_owned(),
    }
}

/// What became of a published figure.
pub fn status(status: Status) -> String {
    match status {
        Status::Equal { tolerance, .. } => format!("recomputed, equal within {tolerance:.0e}"),
        Status::Different { tolerance, .. } => format!("recomputed, differs by more than {tolerance:.0e}"),
        Status::PublishedOnly => "published only".to_owned(),
        Status::NotRecomputable => "not recomputable from the files at hand".to_owned(),
    }
}

/// The key of a status in files.
pub fn status_key(status: Status) -> &'static str {
    match status {
        Status::Equal { .. } => "equal",
        Status::Different { .. } => "different",
        Status::PublishedOnly => "published_only",
        Status::NotRecomputable => "not_recomputable",
    }
}

/// The words of a quantity, its λ included.
pub fn quantity(quantity: Quantity) -> String {
    match quantity {
        Quantity::Valid => "valid plans".to_owned(),
        Quantity::Loss => "loss".to_owned(),
        Quantity::Credits => "credits".to_owned(),
        Quantity::Objective(lambda) => format!("J at λ = {lambda}"),
        Quantity::Gap(lambda) => format!("G at λ = {lambda}"),
        Quantity::Score => "S".to_owned(),
        Quantity::NormalizedExcess => "normalised excess".to_owned(),
        Quantity::BudgetFraction => "budget fraction".to_owned(),
        Quantity::CaseWeightedLoss => "case-weighted loss".to_owned(),
        Quantity::Calls => "tool calls".to_owned(),
        Quantity::Floor => "floor F".to_owned(),
        Quantity::ExcessLoss => "excess loss".to_owned(),
    }
}

/// The key of a quantity in files; its λ stands apart.
pub fn quantity_key(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Valid => "valid",
        Quantity::Loss => "loss",
        Quantity::Credits => "credits",
        Quantity::Objective(_) => "objective",
        Quantity::Gap(_) => "g_cost",
        Quantity::Score => "score",
        Quantity::NormalizedExcess => "normalized_excess",
        Quantity::BudgetFraction => "budget_fraction",
        Quantity::CaseWeightedLoss => "case_weighted_loss",
        Quantity::Calls => "calls",
        Quantity::Floor => "perfect_demand_floor",
        Quantity::ExcessLoss => "excess_loss",
    }
}

/// The λ of a figure, where it has one.
pub fn lambda_of(subject: &Subject, quantity: Quantity) -> Option<Lambda> {
    match (subject, quantity) {
        (_, Quantity::Objective(lambda) | Quantity::Gap(lambda)) => Some(lambda),
        (Subject::Oracle(lambda), _) => Some(*lambda),
        _ => None,
    }
}

/// Of whom a figure is, in ids: `gpt-6-astra`, `gpt-6-astra: cohort cycle-hire-may`, `a minus b`.
pub fn subject(subject: &Subject) -> String {
    match subject {
        Subject::Entrant(id, Part::Whole) => id.to_string(),
        Subject::Entrant(id, of) => format!("{id}: {}", part(of)),
        Subject::Difference(a, b) => format!("{a} minus {b}"),
        Subject::Oracle(_) => "hindsight menu".to_owned(),
        Subject::Reference(of) => reference(*of).to_owned(),
        Subject::Outcome(case, id) => format!("{id}: case {case}"),
        Subject::MenuPlan(case, policy) => format!("menu plan {policy}: case {case}"),
        Subject::CaseFloor(case) => format!("floor: case {case}"),
    }
}

/// The words of a part.
pub fn part(part: &Part) -> String {
    match part {
        Part::Whole => "all cases".to_owned(),
        Part::Cohort(cohort) => format!("cohort {cohort}"),
        Part::Domain(domain) => format!("domain {domain}"),
        Part::Family(family) => family.words().to_owned(),
    }
}

/// The words of a reference.
pub fn reference(reference: Reference) -> &'static str {
    match reference {
        Reference::PerfectDemand => "perfect demand",
        Reference::Catalogue => "catalogue oracle",
        Reference::FreeMenu => "free-menu oracle",
    }
}

/// A number of the data as short as it can be told: `0.3`, `1e-9`.
pub fn plain(value: f64) -> String {
    let size = value.abs();
    let text = if size == 0.0 || (1e-4..1e15).contains(&size) { format!("{value}") } else { format!("{value:e}") };
    text.replacen('-', "−", usize::from(value < 0.0))
}

/// A point in time: `2026-07-26 00:00`; the head says that it is UTC.
pub fn instant(instant: Instant) -> String {
    instant.strftime("%Y-%m-%d %H:%M").to_string()
}
