//! The counts of a release → its files, one after the other, as paths and bytes; and the folder they go to. A file of a case or a run depends on the
//! seed alone, never on how many others there are.

use std::path::Path;

use super::cast::{self, Model};
use super::cohorts::{Case, cases};
use super::episode;
use super::manifest::{self, Payload};
use super::run::{self, Run};
use super::scene::Scene;
use super::size::FwbenchSize;
use crate::demo::write::{Summary, into_folder};
use crate::error::Result;

/// Writes a synthetic release into `dir`, which must be empty or new.
pub fn write_fwbench(dir: &Path, size: &FwbenchSize) -> Result<Summary> {
    size.check()?;
    into_folder(dir, |sink| each_fwbench_file(size, sink))
}

/// Hands every file of the release to `sink`: its path below the root, and its bytes. Files of one folder follow each other.
pub fn each_fwbench_file(size: &FwbenchSize, sink: &mut dyn FnMut(&str, &[u8]) -> Result<()>) -> Result<()> {
    size.check()?;
    let cases: Vec<Case> = cases(size.cases);
    let models: Vec<Model> = (0..size.models as u64).map(|number| cast::model(size.seed, number)).collect();
    let mut payload = Payload::default();
    let readme = manifest::readme(size);
    payload.add("README.md", readme.as_bytes());
    sink("README.md", readme.as_bytes())?;
    for (path, text) in [
        ("manifests/settings.json", manifest::settings(&models)),
        ("manifests/cases.json", manifest::index(size.seed, &cases)),
    ] {
        payload.add(path, text.as_bytes());
        sink(path, text.as_bytes())?;
    }
    for case in &cases {
        let scene = Scene::new(size.seed, case);
        for (path, bytes) in episode::files(&scene) {
            payload.add(&path, &bytes);
            sink(&path, &bytes)?;
        }
        for model in &models {
            run_files(&format!("runs/{}/{}", model.id, case.id), run::run(&scene, model), sink)?;
        }
    }
    sink("manifests/files.json", payload.text().as_bytes())
}

fn run_files(folder: &str, run: Run, sink: &mut dyn FnMut(&str, &[u8]) -> Result<()>) -> Result<()> {
    if let Some(submission) = run.submission {
        sink(&format!("{folder}/submission.json"), &submission)?;
    }
    if let Some(ledger) = run.ledger {
        sink(&format!("{folder}/ledger.json"), &episode::bytes(&ledger))?;
    }
    sink(&format!("{folder}/result.json"), &episode::bytes(&run.result))?;
    sink(&format!("{folder}/trace.json"), &episode::bytes(&run.trace))
}
