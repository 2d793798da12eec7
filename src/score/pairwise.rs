//! Two systems at a time, each couple on the pairs that both resolved: relative skill, and how probably the one is better.

use std::collections::BTreeMap;

use super::bootstrap::{Draws, Plan};
use super::common::Common;
use super::grid::{Grid, View};
use super::value::{Interval, Score, Undefined};
use crate::domain::day::RunDay;
use crate::domain::id::SystemId;

/// Pairwise relative skill of each listed system, by position: `θ_i / θ_naive`, where `θ_i` is the geometric mean over all listed j (itself
/// included, 1) of `mean CRPS_i / mean CRPS_j` on the pairs both resolved. No unit, lower is better, the naive has 1.
///
/// Couples without overlap and 0/0 are left out of the mean; x/0 makes θ undefined, 0/x makes it 0 (Cramer et al. 2022 use it for COVID-19
/// forecasts). Undefined where the naive is not listed.
pub fn skills(grid: &Grid, common: &Common, reference: Option<&SystemId>) -> Vec<(usize, Score)> {
    let listed = common.listed();
    let sums = couple_sums(grid, common.view(), listed);
    let thetas: Vec<Score> =
        (0..listed.len()).map(|row| theta(&sums[row * listed.len()..(row + 1) * listed.len()])).collect();
    let naive = reference
        .and_then(|id| grid.position(id))
        .and_then(|position| listed.binary_search(&position).ok())
        .map_or(Err(Undefined::NaiveNotListed), |row| thetas[row]);
    let scaled = |theta: Score| match (theta?, naive?) {
        (_, 0.0) => Err(Undefined::DividesByZero),
        (theta, naive) => super::value::finite(theta / naive),
    };
    listed.iter().copied().zip(thetas.into_iter().map(scaled)).collect()
}

/// For each ordered couple of listed systems: Σ CRPS of the one and of the other on the pairs both resolved (the counts cancel in the ratio).
fn couple_sums(grid: &Grid, view: &View, listed: &[usize]) -> Vec<Option<(f64, f64)>> {
    let size = listed.len();
    let mut sums: Vec<Option<(f64, f64)>> = vec![None; size * size];
    let mut here: Vec<(usize, f64)> = Vec::with_capacity(size);
    for pair in 0..grid.pairs.len() {
        here.clear();
        let scores =
            listed.iter().enumerate().filter_map(|(row, &system)| Some((row, grid.resolved(view, system, pair)?.crps)));
        here.extend(scores);
        for &(row, own) in &here {
            for &(column, other) in &here {
                let sum = sums[row * size + column].get_or_insert((0.0, 0.0));
                sum.0 += own;
                sum.1 += other;
            }
        }
    }
    sums
}

fn theta(couples: &[Option<(f64, f64)>]) -> Score {
    let mut logarithms = 0.0;
    let mut counted = 0_usize;
    let mut zero = false;
    for &(own, other) in couples.iter().flatten() {
        if !own.is_finite() || !other.is_finite() {
            return Err(Undefined::Overflow);
        }
        match (own == 0.0, other == 0.0) {
            (true, true) => continue,
            (false, true) => return Err(Undefined::DividesByZero),
            (true, false) => zero = true,
            (false, false) => logarithms += ln_ratio(own, other),
        }
        counted += 1;
    }
    match counted {
        0 => Err(Undefined::NoPairs),
        _ if zero => Ok(0.0),
        _ => super::value::finite((logarithms / counted as f64).exp()),
    }
}

/// ln(own / other), also where the quotient leaves the range of a double.
fn ln_ratio(own: f64, other: f64) -> f64 {
    let ratio = own / other;
    if ratio.is_normal() { ratio.ln() } else { own.ln() - other.ln() }
}

/// One couple's day sums on the pairs both resolved in one task.
#[derive(Debug, Clone, PartialEq)]
pub struct Duel {
    /// Run days with a pair that both resolved.
    pub days: Vec<RunDay>,
    /// How many such pairs.
    pub pairs: usize,
    /// Σ (CRPS of the row − CRPS of the column) by run day.
    difference: Vec<f64>,
    /// Σ of the naive's error by run day.
    naive: Vec<f64>,
}

/// Compares two systems of a grid on the pairs both resolved.
pub fn duel(grid: &Grid, view: &View, row: usize, column: usize) -> Duel {
    let mut duel = Duel { days: Vec::new(), pairs: 0, difference: Vec::new(), naive: Vec::new() };
    for (pair, resolvable) in grid.pairs.iter().enumerate() {
        let (Some(own), Some(other)) = (grid.resolved(view, row, pair), grid.resolved(view, column, pair)) else {
            continue;
        };
        if duel.days.last() != Some(&resolvable.pair.run) {
            duel.days.push(resolvable.pair.run);
            duel.difference.push(0.0);
            duel.naive.push(0.0);
        }
        let day = duel.days.len() - 1;
        duel.difference[day] += own.crps - other.crps;
        duel.naive[day] += resolvable.naive_error;
        duel.pairs += 1;
    }
    duel
}

impl Duel {
    /// The scaled difference, row minus column: below 0 the row is better.
    pub fn difference(&self) -> Score {
        super::value::Ratio { own: self.difference.iter().sum(), naive: self.naive.iter().sum(), pairs: self.pairs }
            .value()
    }

    /// The scaled difference in each resample.
    pub fn replicates(&self, draws: &DrawsByDays) -> Result<Vec<f64>, Undefined> {
        Ok(draws.of(self.days.len())?.ratios(&self.difference, &self.naive))
    }
}

/// The draws of one plan; they depend only on how many run days there are, so they are made once a count.
#[derive(Debug, Default)]
pub struct DrawsByDays(BTreeMap<usize, Result<Draws, Undefined>>);

impl DrawsByDays {
    /// Makes the draws for so many run days, unless they are there.
    pub fn prepare(&mut self, plan: &Plan, days: usize) {
        self.0.entry(days).or_insert_with(|| plan.draw(days));
    }

    /// The draws for so many run days; none where they were not prepared.
    pub fn of(&self, days: usize) -> Result<&Draws, Undefined> {
        self.0.get(&days).map_or(Err(Undefined::NoPairs), |draws| draws.as_ref().map_err(|&reason| reason))
    }
}

/// How a couple compares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    /// Scaled difference, row minus column.
    pub difference: Score,
    /// Its interval.
    pub interval: Result<Interval, Undefined>,
    /// The share of resamples in which the row is better; ties count half.
    pub p_better: Score,
    /// Pairs both resolved.
    pub pairs: usize,
}

impl Comparison {
    /// Sums up replicates of the difference.
    pub fn new(difference: Score, pairs: usize, replicates: Result<&[f64], Undefined>) -> Self {
        let interval = difference.and(replicates).and_then(Interval::of);
        let p_better = interval.and(replicates).map(|replicates| {
            let better = replicates.iter().map(|&value| {
                if value < 0.0 {
                    1.0
                } else if value == 0.0 {
                    0.5
                } else {
                    0.0
                }
            });
            better.sum::<f64>() / replicates.len() as f64
        });
        Self { difference, interval, p_better, pairs }
    }

    /// The same couple seen from the other side.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self {
            difference: self.difference.map(|value| 0.0 - value),
            interval: self.interval.map(|interval| Interval { low: 0.0 - interval.high, high: 0.0 - interval.low }),
            p_better: self.p_better.map(|p| 1.0 - p),
            pairs: self.pairs,
        }
    }
}
