//! The addresses that an element names: what a browser loads must be a file of the site, what a reader follows may lead out, safely.

use std::borrow::Cow;

use super::address::{self, Address};
use super::report::{Desk, Role};
use super::token::Attribute;

/// Takes the addresses of one element.
pub(super) fn take(desk: &mut Desk<'_>, element: &str, attributes: &[Attribute<'_>]) {
    let text = |name: &str| attributes.iter().find(|attribute| attribute.name == name).map(Attribute::text);
    for attribute in attributes {
        match attribute.name {
            "href" | "xlink:href" => href(desk, element, attribute, &text),
            "src" | "poster" | "data" | "background" => load(desk, &attribute.text(), attribute.at, element),
            "srcset" | "imagesrcset" => {
                for candidate in attribute.text().split(',') {
                    if let Some(address) = candidate.split_ascii_whitespace().next() {
                        load(desk, address, attribute.at, element);
                    }
                }
            }
            "action" | "formaction" => {
                desk.error(
                    attribute.at,
                    "unsafe-link",
                    format!("`{}` sends data; a page of this site has no form target", attribute.name),
                );
            }
            "ping" => desk.error(attribute.at, "foreign-load", "`ping` tells another host of a click; remove it"),
            _ => {}
        }
    }
}

fn href<'a>(
    desk: &mut Desk<'_>,
    element: &str,
    attribute: &Attribute<'a>,
    text: &impl Fn(&str) -> Option<Cow<'a, str>>,
) {
    let address = attribute.text();
    match element {
        "a" | "area" => follow(desk, &address, attribute.at, text("target").as_deref(), text("rel").as_deref()),
        "link" => {
            let rel = text("rel").unwrap_or_default().to_ascii_lowercase();
            let only_names = rel.split_ascii_whitespace().all(|word| {
                matches!(
                    word,
                    "canonical" | "alternate" | "license" | "author" | "me" | "next" | "prev" | "up" | "self" | "help"
                )
            });
            if rel == "canonical" {
                desk.public(attribute.at, Role::Canonical, address.into_owned());
            } else if only_names && !rel.is_empty() {
                follow(desk, &address, attribute.at, None, None);
            } else {
                load(desk, &address, attribute.at, element);
            }
        }
        "base" => desk.error(attribute.at, "uncertain-link", "`<base>` moves every link of the page; remove it"),
        _ => load(desk, &address, attribute.at, element),
    }
}

/// A link that a reader follows.
fn follow(desk: &mut Desk<'_>, address: &str, at: usize, target: Option<&str>, rel: Option<&str>) {
    let new_window = target.is_some_and(|target| target.eq_ignore_ascii_case("_blank"));
    let cut_off = rel.is_some_and(|rel| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("noopener")));
    let from = desk.path().clone();
    match address::read(&from, address) {
        Address::File(path, anchor) => desk.link(at, path, anchor, false),
        Address::Mail => {}
        Address::Web(web) => {
            if address.trim_start().starts_with("//") {
                desk.error(
                    at,
                    "uncertain-link",
                    format!("`{address}` has no scheme and breaks from disk; write `https:`"),
                );
            }
            // A Space shows the site in a frame, where the Hub refuses to be opened.
            let hub =
                address::host(&web).is_some_and(|host| host == "huggingface.co" || host.ends_with(".huggingface.co"));
            if hub && !new_window {
                desk.error(
                    at,
                    "framed-link",
                    format!("`{address}` does not open within a frame; add `target=\"_blank\" rel=\"noopener\"`"),
                );
            }
        }
        Address::Data => desk.error(at, "unsafe-link", "a link to `data:` can carry code; link to a file"),
        Address::Scheme(scheme) => {
            desk.error(at, "unsafe-link", format!("a link must not begin with `{scheme}:`; use https or mailto"));
        }
        Address::Uncertain(why) => desk.error(at, "uncertain-link", format!("`{address}`: {why}")),
    }
    if new_window && !cut_off {
        desk.error(at, "no-noopener", format!("`{address}` opens a new window; add `rel=\"noopener\"`"));
    }
}

/// An address that a browser loads with the page.
fn load(desk: &mut Desk<'_>, address: &str, at: usize, element: &str) {
    let from = desk.path().clone();
    match address::read(&from, address) {
        Address::File(path, anchor) => desk.link(at, path, anchor, true),
        Address::Web(_) => {
            desk.error(
                at,
                "foreign-load",
                format!("`{address}` is loaded from another host; ship the file with the site"),
            );
        }
        Address::Data if matches!(element, "img" | "image" | "source") => {}
        Address::Data | Address::Mail | Address::Scheme(_) => {
            desk.error(
                at,
                "unsafe-link",
                format!("`<{element}>` must not load this address; ship a file with the site"),
            );
        }
        Address::Uncertain(why) => desk.error(at, "uncertain-link", format!("`{address}`: {why}")),
    }
}
