//! The bootstrap against a slow, literal one: days are drawn into lists, sums are taken over the lists.

use std::fmt::Write as _;

use foreboard::domain::catalogue::Task;
use foreboard::domain::rules::Rules;
use foreboard::score::bootstrap::Plan;
use foreboard::score::value::Undefined;

use crate::score::tiny::{self, id, row, task, tiny};

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(14_695_981_039_346_656_037, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(1_099_511_628_211))
}

struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[test]
fn the_literal_generator_is_the_published_one() {
    // FNV-1a 64 of "foobar" from its authors' test vectors; SplitMix64 of seed 1234567 as commonly published with the algorithm.
    assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    let mut random = SplitMix(1_234_567);
    assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
}

/// Each resample as the list of its days, straight from the definition.
fn literal(name: &str, days: usize, block: usize, resamples: usize) -> Vec<Vec<usize>> {
    let mut random = SplitMix(fnv1a(format!("track\0{name}").as_bytes()));
    let one = |random: &mut SplitMix| {
        let mut drawn = Vec::new();
        for _ in 0..days.div_ceil(block) {
            // A modulus is uniform but for one chance in 2^64 / days: no draw here is near it.
            let start = (random.next() % days as u64) as usize;
            drawn.extend((0..block).map(|step| (start + step) % days));
        }
        drawn.truncate(days);
        drawn
    };
    (0..resamples).map(|_| one(&mut random)).collect()
}

fn plan(task: &Task, min_days: usize, resamples: usize) -> Plan {
    Plan::new(&id("track"), task, &Rules { min_days, resamples, ..Rules::default() })
}

#[test]
fn draws_are_blocks_that_wrap_around_and_end_with_the_sample_s_length() {
    // Horizons, days between run days, run days, block length ⌈max H / Δ⌉ + 1, at least 2.
    for (horizons, every, days, block) in [
        (vec![1], 1, 10, 2),
        (vec![0], 1, 9, 2),
        (vec![-3, 0], 1, 9, 2),
        (vec![1, 7], 7, 11, 2),
        (vec![1, 8], 7, 11, 3),
        (vec![1, 2, 5], 1, 8, 6),
        (vec![3, 10, 17, 24], 7, 12, 5),
    ] {
        let mut of = task("load");
        of.horizons.clone_from(&horizons);
        of.schedule.every_days = every;
        let draws = plan(&of, 1, 50).draw(days).expect("enough days");
        // Powers of three tell every multiset of up to two of a day apart from the others; whole numbers sum exactly in any order.
        let sums: Vec<f64> = (0..days).map(|day| 3.0_f64.powi(day as i32)).collect();
        let expected: Vec<f64> =
            literal("load", days, block, 50).iter().map(|drawn| drawn.iter().map(|&day| sums[day]).sum()).collect();
        assert_eq!(draws.totals(&sums).collect::<Vec<f64>>(), expected, "{horizons:?} every {every}");
        assert!(draws.totals(&vec![1.0; days]).all(|total| total == days as f64));
    }
}

#[test]
fn a_block_that_holds_every_day_gives_no_interval() {
    let mut of = task("load");
    of.horizons = vec![14];
    // Blocks of 15 days: with 15 days each resample would be the sample itself.
    assert_eq!(plan(&of, 8, 50).draw(15).err(), Some(Undefined::TooFewDays { days: 15, needed: 16 }));
    let draws = plan(&of, 8, 50).draw(16).expect("one day more");
    let sums: Vec<f64> = (0..16).map(f64::from).collect();
    let totals: Vec<f64> = draws.totals(&sums).collect();
    assert!(totals.iter().any(|total| *total != totals[0]), "resamples differ");
}

#[test]
fn draws_need_days_and_resamples() {
    let of = task("load");
    assert_eq!(plan(&of, 8, 50).draw(0).err(), Some(Undefined::NoPairs));
    assert_eq!(plan(&of, 8, 50).draw(7).err(), Some(Undefined::TooFewDays { days: 7, needed: 8 }));
    assert_eq!(plan(&of, 8, 0).draw(8).err(), Some(Undefined::NoResamples));
    assert!(plan(&of, 8, 1).draw(8).is_ok());
}

#[test]
fn the_seed_is_the_track_s_and_the_task_s() {
    let draw = |track: &str, name: &str| {
        let rules = Rules { resamples: 20, ..Rules::default() };
        Plan::new(&id(track), &task(name), &rules).draw(20).expect("enough days")
    };
    assert_eq!(draw("track", "load"), draw("track", "load"));
    assert_ne!(draw("track", "load"), draw("track", "wind"));
    assert_ne!(draw("track", "load"), draw("other", "load"));
    // The boundary between the two ids counts.
    assert_ne!(draw("ab", "c"), draw("a", "bc"));
}

/// numpy's default percentile, from the definition: position (n − 1)·p in the sorted list.
fn percentile(values: &[f64], p: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let position = (sorted.len() as f64 - 1.0) * p;
    let (low, high) = (sorted[position.floor() as usize], sorted[position.ceil() as usize]);
    low + (high - low) * position.fract()
}

#[test]
fn a_board_s_intervals_are_the_literal_ones() {
    // Errors by run day of the naive, a and b; the truth is 0, so a point is its own error.
    let errors: [[f64; 10]; 3] = [
        [4.0, 2.0, 5.0, 1.0, 3.0, 6.0, 2.0, 4.0, 8.0, 1.0],
        [1.0, 2.0, 9.0, 1.0, 2.0, 3.0, 1.0, 0.0, 4.0, 2.0],
        [2.0, 3.0, 1.0, 2.0, 2.0, 5.0, 1.0, 3.0, 6.0, 2.0],
    ];
    let mut text = "system naive reference\n system a agent\n system b agent\n truth 1: 0 0 0 0 0 0 0 0 0 0".to_owned();
    for (name, errors) in ["naive", "a", "b"].iter().zip(&errors) {
        for (run, error) in errors.iter().enumerate() {
            write!(text, "\n {name} {run}: {error}").expect("memory");
        }
    }
    let dataset = tiny(&text);
    let results = tiny::score(&dataset, &Rules { resamples: 300, ..Rules::default() });
    let task = &results.tasks[0];
    // 25 of 36 for a, 27 of 36 for b.
    assert_eq!(tiny::listed(task), ["a", "b", "naive"]);

    let drawn = literal("load", 10, 2, 300);
    let ratio = |system: usize, days: &Vec<usize>| {
        let sum = |of: usize| days.iter().map(|&day| errors[of][day]).sum::<f64>();
        sum(system) / sum(0)
    };
    let (a, b): (Vec<f64>, Vec<f64>) = drawn.iter().map(|days| (ratio(1, days), ratio(2, days))).unzip();
    let close = |left: f64, right: f64| assert!((left - right).abs() < 1e-12, "{left} is not {right}");
    for (name, replicates) in [("a", &a), ("b", &b)] {
        let interval = row(task, name).interval.expect("enough days");
        close(interval.low, percentile(replicates, 0.025));
        close(interval.high, percentile(replicates, 0.975));
    }
    let differences: Vec<f64> = a.iter().zip(&b).map(|(a, b)| b - a).collect();
    let to_leader = row(task, "b").to_leader.expect("enough days");
    close(to_leader.low, percentile(&differences, 0.025));
    close(to_leader.high, percentile(&differences, 0.975));
    assert_eq!(row(task, "b").tied_with_leader, to_leader.low <= 0.0 && 0.0 <= to_leader.high);
    // Ranks of b among a, b and the naive in each resample, rounded outward.
    let places: Vec<f64> =
        a.iter().zip(&b).map(|(a, b)| 1.0 + f64::from(u8::from(a < b)) + f64::from(u8::from(1.0 < *b))).collect();
    let interval = (percentile(&places, 0.025).floor() as usize, percentile(&places, 0.975).ceil() as usize);
    assert_eq!(row(task, "b").rank_interval, Some(interval));

    let mut couple = foreboard::score::results::couples(&results).pop().expect("a and b");
    couple.meet(task, &foreboard::score::results::duel_draws(task));
    let better = differences
        .iter()
        .map(|&d| {
            if 0.0 < d {
                1.0
            } else if d == 0.0 {
                0.5
            } else {
                0.0
            }
        })
        .sum::<f64>()
        / 300.0;
    close(couple.overall().p_better.expect("enough days"), better);
}
