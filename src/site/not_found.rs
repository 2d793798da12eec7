//! What a host shows where there is no page.

use super::link::Link;
use super::page::{Page, Slot, Slots};
use super::track::Track;

/// The 404 page. A host may show it at any depth, so it links to the home page only.
pub fn page(track: &Track) -> Page {
    Page {
        path: track.root("404.html"),
        template: "not_found",
        title: "No such page".to_owned(),
        description: "There is no page at this address.".to_owned(),
        trail: Vec::new(),
        slots: Slots::from([
            (
                "lead",
                Slot::Text(
                    "There is no page at this address. It may have moved with the task or system it was about."
                        .to_owned(),
                ),
            ),
            ("home", Slot::Link("To the first page".to_owned(), Link::Page(track.home(), None))),
        ]),
    }
}
