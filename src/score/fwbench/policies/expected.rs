//! How demand is distributed, and what each capacity is expected to cost then.

use std::array;

use super::super::cost::{Costs, hour_cost};
use crate::domain::fwbench::contract::{Billing, Contract, HOURS, STEPS, Terms, capacity};

/// Samples of demand with their masses: the same masses in each hour.
#[derive(Debug, Clone, PartialEq)]
pub struct Demand {
    masses: Vec<f64>,
    hours: Hours,
}

/// Samples of demand, one a mass.
#[derive(Debug, Clone, PartialEq)]
pub enum Hours {
    /// The same in every hour of the day.
    Alike(Vec<f64>),
    /// Those of each hour.
    Each(Vec<Vec<f64>>),
}

impl Hours {
    fn rows(&self) -> &[Vec<f64>] {
        match self {
            Self::Alike(samples) => std::slice::from_ref(samples),
            Self::Each(hours) => hours,
        }
    }

    fn rows_mut(&mut self) -> &mut [Vec<f64>] {
        match self {
            Self::Alike(samples) => std::slice::from_mut(samples),
            Self::Each(hours) => hours,
        }
    }
}

impl Demand {
    /// Samples in the contract's unit, each of the same mass 1/n.
    pub fn equal(contract: &Contract, hours: Hours) -> Result<Self, String> {
        let samples = hours.rows().first().map_or(0, Vec::len);
        Self::new(contract, vec![1.0 / samples as f64; samples], hours)
    }

    /// Samples in the contract's unit, divided by its scale here. Every hour has one sample a mass; masses are at least 0 and sum to 1 within 1e-5.
    pub fn new(contract: &Contract, masses: Vec<f64>, mut hours: Hours) -> Result<Self, String> {
        if matches!(&hours, Hours::Each(hours) if hours.len() != HOURS) {
            return Err(format!("it has samples of {} hours, it must have {HOURS}", hours.rows().len()));
        }
        if let Some(odd) = hours.rows().iter().find(|samples| samples.len() != masses.len()) {
            return Err(format!("an hour has {} samples, it must have {}", odd.len(), masses.len()));
        }
        let sum: f64 = masses.iter().sum();
        let unit = (sum - 1.0).abs() <= 1e-5 && masses.iter().all(|&mass| 0.0 <= mass);
        if !unit {
            return Err("its masses are not at least 0 and 1 in sum".to_owned());
        }
        for sample in hours.rows_mut().iter_mut().flatten() {
            *sample /= contract.scale();
            if !sample.is_finite() {
                return Err("a sample is not finite in units of the scale".to_owned());
            }
        }
        Ok(Self { masses, hours })
    }
}

/// The expected cost of each capacity in each hour: Σ mass·c, in the order of the samples.
pub fn expected(contract: &Contract, demand: &Demand) -> Costs {
    let terms = contract.terms();
    match &demand.hours {
        Hours::Each(hours) => {
            hours.iter().enumerate().map(|(hour, samples)| hour_costs(terms, hour, &demand.masses, samples)).collect()
        }
        Hours::Alike(samples) => {
            let mut costs = Costs::with_capacity(HOURS);
            for hour in 0..HOURS {
                // Only the priority tells hours apart, and a day has few.
                let priority = terms.hourly_priority[hour];
                let row = match terms.hourly_priority[..hour].iter().position(|&earlier| earlier == priority) {
                    Some(same) => costs[same],
                    None => hour_costs(terms, hour, &demand.masses, samples),
                };
                costs.push(row);
            }
            costs
        }
    }
}

fn hour_costs(terms: &Terms, hour: usize, masses: &[f64], samples: &[f64]) -> [f64; STEPS] {
    let (reservation, shortage, priority) = (terms.reservation, terms.shortage, terms.hourly_priority[hour]);
    let plain = terms.billing == Billing::Imbalance && terms.emergency == 0.0;
    if plain && 0.0 <= reservation && 0.0 <= shortage && 0.0 <= priority {
        // The terms of every published contract, in the innermost loop of all grading. The same value to the last bit: an excess times 0 adds
        // nothing, and of surplus and shortage one is 0 while the other's cost is the greater of the two products.
        sums(masses, samples, |demand, capacity| {
            let surplus = capacity - demand;
            let (over, under) = (reservation * surplus, -priority * (shortage * surplus));
            if under < over { over } else { under }
        })
    } else {
        sums(masses, samples, |demand, capacity| hour_cost(terms, hour, demand, capacity))
    }
}

/// Σ mass·cost for each step. A tile of steps is summed at a time, small enough for registers, while each step's sum keeps the order of the samples.
fn sums(masses: &[f64], samples: &[f64], cost: impl Fn(f64, f64) -> f64) -> [f64; STEPS] {
    const TILE: usize = 12;
    let mut all = [0.0; STEPS];
    for (tile, out) in all.chunks_mut(TILE).enumerate() {
        // The last tile repeats the last step where the grid has ended.
        let capacities: [f64; TILE] = array::from_fn(|at| capacity((tile * TILE + at).min(STEPS - 1)));
        let mut sums = [0.0; TILE];
        for (&mass, &demand) in masses.iter().zip(samples) {
            for (sum, &capacity) in sums.iter_mut().zip(&capacities) {
                *sum += mass * cost(demand, capacity);
            }
        }
        out.copy_from_slice(&sums[..out.len()]);
    }
    all
}
