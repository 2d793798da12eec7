//! The files of a track: keys as documented, full precision, null where undefined, tables that read back.

use foreboard::site::fwbench::track::Track;
use foreboard::site::fwbench::{agreement, export};
use serde_json::{Value, json};

use super::example;

fn with(check: impl FnOnce(&Track, Value)) {
    let benchmark = example::benchmark();
    let results = example::results(&benchmark);
    let config = example::config();
    let track = Track::new(&config.tracks[0], &results, false);
    check(&track, export::json(&results));
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn the_json_of_a_track_has_the_documented_keys() {
    with(|_, value| {
        assert_eq!(keys(&value), ["agreement", "dataset", "faults", "releases", "schema", "track"]);
        assert_eq!(value["schema"], "foreboard-fwbench-1");
        assert_eq!(value["dataset"], json!({"source": "bench", "commit": null, "digest": "ab".repeat(32)}));
        assert_eq!(value["agreement"], json!({"equal": 1, "different": 1, "published_only": 3, "not_recomputable": 1}));
        let release = &value["releases"][0];
        assert_eq!(
            keys(release),
            [
                "agreement",
                "best_lambda",
                "budget",
                "cases",
                "crossings",
                "depth",
                "differences",
                "disagreements",
                "floors_from",
                "lambdas",
                "main_lambda",
                "metric",
                "missing",
                "models",
                "oracle",
                "oracle_basis",
                "pareto_layers",
                "references",
                "release",
                "unsupported",
                "version"
            ]
        );
        assert_eq!(release["metric"], "g_cost");
        assert_eq!(release["depth"], "raw");
        assert_eq!(release["main_lambda"], json!(0.01));
        assert_eq!(release["lambdas"], json!([0.0, 0.01, 0.1]));
        assert_eq!(release["crossings"], json!([{"a": "astra--think1", "b": "astra--think0", "lambda": 0.25565}]));
        assert_eq!(
            release["best_lambda"],
            json!([{"system": "astra--think1", "from": 0.0, "to": 0.25565}, {"system": "astra--think0", "from": 0.25565, "to": null}])
        );
        assert_eq!(release["pareto_layers"], json!([["astra--think1", "astra--think0"], ["fixed_empirical"]]));
        assert_eq!(release["oracle"][1]["credits"], json!(50.0));
        assert_eq!(
            release["differences"],
            json!([{"a": "astra--think1", "b": "fixed_empirical", "quantity": "objective", "lambda": 0.01, "difference": -0.028_256_8,
                    "low": -0.031, "high": -0.021, "published_low": -0.03, "published_high": -0.02}])
        );
        assert_eq!(
            release["missing"],
            json!([{"model": "nano", "pool": "full", "case": "BPAT-2026-07-17-week_ahead", "reason": "no run"},
                   {"model": "nano", "pool": "full", "case": "TFL-001075-2026-05-03-day_ahead",
                    "reason": "stopped by the infrastructure, waits for a replay"}])
        );
        assert_eq!(value["faults"][0]["place"], "spent");
    });
}

#[test]
fn a_model_has_its_figures_and_an_unranked_one_its_reason() {
    with(|_, value| {
        let models = &value["releases"][0]["models"];
        let astra = &models[0];
        for key in [
            "model",
            "pool",
            "label",
            "role",
            "group",
            "ranked",
            "reason",
            "valid",
            "cases",
            "loss",
            "credits",
            "objective",
            "g",
            "s",
            "normalized_excess",
            "budget_fraction",
            "rank",
            "rank_by_metric",
            "cohorts",
            "domains",
            "leads",
            "case_weighted_loss",
        ] {
            assert!(astra.get(key).is_some(), "{key}");
        }
        assert_eq!(astra["ranked"], true);
        assert_eq!(astra["reason"], Value::Null);
        assert_eq!(astra["loss"], json!(0.031));
        assert_eq!(astra["objective"]["0.01"], json!(0.031 + 0.01 * 8452.0 / 113_726.0));
        assert_eq!(astra["g"]["0"], json!(0.031 - 0.0375));
        assert_eq!(astra["rank"], json!({"0": 1, "0.01": 1, "0.1": 1}));
        assert_eq!(astra["cohorts"]["july"]["credits"], json!(8452.0));
        assert_eq!(keys(&astra["leads"]), ["day_ahead"]);
        assert_eq!(astra["group"], "LLM");
        assert_eq!(models[1]["pool"], "no_tsfm");
        let nano = &models[3];
        assert_eq!(nano["ranked"], false);
        assert_eq!(nano["reason"], "2 of 4 cases scored");
        assert_eq!((&nano["loss"], &nano["s"], &nano["rank_by_metric"]), (&Value::Null, &Value::Null, &Value::Null));
        assert_eq!((&nano["objective"], &nano["cohorts"]), (&json!({}), &json!({})));
        assert_eq!(models[4]["reason"], "a fixed policy is never ranked");
        let published = &value["releases"][1];
        assert_eq!((&published["main_lambda"], &published["oracle"]), (&Value::Null, &json!([])));
        assert_eq!(published["models"][0]["s"], Value::Null);
    });
}

#[test]
fn every_download_stands_at_its_place_once() {
    with(|track, _| {
        let files = export::downloads(track);
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(
            paths,
            [
                "fwbench/agreement.json",
                "fwbench/agreement.csv",
                "fwbench/v2/scores.csv",
                "fwbench/v2/scores.json",
                "fwbench/v2/outcomes.csv",
                "fwbench/v2/menu.csv",
                "fwbench/v3/scores.csv",
                "fwbench/v3/scores.json",
            ]
        );
        let named: Vec<String> = export::names(track).into_iter().map(|(_, path)| path.to_string()).collect();
        let mut sorted = (paths.clone(), named.iter().map(String::as_str).collect::<Vec<_>>());
        sorted.0.sort_unstable();
        sorted.1.sort_unstable();
        assert_eq!(sorted.0, sorted.1, "every download is named, and every name leads somewhere");
    });
}

#[test]
fn the_tables_of_cases_are_in_the_form_of_the_input() {
    with(|track, _| {
        let release = &track.results.releases[0];
        let text = export::outcomes(release);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let head: Vec<String> = reader.headers().expect("a head").iter().map(str::to_owned).collect();
        assert_eq!(
            head,
            ["case_id", "model", "pool", "status", "valid", "loss", "credits", "calls", "format_rejection", "floor"]
        );
        let rows: Vec<Vec<String>> =
            reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect();
        // Five outcomes in each of four cases, but Nano has no run of the third.
        assert_eq!(rows.len(), 19);
        assert_eq!(
            rows[1],
            [
                "AECI-2026-07-23-day_ahead",
                "astra--think1",
                "full",
                "completed",
                "true",
                "0.031",
                "8452",
                "2",
                "",
                "0.02"
            ]
        );
        assert_eq!(
            rows[2],
            [
                "AECI-2026-07-23-day_ahead",
                "astra--think1",
                "no_tsfm",
                "invalid_submission, twice",
                "false",
                "1.75",
                "0",
                "",
                "ambiguous_candidates",
                "0.02"
            ]
        );
        let broken_off = rows.last().expect("rows");
        assert_eq!(broken_off[1], "nano");
        assert_eq!(broken_off[4..7], ["", "", ""]);
        assert_eq!(
            export::menu(release).lines().take(4).collect::<Vec<_>>(),
            [
                "case_id,policy,loss,credits",
                "AECI-2026-07-23-day_ahead,chronos2,0.03,103806",
                "AECI-2026-07-23-day_ahead,timesfm25,0.01,1187691",
                "AECI-2026-07-23-day_ahead,weekly_repeat,0.038,0",
            ]
        );
        assert_eq!(export::menu(release).lines().count(), 1 + 3 * 3, "the fourth case has no menu");
    });
}

#[test]
fn the_csv_has_a_row_an_entrant_in_full_precision() {
    with(|track, _| {
        let text = export::csv(&[track.results]);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let head: Vec<String> = reader.headers().expect("a head").iter().map(str::to_owned).collect();
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), 10);
        let cell = |row: usize, key: &str| {
            let at = head.iter().position(|name| name == key).unwrap_or_else(|| panic!("no {key}"));
            rows[row][at].to_owned()
        };
        assert_eq!(cell(0, "objective").parse::<f64>(), Ok(0.031 + 0.01 * 8452.0 / 113_726.0));
        assert_eq!((cell(0, "rank"), cell(0, "ranked")), ("1".to_owned(), "true".to_owned()));
        assert_eq!((cell(3, "loss"), cell(3, "reason")), (String::new(), "2 of 4 cases scored".to_owned()));
        assert_eq!(cell(5, "release"), "v3");
    });
}

#[test]
fn the_agreement_file_lists_what_differs_with_both_values_and_the_place() {
    with(|track, _| {
        let file = agreement::file(track);
        let value: Value = serde_json::from_slice(&file.bytes).expect("JSON");
        assert_eq!(value["schema"], "foreboard-agreement-1");
        assert_eq!(value["track"], "fwbench");
        assert_eq!(value["counts"]["different"], 1);
        assert_eq!(
            value["releases"],
            json!([
                {"release": "v2", "counts": {"equal": 1, "different": 1, "published_only": 3, "not_recomputable": 1},
                 "differences": [{"subject": "astra--think1", "quantity": "g_cost", "lambda": 0.01, "published": -0.006, "ours": -0.005_756_8,
                                  "tolerance": 5e-5, "file": "results/primary-1251.json", "place": "models[0].loss"}]},
                {"release": "v3", "counts": {"equal": 0, "different": 0, "published_only": 0, "not_recomputable": 0}, "differences": []},
            ])
        );
        let table = agreement::table_file(track);
        let text = String::from_utf8(table.bytes).expect("text");
        assert_eq!(text.lines().count(), 1 + 4 + 2, "every figure and both ends of the interval");
        assert!(text.contains(
            "v2,hindsight menu,credits,0.01,,12.5,,,not_recomputable,results/primary-1251.json,models[0].loss\n"
        ));
        assert!(text.contains("v2,astra--think1 minus fixed_empirical,objective,0.01,low,-0.03,,,published_only,"));
    });
}
