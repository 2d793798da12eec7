//! The feed: one entry a track, dated by its data, never by a clock.

use std::fmt::Write as _;

use super::chapter::Chapter;
use super::number;
use super::page::{Download, Frame};
use crate::tree::SitePath;

/// An Atom feed that says what state of the data the site shows.
///
/// # Panics
/// Never: its address is a fixed text of the grammar of paths.
pub fn feed(frame: &Frame, tracks: &[Box<dyn Chapter + '_>], leads: &[String]) -> Download {
    let digest = tracks.first().map_or("", |track| track.provenance().digest.as_str());
    let base = frame.base_url.clone();
    let id = base.clone().unwrap_or_else(|| format!("urn:foreboard:{digest}"));
    let mut xml =
        String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    let _ = writeln!(
        xml,
        "<title>{}</title>\n<id>{}</id>\n<updated>{}T00:00:00Z</updated>",
        escaped(&frame.title),
        escaped(&id),
        frame.updated
    );
    let _ = writeln!(xml, "<author><name>{}</name></author>", escaped(&frame.title));
    if let Some(base) = &base {
        let _ = writeln!(xml, "<link rel=\"self\" href=\"{}feed.xml\"/>\n<link href=\"{0}\"/>", escaped(base));
    }
    for (track, lead) in tracks.iter().zip(leads) {
        let provenance = track.provenance();
        let state = provenance.commit.as_deref().unwrap_or(&provenance.digest);
        let through = track.through();
        let title = through.map_or_else(
            || track.config().title.clone(),
            |day| format!("{}: data through {}", track.config().title, number::day(day)),
        );
        let updated = through.map_or_else(|| frame.updated.clone(), |day| day.to_string());
        let _ = writeln!(
            xml,
            "<entry>\n<title>{}</title>\n<id>urn:foreboard:{}:{}</id>\n<updated>{updated}T00:00:00Z</updated>",
            escaped(&title),
            track.config().id,
            escaped(state)
        );
        if let Some(base) = &base {
            let _ = writeln!(xml, "<link href=\"{}{}\"/>", escaped(base), track.path(0));
        }
        let _ = writeln!(xml, "<summary>{}</summary>\n</entry>", escaped(lead));
    }
    xml.push_str("</feed>\n");
    Download { path: SitePath::new("feed.xml").expect("a fixed path"), bytes: xml.into_bytes() }
}

/// Text as XML content or attribute; characters that XML forbids become U+FFFD.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
