//! `forecast_budget.json` becomes the tariff, and `probabilistic_forecasts.json` the stored forecasts.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;

use super::target::HOUR;
use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::contract::HOURS;
use crate::domain::fwbench::credits::{Budget, Tariff, TariffCell};
use crate::domain::fwbench::episode::{HISTORY, Packet};
use crate::domain::id::{PolicyId, SystemId};
use crate::read::clock::instant;
use crate::read::fwbench::node::{Node, Notes};
use crate::read::fwbench::settings::id;
use crate::read::fwbench::tree::Tree;
use crate::read::json::shown;

/// How much a quantile may lie below the one before, in the unit of demand.
const CROSSING: f64 = 1e-6;

/// The name of a forecasting model without what tariffs add to it.
pub fn plain(name: &str) -> &str {
    name.strip_suffix("_quantiles").unwrap_or(name)
}

/// The tariff; `None`, with a fault, where it cannot be used.
pub fn tariff(root: &Node<'_>, budget: Budget, notes: &mut Notes<'_>) -> Option<Tariff> {
    let before = notes.wrong();
    if let Some(own) = root.whole("budget", notes).filter(|own| *own != budget.credits()) {
        root.wrong("budget", notes, format!("is {own}, that of the release is {}", budget.credits()));
    }
    if !root.has("rates") {
        root.wrong("rates", notes, "is missing");
    }
    let mut cells = Vec::new();
    let mut unique = BTreeSet::new();
    for row in root.items("rates", notes) {
        let mut limit = |key: &str| {
            if !row.has(key) {
                row.wrong(key, notes, "is missing");
            }
            row.whole(key, notes)
        };
        let (context, horizon, credits) = (limit("context_limit"), limit("horizon_limit"), limit("credits"));
        if !row.has("model") {
            row.wrong("model", notes, "is missing");
        }
        let model = row.text("model", notes).and_then(|name| id::<SystemId>(plain(name), &row.path_of("model"), notes));
        let (Some(model), Some(context), Some(horizon), Some(credits)) = (model, context, horizon, credits) else {
            continue;
        };
        let (Ok(context_limit), Ok(horizon_limit)) = (u32::try_from(context), u32::try_from(horizon)) else {
            row.wrong("context_limit", notes, "or `horizon_limit` is beyond all hours");
            continue;
        };
        if !unique.insert((model.clone(), context_limit, horizon_limit)) {
            row.wrong("model", notes, format!("`{model}` has a rate for these limits already"));
        }
        cells.push(TariffCell { model, context_limit, horizon_limit, credits });
    }
    (before == notes.wrong()).then_some(Tariff { cells })
}

/// The stored forecasts; names without quantiles are models on offer of which nothing is stored.
pub fn packets(root: &Node<'_>, case: &Case, notes: &mut Notes<'_>) -> Option<Vec<Packet>> {
    let before = notes.wrong();
    if !root.has("models") {
        root.wrong("models", notes, "is missing");
    }
    let mut packets: Vec<Packet> = Vec::new();
    for item in root.items("models", notes) {
        if matches!(item.tree, Tree::Text(_)) {
            continue;
        }
        let Some(packet) = packet(&item, case, notes) else {
            continue;
        };
        if packets.iter().any(|other| other.policy == packet.policy) {
            item.wrong("model", notes, format!("`{}` has a forecast already", packet.policy));
        }
        packets.push(packet);
    }
    (before == notes.wrong()).then_some(packets)
}

fn packet(item: &Node<'_>, case: &Case, notes: &mut Notes<'_>) -> Option<Packet> {
    let before = notes.wrong();
    for key in ["model", "timestamp", "quantiles"] {
        if !item.has(key) {
            item.wrong(key, notes, "is missing");
        }
    }
    let policy = item.text("model", notes).and_then(|name| id::<PolicyId>(plain(name), &item.path_of("model"), notes));
    if let Some(hours) = item.number("hours", notes).filter(|hours| *hours != 1.0) {
        item.wrong("hours", notes, format!("is {hours}: only hourly forecasts are used"));
    }
    let context = item.whole("context_steps", notes).unwrap_or(HISTORY as u64);
    let Ok(context) = u32::try_from(context) else {
        item.wrong("context_steps", notes, "is beyond all hours");
        return None;
    };
    let times = item.texts("timestamp", notes)?;
    let first = target_hours(item, &times, case, notes)?;
    let quantiles = quantiles(item, times.len(), notes)?;
    let rows: Vec<[f64; 9]> =
        (0..times.len()).map(|hour| std::array::from_fn(|level| quantiles[level][hour])).collect();
    if let Some(hour) = rows.iter().position(|row| row.windows(2).any(|pair| pair[1] < pair[0] - CROSSING)) {
        item.wrong("quantiles", notes, format!("decrease from one level to the next at hour {hour}"));
    }
    let policy = policy?;
    (before == notes.wrong()).then(|| Packet { policy, context, quantiles: rows[first..first + HOURS].to_vec() })
}

/// Where the target day begins among hours that must increase one by one through it.
fn target_hours(item: &Node<'_>, times: &[&str], case: &Case, notes: &mut Notes<'_>) -> Option<usize> {
    let mut seconds = Vec::with_capacity(times.len());
    for (hour, text) in times.iter().enumerate() {
        let Some(time) = instant(text, &TimeZone::UTC) else {
            item.wrong_item("timestamp", hour, notes, format!("{} is not a time", shown(text)));
            return None;
        };
        if seconds.last().is_some_and(|last| time.as_second() <= *last) {
            item.wrong_item("timestamp", hour, notes, "is not after the one before");
            return None;
        }
        seconds.push(time.as_second());
    }
    let start = case.target_start.as_second();
    let first = seconds.iter().position(|second| *second == start);
    let covered = first.filter(|first| {
        seconds
            .get(*first..first + HOURS)
            .is_some_and(|day| day.iter().enumerate().all(|(hour, second)| *second == start + hour as i64 * HOUR))
    });
    if covered.is_none() {
        item.wrong("timestamp", notes, format!("does not cover the {HOURS} hours from {}", case.target_start));
    }
    covered
}

/// The values of the nine levels, level by level.
fn quantiles(item: &Node<'_>, hours: usize, notes: &mut Notes<'_>) -> Option<Vec<Vec<f64>>> {
    let object = item.child("quantiles")?;
    let mut levels: Vec<Option<Vec<f64>>> = vec![None; 9];
    for (key, node) in item.entries("quantiles", notes) {
        let level = key.parse().ok().and_then(|level: f64| (1..=9_u8).find(|tenth| level == f64::from(*tenth) / 10.0));
        let Some(level) = level else {
            // Other levels may be stored too; no plan is made from them.
            continue;
        };
        let values = object.numbers(key, notes)?;
        if values.len() != hours {
            notes.invalid(
                crate::read::fwbench::node::at(&node.path),
                format!("has {} values for {hours} times", values.len()),
            );
            return None;
        }
        if levels[usize::from(level) - 1].replace(values).is_some() {
            notes.invalid(crate::read::fwbench::node::at(&node.path), "the level stands there twice");
            return None;
        }
    }
    if let Some(lacks) = levels.iter().position(Option::is_none) {
        item.wrong("quantiles", notes, format!("lacks the level 0.{}", lacks + 1));
    }
    levels.into_iter().collect()
}
