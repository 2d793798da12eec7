//! `manifests/cases.json` becomes the frozen index. Weights come from all of its rows, so one row that cannot be used spoils the index: nothing is
//! weighed by the rows that are left.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use super::node::{Node, Notes, at};
use super::settings::id;
use crate::domain::day::Instant;
use crate::domain::fwbench::case::{Case, Family, Index};
use crate::domain::id::{CaseId, CohortId, DomainId};
use crate::read::clock::instant;
use crate::read::json::shown;
use crate::read::texts::{NAME, tidied};
use crate::source::snapshot::SourceFile;

/// The index, where every row of it can be used.
pub fn index(root: &Node<'_>, notes: &mut Notes<'_>) -> Option<Index> {
    if !root.has("cases") {
        root.wrong("cases", notes, "is missing");
        return None;
    }
    let rows = root.items("cases", notes);
    let mut seen = BTreeMap::new();
    let mut cases = Vec::with_capacity(rows.len());
    let mut whole = true;
    for row in &rows {
        let Some(case) = case(row, notes) else {
            whole = false;
            continue;
        };
        if let Some(other) = seen.insert(case.id.as_str().to_ascii_lowercase(), row.path.clone()) {
            row.wrong("case_id", notes, format!("`{}` stands at `{other}` too, in whatever case", case.id));
            whole = false;
        }
        cases.push(case);
    }
    if !whole {
        notes.invalid(at("cases"), "the index is not used: weights need every row of it");
        return None;
    }
    Index::new(cases).map_err(|cause| notes.invalid(at("cases"), cause.to_string())).ok()
}

fn case(row: &Node<'_>, notes: &mut Notes<'_>) -> Option<Case> {
    let before = notes.wrong();
    let case: Option<CaseId> = named(row, "case_id", notes);
    let cohort: Option<CohortId> = named(row, "cohort", notes);
    let domain: Option<DomainId> = named(row, "domain", notes);
    let authority = needed(row, "authority", notes).map(shown_name);
    let family = needed(row, "family", notes).and_then(|key| {
        let family = Family::ALL.into_iter().find(|family| family.key() == key);
        if family.is_none() {
            row.wrong("family", notes, format!("is {}, neither day_ahead nor week_ahead", shown(key)));
        }
        family
    });
    needed(row, "target_start", notes);
    let target_start = time(row, "target_start", notes);
    let target_end = time(row, "target_end", notes);
    let as_of = time(row, "as_of", notes);
    let last_visible = time(row, "last_visible", notes);
    let horizon = row.whole("expected_horizon", notes);
    let unit = row.text("unit", notes).map(shown_name);
    let licence = row.text("license_id", notes).map(shown_name);
    let episode = row.text("episode_path", notes);
    let target = row.text("target_path", notes);
    let (Some(id), Some(cohort), Some(domain), Some(authority), Some(family), Some(target_start)) =
        (case, cohort, domain, authority, family, target_start)
    else {
        return None;
    };
    if before < notes.wrong() {
        return None;
    }
    let usual = if family == Family::DayAhead { 50 } else { 194 };
    let horizon = horizon.map_or(usual, |hours| u32::try_from(hours).unwrap_or(u32::MAX));
    if let Some(last) = last_visible {
        let needs = (target_start.as_second() - last.as_second()) / 3_600 + 23;
        if i64::from(horizon) != needs {
            let message = format!("is {horizon}, but the last target hour is {needs} hours after the last visible one");
            notes.warn(at(row.path_of("expected_horizon")), message);
        }
    }
    Some(Case {
        episode_path: inside(row, "episode_path", episode, format!("episodes/{id}"), notes),
        target_path: inside(row, "target_path", target, format!("reproduction_targets/{id}.json"), notes),
        id,
        cohort,
        domain,
        authority,
        family,
        target_start,
        target_end,
        as_of,
        last_visible,
        horizon,
        unit,
        licence,
    })
}

/// A path within the release; empty, with a fault, where it is none: then nothing stands there.
fn inside(row: &Node<'_>, key: &str, path: Option<&str>, usual: String, notes: &mut Notes<'_>) -> String {
    let Some(path) = path else {
        return usual;
    };
    let path = path.strip_suffix('/').unwrap_or(path);
    if SourceFile::new(path).is_some() {
        return path.to_owned();
    }
    // The row itself is whole: its weight stands, only its files are out of reach.
    row.wrong(key, notes, format!("{} is no path within the dataset: nothing is read there", shown(path)));
    String::new()
}

fn needed<'t>(row: &Node<'t>, key: &str, notes: &mut Notes<'_>) -> Option<&'t str> {
    if !row.has(key) {
        row.wrong(key, notes, "is missing");
        return None;
    }
    row.text(key, notes)
}

fn named<T: std::str::FromStr<Err: std::fmt::Display>>(row: &Node<'_>, key: &str, notes: &mut Notes<'_>) -> Option<T> {
    let name = needed(row, key, notes)?;
    id(name, &row.path_of(key), notes)
}

/// A text fit to be shown.
pub fn shown_name(text: &str) -> String {
    tidied(text, NAME).unwrap_or_else(|| text.to_owned())
}

/// The time in a field; one without an offset is UTC.
pub fn time(row: &Node<'_>, key: &str, notes: &mut Notes<'_>) -> Option<Instant> {
    let text = row.text(key, notes)?;
    let time = instant(text, &TimeZone::UTC);
    if time.is_none() {
        row.wrong(key, notes, format!("{} is not a time such as 2026-07-24T00:00:00+00:00", shown(text)));
    }
    time
}
