//! The weight of each case, from the frozen index, never from the results that survived.

use std::collections::BTreeMap;
use std::fmt;

use super::fsum::fsum;
use crate::domain::fwbench::case::{Case, Family, Index};
use crate::domain::id::CohortId;

/// One weight a case, in the order of the index; they sum to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights(Vec<f64>);

/// Why there are no weights.
#[derive(Debug, Clone, PartialEq)]
pub enum WeightsError {
    /// The cohorts of the index are not those of the settings.
    Cohorts(Vec<CohortId>, Vec<CohortId>),
    /// A weight is not finite and above 0.
    Weight(CohortId, f64),
    /// They do not sum to 1 within 1e-12.
    Sum(f64),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cohorts(listed, weighed) => {
                write!(f, "the index has the cohorts {listed:?}, the settings weigh {weighed:?}")
            }
            Self::Weight(cohort, weight) => {
                write!(f, "the weight of cohort `{cohort}` is {weight}, it must be finite and above 0")
            }
            Self::Sum(sum) => write!(f, "the weights sum to {sum}, not to 1"),
        }
    }
}

impl Weights {
    /// w(case) = cohort weight / groups of the cohort / cases of the group, where a group is (cohort, authority, family).
    ///
    /// Forecast Workflow Bench, `evaluation/aggregation.py`. A cohort of weight 1/6 with 97 groups gives a case in a group of four
    /// 4.29553264604811e-4.
    pub fn new(index: &Index, cohorts: &BTreeMap<CohortId, f64>) -> Result<Self, WeightsError> {
        let mut groups: BTreeMap<Group, usize> = BTreeMap::new();
        for case in index.cases() {
            *groups.entry(group(case)).or_default() += 1;
        }
        let mut sizes: BTreeMap<&CohortId, usize> = BTreeMap::new();
        for (cohort, _, _) in groups.keys() {
            *sizes.entry(cohort).or_default() += 1;
        }
        if !sizes.keys().copied().eq(cohorts.keys()) {
            let listed = sizes.into_keys().cloned().collect();
            return Err(WeightsError::Cohorts(listed, cohorts.keys().cloned().collect()));
        }
        if let Some((cohort, &weight)) = cohorts.iter().find(|(_, weight)| !(weight.is_finite() && 0.0 < **weight)) {
            return Err(WeightsError::Weight(cohort.clone(), weight));
        }
        sums_to_one(cohorts.values().copied())?;
        let weight = |case: &Case| {
            let group = group(case);
            cohorts[&case.cohort] / sizes[&case.cohort] as f64 / groups[&group] as f64
        };
        let weights: Vec<f64> = index.cases().iter().map(weight).collect();
        sums_to_one(weights.iter().copied())?;
        Ok(Self(weights))
    }

    /// The weights.
    pub fn as_slice(&self) -> &[f64] {
        &self.0
    }
}

type Group<'a> = (&'a CohortId, &'a str, Family);

fn group(case: &Case) -> Group<'_> {
    (&case.cohort, &case.authority, case.family)
}

fn sums_to_one(weights: impl Iterator<Item = f64>) -> Result<(), WeightsError> {
    let sum = fsum(weights);
    if (sum - 1.0).abs() <= 1e-12 { Ok(()) } else { Err(WeightsError::Sum(sum)) }
}
