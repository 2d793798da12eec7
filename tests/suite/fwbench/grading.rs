//! Submissions against the grid and the ramp, and what becomes of each run and each row.

use std::collections::BTreeMap;

use foreboard::domain::fwbench::case::{Case, Family, Index};
use foreboard::domain::fwbench::contract::{Contract, HOURS, Terms};
use foreboard::domain::fwbench::credits::Budget;
use foreboard::domain::fwbench::entrant::EntrantId;
use foreboard::domain::fwbench::episode::{Episode, Run};
use foreboard::domain::fwbench::outcome::{MenuPlan, Outcome, Scored, Table, Unscored};
use foreboard::domain::fwbench::plan::Plan;
use foreboard::domain::fwbench::published::Published;
use foreboard::domain::fwbench::release::{RankingMetric, Release, Settings};
use foreboard::domain::fwbench::submission::{Decisions, Rejection, Submitted};
use foreboard::score::fwbench::cases::{graded, tabled};
use foreboard::score::fwbench::cost::day_costs;
use foreboard::score::fwbench::grade::{grade, plan};

use super::contract::{close, contract, priorities, terms};

fn decisions(values: &[f64]) -> Decisions {
    Decisions { values: values.to_vec(), operations: Vec::new() }
}

pub fn case(id: &str, horizon: u32) -> Case {
    Case {
        id: id.parse().expect("an id"),
        cohort: "electricity-july".parse().expect("an id"),
        domain: "electricity".parse().expect("an id"),
        authority: "ISNE".to_owned(),
        family: if horizon == 50 { Family::DayAhead } else { Family::WeekAhead },
        target_start: "2026-07-25T00:00:00Z".parse().expect("an instant"),
        target_end: None,
        as_of: None,
        last_visible: None,
        horizon,
        unit: None,
        licence: None,
        episode_path: String::new(),
        target_path: String::new(),
    }
}

pub fn budget() -> Budget {
    Budget::new(113_726).expect("a budget")
}

fn entrant(model: &str) -> EntrantId {
    EntrantId { model: model.parse().expect("an id"), pool: "full".parse().expect("an id") }
}

/// The published example of a contract: its scale and capacities as its file gives them.
fn published() -> Contract {
    let grid = [
        5_834.589_285_714_286,
        6_563.912_946_428_572,
        7_293.236_607_142_857,
        8_022.560_267_857_143,
        8_751.883_928_571_428,
        9_481.207_589_285_714,
        10_210.531_249_999_998,
        10_939.854_910_714_286,
        11_669.178_571_428_572,
        12_398.502_232_142_857,
        13_127.825_892_857_143,
        13_857.149_553_571_428,
        14_586.473_214_285_714,
        15_315.796_875,
        16_045.120_535_714_286,
        16_774.444_196_428_57,
        17_503.767_857_142_855,
        18_233.091_517_857_14,
        18_962.415_178_571_428,
        19_691.738_839_285_714,
        20_421.062_499_999_996,
        21_150.386_160_714_283,
        21_879.709_821_428_572,
        22_609.033_482_142_86,
        23_338.357_142_857_145,
        24_067.680_803_571_428,
        24_797.004_464_285_714,
        25_526.328_125,
        26_255.651_785_714_286,
        26_984.975_446_428_572,
        27_714.299_107_142_855,
        28_443.622_767_857_14,
        29_172.946_428_571_428,
    ];
    let terms = Terms { hourly_priority: priorities(), ..terms(3) };
    Contract::new("published".to_owned(), terms, "MW".to_owned(), 14_586.473_214_285_714, grid.to_vec())
        .expect("the published example")
}

#[test]
fn the_published_contract_grades_what_was_submitted_in_megawatts() {
    let contract = published();
    let costs = |share: f64| day_costs(&contract, &[share * contract.scale(); HOURS]);
    let submitted = Ok(decisions(&[14_586.473_214_285_714; 8]));
    let at = |share: f64| grade(&contract, &costs(share), &submitted);
    assert_eq!((at(1.0).plan, at(1.0).loss), (Plan::new([12; 8]), 0.0));
    // A tenth short, by the mean priority (2 + 1.5 + 1 + 1) / 4; a tenth over, by 0.3.
    close(at(1.1).loss, 0.1375);
    close(at(0.9).loss, 0.03);
    // In whole megawatts it is off the grid: 0.6·1.375 + 1, where 0.4 would have been dearest.
    let rounded = grade(&contract, &costs(1.0), &Ok(decisions(&[14_586.0; 8])));
    assert_eq!(rounded.plan, None);
    close(rounded.loss, 1.825);
    assert_eq!(grade(&contract, &costs(1.0), &Err(Rejection::NoCompleteJson)), rounded);
}

#[test]
fn a_number_means_a_step_within_a_millionth() {
    let large = contract(terms(3), 10_000.0);
    let steps = |contract: &Contract, value: f64| plan(contract, &decisions(&[value; 8]));
    // At 10 000 the tolerance is 1e-6 + 1e-5.
    for (value, valid) in
        [(10_000.0, true), (10_000.000_010_9, true), (9_999.999_989_1, true), (10_000.000_011_2, false)]
    {
        assert_eq!(steps(&large, value), Plan::new([12; 8]).filter(|_| valid), "{value}");
    }
    for value in [0.0, -10_000.0, 3_500.0, 20_500.0, 10_250.0, 1.0] {
        assert_eq!(steps(&large, value), None, "{value}");
    }
    // Steps half a millionth apart: every number near one is near its neighbour too, but for those beyond the ends.
    let tiny = contract(terms(3), 1e-5);
    assert_eq!(steps(&tiny, 1e-5), None);
    assert_eq!(steps(&tiny, 4e-6 - 0.8e-6), Plan::new([0; 8]));
}

#[test]
fn the_ramp_is_kept_between_neighbours() {
    let contract = contract(terms(3), 10.0);
    let valid = |values: [f64; 8]| plan(&contract, &decisions(&values)).is_some();
    // 0.3 is allowed although 1.3 − 1.0 is more than 0.3 in doubles; the numbers may stand anywhere within the tolerance of their step.
    assert!(valid([10.0, 13.0, 16.0, 13.0, 10.0, 7.0, 4.0, 4.0]));
    assert!(valid([10.0, 13.000_000_9, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0]));
    assert!(!valid([10.0, 13.5, 13.5, 13.5, 13.5, 13.5, 13.5, 13.5]));
    assert!(!valid([10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 6.5]));
}

#[test]
fn a_plan_has_one_number_a_block() {
    for (hours, blocks) in [(1, 24), (3, 8), (6, 4)] {
        let contract = contract(terms(hours), 10.0);
        for count in [0, 4, 8, 24] {
            assert_eq!(plan(&contract, &decisions(&vec![10.0; count])).is_some(), count == blocks, "{hours} {count}");
        }
    }
}

#[test]
fn a_unit_changes_nothing() {
    // The same day in thousands of megawatts and in departures: scale 4 against 400.
    let shares = [1.0, 1.05, 0.9, 1.2, 1.25, 1.0, 0.95, 0.7];
    let outcome = |scale: f64, shares: &[f64]| {
        let contract = contract(Terms { hourly_priority: priorities(), ..terms(3) }, scale);
        let actual = std::array::from_fn(|hour| scale * (0.75 + 0.03125 * hour as f64));
        let values: Vec<f64> = shares.iter().map(|share| share * scale).collect();
        grade(&contract, &day_costs(&contract, &actual), &Ok(decisions(&values)))
    };
    let (megawatts, departures) = (outcome(4.0, &shares), outcome(400.0, &shares));
    assert!(megawatts.plan.is_some());
    assert_eq!(megawatts.plan, departures.plan);
    close(megawatts.loss, departures.loss);
    // And an invalid plan of either is charged alike.
    close(outcome(4.0, &[1.0; 7]).loss, outcome(400.0, &[1.0; 7]).loss);
}

fn run(model: &str, status: &str, submitted: Submitted, spent: Option<u64>) -> Run {
    Run {
        entrant: entrant(model),
        status: Some(status.to_owned()),
        submitted,
        spent,
        calls: Some(2),
        requested: Vec::new(),
    }
}

#[test]
fn every_run_has_an_outcome() {
    let plan = || Ok(decisions(&[100.0; 8]));
    let episode = Episode {
        case: 0,
        contract: contract(terms(3), 100.0),
        actual: [100.0; HOURS],
        menu: Err("no history".to_owned()),
        runs: vec![
            run("a", "completed", plan(), Some(8_452)),
            run("b", "invalid_submission", plan(), Some(0)),
            run("c", "completed", Err(Rejection::AmbiguousCandidates), Some(7)),
            run("d", "infrastructure_stop", plan(), Some(0)),
            run("e", "completed", plan(), None),
            run("f", "execution_error", Err(Rejection::NontextResponse), Some(113_726)),
            run("g", "never_heard_of", Ok(decisions(&[101.0; 8])), Some(0)),
            run("h", "infrastructure_stop", Err(Rejection::NontextResponse), None),
        ],
    };
    let results = graded(&case("x", 50), &episode, budget(), &[]);
    assert_eq!((results.floor, results.floor_plan), (Some(0.0), Plan::new([12; 8])));
    assert_eq!(results.menu, Err("no history".to_owned()));
    let scored: Vec<Result<Scored, Unscored>> = results.outcomes.iter().map(|outcome| outcome.scored).collect();
    let valid = |credits| Ok(Scored { valid: true, loss: 0.0, credits });
    let penalty = |credits| Ok(Scored { valid: false, loss: 1.6, credits });
    let expected = [
        valid(8_452),
        valid(0),
        penalty(7),
        Err(Unscored::Infrastructure),
        Err(Unscored::NoLedger),
        penalty(113_726),
        penalty(0),
        Err(Unscored::Infrastructure),
    ];
    for (scored, expected) in scored.iter().zip(expected) {
        match (scored, expected) {
            (Ok(scored), Ok(expected)) => {
                assert_eq!((scored.valid, scored.credits), (expected.valid, expected.credits));
                close(scored.loss, expected.loss);
            }
            (scored, expected) => assert_eq!(scored.err(), expected.err()),
        }
    }
    let rejections: Vec<Option<&str>> = results.outcomes.iter().map(|outcome| outcome.rejection.as_deref()).collect();
    assert_eq!(
        rejections,
        [None, None, Some("ambiguous_candidates"), None, None, Some("nontext_response"), None, None]
    );
    let plans: Vec<bool> = results.outcomes.iter().map(|outcome| outcome.plan.is_some()).collect();
    assert_eq!(plans, [true, true, false, false, true, false, false, false]);
    let statuses = |at: usize| results.outcomes[at].status.as_deref();
    assert_eq!((statuses(1), statuses(3)), (Some("invalid_submission"), Some("infrastructure_stop")));
    assert!(results.outcomes.iter().all(|outcome| outcome.calls == Some(2)));
}

#[test]
fn a_day_beyond_numbers_is_not_scored() {
    let episode = Episode {
        case: 0,
        contract: contract(terms(3), 1e-3),
        actual: [1e308; HOURS],
        menu: Err("no history".to_owned()),
        runs: vec![run("a", "completed", Err(Rejection::EmptyResponse), Some(0))],
    };
    let results = graded(&case("x", 50), &episode, budget(), &[]);
    assert_eq!((results.floor, results.floor_plan), (None, None));
    assert_eq!(results.outcomes[0].scored, Err(Unscored::Ungradable));
}

fn release(index: Option<Index>, table: Option<Table>) -> Release {
    Release {
        updated: None,
        id: "v2".parse().expect("an id"),
        version: "primary-1251-v2".to_owned(),
        root: String::new(),
        metric: RankingMetric::Gap,
        case_count: 3,
        settings: Settings {
            budget: budget(),
            cohort_weights: BTreeMap::new(),
            main_lambda: None,
            lambdas: Vec::new(),
            loss_scales: BTreeMap::new(),
            cohort_domains: BTreeMap::new(),
            models: Vec::new(),
        },
        entrants: Vec::new(),
        published: Published::default(),
        index,
        table,
        episodes: None,
    }
}

pub fn menu_row(policy: &str, loss: f64, credits: u64) -> MenuPlan {
    MenuPlan { policy: policy.parse().expect("an id"), loss, credits, plan: None }
}

#[test]
fn a_table_gives_each_case_its_rows() {
    let id = |text: &str| text.parse().expect("an id");
    let outcome = |model: &str, loss: f64| Outcome {
        entrant: entrant(model),
        status: None,
        scored: Ok(Scored { valid: true, loss, credits: 1 }),
        calls: None,
        rejection: None,
        plan: None,
    };
    let table = Table {
        spoilt_menus: Vec::new(),
        outcomes: vec![(id("a"), outcome("x", 0.1)), (id("a"), outcome("y", 0.2)), (id("c"), outcome("y", 0.3))],
        menu: vec![(id("a"), menu_row("chronos2", 0.05, 9)), (id("a"), menu_row("weekly_repeat", 0.1, 0))],
        floors: vec![(id("c"), 0.01)],
    };
    let index = Index::new(vec![case("c", 50), case("a", 50), case("b", 194)]).expect("an index");
    let results = tabled(&release(Some(index.clone()), Some(table.clone())));
    assert_eq!(results.len(), 3);
    assert_eq!(results[0].outcomes, [outcome("x", 0.1), outcome("y", 0.2)]);
    assert_eq!(results[0].menu, Ok(vec![menu_row("chronos2", 0.05, 9), menu_row("weekly_repeat", 0.1, 0)]));
    assert_eq!(results[0].floor, None);
    assert_eq!((results[1].outcomes.len(), results[1].floor), (0, None));
    assert_eq!(results[1].menu, Err("the menu file has no row of this case".to_owned()));
    // An entrant without a row is absent.
    assert_eq!(
        (results[2].outcome(&entrant("x")), results[2].outcome(&entrant("y"))),
        (None, Some(&outcome("y", 0.3)))
    );
    assert_eq!(results[2].floor, Some(0.01));

    let bare = Table { menu: Vec::new(), ..table.clone() };
    let results = tabled(&release(Some(index), Some(bare)));
    assert!(results.iter().all(|case| case.menu == Err("there is no menu file".to_owned())));
    assert!(tabled(&release(None, Some(table))).is_empty());
}
