//! Trusted content becomes HTML with its table of contents, ready tables in the places it names. What is wrong stops the build, all of it at
//! once, with file, line and column. Never repairs content.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};
use quick_xml::events::Event as Xml;

use super::headings::headings;
use super::place::{excerpts, line_and_column};
use super::safe::{clean, escape};
use super::source::{Placed, Trust, events, was_money};
use super::warn::warnings;
use super::writer::{Dresser, Html, html, write};
use crate::error::{Error, Result};
use crate::render::math::{Formula, Formulas};

/// A content file as HTML. A paragraph that is exactly `{{ name }}` becomes `ready[name]`.
pub fn content_to_html(text: &str, file: &str, formulas: &Formulas, ready: &BTreeMap<&str, String>) -> Result<Html> {
    let text = clean(text);
    let events = events(&text, Trust::Content);
    let (headings, mut faults) = headings(&events);
    let mut ids = headings.iter().map(|heading| heading.id.clone());
    let mut dresser = Dresser::default();
    let mut dressed = Vec::with_capacity(events.len());
    let mut skip_until = 0;
    for (event, range) in &events {
        if range.start < skip_until {
            continue;
        }
        dressed.push(match event {
            Event::Start(Tag::Paragraph) => match placeholder(&text[range.clone()]) {
                Placeholder::None => event.clone(),
                Placeholder::Name(name) if ready.contains_key(name) => {
                    skip_until = range.end;
                    html(format!("{}\n", marker(name)))
                }
                Placeholder::Name(name) => {
                    let known: Vec<&str> = ready.keys().copied().collect();
                    faults
                        .push((range.clone(), format!("there is no table `{name}`; known are: {}", known.join(", "))));
                    event.clone()
                }
                Placeholder::Crowded => {
                    faults.push((range.clone(), "a placeholder needs an empty line before and after".to_owned()));
                    event.clone()
                }
            },
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => Event::Start(Tag::Heading {
                level: *level,
                id: ids.next().map(CowStr::from),
                classes: classes.clone(),
                attrs: attrs.clone(),
            }),
            Event::InlineMath(tex) => set(&Formula::inline(tex.as_ref()), &text, range, formulas, &mut faults),
            Event::DisplayMath(tex) => set(&Formula::display(tex.as_ref()), &text, range, formulas, &mut faults),
            other => dresser.dress(other.clone()),
        });
    }
    faults.extend(refused_links(&events, &dresser.refused));
    faults.extend(open_formulas(&text, &events));
    faults.sort_by_key(|(range, _)| range.start);
    if let Some(error) = report(&text, file, &faults) {
        return Err(error);
    }
    // Nothing of a repository is too long.
    let page = write(dressed.into_iter(), usize::MAX).unwrap_or_default();
    well_formed(&page).map_err(|cause| {
        Error::new(format!("the raw HTML of `{file}` is not well-formed: {cause}"))
            .hint("close every tag (`<br/>`), put every attribute in quotes, and write `&#160;` in place of `&nbsp;`")
    })?;
    let page = ready.iter().fold(page, |page, (name, table)| page.replace(&marker(name), &clean(table)));
    Ok(Html { html: page, headings, warnings: warnings(&text, file, &events) })
}

enum Placeholder<'a> {
    None,
    Name(&'a str),
    Crowded,
}

fn placeholder(paragraph: &str) -> Placeholder<'_> {
    let name = |line: &'_ str| -> Option<(usize, usize)> {
        let inner = line.trim().strip_prefix("{{")?.strip_suffix("}}")?.trim();
        let word = !inner.is_empty() && inner.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let start = line.find(inner)?;
        word.then_some((start, start + inner.len()))
    };
    if let Some((start, end)) = name(paragraph) {
        return Placeholder::Name(&paragraph[start..end]);
    }
    if paragraph.lines().any(|line| name(line).is_some()) { Placeholder::Crowded } else { Placeholder::None }
}

/// Stands for a table until the rest is known to be well-formed, so that a fault is never blamed on the wrong author.
fn marker(name: &str) -> String {
    format!("<!--table {}-->", escape(name))
}

fn set<'a>(
    formula: &Formula,
    text: &str,
    range: &Range<usize>,
    formulas: &Formulas,
    faults: &mut Vec<(Range<usize>, String)>,
) -> Event<'a> {
    match formulas.html(formula) {
        Ok(set) => html(set.to_owned()),
        Err(fault) => {
            let dollars = if formula.display { 2 } else { 1 };
            let start = range.start + dollars;
            // Within a quotation or a list the source has marks that the formula lacks; then the whole formula is shown.
            let exact = text.get(start..range.end - dollars) == Some(formula.tex.as_str());
            let place = match fault.at {
                Some(at) if exact => {
                    let from = start + formula.tex.chars().take(at).map(char::len_utf8).sum::<usize>();
                    from..from + culprit_length(&text[from..range.end])
                }
                _ => range.clone(),
            };
            faults.push((place, fault.message));
            html("")
        }
    }
}

/// The command or character that a fault points at.
fn culprit_length(rest: &str) -> usize {
    let mut chars = rest.chars();
    match chars.next() {
        Some('\\') => {
            let letters = chars.as_str().bytes().take_while(u8::is_ascii_alphabetic).count();
            if letters == 0 { 1 + chars.next().map_or(0, char::len_utf8) } else { 1 + letters }
        }
        Some(c) => c.len_utf8(),
        None => 0,
    }
}

fn refused_links(events: &[Placed<'_>], refused: &[String]) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    for (event, range) in events {
        if let Event::Start(Tag::Link { link_type, dest_url, .. }) = event
            && *link_type != LinkType::Email
            && refused.iter().any(|address| **address == **dest_url)
        {
            found.push((
                range.clone(),
                format!("a link may not lead to `{dest_url}`: use https, http, mailto or a relative address"),
            ));
        }
    }
    found
}

/// Dollars that the parser left as text although a formula was meant: a brace or a dollar in it has no partner.
fn open_formulas(text: &str, events: &[Placed<'_>]) -> Vec<(Range<usize>, String)> {
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    let mut in_code = false;
    for (event, range) in events {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(_) if !in_code && !was_money(text, range) => {
                let starts = text[range.clone()].match_indices('$').map(|(at, _)| range.start + at);
                for start in starts.filter(|start| !text[..*start].ends_with(['\\', '$'])) {
                    let rest = &text[start + 1..];
                    let length = if rest.starts_with('$') { 2 } else { 1 };
                    let command = rest.starts_with('\\') && rest[1..].starts_with(|c: char| c.is_ascii_alphabetic());
                    // The dollars that should have closed the formula are no second fault.
                    let closes = length == 2
                        && found
                            .last()
                            .is_some_and(|(open, _)| open.len() == 2 && !text[open.end..start].contains("\n\n"));
                    if (length == 2 || command) && !closes {
                        let message = "no formula starts here: a brace in it or the closing dollar has no partner";
                        found.push((start..start + length, message.to_owned()));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

fn report(text: &str, file: &str, faults: &[(Range<usize>, String)]) -> Option<Error> {
    let (first, message) = faults.first()?;
    let (line, column) = line_and_column(text, first.start);
    let more = match faults.len() {
        1 => String::new(),
        2 => ", and one more fault".to_owned(),
        count => format!(", and {} more faults", count - 1),
    };
    Some(Error::new(format!("`{file}:{line}:{column}`: {message}{more}")).excerpt(excerpts(text, file, faults)))
}

fn well_formed(html: &str) -> std::result::Result<(), String> {
    let rooted = format!("<root>{html}</root>");
    let mut reader = quick_xml::Reader::from_str(&rooted);
    loop {
        let fault = match reader.read_event() {
            Ok(Xml::Eof) => return Ok(()),
            Ok(Xml::Start(tag) | Xml::Empty(tag)) => tag.attributes().find_map(|attribute| match attribute {
                Ok(attribute) => attribute.unescape_value().err().map(|error| error.to_string()),
                Err(error) => Some(error.to_string()),
            }),
            Ok(Xml::GeneralRef(reference)) => {
                let name = String::from_utf8_lossy(&reference).into_owned();
                (!name.starts_with('#') && !["amp", "lt", "gt", "quot", "apos"].contains(&name.as_str()))
                    .then(|| format!("`&{name};` is not known to XML"))
            }
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        };
        if let Some(fault) = fault {
            let at = reader.buffer_position() as usize;
            let near: String = rooted.get(..at).unwrap_or(&rooted).chars().rev().take(60).collect();
            return Err(format!("{fault}, after `{}`", near.chars().rev().collect::<String>().trim()));
        }
    }
}
