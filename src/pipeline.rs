//! The stages in order, and the only parallel maps: independent units over sorted lists, collected in order.

use std::path::Path;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::check::{self, Finding, Report};
use crate::config::{self, Config, Layout};
use crate::domain::dataset::{Dataset, TaskData};
use crate::domain::fault::Fault;
use crate::domain::id::TaskId;
use crate::error::{Error, Result};
use crate::materials::Materials;
use crate::read::runs;
use crate::render::assets::{self, Links};
use crate::render::hosting;
use crate::render::page::{Kit, render_page};
use crate::render::prose::{Library, Passage};
use crate::render::template::Templates;
use crate::score::metric;
use crate::score::results::{self, Couple, Results, TaskResults};
use crate::site::page::Download;
use crate::site::plan::{Entry, Plan};
use crate::site::track::Track;
use crate::source::local;
use crate::tree::{SitePath, Tree};

/// What watches a run: told of each stage as it begins.
pub trait Watch: Sync {
    /// A stage begins; `units` independent pieces of work, where known.
    fn stage(&self, name: &'static str, units: Option<u64>);
    /// One piece of the stage is done.
    fn tick(&self);
}

/// How long each stage took.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Timings(Vec<(&'static str, Duration)>);

impl Timings {
    /// Does the work of one stage and notes how long it took.
    pub fn measure<T>(
        &mut self,
        watch: &dyn Watch,
        name: &'static str,
        units: Option<u64>,
        work: impl FnOnce() -> T,
    ) -> T {
        watch.stage(name, units);
        let start = Instant::now();
        let value = work();
        self.0.push((name, start.elapsed()));
        value
    }

    /// Stage and duration, in order; a stage that ran for several tracks stands there several times.
    pub fn stages(&self) -> &[(&'static str, Duration)] {
        &self.0
    }
}

/// Reads one track's dataset.
pub fn read(track: &config::Track, watch: &dyn Watch, timings: &mut Timings) -> Result<Dataset> {
    let snapshot = timings.measure(watch, "list", None, || local::open(&track.source))?;
    match track.layout {
        Layout::Runs => {
            let levels = |task: &TaskId| track.rules_for(task).levels.clone();
            let plan =
                timings.measure(watch, "plan", None, || runs::plan(&snapshot, levels, &runs::Limits::default()))?;
            let units = plan.units();
            let readings = timings.measure(watch, "read", Some(units.len() as u64), || {
                let read = |unit| {
                    let reading = runs::read_unit(&snapshot, &plan, unit);
                    watch.tick();
                    reading
                };
                units.par_iter().map(read).collect()
            });
            Ok(timings.measure(watch, "assemble", None, || runs::assemble(&snapshot, plan, readings)))
        }
    }
}

/// Scores one track's dataset: tasks in parallel, then what joins them.
pub fn score<'a>(dataset: &'a Dataset, track: &config::Track, watch: &dyn Watch, timings: &mut Timings) -> Results<'a> {
    timings.measure(watch, "score", Some(dataset.tasks.len() as u64), || {
        let of = |data: &'a TaskData| {
            let scored = results::score_task(dataset, data, &track.id, track.rules_for(&data.task.id));
            watch.tick();
            scored
        };
        let tasks: Vec<TaskResults> = dataset.tasks.par_iter().map(of).collect();
        results::join(&track.id, dataset, tasks)
    })
}

/// Compares every couple of systems: task by task in order, couples in parallel.
fn compare(results: &Results, watch: &dyn Watch, timings: &mut Timings) -> Vec<Couple> {
    timings.measure(watch, "compare", Some(results.tasks.len() as u64), || {
        let mut couples = results::couples(results);
        for task in &results.tasks {
            // The draws of one task are large: they live only while its couples meet.
            let draws = results::duel_draws(task);
            couples.par_iter_mut().for_each(|couple| couple.meet(task, &draws));
            watch.tick();
        }
        couples
    })
}

/// A built site and what was found on the way.
#[derive(Debug)]
pub struct Built {
    /// The site.
    pub tree: Tree,
    /// What the checks found.
    pub findings: Vec<Finding>,
    /// Everything wrong or odd in the data.
    pub faults: Vec<Fault>,
    /// Warnings on texts of the data.
    pub warnings: Vec<String>,
    /// Pages made.
    pub pages: usize,
}

/// Builds the whole site in memory.
pub fn build(config: &Config, watch: &dyn Watch, timings: &mut Timings) -> Result<Built> {
    let materials = materials(config)?;
    let datasets = config.tracks.iter().map(|track| read(track, watch, timings)).collect::<Result<Vec<_>>>()?;
    let results: Vec<Results> =
        datasets.iter().zip(&config.tracks).map(|(dataset, track)| score(dataset, track, watch, timings)).collect();
    let couples: Vec<Vec<Couple>> = results.iter().map(|results| compare(results, watch, timings)).collect();
    let scored = results.iter().zip(&couples).enumerate();
    let tracks = config.tracks.iter().zip(scored);
    let plan = Plan::new(
        config,
        tracks.map(|(track, (at, (results, couples)))| Track::new(track, results, couples, at == 0)).collect(),
    );
    let passages = plan.passages();
    let passages: Vec<Passage> = passages.iter().map(|(origin, text)| Passage { origin, text }).collect();
    let own: Vec<&str> = metric::ALL.iter().map(|metric| metric.tex).collect();
    let library = timings.measure(watch, "formulas", None, || Library::new(&materials.content, &passages, &own));
    let (links, assets) = assets::assets(&materials.assets, &library.stylesheet())?;
    let templates = Templates::new(&materials.templates)?;
    let press = Press { plan: &plan, templates: &templates, library: &library, links: &links };
    let entries = plan.entries();
    let made = timings.measure(watch, "pages", Some(entries.len() as u64), || {
        let page = |entry| {
            let files = press.page(entry);
            watch.tick();
            files
        };
        entries.par_iter().map(page).collect::<Result<Vec<_>>>()
    })?;
    let pages: Vec<SitePath> = entries.iter().map(|entry| plan.path(entry)).collect();
    let files = made.into_iter().flatten().chain(plan.downloads().into_iter().chain(assets).map(inspected));
    let (tree, findings) =
        timings.measure(watch, "gather", None, || gather(files, &plan, &pages, &build_facts(config, &datasets)))?;
    Ok(Built {
        tree,
        findings,
        faults: datasets.iter().flat_map(|dataset| dataset.faults.iter().cloned()).collect(),
        warnings: library.warnings().to_vec(),
        pages: entries.len(),
    })
}

fn materials(config: &Config) -> Result<Materials> {
    let existing = |folder: &'_ Path| folder.is_dir().then(|| folder.to_path_buf());
    let build = &config.build;
    let (templates, content, assets) = (existing(&build.templates), existing(&build.content), existing(&build.assets));
    Materials::load(templates.as_deref(), content.as_deref(), assets.as_deref())
}

/// A file of the site, inspected while it was at hand.
type Inspected = (Download, Report);

fn inspected(mut file: Download) -> Inspected {
    // The whole site stands in memory until it is written: none of it with room to grow. Copied, since an allocator may shrink in place and keep
    // the room.
    if file.bytes.len() + file.bytes.len() / 16 < file.bytes.capacity() {
        file.bytes = file.bytes.as_slice().to_vec();
    }
    let report = check::inspect(&file.path, &file.bytes);
    (file, report)
}

/// What every page is made with.
struct Press<'a> {
    plan: &'a Plan<'a>,
    templates: &'a Templates,
    library: &'a Library<'a>,
    links: &'a Links,
}

impl Press<'_> {
    fn page(&self, entry: &Entry) -> Result<Vec<Inspected>> {
        let kit =
            Kit { frame: self.plan.frame(entry), templates: self.templates, prose: self.library, links: self.links };
        let files = render_page(&self.plan.page(entry), &kit)?;
        Ok(files.into_iter().map(|(path, bytes)| inspected(Download { path, bytes })).collect())
    }
}

/// Puts every file into one tree, adds what hosts read, and concludes the checks.
fn gather(
    files: impl Iterator<Item = Inspected>,
    plan: &Plan,
    pages: &[SitePath],
    facts: &hosting::BuildFacts,
) -> Result<(Tree, Vec<Finding>)> {
    let mut tree = Tree::default();
    let mut reports = Vec::new();
    for (file, report) in files {
        tree.insert(file.path, file.bytes)?;
        reports.push(report);
    }
    for path in hosting::add(&mut tree, plan.first_frame(), pages, facts)? {
        if let Some(bytes) = tree.get(&path) {
            reports.push(check::inspect(&path, bytes));
        }
    }
    reports.sort_by(|left, right| left.path().cmp(right.path()));
    let findings = check::conclude(&reports, Some(pages));
    Ok((tree, findings))
}

fn build_facts(config: &Config, datasets: &[Dataset]) -> hosting::BuildFacts {
    let provenance = &datasets[0].provenance;
    let through = datasets
        .iter()
        .flat_map(|dataset| &dataset.tasks)
        .filter_map(|task| task.truth.settled.keys().next_back())
        .max();
    hosting::BuildFacts {
        generator_version: env!("CARGO_PKG_VERSION").to_owned(),
        data_through: through.map(ToString::to_string).unwrap_or_default(),
        dataset_source: config.tracks[0].name.clone(),
        dataset_commit: provenance.commit.clone(),
        dataset_digest: provenance.digest.clone(),
        settings_hash: config.fingerprint(),
    }
}

/// Checks a site that was read back, files in parallel, with its manifest where it has one.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let files: Vec<(&SitePath, &[u8])> = tree.iter().collect();
    let reports: Vec<Report> = files.par_iter().map(|(path, bytes)| check::inspect(path, bytes)).collect();
    let mut findings = check::conclude(&reports, None);
    findings.extend(check::verify(tree));
    findings
}

/// The threads that the maps of this file run on.
pub type Threads = rayon::ThreadPool;

/// Threads for the maps of this file; 0: one a processor.
pub fn threads(jobs: usize) -> Result<Threads> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .map_err(|cause| Error::new("cannot start threads").because(cause))
}
