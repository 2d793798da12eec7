//! A submission as written becomes a [`Submission`]: late or not, valid entry by entry, and every entry that is not valid gets a fault of its own.
//! Nothing here reads a file.

use std::collections::BTreeMap;

use super::raw::{Raw, RawEntry, RawQuantiles, Target, Values};
use crate::domain::catalogue::Task;
use crate::domain::day::{RunDay, TargetDay};
use crate::domain::fault::{FaultKind, Place};
use crate::domain::forecast::{Answer, Forecast, Mode, State, Submission};
use crate::domain::id::SystemId;
use crate::domain::quantile::Level;
use crate::read::clock::instant;
use crate::read::faults::FileFaults;
use crate::read::json::{push_index, push_key, shown};
use crate::read::texts;

/// What the path and the index say of a submission.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    /// The task.
    pub task: &'a Task,
    /// The order of quantiles in a list that names no levels.
    pub listed: &'a [Level],
    /// Who, by the path.
    pub system: &'a SystemId,
    /// For which run day, by the path or the line.
    pub run: RunDay,
    /// Live or replay.
    pub mode: Mode,
    /// Must submit by the cutoff.
    pub deadline: bool,
    /// Path relative to the dataset's root.
    pub path: &'a str,
    /// The line of a `.jsonl`.
    pub line: Option<u32>,
}

/// A submission and what was counted on the way.
#[derive(Debug)]
pub struct Judged {
    /// The submission.
    pub submission: Submission,
    /// Values at levels that the task does not ask for.
    pub extra_levels: usize,
    /// Taken as on time although it gives no time.
    pub unstamped: bool,
}

impl Expected<'_> {
    /// A place in the JSON of this submission.
    fn place(&self, path: String) -> Place {
        match (self.line, path.is_empty()) {
            (None, true) => Place::Whole,
            (None, false) => Place::Json(path),
            (Some(line), true) => Place::Line(line, None),
            (Some(line), false) => Place::LineJson(line, path),
        }
    }

    /// The submission without anything in it.
    pub fn empty(&self, state: State) -> Submission {
        Submission {
            system: self.system.clone(),
            run: self.run,
            mode: self.mode,
            path: self.path.into(),
            line: self.line,
            submitted_at: None,
            late: false,
            state,
            forecasts: Vec::new(),
            invalid: 0,
            crossing: 0,
        }
    }
}

/// Decides what a submission means.
pub fn judge(raw: &Raw<'_>, values: &Values, expected: Expected<'_>, faults: &mut FileFaults<'_>) -> Judged {
    let mut judged = Judged { submission: expected.empty(State::Read), extra_levels: 0, unstamped: false };
    let submission = &mut judged.submission;
    if let Some(text) = &raw.submitted_at {
        submission.submitted_at = instant(text, &expected.task.schedule.timezone);
        if submission.submitted_at.is_none() {
            faults.add(
                FaultKind::Broken,
                || expected.place("submitted_at".to_owned()),
                || format!("{} is not a time such as 2026-11-05T14:58:12Z", shown(text)),
            );
            submission.state = State::Broken;
            return judged;
        }
    }
    let failed = raw.status.as_deref().filter(|&status| status != "ok");
    if raw.entries.is_none() && failed.is_none() {
        faults.add(FaultKind::Broken, || expected.place("forecasts".to_owned()), || "there are no forecasts");
        submission.state = State::Broken;
        return judged;
    }
    let bound = expected.mode == Mode::Live && expected.deadline;
    if bound && let Some(at) = submission.submitted_at {
        submission.late = expected.task.schedule.cutoff_on(expected.run) < at;
    }
    if contradicts(raw, expected, faults) {
        submission.state = State::Invalid;
        return judged;
    }
    if let Some(status) = failed {
        submission.state = State::Failed(texts::tidied(status, texts::NAME).unwrap_or_else(|| status.to_owned()));
        return judged;
    }
    judged.unstamped = bound && submission.submitted_at.is_none();
    entries(raw, values, expected, faults, &mut judged);
    judged
}

fn contradicts(raw: &Raw<'_>, expected: Expected<'_>, faults: &mut FileFaults<'_>) -> bool {
    let mut wrong = false;
    if let Some(system) = raw.system.as_deref().filter(|&system| system != expected.system.as_str()) {
        let message = || format!("the file says system {}, its path says `{}`", shown(system), expected.system);
        faults.add(FaultKind::Invalid, || expected.place("system".to_owned()), message);
        wrong = true;
    }
    if let Some(day) = raw.run_day.as_deref().filter(|day| day.parse() != Ok(expected.run)) {
        let message = || format!("the file says run day {}, its path says `{}`", shown(day), expected.run);
        faults.add(FaultKind::Invalid, || expected.place("run_day".to_owned()), message);
        wrong = true;
    }
    wrong
}

fn entries(raw: &Raw<'_>, values: &Values, expected: Expected<'_>, faults: &mut FileFaults<'_>, judged: &mut Judged) {
    let entries = raw.entries.as_deref().unwrap_or_default();
    let submission = &mut judged.submission;
    submission.forecasts.reserve_exact(entries.len().min(expected.task.horizons.len()));
    let twice = days_twice(entries);
    for (index, entry) in entries.iter().enumerate() {
        let checked = target(entry, expected).and_then(|day| {
            if let Some(times) = twice.get(&day) {
                return Err(Wrong::new("", format!("the target date {day} is forecast {times} times in one file")));
            }
            let answer = answer(entry, raw, values, expected, &mut judged.extra_levels)?;
            Ok(Forecast { target: day, answer })
        });
        match checked {
            Ok(forecast) => {
                submission.crossing += u32::from(crosses(&forecast.answer));
                submission.forecasts.push(forecast);
            }
            Err(wrong) => {
                submission.invalid += 1;
                let Wrong { below, message } = wrong;
                faults.add(FaultKind::Invalid, || expected.place(entry_path(entry, index) + &below), || message);
            }
        }
    }
    submission.forecasts.sort_by_key(|forecast| forecast.target);
}

/// Why one forecast is not valid: where below it, and what.
struct Wrong {
    below: String,
    message: String,
}

impl Wrong {
    fn new(below: impl Into<String>, message: impl Into<String>) -> Self {
        Self { below: below.into(), message: message.into() }
    }
}

fn entry_path(entry: &RawEntry<'_>, index: usize) -> String {
    let mut path = "forecasts".to_owned();
    match &entry.key {
        Some(key) => push_key(&mut path, key),
        None => push_index(&mut path, index),
    }
    path
}

/// The day of an entry: its own, or its key's.
fn day_of(entry: &RawEntry<'_>) -> Option<TargetDay> {
    match (&entry.target, &entry.key) {
        (Target::Day(day), _) => Some(*day),
        (Target::Absent, Some(key)) => key.parse().ok(),
        _ => None,
    }
}

fn days_twice(entries: &[RawEntry<'_>]) -> BTreeMap<TargetDay, usize> {
    if entries.iter().filter_map(day_of).is_sorted_by(|earlier, later| earlier < later) {
        return BTreeMap::new();
    }
    let mut days: Vec<TargetDay> = entries.iter().filter_map(day_of).collect();
    days.sort_unstable();
    days.chunk_by(|a, b| a == b).filter(|same| 1 < same.len()).map(|same| (same[0], same.len())).collect()
}

fn target(entry: &RawEntry<'_>, expected: Expected<'_>) -> Result<TargetDay, Wrong> {
    let not_a_day =
        |below: &str, text: &str| Wrong::new(below, format!("{} is not a day of the form YYYY-MM-DD", shown(text)));
    let keyed: Option<TargetDay> = match &entry.key {
        Some(key) => Some(key.parse().map_err(|_| not_a_day("", key))?),
        None => None,
    };
    let day = match (&entry.target, keyed) {
        (Target::Unreadable(text), _) => return Err(not_a_day(".target_date", text)),
        (Target::Absent, None) => return Err(Wrong::new("", "`target_date` is missing")),
        (Target::Absent, Some(keyed)) => keyed,
        (Target::Day(day), Some(keyed)) if *day != keyed => {
            return Err(Wrong::new(".target_date", format!("says {day}, its key says {keyed}")));
        }
        (Target::Day(day), _) => *day,
    };
    let horizon = day.0.since(expected.run.0);
    if expected.task.horizons.binary_search(&horizon).is_ok() {
        Ok(day)
    } else {
        let below = if entry.key.is_some() { "" } else { ".target_date" };
        Err(Wrong::new(
            below,
            format!("{day} is {horizon} days from the run day, which is none of the task's horizons"),
        ))
    }
}

fn answer(
    entry: &RawEntry<'_>,
    raw: &Raw<'_>,
    values: &Values,
    expected: Expected<'_>,
    extra: &mut usize,
) -> Result<Answer, Wrong> {
    let wanted = expected.task.levels.as_slice();
    let (range, given) = match (&entry.quantiles, entry.point) {
        (Some(RawQuantiles::Keyed(range)), _) => (range.clone(), None),
        (Some(RawQuantiles::Listed(range)), _) => {
            let given = entry.levels.as_deref().or(raw.levels.as_deref()).unwrap_or(expected.listed);
            (range.clone(), Some(given))
        }
        (None, Some(point)) if point.is_finite() => return Ok(Answer::Point(point)),
        (None, Some(_)) => return Err(Wrong::new("", "the point is not finite")),
        (None, None) => return Err(Wrong::new("", "has neither `quantiles` nor a `point`")),
    };
    let values = &values.values[range];
    if let Some(given) = given
        && given.len() != values.len()
    {
        let message = format!("has {} values for {} levels", values.len(), given.len());
        return Err(Wrong::new(".quantiles", message));
    }
    // Every value kept is finite: NaN marks a level without one.
    let mut answer = vec![f64::NAN; wanted.len()].into_boxed_slice();
    for (index, (keyed, value)) in values.iter().enumerate() {
        let Some(level) = keyed.or_else(|| given.map(|given| given[index])) else {
            continue;
        };
        // Levels mostly come in the task's own order.
        let here = (wanted.get(index) == Some(&level)).then_some(index);
        let Some(slot) = here.or_else(|| expected.task.levels.position(level)) else {
            *extra += 1;
            continue;
        };
        let below =
            || if keyed.is_some() { format!(".quantiles[\"{level}\"]") } else { format!(".quantiles[{index}]") };
        match value {
            None => return Err(Wrong::new(below(), "is null")),
            Some(value) if !value.is_finite() => return Err(Wrong::new(below(), "is not finite")),
            Some(value) => answer[slot] = *value,
        }
    }
    if let Some(missing) = answer.iter().position(|value| value.is_nan()) {
        let others = answer.iter().filter(|value| value.is_nan()).count() - 1;
        let level = wanted[missing];
        let message = match others {
            0 => format!("the level {level} is missing"),
            _ => format!("the level {level} and {others} more are missing"),
        };
        return Err(Wrong::new(".quantiles", message));
    }
    Ok(Answer::Quantiles(answer))
}

fn crosses(answer: &Answer) -> bool {
    match answer {
        Answer::Point(_) => false,
        Answer::Quantiles(values) => values.windows(2).any(|pair| pair[1] < pair[0]),
    }
}
