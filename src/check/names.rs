//! Ids within one file: each given once, and each that is named exists. Collects while the file is walked and judges at its end.

use super::report::Desk;
use super::token::Attribute;

/// The ids that a file names: offset, attribute, id.
#[derive(Default)]
pub(super) struct Names<'a> {
    named: Vec<(usize, &'a str, String)>,
}

impl<'a> Names<'a> {
    /// Takes an element's id and the ids that it names.
    pub(super) fn take(&mut self, desk: &mut Desk<'_>, attributes: &[Attribute<'a>]) {
        for attribute in attributes {
            match attribute.name {
                "id" => id(desk, attribute),
                name if names_ids(name) => {
                    let text = attribute.text();
                    if text.trim().is_empty() {
                        desk.error(attribute.at, "dead-id", format!("`{name}` names no id"));
                    }
                    self.named.extend(text.split_ascii_whitespace().map(|id| (attribute.at, name, id.to_owned())));
                }
                name => {
                    // Paint servers, clip paths, masks, markers and filters of a drawing.
                    if let Some(id) = attribute.value.and_then(painted) {
                        self.named.push((attribute.at, name, id.to_owned()));
                    }
                }
            }
        }
    }

    /// Judges the ids once all are known.
    pub(super) fn judge(self, desk: &mut Desk<'_>) {
        for (at, attribute, id) in self.named {
            if !desk.has_id(&id) {
                desk.error(
                    at,
                    "dead-id",
                    format!("`{attribute}` names `{id}`, which no element of the file has as its id"),
                );
            }
        }
    }
}

fn id(desk: &mut Desk<'_>, attribute: &Attribute<'_>) {
    let id = attribute.text();
    if id.is_empty() || id.contains(|c: char| c.is_whitespace()) {
        desk.error(attribute.at, "bad-id", format!("`{id}` is no id: an id is one word"));
    } else if !desk.id(&id) {
        desk.error(
            attribute.at,
            "duplicate-id",
            format!("the id `{id}` is given twice; a link or label finds only the first"),
        );
    }
}

fn painted(value: &str) -> Option<&str> {
    let id = value.trim().strip_prefix("url(#")?;
    id.split_once(')').map(|(id, _)| id)
}

/// Attributes whose words are ids of the same file.
fn names_ids(name: &str) -> bool {
    matches!(
        name,
        "for"
            | "aria-labelledby"
            | "aria-describedby"
            | "aria-controls"
            | "aria-owns"
            | "aria-details"
            | "aria-activedescendant"
            | "aria-errormessage"
            | "aria-flowto"
            | "headers"
            | "list"
            | "form"
            | "popovertarget"
            | "commandfor"
    )
}
