//! Rows of one entrant each: of leaderboards, sweeps over λ, breakdowns, progress, and references.

use std::collections::BTreeMap;

use super::sheet::{Seen, Sheet, Statement};
use crate::domain::fwbench::case::Family;
use crate::domain::fwbench::entrant::{EntrantId, FULL, Group, Role};
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::published::{Part, Quantity, Reference, Subject};
use crate::domain::id::{PolicyId, PoolId, SystemId};
use crate::read::fwbench::index::shown_name;
use crate::read::fwbench::node::{Node, Notes, at};
use crate::read::fwbench::settings::{id, lambda};
use crate::read::json::shown;

/// What a key of a row means; those of λ need the row's λ.
const QUANTITIES: [(&str, Quantity); 10] = [
    ("loss", Quantity::Loss),
    ("credits", Quantity::Credits),
    ("score", Quantity::Score),
    ("normalized_excess", Quantity::NormalizedExcess),
    ("budget_fraction", Quantity::BudgetFraction),
    ("case_weighted_loss", Quantity::CaseWeightedLoss),
    ("calls", Quantity::Calls),
    ("perfect_demand_floor", Quantity::Floor),
    ("floor", Quantity::Floor),
    ("excess_loss", Quantity::ExcessLoss),
];

impl Sheet {
    /// Every figure of a row or of one of its parts.
    pub(super) fn figures_of(
        &mut self,
        row: &Node<'_>,
        subject: &Subject,
        lambda: Option<Lambda>,
        notes: &mut Notes<'_>,
    ) {
        for (key, quantity) in QUANTITIES {
            if let Some(value) = row.number(key, notes) {
                self.figure(subject, quantity, value, row.path_of(key));
            }
        }
        if let Some(count) = row.whole("valid", notes) {
            self.figure(subject, Quantity::Valid, count as f64, row.path_of("valid"));
        }
        for (key, of) in [("objective", Quantity::Objective as fn(Lambda) -> Quantity), ("g_cost", Quantity::Gap)] {
            match (row.number(key, notes), lambda) {
                (Some(value), Some(lambda)) => self.figure(subject, of(lambda), value, row.path_of(key)),
                (Some(_), None) => row.wrong(key, notes, "is given, but no file says at which cost weight"),
                (None, _) => {}
            }
        }
    }

    /// The λ of a row: its own, else the file's.
    pub(super) fn lambda_of(
        &mut self,
        row: &Node<'_>,
        main: Option<Lambda>,
        notes: &mut Notes<'_>,
    ) -> Result<Option<Lambda>, ()> {
        let key = if row.has("coefficient") { "coefficient" } else { "cost_weight" };
        if !row.has(key) {
            return Ok(main);
        }
        let value = row.number(key, notes).and_then(|value| lambda(row, key, value, notes)).ok_or(())?;
        self.lambdas.insert(value);
        Ok(Some(value))
    }

    /// A row of `models`, `fixed_references` or `summaries`.
    pub(super) fn summary(&mut self, row: &Node<'_>, list: &'static str, main: Option<Lambda>, notes: &mut Notes<'_>) {
        let before = notes.wrong();
        let key = if row.has("config") { "config" } else { "model" };
        let Some(name) = row.text(key, notes) else {
            if !row.has(key) {
                row.wrong(key, notes, "is missing: nobody's row");
            }
            return;
        };
        let Ok(lambda) = self.lambda_of(row, main, notes) else {
            return;
        };
        if let Some(subject) = oracle(name, lambda) {
            self.figures_of(row, &subject, lambda, notes);
            return;
        }
        let Some(model) = id::<SystemId>(name, &row.path_of(key), notes) else {
            return;
        };
        let pool = row.text("pool", notes).unwrap_or(FULL);
        let Some(pool) = id::<PoolId>(pool, &row.path_of("pool"), notes) else {
            return;
        };
        let entrant = EntrantId { model, pool };
        let repeated = !self.rows.insert((list, entrant.clone(), lambda));
        if repeated {
            row.wrong(key, notes, format!("`{entrant}` has another row in `{list}`: it is not ranked"));
        }
        let subject = Subject::Entrant(entrant.clone(), Part::Whole);
        self.figures_of(row, &subject, lambda, notes);
        self.parts(row, &entrant, lambda, notes);
        self.person(row, &entrant, list, key == "config", notes);
        let mut statement = statement(row, notes);
        if list == "models" && statement.complete.is_none() {
            row.wrong("complete", notes, "is missing: the model is not ranked");
            statement.complete = Some(false);
        }
        if before < notes.wrong() {
            statement.complete = Some(false);
        }
        self.statements.push((entrant, statement));
    }

    fn parts(&mut self, row: &Node<'_>, entrant: &EntrantId, lambda: Option<Lambda>, notes: &mut Notes<'_>) {
        let mut cohorts = std::collections::BTreeSet::new();
        for (name, node) in row.entries("cohorts", notes) {
            if let Some(cohort) = id::<crate::domain::id::CohortId>(name, &node.path, notes) {
                let subject = Subject::Entrant(entrant.clone(), Part::Cohort(cohort.clone()));
                self.figures_of(&node, &subject, lambda, notes);
                cohorts.insert(cohort);
            }
        }
        if row.has("cohorts") {
            self.cohorts.push((row.path_of("cohorts"), cohorts));
        }
    }

    fn person(
        &mut self,
        row: &Node<'_>,
        entrant: &EntrantId,
        list: &'static str,
        configured: bool,
        notes: &mut Notes<'_>,
    ) {
        let policy = list == "fixed_references" || entrant.model.as_str().starts_with("fixed_");
        let label = row.text("label", notes).filter(|label| !label.trim().is_empty()).map(shown_name);
        let group = row.whole("group", notes).and_then(|number| {
            let group = Group::of(number);
            if group.is_none() {
                row.wrong("group", notes, format!("is {number}, not 0, 1 or 2"));
            }
            group
        });
        let base = if configured { row.text("model", notes) } else { None };
        let base = base.and_then(|name| id(name, &row.path_of("model"), notes));
        let thinking = row.flag("thinking", notes);
        let role = if policy { Role::Policy } else { Role::Model };
        self.seen.push(Seen { id: entrant.clone(), role, label, group, base, thinking });
    }

    /// A row of `progress`.
    pub(super) fn progress(&mut self, row: &Node<'_>, notes: &mut Notes<'_>) {
        let Some(entrant) = entrant(row, "model", notes) else {
            return;
        };
        let before = notes.wrong();
        let mut statement = statement(row, notes);
        if before < notes.wrong() {
            statement.complete = Some(false);
        }
        self.named(entrant.clone(), role_of(&entrant));
        self.statements.push((entrant, statement));
    }

    /// A row of `breakdowns`.
    pub(super) fn breakdown(&mut self, row: &Node<'_>, notes: &mut Notes<'_>) {
        let (Some(entrant), Some(dimension), Some(group)) =
            (entrant(row, "model", notes), row.text("dimension", notes), row.text("group", notes))
        else {
            return;
        };
        let part = match dimension {
            "cohort" => id(group, &row.path_of("group"), notes).map(Part::Cohort),
            "domain" => id(group, &row.path_of("group"), notes).map(Part::Domain),
            "family" => family(group, &row.path_of("group"), notes).map(Part::Family),
            _ => {
                row.wrong("dimension", notes, format!("is {}, not domain, family or cohort", shown(dimension)));
                None
            }
        };
        if let Some(part) = part {
            self.named(entrant.clone(), role_of(&entrant));
            self.figures_of(row, &Subject::Entrant(entrant, part), None, notes);
        }
    }

    /// `references`: what has no run.
    pub(super) fn references(&mut self, root: &Node<'_>, notes: &mut Notes<'_>) {
        for (name, node) in root.entries("references", notes) {
            let Some(reference) = Reference::of(name) else {
                notes.warn(at(node.path), "a reference that is not known here: not used");
                continue;
            };
            self.figures_of(&node, &Subject::Reference(reference), None, notes);
            let counts = counts(&node, "plan_counts", notes);
            let mut plans = BTreeMap::new();
            for (plan, count) in counts {
                if let Some(plan) = id::<PolicyId>(&plan, &node.path_of("plan_counts"), notes) {
                    plans.insert(plan, count as usize);
                }
            }
            if !plans.is_empty() {
                self.plan_counts.insert(reference, plans);
            }
        }
    }
}

/// Whom a row without a run is about. The plans of least loss are those that the menu's minimum takes at λ = 0; the free plans of least loss are
/// also those of least S, since none costs anything.
fn oracle(name: &str, lambda: Option<Lambda>) -> Option<Subject> {
    match name {
        "cost_aware_oracle" => lambda.map(Subject::Oracle),
        "loss_menu_oracle" => Some(Subject::Oracle(Lambda::ZERO)),
        "free_menu_oracle" => Some(Subject::Reference(Reference::FreeMenu)),
        _ => None,
    }
}

/// The entrant that a field names, in the pool that the row names.
pub(super) fn entrant(row: &Node<'_>, key: &str, notes: &mut Notes<'_>) -> Option<EntrantId> {
    if !row.has(key) {
        row.wrong(key, notes, "is missing");
    }
    let model = id(row.text(key, notes)?, &row.path_of(key), notes)?;
    let pool = id(row.text("pool", notes).unwrap_or(FULL), &row.path_of("pool"), notes)?;
    Some(EntrantId { model, pool })
}

/// What somebody is by its name alone.
pub(super) fn role_of(id: &EntrantId) -> Role {
    if id.model.as_str().starts_with("fixed_") { Role::Policy } else { Role::Model }
}

/// The lead of a key.
pub(super) fn family(key: &str, path: &str, notes: &mut Notes<'_>) -> Option<Family> {
    let family = Family::ALL.into_iter().find(|family| family.key() == key);
    if family.is_none() {
        notes.invalid(at(path), format!("{} is neither day_ahead nor week_ahead", shown(key)));
    }
    family
}

/// Counts by name.
pub(super) fn counts(row: &Node<'_>, key: &str, notes: &mut Notes<'_>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    let Some(object) = row.child(key) else {
        return counts;
    };
    for (name, _) in row.entries(key, notes) {
        if let Some(count) = object.whole(name, notes) {
            counts.insert(shown_name(name), count);
        }
    }
    counts
}

fn statement(row: &Node<'_>, notes: &mut Notes<'_>) -> Statement {
    let count = |key: &str, notes: &mut Notes<'_>| row.whole(key, notes).map(|count| count as usize);
    let statuses = counts(row, "status", notes);
    let infrastructure = row.texts("infrastructure_cases", notes).unwrap_or_default();
    let cases = count("cases", notes);
    Statement {
        scored: count("scored", notes).or(cases),
        expected: count("expected", notes).or(cases),
        complete: row.flag("complete", notes),
        infrastructure: infrastructure.into_iter().map(shown_name).collect(),
        statuses,
        requested: counts(row, "requested_forecast_models", notes),
        paid: count("cases_with_credits", notes),
    }
}
