//! The rules of XML files: drawings carry no code and load nothing foreign; a feed and a site map name files of this site.

use super::markup::{self, Dialect, Node};
use super::names::Names;
use super::report::{Desk, Role};
use super::{links, page, style, token};

/// Judges an SVG file.
pub(super) fn svg(desk: &mut Desk<'_>, text: &str) {
    let mut names = Names::default();
    markup::walk(desk, text, Dialect::Xml, |desk, stack, node| match node {
        Node::Open { name, at, attributes } => {
            if stack.is_empty() && name != "svg" {
                desk.error(at, "malformed", format!("the root of a drawing is `<svg>`, not `<{name}>`"));
            }
            // Opened from disk no policy guards a drawing, so it must be harmless by itself.
            if matches!(name, "script" | "foreignObject" | "handler") {
                desk.error(at, "inline-script", format!("`<{name}>` can carry code; a drawing has none"));
            }
            for attribute in attributes {
                if page::is_handler(attribute.name) {
                    desk.error(
                        attribute.at,
                        "inline-script",
                        format!("`{}=` is code; a drawing has none", attribute.name),
                    );
                }
                if attribute.name == "style" {
                    style::inspect(desk, &attribute.text(), attribute.at);
                }
            }
            page::geometry(desk, attributes);
            links::take(desk, name, attributes);
            names.take(desk, attributes);
        }
        Node::Text { text, at, .. } if stack.last().is_some_and(|frame| frame.name == "style") => {
            style::inspect(desk, text, at);
        }
        Node::Close { frame } => page::stray(desk, stack, frame),
        Node::Text { .. } | Node::Doctype => {}
    });
    names.judge(desk);
}

/// Judges an XML file: `feed.xml` and `sitemap.xml` by their addresses too.
pub(super) fn xml(desk: &mut Desk<'_>, text: &str) {
    let sitemap = desk.path().as_str() == "sitemap.xml";
    markup::walk(desk, text, Dialect::Xml, |desk, stack, node| match node {
        Node::Open { name: "link", attributes, .. }
            if stack.last().is_some_and(|frame| matches!(frame.name, "feed" | "entry")) =>
        {
            let value = |name: &str| attributes.iter().find(|attribute| attribute.name == name);
            let rel = value("rel").map_or_else(|| "alternate".into(), token::Attribute::text);
            let Some(address) = value("href") else { return };
            let entry = stack.last().is_some_and(|frame| frame.name == "entry");
            match (rel.as_ref(), entry) {
                ("self", false) => desk.public(address.at, Role::FeedItself, address.text().into_owned()),
                ("alternate", _) => desk.public(address.at, Role::FeedEntry, address.text().into_owned()),
                _ => {}
            }
        }
        Node::Text { text, at, .. } if sitemap && stack.last().is_some_and(|frame| frame.name == "loc") => {
            desk.public(at, Role::SitemapEntry, token::decode(text.trim()).into_owned());
        }
        Node::Close { frame } => page::stray(desk, stack, frame),
        _ => {}
    });
}
