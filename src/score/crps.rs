//! The score of one forecast of one value.

use crate::domain::forecast::Answer;
use crate::domain::quantile::{Level, Levels};

/// Pinball loss `ρ_τ(z) = z·(τ − 1{z < 0})` with z = y − q: the target's unit, 0 or more, lower is better.
///
/// Koenker and Bassett 1978. At τ = 0.9 a value 10 above the quantile costs 9, one 10 below costs 1.
pub fn pinball(level: Level, quantile: f64, actual: f64) -> f64 {
    let error = actual - quantile;
    error * (level.value() - f64::from(u8::from(error < 0.0)))
}

/// Quantile CRPS `(2/K) Σ ρ_τ(y − q_τ)` over the K levels; |x − y| for a point forecast x. The target's unit, 0 or more, lower is better.
///
/// `quantiles` has one value a level, in the levels' order; they may cross. Approximates the continuous ranked probability score (Gneiting and
/// Raftery 2007); for levels symmetric around the median it equals the weighted interval score of the same levels (Bracher et al. 2021).
/// Levels 0.1 … 0.9 all at 10 and y = 14 give 4.
pub fn crps(levels: &Levels, quantiles: &[f64], actual: f64) -> f64 {
    let flat = quantiles.iter().all(|&quantile| quantile == quantiles[0]);
    if flat && levels.symmetric() {
        // The sum is |z| but for rounding; exactness makes a naive without spread score exactly 1.
        return (quantiles[0] - actual).abs();
    }
    let losses: f64 =
        levels.as_slice().iter().zip(quantiles).map(|(&level, &quantile)| pinball(level, quantile, actual)).sum();
    2.0 * losses / quantiles.len() as f64
}

/// What one forecast of one settled value scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairScore {
    /// Quantile CRPS, in the target's unit.
    pub crps: f64,
    /// |median − y|, or |point − y|; `None` where the task has no level 0.5.
    pub abs_error: Option<f64>,
    /// What only quantile forecasts have.
    pub spread: Option<Spread>,
}

/// What the quantiles say of uncertainty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Bin of the probability integral transform: how many quantiles lie strictly below y, 0..=K (an equal one puts y into the lower bin).
    pub bin: u16,
    /// y is strictly below the median; `None` where the task has no level 0.5.
    pub below_median: Option<bool>,
    /// The central 80% interval; `None` where the task lacks 0.1 or 0.9.
    pub central: Option<Central>,
}

/// The central 80% interval of a forecast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Central {
    /// `q_0.1 ≤ y ≤ q_0.9`.
    pub covers: bool,
    /// `q_0.9 − q_0.1`, in the target's unit.
    pub width: f64,
}

/// Scores one forecast against what came true.
pub fn score(levels: &Levels, answer: &Answer, actual: f64) -> PairScore {
    match answer {
        Answer::Point(point) => {
            let error = (point - actual).abs();
            PairScore { crps: error, abs_error: Some(error), spread: None }
        }
        Answer::Quantiles(quantiles) => {
            let at = |level| levels.position(level).map(|position| quantiles[position]);
            let middle = at(Level::MEDIAN);
            let central = at(Level::TENTH)
                .zip(at(Level::NINE_TENTHS))
                .map(|(low, high)| Central { covers: low <= actual && actual <= high, width: high - low });
            PairScore {
                crps: crps(levels, quantiles, actual),
                abs_error: middle.map(|median| (median - actual).abs()),
                spread: Some(Spread {
                    bin: quantiles.iter().filter(|&&quantile| quantile < actual).count() as u16,
                    below_median: middle.map(|median| actual < median),
                    central,
                }),
            }
        }
    }
}

/// The value a reference forecast names: its point, or its median; `None` where the task has no level 0.5.
pub fn middle(levels: &Levels, answer: &Answer) -> Option<f64> {
    match answer {
        Answer::Point(point) => Some(*point),
        Answer::Quantiles(quantiles) => levels.position(Level::MEDIAN).map(|position| quantiles[position]),
    }
}
