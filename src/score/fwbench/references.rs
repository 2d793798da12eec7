//! References without a run: perfect demand, and the best of the menu by S, with and without paid plans.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::aggregates::{domain, domains};
use super::cases::CaseResults;
use super::floors::Floors;
use super::frame::Frame;
use super::results::ReferenceRow;
use super::totals::{Basis, PartTotals, Totals, combine};
use crate::domain::fwbench::outcome::{MenuPlan, Scored};
use crate::domain::fwbench::published::{Part, Quantity, Reference, Subject};
use crate::domain::fwbench::release::Release;
use crate::domain::id::PolicyId;

/// Every reference that can be computed or was published, in the order of [`Reference`].
pub fn references(
    release: &Release,
    frame: Option<&Frame>,
    cases: &[CaseResults],
    floors: &Floors,
) -> Vec<ReferenceRow> {
    let all = [Reference::PerfectDemand, Reference::Catalogue, Reference::FreeMenu];
    let row = |reference: Reference| {
        let computed = frame.and_then(|frame| from_cases(reference, frame, cases));
        let from_floors = || (reference == Reference::PerfectDemand).then(|| from_floors(release, floors)).flatten();
        computed.or_else(from_floors).or_else(|| published(release, reference))
    };
    all.into_iter().filter_map(row).collect()
}

fn from_cases(reference: Reference, frame: &Frame, cases: &[CaseResults]) -> Option<ReferenceRow> {
    let mut plan_counts: BTreeMap<PolicyId, usize> = BTreeMap::new();
    let mut outcomes = Vec::with_capacity(cases.len());
    for (at, case) in cases.iter().enumerate() {
        let (loss, credits) = if reference == Reference::PerfectDemand {
            (frame.floors.as_ref()?[at], 0)
        } else {
            let plan = chosen(reference, frame, at, case.menu.as_ref().ok()?)?;
            *plan_counts.entry(plan.policy.clone()).or_default() += 1;
            (plan.loss, plan.credits)
        };
        outcomes.push(Scored { valid: true, loss, credits });
    }
    let totals = frame.of_outcomes(&outcomes, None).ok()?;
    Some(ReferenceRow { reference, totals, plan_counts, computed: true })
}

/// The affordable plan of least S, ties by (S, credits, name): F and σ are the same for all plans of a case. Among free plans the least loss is the
/// least S, so no σ is needed.
fn chosen<'a>(reference: Reference, frame: &Frame, at: usize, menu: &'a [MenuPlan]) -> Option<&'a MenuPlan> {
    let budget = frame.settings.budget;
    let free = reference == Reference::FreeMenu;
    let most = if free { 0 } else { budget.credits() };
    let floor = frame.floors.as_ref().map(|floors| floors[at]);
    let scale = frame.scales.as_ref().map(|scales| scales[at]);
    let terms = if free { (0.0, 1.0) } else { (floor?, scale?) };
    let score = |plan: &MenuPlan| (plan.loss - terms.0) / terms.1 + budget.share(plan.credits as f64);
    let order = |left: &&MenuPlan, right: &&MenuPlan| -> Ordering {
        let first = score(left).total_cmp(&score(right));
        first.then(left.credits.cmp(&right.credits)).then_with(|| left.policy.cmp(&right.policy))
    };
    menu.iter().filter(|plan| plan.credits <= most).min_by(order)
}

/// Perfect demand from the floors of the cohorts.
fn from_floors(release: &Release, floors: &Floors) -> Option<ReferenceRow> {
    let settings = &release.settings;
    let budget = settings.budget;
    let mut parts = BTreeMap::new();
    let mut rows = Vec::new();
    for (cohort, &weight) in &settings.cohort_weights {
        let floor = *floors.cohorts.get(cohort)?;
        let domain = domain(release, cohort);
        let scale = domain.and_then(|domain| settings.loss_scales.get(domain));
        let (floor, excess) = (Some(floor), scale.map(|_| 0.0));
        let row = PartTotals::new(None, floor?, 0.0, floor, excess, budget);
        parts.insert(Part::Cohort(cohort.clone()), row);
        rows.push((weight, domain, row));
    }
    let inside =
        |wanted| rows.iter().filter(move |(_, domain, _)| wanted == *domain).map(|(weight, _, row)| (*weight, *row));
    if rows.iter().all(|(_, domain, _)| domain.is_some()) {
        for domain in domains(release) {
            parts.insert(Part::Domain(domain.clone()), combine(&inside(Some(domain)).collect::<Vec<_>>(), budget)?);
        }
    }
    let all: Vec<(f64, PartTotals)> = rows.iter().map(|(weight, _, row)| (*weight, *row)).collect();
    parts.insert(Part::Whole, PartTotals { cases: Some(release.case_count), ..combine(&all, budget)? });
    Some(row(release, Reference::PerfectDemand, Basis::Cohorts, parts, true))
}

/// A reference as published; perfect demand spends nothing by definition.
fn published(release: &Release, reference: Reference) -> Option<ReferenceRow> {
    let value = |quantity| release.published.value(&Subject::Reference(reference), quantity);
    let loss = value(Quantity::Loss)?;
    let free = (reference != Reference::Catalogue).then_some(0.0);
    let credits = value(Quantity::Credits).or(free)?;
    let budget = release.settings.budget;
    let of_score = || Some(2.0 * value(Quantity::Score)? - budget.share(credits));
    let excess = value(Quantity::NormalizedExcess).or_else(of_score);
    let floor = if reference == Reference::PerfectDemand { Some(loss) } else { value(Quantity::Floor) };
    let whole = PartTotals::new(Some(release.case_count), loss, credits, floor, excess, budget);
    let plan_counts = release.published.plan_counts.get(&reference).cloned().unwrap_or_default();
    let row = row(release, reference, Basis::Total, BTreeMap::from([(Part::Whole, whole)]), false);
    Some(ReferenceRow { plan_counts, ..row })
}

fn row(
    release: &Release,
    reference: Reference,
    basis: Basis,
    parts: BTreeMap<Part, PartTotals>,
    computed: bool,
) -> ReferenceRow {
    let cases = release.case_count;
    let totals = Totals { basis, valid: cases, cases, parts, case_weighted_loss: None, calls: None };
    ReferenceRow { reference, totals, plan_counts: BTreeMap::new(), computed }
}
