//! Who is listed, on which pairs, in which order; what late forecasts and exclusions do.

use foreboard::score::grid::View;

use super::tiny::{self, listed, row, rules, tiny};

/// Four run days; `b` lacks one, `c` has one, `d` is continual.
const GAPS: &str = "
    system naive reference
    system a agent harness=h model=m
    system b agent
    system c agent
    system d agent continual harness=h model=m
    truth 1: 10 10 10 10
    naive 0: 8
    naive 1: 8
    naive 2: 8
    naive 3: 8
    a 0: 9
    a 1: 9
    a 2: 9
    a 3: 9
    b 0: 11
    b 1: 11
    b 3: 14
    c 1: 10
    d 0: 10
    d 1: 10";

#[test]
fn a_board_uses_the_pairs_that_every_listed_system_resolved() {
    let dataset = tiny(GAPS);
    let results = tiny::score(&dataset, &rules());
    let task = &results.tasks[0];
    // Half of four pairs is two: c, with one, stands below; d is continual and never counts.
    assert_eq!(listed(task), ["a", "naive", "b"]);
    assert_eq!((task.board.pairs, task.board.eligible), (3, 4));
    let counts = |system| (row(task, system).n_common, row(task, system).n_own, row(task, system).cost);
    assert_eq!(counts("a"), (3, 4, Some(0)));
    // Without b the fourth pair is common as well.
    assert_eq!(counts("b"), (3, 3, Some(1)));
    assert_eq!(counts("c"), (0, 1, None));
    assert_eq!(counts("d"), (0, 2, None));
    // a: 3·1 / (3·2). b: (1 + 1 + 4) / 6 ties with the naive, and the next would be fourth.
    let ranks: Vec<_> =
        task.board.rows.iter().map(|row| (row.system.as_str(), row.figures.scaled_crps(), row.rank)).collect();
    assert_eq!(
        ranks,
        [
            ("a", Ok(0.5), Some(1)),
            ("naive", Ok(1.0), Some(2)),
            ("b", Ok(1.0), Some(2)),
            ("c", Ok(0.0), None),
            ("d", Ok(0.0), None)
        ]
    );
}

#[test]
fn a_share_of_zero_lists_everyone_with_a_pair() {
    let dataset = tiny(GAPS);
    let mut everyone = rules();
    everyone.min_share = 0.0;
    let results = tiny::score(&dataset, &everyone);
    assert_eq!(listed(&results.tasks[0]), ["c", "a", "b", "naive"]);
    assert_eq!(results.tasks[0].board.pairs, 1);
    assert_eq!(row(&results.tasks[0], "c").cost, Some(2));
}

#[test]
fn a_share_reached_exactly_is_enough() {
    let mut exact = rules();
    exact.min_share = 0.75;
    let dataset = tiny(GAPS);
    assert_eq!(listed(&tiny::score(&dataset, &exact).tasks[0]), ["a", "naive", "b"]);
    exact.min_share = 0.76;
    assert_eq!(listed(&tiny::score(&dataset, &exact).tasks[0]), ["a", "naive"]);
}

#[test]
fn ranks_after_a_tie_skip() {
    let dataset = tiny(
        "system naive reference
         system a agent
         system b agent
         system c agent
         truth 1: 10
         naive 0: 6
         a 0: 9
         b 0: 11
         c 0: 12",
    );
    let results = tiny::score(&dataset, &rules());
    let ranks: Vec<_> =
        results.tasks[0].board.rows.iter().map(|row| (row.system.as_str(), row.rank.expect("ranked"))).collect();
    assert_eq!(ranks, [("a", 1), ("b", 1), ("c", 3), ("naive", 4)]);
    assert!(row(&results.tasks[0], "b").tied_with_leader && !row(&results.tasks[0], "c").tied_with_leader);
}

/// Each of a's four forecasts stands differently.
const STANDINGS: &str = "
    system naive reference
    system a agent
    truth 1: 10 10 10 10
    naive 0: 8
    naive 1: 8
    naive 2: 8
    naive 3: 8
    exclude a run=2
    exclude a target=4
    a 0: 9
    a 1 late: 9
    a 2: 9
    a 3 late: 9";

#[test]
fn a_late_forecast_stays_late_when_its_exclusion_is_lifted() {
    let dataset = tiny(STANDINGS);
    let results = tiny::score(&dataset, &rules());
    let grid = &results.tasks[0].grid;
    let a = grid.position(&tiny::id("a")).expect("takes part");
    let view = View::published();
    assert_eq!(grid.own(&view, a), [0]);
    assert_eq!(grid.own(&View { late: true, ..view }, a), [0, 1]);
    assert_eq!(grid.own(&View { excluded: true, ..view }, a), [0, 2]);
    assert_eq!(grid.own(&View { late: true, excluded: true, ..view }, a), [0, 1, 2, 3]);
    // The submission that is late and excluded counts as excluded.
    assert_eq!(row(&results.tasks[0], "a").late, 1);
}

#[test]
fn excluding_the_reference_keeps_its_error_as_the_divisor() {
    let text = STANDINGS.replace("exclude a run=2", "exclude naive run=0");
    let dataset = tiny(&text);
    let results = tiny::score(&dataset, &rules());
    // a keeps day 0, which the excluded naive divides; only day 2 is common to both.
    assert_eq!((row(&results.tasks[0], "a").n_own, results.tasks[0].board.pairs), (2, 1));
    assert_eq!(row(&results.tasks[0], "naive").n_own, 3);
}

#[test]
fn an_empty_intersection_leaves_every_row_without_a_score() {
    let dataset = tiny(
        "system a agent
         system b agent
         truth -6: 7 7 7 7 7 7 7 10 10
         a 0: 9
         b 1: 9",
    );
    let results = tiny::score(&dataset, &rules());
    let task = &results.tasks[0];
    assert_eq!((listed(task), task.board.pairs), (vec!["a", "b"], 0));
    assert!(task.board.rows.iter().all(|row| row.rank.is_none() && row.n_own == 1));
    assert_eq!(row(task, "a").cost, Some(1));
}
