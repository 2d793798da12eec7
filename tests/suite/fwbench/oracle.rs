//! The hindsight menu, against Forecast Workflow Bench's own small cases and a direct double loop.

use foreboard::domain::fwbench::case::Family;
use foreboard::domain::fwbench::entrant::Role;
use foreboard::domain::fwbench::outcome::{MenuPlan, Scored};
use foreboard::domain::fwbench::published::{Quantity, Reference, Subject};
use foreboard::domain::fwbench::release::{Benchmark, RankingMetric, Release};
use foreboard::score::fwbench::cases::CaseResults;
use foreboard::score::fwbench::oracle::{Oracle, OracleValue, choose};
use foreboard::score::fwbench::results::{Depth, ReferenceRow, ReleaseResults};

use super::aggregation::{
    benchmark, budget, case, concluded, entrant, figure, four, four_cases, id, lambda, outcome, plan, release, results,
    settings, sorted,
};

fn near(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-12
}

#[test]
fn the_least_objective_is_chosen_within_the_budget() {
    let name = |menu: &[MenuPlan], credits, weight| {
        choose(menu, budget(credits), lambda(weight)).map(|plan| plan.policy.to_string())
    };
    let menu = [plan("dominated", 0.12, 4), plan("free", 0.1, 0), plan("paid", 0.05, 10), plan("waste", 0.05, 20)];
    for (credits, chosen) in [(9, "free"), (10, "paid"), (20, "paid")] {
        assert_eq!(name(&menu, credits, 0.0).as_deref(), Some(chosen), "budget {credits}");
    }
    let menu = [plan("free", 0.1, 0), plan("paid", 0.05, 100)];
    assert_eq!(name(&menu, 100, 0.01).as_deref(), Some("paid"));
    assert_eq!(name(&menu, 100, 0.2).as_deref(), Some("free"));
    assert_eq!(name(&[plan("paid", 0.05, 101)], 100, 0.01), None);
    // Ties: fewer credits, then the name, whatever the order.
    let menu = [plan("b", 0.5, 0), plan("a", 0.5, 0), plan("dear", 0.5, 3)];
    assert_eq!(name(&menu, 100, 0.0).as_deref(), Some("a"));
    // J ties at λ = 0.5: 0.25 + 0.5·50/100 = 0.5.
    let menu = [plan("a", 0.25, 50), plan("b", 0.5, 0)];
    assert_eq!(name(&menu, 100, 0.5).as_deref(), Some("b"));
}

/// One case, the menu free(.1, 0) and paid(.05, 100), B = 100, and one model.
fn gap_of(loss: f64, credits: u64, weight: f64) -> f64 {
    let settings = settings(&[("power", 1.0)], 100, &[weight]);
    let mut release = release("one", RankingMetric::Gap, settings, vec![entrant("model", Role::Model)]);
    release.index =
        foreboard::domain::fwbench::case::Index::new(vec![case("a", "power", "e", "a", Family::DayAhead)]).ok();
    let menu = vec![plan("free", 0.1, 0), plan("paid", 0.05, 100)];
    let benchmark = benchmark(vec![release]);
    let cases = vec![results(menu, vec![outcome("model", Ok((loss, credits)))])];
    let results = concluded(&benchmark, Depth::Outcomes, cases);
    results.releases[0].standings[0].gap[&lambda(weight)]
}

#[test]
fn a_gap_may_be_negative_and_is_never_clipped() {
    assert_eq!(gap_of(0.1, 0, 0.2), 0.0);
    assert!(near(gap_of(0.04, 0, 0.2), -0.06));
    assert!(near(gap_of(0.05, 100, 0.2) - gap_of(0.1, 0, 0.2), 0.15));
}

/// Many cases with menus and outcomes from a small generator, the settings, and the released λ.
fn synthetic(seed: u64) -> (Release, Vec<CaseResults>) {
    let mut state = seed;
    let mut next = move |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let mut cases = Vec::new();
    for (cohort, domain, authorities) in
        [("may", "cycle_hire", 5), ("july", "electricity", 9), ("winter", "electricity", 9)]
    {
        for authority in 0..authorities {
            for family in Family::ALL {
                for day in 0..=next(3) {
                    let name = format!("{cohort}-{authority}-{}-{day}", family.key());
                    cases.push(case(&name, cohort, domain, &format!("{domain}{authority}"), family));
                }
            }
        }
    }
    let models = ["astra", "mini", "nano", "slow"];
    let settings = settings(&[("july", 0.25), ("winter", 0.25), ("may", 0.5)], 1000, &[0.0, 0.01, 0.03, 0.1]);
    let mut release =
        release("synthetic", RankingMetric::Gap, settings, models.map(|name| entrant(name, Role::Model)).to_vec());
    release.case_count = cases.len();
    let index = foreboard::domain::fwbench::case::Index::new(cases).unwrap();
    let mut of_case = || {
        let mut fraction = |bound: u64| next(bound) as f64 / 1000.0;
        let base = fraction(900);
        let menu = [("bolt", 80), ("chronos", 900), ("flat", 0), ("huge", 5000), ("weekly", 0)];
        let menu = menu.map(|(name, credits)| plan(name, base + fraction(300), credits)).to_vec();
        let outcomes = models.map(|name| (name, base + fraction(300), (fraction(1001) * 1000.0) as u64));
        let outcomes = outcomes.map(|(name, loss, credits)| outcome(name, Ok((loss, credits))));
        CaseResults { floor: Some(base / 2.0), ..results(menu, outcomes.to_vec()) }
    };
    let results = index.cases().iter().map(|_| of_case()).collect();
    release.index = Some(index);
    (release, results)
}

/// Σ over cases of w·(J − the least J of an affordable plan), written down twice as loops.
fn double_loop(release: &Release, cases: &[CaseResults], model: usize, weight: f64) -> f64 {
    let index = release.index.as_ref().unwrap().cases();
    let budget = release.settings.budget.credits() as f64;
    let mut sum = 0.0;
    for (case, results) in index.iter().zip(cases) {
        let group = |other: &&foreboard::domain::fwbench::case::Case| {
            other.cohort == case.cohort && other.authority == case.authority && other.family == case.family
        };
        let mut groups: Vec<_> = index
            .iter()
            .filter(|other| other.cohort == case.cohort)
            .map(|other| (&other.authority, other.family))
            .collect();
        groups.sort();
        groups.dedup();
        let size = index.iter().filter(group).count() as f64;
        let case_weight = release.settings.cohort_weights[&case.cohort] / groups.len() as f64 / size;
        let Scored { loss, credits, .. } = results.outcomes[model].scored.unwrap();
        let mut best = f64::INFINITY;
        for plan in results.menu.as_ref().unwrap() {
            if plan.credits as f64 <= budget {
                best = best.min(plan.loss + weight * plan.credits as f64 / budget);
            }
        }
        sum += case_weight * (loss + weight * credits as f64 / budget - best);
    }
    sum
}

#[test]
fn the_gap_is_that_of_a_direct_double_loop() {
    for seed in 0..20 {
        let (release, cases) = synthetic(seed);
        let benchmark = benchmark(vec![release]);
        let results = concluded(&benchmark, Depth::Outcomes, cases.clone());
        for (model, standing) in results.releases[0].standings.iter().enumerate() {
            assert_eq!(standing.gap.len(), 4);
            for (weight, gap) in &standing.gap {
                let direct = double_loop(&benchmark.releases[0], &cases, model, weight.get());
                assert!((gap - direct).abs() < 1e-13, "{seed} {model} {weight}: {gap} {direct}");
            }
        }
    }
}

/// The same release with nothing but the menu's published loss and credits at some λ.
fn sampled(release: &Release, exact: &Oracle, points: &[f64]) -> Benchmark {
    let mut shallow = release.clone();
    let mut figures = Vec::new();
    for &weight in points {
        let point = exact.point(lambda(weight)).unwrap();
        figures.push(figure(Subject::Oracle(lambda(weight)), Quantity::Loss, point.loss, ""));
        figures.push(figure(Subject::Oracle(lambda(weight)), Quantity::Credits, point.credits, ""));
    }
    shallow.published.figures = sorted(figures);
    benchmark(vec![shallow])
}

#[test]
fn the_bracket_between_published_points_holds_the_exact_value() {
    for seed in 0..10 {
        let (release, cases) = synthetic(seed);
        let deep = benchmark(vec![release.clone()]);
        let deep = concluded(&deep, Depth::Outcomes, cases);
        let exact = &deep.releases[0].oracle;
        let shallow = sampled(&release, exact, &[0.0, 0.01, 0.03, 0.1]);
        let shallow = concluded(&shallow, Depth::Aggregates, Vec::new());
        let bracketed = &shallow.releases[0].oracle;
        assert!(matches!(bracketed, Oracle::Sampled(points) if points.len() == 4));
        let mut open = 0;
        for step in 0..=200 {
            let at = lambda(f64::from(step) * 0.0005);
            let Some(OracleValue::Exact(value)) = exact.at(at) else { panic!() };
            match bracketed.at(at).unwrap() {
                OracleValue::Exact(sampled) => assert!(near(sampled, value)),
                OracleValue::Bracket { low, high } => {
                    assert!(low - 1e-15 <= value && value <= high + 1e-15, "{at}: {low} {value} {high}");
                    open += usize::from(low < high);
                }
            }
        }
        assert!(open > 0, "some brackets have a width");
        assert_eq!(bracketed.at(lambda(0.101)), None);
        assert_eq!(bracketed.point(lambda(0.02)), None);
    }
}

#[test]
fn a_case_without_its_menu_leaves_the_gap_to_what_was_published() {
    let mut cases = four_cases([Ok((0.0, 0)); 4]);
    cases[2].menu = Err("no forecast of chronos2 is stored".to_owned());
    let none = benchmark(vec![four()]);
    let results = concluded(&none, Depth::Outcomes, cases.clone());
    let Oracle::Unknown(reason) = &results.releases[0].oracle else { panic!() };
    assert!(reason.contains("`b1`") && reason.contains("chronos2"), "{reason}");
    assert!(results.releases[0].standings.iter().all(|standing| standing.gap.is_empty() && standing.rank.is_some()));

    let mut release = four();
    let of = |quantity, value| figure(Subject::Oracle(lambda(0.2)), quantity, value, "");
    release.published.figures = sorted(vec![of(Quantity::Loss, 0.5), of(Quantity::Credits, 50.0)]);
    let published = benchmark(vec![release]);
    let results = concluded(&published, Depth::Outcomes, cases);
    let gap = &results.releases[0].standings[0].gap;
    // J = 2 for no credits; the menu's J is 0.5 + 0.2·0.5.
    assert!(gap.len() == 1 && near(gap[&lambda(0.2)], 1.4));
}

#[test]
fn references_choose_by_score() {
    let mut release = four();
    release.metric = RankingMetric::Score;
    release.settings.loss_scales = [(id("electricity"), 0.1), (id("cycle_hire"), 0.05)].into();
    let benchmark = benchmark(vec![release]);
    let mut cases = four_cases([Ok((0.2, 50)); 4]);
    for case in &mut cases {
        case.floor = Some(0.04);
    }
    let results = concluded(&benchmark, Depth::Outcomes, cases);
    let row = |reference| row(&results.releases[0], reference);
    assert_eq!(row(Reference::PerfectDemand).totals.whole().score, Some(0.0));
    assert!(near(row(Reference::PerfectDemand).totals.whole().loss, 0.04));
    // Electricity: free (0.1 − 0.04)/0.1 = 0.6, paid 0.1 + 1; cycle hire: free 1.2, paid 0.2 + 1 = 1.2 within rounding. Halved, and half each.
    let free = row(Reference::FreeMenu);
    assert!(near(free.totals.whole().score.unwrap(), 0.5 * (0.5 * 0.6 + 0.5 * 1.2)));
    assert_eq!(free.plan_counts, [(id("free"), 4)].into());
    let catalogue = row(Reference::Catalogue);
    assert!(near(catalogue.totals.whole().score.unwrap(), 0.45) && catalogue.computed);
    assert_eq!(catalogue.plan_counts.values().sum::<usize>(), 4);
    // Model two: excess 0.16/0.1 and 0.16/0.05, and half the budget.
    let two = &results.releases[0].standings[1];
    let whole = two.totals.as_ref().unwrap().whole();
    assert!(near(whole.normalized_excess.unwrap(), 0.5 * 1.6 + 0.5 * 3.2));
    assert!(near(whole.score.unwrap(), 0.5 * (2.4 + 0.5)));
    assert_eq!(two.rank, Some(1));
}

fn row<'a>(release: &'a ReleaseResults, reference: Reference) -> &'a ReferenceRow {
    release.references.iter().find(|row| row.reference == reference).unwrap()
}
