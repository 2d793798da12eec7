//! A release as read: settings, entrants, and results at up to three depths.

use std::collections::BTreeMap;

use super::super::dataset::{FileCounts, Provenance};
use super::super::day::Day;
use super::super::fault::Fault;
use super::super::id::{CaseId, CohortId, DomainId, ReleaseId, SystemId};
use super::case::Index;
use super::credits::Budget;
use super::entrant::Entrant;
use super::episode::Episode;
use super::lambda::Lambda;
use super::outcome::{MenuPlan, Table};
use super::published::Published;

/// One track's data. Everything in it was parsed: what could not be is a [`Fault`].
#[derive(Debug, Clone, PartialEq)]
pub struct Benchmark {
    /// The releases, by the folder they stand in (the dataset's own first), then by metric and cases. At least one.
    pub releases: Vec<Release>,
    /// Every fault, sorted by path and place.
    pub faults: Vec<Fault>,
    /// Files by what they are: `submission` counts `submission.json` files.
    pub files: FileCounts,
    /// Where it came from.
    pub provenance: Provenance,
}

/// Results of one set of cases under one metric. Two releases never share a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Release {
    /// Its place in addresses, unique in the dataset even without regard to case.
    pub id: ReleaseId,
    /// The version as published.
    pub version: String,
    /// The folder it stands in, relative to the dataset's root; empty for the root itself.
    pub root: String,
    /// The day on which upstream says it updated its figures.
    pub updated: Option<Day>,
    /// What ranks its models.
    pub metric: RankingMetric,
    /// How many cases it has.
    pub case_count: usize,
    /// Budget, weights and parameters.
    pub settings: Settings,
    /// Everybody named in it: models in the order of the settings, then of the files, then fixed policies in the order of the files.
    pub entrants: Vec<Entrant>,
    /// Depth 1: what was published.
    pub published: Published,
    /// The cases, where the index is at hand and usable.
    pub index: Option<Index>,
    /// Depth 2: per-case results.
    pub table: Option<Table>,
    /// Depth 3: raw files, sorted by case. A case whose contract or actual values are unusable is missing here and has a fault.
    pub episodes: Option<Vec<Episode>>,
}

impl Release {
    /// The rows of a case in the release's menu file; none of a menu that has a row which cannot be used.
    pub fn menu_rows(&self, case: &CaseId) -> &[(CaseId, MenuPlan)] {
        let table = self.table.as_ref().filter(|table| !table.spoilt_menus.contains(case));
        let rows = table.map_or(&[][..], |table| &table.menu);
        let first = rows.partition_point(|(id, _)| id < case);
        let rows = &rows[first..];
        &rows[..rows.partition_point(|(id, _)| id <= case)]
    }
}

/// What ranks models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RankingMetric {
    /// `g_cost`: the gap G at the main λ.
    Gap,
    /// `score`: S.
    Score,
    /// `loss`: the oldest releases.
    Loss,
}

impl RankingMetric {
    /// Every metric.
    pub const ALL: [Self; 3] = [Self::Gap, Self::Score, Self::Loss];

    /// The name in files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Gap => "g_cost",
            Self::Score => "score",
            Self::Loss => "loss",
        }
    }
}

/// The parameters of a release.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// B.
    pub budget: Budget,
    /// Weight of each cohort: finite, above 0, summing to 1 within 1e-12.
    pub cohort_weights: BTreeMap<CohortId, f64>,
    /// The λ that ranks, where the release ranks by G.
    pub main_lambda: Option<Lambda>,
    /// Every λ of the sweep, ascending, unique, the main one among them; empty where the release has none.
    pub lambdas: Vec<Lambda>,
    /// σ of each domain, above 0; empty where the release has no S.
    pub loss_scales: BTreeMap<DomainId, f64>,
    /// The domain of each cohort, where the files tell.
    pub cohort_domains: BTreeMap<CohortId, DomainId>,
    /// Models that the release promises.
    pub models: Vec<SystemId>,
}
