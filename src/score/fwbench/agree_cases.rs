//! A table of per-case results against raw files of the same cases.

use super::agree::{Agreement, Checked, Ours, Status, TOLERANCE, compared};
use super::cases::CaseResults;
use super::ground::Ground;
use super::results::Depth;
use crate::domain::fwbench::outcome::{MenuPlan, Outcome, Table};
use crate::domain::fwbench::published::{FigureKey, PublishedFigure, Quantity, Source, Subject};
use crate::domain::id::CaseId;

/// Adds what a table says of single cases, where raw files are graded besides: figures that differ are listed, all others counted.
pub(super) fn compare_cases(ground: &Ground, agreement: &mut Agreement) {
    let (Depth::Raw, Some(index), Some(table)) = (ground.depth, &ground.release.index, &ground.release.table) else {
        return;
    };
    let graded = |case: &CaseId| ground.cases.get(index.position(case)?);
    let mut note = Note { root: &ground.release.root, agreement };
    let Table { outcomes, menu, floors, .. } = table;
    for (case, outcome) in outcomes {
        compare_outcome(&mut note, case, outcome, graded(case));
    }
    for (case, plan) in menu {
        compare_plan(&mut note, case, plan, graded(case));
    }
    for (case, floor) in floors {
        let ours = graded(case).and_then(|case| case.floor);
        note.figure(Subject::CaseFloor(case.clone()), Quantity::Floor, *floor, within(ours, TOLERANCE));
    }
}

fn compare_outcome(note: &mut Note, case: &CaseId, outcome: &Outcome, graded: Option<&CaseResults>) {
    let Ok(table) = outcome.scored else { return };
    let ours = graded.and_then(|graded| graded.outcome(&outcome.entrant));
    let scored = ours.and_then(|ours| ours.scored.ok());
    let subject = || Subject::Outcome(case.clone(), outcome.entrant.clone());
    let valid = |valid: bool| f64::from(u8::from(valid));
    let own = scored.map(|scored| valid(scored.valid));
    note.figure(subject(), Quantity::Valid, valid(table.valid), within(own, 0.0));
    note.figure(subject(), Quantity::Loss, table.loss, within(scored.map(|scored| scored.loss), TOLERANCE));
    let own = scored.map(|scored| scored.credits as f64);
    note.figure(subject(), Quantity::Credits, table.credits as f64, within(own, 0.0));
    if let Some(calls) = outcome.calls {
        let own = ours.and_then(|ours| ours.calls).map(|calls| calls as f64);
        note.figure(subject(), Quantity::Calls, calls as f64, within(own, 0.0));
    }
}

fn compare_plan(note: &mut Note, case: &CaseId, row: &MenuPlan, graded: Option<&CaseResults>) {
    let menu = graded.and_then(|graded| graded.menu.as_ref().ok());
    let ours = menu.and_then(|menu| menu.iter().find(|plan| plan.policy == row.policy));
    // Without a plan of its own it was not rebuilt: the menu took it from this very row.
    let side = |value: fn(&MenuPlan) -> f64, unit: f64| match ours {
        Some(plan) if plan.plan.is_none() => Ours::Input(value(plan)),
        ours => within(ours.map(value), unit),
    };
    let subject = || Subject::MenuPlan(case.clone(), row.policy.clone());
    note.figure(subject(), Quantity::Loss, row.loss, side(|plan| plan.loss, TOLERANCE));
    note.figure(subject(), Quantity::Credits, row.credits as f64, side(|plan| plan.credits as f64, 0.0));
}

fn within(ours: Option<f64>, unit: f64) -> Ours {
    ours.map_or(Ours::Missing, |ours| Ours::Computed(ours, unit))
}

struct Note<'a> {
    root: &'a str,
    agreement: &'a mut Agreement,
}

impl Note<'_> {
    fn figure(&mut self, subject: Subject, quantity: Quantity, value: f64, ours: Ours) {
        let status = match ours {
            Ours::Computed(ours, unit) => compared(value, ours, unit),
            Ours::Input(_) => Status::PublishedOnly,
            Ours::Missing => Status::NotRecomputable,
        };
        if !matches!(status, Status::Different { .. }) {
            return self.agreement.counted.add(status);
        }
        let source = self.source(&subject);
        let published = PublishedFigure { key: FigureKey { subject, quantity }, value, source };
        self.agreement.figures.push(Checked { published, status });
    }

    /// The table and the row; a table may be CSV or JSON lines, so its name goes without an ending.
    fn source(&self, subject: &Subject) -> Source {
        let (table, place) = match subject {
            Subject::Outcome(case, entrant) => ("outcomes", format!("case {case}, model {entrant}")),
            Subject::MenuPlan(case, policy) => ("menu", format!("case {case}, policy {policy}")),
            Subject::CaseFloor(case) => ("outcomes", format!("case {case}, floor")),
            Subject::Entrant(..) | Subject::Difference(..) | Subject::Oracle(_) | Subject::Reference(_) => {
                ("results", String::new())
            }
        };
        let path = if self.root.is_empty() { table.to_owned() } else { format!("{}/{table}", self.root) };
        Source { path, place }
    }
}
