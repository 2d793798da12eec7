//! The results as files: one row a task and system in CSV, everything in JSON. The `score` command prints the same bytes.
//!
//! The JSON of a track (`schema` is its version; every float in full precision, `null` where undefined):
//!
//! ```text
//! { "schema": "foreboard-scores-1", "track", "dataset": {"source", "commit", "digest"},
//!   "rows": [ one object a row of the CSV, the same keys ],
//!   "ledger": { "files": {…}, "outcomes": [ {"outcome", "submissions", "forecasts"} ],
//!               "faults": [ {"kind", "path", "place", "message"} ], "left_out": [ {"path", "line", "system", "mode", "outcome", "detail"} ] },
//!   "continual": { "tasks": [ {"task", "system", "fresh", "delta", "low", "high", "pairs", "days", "chains"} ],
//!                  "pooled": [ {"system", "delta", "low", "high", "tasks"} ] },
//!   "replays": [ {"task", "system", "difference", "low", "high", "pairs", "days"} ],
//!   "overall": [ {"tasks": […], "rows": [ {"system", "rank", "rank_low", "rank_high", "mean", "low", "high", "geometric_mean", "mean_rank", "beats_naive"} ]} ],
//!   "robustness": [ {"task", "rule", "leaders", "leader_changes", "spearman", "systems", "pairs"} ] }
//! ```

use serde_json::{Value, json};

use super::accounts::mode_word;
use super::page::Download;
use super::track::Track;
use crate::domain::catalogue::Catalogue;
use crate::domain::id::SystemId;
use crate::score::board;
use crate::score::ledger::Outcome;
use crate::score::results::{Results, TaskResults};
use crate::score::value::{Interval, Undefined};
use crate::tree::SitePath;

/// The columns of the CSV.
pub const COLUMNS: [&str; 18] = [
    "track",
    "task",
    "system",
    "kind",
    "listed",
    "n_common",
    "n_own",
    "late",
    "crps",
    "scaled_crps",
    "scaled_mae",
    "mae",
    "coverage_80",
    "rank",
    "rank_low",
    "rank_high",
    "scaled_crps_low",
    "scaled_crps_high",
];

/// One track's results as JSON.
pub type Json = Value;

/// One row a task and system, all columns; undefined is empty.
pub fn csv(results: &[&Results]) -> String {
    let mut text = COLUMNS.join(",");
    text.push_str(",pairwise_skill\n");
    for results in results {
        for task in &results.tasks {
            for row in &task.board.rows {
                let fields: Vec<String> =
                    fields(results, task, row).into_iter().map(|(_, value)| plain(&value)).collect();
                text.push_str(&fields.join(","));
                text.push('\n');
            }
        }
    }
    text
}

/// Ids and numbers need no quotes: neither can hold a comma. An id that begins with a minus is guarded, or a spreadsheet takes it for a formula.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.starts_with('-') => format!("'{text}"),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn fields(results: &Results, task: &TaskResults, row: &board::Row) -> Vec<(&'static str, Value)> {
    let figures = &row.figures;
    let values = [
        json!(results.track.as_str()),
        json!(task.data.task.id.as_str()),
        json!(row.system.as_str()),
        json!(kind(&results.dataset.catalogue, &row.system)),
        json!(row.listed),
        json!(row.n_common),
        json!(row.n_own),
        json!(row.late),
        json!(figures.crps.mean().ok()),
        json!(figures.scaled_crps().ok()),
        json!(figures.scaled_mae().ok()),
        json!(figures.mean_abs_error().ok()),
        json!(figures.coverage.ok()),
        json!(row.rank),
        json!(row.rank_interval.map(|(low, _)| low)),
        json!(row.rank_interval.map(|(_, high)| high)),
        json!(low(row.interval)),
        json!(high(row.interval)),
    ];
    let mut fields: Vec<(&str, Value)> = COLUMNS.into_iter().zip(values).collect();
    fields.push(("pairwise_skill", json!(row.pairwise_skill.ok())));
    fields
}

fn kind<'a>(catalogue: &'a Catalogue, id: &SystemId) -> Option<&'a str> {
    catalogue.systems.iter().find(|system| &system.id == id).map(|system| system.kind.as_str())
}

fn low(interval: Result<Interval, Undefined>) -> Option<f64> {
    interval.ok().map(|interval| interval.low)
}

fn high(interval: Result<Interval, Undefined>) -> Option<f64> {
    interval.ok().map(|interval| interval.high)
}

/// Everything of a track.
pub fn json(results: &Results) -> Value {
    let provenance = &results.dataset.provenance;
    let rows: Vec<Value> = results
        .tasks
        .iter()
        .flat_map(|task| task.board.rows.iter().map(move |row| object(fields(results, task, row))))
        .collect();
    json!({
        "schema": "foreboard-scores-1",
        "track": results.track.as_str(),
        "dataset": { "source": provenance.source, "commit": provenance.commit, "digest": provenance.digest },
        "rows": rows,
        "ledger": ledger(results),
        "continual": continual(results),
        "replays": replays(results),
        "overall": overall(results),
        "robustness": robustness(results),
    })
}

fn object(fields: Vec<(&'static str, Value)>) -> Value {
    Value::Object(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn ledger(results: &Results) -> Value {
    let account = results.account();
    let files = results.dataset.files;
    let outcome = |outcome: Outcome| json!({ "outcome": outcome.word(), "submissions": account.submissions.of(outcome), "forecasts": account.forecasts.of(outcome) });
    let faults: Vec<Value> = results
        .dataset
        .faults
        .iter()
        .map(|fault| json!({ "kind": fault.kind.word(), "path": fault.path, "place": fault.place.to_string(), "message": fault.message }))
        .collect();
    let left_out = |task: &TaskResults| -> Vec<Value> {
        task.ledger
            .left_out
            .iter()
            .map(|out| {
                json!({ "path": out.path, "line": out.line, "task": out.task.as_str(), "system": out.system.as_str(),
                        "mode": mode_word(out.mode), "outcome": out.outcome.word(), "detail": out.detail })
            })
            .collect()
    };
    json!({
        "files": { "found": files.found, "submission": files.submission, "read": files.read, "supporting": files.supporting, "ignored": files.ignored, "broken_lines": files.broken_lines, "extra_levels": files.extra_levels },
        "submissions": account.submissions.total(),
        "forecasts": account.forecasts.total(),
        "crossing": account.crossing,
        "outcomes": Outcome::ALL.map(outcome).to_vec(),
        "faults": faults,
        "left_out": results.tasks.iter().flat_map(left_out).collect::<Vec<_>>(),
    })
}

fn continual(results: &Results) -> Value {
    let row = |task: &TaskResults| -> Vec<Value> {
        task.continual
            .iter()
            .map(|row| {
                let delta = row.delta.as_ref();
                json!({
                    "task": task.data.task.id.as_str(), "system": row.system.as_str(),
                    "fresh": row.fresh.as_ref().ok().map(SystemId::as_str),
                    "delta": delta.and_then(|delta| delta.value.ok()),
                    "low": delta.and_then(|delta| low(delta.interval)), "high": delta.and_then(|delta| high(delta.interval)),
                    "pairs": delta.map(|delta| delta.changed.pairs), "days": delta.map(|delta| delta.days), "chains": row.chains.len(),
                    "by_position": row.by_position.iter().map(|(position, score, pairs)| json!({ "position": position, "delta": score.ok(), "pairs": pairs })).collect::<Vec<_>>(),
                })
            })
            .collect()
    };
    let pooled = results.pooled.iter().map(|delta| {
        json!({ "system": delta.system.as_str(), "delta": delta.value.ok(), "low": low(delta.interval), "high": high(delta.interval), "tasks": delta.tasks })
    });
    json!({ "tasks": results.tasks.iter().flat_map(row).collect::<Vec<_>>(), "pooled": pooled.collect::<Vec<_>>() })
}

fn replays(results: &Results) -> Vec<Value> {
    let of = |task: &TaskResults| -> Vec<Value> {
        task.replays
            .iter()
            .map(|row| {
                json!({ "task": task.data.task.id.as_str(), "system": row.system.as_str(), "difference": row.delta.value.ok(),
                        "low": low(row.delta.interval), "high": high(row.delta.interval), "pairs": row.delta.changed.pairs, "days": row.delta.days })
            })
            .collect()
    };
    results.tasks.iter().flat_map(of).collect()
}

fn overall(results: &Results) -> Vec<Value> {
    let group = |group: &crate::score::across::Group| {
        let rows: Vec<Value> = group
            .rows
            .iter()
            .map(|row| {
                json!({ "system": row.system.as_str(), "rank": row.rank, "rank_low": row.rank_interval.map(|(low, _)| low),
                        "rank_high": row.rank_interval.map(|(_, high)| high), "mean": row.mean, "low": low(row.interval), "high": high(row.interval),
                        "geometric_mean": row.geometric_mean, "mean_rank": row.mean_rank, "beats_naive": row.beats_naive,
                        "tied_with_leader": row.tied_with_leader })
            })
            .collect();
        json!({ "tasks": group.tasks.iter().map(ToString::to_string).collect::<Vec<_>>(), "rows": rows })
    };
    results.overall.iter().map(group).collect()
}

fn robustness(results: &Results) -> Vec<Value> {
    let of = |task: &TaskResults| -> Vec<Value> {
        task.alternatives
            .iter()
            .map(|alternative| {
                json!({ "task": task.data.task.id.as_str(), "rule": alternative.rule.key(),
                        "leaders": alternative.leaders.iter().map(ToString::to_string).collect::<Vec<_>>(),
                        "leader_changes": alternative.leader_changes, "spearman": alternative.spearman,
                        "systems": alternative.systems, "pairs": alternative.pairs })
            })
            .collect()
    };
    results.tasks.iter().flat_map(of).collect()
}

/// Everything of all tracks, as `score --format json` prints it: `{"tracks": [ … ]}`.
///
/// # Panics
/// Never: the values hold nothing that JSON cannot.
pub fn document(tracks: &[Json]) -> String {
    pretty(&json!({ "tracks": tracks }))
}

fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("a JSON value can be written");
    text.push('\n');
    text
}

/// The downloads of a track by name.
pub fn names(track: &Track) -> Vec<(String, SitePath)> {
    vec![
        ("Scores, one row a task and system (CSV)".to_owned(), track.path("data/scores.csv")),
        ("Scores, ledger, continual, replays, across tasks (JSON)".to_owned(), track.path("data/scores.json")),
    ]
}

/// The downloads of a track.
pub fn downloads(track: &Track) -> Vec<Download> {
    vec![
        Download { path: track.path("data/scores.csv"), bytes: csv(&[track.results]).into_bytes() },
        Download { path: track.path("data/scores.json"), bytes: pretty(&json(track.results)).into_bytes() },
    ]
}
