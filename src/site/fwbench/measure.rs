//! What one case is judged by in a release: J at the λ that ranks, S, or loss. One place, so that the pages of models, cohorts and cases agree.

use crate::domain::fwbench::credits::Budget;
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::outcome::MenuPlan;
use crate::domain::fwbench::release::{RankingMetric, Release};
use crate::domain::id::DomainId;
use crate::score::fwbench::metric;
use crate::score::fwbench::oracle;
use crate::site::table::{Cell, Column};

/// The measure of single cases of one domain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measure {
    /// J at the main λ.
    Objective(Lambda),
    /// S, with the domain's σ.
    Score(f64),
    /// Loss alone.
    Loss,
}

impl Measure {
    /// The measure by which a release judges the cases of a domain, or why it has none.
    pub fn of(release: &Release, domain: &DomainId) -> Result<Self, String> {
        match release.metric {
            RankingMetric::Loss => Ok(Self::Loss),
            RankingMetric::Gap => release
                .settings
                .main_lambda
                .map(Self::Objective)
                .ok_or_else(|| "the release names no λ that ranks".to_owned()),
            RankingMetric::Score => release
                .settings
                .loss_scales
                .get(domain)
                .map(|&sigma| Self::Score(sigma))
                .ok_or_else(|| format!("the release has no σ for the domain {domain}")),
        }
    }

    /// Its name.
    pub fn label(self) -> String {
        match self {
            Self::Objective(lambda) => format!("J at λ = {lambda}"),
            Self::Score(_) => metric::SCORE.label.to_owned(),
            Self::Loss => metric::LOSS.label.to_owned(),
        }
    }

    /// The column of its values.
    pub fn column(self) -> Column {
        let of = match self {
            Self::Objective(_) => metric::OBJECTIVE,
            Self::Score(_) => metric::SCORE,
            Self::Loss => metric::LOSS,
        };
        Column { key: "measure".to_owned(), label: self.label(), ..Column::metric(&of) }
    }

    /// Its value: J = loss + λ·credits/B, S = ((loss − F)/σ + credits/B)/2, or loss.
    pub fn value(self, budget: Budget, loss: f64, credits: u64, floor: Option<f64>) -> Result<f64, &'static str> {
        let share = budget.share(credits as f64);
        match self {
            Self::Objective(lambda) => Ok(loss + lambda.get() * share),
            Self::Score(sigma) => floor
                .map(|floor| 0.5 * ((loss - floor) / sigma + share))
                .ok_or("the floor of this case is not known, and S needs it"),
            Self::Loss => Ok(loss),
        }
    }

    /// The same as a cell.
    pub fn cell(self, budget: Budget, loss: f64, credits: u64, floor: Option<f64>) -> Cell {
        self.value(budget, loss, credits, floor).map_or_else(Cell::missing, |value| Cell::number(value, 6))
    }

    /// The plan of a menu with the least value. Within one domain S orders as J does at λ = σ, whatever the floor.
    pub fn choose(self, menu: &[MenuPlan], budget: Budget) -> Option<&MenuPlan> {
        let lambda = match self {
            Self::Objective(lambda) => lambda,
            Self::Score(sigma) => Lambda::new(sigma)?,
            Self::Loss => Lambda::ZERO,
        };
        oracle::choose(menu, budget, lambda)
    }
}
