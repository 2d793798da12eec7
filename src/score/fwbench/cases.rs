//! Case by case: floor, menu, and everybody's outcome, whether from raw files or from a table.

use std::collections::{BTreeMap, BTreeSet};

use super::cost::{Costs, day_costs, loss};
use super::grade::{Graded, grade};
use super::optimise::optimise;
use super::policies::{self, CLASSICAL};
use crate::domain::fwbench::case::{Case, Family, Index};
use crate::domain::fwbench::contract::Contract;
use crate::domain::fwbench::credits::Budget;
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::episode::{Episode, Run};
use crate::domain::fwbench::outcome::{MenuPlan, Outcome, Scored, Table, Unscored};
use crate::domain::fwbench::plan::Plan;
use crate::domain::fwbench::release::Release;
use crate::domain::id::{CaseId, PolicyId};

/// What is known of one case.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseResults {
    /// F: the least loss with demand known; `None` where the files do not tell.
    pub floor: Option<f64>,
    /// The plan that reaches it.
    pub floor_plan: Option<Plan>,
    /// The plans on offer in hindsight, sorted by name; or why G cannot be exact.
    pub menu: Result<Vec<MenuPlan>, String>,
    /// The outcome of each entrant that has a run or a row, sorted by entrant. An entrant that is absent here has no run: `Unscored::Missing`.
    pub outcomes: Vec<Outcome>,
}

impl CaseResults {
    /// An entrant's outcome.
    pub fn outcome(&self, id: &EntrantId) -> Option<&Outcome> {
        self.outcomes.binary_search_by(|outcome| outcome.entrant.cmp(id)).ok().map(|at| &self.outcomes[at])
    }
}

/// Grades one case from its raw files. `rows` are the rows of this case in a menu file of the release: plans that could not be rebuilt are taken
/// from there.
///
/// A run that the infrastructure broke off is not scored, whatever it submitted, and one without a ledger is not; everything else is, whatever it
/// says of itself.
pub fn graded(case: &Case, episode: &Episode, budget: Budget, rows: &[MenuPlan]) -> CaseResults {
    let costs = costs(episode);
    let floor_plan = optimise(&episode.contract, &costs);
    let floor = floor_plan.as_ref().map(|plan| loss(&episode.contract, &costs, plan)).filter(|floor| floor.is_finite());
    CaseResults {
        floor,
        floor_plan: floor_plan.filter(|_| floor.is_some()),
        menu: menu(case, episode, budget, rows, &costs),
        outcomes: episode.runs.iter().map(|run| outcome(&episode.contract, &costs, run)).collect(),
    }
}

fn outcome(contract: &Contract, costs: &Costs, run: &Run) -> Outcome {
    let unscored = |reason| Outcome {
        entrant: run.entrant.clone(),
        status: run.status.clone(),
        scored: Err(reason),
        calls: run.calls,
        rejection: None,
        plan: None,
    };
    if run.status.as_deref() == Some(Run::INFRASTRUCTURE) {
        // What it submitted, if anything, is not its last word: the case is replayed.
        return unscored(Unscored::Infrastructure);
    }
    let Graded { plan, loss } = grade(contract, costs, &run.submitted);
    if !loss.is_finite() {
        return unscored(Unscored::Ungradable);
    }
    let scored = |credits| Scored { valid: plan.is_some(), loss, credits };
    Outcome {
        scored: run.spent.map(scored).ok_or(Unscored::NoLedger),
        rejection: run.submitted.as_ref().err().map(|rejection| rejection.code().to_owned()),
        plan,
        ..unscored(Unscored::NoLedger)
    }
}

/// The whole menu, or why it is not whole.
fn menu(
    case: &Case,
    episode: &Episode,
    budget: Budget,
    rows: &[MenuPlan],
    costs: &Costs,
) -> Result<Vec<MenuPlan>, String> {
    let named = |plans: &[MenuPlan], name: &str| plans.iter().any(|plan| plan.policy.as_str() == name);
    let rebuilt = episode.menu.as_ref().map_err(String::clone).and_then(|inputs| {
        let plans = policies::menu(case, &episode.contract, inputs, costs)?;
        Ok((plans, &inputs.tariff))
    });
    let (mut plans, tariff) = match rebuilt {
        Ok(rebuilt) => rebuilt,
        // Rows that hold every classical plan are a menu of their own, as they are without raw files; others only add to one.
        Err(_) if CLASSICAL.iter().all(|name| named(rows, name)) => return Ok(sorted(rows.to_vec())),
        Err(reason) => return Err(reason),
    };
    let added: Vec<MenuPlan> = rows.iter().filter(|row| !named(&plans, row.policy.as_str())).cloned().collect();
    plans.extend(added);
    match policies::missing(case, tariff, budget, &plans) {
        Some((model, credits)) => Err(format!(
            "`{model}` costs {credits} of {} credits, but neither its stored forecast nor a row of a menu file is there",
            budget.credits()
        )),
        None => Ok(sorted(plans)),
    }
}

fn sorted(mut plans: Vec<MenuPlan>) -> Vec<MenuPlan> {
    plans.sort_by(|left, right| left.policy.cmp(&right.policy));
    plans
}

/// Every case of a release's table, in the order of its index; empty without table or index.
pub fn tabled(release: &Release) -> Vec<CaseResults> {
    let (Some(table), Some(index)) = (&release.table, &release.index) else {
        return Vec::new();
    };
    let offered = offered(table, index, release.settings.budget);
    let nothing = BTreeSet::new();
    let of = |case: &Case| tabled_case(table, &case.id, offered.get(&case.family).unwrap_or(&nothing));
    index.cases().iter().map(of).collect()
}

/// The plans that some case of each lead can afford. All cases of a lead have one tariff, so every one of them can.
fn offered<'a>(table: &'a Table, index: &Index, budget: Budget) -> BTreeMap<Family, BTreeSet<&'a PolicyId>> {
    let mut offered: BTreeMap<Family, BTreeSet<&PolicyId>> = BTreeMap::new();
    for (case, plan) in table.menu.iter().filter(|(_, plan)| plan.credits <= budget.credits()) {
        if let Some(at) = index.position(case) {
            offered.entry(index.cases()[at].family).or_default().insert(&plan.policy);
        }
    }
    offered
}

fn tabled_case(table: &Table, id: &CaseId, offered: &BTreeSet<&PolicyId>) -> CaseResults {
    let menu: Vec<MenuPlan> = rows_of(&table.menu, id).map(|(_, plan)| plan.clone()).collect();
    let lacking = offered.iter().find(|policy| !menu.iter().any(|plan| plan.policy == ***policy));
    CaseResults {
        floor: rows_of(&table.floors, id).next().map(|&(_, floor)| floor),
        floor_plan: None,
        menu: if table.menu.is_empty() && table.spoilt_menus.is_empty() {
            Err("there is no menu file".to_owned())
        } else if table.spoilt_menus.contains(id) {
            Err("a row of its menu cannot be used, and the others may not hold the best plan".to_owned())
        } else if menu.is_empty() {
            Err("the menu file has no row of this case".to_owned())
        } else if let Some(policy) = lacking {
            // The least of what is left may not be the least that was on offer.
            Err(format!("the menu file has no row of `{policy}`, which other cases of the same lead can afford"))
        } else {
            Ok(menu)
        },
        outcomes: rows_of(&table.outcomes, id).map(|(_, outcome)| outcome.clone()).collect(),
    }
}

/// The rows of a case among rows sorted by case.
fn rows_of<'a, T>(rows: &'a [(CaseId, T)], id: &CaseId) -> impl Iterator<Item = &'a (CaseId, T)> {
    let start = rows.partition_point(|(case, _)| case < id);
    let count = rows[start..].partition_point(|(case, _)| case == id);
    rows[start..start + count].iter()
}

/// A case of which nothing usable is known.
pub fn unknown(reason: &str) -> CaseResults {
    CaseResults { floor: None, floor_plan: None, menu: Err(reason.to_owned()), outcomes: Vec::new() }
}

/// The day's costs of an episode, for its page.
pub fn costs(episode: &Episode) -> Costs {
    day_costs(&episode.contract, &episode.actual)
}
