//! What a model believes of a day → eight capacities, as steps of the grid. The plan with the least expected cost by a short dynamic programme: a
//! capable model finds it; less capable ones spoil it afterwards.

use crate::demo::random::Stream;

/// Capacities of a plan.
pub(super) const BLOCKS: usize = 8;
/// Hours that share a capacity.
pub(super) const BLOCK_HOURS: usize = 3;
/// Capacities to choose from.
pub(super) const STEPS: usize = 33;
/// Steps that neighbouring capacities may differ by: 0.3 in steps of 0.05.
const RAMP: usize = 6;
/// Price of a unit of surplus.
pub(super) const RESERVATION: f64 = 0.3;

/// Steps of the grid, block by block.
pub(super) type Steps = [usize; BLOCKS];

/// The capacity of a step in units of the scale.
pub(super) fn capacity(step: usize) -> f64 {
    (40 + 5 * step) as f64 / 100.0
}

/// The plan with the least mean cost over the samples of each hour, which are in units of the scale.
pub(super) fn cheapest(samples: &[Vec<f64>], priority: &[f64]) -> Steps {
    let cost = |block: usize, step: usize| {
        let hours = block * BLOCK_HOURS..(block + 1) * BLOCK_HOURS;
        hours.map(|hour| hour_cost(&samples[hour], capacity(step), priority[hour])).sum::<f64>()
    };
    // Filled from the last block back: the cheapest rest of the day after each step, and the step that leads there.
    let mut rest = [[0.0; STEPS]; BLOCKS];
    let mut next = [[0; STEPS]; BLOCKS];
    for block in (0..BLOCKS).rev() {
        for step in 0..STEPS {
            let mut after = (0, 0.0);
            if block + 1 < BLOCKS {
                after = (step, rest[block + 1][step]);
                for reached in reach(step) {
                    if rest[block + 1][reached] < after.1 {
                        after = (reached, rest[block + 1][reached]);
                    }
                }
            }
            rest[block][step] = cost(block, step) + after.1;
            next[block][step] = after.0;
        }
    }
    let mut steps = [0; BLOCKS];
    for step in 0..STEPS {
        if rest[0][step] < rest[0][steps[0]] {
            steps[0] = step;
        }
    }
    for block in 1..BLOCKS {
        steps[block] = next[block - 1][steps[block - 1]];
    }
    steps
}

fn hour_cost(samples: &[f64], capacity: f64, priority: f64) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| RESERVATION * (capacity - sample).max(0.0) + priority * (sample - capacity).max(0.0))
        .sum();
    sum / samples.len() as f64
}

fn reach(step: usize) -> std::ops::RangeInclusive<usize> {
    step.saturating_sub(RAMP)..=(step + RAMP).min(STEPS - 1)
}

/// The plan with each capacity off by a step or two now and then, still within the ramp. `carelessness` is in a hundred, for each direction.
pub(super) fn spoiled(steps: &Steps, carelessness: u64, draw: &mut Stream) -> Steps {
    let mut spoiled = *steps;
    for block in 0..BLOCKS {
        let moved = match draw.below(100) {
            low if low < carelessness => spoiled[block].saturating_sub(1 + draw.below(2) as usize),
            low if low < 2 * carelessness => spoiled[block] + 1 + draw.below(2) as usize,
            _ => spoiled[block],
        };
        let reach = if block == 0 { 0..=STEPS - 1 } else { reach(spoiled[block - 1]) };
        spoiled[block] = moved.clamp(*reach.start(), *reach.end());
    }
    spoiled
}

/// The plan with one change between neighbours beyond the ramp.
pub(super) fn breached(steps: &Steps) -> Steps {
    let mut breached = *steps;
    let before = breached[3];
    breached[4] = if before + RAMP + 2 < STEPS { before + RAMP + 2 } else { before - RAMP - 2 };
    breached
}
