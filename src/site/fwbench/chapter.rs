//! The pages of an FWBench track, in the order of the site.

use super::track::{Entry, ReleasePage, Track};
use super::{case, cases, data, differences, export, home, lambda, methods, model, parts, plane};
use crate::config;
use crate::domain::dataset::Provenance;
use crate::domain::day::Day;
use crate::score::fwbench::results::ReleaseResults;
use crate::site::changes;
use crate::site::chapter::{Chapter, Surroundings};
use crate::site::page::{Download, Page};
use crate::tree::SitePath;

/// A track with the list of its pages.
#[derive(Debug)]
pub struct Fwbench<'a> {
    track: Track<'a>,
    entries: Vec<Entry>,
}

impl<'a> Fwbench<'a> {
    /// The pages of a track.
    pub fn new(track: Track<'a>) -> Self {
        let mut entries = vec![Entry::Home, Entry::Methods, Entry::Data, Entry::Changes];
        for (at, release) in track.results.releases.iter().enumerate() {
            entries.extend(release_pages(release).into_iter().map(|page| Entry::Release(at, page)));
        }
        Self { track, entries }
    }

    fn release(&self, at: usize) -> &'a ReleaseResults<'a> {
        &self.track.results.releases[at]
    }
}

fn release_pages(release: &ReleaseResults) -> Vec<ReleasePage> {
    let mut pages = vec![ReleasePage::Plane, ReleasePage::Parts, ReleasePage::Differences];
    if !release.release.settings.lambdas.is_empty() {
        pages.insert(0, ReleasePage::Lambda);
    }
    let entrants = &release.release.entrants;
    let first = |at: &usize| entrants[..*at].iter().all(|earlier| earlier.id.model != entrants[*at].id.model);
    pages.extend((0..entrants.len()).filter(first).map(ReleasePage::Model));
    if !release.cases.is_empty() {
        pages.extend((0..release.release.settings.cohort_weights.len()).map(ReleasePage::Cases));
        pages.extend((0..release.cases.len()).map(ReleasePage::Case));
    }
    pages
}

impl Chapter for Fwbench<'_> {
    fn config(&self) -> &config::Track {
        self.track.config
    }

    fn provenance(&self) -> &Provenance {
        &self.track.results.benchmark.provenance
    }

    fn through(&self) -> Option<Day> {
        self.track.through()
    }

    fn pages(&self) -> usize {
        self.entries.len()
    }

    fn path(&self, at: usize) -> SitePath {
        self.track.address(self.entries[at])
    }

    fn methods(&self) -> SitePath {
        self.track.path("methods.html")
    }

    fn data(&self) -> SitePath {
        self.track.path("data.html")
    }

    fn sections(&self, at: usize) -> Vec<(String, SitePath)> {
        let track = &self.track;
        // Pages of the whole track lead into its first release.
        let of = if let Entry::Release(release, _) = self.entries[at] { release } else { 0 };
        let mut sections = vec![("Leaderboard".to_owned(), track.home())];
        if let Some(release) = track.results.releases.get(of) {
            let mut add =
                |label: &str, page| sections.push((label.to_owned(), track.address(Entry::Release(of, page))));
            if !release.release.settings.lambdas.is_empty() {
                add("λ sensitivity", ReleasePage::Lambda);
            }
            add("Loss and credits", ReleasePage::Plane);
            add("Cohorts", ReleasePage::Parts);
            add("Differences", ReleasePage::Differences);
            if !release.cases.is_empty() {
                add("Cases", ReleasePage::Cases(0));
            }
        }
        for (label, entry) in [("Methods", Entry::Methods), ("Data", Entry::Data), ("Changes", Entry::Changes)] {
            sections.push((label.to_owned(), track.address(entry)));
        }
        sections
    }

    fn page(&self, at: usize, around: &Surroundings) -> Page {
        let track = &self.track;
        match self.entries[at] {
            Entry::Home => home::page(track, around),
            Entry::Methods => methods::page(track),
            Entry::Data => data::page(track, around.site, &export::names(track)),
            Entry::Changes => changes::page(self.path(at), self),
            Entry::Release(of, page) => {
                let release = self.release(of);
                match page {
                    ReleasePage::Lambda => lambda::page(track, release),
                    ReleasePage::Plane => plane::page(track, release),
                    ReleasePage::Parts => parts::page(track, release),
                    ReleasePage::Differences => differences::page(track, release),
                    ReleasePage::Model(entrant) => model::page(track, release, entrant),
                    ReleasePage::Cases(cohort) => cases::page(track, release, cohort),
                    ReleasePage::Case(case) => case::page(track, release, case),
                }
            }
        }
    }

    fn downloads(&self) -> Vec<Download> {
        export::downloads(&self.track)
    }

    fn passages(&self) -> Vec<(String, &str)> {
        Vec::new()
    }
}
