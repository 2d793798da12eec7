//! Reading: small datasets laid out in a folder of their own, read, and compared with what the layout says they mean.

mod decisions;
mod hostile;
mod index;
mod source;
mod truth;
mod variants;

use std::fs;
use std::path::Path;

use foreboard::domain::dataset::Dataset;
use foreboard::domain::forecast::{Answer, State, Submission};
use foreboard::read::runs::{Limits, assemble, plan, read_unit};
use foreboard::source::local;
use tempfile::TempDir;

/// One task `load` with levels 0.1, 0.5, 0.9, horizons 1 and 2, cutoff 15:00 in Chicago; an agent `ann`, an expert `eve`, a reference `ref`.
const INDEX: &str = r#"{
  "tasks": [{"id": "load", "title": "Load", "levels": [0.1, 0.5, 0.9], "horizons": [1, 2],
    "schedule": {"every_days": 1, "snapshot": "09:00", "cutoff": "15:00", "timezone": "America/Chicago"}}],
  "systems": [{"id": "ann", "kind": "agent"}, {"id": "eve", "kind": "expert"}, {"id": "ref", "kind": "reference"}]
}"#;

/// Where most tests put their one file.
const FILE: &str = "runs/load/2026-01-10/live/ann.json";

/// A list with one good forecast for the day after 2026-01-10.
const GOOD: &str = r#""submitted_at": "2026-01-10T12:00:00Z", "forecasts": [{"target_date": "2026-01-11", "quantiles": {"0.1": 1, "0.5": 2, "0.9": 3}}]"#;

fn lay_out(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temp folder");
    for (path, bytes) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

fn read_folder(root: &Path, unit: usize) -> foreboard::error::Result<Dataset> {
    let snapshot = local::open(root)?;
    let plan = plan(&snapshot, |_| None, &Limits::default())?;
    let readings = plan.units_of(unit).iter().map(|unit| read_unit(&snapshot, &plan, unit)).collect();
    Ok(assemble(&snapshot, plan, readings))
}

fn try_read(files: &[(&str, &[u8])]) -> Result<Dataset, String> {
    let folder = lay_out(files);
    read_folder(folder.path(), 256).map_err(|error| error.to_string())
}

/// The dataset of `INDEX` and these files.
fn read(files: &[(&str, &str)]) -> Dataset {
    let mut all: Vec<(&str, &[u8])> = vec![("site/index.json", INDEX.as_bytes())];
    all.extend(files.iter().map(|(path, text)| (*path, text.as_bytes())));
    try_read(&all).expect("nothing stops the build")
}

/// The one submission of `INDEX` and a file of these bytes, with the faults found.
fn read_bytes(path: &str, bytes: &[u8]) -> (Submission, Vec<String>) {
    let dataset = try_read(&[("site/index.json", INDEX.as_bytes()), (path, bytes)]).expect("nothing stops the build");
    let faults = faults(&dataset);
    let [submission] = &dataset.tasks[0].submissions[..] else {
        panic!("one submission, not {:?}", dataset.tasks[0].submissions);
    };
    (submission.clone(), faults)
}

/// The one submission of `FILE` with this text, and the faults found.
fn read_one(text: &str) -> (Submission, Vec<String>) {
    read_bytes(FILE, text.as_bytes())
}

/// The forecasts of `FILE` with this text; the file must be read and have no fault.
fn answers(text: &str) -> Vec<(String, Answer)> {
    let (submission, faults) = read_one(text);
    assert_eq!((&submission.state, faults), (&State::Read, Vec::new()), "{text}");
    submission.forecasts.iter().map(|forecast| (forecast.target.to_string(), forecast.answer.clone())).collect()
}

/// Every fault as `kind path [place] message`.
fn faults(dataset: &Dataset) -> Vec<String> {
    let shown = |fault: &foreboard::domain::fault::Fault| {
        format!("{} {} [{}] {}", fault.kind.word(), fault.path, fault.place, fault.message)
    };
    dataset.faults.iter().map(shown).collect()
}

fn quantiles(values: &[f64]) -> Answer {
    Answer::Quantiles(values.into())
}
