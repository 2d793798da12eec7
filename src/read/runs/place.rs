//! A path of the dataset becomes its place in the layout. It looks at names only; whether an id is one is decided by who asks.

use super::variants::{LINES_ENDING, SUBMISSION_ENDINGS};
use crate::domain::day::RunDay;
use crate::domain::forecast::Mode;
use crate::read::file::Packing;

/// Where the index stands; the first that is there counts.
pub const INDEX_PLACES: [&str; 2] = ["site/index.json", "index.json"];

/// What stands at a place below `runs/<task>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item<'a> {
    /// `truth.csv`
    Truth,
    /// `<run day>/{live,mock}/<system>.json`
    Submission {
        /// The run day.
        run: RunDay,
        /// Live or replay.
        mode: Mode,
        /// The file's stem.
        system: &'a str,
        /// How it is packed.
        packing: Packing,
    },
    /// `live/<system>.jsonl`
    Lines {
        /// The file's stem.
        system: &'a str,
    },
    /// `<run day>/x/history.csv`
    History(RunDay),
    /// Belongs to the layout, but no score needs it: other files of `x/`, trajectories.
    Supporting,
    /// Fits no place.
    Other,
}

/// The task's folder and what stands there; `None` outside `runs/<task>/`.
pub fn locate(path: &str) -> Option<(&str, Item<'_>)> {
    let (task, below) = path.strip_prefix("runs/")?.split_once('/')?;
    Some((task, item(below)))
}

fn item(below: &str) -> Item<'_> {
    if below == "truth.csv" {
        return Item::Truth;
    }
    if let Some(system) = below.strip_prefix("live/").and_then(|name| name.strip_suffix(LINES_ENDING)) {
        return if system.contains('/') { Item::Other } else { Item::Lines { system } };
    }
    let Some((day, below)) = below.split_once('/') else {
        return Item::Other;
    };
    let Ok(run) = day.parse() else {
        return Item::Other;
    };
    let Some((folder, name)) = below.split_once('/') else {
        return Item::Other;
    };
    match folder {
        "live" => submission(run, Mode::Live, name),
        "mock" => submission(run, Mode::Replay, name),
        "x" if name == "history.csv" => Item::History(run),
        "x" if !name.contains('/') && name.strip_suffix(".csv").is_some() => Item::Supporting,
        "ale" if is_trajectory(name) => Item::Supporting,
        _ => Item::Other,
    }
}

fn submission(run: RunDay, mode: Mode, name: &str) -> Item<'_> {
    let stem = |&(ending, packing)| name.strip_suffix(ending).map(|system| (system, packing));
    match SUBMISSION_ENDINGS.iter().find_map(stem) {
        Some((system, packing)) if !system.contains('/') => Item::Submission { run, mode, system, packing },
        _ => Item::Other,
    }
}

/// `<mode>-<agent>/<episode>/trajectory.json`
fn is_trajectory(below: &str) -> bool {
    let parts: Vec<&str> = below.split('/').collect();
    let [run, episode, "trajectory.json"] = parts[..] else {
        return false;
    };
    let agent = run.strip_prefix("live-").or_else(|| run.strip_prefix("mock-"));
    let is_id = |text: &str| text.parse::<crate::domain::id::SystemId>().is_ok();
    agent.is_some_and(is_id) && is_id(episode)
}

/// Whether a folder has an index of this layout: told without listing it.
pub fn has_index(dataset: &std::path::Path) -> bool {
    INDEX_PLACES.iter().any(|place| dataset.join(place).is_file())
}
