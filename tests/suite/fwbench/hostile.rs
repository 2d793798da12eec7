//! Input that was made to break a reader: it is refused with its place, and never stops the rest or the program.

use foreboard::read::fwbench::Limits;
use proptest::prelude::*;

use super::read::{Data, faults, read_folder};

fn with_limits(data: &Data, limits: &Limits) -> Result<Vec<String>, String> {
    read_folder(data.lay_out().path(), 16, limits).map(|benchmark| faults(&benchmark))
}

fn data() -> Data {
    let mut data = Data::raw();
    data.run("ann", "A-1", 100.0, 70).put("outcomes.csv", "case_id,model,valid,loss,credits\nA-1,ann,true,0.5,1\n");
    data
}

#[test]
fn files_over_their_limit_are_broken_and_the_rest_is_read() {
    let limits = Limits::default();
    for (limits, path) in
        [(Limits { table: 10, ..limits }, "outcomes.csv"), (Limits { trace: 1, ..limits }, "runs/ann/A-1/trace.json")]
    {
        let mut data = data();
        data.put("runs/ann/A-1/trace.json", "{ }");
        let faults = with_limits(&data, &limits).expect("readable");
        assert!(
            faults.len() == 1 && faults[0].contains(path) && faults[0].contains("larger than the limit of"),
            "{faults:?}"
        );
    }
    let faults = with_limits(&data(), &Limits { raw: 1_000, ..limits }).expect("readable");
    assert!(
        faults
            .iter()
            .any(|fault| fault.contains("series/s.csv") && fault.contains("larger than the limit of 1000 bytes"))
    );
    let error = with_limits(&data(), &Limits { index: 10, ..limits }).expect_err("no index");
    assert!(error.contains("`manifests/cases.json`: larger than the limit of 10 bytes"), "{error}");
    let error = with_limits(&data(), &Limits { settings: 10, ..limits }).expect_err("no settings");
    assert!(error.contains("`manifests/settings.json`: larger than the limit of 10 bytes"), "{error}");
    let error = with_limits(&data(), &Limits { cases: 3, ..limits }).expect_err("no index");
    assert!(error.contains("cases: lists 4 cases, more than the limit of 3"), "{error}");
}

#[test]
fn a_submission_over_the_limit_is_not_scored() {
    let mut data = data();
    data.put("runs/ann/A-1/submission.json", " ".repeat(9 << 20));
    let (release, faults) = data.one();
    assert_eq!(release.episodes.expect("episodes")[0].runs[0].spent, None);
    assert!(faults.len() == 1 && faults[0].contains("larger than the limit of 8 MiB"), "{faults:?}");
}

#[test]
fn deep_nesting_and_double_keys_are_broken_wherever_they_stand() {
    for path in [
        "manifests/settings.json",
        "manifests/cases.json",
        "episodes/A-1/business_contract.json",
        "reproduction_targets/A-1.json",
        "runs/ann/A-1/ledger.json",
        "runs/ann/A-1/result.json",
        "results/x.json",
    ] {
        for text in
            ["[".repeat(100_000), format!("{{\"x\": {}", "[".repeat(100_000)), "{\"x\": 1, \"x\": 2}".to_owned()]
        {
            let mut data = data();
            data.put(path, &text);
            let told = data.try_read().map_or_else(|error| vec![error], |benchmark| faults(&benchmark));
            let said = told.iter().any(|fault| {
                fault.contains(path)
                    && (fault.contains("nested deeper than 128 levels") || fault.contains("occurs twice"))
            });
            assert!(said, "{path}: {told:?}");
            assert!(told.iter().all(|fault| fault.len() < 1_000));
        }
    }
}

#[test]
fn truncation_at_any_byte_is_a_fault_or_an_error() {
    for path in ["episodes/A-1/business_contract.json", "runs/ann/A-1/ledger.json", "manifests/settings.json"] {
        let whole = data();
        let text = whole.text(path);
        for end in (0..text.len()).step_by(7) {
            let mut data = data();
            data.put(path, &text[..end]);
            match data.try_read() {
                Ok(benchmark) => assert!(!benchmark.faults.is_empty(), "{path} {end}"),
                Err(error) => assert!(error.contains(path), "{error}"),
            }
        }
    }
}

#[test]
fn names_of_files_that_are_no_ids_are_shown_safely() {
    let mut data = data();
    data.put("runs/a\u{1}b/A-1/ledger.json", "{}").put("runs/<img>/A-1/ledger.json", "{}");
    let (_, faults) = data.one();
    assert!(faults.len() == 2 && faults.iter().all(|fault| !fault.contains('\u{1}')), "{faults:?}");
}

#[test]
fn thousands_of_wrong_rows_are_counted_and_not_all_printed() {
    let mut data = data();
    data.put("outcomes.csv", format!("case_id,model,valid,loss,credits\n{}", "Z-1,ann,true,0.5,1\n".repeat(5_000)));
    let (_, faults) = data.one();
    assert_eq!(faults.len(), 101);
    assert!(faults[0].ends_with("4900 more of this kind in this file, after the 100 that are listed"), "{}", faults[0]);
}

const PATHS: [&str; 12] = [
    "manifests/settings.json",
    "manifests/cases.json",
    "manifests/files.json",
    "results/primary-4.json",
    "outcomes.csv",
    "menu.csv",
    "episodes/A-1/business_contract.json",
    "episodes/A-1/forecast_budget.json",
    "episodes/A-1/catalog.json",
    "reproduction_targets/A-1.json",
    "runs/ann/A-1/ledger.json",
    "runs/ann/A-1/result.json",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_anywhere_stop_the_program(at in 0..PATHS.len(), bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let mut data = data();
        data.put(PATHS[at], &bytes);
        let _ = data.try_read();
    }

    #[test]
    fn no_changed_value_stops_the_program(
        at in 0..PATHS.len(),
        spot in any::<prop::sample::Index>(),
        value in prop::sample::select(vec!["null", "-1", "1e308", "18446744073709551615", "\"\"", "[]", "{}", "true", "0.5", "\"2026-13-01\""]),
    ) {
        let mut data = data();
        data.put("manifests/files.json", "{\"a\": {\"sha256\": 5}}").put("menu.csv", "case_id,policy,loss,credits\nA-1,x,0.5,1\n");
        data.put(
            "results/primary-4.json",
            r#"{"case_count": 4, "ranking_metric": "g_cost", "complete": true, "models": [{"model": "ann", "scored": 4, "complete": true, "loss": 1, "g_cost": 0.5}]}"#,
        );
        let text = data.text(PATHS[at]);
        // One value after a colon or comma becomes another.
        let starts: Vec<usize> = text.char_indices().filter(|(_, c)| matches!(c, ':' | ',' | '[')).map(|(at, _)| at + 1).collect();
        if !starts.is_empty() {
            let start = starts[spot.index(starts.len())];
            let end = text[start..].find([',', '}', ']']).map_or(text.len(), |length| start + length);
            let changed = format!("{}{value}{}", &text[..start], &text[end..]);
            data.put(PATHS[at], &changed);
        }
        let _ = data.try_read();
    }
}
