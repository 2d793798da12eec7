//! A page as facts: its place, its head, and named slots that its template sets in order.

use std::collections::BTreeMap;

use super::figure::Figure;
use super::link::Link;
use super::table::Table;
use crate::tree::SitePath;

/// The whole site before it has a look.
#[derive(Debug, Clone, PartialEq)]
pub struct Site {
    /// What every page shares.
    pub frame: Frame,
    /// The pages, in the order of the plan.
    pub pages: Vec<Page>,
    /// Files that are data, not pages: feed, ledger downloads.
    pub downloads: Vec<Download>,
}

/// What every page shares: header and footer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The site's title.
    pub title: String,
    /// The site's description.
    pub description: String,
    /// Absolute address of the site's root, ending in a slash: canonical links, sitemap, feed; nothing else.
    pub base_url: Option<String>,
    /// The sections of the header.
    pub sections: Vec<(String, SitePath)>,
    /// The page that defines the columns of tables.
    pub definitions: SitePath,
    /// The page that accounts for the data.
    pub data: SitePath,
    /// "data through 28 Nov 2026 · dataset 3f2c1ab".
    pub stamp: String,
    /// Provenance lines of the footer.
    pub provenance: Vec<String>,
    /// The licence of the content.
    pub licence: String,
    /// The last day of data (`YYYY-MM-DD`): the date of sitemap and feed entries, since no clock is asked.
    pub updated: String,
}

/// One page.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Where it stands.
    pub path: SitePath,
    /// `site-templates/<template>.html`.
    pub template: &'static str,
    /// The title.
    pub title: String,
    /// One sentence for search engines and link previews.
    pub description: String,
    /// The way up: label and page.
    pub trail: Vec<(String, SitePath)>,
    /// What the template sets.
    pub slots: Slots,
}

/// Named contents.
pub type Slots = BTreeMap<&'static str, Slot>;

/// One content. The template decides where it stands, never what it says.
#[derive(Debug, Clone, PartialEq)]
pub enum Slot {
    /// Plain text, escaped.
    Text(String),
    /// Text with links in it.
    Line(Vec<Span>),
    /// Markdown from the dataset: raw HTML shown as text, only safe links, maths rendered or shown as source.
    Untrusted(String),
    /// A content file such as `methods.md` of the repository or project: trusted. Its `{{ name }}` lines take these slots' tables.
    Content(String, Slots),
    /// A table with its downloads.
    Table(Box<Table>),
    /// A chart with its downloads.
    Figure(Box<Figure>),
    /// Labels with their lines.
    Facts(Vec<(String, Vec<Span>)>),
    /// Terms, each at an anchor, with what they mean.
    Definitions(Vec<Definition>),
    /// Repeated groups of slots.
    Many(Vec<Slots>),
    /// One link.
    Link(String, Link),
    /// Code, to be copied.
    Code(String),
}

/// A term that others link to.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// Its id on the page.
    pub anchor: String,
    /// The term.
    pub term: String,
    /// What it means, a paragraph each.
    pub lines: Vec<Vec<Span>>,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum Span {
    /// Text.
    Text(String),
    /// Text in weight.
    Strong(String),
    /// Linked text.
    Link(String, Link),
    /// A formula of our own, inline TeX.
    Math(String),
}

/// A file that is data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// Where it stands.
    pub path: SitePath,
    /// Its bytes.
    pub bytes: Vec<u8>,
}
