//! Figures that upstream published, one by one, each with the place it stands at: what our own are compared with, and at the shallowest depth
//! computed from.

use std::collections::BTreeMap;

use super::super::id::{CaseId, CohortId, DomainId, PolicyId};
use super::case::Family;
use super::entrant::EntrantId;
use super::lambda::Lambda;

/// Everything published of a release.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Published {
    /// Every figure, sorted by key, then by where it stands; one figure may be published at several places.
    pub figures: Vec<PublishedFigure>,
    /// Published 95% intervals of differences.
    pub intervals: Vec<PublishedInterval>,
    /// How upstream made its intervals, in its own words.
    pub interval_method: Option<String>,
    /// Counts of each entrant.
    pub progress: BTreeMap<EntrantId, PublishedProgress>,
    /// How often a reference chose each plan.
    pub plan_counts: BTreeMap<Reference, BTreeMap<PolicyId, usize>>,
    /// Files that say of themselves that they are not complete: nobody whom they give a row is ranked.
    pub incomplete_files: Vec<String>,
}

/// One figure.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedFigure {
    /// Which.
    pub key: FigureKey,
    /// Its value, finite.
    pub value: f64,
    /// Where it stands: file and path in it.
    pub source: Source,
}

/// A place in a published file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    /// The file, relative to the dataset's root.
    pub path: String,
    /// The path in it, such as `models[3].loss`.
    pub place: String,
}

/// What a figure is of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FigureKey {
    /// Of whom.
    pub subject: Subject,
    /// What.
    pub quantity: Quantity,
}

/// Of whom a figure is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// An entrant over a part of the cases.
    Entrant(EntrantId, Part),
    /// The first entrant minus the second.
    Difference(EntrantId, EntrantId),
    /// The hindsight menu at a λ.
    Oracle(Lambda),
    /// A reference without a run.
    Reference(Reference),
    /// One case of an entrant, in a table of per-case results.
    Outcome(CaseId, EntrantId),
    /// One plan of a case's menu, in such a table.
    MenuPlan(CaseId, PolicyId),
    /// The floor of a case, in such a table.
    CaseFloor(CaseId),
}

/// Which cases.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// All.
    Whole,
    /// One cohort.
    Cohort(CohortId),
    /// One domain.
    Domain(DomainId),
    /// One lead.
    Family(Family),
}

/// References without a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reference {
    /// The best plan with demand known: F.
    PerfectDemand,
    /// Per case the plan of the menu with the least S.
    Catalogue,
    /// The same among the plans that cost nothing.
    FreeMenu,
}

impl Reference {
    /// Every reference.
    pub const ALL: [Self; 3] = [Self::PerfectDemand, Self::Catalogue, Self::FreeMenu];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::PerfectDemand => "perfect_demand",
            Self::Catalogue => "catalog_oracle",
            Self::FreeMenu => "free_menu_oracle",
        }
    }

    /// The reference of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reference| reference.name() == name)
    }
}

/// What a figure says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// Valid plans: a count.
    Valid,
    /// Weighted mean loss.
    Loss,
    /// Weighted mean credits.
    Credits,
    /// J at a λ.
    Objective(Lambda),
    /// G at a λ.
    Gap(Lambda),
    /// S.
    Score,
    /// Weighted mean of (loss − F) / σ.
    NormalizedExcess,
    /// Credits / B.
    BudgetFraction,
    /// Plain mean loss over the cases.
    CaseWeightedLoss,
    /// Weighted mean tool calls.
    Calls,
    /// Weighted mean of F.
    Floor,
    /// Loss − F.
    ExcessLoss,
}

/// A published 95% interval of a difference.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedInterval {
    /// First minus second.
    pub pair: (EntrantId, EntrantId),
    /// Of which figure.
    pub quantity: Quantity,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Where it stands.
    pub source: Source,
}

/// Counts that were published of one entrant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PublishedProgress {
    /// Cases scored.
    pub scored: usize,
    /// Cases there are.
    pub expected: usize,
    /// Whether upstream calls it complete; only then is it ranked.
    pub complete: bool,
    /// Cases that the infrastructure broke off.
    pub infrastructure_cases: Vec<String>,
    /// Runs by status.
    pub statuses: BTreeMap<String, u64>,
    /// Cases that asked for a forecast, by forecasting model.
    pub requested: BTreeMap<String, u64>,
    /// Cases that spent credits, where told.
    pub paid: Option<usize>,
    /// Calls of each tool, where told.
    pub tools: BTreeMap<String, u64>,
}

impl Published {
    /// The first published value of a key.
    pub fn value(&self, subject: &Subject, quantity: Quantity) -> Option<f64> {
        let at =
            self.figures.partition_point(|figure| (&figure.key.subject, figure.key.quantity) < (subject, quantity));
        let figure = self.figures.get(at)?;
        (figure.key.subject == *subject && figure.key.quantity == quantity).then_some(figure.value)
    }
}
