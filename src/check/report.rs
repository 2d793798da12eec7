//! What the inspection of one file leaves behind: its findings, and what only the other files can judge (links, anchors, public addresses, weight).

use std::collections::BTreeSet;

use super::finding::{Finding, Place, Severity};
use crate::tree::SitePath;

/// What is known of one file after [`inspect`](super::inspect()).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub(super) path: SitePath,
    pub(super) bytes: usize,
    pub(super) gzipped: Option<usize>,
    pub(super) findings: Vec<Finding>,
    pub(super) ids: BTreeSet<String>,
    pub(super) links: Vec<Reference>,
    pub(super) public: Vec<Public>,
}

/// A link to a file of this site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reference {
    pub(super) path: String,
    pub(super) anchor: Option<String>,
    /// The browser loads it with the page, rather than when a reader asks.
    pub(super) loads: bool,
    pub(super) place: Place,
}

/// An absolute address that should lead to a file of this site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Public {
    pub(super) role: Role,
    pub(super) address: String,
    pub(super) place: Place,
}

/// Why a file names an absolute address of its own site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Canonical,
    SitemapEntry,
    FeedItself,
    FeedEntry,
}

impl Report {
    /// The file.
    pub fn path(&self) -> &SitePath {
        &self.path
    }

    /// What was found in the file by itself.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

/// A report being written: turns byte offsets into places, cheapest when the offsets rise.
pub(super) struct Desk<'a> {
    report: Report,
    bytes: &'a [u8],
    at: usize,
    place: Place,
}

const START: Place = Place { line: 1, column: 1 };

impl<'a> Desk<'a> {
    pub(super) fn new(path: &SitePath, bytes: &'a [u8]) -> Self {
        let report = Report {
            path: path.clone(),
            bytes: bytes.len(),
            gzipped: None,
            findings: Vec::new(),
            ids: BTreeSet::new(),
            links: Vec::new(),
            public: Vec::new(),
        };
        Self { report, bytes, at: 0, place: START }
    }

    pub(super) fn path(&self) -> &SitePath {
        &self.report.path
    }

    pub(super) fn place(&mut self, offset: usize) -> Place {
        let offset = offset.min(self.bytes.len());
        if offset < self.at {
            self.at = 0;
            self.place = START;
        }
        let passed = &self.bytes[self.at..offset];
        let rest = match passed.iter().rposition(|byte| *byte == b'\n') {
            Some(last) => {
                self.place.line += passed[..=last].split(|byte| *byte == b'\n').count() as u32 - 1;
                self.place.column = 1;
                &passed[last + 1..]
            }
            None => passed,
        };
        self.place.column += rest.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u32;
        self.at = offset;
        self.place
    }

    pub(super) fn error(&mut self, offset: usize, code: &'static str, message: impl Into<String>) {
        let place = self.place(offset);
        self.add(Some(place), Severity::Error, code, message.into());
    }

    pub(super) fn warn(&mut self, offset: usize, code: &'static str, message: impl Into<String>) {
        let place = self.place(offset);
        self.add(Some(place), Severity::Warning, code, message.into());
    }

    pub(super) fn error_at(&mut self, place: Option<Place>, code: &'static str, message: impl Into<String>) {
        self.add(place, Severity::Error, code, message.into());
    }

    pub(super) fn warn_at(&mut self, place: Option<Place>, code: &'static str, message: impl Into<String>) {
        self.add(place, Severity::Warning, code, message.into());
    }

    fn add(&mut self, place: Option<Place>, severity: Severity, code: &'static str, message: String) {
        self.report.findings.push(Finding { path: self.report.path.clone(), place, severity, code, message });
    }

    /// Adds an id; false when the file has it already.
    pub(super) fn id(&mut self, id: &str) -> bool {
        self.report.ids.insert(id.to_owned())
    }

    pub(super) fn has_id(&self, id: &str) -> bool {
        self.report.ids.contains(id)
    }

    pub(super) fn link(&mut self, offset: usize, path: String, anchor: Option<String>, loads: bool) {
        let place = self.place(offset);
        self.report.links.push(Reference { path, anchor, loads, place });
    }

    pub(super) fn public(&mut self, offset: usize, role: Role, address: String) {
        let place = self.place(offset);
        self.report.public.push(Public { role, address, place });
    }

    pub(super) fn weigh(&mut self, gzipped: usize) {
        self.report.gzipped = Some(gzipped);
    }

    /// The report, its links named once each at their first place.
    pub(super) fn done(mut self) -> Report {
        self.report.links.sort();
        self.report.links.dedup_by(|a, b| a.path == b.path && a.anchor == b.anchor && a.loads == b.loads);
        // A report lives as long as its whole site is made.
        self.report.links.shrink_to_fit();
        self.report.findings.sort();
        self.report
    }
}
