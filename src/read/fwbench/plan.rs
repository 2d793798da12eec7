//! Settings, indexes, published files and tables are read, and the raw files of each case are found. Whatever stops a build stops it here, before
//! any case is opened.

use std::collections::BTreeMap;
use std::ops::Range;

use super::raw::Raw;
use super::release::Draft;
use super::roots::Reader;
use super::survey::survey;
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::error::{Error, Result};
use crate::read::digest::ReadFile;
use crate::source::snapshot::Snapshot;

/// The most bytes of a file, by what it is (a larger one is broken), and the most cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Settings and configurations.
    pub settings: u64,
    /// The index, and the list of files.
    pub index: u64,
    /// A published file.
    pub published: u64,
    /// A table.
    pub table: u64,
    /// A raw file of a case or run.
    pub raw: u64,
    /// A trace: a larger one is not read, since only the number of its calls is wanted.
    pub trace: u64,
    /// Cases of one index.
    pub cases: usize,
}

impl Default for Limits {
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        Self {
            settings: MIB,
            index: 64 * MIB,
            published: 64 * MIB,
            table: 256 * MIB,
            raw: 8 * MIB,
            trace: 8 * MIB,
            cases: 100_000,
        }
    }
}

/// What is to be read, and what is known already.
#[derive(Debug)]
pub struct Plan {
    pub(super) drafts: Vec<(Draft, Option<Raw>)>,
    pub(super) faults: Vec<Fault>,
    pub(super) ignored: usize,
    pub(super) read: Vec<ReadFile>,
    pub(super) limits: Limits,
    /// The digests that each root's list of files gives, by path below the dataset's root.
    pub(super) listed: BTreeMap<String, String>,
}

/// Cases that one worker reads in one go; independent of every other unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    pub(super) draft: usize,
    pub(super) cases: Range<usize>,
}

impl Plan {
    /// Cases a unit: enough that handing it out costs nothing, few enough that workers end together.
    pub const UNIT: usize = 16;

    /// The units of work; what is read does not depend on how the cases are cut.
    pub fn units(&self) -> Vec<Unit> {
        self.units_of(Self::UNIT)
    }

    /// The units of work with at most `cases` cases each (at least one).
    pub fn units_of(&self, cases: usize) -> Vec<Unit> {
        let cases = cases.max(1);
        let mut units = Vec::new();
        for (draft, (_, raw)) in self.drafts.iter().enumerate() {
            let count = raw.as_ref().map_or(0, Raw::cases);
            units.extend((0..count).step_by(cases).map(|start| Unit { draft, cases: start..count.min(start + cases) }));
        }
        units
    }
}

/// Finds the releases and reads everything but raw cases.
pub fn plan(snapshot: &Snapshot, limits: &Limits) -> Result<Plan> {
    let mut reader = Reader { snapshot, limits, faults: Vec::new(), read: Vec::new(), bytes: Vec::new() };
    for refused in snapshot.refused() {
        reader.fault(&refused.path, FaultKind::Warning, format!("not read: {}", refused.reason));
    }
    let (roots, mut ignored) = survey(snapshot);
    let mut all = Vec::new();
    let mut listed = BTreeMap::new();
    for (root, files) in roots {
        if files.is_root() {
            all.extend(reader.root(root, &files, &mut ignored, &mut listed));
        }
    }
    if all.is_empty() {
        return Err(nothing(snapshot, &reader.faults));
    }
    let Reader { faults, read, .. } = reader;
    Ok(Plan { drafts: all, faults, ignored, read, limits: *limits, listed })
}

/// Why no release can be used: the first fault found, with its file.
fn nothing(snapshot: &Snapshot, faults: &[Fault]) -> Error {
    let first = faults.iter().find(|fault| fault.kind != FaultKind::Warning);
    let why = first.map_or(String::new(), |fault| match &fault.place {
        Place::Whole => format!(": `{}`: {}", fault.path, fault.message),
        place => format!(": `{}`, {place}: {}", fault.path, fault.message),
    });
    Error::new(format!("the dataset `{}` has no release that can be used{why}", snapshot.name())).hint(
        "a release needs `manifests/settings.json` with `budget` and `cohort_weights`, and results, outcomes or runs",
    )
}
