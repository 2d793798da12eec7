//! Everybody named in a release, gathered from all of its files: each once, with the label, group and ways that any file gives.

use std::collections::BTreeMap;

use super::published::Seen;
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::fwbench::entrant::{Entrant, EntrantId, FULL, Group, Role};
use crate::domain::fwbench::release::RankingMetric;
use crate::domain::id::{PoolId, SystemId};
use crate::read::faults::Whose;

/// Policies by name, where nothing else says what they are: the plans of the menu.
const PLANS: [&str; 11] = [
    "weekday_empirical",
    "weekly_repeat",
    "all_hour_empirical",
    "calendar_residual",
    "recent_week_empirical",
    "recent_day_empirical",
    "hour_of_day_empirical",
    "level_adjusted_weekly",
    "chronos_bolt_tiny",
    "chronos2",
    "timesfm25",
];

/// The entrants so far.
#[derive(Debug, Default)]
pub struct Registry {
    order: BTreeMap<EntrantId, usize>,
    known: BTreeMap<SystemId, Known>,
}

/// What is known of a model or policy, in whatever pool.
#[derive(Debug, Default)]
struct Known {
    label: Option<String>,
    group: Option<Group>,
    base: Option<SystemId>,
    thinking: Option<bool>,
    policy: bool,
}

impl Registry {
    /// Notes somebody in a file.
    pub fn see(&mut self, seen: &Seen) {
        self.name(&seen.id);
        let known = self.known.entry(seen.id.model.clone()).or_default();
        known.policy |= seen.role == Role::Policy;
        if known.label.is_none() {
            known.label.clone_from(&seen.label);
        }
        known.group = known.group.or(seen.group);
        known.thinking = known.thinking.or(seen.thinking);
        if known.base.is_none() {
            known.base.clone_from(&seen.base);
        }
    }

    /// Notes somebody by name alone.
    pub fn name(&mut self, id: &EntrantId) {
        if !self.order.contains_key(id) {
            let next = self.order.values().max().map_or(0, |last| last + 1);
            self.order.insert(id.clone(), next);
            let policy = PLANS.contains(&id.model.as_str()) || id.model.as_str().starts_with("fixed_");
            self.known.entry(id.model.clone()).or_default().policy |= policy;
        }
    }

    /// Notes the fixed policies that a release of this metric has, which follow from the menus of its cases. Those that only a table of outcomes
    /// names come in this order too, so that it does not depend on how deep the files go.
    pub fn policies(&mut self, metric: RankingMetric) {
        let fixed = [
            ("fixed_empirical", "Hour-of-day empirical"),
            ("fixed_chronos2", "Fixed Chronos-2"),
            ("fixed_router", "Fixed routing reference"),
        ];
        let names: Vec<(&str, Option<&str>)> = match metric {
            RankingMetric::Gap => fixed.map(|(name, label)| (name, Some(label))).to_vec(),
            // TimesFM costs more than the budget: no policy can take it.
            RankingMetric::Score => {
                PLANS.iter().filter(|plan| **plan != "timesfm25").map(|plan| (*plan, None)).collect()
            }
            RankingMetric::Loss => Vec::new(),
        };
        for (name, label) in names {
            if let Ok(model) = name.parse::<SystemId>() {
                let label = label.map(str::to_owned);
                let id = EntrantId { model, pool: full() };
                if self.known.get(&id.model).is_some_and(|known| known.label.is_none()) {
                    self.order.remove(&id);
                }
                self.see(&Seen { id, role: Role::Policy, label, group: None, base: None, thinking: None });
            }
        }
    }

    /// Whether a model stands in any pool.
    pub fn has(&self, model: &SystemId) -> bool {
        self.known.contains_key(model)
    }

    /// The one model that has this word in its name, between signs; `None` where none or several have it.
    pub fn nicknamed(&self, word: &str) -> Option<EntrantId> {
        let named = |id: &&EntrantId| {
            let mut words = id.model.as_str().split(|c: char| !c.is_ascii_alphanumeric());
            id.pool.as_str() == FULL && words.any(|other| other == word)
        };
        let mut found = self.order.keys().filter(named);
        found.next().filter(|_| found.next().is_none()).cloned()
    }

    /// Everybody: models in the order of `promised`, then as they came, then policies as they came. Of two ids that differ in case only, the later
    /// is left out, with a fault of the file at `path`.
    pub fn entrants(mut self, promised: &[SystemId], path: &str) -> (Vec<Entrant>, Vec<Fault>) {
        for model in promised {
            if !self.has(model) {
                self.name(&EntrantId { model: model.clone(), pool: full() });
            }
        }
        let mut entrants: Vec<(usize, usize, Entrant)> = Vec::new();
        let (mut faults, mut names) = (Vec::new(), BTreeMap::new());
        let mut order: Vec<(&EntrantId, &usize)> = self.order.iter().collect();
        order.sort_by_key(|(_, position)| **position);
        for (id, position) in order {
            let name = names.entry(id.model.as_str().to_ascii_lowercase()).or_insert(&id.model);
            if **name != id.model {
                let message = format!("`{}` and `{name}` differ in case only: `{}` is left out", id.model, id.model);
                let whose = Whose { path, task: None, system: Some(&id.model) };
                faults.push(whose.fault(FaultKind::Invalid, Place::Whole, message));
                continue;
            }
            let entrant = self.entrant(id);
            let promise = promised.iter().position(|model| *model == id.model).unwrap_or(promised.len());
            entrants.push((promise, *position, entrant));
        }
        entrants.sort_by_key(|(promise, position, entrant)| (entrant.role, *promise, *position));
        (entrants.into_iter().map(|(_, _, entrant)| entrant).collect(), faults)
    }

    fn entrant(&self, id: &EntrantId) -> Entrant {
        let (base, thinking) = configuration(&id.model);
        let known = self.known.get(&id.model);
        let policy = known.is_some_and(|known| known.policy);
        Entrant {
            id: id.clone(),
            label: known.and_then(|known| known.label.clone()).unwrap_or_else(|| id.model.to_string()),
            role: if policy { Role::Policy } else { Role::Model },
            group: known.and_then(|known| known.group),
            base: known.and_then(|known| known.base.clone()).or(base),
            thinking: known.and_then(|known| known.thinking).or(thinking),
        }
    }
}

/// The pool where nothing else is said.
pub(super) fn full() -> PoolId {
    FULL.parse().expect("the name of the full pool is an id")
}

/// The model and its way of thinking that a configured name such as `qwen3-4b-q8--think1` tells.
fn configuration(model: &SystemId) -> (Option<SystemId>, Option<bool>) {
    let told = [("--think1", true), ("--think0", false)];
    let found = told.into_iter().find_map(|(end, thinking)| Some((model.as_str().strip_suffix(end)?, thinking)));
    match found.and_then(|(base, thinking)| Some((base.parse().ok()?, thinking))) {
        Some((base, thinking)) => (Some(base), Some(thinking)),
        None => (None, None),
    }
}
