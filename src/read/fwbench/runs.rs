//! The files of one run become the run: a missing submission is a format that is rejected, a missing or unusable ledger leaves the case unscored.

use super::case::run::{Account, Spending, account, calls, spending};
use super::entrants::full;
use super::raw::RunFiles;
use super::submission::normalise;
use super::tree::line_tree;
use super::unit::Reader;
use crate::domain::fault::{FaultKind, Place};
use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::contract::Contract;
use crate::domain::fwbench::credits::Tariff;
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::episode::Run;
use crate::domain::fwbench::submission::Rejection;
use crate::domain::id::SystemId;
use crate::read::digest::ReadFile;
use crate::read::faults::Whose;
use crate::read::json::shown;

impl Reader<'_> {
    /// One model's run of a case.
    pub(super) fn run(
        &mut self,
        files: &RunFiles,
        models: &[SystemId],
        case: &Case,
        contract: &Contract,
        tariff: Option<&Tariff>,
    ) -> Run {
        let model = &models[files.model];
        let snapshot = self.snapshot;
        let whose = |file: usize| Whose { path: snapshot.files()[file].path(), task: None, system: Some(model) };
        // A run whose account cannot be read may be one that the infrastructure broke off: it is not scored, as if it had no ledger.
        let told = match files.result {
            Some(file) => self.json_of(file, whose(file), |root, notes| account(root, case, notes)),
            None => Some(Account { status: None, pool: full() }),
        };
        let budget = self.draft.settings.budget;
        let ledger = files
            .ledger
            .and_then(|file| self.json_of(file, whose(file), |root, notes| spending(root, budget, tariff, notes)));
        let blocks = contract.terms().block_hours.blocks();
        let mut readable = true;
        let submitted = match files.submission.map(|file| (file, self.load(file, self.plan.limits.raw))) {
            Some((_, Ok(_))) => {
                self.reading.submissions += 1;
                normalise(&self.bytes, blocks)
            }
            Some((file, Err(unread))) => {
                readable = false;
                self.reading.faults.push(whose(file).fault(FaultKind::Broken, Place::Whole, unread.to_string()));
                Err(Rejection::NontextResponse)
            }
            None => Err(Rejection::NontextResponse),
        };
        let calls = files.trace.and_then(|file| self.calls(file, whose(file)));
        let usable = told.is_some() && readable;
        let Account { status, pool } = told.unwrap_or_else(|| Account { status: None, pool: full() });
        let (spent, requested) = match ledger {
            Some(Spending { spent, requested }) => (Some(spent).filter(|_| usable), requested),
            None => (None, Vec::new()),
        };
        Run { entrant: EntrantId { model: model.clone(), pool }, status, submitted, spent, calls, requested }
    }

    fn calls(&mut self, file: usize, whose: Whose<'_>) -> Option<u64> {
        let limit = self.plan.limits.trace;
        let mut odd =
            |message: String| self.reading.faults.push(whose.fault(FaultKind::Warning, Place::Whole, message));
        match self.snapshot.read(&self.snapshot.files()[file], limit, &mut self.bytes) {
            Ok(()) => self.reading.read.push(ReadFile::new(file, &self.bytes)),
            Err(unread) => {
                odd(format!("{unread}: its calls are not counted"));
                return None;
            }
        }
        let content = std::str::from_utf8(&self.bytes).ok()?;
        match line_tree(content) {
            Ok(tree) => calls(&tree),
            Err(error) => {
                odd(format!("{}: its calls are not counted", shown(&error.to_string())));
                None
            }
        }
    }
}
