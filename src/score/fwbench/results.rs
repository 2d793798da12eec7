//! Everything known of each release.

use std::collections::BTreeMap;

use super::agree::{Agreement, agreement};
use super::cases::CaseResults;
use super::cluster::Difference;
use super::differences::differences;
use super::fixed::add_fixed_policies;
use super::floors::Floors;
use super::frame::Frame;
use super::ground::Ground;
use super::oracle::Oracle;
use super::references::references;
use super::sensitivity::{Sensitivity, Spot, analyse};
use super::standings::standings;
use super::totals::Totals;
use crate::domain::fwbench::credits::Budget;
use crate::domain::fwbench::entrant::{Entrant, EntrantId};
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::outcome::Unscored;
use crate::domain::fwbench::published::Reference;
use crate::domain::fwbench::release::{Benchmark, Release};
use crate::domain::id::{CaseId, PolicyId, PoolId, TrackId};

/// One track's results.
#[derive(Debug, Clone, PartialEq)]
pub struct Results<'a> {
    /// The track.
    pub track: TrackId,
    /// What they were computed from.
    pub benchmark: &'a Benchmark,
    /// Each release, in the benchmark's order.
    pub releases: Vec<ReleaseResults<'a>>,
}

/// Everything computed of one release.
#[derive(Debug, Clone, PartialEq)]
pub struct ReleaseResults<'a> {
    /// The release.
    pub release: &'a Release,
    /// The deepest input that its figures come from.
    pub depth: Depth,
    /// Case by case, in the order of the index; empty at depth 1.
    pub cases: Vec<CaseResults>,
    /// Everybody, in the release's order of entrants.
    pub standings: Vec<Standing<'a>>,
    /// The pools, `full` first, each ranked by itself.
    pub pools: Vec<PoolId>,
    /// The hindsight menu, which G subtracts.
    pub oracle: Oracle,
    /// References without a run, where they can be computed or were published.
    pub references: Vec<ReferenceRow>,
    /// Crossings, best intervals and Pareto layers over the models and policies of the pool `full`.
    pub sensitivity: Sensitivity,
    /// First minus second, for every two complete entrants of one pool (in the order of standings), and between pools and ways of thinking of one model.
    pub differences: Vec<Difference>,
    /// Every published figure with its status.
    pub agreement: Agreement,
    /// Where the floors come from when they are not this release's own: the version of the release that published them.
    pub floors_from: Option<String>,
}

/// How deep the input goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// Published aggregates.
    Aggregates,
    /// Per-case outcomes.
    Outcomes,
    /// Raw episodes, targets and submissions.
    Raw,
}

/// One entrant's place in a release.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing<'a> {
    /// Who.
    pub entrant: &'a Entrant,
    /// What happened to its cases.
    pub progress: Progress,
    /// Its figures; only complete results have any.
    pub totals: Result<Totals, Unranked>,
    /// J at each λ of the release; empty where it has no totals or the release no λ.
    pub objective: BTreeMap<Lambda, f64>,
    /// G at each λ of the release; empty where J is, or the menu is not known there.
    pub gap: BTreeMap<Lambda, f64>,
    /// Its place 1..n among the ranked models of its pool by the release's metric, ties by label; `None` for policies and unranked models.
    pub rank: Option<usize>,
    /// The same by J at each λ of the release.
    pub ranks: BTreeMap<Lambda, usize>,
}

/// What happened to an entrant's cases.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress {
    /// Cases scored.
    pub scored: usize,
    /// Cases there are.
    pub cases: usize,
    /// Valid plans, where known.
    pub valid: Option<usize>,
    /// Cases not scored, with the reason, sorted by case; the ids as published where only those are known.
    pub missing: Vec<(String, Option<Unscored>)>,
    /// Runs by status, where known.
    pub statuses: BTreeMap<String, u64>,
    /// Rejected formats by code, where known.
    pub rejections: BTreeMap<String, u64>,
    /// Cases that asked for a forecast, by forecasting model, where known.
    pub requested: BTreeMap<String, u64>,
    /// Tool calls by tool, where known.
    pub tools: BTreeMap<String, u64>,
    /// Cases that spent credits, where known.
    pub paid: Option<usize>,
}

/// Why an entrant has no totals and no rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unranked {
    /// Some cases are not scored.
    Incomplete {
        /// Cases scored.
        scored: usize,
        /// Cases there are.
        cases: usize,
    },
    /// The release names it, and gives no figure of it.
    NothingPublished,
    /// Upstream does not call it complete.
    PublishedIncomplete,
    /// The published file as a whole is not complete, so nothing in it is ranked.
    FileIncomplete,
    /// Its losses are too large to sum.
    Overflow,
}

/// A reference without a run.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceRow {
    /// Which.
    pub reference: Reference,
    /// Its figures.
    pub totals: Totals,
    /// How often each plan was chosen, where known.
    pub plan_counts: BTreeMap<PolicyId, usize>,
    /// Whether we computed it, or only show what was published.
    pub computed: bool,
}

impl<'a> ReleaseResults<'a> {
    /// An entrant's standing.
    pub fn standing(&self, id: &EntrantId) -> Option<&Standing<'a>> {
        self.standings.iter().find(|standing| standing.entrant.id == *id)
    }

    /// The results of a case.
    pub fn case(&self, id: &CaseId) -> Option<&CaseResults> {
        let position = self.release.index.as_ref()?.position(id)?;
        self.cases.get(position)
    }
}

/// Everything of each release, from its cases (raw or tabled; empty at depth 1), given in the order of the benchmark's releases.
///
/// A release whose cases cannot be weighed falls back on its published aggregates.
pub fn conclude<'a>(track: &TrackId, benchmark: &'a Benchmark, cases: Vec<(Depth, Vec<CaseResults>)>) -> Results<'a> {
    let mut cases = cases.into_iter();
    let release = |release| {
        let (depth, cases) = cases.next().unwrap_or((Depth::Aggregates, Vec::new()));
        conclude_release(benchmark, release, depth, cases)
    };
    Results { track: track.clone(), benchmark, releases: benchmark.releases.iter().map(release).collect() }
}

fn conclude_release<'a>(
    benchmark: &'a Benchmark,
    release: &'a Release,
    depth: Depth,
    mut cases: Vec<CaseResults>,
) -> ReleaseResults<'a> {
    let floors = Floors::of_release(benchmark, release);
    let at_hand = depth != Depth::Aggregates && !cases.is_empty();
    let frame = at_hand.then(|| Frame::new(release, &cases, &floors)).flatten().transpose();
    let unweighed = frame.as_ref().err().map(ToString::to_string);
    let frame = frame.ok().flatten();
    let depth = if frame.is_some() { depth } else { Depth::Aggregates };
    if let Some(frame) = &frame {
        add_fixed_policies(release, frame.cases, &mut cases);
    } else {
        cases.clear();
    }
    let oracle = oracle(release, frame.as_ref(), &cases, unweighed);
    let (standings, inputs) = standings(release, frame.as_ref(), depth, &cases, &oracle, &floors);
    let references = references(release, frame.as_ref(), &cases, &floors);
    let ground = Ground {
        release,
        depth,
        frame: frame.as_ref(),
        cases: &cases,
        standings: &standings,
        inputs: &inputs,
        oracle: &oracle,
        references: &references,
        floors: &floors,
    };
    let agreement = agreement(&ground);
    let differences = differences(release, &standings, frame.as_ref(), &cases);
    let sensitivity = analyse(&spots(&standings, release.settings.budget));
    let borrowed = frame.as_ref().is_none_or(|frame| frame.floors.is_none());
    drop(frame);
    let floors_from = floors.from.filter(|_| borrowed);
    let pools = pools(release);
    ReleaseResults {
        release,
        depth,
        cases,
        standings,
        pools,
        oracle,
        references,
        sensitivity,
        differences,
        agreement,
        floors_from,
    }
}

/// From the menus where every case's is known, else as published for single λ, else nothing and why.
fn oracle(release: &Release, frame: Option<&Frame>, cases: &[CaseResults], unweighed: Option<String>) -> Oracle {
    let missing = || "neither per-case menus nor the menu's own loss and credits are at hand".to_owned();
    let exact = match frame {
        Some(frame) => Oracle::exact(frame, cases),
        None => Err(unweighed.unwrap_or_else(missing)),
    };
    exact.unwrap_or_else(|reason| Oracle::sampled(release).unwrap_or(Oracle::Unknown(reason)))
}

/// The complete entrants of the pool `full`, as the analysis of λ sees them.
fn spots(standings: &[Standing], budget: Budget) -> Vec<Spot> {
    let full = standings.iter().filter(|standing| standing.entrant.id.is_full());
    let spot = |standing: &Standing| {
        let whole = standing.totals.as_ref().ok()?.whole();
        Some(Spot { system: standing.entrant.id.clone(), loss: whole.loss, share: budget.share(whole.credits) })
    };
    full.filter_map(spot).collect()
}

fn pools(release: &Release) -> Vec<PoolId> {
    let mut pools: Vec<PoolId> = Vec::new();
    let (full, others): (Vec<&Entrant>, Vec<&Entrant>) =
        release.entrants.iter().partition(|entrant| entrant.id.is_full());
    for entrant in full.into_iter().chain(others) {
        if !pools.contains(&entrant.id.pool) {
            pools.push(entrant.id.pool.clone());
        }
    }
    pools
}
