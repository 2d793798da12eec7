//! What holds of every dataset: properties over random small ones.

use std::fmt::Write as _;

use foreboard::domain::quantile::{Level, Levels};
use foreboard::score::crps::crps;
use foreboard::score::results::{couples, duel_draws};
use foreboard::score::value::Undefined;
use proptest::collection::vec;
use proptest::prelude::*;

use super::tiny::{self, tiny};

const LEVELS: [f64; 3] = [0.1, 0.5, 0.9];

/// What a system says on one run day: nothing, late or not, a point or three quantiles.
#[derive(Debug, Clone)]
enum Said {
    Nothing,
    Point(f64, bool),
    Quantiles([f64; 3]),
    Failed,
}

fn said() -> impl Strategy<Value = Said> {
    let value = || (-40_i32..40).prop_map(|n| f64::from(n) / 4.0);
    prop_oneof![
        2 => Just(Said::Nothing),
        5 => (value(), proptest::bool::weighted(0.2)).prop_map(|(point, late)| Said::Point(point, late)),
        4 => (value(), value(), value()).prop_map(|(low, middle, high)| Said::Quantiles([low, middle, high])),
        1 => Just(Said::Failed),
    ]
}

/// Systems × run days, and one settled value a run day.
#[derive(Debug, Clone)]
struct World {
    truth: Vec<f64>,
    naive: Vec<f64>,
    systems: Vec<Vec<Said>>,
}

fn world() -> impl Strategy<Value = World> {
    (3_usize..12, 1_usize..5).prop_flat_map(|(days, systems)| {
        let value = || (-40_i32..40).prop_map(|n| f64::from(n) / 4.0);
        (vec(value(), days), vec(value(), days), vec(vec(said(), days), systems))
            .prop_map(|(truth, naive, systems)| World { truth, naive, systems })
    })
}

impl World {
    /// The world in the language, values times `scale`, systems named s0, s1, … in this order, of which `order` is a permutation.
    fn text(&self, scale: f64, order: &[usize]) -> String {
        let mut text = "levels 0.1 0.5 0.9\n system naive reference\n truth 1:".to_owned();
        self.truth.iter().for_each(|value| write!(text, " {}", value * scale).expect("memory"));
        for (run, value) in self.naive.iter().enumerate() {
            write!(text, "\n naive {run}: {}", value * scale).expect("memory");
        }
        for &system in order {
            write!(text, "\n system s{system} agent").expect("memory");
            for (run, said) in self.systems[system].iter().enumerate() {
                let line = match said {
                    Said::Nothing => continue,
                    Said::Point(point, late) => {
                        format!("{run}{}: {}", if *late { " late" } else { "" }, point * scale)
                    }
                    Said::Quantiles([low, middle, high]) => {
                        format!("{run}: {}/{}/{}", low * scale, middle * scale, high * scale)
                    }
                    Said::Failed => format!("{run} failed:"),
                };
                write!(text, "\n s{system} {line}").expect("memory");
            }
        }
        text
    }

    fn in_order(&self) -> String {
        self.text(1.0, &(0..self.systems.len()).collect::<Vec<_>>())
    }

    fn files(&self) -> usize {
        self.naive.len() + self.systems.iter().flatten().filter(|said| !matches!(said, Said::Nothing)).count()
    }
}

fn few() -> foreboard::domain::rules::Rules {
    foreboard::domain::rules::Rules { resamples: 20, min_days: 3, ..tiny::rules() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_naive_scores_exactly_one(world in world()) {
        let dataset = tiny(&world.in_order());
        let results = tiny::score(&dataset, &few());
        let naive = tiny::row(&results.tasks[0], "naive");
        match naive.figures.scaled_crps() {
            Ok(score) => prop_assert_eq!(score, 1.0),
            Err(reason) => prop_assert!(matches!(reason, Undefined::NoPairs | Undefined::NaiveErrorZero)),
        }
        if let Ok(interval) = naive.interval {
            prop_assert_eq!((interval.low, interval.high), (1.0, 1.0));
        }
    }

    #[test]
    fn another_system_never_enlarges_the_common_set(world in world()) {
        let everyone = foreboard::domain::rules::Rules { min_share: 0.0, ..few() };
        let pairs = |count: usize| {
            let dataset = tiny(&world.text(1.0, &(0..count).collect::<Vec<_>>()));
            tiny::score(&dataset, &everyone).tasks[0].board.pairs
        };
        let counts: Vec<usize> = (0..=world.systems.len()).map(pairs).collect();
        prop_assert!(counts.windows(2).all(|two| two[1] <= two[0]), "{counts:?}");
        prop_assert_eq!(counts[0], world.truth.len());
    }

    #[test]
    fn the_order_of_systems_changes_no_number(world in world()) {
        let order: Vec<usize> = (0..world.systems.len()).rev().collect();
        let (one, other) = (tiny(&world.in_order()), tiny(&world.text(1.0, &order)));
        let (one, other) = (tiny::score(&one, &few()), tiny::score(&other, &few()));
        for left in &one.tasks[0].board.rows {
            let right = tiny::row(&other.tasks[0], left.system.as_str());
            let facts = |row: &foreboard::score::board::Row| (row.rank, row.rank_interval, row.interval, row.n_common, row.n_own, row.late, row.cost);
            prop_assert_eq!(facts(left), facts(right));
            prop_assert_eq!(&left.figures, &right.figures);
            // Logarithms are summed in another order.
            match (left.pairwise_skill, right.pairwise_skill) {
                (Ok(left), Ok(right)) => prop_assert!((left - right).abs() <= 1e-12 * left.abs()),
                (left, right) => prop_assert_eq!(left, right),
            }
        }
    }

    #[test]
    fn the_unit_of_the_target_changes_crps_but_no_scaled_score(world in world(), exponent in -8_i32..8) {
        // A power of two changes no digit.
        let factor = 2.0_f64.powi(exponent);
        let order: Vec<usize> = (0..world.systems.len()).collect();
        let (one, other) = (tiny(&world.in_order()), tiny(&world.text(factor, &order)));
        let (one, other) = (tiny::score(&one, &few()), tiny::score(&other, &few()));
        for (left, right) in one.tasks[0].board.rows.iter().zip(&other.tasks[0].board.rows) {
            prop_assert_eq!(left.figures.scaled_crps(), right.figures.scaled_crps());
            prop_assert_eq!(left.figures.crps.own * factor, right.figures.crps.own);
            prop_assert_eq!((left.interval, left.to_leader, left.rank_interval), (right.interval, right.to_leader, right.rank_interval));
        }
    }

    #[test]
    fn crps_grows_with_the_unit(y in -1e6_f64..1e6, quantiles in vec(-1e6_f64..1e6, 3), factor in 1e-3_f64..1e3) {
        let levels = Levels::new(LEVELS.map(|level| Level::new(level).expect("a level")).to_vec()).expect("levels");
        let scaled: Vec<f64> = quantiles.iter().map(|quantile| quantile * factor).collect();
        let (one, other) = (crps(&levels, &quantiles, y), crps(&levels, &scaled, y * factor));
        prop_assert!((one * factor - other).abs() <= 1e-9 * (1.0 + other), "{one} · {factor} is not {other}");
        prop_assert!(0.0 <= one);
    }

    #[test]
    fn what_is_read_is_scored_or_left_out(world in world()) {
        let dataset = tiny(&world.in_order());
        let results = tiny::score(&dataset, &few());
        let account = results.account();
        prop_assert_eq!(account.submissions.total(), world.files());
        let forecasts: usize = dataset.tasks[0].submissions.iter().map(|file| file.forecasts.len() + file.invalid as usize).sum();
        prop_assert_eq!(account.forecasts.total(), forecasts);
        // Every scored forecast is a pair that its system resolved, and the other way round.
        let own: usize = results.tasks[0].board.rows.iter().map(|row| row.n_own).sum();
        prop_assert_eq!(account.forecasts.of(foreboard::score::ledger::Outcome::Scored), own);
    }

    #[test]
    fn one_of_two_is_better(world in world()) {
        let dataset = tiny(&world.in_order());
        let results = tiny::score(&dataset, &few());
        let draws = duel_draws(&results.tasks[0]);
        for mut couple in couples(&results) {
            couple.meet(&results.tasks[0], &draws);
            let comparison = couple.overall();
            let (Ok(row), Ok(column)) = (comparison.p_better, comparison.mirrored().p_better) else { continue };
            prop_assert!((0.0..=1.0).contains(&row));
            prop_assert_eq!(row + column, 1.0);
        }
    }

    #[test]
    fn every_listed_system_but_the_costly_ones_leaves_the_common_set_as_it_is(world in world()) {
        // The cost of a system is what the table gains once it is gone.
        let everyone = foreboard::domain::rules::Rules { min_share: 0.0, ..few() };
        let dataset = tiny(&world.in_order());
        let results = tiny::score(&dataset, &everyone);
        for system in 0..world.systems.len() {
            let order: Vec<usize> = (0..world.systems.len()).filter(|&other| other != system).collect();
            let name = format!("s{system}");
            let Some(row) = results.tasks[0].board.rows.iter().find(|row| row.system.as_str() == name && row.listed) else { continue };
            let without = tiny(&world.text(1.0, &order));
            let gained = tiny::score(&without, &everyone).tasks[0].board.pairs - results.tasks[0].board.pairs;
            prop_assert_eq!(row.cost, Some(gained));
        }
    }
}
