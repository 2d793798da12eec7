//! The stages of a track in the "fwbench" layout.

use rayon::prelude::*;

use super::{Timings, Watch};
use crate::config;
use crate::domain::fwbench::episode::Episode;
use crate::domain::fwbench::outcome::MenuPlan;
use crate::domain::fwbench::release::{Benchmark, Release};
use crate::error::Result;
use crate::read::fwbench;
use crate::score::fwbench::cases::{self, CaseResults};
use crate::score::fwbench::results::{self, Depth, Results};
use crate::source::snapshot::Snapshot;

/// Reads the benchmark: what names its releases first, then the raw files of cases in parallel.
pub fn read(snapshot: &Snapshot, watch: &dyn Watch, timings: &mut Timings) -> Result<Benchmark> {
    let plan = timings.measure(watch, "plan", None, || fwbench::plan(snapshot, &fwbench::Limits::default()))?;
    let units = plan.units();
    let readings = timings.measure(watch, "read", Some(units.len() as u64), || {
        let read = |unit| {
            let reading = fwbench::read_unit(snapshot, &plan, unit);
            watch.tick();
            reading
        };
        units.par_iter().map(read).collect()
    });
    Ok(timings.measure(watch, "assemble", None, || fwbench::assemble(snapshot, plan, readings)))
}

/// Scores the benchmark: cases in parallel, then what joins them.
pub fn score<'a>(
    benchmark: &'a Benchmark,
    track: &config::Track,
    watch: &dyn Watch,
    timings: &mut Timings,
) -> Results<'a> {
    let cases = benchmark.releases.iter().map(|release| grade(release, watch, timings)).collect();
    timings.measure(watch, "score", None, || results::conclude(&track.id, benchmark, cases))
}

/// The cases of a release from its deepest input: raw files, a table, or nothing.
fn grade(release: &Release, watch: &dyn Watch, timings: &mut Timings) -> (Depth, Vec<CaseResults>) {
    let (Some(index), Some(episodes)) = (&release.index, &release.episodes) else {
        let cases = cases::tabled(release);
        return (if cases.is_empty() { Depth::Aggregates } else { Depth::Outcomes }, cases);
    };
    let graded = timings.measure(watch, "grade", Some(index.cases().len() as u64), || {
        let budget = release.settings.budget;
        let of = |episode: &Episode| {
            let case = &index.cases()[episode.case];
            let rows: Vec<MenuPlan> = release.menu_rows(&case.id).iter().map(|(_, plan)| plan.clone()).collect();
            let graded = cases::graded(case, episode, budget, &rows);
            watch.tick();
            (episode.case, graded)
        };
        let graded: Vec<(usize, CaseResults)> = episodes.par_iter().map(of).collect();
        graded
    });
    let mut cases: Vec<CaseResults> =
        index.cases().iter().map(|_| cases::unknown("its contract or actual values cannot be used")).collect();
    for (at, graded) in graded {
        cases[at] = graded;
    }
    (Depth::Raw, cases)
}
