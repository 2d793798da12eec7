//! Scores of the real default dataset against values computed outside this project: `data/flusight-small/expected.json`, from exact rational
//! arithmetic cross-checked against two independent libraries (see the README beside it).

use std::path::Path;

use foreboard::config::Config;
use foreboard::domain::dataset::Dataset;
use foreboard::pipeline::{self, Data, Timings, Watch};
use serde_json::Value;

/// Nobody watches.
pub struct Silent;

impl Watch for Silent {
    fn stage(&self, _: &'static str, _: Option<u64>) {}
    fn tick(&self) {}
}

/// The repository's file or folder.
pub fn at(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The repository's own configuration with its dataset.
pub fn default_site() -> (Config, Dataset) {
    let config = Config::load(&at("foreboard.toml")).expect("the repository's configuration");
    let read = pipeline::read(&config.tracks[0], &Silent, &mut Timings::default());
    let Ok(Data::Runs(dataset)) = read else { panic!("the repository's dataset: {read:?}") };
    (config, dataset)
}

fn close(ours: f64, theirs: f64) -> bool {
    (ours - theirs).abs() <= 1e-12 * theirs.abs().max(1e-300) || ours == theirs
}

#[test]
fn the_default_site_scores_what_others_computed() {
    let expected: Value =
        serde_json::from_slice(&std::fs::read(at("data/flusight-small/expected.json")).unwrap()).unwrap();
    let (config, dataset) = default_site();
    let results = pipeline::runs::score(&dataset, &config.tracks[0], &Silent, &mut Timings::default());
    let tasks = expected["tasks"].as_object().unwrap();
    assert_eq!(tasks.len(), 2);
    for (id, reference) in tasks {
        let task = results.tasks.iter().find(|task| task.data.task.id.as_str() == id).unwrap();
        assert_eq!(task.board.pairs as u64, reference["n_common_pairs"].as_u64().unwrap(), "{id}");
        let order: Vec<&str> = task.board.rows.iter().map(|row| row.system.as_str()).collect();
        let theirs: Vec<&str> =
            reference["order_by_scaled_crps"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
        assert_eq!(order, theirs, "{id}");
        for row in &task.board.rows {
            let theirs = &reference["rows"][row.system.as_str()];
            assert_eq!(row.n_own as u64, theirs["n_own_pairs"].as_u64().unwrap(), "{id} {:?}", row.system);
            let figures = &row.figures;
            for (key, ours) in [
                ("crps", figures.crps.mean()),
                ("mae", figures.mean_abs_error()),
                ("coverage_80", figures.coverage),
                ("scaled_crps", figures.scaled_crps()),
                ("scaled_mae", figures.scaled_mae()),
            ] {
                let (ours, theirs) = (ours.unwrap(), theirs[key].as_f64().unwrap());
                assert!(close(ours, theirs), "{id} {:?} {key}: {ours} is not {theirs}", row.system);
            }
        }
    }
}

#[test]
fn the_ledger_of_the_default_site_balances_with_what_its_provenance_counts() {
    let (config, dataset) = default_site();
    let results = pipeline::runs::score(&dataset, &config.tracks[0], &Silent, &mut Timings::default());
    let account = results.account();
    // 416 submissions, 1,660 pairs, 49 of them late: the README beside the data.
    assert_eq!(account.submissions.total(), 416);
    assert_eq!(account.forecasts.total(), 1_659 + 1);
    assert_eq!(account.submissions.of(foreboard::score::ledger::Outcome::Late), 49);
    assert_eq!(dataset.faults, []);
}
