//! The changes page. Without a former build there is nothing to compare with, and it says so.

use super::chapter::Chapter;
use super::number;
use super::page::{Page, Slot, Slots};
use crate::tree::SitePath;

/// The page of a track, at its address.
pub fn page(path: SitePath, track: &dyn Chapter) -> Page {
    let through = track
        .through()
        .map_or_else(|| "nothing has settled yet".to_owned(), |day| format!("data through {}", number::day(day)));
    let lead = format!(
        "This build stands alone ({through}): no former build was given to compare it with, so no change can be told."
    );
    Page {
        path,
        template: "changes",
        title: "Changes".to_owned(),
        description: "What changed since the former build.".to_owned(),
        trail: vec![(track.config().title.clone(), track.path(0))],
        slots: Slots::from([("lead", Slot::Text(lead))]),
    }
}
