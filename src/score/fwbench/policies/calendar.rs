//! A least-squares fit of level, trend, and waves of a day and of a week, and its continuation into the target day.
//!
//! The visible hours are two whole weeks, so the waves and the level are orthogonal to each other there; only the trend is not. With its part along
//! them taken off, every coefficient is one quotient of sums: no matrix is solved. Sines come from their series, not from the system's library,
//! so the last bit is the same on every machine.

use std::f64::consts::PI;

use crate::domain::fwbench::contract::HOURS;
use crate::domain::fwbench::episode::HISTORY;

/// Hours of the longest wave.
const WEEK: usize = 168;
/// Waves by how often they fit a week: the first three harmonics of a day, then of a week.
const HARMONICS: [usize; 6] = [7, 14, 21, 1, 2, 3];
/// Level, and a sine and a cosine a harmonic.
const WAVES: usize = 1 + 2 * HARMONICS.len();

/// A fit and its continuation.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// What it predicts for each target hour.
    pub predictions: Vec<f64>,
    /// Actual minus fitted, of each visible hour.
    pub residuals: Vec<f64>,
}

/// Fits 1, t/336 and sin and cos of 2πkt/P for P = 24 and 168, k = 1, 2, 3, to [`HISTORY`] hours, where t counts hours from the first; the target
/// day begins at t = `offset`.
pub fn fit(values: &[f64], offset: usize) -> Fit {
    let table: Vec<[f64; WAVES]> = circle();
    let waves = |hour: usize| &table[hour % WEEK];
    let trend = |hour: usize| hour as f64 / HISTORY as f64;

    let times: Vec<f64> = (0..HISTORY).map(trend).collect();
    let along = projection(&times, &table);
    // What is left of the trend once level and waves are taken off.
    let rest = |hour: usize| trend(hour) - dot(&along, waves(hour));
    let rests: Vec<f64> = (0..HISTORY).map(rest).collect();

    let shape = projection(values, &table);
    let slope = dot(values, &rests) / dot(&rests, &rests);
    let fitted = |hour: usize| dot(&shape, waves(hour)) + slope * rest(hour);
    Fit {
        predictions: (offset..offset + HOURS).map(fitted).collect(),
        residuals: values.iter().enumerate().map(|(hour, value)| value - fitted(hour)).collect(),
    }
}

/// The coefficients of level and waves: their squares sum to n and to n/2 over whole weeks.
fn projection(values: &[f64], table: &[[f64; WAVES]]) -> [f64; WAVES] {
    let mut sums = [0.0; WAVES];
    for (value, waves) in values.iter().zip(table.iter().cycle()) {
        for (sum, wave) in sums.iter_mut().zip(waves) {
            *sum += value * wave;
        }
    }
    let hours = values.len() as f64;
    std::array::from_fn(|at| if at == 0 { sums[at] / hours } else { 2.0 * sums[at] / hours })
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// Level and waves of every hour of a week.
fn circle() -> Vec<[f64; WAVES]> {
    let turns: Vec<(f64, f64)> = (0..WEEK).map(turn).collect();
    let row = |hour: usize| {
        let mut row = [1.0; WAVES];
        for (pair, harmonic) in row[1..].chunks_exact_mut(2).zip(HARMONICS) {
            let (sine, cosine) = turns[harmonic * hour % WEEK];
            pair.copy_from_slice(&[sine, cosine]);
        }
        row
    };
    (0..WEEK).map(row).collect()
}

/// Sine and cosine of `part` 168ths of a full turn, from those of at most an eighth of a turn.
fn turn(part: usize) -> (f64, f64) {
    const QUARTER: usize = WEEK / 4;
    let rest = part % QUARTER;
    let (sine, cosine) = if rest <= QUARTER / 2 {
        series(rest)
    } else {
        let (cosine, sine) = series(QUARTER - rest);
        (sine, cosine)
    };
    match part / QUARTER % 4 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// Sine and cosine by their power series: below π/4 the terms left out are under 1e-18.
fn series(part: usize) -> (f64, f64) {
    let angle = 2.0 * PI * part as f64 / WEEK as f64;
    let sum = |first: f64, start: usize| {
        let (mut term, mut sum) = (first, first);
        for power in (start..start + 18).step_by(2) {
            term *= -angle * angle / ((power + 1) * (power + 2)) as f64;
            sum += term;
        }
        sum
    };
    (sum(angle, 1), sum(1.0, 0))
}
