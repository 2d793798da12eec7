//! What published files say of each entrant's completeness. Several files may speak of one entrant: it is complete only when none says otherwise.

use std::collections::BTreeMap;

use super::entrants::Registry;
use super::published::Sheet;
use super::published::sheet::Nicknamed;
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::episode::Run;
use crate::domain::fwbench::published::{PublishedProgress, Subject};
use crate::read::faults::{FileFaults, Whose};

/// The counts of everybody who has a row.
pub fn progress(sheets: &[Sheet], count: usize, faults: &mut Vec<Fault>) -> BTreeMap<EntrantId, PublishedProgress> {
    let mut all: BTreeMap<EntrantId, PublishedProgress> = BTreeMap::new();
    for sheet in sheets {
        let mut wrong = FileFaults::new(Whose { path: &sheet.path, task: None, system: None });
        for (entrant, statement) in &sheet.statements {
            let run: u64 = statement.statuses.values().fold(0, |sum, count| sum.saturating_add(*count));
            let stopped = statement.statuses.get(Run::INFRASTRUCTURE).copied().unwrap_or(0);
            let by_status = (0 < run).then(|| run.saturating_sub(stopped) as usize);
            let scored = statement.scored.or(by_status).unwrap_or(count);
            let expected = statement.expected.unwrap_or(count);
            let mut complete = statement.complete != Some(false) && sheet.complete != Some(false);
            if complete && (scored != count || expected != count || !statement.infrastructure.is_empty()) {
                let message = || {
                    format!("`{entrant}` has {scored} of {expected} cases scored, not all {count}: it is not ranked")
                };
                wrong.add(FaultKind::Invalid, || Place::Whole, message);
                complete = false;
            }
            let known = all.entry(entrant.clone()).or_insert_with(|| PublishedProgress {
                scored,
                expected: count,
                complete,
                ..PublishedProgress::default()
            });
            known.scored = known.scored.min(scored);
            known.complete &= complete;
            for case in &statement.infrastructure {
                if !known.infrastructure_cases.contains(case) {
                    known.infrastructure_cases.push(case.clone());
                }
            }
            if known.statuses.is_empty() {
                known.statuses.clone_from(&statement.statuses);
            }
            if known.requested.is_empty() {
                known.requested.clone_from(&statement.requested);
            }
            known.paid = known.paid.or(statement.paid);
        }
        faults.extend(wrong.finish());
    }
    all
}

/// Gives what a file says by a part of a name to the one model that has it.
pub fn nicknames(
    sheet: &mut Sheet,
    registry: &Registry,
    progress: &mut BTreeMap<EntrantId, PublishedProgress>,
    wrong: &mut FileFaults<'_>,
) {
    for (name, what) in std::mem::take(&mut sheet.nicknamed) {
        let Some(entrant) = registry.nicknamed(&name) else {
            let message =
                || format!("what is said of `{name}` is not used: no model, or more than one, has it in its name");
            wrong.add(FaultKind::Warning, || Place::Whole, message);
            continue;
        };
        match what {
            Nicknamed::Figure(part, quantity, value, place) => {
                sheet.figure(&Subject::Entrant(entrant, part), quantity, value, place);
            }
            Nicknamed::Tools(tools) => {
                // Calls alone are no statement of completeness: they join one that stands.
                if let Some(known) = progress.get_mut(&entrant) {
                    known.tools = tools;
                } else {
                    let message = || format!("the tool calls of `{entrant}` are not used: it has no row");
                    wrong.add(FaultKind::Warning, || Place::Whole, message);
                }
            }
        }
    }
}
