//! What real datasets write differently means the same: one test a line of the layout's list of variants.

use std::io::Write;

use foreboard::domain::forecast::{Answer, State};

use super::{FILE, GOOD, INDEX, answers, faults, lay_out, quantiles, read, read_bytes, read_folder, read_one};

const NOON: &str = r#""submitted_at": "2026-01-10T12:00:00Z""#;

fn expected() -> Vec<(String, Answer)> {
    vec![("2026-01-11".to_owned(), quantiles(&[1.0, 2.0, 3.0]))]
}

#[test]
fn forecasts_may_be_an_object_keyed_by_target_date() {
    let text = format!(
        r#"{{{NOON}, "forecasts": {{"2026-01-12": {{"point": 5}}, "2026-01-11": {{"quantiles": {{"0.1": 1, "0.5": 2, "0.9": 3}}}}}}}}"#
    );
    let both = [expected(), vec![("2026-01-12".to_owned(), Answer::Point(5.0))]].concat();
    assert_eq!(answers(&text), both);
}

#[test]
fn a_target_date_within_a_keyed_forecast_must_be_its_key() {
    let (submission, faults) =
        read_one(&format!(r#"{{{NOON}, "forecasts": {{"2026-01-11": {{"target_date": "2026-01-12", "point": 5}}}}}}"#));
    assert_eq!((submission.forecasts.len(), submission.invalid), (0, 1));
    assert_eq!(
        faults,
        [format!(r#"invalid {FILE} [forecasts["2026-01-11"].target_date] says 2026-01-12, its key says 2026-01-11"#)]
    );
}

#[test]
fn quantiles_in_a_list_follow_the_levels_of_the_file() {
    for levels in [
        r#""levels": [0.9, 0.1, 0.5]"#,
        r#""quantile_levels": ["0.90", "10%", "0.5"]"#,
        r#""quantile_levels": [0.5, 0.1, 0.9], "levels": ["90%", 0.1, "50%"]"#,
    ] {
        for order in [true, false] {
            let list = r#""forecasts": [{"target_date": "2026-01-11", "quantiles": [3, 1, 2]}]"#;
            let text =
                if order { format!("{{{NOON}, {levels}, {list}}}") } else { format!("{{{list}, {NOON}, {levels}}}") };
            assert_eq!(answers(&text), expected(), "{text}");
        }
    }
}

#[test]
fn quantiles_in_a_list_without_levels_follow_the_order_of_the_index() {
    let list = format!(r#"{{{NOON}, "forecasts": [{{"target_date": "2026-01-11", "quantiles": [1, 2, 3]}}]}}"#);
    assert_eq!(answers(&list), expected());
    let index = INDEX.replace("[0.1, 0.5, 0.9]", r#"["90%", 0.1, "0.50"]"#);
    let list = list.replace("[1, 2, 3]", "[3, 1, 2]");
    let folder = lay_out(&[("site/index.json", index.as_bytes()), (FILE, list.as_bytes())]);
    let dataset = read_folder(folder.path(), 1).expect("readable");
    assert_eq!(dataset.tasks[0].submissions[0].forecasts[0].answer, quantiles(&[1.0, 2.0, 3.0]));
}

#[test]
fn levels_are_written_in_four_ways_and_snap_to_the_grid() {
    for keys in
        [["0.1", "0.5", "0.9"], ["0.10", "0.500", "0.9000"], ["10%", "50%", "90%"], ["0.1000004", "0.49999", "0.90001"]]
    {
        let [a, b, c] = keys;
        let text = format!(
            r#"{{{NOON}, "forecasts": [{{"target_date": "2026-01-11", "quantiles": {{"{c}": 3, "{a}": 1, "{b}": 2}}}}]}}"#
        );
        assert_eq!(answers(&text), expected(), "{keys:?}");
    }
}

#[test]
fn other_names_of_fields_mean_the_same() {
    for (name, other) in [
        (r#""point""#, r#""value""#),
        (r#""point""#, r#""median""#),
        (r#""target_date""#, r#""date""#),
        (r#""run_day""#, r#""run_date""#),
        (r#""submitted_at""#, r#""finished_at""#),
    ] {
        let text = format!(
            r#"{{"run_day": "2026-01-10", {NOON}, "forecasts": [{{"target_date": "2026-01-11", "point": 7.5}}]}}"#
        );
        let renamed = text.replace(name, other);
        assert_ne!(renamed, text);
        assert_eq!(answers(&renamed), [("2026-01-11".to_owned(), Answer::Point(7.5))], "{other}");
        let (submission, _) = read_one(&renamed);
        assert_eq!(
            submission.submitted_at.map(|at| at.to_string()).as_deref(),
            Some("2026-01-10T12:00:00Z"),
            "{other}"
        );
    }
    // A renamed run day is read, not skipped: it can contradict the path.
    let (submission, _) = read_one(&format!(r#"{{"run_date": "2026-01-09", {GOOD}}}"#));
    assert_eq!(submission.state, State::Invalid);
}

#[test]
fn of_two_names_of_one_field_the_layouts_own_counts_wherever_it_stands() {
    for entry in [
        r#""point": 7.5, "value": 1, "median": 2"#,
        r#""median": 2, "value": 1, "point": 7.5"#,
        r#""point": null, "value": 7.5"#,
    ] {
        let text = format!(r#"{{{NOON}, "forecasts": [{{"target_date": "2026-01-11", {entry}}}]}}"#);
        assert_eq!(answers(&text), [("2026-01-11".to_owned(), Answer::Point(7.5))], "{entry}");
    }
}

#[test]
fn times_are_read_in_every_allowed_form() {
    // Chicago is six hours behind UTC in January.
    for (text, utc) in [
        ("2026-01-10T12:00:00Z", "2026-01-10T12:00:00Z"),
        ("2026-01-10 12:00:00Z", "2026-01-10T12:00:00Z"),
        ("2026-01-10t12:00:00z", "2026-01-10T12:00:00Z"),
        ("2026-01-10T12:00:00.25+01:30", "2026-01-10T10:30:00.25Z"),
        ("2026-01-10 12:00:00.1234567899-05:00", "2026-01-10T17:00:00.123456789Z"),
        ("2026-01-10T12:00:00", "2026-01-10T18:00:00Z"),
        ("2026-01-10 12:00:00.5", "2026-01-10T18:00:00.5Z"),
        ("2026-01-10T12:00:60Z", "2026-01-10T12:00:59Z"),
    ] {
        let (submission, faults) = read_one(&format!(r#"{{"submitted_at": "{text}", "forecasts": []}}"#));
        assert_eq!(submission.submitted_at.map(|at| at.to_string()).as_deref(), Some(utc), "{text}: {faults:?}");
    }
}

#[test]
fn other_forms_of_times_are_broken() {
    for text in [
        "",
        "2026-01-10",
        "2026-01-10T12:00Z",
        "2026-1-10T12:00:00Z",
        "2026-01-10T24:00:00Z",
        "2026-01-10T12:60:00Z",
        "2026-01-10T12:00:61Z",
        "2026-01-10T12:00:00.Z",
        "2026-01-10T12:00:00+0100",
        "2026-01-10T12:00:00 Z",
        "2026-02-30T12:00:00Z",
        "20260110T120000Z",
        "1768046400",
        "2026-01-10T12:00:00+01:00[Europe/Paris]",
        "2026-01-1éT12:00:00Z",
    ] {
        let (submission, faults) = read_one(&format!(r#"{{"submitted_at": "{text}", "forecasts": []}}"#));
        assert_eq!(submission.state, State::Broken, "{text}");
        assert!(faults[0].starts_with(&format!("broken {FILE} [submitted_at] ")), "{faults:?}");
    }
}

#[test]
fn packed_files_are_read() {
    let text = format!("{{{GOOD}}}");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).expect("in memory");
    let gzip = gzip.finish().expect("in memory");
    let zstandard = ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    for (ending, bytes) in [("gz", gzip), ("zst", zstandard)] {
        let path = format!("{FILE}.{ending}");
        let (submission, faults) = read_bytes(&path, &bytes);
        assert_eq!((submission.state, submission.forecasts.len(), faults), (State::Read, 1, vec![]), "{ending}");
        let (submission, faults) = read_bytes(&path, &bytes[..bytes.len() - 6]);
        assert_eq!(submission.state, State::Broken, "{ending}");
        assert!(faults[0].starts_with(&format!("broken {path} [] cannot be unpacked as ")), "{faults:?}");
    }
}

#[test]
fn packed_files_elsewhere_are_ignored() {
    let dataset = read(&[
        ("runs/load/truth.csv.gz", ""),
        ("runs/load/live/ann.jsonl.gz", ""),
        ("runs/load/2026-01-10/x/history.csv.zst", ""),
        ("runs/load/mock/ann.jsonl", ""),
    ]);
    assert_eq!((dataset.files.found, dataset.files.read, dataset.files.ignored), (5, 1, 4));
}

#[test]
fn a_jsonl_holds_one_submission_a_line() {
    let lines = format!(
        "{{\"run_day\": \"2026-01-10\", {GOOD}}}\r\n\n{{\"run_date\": \"2026-01-11\", \"status\": \"timeout\"}}\n{{\"run_day\": oops}}\n{{\"forecasts\": []}}\n"
    );
    let dataset = read(&[("runs/load/live/ann.jsonl", &lines)]);
    let found: Vec<_> =
        dataset.tasks[0].submissions.iter().map(|s| (s.run.to_string(), s.line, s.state.clone())).collect();
    assert_eq!(
        found,
        [
            ("2026-01-10".to_owned(), Some(1), State::Read),
            ("2026-01-11".to_owned(), Some(3), State::Failed("timeout".to_owned())),
        ]
    );
    assert_eq!((dataset.files.submission, dataset.files.broken_lines), (1, 2));
    assert_eq!(
        faults(&dataset),
        [
            "broken runs/load/live/ann.jsonl [line 4, column 13] not JSON: expected value, in `run_day`",
            "broken runs/load/live/ann.jsonl [line 5, run_day] `run_day` is missing",
        ]
    );
}
