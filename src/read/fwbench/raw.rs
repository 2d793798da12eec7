//! The runs of a release, found by their folders: which files each case has of each model.

use std::collections::BTreeSet;
use std::ops::Range;

use super::release::Draft;
use super::survey::{Files, RunFile};
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::id::{CaseId, SystemId};
use crate::read::faults::Whose;
use crate::read::json::shown;
use crate::source::snapshot::Snapshot;

/// The raw files of a release.
#[derive(Debug)]
pub struct Raw {
    /// The models that have a folder, sorted.
    pub models: Vec<SystemId>,
    runs: Vec<RunFiles>,
    /// Where the runs of each case begin among all; one more than cases.
    starts: Vec<usize>,
}

/// The files of one run, by position among the snapshot's files.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunFiles {
    /// Position of the case in the index.
    pub case: usize,
    /// Position of the model among [`Raw::models`].
    pub model: usize,
    /// `submission.json`
    pub submission: Option<usize>,
    /// `ledger.json`
    pub ledger: Option<usize>,
    /// `result.json`
    pub result: Option<usize>,
    /// `trace.json`
    pub trace: Option<usize>,
}

impl Raw {
    /// How many cases.
    pub fn cases(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The runs of a case, in the order of models.
    pub fn runs(&self, case: usize) -> &[RunFiles] {
        let range: Range<usize> = self.starts[case]..self.starts[case + 1];
        &self.runs[range]
    }
}

/// Finds the raw files of a release; `None` where it has no episodes.
pub fn raw(snapshot: &Snapshot, draft: &Draft, files: &Files<'_>, faults: &mut Vec<Fault>) -> Option<Raw> {
    let index = draft.index.as_ref()?;
    let folder = format!("{}runs", draft.root);
    let whole =
        |path: &str, kind, message: String| Whose { path, task: None, system: None }.fault(kind, Place::Whole, message);
    // An index may name other folders than the usual ones.
    let elsewhere = || {
        let first = index.cases().iter().find(|case| !case.episode_path.is_empty());
        first.is_some_and(|case| {
            snapshot.find(&format!("{}{}/business_contract.json", draft.root, case.episode_path)).is_some()
        })
    };
    if files.episodes == 0 && !elsewhere() {
        if !files.runs.is_empty() {
            let message = "not used: there are no episodes to grade the runs against".to_owned();
            faults.push(whole(&folder, FaultKind::Invalid, message));
        }
        return None;
    }
    let mut raw = Raw { models: Vec::new(), runs: Vec::new(), starts: Vec::new() };
    for of_model in files.runs.chunk_by(|a, b| a.model == b.model) {
        let name = of_model[0].model;
        let path = format!("{folder}/{name}");
        let model = match name.parse::<SystemId>() {
            Ok(model) => model,
            Err(cause) => {
                let message = format!("not read: {} names no model, {cause}", shown(name));
                faults.push(whole(&path, FaultKind::Invalid, message));
                continue;
            }
        };
        if !draft.settings.models.is_empty() && !draft.settings.models.contains(&model) {
            let message = format!("`{model}` is none of the models that the settings name");
            faults.push(whole(&path, FaultKind::Warning, message));
        }
        let position = raw.models.len();
        raw.models.push(model);
        let mut surplus: BTreeSet<&str> = BTreeSet::new();
        for of_case in of_model.chunk_by(|a, b| a.case == b.case) {
            let case = of_case[0].case;
            match case.parse::<CaseId>().ok().and_then(|case| index.position(&case)) {
                Some(case) => raw.runs.push(run(case, position, of_case)),
                None => {
                    surplus.insert(case);
                }
            }
        }
        if let Some(first) = surplus.first() {
            let message =
                format!("has {} runs of cases that are not in the index, {} the first", surplus.len(), shown(first));
            faults.push(whole(&path, FaultKind::Invalid, message));
        }
    }
    raw.runs.sort_by_key(|run| (run.case, run.model));
    let cases = index.cases().len();
    let mut at = 0;
    for case in 0..=cases {
        while raw.runs.get(at).is_some_and(|run| run.case < case) {
            at += 1;
        }
        raw.starts.push(at);
    }
    Some(raw)
}

fn run(case: usize, model: usize, files: &[RunFile<'_>]) -> RunFiles {
    let named = |name: &str| files.iter().find(|file| file.name == name).map(|file| file.file);
    RunFiles {
        case,
        model,
        submission: named("submission.json"),
        ledger: named("ledger.json"),
        result: named("result.json"),
        trace: named("trace.json"),
    }
}
