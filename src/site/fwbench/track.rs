//! One FWBench track as its pages see it: results, names, signs and addresses.

use std::collections::BTreeMap;

use crate::config;
use crate::domain::day::Day;
use crate::domain::fwbench::case::{Case, Index};
use crate::domain::fwbench::entrant::{Entrant, EntrantId, FULL, Role};
use crate::domain::id::{CaseId, CohortId, SystemId};
use crate::score::fwbench::results::{ReleaseResults, Results};
use crate::site::link::Link;
use crate::site::mark::{Dash, Mark, Shape};
use crate::site::page::Span;
use crate::site::table::{Cell, Dress};
use crate::tree::SitePath;

/// A track with everything its pages need.
#[derive(Debug)]
pub struct Track<'a> {
    /// Its configuration.
    pub config: &'a config::Track,
    /// Its results.
    pub results: &'a Results<'a>,
    folder: String,
    /// A model keeps its sign in every release, pool and way of thinking of its own.
    marks: BTreeMap<SystemId, Mark>,
}

/// A page to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// The track's first page: every release's leaderboard.
    Home,
    /// A page of one release.
    Release(usize, ReleasePage),
    /// Formulas and rules.
    Methods,
    /// Account, agreement, provenance, terms.
    Data,
    /// What changed.
    Changes,
}

/// A page of one release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReleasePage {
    /// How the order depends on λ; only where the release has λ.
    Lambda,
    /// Loss against credits.
    Plane,
    /// Cohorts, domains and leads.
    Parts,
    /// Pairwise differences.
    Differences,
    /// A model or policy in all its pools, by the position of the first of its entrants.
    Model(usize),
    /// Every case of a cohort, by the cohort's position among those of the settings; only where per-case outcomes exist.
    Cases(usize),
    /// One case, by its position in the index.
    Case(usize),
}

impl<'a> Track<'a> {
    /// A track whose pages stand in `folder`: empty for the site's first track.
    pub fn new(config: &'a config::Track, results: &'a Results<'a>, first: bool) -> Self {
        let folder = if first { String::new() } else { format!("{}/", config.id) };
        Self { config, results, folder, marks: marks(results) }
    }

    /// The address of a page of this track.
    ///
    /// # Panics
    /// Never: ids and the fixed names are of the path's grammar.
    pub fn path(&self, rest: &str) -> SitePath {
        SitePath::new(format!("{}{rest}", self.folder)).expect("ids are of the grammar of paths")
    }

    /// The track's first page.
    pub fn home(&self) -> SitePath {
        self.path("index.html")
    }

    /// The address of a page.
    ///
    /// # Panics
    /// Never for a page of this track: its cohorts are those of the settings, and a release with cases has an index.
    pub fn address(&self, entry: Entry) -> SitePath {
        let (at, page) = match entry {
            Entry::Home => return self.home(),
            Entry::Methods => return self.path("methods.html"),
            Entry::Data => return self.path("data.html"),
            Entry::Changes => return self.path("changes.html"),
            Entry::Release(at, page) => (at, page),
        };
        let results = &self.results.releases[at];
        let release = results.release;
        match page {
            ReleasePage::Lambda => self.release_page(results, "lambda.html"),
            ReleasePage::Plane => self.release_page(results, "plane.html"),
            ReleasePage::Parts => self.release_page(results, "parts.html"),
            ReleasePage::Differences => self.release_page(results, "differences.html"),
            ReleasePage::Model(entrant) => self.model_page(results, &release.entrants[entrant].id.model),
            ReleasePage::Cases(cohort) => {
                let cohort = release.settings.cohort_weights.keys().nth(cohort).expect("a cohort of the settings");
                self.cohort_page(results, cohort)
            }
            ReleasePage::Case(case) => {
                let index = release.index.as_ref().expect("a release with cases has an index");
                self.case_page(results, &index.cases()[case].id)
            }
        }
    }

    /// The last day of which anything is known: the last target day, or the day upstream updated its figures.
    pub fn through(&self) -> Option<Day> {
        let of = |release: &ReleaseResults| {
            let targets = release.release.index.iter().flat_map(Index::cases);
            targets.map(Case::target_day).max().or(release.release.updated)
        };
        self.results.releases.iter().filter_map(of).max()
    }

    /// The address of a page of a release.
    pub fn release_page(&self, release: &ReleaseResults, rest: &str) -> SitePath {
        self.path(&format!("{}/{rest}", release.release.id))
    }

    /// A model's page in a release.
    pub fn model_page(&self, release: &ReleaseResults, model: &SystemId) -> SitePath {
        self.release_page(release, &format!("models/{model}.html"))
    }

    /// The page that lists a cohort's cases.
    pub fn cohort_page(&self, release: &ReleaseResults, cohort: &CohortId) -> SitePath {
        self.release_page(release, &format!("cases/{cohort}.html"))
    }

    /// A case's page.
    pub fn case_page(&self, release: &ReleaseResults, case: &CaseId) -> SitePath {
        self.release_page(release, &format!("case/{case}.html"))
    }

    /// A model's sign.
    ///
    /// # Panics
    /// Never for a model of this track's results.
    pub fn mark(&self, model: &SystemId) -> Mark {
        self.marks[model]
    }

    /// An entrant's name with its sign, leading to its page in this release.
    pub fn cell(&self, release: &ReleaseResults, entrant: &Entrant) -> Cell {
        Cell::text(self.name(entrant))
            .to(self.model_page(release, &entrant.id.model))
            .dressed(Dress::Marker(self.mark(&entrant.id.model)))
    }

    /// An entrant's name in a line, leading to its page.
    pub fn span(&self, release: &ReleaseResults, entrant: &Entrant) -> Span {
        Span::Link(self.name(entrant), Link::Page(self.model_page(release, &entrant.id.model), None))
    }

    /// The name shown of an entrant: its label, with its pool where that is not `full`.
    pub fn name(&self, entrant: &Entrant) -> String {
        if entrant.id.pool.as_str() == FULL {
            entrant.label.clone()
        } else {
            format!("{} ({})", entrant.label, entrant.id.pool)
        }
    }

    /// The name shown of an entrant by its id.
    pub fn name_of(&self, release: &ReleaseResults, id: &EntrantId) -> String {
        release.standing(id).map_or_else(|| id.to_string(), |standing| self.name(standing.entrant))
    }
}

/// Every model's sign: models are discs, policies crosses. Colours go by the order of first appearance over all releases.
fn marks(results: &Results) -> BTreeMap<SystemId, Mark> {
    let mut marks = BTreeMap::new();
    let mut order = 0_usize;
    for entrant in results.releases.iter().flat_map(|release| &release.release.entrants) {
        marks.entry(entrant.id.model.clone()).or_insert_with(|| {
            let hues = usize::from(Mark::HUES);
            let (shape, dash) = match entrant.role {
                Role::Model => (Shape::Disc, [Dash::Solid, Dash::Long, Dash::Dots][(order / hues) % 3]),
                Role::Policy => (Shape::Cross, Dash::Short),
            };
            // 7 is prime to the number of colours: neighbours in a list lie far apart on the circle.
            let mark = Mark { hue: ((order * 7) % hues) as u8, shape, dash };
            order += 1;
            mark
        });
    }
    marks
}
