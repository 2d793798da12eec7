//! Fixed policies that always take a plan of the menu: where no outcomes are at hand, the menu tells what they do.

use super::cases::CaseResults;
use crate::domain::fwbench::case::{Case, Family};
use crate::domain::fwbench::entrant::{EntrantId, Role};
use crate::domain::fwbench::outcome::{MenuPlan, Outcome, Scored};
use crate::domain::fwbench::release::Release;

/// Adds the outcomes of fixed policies that have none of their own, where every case's menu holds the plan within the budget.
pub(super) fn add_fixed_policies(release: &Release, index: &[Case], cases: &mut [CaseResults]) {
    let budget = release.settings.budget.credits();
    for entrant in release.entrants.iter().filter(|entrant| entrant.role == Role::Policy && entrant.id.is_full()) {
        if cases.iter().any(|case| case.outcome(&entrant.id).is_some()) {
            continue;
        }
        let taken = |(case, results): (&Case, &CaseResults)| {
            let name = plan_name(entrant.id.model.as_str(), case.family);
            let plan = results.menu.as_ref().ok()?.iter().find(|plan| plan.policy.as_str() == name)?;
            (plan.credits <= budget).then(|| outcome(&entrant.id, plan))
        };
        let taken: Option<Vec<Outcome>> = index.iter().zip(cases.iter()).map(taken).collect();
        for (case, outcome) in cases.iter_mut().zip(taken.into_iter().flatten()) {
            let at = case.outcomes.partition_point(|other| other.entrant < outcome.entrant);
            case.outcomes.insert(at, outcome);
        }
    }
}

/// The plan that a policy takes. The policies of the first generation have names of their own; those of the second are named as their plans.
fn plan_name(policy: &str, family: Family) -> &str {
    const EMPIRICAL: &str = "hour_of_day_empirical";
    match (policy, family) {
        ("fixed_chronos2", _) | ("fixed_router", Family::DayAhead) => "chronos2",
        ("fixed_empirical" | "fixed_hour_of_day_empirical", _) | ("fixed_router", Family::WeekAhead) => EMPIRICAL,
        _ => policy,
    }
}

fn outcome(entrant: &EntrantId, plan: &MenuPlan) -> Outcome {
    Outcome {
        entrant: entrant.clone(),
        status: None,
        scored: Ok(Scored { valid: true, loss: plan.loss, credits: plan.credits }),
        calls: None,
        rejection: None,
        plan: plan.plan.clone(),
    }
}
