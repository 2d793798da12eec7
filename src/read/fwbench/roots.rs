//! Everything below one root but its raw cases is read: settings, published files, the index, tables, and the list of files.

use std::collections::BTreeMap;

use super::index::index;
use super::manifest::digests;
use super::node::{Node, Notes};
use super::plan::Limits;
use super::published::file::{Published, sheet};
use super::raw::{Raw, raw};
use super::release::{Below, Draft, drafts};
use super::settings::{Stated, models, stated};
use super::survey::Files;
use super::table::{menu::menus, outcomes::outcomes};
use super::tree::{Tree, tree};
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::outcome::Table;
use crate::read::digest::ReadFile;
use crate::read::faults::Whose;
use crate::read::file::{Packing, text};
use crate::source::snapshot::Snapshot;

/// Reads file after file; what is wrong with one is a fault.
pub(super) struct Reader<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) limits: &'a Limits,
    pub(super) faults: Vec<Fault>,
    pub(super) read: Vec<ReadFile>,
    pub(super) bytes: Vec<u8>,
}

impl<'a> Reader<'a> {
    pub(super) fn fault(&mut self, path: &str, kind: FaultKind, message: impl Into<String>) {
        self.faults.push(Whose { path, task: None, system: None }.fault(kind, Place::Whole, message));
    }

    fn path(&self, file: usize) -> &'a str {
        self.snapshot.files()[file].path()
    }

    /// Does something with the text of a file.
    fn text<T>(
        &mut self,
        file: usize,
        limit: u64,
        then: impl FnOnce(&str, &str, &mut Notes<'_>) -> Option<T>,
    ) -> Option<T> {
        let path = self.path(file);
        let mut notes = Notes::new(path);
        let value = match self.snapshot.read(&self.snapshot.files()[file], limit, &mut self.bytes) {
            Ok(()) => {
                self.read.push(ReadFile::new(file, &self.bytes));
                match text(Packing::Plain, &self.bytes, limit, &mut Vec::new()) {
                    Ok(content) => then(content, path, &mut notes),
                    Err(untext) => {
                        notes.broken(untext.place, untext.message);
                        None
                    }
                }
            }
            Err(unread) => {
                notes.broken(Place::Whole, unread.to_string());
                None
            }
        };
        self.faults.extend(notes.finish());
        value
    }

    /// Does something with the JSON of a file.
    fn json<T>(
        &mut self,
        file: usize,
        limit: u64,
        then: impl FnOnce(&Node<'_>, &str, &mut Notes<'_>) -> Option<T>,
    ) -> Option<T> {
        self.text(file, limit, |content, path, notes| {
            let tree = tree(content, notes)?;
            if !matches!(tree, Tree::Object(_)) {
                notes.invalid(Place::Whole, format!("is {}, not an object", tree.words()));
                return None;
            }
            then(&Node::root(&tree), path, notes)
        })
    }

    /// The releases below a root, and where their raw files are.
    pub(super) fn root(
        &mut self,
        root: &str,
        files: &Files<'_>,
        ignored: &mut usize,
        listed: &mut BTreeMap<String, String>,
    ) -> Vec<(Draft, Option<Raw>)> {
        let settings = self.settings(files);
        let main = settings.iter().find_map(|stated| stated.main_lambda);
        let mut sheets = Vec::new();
        for &file in &files.published {
            match self.published(file, main) {
                Some(Published::Sheet(sheet)) => sheets.push(*sheet),
                Some(Published::Unknown) => *ignored += 1,
                Some(Published::Refused) | None => {}
            }
        }
        let most = self.limits.cases;
        let index = files.cases.and_then(|file| {
            let index = self.json(file, self.limits.index, |root, _, notes| match root.field("cases") {
                Some(Tree::List(rows)) if most < rows.len() => {
                    root.wrong("cases", notes, format!("lists {} cases, more than the limit of {most}", rows.len()));
                    None
                }
                _ => index(root, notes),
            });
            Some((self.path(file).to_owned(), index?))
        });
        if let Some(file) = files.manifest {
            self.manifest(root, file, listed);
        }
        let cases = !(files.outcomes.is_empty() && files.menus.is_empty() && files.runs.is_empty());
        let usable = index.is_some();
        let below = Below { root: root.to_owned(), settings, sheets, index, cases };
        let mut drafts: Vec<(Draft, Option<Raw>)> =
            drafts(below, &mut self.faults).into_iter().map(|draft| (draft, None)).collect();
        // Outcomes and runs are those of one release: the one that the root's own settings describe.
        let home = drafts.iter().position(|(draft, _)| draft.index.is_some() && draft.own);
        let home = home.or_else(|| drafts.iter().position(|(draft, _)| draft.index.is_some()));
        if let Some(home) = home {
            let (draft, place) = &mut drafts[home];
            draft.table = self.table(draft, files);
            *place = raw(self.snapshot, draft, files, &mut self.faults);
        } else if cases {
            let why = if usable { "no release fits the index" } else { "there is no usable `manifests/cases.json`" };
            let tables = files.outcomes.iter().chain(&files.menus).map(|&file| self.path(file).to_owned());
            let runs = (!files.runs.is_empty()).then(|| format!("{root}runs"));
            for path in tables.chain(runs).collect::<Vec<_>>() {
                self.fault(&path, FaultKind::Invalid, format!("not used: {why}, so no case has a weight"));
            }
        }
        drafts.retain(|(draft, raw)| {
            let holds = !draft.published.figures.is_empty() || draft.table.is_some() || raw.is_some();
            if !holds {
                let whose = Whose { path: &draft.path, task: None, system: None };
                let message = "a release of which nothing is published and no case is at hand: it is left out";
                self.faults.push(whose.fault(FaultKind::Invalid, Place::Whole, message));
            }
            holds
        });
        drafts
    }

    fn settings(&mut self, files: &Files<'_>) -> Vec<Stated> {
        let limit = self.limits.settings;
        let mut all: Vec<Stated> = Vec::new();
        for file in files.settings.into_iter().chain(files.configurations.iter().copied()) {
            let stated = self.json(file, limit, |root, path, notes| {
                let mut stated = stated(root, path, notes);
                stated.models = models(root, notes);
                Some(stated)
            });
            all.extend(stated);
        }
        all
    }

    fn published(&mut self, file: usize, main: Option<Lambda>) -> Option<Published> {
        self.json(file, self.limits.published, |root, path, notes| {
            let published = sheet(root, path, main, notes);
            if matches!(published, Published::Unknown) {
                notes.warn(Place::Whole, "no published file of a known form: nothing in it is used");
            }
            Some(published)
        })
    }

    fn table(&mut self, draft: &mut Draft, files: &Files<'_>) -> Option<Table> {
        let (index, budget) = (draft.index.as_ref(), draft.settings.budget);
        let limit = self.limits.table;
        let lines = |path: &str| path.ends_with(".jsonl");
        let outcomes = self.first(&files.outcomes).and_then(|file| {
            self.text(file, limit, |content, path, notes| Some(outcomes(content, lines(path), index, budget, notes)))
        });
        let menus = self.first(&files.menus).and_then(|file| {
            self.text(file, limit, |content, path, notes| Some(menus(content, lines(path), index, notes)))
        });
        if outcomes.is_none() && menus.is_none() {
            return None;
        }
        let (outcomes, menus) = (outcomes.unwrap_or_default(), menus.unwrap_or_default());
        outcomes.seen.iter().for_each(|entrant| draft.registry.name(entrant));
        Some(Table {
            outcomes: outcomes.outcomes,
            menu: menus.plans,
            floors: outcomes.floors,
            spoilt_menus: menus.spoilt,
        })
    }

    /// The first of several files for one table; the others are not read.
    fn first(&mut self, files: &[usize]) -> Option<usize> {
        let (&first, others) = files.split_first()?;
        for &other in others {
            let message = format!("not read: the table is `{}`", self.path(first));
            self.fault(self.path(other), FaultKind::Warning, message);
        }
        Some(first)
    }

    fn manifest(&mut self, root: &str, file: usize, listed: &mut BTreeMap<String, String>) {
        let digests =
            self.text(file, self.limits.index, |content, _, notes| tree(content, notes).map(|tree| digests(&tree)));
        let digests = digests.unwrap_or_default();
        let paths = digests.into_iter().map(|(path, digest)| (format!("{root}{path}"), digest));
        let (there, absent): (Vec<_>, Vec<_>) = paths.partition(|(path, _)| self.snapshot.find(path).is_some());
        if let Some((first, _)) = absent.first() {
            let message = format!("lists {} files that are not there, `{first}` the first", absent.len());
            self.fault(self.path(file), FaultKind::Warning, message);
        }
        listed.extend(there);
    }
}
