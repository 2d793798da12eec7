//! Differences of two entrants with their intervals, and what a file says of a model by a part of its name.

use std::collections::BTreeMap;

use super::rows::{counts, entrant, family, role_of};
use super::sheet::{Nicknamed, Sheet};
use crate::domain::fwbench::entrant::{EntrantId, FULL, Role};
use crate::domain::fwbench::published::{Part, PublishedInterval, Quantity, Source, Subject};
use crate::domain::id::{PoolId, SystemId};
use crate::read::fwbench::node::{Node, Notes};
use crate::read::fwbench::settings::id;

/// The pool of the second side of an access contrast.
const WITHOUT: &str = "no_tsfm";

impl Sheet {
    /// A row of `pairs`: the difference of J at a λ.
    pub(super) fn pair(&mut self, row: &Node<'_>, notes: &mut Notes<'_>) {
        let Ok(lambda) = self.lambda_of(row, None, notes) else {
            return;
        };
        let (Some(first), Some(second)) = (entrant(row, "a", notes), entrant(row, "b", notes)) else {
            return;
        };
        let Some(lambda) = lambda else {
            row.wrong("coefficient", notes, "is missing");
            return;
        };
        let quantity = Quantity::Objective(lambda);
        if let Some(value) = row.number("objective_difference", notes) {
            let subject = Subject::Difference(first.clone(), second.clone());
            self.figure(&subject, quantity, value, row.path_of("objective_difference"));
        }
        for id in [&first, &second] {
            self.named(id.clone(), role_of(id));
        }
        self.interval(row, "ci95", (first, second), quantity, notes);
    }

    /// A row of `access_contrasts`: with every forecast, minus without the foundation models.
    pub(super) fn access(&mut self, row: &Node<'_>, notes: &mut Notes<'_>) {
        let Some(full) = entrant(row, "config", notes) else {
            return;
        };
        let Some(without) = pool(WITHOUT, row, notes).map(|pool| EntrantId { model: full.model.clone(), pool }) else {
            return;
        };
        for (key, entrant) in [("valid_full", &full), ("valid_no_tsfm", &without)] {
            if let Some(count) = row.whole(key, notes) {
                let subject = Subject::Entrant(entrant.clone(), Part::Whole);
                self.figure(&subject, Quantity::Valid, count as f64, row.path_of(key));
            }
        }
        self.contrast(row, &(full, without), Role::Model, notes);
    }

    /// A row of `thinking_contrasts`: thinking minus not.
    pub(super) fn thinking(&mut self, row: &Node<'_>, notes: &mut Notes<'_>) {
        let Some(base) = entrant(row, "model", notes) else {
            return;
        };
        let config = |thinking: &str, notes: &mut Notes<'_>| {
            let name = format!("{}--think{thinking}", base.model);
            let model = id::<SystemId>(&name, &row.path_of("model"), notes)?;
            Some(EntrantId { model, pool: base.pool.clone() })
        };
        if let (Some(with), Some(without)) = (config("1", notes), config("0", notes)) {
            self.contrast(row, &(with, without), Role::Model, notes);
        }
    }

    /// A row of `agent_vs_reference`.
    pub(super) fn against_reference(&mut self, row: &Node<'_>, notes: &mut Notes<'_>) {
        let (Some(agent), Some(mut reference)) = (entrant(row, "agent", notes), entrant(row, "reference", notes))
        else {
            return;
        };
        // A fixed policy has one pool, whatever the agent's is.
        if let Some(full) = pool(FULL, row, notes) {
            reference.pool = full;
        }
        self.contrast(row, &(agent, reference), Role::Policy, notes);
    }

    fn contrast(&mut self, row: &Node<'_>, pair: &(EntrantId, EntrantId), second: Role, notes: &mut Notes<'_>) {
        let subject = Subject::Difference(pair.0.clone(), pair.1.clone());
        if let Some(differences) = row.child("differences") {
            self.figures_of(&differences, &subject, None, notes);
        } else {
            row.wrong("differences", notes, "is missing");
        }
        self.named(pair.0.clone(), Role::Model);
        self.named(pair.1.clone(), second);
        for (key, quantity) in [("score_interval95", Quantity::Score), ("loss_interval95", Quantity::Loss)] {
            self.interval(row, key, pair.clone(), quantity, notes);
        }
    }

    fn interval(
        &mut self,
        row: &Node<'_>,
        key: &str,
        pair: (EntrantId, EntrantId),
        quantity: Quantity,
        notes: &mut Notes<'_>,
    ) {
        let Some(ends) = row.numbers(key, notes) else {
            return;
        };
        match ends[..] {
            [low, high] if low <= high => {
                let source = Source { path: self.path.clone(), place: row.path_of(key) };
                self.intervals.push(PublishedInterval { pair, quantity, low, high, source });
            }
            [low, high] => row.wrong(key, notes, format!("runs from {low} down to {high}")),
            _ => row.wrong(key, notes, format!("has {} numbers, not 2", ends.len())),
        }
    }

    /// `<name>_by_lead` and `<name>_tool_calls`, where the name is a part of a model's id.
    pub(super) fn nicknames(&mut self, root: &Node<'_>, keys: &[&str], notes: &mut Notes<'_>) {
        for key in keys {
            if let Some(name) = key.strip_suffix("_by_lead") {
                for (lead, node) in root.entries(key, notes) {
                    let Some(part) = family(lead, &node.path, notes).map(Part::Family) else {
                        continue;
                    };
                    for (field, quantity) in
                        [("loss", Quantity::Loss), ("credits", Quantity::Credits), ("score", Quantity::Score)]
                    {
                        if let Some(value) = node.number(field, notes) {
                            let figure = Nicknamed::Figure(part.clone(), quantity, value, node.path_of(field));
                            self.nicknamed.push((name.to_owned(), figure));
                        }
                    }
                }
            } else if let Some(name) = key.strip_suffix("_tool_calls") {
                let tools: BTreeMap<String, u64> = counts(root, key, notes);
                self.nicknamed.push((name.to_owned(), Nicknamed::Tools(tools)));
            }
        }
    }
}

fn pool(name: &str, row: &Node<'_>, notes: &mut Notes<'_>) -> Option<PoolId> {
    id(name, &row.path_of("pool"), notes)
}
