//! What a track of any layout gives to the site. A new layout is one more implementation, and nothing else of the plan changes.

use super::link::Link;
use super::page::{Download, Page, Slot, Slots};
use crate::config;
use crate::domain::dataset::Provenance;
use crate::domain::day::Day;
use crate::tree::SitePath;

/// The pages of one track, by position; the first is the track's home.
pub trait Chapter: Sync {
    /// The track's configuration.
    fn config(&self) -> &config::Track;

    /// Where its data came from.
    fn provenance(&self) -> &Provenance;

    /// The last day of which anything is known.
    fn through(&self) -> Option<Day>;

    /// How many pages.
    fn pages(&self) -> usize;

    /// The address of a page.
    fn path(&self, at: usize) -> SitePath;

    /// The page of methods, which defines the columns of tables.
    fn methods(&self) -> SitePath;

    /// The page that accounts for the data.
    fn data(&self) -> SitePath;

    /// The sections of a page's header.
    fn sections(&self, at: usize) -> Vec<(String, SitePath)>;

    /// Makes one page.
    fn page(&self, at: usize, around: &Surroundings) -> Page;

    /// Files that are data.
    fn downloads(&self) -> Vec<Download>;

    /// Every Markdown text of the data that its pages show, with the words that say where it stands.
    fn passages(&self) -> Vec<(String, &str)>;
}

/// What lies around a track: the site, and the homes of its other tracks.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    /// What the site says of itself.
    pub site: &'a config::Site,
    /// Whether the track is the site's first, whose home is the site's.
    pub first: bool,
    /// Title and home of every other track.
    pub others: &'a [(String, SitePath)],
}

impl Surroundings<'_> {
    /// A link to each other track.
    pub fn links(&self) -> Slot {
        let link = |(title, home): &(String, SitePath)| {
            Slots::from([("link", Slot::Link(title.clone(), Link::Page(home.clone(), None)))])
        };
        Slot::Many(self.others.iter().map(link).collect())
    }
}
