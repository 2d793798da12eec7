//! Headings become a table of contents: each with an id that is unique on the page and stays when other headings come or go.

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::source::Placed;

/// A heading of a content file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The anchor.
    pub id: String,
    /// The words, formulas as their source.
    pub text: String,
}

/// The headings in order. An id that is given twice, or is no plain word, is returned with its place and what is wrong.
pub(super) fn headings(events: &[Placed<'_>]) -> (Vec<Heading>, Vec<(Range<usize>, String)>) {
    let mut faults = Vec::new();
    let mut taken = BTreeSet::new();
    for (event, range) in events {
        if let Event::Start(Tag::Heading { id: Some(id), .. }) = event {
            if !is_plain(id) {
                faults
                    .push((range.clone(), format!("`{id}` cannot be an id: use a letter first, then a-z A-Z 0-9 - _")));
            } else if !taken.insert(id.to_string()) {
                faults.push((range.clone(), format!("the id `{id}` is given twice")));
            }
        }
    }
    let mut headings = Vec::new();
    for (at, (event, _)) in events.iter().enumerate() {
        if let Event::Start(Tag::Heading { level, id, .. }) = event {
            let text = words(&events[at + 1..]);
            let id = id.as_ref().map_or_else(|| free_id(&text, &mut taken), ToString::to_string);
            headings.push(Heading { level: *level as u8, id, text });
        }
    }
    (headings, faults)
}

fn words(events: &[Placed<'_>]) -> String {
    let mut text = String::new();
    for (event, _) in events {
        match event {
            Event::End(TagEnd::Heading(_)) => break,
            Event::Text(part) | Event::Code(part) | Event::InlineMath(part) | Event::DisplayMath(part) => {
                text.push_str(part);
            }
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text.trim().to_owned()
}

fn free_id(text: &str, taken: &mut BTreeSet<String>) -> String {
    let lower: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    let slug = lower.split_whitespace().collect::<Vec<_>>().join("-");
    let stem = if slug.starts_with(|c: char| c.is_ascii_alphabetic()) {
        slug
    } else {
        format!("section-{slug}").trim_end_matches('-').to_owned()
    };
    let id = std::iter::once(stem.clone())
        .chain((2..=taken.len() + 2).map(|number| format!("{stem}-{number}")))
        .find(|id| !taken.contains(id))
        .unwrap_or(stem);
    taken.insert(id.clone());
    id
}

fn is_plain(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_alphabetic())
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}
