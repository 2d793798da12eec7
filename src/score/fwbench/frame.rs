//! What every aggregate over cases needs: cases with weights, the parts they fall into, σ and floors. Made once a release.

use std::collections::BTreeMap;

use super::cases::CaseResults;
use super::complete::Complete;
use super::floors::Floors;
use super::fsum::fsum;
use super::results::Unranked;
use super::totals::{Basis, PartTotals, Totals, combine};
use super::weights::{Weights, WeightsError};
use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::outcome::Scored;
use crate::domain::fwbench::published::Part;
use crate::domain::fwbench::release::{Release, Settings};
use crate::domain::id::{CohortId, DomainId};

/// The cases of a release as its aggregates see them.
#[derive(Debug, Clone)]
pub struct Frame<'a> {
    /// Budget, cohort weights, λ and σ.
    pub settings: &'a Settings,
    /// The cases, in the order of the index.
    pub cases: &'a [Case],
    /// Their weights.
    pub weights: Weights,
    /// σ of each case's domain; `None` where the release lacks one of them.
    pub scales: Option<Vec<f64>>,
    /// F of each case; `None` where one of them is unknown.
    pub floors: Option<Vec<f64>>,
    /// Published floors of the cohorts, for where those of the cases are not known.
    pub cohort_floors: &'a Floors,
    cohort_domains: BTreeMap<CohortId, DomainId>,
    parts: Vec<(Part, Vec<usize>)>,
}

impl<'a> Frame<'a> {
    /// The frame of a release; `None` without an index, or where the results are not one a case.
    pub fn new(
        release: &'a Release,
        results: &[CaseResults],
        cohort_floors: &'a Floors,
    ) -> Option<Result<Self, WeightsError>> {
        let index = release.index.as_ref().filter(|index| index.cases().len() == results.len())?;
        let settings = &release.settings;
        let weights = match Weights::new(index, &settings.cohort_weights) {
            Ok(weights) => weights,
            Err(error) => return Some(Err(error)),
        };
        let cases = index.cases();
        let scales = cases.iter().map(|case| settings.loss_scales.get(&case.domain).copied()).collect();
        let floors = results.iter().map(|case| case.floor).collect();
        let cohort_domains = cohort_domains(cases);
        Some(Ok(Self { settings, cases, weights, scales, floors, cohort_floors, cohort_domains, parts: parts(cases) }))
    }

    /// Σ w·value over all cases, exactly, rounded once.
    pub fn total(&self, value: impl Fn(usize) -> f64) -> f64 {
        fsum(self.weights.as_slice().iter().enumerate().map(|(at, weight)| value(at) * weight))
    }

    /// The same over some cases, with their weights made to sum to 1.
    fn mean(&self, members: &[usize], value: impl Fn(usize) -> f64) -> f64 {
        let weights = self.weights.as_slice();
        let sum = fsum(members.iter().map(|&at| value(at) * weights[at]));
        sum / fsum(members.iter().map(|&at| weights[at]))
    }

    /// The totals of complete outcomes. `calls` are tool calls, one a case, where all are known.
    ///
    /// Loss and credits are Σ w·value; S = (Σ w·(loss − F)/σ + Σ w·credits/B) / 2 in units of σ and of the budget, lower is better. Within a part
    /// the weights are made to sum to 1. Forecast Workflow Bench, `evaluation/aggregation.py`: losses 0, 0, 4 and 2 under weights 1/8, 1/8, 1/4 and
    /// 1/2 make 2.
    pub fn totals(&self, complete: &Complete, calls: Option<&[u64]>) -> Result<Totals, Unranked> {
        self.of_outcomes(complete.outcomes(), calls)
    }

    /// The totals of one outcome a case, in the order of the index, whoever's they are.
    pub(super) fn of_outcomes(&self, outcomes: &[Scored], calls: Option<&[u64]>) -> Result<Totals, Unranked> {
        let mut parts: BTreeMap<Part, PartTotals> = BTreeMap::new();
        for (part, members) in &self.parts {
            parts.insert(part.clone(), self.part(outcomes, part, members)?);
        }
        if self.floors.is_none() {
            self.add_published_floors(&mut parts);
        }
        let count = outcomes.len() as f64;
        let plain = fsum(outcomes.iter().map(|scored| scored.loss)) / count;
        Ok(Totals {
            basis: Basis::Cases,
            valid: outcomes.iter().filter(|scored| scored.valid).count(),
            cases: outcomes.len(),
            parts,
            case_weighted_loss: plain.is_finite().then_some(plain),
            calls: calls.map(|calls| self.total(|at| calls[at] as f64)),
        })
    }

    /// The mean tool calls of an entrant over a part, where every case's are known.
    pub(super) fn calls(&self, results: &[CaseResults], entrant: &EntrantId, part: &Part) -> Option<f64> {
        let calls = |case: &CaseResults| Some(case.outcome(entrant)?.calls? as f64);
        let calls: Vec<f64> = results.iter().map(calls).collect::<Option<_>>()?;
        let (_, members) = self.parts.iter().find(|(own, _)| own == part)?;
        Some(self.mean(members, |at| calls[at]))
    }

    fn part(&self, outcomes: &[Scored], part: &Part, members: &[usize]) -> Result<PartTotals, Unranked> {
        let mean = |value: &dyn Fn(usize) -> f64| match part {
            Part::Whole => self.total(value),
            _ => self.mean(members, value),
        };
        let loss = mean(&|at| outcomes[at].loss);
        let credits = mean(&|at| outcomes[at].credits as f64);
        if !loss.is_finite() {
            return Err(Unranked::Overflow);
        }
        let floor = self.floors.as_ref().map(|floors| mean(&|at| floors[at]));
        let excess = self.floors.as_ref().zip(self.scales.as_ref());
        let excess = excess.map(|(floors, scales)| mean(&|at| (outcomes[at].loss - floors[at]) / scales[at]));
        Ok(PartTotals::new(Some(members.len()), loss, credits, floor, excess, self.settings.budget))
    }

    /// Cases without floors of their own: σ is one number within a cohort of one domain, so the cohort's mean floor serves as well.
    fn add_published_floors(&self, parts: &mut BTreeMap<Part, PartTotals>) {
        let budget = self.settings.budget;
        let mut rows = Vec::new();
        for (cohort, &weight) in &self.settings.cohort_weights {
            let (Some(domain), Some(row)) =
                (self.cohort_domains.get(cohort), parts.get_mut(&Part::Cohort(cohort.clone())))
            else {
                return;
            };
            let (floor, excess) = self.cohort_floors.of(cohort, self.settings.loss_scales.get(domain), row.loss);
            *row = row.with(floor, excess, budget);
            rows.push((weight, domain, *row));
        }
        for (part, row) in parts.iter_mut() {
            let inside = |domain: &DomainId| match part {
                Part::Whole => true,
                Part::Domain(own) => own == domain,
                Part::Cohort(_) | Part::Family(_) => false,
            };
            let members: Vec<(f64, PartTotals)> =
                rows.iter().filter(|(_, domain, _)| inside(domain)).map(|(weight, _, row)| (*weight, *row)).collect();
            if let Some(means) = combine(&members, budget) {
                *row = row.with(means.floor, means.normalized_excess, budget);
            }
        }
    }
}

/// The domain of each cohort; empty where one cohort lies in two.
fn cohort_domains(cases: &[Case]) -> BTreeMap<CohortId, DomainId> {
    let mut domains = BTreeMap::new();
    for case in cases {
        if domains.entry(case.cohort.clone()).or_insert_with(|| case.domain.clone()) != &case.domain {
            return BTreeMap::new();
        }
    }
    domains
}

/// All cases, each cohort, each domain and each lead.
fn parts(cases: &[Case]) -> Vec<(Part, Vec<usize>)> {
    let mut parts: BTreeMap<Part, Vec<usize>> = BTreeMap::new();
    for (at, case) in cases.iter().enumerate() {
        let of_case = [
            Part::Whole,
            Part::Cohort(case.cohort.clone()),
            Part::Domain(case.domain.clone()),
            Part::Family(case.family),
        ];
        for part in of_case {
            parts.entry(part).or_default().push(at);
        }
    }
    parts.into_iter().collect()
}
