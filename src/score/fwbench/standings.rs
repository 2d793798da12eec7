//! Everybody's progress, totals, J, G and ranks.

use std::collections::{BTreeMap, BTreeSet};

use super::aggregates::drawn;
use super::cases::CaseResults;
use super::complete::complete;
use super::floors::Floors;
use super::frame::Frame;
use super::oracle::{Oracle, OracleValue};
use super::results::{Depth, Progress, Standing, Unranked};
use super::totals::Totals;
use crate::domain::fwbench::entrant::{EntrantId, Role};
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::outcome::Unscored;
use crate::domain::fwbench::published::{Part, PublishedProgress, Quantity, Subject};
use crate::domain::fwbench::release::{RankingMetric, Release};
use crate::domain::id::PoolId;

/// The published figures that each entrant's totals are made from.
pub(super) type Inputs = BTreeMap<EntrantId, BTreeSet<(Part, Quantity)>>;

/// The standings in the release's order of entrants, and what went into them.
pub(super) fn standings<'a>(
    release: &'a Release,
    frame: Option<&Frame>,
    depth: Depth,
    cases: &[CaseResults],
    oracle: &Oracle,
    floors: &Floors,
) -> (Vec<Standing<'a>>, Inputs) {
    let mut inputs = Inputs::new();
    let mut standings: Vec<Standing> = Vec::new();
    for entrant in &release.entrants {
        let id = &entrant.id;
        let (progress, totals) = if let Some(frame) = frame {
            (progress(release, frame, depth, cases, id), totals(frame, cases, id))
        } else {
            let totals = published_totals(release, id, floors, &mut inputs);
            (published_progress(release, id, totals.is_ok()), totals)
        };
        let objective = objectives(release, totals.as_ref().ok());
        let gap = gaps(release, id, &objective, oracle, frame.is_none());
        let (rank, ranks) = (None, BTreeMap::new());
        standings.push(Standing { entrant, progress, totals, objective, gap, rank, ranks });
    }
    rank(release, &mut standings);
    (standings, inputs)
}

fn totals(frame: &Frame, cases: &[CaseResults], id: &EntrantId) -> Result<Totals, Unranked> {
    let complete = complete(cases, id)?;
    let calls: Option<Vec<u64>> = cases.iter().map(|case| case.outcome(id)?.calls).collect();
    frame.totals(&complete, calls.as_deref())
}

fn published_totals(
    release: &Release,
    id: &EntrantId,
    floors: &Floors,
    inputs: &mut Inputs,
) -> Result<Totals, Unranked> {
    if let Some(progress) = release.published.progress.get(id) {
        // Some files call an entrant complete and give no counts.
        let uncounted = progress.complete && progress.expected == 0;
        let scored = if uncounted { release.case_count } else { progress.scored };
        let scored = scored.min(release.case_count.saturating_sub(progress.infrastructure_cases.len()));
        if scored < release.case_count {
            return Err(Unranked::Incomplete { scored, cases: release.case_count });
        }
        if !progress.complete {
            let by_file = !release.published.incomplete_files.is_empty();
            return Err(if by_file { Unranked::FileIncomplete } else { Unranked::PublishedIncomplete });
        }
    }
    let drawn = drawn(release, id, floors).ok_or(Unranked::NothingPublished)?;
    inputs.insert(id.clone(), drawn.inputs);
    Ok(drawn.totals)
}

/// J at each λ of the release.
fn objectives(release: &Release, totals: Option<&Totals>) -> BTreeMap<Lambda, f64> {
    let at = |&lambda| Some((lambda, totals?.whole().objective(lambda, release.settings.budget)?));
    release.settings.lambdas.iter().filter_map(at).collect()
}

/// G = J − the oracle's J, in units of loss, lower is better, negative where a model beats the menu; never clipped.
///
/// Forecast Workflow Bench, `evaluation/oracle.py`. J 0.04 against a menu whose best is 0.1 makes −0.06. Where only aggregates are at hand and the
/// menu is not among them, G is as published.
fn gaps(
    release: &Release,
    id: &EntrantId,
    objective: &BTreeMap<Lambda, f64>,
    oracle: &Oracle,
    aggregates: bool,
) -> BTreeMap<Lambda, f64> {
    let subject = Subject::Entrant(id.clone(), Part::Whole);
    let at = |(&lambda, &objective): (&Lambda, &f64)| {
        let gap = match oracle.at(lambda) {
            Some(OracleValue::Exact(best)) => Some(objective - best),
            _ if aggregates => release.published.value(&subject, Quantity::Gap(lambda)),
            _ => None,
        };
        Some((lambda, gap.filter(|gap| gap.is_finite())?))
    };
    objective.iter().filter_map(at).collect()
}

/// Ranks models pool by pool. The order by G is that by J, which does not need the oracle.
fn rank(release: &Release, standings: &mut [Standing]) {
    let pools: BTreeSet<PoolId> = standings.iter().map(|standing| standing.entrant.id.pool.clone()).collect();
    for pool in pools {
        let metric = |standing: &Standing| match release.metric {
            RankingMetric::Gap => {
                let whole = standing.totals.as_ref().ok()?.whole();
                whole.objective(release.settings.main_lambda?, release.settings.budget)
            }
            RankingMetric::Score => standing.totals.as_ref().ok()?.whole().score,
            RankingMetric::Loss => Some(standing.totals.as_ref().ok()?.whole().loss),
        };
        for (place, at) in order(standings, &pool, metric).into_iter().enumerate() {
            standings[at].rank = Some(place + 1);
        }
        for &lambda in &release.settings.lambdas {
            let objective = |standing: &Standing| standing.objective.get(&lambda).copied();
            for (place, at) in order(standings, &pool, objective).into_iter().enumerate() {
                standings[at].ranks.insert(lambda, place + 1);
            }
        }
    }
}

/// The positions of a pool's models that have a value, by (value, label).
fn order(standings: &[Standing], pool: &PoolId, value: impl Fn(&Standing) -> Option<f64>) -> Vec<usize> {
    let ranked = |(at, standing): (usize, &Standing)| {
        let model = standing.entrant.role == Role::Model && standing.entrant.id.pool == *pool;
        // Adding 0 makes −0 equal to 0.
        Some((value(standing).filter(|_| model)? + 0.0, at))
    };
    let mut order: Vec<(f64, usize)> = standings.iter().enumerate().filter_map(ranked).collect();
    let label = |at: usize| &standings[at].entrant.label;
    order.sort_by(|left, right| left.0.total_cmp(&right.0).then_with(|| label(left.1).cmp(label(right.1))));
    order.into_iter().map(|(_, at)| at).collect()
}

fn progress(release: &Release, frame: &Frame, depth: Depth, cases: &[CaseResults], id: &EntrantId) -> Progress {
    let published = release.published.progress.get(id);
    let mut progress = Progress {
        cases: cases.len(),
        valid: Some(0),
        paid: Some(0),
        requested: match depth {
            Depth::Raw => requested(release, id),
            _ => published.map(|published| published.requested.clone()).unwrap_or_default(),
        },
        tools: published.map(|published| published.tools.clone()).unwrap_or_default(),
        ..Progress::default()
    };
    for (case, results) in frame.cases.iter().zip(cases) {
        let outcome = results.outcome(id);
        for (key, counts) in [
            (outcome.and_then(|outcome| outcome.status.as_ref()), &mut progress.statuses),
            (outcome.and_then(|outcome| outcome.rejection.as_ref()), &mut progress.rejections),
        ] {
            if let Some(key) = key {
                *counts.entry(key.clone()).or_default() += 1;
            }
        }
        match outcome.map_or(Err(Unscored::Missing), |outcome| outcome.scored) {
            Ok(scored) => {
                progress.scored += 1;
                progress.valid = progress.valid.map(|valid| valid + usize::from(scored.valid));
                progress.paid = progress.paid.map(|paid| paid + usize::from(0 < scored.credits));
            }
            Err(reason) => progress.missing.push((case.id.to_string(), Some(reason))),
        }
    }
    progress
}

/// Cases in which a model asked for a forecast, by forecasting model.
fn requested(release: &Release, id: &EntrantId) -> BTreeMap<String, u64> {
    let mut requested = BTreeMap::new();
    for episode in release.episodes.iter().flatten() {
        let run = episode.runs.iter().find(|run| run.entrant == *id);
        let asked = run.into_iter().flat_map(|run| &run.requested);
        let models: BTreeSet<&str> = asked.filter(|(_, times)| 0 < *times).map(|(model, _)| model.as_str()).collect();
        for model in models {
            *requested.entry(model.to_owned()).or_default() += 1;
        }
    }
    requested
}

fn published_progress(release: &Release, id: &EntrantId, ranked: bool) -> Progress {
    let valid = release.published.value(&Subject::Entrant(id.clone(), Part::Whole), Quantity::Valid);
    let valid = valid.map(|valid| valid as usize);
    let Some(published) = release.published.progress.get(id) else {
        let scored = if ranked { release.case_count } else { 0 };
        return Progress { scored, cases: release.case_count, valid, ..Progress::default() };
    };
    let PublishedProgress { scored, expected, infrastructure_cases, statuses, requested, tools, paid, .. } =
        published.clone();
    let (scored, cases) =
        if expected == 0 && ranked { (release.case_count, release.case_count) } else { (scored, expected.max(scored)) };
    let missing = infrastructure_cases.into_iter().map(|case| (case, Some(Unscored::Infrastructure))).collect();
    Progress { scored, cases, valid, missing, statuses, requested, tools, paid, ..Progress::default() }
}
