//! What an hour costs, and what a plan loses.
//!
//! Plain double arithmetic in a fixed order, never fused: whole ranges of capacities tie by design (priority 1.5 against reservation 0.3 is met by
//! every sixth sample), and the last bit then decides which is chosen.

use crate::domain::fwbench::contract::{Billing, Contract, HOURS, STEPS, Terms, capacity};
use crate::domain::fwbench::plan::Plan;

/// Cost of each capacity of the grid in each hour: `costs[hour][step]`.
pub type Costs = Vec<[f64; STEPS]>;

/// The cost of capacity `capacity` in an hour of demand `demand`, both in units of the scale, as is the cost; lower is better:
///
/// c = reservation·surplus + priority·(shortage·s + emergency·max(s − buffer, 0)), where s = max(demand − capacity, 0) and surplus is
/// max(capacity − demand, 0), or all of the capacity where capacity is reserved.
///
/// Forecast Workflow Bench, `decision/contract.py`. At reservation 0.6, shortage 1, emergency 2 above 0.1 and priority 1, demand 1 costs 0.4 with
/// capacity 0.8, nothing with 1, and 0.12 with 1.2.
///
/// # Panics
/// When a day has no such hour.
pub fn hour_cost(terms: &Terms, hour: usize, demand: f64, capacity: f64) -> f64 {
    let short = positive(demand - capacity);
    let surplus = match terms.billing {
        Billing::Imbalance => positive(capacity - demand),
        Billing::Reservation => capacity,
    };
    let excess = positive(short - terms.emergency_buffer);
    terms.reservation * surplus + terms.hourly_priority[hour] * (terms.shortage * short + terms.emergency * excess)
}

/// A comparison that becomes one instruction, which `f64::max` with its rule for NaN does not.
pub(super) fn positive(value: f64) -> f64 {
    if 0.0 < value { value } else { 0.0 }
}

/// The costs of a day with this demand (in the contract's unit).
pub fn day_costs(contract: &Contract, actual: &[f64; HOURS]) -> Costs {
    let costs = |(hour, &actual): (usize, &f64)| {
        let demand = actual / contract.scale();
        std::array::from_fn(|step| hour_cost(contract.terms(), hour, demand, capacity(step)))
    };
    actual.iter().enumerate().map(costs).collect()
}

/// The loss of a plan: (Σ c over the hours + adjustment·Σ |change between blocks|) / 24, in units of the scale an hour; lower is better.
///
/// Forecast Workflow Bench, `evaluation/grading.py`. A plan of all 1.2 on a demand of 1, at reservation 0.3, loses 0.06.
///
/// # Panics
/// When `plan` has not one step a block of the contract, or `costs` not one row an hour.
pub fn loss(contract: &Contract, costs: &Costs, plan: &Plan) -> f64 {
    let terms = contract.terms();
    assert_eq!(plan.steps().len(), terms.block_hours.blocks(), "one step a block");
    let steps: Vec<usize> = plan.steps().collect();
    let hours: f64 = (0..HOURS).map(|hour| costs[hour][steps[hour / terms.block_hours.hours()]]).sum();
    let changes: f64 = steps.windows(2).map(|pair| (capacity(pair[1]) - capacity(pair[0])).abs()).sum();
    (hours + terms.adjustment * changes) / HOURS as f64
}

/// The loss of a day without a valid plan, above that of any plan: the mean over the hours of their dearest capacity, the greatest change at every
/// boundary of blocks, and 1 more. In units of the scale an hour; the ramp plays no part.
///
/// (Σ max c) / 24 + adjustment·1.6·(blocks − 1) / 24 + 1. Forecast Workflow Bench, `evaluation/grading.py`. A demand of 1 with priority 1, shortage 1
/// and reservation 0.3 is dearest at 0.4: a penalty of 1.6.
///
/// # Panics
/// When `costs` has not one row an hour.
pub fn penalty(contract: &Contract, costs: &Costs) -> f64 {
    assert_eq!(costs.len(), HOURS, "one row an hour");
    let terms = contract.terms();
    let dearest: f64 = costs.iter().map(|hour| hour.iter().copied().fold(f64::NEG_INFINITY, f64::max)).sum();
    let boundaries = (terms.block_hours.blocks() - 1) as f64;
    let span = capacity(STEPS - 1) - capacity(0);
    dearest / HOURS as f64 + terms.adjustment * span * boundaries / HOURS as f64 + 1.0
}
