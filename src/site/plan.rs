//! The plan of a site: every page there will be, before one is made. Pages are made one by one, so a site of thousands never stands in memory
//! twice.

use super::chapter::{Chapter, Surroundings};
use super::number;
use super::page::{Download, Frame, Page};
use super::{feed, not_found};
use crate::config::Config;
use crate::domain::day::Day;
use crate::tree::SitePath;

/// A page to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    chapter: usize,
    place: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Page(usize),
    NotFound,
}

/// What will be made.
pub struct Plan<'a> {
    config: &'a Config,
    chapters: Vec<Box<dyn Chapter + 'a>>,
    /// For each chapter, title and home of the others.
    others: Vec<Vec<(String, SitePath)>>,
    settings: String,
}

impl<'a> Plan<'a> {
    /// The plan for tracks in the configuration's order.
    pub fn new(config: &'a Config, chapters: Vec<Box<dyn Chapter + 'a>>) -> Self {
        let homes: Vec<(String, SitePath)> =
            chapters.iter().map(|chapter| (chapter.config().title.clone(), chapter.path(0))).collect();
        let others = (0..chapters.len())
            .map(|own| homes.iter().enumerate().filter(|(at, _)| *at != own).map(|(_, home)| home.clone()).collect())
            .collect();
        Self { config, chapters, others, settings: config.fingerprint()[..12].to_owned() }
    }

    /// Every page, in the order of the site.
    pub fn entries(&self) -> Vec<Entry> {
        let pages = self
            .chapters
            .iter()
            .enumerate()
            .flat_map(|(chapter, of)| (0..of.pages()).map(move |at| Entry { chapter, place: Place::Page(at) }));
        pages.chain([Entry { chapter: 0, place: Place::NotFound }]).collect()
    }

    /// Makes one page.
    pub fn page(&self, entry: &Entry) -> Page {
        let chapter = &self.chapters[entry.chapter];
        match entry.place {
            Place::Page(at) => chapter.page(at, &self.around(entry.chapter)),
            Place::NotFound => not_found::page(chapter.path(0)),
        }
    }

    fn around(&self, chapter: usize) -> Surroundings<'_> {
        Surroundings { site: &self.config.site, first: chapter == 0, others: &self.others[chapter] }
    }

    /// The address of a page.
    pub fn path(&self, entry: &Entry) -> SitePath {
        match entry.place {
            Place::Page(at) => self.chapters[entry.chapter].path(at),
            Place::NotFound => not_found::path(),
        }
    }

    /// What the page's header and footer say.
    pub fn frame(&self, entry: &Entry) -> Frame {
        let chapter = &*self.chapters[entry.chapter];
        let at = match entry.place {
            Place::Page(at) => at,
            Place::NotFound => 0,
        };
        let site = &self.config.site;
        let provenance = chapter.provenance();
        let (what, state) = match &provenance.commit {
            Some(commit) => ("commit", commit),
            None => ("digest", &provenance.digest),
        };
        let short: String = state.chars().take(7).collect();
        let through = chapter.through();
        let data = through
            .map_or_else(|| "nothing settled yet".to_owned(), |day| format!("data through {}", number::day(day)));
        Frame {
            title: site.title.clone(),
            description: site.description.clone(),
            base_url: site.base_url.clone(),
            sections: chapter.sections(at).into_iter().chain(self.others[entry.chapter].iter().cloned()).collect(),
            definitions: chapter.methods(),
            data: chapter.data(),
            stamp: format!("{data} · dataset {short}"),
            provenance: vec![
                format!("{}, {what} {state}", chapter.config().name),
                format!("Built by foreboard {} with settings {}", env!("CARGO_PKG_VERSION"), self.settings),
            ],
            licence: site.licence.clone().unwrap_or_else(|| "not stated".to_owned()),
            updated: through.map_or_else(|| "1970-01-01".to_owned(), |day| day.to_string()),
        }
    }

    /// Header and footer of the site's first page.
    pub fn first_frame(&self) -> Frame {
        self.frame(&Entry { chapter: 0, place: Place::Page(0) })
    }

    /// The last day of which any track knows anything.
    pub fn through(&self) -> Option<Day> {
        self.chapters.iter().filter_map(|chapter| chapter.through()).max()
    }

    /// Files that are data: the scores and ledgers of every track, and the feed.
    pub fn downloads(&self) -> Vec<Download> {
        let mut downloads: Vec<Download> = self.chapters.iter().flat_map(|chapter| chapter.downloads()).collect();
        let leads: Vec<String> = self
            .chapters
            .iter()
            .enumerate()
            .map(|(at, chapter)| chapter.page(0, &self.around(at)).description)
            .collect();
        downloads.push(feed::feed(&self.first_frame(), &self.chapters, &leads));
        downloads
    }

    /// Every Markdown text that pages show of the data, with the words that say where it stands.
    pub fn passages(&self) -> Vec<(String, &str)> {
        let site = ("the site's description".to_owned(), self.config.site.description.as_str());
        [site].into_iter().chain(self.chapters.iter().flat_map(|chapter| chapter.passages())).collect()
    }
}
