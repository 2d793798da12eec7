//! The plans of a menu, rebuilt from the visible history and from stored quantiles.
//!
//! A policy says how demand of each target hour is distributed; its plan is the one of least expected cost. What the plan then loses is taken from
//! the actual day: the menu is hindsight, the plans are not.

pub mod calendar;
mod classical;
pub mod expected;

use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::contract::{Contract, HOURS};
use crate::domain::fwbench::credits::{Budget, Tariff, TariffCell};
use crate::domain::fwbench::episode::{HISTORY, History, MenuInputs, Packet};
use crate::domain::fwbench::outcome::MenuPlan;
use crate::domain::id::{IdError, PolicyId, SystemId};

use super::cost::{Costs, loss};
use super::optimise::optimise;
pub use classical::CLASSICAL;
use expected::{Demand, expected};

/// Masses of the quantiles 0.1 to 0.9 as a distribution: each stands for the tenth around it, the outer ones for the tails too.
const QUANTILE_MASSES: [f64; 9] = [0.15, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.15];

/// The priced service that gives the same forecasts as the free plan `hour_of_day_empirical`: no menu has a plan of it.
const PRICED_TWIN: &str = "seasonal_empirical";

/// The price of a call: the smallest cell of the model that holds context and horizon; `None` where there is none, or context < 2, or horizon < 1.
///
/// Credits; smallest by (context limit, horizon limit). Forecast Workflow Bench, `budget/meter.py`.
pub fn quote(tariff: &Tariff, model: &SystemId, context: u32, horizon: u32) -> Option<u64> {
    price(tariff, model.as_str(), context, horizon)
}

fn price(tariff: &Tariff, model: &str, context: u32, horizon: u32) -> Option<u64> {
    if context < 2 || horizon < 1 {
        return None;
    }
    let holds = |cell: &&TariffCell| {
        cell.model.as_str() == model && context <= cell.context_limit && horizon <= cell.horizon_limit
    };
    let cell = tariff.cells.iter().filter(holds).min_by_key(|cell| (cell.context_limit, cell.horizon_limit))?;
    Some(cell.credits)
}

/// Every plan that can be rebuilt, sorted by name: the eight classical ones, and one a stored packet. `costs` are those of the actual day.
///
/// One input that cannot be used makes the whole menu an error: a menu without one of its plans would be another menu.
///
/// # Panics
/// When `costs` has not one row an hour.
pub fn menu(case: &Case, contract: &Contract, inputs: &MenuInputs, costs: &Costs) -> Result<Vec<MenuPlan>, String> {
    let offset = offset(case, &inputs.history)?;
    let mut plans = Vec::with_capacity(CLASSICAL.len() + inputs.packets.len());
    for (name, hours) in CLASSICAL.into_iter().zip(classical::forecasts(&inputs.history.values, offset)) {
        let policy = name.parse().map_err(|error: IdError| error.to_string())?;
        let demand = Demand::equal(contract, hours).map_err(|reason| format!("`{name}`: {reason}"))?;
        plans.push(menu_plan(contract, costs, policy, &demand, 0)?);
    }
    for packet in &inputs.packets {
        let wrong = |reason: String| format!("the stored forecast `{}`: {reason}", packet.policy);
        let credits = price(&inputs.tariff, packet.policy.as_str(), packet.context, case.horizon).ok_or_else(|| {
            wrong(format!("the tariff has no price for context {} and horizon {}", packet.context, case.horizon))
        })?;
        let demand = quantile_demand(contract, packet).map_err(wrong)?;
        plans.push(menu_plan(contract, costs, packet.policy.clone(), &demand, credits)?);
    }
    plans.sort_by(|left, right| left.policy.cmp(&right.policy));
    match plans.windows(2).find(|pair| pair[0].policy == pair[1].policy) {
        Some(pair) => Err(format!("two plans are called `{}`", pair[0].policy)),
        None => Ok(plans),
    }
}

/// The first forecasting model of the tariff that a case's budget can buy at full context, and of which `plans` has no plan, with its price.
pub fn missing<'a>(case: &Case, tariff: &'a Tariff, budget: Budget, plans: &[MenuPlan]) -> Option<(&'a SystemId, u64)> {
    let mut models: Vec<&SystemId> = tariff.cells.iter().map(|cell| &cell.model).collect();
    models.sort();
    models.dedup();
    models.into_iter().find_map(|model| {
        let known = model.as_str() == PRICED_TWIN || plans.iter().any(|plan| plan.policy.as_str() == model.as_str());
        let credits = quote(tariff, model, HISTORY as u32, case.horizon)?;
        (!known && credits <= budget.credits()).then_some((model, credits))
    })
}

/// Hours from the first visible hour to the first target hour.
fn offset(case: &Case, history: &History) -> Result<usize, String> {
    if history.values.len() != HISTORY {
        return Err(format!("the history has {} hours, it must have {HISTORY}", history.values.len()));
    }
    let seconds = case.target_start.as_second() - history.start.as_second();
    let whole = seconds % 3600 == 0 && case.target_start.subsec_nanosecond() == history.start.subsec_nanosecond();
    match usize::try_from(seconds / 3600) {
        _ if !whole => Err("the target day does not begin whole hours after the history".to_owned()),
        Ok(hours) if HISTORY <= hours => Ok(hours),
        _ => Err("the target day begins before the history ends".to_owned()),
    }
}

/// The distribution that stored quantiles stand for; demand below 0 is none.
fn quantile_demand(contract: &Contract, packet: &Packet) -> Result<Demand, String> {
    if packet.quantiles.len() != HOURS {
        return Err(format!("it has {} hours, it must have {HOURS}", packet.quantiles.len()));
    }
    // A quantile that is no number must not pass as 0.
    if !packet.quantiles.iter().flatten().all(|value| value.is_finite()) {
        return Err("a quantile is not finite".to_owned());
    }
    let clipped = packet.quantiles.iter().map(|hour| hour.iter().map(|value| value.max(0.0)).collect());
    Demand::new(contract, QUANTILE_MASSES.to_vec(), expected::Hours::Each(clipped.collect()))
}

fn menu_plan(
    contract: &Contract,
    costs: &Costs,
    policy: PolicyId,
    demand: &Demand,
    credits: u64,
) -> Result<MenuPlan, String> {
    let plan = optimise(contract, &expected(contract, demand))
        .ok_or_else(|| format!("`{policy}`: no plan of finite expected cost keeps the contract's ramp"))?;
    let loss = loss(contract, costs, &plan);
    if !loss.is_finite() {
        return Err(format!("`{policy}`: its loss is too large for a number"));
    }
    Ok(MenuPlan { policy, loss, credits, plan: Some(plan) })
}
