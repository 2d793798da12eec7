//! The files of one unit become domain values: reading and parsing, no decision that needs another file.

use std::collections::BTreeMap;

use super::plan::{Plan, Unit, What, Work};
use super::raw::{Values, raw};
use super::submission::{Expected, Judged, judge};
use super::table::rows;
use super::truth::{history, truth};
use crate::domain::day::RunDay;
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::forecast::{Mode, State, Submission};
use crate::domain::id::SystemId;
use crate::domain::truth::{History, Truth};
use crate::read::digest::ReadFile;
use crate::read::faults::{FileFaults, Whose};
use crate::read::file::{Packing, text};
use crate::read::json::shown;
use crate::source::snapshot::{Bytes, Snapshot};

/// What the files of one unit hold.
#[derive(Debug, Default)]
pub struct UnitReading {
    pub(super) truths: Vec<(usize, Truth)>,
    pub(super) histories: Vec<(usize, RunDay, History)>,
    pub(super) submissions: Vec<(usize, Submission)>,
    pub(super) faults: Vec<Fault>,
    pub(super) read: Vec<ReadFile>,
    pub(super) extra_levels: BTreeMap<(usize, SystemId), Noted>,
    pub(super) unstamped: BTreeMap<(usize, SystemId), Noted>,
    pub(super) broken_lines: usize,
}

/// Something of a task's system that is said once, not once a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Noted {
    /// The first path concerned.
    pub first: Box<str>,
    /// Submissions concerned.
    pub submissions: usize,
    /// Values concerned.
    pub values: usize,
}

impl Noted {
    pub(super) fn merge(&mut self, other: Self) {
        if other.first < self.first {
            self.first = other.first;
        }
        self.submissions += other.submissions;
        self.values += other.values;
    }
}

/// Reads the files of a unit. Nothing in them can fail: what is wrong with a file is a fault.
pub fn read_unit(snapshot: &Snapshot, plan: &Plan, unit: &Unit) -> UnitReading {
    let mut reading = UnitReading::default();
    let (mut stored, mut unpacked, mut values) = (Vec::new(), Vec::new(), Values::default());
    for work in &plan.work[unit.work.clone()] {
        let file = &snapshot.files()[work.file];
        let task = &plan.catalogue.tasks[work.task];
        let system = match &work.what {
            What::Submission { system, .. } | What::Lines { system } => Some(system),
            What::Truth | What::History(_) => None,
        };
        let mut faults = FileFaults::new(Whose { path: file.path(), task: Some(&task.id), system });
        let (packing, limit) = match &work.what {
            What::Submission { packing, .. } => (*packing, plan.limits.forecast),
            _ => (Packing::Plain, plan.limits.table),
        };
        let content = match snapshot.read(file, limit, &mut stored) {
            Ok(()) => {
                reading.read.push(ReadFile::new(work.file, &stored));
                text(packing, &stored, limit, &mut unpacked).map_err(|untext| (untext.place, untext.message))
            }
            Err(unread) => Err((Place::Whole, unread.to_string())),
        };
        let content = match content {
            Ok(content) => Some(content),
            Err((place, message)) => {
                faults.add(FaultKind::Broken, || place, || message);
                None
            }
        };
        reading.take(plan, work, file.path(), content, &mut values, &mut faults);
        reading.faults.extend(faults.finish());
    }
    reading
}

impl UnitReading {
    /// Adds one file; `content` is `None` where its text is not to be had.
    fn take(
        &mut self,
        plan: &Plan,
        work: &Work,
        path: &str,
        content: Option<&str>,
        values: &mut Values,
        faults: &mut FileFaults<'_>,
    ) {
        let task = &plan.catalogue.tasks[work.task];
        match &work.what {
            What::Truth => {
                let rows = content.and_then(|content| rows(content, Some(&task.schedule.timezone), faults));
                if let Some(rows) = rows {
                    self.truths.push((work.task, truth(&rows, faults)));
                }
            }
            What::History(run) => {
                // A history that cannot be read still stands there: nothing else takes its place.
                let rows = content.and_then(|content| rows(content, None, faults)).unwrap_or_default();
                self.histories.push((work.task, *run, history(&rows, faults)));
            }
            What::Submission { run, mode, system, .. } => {
                let expected = expected(plan, work.task, system, *mode, *run, path);
                let judged = match content {
                    Some(content) => one(content, expected, values, faults),
                    None => broken(expected),
                };
                self.add(work.task, judged);
            }
            What::Lines { system } => {
                for (index, line) in content.unwrap_or_default().lines().enumerate() {
                    if !line.trim().is_empty() {
                        self.line(plan, work.task, system, path, (index as u32 + 1, line), values, faults);
                    }
                }
            }
        }
    }

    /// Adds one line of a `.jsonl`. A line that does not say its run day is nobody's episode: it is counted, and no submission stands for it.
    #[expect(
        clippy::too_many_arguments,
        reason = "all are the context of one line; a struct would be built for this call only"
    )]
    fn line(
        &mut self,
        plan: &Plan,
        task: usize,
        system: &SystemId,
        path: &str,
        (number, line): (u32, &str),
        values: &mut Values,
        faults: &mut FileFaults<'_>,
    ) {
        let mut wrong = |place: Place, message: String| {
            faults.add(FaultKind::Broken, || place, || message);
            self.broken_lines += 1;
        };
        if plan.limits.forecast < line.len() as u64 {
            let message = format!("larger than the limit of {}", Bytes(plan.limits.forecast));
            return wrong(Place::Line(number, None), message);
        }
        let raw = match raw(line, values) {
            Ok(raw) => raw,
            Err(error) => return wrong(error.place(Some(number)), error.to_string()),
        };
        let run = match raw.run_day.as_deref().map(|text| (text, text.parse())) {
            Some((_, Ok(run))) => run,
            Some((text, Err(_))) => {
                let message = format!("{} is not a day of the form YYYY-MM-DD", shown(text));
                return wrong(Place::LineJson(number, "run_day".to_owned()), message);
            }
            None => return wrong(Place::LineJson(number, "run_day".to_owned()), "`run_day` is missing".to_owned()),
        };
        let expected = Expected { line: Some(number), ..expected(plan, task, system, Mode::Live, run, path) };
        let judged = judge(&raw, values, expected, faults);
        self.add(task, judged);
    }

    fn add(&mut self, task: usize, judged: Judged) {
        let Judged { submission, extra_levels, unstamped } = judged;
        let note = |values| Noted { first: submission.path.clone(), submissions: 1, values };
        if 0 < extra_levels {
            merge(&mut self.extra_levels, (task, submission.system.clone()), note(extra_levels));
        }
        if unstamped {
            merge(&mut self.unstamped, (task, submission.system.clone()), note(0));
        }
        self.submissions.push((task, submission));
    }
}

pub(super) fn merge(notes: &mut BTreeMap<(usize, SystemId), Noted>, whose: (usize, SystemId), note: Noted) {
    match notes.get_mut(&whose) {
        Some(noted) => noted.merge(note),
        None => {
            notes.insert(whose, note);
        }
    }
}

fn expected<'a>(
    plan: &'a Plan,
    task: usize,
    system: &'a SystemId,
    mode: Mode,
    run: RunDay,
    path: &'a str,
) -> Expected<'a> {
    Expected {
        task: &plan.catalogue.tasks[task],
        listed: &plan.listed[task],
        system,
        run,
        mode,
        deadline: plan.deadlines.get(system).copied().unwrap_or(true),
        path,
        line: None,
    }
}

fn one(content: &str, expected: Expected<'_>, values: &mut Values, faults: &mut FileFaults<'_>) -> Judged {
    match raw(content, values) {
        Ok(raw) => judge(&raw, values, expected, faults),
        Err(error) => {
            faults.add(FaultKind::Broken, || error.place(None), || error.to_string());
            broken(expected)
        }
    }
}

fn broken(expected: Expected<'_>) -> Judged {
    Judged { submission: expected.empty(State::Broken), extra_levels: 0, unstamped: false }
}
