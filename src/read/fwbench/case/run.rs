//! The files of one run: what it says of itself, what it spent, and how often it called a tool.

use std::collections::BTreeMap;

use super::menu::plain;
use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::credits::{Budget, Tariff};
use crate::domain::id::{PoolId, SystemId};
use crate::read::fwbench::entrants::full;
use crate::read::fwbench::index::shown_name;
use crate::read::fwbench::node::{Node, Notes, at};
use crate::read::fwbench::settings::id;
use crate::read::fwbench::tree::Tree;
use crate::read::json::shown;

/// What `result.json` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The status.
    pub status: Option<String>,
    /// The pool.
    pub pool: PoolId,
}

/// What `ledger.json` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spending {
    /// Credits spent.
    pub spent: u64,
    /// Forecasts asked, by forecasting model.
    pub requested: Vec<(SystemId, u32)>,
}

/// What a run says of itself; `None`, with a fault, where that cannot be told.
pub fn account(root: &Node<'_>, case: &Case, notes: &mut Notes<'_>) -> Option<Account> {
    let before = notes.wrong();
    let status = root.text("status", notes).map(shown_name);
    let pool = match root.text("pool", notes) {
        Some(pool) => id(pool, &root.path_of("pool"), notes)?,
        None => full(),
    };
    if let Some(task) = root.text("task_id", notes).filter(|task| !task.contains(case.id.as_str())) {
        root.wrong("task_id", notes, format!("is {}, which does not name the case `{}`", shown(task), case.id));
    }
    (before == notes.wrong()).then_some(Account { status, pool })
}

/// What a run spent; `None`, with a fault, where that cannot be told.
pub fn spending(root: &Node<'_>, budget: Budget, tariff: Option<&Tariff>, notes: &mut Notes<'_>) -> Option<Spending> {
    if !root.has("spent") {
        root.wrong("spent", notes, "is missing");
    }
    let spent = root.whole("spent", notes)?;
    if budget.credits() < spent {
        root.wrong("spent", notes, format!("is {spent}, more than the budget of {}", budget.credits()));
        return None;
    }
    let mut odd = |key: &str, message: String| notes.warn(at(root.path_of(key)), message);
    let whole = |key: &str| root.field(key).and_then(Tree::whole);
    if let Some(own) = whole("budget").filter(|own| *own != budget.credits()) {
        odd("budget", format!("is {own}, that of the release is {}", budget.credits()));
    }
    let left = budget.credits() - spent;
    if let Some(remaining) = whole("remaining").filter(|remaining| *remaining != left) {
        odd("remaining", format!("is {remaining}, but {spent} of {} are spent", budget.credits()));
    }
    let mut requested: BTreeMap<SystemId, u32> = BTreeMap::new();
    let mut sum = Some(0_u64);
    for entry in root.items("entries", notes) {
        let credits = entry.field("credits").and_then(Tree::whole);
        sum = sum.zip(credits).and_then(|(sum, credits)| sum.checked_add(credits));
        let name = entry.field("model").and_then(Tree::text).unwrap_or_default();
        let Some(model) = plain(name).parse::<SystemId>().ok() else {
            notes.warn(at(entry.path_of("model")), format!("{} is no id: the forecast is not counted", shown(name)));
            continue;
        };
        if let (Some(tariff), Some(credits)) = (tariff, credits) {
            price(&entry, &model, credits, tariff, notes);
        }
        *requested.entry(model).or_default() += 1;
    }
    if root.has("entries") && sum != Some(spent) {
        let told = sum.map_or("unknown".to_owned(), |sum| sum.to_string());
        notes.warn(at(root.path_of("entries")), format!("sum to {told}, but `spent` is {spent}"));
    }
    Some(Spending { spent, requested: requested.into_iter().collect() })
}

/// Compares a charge with the price of its own cell.
fn price(entry: &Node<'_>, model: &SystemId, credits: u64, tariff: &Tariff, notes: &mut Notes<'_>) {
    let limit = |key: &str| entry.field(key).and_then(Tree::whole);
    let (Some(context), Some(horizon)) = (limit("context_bucket"), limit("horizon_bucket")) else {
        return;
    };
    let cell = tariff.cells.iter().find(|cell| {
        cell.model == *model && u64::from(cell.context_limit) == context && u64::from(cell.horizon_limit) == horizon
    });
    match cell {
        Some(cell) if cell.credits != credits => {
            notes.warn(at(entry.path_of("credits")), format!("is {credits}, the tariff says {}", cell.credits));
        }
        Some(_) => {}
        None => notes.warn(at(entry.path.clone()), format!("the tariff has no cell of `{model}` with these limits")),
    }
}

/// How many tools a trace calls, where it can be told: a number or a list under `calls` or `tool_calls`, else the steps that name a `tool`.
pub fn calls(tree: &Tree<'_>) -> Option<u64> {
    let root = Node::root(tree);
    for key in ["calls", "tool_calls"] {
        match root.field(key) {
            Some(Tree::List(calls)) => return Some(calls.len() as u64),
            Some(tree) => return tree.whole(),
            None => {}
        }
    }
    let steps = match tree {
        Tree::List(steps) => steps,
        _ => ["steps", "events", "trace"].into_iter().find_map(|key| match root.field(key) {
            Some(Tree::List(steps)) => Some(steps),
            _ => None,
        })?,
    };
    let calls = |step: &Tree<'_>| {
        let step = Node::root(step);
        if let Some(Tree::List(calls)) = step.field("tool_calls") {
            return calls.len() as u64;
        }
        let kind = step.field("type").and_then(Tree::text);
        u64::from(step.has("tool") || matches!(kind, Some("tool_call" | "function_call")))
    };
    Some(steps.iter().map(calls).sum())
}
