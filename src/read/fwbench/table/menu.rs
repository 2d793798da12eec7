//! A menu table becomes the plans of each case. A menu with a row that cannot be used is spoilt as a whole: the least of what is left may not be the
//! least of what was on offer.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{Cell, Spoilt, rows};
use super::outcomes::{case, named};
use crate::domain::fault::Place;
use crate::domain::fwbench::case::Index;
use crate::domain::fwbench::outcome::MenuPlan;
use crate::domain::id::{CaseId, PolicyId};
use crate::read::fwbench::node::Notes;
use crate::read::json::shown;

/// The columns; a table must have all.
const COLUMNS: [&str; 4] = ["case_id", "policy", "loss", "credits"];

/// What a menu table holds.
#[derive(Debug, Default)]
pub struct Menus {
    /// The plans, sorted by case and policy, unique.
    pub plans: Vec<(CaseId, MenuPlan)>,
    /// Cases whose plans may not be all of theirs, sorted.
    pub spoilt: Vec<CaseId>,
}

/// Reads the table at hand.
pub fn menus(text: &str, lines: bool, index: Option<&Index>, notes: &mut Notes<'_>) -> Menus {
    let mut found: Vec<(CaseId, MenuPlan, u32)> = Vec::new();
    let mut spoilt = BTreeSet::new();
    let mut nobodys = false;
    let whole = rows(text, lines, &COLUMNS, 4, notes, |row, notes| {
        let Some(case) = case(row, index, notes) else {
            nobodys = true;
            return;
        };
        if !row.even {
            spoilt.insert(case);
            return;
        }
        let policy = named(row, 1, "policy", notes).and_then(|name| match name.parse::<PolicyId>() {
            Ok(policy) => Some(policy),
            Err(cause) => {
                notes.invalid(row.place(), format!("`policy`: {} is no id: {cause}", shown(name)));
                None
            }
        });
        let mut needed = |at: usize, parse: &dyn Fn(&Cell) -> Result<f64, String>| {
            let value = row.cells[at].as_ref().map_or(Err("is empty".to_owned()), parse);
            value.map_err(|message| notes.invalid(row.place(), format!("`{}` {message}", COLUMNS[at]))).ok()
        };
        let loss = needed(2, &Cell::loss);
        let credits = needed(3, &|cell| cell.whole().map(|credits| credits as f64));
        match (policy, loss, credits) {
            (Some(policy), Some(loss), Some(credits)) => {
                found.push((case, MenuPlan { policy, loss, credits: credits as u64, plan: None }, row.line));
            }
            _ => {
                spoilt.insert(case);
            }
        }
    });
    found.sort_by(|a, b| (&a.0, &a.1.policy, a.2).cmp(&(&b.0, &b.1.policy, b.2)));
    for twins in found.windows(2) {
        let [(case, plan, line), (other_case, other, there)] = twins else {
            continue;
        };
        if (case, &plan.policy) == (other_case, &other.policy) {
            let message = format!("`{}` stands in the menu of `{case}` on line {line} already", plan.policy);
            notes.invalid(Place::Line(*there, None), message);
            spoilt.insert(case.clone());
        }
    }
    let mut plans: Vec<(CaseId, MenuPlan)> = found.into_iter().map(|(case, plan, _)| (case, plan)).collect();
    plans.dedup_by(|later, earlier| (&later.0, &later.1.policy) == (&earlier.0, &earlier.1.policy));
    if nobodys || whole == Spoilt::Rows {
        spoilt.extend(short(&plans));
    }
    Menus { plans, spoilt: spoilt.into_iter().collect() }
}

/// Cases that lack a plan which others have. Where a row was nobody's, it may have been theirs.
fn short(plans: &[(CaseId, MenuPlan)]) -> Vec<CaseId> {
    let mut policies: BTreeMap<&PolicyId, usize> = BTreeMap::new();
    for (_, plan) in plans {
        *policies.entry(&plan.policy).or_default() += 1;
    }
    let menus = plans.chunk_by(|a, b| a.0 == b.0);
    menus.filter(|menu| menu.len() < policies.len()).map(|menu| menu[0].0.clone()).collect()
}
