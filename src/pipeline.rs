//! The stages in order, and the only parallel maps: independent units over sorted lists, collected in order.

use std::path::Path;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::check::{self, Finding, Report};
use crate::config::{self, Config, Layout};
use crate::domain::dataset::{Dataset, Provenance};
use crate::domain::fault::Fault;
use crate::domain::fwbench::release::Benchmark;
use crate::error::{Error, Result};
use crate::materials::Materials;
use crate::render::assets::{self, Links};
use crate::render::hosting;
use crate::render::page::{Kit, render_page};
use crate::render::prose::{Library, Passage};
use crate::render::template::Templates;
use crate::score::results::{Couple, Results};
use crate::site::chapter::Chapter;
use crate::site::page::Download;
use crate::site::plan::{Entry, Plan};
use crate::site::track::Track;
use crate::source::local;
use crate::tree::{SitePath, Tree};
use crate::{read, score, site};

pub mod fwbench;
pub mod runs;

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

/// One track's data, in its layout.
#[derive(Debug, Clone, PartialEq)]
pub enum Data {
    /// A live benchmark.
    Runs(Dataset),
    /// The Forecast Workflow Bench.
    Fwbench(Benchmark),
}

impl Data {
    /// Everything wrong or odd in it.
    pub fn faults(&self) -> &[Fault] {
        match self {
            Self::Runs(dataset) => &dataset.faults,
            Self::Fwbench(benchmark) => &benchmark.faults,
        }
    }

    /// Where it came from.
    pub fn provenance(&self) -> &Provenance {
        match self {
            Self::Runs(dataset) => &dataset.provenance,
            Self::Fwbench(benchmark) => &benchmark.provenance,
        }
    }
}

/// One track's results, in its layout.
#[derive(Debug)]
pub enum Scored<'a> {
    /// A live benchmark.
    Runs(Results<'a>),
    /// The Forecast Workflow Bench.
    Fwbench(score::fwbench::results::Results<'a>),
}

impl<'a> Scored<'a> {
    /// The results of a live benchmark.
    pub fn runs(&self) -> Option<&Results<'a>> {
        if let Self::Runs(results) = self { Some(results) } else { None }
    }

    /// The results of the Forecast Workflow Bench.
    pub fn fwbench(&self) -> Option<&score::fwbench::results::Results<'a>> {
        if let Self::Fwbench(results) = self { Some(results) } else { None }
    }
}

/// Which layout a dataset has: told by its files.
pub fn layout(dataset: &Path) -> Result<Layout> {
    // A hundred thousand files need not be listed to see one.
    if read::runs::has_index(dataset) {
        return Ok(Layout::Runs);
    }
    let snapshot = local::open(dataset)?;
    Ok(if read::fwbench::recognises(&snapshot) { Layout::Fwbench } else { Layout::Runs })
}

/// Reads one track's data.
pub fn read(track: &config::Track, watch: &dyn Watch, timings: &mut Timings) -> Result<Data> {
    let snapshot = timings.measure(watch, "list", None, || local::open(&track.source))?;
    match track.layout {
        Layout::Runs => runs::read(&snapshot, track, watch, timings).map(Data::Runs),
        Layout::Fwbench => fwbench::read(&snapshot, watch, timings).map(Data::Fwbench),
    }
}

/// Scores one track's data.
pub fn score<'a>(data: &'a Data, track: &config::Track, watch: &dyn Watch, timings: &mut Timings) -> Scored<'a> {
    match data {
        Data::Runs(dataset) => Scored::Runs(runs::score(dataset, track, watch, timings)),
        Data::Fwbench(benchmark) => Scored::Fwbench(fwbench::score(benchmark, track, watch, timings)),
    }
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
    let data = config.tracks.iter().map(|track| read(track, watch, timings)).collect::<Result<Vec<_>>>()?;
    let scored: Vec<Scored> =
        data.iter().zip(&config.tracks).map(|(data, track)| score(data, track, watch, timings)).collect();
    let couples: Vec<Vec<Couple>> = scored
        .iter()
        .map(|scored| match scored {
            Scored::Runs(results) => runs::compare(results, watch, timings),
            Scored::Fwbench(_) => Vec::new(),
        })
        .collect();
    let plan = Plan::new(config, chapters(config, &scored, &couples));
    let passages = plan.passages();
    let passages: Vec<Passage> = passages.iter().map(|(origin, text)| Passage { origin, text }).collect();
    let own: Vec<&str> =
        score::metric::ALL.iter().chain(score::fwbench::metric::ALL).map(|metric| metric.tex).collect();
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
        timings.measure(watch, "gather", None, || gather(files, &plan, &pages, &build_facts(config, &data, &plan)))?;
    Ok(Built {
        tree,
        findings,
        faults: data.iter().flat_map(|data| data.faults().iter().cloned()).collect(),
        warnings: library.warnings().to_vec(),
        pages: entries.len(),
    })
}

/// The pages of every track.
fn chapters<'a>(
    config: &'a Config,
    scored: &'a [Scored<'a>],
    couples: &'a [Vec<Couple>],
) -> Vec<Box<dyn Chapter + 'a>> {
    let tracks = config.tracks.iter().zip(scored).zip(couples).enumerate();
    tracks
        .map(|(at, ((track, scored), couples))| -> Box<dyn Chapter + 'a> {
            match scored {
                Scored::Runs(results) => Box::new(site::runs::Runs::new(Track::new(track, results, couples, at == 0))),
                Scored::Fwbench(results) => Box::new(site::fwbench::chapter::Fwbench::new(
                    site::fwbench::track::Track::new(track, results, at == 0),
                )),
            }
        })
        .collect()
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
            Kit { frame: &self.plan.frame(entry), templates: self.templates, prose: self.library, links: self.links };
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
    for path in hosting::add(&mut tree, &plan.first_frame(), pages, facts)? {
        if let Some(bytes) = tree.get(&path) {
            reports.push(check::inspect(&path, bytes));
        }
    }
    reports.sort_by(|left, right| left.path().cmp(right.path()));
    let findings = check::conclude(&reports, Some(pages));
    Ok((tree, findings))
}

fn build_facts(config: &Config, data: &[Data], plan: &Plan) -> hosting::BuildFacts {
    let provenance = data[0].provenance();
    hosting::BuildFacts {
        generator_version: env!("CARGO_PKG_VERSION").to_owned(),
        data_through: plan.through().map(|day| day.to_string()).unwrap_or_default(),
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
