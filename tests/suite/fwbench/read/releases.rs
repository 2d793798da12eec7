//! Which folder is a dataset, where its releases stand, and what each of them is made of.

use foreboard::domain::fwbench::lambda::Lambda;
use foreboard::domain::fwbench::release::RankingMetric;
use foreboard::read::fwbench::recognises;
use foreboard::source::local;

use super::{Data, SETTINGS, faults};

const ROWS: &str = r#"{"version": "small-v2", "case_count": 4, "ranking_metric": "g_cost", "main_cost_weight": 0.01, "complete": true,
  "models": [{"model": "ann", "label": "Ann", "group": 2, "scored": 4, "complete": true, "valid": 4, "loss": 0.5, "credits": 10, "g_cost": 0.1}]}"#;

/// A release by S.
const SCORED: &str = r#"{"version": "small-v3", "budget": 1000, "cohort_weights": {"power": 0.5, "bike": 0.5},
  "loss_scales": {"electricity": 0.05, "cycle_hire": 0.04}, "case_count": 4}"#;
const SCORES: &str = r#"{"version": "FW", "case_count": 4, "ranking_metric": "score", "complete": true,
  "models": [{"model": "ann--think1", "scored": 4, "complete": true, "valid": 4, "loss": 0.5, "credits": 10, "score": 0.3}]}"#;

fn recognised(files: &[(&str, &str)]) -> bool {
    let mut data = Data::default();
    for (path, text) in files {
        data.put(path, text);
    }
    recognises(&local::open(data.lay_out().path()).expect("a folder"))
}

#[test]
fn a_dataset_is_recognised_by_its_places() {
    for path in [
        "manifests/settings.json",
        "results/primary-1251.json",
        "results/leaderboard.json",
        "results/objective-main-1251-v3.json",
        "leaderboard/results.json",
        "evaluation.json",
        "outcomes.csv",
        "outcomes.jsonl",
        "objective-main-1251-v3/leaderboard/results.json",
    ] {
        assert!(recognised(&[(path, "")]), "{path}");
        assert!(!recognised(&[(path, ""), ("site/index.json", "")]), "{path} in a dataset of the layout runs");
        assert!(!recognised(&[(path, ""), ("index.json", "")]), "{path} in a dataset of the layout runs");
    }
    assert!(recognised(&[("manifests/cases.json", ""), ("runs/ann/A-1/ledger.json", "")]));
    for path in ["README.md", "results/other.json", "runs/ann/A-1/ledger.json", "manifests/cases.json", "results.csv"] {
        assert!(!recognised(&[(path, "")]), "{path}");
    }
}

#[test]
fn two_trees_in_one_folder_are_two_releases_the_root_first() {
    let mut data = Data::default();
    data.put("manifests/settings.json", SETTINGS).put("results/primary-4.json", ROWS);
    data.put("a-v3/manifests/settings.json", SCORED).put("a-v3/leaderboard/results.json", SCORES);
    let benchmark = data.read();
    assert_eq!(faults(&benchmark), Vec::<String>::new());
    let told: Vec<_> = benchmark
        .releases
        .iter()
        .map(|release| (release.id.as_str(), release.root.as_str(), release.metric, release.case_count))
        .collect();
    assert_eq!(told, [("small-v2", "", RankingMetric::Gap, 4), ("small-v3", "a-v3", RankingMetric::Score, 4)]);
    let (gap, score) = (&benchmark.releases[0].settings, &benchmark.releases[1].settings);
    assert_eq!(gap.main_lambda.map(Lambda::get), Some(0.01));
    assert_eq!(gap.lambdas.iter().map(|lambda| lambda.get()).collect::<Vec<_>>(), [0.0, 0.01, 0.1]);
    assert_eq!((score.main_lambda, score.lambdas.len(), score.loss_scales.len()), (None, 0, 2));
    assert_eq!(benchmark.files.found, 4);
    assert_eq!(benchmark.files.read, 4);
}

#[test]
fn files_of_another_metric_or_number_of_cases_never_join() {
    let mut data = Data::default();
    data.put("manifests/settings.json", SETTINGS).put("results/primary-4.json", ROWS);
    data.put("configs/v3.json", SCORED).put("results/leaderboard.json", SCORES);
    data.put(
        "results/primary-5.json",
        ROWS.replace("\"case_count\": 4", "\"case_count\": 5").replace("\"scored\": 4", "\"scored\": 5"),
    );
    let benchmark = data.read();
    assert_eq!(faults(&benchmark), Vec::<String>::new());
    let told: Vec<_> =
        benchmark.releases.iter().map(|release| (release.id.as_str(), release.metric, release.case_count)).collect();
    assert_eq!(
        told,
        [
            ("small-v2", RankingMetric::Gap, 4),
            ("small-v2-2", RankingMetric::Gap, 5),
            ("small-v3", RankingMetric::Score, 4)
        ]
    );
}

#[test]
fn the_oldest_files_have_settings_of_their_own() {
    let mut data = Data::default();
    data.put("manifests/settings.json", SETTINGS).put("results/primary-4.json", ROWS);
    data.put(
        "configs/cost-aware-v2.json",
        r#"{"metric": "cost-aware-gap-v2", "budget": 2000, "main_weight": 0.03, "weights": [0, 0.03], "menu": ["weekly_repeat"]}"#,
    );
    data.put(
        "results/cost-aware-v2.json",
        r#"{"version": "cost-aware-gap-v2", "complete": true, "summaries": [{"model": "fixed_dev_route", "cost_weight": 0.03,
          "cases": 3, "loss": 0.5, "credits": 0, "objective": 0.5, "g_cost": 0.1, "cohorts": {"power": {"loss": 0.5, "credits": 0}}}]}"#,
    );
    let benchmark = data.read();
    assert_eq!(faults(&benchmark), Vec::<String>::new());
    let [old, new] = &benchmark.releases[..] else { panic!("two releases") };
    assert_eq!(
        (old.id.as_str(), old.case_count, new.id.as_str(), new.case_count),
        ("cost-aware-gap-v2", 3, "small-v2", 4)
    );
    assert_eq!((old.settings.budget.credits(), new.settings.budget.credits()), (2000, 1000));
    // All of its cases are of one cohort, so that one weighs 1.
    let weights: Vec<_> =
        old.settings.cohort_weights.iter().map(|(cohort, weight)| (cohort.as_str(), *weight)).collect();
    assert_eq!(weights, [("power", 1.0)]);
    assert_eq!(old.settings.main_lambda.map(Lambda::get), Some(0.03));
}

#[test]
fn the_generation_follows_from_the_metric_and_an_unknown_one_is_refused() {
    let mut data = Data::default();
    data.put("manifests/settings.json", SETTINGS).put("results/primary-4.json", ROWS);
    data.put("results/leaderboard.json", SCORES.replace("\"score\", \"complete\"", "\"crps\", \"complete\""));
    let (release, faults) = data.one();
    assert_eq!(release.metric, RankingMetric::Gap);
    assert_eq!(
        faults,
        ["invalid results/leaderboard.json [ranking_metric] is `crps`, which is none of loss, g_cost, score"]
    );
}

#[test]
fn old_names_of_parameters_are_read() {
    let mut data = Data::small();
    data.put("outcomes.csv", "case_id,model,valid,loss,credits\n");
    data.swap("manifests/settings.json", "main_cost_weight", "main_weight");
    data.swap("manifests/settings.json", "cost_weights", "weights");
    let settings = data.sound().settings;
    assert_eq!(settings.main_lambda.map(Lambda::get), Some(0.01));
    assert_eq!(settings.lambdas.len(), 3);
}

#[test]
fn where_the_settings_are_silent_the_published_file_speaks() {
    let mut data = Data::default();
    data.put(
        "results/objective.json",
        SCORES.replace("\"case_count\": 4", &SCORED[1..SCORED.len() - 1].replace("\"version\": \"small-v3\",", "")),
    );
    let release = data.sound();
    assert_eq!((release.id.as_str(), release.settings.budget.credits()), ("FW", 1000));
    assert_eq!(release.settings.loss_scales.len(), 2);
}

#[test]
fn the_domain_of_a_cohort_is_told_by_its_name_where_there_is_no_index() {
    let mut data = Data::default();
    let settings = SCORED.replace("\"power\"", "\"electricity-july\"").replace("\"bike\"", "\"cycle-hire-may\"");
    data.put("manifests/settings.json", settings).put("leaderboard/results.json", SCORES);
    let told: Vec<String> =
        data.sound().settings.cohort_domains.iter().map(|(cohort, domain)| format!("{cohort} {domain}")).collect();
    assert_eq!(told, ["cycle-hire-may cycle_hire", "electricity-july electricity"]);
}

#[test]
fn settings_that_cannot_be_used_stop_the_build_when_no_release_is_left() {
    for (from, to, why) in [
        ("\"power\": 0.5", "\"power\": 0.4", "`manifests/settings.json`, cohort_weights: sum to 0.9, not to 1"),
        ("\"power\": 0.5", "\"power\": -0.5", "`manifests/settings.json`, cohort_weights.power: is -0.5"),
        ("\"power\": 0.5, \"bike\": 0.5", "\"power\": 1.0, \"bike\": 0", "cohort_weights.bike: is 0"),
        ("\"power\": 0.5", "\"power\": \"0.5\"", "cohort_weights.power: is `0.5`, not a number"),
        ("\"power\": 0.5", "\"power\": NaN", "not JSON"),
        ("\"power\": 0.5", "\"../power\": 0.5", "is no id"),
        ("\"budget\": 1000", "\"budget\": 0", "budget: is 0"),
        ("\"budget\": 1000", "\"budget\": 1.5", "budget: is 1.5, not a whole number"),
        ("\"budget\": 1000", "\"budget\": true", "budget: is true, not a whole number"),
        ("0.01,", "-0.01,", "main_cost_weight: is -0.01"),
        ("0.01,", "true,", "main_cost_weight: is true, not a number"),
        ("[0, 0.01", "[0.1, 0.01", "cost_weights: names a weight twice"),
        ("\"budget\"", "\"version\"", "the key `version` occurs twice"),
    ] {
        let mut data = Data::small();
        data.put("outcomes.csv", "case_id,model,valid,loss,credits\n").swap("manifests/settings.json", from, to);
        let error = data.try_read().expect_err(why);
        assert!(error.contains("has no release that can be used"), "{error}");
        assert!(error.contains(why), "{why}: {error}");
    }
}

#[test]
fn settings_that_cannot_be_used_cost_only_their_own_release() {
    let mut data = Data::default();
    data.put("manifests/settings.json", SETTINGS.replace("\"power\": 0.5", "\"power\": 0.6"));
    data.put("results/primary-4.json", ROWS);
    data.put("v3/manifests/settings.json", SCORED).put("v3/leaderboard/results.json", SCORES);
    let (release, faults) = data.one();
    assert_eq!(release.root, "v3");
    assert_eq!(
        faults,
        [
            "invalid manifests/settings.json [] the release of 4 cases ranked by g_cost is left out: `cohort_weights` of \
             `manifests/settings.json` cannot be used",
            "invalid manifests/settings.json [cohort_weights] sum to 1.1, not to 1",
        ]
    );
}

#[test]
fn nothing_at_all_is_an_error_with_a_way_out() {
    let error = Data::default().put("README.md", "").try_read().expect_err("nothing");
    assert!(error.contains("has no release that can be used"), "{error}");
    let error = Data::default().put("manifests/settings.json", SETTINGS).try_read().expect_err("settings alone");
    assert!(error.contains("has no release that can be used"), "{error}");
}

#[test]
fn versions_become_ids_that_are_paths() {
    for (version, id) in [("../a b/ü", "a-b"), ("index", "release-index"), ("", "unnamed"), ("CON.1", "release-CON.1")]
    {
        let mut data = Data::small();
        data.put("outcomes.csv", "case_id,model,valid,loss,credits\n");
        data.swap("manifests/settings.json", "small-v2", version);
        let (release, _) = data.one();
        assert_eq!(release.id.as_str(), id, "{version}");
    }
}
