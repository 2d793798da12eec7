//! Totals from published aggregates: summed from cohort rows where all are published, else as published; and which figures went in.

use std::collections::{BTreeMap, BTreeSet};

use super::floors::Floors;
use super::fsum::fsum;
use super::totals::{Basis, PartTotals, Totals, combine};
use crate::domain::fwbench::case::Family;
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::published::{Part, Quantity, Subject};
use crate::domain::fwbench::release::Release;
use crate::domain::id::{CohortId, DomainId};

/// Totals with the published figures that they are made from.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    /// The totals.
    pub totals: Totals,
    /// The figures that went in: they cannot agree with themselves.
    pub inputs: BTreeSet<(Part, Quantity)>,
}

/// The totals of an entrant; `None` where neither its total nor every cohort is published.
pub fn drawn(release: &Release, entrant: &EntrantId, floors: &Floors) -> Option<Drawn> {
    let mut drawing = Drawing { release, entrant, floors, inputs: BTreeSet::new(), parts: BTreeMap::new() };
    let cohorts: Vec<&CohortId> = release.settings.cohort_weights.keys().collect();
    for cohort in &cohorts {
        drawing.cohort(cohort);
    }
    for domain in domains(release) {
        drawing.domain(domain);
    }
    for family in Family::ALL {
        drawing.row(Part::Family(family), floors.families.get(&family).copied());
    }
    let basis = drawing.whole()?;
    let calls = drawing.calls(&cohorts);
    let valid = drawing.published(&Part::Whole, Quantity::Valid);
    let totals = Totals {
        basis,
        // A count that nobody published: no plan is known to be valid.
        valid: valid.map_or(0, |valid| valid as usize),
        cases: release.case_count,
        case_weighted_loss: drawing.published(&Part::Whole, Quantity::CaseWeightedLoss),
        calls,
        parts: drawing.parts,
    };
    Some(Drawn { totals, inputs: drawing.inputs })
}

/// The domain of a cohort, by the settings, else by the index.
pub fn domain<'a>(release: &'a Release, cohort: &CohortId) -> Option<&'a DomainId> {
    let by_index =
        || release.index.as_ref()?.cases().iter().find(|case| case.cohort == *cohort).map(|case| &case.domain);
    release.settings.cohort_domains.get(cohort).or_else(by_index)
}

/// Every domain that a cohort is known to lie in.
pub fn domains(release: &Release) -> BTreeSet<&DomainId> {
    release.settings.cohort_weights.keys().filter_map(|cohort| domain(release, cohort)).collect()
}

struct Drawing<'a> {
    release: &'a Release,
    entrant: &'a EntrantId,
    floors: &'a Floors,
    inputs: BTreeSet<(Part, Quantity)>,
    parts: BTreeMap<Part, PartTotals>,
}

impl Drawing<'_> {
    fn published(&self, part: &Part, quantity: Quantity) -> Option<f64> {
        self.release.published.value(&Subject::Entrant(self.entrant.clone(), part.clone()), quantity)
    }

    /// A published figure that others will be computed from.
    fn input(&mut self, part: &Part, quantity: Quantity) -> Option<f64> {
        let value = self.published(part, quantity)?;
        self.inputs.insert((part.clone(), quantity));
        Some(value)
    }

    /// The normalised excess as published, else what S and credits imply.
    fn excess(&mut self, part: &Part, credits: f64) -> Option<f64> {
        let share = self.release.settings.budget.share(credits);
        let of_score = |drawing: &mut Self| Some(2.0 * drawing.input(part, Quantity::Score)? - share);
        self.input(part, Quantity::NormalizedExcess).or_else(|| of_score(self))
    }

    /// A row as published: loss and credits are both needed.
    fn row(&mut self, part: Part, floor: Option<f64>) {
        if self.published(&part, Quantity::Loss).is_none() || self.published(&part, Quantity::Credits).is_none() {
            return;
        }
        let (Some(loss), Some(credits)) = (self.input(&part, Quantity::Loss), self.input(&part, Quantity::Credits))
        else {
            return;
        };
        let excess = self.excess(&part, credits);
        let row = PartTotals::new(self.count(&part), loss, credits, floor, excess, self.release.settings.budget);
        self.parts.insert(part, row);
    }

    /// A cohort's row, with the excess computed from loss and floor where both and σ are known.
    fn cohort(&mut self, cohort: &CohortId) {
        let release = self.release;
        let part = Part::Cohort(cohort.clone());
        let scale = domain(release, cohort).and_then(|domain| release.settings.loss_scales.get(domain));
        let loss = self.published(&part, Quantity::Loss);
        let (floor, excess) = loss.map_or((None, None), |loss| self.floors.of(cohort, scale, loss));
        self.row(part.clone(), floor);
        if let Some(row) = self.parts.get_mut(&part)
            && excess.is_some()
        {
            *row = row.with(floor, excess, release.settings.budget);
            self.inputs.remove(&(part.clone(), Quantity::NormalizedExcess));
            self.inputs.remove(&(part, Quantity::Score));
        }
    }

    /// A domain from the rows of its cohorts, else as published.
    fn domain(&mut self, of: &DomainId) {
        let release = self.release;
        let weights = &release.settings.cohort_weights;
        let part = Part::Domain(of.clone());
        // A cohort of unknown domain may belong to this one.
        let known = weights.keys().all(|cohort| domain(release, cohort).is_some());
        let members = weights.iter().filter(|(cohort, _)| domain(release, cohort) == Some(of));
        let rows = members.map(|(cohort, &weight)| Some((weight, *self.parts.get(&Part::Cohort(cohort.clone()))?)));
        let rows: Option<Vec<_>> = rows.collect();
        if let Some(row) = rows.filter(|_| known).and_then(|rows| combine(&rows, release.settings.budget)) {
            self.parts.insert(part, row);
        } else {
            let floor = self.input(&part, Quantity::Floor);
            self.row(part, floor);
        }
    }

    /// The whole from every cohort's row, else as published.
    fn whole(&mut self) -> Option<Basis> {
        let release = self.release;
        let (weights, budget) = (&release.settings.cohort_weights, release.settings.budget);
        let rows =
            weights.iter().map(|(cohort, &weight)| Some((weight, *self.parts.get(&Part::Cohort(cohort.clone()))?)));
        let rows: Option<Vec<_>> = rows.collect();
        let count = Some(release.case_count);
        if let Some(row) = rows.and_then(|rows| combine(&rows, budget)) {
            let floor = row.floor.or(self.floors.whole);
            let excess = row.normalized_excess.or_else(|| self.excess(&Part::Whole, row.credits));
            let row = PartTotals::new(count, row.loss, row.credits, floor, excess, budget);
            self.parts.insert(Part::Whole, row);
            return Some(Basis::Cohorts);
        }
        self.row(Part::Whole, self.floors.whole);
        let row = self.parts.get_mut(&Part::Whole)?;
        row.cases = count;
        Some(Basis::Total)
    }

    /// Tool calls from every cohort's, else as published.
    fn calls(&mut self, cohorts: &[&CohortId]) -> Option<f64> {
        let calls = |cohort: &&CohortId| {
            let weight = self.release.settings.cohort_weights[*cohort];
            Some(weight * self.published(&Part::Cohort((*cohort).clone()), Quantity::Calls)?)
        };
        let Some(calls) = cohorts.iter().map(calls).collect::<Option<Vec<f64>>>() else {
            return self.published(&Part::Whole, Quantity::Calls);
        };
        for cohort in cohorts {
            self.inputs.insert((Part::Cohort((*cohort).clone()), Quantity::Calls));
        }
        Some(fsum(calls)).filter(|calls| calls.is_finite())
    }

    /// How many cases a part has, where the index is at hand.
    fn count(&self, part: &Part) -> Option<usize> {
        let cases = self.release.index.as_ref()?.cases().iter();
        Some(match part {
            Part::Whole => cases.len(),
            Part::Cohort(cohort) => cases.filter(|case| case.cohort == *cohort).count(),
            Part::Domain(domain) => cases.filter(|case| case.domain == *domain).count(),
            Part::Family(family) => cases.filter(|case| case.family == *family).count(),
        })
    }
}
