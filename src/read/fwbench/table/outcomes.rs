//! A table of outcomes becomes one outcome a case and entrant. A row with a wrong cell stands for an outcome that cannot be used, so the entrant is
//! incomplete; of two rows for one outcome none counts.

use std::collections::BTreeSet;

use super::cells::{Cell, Row, rows};
use crate::domain::fault::Place;
use crate::domain::fwbench::case::Index;
use crate::domain::fwbench::credits::Budget;
use crate::domain::fwbench::entrant::{EntrantId, FULL};
use crate::domain::fwbench::episode::Run;
use crate::domain::fwbench::outcome::{Outcome, Scored, Unscored};
use crate::domain::id::{CaseId, PoolId, SystemId};
use crate::read::fwbench::index::shown_name;
use crate::read::fwbench::node::Notes;
use crate::read::json::shown;

/// The columns; the first five a table must have.
const COLUMNS: [&str; 10] =
    ["case_id", "model", "valid", "loss", "credits", "pool", "status", "calls", "format_rejection", "floor"];

/// What a table of outcomes holds.
#[derive(Debug, Default)]
pub struct Outcomes {
    /// The outcomes, sorted by case and entrant, unique.
    pub outcomes: Vec<(CaseId, Outcome)>,
    /// The floor of each case that names one, sorted by case.
    pub floors: Vec<(CaseId, f64)>,
    /// Everybody, in the order of the rows.
    pub seen: Vec<EntrantId>,
}

/// Reads the table at hand; `index` and `budget` are those of its release.
pub fn outcomes(text: &str, lines: bool, index: Option<&Index>, budget: Budget, notes: &mut Notes<'_>) -> Outcomes {
    let mut found: Vec<(CaseId, Outcome, u32)> = Vec::new();
    let mut floors: Vec<(CaseId, f64, u32)> = Vec::new();
    let mut seen = Vec::new();
    let mut known = BTreeSet::new();
    rows(text, lines, &COLUMNS, 5, notes, |row, notes| {
        let (Some(case), Some(entrant)) = (case(row, index, notes), entrant(row, notes)) else {
            return;
        };
        if !known.contains(&entrant) {
            known.insert(entrant.clone());
            seen.push(entrant.clone());
        }
        let floor = if row.even { read(row, 9, Cell::number, notes).unwrap_or_default() } else { None };
        if let Some(floor) = floor {
            floors.push((case.clone(), floor, row.line));
        }
        found.push((case, outcome(row, entrant, budget, notes), row.line));
    });
    Outcomes { outcomes: unique(found, notes), floors: agreed(floors, notes), seen }
}

/// The case of a row, where it is one of the index.
pub(super) fn case(row: &Row, index: Option<&Index>, notes: &mut Notes<'_>) -> Option<CaseId> {
    let name = named(row, 0, "case_id", notes)?;
    match name.parse::<CaseId>() {
        Ok(case) if index.is_some_and(|index| index.position(&case).is_none()) => {
            notes.invalid(row.place(), format!("the case `{case}` is not in the index: the row is surplus"));
            None
        }
        Ok(case) => Some(case),
        Err(cause) => {
            notes.invalid(row.place(), format!("`case_id`: {} is no id: {cause}", shown(name)));
            None
        }
    }
}

/// A text that every row must have.
pub(super) fn named<'r>(row: &'r Row, at: usize, column: &str, notes: &mut Notes<'_>) -> Option<&'r str> {
    let text = match &row.cells[at] {
        Some(cell) => cell.text(),
        None => Err("is empty".to_owned()),
    };
    text.map_err(|message| notes.invalid(row.place(), format!("`{column}` {message}: nobody's row"))).ok()
}

fn entrant(row: &Row, notes: &mut Notes<'_>) -> Option<EntrantId> {
    let name = named(row, 1, "model", notes)?;
    let pool = match &row.cells[5] {
        None => FULL,
        Some(cell) => match cell.text() {
            Ok(pool) => pool,
            Err(message) => {
                notes.invalid(row.place(), format!("`pool` {message}: nobody's row"));
                return None;
            }
        },
    };
    let model = name.parse::<SystemId>().map_err(|cause| format!("`model`: {} is no id: {cause}", shown(name)));
    let pool = pool.parse::<PoolId>().map_err(|cause| format!("`pool`: {} is no id: {cause}", shown(pool)));
    match (model, pool) {
        (Ok(model), Ok(pool)) => Some(EntrantId { model, pool }),
        (Err(message), _) | (_, Err(message)) => {
            notes.invalid(row.place(), message);
            None
        }
    }
}

fn outcome(row: &Row, entrant: EntrantId, budget: Budget, notes: &mut Notes<'_>) -> Outcome {
    let before = notes.wrong();
    let status = read(row, 6, |cell| cell.text().map(shown_name), notes).unwrap_or_default();
    let rejection = read(row, 8, |cell| cell.text().map(shown_name), notes).unwrap_or_default();
    let calls = read(row, 7, Cell::whole, notes).unwrap_or_default();
    let valid = read(row, 2, Cell::flag, notes).unwrap_or_default();
    let loss = read(row, 3, Cell::loss, notes).unwrap_or_default();
    let credits = read(row, 4, Cell::whole, notes).unwrap_or_default();
    let scored = if status.as_deref() == Some(Run::INFRASTRUCTURE) {
        // Whatever else the row says: the case waits for its replay.
        Err(Unscored::Infrastructure)
    } else if !row.even || before < notes.wrong() {
        Err(Unscored::Unusable)
    } else {
        match (valid, loss, credits) {
            (Some(valid), Some(loss), Some(credits)) if credits <= budget.credits() => {
                Ok(Scored { valid, loss, credits })
            }
            (Some(_), Some(_), Some(credits)) => {
                let most = budget.credits();
                notes.invalid(row.place(), format!("`credits` is {credits}, more than the budget of {most}"));
                Err(Unscored::Unusable)
            }
            (None, None, None) => Err(Unscored::Missing),
            (Some(_), Some(_), None) => Err(Unscored::NoLedger),
            _ => {
                notes.invalid(row.place(), "has some of `valid`, `loss` and `credits`, but not all");
                Err(Unscored::Unusable)
            }
        }
    };
    Outcome { entrant, status, scored, calls, rejection, plan: None }
}

/// A cell that may be empty; an error where it is wrong, which is a fault by then.
pub(super) fn read<T>(
    row: &Row,
    at: usize,
    parse: impl Fn(&Cell) -> Result<T, String>,
    notes: &mut Notes<'_>,
) -> Result<Option<T>, ()> {
    let Some(cell) = &row.cells[at] else {
        return Ok(None);
    };
    parse(cell).map(Some).map_err(|message| notes.invalid(row.place(), format!("`{}` {message}", COLUMNS[at])))
}

fn unique(mut found: Vec<(CaseId, Outcome, u32)>, notes: &mut Notes<'_>) -> Vec<(CaseId, Outcome)> {
    found.sort_by(|a, b| (&a.0, &a.1.entrant, a.2).cmp(&(&b.0, &b.1.entrant, b.2)));
    let mut outcomes = Vec::with_capacity(found.len());
    for twins in found.chunk_by(|a, b| (&a.0, &a.1.entrant) == (&b.0, &b.1.entrant)) {
        let (case, outcome, line) = &twins[0];
        let mut outcome = outcome.clone();
        for (_, _, other) in &twins[1..] {
            let message =
                format!("`{}` has a row for `{case}` on line {line} already: neither counts", outcome.entrant);
            notes.invalid(Place::Line(*other, None), message);
            outcome = Outcome {
                entrant: outcome.entrant,
                status: None,
                scored: Err(Unscored::Unusable),
                calls: None,
                rejection: None,
                plan: None,
            };
        }
        outcomes.push((case.clone(), outcome));
    }
    outcomes
}

/// One floor a case; a case whose rows disagree has none.
fn agreed(mut floors: Vec<(CaseId, f64, u32)>, notes: &mut Notes<'_>) -> Vec<(CaseId, f64)> {
    floors.sort_by(|a, b| (&a.0, a.2).cmp(&(&b.0, b.2)));
    let mut agreed = Vec::new();
    for rows in floors.chunk_by(|a, b| a.0 == b.0) {
        let (case, floor, line) = &rows[0];
        match rows.iter().find(|(_, other, _)| other != floor) {
            None => agreed.push((case.clone(), *floor)),
            Some((_, other, there)) => {
                let message = format!("the floor of `{case}` is {other} here and {floor} on line {line}: none is used");
                notes.invalid(Place::Line(*there, None), message);
            }
        }
    }
    agreed
}
