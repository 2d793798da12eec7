//! Weights of cases, and exact sums.

use std::collections::BTreeMap;

use foreboard::domain::fwbench::case::{Case, Family, Index, IndexError};
use foreboard::domain::fwbench::entrant::Role;
use foreboard::domain::fwbench::published::Part;
use foreboard::domain::fwbench::release::RankingMetric;
use foreboard::domain::id::CohortId;
use foreboard::score::fwbench::fsum::fsum;
use foreboard::score::fwbench::results::Depth;
use foreboard::score::fwbench::weights::{Weights, WeightsError};

use super::aggregation::{benchmark, case, concluded, entrant, four, id, outcome, release, results, settings};

/// The balancing authorities of the July cohort (Forecast Workflow Bench, `benchmark/primary-377/cases.json`).
const AUTHORITIES: &str = "AECI AVA AZPS BANC BHBA BPAT CHPD CISO CPLE CPLW DOPD DUK EPE ERCO FMPP FPC FPL GCPD GVL HST IID IPCO \
    ISNE JEA LDWP LGEE MISO NWMT NYIS PACE PACW PGE PJM PNM PSCO PSEI SC SCEG SCL SOCO SPA SRP SWPP SWPW TAL TEC TEPC TIDC TPWR TVA";

/// The cells that the index lacks.
fn missing(authority: &str, family: Family, day: u32) -> bool {
    match authority {
        "GVL" | "TVA" => family == Family::DayAhead,
        "SPA" => family == Family::DayAhead || day == 24,
        "DOPD" => day == 24,
        "EPE" | "SWPW" => day == 27,
        "PNM" => day == 26,
        "TPWR" => day == 25,
        _ => false,
    }
}

/// The July cohort, and one case in a cohort of its own that holds the rest of the weight.
fn july() -> Vec<Case> {
    let mut cases = vec![case("rest", "rest", "cycle_hire", "rest", Family::DayAhead)];
    for authority in AUTHORITIES.split_whitespace() {
        for family in Family::ALL {
            for day in (24..28).filter(|day| !missing(authority, family, *day)) {
                let name = format!("{authority}-{day}-{}", family.key());
                cases.push(case(&name, "electricity-july", "electricity", authority, family));
            }
        }
    }
    cases
}

fn cohorts(weights: &[(&str, f64)]) -> BTreeMap<CohortId, f64> {
    weights.iter().map(|(cohort, weight)| (id(cohort), *weight)).collect()
}

fn near(left: f64, right: f64, relative: f64) -> bool {
    (left - right).abs() <= relative * right.abs()
}

#[test]
fn a_july_case_weighs_what_its_group_leaves_it() {
    let index = Index::new(july()).unwrap();
    assert_eq!(index.cases().len(), 377 + 1);
    let weights = Weights::new(&index, &cohorts(&[("electricity-july", 1.0 / 6.0), ("rest", 5.0 / 6.0)])).unwrap();
    let of_july: Vec<f64> = weights.as_slice().iter().copied().filter(|weight| *weight < 0.5).collect();
    // (1/6) / 97 / 4 and (1/6) / 97 / 3; 86 groups have four cases and 11 have three.
    let count = |weight: f64| of_july.iter().filter(|own| near(**own, weight, 1e-14)).count();
    assert_eq!(count(4.295_532_646_048_11e-4), 86 * 4);
    assert_eq!(count(5.727_376_861_397_48e-4), 11 * 3);
    assert!(near(fsum(of_july), 1.0 / 6.0, 1e-14));
}

#[test]
fn a_fixed_policy_spends_in_july_what_was_published() {
    // chronos2 costs 103806 a day ahead and 113726 a week ahead; bolt 8452 and 69541 (the tariff), the router buys chronos2 a day ahead only.
    // The published cohort means of `results/primary-1251-sensitivity.json` and `leaderboard/results.json`.
    let prices =
        [("chronos2", 103_806, 113_726, 108_919.402_061_855_68), ("router", 103_806, 0, 50_297.752_577_319_59)];
    let settings = settings(&[("electricity-july", 1.0 / 6.0), ("rest", 5.0 / 6.0)], 113_726, &[0.01]);
    let entrants = prices.iter().map(|(name, ..)| entrant(name, Role::Policy)).collect();
    let mut release = release("july", RankingMetric::Gap, settings, entrants);
    let index = Index::new(july()).unwrap();
    let price = |case: &Case, day, week| if case.family == Family::DayAhead { day } else { week };
    let of_case = |case: &Case| {
        let outcomes = prices.iter().map(|(name, day, week, _)| outcome(name, Ok((0.1, price(case, *day, *week)))));
        results(Vec::new(), outcomes.collect())
    };
    let cases = index.cases().iter().map(of_case).collect();
    release.index = Some(index);
    let benchmark = benchmark(vec![release]);
    let results = concluded(&benchmark, Depth::Outcomes, cases);
    for (standing, (name, .., published)) in results.releases[0].standings.iter().zip(prices) {
        let july = standing.totals.as_ref().unwrap().parts[&Part::Cohort(id("electricity-july"))];
        assert!(near(july.credits, published, 1e-13), "{name}: {} {published}", july.credits);
        assert_eq!(july.cases, Some(377));
    }
}

#[test]
fn what_cannot_be_weighed_is_refused() {
    let index = four().index.unwrap();
    let weights = Weights::new(&index, &cohorts(&[("power", 0.5), ("bike", 0.5)])).unwrap();
    assert_eq!(weights.as_slice(), [0.125, 0.125, 0.25, 0.5]);
    let refused = |weights: &[(&str, f64)]| Weights::new(&index, &cohorts(weights)).unwrap_err();
    assert!(matches!(refused(&[("power", 1.0)]), WeightsError::Cohorts(..)));
    assert!(matches!(refused(&[("power", 0.5), ("bike", 0.25), ("tram", 0.25)]), WeightsError::Cohorts(..)));
    assert_eq!(refused(&[("power", 0.25), ("bike", 0.25)]), WeightsError::Sum(0.5));
    assert_eq!(refused(&[("power", 1.0), ("bike", 0.0)]), WeightsError::Weight(id("bike"), 0.0));
    for wrong in [f64::NAN, f64::INFINITY, -0.5] {
        assert!(matches!(refused(&[("power", 0.5), ("bike", wrong)]), WeightsError::Weight(..)));
    }
    let twice = vec![case("a", "power", "e", "a", Family::DayAhead), case("a", "power", "e", "b", Family::DayAhead)];
    assert_eq!(Index::new(twice), Err(IndexError::Twice(id("a"))));
    assert_eq!(Index::new(Vec::new()), Err(IndexError::Empty));
}

#[test]
fn a_sum_is_rounded_once() {
    // What Python 3's `math.fsum` gives; adding one by one gives another number in every row but the last.
    let two_to_53 = 9_007_199_254_740_992.0;
    let tiny = 2.0_f64.powi(-54);
    for (values, sum) in [
        (vec![0.1; 10], 1.0),
        (vec![1e16, 1.0, 1e-16], 10_000_000_000_000_002.0),
        (vec![two_to_53, -0.5, -tiny], 9_007_199_254_740_991.0),
        (vec![two_to_53, 1.0, 2.0_f64.powi(-100)], 9_007_199_254_740_994.0),
        (vec![two_to_53 - 4.0, 0.5, tiny], 9_007_199_254_740_989.0),
        ((1..=1000).map(|n| 1.0 / f64::from(n)).collect(), 7.485_470_860_550_345),
        (vec![1e100, 1.0, -1e100], 1.0),
        (vec![], 0.0),
    ] {
        assert_eq!(fsum(values.iter().copied()), sum, "{values:?}");
        assert_eq!(fsum(values.iter().rev().copied()), sum, "{values:?}");
    }
    assert!(fsum([f64::MAX, f64::MAX]).is_nan() && fsum([1.0, f64::INFINITY]).is_nan() && fsum([f64::NAN]).is_nan());
}
