//! What one published file holds, before anybody decides which release it belongs to.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::fwbench::entrant::{EntrantId, Group, Role};
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::published::{
    FigureKey, Part, PublishedFigure, PublishedInterval, Quantity, Reference, Source, Subject,
};
use crate::domain::fwbench::release::RankingMetric;
use crate::domain::id::{CohortId, PolicyId, SystemId};
use crate::read::fwbench::settings::Stated;

/// One published file.
#[derive(Debug)]
pub struct Sheet {
    /// The file, relative to the dataset's root.
    pub path: String,
    /// The parameters that it states.
    pub stated: Stated,
    /// What it ranks by.
    pub metric: RankingMetric,
    /// How many cases it is about, where it tells.
    pub case_count: Option<usize>,
    /// What it says of itself as a whole.
    pub complete: Option<bool>,
    /// Its figures.
    pub figures: Vec<PublishedFigure>,
    /// Its intervals.
    pub intervals: Vec<PublishedInterval>,
    /// How it made them.
    pub interval_method: Option<String>,
    /// How often a reference chose each plan.
    pub plan_counts: BTreeMap<Reference, BTreeMap<PolicyId, usize>>,
    /// Everybody whom it names, in its order.
    pub seen: Vec<Seen>,
    /// What it says of their completeness.
    pub statements: Vec<(EntrantId, Statement)>,
    /// The cohorts of each row that has any, with the row's path.
    pub cohorts: Vec<(String, BTreeSet<CohortId>)>,
    /// What it says of a model by a part of its name: the part, and what.
    pub nicknamed: Vec<(String, Nicknamed)>,
    /// Every λ that its rows name.
    pub lambdas: BTreeSet<Lambda>,
    pub(super) rows: BTreeSet<(&'static str, EntrantId, Option<Lambda>)>,
}

/// Somebody named in a file.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Who.
    pub id: EntrantId,
    /// Model or policy.
    pub role: Role,
    /// The name to show.
    pub label: Option<String>,
    /// The size group.
    pub group: Option<Group>,
    /// The model without its configuration.
    pub base: Option<SystemId>,
    /// Whether it thinks.
    pub thinking: Option<bool>,
}

/// What a file says of one entrant's cases.
#[derive(Debug, Clone, Default)]
pub struct Statement {
    /// Cases scored.
    pub scored: Option<usize>,
    /// Cases there are.
    pub expected: Option<usize>,
    /// Whether all is there.
    pub complete: Option<bool>,
    /// Cases that the infrastructure broke off.
    pub infrastructure: Vec<String>,
    /// Runs by status.
    pub statuses: BTreeMap<String, u64>,
    /// Cases by forecasting model asked.
    pub requested: BTreeMap<String, u64>,
    /// Cases that spent credits.
    pub paid: Option<usize>,
}

/// What stands under a key such as `astra_by_lead`.
#[derive(Debug, Clone)]
pub enum Nicknamed {
    /// A figure of a part of the cases.
    Figure(Part, Quantity, f64, String),
    /// How often each tool was called.
    Tools(BTreeMap<String, u64>),
}

impl Sheet {
    /// An empty sheet.
    pub fn new(path: &str, stated: Stated, metric: RankingMetric) -> Self {
        Self {
            path: path.to_owned(),
            stated,
            metric,
            case_count: None,
            complete: None,
            figures: Vec::new(),
            intervals: Vec::new(),
            interval_method: None,
            plan_counts: BTreeMap::new(),
            seen: Vec::new(),
            statements: Vec::new(),
            cohorts: Vec::new(),
            nicknamed: Vec::new(),
            lambdas: BTreeSet::new(),
            rows: BTreeSet::new(),
        }
    }

    /// Adds a figure.
    pub fn figure(&mut self, subject: &Subject, quantity: Quantity, value: f64, place: String) {
        let source = Source { path: self.path.clone(), place };
        self.figures.push(PublishedFigure { key: FigureKey { subject: subject.clone(), quantity }, value, source });
    }

    /// Notes somebody of whom the file says nothing but the name. A reference without a run is nobody.
    pub fn named(&mut self, id: EntrantId, role: Role) {
        if Reference::of(id.model.as_str()).is_some() || id.model.as_str() == "cost_aware_oracle" {
            return;
        }
        self.seen.push(Seen { id, role, label: None, group: None, base: None, thinking: None });
    }
}
