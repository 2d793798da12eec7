//! Reading: small datasets laid out in a folder of their own, read, and compared with what the layout says they mean.

mod cases;
mod releases;
mod published;
mod raw;
mod real;
mod table;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use foreboard::domain::fault::Fault;
use foreboard::domain::fwbench::release::{Benchmark, Release};
use foreboard::read::fwbench::{Limits, assemble, plan, read_unit};
use foreboard::source::local;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// A dataset as paths and bytes.
#[derive(Debug, Clone, Default)]
pub struct Data(BTreeMap<String, Vec<u8>>);

/// Four cases: two of authority A a day ahead and one of B a week ahead in the cohort `power`, one of C a day ahead in `bike`.
pub const CASES: [(&str, &str, &str, &str, &str); 4] = [
    ("A-1", "power", "electricity", "A", "day_ahead"),
    ("A-2", "power", "electricity", "A", "day_ahead"),
    ("B-1", "power", "electricity", "B", "week_ahead"),
    ("C-1", "bike", "cycle_hire", "C", "day_ahead"),
];

/// λ = 0.01 ranks, the budget is 1,000 credits.
pub const SETTINGS: &str = r#"{"version": "small-v2", "budget": 1000, "cohort_weights": {"power": 0.5, "bike": 0.5},
  "main_cost_weight": 0.01, "cost_weights": [0, 0.01, 0.1], "models": ["ann", "bob"]}"#;

pub const START: &str = "2026-01-15T00:00:00+00:00";

impl Data {
    /// Settings and index.
    pub fn small() -> Self {
        let mut data = Self::default();
        data.put("manifests/settings.json", SETTINGS);
        data.put("manifests/cases.json", index(&CASES.map(case)));
        data
    }

    /// The same with an episode a case.
    pub fn raw() -> Self {
        let mut data = Self::small();
        for (id, _, domain, _, family) in CASES {
            data.episode(id, domain, family);
        }
        data
    }

    pub fn put(&mut self, path: &str, text: impl AsRef<[u8]>) -> &mut Self {
        self.0.insert(path.to_owned(), text.as_ref().to_owned());
        self
    }

    /// Replaces a piece of a file's text, which must be there.
    #[track_caller]
    pub fn swap(&mut self, path: &str, from: &str, to: &str) -> &mut Self {
        let text = String::from_utf8(self.0[path].clone()).expect("text");
        assert!(text.contains(from), "{from} is not in {path}: {text}");
        self.put(path, text.replacen(from, to, 1))
    }

    pub fn text(&self, path: &str) -> String {
        String::from_utf8(self.0[path].clone()).expect("text")
    }

    pub fn drop(&mut self, path: &str) -> &mut Self {
        assert!(self.0.remove(path).is_some(), "{path}");
        self
    }

    /// The six files of an episode and its actual values: 100 in each hour of history and of the target day.
    fn episode(&mut self, id: &str, domain: &str, family: &str) {
        let folder = format!("episodes/{id}");
        let history = history(family);
        let digest: String = Sha256::digest(history.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        self.put(&format!("{folder}/task.json"), "{}");
        self.put(
            &format!("{folder}/catalog.json"),
            format!(r#"{{"series": [{{"series_id": "s", "path": "series/s.csv", "sha256": "{digest}"}}]}}"#),
        );
        self.put(&format!("{folder}/series/s.csv"), history);
        self.put(&format!("{folder}/business_contract.json"), contract(id, domain));
        self.put(&format!("{folder}/forecast_budget.json"), TARIFF);
        self.put(&format!("{folder}/probabilistic_forecasts.json"), r#"{"models": ["chronos2_quantiles"]}"#);
        let times: Vec<String> = (0..24).map(|hour| format!("\"2026-01-15T{hour:02}:00:00+00:00\"")).collect();
        let target = format!(
            r#"{{"case_id": "{id}", "actual": [{}], "timestamps": [{}]}}"#,
            ["100"; 24].join(", "),
            times.join(", ")
        );
        self.put(&format!("reproduction_targets/{id}.json"), target);
    }

    /// A run with a plan of eight equal values.
    pub fn run(&mut self, model: &str, case: &str, value: f64, spent: u64) -> &mut Self {
        let folder = format!("runs/{model}/{case}");
        self.put(&format!("{folder}/submission.json"), submission(value));
        self.put(
            &format!("{folder}/ledger.json"),
            format!(r#"{{"budget": 1000, "spent": {spent}, "remaining": {}}}"#, 1000 - spent),
        );
        self.put(
            &format!("{folder}/result.json"),
            format!(r#"{{"status": "completed", "task_id": "p3--{case}--b1000", "model": "{model}"}}"#),
        )
    }

    pub fn lay_out(&self) -> TempDir {
        let folder = tempfile::tempdir().expect("a temp folder");
        for (path, bytes) in &self.0 {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            fs::write(path, bytes).expect("a file");
        }
        folder
    }

    pub fn try_read(&self) -> Result<Benchmark, String> {
        read_folder(self.lay_out().path(), 2, &Limits::default())
    }

    #[track_caller]
    pub fn read(&self) -> Benchmark {
        self.try_read().expect("a release that can be used")
    }

    /// The one release, and every fault.
    #[track_caller]
    pub fn one(&self) -> (Release, Vec<String>) {
        let benchmark = self.read();
        let faults = faults(&benchmark);
        let [release] = &benchmark.releases[..] else {
            panic!("one release, not {:?}", benchmark.releases);
        };
        (release.clone(), faults)
    }

    /// The same of a dataset without any fault.
    #[track_caller]
    pub fn sound(&self) -> Release {
        let (release, faults) = self.one();
        assert_eq!(faults, Vec::<String>::new());
        release
    }
}

pub fn read_folder(root: &Path, unit: usize, limits: &Limits) -> Result<Benchmark, String> {
    let snapshot = local::open(root).map_err(|error| error.to_string())?;
    let plan = plan(&snapshot, limits).map_err(|error| error.to_string())?;
    // Backwards: no order of units may show.
    let readings = plan.units_of(unit).iter().rev().map(|unit| read_unit(&snapshot, &plan, unit)).collect();
    Ok(assemble(&snapshot, plan, readings))
}

/// Every fault as `kind path [place] message`.
pub fn faults(benchmark: &Benchmark) -> Vec<String> {
    let shown = |fault: &Fault| format!("{} {} [{}] {}", fault.kind.word(), fault.path, fault.place, fault.message);
    benchmark.faults.iter().map(shown).collect()
}

pub fn case((id, cohort, domain, authority, family): (&str, &str, &str, &str, &str)) -> String {
    format!(
        r#"{{"case_id": "{id}", "cohort": "{cohort}", "domain": "{domain}", "authority": "{authority}", "family": "{family}",
            "target_start": "{START}", "last_visible": "{}T21:00:00+00:00", "expected_horizon": {},
            "unit": "MW", "episode_path": "episodes/{id}", "target_path": "reproduction_targets/{id}.json"}}"#,
        last_day(family),
        if family == "day_ahead" { 50 } else { 194 }
    )
}

pub fn index(cases: &[String]) -> String {
    format!(r#"{{"version": "small", "cases": [{}]}}"#, cases.join(",\n"))
}

fn last_day(family: &str) -> &str {
    if family == "day_ahead" { "2026-01-13" } else { "2026-01-07" }
}

/// 336 hours of 100 that end at 21:00.
fn history(family: &str) -> String {
    let last: jiff::Timestamp = format!("{}T21:00:00Z", last_day(family)).parse().expect("a time");
    let mut text = "timestamp,value\n".to_owned();
    for hour in (0..336).rev() {
        let time = last - jiff::SignedDuration::from_hours(hour);
        writeln!(text, "{},100.0", time.to_string().replace('Z', "+00:00")).expect("to a string");
    }
    text
}

pub fn contract(id: &str, domain: &str) -> String {
    let grid: Vec<String> = (0..33).map(|step| (40 + 5 * step).to_string()).collect();
    format!(
        r#"{{"id": "p3--{id}--b1000", "terms": {{"billing": "imbalance", "block_hours": 3, "reservation": 0.3, "shortage": 1.0,
          "emergency": 0.0, "emergency_buffer": 0.1, "adjustment": 0.0, "ramp": 0.3, "hourly_priority": [{}]}},
          "scale": 100, "capacity_grid": [{}], "unit": "MW", "domain": "{domain}", "target_start": "{START}"}}"#,
        ["1.5"; 24].join(", "),
        grid.join(", ")
    )
}

const TARIFF: &str = r#"{"profile_id": "t", "budget": 1000, "rates": [
  {"model": "chronos2_quantiles", "context_limit": 336, "horizon_limit": 64, "credits": 900},
  {"model": "chronos2_quantiles", "context_limit": 336, "horizon_limit": 240, "credits": 1000},
  {"model": "chronos_bolt_tiny_quantiles", "context_limit": 336, "horizon_limit": 240, "credits": 70}]}"#;

pub fn submission(value: f64) -> String {
    let record = |block| format!(r#"{{"decision_id": "b{block:02}", "value": {value}}}"#);
    format!(r#"{{"decisions": [{}]}}"#, (0..8).map(record).collect::<Vec<_>>().join(", "))
}
