//! What a host shows where there is no page.

use super::link::Link;
use super::page::{Page, Slot, Slots};
use crate::tree::SitePath;

/// Where hosts look for it.
///
/// # Panics
/// Never: the name is fixed and of the path's grammar.
pub fn path() -> SitePath {
    SitePath::new("404.html").expect("a fixed name of the grammar of paths")
}

/// The 404 page. A host may show it at any depth, so it links to the site's home page only.
pub fn page(home: SitePath) -> Page {
    Page {
        path: path(),
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
            ("home", Slot::Link("To the first page".to_owned(), Link::Page(home, None))),
        ]),
    }
}
