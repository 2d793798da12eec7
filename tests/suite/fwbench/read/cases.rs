//! The index of cases.

use foreboard::domain::fwbench::case::Family;

use super::{CASES, Data, case, index};

/// The release of an index with one piece replaced; there are outcomes, so that something is lost without it.
fn with(from: &str, to: &str) -> Data {
    let mut data = Data::small();
    data.put("outcomes.csv", "case_id,model,valid,loss,credits\n").swap("manifests/cases.json", from, to);
    data
}

#[test]
fn cases_are_sorted_by_id_and_hold_what_their_rows_say() {
    let mut rows = CASES.map(case);
    rows.reverse();
    let mut data = with("A-1", "A-1");
    data.put("manifests/cases.json", index(&rows));
    let release = data.sound();
    let cases = release.index.expect("an index");
    let ids: Vec<&str> = cases.cases().iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids, ["A-1", "A-2", "B-1", "C-1"]);
    let week = &cases.cases()[2];
    assert_eq!((week.family, week.horizon, week.authority.as_str()), (Family::WeekAhead, 194, "B"));
    assert_eq!(week.target_start.to_string(), "2026-01-15T00:00:00Z");
    assert_eq!(week.episode_path, "episodes/B-1");
    let domains: Vec<String> = release.settings.cohort_domains.iter().map(|(c, d)| format!("{c} {d}")).collect();
    assert_eq!(domains, ["bike cycle_hire", "power electricity"]);
}

#[test]
fn one_row_that_cannot_be_used_spoils_the_index() {
    for (from, to, fault) in [
        ("\"case_id\": \"A-1\"", "\"id\": \"A-1\"", "cases[0].case_id] is missing"),
        ("\"case_id\": \"A-1\"", "\"case_id\": \"../A-1\"", "cases[0].case_id] `../A-1` is no id"),
        ("\"case_id\": \"A-1\"", "\"case_id\": \"A-2\"", "cases[1].case_id] `A-2` stands at `cases[0]` too"),
        ("\"case_id\": \"A-1\"", "\"case_id\": \"a-2\"", "cases[1].case_id] `A-2` stands at `cases[0]` too"),
        ("day_ahead", "month_ahead", "cases[0].family] is `month_ahead`"),
        ("\"authority\": \"A\"", "\"authority\": 7", "cases[0].authority] is 7, not a text"),
        ("2026-01-15T00:00:00+00:00", "15 January", "cases[0].target_start] `15 January` is not a time"),
        ("\"expected_horizon\": 50", "\"expected_horizon\": -1", "cases[0].expected_horizon] is -1"),
        ("\"cases\": [", "\"cases\": 4, \"x\": [", "cases] is 4, not a list"),
        ("\"cases\": [", "\"rows\": [", "cases] is missing"),
    ] {
        let error = with(from, to).try_read().expect_err("no index, no release");
        let mut data = with(from, to);
        data.put(
            "v3/manifests/settings.json",
            r#"{"budget": 1, "cohort_weights": {"x": 1}, "loss_scales": {"x": 1}, "case_count": 1}"#,
        );
        data.put(
            "v3/leaderboard/results.json",
            r#"{"case_count": 1, "ranking_metric": "score", "complete": true, "models": [{"model": "m", "scored": 1, "complete": true, "score": 1}]}"#,
        );
        let faults = super::faults(&data.read());
        assert!(faults.iter().any(|found| found.contains(fault)), "{fault}: {faults:?}, {error}");
        assert!(
            faults.iter().any(|found| found.starts_with("invalid outcomes.csv [] not used: there is no usable")),
            "{faults:?}"
        );
    }
}

#[test]
fn an_empty_index_is_none() {
    let mut data = with("A-1", "A-1");
    data.put("manifests/cases.json", r#"{"cases": []}"#);
    let error = data.try_read().expect_err("no case");
    assert!(error.contains("it lists no case"), "{error}");
}

#[test]
fn cohorts_of_the_index_must_be_those_of_the_settings() {
    for (from, to) in [("\"bike\"", "\"boat\""), ("\"cohort\": \"bike\"", "\"cohort\": \"power\"")] {
        let mut data = with("A-1", "A-1");
        data.put("manifests/cases.json", index(&CASES.map(case)).replace(from, to));
        data.put(
            "results/primary-4.json",
            r#"{"case_count": 4, "ranking_metric": "g_cost", "complete": true, "models": [{"model": "m", "scored": 4, "complete": true, "loss": 1}]}"#,
        );
        let (release, faults) = data.one();
        assert!(release.index.is_none() && release.table.is_none());
        assert!(
            faults.iter().any(|fault| fault.contains("has the cohorts") && fault.ends_with("the index is not used")),
            "{faults:?}"
        );
    }
}

#[test]
fn an_index_of_another_number_of_cases_is_not_used() {
    let mut data = Data::small();
    data.put(
        "results/primary-5.json",
        r#"{"case_count": 5, "ranking_metric": "g_cost", "complete": true, "models": [{"model": "m", "scored": 5, "complete": true, "loss": 1}]}"#,
    );
    let (release, faults) = data.one();
    assert!(release.index.is_none());
    assert_eq!(faults, ["invalid manifests/cases.json [] lists 4 cases, and no release has as many: it is not used"]);
}

#[test]
fn a_horizon_that_does_not_fit_the_times_is_odd() {
    let (release, faults) = with("\"expected_horizon\": 50", "\"expected_horizon\": 49").one();
    assert!(release.index.is_some());
    assert_eq!(
        faults,
        [
            "warning manifests/cases.json [cases[0].expected_horizon] is 49, but the last target hour is 50 hours after the last visible one"
        ]
    );
}

#[test]
fn paths_of_an_index_never_leave_the_release() {
    for path in ["../A-1", "/etc", "a/../../b", "a\\\\b", "."] {
        let mut data = Data::raw();
        data.swap("manifests/cases.json", "episodes/A-1", path);
        data.run("ann", "A-1", 100.0, 0);
        let (release, faults) = data.one();
        let read: Vec<usize> = release.episodes.expect("episodes").iter().map(|episode| episode.case).collect();
        assert_eq!(read, [1, 2, 3], "{path}");
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert!(
            fault.contains("[cases[0].episode_path]") && fault.contains("is no path within the dataset"),
            "{fault}"
        );
    }
}
