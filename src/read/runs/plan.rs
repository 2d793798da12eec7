//! The index and the names of all files become a plan of what to read. Whatever stops a build stops it here, before any forecast is opened.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

use super::catalogue::{Indexed, catalogue, undeclared};
use super::index::raw_index;
use super::place::{INDEX_PLACES, Item, locate};
use crate::domain::catalogue::Catalogue;
use crate::domain::dataset::FileCounts;
use crate::domain::day::RunDay;
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::forecast::Mode;
use crate::domain::id::{IdError, SystemId, TaskId};
use crate::domain::quantile::{Level, Levels};
use crate::error::{Error, Result};
use crate::read::digest::ReadFile;
use crate::read::faults::Whose;
use crate::read::file::{Packing, text};
use crate::read::json::shown;
use crate::read::texts;
use crate::source::snapshot::{Snapshot, SourceFile};

/// The most bytes of a file, by what it is; a larger one is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The index.
    pub index: u64,
    /// One submission: a file, or a line of a `.jsonl`.
    pub forecast: u64,
    /// A trajectory.
    pub trajectory: u64,
    /// A CSV, or a `.jsonl` as a whole.
    pub table: u64,
}

impl Default for Limits {
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        Self { index: 64 * MIB, forecast: 8 * MIB, trajectory: 64 * MIB, table: 256 * MIB }
    }
}

/// What is to be read, and what is known before.
#[derive(Debug)]
pub struct Plan {
    pub(super) catalogue: Catalogue,
    pub(super) listed: Vec<Vec<Level>>,
    pub(super) deadlines: BTreeMap<SystemId, bool>,
    pub(super) work: Vec<Work>,
    pub(super) faults: Vec<Fault>,
    pub(super) files: FileCounts,
    pub(super) limits: Limits,
    pub(super) index: ReadFile,
}

/// One file to read.
#[derive(Debug, Clone)]
pub(super) struct Work {
    /// Position among the snapshot's files.
    pub file: usize,
    /// Position among the catalogue's tasks.
    pub task: usize,
    /// What it holds.
    pub what: What,
}

#[derive(Debug, Clone)]
pub(super) enum What {
    Truth,
    History(RunDay),
    Submission { run: RunDay, mode: Mode, system: SystemId, packing: Packing },
    Lines { system: SystemId },
}

/// Files that one worker reads in one go; independent of every other unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    pub(super) work: Range<usize>,
}

impl Unit {
    /// How many files.
    pub fn len(&self) -> usize {
        self.work.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.work.is_empty()
    }
}

impl Plan {
    /// Files a unit: enough that handing it out costs nothing, few enough that workers end together.
    pub const UNIT: usize = 256;

    /// The catalogue, with the levels that are scored.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The units of work; what is read does not depend on how the files are cut.
    pub fn units(&self) -> Vec<Unit> {
        self.units_of(Self::UNIT)
    }

    /// The units of work with at most `files` files each (at least one).
    pub fn units_of(&self, files: usize) -> Vec<Unit> {
        let files = files.max(1);
        let starts = (0..self.work.len()).step_by(files);
        starts.map(|start| Unit { work: start..self.work.len().min(start + files) }).collect()
    }
}

/// Reads the index and finds the place of every file. `levels_for` gives the levels that a configuration sets in place of the index's.
pub fn plan(snapshot: &Snapshot, levels_for: impl Fn(&TaskId) -> Option<Levels>, limits: &Limits) -> Result<Plan> {
    let mut faults: Vec<Fault> = Vec::new();
    for refused in snapshot.refused() {
        let whose = Whose { path: &refused.path, task: None, system: None };
        faults.push(whose.fault(FaultKind::Warning, Place::Whole, format!("not read: {}", refused.reason)));
    }
    let (file, mut bytes) = (index_file(snapshot, &mut faults)?, Vec::new());
    let cannot =
        |cause: &dyn std::fmt::Display| Error::new(format!("the index `{}` cannot be read: {cause}", file.path()));
    snapshot.read(file, limits.index, &mut bytes).map_err(|cause| cannot(&cause))?;
    let mut unpacked = Vec::new();
    let index = text(Packing::Plain, &bytes, limits.index, &mut unpacked)
        .map_err(|untext| cannot(&format!("{}: {}", untext.place, untext.message)))?;
    let Indexed { mut catalogue, listed, warnings } = catalogue(file.path(), raw_index(file.path(), index)?)?;
    faults.extend(warnings);
    faults.extend(texts::tidy(&mut catalogue, file.path()));
    for task in &mut catalogue.tasks {
        if let Some(levels) = levels_for(&task.id) {
            task.levels = levels;
        }
    }

    let mut sorter = Sorter::new(&catalogue, file.path())?;
    let mut index_at = 0;
    for (position, found) in snapshot.files().iter().enumerate() {
        if found.path() == file.path() {
            index_at = position;
            sorter.files.found += 1;
            sorter.files.read += 1;
        } else {
            sorter.place(position, found.path())?;
        }
    }
    let Sorter { systems, work, files, unknown, faults: odd, .. } = sorter;
    faults.extend(odd);
    for (folder, count) in unknown {
        let path = format!("runs/{folder}");
        let whose = Whose { path: &path, task: None, system: None };
        let message = format!("no task of the index: its files are left out ({count})");
        faults.push(whose.fault(FaultKind::Warning, Place::Whole, message));
    }
    add_undeclared(&mut catalogue, systems.into_values(), &mut faults);
    for (position, exclusion) in catalogue.exclusions.iter().enumerate() {
        if let Some(id) = exclusion.system.as_ref().filter(|&id| !catalogue.systems.iter().any(|known| known.id == *id))
        {
            let whose = Whose { path: file.path(), task: exclusion.task.as_ref(), system: Some(id) };
            let place = Place::Json(format!("exclusions[{position}].system"));
            faults.push(whose.fault(
                FaultKind::Warning,
                place,
                format!("`{id}` is no system: the exclusion covers nothing"),
            ));
        }
    }
    let deadlines = catalogue.systems.iter().map(|system| (system.id.clone(), catalogue.kind(system).deadline));
    Ok(Plan {
        deadlines: deadlines.collect(),
        listed,
        work,
        faults,
        files,
        limits: *limits,
        index: ReadFile::new(index_at, &bytes),
        catalogue,
    })
}

fn index_file<'a>(snapshot: &'a Snapshot, faults: &mut Vec<Fault>) -> Result<&'a SourceFile> {
    let found: Vec<&SourceFile> = INDEX_PLACES.iter().filter_map(|path| snapshot.find(path)).collect();
    let [first, others @ ..] = &found[..] else {
        let refused = snapshot.refused().iter().find(|refused| INDEX_PLACES.contains(&refused.path.as_str()));
        let why =
            refused.map_or(String::new(), |refused| format!(": `{}` is not read, {}", refused.path, refused.reason));
        return Err(Error::new(format!("the dataset `{}` has no index{why}", snapshot.name()))
            .hint("add `site/index.json`, which names the tasks and systems"));
    };
    for other in others {
        let whose = Whose { path: other.path(), task: None, system: None };
        let message = format!("not read: the index is `{}`", first.path());
        faults.push(whose.fault(FaultKind::Warning, Place::Whole, message));
    }
    Ok(first)
}

/// A system known by its files, or from the index (no first file).
struct Known {
    id: SystemId,
    first: Option<(TaskId, String)>,
}

fn add_undeclared(catalogue: &mut Catalogue, systems: impl Iterator<Item = Known>, faults: &mut Vec<Fault>) {
    let mut found: Vec<Known> = systems.filter(|known| known.first.is_some()).collect();
    found.sort_by(|a, b| a.id.cmp(&b.id));
    for Known { id, first } in found {
        if let Some((task, path)) = first {
            let whose = Whose { path: &path, task: Some(&task), system: Some(&id) };
            let message = format!("`{id}` has forecasts but no entry in the index: it is shown as an agent");
            faults.push(whose.fault(FaultKind::Warning, Place::Whole, message));
            catalogue.systems.push(undeclared(id, &mut catalogue.kinds));
        }
    }
}

/// Finds the place of one file after the other.
struct Sorter<'a> {
    tasks: BTreeMap<&'a str, (usize, &'a TaskId)>,
    /// By lower case: two ids that differ only in case are one file on some systems.
    folders: BTreeMap<String, (String, String)>,
    system_cases: BTreeMap<String, (String, String)>,
    systems: BTreeMap<Box<str>, Known>,
    work: Vec<Work>,
    files: FileCounts,
    unknown: BTreeMap<String, usize>,
    faults: Vec<Fault>,
}

impl<'a> Sorter<'a> {
    fn new(catalogue: &'a Catalogue, index: &str) -> Result<Self> {
        let mut sorter = Self {
            tasks: BTreeMap::new(),
            folders: BTreeMap::new(),
            system_cases: BTreeMap::new(),
            systems: BTreeMap::new(),
            work: Vec::new(),
            files: FileCounts::default(),
            unknown: BTreeMap::new(),
            faults: Vec::new(),
        };
        for (position, task) in catalogue.tasks.iter().enumerate() {
            let place = format!("`{index}`, tasks[{position}]");
            if sorter.tasks.insert(task.id.as_str(), (position, &task.id)).is_some() {
                return Err(twice("task", task.id.as_str(), index));
            }
            distinct("tasks", &mut sorter.folders, task.id.as_str(), || place)?;
        }
        for (position, system) in catalogue.systems.iter().enumerate() {
            let place = format!("`{index}`, systems[{position}]");
            let known = Known { id: system.id.clone(), first: None };
            if sorter.systems.insert(system.id.as_str().into(), known).is_some() {
                return Err(twice("system", system.id.as_str(), index));
            }
            distinct("systems", &mut sorter.system_cases, system.id.as_str(), || place)?;
        }
        let mut kinds = BTreeMap::new();
        for (position, kind) in catalogue.kinds.iter().enumerate() {
            if catalogue.kinds[..position].contains(kind) || catalogue.kinds[..position].iter().any(|k| k.id == kind.id)
            {
                return Err(twice("kind", kind.id.as_str(), index));
            }
            distinct("kinds", &mut kinds, kind.id.as_str(), || format!("`{index}`, kinds[{position}]"))?;
        }
        Ok(sorter)
    }

    fn place(&mut self, file: usize, path: &str) -> Result<()> {
        self.files.found += 1;
        let Some((folder, item)) = locate(path) else {
            self.files.ignored += 1;
            return Ok(());
        };
        let Some(&(task, task_id)) = self.tasks.get(folder) else {
            return self.unknown_task(folder, path);
        };
        let what = match item {
            Item::Truth => What::Truth,
            Item::History(run) => What::History(run),
            Item::Submission { run, mode, system, packing } => match self.system(system, task_id, path)? {
                Some(system) => What::Submission { run, mode, system, packing },
                None => return Ok(()),
            },
            Item::Lines { system } => match self.system(system, task_id, path)? {
                Some(system) => What::Lines { system },
                None => return Ok(()),
            },
            Item::Supporting => {
                self.files.supporting += 1;
                return Ok(());
            }
            Item::Other => {
                self.files.ignored += 1;
                return Ok(());
            }
        };
        match what {
            What::Truth | What::History(_) => self.files.read += 1,
            What::Submission { .. } | What::Lines { .. } => self.files.submission += 1,
        }
        self.work.push(Work { file, task, what });
        Ok(())
    }

    fn unknown_task(&mut self, folder: &str, path: &str) -> Result<()> {
        self.files.ignored += 1;
        if let Some(count) = self.unknown.get_mut(folder) {
            *count += 1;
            return Ok(());
        }
        match folder.parse::<TaskId>() {
            Ok(_) => distinct("tasks", &mut self.folders, folder, || format!("the folder `runs/{folder}`"))?,
            Err(IdError::Reserved(_)) => return Err(reserved(folder, path)),
            Err(_) => {}
        }
        self.unknown.insert(folder.to_owned(), 1);
        Ok(())
    }

    /// The id of a system's file; a file whose name holds none fits no place.
    fn system(&mut self, name: &str, task: &TaskId, path: &str) -> Result<Option<SystemId>> {
        if let Some(known) = self.systems.get(name) {
            return Ok(Some(known.id.clone()));
        }
        match name.parse::<SystemId>() {
            Ok(id) => {
                distinct("systems", &mut self.system_cases, name, || format!("`{path}`"))?;
                let first = Some((task.clone(), path.to_owned()));
                self.systems.insert(name.into(), Known { id: id.clone(), first });
                Ok(Some(id))
            }
            Err(IdError::Reserved(_)) => Err(reserved(name, path)),
            Err(cause) => {
                self.files.ignored += 1;
                let whose = Whose { path, task: Some(task), system: None };
                let message = format!("ignored: {} names no system, {cause}", shown(name));
                self.faults.push(whose.fault(FaultKind::Warning, Place::Whole, message));
                Ok(None)
            }
        }
    }
}

fn distinct(
    what: &str,
    seen: &mut BTreeMap<String, (String, String)>,
    id: &str,
    place: impl FnOnce() -> String,
) -> Result<()> {
    match seen.entry(id.to_ascii_lowercase()) {
        Entry::Vacant(vacant) => {
            vacant.insert((id.to_owned(), place()));
            Ok(())
        }
        Entry::Occupied(taken) => {
            let (other, there) = taken.get();
            let here = place();
            Err(Error::new(format!("the {what} `{other}` ({there}) and `{id}` ({here}) differ only in case"))
                .hint("rename one of them: many systems cannot tell their files apart"))
        }
    }
}

fn twice(what: &str, id: &str, index: &str) -> Error {
    Error::new(format!("the index `{index}` names the {what} `{id}` twice"))
        .hint("remove one of the entries, or rename it")
}

fn reserved(id: &str, path: &str) -> Error {
    Error::new(format!("`{path}` uses the reserved name `{id}`"))
        .hint("rename it: no file of this name can be made on every system")
}
