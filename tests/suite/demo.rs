//! The synthetic dataset and the starter project: same seed, same bytes; every place and flaw of the layout; the naive recomputed from the inputs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use foreboard::config::Config;
use foreboard::demo::{self, DemoSize};
use foreboard::error::Exit;
use foreboard::init;
use jiff::civil::Date;
use serde_json::Value;

type Files = BTreeMap<String, Vec<u8>>;

/// The demo as it is made without options; made once, for every test that only reads it.
static DEFAULT: LazyLock<Files> = LazyLock::new(|| files(DemoSize::default()));

fn files(size: DemoSize) -> Files {
    let mut files = Files::new();
    demo::each_file(&size, &mut |path, bytes| {
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

/// The valid JSON of the files under a folder of every run, with its path.
fn json<'a>(files: &'a Files, folder: &'a str) -> impl Iterator<Item = (&'a str, Value)> {
    let folder = format!("/{folder}/");
    files
        .iter()
        .filter(move |(path, _)| path.contains(&folder))
        .filter_map(|(path, bytes)| Some((path.as_str(), serde_json::from_slice(bytes).ok()?)))
}

fn text<'a>(files: &'a Files, path: &str) -> &'a str {
    std::str::from_utf8(&files[path]).unwrap()
}

#[test]
fn same_seed_same_bytes_in_memory_and_on_disk() {
    let size = DemoSize { tasks: 2, days: 9, systems: 9, seed: 7 };
    let memory = files(size);
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("new");
    let summary = demo::write(&dir, &size).unwrap();
    let mut disk = Files::new();
    on_disk(&dir, &dir, &mut disk);
    assert!(memory == disk);
    assert_eq!(summary.files, disk.len() as u64);
    assert_eq!(summary.bytes, disk.values().map(|bytes| bytes.len() as u64).sum::<u64>());

    let other = files(DemoSize { seed: 8, ..size });
    let truth = "runs/power-load-chicago/truth.csv";
    assert_ne!(memory[truth], other[truth]);
}

#[test]
fn another_count_leaves_the_other_files_alone() {
    let small = DemoSize { tasks: 2, days: 7, systems: 7, seed: 1 };
    let before = files(small);
    for (larger, also_changed) in [
        (DemoSize { tasks: 7, ..small }, ""),
        (DemoSize { systems: 12, ..small }, ""),
        (DemoSize { days: 9, ..small }, "truth.csv"),
    ] {
        let after = files(larger);
        assert!(before.len() < after.len());
        for (path, bytes) in &before {
            let of_the_whole = path == "README.md" || path == "site/index.json";
            if !of_the_whole && (also_changed.is_empty() || !path.ends_with(also_changed)) {
                assert!(after[path] == *bytes, "{path} differs with {larger:?}");
            }
        }
    }
}

#[test]
fn cutoffs_follow_daylight_saving() {
    let files = &*DEFAULT;
    let submitted = |path: &str| {
        let value: Value = serde_json::from_slice(&files[path]).unwrap();
        value["submitted_at"].as_str().unwrap().to_owned()
    };
    // Noon in Chicago: 18:00 UTC until 8 March 2026, 17:00 UTC from then on.
    assert_eq!(submitted("runs/power-load-chicago/2026-03-09/live/atlas-agent.json"), "2026-03-09T17:00:00Z");
    let late = submitted("runs/power-load-chicago/2026-03-05/live/atlas-agent.json");
    assert!("2026-03-05T18:00:00Z" < late.as_str() && late.as_str() <= "2026-03-05T19:31:00Z", "{late}");
    // The expert of Berlin writes local time, 90 minutes after noon: +01:00 until 29 March, +02:00 from then on.
    let expert = |day: &str| submitted(&format!("runs/wind-power-berlin/{day}/live/expert-desk.json"));
    assert_eq!(expert("2026-03-28"), "2026-03-28T13:30:00+01:00");
    assert_eq!(expert("2026-03-29"), "2026-03-29T13:30:00+02:00");
    // Models in Adelaide start at eight and take five minutes: +10:30 until 5 April, +09:30 from then on.
    let model = |day: &str| submitted(&format!("runs/clinic-visits-adelaide/{day}/live/tide-tsfm.json"));
    assert_eq!(model("2026-04-04"), "2026-04-03T21:35:00Z");
    assert_eq!(model("2026-04-05"), "2026-04-04T22:35:00Z");
}

#[test]
fn every_place_and_flaw_of_the_layout_occurs() {
    let files = &*DEFAULT;
    let index: Value = serde_json::from_slice(&files["site/index.json"]).unwrap();
    let tasks = index["tasks"].as_array().unwrap();
    assert_eq!(tasks.len(), 6);
    assert_eq!(index["systems"].as_array().unwrap().len(), 9);
    assert!(tasks.iter().all(|task| task["title"].as_str().unwrap().starts_with("Synthetic ")));
    assert!(tasks.iter().all(|task| task["description"].as_str().unwrap().contains("**Synthetic data**")));
    assert!(text(files, "README.md").starts_with("# Synthetic"));
    assert_eq!(tasks.iter().filter(|task| task["tradable"] == true).count(), 1);
    assert_eq!(index["exclusions"].as_array().unwrap().len(), 1);
    assert!(!index["continual_note"].as_str().unwrap().is_empty());

    let live: Vec<(&str, Value)> = json(files, "live").collect();
    let broken = files.keys().filter(|path| path.contains("/live/")).count() - live.len();
    assert!(0 < broken && broken < 20, "{broken} files are broken");
    let with = |found: &dyn Fn(&Value) -> bool| live.iter().filter(|(_, file)| found(file)).count();
    let entries = |file: &Value| file["forecasts"].as_array().cloned().unwrap_or_default();
    let counts = [
        ("failed", with(&|file| file["status"] == "failed")),
        ("timeout", with(&|file| file["status"] == "timeout")),
        ("undated", with(&|file| file.get("submitted_at").is_none())),
        (
            "missing level",
            with(&|file| {
                entries(file)
                    .iter()
                    .any(|entry| entry["quantiles"].is_object() && entry["quantiles"].get("0.1").is_none())
            }),
        ),
        (
            "crossing",
            with(&|file| {
                entries(file).iter().any(|entry| {
                    let level = |name: &str| entry["quantiles"].get(name).and_then(Value::as_f64);
                    level("0.1").zip(level("0.2")).is_some_and(|(low, high)| high < low)
                })
            }),
        ),
    ];
    for (flaw, count) in counts {
        assert!((1..40).contains(&count), "{flaw}: {count} files");
    }
    assert!(1_500 < with(&|file| !entries(file).is_empty()));
    let points = live.iter().filter(|(path, _)| path.ends_with("cobalt-agent.json"));
    assert!(points.flat_map(|(_, file)| entries(file)).all(|entry| entry.get("point").is_some()));

    let count = |part: &str| files.keys().filter(|path| path.contains(part)).count();
    assert!(500 < count("/mock/"));
    assert!(200 < count("/x/history.csv") && count("/x/history.csv") == count("/x/weather.csv"));
    assert!(0 < count("/x/expert.csv"));
    // The reference's file is left out now and then, to be computed from the history.
    let references = count("/live/seasonal-naive.json");
    assert!(references < count("/x/history.csv") && count("/x/history.csv") < 2 * references);
    // A continual chain breaks on the third run day of the first task.
    assert!(!files.contains_key("runs/power-load-chicago/2026-03-04/live/atlas-agent-continual.json"));
    assert!(files.contains_key("runs/power-load-chicago/2026-03-03/live/atlas-agent-continual.json"));

    let schemas: Vec<String> =
        json(files, "ale").map(|(_, file)| file["schema_version"].as_str().unwrap().to_owned()).collect();
    assert!(schemas.iter().any(|schema| schema == "ALE-v1.0") && schemas.iter().any(|schema| schema == "ATIF-v1.4"));
}

#[test]
fn truth_is_in_order_of_release_with_revisions_a_conflict_and_an_open_day() {
    let files = &*DEFAULT;
    let (mut revisions, mut conflicts) = (0, 0);
    for path in files.keys().filter(|path| path.ends_with("truth.csv")) {
        let rows: Vec<Vec<&str>> = text(files, path).lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(rows[0], ["date", "value", "released_at"]);
        assert_eq!(rows.last().unwrap()[1..], ["", ""]);
        let rows = &rows[1..rows.len() - 1];
        assert!(rows.windows(2).all(|pair| pair[0][2] <= pair[1][2]), "{path} is out of order");
        let mut first: BTreeMap<&str, &Vec<&str>> = BTreeMap::new();
        for row in rows {
            match first.get(row[0]) {
                Some(earlier) if earlier[2] == row[2] => conflicts += 1,
                Some(earlier) => {
                    assert!(earlier[2] < row[2]);
                    revisions += 1;
                }
                None => {
                    first.insert(row[0], row);
                }
            }
        }
    }
    assert_eq!(conflicts, 1);
    assert!(5 < revisions, "{revisions} revisions");
}

/// The rule of the layout, written out once more over the rows of `x/history.csv`.
fn naive(history: &BTreeMap<Date, String>, target: Date) -> Option<&String> {
    let (&last, _) = history.last_key_value()?;
    let week = jiff::Span::new().days(7);
    let mut day = target;
    while last < day {
        day = day.checked_sub(week).unwrap();
    }
    for _ in 0..5 {
        if let Some(value) = history.get(&day) {
            return Some(value);
        }
        day = day.checked_sub(week).unwrap();
    }
    None
}

#[test]
fn the_reference_repeats_the_weekday_of_the_history() {
    let files = &*DEFAULT;
    let mut compared = 0;
    for (path, file) in json(files, "live").filter(|(path, _)| path.ends_with("/seasonal-naive.json")) {
        let history = text(files, &path.replace("live/seasonal-naive.json", "x/history.csv"));
        let history: BTreeMap<Date, String> = history
            .lines()
            .skip(1)
            .map(|line| line.split_once(',').unwrap())
            .map(|(date, value)| (date.parse().unwrap(), value.to_owned()))
            .collect();
        for entry in file["forecasts"].as_array().unwrap() {
            let target: Date = entry["target_date"].as_str().unwrap().parse().unwrap();
            let expected: f64 = naive(&history, target).unwrap().parse().unwrap();
            assert_eq!(entry["point"].as_f64(), Some(expected), "{path}, {target}");
            compared += 1;
        }
    }
    assert!(500 < compared, "{compared} values");
}

#[test]
fn better_systems_err_less_and_nobody_forecasts_the_control() {
    let files = &files(DemoSize { tasks: 5, days: 80, systems: 7, seed: 1 });
    let error = |task: &str, system: &str| {
        let truth: BTreeMap<&str, f64> = text(files, &format!("runs/{task}/truth.csv"))
            .lines()
            .skip(1)
            .filter_map(|line| {
                let mut cells = line.split(',');
                Some((cells.next()?, cells.next()?.parse().ok()?))
            })
            .collect();
        let (mut sum, mut count) = (0.0, 0.0);
        let own = format!("/{system}.json");
        for (_, file) in json(files, "live").filter(|(path, _)| path.contains(task) && path.ends_with(&own)) {
            for entry in file["forecasts"].as_array().unwrap() {
                let middle = entry["quantiles"].get("0.5").or(entry.get("point")).and_then(Value::as_f64);
                if let Some((middle, actual)) = middle.zip(truth.get(entry["target_date"].as_str().unwrap())) {
                    sum += (middle - actual).abs();
                    count += 1.0;
                }
            }
        }
        sum / count
    };
    let scaled = |task: &str, system: &str| error(task, system) / error(task, "seasonal-naive");
    for task in ["power-load-chicago", "rail-trips-tokyo", "clinic-visits-adelaide"] {
        let (atlas, briar) = (scaled(task, "atlas-agent"), scaled(task, "briar-agent"));
        assert!(0.2 < atlas && atlas < briar && briar < 1.0, "{task}: {atlas}, {briar}");
    }
    // A walk's best forecast is its last value; only the naive, which repeats last week's, does worse.
    let control = ["atlas-agent", "briar-agent", "tide-tsfm"].map(|system| scaled("copper-price-new-york", system));
    let spread = control.iter().fold(0.0_f64, |most, x| most.max((x - control[0]).abs()));
    assert!(spread < 0.1 && control[0] < 1.0, "{control:?}");
}

#[test]
fn a_filled_folder_and_an_impossible_size_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("kept.txt"), "kept").unwrap();
    for error in [
        demo::write(folder.path(), &DemoSize::default()).unwrap_err(),
        init::write(folder.path()).unwrap_err(),
        demo::write(&folder.path().join("kept.txt"), &DemoSize::default()).unwrap_err(),
        demo::write(&folder.path().join("new"), &DemoSize { tasks: 0, ..DemoSize::default() }).unwrap_err(),
        demo::write(&folder.path().join("new"), &DemoSize { days: 100_001, ..DemoSize::default() }).unwrap_err(),
    ] {
        assert_eq!(error.exit_code(), Exit::Usage, "{error}");
    }
    let mut left = Files::new();
    on_disk(folder.path(), folder.path(), &mut left);
    assert_eq!(left, Files::from([("kept.txt".to_owned(), b"kept".to_vec())]));
}

#[test]
fn a_new_project_has_a_configuration_that_loads() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("site");
    let written = init::write(&dir).unwrap();
    for file in &written.files {
        assert!(dir.join(file).is_file(), "{} is missing", file.display());
    }
    let config = Config::load(&dir.join("foreboard.toml")).unwrap();
    assert_eq!(config.tracks[0].source, dir.join(&written.data));
    assert!(config.tracks[0].source.join("site/index.json").is_file());
    assert!(config.build.templates.join("partials/colophon.html").is_file());
    assert!(config.build.content.join("about.md").is_file());
    assert!(!config.build.output.exists());
    // The defaults that the file spells out are the defaults.
    assert_eq!(config.tracks[0].rules, foreboard::domain::rules::Rules::default());
}
