//! A plan: one step of the capacity grid for each block of a day.

use super::contract::{STEPS, capacity};

/// Steps of the grid, block by block; each below [`STEPS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan(Box<[u8]>);

impl Plan {
    /// The plan of these steps; `None` where one is off the grid.
    pub fn new(steps: impl IntoIterator<Item = usize>) -> Option<Self> {
        let steps = steps.into_iter().map(|step| (step < STEPS).then_some(step as u8));
        Some(Self(steps.collect::<Option<Vec<u8>>>()?.into()))
    }

    /// The step of each block.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.0.iter().map(|&step| usize::from(step))
    }

    /// The capacity of each block in units of the contract's scale.
    pub fn capacities(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.steps().map(capacity)
    }

    /// Whether no two neighbouring blocks differ by more than `ramp` + 1e-10, in units of the scale.
    pub fn within(&self, ramp: f64) -> bool {
        let capacities: Vec<f64> = self.capacities().collect();
        capacities.windows(2).all(|pair| (pair[1] - pair[0]).abs() <= ramp + 1e-10)
    }
}
