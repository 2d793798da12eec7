//! A model at a case → the files of its run: what it submitted, what it paid, what became of it and what it called.

use serde_json::{Value, json};

use super::cast::{Habit, Model};
use super::garble::{self, FORMS, Form};
use super::plan::{self, Steps};
use super::scene::{Belief, Scene};
use super::tariff::{BUDGET, Cell, PROFILE, Seller, UNIT, quote};
use crate::demo::random::Stream;

/// The files of a run; one that is absent is not written.
pub(super) struct Run {
    pub(super) submission: Option<Vec<u8>>,
    pub(super) ledger: Option<Value>,
    pub(super) result: Value,
    pub(super) trace: Value,
}

/// One case in this many is broken off, or loses its ledger, where a model has that habit; the first is among the first eight.
const EVERY: usize = 420;
const FIRST: usize = 5;
/// Hours of context that every call asks with.
const CONTEXT: u32 = 336;

struct Purse {
    spent: u64,
    entries: Vec<(Cell, u32, &'static str)>,
    refused: bool,
}

/// What a model leaves behind at a case.
pub(super) fn run(scene: &Scene<'_>, model: &Model) -> Run {
    let mut draw = scene.draw(model.number);
    let purse = shop(scene, model, &mut draw);
    let stopped = scene.case.number % EVERY == FIRST;
    let (submission, status) = match model.habit {
        Habit::Silent => (None, "execution_error"),
        // Every other stop came after a plan was filed: it counts no more than one without.
        Habit::Interrupted if stopped => {
            let filed = (scene.case.number / EVERY) % 2 == 1;
            (filed.then(|| submission(scene, model, &purse, Form::Plain, &mut draw)), "infrastructure_stop")
        }
        Habit::Garbled => {
            let form = FORMS[scene.case.number % FORMS.len()];
            let status = if matches!(form, Form::Plain | Form::OffGrid | Form::Breached) {
                "completed"
            } else {
                "invalid_submission"
            };
            let text = submission(scene, model, &purse, form, &mut draw);
            // Of two ways to submit no text, one is to write no file.
            let absent = form == Form::NotText && !(scene.case.number / FORMS.len()).is_multiple_of(2);
            ((!absent).then_some(text), status)
        }
        _ if purse.refused && draw.below(20) == 0 => (None, "budget_exhausted"),
        _ => {
            let form = match draw.below(1_000) {
                slip if slip >= model.slips => Form::Plain,
                slip if slip % 2 == 0 => Form::OffGrid,
                _ => Form::Breached,
            };
            (Some(submission(scene, model, &purse, form, &mut draw)), "completed")
        }
    };
    let trace = trace(&purse, submission.is_some(), &mut draw);
    Run {
        submission,
        ledger: (model.habit != Habit::Ledgerless || !stopped).then(|| ledger(&purse)),
        result: json!({
            "status": status,
            "task_id": format!("p3--{}--b{BUDGET}", scene.case.id),
            "model": model.id,
            "provider": "synthetic",
            "code_sha256": "0".repeat(64),
        }),
        trace,
    }
}

fn shop(scene: &Scene<'_>, model: &Model, draw: &mut Stream) -> Purse {
    let mut purse = Purse { spent: 0, entries: Vec::new(), refused: false };
    let horizon = scene.case.lead.horizon();
    for &seller in model.shopping.list(scene.case.lead, draw.below(100)) {
        let Some(cell) = quote(seller, CONTEXT, horizon) else { continue };
        if BUDGET < purse.spent + cell.credits {
            purse.refused = true;
            continue;
        }
        // A call that fails is paid all the same.
        let status = if draw.below(60) == 0 { "backend_error" } else { "completed" };
        purse.spent += cell.credits;
        purse.entries.push((cell, horizon, status));
    }
    purse
}

fn submission(scene: &Scene<'_>, model: &Model, purse: &Purse, form: Form, draw: &mut Stream) -> Vec<u8> {
    let has =
        |seller: Seller| purse.entries.iter().any(|(cell, _, status)| cell.seller == seller && *status == "completed");
    let belief = match (has(Seller::Chronos2), has(Seller::Bolt)) {
        (true, _) => Belief::Chronos2,
        (false, true) => Belief::Bolt,
        (false, false) => Belief::History,
    };
    let mut steps: Steps = plan::spoiled(scene.plan(belief), model.carelessness, draw);
    if form == Form::Breached {
        steps = plan::breached(&steps);
    }
    let mut values: Vec<f64> = steps.iter().map(|&step| scene.capacity(step)).collect();
    if form == Form::OffGrid {
        // Half a step: nearer to no capacity than to another.
        values[2] += 0.025 * scene.scale;
    } else if draw.below(2) == 0 {
        // Six decimals are within the tolerance of the grid.
        for value in &mut values {
            *value = (*value * 1e6).round() / 1e6;
        }
    }
    garble::text(form, &values)
}

fn ledger(purse: &Purse) -> Value {
    let entries: Vec<Value> = purse
        .entries
        .iter()
        .map(|(cell, horizon, status)| {
            json!({
                "model": cell.seller.key(),
                "context_steps": CONTEXT,
                "horizon": horizon,
                "credits": cell.credits,
                "context_bucket": cell.context_limit,
                "horizon_bucket": cell.horizon_limit,
                "status": status,
            })
        })
        .collect();
    json!({
        "profile_id": PROFILE,
        "unit": UNIT,
        "budget": BUDGET,
        "spent": purse.spent,
        "remaining": BUDGET - purse.spent,
        "predictions": entries.len(),
        "entries": entries,
    })
}

fn trace(purse: &Purse, submitted: bool, draw: &mut Stream) -> Value {
    let looks = 1 + draw.below(3) as usize;
    let mut events = vec![json!({"tool": "read_history"}); looks];
    events.extend(purse.entries.iter().map(|(cell, ..)| json!({"tool": "forecast", "model": cell.seller.key()})));
    if submitted {
        events.push(json!({"tool": "submit"}));
    }
    json!({"calls": events.len(), "events": events})
}
