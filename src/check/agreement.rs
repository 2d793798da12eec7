//! What a site says of its own agreement with published figures: every `agreement.json`, whose differences become findings where that is asked for.

use serde_json::Value;

use super::finding::{Finding, Severity};
use crate::tree::{SitePath, Tree};

/// The name of a track's agreement file.
const FILE: &str = "agreement.json";
const SCHEMA: &str = "foreboard-agreement-1";

/// One error a difference, one for a file that cannot be judged, and one where the site has no such file at all.
///
/// # Panics
/// Never: the file's name is of the grammar of paths.
pub fn disagreements(tree: &Tree) -> Vec<Finding> {
    let files: Vec<(&SitePath, &[u8])> =
        tree.iter().filter(|(path, _)| path.as_str() == FILE || path.as_str().ends_with(&format!("/{FILE}"))).collect();
    if files.is_empty() {
        let path = SitePath::new(FILE).expect("a fixed name of the grammar of paths");
        let message = "the site has no such file, so no figure can be compared with a published one; build it with a track that publishes figures";
        return vec![error(&path, message.to_owned())];
    }
    files.into_iter().flat_map(|(path, bytes)| judge(path, bytes)).collect()
}

fn error(path: &SitePath, message: String) -> Finding {
    Finding { path: path.clone(), place: None, severity: Severity::Error, code: "disagreement", message }
}

fn judge(path: &SitePath, bytes: &[u8]) -> Vec<Finding> {
    let unusable = |why: &str| vec![error(path, format!("cannot be judged: {why}; build the site again"))];
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return unusable("not JSON") };
    if value["schema"] != SCHEMA {
        return unusable(&format!("its schema is not `{SCHEMA}`"));
    }
    let Some(releases) = value["releases"].as_array() else { return unusable("it lists no releases") };
    let mut findings = Vec::new();
    for release in releases {
        let Some(differences) = release["differences"].as_array() else {
            return unusable("a release lists no differences");
        };
        if release["counts"]["different"].as_u64() != Some(differences.len() as u64) {
            return unusable("the count of differences is not that of its list");
        }
        let name = release["release"].as_str().unwrap_or_default();
        findings.extend(differences.iter().map(|difference| error(path, words(name, difference))));
    }
    findings
}

fn words(release: &str, difference: &Value) -> String {
    let text = |key: &str| match &difference[key] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let lambda = match text("lambda") {
        empty if empty.is_empty() => empty,
        lambda => format!(" at λ = {lambda}"),
    };
    format!(
        "{release}: {} of {}{lambda} is published as {} (`{}`, {}), ours is {}, more than {} apart",
        text("quantity"),
        text("subject"),
        text("published"),
        text("file"),
        text("place"),
        text("ours"),
        text("tolerance"),
    )
}
