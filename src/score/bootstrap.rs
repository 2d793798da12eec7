//! Circular moving-block bootstrap over run days: the same resampled days serve every system, so differences are paired.
//!
//! Politis and Romano 1992; forecasts of one run day move together and neighbouring run days overlap in their target days, so whole blocks of
//! run days are drawn.

use super::random::{SplitMix64, dot};
use super::value::Undefined;
use crate::domain::catalogue::Task;
use crate::domain::id::{TaskId, TrackId};
use crate::domain::rules::Rules;

/// How often each of `days` run days occurs in each resample: the draws of one task.
#[derive(Debug, Clone, PartialEq)]
pub struct Draws {
    days: usize,
    counts: Vec<f64>,
}

/// What fixes the draws of a task: its seed, its block length, and the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    seed: u64,
    block: usize,
    resamples: usize,
    min_days: usize,
}

impl Plan {
    /// The plan of a task: block length ⌈max H / Δ⌉ + 1 run days, at least 2; the seed comes from track and task id, so a rebuild draws the same.
    pub fn new(track: &TrackId, task: &Task, rules: &Rules) -> Self {
        let reach = task.horizons.last().copied().unwrap_or(0).max(0) as usize;
        let block = reach.div_ceil(task.schedule.every_days.max(1) as usize) + 1;
        Self { seed: seed(track, &task.id), block: block.max(2), resamples: rules.resamples, min_days: rules.min_days }
    }

    /// Draws for `days` run days, or why there is no interval. A block that holds every day would repeat the sample in each resample and make an
    /// interval without width, so there must be more days than one block has.
    pub fn draw(&self, days: usize) -> Result<Draws, Undefined> {
        if days == 0 {
            return Err(Undefined::NoPairs);
        }
        let needed = self.min_days.max(self.block + 1);
        if days < needed {
            return Err(Undefined::TooFewDays { days, needed });
        }
        if self.resamples == 0 {
            return Err(Undefined::NoResamples);
        }
        let mut random = SplitMix64::new(self.seed);
        let mut counts = vec![0.0; self.resamples * days];
        for resample in counts.chunks_exact_mut(days) {
            let mut drawn = 0;
            while drawn < days {
                let start = random.below(days);
                let take = self.block.min(days - drawn);
                for step in 0..take {
                    resample[(start + step) % days] += 1.0;
                }
                drawn += take;
            }
        }
        Ok(Draws { days, counts })
    }
}

impl Draws {
    /// Σ over drawn days of `sums` (one a day), for each resample.
    ///
    /// # Panics
    /// When `sums` has not one value a day.
    pub fn totals<'a>(&'a self, sums: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        assert_eq!(sums.len(), self.days, "one sum a run day");
        self.counts.chunks_exact(self.days).map(|counts| dot(counts, sums))
    }

    /// `own` / `naive` in each resample; NaN where the naive's sum is 0, infinite where a sum is too large.
    pub fn ratios(&self, own: &[f64], naive: &[f64]) -> Vec<f64> {
        self.ratios_to(own, &self.totals(naive).collect::<Vec<f64>>())
    }

    /// The same with the naive's totals in each resample, for systems that share them.
    pub fn ratios_to(&self, own: &[f64], naive_totals: &[f64]) -> Vec<f64> {
        self.totals(own).zip(naive_totals).map(|(own, &naive)| divide(own, naive)).collect()
    }
}

fn divide(own: f64, naive: f64) -> f64 {
    if !own.is_finite() || !naive.is_finite() {
        f64::INFINITY
    } else if 0.0 < naive {
        own / naive
    } else {
        f64::NAN
    }
}

/// FNV-1a over `track`, a zero byte and `task`.
fn seed(track: &TrackId, task: &TaskId) -> u64 {
    let bytes = track.as_str().bytes().chain([0]).chain(task.as_str().bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
