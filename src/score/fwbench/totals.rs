//! Weighted totals of complete results, over all cases and over parts of them.

use std::collections::BTreeMap;

use super::fsum::fsum;
use crate::domain::fwbench::credits::Budget;
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::published::Part;

/// The figures of one entrant, or of a reference.
#[derive(Debug, Clone, PartialEq)]
pub struct Totals {
    /// Where they come from.
    pub basis: Basis,
    /// Valid plans.
    pub valid: usize,
    /// Cases.
    pub cases: usize,
    /// Figures by part; `Part::Whole` is always there.
    pub parts: BTreeMap<Part, PartTotals>,
    /// Plain mean loss over the cases, where it can be computed.
    pub case_weighted_loss: Option<f64>,
    /// Weighted mean of tool calls, where known.
    pub calls: Option<f64>,
}

/// Where totals come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// Only a published total: nothing to recompute it from.
    Total,
    /// Summed here from published cohort rows.
    Cohorts,
    /// Summed here from every case.
    Cases,
}

/// Figures over one part of the cases, weights renormalised within it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartTotals {
    /// How many cases, where known.
    pub cases: Option<usize>,
    /// Weighted mean loss.
    pub loss: f64,
    /// Weighted mean credits.
    pub credits: f64,
    /// Weighted mean floor F, where known.
    pub floor: Option<f64>,
    /// Weighted mean of (loss − F) / σ, where the release has σ.
    pub normalized_excess: Option<f64>,
    /// S = (normalised excess + credits / B) / 2.
    pub score: Option<f64>,
}

impl Totals {
    /// The figures over all cases.
    ///
    /// # Panics
    /// Never: totals are made with the whole.
    pub fn whole(&self) -> &PartTotals {
        &self.parts[&Part::Whole]
    }
}

impl PartTotals {
    /// Figures of a part; floor and excess that are no finite numbers are left out, and S = (normalised excess + credits / B) / 2 follows.
    ///
    /// Forecast Workflow Bench, `objective-main-1251-v3`: in units of σ and of the budget, lower is better; an excess of 0.4 and half the budget
    /// make 0.45.
    pub fn new(
        cases: Option<usize>,
        loss: f64,
        credits: f64,
        floor: Option<f64>,
        excess: Option<f64>,
        budget: Budget,
    ) -> Self {
        Self { cases, loss, credits, floor: None, normalized_excess: None, score: None }.with(floor, excess, budget)
    }

    /// The same part with this floor and excess.
    #[must_use]
    pub fn with(self, floor: Option<f64>, excess: Option<f64>, budget: Budget) -> Self {
        let excess = excess.filter(|excess| excess.is_finite());
        let score = excess.map(|excess| f64::midpoint(excess, budget.share(self.credits)));
        Self { floor: floor.filter(|floor| floor.is_finite()), normalized_excess: excess, score, ..self }
    }

    /// J = loss + λ·credits / B, in units of loss, lower is better; `None` beyond the largest double.
    ///
    /// Forecast Workflow Bench, `evaluation/oracle.py`. Loss 0.05 and all of the budget at λ = 0.2 make 0.25.
    pub fn objective(&self, lambda: Lambda, budget: Budget) -> Option<f64> {
        let objective = objective(self.loss, self.credits, lambda, budget);
        objective.is_finite().then_some(objective)
    }

    /// Loss − F, where the floor is known.
    pub fn excess_loss(&self) -> Option<f64> {
        self.floor.map(|floor| self.loss - floor)
    }
}

/// loss + λ·credits / B, in this order of operations.
pub(super) fn objective(loss: f64, credits: f64, lambda: Lambda, budget: Budget) -> f64 {
    loss + lambda.get() * credits / budget.credits() as f64
}

/// The weighted means of parts, weights made to sum to 1; figures that one of them lacks are left out. `None` of nothing.
pub(super) fn combine(parts: &[(f64, PartTotals)], budget: Budget) -> Option<PartTotals> {
    let sum = fsum(parts.iter().map(|(weight, _)| *weight));
    let mean = |value: fn(&PartTotals) -> Option<f64>| {
        let values: Option<Vec<f64>> = parts.iter().map(|(weight, part)| Some(weight * value(part)?)).collect();
        Some(fsum(values?) / sum).filter(|mean| mean.is_finite())
    };
    let cases = parts.iter().map(|(_, part)| part.cases).sum();
    let (loss, credits) = (mean(|part| Some(part.loss))?, mean(|part| Some(part.credits))?);
    Some(PartTotals::new(cases, loss, credits, mean(|part| part.floor), mean(|part| part.normalized_excess), budget))
}
