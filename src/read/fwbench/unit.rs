//! The raw files of one unit's cases become episodes: reading and parsing, no decision that needs another case. What is wrong with a file is a fault.

use super::case::contract::contract;
use super::case::history::{history, mean};
use super::case::menu::{packets, tariff};
use super::case::target::actual;
use super::node::{Node, Notes};
use super::plan::{Plan, Unit};
use super::raw::Raw;
use super::release::Draft;
use super::tree::{Tree, tree};
use crate::domain::fault::{Fault, Place};
use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::contract::Contract;
use crate::domain::fwbench::credits::Tariff;
use crate::domain::fwbench::episode::{Episode, History, MenuInputs, Packet, Run};
use crate::read::digest::ReadFile;
use crate::read::faults::Whose;
use crate::read::file::{Packing, text};
use crate::source::snapshot::{Snapshot, SourceFile, Unread};

/// What a menu is rebuilt from but for the prices.
type Forecastable = (History, Vec<Packet>);

/// What the files of one unit hold.
#[derive(Debug, Default)]
pub struct UnitReading {
    pub(super) draft: usize,
    pub(super) episodes: Vec<Episode>,
    pub(super) faults: Vec<Fault>,
    pub(super) read: Vec<ReadFile>,
    pub(super) submissions: usize,
}

/// Reads the cases of a unit. Nothing in them can fail.
pub fn read_unit(snapshot: &Snapshot, plan: &Plan, unit: &Unit) -> UnitReading {
    let reading = UnitReading { draft: unit.draft, ..UnitReading::default() };
    let (draft, raw) = &plan.drafts[unit.draft];
    let (Some(index), Some(raw)) = (&draft.index, raw) else {
        return reading;
    };
    let mut reader = Reader { snapshot, plan, draft, reading, bytes: Vec::new() };
    for position in unit.cases.clone() {
        reader.case(position, &index.cases()[position], raw);
    }
    reader.reading
}

/// Reads one case after the other.
pub(super) struct Reader<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) plan: &'a Plan,
    pub(super) draft: &'a Draft,
    pub(super) reading: UnitReading,
    pub(super) bytes: Vec<u8>,
}

impl Reader<'_> {
    fn case(&mut self, position: usize, case: &Case, raw: &Raw) {
        if case.episode_path.is_empty() || case.target_path.is_empty() {
            // The index names no place within the dataset, which is a fault of the index.
            return;
        }
        let folder = self.below(&case.episode_path);
        let contract =
            self.json(&format!("{folder}/business_contract.json"), |root, notes| contract(root, case, notes));
        let target = self.below(&case.target_path);
        let actual = self.json(&target, |root, notes| actual(root, case, notes));
        let (Some(contract), Some(actual)) = (contract, actual) else {
            return;
        };
        let (tariff, menu) = self.menu(&folder, case, &contract);
        let mut runs: Vec<Run> = raw
            .runs(position)
            .iter()
            .map(|files| self.run(files, &raw.models, case, &contract, tariff.as_ref()))
            .collect();
        runs.sort_by(|a, b| a.entrant.cmp(&b.entrant));
        let menu = menu.and_then(|(history, packets)| {
            let tariff = tariff.ok_or("`forecast_budget.json` cannot be used")?;
            Ok(MenuInputs { history, tariff, packets })
        });
        self.reading.episodes.push(Episode { case: position, contract, actual, menu, runs });
    }

    /// A path of the index below the dataset's root.
    fn below(&self, path: &str) -> String {
        format!("{}{path}", self.draft.root)
    }

    /// The position of a file that an index or a catalog names.
    fn position(&self, path: &str) -> Option<usize> {
        self.snapshot.files().binary_search_by(|file| file.path().cmp(path)).ok()
    }

    /// Fills the buffer with the bytes of a file.
    pub(super) fn load(&mut self, file: usize, limit: u64) -> Result<ReadFile, Unread> {
        self.snapshot.read(&self.snapshot.files()[file], limit, &mut self.bytes)?;
        let read = ReadFile::new(file, &self.bytes);
        self.reading.read.push(read);
        Ok(read)
    }

    /// The JSON object in a file of a case; a missing file is a fault.
    fn json<T>(&mut self, path: &str, then: impl FnOnce(&Node<'_>, &mut Notes<'_>) -> Option<T>) -> Option<T> {
        let Some(file) = self.position(path) else {
            let mut notes = Notes::new(path);
            notes.broken(Place::Whole, "is missing");
            self.reading.faults.extend(notes.finish());
            return None;
        };
        let whose = Whose { path, task: None, system: None };
        self.json_of(file, whose, then)
    }

    /// The JSON object in a file.
    pub(super) fn json_of<T>(
        &mut self,
        file: usize,
        whose: Whose<'_>,
        then: impl FnOnce(&Node<'_>, &mut Notes<'_>) -> Option<T>,
    ) -> Option<T> {
        let limit = self.plan.limits.raw;
        let mut notes = Notes::of(whose);
        let value = match self.load(file, limit) {
            Ok(_) => match text(Packing::Plain, &self.bytes, limit, &mut Vec::new()) {
                Ok(content) => tree(content, &mut notes).and_then(|tree| match tree {
                    Tree::Object(_) => then(&Node::root(&tree), &mut notes),
                    other => {
                        notes.invalid(Place::Whole, format!("is {}, not an object", other.words()));
                        None
                    }
                }),
                Err(untext) => {
                    notes.broken(untext.place, untext.message);
                    None
                }
            },
            Err(unread) => {
                notes.broken(Place::Whole, unread.to_string());
                None
            }
        };
        self.reading.faults.extend(notes.finish());
        value
    }

    /// The tariff, and what else a menu is rebuilt from or why it cannot be.
    fn menu(
        &mut self,
        folder: &str,
        case: &Case,
        contract: &Contract,
    ) -> (Option<Tariff>, Result<Forecastable, String>) {
        let budget = self.draft.settings.budget;
        let tariff = self.json(&format!("{folder}/forecast_budget.json"), |root, notes| tariff(root, budget, notes));
        let history = self.history(folder, case, contract);
        let path = format!("{folder}/probabilistic_forecasts.json");
        let packets = if self.position(&path).is_some() {
            self.json(&path, |root, notes| packets(root, case, notes))
                .ok_or_else(|| "`probabilistic_forecasts.json` cannot be used".to_owned())
        } else {
            let mut notes = Notes::new(&path);
            notes.warn(Place::Whole, "is missing: no stored forecast joins the menu");
            self.reading.faults.extend(notes.finish());
            Ok(Vec::new())
        };
        let menu = history.and_then(|history| Ok((history, packets?)));
        (tariff, menu)
    }

    fn history(&mut self, folder: &str, case: &Case, contract: &Contract) -> Result<History, String> {
        let catalog = format!("{folder}/catalog.json");
        let entry = self.json(&catalog, |root, notes| {
            let series = root.items("series", notes);
            let [entry] = &series[..] else {
                root.wrong("series", notes, format!("has {} series, not one", series.len()));
                return None;
            };
            let path = entry.text("path", notes).map(str::to_owned);
            if path.as_deref().is_none_or(|path| SourceFile::new(path).is_none()) {
                entry.wrong("path", notes, "is no path within the episode");
                return None;
            }
            let digest = entry.text("sha256", notes).map(str::to_ascii_lowercase);
            if digest.is_none() {
                entry.wrong("sha256", notes, "is missing");
            }
            Some((path?, digest?))
        });
        let (path, digest) = entry.ok_or("`catalog.json` cannot be used")?;
        let path = format!("{folder}/{path}");
        let mut notes = Notes::new(&path);
        let history = self.series(&path, &digest, case, contract, &mut notes);
        self.reading.faults.extend(notes.finish());
        history.ok_or_else(|| "the history cannot be used".to_owned())
    }

    fn series(
        &mut self,
        path: &str,
        digest: &str,
        case: &Case,
        contract: &Contract,
        notes: &mut Notes<'_>,
    ) -> Option<History> {
        let Some(file) = self.position(path) else {
            notes.broken(Place::Whole, "is missing");
            return None;
        };
        let limit = self.plan.limits.raw;
        let read = self.load(file, limit).map_err(|unread| notes.broken(Place::Whole, unread.to_string())).ok()?;
        if read.hex() != digest {
            notes.invalid(Place::Whole, "its SHA-256 is not that of the catalog");
            return None;
        }
        let mut unpacked = Vec::new();
        let content = text(Packing::Plain, &self.bytes, limit, &mut unpacked);
        let content = content.map_err(|untext| untext.message).and_then(|content| {
            history(content, case.last_visible).map_err(|(line, message)| format!("line {line}: {message}"))
        });
        let history = content.map_err(|message| notes.broken(Place::Whole, message)).ok()?;
        let (mean, scale) = (mean(&history), contract.scale());
        if 1e-9 * scale < (mean - scale).abs() {
            let message = format!("its mean is {mean}, the scale of the contract {scale}: the contract's is used");
            notes.warn(Place::Whole, message);
        }
        Some(history)
    }
}
