//! A dataset as read: the catalogue, each task's truth and submissions, and everything that was wrong.

use std::collections::BTreeMap;

use super::catalogue::{Catalogue, Task};
use super::day::RunDay;
use super::fault::Fault;
use super::forecast::Submission;
use super::truth::{History, Truth};

/// One track's data. Everything in it was parsed: what could not be is a [`Fault`].
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset {
    /// What the dataset says of itself (each task also stands in `tasks`, with its levels as scored).
    pub catalogue: Catalogue,
    /// The tasks in the catalogue's order, with their data.
    pub tasks: Vec<TaskData>,
    /// Every fault, sorted by path and place.
    pub faults: Vec<Fault>,
    /// Files that hold no submission, by what they are.
    pub files: FileCounts,
    /// Where it came from.
    pub provenance: Provenance,
}

/// The data of one task.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskData {
    /// The task.
    pub task: Task,
    /// What came true.
    pub truth: Truth,
    /// The target's history in the inputs of each run day that has one.
    pub histories: BTreeMap<RunDay, History>,
    /// Every submission, usable or not, sorted by mode, run day and system id.
    pub submissions: Vec<Submission>,
}

/// Files of a dataset that are not submissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FileCounts {
    /// All regular files found.
    pub found: usize,
    /// Files that hold submissions (a `.jsonl` is one file).
    pub submission: usize,
    /// Index, truth and history files that were read.
    pub read: usize,
    /// Covariates and trajectories: they belong to the layout, no score needs them.
    pub supporting: usize,
    /// Fit no place of the layout, or belong to no task of the index.
    pub ignored: usize,
    /// Lines of `.jsonl` files that cannot be read, or do not say their run day: each has a fault, and no submission stands for it.
    pub broken_lines: usize,
    /// Values at levels that their task does not ask for: they are not used.
    pub extra_levels: usize,
}

/// Where a dataset came from. No clock: the same data give the same bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Provenance {
    /// The source as a reader may see it: the repository, or the folder's name (never a machine's path).
    pub source: String,
    /// The resolved commit, where there is one.
    pub commit: Option<String>,
    /// SHA-256 over the sorted paths and contents of all files read, in hex.
    pub digest: String,
}
