//! `business_contract.json` becomes a checked contract, in generic units or in the megawatts of old files.

use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::contract::{Billing, BlockHours, Contract, ContractError, HOURS, Terms};
use crate::read::fwbench::index::time;
use crate::read::fwbench::node::{Node, Notes, at};
use crate::read::json::shown;
use crate::read::texts::{NAME, tidied};

/// The contract of a case; `None`, with a fault, where it cannot be used.
pub fn contract(root: &Node<'_>, case: &Case, notes: &mut Notes<'_>) -> Option<Contract> {
    let before = notes.wrong();
    let terms = terms(root, notes);
    let units = units(root, notes);
    match time(root, "target_start", notes) {
        Some(start) if start != case.target_start => {
            root.wrong("target_start", notes, format!("is {start}, the index says {}", case.target_start));
        }
        _ => {}
    }
    let named = root.text("id", notes).unwrap_or_default();
    if !named.is_empty() && !named.contains(case.id.as_str()) {
        root.wrong("id", notes, format!("is {}, which does not name the case `{}`", shown(named), case.id));
    }
    if let Some(domain) = root.text("domain", notes).filter(|domain| *domain != case.domain.as_str()) {
        root.wrong("domain", notes, format!("is {}, the index says `{}`", shown(domain), case.domain));
    }
    let (Some(terms), Some(units)) = (terms, units) else {
        return None;
    };
    if let Some(unit) = case.unit.as_deref().filter(|unit| *unit != units.unit) {
        let message = format!("is {}, the index says {}", shown(&units.unit), shown(unit));
        notes.warn(at(root.path_of("unit")), message);
    }
    if before < notes.wrong() {
        return None;
    }
    let id = tidied(named, NAME).unwrap_or_else(|| named.to_owned());
    match Contract::new(id, terms, units.unit, units.scale, units.grid) {
        Ok(contract) => Some(contract),
        Err(cause) => {
            let place = match &cause {
                ContractError::Unit => "unit".to_owned(),
                ContractError::Scale(_) => units.scale_key.to_owned(),
                ContractError::Term(name) => format!("terms.{name}"),
                ContractError::GridLength(_) => units.grid_key.to_owned(),
                ContractError::Grid(step, _) => format!("{}[{step}]", units.grid_key),
            };
            notes.invalid(at(place), cause.to_string());
            None
        }
    }
}

struct Units {
    unit: String,
    scale: f64,
    scale_key: &'static str,
    grid: Vec<f64>,
    grid_key: &'static str,
}

/// Scale, grid and unit: under the generic keys, the keys of old files, or both, which must then agree.
fn units(root: &Node<'_>, notes: &mut Notes<'_>) -> Option<Units> {
    let mut pair = |scale_key: &'static str, grid_key: &'static str| {
        match (root.has(scale_key), root.has(grid_key)) {
            (false, false) => return Ok(None),
            (true, true) => {}
            (has_scale, _) => {
                let (given, lacks) = if has_scale { (scale_key, grid_key) } else { (grid_key, scale_key) };
                root.wrong(lacks, notes, format!("is missing, and `{given}` is given"));
                return Err(());
            }
        }
        let (scale, grid) = (root.number(scale_key, notes), root.numbers(grid_key, notes));
        Ok(Some((scale.ok_or(())?, grid.ok_or(())?, scale_key, grid_key)))
    };
    let generic = pair("scale", "capacity_grid");
    let legacy = pair("scale_mw", "capacity_grid_mw");
    let (Ok(generic), Ok(legacy)) = (generic, legacy) else {
        return None;
    };
    let given = root.has("unit").then(|| root.text("unit", notes));
    let unit = match given {
        Some(None) => return None,
        Some(Some(unit)) => Some(unit),
        None => None,
    };
    if unit.is_some_and(|unit| unit.trim().is_empty()) {
        root.wrong("unit", notes, "is blank");
        return None;
    }
    if legacy.is_some() && unit.is_some_and(|unit| unit != "MW") {
        root.wrong("unit", notes, format!("is {}, but the keys are those of MW", shown(unit.unwrap_or_default())));
        return None;
    }
    // A null is absent in other fields; here it stands where a unit must.
    let null = root.is_null("unit");
    let unit = match (unit, legacy.is_some() && generic.is_none() && !null) {
        (Some(unit), _) => unit.to_owned(),
        (None, true) => "MW".to_owned(),
        (None, false) => {
            root.wrong("unit", notes, if null { "is null" } else { "is missing" });
            return None;
        }
    };
    if let (Some(generic), Some(legacy)) = (&generic, &legacy)
        && (generic.0 != legacy.0 || generic.1 != legacy.1)
    {
        root.wrong(legacy.2, notes, "and `capacity_grid_mw` differ from `scale` and `capacity_grid`");
        return None;
    }
    let Some((scale, grid, scale_key, grid_key)) = generic.or(legacy) else {
        root.wrong("scale", notes, "is missing");
        return None;
    };
    Some(Units { unit, scale, scale_key, grid, grid_key })
}

fn terms(root: &Node<'_>, notes: &mut Notes<'_>) -> Option<Terms> {
    let Some(terms) = root.child("terms") else {
        root.wrong("terms", notes, "is missing");
        return None;
    };
    let billing = match terms.text("billing", notes) {
        Some("imbalance") => Some(Billing::Imbalance),
        Some("reservation") => Some(Billing::Reservation),
        Some(other) => {
            terms.wrong("billing", notes, format!("is {}, neither imbalance nor reservation", shown(other)));
            None
        }
        None if terms.has("billing") => None,
        None => Some(Billing::Reservation),
    };
    let mut number = |key: &str| {
        if !terms.has(key) {
            terms.wrong(key, notes, "is missing");
        }
        terms.number(key, notes)
    };
    let numbers = ["reservation", "shortage", "emergency", "emergency_buffer", "adjustment", "ramp"].map(&mut number);
    let hours = number("block_hours");
    let block_hours = hours.and_then(|hours| crate::read::fwbench::tree::whole(hours).and_then(BlockHours::new));
    if let (Some(hours), None) = (hours, block_hours) {
        terms.wrong("block_hours", notes, format!("is {hours}, not 1, 3 or 6"));
    }
    if !terms.has("hourly_priority") {
        terms.wrong("hourly_priority", notes, "is missing");
    }
    let priorities = terms.numbers("hourly_priority", notes)?;
    let Ok(hourly_priority) = <[f64; HOURS]>::try_from(priorities.as_slice()) else {
        terms.wrong("hourly_priority", notes, format!("has {} numbers, not {HOURS}", priorities.len()));
        return None;
    };
    let [Some(reservation), Some(shortage), Some(emergency), Some(emergency_buffer), Some(adjustment), Some(ramp)] =
        numbers
    else {
        return None;
    };
    Some(Terms {
        billing: billing?,
        block_hours: block_hours?,
        reservation,
        shortage,
        emergency,
        emergency_buffer,
        adjustment,
        ramp,
        hourly_priority,
    })
}
