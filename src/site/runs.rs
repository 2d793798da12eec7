//! The pages of a track in the "runs" layout, in the order of the site.

use super::chapter::{Chapter, Surroundings};
use super::page::{Download, Page};
use super::track::Track;
use super::{changes, compare, continual, data, export, home, methods, run_day, system, task};
use crate::config;
use crate::domain::dataset::Provenance;
use crate::domain::day::{Day, RunDay};
use crate::tree::SitePath;

/// A track with the list of its pages.
#[derive(Debug)]
pub struct Runs<'a> {
    track: Track<'a>,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    Home,
    Task(usize),
    RunDay(usize, RunDay),
    System(usize),
    Continual,
    Compare,
    Methods,
    Data,
    Changes,
}

impl<'a> Runs<'a> {
    /// The pages of a track.
    pub fn new(track: Track<'a>) -> Self {
        let mut entries =
            vec![Entry::Home, Entry::Continual, Entry::Compare, Entry::Methods, Entry::Data, Entry::Changes];
        entries.extend((0..track.catalogue().systems.len()).map(Entry::System));
        for (position, task) in track.results.tasks.iter().enumerate() {
            entries.push(Entry::Task(position));
            entries.extend(Track::run_days(task).into_iter().map(|run| Entry::RunDay(position, run)));
        }
        Self { track, entries }
    }
}

impl Chapter for Runs<'_> {
    fn config(&self) -> &config::Track {
        self.track.config
    }

    fn provenance(&self) -> &Provenance {
        &self.track.results.dataset.provenance
    }

    fn through(&self) -> Option<Day> {
        self.track.through()
    }

    fn pages(&self) -> usize {
        self.entries.len()
    }

    fn path(&self, at: usize) -> SitePath {
        let track = &self.track;
        match self.entries[at] {
            Entry::Home => track.home(),
            Entry::Task(task) => track.task_page(&track.results.tasks[task].data.task.id),
            Entry::RunDay(task, run) => track.run_day_page(&track.results.tasks[task].data.task.id, run),
            Entry::System(system) => track.system_page(&track.catalogue().systems[system].id),
            Entry::Continual => track.path("continual.html"),
            Entry::Compare => track.path("compare.html"),
            Entry::Methods => track.path("methods.html"),
            Entry::Data => track.path("data.html"),
            Entry::Changes => track.path("changes.html"),
        }
    }

    fn methods(&self) -> SitePath {
        self.track.path("methods.html")
    }

    fn data(&self) -> SitePath {
        self.track.path("data.html")
    }

    fn sections(&self, _at: usize) -> Vec<(String, SitePath)> {
        let track = &self.track;
        let mut sections = vec![("Leaderboard".to_owned(), track.home())];
        if track.catalogue().systems.iter().any(|system| system.continual) {
            sections.push(("Continual".to_owned(), track.path("continual.html")));
        }
        let rest = [
            ("Compare", "compare.html"),
            ("Methods", "methods.html"),
            ("Data", "data.html"),
            ("Changes", "changes.html"),
        ];
        sections.extend(rest.map(|(label, page)| (label.to_owned(), track.path(page))));
        sections
    }

    fn page(&self, at: usize, around: &Surroundings) -> Page {
        let track = &self.track;
        match self.entries[at] {
            Entry::Home => home::page(track, around),
            Entry::Task(task) => task::page(track, &track.results.tasks[task]),
            Entry::RunDay(task, run) => run_day::page(track, &track.results.tasks[task], run),
            Entry::System(system) => system::page(track, &track.catalogue().systems[system]),
            Entry::Continual => continual::page(track),
            Entry::Compare => compare::page(track),
            Entry::Methods => methods::page(track),
            Entry::Data => data::page(track, around.site, &export::names(track)),
            Entry::Changes => changes::page(track.path("changes.html"), self),
        }
    }

    fn downloads(&self) -> Vec<Download> {
        export::downloads(&self.track)
    }

    fn passages(&self) -> Vec<(String, &str)> {
        let catalogue = self.track.catalogue();
        let id = &self.track.config.id;
        let tasks = catalogue
            .tasks
            .iter()
            .filter_map(|task| Some((format!("{id}: description of task {}", task.id), task.description.as_deref()?)));
        let systems = catalogue.systems.iter().filter_map(|system| {
            Some((format!("{id}: description of system {}", system.id), system.description.as_deref()?))
        });
        let note = (format!("{id}: continual_note"), methods::continual_note(&self.track));
        tasks.chain(systems).chain([note]).collect()
    }
}
