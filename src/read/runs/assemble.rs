//! The readings of all units become the dataset, in an order that depends on the data alone. What needs two files is decided here: two submissions
//! for one run day, and what is said once a system.

use std::collections::BTreeMap;

use super::plan::Plan;
use super::unit::{Noted, UnitReading, merge};
use crate::domain::dataset::{Dataset, Provenance, TaskData};
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::forecast::{State, Submission};
use crate::domain::id::SystemId;
use crate::domain::truth::Truth;
use crate::read::digest::digest;
use crate::read::faults::Whose;
use crate::read::texts;
use crate::source::snapshot::Snapshot;

/// Puts the readings of all units of `plan` together, in whatever order they come.
pub fn assemble(snapshot: &Snapshot, plan: Plan, readings: Vec<UnitReading>) -> Dataset {
    let Plan { mut catalogue, mut faults, mut files, index, .. } = plan;
    catalogue.systems.sort_by_key(|system| !system.declared);
    let mut tasks: Vec<TaskData> = catalogue.tasks.iter().map(empty).collect();
    let mut read = vec![index];
    let (mut extra_levels, mut unstamped) = (BTreeMap::new(), BTreeMap::new());
    for reading in readings {
        for (task, truth) in reading.truths {
            tasks[task].truth = truth;
        }
        for (task, run, history) in reading.histories {
            tasks[task].histories.insert(run, history);
        }
        for (task, submission) in reading.submissions {
            tasks[task].submissions.push(submission);
        }
        faults.extend(reading.faults);
        read.extend(reading.read);
        reading.extra_levels.into_iter().for_each(|(whose, note)| merge(&mut extra_levels, whose, note));
        reading.unstamped.into_iter().for_each(|(whose, note)| merge(&mut unstamped, whose, note));
        files.broken_lines += reading.broken_lines;
    }
    for data in &mut tasks {
        data.submissions.sort_by(|a, b| order(a).cmp(&order(b)));
        refuse_twins(data, &mut faults);
    }
    for (whose, noted) in extra_levels {
        files.extra_levels += noted.values;
        let Noted { submissions, values, .. } = noted;
        let message = format!(
            "{values} values at levels that the task does not ask for are not used, in {} from this one on",
            many(submissions)
        );
        faults.push(note(&tasks, &whose, &noted, message));
    }
    for (whose, noted) in unstamped {
        let message = format!("no `submitted_at`: taken as on time, in {} from this one on", many(noted.submissions));
        faults.push(note(&tasks, &whose, &noted, message));
    }
    for fault in &mut faults {
        // A file's name and a parser's words are untrusted too.
        for text in [&mut fault.path, &mut fault.message] {
            if let Some(fit) = texts::tidied(text, 4 * texts::NAME) {
                *text = fit;
            }
        }
    }
    faults.sort_by(|a, b| (&a.path, &a.place, a).cmp(&(&b.path, &b.place, b)));
    let provenance = Provenance {
        source: snapshot.name().to_owned(),
        commit: snapshot.commit().map(str::to_owned),
        digest: digest(snapshot, read),
    };
    Dataset { catalogue, tasks, faults, files, provenance }
}

fn empty(task: &crate::domain::catalogue::Task) -> TaskData {
    TaskData { task: task.clone(), truth: Truth::default(), histories: BTreeMap::new(), submissions: Vec::new() }
}

fn order(submission: &Submission) -> impl Ord + '_ {
    (submission.mode, submission.run, &submission.system, &submission.path, submission.line)
}

/// Of several submissions of one system for one run day and mode none counts: nobody can say which one was meant.
fn refuse_twins(data: &mut TaskData, faults: &mut Vec<Fault>) {
    let same = |a: &Submission, b: &Submission| (a.mode, a.run, &a.system) == (b.mode, b.run, &b.system);
    for twins in data.submissions.chunk_by_mut(same) {
        if twins.len() < 2 {
            continue;
        }
        let places: Vec<String> = twins.iter().map(shown_place).collect();
        for (position, twin) in twins.iter_mut().enumerate() {
            let other = &places[usize::from(position == 0)];
            let whose = Whose { path: &twin.path, task: Some(&data.task.id), system: Some(&twin.system) };
            let place = twin.line.map_or(Place::Whole, |line| Place::Line(line, None));
            let message =
                format!("there is another submission of `{}` for {}, {other}: neither counts", twin.system, twin.run);
            faults.push(whose.fault(FaultKind::Invalid, place, message));
            twin.state = State::Invalid;
            twin.forecasts = Vec::new();
            (twin.invalid, twin.crossing) = (0, 0);
        }
    }
}

fn shown_place(submission: &Submission) -> String {
    match submission.line {
        Some(line) => format!("`{}` line {line}", submission.path),
        None => format!("`{}`", submission.path),
    }
}

fn many(submissions: usize) -> String {
    match submissions {
        1 => "1 submission".to_owned(),
        _ => format!("{submissions} submissions"),
    }
}

fn note(tasks: &[TaskData], whose: &(usize, SystemId), noted: &Noted, message: String) -> Fault {
    let (task, system) = whose;
    let whose = Whose { path: &noted.first, task: Some(&tasks[*task].task.id), system: Some(system) };
    whose.fault(FaultKind::Warning, Place::Whole, message)
}
