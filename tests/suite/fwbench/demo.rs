//! The synthetic raw release: same seed, same bytes; cases, groups and weights of the published index; files that agree with each other; plans good and
//! bad as they are meant.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use foreboard::demo::{self, FwbenchSize};
use foreboard::error::Exit;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

type Files = BTreeMap<String, Vec<u8>>;

/// A release with every character that a model can have.
static WHOLE_CAST: LazyLock<Files> = LazyLock::new(|| files(FwbenchSize { models: 8, ..FwbenchSize::default() }));

fn files(size: FwbenchSize) -> Files {
    let mut files = Files::new();
    demo::each_fwbench_file(&size, &mut |path, bytes| {
        assert!(files.insert(path.to_owned(), bytes.to_vec()).is_none(), "{path} is written twice");
        Ok(())
    })
    .unwrap();
    files
}

fn on_disk(root: &Path, folder: &Path, found: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            on_disk(root, &path, found);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            found.insert(name, fs::read(&path).unwrap());
        }
    }
}

fn json(files: &Files, path: &str) -> Value {
    serde_json::from_slice(files.get(path).unwrap_or_else(|| panic!("no {path}"))).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("no text {key}"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn index(cases: usize) -> Vec<Value> {
    let text = demo::fwbench_index(&FwbenchSize { cases, models: 1, seed: 1 }).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()["cases"].as_array().unwrap().clone()
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn same_seed_same_bytes_in_memory_and_on_disk() {
    let size = FwbenchSize { cases: 9, models: 7, seed: 3 };
    let memory = files(size);
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("new");
    let summary = demo::write_fwbench(&dir, &size).unwrap();
    let mut disk = Files::new();
    on_disk(&dir, &dir, &mut disk);
    assert!(memory == disk);
    assert_eq!(summary.files, disk.len() as u64);
    assert_eq!(summary.bytes, disk.values().map(|bytes| bytes.len() as u64).sum::<u64>());
    let other = files(FwbenchSize { seed: 4, ..size });
    assert!(memory.keys().filter(|path| !path.ends_with("submission.json")).all(|path| other.contains_key(path)));
    let target = "reproduction_targets/AECI-2026-07-23-day_ahead.json";
    assert_ne!(memory[target], other[target]);
}

#[test]
fn a_larger_release_leaves_the_files_of_cases_and_runs_alone() {
    let small = FwbenchSize { cases: 10, models: 4, seed: 1 };
    let before = files(small);
    for larger in [FwbenchSize { cases: 40, ..small }, FwbenchSize { models: 9, ..small }] {
        let after = files(larger);
        assert!(before.len() < after.len());
        for (path, bytes) in before.iter().filter(|(path, _)| !path.starts_with("manifests/") && *path != "README.md") {
            assert!(after[path] == *bytes, "{path} differs with {larger:?}");
        }
    }
}

#[test]
fn the_whole_index_has_the_published_counts_and_weights() {
    let cases = index(1_251);
    let mut cohorts = BTreeMap::<&str, usize>::new();
    let mut groups = BTreeMap::<(&str, &str, &str), usize>::new();
    let mut units = BTreeSet::new();
    let mut day_ahead = 0;
    for case in &cases {
        let group = (text(case, "cohort"), text(case, "authority"), text(case, "family"));
        *cohorts.entry(group.0).or_default() += 1;
        *groups.entry(group).or_default() += 1;
        units.insert((group.0, group.1, text(case, "target_start")));
        day_ahead += usize::from(group.2 == "day_ahead");
    }
    // As published: 377, 339, 375 and 160 cases; 622 day ahead and 629 a week ahead; 639 series and target days.
    let of_cohort =
        [("cycle-hire-may", 160), ("electricity-august", 375), ("electricity-july", 377), ("electricity-winter", 339)];
    assert_eq!(cohorts.into_iter().collect::<Vec<_>>(), of_cohort);
    assert_eq!((cases.len(), day_ahead, units.len()), (1_251, 622, 639));
    let count = |cohort: &str, family: &str| groups.keys().filter(|key| key.0 == cohort && key.2 == family).count();
    for (cohort, day, week) in [
        ("electricity-july", 47, 50),
        ("electricity-winter", 48, 47),
        ("electricity-august", 50, 50),
        ("cycle-hire-may", 20, 20),
    ] {
        assert_eq!((count(cohort, "day_ahead"), count(cohort, "week_ahead")), (day, week), "{cohort}");
    }
    let july =
        |size: usize| groups.iter().filter(|(key, count)| key.0 == "electricity-july" && **count == size).count();
    assert_eq!((july(4), july(3)), (86, 11));

    let weight = |case: &Value| {
        let (cohort, authority, family) = (text(case, "cohort"), text(case, "authority"), text(case, "family"));
        let whole = if cohort == "cycle-hire-may" { 0.5 } else { 1.0 / 6.0 };
        let of_cohort = groups.keys().filter(|key| key.0 == cohort).count();
        whole / of_cohort as f64 / groups[&(cohort, authority, family)] as f64
    };
    let by_id = |id: &str| weight(cases.iter().find(|case| text(case, "case_id") == id).unwrap());
    assert!((by_id("AECI-2026-07-23-day_ahead") - 4.295_532_646_048_11e-4).abs() < 1e-17);
    assert!((by_id("EPE-2026-07-23-day_ahead") - 5.727_376_861_397_48e-4).abs() < 1e-17);
    let day: f64 = cases.iter().filter(|case| text(case, "family") == "day_ahead").map(weight).sum();
    assert!((day - 0.498_299_873_394_827_3).abs() < 1e-12, "{day}");
}

#[test]
fn july_lacks_exactly_the_published_cells() {
    let cases = index(1_251);
    let mut found = BTreeSet::new();
    for case in cases.iter().filter(|case| text(case, "cohort") == "electricity-july") {
        found.insert((
            text(case, "authority").to_owned(),
            text(case, "target_start")[..10].to_owned(),
            text(case, "family").to_owned(),
        ));
    }
    let names: BTreeSet<&String> = found.iter().map(|cell| &cell.0).collect();
    assert_eq!(names.len(), 50);
    let mut missing = BTreeSet::new();
    for name in names {
        for day in ["2026-07-24", "2026-07-25", "2026-07-26", "2026-07-27"] {
            for family in ["day_ahead", "week_ahead"] {
                if !found.contains(&(name.clone(), day.to_owned(), family.to_owned())) {
                    missing.insert(format!("{name} {day} {}", &family[..3]));
                }
            }
        }
    }
    let mut published = BTreeSet::new();
    for day in 24..=27 {
        published.extend(["GVL", "SPA", "TVA"].map(|name| format!("{name} 2026-07-{day} day")));
    }
    published.insert("SPA 2026-07-24 wee".to_owned());
    for (name, day) in [("DOPD", 24), ("EPE", 27), ("PNM", 26), ("SWPW", 27), ("TPWR", 25)] {
        published.extend(["day", "wee"].map(|lead| format!("{name} 2026-07-{day} {lead}")));
    }
    assert_eq!(missing, published);
}

#[test]
fn a_small_release_has_every_cohort_and_from_eight_cases_on_both_leads() {
    for count in 4..60 {
        let cases = index(count);
        assert_eq!(cases.len(), count);
        let cohorts: BTreeSet<&str> = cases.iter().map(|case| text(case, "cohort")).collect();
        assert_eq!(cohorts.len(), 4, "{count}");
        let leads: BTreeSet<_> = cases.iter().map(|case| (text(case, "cohort"), text(case, "family"))).collect();
        assert!(count < 8 || leads.len() == 8, "{count}");
    }
}

#[test]
fn the_days_of_london_begin_an_hour_early_and_rows_are_shuffled() {
    let cases = index(24);
    let ids: Vec<&str> = cases.iter().map(|case| text(case, "case_id")).collect();
    assert!(!ids.is_sorted());
    let case = |id: &str| cases.iter().find(|case| text(case, "case_id") == id).unwrap();
    // As published of such cases.
    let london = case("TFL-000960-2026-05-11-day_ahead");
    assert_eq!(text(london, "target_start"), "2026-05-10T23:00:00+00:00");
    assert_eq!(text(london, "as_of"), "2026-05-09T23:00:00+00:00");
    assert_eq!(text(london, "last_visible"), "2026-05-09T20:00:00+00:00");
    assert_eq!(text(london, "group_id"), "000960");
    let power = case("AECI-2026-07-17-week_ahead");
    assert_eq!(text(power, "target_start"), "2026-07-24T00:00:00+00:00");
    assert_eq!(text(power, "last_visible"), "2026-07-16T21:00:00+00:00");
    assert_eq!((power["expected_horizon"].as_u64(), power["historical"].as_bool()), (Some(194), Some(true)));
    assert!(power.get("group_id").is_none());
}

#[test]
fn the_files_of_a_case_agree_with_each_other() {
    let files = &*WHOLE_CAST;
    let listed = json(files, "manifests/files.json");
    for row in listed["files"].as_array().unwrap() {
        let bytes = &files[text(row, "path")];
        assert_eq!(row["size"].as_u64(), Some(bytes.len() as u64));
        assert_eq!(text(row, "sha256"), hex(bytes));
    }
    let payload = files.keys().filter(|path| !path.starts_with("runs/")).count();
    assert_eq!(listed["files"].as_array().unwrap().len() + 1, payload);
    let mut keys = BTreeSet::new();
    for case in json(files, "manifests/cases.json")["cases"].as_array().unwrap() {
        let folder = text(case, "episode_path");
        assert_eq!(files.keys().filter(|path| path.starts_with(&format!("{folder}/"))).count(), 6);
        let contract = json(files, &format!("{folder}/business_contract.json"));
        let generic = contract.get("scale").is_some();
        let legacy = contract.get("scale_mw").is_some();
        keys.insert((text(case, "cohort").to_owned(), generic, legacy));
        let scale = contract.get("scale").or(contract.get("scale_mw")).unwrap().as_f64().unwrap();

        let entry = &json(files, &format!("{folder}/catalog.json"))["series"][0];
        let csv = &files[&format!("{folder}/{}", text(entry, "path"))];
        assert_eq!(text(entry, "sha256"), hex(csv));
        let rows: Vec<(&str, f64)> = std::str::from_utf8(csv)
            .unwrap()
            .lines()
            .skip(1)
            .map(|line| line.split_once(',').map(|(time, value)| (time, value.parse().unwrap())).unwrap())
            .collect();
        assert_eq!(rows.len(), 336);
        assert_eq!(rows[335].0, text(case, "last_visible"));
        let mean = rows.iter().map(|row| row.1).sum::<f64>() / 336.0;
        assert!((scale - mean).abs() < 1e-9 * mean);

        let target = json(files, text(case, "target_path"));
        assert_eq!(text(&target, "case_id"), text(case, "case_id"));
        assert_eq!(target["timestamps"][0], case["target_start"]);
        assert_eq!(numbers(&target["actual"]).len(), 24);

        let forecasts = json(files, &format!("{folder}/probabilistic_forecasts.json"));
        for packet in forecasts["models"].as_array().unwrap() {
            let times = packet["timestamp"].as_array().unwrap();
            let start = times.iter().position(|time| *time == case["target_start"]).unwrap();
            assert_eq!(times.len(), start + 24);
            let levels: Vec<Vec<f64>> = (1..=9).map(|k| numbers(&packet["quantiles"][format!("0.{k}")])).collect();
            assert!(levels.windows(2).all(|pair| pair[0].iter().zip(&pair[1]).all(|(low, high)| low <= high)));
            assert!(levels.iter().all(|level| level.len() == times.len()));
        }
    }
    let forms: Vec<(&str, bool, bool)> =
        keys.iter().map(|(cohort, generic, legacy)| (cohort.as_str(), *generic, *legacy)).collect();
    let expected = [
        ("cycle-hire-may", true, false),
        ("electricity-august", true, true),
        ("electricity-july", false, true),
        ("electricity-winter", false, true),
    ];
    assert_eq!(forms, expected);
}

#[test]
fn the_tariff_is_the_published_one() {
    let files = &*WHOLE_CAST;
    let tariff = json(files, "episodes/AECI-2026-07-23-day_ahead/forecast_budget.json");
    assert_eq!(tariff["budget"], 113_726);
    let rates = tariff["rates"].as_array().unwrap();
    assert_eq!(rates.len(), 42);
    let price = |model: &str, horizon: u64| {
        let fits =
            |rate: &&Value| rate["model"] == model && rate["context_limit"] == 336 && rate["horizon_limit"] == horizon;
        rates.iter().find(fits).unwrap()["credits"].as_u64().unwrap()
    };
    // The table of published plan prices: horizon 50 is in the bucket 64, horizon 194 in 240.
    for (model, day, week) in [
        ("chronos_bolt_tiny_quantiles", 8_452, 69_541),
        ("chronos2_quantiles", 103_806, 113_726),
        ("timesfm25_quantiles", 1_187_691, 1_187_691),
        ("seasonal_empirical_quantiles", 1_027, 3_756),
    ] {
        assert_eq!((price(model, 64), price(model, 240)), (day, week), "{model}");
    }
}

#[test]
fn plans_of_a_careful_model_are_on_the_grid_and_within_the_ramp() {
    let files = &*WHOLE_CAST;
    let mut seen = 0;
    for (path, bytes) in files.iter().filter(|(path, _)| path.starts_with("runs/demo-careful/")) {
        let Some(case) = path.strip_suffix("/submission.json") else { continue };
        let case = case.rsplit('/').next().unwrap();
        let contract = json(files, &format!("episodes/{case}/business_contract.json"));
        let grid = numbers(contract.get("capacity_grid").or(contract.get("capacity_grid_mw")).unwrap());
        let plan: Value = serde_json::from_slice(bytes).unwrap();
        let steps: Vec<usize> = plan["decisions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|record| {
                let value = record["value"].as_f64().unwrap();
                grid.iter().position(|capacity| (value - capacity).abs() <= 1e-6 + 1e-9 * capacity).unwrap()
            })
            .collect();
        assert_eq!(steps.len(), 8);
        // 0.3 is six steps of 0.05.
        assert!(steps.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 6), "{path}");
        seen += 1;
    }
    assert_eq!(seen, 24);
}

#[test]
fn a_garbled_model_gets_the_format_wrong_in_every_way() {
    let files = &*WHOLE_CAST;
    let texts: Vec<String> = files
        .iter()
        .filter(|(path, _)| path.starts_with("runs/demo-garbled/") && path.ends_with("/submission.json"))
        .map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
        .collect();
    assert_eq!(texts.len(), 24);
    let count = |holds: &dyn Fn(&str) -> bool| texts.iter().filter(|text| holds(text)).count();
    assert_eq!(count(&|text| text.trim().is_empty()), 1);
    assert_eq!(count(&|text| text.contains('\u{fffd}')), 1);
    assert_eq!(count(&|text| text.starts_with("```json\n")), 1);
    assert_eq!(count(&|text| text.starts_with("[{")), 1);
    assert_eq!(count(&|text| text.starts_with("{\"b00\"")), 1);
    assert_eq!(count(&|text| text.contains(": NaN")), 1);
    assert_eq!(count(&|text| text.contains(": true")), 1);
    assert_eq!(count(&|text| text.contains(" MW\"")), 1);
    assert_eq!(count(&|text| text.contains("block_0")), 1);
    assert_eq!(count(&|text| text.contains("{\"decision_id\": \"b00\"}")), 1);
    assert_eq!(count(&|text| text.matches("\"b01\"").count() == 2 && !text.contains("\"b00\"")), 1);
    assert_eq!(count(&|text| text.matches("\"decisions\": [").count() == 2), 2);
    assert_eq!(count(&|text| text.contains("\"arguments\"")), 1);
    assert_eq!(count(&|text| text.matches("\"value\"").count() == 7), 2);
    assert_eq!(count(&|text| text.matches("\"value\"").count() == 9), 1);
    assert_eq!(count(&|text| text.contains("'decisions'")), 1);
    assert_eq!(count(&|text| text.ends_with("},]}")), 1);
    assert_eq!(count(&|text| !text.trim().is_empty() && !text.contains('{')), 1);
}

#[test]
fn each_character_leaves_its_own_traces() {
    let files = &*WHOLE_CAST;
    let runs = |model: &str, file: &str| {
        let (folder, file) = (format!("runs/{model}/"), format!("/{file}"));
        files.iter().filter(move |(path, _)| path.starts_with(&folder) && path.ends_with(&file)).map(|(path, _)| path)
    };
    let settings = json(files, "manifests/settings.json");
    let models: Vec<&str> =
        settings["models"].as_array().unwrap().iter().map(|model| model.as_str().unwrap()).collect();
    assert_eq!(models.len(), 8);
    for model in models {
        assert_eq!(runs(model, "result.json").count(), 24, "{model}");
        for path in runs(model, "ledger.json") {
            let ledger = json(files, path);
            let entries = ledger["entries"].as_array().unwrap();
            let spent: u64 = entries.iter().map(|entry| entry["credits"].as_u64().unwrap()).sum();
            assert_eq!(ledger["spent"], spent, "{path}");
            assert_eq!(ledger["remaining"], 113_726 - spent, "{path}");
            assert_eq!(ledger["predictions"], entries.len(), "{path}");
        }
    }
    assert_eq!(runs("demo-silent", "submission.json").count(), 0);
    assert_eq!(runs("demo-ledgerless", "ledger.json").count(), 23);
    let stopped = runs("demo-interrupted", "result.json")
        .filter(|path| text(&json(files, path), "status") == "infrastructure_stop")
        .count();
    assert_eq!(stopped, 1);
    let spent = |model: &str| {
        runs(model, "ledger.json").map(|path| json(files, path)["spent"].as_u64().unwrap()).collect::<BTreeSet<_>>()
    };
    // Chronos-2, then Bolt, then the seasonal service a day ahead; Chronos-2 alone a week ahead.
    assert_eq!(spent("demo-lavish").into_iter().collect::<Vec<_>>(), [103_806 + 8_452 + 1_027, 113_726]);
    assert_eq!(spent("demo-careful").into_iter().collect::<Vec<_>>(), [0, 8_452]);
}

#[test]
fn nothing_claims_to_be_real() {
    let files = &*WHOLE_CAST;
    assert!(String::from_utf8_lossy(&files["README.md"]).contains("none of these demands was measured"));
    for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with("/catalog.json")) {
        assert!(String::from_utf8_lossy(bytes).contains("\"source\":\"synthetic"), "{path}");
    }
    assert!(text(&json(files, "manifests/settings.json"), "version").starts_with("synthetic"));
}

#[test]
fn sizes_and_folders_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("kept.txt"), "kept").unwrap();
    let new = folder.path().join("new");
    let size = FwbenchSize::default();
    for error in [
        demo::write_fwbench(folder.path(), &size).unwrap_err(),
        demo::write_fwbench(&new, &FwbenchSize { cases: 3, ..size }).unwrap_err(),
        demo::write_fwbench(&new, &FwbenchSize { cases: 1_252, ..size }).unwrap_err(),
        demo::write_fwbench(&new, &FwbenchSize { models: 0, ..size }).unwrap_err(),
    ] {
        assert_eq!(error.exit_code(), Exit::Usage);
    }
    assert!(!new.exists());
}

#[test]
fn counts_of_the_other_layout_are_wrong_usage() {
    let dir = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_foreboard")).arg("demo").args(args).current_dir(dir.path()).output().unwrap()
    };
    for (args, needle) in [
        (&["a", "--cases", "5"][..], "--cases"),
        (&["a", "--layout", "runs", "--models", "5"], "--models"),
        (&["a", "--layout", "fwbench", "--tasks", "5"], "--tasks"),
        (&["a", "--layout", "fwbench", "--cases", "5", "--days", "5"], "--days"),
        (&["a", "--layout", "fwbench", "--cases", "1252"], "1252"),
    ] {
        let run = run(args);
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&run.stderr).contains(needle), "{args:?}");
        assert!(!dir.path().join("a").exists());
    }
    let made = run(&["a", "--layout", "fwbench", "--cases", "4", "--models", "1", "--seed", "9"]);
    assert_eq!(made.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&made.stderr).ends_with("next: `foreboard score a`\n"));
    assert!(dir.path().join("a/manifests/cases.json").is_file());
}
