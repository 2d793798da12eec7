//! Small releases for the tests of aggregation, and what fails to be aggregated.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::str::FromStr;

use foreboard::domain::dataset::{FileCounts, Provenance};
use foreboard::domain::day::Instant;
use foreboard::domain::fwbench::case::{Case, Family, Index};
use foreboard::domain::fwbench::credits::Budget;
use foreboard::domain::fwbench::entrant::{Entrant, EntrantId, Role};
use foreboard::domain::fwbench::lambda::Lambda;
use foreboard::domain::fwbench::outcome::{MenuPlan, Outcome, Scored, Table, Unscored};
use foreboard::domain::fwbench::plan::Plan;
use foreboard::domain::fwbench::published::{
    FigureKey, Part, Published, PublishedFigure, PublishedProgress, Quantity, Source, Subject,
};
use foreboard::domain::fwbench::release::{Benchmark, RankingMetric, Release, Settings};
use foreboard::score::fwbench::agree::{Counts, Status};
use foreboard::score::fwbench::cases::CaseResults;
use foreboard::score::fwbench::oracle::Oracle;
use foreboard::score::fwbench::results::{Depth, Results, Unranked, conclude};
use foreboard::score::fwbench::totals::Basis;

pub fn id<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().unwrap()
}

pub fn lambda(value: f64) -> Lambda {
    Lambda::new(value).unwrap()
}

pub fn budget(credits: u64) -> Budget {
    Budget::new(credits).unwrap()
}

pub fn entrant_id(model: &str, pool: &str) -> EntrantId {
    EntrantId { model: id(model), pool: id(pool) }
}

pub fn entrant(model: &str, role: Role) -> Entrant {
    Entrant { id: entrant_id(model, "full"), label: model.to_owned(), role, group: None, base: None, thinking: None }
}

pub fn case(name: &str, cohort: &str, domain: &str, authority: &str, family: Family) -> Case {
    Case {
        id: id(name),
        cohort: id(cohort),
        domain: id(domain),
        authority: authority.to_owned(),
        family,
        target_start: Instant::UNIX_EPOCH,
        target_end: None,
        as_of: None,
        last_visible: None,
        horizon: 50,
        unit: None,
        licence: None,
        episode_path: format!("episodes/{name}"),
        target_path: format!("reproduction_targets/{name}.json"),
    }
}

pub fn settings(cohorts: &[(&str, f64)], credits: u64, lambdas: &[f64]) -> Settings {
    Settings {
        budget: budget(credits),
        cohort_weights: cohorts.iter().map(|(cohort, weight)| (id(cohort), *weight)).collect(),
        main_lambda: lambdas.first().map(|&value| lambda(value)),
        lambdas: lambdas.iter().map(|&value| lambda(value)).collect(),
        loss_scales: BTreeMap::new(),
        cohort_domains: BTreeMap::new(),
        models: Vec::new(),
    }
}

pub fn release(name: &str, metric: RankingMetric, settings: Settings, entrants: Vec<Entrant>) -> Release {
    Release {
        updated: None,
        id: id(name),
        version: name.to_owned(),
        root: String::new(),
        metric,
        case_count: 0,
        settings,
        entrants,
        published: Published::default(),
        index: None,
        table: None,
        episodes: None,
    }
}

pub fn benchmark(releases: Vec<Release>) -> Benchmark {
    Benchmark { releases, faults: Vec::new(), files: FileCounts::default(), provenance: Provenance::default() }
}

/// Published figures, sorted as a reader sorts them.
pub fn sorted(mut figures: Vec<PublishedFigure>) -> Vec<PublishedFigure> {
    figures.sort_by(|left, right| left.key.cmp(&right.key).then_with(|| left.source.cmp(&right.source)));
    figures
}

pub fn figure(subject: Subject, quantity: Quantity, value: f64, place: &str) -> PublishedFigure {
    let source = Source { path: "results/made.json".to_owned(), place: place.to_owned() };
    PublishedFigure { key: FigureKey { subject, quantity }, value, source }
}

pub fn plan(name: &str, loss: f64, credits: u64) -> MenuPlan {
    MenuPlan { policy: id(name), loss, credits, plan: None }
}

pub fn outcome(model: &str, scored: Result<(f64, u64), Unscored>) -> Outcome {
    Outcome {
        entrant: entrant_id(model, "full"),
        status: Some("completed".to_owned()),
        scored: scored.map(|(loss, credits)| Scored { valid: true, loss, credits }),
        calls: None,
        rejection: None,
        plan: None,
    }
}

pub fn results(menu: Vec<MenuPlan>, outcomes: Vec<Outcome>) -> CaseResults {
    CaseResults { floor: Some(0.0), floor_plan: None, menu: Ok(menu), outcomes }
}

/// Four cases: two of one group, one of another lead, one of another cohort.
pub fn four() -> Release {
    let cases = vec![
        case("a1", "power", "electricity", "a", Family::DayAhead),
        case("a2", "power", "electricity", "a", Family::DayAhead),
        case("b1", "power", "electricity", "b", Family::WeekAhead),
        case("c1", "bike", "cycle_hire", "c", Family::DayAhead),
    ];
    let settings = settings(&[("power", 0.5), ("bike", 0.5)], 100, &[0.01, 0.2]);
    let entrants = vec![entrant("one", Role::Model), entrant("two", Role::Model)];
    let mut release = release("four", RankingMetric::Gap, settings, entrants);
    release.case_count = 4;
    release.index = Some(Index::new(cases).unwrap());
    release
}

/// Both models on the four cases; model `two` loses as given.
pub fn four_cases(two: [Result<(f64, u64), Unscored>; 4]) -> Vec<CaseResults> {
    let menu = || vec![plan("free", 0.1, 0), plan("paid", 0.05, 100)];
    let ones = [0.0, 0.0, 4.0, 2.0];
    let both = |(loss, two)| results(menu(), vec![outcome("one", Ok((loss, 0))), outcome("two", two)]);
    ones.into_iter().zip(two).map(both).collect()
}

pub fn concluded(benchmark: &Benchmark, depth: Depth, cases: Vec<CaseResults>) -> Results<'_> {
    conclude(&id("track"), benchmark, vec![(depth, cases)])
}

#[test]
fn a_total_weighs_cases_and_a_part_makes_its_weights_sum_to_one() {
    let benchmark = benchmark(vec![four()]);
    let cases = four_cases([Ok((1.0, 100)), Ok((1.0, 100)), Ok((1.0, 0)), Ok((1.0, 40))]);
    let results = concluded(&benchmark, Depth::Outcomes, cases);
    let [one, two] = &results.releases[0].standings[..] else { panic!() };
    let totals = one.totals.as_ref().unwrap();
    // Weights 1/8 1/8 1/4 1/2, losses 0 0 4 2: Forecast Workflow Bench's own test says 2.
    assert_eq!(totals.whole().loss, 2.0);
    assert_eq!(totals.basis, Basis::Cases);
    assert_eq!(totals.case_weighted_loss, Some(1.5));
    let loss = |part: &Part| totals.parts[part].loss;
    assert_eq!(loss(&Part::Cohort(id("power"))), 2.0);
    assert_eq!(loss(&Part::Domain(id("cycle_hire"))), 2.0);
    assert_eq!(loss(&Part::Family(Family::WeekAhead)), 4.0);
    // (1/2)·2 / (1/8 + 1/8 + 1/2)
    assert_eq!(loss(&Part::Family(Family::DayAhead)), 1.0 / 0.75);
    assert_eq!(totals.parts[&Part::Family(Family::DayAhead)].cases, Some(3));
    // 100/8 + 100/8 + 40/2
    assert_eq!(two.totals.as_ref().unwrap().whole().credits, 45.0);
    assert_eq!(two.objective[&lambda(0.2)], 1.0 + 0.2 * 45.0 / 100.0);
    assert_eq!((one.rank, two.rank), (Some(2), Some(1)));
    assert_eq!(two.ranks[&lambda(0.2)], 1);
    assert_eq!((two.progress.paid, two.progress.valid), (Some(3), Some(4)));
}

#[test]
fn an_incomplete_model_has_no_figures_and_says_what_is_missing() {
    let benchmark = benchmark(vec![four()]);
    let stopped = Err(Unscored::Infrastructure);
    let results = concluded(&benchmark, Depth::Outcomes, four_cases([Ok((0.0, 0)), stopped, Ok((0.0, 0)), stopped]));
    let [one, two] = &results.releases[0].standings[..] else { panic!() };
    assert_eq!(two.totals, Err(Unranked::Incomplete { scored: 2, cases: 4 }));
    assert_eq!((two.rank, two.objective.len(), two.gap.len(), two.ranks.len()), (None, 0, 0, 0));
    let missing = [("a2", Unscored::Infrastructure), ("c1", Unscored::Infrastructure)];
    assert_eq!(two.progress.missing, missing.map(|(case, why)| (case.to_owned(), Some(why))));
    assert_eq!(one.rank, Some(1));
    let release = &results.releases[0];
    assert!(release.sensitivity.layers.iter().flatten().all(|system| *system == one.entrant.id));
    assert_eq!(release.differences, []);
}

#[test]
fn a_model_without_a_single_row_is_listed() {
    let benchmark = benchmark(vec![four()]);
    let mut cases = four_cases([Ok((0.0, 0)); 4]);
    for case in &mut cases {
        case.outcomes.truncate(1);
    }
    let results = concluded(&benchmark, Depth::Outcomes, cases);
    let two = &results.releases[0].standings[1];
    assert_eq!(two.totals, Err(Unranked::Incomplete { scored: 0, cases: 4 }));
    assert!(two.progress.missing.iter().all(|(_, why)| *why == Some(Unscored::Missing)));
}

#[test]
fn losses_too_large_to_sum_are_no_infinity() {
    let benchmark = benchmark(vec![four()]);
    let results = concluded(&benchmark, Depth::Outcomes, four_cases([Ok((f64::MAX, 0)); 4]));
    let two = &results.releases[0].standings[1];
    let finite = match &two.totals {
        Ok(totals) => totals.parts.values().all(|part| part.loss.is_finite() && part.credits.is_finite()),
        Err(reason) => *reason == Unranked::Overflow,
    };
    assert!(finite && two.objective.values().chain(two.gap.values()).all(|value| value.is_finite()));
    assert!(results.releases[0].differences.iter().all(|difference| difference.value.is_finite()));
}

#[test]
fn cases_that_cannot_be_weighed_leave_the_published_aggregates() {
    let mut release = four();
    release.settings.cohort_weights.remove(&id("bike"));
    let benchmark = benchmark(vec![release]);
    let results = concluded(&benchmark, Depth::Outcomes, four_cases([Ok((0.0, 0)); 4]));
    let release = &results.releases[0];
    assert_eq!((release.depth, release.cases.len()), (Depth::Aggregates, 0));
    assert_eq!(release.standings[0].totals, Err(Unranked::NothingPublished));
    let Oracle::Unknown(reason) = &release.oracle else { panic!() };
    assert!(reason.contains("the settings weigh"), "{reason}");
}

#[test]
fn a_fixed_policy_follows_from_the_menu() {
    let mut release = four();
    release.entrants = vec![entrant("paid", Role::Policy), entrant("fixed_router", Role::Policy)];
    let benchmark = benchmark(vec![release]);
    let results = concluded(&benchmark, Depth::Outcomes, four_cases([Ok((0.0, 0)); 4]));
    let [paid, router] = &results.releases[0].standings[..] else { panic!() };
    let whole = paid.totals.as_ref().unwrap().whole();
    assert_eq!((whole.loss, whole.credits, paid.rank), (0.05, 100.0, None));
    // Its plans are not in this menu.
    assert!(router.totals.is_err());
}

/// Figures published of model `one` on the four cases.
fn with_published(mut release: Release, figures: &[(Quantity, f64, &str)]) -> Release {
    let subject = || Subject::Entrant(entrant_id("one", "full"), Part::Whole);
    let made = figures.iter().map(|(quantity, value, place)| figure(subject(), *quantity, *value, place));
    release.published.figures = sorted(made.collect());
    release
}

#[test]
fn a_published_figure_agrees_differs_or_is_an_input() {
    let figures = [
        (Quantity::Loss, 2.0, "here"),
        (Quantity::Loss, 2.5, "there"),
        (Quantity::Credits, 0.0, "here"),
        (Quantity::Valid, 4.0, "here"),
        (Quantity::Objective(lambda(0.01)), 2.0 + 1e-10, "here"),
        // The menu's best at λ = 0.2 is the free plan: G = 2 − 0.1, and a rebuilt menu may be off by 5e-5.
        (Quantity::Gap(lambda(0.2)), 1.90004, "here"),
        (Quantity::Score, 7.0, "here"),
    ];
    let deep = benchmark(vec![with_published(four(), &figures)]);
    let results = concluded(&deep, Depth::Outcomes, four_cases([Ok((0.0, 0)); 4]));
    let agreement = &results.releases[0].agreement;
    let status = |quantity| {
        let found = agreement.figures.iter().filter(move |figure| figure.published.key.quantity == quantity);
        found.map(|figure| figure.status).collect::<Vec<_>>()
    };
    assert!(matches!(
        status(Quantity::Loss)[..],
        [Status::Equal { ours: 2.0, .. }, Status::Different { ours: 2.0, .. }]
    ));
    assert!(matches!(status(Quantity::Valid)[..], [Status::Equal { tolerance: 0.0, .. }]));
    assert!(matches!(status(Quantity::Gap(lambda(0.2)))[..], [Status::Equal { .. }]));
    assert_eq!(status(Quantity::Score), [Status::NotRecomputable]);
    assert_eq!(agreement.counts(), Counts { equal: 5, different: 1, published_only: 0, not_recomputable: 1 });

    // From aggregates alone loss and credits are what J is computed from; a second place that contradicts the first is said to.
    let shallow = benchmark(vec![with_published(four(), &figures)]);
    let results = concluded(&shallow, Depth::Aggregates, Vec::new());
    let standing = &results.releases[0].standings[0];
    assert_eq!(standing.totals.as_ref().unwrap().basis, Basis::Total);
    // The menu's own loss and credits are not published: G is as published.
    assert_eq!(standing.gap, BTreeMap::from([(lambda(0.2), 1.90004)]));
    let counts = results.releases[0].agreement.counts();
    // Equal: J. Different: loss there. Inputs: loss, credits, S. Neither: valid, G.
    assert_eq!(counts, Counts { equal: 1, different: 1, published_only: 3, not_recomputable: 2 });
}

#[test]
fn a_table_is_held_against_raw_files() {
    let mut release = four();
    let rows = [("a1", 0.0, 0), ("a2", 0.0, 0), ("b1", 4.0, 1), ("c1", 2.5, 0)];
    release.table = Some(Table {
        outcomes: rows.map(|(case, loss, credits)| (id(case), outcome("one", Ok((loss, credits))))).to_vec(),
        menu: vec![(id("a1"), plan("free", 0.1, 0)), (id("a1"), plan("paid", 0.05, 100))],
        floors: vec![(id("a1"), 0.25)],
        ..Table::default()
    });
    let benchmark = benchmark(vec![release]);
    let mut cases = four_cases([Ok((0.0, 0)); 4]);
    // The free plan was rebuilt, the paid one was taken from the table.
    cases[0].menu.as_mut().unwrap()[0].plan = Plan::new([0; 8]);
    let results = concluded(&benchmark, Depth::Raw, cases);
    let agreement = &results.releases[0].agreement;
    let different: Vec<&Subject> = agreement.figures.iter().map(|figure| &figure.published.key.subject).collect();
    let of = |case: &str| Subject::Outcome(id(case), entrant_id("one", "full"));
    assert_eq!(different, [&of("b1"), &of("c1"), &Subject::CaseFloor(id("a1"))]);
    assert_eq!(agreement.figures[0].published.source.place, "case b1, model one");
    // Valid, loss and credits of four rows but two differing ones, and both figures of the rebuilt plan.
    assert_eq!(agreement.counts(), Counts { equal: 12, different: 3, published_only: 2, not_recomputable: 0 });
}

#[test]
fn an_incomplete_publication_is_not_ranked() {
    let figures = [(Quantity::Loss, 2.0, "here"), (Quantity::Credits, 0.0, "here")];
    let reason = |progress: PublishedProgress| {
        let mut release = with_published(four(), &figures);
        release.published.progress.insert(entrant_id("one", "full"), progress);
        let benchmark = benchmark(vec![release]);
        let results = concluded(&benchmark, Depth::Aggregates, Vec::new());
        let standing = &results.releases[0].standings[0];
        assert_eq!(standing.rank.is_some(), standing.totals.is_ok());
        (standing.totals.clone().err(), standing.progress.scored, standing.progress.missing.len())
    };
    let progress = |scored, complete| PublishedProgress { scored, expected: 4, complete, ..Default::default() };
    assert_eq!(reason(progress(4, true)), (None, 4, 0));
    assert_eq!(reason(progress(4, false)), (Some(Unranked::PublishedIncomplete), 4, 0));
    assert_eq!(reason(progress(3, true)), (Some(Unranked::Incomplete { scored: 3, cases: 4 }), 3, 0));
    let stopped = PublishedProgress { infrastructure_cases: vec!["b1".to_owned()], ..progress(3, false) };
    assert_eq!(reason(stopped), (Some(Unranked::Incomplete { scored: 3, cases: 4 }), 3, 1));
}
