//! Floors of cohorts as published, from the release itself or from another one with the same cases.

use std::collections::BTreeMap;

use super::fsum::fsum;
use crate::domain::fwbench::case::Family;
use crate::domain::fwbench::published::{Part, Quantity, Reference, Subject};
use crate::domain::fwbench::release::{Benchmark, Release};
use crate::domain::id::CohortId;

/// Mean floors F by part: they depend on the cases alone, not on any model.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Floors {
    /// Of every cohort; empty where one is not published.
    pub cohorts: BTreeMap<CohortId, f64>,
    /// Of each lead that one is published for.
    pub families: BTreeMap<Family, f64>,
    /// Over all cases: from the cohorts, else as published.
    pub whole: Option<f64>,
    /// The version of the release that published them, when it is another.
    pub from: Option<String>,
}

impl Floors {
    /// The floors of a release: its own, else those of the first other release with the same count of cases, budget and cohort weights.
    pub fn of_release(benchmark: &Benchmark, release: &Release) -> Self {
        let own = published(release);
        if !own.cohorts.is_empty() {
            return own;
        }
        let same = |other: &&Release| {
            other.id != release.id
                && other.case_count == release.case_count
                && other.settings.budget == release.settings.budget
                && other.settings.cohort_weights == release.settings.cohort_weights
        };
        let others = benchmark.releases.iter().filter(same);
        let found = others.map(|other| (other, published(other))).find(|(_, floors)| !floors.cohorts.is_empty());
        match found {
            Some((other, floors)) => Self { from: Some(other.version.clone()), ..floors },
            None => own,
        }
    }

    /// A cohort's floor, and (loss − F) / σ, each where it is known.
    pub(super) fn of(&self, cohort: &CohortId, scale: Option<&f64>, loss: f64) -> (Option<f64>, Option<f64>) {
        let floor = self.cohorts.get(cohort).copied();
        (floor, floor.zip(scale).map(|(floor, scale)| (loss - floor) / scale))
    }
}

/// What one release publishes: the first figure of each part, whoever's row it stands in.
fn published(release: &Release) -> Floors {
    let weights = &release.settings.cohort_weights;
    let (mut cohorts, mut families, mut whole) = (BTreeMap::new(), BTreeMap::new(), None);
    for figure in release.published.figures.iter().filter(|figure| figure.key.quantity == Quantity::Floor) {
        match &figure.key.subject {
            Subject::Entrant(_, Part::Cohort(cohort)) if weights.contains_key(cohort) => {
                cohorts.entry(cohort.clone()).or_insert(figure.value);
            }
            Subject::Entrant(_, Part::Family(family)) => {
                families.entry(*family).or_insert(figure.value);
            }
            Subject::Entrant(_, Part::Whole) | Subject::Reference(Reference::PerfectDemand) => {
                whole.get_or_insert(figure.value);
            }
            _ => {}
        }
    }
    let perfect = Subject::Reference(Reference::PerfectDemand);
    whole = whole.or_else(|| release.published.value(&perfect, Quantity::Loss));
    if cohorts.len() == weights.len() {
        let sum = fsum(cohorts.iter().map(|(cohort, floor)| weights[cohort] * floor));
        whole = Some(sum).filter(|sum| sum.is_finite());
    } else {
        cohorts.clear();
    }
    Floors { cohorts, families, whole, from: None }
}
