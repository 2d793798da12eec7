//! The plan of a site: every page there will be, before one is made. Pages are made one by one, so a site of thousands never stands in memory
//! twice.

use super::number;
use super::page::{Download, Frame, Page};
use super::track::Track;
use super::{changes, compare, continual, data, export, feed, home, methods, not_found, run_day, system, task};
use crate::config::Config;
use crate::domain::day::RunDay;
use crate::tree::SitePath;

/// A page to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    track: usize,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Home,
    Task(usize),
    RunDay(usize, RunDay),
    System(usize),
    Continual,
    Compare,
    Methods,
    Data,
    Changes,
    NotFound,
}

/// What will be made.
#[derive(Debug)]
pub struct Plan<'a> {
    config: &'a Config,
    tracks: Vec<Track<'a>>,
    frames: Vec<Frame>,
}

impl<'a> Plan<'a> {
    /// The plan for tracks in the configuration's order.
    pub fn new(config: &'a Config, tracks: Vec<Track<'a>>) -> Self {
        let frames = tracks.iter().map(|track| frame(config, track)).collect();
        Self { config, tracks, frames }
    }

    /// Every page, in the order of the site.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (track, of) in self.tracks.iter().enumerate() {
            let mut add = |kind| entries.push(Entry { track, kind });
            [Kind::Home, Kind::Continual, Kind::Compare, Kind::Methods, Kind::Data, Kind::Changes]
                .into_iter()
                .for_each(&mut add);
            if track == 0 {
                add(Kind::NotFound);
            }
            (0..of.catalogue().systems.len()).map(Kind::System).for_each(&mut add);
            for (position, task) in of.results.tasks.iter().enumerate() {
                add(Kind::Task(position));
                Track::run_days(task).into_iter().map(|run| Kind::RunDay(position, run)).for_each(&mut add);
            }
        }
        entries
    }

    /// Makes one page.
    pub fn page(&self, entry: &Entry) -> Page {
        let track = &self.tracks[entry.track];
        match entry.kind {
            Kind::Home => self.home(entry.track),
            Kind::Task(task) => task::page(track, &track.results.tasks[task]),
            Kind::RunDay(task, run) => run_day::page(track, &track.results.tasks[task], run),
            Kind::System(system) => system::page(track, &track.catalogue().systems[system]),
            Kind::Continual => continual::page(track),
            Kind::Compare => compare::page(track),
            Kind::Methods => methods::page(track),
            Kind::Data => data::page(track, &self.config.site, &export::names(track)),
            Kind::Changes => changes::page(track),
            Kind::NotFound => not_found::page(track),
        }
    }

    fn home(&self, position: usize) -> Page {
        let track = &self.tracks[position];
        let others: Vec<&Track> =
            self.tracks.iter().enumerate().filter(|(other, _)| *other != position).map(|(_, track)| track).collect();
        let site = &self.config.site;
        let title = if position == 0 { &site.title } else { &track.config.title };
        home::page(track, title, &site.description, &others)
    }

    /// What the page's header and footer say.
    pub fn frame(&self, entry: &Entry) -> &Frame {
        &self.frames[entry.track]
    }

    /// Header and footer of the site's first page.
    pub fn first_frame(&self) -> &Frame {
        &self.frames[0]
    }

    /// Files that are data: the scores and ledgers of every track, and the feed.
    pub fn downloads(&self) -> Vec<Download> {
        let mut downloads: Vec<Download> = self.tracks.iter().flat_map(export::downloads).collect();
        let leads: Vec<String> = (0..self.tracks.len()).map(|position| self.home(position).description).collect();
        downloads.push(feed::feed(&self.frames[0], &self.tracks, &leads));
        downloads
    }

    /// Every Markdown text that pages show of the data, with the words that say where it stands.
    pub fn passages(&self) -> Vec<(String, &str)> {
        let mut passages = vec![("the site's description".to_owned(), self.config.site.description.as_str())];
        for track in &self.tracks {
            let catalogue = track.catalogue();
            let id = &track.config.id;
            let tasks = catalogue.tasks.iter().filter_map(|task| {
                Some((format!("{id}: description of task {}", task.id), task.description.as_deref()?))
            });
            passages.extend(tasks);
            let systems = catalogue.systems.iter().filter_map(|system| {
                Some((format!("{id}: description of system {}", system.id), system.description.as_deref()?))
            });
            passages.extend(systems);
            passages.push((format!("{id}: continual_note"), methods::continual_note(track)));
        }
        passages
    }

    /// The address of a page.
    pub fn path(&self, entry: &Entry) -> SitePath {
        let track = &self.tracks[entry.track];
        match entry.kind {
            Kind::Home => track.home(),
            Kind::Task(task) => track.task_page(&track.results.tasks[task].data.task.id),
            Kind::RunDay(task, run) => track.run_day_page(&track.results.tasks[task].data.task.id, run),
            Kind::System(system) => track.system_page(&track.catalogue().systems[system].id),
            Kind::Continual => track.path("continual.html"),
            Kind::Compare => track.path("compare.html"),
            Kind::Methods => track.path("methods.html"),
            Kind::Data => track.path("data.html"),
            Kind::Changes => track.path("changes.html"),
            Kind::NotFound => track.root("404.html"),
        }
    }

    /// The tracks.
    pub fn tracks(&self) -> &[Track<'a>] {
        &self.tracks
    }
}

fn frame(config: &Config, track: &Track) -> Frame {
    let site = &config.site;
    let provenance = &track.results.dataset.provenance;
    let state = provenance.commit.as_deref().unwrap_or(&provenance.digest);
    let short: String = state.chars().take(7).collect();
    let through = track.through();
    let data =
        through.map_or_else(|| "nothing settled yet".to_owned(), |day| format!("data through {}", number::day(day)));
    let mut sections = vec![("Leaderboard".to_owned(), track.home())];
    if track.catalogue().systems.iter().any(|system| system.continual) {
        sections.push(("Continual".to_owned(), track.path("continual.html")));
    }
    for (label, page) in
        [("Compare", "compare.html"), ("Methods", "methods.html"), ("Data", "data.html"), ("Changes", "changes.html")]
    {
        sections.push((label.to_owned(), track.path(page)));
    }
    let what = if provenance.commit.is_some() { "commit" } else { "digest" };
    Frame {
        title: site.title.clone(),
        description: site.description.clone(),
        base_url: site.base_url.clone(),
        sections,
        stamp: format!("{data} · dataset {short}"),
        provenance: vec![
            format!("{}, {what} {state}", track.config.name),
            format!("Built by foreboard {} with settings {}", env!("CARGO_PKG_VERSION"), &config.fingerprint()[..12]),
        ],
        licence: site.licence.clone().unwrap_or_else(|| "not stated".to_owned()),
        updated: through.map_or_else(|| "1970-01-01".to_owned(), |day| day.to_string()),
    }
}
