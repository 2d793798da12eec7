//! A place and an hour → its demand, with a daily and a weekly cycle, days that surprise everybody and noise. A value depends on the seed, the place
//! and the hour alone, so that the histories of two cases agree where they overlap.

use super::cohorts::{Domain, Place};
use super::hour::{Hour, weekday};
use crate::demo::random::{Purpose, Stream};

/// The demand of consecutive hours.
pub(super) struct Demand {
    first: Hour,
    values: Vec<f64>,
    domain: Domain,
    base: f64,
}

/// Hours that the noise remembers.
const MEMORY: usize = 8;

const ELECTRICITY: [f64; 24] = [
    0.84, 0.80, 0.78, 0.77, 0.78, 0.83, 0.91, 0.99, 1.02, 1.04, 1.06, 1.08, 1.09, 1.10, 1.11, 1.12, 1.14, 1.16, 1.16,
    1.13, 1.09, 1.04, 0.97, 0.90,
];
const WORKING_DAY: [f64; 24] = [
    0.15, 0.08, 0.05, 0.04, 0.06, 0.20, 0.70, 1.70, 2.60, 1.50, 1.00, 1.00, 1.15, 1.15, 1.10, 1.30, 1.90, 2.70, 2.30,
    1.60, 1.10, 0.80, 0.60, 0.35,
];
const WEEKEND: [f64; 24] = [
    0.35, 0.25, 0.15, 0.10, 0.08, 0.10, 0.15, 0.30, 0.55, 0.90, 1.30, 1.60, 1.80, 1.90, 1.95, 1.90, 1.80, 1.60, 1.35,
    1.10, 0.90, 0.70, 0.55, 0.45,
];

impl Demand {
    /// The demand of a place in `length` hours from `first` on: whole numbers, at least 0.
    pub(super) fn new(seed: u64, place: Place, first: Hour, length: usize) -> Self {
        let mut draw = Stream::new(seed, Purpose::Scale, &[place.number]);
        let (size, swing, offset) = (draw.uniform(), draw.uniform(), draw.below(4));
        let (base, offset) = match place.domain {
            // Few places are large.
            Domain::Electricity => (200.0 + 30_000.0 * size * size * size, -5 - offset as i64),
            Domain::CycleHire => (6.0 + 34.0 * size, 1),
        };
        let ripples: Vec<f64> = (0..length + MEMORY)
            .map(|step| {
                let hour = first.plus(step as i64 - MEMORY as i64);
                Stream::new(seed, Purpose::Noise, &[place.number, hour.number()]).normal()
            })
            .collect();
        let weather = |hour: Hour| {
            let day = |hour: Hour| {
                let midnight = Hour::of(hour.day()).number();
                Stream::new(seed, Purpose::Shock, &[place.number, midnight]).normal()
            };
            let share = hour.of_day() as f64 / 24.0;
            day(hour) * (1.0 - share) + day(hour.plus(24)) * share
        };
        let values = (0..length)
            .map(|step| {
                let hour = first.plus(step as i64);
                let local = hour.plus(offset);
                let ripple = ripples[step..step + MEMORY].iter().fold(0.0, |state, drawn| 0.75 * state + drawn);
                let free = weekday(local.day()) >= 5;
                let relative = match place.domain {
                    Domain::Electricity => {
                        let cycle = 1.0 + (0.6 + 0.8 * swing) * (ELECTRICITY[local.of_day()] - 1.0);
                        cycle - if free { 0.06 } else { 0.0 } + 0.05 * weather(hour) + 0.008 * ripple
                    }
                    Domain::CycleHire => {
                        let cycle = if free { WEEKEND } else { WORKING_DAY }[local.of_day()];
                        cycle * (1.0 + 0.3 * weather(hour) + 0.06 * ripple) + 0.03 * ripple
                    }
                };
                (base * relative).max(0.0).round()
            })
            .collect();
        Self { first, values, domain: place.domain, base }
    }

    /// The demand of `length` hours from `first` on, all of them within those that were made.
    pub(super) fn slice(&self, first: Hour, length: usize) -> &[f64] {
        let start = first.since(self.first) as usize;
        &self.values[start..start + length]
    }

    /// The demand of an hour.
    pub(super) fn at(&self, hour: Hour) -> f64 {
        self.values[hour.since(self.first) as usize]
    }

    /// How far a good forecast of an hour is off.
    pub(super) fn spread(&self, hour: Hour) -> f64 {
        match self.domain {
            Domain::Electricity => 0.025 * self.base,
            Domain::CycleHire => 0.08 * self.base + 0.15 * self.at(hour),
        }
    }
}
