//! Published files: every figure with its place, everybody's counts, and what a file must not say.

use foreboard::domain::fwbench::entrant::{Group, Role};
use foreboard::domain::fwbench::published::{Published, Quantity, Reference, Subject};
use foreboard::domain::fwbench::release::Release;

use super::{Data, SETTINGS};

const SCORE_SETTINGS: &str = r#"{"version": "small-v3", "budget": 1000, "cohort_weights": {"power": 0.5, "bike": 0.5},
  "loss_scales": {"electricity": 0.05, "cycle_hire": 0.04}, "case_count": 4}"#;

/// The release of the settings and one published file, and the faults.
#[track_caller]
fn with(settings: &str, path: &str, text: &str) -> (Release, Vec<String>) {
    let mut data = Data::default();
    data.put("manifests/settings.json", settings).put(path, text);
    data.one()
}

fn gap(text: &str) -> (Release, Vec<String>) {
    with(SETTINGS, "results/primary-4.json", text)
}

/// Every figure as `subject quantity value place`.
fn figures(published: &Published) -> Vec<String> {
    let subject = |subject: &Subject| match subject {
        Subject::Entrant(id, part) => format!("{id}/{part:?}"),
        Subject::Difference(a, b) => format!("{a} - {b}"),
        Subject::Oracle(lambda) => format!("oracle {lambda}"),
        Subject::Reference(reference) => format!("{reference:?}"),
        // No file publishes single cases as figures.
        Subject::Outcome(..) | Subject::MenuPlan(..) | Subject::CaseFloor(_) => panic!("{subject:?}"),
    };
    let shown = |figure: &foreboard::domain::fwbench::published::PublishedFigure| {
        let of = subject(&figure.key.subject);
        format!("{of} {:?} {} @{}", figure.key.quantity, figure.value, figure.source.place)
    };
    published.figures.iter().map(shown).collect()
}

const LEADERBOARD: &str = r#"{"version": "small-v2", "case_count": 4, "ranking_metric": "g_cost", "main_cost_weight": 0.01, "complete": true,
  "models": [{"model": "bob", "label": "Bob \u0001", "group": 1, "scored": 4, "complete": true, "valid": 3, "loss": 0.5, "credits": 10.5, "g_cost": -0.1}],
  "fixed_references": [{"model": "fixed_router", "label": " ", "coefficient": 0.01, "cases": 4, "loss": 0.25, "credits": 0, "g_cost": 0.05,
    "objective": 0.26, "valid": 4, "case_weighted_loss": 0.3, "scored": 4, "complete": true,
    "cohorts": {"power": {"loss": 0.125, "credits": 1}, "bike": {"loss": 0.375, "credits": 2}}}]}"#;

#[test]
fn a_leaderboard_gives_every_figure_with_its_place() {
    let (release, faults) = gap(LEADERBOARD);
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(
        figures(&release.published),
        [
            "bob/Whole Valid 3 @models[0].valid",
            "bob/Whole Loss 0.5 @models[0].loss",
            "bob/Whole Credits 10.5 @models[0].credits",
            "bob/Whole Gap(Lambda(0.01)) -0.1 @models[0].g_cost",
            "fixed_router/Whole Valid 4 @fixed_references[0].valid",
            "fixed_router/Whole Loss 0.25 @fixed_references[0].loss",
            "fixed_router/Whole Credits 0 @fixed_references[0].credits",
            "fixed_router/Whole Objective(Lambda(0.01)) 0.26 @fixed_references[0].objective",
            "fixed_router/Whole Gap(Lambda(0.01)) 0.05 @fixed_references[0].g_cost",
            "fixed_router/Whole CaseWeightedLoss 0.3 @fixed_references[0].case_weighted_loss",
            "fixed_router/Cohort(\"bike\") Loss 0.375 @fixed_references[0].cohorts.bike.loss",
            "fixed_router/Cohort(\"bike\") Credits 2 @fixed_references[0].cohorts.bike.credits",
            "fixed_router/Cohort(\"power\") Loss 0.125 @fixed_references[0].cohorts.power.loss",
            "fixed_router/Cohort(\"power\") Credits 1 @fixed_references[0].cohorts.power.credits",
        ]
    );
    assert!(release.published.figures.iter().all(|figure| figure.source.path == "results/primary-4.json"));
    let told: Vec<_> = release
        .entrants
        .iter()
        .map(|entrant| (entrant.id.to_string(), entrant.label.as_str(), entrant.role, entrant.group))
        .collect();
    assert_eq!(
        told,
        [
            ("ann".to_owned(), "ann", Role::Model, None),
            ("bob".to_owned(), "Bob \u{fffd}", Role::Model, Some(Group::Small)),
            ("fixed_router".to_owned(), "fixed_router", Role::Policy, None),
        ]
    );
    let progress = release.published.progress.values().map(|p| (p.scored, p.expected, p.complete)).collect::<Vec<_>>();
    assert_eq!(progress, [(4, 4, true), (4, 4, true)]);
}

#[test]
fn a_sweep_gives_each_lambda_and_the_oracles() {
    let (release, faults) =
        gap(r#"{"version": "small-v2", "complete": true, "perfect_forecast_loss": 0.2, "main_cost_weight": 0.01,
        "progress": [{"model": "ann", "scored": 3, "expected": 4, "complete": false, "infrastructure_cases": ["A-2"]}],
        "summaries": [
          {"model": "fixed_router", "coefficient": 0, "cases": 4, "loss": 0.25, "objective": 0.25, "g_cost": 0.05},
          {"model": "fixed_router", "cost_weight": 0.1, "cases": 4, "loss": 0.25, "objective": 0.3},
          {"model": "cost_aware_oracle", "coefficient": 0.1, "cases": 4, "loss": 0.2, "credits": 5, "g_cost": 0.0},
          {"model": "loss_menu_oracle", "cost_weight": 0.1, "loss": 0.19, "credits": 50, "g_cost": 0.04},
          {"model": "free_menu_oracle", "cost_weight": 0.1, "loss": 0.21, "credits": 0, "g_cost": 0.01}]}"#);
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(
        figures(&release.published),
        [
            "fixed_router/Whole Loss 0.25 @summaries[0].loss",
            "fixed_router/Whole Loss 0.25 @summaries[1].loss",
            "fixed_router/Whole Objective(Lambda(0.0)) 0.25 @summaries[0].objective",
            "fixed_router/Whole Objective(Lambda(0.1)) 0.3 @summaries[1].objective",
            "fixed_router/Whole Gap(Lambda(0.0)) 0.05 @summaries[0].g_cost",
            "oracle 0 Loss 0.19 @summaries[3].loss",
            "oracle 0 Credits 50 @summaries[3].credits",
            "oracle 0 Gap(Lambda(0.1)) 0.04 @summaries[3].g_cost",
            "oracle 0.1 Loss 0.2 @summaries[2].loss",
            "oracle 0.1 Credits 5 @summaries[2].credits",
            "oracle 0.1 Gap(Lambda(0.1)) 0 @summaries[2].g_cost",
            "PerfectDemand Loss 0.2 @perfect_forecast_loss",
            "FreeMenu Loss 0.21 @summaries[4].loss",
            "FreeMenu Credits 0 @summaries[4].credits",
            "FreeMenu Gap(Lambda(0.1)) 0.01 @summaries[4].g_cost",
        ]
    );
    let ann = release.published.progress.iter().find(|(id, _)| id.model.as_str() == "ann").expect("ann").1;
    assert_eq!((ann.scored, ann.expected, ann.complete), (3, 4, false));
    assert_eq!(ann.infrastructure_cases, ["A-2"]);
}

#[test]
fn pairs_and_breakdowns_are_read() {
    let (release, faults) = gap(r#"{"version": "small-v2", "case_count": 4, "replications": 100, "seed": 7,
        "breakdowns": [
          {"model": "ann", "dimension": "domain", "group": "cycle_hire", "cases": 1, "loss": 0.5, "perfect_demand_floor": 0.2, "excess_loss": 0.3},
          {"model": "ann", "dimension": "family", "group": "week_ahead", "loss": 0.4},
          {"model": "ann", "dimension": "cohort", "group": "power", "loss": 0.3},
          {"model": "ann", "dimension": "season", "group": "x", "loss": 0.3}],
        "pairs": [{"a": "ann", "b": "fixed_router", "coefficient": 0.01, "objective_difference": -0.1, "ci95": [-0.2, 0.05]},
          {"a": "ann", "b": "bob", "coefficient": 0.01, "objective_difference": 0, "ci95": [0.2, -0.05]}]}"#);
    assert_eq!(
        faults,
        [
            "invalid results/primary-4.json [breakdowns[3].dimension] is `season`, not domain, family or cohort",
            "invalid results/primary-4.json [pairs[1].ci95] runs from 0.2 down to -0.05",
        ]
    );
    assert_eq!(
        figures(&release.published),
        [
            "ann/Cohort(\"power\") Loss 0.3 @breakdowns[2].loss",
            "ann/Domain(\"cycle_hire\") Loss 0.5 @breakdowns[0].loss",
            "ann/Domain(\"cycle_hire\") Floor 0.2 @breakdowns[0].perfect_demand_floor",
            "ann/Domain(\"cycle_hire\") ExcessLoss 0.3 @breakdowns[0].excess_loss",
            "ann/Family(WeekAhead) Loss 0.4 @breakdowns[1].loss",
            "ann - bob Objective(Lambda(0.01)) 0 @pairs[1].objective_difference",
            "ann - fixed_router Objective(Lambda(0.01)) -0.1 @pairs[0].objective_difference",
        ]
    );
    let [interval] = &release.published.intervals[..] else { panic!("one interval") };
    assert_eq!((interval.low, interval.high, interval.source.place.as_str()), (-0.2, 0.05, "pairs[0].ci95"));
    assert_eq!(release.published.interval_method.as_deref(), Some("replications 100, seed 7"));
    assert!(release.published.progress.is_empty());
}

#[test]
fn configurations_pools_and_contrasts_are_read() {
    let (release, faults) = with(
        SCORE_SETTINGS,
        "results/objective-main-4-v3.json",
        r#"{"version": "small-v3", "verified_completion": {"complete": true, "local_scored": 8, "hosted_scored": 0, "complete_cells": 2},
        "summaries": [
          {"config": "q--think1", "pool": "full", "hosted": false, "model": "q", "thinking": true, "valid": 4, "score": 0.5, "calls": 1.5,
            "status": {"completed": 3, "invalid_submission": 1}, "cases_with_credits": 2, "requested_forecast_models": {"chronos2": 2},
            "cohorts": {"power": {"score": 0.4}, "bike": {"score": 0.6}}},
          {"config": "q--think1", "pool": "no_tsfm", "model": "q", "thinking": true, "valid": 4, "score": 0.75,
            "status": {"completed": 3, "infrastructure_stop": 1}}],
        "references": {"perfect_demand": {"loss": 0.2, "score": 0}, "catalog_oracle": {"score": 0.1, "plan_counts": {"chronos2": 1, "weekly_repeat": 3}},
          "free_menu_oracle": {"score": 0.15}, "other": {"score": 1}},
        "access_contrasts": [{"config": "q--think1", "valid_full": 4, "valid_no_tsfm": 4, "differences": {"score": -0.25}, "score_interval95": [-0.5, 0]}],
        "thinking_contrasts": [{"model": "q", "pool": "full", "differences": {"loss": 0.5}, "loss_interval95": [0, 1]}],
        "agent_vs_reference": [{"agent": "h-astra", "reference": "weekly_repeat", "differences": {"credits": 7}}],
        "astra_by_lead": {"day_ahead": {"cases": 3, "score": 0.3, "best_fixed_score": 0.4}}, "think1_tool_calls": {"history": 9},
        "interval_method": {"type": "paired bootstrap", "resamples": 10}}"#,
    );
    assert_eq!(
        faults,
        [
            "invalid results/objective-main-4-v3.json [] `q--think1 (no_tsfm)` has 3 of 4 cases scored, not all 4: it is not ranked",
            "warning results/objective-main-4-v3.json [references.other] a reference that is not known here: not used",
        ]
    );
    assert_eq!(
        figures(&release.published),
        [
            "h-astra/Family(DayAhead) Score 0.3 @astra_by_lead.day_ahead.score",
            "q--think1/Whole Valid 4 @access_contrasts[0].valid_full",
            "q--think1/Whole Valid 4 @summaries[0].valid",
            "q--think1/Whole Score 0.5 @summaries[0].score",
            "q--think1/Whole Calls 1.5 @summaries[0].calls",
            "q--think1/Cohort(\"bike\") Score 0.6 @summaries[0].cohorts.bike.score",
            "q--think1/Cohort(\"power\") Score 0.4 @summaries[0].cohorts.power.score",
            "q--think1 (no_tsfm)/Whole Valid 4 @access_contrasts[0].valid_no_tsfm",
            "q--think1 (no_tsfm)/Whole Valid 4 @summaries[1].valid",
            "q--think1 (no_tsfm)/Whole Score 0.75 @summaries[1].score",
            "h-astra - weekly_repeat Credits 7 @agent_vs_reference[0].differences.credits",
            "q--think1 - q--think0 Loss 0.5 @thinking_contrasts[0].differences.loss",
            "q--think1 - q--think1 (no_tsfm) Score -0.25 @access_contrasts[0].differences.score",
            "PerfectDemand Loss 0.2 @references.perfect_demand.loss",
            "PerfectDemand Score 0 @references.perfect_demand.score",
            "Catalogue Score 0.1 @references.catalog_oracle.score",
            "FreeMenu Score 0.15 @references.free_menu_oracle.score",
        ]
    );
    let told: Vec<String> = release
        .entrants
        .iter()
        .map(|e| format!("{} {:?} {:?} {:?}", e.id, e.role, e.base.as_ref().map(ToString::to_string), e.thinking))
        .collect();
    assert_eq!(
        told,
        [
            "q--think1 Model Some(\"q\") Some(true)",
            "q--think1 (no_tsfm) Model Some(\"q\") Some(true)",
            "q--think0 Model Some(\"q\") Some(false)",
            "h-astra Model None None",
            "weekly_repeat Policy None None",
        ]
    );
    let published = release.published;
    let counts: Vec<_> = published.plan_counts[&Reference::Catalogue].iter().map(|(p, n)| (p.as_str(), *n)).collect();
    assert_eq!(counts, [("chronos2", 1), ("weekly_repeat", 3)]);
    let full = published.progress.values().next().expect("q--think1");
    assert_eq!((full.scored, full.complete, full.paid, full.requested["chronos2"]), (4, true, Some(2), 2));
    assert_eq!((full.statuses["invalid_submission"], full.tools["history"]), (1, 9));
    assert_eq!(published.interval_method.as_deref(), Some("paired bootstrap, resamples 10"));
    let quantities: Vec<Quantity> = published.intervals.iter().map(|interval| interval.quantity).collect();
    assert_eq!(quantities, [Quantity::Loss, Quantity::Score]);
}

#[test]
fn a_file_that_is_not_complete_ranks_nobody() {
    for (from, to, fault) in [
        ("\"complete\": true,\n", "\"complete\": false,\n", "[complete] is not true: nobody in the file is ranked"),
        ("\"complete\": true,\n", "\n", "[complete] is missing: nothing in the file is ranked"),
    ] {
        let (release, faults) = gap(&LEADERBOARD.replacen(from, to, 1));
        assert!(release.published.progress.values().all(|progress| !progress.complete), "{to}");
        assert_eq!(release.published.incomplete_files, ["results/primary-4.json"]);
        assert!(faults.iter().any(|found| found.contains(fault)), "{faults:?}");
    }
}

#[test]
fn a_row_that_is_not_complete_ranks_nobody_else_less() {
    for (from, to, fault) in [
        (
            "\"scored\": 4, \"complete\": true, \"valid\": 3",
            "\"scored\": 3, \"complete\": true, \"valid\": 3",
            "`bob` has 3 of 4 cases scored, not all 4",
        ),
        (
            "\"scored\": 4, \"complete\": true, \"valid\": 3",
            "\"scored\": 4, \"valid\": 3",
            "models[0].complete] is missing",
        ),
        ("\"loss\": 0.5", "\"loss\": \"0.5\"", "models[0].loss] is `0.5`, not a number"),
        ("\"loss\": 0.5", "\"loss\": [0.5]", "models[0].loss] is a list of 1, not a number"),
        ("\"valid\": 3", "\"valid\": -3", "models[0].valid] is -3, not a whole number"),
        ("\"valid\": 3", "\"valid\": true", "models[0].valid] is true, not a whole number"),
        ("\"group\": 1", "\"group\": 7", "models[0].group] is 7, not 0, 1 or 2"),
    ] {
        let (release, faults) = gap(&LEADERBOARD.replacen(from, to, 1));
        let complete: Vec<bool> = release.published.progress.values().map(|progress| progress.complete).collect();
        assert_eq!(complete, [false, true], "{to}");
        assert!(faults.len() == 1 && faults[0].contains(fault), "{fault}: {faults:?}");
    }
}

#[test]
fn two_rows_of_one_model_rank_it_not() {
    let row = r#"{"model": "bob", "scored": 4, "complete": true, "valid": 3, "loss": 0.5, "credits": 10.5, "g_cost": -0.1}, "#;
    let (release, faults) = gap(&LEADERBOARD.replacen("\"models\": [", &format!("\"models\": [{row}"), 1));
    assert_eq!(
        faults,
        ["invalid results/primary-4.json [models[1].model] `bob` has another row in `models`: it is not ranked"]
    );
    assert!(!release.published.progress.values().next().expect("bob").complete);
}

#[test]
fn cohorts_must_be_those_of_the_settings() {
    let (release, faults) = gap(&LEADERBOARD.replacen("{\"power\": {", "{\"boat\": {", 1));
    assert_eq!(
        faults,
        [
            "invalid results/primary-4.json [fixed_references[0].cohorts] lacks `power`",
            "invalid results/primary-4.json [fixed_references[0].cohorts] the settings weigh no cohort `boat`: its figures are not used",
        ]
    );
    assert!(figures(&release.published).iter().all(|figure| !figure.contains("boat")));
}

#[test]
fn what_is_no_json_or_no_known_form_is_not_used() {
    for (text, fault) in [
        (LEADERBOARD.replacen("0.5", "NaN", 1), "broken results/other.json [line 2, column"),
        (LEADERBOARD.replacen("0.5", "1e999", 1), "broken results/other.json [line 2, column"),
        (LEADERBOARD.replacen("\"loss\"", "\"valid\"", 1), "the key `valid` occurs twice"),
        (LEADERBOARD[..200].to_owned(), "broken results/other.json"),
        ("[]".to_owned(), "invalid results/other.json [] is a list of 0, not an object"),
        (r#"{"pareto": []}"#.to_owned(), "warning results/other.json [] no published file of a known form"),
    ] {
        let mut data = Data::default();
        data.put("manifests/settings.json", SETTINGS).put("results/primary-4.json", LEADERBOARD);
        data.put("results/other.json", &text);
        let (release, faults) = data.one();
        assert_eq!(release.published.figures.len(), 14);
        assert!(faults.len() == 1 && faults[0].contains(fault), "{fault}: {faults:?}");
    }
}

#[test]
fn parameters_that_differ_between_files_are_faults() {
    let (_, faults) =
        gap(&LEADERBOARD.replacen('{', r#"{"budget": 999, "cohort_weights": {"power": 0.25, "bike": 0.75}, "#, 1));
    assert_eq!(
        faults,
        [
            "invalid results/primary-4.json [budget] is 999, the release has 1000",
            "invalid results/primary-4.json [cohort_weights] are not those of the release",
        ]
    );
}

#[test]
fn names_that_differ_in_case_only_are_one_file_on_some_systems() {
    let (release, faults) = gap(&LEADERBOARD.replacen("\"bob\"", "\"Ann\"", 1));
    let ids: Vec<String> = release.entrants.iter().map(|entrant| entrant.id.to_string()).collect();
    assert_eq!(ids, ["bob", "Ann", "fixed_router"]);
    assert!(faults.iter().any(|fault| fault.contains("differ in case only")), "{faults:?}");
}
