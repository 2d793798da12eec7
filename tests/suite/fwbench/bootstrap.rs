//! The cluster bootstrap, against one that draws lists of units and sums their cases.

use std::collections::{BTreeMap, BTreeSet};

use foreboard::domain::fwbench::case::{Case, Family};
use foreboard::domain::fwbench::entrant::Role;
use foreboard::domain::fwbench::published::{PublishedInterval, Quantity, Source};
use foreboard::domain::fwbench::release::{RankingMetric, Release};
use foreboard::score::fwbench::cases::CaseResults;
use foreboard::score::fwbench::cluster::{Clusters, Difference, RESAMPLES, Resampled, SEED};
use foreboard::score::fwbench::results::Depth;
use foreboard::score::fwbench::weights::Weights;
use foreboard::score::value::Interval;

use super::aggregation::{
    benchmark, case, concluded, entrant, entrant_id, four, four_cases, id, lambda, outcome, plan, release, results,
    settings,
};

struct SplitMix(u64);

impl SplitMix {
    /// As published with the algorithm; a modulus is uniform but for one chance in 2^64 / bound.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Two domains, stations with few and authorities with many cases in two cohorts.
fn release_of(stations: usize, authorities: usize) -> Release {
    let mut cases = Vec::new();
    for station in 0..stations {
        for day in 0..=station % 3 {
            let name = format!("s{station}-{day}");
            cases.push(case(&name, "may", "cycle_hire", &format!("s{station:02}"), Family::DayAhead));
        }
    }
    for authority in 0..authorities {
        for cohort in ["july", "winter"] {
            for family in Family::ALL {
                let name = format!("a{authority}-{cohort}-{}", family.key());
                cases.push(case(&name, cohort, "electricity", &format!("a{authority:02}"), family));
            }
        }
    }
    let settings = settings(&[("july", 0.25), ("winter", 0.25), ("may", 0.5)], 1000, &[0.0, 0.1]);
    let mut release = release("bootstrap", RankingMetric::Gap, settings, Vec::new());
    release.case_count = cases.len();
    release.settings.loss_scales = [(id("electricity"), 0.05), (id("cycle_hire"), 0.04)].into();
    release.index = foreboard::domain::fwbench::case::Index::new(cases).ok();
    release
}

/// A value that depends on case and system alone, in [0, 1).
fn noise(case: &Case, system: usize) -> f64 {
    let hash = case.id.as_str().bytes().fold(system as u64 + 7, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    });
    (hash >> 11) as f64 / (1_u64 << 53) as f64
}

/// The weighted mean of a value in each resample, from the definition.
fn literal(cases: &[Case], weights: &[f64], resamples: usize, value: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut random = SplitMix(1701);
    let domains: BTreeSet<_> = cases.iter().map(|case| &case.domain).collect();
    let mut estimates = Vec::new();
    for _ in 0..resamples {
        let mut estimate = 0.0;
        for domain in &domains {
            let units: BTreeSet<_> =
                cases.iter().filter(|case| case.domain == **domain).map(|case| &case.authority).collect();
            let units: Vec<_> = units.into_iter().collect();
            let drawn: Vec<_> = units.iter().map(|_| units[random.below(units.len())]).collect();
            let members = |unit: &String| {
                let unit = unit.clone();
                (0..cases.len()).filter(move |&at| cases[at].domain == **domain && cases[at].authority == unit)
            };
            let drawn: Vec<usize> = drawn.into_iter().flat_map(members).collect();
            let share: f64 = (0..cases.len()).filter(|&at| cases[at].domain == **domain).map(|at| weights[at]).sum();
            let sum: f64 = drawn.iter().map(|&at| weights[at] * value(at)).sum();
            let weight: f64 = drawn.iter().map(|&at| weights[at]).sum();
            estimate += share * sum / weight;
        }
        estimates.push(estimate);
    }
    estimates
}

/// Type 7: linear between the order statistics around (n − 1)·p.
fn percentile(values: &[f64], p: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let position = (sorted.len() - 1) as f64 * p;
    let below = position as usize;
    sorted[below] + (position - below as f64) * (sorted[below + 1] - sorted[below])
}

#[test]
fn every_interval_is_that_of_literal_draws() {
    let release = release_of(7, 11);
    let index = release.index.as_ref().unwrap();
    let weights = Weights::new(index, &release.settings.cohort_weights).unwrap();
    let (cases, weights) = (index.cases(), weights.as_slice());
    let clusters = Clusters::draw(cases, weights, 1999, SEED).unwrap();
    let value = |at: usize| noise(&cases[at], 0);
    let resampled = clusters.resample(weights.iter().enumerate().map(|(at, weight)| weight * value(at)));
    let slow = literal(cases, weights, 1999, value);
    let Interval { low, high } = Resampled::interval(&[(1.0, &resampled)]).unwrap();
    assert!((low - percentile(&slow, 0.025)).abs() < 1e-13 && (high - percentile(&slow, 0.975)).abs() < 1e-13);
    assert!(low < high);
    // Twice the same system: nothing differs in any resample.
    assert_eq!(Resampled::interval(&[(1.0, &resampled), (-1.0, &resampled)]), Some(Interval { low: 0.0, high: 0.0 }));
}

/// Three systems: one a little better than the second in most cases, the third far worse everywhere.
fn systems(release: &mut Release) -> Vec<CaseResults> {
    release.entrants = ["good", "fair", "poor"].map(|name| entrant(name, Role::Model)).to_vec();
    let of_case = |case: &Case| {
        let losses = [0.3 + 0.2 * noise(case, 0), 0.301 + 0.2 * noise(case, 1), 0.9 + 0.2 * noise(case, 2)];
        let credits = (noise(case, 3) * 900.0) as u64;
        let rows = [("fair", losses[1], 0), ("good", losses[0], credits), ("poor", losses[2], 1000)];
        results(
            vec![plan("free", 0.3, 0)],
            rows.map(|(name, loss, credits)| outcome(name, Ok((loss, credits)))).to_vec(),
        )
    };
    release.index.as_ref().unwrap().cases().iter().map(of_case).collect()
}

fn found<'a>(differences: &'a [Difference], a: &str, b: &str, quantity: Quantity) -> &'a Difference {
    let of = |difference: &&Difference| {
        difference.a == entrant_id(a, "full")
            && difference.b == entrant_id(b, "full")
            && difference.quantity == quantity
    };
    differences.iter().find(of).unwrap()
}

#[test]
fn differences_are_paired_and_their_intervals_hold_them() {
    let mut release = release_of(12, 20);
    let cases = systems(&mut release);
    let source = Source { path: String::new(), place: String::new() };
    let pair = (entrant_id("poor", "full"), entrant_id("good", "full"));
    release.published.intervals =
        vec![PublishedInterval { pair, quantity: Quantity::Objective(lambda(0.1)), low: 0.5, high: 0.75, source }];
    let benchmark = benchmark(vec![release]);
    let results = concluded(&benchmark, Depth::Outcomes, cases.clone());
    let differences = &results.releases[0].differences;
    // 3 pairs; J at two λ, loss, credits and S.
    assert_eq!(differences.len(), 3 * 5);
    for difference in differences {
        assert!(difference.ours.unwrap().contains(difference.value), "{difference:?}");
    }
    let poor = found(differences, "good", "poor", Quantity::Objective(lambda(0.1)));
    assert!(poor.value < 0.0 && poor.ours.unwrap().high < 0.0, "far apart: 0 is outside");
    // Published the other way round.
    assert_eq!(poor.published, Some(Interval { low: -0.75, high: -0.5 }));
    let fair = found(differences, "good", "fair", Quantity::Objective(lambda(0.0)));
    assert!(fair.ours.unwrap().contains(0.0), "close together: 0 is inside");

    // The literal bootstrap of S, floors and all.
    let release = &benchmark.releases[0];
    let index = release.index.as_ref().unwrap();
    let weights = Weights::new(index, &release.settings.cohort_weights).unwrap();
    let score = |at: usize, model: usize| {
        let scored = cases[at].outcomes[model].scored.unwrap();
        let scale = if index.cases()[at].domain.as_str() == "electricity" { 0.05 } else { 0.04 };
        0.5 * (scored.loss / scale + scored.credits as f64 / 1000.0)
    };
    // Outcomes are sorted by name: fair, good, poor.
    let slow = literal(index.cases(), weights.as_slice(), RESAMPLES, |at| score(at, 1) - score(at, 0));
    let ours = found(differences, "good", "fair", Quantity::Score).ours.unwrap();
    assert!(
        (ours.low - percentile(&slow, 0.025)).abs() < 1e-10 && (ours.high - percentile(&slow, 0.975)).abs() < 1e-10
    );
}

#[test]
fn a_domain_of_one_unit_has_no_interval() {
    let benchmark = benchmark(vec![four()]);
    let results = concluded(&benchmark, Depth::Outcomes, four_cases([Ok((0.0, 0)); 4]));
    let differences = &results.releases[0].differences;
    assert!(!differences.is_empty() && differences.iter().all(|difference| difference.ours.is_none()));
}

#[test]
fn contrasts_are_between_pools_and_ways_of_thinking() {
    let mut release = release_of(4, 5);
    release.settings.loss_scales = BTreeMap::new();
    release.settings.lambdas = vec![lambda(0.1)];
    release.settings.main_lambda = Some(lambda(0.1));
    let of = |name: &str, pool: &str, thinking| {
        let mut made = entrant(name, Role::Model);
        made.id = entrant_id(name, pool);
        made.base = Some(id("m"));
        made.thinking = Some(thinking);
        made
    };
    release.entrants = vec![
        of("m--think0", "full", false),
        of("m--think0", "no_tsfm", false),
        of("m--think1", "full", true),
        of("m--think1", "no_tsfm", true),
    ];
    let of_case = |case: &Case| {
        let mut outcomes: Vec<_> = release
            .entrants
            .iter()
            .enumerate()
            .map(|(at, entrant)| {
                let mut made = outcome("m", Ok((noise(case, at), 0)));
                made.entrant = entrant.id.clone();
                made
            })
            .collect();
        outcomes.sort_by(|left, right| left.entrant.cmp(&right.entrant));
        results(vec![plan("free", 0.3, 0)], outcomes)
    };
    let cases = release.index.as_ref().unwrap().cases().iter().map(of_case).collect();
    let benchmark = benchmark(vec![release]);
    let results = concluded(&benchmark, Depth::Outcomes, cases);
    let pairs: Vec<_> = results.releases[0]
        .differences
        .iter()
        .map(|difference| (difference.a.to_string(), difference.b.to_string()))
        .collect();
    let expected = [
        ("m--think1", "m--think0"),
        ("m--think1 (no_tsfm)", "m--think0 (no_tsfm)"),
        ("m--think0", "m--think0 (no_tsfm)"),
        ("m--think1", "m--think1 (no_tsfm)"),
    ];
    assert_eq!(pairs, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    let pools: Vec<&str> = results.releases[0].pools.iter().map(foreboard::domain::id::PoolId::as_str).collect();
    assert_eq!(pools, ["full", "no_tsfm"]);
    // Each pool has ranks of its own.
    let ranks = results.releases[0].standings.iter().map(|standing| standing.rank);
    assert_eq!(ranks.flatten().max(), Some(2));
}
