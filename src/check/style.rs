//! Addresses in a style sheet: `url(…)` and `@import`. Everything it loads must be a file of the site.

use super::address::{self, Address};
use super::report::Desk;

/// Takes the addresses of a style sheet that begins at `start` of its file.
pub(super) fn inspect(desk: &mut Desk<'_>, text: &str, start: usize) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            let Some(length) = rest.find("*/") else {
                desk.error(start + at, "malformed", "the comment is not closed by `*/`");
                return;
            };
            at += length + 2;
        } else if has_word(rest, "url(") {
            let inside = at + 4;
            let (address, length) = argument(&text[inside..]);
            load(desk, address, start + at);
            at = inside + length;
        } else if has_word(rest, "@import") {
            let inside = at + 7;
            let blanks = text[inside..].len() - text[inside..].trim_start().len();
            let word = &text[inside + blanks..];
            if word.starts_with(['"', '\'']) {
                let (address, length) = quoted(word);
                load(desk, address, start + at);
                at = inside + blanks + length;
            } else {
                at = inside;
            }
        } else if rest.starts_with(['"', '\'']) {
            at += quoted(rest).1;
        } else {
            // Whole characters, so that slices stay on their borders.
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
}

fn load(desk: &mut Desk<'_>, address: &str, at: usize) {
    let from = desk.path().clone();
    match address::read(&from, address) {
        // `url(#id)` in a style sheet means the drawing that uses it.
        Address::File(..) if address.starts_with('#') => {}
        Address::File(path, anchor) => desk.link(at, path, anchor, true),
        Address::Data => {}
        Address::Web(address) => {
            desk.error(
                at,
                "foreign-load",
                format!("`{address}` is loaded from another host; ship the file with the site"),
            );
        }
        Address::Mail | Address::Scheme(_) => {
            desk.error(at, "unsafe-link", format!("`{address}` cannot be loaded by a style sheet"));
        }
        Address::Uncertain(why) => desk.error(at, "uncertain-link", format!("`{address}`: {why}")),
    }
}

fn has_word(text: &str, word: &str) -> bool {
    text.as_bytes().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

/// The argument of `url(`, and the length up to and with its `)`.
fn argument(text: &str) -> (&str, usize) {
    let blanks = text.len() - text.trim_start().len();
    let inner = &text[blanks..];
    if inner.starts_with(['"', '\'']) {
        let (address, length) = quoted(inner);
        let end = inner[length..].find(')').map_or(inner.len(), |more| length + more + 1);
        (address, blanks + end)
    } else {
        let length = inner.find(')').unwrap_or(inner.len());
        (inner[..length].trim(), blanks + (length + 1).min(inner.len()))
    }
}

/// The inside of a string, and its length with both quotes.
fn quoted(text: &str) -> (&str, usize) {
    let quote = text.as_bytes()[0];
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if byte == quote || byte == b'\n' => return (&text[1..at], at + 1),
            _ => {}
        }
    }
    (&text[1..], text.len())
}
