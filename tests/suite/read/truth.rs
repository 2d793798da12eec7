//! Truth is the first value released; history is what was known at a run.

use foreboard::domain::day::{RunDay, TargetDay};
use foreboard::domain::truth::{Settled, Truth};

use super::{faults, read};

fn truth_of(text: &str) -> (Truth, Vec<String>) {
    let dataset = read(&[("runs/load/truth.csv", text)]);
    (dataset.tasks[0].truth.clone(), faults(&dataset))
}

fn day(text: &str) -> TargetDay {
    text.parse().expect("a day")
}

/// Day, value and last revision of every settled day.
fn settled(text: &str) -> Vec<(String, f64, Option<f64>)> {
    let (truth, faults) = truth_of(text);
    assert_eq!(faults, Vec::<String>::new(), "{text}");
    truth.settled.iter().map(|(day, settled)| (day.to_string(), settled.value, settled.revised_to)).collect()
}

#[test]
fn the_first_value_released_counts_and_later_ones_are_revisions() {
    let text = "date,value,released_at\n\
        2026-01-01,12,2026-01-09T00:00:00Z\n\
        2026-01-01,10,2026-01-02T23:00:00-05:00\n\
        2026-01-01,11,2026-01-03T05:00:00Z\n\
        2026-01-02,5,2026-01-03T05:00:00Z\n\
        2026-01-02,5.0,2026-01-04T05:00:00Z\n";
    assert_eq!(settled(text), [("2026-01-01".to_owned(), 10.0, Some(12.0)), ("2026-01-02".to_owned(), 5.0, None)]);
    let (truth, _) = truth_of(text);
    assert_eq!(
        truth.settled[&day("2026-01-01")].released_at.map(|at| at.to_string()).as_deref(),
        Some("2026-01-03T04:00:00Z")
    );
}

#[test]
fn columns_have_other_names_and_others_are_ignored() {
    let one = [("2026-01-01".to_owned(), 10.0, None)];
    for text in [
        "date,value\n2026-01-01,10\n",
        "target_date,value\n2026-01-01,10\n",
        "note,date , actual\n\"a, \"\"b\"\"\n\",2026-01-01, 10\n",
        "\u{feff}date,value\r\n2026-01-01,10\r\n",
        "value,date\n10,2026-01-01",
        "target_date,actual,date,value\n1999-01-01,99,2026-01-01,10\n",
        "date,value\n\n2026-01-01,10\n\n",
        "date,value\n2026-01-01,1e1\n2026-01-02,\n",
    ] {
        assert_eq!(settled(text), one, "{text:?}");
    }
    for column in ["released_at", "published_at", "first_seen"] {
        let text =
            format!("date,value,{column}\n2026-01-01,9,2026-01-03T00:00:00Z\n2026-01-01,10,2026-01-02 00:00:00\n");
        assert_eq!(settled(&text), [("2026-01-01".to_owned(), 10.0, Some(9.0))], "{column}");
    }
    let both = "date,value,first_seen,released_at\n\
        2026-01-01,9,2026-01-02T00:00:00Z,2026-01-05T00:00:00Z\n2026-01-01,10,2026-01-03T00:00:00Z,2026-01-04T00:00:00Z\n";
    assert_eq!(settled(both), [("2026-01-01".to_owned(), 10.0, Some(9.0))]);
}

#[test]
fn values_that_conflict_leave_the_day_unsettled() {
    for (text, line) in [
        ("date,value\n2026-01-01,10\n2026-01-01,11\n", 3),
        ("date,value,released_at\n2026-01-01,10,2026-01-02T00:00:00Z\n2026-01-01,11,2026-01-01T19:00:00-05:00\n", 3),
        ("date,value,released_at\n2026-01-01,11,\n2026-01-01,10,2026-01-02T00:00:00Z\n", 3),
    ] {
        let (truth, faults) = truth_of(text);
        assert_eq!((truth.settled.len(), truth.conflicts), (0, vec![day("2026-01-01")]), "{text}");
        assert!(
            faults[0].starts_with(&format!("invalid runs/load/truth.csv [line {line}] 2026-01-01 is 1")),
            "{faults:?}"
        );
    }
}

#[test]
fn what_agrees_or_comes_later_is_no_conflict() {
    for text in [
        "date,value\n2026-01-01,10\n2026-01-01,10.0\n",
        "date,value,released_at\n2026-01-01,10,2026-01-02T00:00:00Z\n2026-01-01,1e1,2026-01-02T00:00:00Z\n2026-01-01,10,\n",
    ] {
        assert_eq!(settled(text), [("2026-01-01".to_owned(), 10.0, None)]);
    }
    let later = "date,value,released_at\n2026-01-01,10,2026-01-02T00:00:00Z\n\
        2026-01-01,11,2026-01-03T00:00:00Z\n2026-01-01,12,2026-01-03T00:00:00Z\n";
    assert_eq!(settled(later), [("2026-01-01".to_owned(), 10.0, Some(12.0))]);
}

#[test]
fn a_bad_row_spoils_that_row_only() {
    for (row, message) in [
        ("2026-13-01,5", "`2026-13-01` is not a day of the form YYYY-MM-DD"),
        ("2026-01-02", "the row is too short: it has no value"),
        ("2026-01-02,NaN", "`NaN` is not a finite number"),
        ("2026-01-02,inf", "`inf` is not a finite number"),
        ("2026-01-02,1e400", "`1e400` is not a finite number"),
        ("2026-01-02,\"1,5\"", "`1,5` is not a finite number"),
        ("2026-01-02,5,yesterday", "`yesterday` is not a time such as 2026-11-05T14:58:12Z"),
    ] {
        for end in ["\n", "\r\n"] {
            let text = format!("date,value,released_at{end}2026-01-01,10{end}{end}{row}{end}2026-01-03,30,{end}");
            let (truth, faults) = truth_of(&text);
            assert_eq!(truth.settled.values().map(|settled| settled.value).collect::<Vec<_>>(), [10.0, 30.0], "{row}");
            assert_eq!(faults, [format!("broken runs/load/truth.csv [line 4] {message}")]);
        }
    }
}

#[test]
fn a_table_without_its_columns_is_broken() {
    for (text, lacks) in [
        ("", "date"),
        ("Date,value\n2026-01-01,1\n", "date"),
        ("date,Value\n2026-01-01,1\n", "value"),
        ("2026-01-01,1\n", "date"),
    ] {
        let (truth, faults) = truth_of(text);
        assert_eq!(truth, Truth::default());
        assert_eq!(faults, [format!("broken runs/load/truth.csv [line 1] the header has no column `{lacks}`")]);
    }
}

#[test]
fn a_history_keeps_what_is_observed_and_drops_days_with_two_values() {
    let dataset = read(&[
        (
            "runs/load/2026-01-10/x/history.csv",
            "date,value\n2026-01-07,7\n2026-01-08,8\n2026-01-08,8.0\n2026-01-09,9\n2026-01-09,1\n2026-01-10,\n",
        ),
        ("runs/load/2026-01-11/x/history.csv", "nothing\n"),
        ("runs/load/2026-01-11/x/wind.csv", "date,value\n"),
    ]);
    let histories = &dataset.tasks[0].histories;
    let run = |text: &str| text.parse::<RunDay>().expect("a day");
    let first = &histories[&run("2026-01-10")];
    assert_eq!(first.last(), Some(day("2026-01-08").0));
    assert_eq!(
        [first.at(day("2026-01-07").0), first.at(day("2026-01-08").0), first.at(day("2026-01-09").0)],
        [Some(7.0), Some(8.0), None]
    );
    // A history that cannot be read is still there: nothing may take its place.
    assert_eq!(histories[&run("2026-01-11")].last(), None);
    assert_eq!(
        faults(&dataset),
        [
            "invalid runs/load/2026-01-10/x/history.csv [line 6] 2026-01-09 is 1 here and 9 on line 5, and none is the first: the day cannot be used",
            "broken runs/load/2026-01-11/x/history.csv [line 1] the header has no column `date`",
        ]
    );
    assert_eq!((dataset.files.read, dataset.files.supporting), (3, 1));
}

#[test]
fn a_settled_day_without_a_release_time_has_none() {
    let (truth, _) = truth_of("date,value\n2026-01-01,10\n");
    assert_eq!(truth.settled[&day("2026-01-01")], Settled { value: 10.0, released_at: None, revised_to: None });
}
