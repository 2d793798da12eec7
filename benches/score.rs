//! How long scoring takes on a grid as large as a season of a forecast hub: 71 systems, 56 run days of four target days, nine levels.
//!
//! `cargo bench --bench score`. Values come from a fixed generator, so two runs measure the same work.

use std::collections::BTreeMap;

use divan::{Bencher, black_box};
use foreboard::domain::catalogue::{Catalogue, Kind, System, Task};
use foreboard::domain::dataset::{Dataset, FileCounts, Provenance, TaskData};
use foreboard::domain::day::{Day, RunDay, TargetDay};
use foreboard::domain::forecast::{Answer, Forecast, Mode, State, Submission};
use foreboard::domain::quantile::Levels;
use foreboard::domain::rules::Rules;
use foreboard::domain::schedule::Schedule;
use foreboard::domain::truth::{Settled, Truth};
use foreboard::score::board::board;
use foreboard::score::bootstrap::Plan;
use foreboard::score::common::common;
use foreboard::score::crps::crps;
use foreboard::score::grid::{Grid, View};
use foreboard::score::naive::naive;
use foreboard::score::results::{couples, duel_draws, join, score_task};

const SYSTEMS: usize = 71;
/// Systems that forecast on every run day, or nearly; the others seldom do.
const REGULAR: usize = 31;
const RUN_DAYS: i32 = 56;
const HORIZONS: [i32; 4] = [3, 10, 17, 24];

fn main() {
    divan::main();
}

/// Knuth's multiplicative generator, for values without a pattern.
struct Values(u64);

impl Values {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().expect("an id")
}

fn run_day(n: i32) -> RunDay {
    RunDay("2024-11-20".parse::<Day>().expect("a day").plus(7 * n))
}

fn task() -> Task {
    Task {
        id: id("admissions"),
        title: "Admissions".to_owned(),
        unit: None,
        decimals: None,
        description: None,
        domain: None,
        leaf: None,
        driver: None,
        tradable: false,
        schedule: Schedule {
            every_days: 7,
            snapshot: None,
            cutoff: jiff::civil::time(23, 0, 0, 0),
            timezone: jiff::tz::TimeZone::UTC,
        },
        next_run: None,
        horizons: HORIZONS.to_vec(),
        levels: Levels::default(),
        baseline: None,
        baseline_visible: false,
    }
}

fn system(n: usize) -> System {
    System {
        id: id(&format!("system-{n:02}")),
        kind: id(if n == 0 { "reference" } else { "agent" }),
        label: format!("System {n}"),
        description: None,
        harness: None,
        model: None,
        version: None,
        continual: false,
        continual_of: None,
        declared: true,
    }
}

fn submission(n: usize, run: i32, values: &mut Values) -> Submission {
    let run = run_day(run);
    let mut forecast = |horizon: &i32| {
        let (low, width) = (90.0 + 10.0 * values.next(), 1.0 + 3.0 * values.next());
        let answer = if n == 0 {
            Answer::Point(low)
        } else {
            Answer::Quantiles((0..9).map(|level| low + width * f64::from(level)).collect())
        };
        Forecast { target: TargetDay(run.0.plus(*horizon)), answer }
    };
    Submission {
        system: id(&format!("system-{n:02}")),
        run,
        mode: Mode::Live,
        path: "x".into(),
        line: None,
        submitted_at: None,
        late: false,
        state: State::Read,
        forecasts: HORIZONS.iter().map(&mut forecast).collect(),
        invalid: 0,
        crossing: 0,
    }
}

fn dataset() -> Dataset {
    let mut values = Values(7);
    let settled = (0..RUN_DAYS).flat_map(|run| HORIZONS.map(|horizon| TargetDay(run_day(run).0.plus(horizon))));
    let settled = settled
        .map(|day| (day, Settled { value: 90.0 + 20.0 * values.next(), released_at: None, revised_to: None }))
        .collect();
    let mut submissions = Vec::new();
    for run in 0..RUN_DAYS {
        for n in 0..SYSTEMS {
            let chance = if n == 0 {
                1.0
            } else if n < REGULAR {
                0.99
            } else {
                0.3
            };
            if values.next() < chance {
                submissions.push(submission(n, run, &mut values));
            }
        }
    }
    let data = TaskData {
        task: task(),
        truth: Truth { settled, conflicts: Vec::new() },
        histories: BTreeMap::new(),
        submissions,
    };
    let kind =
        |name: &str| Kind { id: id(name), label: name.to_owned(), group: name.to_owned(), text: None, deadline: true };
    Dataset {
        catalogue: Catalogue {
            tasks: vec![data.task.clone()],
            systems: (0..SYSTEMS).map(system).collect(),
            kinds: vec![kind("agent"), kind("reference")],
            domains: Vec::new(),
            drivers: BTreeMap::new(),
            exclusions: Vec::new(),
            continual_note: None,
        },
        tasks: vec![data],
        faults: Vec::new(),
        files: FileCounts::default(),
        provenance: Provenance::default(),
    }
}

#[divan::bench]
fn crps_of_nine_quantiles(bencher: Bencher) {
    let levels = Levels::default();
    let quantiles = [10.0, 12.0, 13.0, 15.0, 18.0, 19.0, 21.0, 24.0, 30.0];
    bencher.bench_local(|| crps(black_box(&levels), black_box(&quantiles), black_box(17.5)));
}

#[divan::bench]
fn grid_of_one_task(bencher: Bencher) {
    let dataset = dataset();
    let naive = naive(&dataset.catalogue, &dataset.tasks[0]);
    bencher.bench_local(|| Grid::new(&dataset.catalogue, &dataset.tasks[0], &naive, Mode::Live));
}

#[divan::bench]
fn common_pairs_of_one_task(bencher: Bencher) {
    let dataset = dataset();
    let naive = naive(&dataset.catalogue, &dataset.tasks[0]);
    let grid = Grid::new(&dataset.catalogue, &dataset.tasks[0], &naive, Mode::Live);
    bencher.bench_local(|| common(black_box(&grid), View::published(), 0.5));
}

#[divan::bench]
fn draws_and_one_interval(bencher: Bencher) {
    let plan = Plan::new(&id("track"), &task(), &Rules::default());
    let mut values = Values(3);
    let (own, naive): (Vec<f64>, Vec<f64>) = (0..RUN_DAYS).map(|_| (values.next(), values.next())).unzip();
    bencher.bench_local(|| {
        let draws = plan.draw(RUN_DAYS as usize).expect("enough days");
        foreboard::score::value::Interval::of(&draws.ratios(black_box(&own), black_box(&naive)))
    });
}

#[divan::bench]
fn board_of_one_task(bencher: Bencher) {
    let dataset = dataset();
    let naive = naive(&dataset.catalogue, &dataset.tasks[0]);
    let grid = Grid::new(&dataset.catalogue, &dataset.tasks[0], &naive, Mode::Live);
    let common = common(&grid, View::published(), 0.5);
    let plan = Plan::new(&id("track"), &task(), &Rules::default());
    bencher.bench_local(|| board(&grid, &common, &plan, naive.reference.as_ref(), |_| 0));
}

#[divan::bench]
fn one_task(bencher: Bencher) {
    let dataset = dataset();
    bencher.bench_local(|| score_task(&dataset, &dataset.tasks[0], &id("track"), &Rules::default()));
}

#[divan::bench]
fn all_couples_of_one_task(bencher: Bencher) {
    let dataset = dataset();
    let scored = || score_task(&dataset, &dataset.tasks[0], &id("track"), &Rules::default());
    let results = join(&id("track"), &dataset, vec![scored()]);
    bencher.bench_local(|| {
        let draws = duel_draws(&results.tasks[0]);
        let mut couples = couples(&results);
        for couple in &mut couples {
            couple.meet(&results.tasks[0], &draws);
        }
        couples
    });
}
