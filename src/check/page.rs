//! The rules of a page: well-formed, one heading, a title, a language, a strict policy, no inline code, no value that is no word.

use super::markup::{self, Dialect, Frame, Node, Said};
use super::names::Names;
use super::report::Desk;
use super::token::{self, Attribute};
use super::{data, links, policy, words};

/// What a page has shown so far.
#[derive(Default)]
struct Seen<'a> {
    names: Names<'a>,
    headings: Vec<usize>,
    title: Option<usize>,
    policy: bool,
    charset: bool,
    /// The open `script` holds data rather than code.
    island: bool,
}

/// Judges a page.
pub(super) fn inspect(desk: &mut Desk<'_>, text: &str) {
    let mut seen = Seen::default();
    let begin = text.trim_start_matches('\u{FEFF}').trim_start().get(..14).unwrap_or("");
    if !begin.eq_ignore_ascii_case("<!doctype html") {
        desk.error(0, "no-doctype", "the page does not begin with `<!doctype html>`; browsers fall back to old rules");
    }
    markup::walk(desk, text, Dialect::Html, |desk, stack, node| match node {
        Node::Open { name, at, attributes } => open(desk, &mut seen, stack, name, at, attributes),
        Node::Text { text, at, raw } => said(desk, &seen, stack, text, at, raw),
        Node::Close { frame } => close(desk, &mut seen, stack, frame),
        Node::Doctype => {}
    });
    whole(desk, seen);
}

fn whole(desk: &mut Desk<'_>, seen: Seen<'_>) {
    if seen.title.is_none() {
        desk.error(0, "no-title", "the page has no `<title>` with text in it");
    }
    if !seen.policy {
        desk.error(0, "no-policy", "the page has no `<meta http-equiv=\"Content-Security-Policy\">`");
    }
    if !seen.charset {
        desk.error(
            0,
            "no-charset",
            "the page does not say `<meta charset=\"utf-8\">`; from disk its letters are guessed",
        );
    }
    match seen.headings.as_slice() {
        [] => desk.error(0, "one-heading", "the page has no `<h1>`"),
        [_] => {}
        [_, second, ..] => desk.error(*second, "one-heading", "the page has a second `<h1>`; it needs exactly one"),
    }
    seen.names.judge(desk);
}

fn open<'a>(
    desk: &mut Desk<'_>,
    seen: &mut Seen<'a>,
    stack: &[Frame<'a>],
    name: &str,
    at: usize,
    attributes: &[Attribute<'a>],
) {
    let text = |name: &str| attributes.iter().find(|attribute| attribute.name == name).map(Attribute::text);
    if stack.is_empty() && name != "html" {
        desk.error(at, "malformed", format!("the root of a page is `<html>`, not `<{name}>`"));
    }
    match name {
        "html" if text("lang").is_none_or(|lang| lang.trim().is_empty()) => {
            desk.error(at, "no-lang", "`<html>` has no `lang`; screen readers guess the language");
        }
        "h1" => seen.headings.push(at),
        "style" => desk.error(at, "inline-style", "the policy forbids `<style>`; move the rules to a style sheet file"),
        "script" => script(desk, seen, at, attributes),
        "meta" => meta(desk, seen, at, attributes),
        "img" if text("alt").is_none() => {
            desk.error(at, "no-alt", "`<img>` has no `alt`; give the picture in words, or `alt=\"\"`");
        }
        "link" if text("rel").is_some_and(|rel| rel.contains("stylesheet")) && !seen.policy => unguarded(desk, at),
        _ => {}
    }
    for attribute in attributes {
        code(desk, attribute);
    }
    geometry(desk, attributes);
    links::take(desk, name, attributes);
    seen.names.take(desk, attributes);
}

fn script(desk: &mut Desk<'_>, seen: &mut Seen<'_>, at: usize, attributes: &[Attribute<'_>]) {
    let has = |name: &str| attributes.iter().any(|attribute| attribute.name == name);
    seen.island =
        attributes.iter().any(|attribute| attribute.name == "type" && attribute.value == Some("application/json"));
    if !seen.island && !has("src") {
        desk.error(
            at,
            "inline-script",
            "the policy forbids a script within the page; move it to a file, data to `type=\"application/json\"`",
        );
    }
    if !seen.island && !seen.policy {
        unguarded(desk, at);
    }
}

fn unguarded(desk: &mut Desk<'_>, at: usize) {
    desk.error(at, "late-policy", "this is loaded before the content security policy; put the policy's `<meta>` first");
}

fn meta(desk: &mut Desk<'_>, seen: &mut Seen<'_>, at: usize, attributes: &[Attribute<'_>]) {
    let text = |name: &str| attributes.iter().find(|attribute| attribute.name == name).map(Attribute::text);
    if text("charset").is_some_and(|charset| charset.eq_ignore_ascii_case("utf-8")) {
        seen.charset = true;
    }
    let equivalent = text("http-equiv").unwrap_or_default().to_ascii_lowercase();
    match equivalent.as_str() {
        "content-security-policy" => {
            seen.policy = true;
            for fault in policy::faults(&text("content").unwrap_or_default()) {
                desk.error(at, "weak-policy", fault);
            }
        }
        "refresh" => desk.error(at, "unsafe-link", "the page sends its reader on by itself; use a link"),
        _ => {}
    }
}

fn said<'a>(desk: &mut Desk<'_>, seen: &Seen<'a>, stack: &[Frame<'a>], text: &str, at: usize, raw: bool) {
    if raw {
        if seen.island {
            if let Some(bare) = text.find('<') {
                desk.error(at + bare, "open-island", "`<` in a JSON island can end the script; write `\\u003c`");
            }
            data::json(desk, text, at);
        }
        return;
    }
    let quoted = |frame: &Frame<'_>| matches!(frame.name, "code" | "pre" | "samp" | "kbd" | "math" | "title" | "desc");
    if let Some((offset, word)) = words::stray_number(text) {
        // Standing alone it is judged when the element ends; within a sentence it may be what the sentence is about.
        if !words::is_stray(text) && !stack.iter().any(quoted) {
            desk.warn(at + offset, "stray-value", format!("`{word}` stands in the text; say what is missing and why"));
        }
    }
}

fn close<'a>(desk: &mut Desk<'_>, seen: &mut Seen<'a>, stack: &[Frame<'a>], frame: &Frame<'a>) {
    if frame.name == "script" {
        seen.island = false;
    }
    if frame.name == "title" && frame.filled && stack.last().is_some_and(|outer| outer.name == "head") {
        seen.title = Some(frame.at);
    }
    if frame.name == "td" && !frame.filled {
        desk.error(frame.at, "empty-cell", "the cell says nothing; a missing value is text with its reason");
    }
    stray(desk, stack, frame);
}

/// A finding where an element says nothing but a value that was never turned into words.
pub(super) fn stray(desk: &mut Desk<'_>, stack: &[Frame<'_>], frame: &Frame<'_>) {
    let quoted = |name: &str| matches!(name, "code" | "pre" | "samp" | "kbd" | "script");
    let within = |name: &str| frame.name == name || stack.iter().any(|outer| outer.name == name);
    if let Said::Word(word) = &frame.said
        && words::is_stray(&token::decode(word))
        && !quoted(frame.name)
        && !stack.iter().any(|outer| quoted(outer.name))
        && !within("math")
    {
        desk.warn(frame.at, "stray-value", format!("`<{}>` says `{word}`; say what is missing and why", frame.name));
    }
}

/// Code in an attribute: event handlers and inline styles.
fn code(desk: &mut Desk<'_>, attribute: &Attribute<'_>) {
    let name = attribute.name;
    if name.eq_ignore_ascii_case("style") {
        desk.error(attribute.at, "inline-style", "the policy forbids `style=`; use a class");
    }
    if is_handler(name) {
        desk.error(attribute.at, "inline-script", format!("the policy forbids `{name}=`; listen from the script file"));
    }
    if name == "srcdoc" {
        desk.error(attribute.at, "inline-script", "`srcdoc` is a page within the page; link to a file");
    }
}

/// Whether an attribute holds code.
pub(super) fn is_handler(name: &str) -> bool {
    name.len() > 2
        && name.as_bytes()[..2].eq_ignore_ascii_case(b"on")
        && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Numbers of a drawing that are none: a browser draws nothing, or something at 0.
pub(super) fn geometry(desk: &mut Desk<'_>, attributes: &[Attribute<'_>]) {
    for attribute in attributes.iter().filter(|attribute| is_drawn(attribute.name)) {
        let value = attribute.value.unwrap_or("");
        if let Some(word) = ["NaN", "inf", "undefined", "null"].into_iter().find(|word| value.contains(word)) {
            desk.error(
                attribute.at,
                "stray-value",
                format!("`{}` holds `{word}`; a missing value is not drawn", attribute.name),
            );
        }
    }
}

/// Attributes that place or shape a drawn thing.
fn is_drawn(name: &str) -> bool {
    matches!(
        name,
        "d" | "points"
            | "x"
            | "y"
            | "x1"
            | "y1"
            | "x2"
            | "y2"
            | "cx"
            | "cy"
            | "r"
            | "rx"
            | "ry"
            | "dx"
            | "dy"
            | "width"
            | "height"
            | "viewBox"
            | "transform"
    )
}
