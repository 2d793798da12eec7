//! One track as its pages see it: results, names, signs and addresses.

use std::collections::BTreeMap;

use super::link::Link;
use super::mark::{Mark, marks};
use super::page::Span;
use super::table::{Cell, Dress};
use crate::config;
use crate::domain::catalogue::{Catalogue, Kind, System};
use crate::domain::day::{Day, RunDay};
use crate::domain::id::{SystemId, TaskId};
use crate::score::results::{Couple, Results, TaskResults};
use crate::tree::SitePath;

/// A track with everything its pages need.
#[derive(Debug)]
pub struct Track<'a> {
    /// Its configuration.
    pub config: &'a config::Track,
    /// Its results.
    pub results: &'a Results<'a>,
    /// Every couple of systems.
    pub couples: &'a [Couple],
    systems: BTreeMap<&'a SystemId, (&'a System, Mark)>,
    folder: String,
}

impl<'a> Track<'a> {
    /// A track whose pages stand in `folder`: empty for the site's first track, so that its addresses stay when others are added.
    pub fn new(config: &'a config::Track, results: &'a Results<'a>, couples: &'a [Couple], first: bool) -> Self {
        let folder = if first { String::new() } else { format!("{}/", config.id) };
        let catalogue = &results.dataset.catalogue;
        let marks = marks(catalogue);
        let systems = catalogue.systems.iter().map(|system| (&system.id, (system, marks[&system.id]))).collect();
        Self { config, results, couples, systems, folder }
    }

    /// The dataset's catalogue.
    pub fn catalogue(&self) -> &'a Catalogue {
        &self.results.dataset.catalogue
    }

    /// A system of the catalogue.
    ///
    /// # Panics
    /// Never for an id of this track's results: reading puts every system with a file into the catalogue.
    pub fn system(&self, id: &SystemId) -> &'a System {
        self.systems[id].0
    }

    /// The kind of a system.
    pub fn kind(&self, id: &SystemId) -> &'a Kind {
        self.catalogue().kind(self.system(id))
    }

    /// The name shown of a system.
    pub fn name(&self, id: &SystemId) -> &'a str {
        &self.system(id).label
    }

    /// A system's sign.
    ///
    /// # Panics
    /// Never for an id of this track's results.
    pub fn mark(&self, id: &SystemId) -> Mark {
        self.systems[id].1
    }

    /// The results of a task.
    pub fn task(&self, id: &TaskId) -> Option<&'a TaskResults<'a>> {
        self.results.tasks.iter().find(|task| &task.data.task.id == id)
    }

    /// The address of a page of this track. Ids hold only characters that a path may hold, so this never fails.
    ///
    /// # Panics
    /// Never: ids and the fixed names are of the path's grammar.
    pub fn path(&self, rest: &str) -> SitePath {
        SitePath::new(format!("{}{rest}", self.folder)).expect("ids are of the grammar of paths")
    }

    /// The track's first page.
    pub fn home(&self) -> SitePath {
        self.path("index.html")
    }

    /// A task's page.
    pub fn task_page(&self, task: &TaskId) -> SitePath {
        self.path(&format!("tasks/{task}.html"))
    }

    /// A run day's page.
    pub fn run_day_page(&self, task: &TaskId, run: RunDay) -> SitePath {
        self.path(&format!("tasks/{task}/{run}.html"))
    }

    /// A system's page.
    pub fn system_page(&self, system: &SystemId) -> SitePath {
        self.path(&format!("systems/{system}.html"))
    }

    /// A system's name with its sign, leading to its page.
    pub fn system_cell(&self, id: &SystemId) -> Cell {
        let cell = Cell::text(self.name(id)).to(self.system_page(id)).dressed(Dress::Marker(self.mark(id)));
        Cell { title: Some(self.kind(id).label.clone()), ..cell }
    }

    /// A system's name in a line, leading to its page.
    pub fn system_span(&self, id: &SystemId) -> Span {
        Span::Link(self.name(id).to_owned(), Link::Page(self.system_page(id), None))
    }

    /// Names in words.
    pub fn names(&self, ids: &[SystemId]) -> String {
        super::number::list(&ids.iter().map(|id| self.name(id).to_owned()).collect::<Vec<_>>())
    }

    /// The last day of which anything is known: settled or forecast to be run.
    pub fn through(&self) -> Option<Day> {
        let settled = |task: &TaskResults| task.data.truth.settled.keys().next_back().map(|day| day.0);
        self.results.tasks.iter().filter_map(settled).max()
    }

    /// The run days of a task that have a submission, ascending.
    pub fn run_days(task: &TaskResults) -> Vec<RunDay> {
        let mut days: Vec<RunDay> = task.data.submissions.iter().map(|submission| submission.run).collect();
        days.sort_unstable();
        days.dedup();
        days
    }
}

/// A line of plain text.
pub fn plain(text: impl Into<String>) -> Vec<Span> {
    vec![Span::Text(text.into())]
}
