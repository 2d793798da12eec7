//! One pass over the names of all files: what stands below each root.

use std::collections::BTreeMap;

use super::place::{Item, locate};
use crate::source::snapshot::Snapshot;

/// The files below one root, by position among the snapshot's files.
#[derive(Debug, Default)]
pub struct Files<'a> {
    /// `manifests/settings.json`
    pub settings: Option<usize>,
    /// Other files of parameters.
    pub configurations: Vec<usize>,
    /// `manifests/cases.json`
    pub cases: Option<usize>,
    /// `manifests/files.json`
    pub manifest: Option<usize>,
    /// Published files.
    pub published: Vec<usize>,
    /// Tables of outcomes.
    pub outcomes: Vec<usize>,
    /// Tables of menus.
    pub menus: Vec<usize>,
    /// Files of runs, in the order of paths: model by model, case by case.
    pub runs: Vec<RunFile<'a>>,
    /// Files of episodes and actual values.
    pub episodes: usize,
}

/// A file of a run.
#[derive(Debug, Clone, Copy)]
pub struct RunFile<'a> {
    /// The folder of the model.
    pub model: &'a str,
    /// The folder of the case.
    pub case: &'a str,
    /// The file's name.
    pub name: &'a str,
    /// Its position.
    pub file: usize,
}

impl Files<'_> {
    /// Whether a release can stand here.
    pub fn is_root(&self) -> bool {
        self.settings.is_some()
            || !self.published.is_empty()
            || !self.outcomes.is_empty()
            || (!self.runs.is_empty() && self.cases.is_some())
    }
}

/// The files below each root (empty, or ending in `/`), and how many fit no place.
pub fn survey(snapshot: &Snapshot) -> (BTreeMap<&str, Files<'_>>, usize) {
    let mut roots: BTreeMap<&str, Files<'_>> = BTreeMap::new();
    let mut ignored = 0;
    for (file, found) in snapshot.files().iter().enumerate() {
        let Some((root, item)) = locate(found.path()) else {
            ignored += 1;
            continue;
        };
        let files = roots.entry(root).or_default();
        match item {
            Item::Settings => files.settings = Some(file),
            // The newest of the repository goes before older configurations.
            Item::Configuration if found.path().ends_with("current/settings.json") => {
                files.configurations.insert(0, file);
            }
            Item::Configuration => files.configurations.push(file),
            Item::Cases => files.cases = Some(file),
            Item::Files => files.manifest = Some(file),
            Item::Published => files.published.push(file),
            Item::Outcomes => files.outcomes.push(file),
            Item::Menu => files.menus.push(file),
            Item::Run { model, case, name } => files.runs.push(RunFile { model, case, name, file }),
            Item::Case => files.episodes += 1,
            Item::Supporting => {}
        }
    }
    (roots, ignored)
}
