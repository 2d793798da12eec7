//! The agreement with published figures as files.
//!
//! `agreement.json` is what `foreboard check --agreement` reads:
//!
//! ```text
//! { "schema": "foreboard-agreement-1", "track", "counts": {"equal", "different", "published_only", "not_recomputable"},
//!   "releases": [ {"release", "counts": {…}, "differences": [ {"subject", "quantity", "lambda", "published", "ours", "tolerance", "file", "place"} ]} ] }
//! ```
//!
//! `agreement.csv` has every figure, one a row.

use serde_json::{Value, json};

use super::super::export::{number, pretty, quoted};
use super::super::track::Track;
use super::super::words;
use super::{Difference, differences, sum};
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::published::Subject;
use crate::score::fwbench::agree::{Checked, Counts, Status};
use crate::score::fwbench::results::ReleaseResults;
use crate::site::page::Download;

/// The counts as JSON.
pub fn counts_value(counts: Counts) -> Value {
    json!({
        "equal": counts.equal, "different": counts.different,
        "published_only": counts.published_only, "not_recomputable": counts.not_recomputable,
    })
}

/// The figures of a release that differ, as JSON.
pub fn differences_value(release: &ReleaseResults) -> Vec<Value> {
    let one = |(published, ours, tolerance): Difference| {
        let key = &published.key;
        json!({
            "subject": words::subject(&key.subject), "quantity": words::quantity_key(key.quantity),
            "lambda": words::lambda_of(&key.subject, key.quantity).map(Lambda::get),
            "published": published.value, "ours": ours, "tolerance": tolerance,
            "file": published.source.path, "place": published.source.place,
        })
    };
    differences(release).map(one).collect()
}

/// `agreement.json`.
pub fn file(track: &Track) -> Download {
    let releases: Vec<Value> = track
        .results
        .releases
        .iter()
        .map(|release| {
            json!({
                "release": release.release.id.as_str(),
                "counts": counts_value(release.agreement.counts()),
                "differences": differences_value(release),
            })
        })
        .collect();
    let value = json!({
        "schema": "foreboard-agreement-1",
        "track": track.results.track.as_str(),
        "counts": counts_value(sum(track.results)),
        "releases": releases,
    });
    Download { path: track.path("agreement.json"), bytes: pretty(&value).into_bytes() }
}

/// `agreement.csv`: every published figure, and both ends of every published interval.
pub fn table_file(track: &Track) -> Download {
    let mut text = String::from("release,subject,quantity,lambda,end,published,ours,tolerance,status,file,place\n");
    let mut push = |fields: [String; 11]| {
        text.push_str(&fields.join(","));
        text.push('\n');
    };
    for release in &track.results.releases {
        let id = release.release.id.to_string();
        for Checked { published, status } in &release.agreement.figures {
            let (subject, quantity) = (&published.key.subject, published.key.quantity);
            let (ours, tolerance) = match *status {
                Status::Equal { ours, tolerance } | Status::Different { ours, tolerance } => {
                    (number(ours), number(tolerance))
                }
                Status::PublishedOnly | Status::NotRecomputable => (String::new(), String::new()),
            };
            push([
                quoted(&id),
                quoted(&words::subject(subject)),
                words::quantity_key(quantity).to_owned(),
                words::lambda_of(subject, quantity).map(|lambda| lambda.to_string()).unwrap_or_default(),
                String::new(),
                number(published.value),
                ours,
                tolerance,
                words::status_key(*status).to_owned(),
                quoted(&published.source.path),
                quoted(&published.source.place),
            ]);
        }
        for interval in &release.agreement.intervals {
            let subject = Subject::Difference(interval.pair.0.clone(), interval.pair.1.clone());
            for (end, value) in [("low", interval.low), ("high", interval.high)] {
                push([
                    quoted(&id),
                    quoted(&words::subject(&subject)),
                    words::quantity_key(interval.quantity).to_owned(),
                    words::lambda_of(&subject, interval.quantity).map(|lambda| lambda.to_string()).unwrap_or_default(),
                    end.to_owned(),
                    number(value),
                    String::new(),
                    String::new(),
                    words::status_key(Status::PublishedOnly).to_owned(),
                    quoted(&interval.source.path),
                    quoted(&interval.source.place),
                ]);
            }
        }
    }
    Download { path: track.path("agreement.csv"), bytes: text.into_bytes() }
}
