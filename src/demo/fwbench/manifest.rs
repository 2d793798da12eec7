//! The cases and models of a release → its settings, its index, the list of its files, and a README that says that nothing in it is real.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::cast::Model;
use super::cohorts::{COHORTS, Case, Domain, cases};
use super::size::FwbenchSize;
use super::tariff::BUDGET;
use crate::demo::random::{Purpose, Stream};
use crate::error::Result;

/// What the release calls itself.
const VERSION: &str = "synthetic-v2";

/// The text of `manifests/settings.json`.
pub(super) fn settings(models: &[Model]) -> String {
    let weights: Vec<String> =
        COHORTS.iter().map(|cohort| format!("    \"{}\": {}", cohort.key, cohort.weight)).collect();
    let models: Vec<&str> = models.iter().map(|model| model.id.as_str()).collect();
    format!(
        "{{\n  \"version\": \"{VERSION}\",\n  \"aggregation\": \"Cohort weights; equal groups within a cohort; equal cases within a group.\",\n  \
         \"cohort_weights\": {{\n{}\n  }},\n  \"main_cost_weight\": 0.01,\n  \"cost_weights\": [0, 0.001, 0.003, 0.01, 0.03, 0.1],\n  \
         \"budget\": {BUDGET},\n  \"rank\": \"Ascending g_cost at the main cost weight.\",\n  \"max_calls\": 12,\n  \
         \"max_output_tokens\": 16384,\n  \"local_seed\": 1701,\n  \"models\": {}\n}}\n",
        weights.join(",\n"),
        json!(models)
    )
}

/// The text of `manifests/cases.json` for a size, without making anything else.
pub fn fwbench_index(size: &FwbenchSize) -> Result<String> {
    size.check()?;
    Ok(index(size.seed, &cases(size.cases)))
}

/// The text of `manifests/cases.json`: rows in no order, keys in another order in each domain, as in the published index.
pub(super) fn index(seed: u64, cases: &[Case]) -> String {
    let mut rows: Vec<(u64, String)> = cases
        .iter()
        .map(|case| {
            let place = Stream::new(seed, Purpose::Shuffle, &[case.number as u64]).below(u64::MAX);
            (place, row(case))
        })
        .collect();
    rows.sort_unstable();
    let rows: Vec<String> = rows.into_iter().map(|(_, row)| row).collect();
    format!(
        "{{\n \"version\": \"{VERSION}\",\n \"track\": \"{VERSION}\",\n \"cases\": [\n{}\n ]\n}}\n",
        rows.join(",\n")
    )
}

fn row(case: &Case) -> String {
    let name = case.place.name;
    let domain = format!("\"domain\": \"{}\"", case.place.domain.key());
    let family = format!("\"family\": \"{}\"", case.lead.key());
    let cohort = format!("\"cohort\": \"{}\"", case.cohort.key);
    let times = format!(
        "\"target_start\": \"{}\", \"target_end\": \"{}\", \"as_of\": \"{}\", \"last_visible\": \"{}\", \"expected_horizon\": {}",
        case.target_start,
        case.target_start.plus(24),
        case.as_of,
        case.last_visible,
        case.lead.horizon(),
    );
    let middle = match case.place.domain {
        Domain::CycleHire => format!("\"group_id\": \"{name}\", {domain}, {family}, {times}, {cohort}"),
        Domain::Electricity => format!("{family}, {times}, {cohort}, {domain}"),
    };
    format!(
        "  {{\"case_id\": \"{id}\", \"authority\": \"{name}\", {middle}, \"historical\": {historical}, \"episode_path\": \"episodes/{id}\", \
         \"target_path\": \"reproduction_targets/{id}.json\", \"unit\": \"{unit}\", \"license_id\": \"CC0-1.0\"}}",
        id = case.id,
        historical = case.cohort.historical,
        unit = case.place.domain.unit(),
    )
}

/// The path, size and digest of each file that does not belong to a run.
#[derive(Default)]
pub(super) struct Payload(Vec<Value>);

impl Payload {
    pub(super) fn add(&mut self, path: &str, bytes: &[u8]) {
        self.0.push(json!({"path": path, "size": bytes.len(), "sha256": hex_sha256(bytes)}));
    }

    /// The text of `manifests/files.json`.
    pub(super) fn text(&self) -> String {
        let rows: Vec<String> = self.0.iter().map(Value::to_string).collect();
        format!("{{\"version\": \"{VERSION}\", \"files\": [\n{}\n]}}\n", rows.join(",\n"))
    }
}

/// The SHA-256 of some bytes, in hex.
pub(super) fn hex_sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The text of the README.
pub(super) fn readme(size: &FwbenchSize) -> String {
    format!(
        "# Synthetic release of a forecast workflow benchmark\n\n\
         Every value here is drawn from a seed by `foreboard demo --layout fwbench`. The names of authorities and stations only give the release \
         the shape of a published one: none of these demands was measured, no such model exists, and no conclusion about any model, place or \
         forecaster follows from it. It fills every place of the raw layout: episodes, targets, and runs with good plans, rejected ones, \
         stopped ones and lost ledgers, so that a grader, a site or a benchmark can be tried.\n\n\
         Prices are the published tariff of the Forecast Workflow Bench; everything else is made up.\n\n\
         Made with `--cases {} --models {} --seed {}`; the same numbers give the same bytes.\n\n\
         Free to use without conditions (CC0-1.0).\n",
        size.cases, size.models, size.seed
    )
}
