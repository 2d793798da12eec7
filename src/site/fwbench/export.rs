//! The results as files: one row an entrant in CSV, everything in JSON; and, where per-case results exist, the very tables that could be read back.
//! The `score` command prints the same bytes.
//!
//! The JSON of a track (`schema` is its version; every float in full precision, `null` where undefined; a λ as a key is its shortest decimal):
//!
//! ```text
//! { "schema": "foreboard-fwbench-1", "track", "dataset": {"source", "commit", "digest"},
//!   "releases": [ {
//!     "release", "version", "metric": "g_cost|score|loss", "cases", "depth": "aggregates|outcomes|raw", "budget", "main_lambda", "lambdas": […],
//!     "models": [ {
//!       "model", "pool", "label", "role": "model|policy", "group", "ranked", "reason", "valid", "cases", "scored",
//!       "loss", "credits", "objective": {"0.01": …}, "g": {"0.01": …}, "s", "floor", "normalized_excess", "budget_fraction", "calls", "basis",
//!       "rank": {"0.01": 1, …}, "rank_by_metric",
//!       "cohorts": {cohort: {"cases", "loss", "credits", "floor", "normalized_excess", "score"}}, "domains": {…}, "leads": {…},
//!       "case_weighted_loss", "statuses": {…}, "rejections": {…}, "requested": {…}, "paid" } ],
//!     "references": [ {"reference", "computed", "cases", "loss", "credits", "s", "floor", "normalized_excess", "plan_counts": {…}} ],
//!     "oracle": [ {"lambda", "loss", "credits", "objective"} ], "oracle_basis": "exact|published|unknown",
//!     "crossings": [ {"a", "b", "lambda"} ], "best_lambda": [ {"system", "from", "to"} ], "pareto_layers": [ […] ], "unsupported": […],
//!     "differences": [ {"a", "b", "quantity", "lambda", "difference", "low", "high", "published_low", "published_high"} ],
//!     "agreement": {"equal", "different", "published_only", "not_recomputable"}, "disagreements": [ as in agreement.json ],
//!     "missing": [ {"model", "pool", "case", "reason"} ], "floors_from" } ],
//!   "agreement": {…}, "faults": [ {"kind", "path", "place", "message"} ] }
//! ```

use serde_json::{Map, Value, json};

use super::agreement;
use super::standing::basis_words;
use super::track::Track;
use super::words;
use crate::domain::fwbench::entrant::{Group, Role};
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::outcome::Unscored;
use crate::domain::fwbench::published::Part;
use crate::score::fwbench::oracle::Oracle;
use crate::score::fwbench::results::{Depth, ReferenceRow, ReleaseResults, Results, Standing};
use crate::score::fwbench::totals::{PartTotals, Totals};
use crate::site::page::Download;
use crate::tree::SitePath;

mod tables;

pub use tables::{csv, menu, outcomes};

/// A number in full precision: the shortest text that reads back as the same double.
pub(super) fn number(value: f64) -> String {
    if value.is_finite() { Value::from(value).to_string() } else { String::new() }
}

/// Text of the data as a field of a CSV, guarded where a spreadsheet would take it for a formula.
pub(super) fn quoted(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) { "'" } else { "" };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{guard}{text}")
    }
}

/// A JSON value over several lines.
///
/// # Panics
/// Never: a JSON value can be written.
pub(super) fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("a JSON value can be written");
    text.push('\n');
    text
}

/// Everything of a track.
pub fn json(results: &Results) -> Value {
    let provenance = &results.benchmark.provenance;
    let faults: Vec<Value> = results
        .benchmark
        .faults
        .iter()
        .map(|fault| json!({ "kind": fault.kind.word(), "path": fault.path, "place": fault.place.to_string(), "message": fault.message }))
        .collect();
    json!({
        "schema": "foreboard-fwbench-1",
        "track": results.track.as_str(),
        "dataset": { "source": provenance.source, "commit": provenance.commit, "digest": provenance.digest },
        "releases": results.releases.iter().map(release_json).collect::<Vec<_>>(),
        "agreement": agreement::counts_value(agreement::sum(results)),
        "faults": faults,
    })
}

/// Everything of one release.
pub fn release_json(results: &ReleaseResults) -> Value {
    let release = results.release;
    let settings = &release.settings;
    json!({
        "release": release.id.as_str(),
        "version": release.version,
        "metric": release.metric.key(),
        "cases": release.case_count,
        "depth": words::depth_key(results.depth),
        "budget": settings.budget.credits(),
        "main_lambda": settings.main_lambda.map(Lambda::get),
        "lambdas": settings.lambdas.iter().map(|lambda| lambda.get()).collect::<Vec<_>>(),
        "models": results.standings.iter().map(|standing| model(results, standing)).collect::<Vec<_>>(),
        "references": results.references.iter().map(reference).collect::<Vec<_>>(),
        "oracle": oracle(results),
        "oracle_basis": match results.oracle {
            Oracle::Exact(_) => "exact",
            Oracle::Sampled(_) => "published",
            Oracle::Unknown(_) => "unknown",
        },
        "crossings": results.sensitivity.crossings.iter().map(|crossing| json!({
            "a": crossing.a.to_string(), "b": crossing.b.to_string(), "lambda": crossing.lambda,
        })).collect::<Vec<_>>(),
        "best_lambda": results.sensitivity.best.iter().map(|best| json!({
            "system": best.system.to_string(), "from": best.from, "to": best.to,
        })).collect::<Vec<_>>(),
        "pareto_layers": results.sensitivity.layers.iter().map(|layer| texts(layer)).collect::<Vec<_>>(),
        "unsupported": texts(&results.sensitivity.unsupported),
        "differences": differences(results),
        "agreement": agreement::counts_value(results.agreement.counts()),
        "disagreements": agreement::differences_value(results),
        "missing": missing(results),
        "floors_from": results.floors_from,
    })
}

fn texts<T: ToString>(list: &[T]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

/// Why an entrant has no rank; `None` where it has one.
pub(super) fn reason(standing: &Standing) -> Option<String> {
    match (&standing.totals, standing.rank, standing.entrant.role) {
        (Err(reason), _, _) => Some(words::unranked(reason)),
        (Ok(_), None, Role::Policy) => Some("a fixed policy is never ranked".to_owned()),
        (Ok(_), None, Role::Model) => Some("the figure that ranks is not known".to_owned()),
        (Ok(_), Some(_), _) => None,
    }
}

/// The word of a role.
pub(super) fn role(role: Role) -> &'static str {
    match role {
        Role::Model => "model",
        Role::Policy => "policy",
    }
}

fn model(results: &ReleaseResults, standing: &Standing) -> Value {
    let entrant = standing.entrant;
    let totals = standing.totals.as_ref().ok();
    let whole = totals.map(Totals::whole);
    let progress = &standing.progress;
    let budget = results.release.settings.budget;
    json!({
        "model": entrant.id.model.as_str(),
        "pool": entrant.id.pool.as_str(),
        "label": entrant.label,
        "role": role(entrant.role),
        "group": entrant.group.map(Group::word),
        "ranked": standing.rank.is_some(),
        "reason": reason(standing),
        "valid": progress.valid,
        "cases": progress.cases,
        "scored": progress.scored,
        "loss": whole.map(|whole| whole.loss),
        "credits": whole.map(|whole| whole.credits),
        "objective": by_lambda(standing.objective.iter()),
        "g": by_lambda(standing.gap.iter()),
        "s": whole.and_then(|whole| whole.score),
        "floor": whole.and_then(|whole| whole.floor),
        "normalized_excess": whole.and_then(|whole| whole.normalized_excess),
        "budget_fraction": whole.map(|whole| budget.share(whole.credits)),
        "calls": totals.and_then(|totals| totals.calls),
        "basis": totals.map(|totals| basis_words(totals.basis)),
        "rank": by_lambda(standing.ranks.iter()),
        "rank_by_metric": standing.rank,
        "cohorts": parts(totals, |part| match part { Part::Cohort(id) => Some(id.to_string()), _ => None }),
        "domains": parts(totals, |part| match part { Part::Domain(id) => Some(id.to_string()), _ => None }),
        "leads": parts(totals, |part| match part { Part::Family(family) => Some(family.key().to_owned()), _ => None }),
        "case_weighted_loss": totals.and_then(|totals| totals.case_weighted_loss),
        "statuses": progress.statuses,
        "rejections": progress.rejections,
        "requested": progress.requested,
        "paid": progress.paid,
    })
}

/// Values under the shortest text of their λ, in the order of λ.
fn by_lambda<'a, T: Copy + Into<Value> + 'a>(values: impl Iterator<Item = (&'a Lambda, &'a T)>) -> Value {
    Value::Object(values.map(|(lambda, value)| (lambda.to_string(), (*value).into())).collect::<Map<_, _>>())
}

fn parts(totals: Option<&Totals>, key: impl Fn(&Part) -> Option<String>) -> Value {
    let one = |of: &PartTotals| {
        json!({ "cases": of.cases, "loss": of.loss, "credits": of.credits, "floor": of.floor,
                "normalized_excess": of.normalized_excess, "score": of.score })
    };
    let parts = totals.into_iter().flat_map(|totals| &totals.parts);
    Value::Object(parts.filter_map(|(part, of)| Some((key(part)?, one(of)))).collect::<Map<_, _>>())
}

fn reference(row: &ReferenceRow) -> Value {
    let whole = row.totals.whole();
    let counts: Map<String, Value> =
        row.plan_counts.iter().map(|(policy, count)| (policy.to_string(), json!(count))).collect();
    json!({
        "reference": row.reference.name(), "computed": row.computed, "cases": row.totals.cases,
        "loss": whole.loss, "credits": whole.credits, "s": whole.score, "floor": whole.floor,
        "normalized_excess": whole.normalized_excess, "plan_counts": counts,
    })
}

fn oracle(results: &ReleaseResults) -> Vec<Value> {
    let points = results.release.settings.lambdas.iter().filter_map(|&lambda| results.oracle.point(lambda));
    points
        .map(|point| {
            json!({ "lambda": point.lambda.get(), "loss": point.loss, "credits": point.credits, "objective": point.objective })
        })
        .collect()
}

fn differences(results: &ReleaseResults) -> Vec<Value> {
    results
        .differences
        .iter()
        .map(|difference| {
            let lambda = match difference.quantity {
                crate::domain::fwbench::published::Quantity::Objective(lambda)
                | crate::domain::fwbench::published::Quantity::Gap(lambda) => Some(lambda.get()),
                _ => None,
            };
            json!({
                "a": difference.a.to_string(), "b": difference.b.to_string(),
                "quantity": words::quantity_key(difference.quantity), "lambda": lambda, "difference": difference.value,
                "low": difference.ours.map(|interval| interval.low), "high": difference.ours.map(|interval| interval.high),
                "published_low": difference.published.map(|interval| interval.low),
                "published_high": difference.published.map(|interval| interval.high),
            })
        })
        .collect()
}

fn missing(results: &ReleaseResults) -> Vec<Value> {
    let of = |standing: &Standing| {
        let id = &standing.entrant.id;
        let one = |(case, why): &(String, Option<Unscored>)| json!({ "model": id.model.as_str(), "pool": id.pool.as_str(), "case": case, "reason": why.map(Unscored::words) });
        standing.progress.missing.iter().map(one).collect::<Vec<_>>()
    };
    results.standings.iter().flat_map(of).collect()
}

/// The downloads of a track by name.
pub fn names(track: &Track) -> Vec<(String, SitePath)> {
    let mut names = vec![
        (
            "Agreement with published figures: counts and all differences (JSON)".to_owned(),
            track.path("agreement.json"),
        ),
        ("Agreement with published figures: every figure (CSV)".to_owned(), track.path("agreement.csv")),
    ];
    for release in &track.results.releases {
        let version = &release.release.version;
        let mut add = |words: &str, file: &str| {
            names.push((format!("{version}: {words}"), track.release_page(release, file)));
        };
        add("one row a model and pool (CSV)", "scores.csv");
        add("everything (JSON)", "scores.json");
        if has_cases(release) {
            add("every case and model (CSV)", "outcomes.csv");
            add("every case’s menu (CSV)", "menu.csv");
        }
    }
    names
}

/// Whether a release has per-case results, and so pages of cases.
pub(super) fn has_cases(release: &ReleaseResults) -> bool {
    release.depth != Depth::Aggregates && release.release.index.is_some() && !release.cases.is_empty()
}

/// The downloads of a track.
pub fn downloads(track: &Track) -> Vec<Download> {
    let mut files = vec![agreement::file(track), agreement::table_file(track)];
    for release in &track.results.releases {
        let mut add = |file: &str, text: String| {
            files.push(Download { path: track.release_page(release, file), bytes: text.into_bytes() });
        };
        add("scores.csv", tables::release_csv(release));
        add("scores.json", pretty(&release_json(release)));
        if has_cases(release) {
            add("outcomes.csv", outcomes(release));
            add("menu.csv", menu(release));
        }
    }
    files
}
