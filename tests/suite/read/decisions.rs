//! What is late, failed, invalid and broken, and where it is said.

use foreboard::domain::forecast::{Answer, Mode, State};

use super::{FILE, GOOD, INDEX, answers, faults, lay_out, quantiles, read, read_bytes, read_folder, read_one};

const NOON: &str = r#""submitted_at": "2026-01-10T12:00:00Z""#;

fn entries(entries: &str) -> String {
    format!(r#"{{{NOON}, "forecasts": [{entries}]}}"#)
}

#[test]
fn the_cutoff_is_the_local_clock_and_equal_is_on_time() {
    // 15:00 in Chicago is 21:00 UTC in winter, 20:00 in summer.
    for (path, at, late) in [
        ("runs/load/2026-01-10/live/ann.json", "2026-01-10T21:00:00Z", false),
        ("runs/load/2026-01-10/live/ann.json", "2026-01-10T21:00:00.000000001Z", true),
        ("runs/load/2026-01-10/live/ann.json", "2026-01-10T15:00:00", false),
        ("runs/load/2026-07-10/live/ann.json", "2026-07-10T20:00:00Z", false),
        ("runs/load/2026-07-10/live/ann.json", "2026-07-10T20:00:01Z", true),
        ("runs/load/2026-01-10/live/eve.json", "2027-01-01T00:00:00Z", false),
        ("runs/load/2026-01-10/mock/ann.json", "2027-01-01T00:00:00Z", false),
    ] {
        let (submission, faults) =
            read_bytes(path, format!(r#"{{"submitted_at": "{at}", "forecasts": []}}"#).as_bytes());
        assert_eq!((submission.late, faults), (late, vec![]), "{path} {at}");
    }
}

#[test]
fn a_cutoff_in_a_gap_moves_forward_and_in_a_fold_is_the_first() {
    for (clock, day, last, first_late) in [
        // 02:30 does not exist on 8 March 2026: 03:30 CDT, UTC-5.
        ("02:30", "2026-03-08", "2026-03-08T08:30:00Z", "2026-03-08T08:30:01Z"),
        // 01:30 occurs twice on 1 November 2026: the first is CDT, UTC-5.
        ("01:30", "2026-11-01", "2026-11-01T06:30:00Z", "2026-11-01T06:30:01Z"),
    ] {
        let index = INDEX.replace("15:00", clock);
        for (at, late) in [(last, false), (first_late, true)] {
            let path = format!("runs/load/{day}/live/ann.json");
            let text = format!(r#"{{"submitted_at": "{at}", "forecasts": []}}"#);
            let folder = lay_out(&[("site/index.json", index.as_bytes()), (&path, text.as_bytes())]);
            let dataset = read_folder(folder.path(), 1).expect("readable");
            assert_eq!(dataset.tasks[0].submissions[0].late, late, "{at}");
        }
    }
}

#[test]
fn without_a_time_a_live_forecast_is_on_time_and_a_warning_says_so_once_a_system() {
    let text = r#"{"forecasts": []}"#;
    let dataset = read(&[
        ("runs/load/2026-01-10/live/ann.json", text),
        ("runs/load/2026-01-11/live/ann.json", text),
        ("runs/load/2026-01-11/live/eve.json", text),
        ("runs/load/2026-01-11/mock/ann.json", text),
    ]);
    assert!(dataset.tasks[0].submissions.iter().all(|submission| !submission.late && submission.state == State::Read));
    assert_eq!(
        faults(&dataset),
        [format!("warning {FILE} [] no `submitted_at`: taken as on time, in 2 submissions from this one on")]
    );
}

#[test]
fn a_status_other_than_ok_is_no_forecast_but_an_episode() {
    for (status, state) in [
        (r#""ok""#, State::Read),
        ("null", State::Read),
        (r#""failed""#, State::Failed("failed".to_owned())),
        (r#""<b>""#, State::Failed("<b>".to_owned())),
    ] {
        let (submission, faults) = read_one(&format!(r#"{{"status": {status}, {GOOD}}}"#));
        let forecasts = usize::from(state == State::Read);
        assert_eq!((submission.state, submission.forecasts.len(), faults), (state, forecasts, vec![]));
    }
    let (submission, faults) = read_one(r#"{"status": "timeout"}"#);
    assert_eq!((submission.state, faults), (State::Failed("timeout".to_owned()), vec![]));
}

#[test]
fn a_file_that_contradicts_its_path_is_invalid_as_a_whole() {
    for (field, place, message) in [
        (r#""system": "eve""#, "system", "the file says system `eve`, its path says `ann`"),
        (r#""run_day": "2026-01-11""#, "run_day", "the file says run day `2026-01-11`, its path says `2026-01-10`"),
        (r#""run_day": "10 January""#, "run_day", "the file says run day `10 January`, its path says `2026-01-10`"),
    ] {
        let (submission, faults) = read_one(&format!("{{{field}, {GOOD}}}"));
        assert_eq!((submission.state, submission.forecasts.len()), (State::Invalid, 0));
        assert_eq!(faults, [format!("invalid {FILE} [{place}] {message}")]);
    }
    assert_eq!(answers(&format!(r#"{{"system": "ann", "run_day": "2026-01-10", {GOOD}}}"#)).len(), 1);
    assert_eq!(answers(&format!(r#"{{"system": null, "run_day": null, {GOOD}}}"#)).len(), 1);
}

#[test]
fn an_invalid_entry_spoils_itself_alone() {
    let good = r#"{"target_date": "2026-01-12", "quantiles": {"0.1": 1, "0.5": 2, "0.9": 3}}"#;
    for (bad, place, message) in [
        (
            r#"{"target_date": "2026-01-11", "quantiles": {"0.1": 1, "0.9": 3}}"#,
            ".quantiles",
            "the level 0.5 is missing",
        ),
        (r#"{"target_date": "2026-01-11", "quantiles": {}}"#, ".quantiles", "the level 0.1 and 2 more are missing"),
        (
            r#"{"target_date": "2026-01-11", "quantiles": {"0.1": 1, "0.5": null, "0.9": 3}}"#,
            r#".quantiles["0.5"]"#,
            "is null",
        ),
        (r#"{"target_date": "2026-01-11", "quantiles": [1, 2]}"#, ".quantiles", "has 2 values for 3 levels"),
        (r#"{"target_date": "2026-01-11", "quantiles": [1, null, 3]}"#, ".quantiles[1]", "is null"),
        (
            r#"{"target_date": "2026-01-11", "levels": [0.1, 0.5], "quantiles": [1, 2]}"#,
            ".quantiles",
            "the level 0.9 is missing",
        ),
        (r#"{"target_date": "2026-01-11"}"#, "", "has neither `quantiles` nor a `point`"),
        (r#"{"target_date": "2026-01-11", "point": null}"#, "", "has neither `quantiles` nor a `point`"),
        (r#"{"point": 1}"#, "", "`target_date` is missing"),
        (
            r#"{"target_date": "2026-01-13", "point": 1}"#,
            ".target_date",
            "2026-01-13 is 3 days from the run day, which is none of the task's horizons",
        ),
        (
            r#"{"target_date": "2026-02-30", "point": 1}"#,
            ".target_date",
            "`2026-02-30` is not a day of the form YYYY-MM-DD",
        ),
    ] {
        let (submission, faults) = read_one(&entries(&format!("{bad}, {good}")));
        assert_eq!(faults, [format!("invalid {FILE} [forecasts[0]{place}] {message}")]);
        assert_eq!((submission.state, submission.invalid, submission.forecasts.len()), (State::Read, 1, 1), "{bad}");
    }
}

#[test]
fn the_same_target_date_twice_spoils_both() {
    let day = r#"{"target_date": "2026-01-11", "point": 1}"#;
    let (submission, faults) = read_one(&entries(&format!(r#"{day}, {{"date": "2026-01-12", "point": 2}}, {day}"#)));
    let targets: Vec<String> = submission.forecasts.iter().map(|forecast| forecast.target.to_string()).collect();
    assert_eq!((targets, submission.invalid), (vec!["2026-01-12".to_owned()], 2));
    let message = "the target date 2026-01-11 is forecast 2 times in one file";
    assert_eq!(faults, [0, 2].map(|index| format!("invalid {FILE} [forecasts[{index}]] {message}")));
}

#[test]
fn extra_levels_are_counted_and_not_used() {
    let text = entries(
        r#"{"target_date": "2026-01-11", "quantiles": {"0.05": null, "0.1": 1, "0.25": 9, "0.5": 2, "0.9": 3}},
           {"target_date": "2026-01-12", "levels": [0.95, 0.9, 0.5, 0.1], "quantiles": [4, 3, 2, 1]}"#,
    );
    let dataset = read(&[(FILE, &text), ("runs/load/2026-01-11/mock/ann.json", &text)]);
    let answers: Vec<&Answer> =
        dataset.tasks[0].submissions[0].forecasts.iter().map(|forecast| &forecast.answer).collect();
    assert_eq!(answers, [&quantiles(&[1.0, 2.0, 3.0]), &quantiles(&[1.0, 2.0, 3.0])]);
    // In the replay of the day after, the first entry is outside d + H: its values are never looked at.
    assert_eq!(dataset.files.extra_levels, 4);
    let expected = "4 values at levels that the task does not ask for are not used, in 2 submissions from this one on";
    assert!(faults(&dataset).contains(&format!("warning {FILE} [] {expected}")), "{:?}", faults(&dataset));
}

#[test]
fn quantiles_count_where_a_point_stands_beside_them() {
    let entry =
        r#"{"target_date": "2026-01-11", "median": 7, "point": 8, "quantiles": {"0.1": 1, "0.5": 2, "0.9": 3}}"#;
    assert_eq!(answers(&entries(entry)), [("2026-01-11".to_owned(), quantiles(&[1.0, 2.0, 3.0]))]);
    let entry = r#"{"target_date": "2026-01-11", "point": 8, "quantiles": null}"#;
    assert_eq!(answers(&entries(entry)), [("2026-01-11".to_owned(), Answer::Point(8.0))]);
}

#[test]
fn crossing_quantiles_are_kept_and_counted() {
    let (submission, faults) = read_one(&entries(
        r#"{"target_date": "2026-01-11", "quantiles": [2, 1, 3]}, {"target_date": "2026-01-12", "quantiles": [1, 1, 1]}"#,
    ));
    assert_eq!((submission.crossing, submission.invalid, faults), (1, 0, vec![]));
    assert_eq!(submission.forecasts[0].answer, quantiles(&[2.0, 1.0, 3.0]));
}

#[test]
fn a_broken_file_is_broken_as_a_whole_and_says_where() {
    let entry = |quantiles: &str| entries(&format!(r#"{{"target_date": "2026-01-11", "quantiles": {quantiles}}}"#));
    for (text, place, message) in [
        (
            entry(r#"{"0.1": NaN}"#),
            "line 1, column 107",
            "not JSON: expected value, in `forecasts[0].quantiles[\"0.1\"]`",
        ),
        (
            entry(r#"{"0.1": -Infinity}"#),
            "line 1, column 108",
            "not JSON: invalid number, in `forecasts[0].quantiles[\"0.1\"]`",
        ),
        (
            entry(r#"{"0.1": 1e400}"#),
            "line 1, column 111",
            "not JSON: number out of range, in `forecasts[0].quantiles[\"0.1\"]`",
        ),
        (
            entry(r#"{"0.1": "1"}"#),
            r#"forecasts[0].quantiles["0.1"]"#,
            "invalid type: string \"1\", expected a number or null",
        ),
        (entry(r#"{"0.1": 1, "0.1": 2}"#), r#"forecasts[0].quantiles["0.1"]"#, "the level 0.1 occurs twice"),
        (entry(r#"{"0.5": 0, "0.1": 1, "10%": 2}"#), r#"forecasts[0].quantiles["10%"]"#, "the level 0.1 occurs twice"),
        (entry(r#"{"1.5": 1}"#), r#"forecasts[0].quantiles["1.5"]"#, "`1.5` is not a quantile level between 0 and 1"),
        (entry(r#"{"0": 1}"#), r#"forecasts[0].quantiles["0"]"#, "`0` is not a quantile level between 0 and 1"),
        (entry(r#"{"nan": 1}"#), "forecasts[0].quantiles.nan", "`nan` is not a quantile level between 0 and 1"),
        (r#"{"forecasts": [], "forecasts": []}"#.to_owned(), "forecasts", "the key `forecasts` occurs twice"),
        (r#"{"x": {"y": 1, "y": 2}, "forecasts": []}"#.to_owned(), "x.y", "the key `y` occurs twice"),
        (r#"{"x": 1, "\u0078": 2, "forecasts": []}"#.to_owned(), "x", "the key `x` occurs twice"),
        (
            r#"{"forecasts": [null]}"#.to_owned(),
            "forecasts[0]",
            "invalid type: null, expected an object with `target_date` and `quantiles` or `point`",
        ),
        (
            r#"{"status": 1, "forecasts": []}"#.to_owned(),
            "status",
            "invalid type: integer `1`, expected a string or null",
        ),
        (r#"{"status": "ok"}"#.to_owned(), "forecasts", "there are no forecasts"),
        (
            r#"{"forecasts": [{"target_date": "2026"#.to_owned(),
            "line 1, column 36",
            "not JSON: EOF while parsing a string, in `forecasts[0].target_date`",
        ),
        (r#"{"forecasts": []} x"#.to_owned(), "line 1, column 19", "not JSON: trailing characters"),
        (String::new(), "line 1, column 1", "not JSON: EOF while parsing a value"),
        ("[]".to_owned(), "line 1, column 1", "invalid type: sequence, expected an object with `forecasts`"),
    ] {
        let (submission, faults) = read_one(&text);
        assert_eq!((submission.state, submission.forecasts.len()), (State::Broken, 0), "{text}");
        assert_eq!(faults, [format!("broken {FILE} [{place}] {message}")], "{text}");
    }
}

#[test]
fn unknown_fields_are_never_an_error() {
    let text = format!(r#"{{"cost": {{"usd": [1, null, true]}}, {GOOD}, "note": "<script>"}}"#);
    assert_eq!(answers(&text).len(), 1);
}

#[test]
fn of_two_submissions_for_one_run_day_neither_counts() {
    let text = format!("{{{GOOD}}}");
    let line = format!("{{\"run_day\": \"2026-01-10\", {GOOD}}}");
    let dataset = read(&[
        (FILE, &text),
        ("runs/load/live/ann.jsonl", &line),
        ("runs/load/2026-01-10/mock/ann.json", &text),
        ("runs/load/2026-01-10/live/eve.json", &text),
    ]);
    let states: Vec<_> = dataset.tasks[0]
        .submissions
        .iter()
        .map(|s| (s.mode, s.system.to_string(), s.state.clone(), s.forecasts.len()))
        .collect();
    assert_eq!(
        states,
        [
            (Mode::Live, "ann".to_owned(), State::Invalid, 0),
            (Mode::Live, "ann".to_owned(), State::Invalid, 0),
            (Mode::Live, "eve".to_owned(), State::Read, 1),
            (Mode::Replay, "ann".to_owned(), State::Read, 1),
        ]
    );
    let other = "there is another submission of `ann` for 2026-01-10,";
    assert_eq!(
        faults(&dataset),
        [
            format!("invalid {FILE} [] {other} `runs/load/live/ann.jsonl` line 1: neither counts"),
            format!("invalid runs/load/live/ann.jsonl [line 1] {other} `{FILE}`: neither counts"),
        ]
    );
}

#[test]
fn every_number_is_the_nearest_double() {
    // Without correct rounding these come out one unit off (their bits were taken from Python's float()).
    for (text, bits) in [
        ("0.1", 0x3FB9_9999_9999_999A_u64),
        ("1.7976931348623157e308", 0x7FEF_FFFF_FFFF_FFFF),
        ("51.24817837550540", 0x4049_9FC4_4F1B_2F5F),
    ] {
        let answers = answers(&entries(&format!(r#"{{"target_date": "2026-01-11", "point": {text}}}"#)));
        let Answer::Point(point) = answers[0].1 else { panic!("a point") };
        assert_eq!(point.to_bits(), bits, "{text}");
    }
}
