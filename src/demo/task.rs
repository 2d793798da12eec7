//! The counts of a demo → its files, one after the other, as paths and bytes. Touches no disk; a file never depends on the other counts.

use super::cast::{self, Role, System, Task};
use super::forecast::{self, Fate, Place, amount};
use super::random::{Purpose, Stream};
use super::series::{HISTORY, Series};
use super::size::DemoSize;
use super::{index, trajectory};
use crate::domain::day::Day;
use crate::error::Result;

/// Monday 2 March 2026: within forty days the clocks change in Chicago and New York, then in Berlin, then, the other way, in Adelaide.
pub(super) fn first_run() -> Day {
    Day::from_date(jiff::civil::Date::constant(2026, 3, 2))
}

/// Days that the covariates reach back.
const COVARIATE_DAYS: usize = 28;
/// One run day in this many keeps its agents' trajectories.
const TRAJECTORY_EVERY: u64 = 3;

/// Hands every file of the demo to `sink`: its path within the dataset, and its bytes. Files of one folder follow each other.
pub fn each_file(size: &DemoSize, sink: &mut dyn FnMut(&str, &[u8]) -> Result<()>) -> Result<()> {
    size.check()?;
    let systems: Vec<System> = (0..size.systems as u64).map(|number| cast::system(size.seed, number)).collect();
    let tasks: Vec<Task> = (0..size.tasks as u64).map(|number| cast::task(size.seed, number)).collect();
    sink("README.md", index::readme(size).as_bytes())?;
    sink("site/index.json", index::index(size, &tasks, &systems)?.as_bytes())?;
    for task in &tasks {
        task_files(size, task, &systems, sink)?;
    }
    Ok(())
}

/// The run days of a task, in days after the first.
pub(super) fn runs(task: &Task, days: usize) -> impl Iterator<Item = usize> {
    (0..days).step_by(task.template.every_days as usize)
}

fn task_files(
    size: &DemoSize,
    task: &Task,
    systems: &[System],
    sink: &mut dyn FnMut(&str, &[u8]) -> Result<()>,
) -> Result<()> {
    let reach = task.template.horizons.iter().max().map_or(0, |&horizon| horizon as usize);
    // The naive and the covariates reach a week on.
    let series = Series::new(size.seed, task, first_run(), HISTORY + size.days + reach.max(7) + 1)?;
    sink(&format!("runs/{}/truth.csv", task.id), &truth(task, &series, size.days))?;
    let mut bytes = Vec::new();
    for (round, run) in runs(task, size.days).enumerate() {
        let live =
            Place { seed: size.seed, task, series: &series, round: round as u64, run: run + HISTORY, replay: false };
        let folder = format!("runs/{}/{}", task.id, series.names[live.run]);
        for system in systems {
            if forecast::file(&live, system, live.fate(system), &mut bytes) {
                sink(&format!("{folder}/live/{}.json", system.id), &bytes)?;
            }
        }
        let replay = Place { replay: true, ..live };
        for system in systems.iter().filter(|system| system.role == Role::Fresh) {
            if forecast::file(&replay, system, replay.fate(system), &mut bytes) {
                sink(&format!("{folder}/mock/{}.json", system.id), &bytes)?;
            }
        }
        sink(&format!("{folder}/x/history.csv"), &history(task, &series, live.run))?;
        sink(&format!("{folder}/x/weather.csv"), &covariates(&live))?;
        if let Some(expert) = systems.iter().find(|system| system.role == Role::Expert && task.template.expert)
            && 0 < round
        {
            sink(&format!("{folder}/x/expert.csv"), &previous_issue(&live, expert))?;
        }
        if (round as u64).is_multiple_of(TRAJECTORY_EVERY) {
            trajectories(&live, systems, &folder, sink)?;
        }
    }
    Ok(())
}

fn trajectories(
    live: &Place<'_>,
    systems: &[System],
    folder: &str,
    sink: &mut dyn FnMut(&str, &[u8]) -> Result<()>,
) -> Result<()> {
    for system in systems.iter().filter(|system| system.role.is_agent()) {
        for place in [*live, Place { replay: true, ..*live }] {
            let fate = place.fate(system);
            if fate == Fate::Absent || (place.replay && system.role != Role::Fresh) {
                continue;
            }
            let mode = if place.replay { "mock" } else { "live" };
            let episode = trajectory::episode_id(&place);
            let path = format!("{folder}/ale/{mode}-{}/{episode}/trajectory.json", system.id);
            sink(&path, trajectory::file(&place, system, fate).as_bytes())?;
        }
    }
    Ok(())
}

/// Every value released by the morning of the last day, in order of release; the last day itself is not settled.
fn truth(task: &Task, series: &Series, days: usize) -> Vec<u8> {
    let decimals = task.template.decimals;
    let end = HISTORY + days - 1;
    let mut rows = Vec::new();
    for day in HISTORY - 14..end {
        let Some(first) = series.released[day] else { continue };
        rows.push((series.release(day), day, Some(first)));
        if let Some(revised) = series.revised[day].filter(|_| series.revision(day) <= series.release(end - 1)) {
            rows.push((series.revision(day), day, Some(revised)));
        }
        // One day of one task was published twice at once with two values: it can never settle.
        if task.number == 1 && day == HISTORY + 12 {
            rows.push((series.release(day), day, Some(first + 1)));
        }
    }
    rows.sort_unstable();
    let mut out = b"date,value,released_at\n".to_vec();
    for (released, day, value) in rows {
        out.extend_from_slice(series.names[day].as_bytes());
        out.push(b',');
        if let Some(value) = value {
            amount(value, decimals, &mut out);
        }
        out.extend_from_slice(format!(",{released}\n").as_bytes());
    }
    out.extend_from_slice(series.names[end].as_bytes());
    out.extend_from_slice(b",,\n");
    out
}

fn history(task: &Task, series: &Series, run: usize) -> Vec<u8> {
    let mut out = b"date,value\n".to_vec();
    for day in run - HISTORY..run {
        if let Some(value) = series.known(day, run) {
            out.extend_from_slice(series.names[day].as_bytes());
            out.push(b',');
            amount(value, task.template.decimals, &mut out);
            out.push(b'\n');
        }
    }
    out
}

/// A temperature for each day, with a forecast of the week to come, in tenths of a degree.
fn covariates(place: &Place<'_>) -> Vec<u8> {
    let series = place.series;
    let mut out = b"date,temperature\n".to_vec();
    for day in place.run - COVARIATE_DAYS..=place.run + 7 {
        let ahead = day.saturating_sub(place.run) as u64;
        let mut draw = Stream::new(place.seed, Purpose::Covariate, &[place.task.number, day as u64, ahead]);
        let warmth = 140.0 + 60.0 * (series.latent[day] / place.task.base - 1.0) + 12.0 * draw.normal();
        out.extend_from_slice(series.names[day].as_bytes());
        out.push(b',');
        amount(warmth.round() as i64, 1, &mut out);
        out.push(b'\n');
    }
    out
}

/// The expert's forecast of the run before, the last that was public at the start.
fn previous_issue(live: &Place<'_>, expert: &System) -> Vec<u8> {
    let before = Place { round: live.round - 1, run: live.run - live.task.template.every_days as usize, ..*live };
    let mut out = b"date,value\n".to_vec();
    for &horizon in live.task.template.horizons {
        out.extend_from_slice(live.series.names[before.run + horizon as usize].as_bytes());
        out.push(b',');
        amount(before.middle(expert, horizon as usize), live.task.template.decimals, &mut out);
        out.push(b'\n');
    }
    out
}
