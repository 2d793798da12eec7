//! Paired cluster bootstrap stratified by domain: authorities and stations are drawn, each with all its cases, the same ones for every system.
//!
//! A unit is (domain, authority). In each resample every domain draws, with replacement, as many of its units as it has. Unit c drawn m times:
//! estimate = Σ over domains W·(Σ m·S_c) / (Σ m·w_c), where S_c is the sum of weight·value over the unit's cases, w_c that of weights, and W the
//! domain's weight. So case weights stay fixed, and each domain keeps its share whatever units are drawn. An interval is the central 95% of the
//! resamples (type 7 percentiles). Units are sorted by domain and authority, one stream of `SplitMix64` serves all draws in that order.

use std::collections::BTreeMap;

use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::published::Quantity;
use crate::score::random::{SplitMix64, dot};
use crate::score::value::Interval;

/// Resamples drawn.
pub const RESAMPLES: usize = 10_000;
/// What fixes the draws: upstream's seed. Its generator is not public, so its intervals are not ours digit for digit.
pub const SEED: u64 = 1701;

/// First minus second.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The first.
    pub a: EntrantId,
    /// The second.
    pub b: EntrantId,
    /// Of what: `Objective(λ)` for every λ of the release, `Loss`, `Credits`, `Score`.
    pub quantity: Quantity,
    /// The difference.
    pub value: f64,
    /// Our 95% interval; only where per-case outcomes are at hand.
    pub ours: Option<Interval>,
    /// The published one.
    pub published: Option<Interval>,
}

/// The draws of a release: how much each unit counts in each resample.
#[derive(Debug, Clone, PartialEq)]
pub struct Clusters {
    /// The unit of each case.
    unit_of: Vec<usize>,
    units: usize,
    /// For each resample and unit, m·W / (Σ m·w) of its domain: an estimate is one product with the units' sums.
    factors: Vec<f64>,
}

/// A value of one system in each resample.
#[derive(Debug, Clone, PartialEq)]
pub struct Resampled(Vec<f64>);

impl Clusters {
    /// Draws for these cases with these weights; `None` where a domain has a single unit, which no draw could vary.
    ///
    /// # Panics
    /// When there is not one weight a case.
    pub fn draw(cases: &[Case], weights: &[f64], resamples: usize, seed: u64) -> Option<Self> {
        assert_eq!(cases.len(), weights.len(), "one weight a case");
        let mut sums: BTreeMap<(&str, &str), (usize, f64)> = BTreeMap::new();
        for (case, weight) in cases.iter().zip(weights) {
            sums.entry(unit(case)).or_default().1 += weight;
        }
        let mut domains: Vec<(&str, Vec<f64>)> = Vec::new();
        for (at, (&(domain, _), (position, weight))) in sums.iter_mut().enumerate() {
            *position = at;
            match domains.last_mut().filter(|(last, _)| *last == domain) {
                Some((_, units)) => units.push(*weight),
                None => domains.push((domain, vec![*weight])),
            }
        }
        if domains.is_empty() || domains.iter().any(|(_, units)| units.len() < 2) {
            return None;
        }
        let units = sums.len();
        let mut random = SplitMix64::new(seed);
        let mut factors = vec![0.0; resamples * units];
        for resample in factors.chunks_exact_mut(units) {
            let mut rest = resample;
            for (_, weights) in &domains {
                let (own, others) = rest.split_at_mut(weights.len());
                draw_domain(&mut random, weights, own);
                rest = others;
            }
        }
        Some(Self { unit_of: cases.iter().map(|case| sums[&unit(case)].0).collect(), units, factors })
    }

    /// The weighted mean of a value in each resample; `weighted` is weight·value, case by case.
    pub fn resample(&self, weighted: impl Iterator<Item = f64>) -> Resampled {
        let mut sums = vec![0.0; self.units];
        for (&unit, value) in self.unit_of.iter().zip(weighted) {
            sums[unit] += value;
        }
        Resampled(self.factors.chunks_exact(self.units).map(|factors| dot(factors, &sums)).collect())
    }
}

/// Draws as many units of a domain as it has, and notes for each m·W / (Σ m·w).
fn draw_domain(random: &mut SplitMix64, weights: &[f64], factors: &mut [f64]) {
    for _ in weights {
        factors[random.below(weights.len())] += 1.0;
    }
    let total: f64 = weights.iter().sum();
    let drawn: f64 = factors.iter().zip(weights).map(|(times, weight)| times * weight).sum();
    for factor in factors {
        *factor *= total / drawn;
    }
}

fn unit(case: &Case) -> (&str, &str) {
    (case.domain.as_str(), &case.authority)
}

impl Resampled {
    /// The central 95% of Σ coefficient·value over several; `None` where sums are too large.
    pub fn interval(terms: &[(f64, &Self)]) -> Option<Interval> {
        let (first, rest) = terms.split_first()?;
        let mut values: Vec<f64> = first.1.0.iter().map(|value| first.0 * value).collect();
        for (coefficient, resampled) in rest {
            for (sum, value) in values.iter_mut().zip(&resampled.0) {
                *sum += coefficient * value;
            }
        }
        Interval::of(&values).ok()
    }
}
