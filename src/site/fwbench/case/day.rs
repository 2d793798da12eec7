//! The figure of a case's day: demand, the plan of the floor, the menu's plan, and those of the models at the head of the board.

use super::super::cases::{chosen, models};
use super::super::track::Track;
use super::super::words;
use super::View;
use super::facts::priorities;
use crate::domain::fwbench::contract::{Contract, HOURS};
use crate::domain::fwbench::episode::Episode;
use crate::domain::fwbench::plan::Plan;
use crate::score::fwbench::results::Standing;
use crate::site::figure::{Figure, Numbers, Plot, StepPlan, Steps};
use crate::site::mark::{Dash, Mark, Shape};
use crate::site::number;
use crate::site::table::{Cell, Column, Row, Table};

/// Models whose plans are drawn.
const DRAWN: usize = 3;
/// Two signs that no model has; their colours are those that a track would give out last.
const FLOOR: Mark = Mark { hue: 17, shape: Shape::Diamond, dash: Dash::Dots };
const MENU: Mark = Mark { hue: 10, shape: Shape::Cross, dash: Dash::Short };

/// The figure with its numbers.
pub(super) fn figure(track: &Track, view: &View, episode: &Episode) -> Figure {
    let contract = &episode.contract;
    let hours = hours(view);
    let plans = plans(track, view, contract);
    let highest = episode.actual.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let decimals = number::decimals_for(highest);
    let numbers = numbers(contract, episode, &hours, &plans, decimals);
    let bands = priorities(contract)
        .into_iter()
        .map(|(from, _, priority)| (from, format!("priority {}", words::plain(priority))))
        .collect();
    Figure {
        name: "day".to_owned(),
        title: "Demand against plans".to_owned(),
        description: description(contract, episode, &plans),
        caption: Some(caption(&plans)),
        plot: Plot::Steps(Steps {
            value_title: contract.unit().to_owned(),
            decimals,
            hours,
            demand: episode.actual.to_vec(),
            bands,
            plans: plans.into_iter().map(|(_, plan)| plan).collect(),
        }),
        numbers: Numbers::Own(Box::new(numbers)),
    }
}

/// The texts of the hours, UTC.
fn hours(view: &View) -> Vec<String> {
    let second = view.case.target_start.as_second();
    (0..HOURS as i64)
        .map(|hour| {
            let minute = (second + hour * 3600).div_euclid(60).rem_euclid(24 * 60);
            format!("{:02}:{:02}", minute / 60, minute % 60)
        })
        .collect()
}

/// The plans with the keys of their columns: floor, menu, then the first models of the board that have a valid plan here.
fn plans(track: &Track, view: &View, contract: &Contract) -> Vec<(String, StepPlan)> {
    let mut plans = Vec::new();
    let mut add = |key: String, label: String, mark: Mark, plan: Option<&Plan>| {
        if let Some(values) = plan.and_then(|plan| hourly(contract, plan)) {
            plans.push((key, StepPlan { label, mark, values }));
        }
    };
    let results = view.results;
    add("floor".to_owned(), "floor".to_owned(), FLOOR, results.floor_plan.as_ref());
    if let Ok(chosen) = chosen(view.release, view.case, results) {
        add("menu".to_owned(), format!("menu: {}", chosen.policy), MENU, chosen.plan.as_ref());
    }
    let plan = |standing: &&Standing| {
        results
            .outcome(&standing.entrant.id)
            .and_then(|outcome| outcome.plan.as_ref())
            .filter(|_| standing.rank.is_some())
    };
    let mut heads: Vec<&Standing> = models(view.release).filter(|standing| plan(standing).is_some()).collect();
    heads.sort_by_key(|standing| standing.rank);
    for standing in heads.iter().take(DRAWN) {
        let entrant = standing.entrant;
        add(format!("model_{}", entrant.id.model), track.name(entrant), track.mark(&entrant.id.model), plan(standing));
    }
    plans
}

/// The capacity of a plan in each hour, in the contract's unit; `None` where its blocks are not those of the contract.
fn hourly(contract: &Contract, plan: &Plan) -> Option<Vec<f64>> {
    let block = contract.terms().block_hours;
    if plan.steps().len() != block.blocks() {
        return None;
    }
    let values = plan.steps().flat_map(|step| std::iter::repeat_n(step, block.hours()));
    values.map(|step| contract.grid().get(step).copied()).collect()
}

fn numbers(
    contract: &Contract,
    episode: &Episode,
    hours: &[String],
    plans: &[(String, StepPlan)],
    decimals: u8,
) -> Table {
    let unit = Some(contract.unit());
    let mut columns = vec![
        Column::text("hour", "Hour (UTC)"),
        Column::number("demand", "Demand").unit(unit),
        Column::number("priority", "Priority"),
    ];
    columns.extend(plans.iter().map(|(key, plan)| Column::number(key, &plan.label).unit(unit)));
    let rows = hours.iter().zip(&episode.actual).enumerate().map(|(hour, (text, &demand))| {
        let priority = contract.terms().hourly_priority[hour];
        let mut cells = vec![
            Cell::text(text),
            Cell::number(demand, decimals),
            Cell { text: words::plain(priority), ..Cell::number(priority, 2) },
        ];
        cells.extend(plans.iter().map(|(_, plan)| Cell::number(plan.values[hour], decimals)));
        Row::new(cells)
    });
    Table::new("day", "Demand and plans by hour", columns, rows.collect())
}

fn description(contract: &Contract, episode: &Episode, plans: &[(String, StepPlan)]) -> String {
    let least = episode.actual.iter().copied().fold(f64::INFINITY, f64::min);
    let most = episode.actual.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    format!(
        "Demand over 24 hours lies between {} and {} {}; {} drawn as steps.",
        number::magnitude(least),
        number::magnitude(most),
        contract.unit(),
        if plans.len() == 1 { "1 plan is".to_owned() } else { format!("{} plans are", plans.len()) }
    )
}

fn caption(plans: &[(String, StepPlan)]) -> String {
    if plans.is_empty() {
        return "No valid plan of this case is at hand.".to_owned();
    }
    format!(
        "Floor: the best feasible plan with demand known. Menu: the affordable plan that hindsight prefers. Models: the first {DRAWN} of the board with a valid plan here."
    )
}
