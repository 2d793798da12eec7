//! `index.json` becomes its fields as written. A broken index stops the build: without it nobody knows what the forecasts are forecasts of.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer};

use super::raw::MaybeLevels;
use crate::domain::quantile::Level;
use crate::error::{Error, Result};
use crate::read::json::{JsonError, Unused, placed, read};

/// The index as written. Fields nobody knows are kept out of the way.
#[derive(Debug, Default, Deserialize)]
pub struct RawIndex {
    /// Tasks.
    pub tasks: Option<Vec<RawTask>>,
    /// Systems.
    pub systems: Option<Vec<RawSystem>>,
    /// Kinds of system.
    pub kinds: Option<Vec<RawKind>>,
    /// Domains and facets.
    pub taxonomy: Option<RawTaxonomy>,
    /// Declared exclusions.
    pub exclusions: Option<Vec<RawExclusion>>,
    /// The paragraph a continual agent gets.
    pub continual_note: Option<String>,
}

/// A task as written.
#[derive(Debug, Default, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the layout, by their own names")]
pub struct RawTask {
    pub id: Option<String>,
    pub title: Option<String>,
    pub unit: Option<String>,
    pub decimals: Option<u8>,
    pub description: Option<String>,
    pub domain: Option<String>,
    pub leaf: Option<String>,
    pub driver: Option<String>,
    pub tradable: Option<bool>,
    pub schedule: Option<RawSchedule>,
    pub next_run: Option<String>,
    pub horizons: Option<Vec<i32>>,
    pub levels: Option<RawLevels>,
    pub baseline: Option<String>,
    pub baseline_visible: Option<bool>,
}

/// A schedule as written.
#[derive(Debug, Default, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the layout, by their own names")]
pub struct RawSchedule {
    pub every_days: Option<u32>,
    pub snapshot: Option<String>,
    pub cutoff: Option<String>,
    pub timezone: Option<String>,
}

/// A system as written.
#[derive(Debug, Default, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the layout, by their own names")]
pub struct RawSystem {
    pub id: Option<String>,
    pub kind: Option<String>,
    pub label: Option<String>,
    pub description: Option<String>,
    pub harness: Option<String>,
    pub model: Option<String>,
    pub version: Option<String>,
    pub continual: Option<bool>,
    pub continual_of: Option<String>,
}

/// A kind as written.
#[derive(Debug, Default, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the layout, by their own names")]
pub struct RawKind {
    pub id: Option<String>,
    pub label: Option<String>,
    pub group: Option<String>,
    pub text: Option<String>,
    pub deadline: Option<bool>,
}

/// The taxonomy as written.
#[derive(Debug, Default, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the layout, by their own names")]
pub struct RawTaxonomy {
    pub domains: Option<Vec<RawDomain>>,
    pub facets: Option<RawFacets>,
}

/// A domain as written.
#[derive(Debug, Default, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the layout, by their own names")]
pub struct RawDomain {
    pub name: Option<String>,
    pub leaves: Option<Vec<RawLeaf>>,
}

/// An area of a domain: its name, or an object with it.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the fields are those of the layout, by their own names")]
pub enum RawLeaf {
    Name(String),
    Object { name: String },
}

/// The facets as written.
#[derive(Debug, Default, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the layout, by their own names")]
pub struct RawFacets {
    pub driver: Option<BTreeMap<String, String>>,
}

/// An exclusion as written.
#[derive(Debug, Default, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the layout, by their own names")]
pub struct RawExclusion {
    pub task: Option<String>,
    pub run_day: Option<String>,
    pub target_date: Option<String>,
    pub system: Option<String>,
    pub reason: Option<String>,
}

/// Levels in the order written.
#[derive(Debug, Default)]
pub struct RawLevels(pub Option<Vec<Level>>);

impl<'de> Deserialize<'de> for RawLevels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        MaybeLevels.deserialize(deserializer).map(Self)
    }
}

/// Reads the index that stands at `path`.
pub fn raw_index(path: &str, text: &str) -> Result<RawIndex> {
    // First the whole text strictly: what is derived skips unknown fields without looking for doubled keys or depth.
    read(text, Unused(1)).map_err(|error| broken(path, &error))?;
    serde_json::from_str(text).map_err(|error| broken(path, &placed(text, &error)))
}

/// The error of an index that says something that cannot be.
pub fn unusable(path: &str, place: &str, why: &str) -> Error {
    Error::new(format!("the index `{path}` cannot be used: `{place}` {why}"))
        .hint("correct the index: nothing can be scored without it")
}

fn broken(path: &str, error: &JsonError) -> Error {
    let (line, column) = error.at;
    let place = if error.path.is_empty() || error.syntax { String::new() } else { format!(", in `{}`", error.path) };
    Error::new(format!("the index `{path}` cannot be read: line {line}, column {column}{place}: {error}"))
        .hint("correct the index: nothing can be scored without it")
}
