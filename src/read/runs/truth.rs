//! Rows become what came true (first releases) and the history known at a run. A later revision never replaces a first value, and of two values that
//! conflict none is chosen.

use std::collections::BTreeMap;

use super::table::Row;
use crate::domain::day::{Day, TargetDay};
use crate::domain::fault::{FaultKind, Place};
use crate::domain::truth::{History, Settled, Truth};
use crate::read::faults::FileFaults;

/// The first release of each day.
pub fn truth(rows: &[Row], faults: &mut FileFaults<'_>) -> Truth {
    let mut truth = Truth::default();
    for (day, releases) in by_day(rows) {
        let day = TargetDay(day);
        match first(&releases) {
            Ok(settled) => {
                truth.settled.insert(day, settled);
            }
            Err(conflict) => {
                truth.conflicts.push(day);
                conflict.report(day.0, "the day stays unsettled", faults);
            }
        }
    }
    truth
}

/// The history in the inputs of a run day; a day with two values is left out.
pub fn history(rows: &[Row], faults: &mut FileFaults<'_>) -> History {
    let mut observed = Vec::new();
    for (day, values) in by_day(rows) {
        match values.iter().find(|row| row.value != values[0].value) {
            None => observed.push((day, values[0].value)),
            Some(other) => {
                Conflict { one: *values[0], other: **other }.report(day, "the day cannot be used", faults);
            }
        }
    }
    History::new(observed)
}

fn by_day(rows: &[Row]) -> BTreeMap<Day, Vec<&Row>> {
    let mut days: BTreeMap<Day, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        days.entry(row.day).or_default().push(row);
    }
    days
}

/// Two rows of one day, of which none is the first.
struct Conflict {
    one: Row,
    other: Row,
}

impl Conflict {
    fn report(&self, day: Day, so: &str, faults: &mut FileFaults<'_>) {
        let (early, late) =
            if self.one.line <= self.other.line { (self.one, self.other) } else { (self.other, self.one) };
        faults.add(
            FaultKind::Invalid,
            || Place::Line(late.line, None),
            || {
                format!(
                    "{day} is {} here and {} on line {}, and none is the first: {so}",
                    late.value, early.value, early.line
                )
            },
        );
    }
}

fn first(releases: &[&Row]) -> Result<Settled, Conflict> {
    // A row without a time may come before or after any other: it must agree with them all.
    let undated = releases.iter().find(|row| row.released_at.is_none());
    if let Some(undated) = undated
        && let Some(other) = releases.iter().find(|row| row.value != undated.value)
    {
        return Err(Conflict { one: **undated, other: **other });
    }
    let mut dated: Vec<&Row> = releases.to_vec();
    dated.sort_by_key(|row| (row.released_at.is_none(), row.released_at, row.line));
    let first = dated[0];
    if let Some(other) = dated.iter().find(|row| row.released_at == first.released_at && row.value != first.value) {
        return Err(Conflict { one: *first, other: **other });
    }
    let revised = dated.iter().rev().find(|row| row.value != first.value);
    Ok(Settled { value: first.value, released_at: first.released_at, revised_to: revised.map(|row| row.value) })
}
