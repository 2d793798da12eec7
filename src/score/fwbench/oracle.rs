//! The hindsight menu: per case the affordable plan of least J. It does not depend on any model.

use std::cmp::Ordering;

use super::cases::CaseResults;
use super::frame::Frame;
use super::fsum::fsum;
use super::totals::objective;
use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::credits::Budget;
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::outcome::MenuPlan;
use crate::domain::fwbench::published::{Quantity, Subject};
use crate::domain::fwbench::release::Release;

/// What is known of the hindsight menu.
#[derive(Debug, Clone, PartialEq)]
pub enum Oracle {
    /// Every case's menu is at hand: exact at any λ.
    Exact(Menus),
    /// Only its loss and credits at published λ, ascending: exact there, a bracket between.
    Sampled(Vec<OraclePoint>),
    /// Nothing, and why.
    Unknown(String),
}

/// Affordable plans, each case's with its weight and in the order of their names: loss and credits.
#[derive(Debug, Clone, PartialEq)]
pub struct Menus {
    pub(super) cases: Vec<(f64, Vec<(f64, f64)>)>,
    pub(super) budget: Budget,
}

/// The oracle at one λ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OraclePoint {
    /// λ.
    pub lambda: Lambda,
    /// Weighted mean loss of the chosen plans.
    pub loss: f64,
    /// Weighted mean credits of the chosen plans.
    pub credits: f64,
    /// Credits as a share of the budget: the slope of J in λ.
    pub share: f64,
    /// Their J: loss + λ·credits/B.
    pub objective: f64,
}

/// The oracle's J at a λ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OracleValue {
    /// Exact.
    Exact(f64),
    /// J is concave and piecewise linear in λ: no less than the chord, no more than the lower tangent.
    Bracket {
        /// The chord between the neighbouring points.
        low: f64,
        /// The lower of the two tangents.
        high: f64,
    },
}

impl Oracle {
    /// The oracle's J at a λ; `None` where nothing is known, or beyond the points sampled.
    pub fn at(&self, lambda: Lambda) -> Option<OracleValue> {
        if let Some(point) = self.point(lambda) {
            return Some(OracleValue::Exact(point.objective));
        }
        let Self::Sampled(points) = self else { return None };
        let above = points.partition_point(|point| point.lambda < lambda);
        let (left, right) = (points.get(above.checked_sub(1)?)?, points.get(above)?);
        let share = (lambda.get() - left.lambda.get()) / (right.lambda.get() - left.lambda.get());
        let low = left.objective + share * (right.objective - left.objective);
        let high = left.tangent(lambda).min(right.tangent(lambda));
        // Where both ends chose alike, chord and tangents are one line and differ by rounding alone.
        (low.is_finite() && high.is_finite()).then_some(OracleValue::Bracket { low, high: high.max(low) })
    }

    /// Loss, credits and J at a λ, where exact.
    pub fn point(&self, lambda: Lambda) -> Option<OraclePoint> {
        match self {
            Self::Exact(menus) => menus.point(lambda),
            Self::Sampled(points) => points.iter().find(|point| point.lambda == lambda).copied(),
            Self::Unknown(_) => None,
        }
    }

    /// The exact oracle of these cases; or why there is none: a case whose menu is not known, or has nothing affordable.
    pub(super) fn exact(frame: &Frame, cases: &[CaseResults]) -> Result<Self, String> {
        let budget = frame.settings.budget;
        let menu = |((case, results), &weight): ((&Case, &CaseResults), &f64)| {
            let menu = results.menu.as_ref().map_err(|reason| format!("the menu of case `{}`: {reason}", case.id))?;
            let plans: Vec<(f64, f64)> =
                affordable(menu, budget).map(|plan| (plan.loss, plan.credits as f64)).collect();
            if plans.is_empty() {
                return Err(format!("the menu of case `{}` has no plan within the budget", case.id));
            }
            Ok((weight, plans))
        };
        let cases = frame.cases.iter().zip(cases).zip(frame.weights.as_slice()).map(menu).collect::<Result<_, _>>()?;
        Ok(Self::Exact(Menus { cases, budget }))
    }

    /// The oracle at the λ for which a release publishes its loss and credits.
    pub(super) fn sampled(release: &Release) -> Option<Self> {
        let mut points: Vec<OraclePoint> = Vec::new();
        for figure in &release.published.figures {
            let Subject::Oracle(lambda) = figure.key.subject else { continue };
            if points.last().is_some_and(|point| point.lambda == lambda) {
                continue;
            }
            let published = |quantity| release.published.value(&figure.key.subject, quantity);
            if let (Some(loss), Some(credits)) = (published(Quantity::Loss), published(Quantity::Credits)) {
                points.extend(OraclePoint::new(lambda, loss, credits, release.settings.budget));
            }
        }
        points.sort_by_key(|point| point.lambda);
        (!points.is_empty()).then_some(Self::Sampled(points))
    }
}

impl OraclePoint {
    fn new(lambda: Lambda, loss: f64, credits: f64, budget: Budget) -> Option<Self> {
        let objective = objective(loss, credits, lambda, budget);
        objective.is_finite().then_some(Self { lambda, loss, credits, objective, share: budget.share(credits) })
    }

    /// J at another λ of the plans that are best at this one: never less than the best there.
    fn tangent(&self, lambda: Lambda) -> f64 {
        self.loss + lambda.get() * self.share
    }
}

impl Menus {
    fn point(&self, lambda: Lambda) -> Option<OraclePoint> {
        let chosen: Vec<(f64, f64, f64)> = self
            .cases
            .iter()
            .filter_map(|(weight, plans)| {
                let best = |plan: &&(f64, f64)| (objective(plan.0, plan.1, lambda, self.budget), plan.1);
                // Plans stand in the order of their names, and the first of equal ones is taken: the last tie-break.
                let (loss, credits) = plans.iter().min_by(|left, right| by_objective(best(left), best(right)))?;
                Some((*weight, *loss, *credits))
            })
            .collect();
        let loss = fsum(chosen.iter().map(|(weight, loss, _)| loss * weight));
        let credits = fsum(chosen.iter().map(|(weight, _, credits)| credits * weight));
        OraclePoint::new(lambda, loss, credits, self.budget)
    }
}

fn by_objective(left: (f64, f64), right: (f64, f64)) -> Ordering {
    left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1))
}

fn affordable(menu: &[MenuPlan], budget: Budget) -> impl Iterator<Item = &MenuPlan> {
    menu.iter().filter(move |plan| plan.credits <= budget.credits())
}

/// The plan of least J = loss + λ·credits / B among those within the budget; ties by (J, credits, name). `None` where none is affordable.
///
/// Forecast Workflow Bench, `evaluation/oracle.py`. Of a free plan losing 0.1 and one losing 0.05 for the whole budget, λ = 0.01 chooses the second
/// and λ = 0.2 the first.
pub fn choose(menu: &[MenuPlan], budget: Budget, lambda: Lambda) -> Option<&MenuPlan> {
    let key = |plan: &MenuPlan| (objective(plan.loss, plan.credits as f64, lambda, budget), plan.credits as f64);
    let order = |left: &&MenuPlan, right: &&MenuPlan| {
        by_objective(key(left), key(right)).then_with(|| left.policy.cmp(&right.policy))
    };
    affordable(menu, budget).min_by(order)
}
