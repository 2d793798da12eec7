//! Raw episodes and runs.

use foreboard::domain::fwbench::contract::Billing;
use foreboard::domain::fwbench::episode::{Episode, Run};
use foreboard::domain::fwbench::submission::Rejection;

use super::{Data, START};

const CONTRACT: &str = "episodes/A-1/business_contract.json";
const TARGET: &str = "reproduction_targets/A-1.json";
const TARIFF: &str = "episodes/A-1/forecast_budget.json";
const FORECASTS: &str = "episodes/A-1/probabilistic_forecasts.json";
const SERIES: &str = "episodes/A-1/series/s.csv";
const LEDGER: &str = "runs/ann/A-1/ledger.json";

fn data() -> Data {
    let mut data = Data::raw();
    data.run("ann", "A-1", 100.0, 70);
    data
}

fn episodes(data: &Data) -> (Vec<Episode>, Vec<String>) {
    let (release, faults) = data.one();
    (release.episodes.expect("episodes"), faults)
}

/// The episode of A-1 with one piece of a file replaced, and the faults.
fn with(path: &str, from: &str, to: &str) -> (Option<Episode>, Vec<String>) {
    let mut data = data();
    let (episodes, faults) = episodes(data.swap(path, from, to));
    (episodes.into_iter().find(|episode| episode.case == 0), faults)
}

#[test]
fn an_episode_is_read_whole() {
    let release = data().sound();
    let episodes = release.episodes.expect("episodes");
    assert_eq!(episodes.iter().map(|episode| episode.case).collect::<Vec<_>>(), [0, 1, 2, 3]);
    let episode = &episodes[0];
    let contract = &episode.contract;
    assert_eq!((contract.unit(), contract.scale(), contract.grid().len()), ("MW", 100.0, 33));
    assert_eq!((contract.terms().billing, contract.terms().block_hours.blocks()), (Billing::Imbalance, 8));
    assert_eq!(episode.actual, [100.0; 24]);
    let menu = episode.menu.as_ref().expect("a menu");
    assert_eq!((menu.history.values.len(), menu.history.start.to_string()), (336, "2025-12-30T22:00:00Z".to_owned()));
    let cells: Vec<_> = menu.tariff.cells.iter().map(|c| (c.model.as_str(), c.horizon_limit, c.credits)).collect();
    assert_eq!(cells, [("chronos2", 64, 900), ("chronos2", 240, 1000), ("chronos_bolt_tiny", 240, 70)]);
    assert_eq!(menu.packets, []);
    let [run] = &episode.runs[..] else { panic!("one run") };
    assert_eq!(run.entrant.to_string(), "ann");
    assert_eq!((run.status.as_deref(), run.spent, run.calls), (Some("completed"), Some(70), None));
    assert_eq!(run.submitted.as_ref().map(|decisions| &decisions.values[..]), Ok(&[100.0; 8][..]));
    assert!(episodes[1].runs.is_empty());
    // Models of the settings stand there without any run, and the policies that the menus tell of.
    let ids: Vec<String> = release.entrants.iter().map(|entrant| entrant.id.to_string()).collect();
    assert_eq!(ids, ["ann", "bob", "fixed_empirical", "fixed_chronos2", "fixed_router"]);
}

#[test]
fn a_contract_that_cannot_be_used_leaves_the_case_out() {
    for (from, to, fault) in [
        ("\"imbalance\"", "\"penalty\"", "[terms.billing] is `penalty`, neither imbalance nor reservation"),
        ("\"billing\": \"imbalance\"", "\"billing\": 1", "[terms.billing] is 1, not a text"),
        ("\"block_hours\": 3", "\"block_hours\": 2", "[terms.block_hours] is 2, not 1, 3 or 6"),
        ("\"block_hours\": 3", "\"block_hours\": 3.5", "[terms.block_hours] is 3.5, not 1, 3 or 6"),
        ("\"ramp\": 0.3,", "", "[terms.ramp] is missing"),
        ("\"ramp\": 0.3", "\"ramp\": \"0.3\"", "[terms.ramp] is `0.3`, not a number"),
        ("[1.5, ", "[", "[terms.hourly_priority] has 23 numbers, not 24"),
        ("[1.5, ", "[null, ", "[terms.hourly_priority] is a list of 24, not a list of numbers"),
        ("[1.5, ", "[NaN, ", "not JSON"),
        ("\"hourly_priority\"", "\"priority\"", "[terms.hourly_priority] is missing"),
        ("\"terms\"", "\"conditions\"", "[terms] is missing"),
        ("\"scale\": 100", "\"scale\": 0", "[scale] the scale is 0, it must be finite and above 0"),
        ("\"scale\": 100", "\"scale\": true", "[scale] is true, not a number"),
        ("\"scale\": 100", "\"scale\": 101", "[capacity_grid[0]] the capacity grid's value 0 is 40, not 0.4"),
        ("[40, 45, ", "[45, 40, ", "[capacity_grid[0]]"),
        ("[40, 45, ", "[40, ", "[capacity_grid] the capacity grid has 32 values, it must have 33"),
        ("\"scale\": 100,", "", "[scale] is missing, and `capacity_grid` is given"),
        ("\"capacity_grid\"", "\"grid\"", "[capacity_grid] is missing, and `scale` is given"),
        ("\"unit\": \"MW\",", "", "[unit] is missing"),
        ("\"unit\": \"MW\"", "\"unit\": \" \"", "[unit] is blank"),
        ("\"unit\": \"MW\"", "\"unit\": null", "[unit] is null"),
        ("\"unit\": \"MW\"", "\"unit\": 5", "[unit] is 5, not a text"),
        (
            START,
            "2026-01-16T00:00:00+00:00",
            "[target_start] is 2026-01-16T00:00:00Z, the index says 2026-01-15T00:00:00Z",
        ),
        ("p3--A-1", "p3--A-2", "[id] is `p3--A-2--b1000`, which does not name the case `A-1`"),
        ("\"electricity\"", "\"water\"", "[domain] is `water`, the index says `electricity`"),
    ] {
        let (episode, faults) = with(CONTRACT, from, to);
        assert!(episode.is_none(), "{to}");
        assert!(faults.len() == 1 && faults[0].contains(CONTRACT) && faults[0].contains(fault), "{fault}: {faults:?}");
    }
}

#[test]
fn only_billing_has_a_default_and_negative_terms_are_taken() {
    let (episode, faults) = with(CONTRACT, "\"billing\": \"imbalance\", ", "");
    assert_eq!((episode.expect("a case").contract.terms().billing, faults.len()), (Billing::Reservation, 0));
    let (episode, faults) = with(CONTRACT, "\"shortage\": 1.0", "\"shortage\": -1");
    assert_eq!((episode.expect("a case").contract.terms().shortage, faults.len()), (-1.0, 0));
}

#[test]
fn old_contracts_are_in_megawatts() {
    let legacy =
        |text: &str| text.replace("\"scale\"", "\"scale_mw\"").replace("\"capacity_grid\"", "\"capacity_grid_mw\"");
    let contract = super::contract("A-1", "electricity");
    let read = |text: &str| {
        let mut data = data();
        let (episodes, faults) = episodes(data.put(CONTRACT, text));
        (episodes.into_iter().find(|episode| episode.case == 0).map(|e| e.contract), faults)
    };
    let plain = legacy(&contract).replace("\"unit\": \"MW\",", "");
    let (old, faults) = read(&plain);
    let old = old.expect("a contract");
    assert_eq!((old.unit(), old.scale(), faults.len()), ("MW", 100.0, 0));
    let (named, faults) = read(&legacy(&contract));
    assert_eq!((named.expect("a contract").unit(), faults.len()), ("MW", 0));
    for (unit, fault) in [
        ("null", "[unit] is null"),
        ("\"\"", "[unit] is blank"),
        ("\"GW\"", "[unit] is `GW`, but the keys are those of MW"),
    ] {
        let (none, faults) = read(&legacy(&contract).replace("\"unit\": \"MW\"", &format!("\"unit\": {unit}")));
        assert!(none.is_none() && faults.len() == 1 && faults[0].contains(fault), "{faults:?}");
    }
    // Both pairs at once must agree, and are in MW.
    let grid =
        &contract[contract.find("\"capacity_grid\"").expect("a grid")..=contract.find("], \"unit\"").expect("an end")];
    let both = contract.replace("\"scale\": 100,", &format!("\"scale\": 100, \"scale_mw\": 100, {},", legacy(grid)));
    let (contract_of_both, faults) = read(&both);
    assert_eq!((contract_of_both.map(|contract| contract.scale()), faults.len()), (Some(100.0), 0));
    for (from, to, fault) in [
        ("\"scale_mw\": 100", "\"scale_mw\": 101", "[scale_mw] and `capacity_grid_mw` differ from"),
        ("\"unit\": \"MW\"", "\"unit\": \"kW\"", "[unit] is `kW`, but the keys are those of MW"),
        ("\"scale_mw\": 100, ", "", "[scale_mw] is missing, and `capacity_grid_mw` is given"),
    ] {
        let (none, faults) = read(&both.replacen(from, to, 1));
        assert!(none.is_none() && faults.len() == 1 && faults[0].contains(fault), "{faults:?}");
    }
}

#[test]
fn actual_values_that_cannot_be_used_leave_the_case_out() {
    for (from, to, fault) in [
        ("\"A-1\"", "\"A-2\"", "[case_id] is `A-2`, the file is that of `A-1`"),
        ("[100, ", "[", "[actual] has 23 numbers, not 24"),
        ("[100, ", "[null, ", "[actual] is a list of 24, not a list of numbers"),
        ("[100, ", "[NaN, ", "not JSON"),
        ("[100, ", "[1e999, ", "number out of range"),
        ("T00:00:00+00:00\", ", "T01:00:00+00:00\", ", "[timestamps[0]] `2026-01-15T01:00:00+00:00` is not hour 0"),
        ("\"2026-01-15T00:00:00+00:00\", ", "", "[timestamps] has 23 times, not 24"),
        ("\"timestamps\"", "\"times\"", "[timestamps] is missing"),
        ("\"actual\"", "\"values\"", "[actual] is missing"),
    ] {
        let (episode, faults) = with(TARGET, from, to);
        assert!(episode.is_none(), "{to}");
        assert!(faults.iter().any(|found| found.contains(TARGET) && found.contains(fault)), "{fault}: {faults:?}");
    }
    let (episode, faults) = with(TARGET, "[100, ", "[-100, ");
    assert_eq!((episode.expect("a case").actual[0], faults.len()), (-100.0, 0));
    let mut missing = data();
    let (left, faults) = episodes(missing.drop(TARGET));
    assert_eq!((left.len(), faults), (3, vec![format!("broken {TARGET} [] is missing")]));
}

#[test]
fn a_menu_that_cannot_be_rebuilt_leaves_the_case_but_not_its_menu() {
    let hour = "2025-12-31T00:00:00+00:00,100.0\n";
    for (path, from, to, fault, why) in [
        (SERIES, hour, "", "its SHA-256 is not that of the catalog", "the history cannot be used"),
        (
            TARIFF,
            "\"budget\": 1000",
            "\"budget\": 999",
            "[budget] is 999, that of the release is 1000",
            "`forecast_budget.json` cannot be used",
        ),
        (
            TARIFF,
            "\"horizon_limit\": 64",
            "\"horizon_limit\": 240",
            "[rates[1].model] `chronos2` has a rate for these limits",
            "`forecast_budget.json` cannot be used",
        ),
        (
            TARIFF,
            "\"credits\": 900",
            "\"credits\": 900.5",
            "[rates[0].credits] is 900.5, not a whole number",
            "`forecast_budget.json` cannot be used",
        ),
        (
            TARIFF,
            "\"credits\": 900",
            "\"credits\": -1",
            "[rates[0].credits] is -1, not a whole number",
            "`forecast_budget.json` cannot be used",
        ),
        (FORECASTS, "\"models\"", "\"names\"", "[models] is missing", "`probabilistic_forecasts.json` cannot be used"),
        (
            "episodes/A-1/catalog.json",
            "\"series/s.csv\"",
            "\"../../A-2/series/s.csv\"",
            "[series[0].path] is no path within the episode",
            "`catalog.json` cannot be used",
        ),
        (
            "episodes/A-1/catalog.json",
            "\"sha256\"",
            "\"sha\"",
            "[series[0].sha256] is missing",
            "`catalog.json` cannot be used",
        ),
    ] {
        let (episode, faults) = with(path, from, to);
        assert_eq!(episode.expect("the case stays").menu, Err(why.to_owned()), "{to}");
        assert!(faults.len() == 1 && faults[0].contains(fault), "{fault}: {faults:?}");
    }
}

/// The episode of A-1 with this history, whose digest is made to fit.
fn with_history(text: &str) -> (Episode, Vec<String>) {
    use sha2::{Digest, Sha256};
    let mut data = data();
    let hex = |text: &str| Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    data.swap("episodes/A-1/catalog.json", &hex(&super::history("day_ahead")), &hex(text)).put(SERIES, text);
    let (mut episodes, faults) = episodes(&data);
    (episodes.remove(0), faults)
}

#[test]
fn a_history_is_336_hours_in_a_row_that_end_at_the_last_visible_one() {
    let good = super::history("day_ahead");
    let hour = "2025-12-31T00:00:00+00:00,100.0\n";
    for (text, fault) in [
        (good.replacen(hour, "", 1), "line 4: `2025-12-31T01:00:00+00:00` is not the hour after the one before"),
        (good.replacen(hour, &hour.repeat(2), 1), "line 5: `2025-12-31T00:00:00+00:00` is not the hour after"),
        (good.replacen("100.0", "NaN", 1), "line 2: `NaN` is not a finite number"),
        (good.replacen("100.0", "", 1), "line 2: `` is not a finite number"),
        (good.replacen("timestamp,value", "time,value", 1), "line 1: the header is `time,value`"),
        (good.lines().take(300).map(|line| format!("{line}\n")).collect(), "line 1: has 299 hours, not 336"),
        (format!("{good}2026-01-13T22:00:00Z,1\n"), "line 338: has more than 336 hours"),
        (super::history("week_ahead"), "the last hour is not 2026-01-13T21:00:00Z"),
        ("timestamp,value\n".to_owned(), "line 1: has 0 hours, not 336"),
        (String::new(), "line 1: the header is ``"),
    ] {
        let (episode, faults) = with_history(&text);
        assert_eq!(episode.menu, Err("the history cannot be used".to_owned()));
        assert!(faults.len() == 1 && faults[0].contains(fault), "{fault}: {faults:?}");
    }
    let (episode, faults) = with_history(&good.replace('\n', "\r\n").replace("+00:00", "Z"));
    assert!(episode.menu.is_ok() && faults.is_empty(), "{faults:?}");
    // The contract's scale counts, and a mean that differs from it is said.
    let (episode, faults) = with_history(&good.replacen("100.0", "100.336", 1));
    assert!(episode.menu.is_ok());
    assert!(
        faults.len() == 1 && faults[0].contains("its mean is 100.00") && faults[0].starts_with("warning"),
        "{faults:?}"
    );
}

fn packet(quantiles: impl Fn(usize, usize) -> f64) -> String {
    let level = |level: usize| {
        let values: Vec<String> = (0..26).map(|hour| quantiles(level, hour).to_string()).collect();
        format!("\"0.{level}\": [{}]", values.join(", "))
    };
    let times: Vec<String> = (0..26)
        .map(|hour| {
            format!(
                "\"2026-01-{:02}T{:02}:00:00+00:00\"",
                if hour == 0 { 14 } else { 15 + (hour - 1) / 24 },
                (hour + 23) % 24
            )
        })
        .collect();
    let levels: Vec<String> = (1..=9).map(level).collect();
    format!(
        r#"{{"models": ["timesfm25_quantiles", {{"model": "chronos2_quantiles", "hours": 1, "context_steps": 336,
          "timestamp": [{}], "quantiles": {{{}}}}}]}}"#,
        times.join(", "),
        levels.join(", ")
    )
}

#[test]
fn a_stored_forecast_covers_the_target_day_at_nine_levels() {
    let good = packet(|level, hour| (level * 100 + hour) as f64);
    let mut data = data();
    let release = data.put(FORECASTS, &good).sound();
    let menu = release.episodes.expect("episodes").remove(0).menu.expect("a menu");
    let [stored] = &menu.packets[..] else { panic!("one packet") };
    assert_eq!((stored.policy.as_str(), stored.context, stored.quantiles.len()), ("chronos2", 336, 24));
    // The first of the 26 hours lies before the target day.
    assert_eq!(stored.quantiles[0], [101.0, 201.0, 301.0, 401.0, 501.0, 601.0, 701.0, 801.0, 901.0]);
    assert_eq!(stored.quantiles[23][8], 924.0);

    // A little below the level before is taken; more is not.
    let crossing = |by: f64| packet(move |level, _| if level == 5 { 4.0 - by } else { level as f64 });
    let read = |text: &str| {
        let mut data = self::data();
        let (mut episodes, faults) = episodes(data.put(FORECASTS, text));
        (episodes.remove(0).menu, faults)
    };
    assert!(read(&crossing(0.9e-6)).0.is_ok());
    for (text, fault) in [
        (crossing(1.1e-6), "quantiles] decrease from one level to the next at hour 0"),
        (good.replacen("\"0.5\"", "\"0.55\"", 1), "quantiles] lacks the level 0.5"),
        (good.replacen("\"0.5\"", "\"0.50\", \"x\"", 1), "not JSON"),
        (good.replacen("\"0.6\"", "\"0.50\"", 1), "the level stands there twice"),
        (good.replacen("[100, ", "[", 1), "has 25 values for 26 times"),
        (good.replacen("[100, ", "[null, ", 1), "is a list of 26, not a list of numbers"),
        (good.replacen("\"hours\": 1", "\"hours\": 2", 1), "models[1].hours] is 2: only hourly forecasts are used"),
        (good.replacen("2026-01-15T05", "2026-01-15T04", 1), "timestamp[6]] is not after the one before"),
        (
            good.replacen("2026-01-15T05:00", "2026-01-15T05:30", 1),
            "does not cover the 24 hours from 2026-01-15T00:00:00Z",
        ),
        (good.replacen("\"timestamp\"", "\"times\"", 1), "models[1].timestamp] is missing"),
        (good.replacen("\"timesfm25_quantiles\"", "5", 1), "models[0]"),
    ] {
        let (menu, faults) = read(&text);
        assert_eq!(menu, Err("`probabilistic_forecasts.json` cannot be used".to_owned()), "{fault}");
        assert!(faults.iter().any(|found| found.contains(fault)), "{fault}: {faults:?}");
    }
}

fn run_with(path: &str, from: &str, to: &str) -> (Run, Vec<String>) {
    let (episode, faults) = with(path, from, to);
    (episode.expect("a case").runs.remove(0), faults)
}

#[test]
fn a_ledger_that_cannot_be_used_is_never_zero_credits() {
    for (from, to, fault) in [
        ("\"spent\": 70", "\"spent\": 1001", "[spent] is 1001, more than the budget of 1000"),
        ("\"spent\": 70", "\"spent\": -1", "[spent] is -1, not a whole number"),
        ("\"spent\": 70", "\"spent\": 7.5", "[spent] is 7.5, not a whole number"),
        ("\"spent\": 70", "\"spent\": true", "[spent] is true, not a whole number"),
        ("\"spent\": 70", "\"used\": 70", "[spent] is missing"),
        ("{", "", "not JSON"),
    ] {
        let (run, faults) = run_with(LEDGER, from, to);
        assert_eq!(run.spent, None, "{to}");
        assert!(faults.len() == 1 && faults[0].contains(fault), "{fault}: {faults:?}");
    }
    let mut data = data();
    let (episodes, faults) = episodes(data.drop(LEDGER));
    assert_eq!((episodes[0].runs[0].spent, faults.len()), (None, 0));
}

#[test]
fn a_ledger_that_disagrees_with_itself_is_odd_and_its_spent_counts() {
    let entries = r#""spent": 70, "entries": [{"model": "chronos_bolt_tiny_quantiles", "context_bucket": 336, "horizon_bucket": 240, "credits": 70}]"#;
    let (run, faults) = run_with(LEDGER, "\"spent\": 70", entries);
    assert_eq!((run.spent, faults), (Some(70), vec![]));
    assert_eq!(run.requested, [("chronos_bolt_tiny".parse().expect("an id"), 1)]);
    for (from, to, fault) in [
        ("\"remaining\": 930", "\"remaining\": 900", "[remaining] is 900, but 70 of 1000 are spent"),
        ("\"budget\": 1000", "\"budget\": 100", "[budget] is 100, that of the release is 1000"),
        ("\"credits\": 70", "\"credits\": 60", "[entries[0].credits] is 60, the tariff says 70"),
        (
            "\"credits\": 70}",
            "\"credits\": 70}, {\"model\": \"chronos_bolt_tiny_quantiles\", \"credits\": 5}",
            "[entries] sum to 75, but `spent` is 70",
        ),
    ] {
        let mut data = data();
        data.swap(LEDGER, "\"spent\": 70", entries);
        let (episodes, faults) = episodes(data.swap(LEDGER, from, to));
        assert_eq!(episodes[0].runs[0].spent, Some(70), "{to}");
        assert!(faults.iter().all(|found| found.starts_with("warning")), "{faults:?}");
        assert!(faults.iter().any(|found| found.contains(fault)), "{fault}: {faults:?}");
    }
}

#[test]
fn submissions_are_normalised_and_their_absence_is_a_format() {
    let path = "runs/ann/A-1/submission.json";
    for (text, code) in [
        ("", Rejection::EmptyResponse),
        ("no plan", Rejection::NoCompleteJson),
        ("\"x\"", Rejection::NotADecisionSubmission),
    ] {
        let mut data = data();
        let (episodes, faults) = episodes(data.put(path, text));
        assert_eq!((&episodes[0].runs[0].submitted, faults.len()), (&Err(code), 0));
    }
    let mut data = data();
    assert_eq!(episodes(data.put(path, b"\xff")).0[0].runs[0].submitted, Err(Rejection::NontextResponse));
    let (episodes, faults) = episodes(data.drop(path));
    assert_eq!((&episodes[0].runs[0].submitted, faults.len()), (&Err(Rejection::NontextResponse), 0));
}

#[test]
fn what_a_run_says_of_itself_is_read_and_judged_elsewhere() {
    let path = "runs/ann/A-1/result.json";
    let (run, faults) = run_with(path, "\"completed\"", "\"infrastructure_stop\"");
    assert_eq!((run.status.as_deref(), run.spent, faults.len()), (Some("infrastructure_stop"), Some(70), 0));
    let (run, faults) = run_with(path, "\"completed\"", "\"odd \\u0001\"");
    assert_eq!((run.status.as_deref(), faults.len()), (Some("odd \u{fffd}"), 0));
    let (run, faults) = run_with(path, "\"model\"", "\"pool\": \"no_tsfm\", \"model\"");
    assert_eq!((run.entrant.to_string(), faults.len()), ("ann (no_tsfm)".to_owned(), 0));
    // Whether the infrastructure broke it off cannot be told: it must not be scored.
    for (from, to) in [("{", "{{"), ("\"completed\"", "7"), ("p3--A-1", "p3--A-2")] {
        let (run, faults) = run_with(path, from, to);
        assert_eq!((run.spent, faults.len()), (None, 1), "{to}");
    }
}

#[test]
fn calls_are_counted_where_a_trace_tells() {
    for (trace, calls) in [
        (r#"{"calls": 3}"#, Some(3)),
        (r#"{"tool_calls": [{}, {}]}"#, Some(2)),
        (r#"[{"tool": "history"}, {"text": "hm"}, {"type": "tool_call"}]"#, Some(2)),
        (r#"{"events": [{"tool": "x"}]}"#, Some(1)),
        (r#"{"messages": []}"#, None),
        ("not json", None),
    ] {
        let mut data = data();
        let (episodes, faults) = episodes(data.put("runs/ann/A-1/trace.json", trace));
        assert_eq!(episodes[0].runs[0].calls, calls, "{trace}");
        assert!(faults.iter().all(|fault| fault.starts_with("warning")), "{faults:?}");
    }
}

#[test]
fn folders_that_belong_to_nobody_are_named() {
    let mut data = data();
    data.run("zoe", "A-1", 100.0, 0)
        .run("ann", "Z-8", 100.0, 0)
        .run("ann", "Z-9", 100.0, 0)
        .run("a b", "A-1", 100.0, 0);
    let (episodes, faults) = episodes(&data);
    let runs: Vec<String> = episodes[0].runs.iter().map(|run| run.entrant.to_string()).collect();
    assert_eq!(runs, ["ann", "zoe"]);
    assert_eq!(
        faults,
        [
            "invalid runs/a b [] not read: `a b` names no model, ' ' is not allowed in an id: use A-Z a-z 0-9 . _ -",
            "invalid runs/ann [] has 2 runs of cases that are not in the index, `Z-8` the first",
            "warning runs/zoe [] `zoe` is none of the models that the settings name",
        ]
    );
}

#[test]
fn runs_without_episodes_are_not_used() {
    let mut data = Data::small();
    data.run("ann", "A-1", 100.0, 0);
    let error = data.try_read().expect_err("nothing to grade against");
    assert!(error.contains("there are no episodes to grade the runs against"), "{error}");
}

#[test]
fn listed_digests_are_compared_where_a_row_is_clear() {
    let mut data = data();
    let wrong = "0".repeat(64);
    data.put(
        "manifests/files.json",
        format!(
            r#"{{"files": [{{"path": "{TARGET}", "size": 1, "sha256": "{wrong}"}}, {{"path": "{LEDGER}", "sha256": "{wrong}"}},
              {{"path": "gone.csv", "bytes": 1, "sha256": "{wrong}"}}], "{TARIFF}": {{"size": 5, "sha256": "{wrong}"}}}}"#
        ),
    );
    assert_eq!(
        data.one().1,
        [
            format!("invalid {TARIFF} [] its SHA-256 is not that of `manifests/files.json`"),
            "warning manifests/files.json [] lists 1 files that are not there, `gone.csv` the first".to_owned(),
            format!("invalid {TARGET} [] its SHA-256 is not that of `manifests/files.json`"),
        ]
    );
}

#[test]
fn files_are_counted_by_what_they_are() {
    let mut data = data();
    data.put("README.md", "").put("viewer/cases.jsonl", "");
    let files = data.read().files;
    // Read: five files and the actual values of each of 4 episodes, settings, index, and ledger and result of the run. The tasks and the viewer support.
    assert_eq!((files.found, files.submission, files.read, files.supporting, files.ignored), (35, 1, 28, 5, 1));
}

#[test]
fn cutting_the_cases_otherwise_changes_nothing() {
    let mut data = data();
    data.run("bob", "C-1", 50.0, 0).swap(CONTRACT, "\"ramp\"", "\"romp\"");
    let folder = data.lay_out();
    let limits = foreboard::read::fwbench::Limits::default();
    let whole = super::read_folder(folder.path(), 100, &limits).expect("readable");
    assert_eq!(super::read_folder(folder.path(), 1, &limits).expect("readable"), whole);
    assert_eq!(super::read_folder(folder.path(), 3, &limits).expect("readable"), whole);
}
