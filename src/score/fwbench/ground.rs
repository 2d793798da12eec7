//! What a published figure is compared with: our own, the published ones we computed from, or nothing.

use super::agree::{MENU_TOLERANCE, Ours, TOLERANCE};
use super::cases::CaseResults;
use super::differences::{difference, figure};
use super::floors::Floors;
use super::frame::Frame;
use super::oracle::Oracle;
use super::results::{Depth, ReferenceRow, Standing};
use super::standings::Inputs;
use super::totals::{PartTotals, Totals};
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::published::{Part, Quantity, Reference, Subject};
use crate::domain::fwbench::release::Release;

/// Everything that was computed of a release.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ground<'a> {
    pub release: &'a Release,
    pub depth: Depth,
    pub frame: Option<&'a Frame<'a>>,
    pub cases: &'a [CaseResults],
    pub standings: &'a [Standing<'a>],
    pub inputs: &'a Inputs,
    pub oracle: &'a Oracle,
    pub references: &'a [ReferenceRow],
    pub floors: &'a Floors,
}

impl Ground<'_> {
    /// Our side of a figure.
    pub fn ours(&self, subject: &Subject, quantity: Quantity) -> Ours {
        match subject {
            Subject::Entrant(id, part) => self.of_entrant(id, part, quantity),
            Subject::Difference(a, b) => self.of_difference(a, b, quantity),
            Subject::Oracle(lambda) => self.of_oracle(*lambda, quantity),
            Subject::Reference(reference) => self.of_reference(*reference, quantity),
            // Single cases are compared where their table is read.
            Subject::Outcome(..) | Subject::MenuPlan(..) | Subject::CaseFloor(_) => Ours::Missing,
        }
    }

    fn of_entrant(&self, id: &EntrantId, part: &Part, quantity: Quantity) -> Ours {
        if quantity == Quantity::Floor
            && let Some(floor) = self.floor_used(part)
        {
            return Ours::Input(floor);
        }
        let subject = Subject::Entrant(id.clone(), part.clone());
        let published = || self.release.published.value(&subject, quantity);
        if self.inputs.get(id).is_some_and(|inputs| inputs.contains(&(part.clone(), quantity))) {
            return published().map_or(Ours::Missing, Ours::Input);
        }
        let Some(totals) = self.totals(id) else { return Ours::Missing };
        let Some(row) = totals.parts.get(part) else { return Ours::Missing };
        let whole = *part == Part::Whole;
        match quantity {
            Quantity::Valid if whole && self.frame.is_some() => Ours::Computed(totals.valid as f64, 0.0),
            Quantity::CaseWeightedLoss if whole && self.frame.is_some() => computed(totals.case_weighted_loss),
            Quantity::Calls => self.calls(id, part, totals),
            Quantity::Gap(lambda) if whole => self.gap(row, lambda),
            Quantity::Valid | Quantity::CaseWeightedLoss | Quantity::Gap(_) => Ours::Missing,
            _ => computed(self.of_row(row, quantity)),
        }
    }

    /// A published floor that others are computed from.
    fn floor_used(&self, part: &Part) -> Option<f64> {
        if self.frame.is_some_and(|frame| frame.floors.is_some()) {
            return None;
        }
        match part {
            Part::Cohort(cohort) => self.floors.cohorts.get(cohort).copied(),
            Part::Family(family) => self.floors.families.get(family).copied(),
            Part::Whole => self.floors.whole.filter(|_| self.floors.cohorts.is_empty()),
            Part::Domain(_) => None,
        }
    }

    fn calls(&self, id: &EntrantId, part: &Part, totals: &Totals) -> Ours {
        match self.frame {
            Some(frame) => computed(frame.calls(self.cases, id, part)),
            // The whole follows from the cohorts where all of them went in.
            None if *part == Part::Whole => {
                let summed = self.inputs.get(id).is_some_and(|inputs| {
                    inputs.iter().any(|(part, quantity)| *quantity == Quantity::Calls && *part != Part::Whole)
                });
                computed(totals.calls.filter(|_| summed))
            }
            None => Ours::Missing,
        }
    }

    fn gap(&self, row: &PartTotals, lambda: Lambda) -> Ours {
        let objective = row.objective(lambda, self.release.settings.budget);
        match (objective, self.oracle.point(lambda)) {
            (Some(objective), Some(best)) => Ours::Computed(objective - best.objective, self.oracle_tolerance()),
            _ => Ours::Missing,
        }
    }

    fn oracle_tolerance(&self) -> f64 {
        if matches!(self.oracle, Oracle::Exact(_)) { MENU_TOLERANCE } else { TOLERANCE }
    }

    fn of_row(&self, row: &PartTotals, quantity: Quantity) -> Option<f64> {
        let budget = self.release.settings.budget;
        match quantity {
            Quantity::Loss => Some(row.loss),
            Quantity::Credits => Some(row.credits),
            Quantity::Objective(lambda) => row.objective(lambda, budget),
            Quantity::Score => row.score,
            Quantity::NormalizedExcess => row.normalized_excess,
            Quantity::BudgetFraction => Some(budget.share(row.credits)),
            Quantity::Floor => row.floor,
            Quantity::ExcessLoss => row.excess_loss(),
            Quantity::Valid | Quantity::Gap(_) | Quantity::CaseWeightedLoss | Quantity::Calls => None,
        }
    }

    fn of_difference(&self, a: &EntrantId, b: &EntrantId, quantity: Quantity) -> Ours {
        let (Some((a, left)), Some((b, right))) = (self.side(a), self.side(b)) else { return Ours::Missing };
        let value = difference(a, b, quantity, self.release.settings.budget);
        value.map_or(Ours::Missing, |value| Ours::Computed(value, left.max(right)))
    }

    /// One side of a difference, and how exact it is: an entrant, or a reference under the name upstream gives it.
    fn side(&self, id: &EntrantId) -> Option<(&Totals, f64)> {
        let Some(reference) = Reference::of(id.model.as_str()) else {
            return self.totals(id).map(|totals| (totals, TOLERANCE));
        };
        let row = self.references.iter().find(|row| row.reference == reference)?;
        Some((&row.totals, reference_tolerance(row)))
    }

    fn of_oracle(&self, lambda: Lambda, quantity: Quantity) -> Ours {
        let Some(point) = self.oracle.point(lambda) else { return Ours::Missing };
        let sampled = matches!(self.oracle, Oracle::Sampled(_));
        let value = match quantity {
            Quantity::Loss if sampled => return Ours::Input(point.loss),
            Quantity::Credits if sampled => return Ours::Input(point.credits),
            Quantity::Loss => point.loss,
            Quantity::Credits => point.credits,
            Quantity::Objective(own) if own == lambda => point.objective,
            Quantity::BudgetFraction => point.share,
            Quantity::Gap(own) => {
                let objective = point.loss + own.get() * point.share;
                let Some(best) = self.oracle.point(own) else { return Ours::Missing };
                objective - best.objective
            }
            _ => return Ours::Missing,
        };
        Ours::Computed(value, self.oracle_tolerance())
    }

    fn of_reference(&self, reference: Reference, quantity: Quantity) -> Ours {
        let Some(row) = self.references.iter().find(|row| row.reference == reference) else { return Ours::Missing };
        let published = |quantity| self.release.published.value(&Subject::Reference(reference), quantity);
        if !row.computed {
            let from_score = quantity == Quantity::Score && published(Quantity::NormalizedExcess).is_none();
            let input =
                matches!(quantity, Quantity::Loss | Quantity::Credits | Quantity::NormalizedExcess | Quantity::Floor);
            if input || from_score {
                return published(quantity).map_or(Ours::Missing, Ours::Input);
            }
        }
        let whole = row.totals.whole();
        let value =
            figure(&row.totals, quantity, self.release.settings.budget).or_else(|| self.of_row(whole, quantity));
        value.map_or(Ours::Missing, |value| Ours::Computed(value, reference_tolerance(row)))
    }

    fn totals(&self, id: &EntrantId) -> Option<&Totals> {
        self.standings.iter().find(|standing| standing.entrant.id == *id)?.totals.as_ref().ok()
    }
}

fn reference_tolerance(row: &ReferenceRow) -> f64 {
    let from_menus = row.computed && row.reference != Reference::PerfectDemand;
    if from_menus { MENU_TOLERANCE } else { TOLERANCE }
}

fn computed(value: Option<f64>) -> Ours {
    value.map_or(Ours::Missing, |value| Ours::Computed(value, TOLERANCE))
}
