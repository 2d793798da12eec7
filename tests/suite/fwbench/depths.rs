//! One synthetic release at three depths gives the same numbers, and a direct double loop over its files gives them again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use foreboard::check;
use foreboard::config::{Config, Layout};
use foreboard::demo::{self, FwbenchSize};
use foreboard::pipeline::{self, Data, Timings};
use foreboard::site::chapter::Chapter;
use foreboard::site::fwbench::chapter::Fwbench;
use foreboard::site::fwbench::export;
use foreboard::site::fwbench::track::Track;
use foreboard::site::page::Download;
use foreboard::tree::Tree;
use serde_json::{Value, json};

use crate::reference::{Silent, at};

const SIZE: FwbenchSize = FwbenchSize { cases: 24, models: 7, seed: 3 };

/// The JSON of a dataset's results, and the files its site offers.
fn results(dataset: &Path) -> (Value, Vec<Download>) {
    let config = Config::for_dataset(dataset, Layout::Fwbench);
    let (track, mut timings) = (&config.tracks[0], Timings::default());
    let Data::Fwbench(benchmark) = pipeline::read(track, &Silent, &mut timings).expect("the dataset is read") else {
        panic!("another layout");
    };
    let results = pipeline::fwbench::score(&benchmark, track, &Silent, &mut timings);
    let downloads = Fwbench::new(Track::new(track, &results, true)).downloads();
    (export::json(&results), downloads)
}

fn raw(dir: &Path) -> std::path::PathBuf {
    let raw = dir.join("raw");
    demo::write_fwbench(&raw, &SIZE).expect("the demo is written");
    raw
}

/// Only what names and weighs the cases.
fn copy_manifests(from: &Path, to: &Path) {
    fs::create_dir_all(to.join("manifests")).expect("a folder");
    for file in ["manifests/settings.json", "manifests/cases.json"] {
        fs::copy(from.join(file), to.join(file)).expect("a manifest");
    }
}

fn download<'a>(downloads: &'a [Download], name: &str) -> &'a [u8] {
    let found = downloads.iter().find(|file| file.path.as_str().ends_with(&format!("/{name}")));
    &found.unwrap_or_else(|| panic!("no {name}")).bytes
}

/// The published files that a release with these results would have.
fn published(release: &Value) -> (Value, Value) {
    let ranked: Vec<&Value> =
        release["models"].as_array().unwrap().iter().filter(|model| model["loss"].is_number()).collect();
    let cohorts = |model: &Value| {
        let cohorts = model["cohorts"].as_object().unwrap().iter();
        Value::Object(
            cohorts.map(|(id, of)| (id.clone(), json!({"loss": of["loss"], "credits": of["credits"]}))).collect(),
        )
    };
    let main = release["main_lambda"].to_string();
    let models: Vec<Value> = ranked
        .iter()
        .filter(|model| model["role"] == "model")
        .map(|model| {
            json!({"model": model["model"], "label": model["label"], "group": 1, "scored": model["cases"], "complete": true, "valid": model["valid"],
                   "loss": model["loss"], "credits": model["credits"], "g_cost": model["g"][&main]})
        })
        .collect();
    let mut summaries = Vec::new();
    for point in release["oracle"].as_array().unwrap() {
        let lambda = point["lambda"].as_f64().unwrap().to_string();
        for model in &ranked {
            summaries.push(json!({"model": model["model"], "coefficient": point["lambda"], "cases": model["cases"], "loss": model["loss"],
                "credits": model["credits"], "g_cost": model["g"][&lambda], "objective": model["objective"][&lambda],
                "valid": model["valid"], "cohorts": cohorts(model), "case_weighted_loss": model["case_weighted_loss"]}));
        }
        summaries.push(json!({"model": "cost_aware_oracle", "coefficient": point["lambda"], "cases": release["cases"], "loss": point["loss"],
            "credits": point["credits"], "g_cost": 0.0}));
    }
    let head = json!({"version": release["version"], "case_count": release["cases"], "ranking_metric": "g_cost", "main_cost_weight": release["main_lambda"],
        "complete": true, "models": models, "fixed_references": []});
    let sweep = json!({"version": release["version"], "complete": true, "main_cost_weight": release["main_lambda"], "progress": [],
        "summaries": summaries});
    (head, sweep)
}

fn write(dir: &Path, path: &str, bytes: impl AsRef<[u8]>) {
    let file = dir.join(path);
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(file, bytes).expect("a file");
}

fn write_published(dir: &Path, release: &Value) {
    let (head, sweep) = published(release);
    write(dir, "results/primary.json", head.to_string());
    write(dir, "results/primary-sensitivity.json", sweep.to_string());
}

/// Every number below two values, by path; numbers within 1e-12 relative.
fn assert_same(ours: &Value, theirs: &Value, path: &str) {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) => {
            let (ours, theirs) = (ours.as_f64().unwrap(), theirs.as_f64().unwrap());
            assert!((ours - theirs).abs() <= 1e-12 * theirs.abs().max(1.0), "{path}: {ours} is not {theirs}");
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            let keys: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
            // Which forecasts were asked for stands in ledgers only.
            for key in keys.into_iter().filter(|key| *key != "requested") {
                let of = |side: &serde_json::Map<String, Value>| side.get(key).cloned().unwrap_or(Value::Null);
                assert_same(&of(ours), &of(theirs), &format!("{path}.{key}"));
            }
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            assert_eq!(ours.len(), theirs.len(), "{path}");
            ours.iter().zip(theirs).enumerate().for_each(|(at, (a, b))| assert_same(a, b, &format!("{path}[{at}]")));
        }
        (ours, theirs) => assert_eq!(ours, theirs, "{path}"),
    }
}

#[test]
fn a_release_gives_the_same_numbers_at_each_depth() {
    let dir = tempfile::tempdir().expect("a folder");
    let raw = raw(dir.path());
    let (deep, downloads) = results(&raw);
    let release = &deep["releases"][0];
    assert_eq!(release["depth"], "raw");

    let tabled = dir.path().join("tabled");
    copy_manifests(&raw, &tabled);
    write(&tabled, "outcomes.csv", download(&downloads, "outcomes.csv"));
    write(&tabled, "menu.csv", download(&downloads, "menu.csv"));
    let (table, _) = results(&tabled);
    assert_eq!(table["releases"][0]["depth"], "outcomes");
    for key in ["models", "oracle", "crossings", "best_lambda", "pareto_layers", "differences"] {
        assert_same(&table["releases"][0][key], &release[key], key);
    }

    let aggregated = dir.path().join("aggregated");
    copy_manifests(&raw, &aggregated);
    fs::remove_file(aggregated.join("manifests/cases.json")).expect("the index");
    write_published(&aggregated, release);
    let (aggregates, _) = results(&aggregated);
    let shallow = &aggregates["releases"][0];
    assert_eq!(shallow["depth"], "aggregates");
    for key in ["crossings", "best_lambda", "pareto_layers"] {
        assert_same(&shallow[key], &release[key], key);
    }
    let of = |release: &Value| -> BTreeMap<String, Value> {
        let models = release["models"].as_array().unwrap().iter().filter(|model| model["loss"].is_number());
        models.map(|model| (model["model"].as_str().unwrap().to_owned(), model.clone())).collect()
    };
    let (shallow, deep) = (of(shallow), of(release));
    assert_eq!(shallow.keys().collect::<Vec<_>>(), deep.keys().collect::<Vec<_>>());
    assert!(5 <= deep.len(), "models and policies: {deep:?}");
    for (name, ours) in &shallow {
        for key in ["loss", "credits", "objective", "g", "rank", "valid"] {
            assert_same(&ours[key], &deep[name][key], &format!("{name}.{key}"));
        }
    }
}

#[test]
fn depths_that_stand_together_are_checked_against_each_other() {
    let dir = tempfile::tempdir().expect("a folder");
    let raw = raw(dir.path());
    let (deep, downloads) = results(&raw);
    write(&raw, "outcomes.csv", download(&downloads, "outcomes.csv"));
    write(&raw, "menu.csv", download(&downloads, "menu.csv"));
    write_published(&raw, &deep["releases"][0]);
    let (all, files) = results(&raw);
    let counts = &all["agreement"];
    assert_eq!(counts["different"], 0, "{counts}");
    // 24 outcomes of each of five models and more: loss, credits, validity; the menus; and what was published.
    assert!(500 < counts["equal"].as_u64().unwrap(), "{counts}");
    assert_eq!(disagreements(files), Vec::<String>::new());

    // One published loss, and one row of the table.
    let path = raw.join("results/primary.json");
    let mut head: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    head["models"][0]["loss"] = json!(head["models"][0]["loss"].as_f64().unwrap() + 1e-6);
    fs::write(&path, head.to_string()).unwrap();
    let path = raw.join("menu.csv");
    let menu = fs::read_to_string(&path).unwrap();
    let changed = menu.lines().enumerate().map(|(at, line)| {
        let mut cells: Vec<&str> = line.split(',').collect();
        if at == 1 {
            cells[2] = "123.5";
        }
        cells.join(",") + "\n"
    });
    fs::write(&path, changed.collect::<String>()).unwrap();
    let (wrong, files) = results(&raw);
    assert_eq!(wrong["agreement"]["different"], 2, "{}", wrong["agreement"]);
    let found = disagreements(files);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().any(|line| line.contains("`results/primary.json`, models[0].loss")), "{found:?}");
}

fn disagreements(files: Vec<Download>) -> Vec<String> {
    let mut tree = Tree::default();
    for file in files {
        tree.insert(file.path, file.bytes).expect("distinct paths");
    }
    check::disagreements(&tree).iter().map(ToString::to_string).collect()
}

#[test]
fn a_menu_that_lacks_a_plan_gives_no_smaller_minimum() {
    let dir = tempfile::tempdir().expect("a folder");
    let raw = raw(dir.path());
    let (_, downloads) = results(&raw);
    let tabled = dir.path().join("tabled");
    copy_manifests(&raw, &tabled);
    write(&tabled, "outcomes.csv", download(&downloads, "outcomes.csv"));
    let menu = String::from_utf8(download(&downloads, "menu.csv").to_vec()).unwrap();
    let (lines, mut left) = (menu.lines().count(), Vec::new());
    left.extend(menu.lines().enumerate().filter(|(at, _)| *at != lines / 2).map(|(_, line)| format!("{line}\n")));
    write(&tabled, "menu.csv", left.concat());
    let (all, _) = results(&tabled);
    let release = &all["releases"][0];
    assert_eq!(release["oracle"], json!([]), "{}", release["oracle"]);
    let models = release["models"].as_array().unwrap();
    assert!(models.iter().all(|model| model["g"] == json!({})), "{models:?}");
    // J needs no menu, so the order stands.
    assert!(models.iter().any(|model| model["rank"]["0.01"] == 1));
}

#[test]
fn a_version_that_is_a_page_of_the_site_names_no_folder() {
    let dir = tempfile::tempdir().expect("a folder");
    let raw = raw(dir.path());
    let path = raw.join("manifests/settings.json");
    let mut settings: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    for (version, id) in [("data.html", "release-data"), ("Methods", "release-Methods"), ("v1", "v1")] {
        settings["version"] = json!(version);
        fs::write(&path, settings.to_string()).unwrap();
        assert_eq!(results(&raw).0["releases"][0]["release"], id);
    }
    settings["cost_weights"] = (0..51).map(|at| json!(f64::from(at) / 1000.0)).collect();
    fs::write(&path, settings.to_string()).unwrap();
    let read = pipeline::read(&Config::for_dataset(&raw, Layout::Fwbench).tracks[0], &Silent, &mut Timings::default());
    let message = read.expect_err("too many").to_string();
    assert!(message.contains("cost_weights: has 51 weights, at most 50 can be shown"), "{message}");
}

#[test]
fn a_site_without_an_agreement_cannot_be_told_to_agree() {
    let found = check::disagreements(&Tree::default());
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("no such file"), "{}", found[0]);
}

/// Weights, J, the menu's minimum and G by loops over the files alone.
#[test]
fn a_direct_double_loop_gives_the_same_gap() {
    let dir = tempfile::tempdir().expect("a folder");
    let raw = raw(dir.path());
    let (deep, downloads) = results(&raw);
    let release = &deep["releases"][0];
    let read = |path: &str| -> Value { serde_json::from_slice(&fs::read(raw.join(path)).unwrap()).unwrap() };
    let (settings, index) = (read("manifests/settings.json"), read("manifests/cases.json"));
    let budget = settings["budget"].as_f64().unwrap();
    let text = |case: &Value, key: &str| case[key].as_str().unwrap().to_owned();
    let group = |case: &Value| (text(case, "cohort"), text(case, "authority"), text(case, "family"));
    let cases = index["cases"].as_array().unwrap();
    let weight = |case: &Value| {
        let members = cases.iter().filter(|other| group(other) == group(case)).count() as f64;
        let groups: BTreeSet<_> =
            cases.iter().map(group).filter(|(cohort, _, _)| *cohort == text(case, "cohort")).collect();
        settings["cohort_weights"][text(case, "cohort")].as_f64().unwrap() / groups.len() as f64 / members
    };
    let rows = |name: &str| -> Vec<Vec<String>> {
        let text = String::from_utf8(download(&downloads, name).to_vec()).unwrap();
        text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let (outcomes, menu) = (rows("outcomes.csv"), rows("menu.csv"));
    let mut compared = 0;
    for lambda in settings["cost_weights"].as_array().unwrap().iter().map(|lambda| lambda.as_f64().unwrap()) {
        let objective = |loss: &str, credits: &str| {
            loss.parse::<f64>().unwrap() + lambda * credits.parse::<f64>().unwrap() / budget
        };
        for model in release["models"].as_array().unwrap().iter().filter(|model| model["loss"].is_number()) {
            let name = model["model"].as_str().unwrap();
            let gap: f64 = cases
                .iter()
                .map(|case| {
                    let id = text(case, "case_id");
                    let own = outcomes.iter().find(|row| row[0] == id && row[1] == name).unwrap();
                    let plans = menu.iter().filter(|row| row[0] == id && row[3].parse::<f64>().unwrap() <= budget);
                    let best = plans.map(|row| objective(&row[2], &row[3])).fold(f64::INFINITY, f64::min);
                    weight(case) * (objective(&own[5], &own[6]) - best)
                })
                .sum();
            let ours = model["g"][lambda.to_string()].as_f64().unwrap();
            assert!((ours - gap).abs() < 1e-12, "{name} at {lambda}: {ours} is not {gap}");
            compared += 1;
        }
    }
    assert!(30 <= compared, "{compared}");
}

#[test]
fn the_default_site_agrees_with_everything_that_was_published() {
    let (all, _) = results(&at("data/fwbench"));
    let counts = &all["agreement"];
    // 2,656 figures: the files of two generations, the ends of intervals among them.
    assert_eq!(counts["different"], 0, "{counts}");
    assert!(900 < counts["equal"].as_u64().unwrap(), "{counts}");
    let [gap, score] = all["releases"].as_array().unwrap().as_slice() else { panic!("two releases") };
    let find = |release: &Value, model: &str| {
        release["models"]
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["model"] == model && row["pool"] == "full")
            .unwrap()
            .clone()
    };
    // As the upstream board shows them.
    assert_eq!(find(gap, "gpt-6-astra")["rank"]["0.01"], 1);
    assert_eq!(find(gap, "qwen36-35b-a3b-q4")["rank"]["0.01"], 12);
    assert!((find(gap, "gpt-6-astra")["g"]["0.01"].as_f64().unwrap() - 0.026_858_409_652_657_487).abs() < 1e-9);
    assert!((find(score, "gpt-6-astra")["s"].as_f64().unwrap() - 0.396_401_565_987_337_5).abs() < 1e-9);
    let best: Vec<&str> =
        gap["best_lambda"].as_array().unwrap().iter().map(|best| best["system"].as_str().unwrap()).collect();
    assert_eq!(best, ["fixed_chronos2", "fixed_router", "fixed_empirical"]);
    assert_eq!(gap["models"].as_array().unwrap().len(), 15);
}
