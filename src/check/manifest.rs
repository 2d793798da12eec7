//! Compares a site with its own manifest: every file there, none more, each with the bytes it was built with. What an upload lost or a hand changed shows
//! here.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::finding::{Finding, Severity};
use crate::tree::{SitePath, Tree};

const MANIFEST: &str = "site-manifest.json";
const BUILD: &str = "build.json";

#[derive(Deserialize)]
struct RawManifest {
    build_id: String,
    files: Vec<RawFile>,
}

#[derive(Deserialize)]
struct RawFile {
    path: String,
    bytes: usize,
    sha256: String,
}

#[derive(Deserialize)]
struct RawBuild {
    build_id: String,
}

/// The differences between a site and its `site-manifest.json`.
pub fn verify(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    let (Ok(manifest_path), Ok(build_path)) = (SitePath::new(MANIFEST), SitePath::new(BUILD)) else {
        return findings;
    };
    let Some(bytes) = tree.get(&manifest_path) else {
        findings.push(finding(&manifest_path, "no-manifest", "the site has no manifest; build it anew".to_owned()));
        return findings;
    };
    let manifest: RawManifest = match serde_json::from_slice(bytes) {
        Ok(manifest) => manifest,
        Err(error) => {
            findings.push(finding(&manifest_path, "bad-manifest", format!("the manifest does not parse: {error}")));
            return findings;
        }
    };
    let listed: BTreeMap<&str, &RawFile> = manifest.files.iter().map(|file| (file.path.as_str(), file)).collect();
    let mut list = String::new();
    for (path, bytes) in tree.iter().filter(|(path, _)| **path != manifest_path && **path != build_path) {
        let sum = sum(bytes);
        let _infallible = writeln!(list, "{sum}  {path}");
        match listed.get(path.as_str()) {
            None => findings.push(finding(path, "unlisted-file", "the manifest does not list this file".to_owned())),
            Some(file) if file.bytes != bytes.len() => {
                let message =
                    format!("has {} bytes, the manifest says {}; build or upload it anew", bytes.len(), file.bytes);
                findings.push(finding(path, "changed-file", message));
            }
            Some(file) if file.sha256 != sum => {
                findings.push(finding(
                    path,
                    "changed-file",
                    "its bytes are not those of the manifest; build or upload it anew".to_owned(),
                ));
            }
            Some(_) => {}
        }
    }
    for file in &manifest.files {
        match SitePath::new(file.path.as_str()) {
            Ok(path) if tree.get(&path).is_none() => {
                findings.push(finding(
                    &path,
                    "missing-file",
                    "the manifest lists this file, the site has it not".to_owned(),
                ));
            }
            Ok(_) => {}
            Err(error) => findings.push(finding(&manifest_path, "bad-manifest", error.to_string())),
        }
    }
    if findings.is_empty() && manifest.build_id != self::sum(list.as_bytes()) {
        findings.push(finding(&manifest_path, "bad-manifest", "`build_id` is not the hash of the list".to_owned()));
    }
    let built = tree.get(&build_path).and_then(|bytes| serde_json::from_slice::<RawBuild>(bytes).ok());
    if built.is_none_or(|build| build.build_id != manifest.build_id) {
        findings.push(finding(&build_path, "changed-file", "does not name the `build_id` of the manifest".to_owned()));
    }
    findings.sort();
    findings
}

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _infallible = write!(text, "{byte:02x}");
        text
    })
}

fn finding(path: &SitePath, code: &'static str, message: String) -> Finding {
    Finding { path: path.clone(), place: None, severity: Severity::Error, code, message }
}
