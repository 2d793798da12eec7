//! Events become HTML: tables without `style` attributes, links checked, everything else as the parser's own writer has it.

use std::fmt;

use pulldown_cmark::{Alignment, CowStr, Event, LinkType, Tag, TagEnd};

use super::headings::Heading;
use super::safe::{clean, link_start};
use crate::site::link::Url;

/// A text as HTML.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Html {
    /// Well-formed as XML too.
    pub html: String,
    /// The headings in order; none in a dataset's text.
    pub headings: Vec<Heading>,
    /// What should be looked at, each with its place.
    pub warnings: Vec<String>,
}

/// Turns tables and links into HTML, event by event.
#[derive(Default)]
pub(super) struct Dresser {
    alignments: Vec<Alignment>,
    in_head: bool,
    column: usize,
    open_links: Vec<bool>,
    /// Only other sites are linked: a relative address in a dataset knows nothing of this site, and a dead link would stop the build.
    absolute_only: bool,
    /// Addresses that lost their link.
    pub(super) refused: Vec<String>,
}

impl Dresser {
    /// For text of a dataset: only absolute addresses are linked.
    pub(super) fn for_dataset() -> Self {
        Self { absolute_only: true, ..Self::default() }
    }

    /// The event, or the HTML in its place.
    pub(super) fn dress<'a>(&mut self, event: Event<'a>) -> Event<'a> {
        match event {
            Event::Start(Tag::Table(alignments)) => {
                self.alignments = alignments;
                html("<table>")
            }
            Event::End(TagEnd::Table) => html("</tbody></table>\n"),
            Event::Start(Tag::TableHead) => {
                (self.in_head, self.column) = (true, 0);
                html("<thead><tr>")
            }
            Event::End(TagEnd::TableHead) => {
                self.in_head = false;
                html("</tr></thead><tbody>\n")
            }
            Event::Start(Tag::TableRow) => {
                self.column = 0;
                html("<tr>")
            }
            Event::End(TagEnd::TableRow) => html("</tr>\n"),
            Event::Start(Tag::TableCell) => {
                let class = match self.alignments.get(self.column) {
                    Some(Alignment::Left) => " class=\"align-left\"",
                    Some(Alignment::Center) => " class=\"align-center\"",
                    Some(Alignment::Right) => " class=\"align-right\"",
                    _ => "",
                };
                self.column += 1;
                html(if self.in_head { format!("<th scope=\"col\"{class}>") } else { format!("<td{class}>") })
            }
            Event::End(TagEnd::TableCell) => html(if self.in_head { "</th>" } else { "</td>" }),
            Event::Start(Tag::Link { link_type, dest_url, title, .. }) => {
                let mail = if link_type == LinkType::Email { "mailto:" } else { "" };
                let destination = format!("{mail}{dest_url}");
                let allowed = !self.absolute_only || Url::new(&destination).is_some();
                let start = link_start(&destination, &title).filter(|_| allowed);
                self.open_links.push(start.is_some());
                start.map_or_else(
                    || {
                        self.refused.push(destination);
                        html("")
                    },
                    html,
                )
            }
            Event::End(TagEnd::Link) => html(if self.open_links.pop() == Some(true) { "</a>" } else { "" }),
            other => other,
        }
    }
}

/// A piece of ready HTML as an event.
pub(super) fn html<'a>(text: impl Into<CowStr<'a>>) -> Event<'a> {
    Event::Html(text.into())
}

/// The events as HTML, or nothing when it would be longer than `most` bytes.
pub(super) fn write<'a>(events: impl Iterator<Item = Event<'a>>, most: usize) -> Option<String> {
    let mut capped = Capped { text: String::new(), most };
    pulldown_cmark::html::write_html_fmt(&mut capped, events).ok()?;
    // Characters that XML forbids come back through character references.
    Some(clean(&capped.text).into_owned())
}

struct Capped {
    text: String,
    most: usize,
}

impl fmt::Write for Capped {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.most < self.text.len() + part.len() {
            return Err(fmt::Error);
        }
        self.text.push_str(part);
        Ok(())
    }
}
