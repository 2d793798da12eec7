//! The stages of a track in the "runs" layout.

use rayon::prelude::*;

use super::{Timings, Watch};
use crate::config;
use crate::domain::dataset::{Dataset, TaskData};
use crate::domain::id::TaskId;
use crate::error::Result;
use crate::read::runs;
use crate::score::results::{self, Couple, Results, TaskResults};
use crate::source::snapshot::Snapshot;

/// Reads the dataset: the index first, then its files in parallel.
pub fn read(snapshot: &Snapshot, track: &config::Track, watch: &dyn Watch, timings: &mut Timings) -> Result<Dataset> {
    let levels = |task: &TaskId| track.rules_for(task).levels.clone();
    let plan = timings.measure(watch, "plan", None, || runs::plan(snapshot, levels, &runs::Limits::default()))?;
    let units = plan.units();
    let readings = timings.measure(watch, "read", Some(units.len() as u64), || {
        let read = |unit| {
            let reading = runs::read_unit(snapshot, &plan, unit);
            watch.tick();
            reading
        };
        units.par_iter().map(read).collect()
    });
    Ok(timings.measure(watch, "assemble", None, || runs::assemble(snapshot, plan, readings)))
}

/// Scores the dataset: tasks in parallel, then what joins them.
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
pub fn compare(results: &Results, watch: &dyn Watch, timings: &mut Timings) -> Vec<Couple> {
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
