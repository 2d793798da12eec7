//! What an hour costs, what a plan loses and the floor, against sums done by hand and an exhaustive search.

use foreboard::domain::fwbench::contract::{Billing, BlockHours, Contract, HOURS, STEPS, Terms, capacity};
use foreboard::domain::fwbench::plan::Plan;
use foreboard::score::fwbench::cost::{Costs, day_costs, hour_cost, loss, penalty};
use foreboard::score::fwbench::optimise::optimise;

/// The published terms with every priority 1.
pub fn terms(block_hours: u64) -> Terms {
    Terms {
        billing: Billing::Imbalance,
        block_hours: BlockHours::new(block_hours).expect("1, 3 or 6"),
        reservation: 0.3,
        shortage: 1.0,
        emergency: 0.0,
        emergency_buffer: 0.1,
        adjustment: 0.0,
        ramp: 0.3,
        hourly_priority: [1.0; HOURS],
    }
}

/// The priorities of the published example: 2 for six hours, 1.5 for six, then 1.
pub fn priorities() -> [f64; HOURS] {
    std::array::from_fn(|hour| [2.0, 1.5, 1.0, 1.0][hour / 6])
}

pub fn contract(terms: Terms, scale: f64) -> Contract {
    let grid = (0..STEPS).map(|step| capacity(step) * scale).collect();
    Contract::new("a contract".to_owned(), terms, "MW".to_owned(), scale, grid).expect("a contract")
}

/// The step of a capacity such as 1.05.
pub fn step(capacity: f64) -> usize {
    ((capacity - 0.4) / 0.05).round() as usize
}

fn plan(capacities: &[f64]) -> Plan {
    Plan::new(capacities.iter().map(|&capacity| step(capacity))).expect("steps of the grid")
}

#[track_caller]
pub fn close(left: f64, right: f64) {
    assert!((left - right).abs() <= 1e-12 * right.abs().max(1.0), "{left} is not {right}");
}

#[test]
fn the_grid_holds_the_doubles_of_its_decimals() {
    let decimals: Vec<f64> =
        (0..STEPS).map(|step| format!("{}e-2", 40 + 5 * step).parse().expect("a number")).collect();
    assert_eq!((0..STEPS).map(capacity).collect::<Vec<f64>>(), decimals);
}

#[test]
fn an_hour_costs_what_the_contract_says() {
    // The case of upstream's tests: 0.2 short is 0.2·1 + 0.1·2; exact; 0.2 over is 0.2·0.6.
    let mut terms = Terms { reservation: 0.6, emergency: 2.0, ..terms(3) };
    let costs = |terms: &Terms| [0.8, 1.0, 1.2].map(|capacity| hour_cost(terms, 7, 1.0, capacity));
    for (cost, expected) in costs(&terms).into_iter().zip([0.4, 0.0, 0.12]) {
        close(cost, expected);
    }
    // A priority weighs shortage and emergency of its hour only, never surplus.
    terms.hourly_priority[7] = 1.5;
    for (cost, expected) in costs(&terms).into_iter().zip([0.6, 0.0, 0.12]) {
        close(cost, expected);
    }
    // Where capacity is reserved all of it is billed, short or not: 0.6·0.8 + 0.6, 0.6·1, 0.6·1.2.
    terms.billing = Billing::Reservation;
    for (cost, expected) in costs(&terms).into_iter().zip([1.08, 0.6, 0.72]) {
        close(cost, expected);
    }
    // A shortage within the buffer is no emergency; a demand below 0 is a surplus of more than the capacity.
    close(hour_cost(&Terms { emergency: 2.0, ..self::terms(3) }, 0, 1.0, 0.95), 0.05);
    close(hour_cost(&self::terms(3), 0, -0.5, 0.4), 0.27);
}

#[test]
fn a_plan_loses_the_mean_of_its_hours_and_its_changes() {
    for hours in [1, 3, 6] {
        let contract = contract(terms(hours), 100.0);
        let costs = day_costs(&contract, &[100.0; HOURS]);
        let all = |capacity: f64| plan(&vec![capacity; 24 / hours as usize]);
        assert_eq!(loss(&contract, &costs, &all(1.0)), 0.0);
        close(loss(&contract, &costs, &all(1.2)), 0.06);
        close(loss(&contract, &costs, &all(0.9)), 0.1);
    }
    // 1, 1.1, 1, 1.2 at demand 1: (6·0.3·(0.1 + 0.2) + 0.5·(0.1 + 0.1 + 0.2)) / 24 = 0.74 / 24.
    let contract = contract(Terms { adjustment: 0.5, ..terms(6) }, 100.0);
    close(loss(&contract, &day_costs(&contract, &[100.0; HOURS]), &plan(&[1.0, 1.1, 1.0, 1.2])), 0.74 / 24.0);
}

#[test]
fn a_block_covers_its_own_hours() {
    // Demand 1 but for hours 3 to 5, where it is 1.5; only the block of these hours is raised, and nothing is lost.
    let mut actual = [4.0; HOURS];
    actual[3..6].fill(6.0);
    let contract = contract(Terms { ramp: 0.5, ..terms(3) }, 4.0);
    let mut capacities = [1.0; 8];
    capacities[1] = 1.5;
    assert_eq!(loss(&contract, &day_costs(&contract, &actual), &plan(&capacities)), 0.0);
    assert_eq!(optimise(&contract, &day_costs(&contract, &actual)), Some(plan(&capacities)));
}

#[test]
fn a_penalty_exceeds_the_dearest_plan() {
    // Demand 1: 0.6 short at 0.4 is dearer than 0.3·1 over at 2.0.
    let costs = |contract: &Contract| day_costs(contract, &[50.0; HOURS]);
    let plain = contract(terms(3), 50.0);
    close(penalty(&plain, &costs(&plain)), 1.6);
    // Mean priority (2 + 1.5 + 1 + 1) / 4 = 1.375: 0.6·1.375 + 1. The ramp plays no part.
    let weighed = contract(Terms { hourly_priority: priorities(), ramp: 0.0, ..terms(3) }, 50.0);
    close(penalty(&weighed, &costs(&weighed)), 1.825);
    // 1.6 at each of 7, 23 and 3 boundaries, at 0.5: 5.6 / 24, 18.4 / 24, 2.4 / 24.
    for (hours, changes) in [(3, 5.6), (1, 18.4), (6, 2.4)] {
        let adjusted = contract(Terms { adjustment: 0.5, ..terms(hours) }, 50.0);
        close(penalty(&adjusted, &costs(&adjusted)), 1.6 + changes / 24.0);
    }
    // Reserved capacity at demand 0.1: 0.3·2.0.
    let reserved = contract(Terms { billing: Billing::Reservation, ..terms(3) }, 50.0);
    close(penalty(&reserved, &day_costs(&reserved, &[5.0; HOURS])), 1.6);
}

#[test]
fn floors_worked_out_by_hand() {
    let floor = |contract: &Contract, actual: &[f64; HOURS]| {
        let costs = day_costs(contract, actual);
        optimise(contract, &costs).map(|plan| loss(contract, &costs, &plan))
    };
    let plain = contract(terms(3), 1.0);
    assert_eq!(floor(&plain, &[1.0; HOURS]), Some(0.0));
    // Below the grid even the least capacity is 0.1 over: 0.3·0.1. Above it the greatest is 0.5 short.
    close(floor(&plain, &[0.3; HOURS]).expect("a plan"), 0.03);
    close(floor(&plain, &[2.5; HOURS]).expect("a plan"), 0.5);
    // One capacity all day, demand 0.5 for six hours and 1 for eighteen: 1 is best, 6·0.3·0.5 / 24.
    let mut actual = [1.0; HOURS];
    actual[..6].fill(0.5);
    let rigid = contract(Terms { ramp: 0.0, ..terms(6) }, 1.0);
    close(floor(&rigid, &actual).expect("a plan"), 0.0375);
    // Two steps of change a block: 0.9 and 1 cost 6·0.3·0.4, 0.8 and 0.9 and 1 cost 6·(0.3·0.3 + 0.1): the first is less.
    let slow = contract(Terms { ramp: 0.1, ..terms(6) }, 1.0);
    close(floor(&slow, &actual).expect("a plan"), 6.0 * 0.12 / 24.0);
    // Not even standing still keeps a ramp below 0.
    assert_eq!(floor(&contract(Terms { ramp: -0.1, ..terms(3) }, 1.0), &actual), None);
}

#[test]
fn ties_take_the_lowest_steps() {
    let free: Costs = vec![[0.0; STEPS]; HOURS];
    let plain = contract(terms(6), 1.0);
    assert_eq!(optimise(&plain, &free), Plan::new([0; 4]));
    // Only step 8 is free in the last block: the least steps from which the ramp of 6 leads there.
    let mut costs = free.clone();
    for hour in &mut costs[18..] {
        *hour = std::array::from_fn(|step| f64::from(u8::from(step != 8)));
    }
    assert_eq!(optimise(&plain, &costs), Plan::new([0, 0, 2, 8]));
    // Steps 4 and 9 are free in every hour: 4.
    let two = vec![std::array::from_fn(|step| f64::from(u8::from(step != 4 && step != 9))); HOURS];
    assert_eq!(optimise(&plain, &two), Plan::new([4; 4]));
}

/// The least cost of all plans, one by one; the ramp in whole steps.
fn exhaustive(terms: &Terms, costs: &Costs, ramp: usize) -> (f64, Vec<usize>) {
    fn extend(
        terms: &Terms,
        costs: &Costs,
        ramp: usize,
        plan: &mut Vec<usize>,
        spent: f64,
        best: &mut (f64, Vec<usize>),
    ) {
        let hours = terms.block_hours.hours();
        if plan.len() == terms.block_hours.blocks() {
            if spent < best.0 {
                *best = (spent, plan.clone());
            }
            return;
        }
        let (low, high) =
            plan.last().map_or((0, STEPS - 1), |&last| (last.saturating_sub(ramp), (last + ramp).min(STEPS - 1)));
        for step in low..=high {
            let changed = plan.last().map_or(0.0, |&last| step.abs_diff(last) as f64 * 0.05);
            let block = &costs[plan.len() * hours..(plan.len() + 1) * hours];
            let more = terms.adjustment * changed + block.iter().map(|hour| hour[step]).sum::<f64>();
            plan.push(step);
            extend(terms, costs, ramp, plan, spent + more, best);
            plan.pop();
        }
    }
    let mut best = (f64::INFINITY, Vec::new());
    extend(terms, costs, ramp, &mut Vec::new(), 0.0, &mut best);
    best
}

#[test]
fn the_floor_is_that_of_an_exhaustive_search() {
    // Digits of π, so that demand has no pattern.
    let digits = b"314159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651";
    for (round, (hours, ramp, adjustment)) in
        [(6, 3, 0.0), (6, 6, 0.3), (6, 2, 1.5), (3, 1, 0.0), (3, 1, 0.2), (3, 0, 0.1), (1, 0, 0.0)]
            .into_iter()
            .enumerate()
    {
        let mut terms = Terms {
            ramp: ramp as f64 * 0.05,
            adjustment,
            emergency: 0.7,
            hourly_priority: priorities(),
            ..terms(hours)
        };
        if round % 2 == 1 {
            terms.billing = Billing::Reservation;
        }
        let actual =
            std::array::from_fn(|hour| 450.0 + 130.0 * f64::from(digits[4 * round + hour] - b'0') + hour as f64);
        let contract = contract(terms.clone(), 1024.0);
        let costs = day_costs(&contract, &actual);
        let (least, steps) = exhaustive(&terms, &costs, ramp);
        let found = optimise(&contract, &costs).expect("a plan");
        close(loss(&contract, &costs, &found), least / 24.0);
        assert!(found.within(terms.ramp));
        assert_eq!(found.steps().collect::<Vec<usize>>(), steps, "round {round}");
    }
}

#[test]
fn demand_that_no_number_holds_has_no_floor() {
    let contract = contract(terms(3), 1e-3);
    assert_eq!(optimise(&contract, &day_costs(&contract, &[1e308; HOURS])), None);
}
