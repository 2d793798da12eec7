//! A page becomes its HTML and the downloads of its tables and figures. Decides what every page shares (head, header, footer) and leaves its look to
//! the templates. Never writes an absolute link but the canonical one.

use std::collections::BTreeMap;

use super::assets::Links;
use super::block::{Prose, blocks};
use super::table::Stand;
use super::template::{Item, Templates};
use crate::error::{Error, Result};
use crate::site::page::{Download, Frame, Page};
use crate::tree::SitePath;

/// What a browser may load for a page: nothing from elsewhere, no inline script, no inline style.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
                          base-uri 'none'; form-action 'none'";

/// What all pages are rendered with.
#[derive(Clone, Copy)]
pub struct Kit<'a> {
    /// What every page shares.
    pub frame: &'a Frame,
    /// The templates.
    pub templates: &'a Templates,
    /// The door to prose.
    pub prose: &'a dyn Prose,
    /// Where style sheets and script stand.
    pub links: &'a Links,
}

/// The page and its downloads, each at its path.
pub fn render_page(page: &Page, kit: &Kit) -> Result<Vec<(SitePath, Vec<u8>)>> {
    let stand = Stand { page: &page.path, definitions: &kit.frame.definitions };
    let blocks = blocks(&page.slots, stand, kit.prose)?;
    let math = has_math(&blocks.items);
    let mut items = blocks.items;
    for (name, item) in [("site", site(page, kit)?), ("page", head(page, kit, math))] {
        if items.insert(name.to_owned(), item).is_some() {
            return Err(Error::new(format!("page `{}` sets a slot called `{name}`, which every page has", page.path))
                .hint("give the slot another name"));
        }
    }
    let html = kit.templates.render(page.template, items, &page.path)?;
    let mut files = vec![(page.path.clone(), html.into_bytes())];
    files.extend(blocks.files.into_iter().map(|Download { path, bytes }| (path, bytes)));
    Ok(files)
}

fn site(page: &Page, kit: &Kit) -> Result<Item> {
    let frame = kit.frame;
    let to = |target: &SitePath| Item::Text(page.path.relative(target));
    let fixed = |target: &str| Ok::<_, Error>(Item::Text(page.path.relative(&SitePath::new(target)?)));
    let section = |(label, target): &(String, SitePath)| {
        let here = *target == page.path;
        let above = page.trail.iter().any(|(_, path)| path == target) && target.as_str() != "index.html";
        group([
            ("label", Item::Text(label.clone())),
            ("href", to(target)),
            ("here", Item::Flag(here)),
            ("above", Item::Flag(!here && above)),
        ])
    };
    let mut items = BTreeMap::from([
        ("title", Item::Text(frame.title.clone())),
        ("description", Item::Text(frame.description.clone())),
        ("stamp", Item::Text(frame.stamp.clone())),
        ("licence", Item::Text(frame.licence.clone())),
        ("updated", Item::Text(frame.updated.clone())),
        ("provenance", Item::List(frame.provenance.iter().cloned().map(Item::Text).collect())),
        ("sections", Item::List(frame.sections.iter().map(section).collect())),
        ("home", fixed("index.html")?),
        ("data", to(&frame.data)),
        ("feed", fixed("feed.xml")?),
        ("stylesheet", to(&kit.links.stylesheet)),
        ("script", to(&kit.links.script)),
    ]);
    for (name, target) in [("icon", &kit.links.icon), ("math_stylesheet", &kit.links.math)] {
        if let Some(target) = target {
            items.insert(name, to(target));
        }
    }
    Ok(group(items))
}

fn head(page: &Page, kit: &Kit, math: bool) -> Item {
    let site = &kit.frame.title;
    let full = if page.title == *site { site.clone() } else { format!("{} · {site}", page.title) };
    let step = |(label, target): &(String, SitePath)| {
        group([("label", Item::Text(label.clone())), ("href", Item::Text(page.path.relative(target)))])
    };
    let mut items = BTreeMap::from([
        ("title", Item::Text(page.title.clone())),
        ("full_title", Item::Text(full)),
        ("description", Item::Text(page.description.clone())),
        ("path", Item::Text(page.path.as_str().to_owned())),
        ("policy", Item::Text(POLICY.to_owned())),
        ("has_math", Item::Flag(math && kit.links.math.is_some())),
        ("trail", Item::List(page.trail.iter().map(step).collect())),
    ]);
    if let Some(base) = &kit.frame.base_url {
        // A folder's address and its index are one page: the canonical one is the folder.
        let path = page.path.as_str();
        let tail = if path == "index.html" { "" } else { path };
        items.insert("canonical", Item::Text(format!("{base}{tail}")));
    }
    group(items)
}

fn group<'a>(items: impl IntoIterator<Item = (&'a str, Item)>) -> Item {
    Item::Group(items.into_iter().map(|(name, item)| (name.to_owned(), item)).collect())
}

/// Text from data cannot say this: its quotes are escaped.
fn has_math(items: &BTreeMap<String, Item>) -> bool {
    fn within(item: &Item) -> bool {
        match item {
            Item::Html(html) => html.contains("class=\"katex"),
            Item::List(items) => items.iter().any(within),
            Item::Group(items) => items.values().any(within),
            Item::Text(_) | Item::Flag(_) => false,
        }
    }
    items.values().any(within)
}
