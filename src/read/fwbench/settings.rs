//! What a file says of budget, weights and parameters. Settings files and published files use the same keys, so both are read here; whose word
//! counts is decided in [`super::release`].

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use super::node::{Node, Notes};
use crate::domain::day::Day;
use crate::domain::fwbench::credits::Budget;
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::release::RankingMetric;
use crate::domain::id::{CohortId, DomainId, SystemId};
use crate::read::json::shown;

/// How far the weights of all cohorts may be from 1.
pub const SUM: f64 = 1e-12;

/// The parameters that one file states.
#[derive(Debug, Clone, Default)]
pub struct Stated {
    /// The file.
    pub path: String,
    /// `version`, or the `metric` of an old configuration.
    pub version: Option<String>,
    /// `ranking_metric`, where it is one we know.
    pub metric: Option<RankingMetric>,
    /// A `ranking_metric` that nobody knows.
    pub unknown_metric: Option<String>,
    /// The day of `updated_utc`.
    pub updated: Option<Day>,
    /// `case_count`
    pub case_count: Option<usize>,
    /// `budget`
    pub budget: Option<Budget>,
    /// `cohort_weights`
    pub cohort_weights: Option<BTreeMap<CohortId, f64>>,
    /// `main_cost_weight`, or `main_weight`.
    pub main_lambda: Option<Lambda>,
    /// `cost_weights`, or `weights`; ascending and unique.
    pub lambdas: Vec<Lambda>,
    /// `loss_scales`
    pub loss_scales: BTreeMap<DomainId, f64>,
    /// `models`, where it is a list of names.
    pub models: Vec<SystemId>,
    /// Parameters that the file states wrongly: nothing else may stand in for them.
    pub wrong: Vec<&'static str>,
}

impl Stated {
    /// Whether the file speaks of λ.
    pub fn weighs_credits(&self) -> bool {
        self.main_lambda.is_some() || !self.lambdas.is_empty() || self.wrong.contains(&LAMBDA)
    }

    /// Whether the file speaks of σ.
    pub fn scales_losses(&self) -> bool {
        !self.loss_scales.is_empty() || self.wrong.contains(&SCALES)
    }

    /// What a release with these settings ranks by, as far as they tell: by G where they weigh credits, else by S where they scale losses.
    pub fn implied_metric(&self) -> Option<RankingMetric> {
        let by_keys = || match (self.weighs_credits(), self.scales_losses()) {
            (true, _) => Some(RankingMetric::Gap),
            (false, true) => Some(RankingMetric::Score),
            (false, false) => None,
        };
        self.metric.or_else(by_keys)
    }

    /// Whether they can be the settings of a release by this metric.
    pub fn fits(&self, metric: RankingMetric) -> bool {
        match (self.metric, metric) {
            (Some(own), _) => own == metric,
            (None, RankingMetric::Gap) => self.weighs_credits(),
            (None, RankingMetric::Score) => self.scales_losses(),
            (None, RankingMetric::Loss) => !self.weighs_credits() && !self.scales_losses(),
        }
    }
}

/// The name of a parameter in [`Stated::wrong`].
pub const BUDGET: &str = "budget";
/// The same.
pub const WEIGHTS: &str = "cohort_weights";
/// The same.
pub const LAMBDA: &str = "cost_weights";
/// The same.
pub const SCALES: &str = "loss_scales";

/// Every two entrants are compared at each λ: more would make pages that nobody can read.
const MOST_LAMBDAS: usize = 50;

/// Reads the parameters that the whole of a file states.
pub fn stated(root: &Node<'_>, path: &str, notes: &mut Notes<'_>) -> Stated {
    let mut stated = Stated { path: path.to_owned(), ..Stated::default() };
    let version = if root.has("version") { "version" } else { "metric" };
    stated.version = root.text(version, notes).map(str::to_owned);
    if let Some(key) = root.text("ranking_metric", notes) {
        stated.metric = RankingMetric::ALL.into_iter().find(|metric| metric.key() == key);
        if stated.metric.is_none() {
            root.wrong("ranking_metric", notes, format!("is {}, which is none of loss, g_cost, score", shown(key)));
            stated.unknown_metric = Some(key.to_owned());
        }
    }
    stated.updated = root.text("updated_utc", notes).and_then(|text| text.get(..10)?.parse().ok());
    stated.case_count = root.whole("case_count", notes).map(|count| count as usize);
    let mut wrong = Vec::new();
    let mut watch = |name, notes: &mut Notes<'_>, before: usize| {
        if before < notes.wrong() {
            wrong.push(name);
        }
    };

    let before = notes.wrong();
    if let Some(credits) = root.whole("budget", notes) {
        stated.budget = Budget::new(credits);
        if stated.budget.is_none() {
            root.wrong("budget", notes, format!("is {credits}: it must be above 0 and at most 2^53"));
        }
    }
    watch(BUDGET, notes, before);

    let before = notes.wrong();
    if root.has("cohort_weights") {
        stated.cohort_weights = Some(weights(root, notes));
    }
    watch(WEIGHTS, notes, before);

    let before = notes.wrong();
    let main = if root.has("main_cost_weight") { "main_cost_weight" } else { "main_weight" };
    let main_value = root.number(main, notes);
    stated.main_lambda = main_value.and_then(|value| lambda(root, main, value, notes));
    let list = if root.has("cost_weights") { "cost_weights" } else { "weights" };
    let mut lambdas: Vec<Lambda> = root
        .numbers(list, notes)
        .unwrap_or_default()
        .into_iter()
        .filter_map(|v| lambda(root, list, v, notes))
        .collect();
    if MOST_LAMBDAS < lambdas.len() {
        root.wrong(list, notes, format!("has {} weights, at most {MOST_LAMBDAS} can be shown", lambdas.len()));
        lambdas.clear();
    }
    lambdas.sort_unstable();
    if lambdas.windows(2).any(|pair| pair[0] == pair[1]) {
        root.wrong(list, notes, "names a weight twice");
    }
    stated.lambdas = lambdas;
    watch(LAMBDA, notes, before);

    let before = notes.wrong();
    for (name, node) in root.entries("loss_scales", notes) {
        let domain: Option<DomainId> = id(name, &node.path, notes);
        let scale = root.child("loss_scales").and_then(|scales| scales.number(name, notes));
        match (domain, scale) {
            (Some(domain), Some(scale)) if 0.0 < scale => {
                stated.loss_scales.insert(domain, scale);
            }
            (_, Some(scale)) if scale <= 0.0 => {
                notes.invalid(super::node::at(&node.path), format!("is {scale}: it must be above 0"));
            }
            _ => {}
        }
    }
    watch(SCALES, notes, before);
    stated.wrong = wrong;
    stated
}

/// The models that a settings file promises. In a published file `models` is a list of rows instead.
pub fn models(root: &Node<'_>, notes: &mut Notes<'_>) -> Vec<SystemId> {
    let mut models: Vec<SystemId> = Vec::new();
    for (at, name) in root.texts("models", notes).unwrap_or_default().into_iter().enumerate() {
        let path = format!("models[{at}]");
        if let Some(model) = id::<SystemId>(name, &path, notes) {
            if models.contains(&model) {
                notes.invalid(super::node::at(path), format!("names `{model}` again"));
            } else {
                models.push(model);
            }
        }
    }
    models
}

/// The id of a name; a fault where it is none.
pub fn id<T: FromStr<Err: Display>>(name: &str, path: &str, notes: &mut Notes<'_>) -> Option<T> {
    match name.parse() {
        Ok(id) => Some(id),
        Err(cause) => {
            notes.invalid(super::node::at(path), format!("{} is no id: {cause}", shown(name)));
            None
        }
    }
}

/// The λ of a value; a fault where it is negative.
pub fn lambda(node: &Node<'_>, key: &str, value: f64, notes: &mut Notes<'_>) -> Option<Lambda> {
    let lambda = Lambda::new(value);
    if lambda.is_none() {
        node.wrong(key, notes, format!("is {value}: a cost weight is at least 0"));
    }
    lambda
}

fn weights(root: &Node<'_>, notes: &mut Notes<'_>) -> BTreeMap<CohortId, f64> {
    let mut weights = BTreeMap::new();
    let Some(object) = root.child("cohort_weights") else {
        return weights;
    };
    for (name, node) in root.entries("cohort_weights", notes) {
        let cohort: Option<CohortId> = id(name, &node.path, notes);
        let (Some(cohort), Some(weight)) = (cohort, object.number(name, notes)) else {
            continue;
        };
        if weight <= 0.0 {
            notes.invalid(super::node::at(&node.path), format!("is {weight}: a cohort weighs more than 0"));
        }
        if weights.keys().any(|other: &CohortId| other.as_str().eq_ignore_ascii_case(cohort.as_str())) {
            notes.invalid(super::node::at(&node.path), "differs from another cohort in case only");
        }
        weights.insert(cohort, weight);
    }
    let sum: f64 = weights.values().sum();
    if SUM < (sum - 1.0).abs() {
        root.wrong("cohort_weights", notes, format!("sum to {sum}, not to 1"));
    }
    weights
}
