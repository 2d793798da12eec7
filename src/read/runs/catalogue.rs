//! The index as written becomes the catalogue. What the layout demands of an index stops the build here; what is merely odd is a warning.

use std::fmt::Display;
use std::str::FromStr;

use jiff::tz::TimeZone;

use super::index::{RawExclusion, RawIndex, RawKind, RawLeaf, RawSchedule, RawSystem, RawTask, RawTaxonomy, unusable};
use crate::domain::catalogue::{Catalogue, Domain, Exclusion, Kind, System, Task};
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::id::{KindId, SystemId};
use crate::domain::quantile::{Level, Levels};
use crate::domain::schedule::Schedule;
use crate::error::Result;
use crate::read::clock::{clock_time, instant};
use crate::read::faults::Whose;
use crate::read::json::shown;

/// The catalogue of an index, and what only reading needs of it.
#[derive(Debug)]
pub struct Indexed {
    /// The catalogue.
    pub catalogue: Catalogue,
    /// The levels of each task in the order that the index lists them: the order of quantiles in a list that names no levels.
    pub listed: Vec<Vec<Level>>,
    /// Oddities.
    pub warnings: Vec<Fault>,
}

/// Builds the catalogue of the index at `path`.
pub fn catalogue(path: &str, raw: RawIndex) -> Result<Indexed> {
    let mut builder = Builder { path, warnings: Vec::new() };
    let kinds = builder.kinds(raw.kinds)?;
    let Some(raw_tasks) = raw.tasks else {
        return Err(unusable(path, "tasks", "is missing"));
    };
    let (mut tasks, mut listed) = (Vec::new(), Vec::new());
    for (index, task) in raw_tasks.into_iter().enumerate() {
        let (task, levels) = builder.task(&format!("tasks[{index}]"), task)?;
        tasks.push(task);
        listed.push(levels);
    }
    let taxonomy = raw.taxonomy.unwrap_or_default();
    let mut catalogue = Catalogue {
        tasks,
        systems: Vec::new(),
        kinds,
        domains: Vec::new(),
        drivers: taxonomy.facets.as_ref().and_then(|facets| facets.driver.clone()).unwrap_or_default(),
        exclusions: Vec::new(),
        continual_note: raw.continual_note,
    };
    catalogue.domains = builder.domains(taxonomy)?;
    for (index, system) in raw.systems.unwrap_or_default().into_iter().enumerate() {
        let system = builder.system(&format!("systems[{index}]"), system, &mut catalogue.kinds)?;
        catalogue.systems.push(system);
    }
    for (index, exclusion) in raw.exclusions.unwrap_or_default().into_iter().enumerate() {
        let exclusion = builder.exclusion(&format!("exclusions[{index}]"), exclusion, &catalogue)?;
        catalogue.exclusions.push(exclusion);
    }
    Ok(Indexed { catalogue, listed, warnings: builder.warnings })
}

/// A system that has forecasts and no entry in the index.
pub fn undeclared(id: SystemId, kinds: &mut Vec<Kind>) -> System {
    let label = id.to_string();
    System {
        id,
        kind: default_kind("agent", kinds),
        label,
        description: None,
        harness: None,
        model: None,
        version: None,
        continual: false,
        continual_of: None,
        declared: false,
    }
}

/// The kinds of an index that lists none: id, label, heading, deadline.
const DEFAULT_KINDS: [(&str, &str, &str, bool); 4] = [
    ("agent", "Agent", "Agents", true),
    ("expert", "Expert", "Experts", false),
    ("tsfm", "TSFM", "Time-series foundation models", false),
    ("reference", "Reference", "Reference", false),
];

/// The id of a default kind, which joins `kinds` where it is not among them.
fn default_kind(name: &str, kinds: &mut Vec<Kind>) -> KindId {
    if let Some(kind) = kinds.iter().find(|kind| kind.id.as_str() == name) {
        return kind.id.clone();
    }
    let (_, label, group, deadline) = DEFAULT_KINDS.into_iter().find(|kind| kind.0 == name).unwrap_or(DEFAULT_KINDS[0]);
    let id: KindId = name.parse().expect("the names of the default kinds are ids");
    kinds.push(Kind { id: id.clone(), label: label.to_owned(), group: group.to_owned(), text: None, deadline });
    id
}

struct Builder<'a> {
    path: &'a str,
    warnings: Vec<Fault>,
}

impl Builder<'_> {
    fn warn(&mut self, place: &str, message: impl Into<String>) {
        let whose = Whose { path: self.path, task: None, system: None };
        self.warnings.push(whose.fault(FaultKind::Warning, Place::Json(place.to_owned()), message));
    }

    fn required<T>(&self, place: &str, value: Option<T>) -> Result<T> {
        value.ok_or_else(|| unusable(self.path, place, "is missing"))
    }

    fn parsed<T: FromStr<Err: Display>>(&self, place: &str, text: &str) -> Result<T> {
        text.parse().map_err(|cause| unusable(self.path, place, &format!("is {}: {cause}", shown(text))))
    }

    fn maybe_parsed<T: FromStr<Err: Display>>(&self, place: &str, text: Option<&str>) -> Result<Option<T>> {
        text.map(|text| self.parsed(place, text)).transpose()
    }

    fn kinds(&mut self, raw: Option<Vec<RawKind>>) -> Result<Vec<Kind>> {
        let mut kinds = Vec::new();
        let Some(raw) = raw else {
            for (name, ..) in DEFAULT_KINDS {
                default_kind(name, &mut kinds);
            }
            return Ok(kinds);
        };
        for (index, raw) in raw.into_iter().enumerate() {
            let place = format!("kinds[{index}]");
            let id = self.required(&format!("{place}.id"), raw.id)?;
            let id: KindId = self.parsed(&format!("{place}.id"), &id)?;
            let label = raw.label.unwrap_or_else(|| id.to_string());
            let group = raw.group.unwrap_or_else(|| label.clone());
            let deadline = raw.deadline.unwrap_or(true);
            if id.as_str() == "reference" && deadline {
                self.warn(
                    &place,
                    "the kind `reference` has a deadline, so its forecasts can be late: say `\"deadline\": false`",
                );
            }
            kinds.push(Kind { id, label, group, text: raw.text, deadline });
        }
        if !kinds.iter().any(|kind| kind.id.as_str() == "reference") {
            self.warn("kinds", "the kind `reference` is not among them: it is added");
            default_kind("reference", &mut kinds);
        }
        Ok(kinds)
    }

    fn task(&mut self, place: &str, raw: RawTask) -> Result<(Task, Vec<Level>)> {
        let at = |field: &str| format!("{place}.{field}");
        let id = self.required(&at("id"), raw.id)?;
        let id: crate::domain::id::TaskId = self.parsed(&at("id"), &id)?;
        let schedule = self.schedule(&at("schedule"), raw.schedule.unwrap_or_default())?;
        let mut horizons = self.required(&at("horizons"), raw.horizons)?;
        if horizons.is_empty() {
            return Err(unusable(self.path, &at("horizons"), "is empty"));
        }
        let given = horizons.len();
        horizons.sort_unstable();
        horizons.dedup();
        if horizons.len() < given {
            self.warn(&at("horizons"), "names a horizon twice");
        }
        let listed = match raw.levels.and_then(|levels| levels.0) {
            Some(listed) => listed,
            None => Levels::default().as_slice().to_vec(),
        };
        let Some(levels) = Levels::new(listed.clone()) else {
            return Err(unusable(self.path, &at("levels"), "is empty"));
        };
        let next_run = raw.next_run.as_deref().and_then(|text| instant(text, &schedule.timezone));
        if let Some(text) = raw.next_run.filter(|_| next_run.is_none()) {
            self.warn(&at("next_run"), format!("{} is not a time such as 2026-11-05T14:00:00Z", shown(&text)));
        }
        let task = Task {
            title: raw.title.unwrap_or_else(|| id.to_string()),
            id,
            unit: raw.unit,
            decimals: raw.decimals,
            description: raw.description,
            domain: raw.domain,
            leaf: raw.leaf,
            driver: raw.driver,
            tradable: raw.tradable.unwrap_or(false),
            schedule,
            next_run,
            horizons,
            levels,
            baseline: raw.baseline,
            baseline_visible: raw.baseline_visible.unwrap_or(false),
        };
        Ok((task, listed))
    }

    fn schedule(&self, place: &str, raw: RawSchedule) -> Result<Schedule> {
        let at = |field: &str| format!("{place}.{field}");
        let clock = |field: &str, text: &str| {
            clock_time(text).ok_or_else(|| {
                unusable(
                    self.path,
                    &at(field),
                    &format!("is {}, which is not a clock time of the form HH:MM", shown(text)),
                )
            })
        };
        let every_days = self.required(&at("every_days"), raw.every_days)?;
        if every_days == 0 {
            return Err(unusable(self.path, &at("every_days"), "is 0: it must be at least 1"));
        }
        let cutoff = clock("cutoff", &self.required(&at("cutoff"), raw.cutoff)?)?;
        let snapshot = raw.snapshot.map(|text| clock("snapshot", &text)).transpose()?;
        let zone = self.required(&at("timezone"), raw.timezone)?;
        let timezone = TimeZone::get(&zone).map_err(|_| {
            unusable(self.path, &at("timezone"), &format!("is {}, which is not an IANA time zone", shown(&zone)))
        })?;
        Ok(Schedule { every_days, snapshot, cutoff, timezone })
    }

    fn domains(&mut self, raw: RawTaxonomy) -> Result<Vec<Domain>> {
        let mut domains = Vec::new();
        for (index, domain) in raw.domains.unwrap_or_default().into_iter().enumerate() {
            let name = self.required(&format!("taxonomy.domains[{index}].name"), domain.name)?;
            let leaves = domain.leaves.unwrap_or_default().into_iter().map(|leaf| match leaf {
                RawLeaf::Name(name) | RawLeaf::Object { name } => name,
            });
            domains.push(Domain { name, leaves: leaves.collect() });
        }
        Ok(domains)
    }

    fn system(&mut self, place: &str, raw: RawSystem, kinds: &mut Vec<Kind>) -> Result<System> {
        let at = |field: &str| format!("{place}.{field}");
        let id = self.required(&at("id"), raw.id)?;
        let id: SystemId = self.parsed(&at("id"), &id)?;
        let known = kinds.iter().find(|kind| raw.kind.as_deref() == Some(kind.id.as_str())).map(|kind| kind.id.clone());
        let kind = known.unwrap_or_else(|| {
            let why =
                raw.kind.map_or("has no kind".to_owned(), |kind| format!("has the unknown kind {}", shown(&kind)));
            self.warn(&at("kind"), format!("`{id}` {why}: it is shown as an agent"));
            default_kind("agent", kinds)
        });
        Ok(System {
            label: raw.label.unwrap_or_else(|| id.to_string()),
            id,
            kind,
            description: raw.description,
            harness: raw.harness,
            model: raw.model,
            version: raw.version,
            continual: raw.continual.unwrap_or(false),
            continual_of: self.maybe_parsed(&at("continual_of"), raw.continual_of.as_deref())?,
            declared: true,
        })
    }

    fn exclusion(&mut self, place: &str, raw: RawExclusion, catalogue: &Catalogue) -> Result<Exclusion> {
        let at = |field: &str| format!("{place}.{field}");
        let exclusion = Exclusion {
            task: self.maybe_parsed(&at("task"), raw.task.as_deref())?,
            run_day: self.maybe_parsed(&at("run_day"), raw.run_day.as_deref())?,
            target_day: self.maybe_parsed(&at("target_date"), raw.target_date.as_deref())?,
            system: self.maybe_parsed(&at("system"), raw.system.as_deref())?,
            reason: raw.reason.unwrap_or_default(),
        };
        if exclusion.reason.trim().is_empty() {
            self.warn(&at("reason"), "an exclusion without a reason: say why");
        }
        if let Some(id) = &exclusion.task
            && !catalogue.tasks.iter().any(|task| task.id == *id)
        {
            self.warn(&at("task"), format!("`{id}` is no task of the index: the exclusion covers nothing"));
        }
        Ok(exclusion)
    }
}
