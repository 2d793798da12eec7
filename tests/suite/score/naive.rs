//! The seasonal naive: where it is read, where computed, and where there is none.

use foreboard::domain::day::TargetDay;
use foreboard::domain::truth::History;
use foreboard::score::naive::{naive, seasonal};
use foreboard::score::suspicion::Note;

use super::tiny::{self, day, pair, row, rules, tiny};

fn history(days: &[i32]) -> History {
    History::new(days.iter().map(|&n| (day(n), f64::from(n))))
}

#[test]
fn the_naive_is_the_same_weekday_of_the_latest_week_observed() {
    let target = |n| TargetDay(day(n));
    // Values equal their day. Day −1 is the last observed: for day 6, a week later, it is the value itself; for day 0 it is a week before.
    let full = history(&(-40..=-1).collect::<Vec<_>>());
    assert_eq!(seasonal(&full, target(6)), Some(-1.0));
    assert_eq!(seasonal(&full, target(0)), Some(-7.0));
    assert_eq!(seasonal(&full, target(13)), Some(-1.0));
    // Holes: one week earlier at a time, at most four times.
    assert_eq!(seasonal(&history(&[-28, -1]), target(0)), Some(-28.0));
    assert_eq!(seasonal(&history(&[-35, -1]), target(0)), Some(-35.0));
    assert_eq!(seasonal(&history(&[-42, -1]), target(0)), None);
    assert_eq!(seasonal(&history(&[]), target(0)), None);
    // The history already holds the answer: the rule stands as written.
    assert_eq!(seasonal(&full, target(-1)), Some(-1.0));
}

/// The value that divides for run day 0 and target day 1, in a task with weekly history −6 → 3 and truth −6 → 5.
fn divisor(reference: &str) -> Option<f64> {
    let text = format!(
        "levels 0.1 0.5 0.9
         system naive reference
         system second reference
         system a agent
         truth -6: 5
         truth 1: 10
         a 0: 9
         second 0: 1
         {reference}"
    );
    let dataset = tiny(&text);
    naive(&dataset.catalogue, &dataset.tasks[0]).values.get(&pair(0, 1)).copied()
}

#[test]
fn the_file_counts_before_the_history_and_the_history_before_the_truth() {
    assert_eq!(divisor("history 0: -6=3\n naive 0: 8"), Some(8.0));
    assert_eq!(divisor("history 0: -6=3\n naive 0: 7/8/9"), Some(8.0));
    assert_eq!(divisor("history 0: -6=3"), Some(3.0));
    assert_eq!(divisor(""), Some(5.0));
}

#[test]
fn what_is_there_but_of_no_use_gives_no_naive() {
    assert_eq!(divisor("history 0: -6=3\n naive 0 broken:"), None);
    assert_eq!(divisor("history 0: -6=3\n naive 0 invalid: 8"), None);
    assert_eq!(divisor("history 0: -6=3\n naive 0 failed: 8"), None);
    assert_eq!(divisor("history 0: -6=3\n naive 0 bad=1: _"), None);
    // A history without the weekday is not helped out by the truth.
    assert_eq!(divisor("history 0: -5=3"), None);
    assert_eq!(divisor("levels 0.1 0.9\n history 0: -6=3\n naive 0: 7/9"), None);
}

#[test]
fn a_reference_in_quantiles_without_a_median_gives_no_naive_even_without_spread() {
    assert_eq!(divisor("levels 0.1 0.9\n naive 0: 8/8"), None);
    assert_eq!(divisor("levels 0.1 0.9\n naive 0: 8"), Some(8.0));
}

#[test]
fn only_releases_before_the_start_of_the_run_are_known() {
    // Released at midnight of the run day, six hours before the start; or a day later.
    assert_eq!(divisor("release -6 at 0"), Some(5.0));
    assert_eq!(divisor("release -6 at 1"), None);
}

#[test]
fn a_release_at_the_very_start_and_a_value_dated_on_the_run_day_are_not_known() {
    let value = |text: &str| {
        let mut dataset = tiny(&format!("horizons 7\n system a agent\n truth -7: 4\n truth 0: 5\n a 0: 9\n {text}"));
        dataset.tasks[0].task.schedule.snapshot = Some(jiff::civil::time(0, 0, 0, 0));
        naive(&dataset.catalogue, &dataset.tasks[0]).values.get(&pair(0, 7)).copied()
    };
    // Without release times, the date decides; with them, the release does: day 0 came out a day early, or at midnight, when the run starts.
    assert_eq!(value(""), Some(4.0));
    assert_eq!(value("release 0 at -1\n release -7 at -6"), Some(5.0));
    assert_eq!(value("release 0 at 0\n release -7 at -6"), Some(4.0));
}

#[test]
fn a_computed_naive_and_the_same_naive_in_a_file_give_the_same_board() {
    let text = "
        horizons 1 2
        system naive reference
        system a agent
        system b agent
        truth 1: 10 20 30
        history 0: -6=6 -5=18
        history 1: -6=6 -5=18 -4=27
        a 0: 9 23
        a 1: 19 _
        b 0: 11 _
        b 1 failed:";
    let computed = tiny(text);
    let written = tiny(&format!("{text}\n naive 0: 6 18\n naive 1: 18 27"));
    let (computed, written) = (tiny::score(&computed, &rules()), tiny::score(&written, &rules()));
    assert_eq!(computed.tasks[0].board, written.tasks[0].board);
    // The naive alone resolved day 1's second horizon.
    assert_eq!((row(&computed.tasks[0], "naive").n_own, computed.tasks[0].board.eligible), (4, 4));
    assert_eq!(row(&computed.tasks[0], "naive").figures.scaled_crps(), Ok(1.0));
}

#[test]
fn without_a_reference_the_computed_naive_divides_and_has_no_row() {
    let dataset = tiny(
        "system a agent
         truth -6: 6
         truth 1: 10
         a 0: 9",
    );
    let results = tiny::score(&dataset, &rules());
    assert_eq!(results.tasks[0].board.rows.len(), 1);
    assert_eq!(row(&results.tasks[0], "a").figures.scaled_crps(), Ok(0.25));
}

#[test]
fn a_reference_scores_exactly_one_unless_it_has_spread() {
    let board = |answer: &str, levels: &str| {
        let dataset = tiny(&format!(
            "levels {levels}
             system naive reference
             system a agent
             truth 1: 0.3
             naive 0: {answer}
             a 0: 0.2"
        ));
        let results = tiny::score(&dataset, &rules());
        let spread = results.tasks[0].notes.contains(&Note::NaiveSpread(1));
        (row(&results.tasks[0], "naive").figures.scaled_crps().expect("defined"), spread)
    };
    assert_eq!(board("0.1/0.1/0.1", "0.1 0.5 0.9"), (1.0, false));
    // Levels that are not symmetric do not make a point of it: it is the naive all the same.
    assert_eq!(board("0.1/0.1/0.1", "0.3 0.5 0.9"), (1.0, false));
    // (2/3)(0.1 · 0.3 + 0.5 · 0.2 + 0.1 · 0.2) / 0.2 = (2/3)(0.15) / 0.2 = 0.5.
    let (score, spread) = board("0/0.1/0.5", "0.1 0.5 0.9");
    assert!((score - 0.5).abs() < 1e-12 && spread, "{score} {spread}");
}

#[test]
fn a_replay_divides_by_the_live_reference_and_scores_its_own_forecast() {
    let dataset = tiny(
        "system naive reference
         system a agent
         truth 1: 10
         naive 0: 6
         naive 0 replay: 9
         a 0: 8
         a 0 replay: 7",
    );
    let results = tiny::score(&dataset, &rules());
    let replay = |system: &str| {
        let row = results.tasks[0].replays.iter().find(|row| row.system.as_str() == system).expect("a replay");
        (row.delta.changed.value(), row.delta.base.value(), row.delta.value)
    };
    // a: 3/4 against 2/4. The naive's replay errs by 1, its live forecast by 4.
    assert_eq!(replay("a"), (Ok(0.75), Ok(0.5), Ok(0.25)));
    assert_eq!(replay("naive"), (Ok(0.25), Ok(1.0), Ok(-0.75)));
}
