//! A path of the dataset becomes a release's root and what stands there below it. It looks at names only.

use crate::source::snapshot::Snapshot;

/// What stands at a place below a release's root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item<'a> {
    /// `manifests/settings.json`
    Settings,
    /// `benchmark/current/settings.json` or a JSON file of `configs/`: parameters, where nothing better states them.
    Configuration,
    /// `manifests/cases.json`
    Cases,
    /// `manifests/files.json`
    Files,
    /// A JSON file of `results/`, `leaderboard/results.json`, `evaluation.json`.
    Published,
    /// `outcomes.csv` or `outcomes.jsonl`
    Outcomes,
    /// `menu.csv` or `menu.jsonl`
    Menu,
    /// A file of `runs/<model>/<case>/`
    Run {
        /// The folder of the model.
        model: &'a str,
        /// The folder of the case.
        case: &'a str,
        /// The file.
        name: &'a str,
    },
    /// A file of `episodes/` or `reproduction_targets/`: what is read of them is told by the index.
    Case,
    /// Belongs to the layout, but nothing of it is read.
    Supporting,
}

/// Folders right below a root.
const FOLDERS: [&str; 10] = [
    "manifests",
    "results",
    "leaderboard",
    "episodes",
    "reproduction_targets",
    "runs",
    "configs",
    "benchmark",
    "provenance",
    "viewer",
];

/// The root (empty, or ending in `/`) and what stands below it; `None` where no place of the layout fits.
pub fn locate(path: &str) -> Option<(&str, Item<'_>)> {
    let mut start = 0;
    loop {
        let rest = &path[start..];
        match rest.split_once('/') {
            Some((folder, below)) if FOLDERS.contains(&folder) => {
                if let Some(item) = item(folder, below) {
                    return Some((&path[..start], item));
                }
                start += folder.len() + 1;
            }
            Some((folder, _)) => start += folder.len() + 1,
            None => return file(rest).map(|item| (&path[..start], item)),
        }
    }
}

fn file(name: &str) -> Option<Item<'_>> {
    match name {
        "outcomes.csv" | "outcomes.jsonl" => Some(Item::Outcomes),
        "menu.csv" | "menu.jsonl" => Some(Item::Menu),
        "evaluation.json" => Some(Item::Published),
        _ => None,
    }
}

fn item<'a>(folder: &str, below: &'a str) -> Option<Item<'a>> {
    let json = |name: &str| !name.contains('/') && name.strip_suffix(".json").is_some_and(|stem| !stem.is_empty());
    match (folder, below) {
        ("manifests", "settings.json") => Some(Item::Settings),
        ("manifests", "cases.json") => Some(Item::Cases),
        ("manifests", "files.json") => Some(Item::Files),
        ("leaderboard", "results.json") => Some(Item::Published),
        ("results", name) if json(name) => Some(Item::Published),
        ("benchmark", "current/settings.json") => Some(Item::Configuration),
        ("configs", name) if json(name) => Some(Item::Configuration),
        ("episodes" | "reproduction_targets", name) if name.contains('/') || json(name) => Some(Item::Case),
        ("runs", below) => {
            let (model, below) = below.split_once('/')?;
            let (case, name) = below.split_once('/')?;
            Some(if name.contains('/') { Item::Supporting } else { Item::Run { model, case, name } })
        }
        ("provenance" | "viewer", _) => Some(Item::Supporting),
        _ => None,
    }
}

/// Whether a folder is a dataset of this layout: it has settings, published results, outcomes or runs at their places, and is none of the layout
/// "runs".
pub fn recognises(snapshot: &Snapshot) -> bool {
    if crate::read::runs::place::INDEX_PLACES.iter().any(|path| snapshot.find(path).is_some()) {
        return false;
    }
    snapshot.files().iter().any(|file| match locate(file.path()) {
        Some((_, Item::Settings | Item::Outcomes)) => true,
        Some((root, Item::Published)) => {
            let name = &file.path()[root.len()..];
            let stem = name.strip_prefix("results/").unwrap_or(name);
            let known = ["primary-", "objective-", "cost-aware-", "leaderboard", "evaluation.json"];
            known.iter().any(|start| stem.starts_with(start))
        }
        Some((root, Item::Run { .. })) => snapshot.find(&format!("{root}manifests/cases.json")).is_some(),
        _ => false,
    })
}
