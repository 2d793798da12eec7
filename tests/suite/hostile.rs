//! Hostile and odd data from end to end: nothing in the data but a broken index, or ids that cannot be, stops a build. Each case is the demo with
//! one thing changed; the site must be built, and no check may find an error in it.

use std::fs;
use std::path::{Path, PathBuf};

use foreboard::check::Severity;
use foreboard::config::{Config, Layout};
use foreboard::demo::{self, DemoSize};
use foreboard::pipeline::{self, Built, Timings};
use serde_json::{Value, json};

use super::reference::Silent;

const SIZE: DemoSize = DemoSize { tasks: 1, days: 10, systems: 5, seed: 3 };

struct Case {
    dir: tempfile::TempDir,
}

impl Case {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        demo::write(&dir.path().join("data"), &SIZE).unwrap();
        Self { dir }
    }

    fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    fn index(&self, change: impl FnOnce(&mut Value)) -> &Self {
        let path = self.data().join("site/index.json");
        let mut index: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        change(&mut index);
        fs::write(path, index.to_string()).unwrap();
        self
    }

    /// Some live file of a system that is neither the first nor the reference.
    fn submission(&self) -> PathBuf {
        let live = |entry: &walkdir::DirEntry| entry.path().parent().is_some_and(|folder| folder.ends_with("live"));
        let files = walkdir::WalkDir::new(self.data()).sort_by_file_name().into_iter().map(Result::unwrap).filter(live);
        files
            .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "json"))
            .nth(1)
            .unwrap()
            .into_path()
    }

    fn build(&self, what: &str) -> Built {
        let config = Config::for_dataset(&self.data(), Layout::Runs);
        let built = pipeline::build(&config, &Silent, &mut Timings::default())
            .unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let errors: Vec<String> = built
            .findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(ToString::to_string)
            .collect();
        assert!(errors.is_empty(), "{what}: {}", errors[..errors.len().min(3)].join("\n"));
        built
    }
}

fn page(built: &Built, path: &str) -> String {
    let path = foreboard::tree::SitePath::new(path).unwrap();
    String::from_utf8(built.tree.get(&path).unwrap_or_else(|| panic!("no {path}")).to_vec()).unwrap()
}

#[test]
fn no_name_stops_a_build_or_becomes_markup() {
    let long = "w".repeat(50_000);
    for name in [
        "<script>alert(1)</script>",
        "]]>&amp;<!--",
        "a\u{1}b",
        "\u{ffff}",
        "NaN",
        "-inf",
        "Infinity",
        "None",
        "null",
        "undefined",
        "",
        "   ",
        "=cmd|' /C calc'!A0",
        "+1",
        "@x",
        "\tx",
        "{{ 7*7 }}",
        "{% raw %}",
        "\u{202e}abc",
        "javascript:alert(1)",
        &long,
    ] {
        let case = Case::new();
        case.index(|index| {
            for field in ["title", "unit", "domain", "leaf", "driver", "baseline", "description"] {
                index["tasks"][0][field] = json!(name);
            }
            for field in ["label", "description", "harness", "model", "version"] {
                index["systems"][1][field] = json!(name);
            }
            index["kinds"] = json!([
                { "id": "agent", "label": name, "group": name, "text": name },
                { "id": "expert", "deadline": false }, { "id": "tsfm", "deadline": false }, { "id": "reference", "deadline": false },
            ]);
            index["exclusions"] = json!([{ "target_date": "2026-03-05", "reason": name }]);
            index["continual_note"] = json!(name);
            index["taxonomy"] = json!({ "domains": [{ "name": name, "leaves": [name] }], "facets": { "driver": { "x": name } } });
        });
        let shown: String = name.chars().take(30).collect();
        let built = case.build(&format!("the name {shown:?}"));
        for (path, bytes) in built.tree.iter().filter(|(path, _)| path.extension() == "html") {
            let text = String::from_utf8_lossy(bytes);
            assert!(!text.contains("<script>alert"), "{path} holds the script of {shown:?}");
            assert!(!text.contains("<h1></h1>"), "{path} has no heading for {shown:?}");
        }
    }
}

#[test]
fn no_value_stops_a_build_or_becomes_a_wrong_number() {
    for value in ["1e308", "-1e308", "1.7976931348623157e308", "1e-320", "0", "-0.0"] {
        let case = Case::new();
        let truth = walkdir::WalkDir::new(case.data())
            .into_iter()
            .map(Result::unwrap)
            .find(|entry| entry.file_name() == "truth.csv")
            .unwrap();
        let text = fs::read_to_string(truth.path()).unwrap();
        let rows = text.lines().enumerate().map(|(at, line)| {
            let mut fields: Vec<&str> = line.split(',').collect();
            if 0 < at && !fields[1].is_empty() {
                fields[1] = value;
            }
            fields.join(",") + "\n"
        });
        fs::write(truth.path(), rows.collect::<String>()).unwrap();
        let built = case.build(&format!("every value {value}"));
        for (path, bytes) in built.tree.iter().filter(|(path, _)| matches!(path.extension(), "csv" | "json")) {
            let text = String::from_utf8_lossy(bytes);
            let cells = text.split([',', '\n', '[', ']', ':', ' ']);
            let wrong = cells.filter(|cell| matches!(*cell, "inf" | "-inf" | "NaN" | "Infinity" | "-Infinity")).count();
            assert_eq!(wrong, 0, "{path} with every value {value}");
        }
    }
}

#[test]
fn no_file_of_a_submitter_stops_a_build() {
    let deep = "[".repeat(100_000);
    let status = json!({ "status": "a\u{1}\u{ffff}".to_owned() + &"w".repeat(20_000), "forecasts": [] }).to_string();
    for (what, text) in [
        ("an odd status", status.as_str()),
        ("half a file", "{\"forecasts\": ["),
        ("NaN", "{\"forecasts\": [{\"target_date\": \"2026-03-05\", \"point\": NaN}]}"),
        ("depth", &deep),
        ("nothing", ""),
        ("a NUL", "\0\0\0"),
    ] {
        let case = Case::new();
        let file = case.submission();
        fs::write(&file, text).unwrap();
        let built = case.build(what);
        let name = file.strip_prefix(case.data()).unwrap().to_string_lossy().into_owned();
        assert!(page(&built, "data.html").contains(&name), "{what}: the data page does not name {name}");
    }
}

#[test]
fn ids_that_look_like_formulas_or_numbers_are_only_ids() {
    for id in ["-x", "NaN", "inf", "1e5", "404", "tasks", "index.html", "2026-03-02"] {
        let case = Case::new();
        let file = case.submission();
        fs::copy(&file, file.with_file_name(format!("{id}.json"))).unwrap();
        let built = case.build(&format!("a stray system {id}"));
        assert!(page(&built, &format!("systems/{id}.html")).contains("known from its files only"), "{id}");
        let csv = page(&built, "data/scores.csv");
        assert!(!csv.lines().any(|line| line.split(',').any(|cell| cell.starts_with("-x"))), "an unguarded cell");
    }
}

#[test]
fn what_a_terminal_is_told_holds_no_control_character() {
    let case = Case::new();
    case.index(|index| index["tasks"][0]["title"] = json!("X\u{1b}]0;pwn\u{7}\u{1b}[2J"));
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_foreboard"))
        .arg("score")
        .arg(Path::new(&case.data()))
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(0));
    let said = String::from_utf8(run.stdout).unwrap() + &String::from_utf8(run.stderr).unwrap();
    assert!(said.contains("Leaderboard of X") && !said.contains(|c: char| c.is_control() && c != '\n'), "{said:?}");
}
