//! Keeps the stack of open elements while tokens pass by, and finds what does not nest. The one walk that pages, drawings and feeds share.

use super::report::Desk;
use super::token::{Attribute, Lexer, Token};

/// An open element.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    pub(super) name: &'a str,
    pub(super) at: usize,
    /// Something of it can be seen or heard.
    pub(super) filled: bool,
    /// Its own text, when that is one short piece.
    pub(super) said: Said,
    /// Within `svg` or `math`, where HTML reads `<x/>` as closed.
    pub(super) foreign: bool,
}

/// The text that stands directly in an element.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Said {
    Nothing,
    Word(String),
    More,
}

/// What a walk meets; the stack holds the elements around it, outermost first.
pub(super) enum Node<'a, 'w> {
    Open {
        name: &'a str,
        at: usize,
        attributes: &'w [Attribute<'a>],
    },
    Text {
        text: &'a str,
        at: usize,
        raw: bool,
    },
    /// An element ended; its frame is off the stack already.
    Close {
        frame: &'w Frame<'a>,
    },
    Doctype,
}

/// Which rules of nesting hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Html,
    Xml,
}

const LONGEST_WORD: usize = 16;

/// Walks through a text, telling `visit` what it meets. Faults of the markup itself become findings.
pub(super) fn walk<'a>(
    desk: &mut Desk<'_>,
    text: &'a str,
    dialect: Dialect,
    mut visit: impl FnMut(&mut Desk<'_>, &[Frame<'a>], Node<'a, '_>),
) {
    let html = dialect == Dialect::Html;
    let mut lexer = Lexer::new(text, html);
    let mut stack: Vec<Frame<'a>> = Vec::new();
    let mut roots = 0_usize;
    while let Some((at, token)) = lexer.next() {
        for (at, fault) in lexer.faults.drain(..) {
            desk.error(at, "malformed", fault);
        }
        match token {
            Token::Start { name, closed } => {
                let foreign =
                    html && (matches!(name, "svg" | "math") || stack.last().is_some_and(|frame| frame.foreign));
                nesting(desk, &stack, name, at, html && !foreign);
                if stack.is_empty() {
                    roots += 1;
                    if roots == 2 {
                        desk.error(at, "malformed", format!("`<{name}>` is a second root; a file has one"));
                    }
                }
                visit(desk, &stack, Node::Open { name, at, attributes: &lexer.attributes });
                let filled = is_seen(name);
                let frame = Frame { name, at, filled, said: Said::Nothing, foreign };
                let void = html && !foreign && is_void(name);
                if closed && html && !foreign && !void {
                    desk.error(at, "malformed", format!("`<{name}/>` stays open in html; write `<{name}></{name}>`"));
                }
                stack.push(frame);
                if closed || void {
                    close(desk, &mut stack, &mut visit);
                }
            }
            Token::End { name } => end(desk, &mut stack, name, at, &mut visit),
            Token::Text(text) => said(desk, &mut stack, text, at, false, &mut visit),
            Token::Raw(text) => said(desk, &mut stack, text, at, true, &mut visit),
            Token::Doctype => visit(desk, &stack, Node::Doctype),
            Token::Aside => {}
        }
    }
    while let Some(frame) = stack.last() {
        desk.error(frame.at, "malformed", format!("`<{0}>` is never closed; add `</{0}>`", frame.name));
        close(desk, &mut stack, &mut visit);
    }
    if roots == 0 {
        desk.error(0, "malformed", "the file has no element");
    }
}

fn nesting(desk: &mut Desk<'_>, stack: &[Frame<'_>], name: &str, at: usize, html: bool) {
    if !html {
        return;
    }
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        desk.error(at, "malformed", format!("`<{name}>` has capitals; html names are lower case"));
    }
    let inside = |outer: &str| stack.iter().any(|frame| frame.name == outer);
    if closes_p(name) && inside("p") {
        desk.error(at, "bad-nesting", format!("`<{name}>` within `<p>`: a browser closes the paragraph before it"));
    }
    if name == "a" && inside("a") {
        desk.error(at, "bad-nesting", "`<a>` within `<a>`: a browser closes the outer link before it");
    }
    if name == "button" && inside("button") {
        desk.error(at, "bad-nesting", "`<button>` within `<button>`: a browser closes the outer one before it");
    }
}

fn end<'a>(
    desk: &mut Desk<'_>,
    stack: &mut Vec<Frame<'a>>,
    name: &str,
    at: usize,
    visit: &mut impl FnMut(&mut Desk<'_>, &[Frame<'a>], Node<'a, '_>),
) {
    if stack.iter().all(|frame| frame.name != name) {
        desk.error(at, "malformed", format!("`</{name}>` closes nothing"));
        return;
    }
    // Whatever stands open above it was forgotten: one finding each, then the walk is in step again.
    while let Some(frame) = stack.last() {
        let found = frame.name == name;
        if !found {
            desk.error(
                frame.at,
                "malformed",
                format!("`<{0}>` is not closed before `</{name}>`; add `</{0}>`", frame.name),
            );
        }
        close(desk, stack, visit);
        if found {
            break;
        }
    }
}

fn close<'a>(
    desk: &mut Desk<'_>,
    stack: &mut Vec<Frame<'a>>,
    visit: &mut impl FnMut(&mut Desk<'_>, &[Frame<'a>], Node<'a, '_>),
) {
    if let Some(frame) = stack.pop() {
        if let Some(outer) = stack.last_mut() {
            outer.filled |= frame.filled;
        }
        visit(desk, stack, Node::Close { frame: &frame });
    }
}

fn said<'a>(
    desk: &mut Desk<'_>,
    stack: &mut [Frame<'a>],
    text: &'a str,
    at: usize,
    raw: bool,
    visit: &mut impl FnMut(&mut Desk<'_>, &[Frame<'a>], Node<'a, '_>),
) {
    let word = text.trim();
    match stack.last_mut() {
        Some(frame) if !word.is_empty() => {
            frame.filled = true;
            frame.said = match frame.said {
                Said::Nothing if word.len() <= LONGEST_WORD => Said::Word(word.to_owned()),
                _ => Said::More,
            };
        }
        None if !word.trim_start_matches('\u{FEFF}').is_empty() => {
            desk.error(at, "malformed", "text stands outside the root element");
        }
        _ => {}
    }
    visit(desk, stack, Node::Text { text, at, raw });
}

/// Elements that HTML never closes.
fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Elements that can be seen without text.
fn is_seen(name: &str) -> bool {
    matches!(name, "img" | "svg" | "math" | "input" | "select" | "textarea" | "canvas" | "video" | "image")
}

/// Elements before which HTML closes an open `p` by itself, so that what was written is not what is read.
fn closes_p(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "details"
            | "div"
            | "dl"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hr"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "table"
            | "ul"
            | "search"
    )
}
