//! A case → the six files of its episode and the file of its target.

use serde_json::{Value, json};

use super::cohorts::{Domain, Keys};
use super::manifest::hex_sha256;
use super::plan::{BLOCK_HOURS, RESERVATION};
use super::scene::{HISTORY, Packet, Scene};
use super::tariff::{self, BUDGET, EVIDENCE, PROFILE, UNIT};

/// The files of a case: path below the release's root, and bytes.
pub(super) fn files(scene: &Scene<'_>) -> Vec<(String, Vec<u8>)> {
    let case = scene.case;
    let folder = format!("episodes/{}", case.id);
    let series = match case.place.domain {
        Domain::Electricity => format!("SYN-EIA-{}", case.place.name),
        Domain::CycleHire => format!("SYN-TFL-{}", case.place.name),
    };
    let csv = csv(scene);
    let mut files = vec![
        (format!("{folder}/task.json"), bytes(&task(scene))),
        (format!("{folder}/catalog.json"), bytes(&catalogue(scene, &series, &hex_sha256(&csv)))),
        (format!("{folder}/business_contract.json"), bytes(&contract(scene))),
        (format!("{folder}/forecast_budget.json"), bytes(&budget())),
        (
            format!("{folder}/probabilistic_forecasts.json"),
            bytes(&json!({"models": scene.packets.iter().map(packet).collect::<Vec<_>>()})),
        ),
    ];
    files.push((format!("{folder}/series/{series}.csv"), csv));
    files.push((format!("reproduction_targets/{}.json", case.id), bytes(&target(scene))));
    files
}

/// A line of JSON.
pub(super) fn bytes(value: &Value) -> Vec<u8> {
    let mut text = value.to_string();
    text.push('\n');
    text.into_bytes()
}

fn csv(scene: &Scene<'_>) -> Vec<u8> {
    let first = scene.case.last_visible.plus(1 - HISTORY as i64);
    let mut text = String::from("timestamp,value\n");
    for (step, value) in scene.history.iter().enumerate() {
        text.push_str(&format!("{},{value:.1}\n", first.plus(step as i64)));
    }
    text.into_bytes()
}

fn task(scene: &Scene<'_>) -> Value {
    let case = scene.case;
    json!({
        "schema_version": "0.1",
        "task_id": format!("p3--{}--b{BUDGET}", case.id),
        "group_id": case.place.name,
        "split": "test",
        "family": format!("decision_flexible_{}", case.lead.key()),
        "instruction": "Synthetic case. Choose eight capacities of three hours each for the target day; forecasts cost credits.",
        "as_of": case.as_of.to_string(),
        "catalog": "catalog.json",
        "max_calls": 12,
        "allowed_tools": null,
        "max_output_tokens": 16_384,
    })
}

fn catalogue(scene: &Scene<'_>, series: &str, sha256: &str) -> Value {
    let case = scene.case;
    json!({"series": [{
        "series_id": series,
        "name": format!("Synthetic demand of {}", case.place.name),
        "path": format!("series/{series}.csv"),
        "unit": case.place.domain.unit(),
        "frequency": "1h",
        "source": "synthetic, drawn from a seed",
        "source_url": "https://example.org/synthetic",
        "license_id": "CC0-1.0",
        "attribution": "No one: no such quantity was measured.",
        "sha256": sha256,
        "observed_start": case.last_visible.plus(1 - HISTORY as i64).to_string(),
        "observed_end": case.last_visible.to_string(),
        "snapshot_at": case.as_of.to_string(),
        "quality": "synthetic",
    }]})
}

fn contract(scene: &Scene<'_>) -> Value {
    let case = scene.case;
    let mut contract = json!({
        "id": format!("p3--{}--b{BUDGET}_full", case.id),
        "terms": {
            "billing": "imbalance",
            "block_hours": BLOCK_HOURS,
            "reservation": RESERVATION,
            "shortage": 1.0,
            "emergency": 0.0,
            "emergency_buffer": 0.1,
            "adjustment": 0.0,
            "ramp": 0.3,
            "hourly_priority": scene.priority,
        },
        "target_start": case.target_start.to_string(),
        "target_end": case.target_start.plus(24).to_string(),
        "as_of": case.as_of.to_string(),
    });
    let grid: Vec<f64> = scene.grid().collect();
    if case.cohort.keys != Keys::Generic {
        contract["scale_mw"] = json!(scene.scale);
        contract["capacity_grid_mw"] = json!(grid);
    }
    if case.cohort.keys != Keys::Legacy {
        contract["scale"] = json!(scene.scale);
        contract["capacity_grid"] = json!(grid);
        contract["unit"] = json!(case.place.domain.unit());
        contract["domain"] = json!(case.place.domain.key());
        contract["observation_support"] = json!("nonnegative");
    }
    contract
}

fn budget() -> Value {
    let rates: Vec<Value> = tariff::cells()
        .map(|cell| {
            json!({
                "model": cell.seller.key(),
                "context_limit": cell.context_limit,
                "horizon_limit": cell.horizon_limit,
                "credits": cell.credits,
            })
        })
        .collect();
    json!({"profile_id": PROFILE, "unit": UNIT, "budget": BUDGET, "evidence_sha256": EVIDENCE, "rates": rates})
}

fn packet(packet: &Packet) -> Value {
    let mut quantiles = serde_json::Map::new();
    for level in 0..9 {
        let values: Vec<f64> = packet.quantiles.iter().map(|hour| hour[level]).collect();
        quantiles.insert(format!("0.{}", level + 1), json!(values));
    }
    let timestamps: Vec<String> =
        (0..packet.quantiles.len()).map(|step| packet.first.plus(step as i64).to_string()).collect();
    json!({
        "model": packet.seller.key(),
        "hours": 1,
        "context_steps": HISTORY,
        "timestamp": timestamps,
        "quantiles": quantiles,
    })
}

fn target(scene: &Scene<'_>) -> Value {
    let timestamps: Vec<String> =
        (0..scene.actual.len()).map(|step| scene.case.target_start.plus(step as i64).to_string()).collect();
    json!({"case_id": scene.case.id, "actual": scene.actual, "timestamps": timestamps})
}
