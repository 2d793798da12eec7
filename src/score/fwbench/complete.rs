//! Complete outcomes: what alone can be aggregated and ranked.

use super::cases::CaseResults;
use super::results::Unranked;
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::outcome::Scored;

/// One scored outcome for every case of the release, in the order of its index. Only [`complete()`] makes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Complete(Vec<Scored>);

impl Complete {
    /// The outcomes, one a case.
    pub fn outcomes(&self) -> &[Scored] {
        &self.0
    }
}

/// The outcomes of an entrant, when every case is scored; a release without cases has nothing that could be complete.
pub fn complete(cases: &[CaseResults], entrant: &EntrantId) -> Result<Complete, Unranked> {
    let scored: Vec<Scored> =
        cases.iter().filter_map(|case| case.outcome(entrant)?.scored.as_ref().ok().copied()).collect();
    if cases.is_empty() || scored.len() < cases.len() {
        return Err(Unranked::Incomplete { scored: scored.len(), cases: cases.len() });
    }
    Ok(Complete(scored))
}
