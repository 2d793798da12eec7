//! The score of a forecast, and the sums of a system, against numbers from other software and from pencil and paper.

use foreboard::domain::forecast::Answer;
use foreboard::domain::quantile::{Level, Levels};
use foreboard::score::crps::{crps, middle, pinball, score};
use foreboard::score::value::{Interval, Undefined, median, percentile, ranks, spearman};

use super::tiny::{self, row, rules, tiny};

fn levels(values: &[f64]) -> Levels {
    Levels::new(values.iter().map(|&value| Level::new(value).expect("a level")).collect()).expect("levels")
}

#[track_caller]
fn close(left: f64, right: f64) {
    assert!((left - right).abs() <= 1e-12 * right.abs().max(1.0), "{left} is not {right}");
}

#[test]
fn pinball_loss_charges_the_level_below_and_its_complement_above() {
    // ρ_0.9(14 − 4) = 10 · 0.9; ρ_0.9(4 − 14) = −10 · (0.9 − 1); equality costs nothing.
    close(pinball(Level::NINE_TENTHS, 4.0, 14.0), 9.0);
    close(pinball(Level::NINE_TENTHS, 14.0, 4.0), 1.0);
    assert_eq!(pinball(Level::NINE_TENTHS, 4.0, 4.0), 0.0);
}

#[test]
fn crps_is_that_of_scoringrules() {
    // scoringrules 0.10.0: crps_quantile(y, q, levels), for y inside, below, on a quantile, above; asymmetric levels; crossing quantiles.
    let tenths = Levels::default();
    let quantiles = [10.0, 12.0, 13.0, 15.0, 18.0, 19.0, 21.0, 24.0, 30.0];
    for (actual, expected) in [
        (17.5, 1.922_222_222_222_221_8),
        (8.0, 6.977_777_777_777_778),
        (18.0, 1.866_666_666_666_666_3),
        (35.25, 14.227_777_777_777_776),
    ] {
        close(crps(&tenths, &quantiles, actual), expected);
    }
    close(crps(&levels(&[0.05, 0.5, 0.8]), &[-2.0, 1.0, 7.5], 3.0), 1.433_333_333_333_333_3);
    let crossing = [10.0, 9.0, 13.0, 15.0, 18.0, 17.0, 21.0, 24.0, 30.0];
    close(crps(&tenths, &crossing, 16.0), 2.044_444_444_444_444_3);
}

#[test]
fn crps_of_a_forecast_without_spread_is_the_absolute_error_to_the_last_bit() {
    for actual in [0.1, 0.3, 7.77, -1e300, 1e-300] {
        assert_eq!(crps(&Levels::default(), &[0.7; 9], actual), (0.7_f64 - actual).abs());
    }
    // Levels that are not symmetric keep the formula: (2/1) · 0.9 · 10.
    close(crps(&levels(&[0.9]), &[4.0], 14.0), 18.0);
}

/// Bracher et al. 2021: `(|y − m| / 2 + Σ (α/2) · IS_α) / (k + 1/2)`, `IS_α = (u − l) + (2/α)(l − y)⁺ + (2/α)(y − u)⁺`.
fn weighted_interval_score(levels: &[f64], quantiles: &[f64], actual: f64) -> f64 {
    let intervals = levels.len() / 2;
    let mut sum = 0.5 * (actual - quantiles[intervals]).abs();
    for k in 0..intervals {
        let (alpha, low, high) = (2.0 * levels[k], quantiles[k], quantiles[levels.len() - 1 - k]);
        let score = (high - low) + 2.0 / alpha * ((low - actual).max(0.0) + (actual - high).max(0.0));
        sum += alpha / 2.0 * score;
    }
    sum / (intervals as f64 + 0.5)
}

#[test]
fn crps_on_symmetric_levels_is_the_weighted_interval_score() {
    let hub = [0.01, 0.025, 0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95, 0.975, 0.99];
    let quantiles = [-3.0, -1.0, 0.5, 2.0, 2.0, 4.0, 5.5, 9.0, 9.5, 11.0, 30.0];
    assert!(levels(&hub).symmetric());
    for actual in [-10.0, -3.0, 1.9, 2.0, 4.0, 8.0, 29.0, 100.0] {
        close(crps(&levels(&hub), &quantiles, actual), weighted_interval_score(&hub, &quantiles, actual));
    }
}

#[test]
fn a_value_equal_to_a_quantile_falls_into_the_lower_bin_and_is_covered() {
    let answer = Answer::Quantiles(Box::from([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]));
    // y, bin = quantiles strictly below y, strictly below the median 5, inside [1, 9].
    for (actual, bin, below, covers) in [
        (0.9, 0, true, false),
        (1.0, 0, true, true),
        (1.1, 1, true, true),
        (5.0, 4, false, true),
        (9.0, 8, false, true),
        (9.1, 9, false, false),
    ] {
        let spread = score(&Levels::default(), &answer, actual).spread.expect("quantiles have spread");
        let central = spread.central.expect("the levels hold 0.1 and 0.9");
        assert_eq!((spread.bin, spread.below_median, central.covers), (bin, Some(below), covers), "y = {actual}");
        assert_eq!(central.width, 8.0);
    }
}

#[test]
fn the_middle_of_a_forecast_is_its_point_or_its_median() {
    let quantiles = Answer::Quantiles(Box::from([1.0, 2.0, 7.0]));
    assert_eq!(middle(&levels(&[0.1, 0.5, 0.9]), &quantiles), Some(2.0));
    assert_eq!(middle(&levels(&[0.1, 0.4, 0.9]), &quantiles), None);
    assert_eq!(middle(&levels(&[0.1]), &Answer::Point(3.0)), Some(3.0));
}

#[test]
fn a_board_divides_sums_over_sums() {
    let dataset = tiny(
        "levels 0.1 0.5 0.9
         system naive reference
         system a agent
         truth 1: 10 20
         naive 0: 6
         naive 1: 18
         a 0: 8/9/13
         a 1: 15/16/18",
    );
    let results = tiny::score(&dataset, &rules());
    let a = row(&results.tasks[0], "a");
    // CRPS of (8 9 13) at 10: 2/3 (0.1·2 + 0.5·1 + 0.1·3) = 2/3; of (15 16 18) at 20: 2/3 (0.1·5 + 0.5·4 + 0.9·2) = 2/3 · 4.3.
    // The naive errs by 4 and 2: (2/3 · 5.3) / 6. Medians err by 1 and 4: 5/6. Only 10 lies in its interval; widths 5 + 3 over 6.
    close(a.figures.scaled_crps().expect("defined"), 2.0 / 3.0 * 5.3 / 6.0);
    close(a.figures.crps.mean().expect("defined"), 2.0 / 3.0 * 5.3 / 2.0);
    close(a.figures.scaled_mae().expect("defined"), 5.0 / 6.0);
    close(a.figures.mean_abs_error().expect("defined"), 2.5);
    assert_eq!(a.figures.coverage, Ok(0.5));
    close(a.figures.sharpness.expect("defined"), 8.0 / 6.0);
    assert_eq!(a.figures.below_median, Ok(0.0));
    assert_eq!(a.figures.pit, [0, 0, 1, 1]);
    assert_eq!(row(&results.tasks[0], "naive").figures.scaled_crps(), Ok(1.0));
    // By horizon and by day: day 0 is 2/3 over 4, day 1 is 2/3 · 4.3 over 2. The reliability of 0.5: y ≤ 9, y ≤ 16 never; of 0.9: y ≤ 13 once.
    let by_day = &results.tasks[0].by_day.iter().find(|days| days.system.as_str() == "a").expect("listed").scores;
    close(by_day[0].1.expect("defined"), 1.0 / 6.0);
    close(by_day[1].1.expect("defined"), 4.3 / 3.0);
    let calibration = results.tasks[0].calibration.iter().find(|row| row.system.as_str() == "a").expect("listed");
    assert_eq!((calibration.pairs, calibration.reliability.clone()), (2, vec![(0.1, 0.0), (0.5, 0.0), (0.9, 0.5)]));
}

#[test]
fn points_count_for_the_score_but_not_for_coverage() {
    let dataset = tiny(
        "levels 0.1 0.5 0.9
         system naive reference
         system a agent
         truth 1: 10 20
         naive 0: 6
         naive 1: 18
         a 0: 8/9/13
         a 1: 23",
    );
    let results = tiny::score(&dataset, &rules());
    let a = row(&results.tasks[0], "a");
    // (2/3 + 3) / 6; medians 1 + 3; the one quantile pair is covered, 5 wide, where the naive errs by 4.
    close(a.figures.scaled_crps().expect("defined"), (2.0 / 3.0 + 3.0) / 6.0);
    close(a.figures.scaled_mae().expect("defined"), 4.0 / 6.0);
    assert_eq!((a.figures.coverage, a.figures.sharpness), (Ok(1.0), Ok(1.25)));
    assert_eq!(a.figures.pit, [0, 0, 1, 0]);
}

#[test]
fn horizons_are_scored_apart() {
    let dataset = tiny(
        "horizons 1 2
         system naive reference
         system a agent
         truth 1: 10 20
         naive 0: 6 18
         a 0: 9 23",
    );
    let results = tiny::score(&dataset, &rules());
    let a = results.tasks[0].by_horizon.iter().find(|row| row.system.as_str() == "a").expect("a row");
    let scores: Vec<_> = a.figures.iter().map(|(horizon, figures)| (*horizon, figures.scaled_crps())).collect();
    assert_eq!(scores, [(1, Ok(0.25)), (2, Ok(1.5))]);
}

#[test]
fn percentiles_are_those_of_numpy() {
    // numpy 2.4.6: np.percentile(v, [2.5, 50, 97.5]) and np.median.
    let values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.0, 5.0];
    let mut sorted = values;
    sorted.sort_unstable_by(f64::total_cmp);
    close(percentile(&sorted, 0.025), 1.0);
    close(percentile(&sorted, 0.5), 4.0);
    close(percentile(&sorted, 0.975), 8.25);
    assert_eq!(Interval::of(&values), Ok(Interval { low: 1.0, high: 8.25 }));
    assert_eq!(median(&[7.0, 1.0, 4.0, 2.0]), Some(3.0));
    assert_eq!(median(&[]), None);
    assert_eq!(Interval::of(&[2.0]), Ok(Interval { low: 2.0, high: 2.0 }));
}

#[test]
fn an_interval_of_undefined_replicates_says_why() {
    assert_eq!(Interval::of(&[]), Err(Undefined::NoResamples));
    assert_eq!(Interval::of(&[1.0, f64::NAN]), Err(Undefined::NaiveErrorZero));
    assert_eq!(Interval::of(&[1.0, f64::INFINITY]), Err(Undefined::Overflow));
}

#[test]
fn spearman_is_that_of_scipy() {
    // scipy 1.17.1: scipy.stats.spearmanr(a, b).statistic, with ties.
    close(spearman(&[1.0, 2.0, 2.0, 4.0, 5.0], &[2.0, 1.0, 1.0, 1.0, 7.0]).expect("defined"), 0.229_415_733_870_561_77);
    let (a, b) = ([3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0], [2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.0, 8.0]);
    close(spearman(&a, &b).expect("defined"), 0.198_853_681_209_924_67);
    assert_eq!(spearman(&[1.0, 2.0, 3.0], &[5.0, 5.0, 5.0]), None);
    assert_eq!(spearman(&[1.0], &[1.0]), None);
    assert_eq!(spearman(&[1.0, 2.0, 3.0], &[9.0, 8.0, 7.0]), Some(-1.0));
}

#[test]
fn ranks_skip_after_a_tie_and_leave_out_what_has_no_value() {
    assert_eq!(ranks(&[Some(2.0), Some(1.0), None, Some(1.0), Some(3.0)]), [Some(3), Some(1), None, Some(1), Some(4)]);
}
