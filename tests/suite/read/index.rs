//! The index: what stops a build, and what is merely odd.

use foreboard::domain::quantile::{Level, Levels};
use foreboard::read::runs::{Limits, plan};
use foreboard::source::local;

use super::{FILE, GOOD, INDEX, faults, lay_out, read, try_read};

fn stops(index: &str) -> String {
    try_read(&[("site/index.json", index.as_bytes())]).expect_err("the build stops")
}

fn with(index: &str) -> foreboard::domain::dataset::Dataset {
    try_read(&[("site/index.json", index.as_bytes())]).expect("readable")
}

#[test]
fn a_missing_or_broken_index_stops_the_build_and_says_where() {
    let error = try_read(&[("runs/load/truth.csv", b"")]).expect_err("no index");
    assert!(error.starts_with("the dataset `") && error.ends_with("` has no index"), "{error}");
    for (index, message) in [
        ("{", "line 1, column 1: not JSON: EOF while parsing an object"),
        ("{\"tasks\": [],\n \"tasks\": []}", "line 2, column 8, in `tasks`: the key `tasks` occurs twice"),
        ("{\"extra\": {\"a\": 1, \"a\": 1}}", "line 1, column 22, in `extra.a`: the key `a` occurs twice"),
        ("{\"tasks\": 1}", "line 1, column 11, in `tasks`: invalid type: integer `1`, expected a sequence"),
        (
            "{\"tasks\": [{\"horizons\": [1, 2.5]}]}",
            "line 1, column 31, in `tasks[0].horizons[1]`: invalid type: floating point `2.5`, expected i32",
        ),
        (
            "{\"tasks\": [{\"levels\": [0.1, 1.5]}]}",
            "line 1, column 31, in `tasks[0].levels[1]`: `1.5` is not a quantile level between 0 and 1",
        ),
    ] {
        assert_eq!(stops(index), format!("the index `site/index.json` cannot be read: {message}"));
    }
    let error = try_read(&[("index.json", b"{\"tasks\": \xff}")]).expect_err("not UTF-8");
    assert_eq!(error, "the index `index.json` cannot be read: line 1, column 11: not UTF-8");
}

#[test]
fn a_task_needs_its_schedule_and_horizons() {
    for (from, to, message) in [
        (r#""cutoff": "15:00", "#, "", "`tasks[0].schedule.cutoff` is missing"),
        (r#", "timezone": "America/Chicago""#, "", "`tasks[0].schedule.timezone` is missing"),
        (r#""every_days": 1, "#, "", "`tasks[0].schedule.every_days` is missing"),
        (r#""horizons": [1, 2],"#, "", "`tasks[0].horizons` is missing"),
        ("[1, 2]", "[]", "`tasks[0].horizons` is empty"),
        (r#""id": "load", "#, "", "`tasks[0].id` is missing"),
        (r#""every_days": 1"#, r#""every_days": 0"#, "`tasks[0].schedule.every_days` is 0: it must be at least 1"),
        ("15:00", "3pm", "`tasks[0].schedule.cutoff` is `3pm`, which is not a clock time of the form HH:MM"),
        ("09:00", "24:00", "`tasks[0].schedule.snapshot` is `24:00`, which is not a clock time of the form HH:MM"),
        ("America/Chicago", "Chicago", "`tasks[0].schedule.timezone` is `Chicago`, which is not an IANA time zone"),
    ] {
        let index = INDEX.replacen(from, to, 1);
        assert_ne!(index, INDEX);
        assert_eq!(stops(&index), format!("the index `site/index.json` cannot be used: {message}"));
    }
}

#[test]
fn bad_and_reserved_ids_stop_the_build() {
    for id in [
        "../../x",
        "..%2f..%2fetc%2fx",
        "a/../../b",
        "C:\\\\x",
        "a\\u0000b",
        ".hidden",
        "",
        "a b",
        "<img src=x>",
        "con",
        "NUL",
        "com1.x",
        "index",
        "Index",
    ] {
        for (field, known) in [("tasks[0].id", r#""load""#), ("systems[0].id", r#""ann""#)] {
            let error = stops(&INDEX.replacen(known, &format!("\"{id}\""), 1));
            assert!(
                error.starts_with(&format!("the index `site/index.json` cannot be used: `{field}` is `")),
                "{id}: {error}"
            );
        }
    }
    let index = INDEX.as_bytes();
    for path in ["runs/load/2026-01-10/live/con.json", "runs/load/live/Aux.jsonl", "runs/nul/truth.csv"] {
        let error = try_read(&[("site/index.json", index), (path, b"")]).expect_err("reserved");
        assert!(error.starts_with(&format!("`{path}` uses the reserved name `")), "{error}");
    }
}

#[test]
fn ids_that_differ_only_in_case_stop_the_build_and_are_both_named() {
    let index = INDEX.as_bytes();
    let error = try_read(&[("site/index.json", index), ("runs/Load/truth.csv", b"")]).expect_err("a collision");
    assert_eq!(
        error,
        "the tasks `load` (`site/index.json`, tasks[0]) and `Load` (the folder `runs/Load`) differ only in case"
    );
    let path = "runs/load/2026-01-10/live/Ann.json";
    let error = try_read(&[("site/index.json", index), (path, b"")]).expect_err("a collision");
    assert_eq!(
        error,
        format!("the systems `ann` (`site/index.json`, systems[0]) and `Ann` (`{path}`) differ only in case")
    );
    let (one, two) = ("runs/load/2026-01-10/live/Zoe.json", "runs/load/2026-01-11/mock/zoe.json");
    let error = try_read(&[("site/index.json", index), (one, b""), (two, b"")]).expect_err("a collision");
    assert_eq!(error, format!("the systems `Zoe` (`{one}`) and `zoe` (`{two}`) differ only in case"));
    assert_eq!(
        stops(&INDEX.replace(r#""eve""#, r#""ANN""#)),
        "the systems `ann` (`site/index.json`, systems[0]) and `ANN` (`site/index.json`, systems[1]) differ only in case"
    );
    assert_eq!(
        stops(&INDEX.replace(r#""eve""#, r#""ann""#)),
        "the index `site/index.json` names the system `ann` twice"
    );
}

#[test]
fn of_two_indexes_the_one_in_site_counts() {
    let dataset = try_read(&[("site/index.json", INDEX.as_bytes()), ("index.json", b"not JSON")]).expect("readable");
    assert_eq!(faults(&dataset), ["warning index.json [] not read: the index is `site/index.json`"]);
    assert_eq!((dataset.files.found, dataset.files.read, dataset.files.ignored), (2, 1, 1));
    let dataset = try_read(&[("index.json", INDEX.as_bytes())]).expect("readable");
    assert_eq!(dataset.catalogue.tasks[0].id.as_str(), "load");
}

#[test]
fn an_index_that_lists_no_kinds_has_the_four() {
    let kinds: Vec<_> = with(INDEX).catalogue.kinds.iter().map(|kind| (kind.id.to_string(), kind.deadline)).collect();
    let expected = [("agent", true), ("expert", false), ("tsfm", false), ("reference", false)];
    assert_eq!(kinds, expected.map(|(id, deadline)| (id.to_owned(), deadline)));
}

#[test]
fn an_unknown_kind_is_an_agent_even_where_the_index_lists_no_agents() {
    let index = INDEX.replacen('{', r#"{"kinds": [{"id": "reference"}, {"id": "expert", "deadline": false}], "#, 1);
    let dataset = with(&index);
    let ann = &dataset.catalogue.systems[0];
    assert_eq!((ann.kind.as_str(), dataset.catalogue.kind(ann).deadline), ("agent", true));
    assert_eq!(
        faults(&dataset),
        [
            "warning site/index.json [kinds[0]] the kind `reference` has a deadline, so its forecasts can be late: say `\"deadline\": false`",
            "warning site/index.json [systems[0].kind] `ann` has the unknown kind `agent`: it is shown as an agent",
        ]
    );
    let dataset = with(&INDEX.replacen('{', r#"{"kinds": [{"id": "agent"}, {"id": "expert"}], "#, 1));
    assert_eq!(
        dataset.catalogue.kinds.last().map(|kind| (kind.id.as_str(), kind.deadline)),
        Some(("reference", false))
    );
    assert_eq!(
        faults(&dataset),
        ["warning site/index.json [kinds] the kind `reference` is not among them: it is added"]
    );
}

#[test]
fn a_system_without_an_entry_is_an_agent_with_a_warning() {
    let text = format!("{{{GOOD}}}");
    let dataset = read(&[
        ("runs/load/2026-01-10/live/zoe.json", &text),
        ("runs/load/2026-01-11/mock/zoe.json", &text),
        ("runs/load/2026-01-10/live/bob.json", &text),
    ]);
    let systems: Vec<_> =
        dataset.catalogue.systems.iter().map(|s| (s.id.to_string(), s.kind.to_string(), s.declared)).collect();
    let expected = [
        ("ann", "agent", true),
        ("eve", "expert", true),
        ("ref", "reference", true),
        ("bob", "agent", false),
        ("zoe", "agent", false),
    ];
    assert_eq!(systems, expected.map(|(id, kind, declared)| (id.to_owned(), kind.to_owned(), declared)));
    let warnings: Vec<String> = faults(&dataset).into_iter().filter(|fault| fault.starts_with("warning")).collect();
    assert_eq!(
        warnings,
        ["bob", "zoe"].map(|id| format!(
            "warning runs/load/2026-01-10/live/{id}.json [] `{id}` has forecasts but no entry in the index: it is shown as an agent"
        ))
    );
}

#[test]
fn files_that_fit_no_place_are_counted() {
    let dataset = read(&[
        ("README.md", ""),
        ("runs/other/truth.csv", ""),
        ("runs/other/2026-01-10/live/ann.json", ""),
        ("runs/load/10-01-2026/live/ann.json", ""),
        ("runs/load/2026-01-10/live/deep/ann.json", ""),
        ("runs/load/2026-01-10/live/my system.json", ""),
        ("runs/load/2026-01-10/ale/live-ann/e1/trajectory.json", ""),
        ("runs/load/2026-01-10/ale/live-ann/e1/log.txt", ""),
        ("runs/load/2026-01-10/x/wind.csv", ""),
        (".git/config", ""),
    ]);
    let files = dataset.files;
    assert_eq!((files.found, files.submission, files.read, files.supporting, files.ignored), (10, 0, 1, 2, 7));
    assert_eq!(
        faults(&dataset),
        [
            "warning runs/load/2026-01-10/live/my system.json [] ignored: `my system` names no system, ' ' is not allowed in an id: use A-Z a-z 0-9 . _ -",
            "warning runs/other [] no task of the index: its files are left out (2)",
        ]
    );
}

#[test]
fn run_days_off_the_grid_are_accepted() {
    let index = INDEX.replace(r#""every_days": 1"#, r#""every_days": 7"#);
    let text = format!("{{{GOOD}}}");
    let other = "runs/load/2026-01-13/live/ann.json";
    let dataset = try_read(&[
        ("site/index.json", index.as_bytes()),
        (FILE, text.as_bytes()),
        (other, b"{\"status\": \"failed\"}"),
    ])
    .expect("readable");
    assert_eq!((dataset.tasks[0].submissions.len(), faults(&dataset)), (2, vec![]));
}

#[test]
fn the_rest_of_the_index_is_carried_over() {
    let index = INDEX
        .replacen('{', r#"{"continual_note": "*n*", "future": {"x": [1]},
            "taxonomy": {"domains": [{"name": "Energy", "leaves": ["Load", {"name": "Price"}]}], "facets": {"driver": {"w": "Weather"}}},
            "exclusions": [{"task": "load", "run_day": "2026-01-10", "target_date": "2026-01-11", "system": "nobody", "reason": "outage"}, {"task": "wind"}], "#, 1)
        .replacen(r#""title": "Load","#, r#""unit": "MW", "decimals": 1, "next_run": "2026-01-11 09:00:00", "baseline": "B", "baseline_visible": true, "tradable": true, "driver": "w","#, 1)
        .replacen(r#"{"id": "ann", "#, r#"{"id": "ann", "label": "<b>Ann</b>", "continual": true, "continual_of": "eve", "#, 1);
    let dataset = with(&index);
    let catalogue = &dataset.catalogue;
    let task = &catalogue.tasks[0];
    assert_eq!(
        (task.title.as_str(), task.unit.as_deref(), task.decimals, task.baseline_visible, task.tradable),
        ("load", Some("MW"), Some(1), true, true)
    );
    assert_eq!(task.next_run.map(|at| at.to_string()).as_deref(), Some("2026-01-11T15:00:00Z"));
    assert_eq!(catalogue.domains[0].leaves, ["Load", "Price"]);
    assert_eq!(catalogue.drivers["w"], "Weather");
    let ann = &catalogue.systems[0];
    assert_eq!(
        (ann.label.as_str(), ann.continual, ann.continual_of.as_ref().map(foreboard::domain::id::SystemId::as_str)),
        ("<b>Ann</b>", true, Some("eve"))
    );
    assert_eq!((catalogue.exclusions.len(), catalogue.exclusions[0].reason.as_str()), (2, "outage"));
    assert_eq!(
        faults(&dataset),
        [
            "warning site/index.json [exclusions[0].system] `nobody` is no system: the exclusion covers nothing",
            "warning site/index.json [exclusions[1].reason] an exclusion without a reason: say why",
            "warning site/index.json [exclusions[1].task] `wind` is no task of the index: the exclusion covers nothing",
        ]
    );
}

#[test]
fn levels_of_the_configuration_take_the_place_of_the_index_s() {
    let folder = lay_out(&[("site/index.json", INDEX.as_bytes())]);
    let snapshot = local::open(folder.path()).expect("a folder");
    let median = || Levels::new(vec![Level::MEDIAN]);
    let plan =
        plan(&snapshot, |task| (task.as_str() == "load").then(median).flatten(), &Limits::default()).expect("readable");
    assert_eq!(plan.catalogue().tasks[0].levels.as_slice(), [Level::MEDIAN]);
}
