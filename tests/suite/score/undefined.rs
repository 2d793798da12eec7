//! What cannot be said is not said, and each reason is reached: never NaN, never 0.

use std::fmt::Write as _;

use foreboard::score::results::{Results, couples, duel_draws};
use foreboard::score::value::{Ratio, Undefined};

use super::tiny::{self, row, rules, tasks, tiny};

/// Ten run days: the naive errs by 4, a by 1, and b by 2.
pub fn ten_days() -> String {
    let mut text =
        "system naive reference\n system a agent\n system b agent\n truth 1: 10 10 10 10 10 10 10 10 10 10".to_owned();
    for run in 0..10 {
        write!(text, "\n naive {run}: 6\n a {run}: 9\n b {run}: 12").expect("memory");
    }
    text
}

fn no_nan(results: &Results) {
    for row in results.tasks.iter().flat_map(|task| &task.board.rows) {
        for value in [
            row.figures.scaled_crps(),
            row.figures.scaled_mae(),
            row.figures.mean_abs_error(),
            row.figures.coverage,
            row.figures.sharpness,
            row.pairwise_skill,
        ]
        .into_iter()
        .flatten()
        {
            assert!(value.is_finite(), "{row:?}");
        }
        for interval in [row.interval, row.to_leader].into_iter().flatten() {
            assert!(interval.low.is_finite() && interval.high.is_finite(), "{row:?}");
        }
    }
}

#[test]
fn no_common_pair() {
    let dataset = tiny("system a agent\n system b agent\n truth -6: 7 7 7 7 7 7 7 10 10\n a 0: 9\n b 1: 9");
    let results = tiny::score(&dataset, &rules());
    let a = row(&results.tasks[0], "a");
    assert_eq!(a.figures.scaled_crps(), Err(Undefined::NoPairs));
    assert_eq!((a.interval, a.figures.coverage), (Err(Undefined::NoPairs), Err(Undefined::NoPairs)));
    assert_eq!(results.tasks[0].board.resampled, Err(Undefined::NoPairs));
}

#[test]
fn a_naive_without_error() {
    let dataset = tiny("system naive reference\n system a agent\n truth 1: 10\n naive 0: 10\n a 0: 9");
    let results = tiny::score(&dataset, &rules());
    let a = row(&results.tasks[0], "a");
    assert_eq!(a.figures.scaled_crps(), Err(Undefined::NaiveErrorZero));
    assert_eq!((a.rank, a.interval), (None, Err(Undefined::NaiveErrorZero)));
    // θ_a is a ratio of 1 to 0.
    assert_eq!(a.pairwise_skill, Err(Undefined::DividesByZero));
    assert!(results.overall.is_empty(), "no task with a score");
}

#[test]
fn a_naive_that_errs_on_one_day_of_ten_has_resamples_without_error() {
    // Only the last day counts in the divisor; a third of the resamples miss it.
    let text = ten_days().replace("naive 9: 6", "naive 9: 5");
    let text = (0..9).fold(text, |text, run| text.replace(&format!("naive {run}: 6"), &format!("naive {run}: 10")));
    let dataset = tiny(&text);
    let results = tiny::score(&dataset, &rules());
    let a = row(&results.tasks[0], "a");
    assert_eq!(a.figures.scaled_crps(), Ok(2.0));
    assert_eq!((a.interval, a.to_leader), (Err(Undefined::NaiveErrorZero), Err(Undefined::NaiveErrorZero)));
    assert_eq!(a.rank_interval, None);
    assert!(
        row(&results.tasks[0], "naive").tied_with_leader,
        "the leader ties with itself, with or without an interval"
    );
}

#[test]
fn too_few_days_for_an_interval() {
    let dataset = tiny("system naive reference\n system a agent\n truth 1: 10\n naive 0: 6\n a 0: 9");
    let results = tiny::score(&dataset, &rules());
    let few = Undefined::TooFewDays { days: 1, needed: 8 };
    assert_eq!(row(&results.tasks[0], "a").interval, Err(few));
    assert_eq!(results.tasks[0].board.resampled, Err(few));
    assert_eq!(results.overall[0].rows[0].interval, Err(Undefined::TaskWithoutInterval));
    assert_eq!(results.overall[0].rows[0].to_leader, Err(Undefined::TaskWithoutInterval));
}

#[test]
fn levels_that_a_figure_needs() {
    let dataset =
        tiny("levels 0.2 0.8\n system naive reference\n system a agent\n truth 1: 10\n naive 0: 6\n a 0: 9/12");
    let results = tiny::score(&dataset, &rules());
    let figures = &row(&results.tasks[0], "a").figures;
    let missing = Err(Undefined::LevelsMissing);
    assert_eq!((figures.scaled_mae(), figures.mean_abs_error()), (missing, missing));
    assert_eq!((figures.coverage, figures.sharpness, figures.below_median), (missing, missing, missing));
    assert!(figures.scaled_crps().is_ok());
}

#[test]
fn points_have_no_interval_to_cover() {
    let dataset = tiny(&ten_days());
    let results = tiny::score(&dataset, &rules());
    let figures = &row(&results.tasks[0], "a").figures;
    let points = Err(Undefined::PointsOnly);
    assert_eq!((figures.coverage, figures.sharpness, figures.below_median), (points, points, points));
}

#[test]
fn a_system_that_is_not_listed_has_no_interval_and_a_naive_that_is_not_scales_no_skill() {
    let seldom = tiny(&format!("{}\n system c agent\n c 0: 9", ten_days()));
    let results = tiny::score(&seldom, &rules());
    let c = row(&results.tasks[0], "c");
    assert_eq!((c.interval, c.to_leader), (Err(Undefined::NotListed), Err(Undefined::NotListed)));
    assert_eq!(c.pairwise_skill, Err(Undefined::NotListed));
    let without = tiny("system a agent\n truth -6: 6\n truth 1: 10\n a 0: 9");
    let results = tiny::score(&without, &rules());
    assert_eq!(row(&results.tasks[0], "a").pairwise_skill, Err(Undefined::NaiveNotListed));
}

#[test]
fn resampling_switched_off() {
    let mut off = rules();
    off.resamples = 0;
    let dataset = tiny(&ten_days());
    let results = tiny::score(&dataset, &off);
    assert_eq!(row(&results.tasks[0], "a").interval, Err(Undefined::NoResamples));
    assert_eq!(results.tasks[0].board.resampled, Err(Undefined::NoResamples));
}

#[test]
fn sums_too_large() {
    let text = ten_days().replace("a 3: 9", "a 3: 1e308").replace("a 4: 9", "a 4: 1e308");
    let dataset = tiny(&text);
    let results = tiny::score(&dataset, &rules());
    no_nan(&results);
    let a = row(&results.tasks[0], "a");
    assert_eq!((a.figures.scaled_crps(), a.rank), (Err(Undefined::Overflow), None));
    assert_eq!((a.interval, a.pairwise_skill), (Err(Undefined::Overflow), Err(Undefined::Overflow)));
    // The others keep their ranks; a mean over a sum that overflowed is no skill of 0.
    assert_eq!(row(&results.tasks[0], "b").rank, Some(1));
    assert_eq!(row(&results.tasks[0], "b").pairwise_skill, Err(Undefined::Overflow));
    assert_eq!(Ratio { own: 1.0, naive: 1e-320, pairs: 1 }.value(), Err(Undefined::Overflow));
}

#[test]
fn a_naive_too_large_scores_nobody_zero() {
    let text = ten_days().replace("naive 3: 6", "naive 3: 1e308").replace("naive 4: 6", "naive 4: 1e308");
    let dataset = tiny(&text);
    let results = tiny::score(&dataset, &rules());
    no_nan(&results);
    assert_eq!(row(&results.tasks[0], "a").figures.scaled_crps(), Err(Undefined::Overflow));
    // One huge day alone is a sum, but not when a resample draws it twice.
    let dataset = tiny(&ten_days().replace("naive 3: 6", "naive 3: 1e308"));
    let results = tiny::score(&dataset, &rules());
    no_nan(&results);
    assert!(row(&results.tasks[0], "a").figures.scaled_crps().is_ok());
    assert_eq!(row(&results.tasks[0], "a").interval, Err(Undefined::Overflow));
    assert_eq!(row(&results.tasks[0], "a").to_leader, Err(Undefined::Overflow));
}

#[test]
fn means_over_tasks_do_not_overflow_on_the_way() {
    // 1.7e308 / 1 in both tasks: their sum is no double, their mean is.
    let text = "system naive reference\n system a agent\n truth 1: 0\n naive 0: 1\n a 0: 1.7e308";
    let dataset = tasks(&[("one", text), ("two", text)]);
    let results = tiny::score(&dataset, &rules());
    let a = results.overall[0].rows.iter().find(|row| row.system.as_str() == "a").expect("ranked");
    assert_eq!(a.mean, 1.7e308);
}

#[test]
fn a_couple_without_overlap_has_no_difference() {
    let dataset = tiny("system a agent\n system b agent\n truth -6: 7 7 7 7 7 7 7 10 10\n a 0: 9\n b 1: 9");
    let results = tiny::score(&dataset, &rules());
    let mut couple = couples(&results).remove(0);
    couple.meet(&results.tasks[0], &duel_draws(&results.tasks[0]));
    assert_eq!(couple.tasks[0].1.difference, Err(Undefined::NoPairs));
    assert_eq!(
        (couple.overall().difference, couple.overall().p_better),
        (Err(Undefined::NoPairs), Err(Undefined::NoPairs))
    );
}
