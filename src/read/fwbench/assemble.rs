//! The readings of all units become the benchmark, in an order that depends on the data alone.

use std::collections::BTreeSet;

use super::entrants::full;
use super::plan::Plan;
use super::release::Draft;
use super::unit::UnitReading;
use crate::domain::dataset::{FileCounts, Provenance};
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::episode::Episode;
use crate::domain::fwbench::release::{Benchmark, Release};
use crate::domain::id::ReleaseId;
use crate::read::digest::{ReadFile, digest};
use crate::read::faults::Whose;
use crate::read::texts;
use crate::source::snapshot::Snapshot;

/// Puts the readings of all units of `plan` together, in whatever order they come.
pub fn assemble(snapshot: &Snapshot, plan: Plan, readings: Vec<UnitReading>) -> Benchmark {
    let Plan { drafts, mut faults, ignored, mut read, listed, .. } = plan;
    let mut episodes: Vec<Vec<Episode>> = drafts.iter().map(|_| Vec::new()).collect();
    let mut submission = 0;
    for reading in readings {
        episodes[reading.draft].extend(reading.episodes);
        faults.extend(reading.faults);
        read.extend(reading.read);
        submission += reading.submissions;
    }
    // Two releases may share a file, such as one of several places for settings.
    read.sort_unstable();
    read.dedup();
    faults.extend(read.iter().filter_map(|file| {
        let path = snapshot.files()[file.file].path();
        let meant = listed.get(path)?;
        let whose = Whose { path, task: None, system: None };
        let message = "its SHA-256 is not that of `manifests/files.json`";
        (file.hex() != *meant).then(|| whose.fault(FaultKind::Invalid, Place::Whole, message))
    }));
    let mut names = BTreeSet::new();
    let mut releases = Vec::new();
    for ((mut draft, raw), mut episodes) in drafts.into_iter().zip(episodes) {
        episodes.sort_by_key(|episode| episode.case);
        let runs: BTreeSet<&EntrantId> = episodes.iter().flat_map(|e| &e.runs).map(|run| &run.entrant).collect();
        for entrant in runs {
            draft.registry.name(entrant);
        }
        for model in
            raw.iter().flat_map(|raw| &raw.models).filter(|model| !draft.registry.has(model)).collect::<Vec<_>>()
        {
            // Its folder holds no run that could be read.
            draft.registry.name(&EntrantId { model: model.clone(), pool: full() });
        }
        releases.push(release(draft, raw.map(|_| episodes), &mut names, &mut faults));
    }
    tidy(&mut faults);
    let found = snapshot.files().len();
    let used = read.len() - submission;
    let files = FileCounts {
        found,
        submission,
        read: used,
        supporting: found.saturating_sub(read.len() + ignored),
        ignored,
        broken_lines: 0,
        extra_levels: 0,
    };
    Benchmark { releases, faults, files, provenance: provenance(snapshot, read) }
}

fn release(
    draft: Draft,
    episodes: Option<Vec<Episode>>,
    names: &mut BTreeSet<String>,
    faults: &mut Vec<Fault>,
) -> Release {
    let Draft {
        root, version, updated, metric, case_count, settings, published, index, table, mut registry, path, ..
    } = draft;
    let menus = table.as_ref().is_some_and(|table| !table.menu.is_empty());
    if index.is_some() && (episodes.is_some() || menus) {
        registry.policies(metric);
    }
    let (entrants, wrong) = registry.entrants(&settings.models, &path);
    faults.extend(wrong);
    let id = release_id(&version, names);
    let root = root.trim_end_matches('/').to_owned();
    Release { id, version, root, updated, metric, case_count, settings, entrants, published, index, table, episodes }
}

/// The version as an id, numbered where another release has it.
fn release_id(version: &str, names: &mut BTreeSet<String>) -> ReleaseId {
    let plain: String = version
        .chars()
        .take(60)
        .map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' })
        .collect();
    let plain = plain.trim_matches(['.', '-']);
    // A release's folder stands beside the track's pages and the folders of their tables.
    let page = plain.to_ascii_lowercase();
    let taken = page.contains(".html")
        || ["agreement", "assets", "changes", "compare", "continual", "data", "methods", "systems", "tasks"]
            .contains(&page.split('.').next().unwrap_or_default());
    let free = !taken && plain.parse::<ReleaseId>().is_ok();
    let base = if free { plain.to_owned() } else { format!("release-{}", plain.replace(".html", "")) };
    let mut name = base.clone();
    let mut number = 1;
    while !names.insert(name.to_ascii_lowercase()) {
        number += 1;
        name = format!("{base}-{number}");
    }
    name.parse().expect("letters, digits and signs that an id may hold, not reserved")
}

/// Makes the texts of faults fit to be shown, and sorts them by path and place.
fn tidy(faults: &mut [Fault]) {
    for fault in faults.iter_mut() {
        // A file's name and a parser's words are untrusted too.
        for text in [&mut fault.path, &mut fault.message] {
            if let Some(fit) = texts::tidied(text, 4 * texts::NAME) {
                *text = fit;
            }
        }
    }
    faults.sort_by(|a, b| (&a.path, &a.place, a).cmp(&(&b.path, &b.place, b)));
}

fn provenance(snapshot: &Snapshot, read: Vec<ReadFile>) -> Provenance {
    Provenance {
        source: snapshot.name().to_owned(),
        commit: snapshot.commit().map(str::to_owned),
        digest: digest(snapshot, read),
    }
}
