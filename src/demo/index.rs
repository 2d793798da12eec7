//! The tasks and systems of a demo → its index and its README, both of which say that nothing in it is real.

use serde_json::{Value, json};

use super::cast::{Role, System, Task};
use super::series::schedule;
use super::size::DemoSize;
use super::task::{first_run, runs};
use crate::domain::day::RunDay;
use crate::error::{Error, Result};

/// The text of `site/index.json`.
pub(super) fn index(size: &DemoSize, tasks: &[Task], systems: &[System]) -> Result<String> {
    let last_run = |task: &Task| runs(task, size.days).last().unwrap_or_default();
    let entries = tasks.iter().map(|task| task_entry(task, last_run(task), systems)).collect::<Result<Vec<Value>>>()?;
    let index = json!({
        "kinds": kinds(),
        "tasks": entries,
        "systems": systems.iter().map(system_entry).collect::<Vec<Value>>(),
        "taxonomy": {
            "domains": [
                {"name": "Energy", "leaves": ["Electricity load", "Renewable output"]},
                {"name": "Mobility", "leaves": ["Public transport"]},
                {"name": "Health", "leaves": [{"name": "Emergency care"}]},
                {"name": "Markets", "leaves": ["Metals"]},
                {"name": "Environment", "leaves": ["Rivers"]},
            ],
            "facets": {"driver": {
                "weather": "Weather",
                "calendar": "Calendar and holidays",
                "epidemic": "Spread of disease",
                "market": "Market prices",
            }},
        },
        "exclusions": exclusions(tasks, systems),
        "continual_note": "This is a synthetic paragraph: your workspace holds what you left in it on the previous run day. Earlier \
                           submissions are in `history/`; no scores and no actual values are given.",
    });
    let text = serde_json::to_string_pretty(&index)
        .map_err(|cause| Error::new("cannot write the demo's index").because(cause))?;
    Ok(text + "\n")
}

fn kinds() -> Value {
    json!([
        {"id": "agent", "label": "Agent", "group": "Agents", "deadline": true,
            "text": "General-purpose agents that must find everything themselves. Synthetic."},
        {"id": "expert", "label": "Expert", "group": "Expert forecast", "deadline": false,
            "text": "The first issue of a synthetic expert after the cutoff."},
        {"id": "tsfm", "label": "TSFM", "group": "Time-series foundation models", "deadline": false,
            "text": "Zero-shot models on the curated input $X_d$. Synthetic."},
        {"id": "reference", "label": "Reference", "group": "Reference", "deadline": false,
            "text": "The value on the same weekday in the latest week observed before the run."},
    ])
}

fn task_entry(task: &Task, last_run: usize, systems: &[System]) -> Result<Value> {
    let template = task.template;
    let expert = systems.iter().find(|system| system.role == Role::Expert && template.expert);
    let levels: Vec<f64> = template.levels.iter().map(|&level| f64::from(level) / 10_000.0).collect();
    let schedule = schedule(template)?;
    let next = RunDay(first_run().plus(last_run as i32 + template.every_days));
    let next = schedule.start_on(next);
    Ok(json!({
        "id": task.id,
        "title": task.title,
        "unit": template.unit,
        "decimals": template.decimals,
        "description": format!(
            "**Synthetic data**, drawn from a seed; no such quantity was ever measured. The daily value $y_u$ in {unit} settles on the \
             first value released, at 06:00 on the next day by the local clock ({zone}). Forecasts are due for $d + h$ with \
             $h \\in \\{{{horizons}\\}}$; later revisions never count.",
            unit = template.unit,
            zone = template.timezone,
            horizons = template.horizons.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        ),
        "domain": template.domain,
        "leaf": template.leaf,
        "driver": template.driver,
        "tradable": template.domain == "Markets",
        "schedule": {
            "every_days": template.every_days,
            "snapshot": "08:00",
            "cutoff": "12:00",
            "timezone": template.timezone,
        },
        "next_run": next.display_with_offset(schedule.timezone.to_offset(next)).to_string(),
        "horizons": template.horizons,
        "levels": levels,
        "baseline": expert.map(|system| system.id.as_str()),
        "baseline_visible": expert.is_some() && template.expert_visible,
    }))
}

fn system_entry(system: &System) -> Value {
    let text = match system.role {
        Role::Reference => {
            "The seasonal naive of the layout. On some days its file is left out, to be computed from the inputs."
        }
        Role::Fresh if system.points => "A synthetic agent that gives *one value* a date instead of quantiles.",
        Role::Fresh => "A synthetic agent that starts each run day afresh.",
        Role::Continual => "A synthetic agent that keeps its workspace from one run day to the next.",
        Role::Covariates => "A synthetic time-series model, zero-shot, with covariates.",
        Role::HistoryOnly => "A synthetic time-series model, zero-shot, with the target's history only.",
        Role::Expert => "A synthetic expert desk; its issue comes after the cutoff.",
    };
    let mut entry = json!({
        "id": system.id,
        "kind": system.role.kind(),
        "label": system.label,
        "description": text,
    });
    if let Some((harness, model)) = &system.runs {
        entry["harness"] = json!(harness);
        entry["model"] = json!(model);
        entry["version"] = json!("1.0.0");
        entry["continual"] = json!(system.role == Role::Continual);
    }
    if let Some(counterpart) = &system.continual_of {
        entry["continual_of"] = json!(counterpart);
    }
    entry
}

/// One declared exclusion, on the eighth run day of the first task.
fn exclusions(tasks: &[Task], systems: &[System]) -> Value {
    let (Some(task), Some(system)) = (tasks.first(), systems.get(3)) else { return json!([]) };
    json!([{
        "task": task.id,
        "run_day": first_run().plus(7).to_string(),
        "system": system.id,
        "reason": "synthetic example of an exclusion: the model was given an input of the wrong day",
    }])
}

/// The text of the dataset's README.
pub(super) fn readme(size: &DemoSize) -> String {
    format!(
        "# Synthetic forecasts\n\n\
         Every value here is drawn from a seed by `foreboard demo`. No such quantity was measured, no such system exists, and no conclusion \
         about any forecaster follows from it. It fills every place of the \"runs\" layout, with late, failed, broken and invalid files among \
         the good ones, so that a site, a reader or a benchmark can be tried.\n\n\
         Made with `--tasks {} --days {} --systems {} --seed {}`; the same numbers give the same bytes.\n\n\
         Free to use without conditions (CC0-1.0).\n",
        size.tasks, size.days, size.systems, size.seed
    )
}
