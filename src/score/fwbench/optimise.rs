//! The plan of least cost, by dynamic programme.

use std::array;
use std::ops::Range;

use super::cost::Costs;
use crate::domain::fwbench::contract::{Contract, STEPS, capacity};
use crate::domain::fwbench::plan::Plan;

/// The plan of least cost with the ramp kept; ties take the lowest step in the last block, then in each block before. `None` where no plan keeps it.
///
/// Block by block, the value of a step is (the least of a previous value + adjustment·|change|) + the block's cost, the hours of a block added in
/// order. Forecast Workflow Bench, `decision/contract.py`. With the costs of the actual day its loss is the floor F; with expected costs it is the
/// plan of a policy.
///
/// # Panics
/// When `costs` has not one row an hour.
pub fn optimise(contract: &Contract, costs: &Costs) -> Option<Plan> {
    let terms = contract.terms();
    let grid: [f64; STEPS] = array::from_fn(capacity);
    let reach: [Range<usize>; STEPS] = array::from_fn(|step| within_ramp(&grid, step, terms.ramp));
    let blocks: Vec<[f64; STEPS]> = costs.chunks(terms.block_hours.hours()).map(block_costs).collect();
    assert_eq!(blocks.len(), terms.block_hours.blocks(), "one row of costs an hour");

    let mut values = blocks[0];
    let mut parents: Vec<[usize; STEPS]> = Vec::with_capacity(blocks.len());
    for block in &blocks[1..] {
        let mut parent = [0; STEPS];
        let next = array::from_fn(|step| {
            let mut best = f64::INFINITY;
            for from in reach[step].clone() {
                let value = values[from] + terms.adjustment * (grid[step] - grid[from]).abs();
                if value < best {
                    (best, parent[step]) = (value, from);
                }
            }
            best + block[step]
        });
        values = next;
        parents.push(parent);
    }

    let (mut step, mut best) = (None, f64::INFINITY);
    for (last, &value) in values.iter().enumerate() {
        if value < best {
            (step, best) = (Some(last), value);
        }
    }
    let mut steps = vec![step?];
    for parent in parents.iter().rev() {
        steps.push(parent[steps[steps.len() - 1]]);
    }
    Plan::new(steps.into_iter().rev())
}

/// The steps next to `step` that the ramp allows: the grid ascends, so they are one range, empty under a negative ramp.
fn within_ramp(grid: &[f64; STEPS], step: usize, ramp: f64) -> Range<usize> {
    let near = |other: usize| (grid[other] - grid[step]).abs() <= ramp + 1e-10;
    if !near(step) {
        return 0..0;
    }
    let low = (0..step).rev().take_while(|&other| near(other)).last().unwrap_or(step);
    let high = (step..STEPS).take_while(|&other| near(other)).last().unwrap_or(step);
    low..high + 1
}

fn block_costs(hours: &[[f64; STEPS]]) -> [f64; STEPS] {
    array::from_fn(|step| hours.iter().map(|hour| hour[step]).sum())
}
