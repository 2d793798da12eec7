//! A submission becomes a valid plan or none, and its loss. Any failure of the submission is an invalid plan, never an error.

use super::cost::{Costs, loss, penalty};
use crate::domain::fwbench::contract::Contract;
use crate::domain::fwbench::plan::Plan;
use crate::domain::fwbench::submission::{Decisions, Submitted};

/// A graded submission.
#[derive(Debug, Clone, PartialEq)]
pub struct Graded {
    /// The plan, where it is valid.
    pub plan: Option<Plan>,
    /// Its loss at the grid's values, or the penalty.
    pub loss: f64,
}

/// Grades a submission against the day's costs.
///
/// Forecast Workflow Bench, `evaluation/grading.py`: an invalid plan keeps its case in every average, with the penalty as its loss.
///
/// # Panics
/// When `costs` has not one row an hour.
pub fn grade(contract: &Contract, costs: &Costs, submitted: &Submitted) -> Graded {
    let plan = submitted.as_ref().ok().and_then(|decisions| plan(contract, decisions));
    let loss = plan.as_ref().map_or_else(|| penalty(contract, costs), |plan| loss(contract, costs, plan));
    Graded { plan, loss }
}

/// The plan of these numbers: each within 1e-6 + 1e-9·|grid| of exactly one value of the grid, and the ramp kept.
///
/// The numbers are in the unit of demand; the ramp is tested, and the loss taken, at the grid's values in units of the scale.
pub fn plan(contract: &Contract, decisions: &Decisions) -> Option<Plan> {
    let terms = contract.terms();
    if decisions.values.len() != terms.block_hours.blocks() {
        return None;
    }
    let steps: Option<Vec<usize>> = decisions.values.iter().map(|&value| step(contract.grid(), value)).collect();
    Plan::new(steps?).filter(|plan| plan.within(terms.ramp))
}

/// The one step that a number means. On a scale so small that two steps are near, it means neither.
fn step(grid: &[f64], value: f64) -> Option<usize> {
    let near = |&(_, &step): &(usize, &f64)| (value - step).abs() <= 1e-6 + 1e-9 * step.abs();
    let mut near = grid.iter().enumerate().filter(near);
    let (step, _) = near.next()?;
    near.next().is_none().then_some(step)
}
