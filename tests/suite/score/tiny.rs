//! A small language for datasets of a few lines, so that a test shows its whole input. It becomes domain values directly, without files.
//!
//! ```text
//! horizons 1 2                days ahead (default 1)
//! levels 0.1 0.5 0.9          quantile levels (default 0.1 … 0.9)
//! every 7                     days between run days (default 1)
//! tradable
//! system naive reference      kind; then continual, of=<id>, harness=<name>, model=<name>
//! truth 1: 10 12 _ 9          values of days 1, 2, (none), 4
//! release 2 at 3              day 2 was released on day 3, midnight UTC
//! revise 2 to 15
//! conflict 5
//! history 0: -7=3 -6=4        the history of run day 0
//! exclude a run=0 target=1    any of the two, or none
//! a 0: 10 9/10/12             run day 0: one answer a horizon; a point, quantiles, or _ for none
//! a 0 late: 10                late, replay, failed, invalid, broken, bad=<n> entries, at=<day>
//! ```
//!
//! Day 0 is Monday 2025-01-06; runs start at 06:00 and close at 12:00 UTC.

use std::collections::BTreeMap;

use foreboard::domain::catalogue::{Catalogue, Exclusion, Kind, System, Task};
use foreboard::domain::dataset::{Dataset, FileCounts, Provenance, TaskData};
use foreboard::domain::day::{Day, Instant, Pair, RunDay, TargetDay};
use foreboard::domain::forecast::{Answer, Forecast, Mode, State, Submission};
use foreboard::domain::quantile::{Level, Levels};
use foreboard::domain::rules::Rules;
use foreboard::domain::schedule::Schedule;
use foreboard::domain::truth::{History, Settled, Truth};
use foreboard::score::board::Row;
use foreboard::score::results::{Results, TaskResults, join, score_task};

/// An id of any kind.
pub fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().expect("an id")
}

/// Day `n` of the language.
pub fn day(n: i32) -> Day {
    "2025-01-06".parse::<Day>().expect("a day").plus(n)
}

/// A pair by its two days.
pub fn pair(run: i32, target: i32) -> Pair {
    Pair { run: RunDay(day(run)), target: TargetDay(day(target)) }
}

/// Midnight UTC of day `n`.
pub fn midnight(n: i32) -> Instant {
    format!("{}T00:00:00Z", day(n)).parse().expect("an instant")
}

/// The default rules with few resamples, which a debug build draws quickly.
pub fn rules() -> Rules {
    Rules { resamples: 200, ..Rules::default() }
}

/// A dataset of one task, `load`.
pub fn tiny(text: &str) -> Dataset {
    tasks(&[("load", text)])
}

/// A dataset of several tasks; each names its own systems, and the catalogue has their union.
pub fn tasks(texts: &[(&str, &str)]) -> Dataset {
    let mut dataset = Dataset {
        catalogue: Catalogue {
            tasks: Vec::new(),
            systems: Vec::new(),
            kinds: ["agent", "expert", "tsfm", "reference"].map(kind).to_vec(),
            domains: Vec::new(),
            drivers: BTreeMap::new(),
            exclusions: Vec::new(),
            continual_note: None,
        },
        tasks: Vec::new(),
        faults: Vec::new(),
        files: FileCounts::default(),
        provenance: Provenance::default(),
    };
    for (name, text) in texts {
        let data = parse(&mut dataset.catalogue, name, text);
        dataset.catalogue.tasks.push(data.task.clone());
        dataset.tasks.push(data);
    }
    dataset
}

/// Scores every task under the same rules.
pub fn score<'a>(dataset: &'a Dataset, rules: &Rules) -> Results<'a> {
    let track = id("track");
    let tasks = dataset.tasks.iter().map(|data| score_task(dataset, data, &track, rules)).collect();
    join(&track, dataset, tasks)
}

/// The row of a system on a task's board.
pub fn row<'a>(task: &'a TaskResults, system: &str) -> &'a Row {
    task.board.rows.iter().find(|row| row.system.as_str() == system).expect("a row of the board")
}

/// The ids of the listed systems, by rank.
pub fn listed<'a>(task: &'a TaskResults) -> Vec<&'a str> {
    task.board.rows.iter().filter(|row| row.listed).map(|row| row.system.as_str()).collect()
}

/// A task without data.
pub fn task(name: &str) -> Task {
    Task {
        id: id(name),
        title: name.to_owned(),
        unit: None,
        decimals: None,
        description: None,
        domain: None,
        leaf: None,
        driver: None,
        tradable: false,
        schedule: Schedule {
            every_days: 1,
            snapshot: Some(jiff::civil::time(6, 0, 0, 0)),
            cutoff: jiff::civil::time(12, 0, 0, 0),
            timezone: jiff::tz::TimeZone::UTC,
        },
        next_run: None,
        horizons: vec![1],
        levels: Levels::default(),
        baseline: None,
        baseline_visible: false,
    }
}

fn kind(name: &str) -> Kind {
    Kind { id: id(name), label: name.to_owned(), group: name.to_owned(), text: None, deadline: name == "agent" }
}

fn parse(catalogue: &mut Catalogue, name: &str, text: &str) -> TaskData {
    let mut data =
        TaskData { task: task(name), truth: Truth::default(), histories: BTreeMap::new(), submissions: Vec::new() };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (head, tail) = line.split_once(':').unwrap_or((line, ""));
        let head: Vec<&str> = head.split_whitespace().collect();
        let tail: Vec<&str> = tail.split_whitespace().collect();
        match head.as_slice() {
            ["horizons", days @ ..] => data.task.horizons = days.iter().map(|text| number(text)).collect(),
            ["levels", levels @ ..] => data.task.levels = levels_of(levels),
            ["every", days] => data.task.schedule.every_days = number(days),
            ["tradable"] => data.task.tradable = true,
            ["system", name, rest @ ..] => add_system(catalogue, name, rest),
            ["truth", first] => add_truth(&mut data.truth, number(first), &tail),
            ["release", target, "at", at] => {
                settled(&mut data.truth, target).released_at = Some(midnight(number(at)));
            }
            ["revise", target, "to", value] => settled(&mut data.truth, target).revised_to = Some(number(value)),
            ["conflict", target] => data.truth.conflicts.push(TargetDay(day(number(target)))),
            ["history", run] => {
                let observed = tail.iter().map(|text| text.split_once('=').expect("day=value"));
                let history = History::new(observed.map(|(at, value)| (day(number(at)), number(value))));
                data.histories.insert(RunDay(day(number(run))), history);
            }
            ["exclude", system, rest @ ..] => catalogue.exclusions.push(Exclusion {
                task: Some(data.task.id.clone()),
                run_day: option(rest, "run").map(|text| RunDay(day(number(text)))),
                target_day: option(rest, "target").map(|text| TargetDay(day(number(text)))),
                system: Some(id(system)),
                reason: "declared out".to_owned(),
            }),
            [system, run, rest @ ..] => data.submissions.push(submission(&data.task, system, number(run), rest, &tail)),
            _ => panic!("not a line of the language: {line}"),
        }
    }
    data.submissions.sort_by(|a, b| (a.mode, a.run, &a.system).cmp(&(b.mode, b.run, &b.system)));
    data
}

fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("`{text}` is no number here: {error:?}"))
}

fn option<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    words.iter().filter_map(|word| word.split_once('=')).find(|(name, _)| *name == key).map(|(_, value)| value)
}

fn levels_of(texts: &[&str]) -> Levels {
    let levels = texts.iter().map(|text| Level::new(number(text)).expect("a level"));
    Levels::new(levels.collect()).expect("distinct levels")
}

fn add_system(catalogue: &mut Catalogue, name: &str, rest: &[&str]) {
    if catalogue.systems.iter().any(|system| system.id.as_str() == name) {
        return;
    }
    catalogue.systems.push(System {
        id: id(name),
        kind: id(rest.first().copied().unwrap_or("agent")),
        label: name.to_owned(),
        description: None,
        harness: option(rest, "harness").map(str::to_owned),
        model: option(rest, "model").map(str::to_owned),
        version: None,
        continual: rest.contains(&"continual"),
        continual_of: option(rest, "of").map(id),
        declared: true,
    });
}

fn add_truth(truth: &mut Truth, first: i32, values: &[&str]) {
    for (at, value) in (first..).zip(values).filter(|(_, value)| **value != "_") {
        let settled = Settled { value: number(value), released_at: None, revised_to: None };
        truth.settled.insert(TargetDay(day(at)), settled);
    }
}

fn settled<'a>(truth: &'a mut Truth, target: &str) -> &'a mut Settled {
    truth.settled.get_mut(&TargetDay(day(number(target)))).expect("a settled day")
}

fn submission(task: &Task, system: &str, run: i32, words: &[&str], answers: &[&str]) -> Submission {
    let has = |word: &str| words.contains(&word);
    let forecasts = task.horizons.iter().zip(answers).filter(|(_, text)| **text != "_").map(|(&horizon, text)| {
        let values: Vec<f64> = text.split('/').map(number).collect();
        let answer = if let [point] = values[..] { Answer::Point(point) } else { Answer::Quantiles(values.into()) };
        Forecast { target: TargetDay(day(run + horizon)), answer }
    });
    let mode = if has("replay") { Mode::Replay } else { Mode::Live };
    Submission {
        system: id(system),
        run: RunDay(day(run)),
        mode,
        path: format!("{system}-{run}.json").into(),
        line: None,
        submitted_at: option(words, "at").map(|at| midnight(number(at))),
        late: has("late"),
        state: if has("failed") {
            State::Failed("timeout".to_owned())
        } else if has("invalid") {
            State::Invalid
        } else if has("broken") {
            State::Broken
        } else {
            State::Read
        },
        forecasts: forecasts.collect(),
        invalid: option(words, "bad").map_or(0, number),
        crossing: 0,
    }
}
