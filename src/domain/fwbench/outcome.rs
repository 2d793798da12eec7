//! What became of one model's case, and what the menu offered.

use super::super::id::{CaseId, PolicyId};
use super::entrant::EntrantId;
use super::plan::Plan;

/// One entrant's case.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Whose.
    pub entrant: EntrantId,
    /// What the run says of itself.
    pub status: Option<String>,
    /// The figures, or why the case is not scored.
    pub scored: Result<Scored, Unscored>,
    /// Tool calls.
    pub calls: Option<u64>,
    /// The code of a rejected format; a plan off the grid has none.
    pub rejection: Option<String>,
    /// The plan, where it is valid and at hand.
    pub plan: Option<Plan>,
}

/// The figures of a scored case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    /// Whether the plan was valid; an invalid one has the penalty as its loss.
    pub valid: bool,
    /// Mean cost an hour in units of the scale; finite.
    pub loss: f64,
    /// Credits spent, 0 to the budget.
    pub credits: u64,
}

/// Why a case is not scored. A model with such a case is not ranked, and the case is never dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unscored {
    /// No run, or no row.
    Missing,
    /// The infrastructure broke it off: it waits for a replay.
    Infrastructure,
    /// No usable ledger: what was spent is unknown.
    NoLedger,
    /// The row or the run's files cannot be used.
    Unusable,
    /// The case's own contract or actual values cannot be used.
    Ungradable,
}

impl Unscored {
    /// The words shown.
    pub fn words(self) -> &'static str {
        match self {
            Self::Missing => "no run",
            Self::Infrastructure => "stopped by the infrastructure, waits for a replay",
            Self::NoLedger => "no usable ledger",
            Self::Unusable => "files or row unusable",
            Self::Ungradable => "contract or actual values unusable",
        }
    }
}

/// One plan that a case's menu offers in hindsight.
#[derive(Debug, Clone, PartialEq)]
pub struct MenuPlan {
    /// Its name.
    pub policy: PolicyId,
    /// Its loss; finite, at least 0.
    pub loss: f64,
    /// What it costs; may exceed the budget.
    pub credits: u64,
    /// The plan, where it was rebuilt.
    pub plan: Option<Plan>,
}

/// Per-case results as a table gives them: depth 2.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// The rows, sorted by case and entrant; at most one a case and entrant.
    pub outcomes: Vec<(CaseId, Outcome)>,
    /// The menu's rows, sorted by case and policy, unique; empty without a menu file.
    pub menu: Vec<(CaseId, MenuPlan)>,
    /// The floor of each case that names one, sorted by case.
    pub floors: Vec<(CaseId, f64)>,
    /// Cases whose menu has a row that cannot be used, sorted: what is left in `menu` is not all that was on offer, so no minimum may be taken.
    pub spoilt_menus: Vec<CaseId>,
}
