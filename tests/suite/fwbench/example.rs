//! A small track by hand: a release ranked by G with four raw cases, and one ranked by S of which only totals were published. Figures are chosen to be
//! told apart, not to be plausible.

use std::collections::BTreeMap;
use std::path::Path;

use foreboard::config::{Config, Layout, Track as TrackConfig};
use foreboard::domain::dataset::{FileCounts, Provenance};
use foreboard::domain::fault::{Fault, FaultKind, Place};
use foreboard::domain::fwbench::case::{Case, Family, Index};
use foreboard::domain::fwbench::contract::{Billing, BlockHours, Contract, HOURS, STEPS, Terms, capacity};
use foreboard::domain::fwbench::credits::{Budget, Tariff, TariffCell};
use foreboard::domain::fwbench::entrant::{Entrant, EntrantId, Group, Role};
use foreboard::domain::fwbench::episode::{Episode, HISTORY, History, MenuInputs};
use foreboard::domain::fwbench::lambda::Lambda;
use foreboard::domain::fwbench::outcome::{MenuPlan, Outcome, Scored, Unscored};
use foreboard::domain::fwbench::plan::Plan;
use foreboard::domain::fwbench::published::{
    FigureKey, Part, Published, PublishedFigure, PublishedInterval, Quantity, Reference, Source, Subject,
};
use foreboard::domain::fwbench::release::{Benchmark, RankingMetric, Release, Settings};
use foreboard::score::fwbench::agree::{Agreement, Checked, Status};
use foreboard::score::fwbench::cases::CaseResults;
use foreboard::score::fwbench::cluster::Difference;
use foreboard::score::fwbench::oracle::{Oracle, OraclePoint};
use foreboard::score::fwbench::results::{Depth, Progress, ReferenceRow, ReleaseResults, Results, Standing, Unranked};
use foreboard::score::fwbench::sensitivity::{BestInterval, Crossing, Sensitivity};
use foreboard::score::fwbench::totals::{Basis, PartTotals, Totals};
use foreboard::score::value::Interval;

/// B of the benchmark.
pub const BUDGET: u64 = 113_726;

pub fn id<T: std::str::FromStr>(text: &str) -> T
where
    T::Err: std::fmt::Debug,
{
    text.parse().expect("an id")
}

pub fn lambda(value: f64) -> Lambda {
    Lambda::new(value).expect("a λ")
}

pub fn entrant_id(model: &str, pool: &str) -> EntrantId {
    EntrantId { model: id(model), pool: id(pool) }
}

/// Astra thinks or not and runs in two pools, Nano is incomplete, one policy.
fn entrants() -> Vec<Entrant> {
    let one = |model: &str, pool: &str, label: &str, role, group, thinking: Option<bool>| Entrant {
        id: entrant_id(model, pool),
        label: label.to_owned(),
        role,
        group,
        base: thinking.map(|_| id("astra")),
        thinking,
    };
    vec![
        one("astra--think1", "full", "Astra <think>", Role::Model, Some(Group::Hosted), Some(true)),
        one("astra--think1", "no_tsfm", "Astra <think>", Role::Model, Some(Group::Hosted), Some(true)),
        one("astra--think0", "full", "Astra", Role::Model, Some(Group::Hosted), Some(false)),
        one("nano", "full", "Nano", Role::Model, Some(Group::Small), None),
        one("fixed_empirical", "full", "Hour of day", Role::Policy, None, None),
    ]
}

fn case(text: &str, cohort: &str, domain: &str, authority: &str, family: Family, start: &str) -> Case {
    Case {
        id: id(text),
        cohort: id(cohort),
        domain: id(domain),
        authority: authority.to_owned(),
        family,
        target_start: start.parse().expect("an instant"),
        target_end: None,
        as_of: None,
        last_visible: None,
        horizon: if family == Family::DayAhead { 50 } else { 194 },
        unit: Some("MW".to_owned()),
        licence: Some("public-domain".to_owned()),
        episode_path: format!("episodes/{text}"),
        target_path: format!("reproduction_targets/{text}.json"),
    }
}

fn index() -> Index {
    Index::new(vec![
        case("AECI-2026-07-23-day_ahead", "july", "electricity", "AECI", Family::DayAhead, "2026-07-24T00:00:00Z"),
        case("AECI-2026-07-24-day_ahead", "july", "electricity", "AECI", Family::DayAhead, "2026-07-25T00:00:00Z"),
        case("BPAT-2026-07-17-week_ahead", "july", "electricity", "BPAT", Family::WeekAhead, "2026-07-24T00:00:00Z"),
        case(
            "TFL-001075-2026-05-03-day_ahead",
            "may",
            "cycle_hire",
            "001075",
            Family::DayAhead,
            "2026-05-02T23:00:00Z",
        ),
    ])
    .expect("an index")
}

fn settings(metric: RankingMetric) -> Settings {
    let gap = metric == RankingMetric::Gap;
    Settings {
        budget: Budget::new(BUDGET).expect("a budget"),
        cohort_weights: BTreeMap::from([(id("july"), 0.5), (id("may"), 0.5)]),
        main_lambda: gap.then(|| lambda(0.01)),
        lambdas: if gap { [0.0, 0.01, 0.1].map(lambda).to_vec() } else { Vec::new() },
        loss_scales: if gap {
            BTreeMap::new()
        } else {
            BTreeMap::from([
                (id("electricity"), 0.054_206_794_827_132_906),
                (id("cycle_hire"), 0.043_405_766_389_155_02),
            ])
        },
        cohort_domains: BTreeMap::from([(id("july"), id("electricity")), (id("may"), id("cycle_hire"))]),
        models: Vec::new(),
    }
}

/// The contract of the release, with a scale that is easy to read.
pub fn contract() -> Contract {
    let priority = |hour: usize| [2.0, 1.5, 1.0, 1.0][hour / 6];
    let terms = Terms {
        billing: Billing::Imbalance,
        block_hours: BlockHours::new(3).expect("blocks"),
        reservation: 0.3,
        shortage: 1.0,
        emergency: 0.0,
        emergency_buffer: 0.1,
        adjustment: 0.0,
        ramp: 0.3,
        hourly_priority: std::array::from_fn(priority),
    };
    let grid = (0..STEPS).map(|step| capacity(step) * 1000.0).collect();
    Contract::new("p3--one".to_owned(), terms, "MW".to_owned(), 1000.0, grid).expect("a contract")
}

fn episode(case: usize) -> Episode {
    let start = "2026-07-08T22:00:00Z".parse().expect("an instant");
    let cell = |model: &str, credits| TariffCell { model: id(model), context_limit: 512, horizon_limit: 64, credits };
    Episode {
        case,
        contract: contract(),
        actual: std::array::from_fn(|hour| 900.0 + 10.0 * hour as f64),
        menu: Ok(MenuInputs {
            history: History { start, values: vec![1000.0; HISTORY] },
            tariff: Tariff { cells: vec![cell("chronos2", 103_806), cell("chronos_bolt_tiny", 8452)] },
            packets: Vec::new(),
        }),
        runs: Vec::new(),
    }
}

pub fn plan(step: usize) -> Plan {
    Plan::new([step; 8]).expect("a plan")
}

fn outcome(model: &str, pool: &str, scored: Result<Scored, Unscored>) -> Outcome {
    let valid = scored.is_ok_and(|scored| scored.valid);
    Outcome {
        entrant: entrant_id(model, pool),
        status: Some(if valid { "completed" } else { "invalid_submission, twice" }.to_owned()),
        scored,
        calls: valid.then_some(2),
        rejection: (!valid && scored.is_ok()).then(|| "ambiguous_candidates".to_owned()),
        plan: valid.then(|| plan(12)),
    }
}

/// Outcomes of the cases in the index' order; Nano has no row for the third and was broken off in the fourth.
fn cases() -> Vec<CaseResults> {
    let scored = |valid, loss, credits| Ok(Scored { valid, loss, credits });
    (0..4)
        .map(|at| {
            let mut outcomes = vec![
                outcome("astra--think0", "full", scored(true, 0.05, 0)),
                outcome("astra--think1", "full", scored(true, 0.031, 8452)),
                outcome("astra--think1", "no_tsfm", scored(at != 0, if at == 0 { 1.75 } else { 0.04 }, 0)),
                outcome("fixed_empirical", "full", scored(true, 0.06, 0)),
            ];
            match at {
                2 => {}
                3 => outcomes.push(outcome("nano", "full", Err(Unscored::Infrastructure))),
                _ => outcomes.push(outcome("nano", "full", scored(false, 1.5, 113_726))),
            }
            outcomes.sort_by(|left, right| left.entrant.cmp(&right.entrant));
            let menu_plan =
                |policy: &str, loss, credits| MenuPlan { policy: id(policy), loss, credits, plan: Some(plan(11)) };
            CaseResults {
                floor: Some(0.02),
                floor_plan: Some(plan(13)),
                menu: if at == 3 {
                    Err("chronos2 is priced and neither stored nor tabled".to_owned())
                } else {
                    Ok(vec![
                        menu_plan("chronos2", 0.03, 103_806),
                        menu_plan("timesfm25", 0.01, 1_187_691),
                        menu_plan("weekly_repeat", 0.038, 0),
                    ])
                },
                outcomes,
            }
        })
        .collect()
}

fn source(place: &str) -> Source {
    Source { path: "results/primary-1251.json".to_owned(), place: place.to_owned() }
}

fn published() -> Published {
    Published { interval_method: Some("paired cluster bootstrap".to_owned()), ..Published::default() }
}

/// What was read.
pub fn benchmark() -> Benchmark {
    let release = |name: &str, root: &str, metric, raw: bool| Release {
        updated: None,
        id: id(name),
        version: format!("{name}, as published"),
        root: root.to_owned(),
        metric,
        case_count: if raw { 4 } else { 1251 },
        settings: settings(metric),
        entrants: entrants(),
        published: published(),
        index: raw.then(index),
        table: None,
        episodes: raw.then(|| (0..3).map(episode).collect()),
    };
    let fault = |kind, message: &str| Fault {
        kind,
        path: "runs/nano/AECI-2026-07-23-day_ahead/ledger.json".to_owned(),
        place: Place::Json("spent".to_owned()),
        message: message.to_owned(),
        task: None,
        system: None,
    };
    Benchmark {
        releases: vec![
            release("v2", "", RankingMetric::Gap, true),
            release("v3", "objective-v3", RankingMetric::Score, false),
        ],
        faults: vec![fault(FaultKind::Invalid, "it is -1"), fault(FaultKind::Warning, "it says nothing of the rest")],
        files: FileCounts { found: 70, submission: 15, read: 40, supporting: 10, ignored: 5, ..FileCounts::default() },
        provenance: Provenance { source: "bench".to_owned(), commit: None, digest: "ab".repeat(32) },
    }
}

fn part(cases: Option<usize>, loss: f64, credits: f64, floor: Option<f64>) -> PartTotals {
    let excess = floor.map(|floor| (loss - floor) / 0.05);
    PartTotals {
        cases,
        loss,
        credits,
        floor,
        normalized_excess: excess,
        score: excess.map(|excess| 0.5 * (excess + credits / BUDGET as f64)),
    }
}

fn totals(basis: Basis, valid: usize, loss: f64, credits: f64) -> Totals {
    let raw = basis == Basis::Cases;
    let floor = raw.then_some(0.02);
    let count = |cases| raw.then_some(cases);
    Totals {
        basis,
        valid,
        cases: if raw { 4 } else { 1251 },
        parts: BTreeMap::from([
            (Part::Whole, part(count(4), loss, credits, floor)),
            (Part::Cohort(id("july")), part(count(3), loss, credits, floor)),
            (Part::Cohort(id("may")), part(count(1), loss, credits, floor)),
            (Part::Family(Family::DayAhead), part(count(3), loss, credits, floor)),
        ]),
        case_weighted_loss: raw.then_some(loss + 0.001),
        calls: None,
    }
}

fn standing(release: &Release, at: usize, rank: Option<usize>, totals: Totals) -> Standing<'_> {
    let whole = *totals.whole();
    let objective: BTreeMap<Lambda, f64> = release
        .settings
        .lambdas
        .iter()
        .map(|&lambda| (lambda, whole.loss + lambda.get() * whole.credits / BUDGET as f64))
        .collect();
    let gap = objective.iter().map(|(&lambda, objective)| (lambda, objective - 0.0375)).collect();
    let ranks = objective.keys().filter_map(|&lambda| Some((lambda, rank?))).collect();
    let progress = Progress {
        scored: totals.cases,
        cases: totals.cases,
        valid: Some(totals.valid),
        statuses: BTreeMap::from([("completed".to_owned(), totals.valid as u64)]),
        paid: Some(1),
        requested: BTreeMap::from([("chronos_bolt_tiny".to_owned(), 4)]),
        ..Progress::default()
    };
    Standing { entrant: &release.entrants[at], progress, totals: Ok(totals), objective, gap, rank, ranks }
}

fn standings(release: &Release, basis: Basis) -> Vec<Standing<'_>> {
    let incomplete = Standing {
        entrant: &release.entrants[3],
        progress: Progress {
            scored: 2,
            cases: 4,
            valid: Some(0),
            missing: vec![
                ("BPAT-2026-07-17-week_ahead".to_owned(), Some(Unscored::Missing)),
                ("TFL-001075-2026-05-03-day_ahead".to_owned(), Some(Unscored::Infrastructure)),
            ],
            ..Progress::default()
        },
        totals: Err(Unranked::Incomplete { scored: 2, cases: 4 }),
        objective: BTreeMap::new(),
        gap: BTreeMap::new(),
        rank: None,
        ranks: BTreeMap::new(),
    };
    vec![
        standing(release, 0, Some(1), totals(basis, 4, 0.031, 8452.0)),
        standing(release, 1, Some(1), totals(basis, 3, 0.4675, 0.0)),
        standing(release, 2, Some(2), totals(basis, 4, 0.05, 0.0)),
        incomplete,
        standing(release, 4, None, totals(basis, 4, 0.06, 0.0)),
    ]
}

fn checked(subject: Subject, quantity: Quantity, value: f64, status: Status) -> Checked {
    Checked {
        published: PublishedFigure { key: FigureKey { subject, quantity }, value, source: source("models[0].loss") },
        status,
    }
}

fn agreement() -> Agreement {
    let whole = |model: &str| Subject::Entrant(entrant_id(model, "full"), Part::Whole);
    let mut figures = vec![
        checked(
            whole("astra--think1"),
            Quantity::Loss,
            0.031_000_000_1,
            Status::Equal { ours: 0.031, tolerance: 1e-9 },
        ),
        checked(
            whole("astra--think1"),
            Quantity::Gap(lambda(0.01)),
            -0.006,
            Status::Different { ours: -0.005_756_8, tolerance: 5e-5 },
        ),
        checked(Subject::Oracle(lambda(0.01)), Quantity::Credits, 12.5, Status::NotRecomputable),
        checked(Subject::Reference(Reference::PerfectDemand), Quantity::Loss, 0.02, Status::PublishedOnly),
    ];
    figures.sort_by(|left, right| left.published.key.cmp(&right.published.key));
    let interval = PublishedInterval {
        pair: (entrant_id("astra--think1", "full"), entrant_id("fixed_empirical", "full")),
        quantity: Quantity::Objective(lambda(0.01)),
        low: -0.03,
        high: -0.02,
        source: source("pairs[0].ci95"),
    };
    Agreement { figures, intervals: vec![interval], ..Agreement::default() }
}

fn release_results(release: &Release) -> ReleaseResults<'_> {
    let raw = release.index.is_some();
    let full = |model: &str| entrant_id(model, "full");
    let point = |at: f64, credits: f64| OraclePoint {
        lambda: lambda(at),
        loss: 0.0375 - at * credits / BUDGET as f64,
        credits,
        share: credits / BUDGET as f64,
        objective: 0.0375,
    };
    ReleaseResults {
        release,
        depth: if raw { Depth::Raw } else { Depth::Aggregates },
        cases: if raw { cases() } else { Vec::new() },
        standings: standings(release, if raw { Basis::Cases } else { Basis::Total }),
        pools: vec![id("full"), id("no_tsfm")],
        oracle: if raw {
            Oracle::Sampled(vec![point(0.0, 100.0), point(0.01, 50.0), point(0.1, 0.0)])
        } else {
            Oracle::Unknown("this release publishes none".to_owned())
        },
        references: vec![ReferenceRow {
            reference: Reference::PerfectDemand,
            totals: totals(Basis::Cases, 4, 0.02, 0.0),
            plan_counts: BTreeMap::new(),
            computed: true,
        }],
        sensitivity: Sensitivity {
            crossings: vec![Crossing { a: full("astra--think1"), b: full("astra--think0"), lambda: 0.255_65 }],
            best: vec![
                BestInterval { system: full("astra--think1"), from: 0.0, to: Some(0.255_65) },
                BestInterval { system: full("astra--think0"), from: 0.255_65, to: None },
            ],
            layers: vec![vec![full("astra--think1"), full("astra--think0")], vec![full("fixed_empirical")]],
            unsupported: Vec::new(),
        },
        differences: vec![Difference {
            a: full("astra--think1"),
            b: full("fixed_empirical"),
            quantity: Quantity::Objective(lambda(0.01)),
            value: -0.028_256_8,
            ours: Some(Interval { low: -0.031, high: -0.021 }),
            published: Some(Interval { low: -0.03, high: -0.02 }),
        }],
        agreement: if raw { agreement() } else { Agreement::default() },
        floors_from: None,
    }
}

/// What was computed.
pub fn results(benchmark: &Benchmark) -> Results<'_> {
    Results { track: id("fwbench"), benchmark, releases: benchmark.releases.iter().map(release_results).collect() }
}

/// A site with the track.
pub fn config() -> Config {
    let mut config = Config::for_dataset(Path::new("bench"), Layout::Fwbench);
    let track: &mut TrackConfig = &mut config.tracks[0];
    track.id = id("fwbench");
    "Forecast Workflow Bench".clone_into(&mut track.title);
    config
}

/// Hours of the day, for tests that count them.
pub const DAY: usize = HOURS;
