//! What a dataset says of itself: its tasks, systems, kinds, taxonomy and declared exclusions.

use std::collections::BTreeMap;

use super::day::{Instant, Pair, RunDay, TargetDay};
use super::id::{KindId, SystemId, TaskId};
use super::quantile::Levels;
use super::schedule::Schedule;

/// The index of a dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct Catalogue {
    /// Tasks in the index's order.
    pub tasks: Vec<Task>,
    /// Systems in the index's order; systems found only as files follow, by id.
    pub systems: Vec<System>,
    /// Kinds in the order shown.
    pub kinds: Vec<Kind>,
    /// Domains with their areas.
    pub domains: Vec<Domain>,
    /// Key and label of each main source of variation.
    pub drivers: BTreeMap<String, String>,
    /// Forecasts that the maintainers declared out.
    pub exclusions: Vec<Exclusion>,
    /// The paragraph a continual agent gets.
    pub continual_note: Option<String>,
}

impl Catalogue {
    /// The kind of a system.
    ///
    /// # Panics
    /// Never for a system of this catalogue: reading gives every system a kind of the list.
    pub fn kind(&self, system: &System) -> &Kind {
        self.kinds
            .iter()
            .find(|kind| kind.id == system.kind)
            .expect("reading gives every system a kind of the catalogue")
    }

    /// The first declared exclusion that covers a forecast of a task.
    pub fn exclusion(&self, task: &TaskId, system: &SystemId, pair: Pair) -> Option<&Exclusion> {
        self.exclusions.iter().find(|exclusion| exclusion.covers(task, system, pair))
    }

    /// The system whose error divides every scaled score: the first of kind `reference`.
    pub fn reference(&self) -> Option<&System> {
        self.systems.iter().find(|system| system.is_reference())
    }
}

/// One quantity forecast on a schedule.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The id, as in `runs/<id>`.
    pub id: TaskId,
    /// The title shown.
    pub title: String,
    /// Unit of the target, such as MW.
    pub unit: Option<String>,
    /// Decimals shown of target values.
    pub decimals: Option<u8>,
    /// What is forecast and how it settles: untrusted Markdown, may hold maths.
    pub description: Option<String>,
    /// Place in the taxonomy.
    pub domain: Option<String>,
    /// Area within the domain.
    pub leaf: Option<String>,
    /// Key into the catalogue's drivers.
    pub driver: Option<String>,
    /// A price in a liquid market: shown as a control.
    pub tradable: bool,
    /// When it runs.
    pub schedule: Schedule,
    /// The next run, where announced.
    pub next_run: Option<Instant>,
    /// Horizons in days, ascending, unique, not empty: target days are run day + h.
    pub horizons: Vec<i32>,
    /// Quantile levels asked for.
    pub levels: Levels,
    /// Name of the expert forecast, where there is one.
    pub baseline: Option<String>,
    /// Agents can see the expert forecast.
    pub baseline_visible: bool,
}

/// Whoever forecasts.
#[derive(Debug, Clone, PartialEq)]
pub struct System {
    /// The id, as in `<id>.json`.
    pub id: SystemId,
    /// The kind, one of the catalogue's.
    pub kind: KindId,
    /// The name shown.
    pub label: String,
    /// Untrusted Markdown.
    pub description: Option<String>,
    /// What an agent runs in.
    pub harness: Option<String>,
    /// The model an agent runs.
    pub model: Option<String>,
    /// The version of the agent.
    pub version: Option<String>,
    /// Keeps its workspace and session from one run day to the next.
    pub continual: bool,
    /// The id of its fresh counterpart, where named.
    pub continual_of: Option<SystemId>,
    /// Named in the index (a system known only from its files is not).
    pub declared: bool,
}

impl System {
    /// Whether the system is of the kind whose error divides every scaled score.
    pub fn is_reference(&self) -> bool {
        self.kind.as_str() == "reference"
    }
}

/// A kind of system.
#[derive(Debug, Clone, PartialEq)]
pub struct Kind {
    /// The id.
    pub id: KindId,
    /// The label of one system of the kind.
    pub label: String,
    /// The heading of the group.
    pub group: String,
    /// Untrusted Markdown.
    pub text: Option<String>,
    /// Must submit by the cutoff.
    pub deadline: bool,
}

/// A domain of the taxonomy with its areas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domain {
    /// The name.
    pub name: String,
    /// Its areas, in order.
    pub leaves: Vec<String>,
}

/// A declared exclusion: every given field must match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exclusion {
    /// Only this task.
    pub task: Option<TaskId>,
    /// Only this run day.
    pub run_day: Option<RunDay>,
    /// Only this target day.
    pub target_day: Option<TargetDay>,
    /// Only this system.
    pub system: Option<SystemId>,
    /// Why.
    pub reason: String,
}

impl Exclusion {
    /// Whether the exclusion covers this forecast.
    pub fn covers(&self, task: &TaskId, system: &SystemId, pair: Pair) -> bool {
        self.task.as_ref().is_none_or(|id| id == task)
            && self.system.as_ref().is_none_or(|id| id == system)
            && self.run_day.is_none_or(|day| day == pair.run)
            && self.target_day.is_none_or(|day| day == pair.target)
    }
}
