//! The plans of a menu: against other software, against a slow literal reading of each policy's rule, and against the published tariff.

use foreboard::domain::fwbench::contract::{Billing, Contract, HOURS, STEPS, Terms, capacity};
use foreboard::domain::fwbench::credits::{Tariff, TariffCell};
use foreboard::domain::fwbench::episode::{Episode, HISTORY, History, MenuInputs, Packet};
use foreboard::domain::fwbench::outcome::MenuPlan;
use foreboard::domain::fwbench::plan::Plan;
use foreboard::score::fwbench::cases::graded;
use foreboard::score::fwbench::cost::{Costs, day_costs, hour_cost, loss, penalty};
use foreboard::score::fwbench::optimise::optimise;
use foreboard::score::fwbench::policies::expected::{Demand, Hours, expected};
use foreboard::score::fwbench::policies::{CLASSICAL, calendar, menu, quote};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};

use super::contract::{close, contract, priorities, terms};
use super::grading::{budget, case, menu_row};

/// Cells of the published tariff, those below a context of 336 left out but for one a model.
const TARIFF: &[(&str, u32, u32, u64)] = &[
    ("chronos_bolt_tiny", 96, 24, 7_273),
    ("chronos_bolt_tiny", 336, 24, 8_452),
    ("chronos_bolt_tiny", 336, 64, 8_452),
    ("chronos_bolt_tiny", 336, 96, 26_108),
    ("chronos_bolt_tiny", 336, 192, 46_595),
    ("chronos_bolt_tiny", 336, 240, 69_541),
    ("chronos_bolt_tiny", 336, 336, 127_481),
    ("chronos2", 96, 24, 86_752),
    ("chronos2", 336, 24, 86_752),
    ("chronos2", 336, 64, 103_806),
    ("chronos2", 336, 96, 113_726),
    ("chronos2", 336, 192, 113_726),
    ("chronos2", 336, 240, 113_726),
    ("chronos2", 336, 336, 116_839),
    ("timesfm25", 96, 24, 1_181_871),
    ("timesfm25", 336, 64, 1_187_691),
    ("timesfm25", 336, 240, 1_187_691),
    ("seasonal_empirical", 336, 24, 400),
    ("seasonal_empirical", 336, 64, 1_027),
    ("seasonal_empirical", 336, 96, 1_588),
    ("seasonal_empirical", 336, 192, 3_065),
    ("seasonal_empirical", 336, 240, 3_756),
    ("seasonal_empirical", 336, 336, 5_206),
];

fn tariff() -> Tariff {
    let cell = |&(model, context_limit, horizon_limit, credits): &(&str, u32, u32, u64)| TariffCell {
        model: model.parse().expect("an id"),
        context_limit,
        horizon_limit,
        credits,
    };
    // Backwards: the smallest cell is found wherever it stands.
    Tariff { cells: TARIFF.iter().rev().map(cell).collect() }
}

#[test]
fn a_call_costs_the_smallest_cell_that_holds_it() {
    let price = |model: &str, context, horizon| quote(&tariff(), &model.parse().expect("an id"), context, horizon);
    // The table of upstream's plans: day-ahead 50 hours, week-ahead 194, of 336.
    assert_eq!(
        (price("chronos_bolt_tiny", 336, 50), price("chronos_bolt_tiny", 336, 194)),
        (Some(8_452), Some(69_541))
    );
    assert_eq!((price("chronos2", 336, 50), price("chronos2", 336, 194)), (Some(103_806), Some(113_726)));
    assert_eq!((price("timesfm25", 336, 50), price("timesfm25", 336, 194)), (Some(1_187_691), Some(1_187_691)));
    assert_eq!(
        (price("seasonal_empirical", 336, 50), price("seasonal_empirical", 336, 194)),
        (Some(1_027), Some(3_756))
    );
    // Limits are included; a cell of shorter context comes first.
    assert_eq!((price("chronos_bolt_tiny", 96, 24), price("chronos_bolt_tiny", 97, 24)), (Some(7_273), Some(8_452)));
    assert_eq!((price("chronos2", 336, 336), price("chronos2", 336, 64)), (Some(116_839), Some(103_806)));
    assert_eq!(
        (price("chronos2", 337, 24), price("chronos2", 336, 337), price("chronos9", 336, 24)),
        (None, None, None)
    );
    assert_eq!(
        (price("chronos2", 1, 24), price("chronos2", 2, 0), price("chronos2", 2, 1)),
        (None, None, Some(86_752))
    );
}

/// Thursday, 22:00 UTC.
fn start() -> Timestamp {
    "2026-07-09T22:00:00Z".parse().expect("an instant")
}

/// The hour in UTC: days since Monday, and the hour of the day.
fn weekday_and_hour(start: Timestamp, hours: usize) -> (i8, i8) {
    let instant = start.checked_add(SignedDuration::from_hours(hours as i64)).expect("an instant");
    let civil = TimeZone::UTC.to_datetime(instant);
    (civil.weekday().to_monday_zero_offset(), civil.hour())
}

/// Less by 100 at weekends, without another pattern of days.
fn history() -> Vec<f64> {
    let value = |hour: usize| {
        let weekend = if weekday_and_hour(start(), hour).0 < 5 { 0 } else { 100 };
        (800 + hour * 29 % 24 * 20 + hour * hour % 53 * 4) as f64 - f64::from(weekend)
    };
    (0..HISTORY).map(value).collect()
}

fn actual() -> [f64; HOURS] {
    std::array::from_fn(|hour| (700 + hour * 7 % 24 * 25 + hour * hour % 17 * 10) as f64)
}

/// Quantiles with a negative one in each hour.
fn packet() -> Packet {
    let quantile = |hour: usize, level: usize| {
        let jump = if 4 < level { 30.0 } else { 0.0 };
        let drop = if level == 0 { 700.0 } else { 0.0 };
        600.0 + 40.0 * level as f64 + 5.0 * hour as f64 + jump - drop
    };
    let hours = (0..HOURS).map(|hour| std::array::from_fn(|level| quantile(hour, level)));
    Packet { policy: "chronos2".parse().expect("an id"), context: 336, quantiles: hours.collect() }
}

fn inputs() -> MenuInputs {
    MenuInputs { history: History { start: start(), values: history() }, tariff: tariff(), packets: vec![packet()] }
}

fn published() -> Terms {
    Terms { hourly_priority: priorities(), ..terms(3) }
}

fn reserved() -> Terms {
    Terms {
        billing: Billing::Reservation,
        emergency: 2.0,
        emergency_buffer: 0.05,
        adjustment: 0.2,
        ramp: 0.1,
        hourly_priority: priorities(),
        ..terms(6)
    }
}

/// Policy, steps of its plan, loss on the actual day; last the floor.
type Row = (&'static str, &'static str, f64);

/// All of these from a separate program: Python 3.11 floats in the order that the contract's documentation states, the calendar's fit by
/// `numpy.linalg.lstsq` of numpy 2.4.6, hours chosen by `datetime`; scale 1024, 362 hours from the first visible to the first target hour.
const PUBLISHED: [Row; 10] = [
    ("all_hour_empirical", "17 17 17 17 16 16 16 16", 0.080_072_428_385_416_66),
    ("calendar_residual", "17 16 16 16 15 15 14 13", 0.084_389_648_437_5),
    ("chronos2", "10 11 11 11 11 11 11 12", 0.173_063_151_041_666_67),
    ("hour_of_day_empirical", "17 14 17 16 17 18 14 16", 0.092_836_914_062_5),
    ("level_adjusted_weekly", "17 11 15 16 17 15 11 14", 0.109_667_968_750_000_01),
    ("recent_day_empirical", "17 17 17 17 17 17 17 17", 0.079_711_914_062_5),
    ("recent_week_empirical", "17 17 17 17 16 16 16 16", 0.080_072_428_385_416_66),
    ("weekday_empirical", "17 12 16 16 15 15 12 14", 0.101_959_635_416_666_65),
    ("weekly_repeat", "17 11 15 16 17 15 11 14", 0.109_667_968_750_000_01),
    ("floor", "13 18 15 19 18 17 17 14", 0.059_222_005_208_333_324),
];
const RESERVED: [Row; 10] = [
    ("all_hour_empirical", "18 18 17 17", 0.392_218_424_479_166_7),
    ("calendar_residual", "17 16 16 15", 0.409_010_416_666_666_8),
    ("chronos2", "10 11 11 12", 0.711_097_819_010_416_9),
    ("hour_of_day_empirical", "17 17 18 16", 0.398_279_622_395_833_14),
    ("level_adjusted_weekly", "16 16 16 14", 0.418_380_533_854_166_7),
    ("recent_day_empirical", "17 17 17 17", 0.396_525_065_104_166_7),
    ("recent_week_empirical", "18 17 17 17", 0.397_843_424_479_166_65),
    ("weekday_empirical", "16 16 16 15", 0.414_707_031_250_000_14),
    ("weekly_repeat", "16 16 16 14", 0.418_380_533_854_166_7),
    ("floor", "17 19 17 16", 0.390_607_096_354_166_74),
];

fn steps(plan: &Plan) -> String {
    plan.steps().map(|step| step.to_string()).collect::<Vec<String>>().join(" ")
}

#[test]
fn plans_are_those_of_another_program() {
    for (terms, rows, dearest) in
        [(published(), PUBLISHED, 1.863_065_592_447_917_1), (reserved(), RESERVED, 3.611_696_777_343_750_5)]
    {
        let contract = contract(terms, 1024.0);
        let costs = day_costs(&contract, &actual());
        let mut plans = menu(&case("x", 50), &contract, &inputs(), &costs).expect("a menu");
        let floor = optimise(&contract, &costs).expect("a plan");
        plans.push(MenuPlan { plan: Some(floor.clone()), ..menu_row("floor", loss(&contract, &costs, &floor), 0) });
        assert_eq!(plans.len(), rows.len());
        for (plan, (policy, expected, loss)) in plans.iter().zip(rows) {
            assert_eq!((plan.policy.as_str(), steps(plan.plan.as_ref().expect("a plan")).as_str()), (policy, expected));
            close(plan.loss, loss);
            assert_eq!(plan.credits, if policy == "chronos2" { 103_806 } else { 0 });
        }
        close(penalty(&contract, &costs), dearest);
    }
}

#[test]
fn the_calendar_is_fitted_by_least_squares() {
    // numpy.linalg.lstsq, as above: target hours 0, 7, 23; visible hours 0, 100, 335.
    let fit = calendar::fit(&history(), 362);
    let found = [fit.predictions[0], fit.predictions[7], fit.predictions[23]];
    for (found, expected) in found.into_iter().zip([1_083.234_158_940_673, 1_062.720_456_841_35, 944.525_104_044_393_5])
    {
        close(found, expected);
    }
    let found = [fit.residuals[0], fit.residuals[100], fit.residuals[335]];
    let expected = [-251.771_832_007_619_88, 246.134_280_196_140_7, 196.917_164_795_439_48];
    for (found, expected) in found.into_iter().zip(expected) {
        close(found, expected);
    }
    // A trend alone is continued, and nothing is left over.
    let line: Vec<f64> = (0..HISTORY).map(|hour| 7.0 + 0.5 * hour as f64).collect();
    let fit = calendar::fit(&line, 506);
    close(fit.predictions[23], 7.0 + 0.5 * 529.0);
    assert!(fit.residuals.iter().all(|residual| residual.abs() < 1e-11));
}

#[test]
fn ties_are_decided_by_the_order_of_the_sums() {
    // Priority 1.5 against 0.3 is met by every sixth sample, so exact fractions tie from step 10 to 18 for the first two rows, which hold the same
    // samples, and from 11 to 21 for the third. Plans of Python 3.11 floats, summed in the documented order.
    let demands =
        [[0.5, 0.6, 0.7, 0.8, 0.9, 1.3], [1.3, 0.9, 0.8, 0.7, 0.6, 0.5], [0.42, 0.61, 0.77, 0.83, 0.91, 1.46]];
    let threes = ["10 10 10 10 10 10 10 10", "11 11 11 10 10 10 10 10", "17 17 17 11 11 11 11 17"];
    let sixes = ["10 10 10 10", "11 11 10 11", "11 11 11 11"];
    for (hours, plans) in [(3, threes), (6, sixes)] {
        let contract = contract(Terms { hourly_priority: [1.5; HOURS], ..terms(hours) }, 1.0);
        for (samples, expected_plan) in demands.iter().zip(plans) {
            let alike = Demand::equal(&contract, Hours::Alike(samples.to_vec())).expect("a demand");
            let each = Demand::equal(&contract, Hours::Each(vec![samples.to_vec(); HOURS])).expect("a demand");
            for demand in [alike, each] {
                let plan = optimise(&contract, &expected(&contract, &demand)).expect("a plan");
                assert_eq!(steps(&plan), expected_plan, "{samples:?}");
            }
        }
    }
}

/// Numbers without a pattern in 0 to 1, the same on every run.
fn noise(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Terms of every kind: both billings, every length of block, with and without emergency, adjustment, and prices below 0.
fn kinds() -> Vec<Terms> {
    let hourly = Terms { emergency: 0.5, shortage: 1.2, adjustment: 0.05, ramp: 0.15, ..terms(1) };
    let odd = Terms { reservation: -0.1, adjustment: 0.3, ..published() };
    let negative_priority = Terms { hourly_priority: [-0.5; HOURS], ..published() };
    let surcharge = Terms { emergency: -0.2, ..published() };
    let billed = Terms { billing: Billing::Reservation, ..published() };
    vec![published(), reserved(), hourly, odd, negative_priority, surcharge, billed]
}

#[test]
fn expected_costs_are_the_literal_sums() {
    let mut noise = noise(3);
    for terms in kinds() {
        let contract = contract(terms, 700.0);
        let samples: Vec<Vec<f64>> = (0..HOURS).map(|_| (0..9).map(|_| 2_000.0 * noise() - 100.0).collect()).collect();
        let masses = vec![0.15, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.15];
        let literal = literal_expected(&contract, &samples, &masses);
        let demand = Demand::new(&contract, masses, Hours::Each(samples)).expect("a demand");
        assert_eq!(expected(&contract, &demand), literal);
    }
}

fn literal_expected(contract: &Contract, samples: &[Vec<f64>], masses: &[f64]) -> Costs {
    let mut costs = vec![[0.0; STEPS]; HOURS];
    for hour in 0..HOURS {
        for (step, cost) in costs[hour].iter_mut().enumerate() {
            for (mass, sample) in masses.iter().zip(&samples[hour]) {
                *cost += mass * hour_cost(contract.terms(), hour, sample / contract.scale(), capacity(step));
            }
        }
    }
    costs
}

/// Every transition of every block, ties to the lowest step.
fn literal_optimum(contract: &Contract, costs: &Costs) -> Vec<usize> {
    let terms = contract.terms();
    let block = |block: usize, step: usize| {
        let hours = terms.block_hours.hours();
        (block * hours..(block + 1) * hours).fold(0.0, |sum, hour| sum + costs[hour][step])
    };
    let mut paths: Vec<(f64, Vec<usize>)> = (0..STEPS).map(|step| (block(0, step), vec![step])).collect();
    for at in 1..terms.block_hours.blocks() {
        let next = |step: usize| {
            let mut best = (f64::INFINITY, Vec::new());
            for (value, path) in &paths {
                let change = (capacity(step) - capacity(path[at - 1])).abs();
                let reached = value + terms.adjustment * change;
                if change <= terms.ramp + 1e-10 && reached < best.0 {
                    best = (reached, path.clone());
                }
            }
            best.1.push(step);
            (best.0 + block(at, step), best.1)
        };
        paths = (0..STEPS).map(next).collect();
    }
    let least = paths.iter().fold(f64::INFINITY, |least, path| least.min(path.0));
    paths.into_iter().find(|path| path.0 == least).expect("a path").1
}

/// The samples of a policy in one target hour by its rule, calendar apart.
fn literal_samples(policy: &str, start: Timestamp, values: &[f64], target: usize) -> Vec<f64> {
    let (weekday, hour) = weekday_and_hour(start, target);
    let chosen = |keep: &dyn Fn(i8, i8) -> bool| -> Vec<f64> {
        let kept = |&at: &usize| {
            let (weekday, hour) = weekday_and_hour(start, at);
            keep(weekday, hour)
        };
        (0..HISTORY).filter(kept).map(|at| values[at]).collect()
    };
    let week = chosen(&|other, time| other == weekday && time == hour);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / 24.0;
    match policy {
        "all_hour_empirical" => values.to_vec(),
        "recent_week_empirical" => values[336 - 168..].to_vec(),
        "recent_day_empirical" => values[336 - 24..].to_vec(),
        "hour_of_day_empirical" => chosen(&|_, time| time == hour),
        "weekday_empirical" => week,
        "weekly_repeat" => vec![week[1]],
        "level_adjusted_weekly" => {
            vec![(week[1] + mean(&values[336 - 24..]) - mean(&values[336 - 192..336 - 168])).max(0.0)]
        }
        other => panic!("`{other}` has no literal rule"),
    }
}

/// The calendar's samples by the normal equations, solved by elimination with the greatest pivot.
fn literal_calendar(values: &[f64], offset: usize) -> Vec<Vec<f64>> {
    let row = |hour: usize| {
        let t = hour as f64;
        let mut row = vec![1.0, t / 336.0];
        for period in [24.0, 168.0] {
            for k in [1.0, 2.0, 3.0] {
                let angle = 2.0 * std::f64::consts::PI * k * t / period;
                row.extend([angle.sin(), angle.cos()]);
            }
        }
        row
    };
    let mut system = vec![vec![0.0; 15]; 14];
    for (hour, value) in values.iter().enumerate() {
        let row = row(hour);
        for (left, equation) in row.iter().zip(&mut system) {
            for (right, entry) in row.iter().chain([value]).zip(equation) {
                *entry += left * right;
            }
        }
    }
    for pivot in 0..14 {
        let greatest = (pivot..14).max_by(|&a, &b| system[a][pivot].abs().total_cmp(&system[b][pivot].abs()));
        system.swap(pivot, greatest.expect("a row"));
        let row = system[pivot].clone();
        for (_, other) in system.iter_mut().enumerate().filter(|(at, _)| *at != pivot) {
            let factor = other[pivot] / row[pivot];
            other.iter_mut().zip(&row).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    let weights: Vec<f64> = (0..14).map(|at| system[at][14] / system[at][at]).collect();
    let predicted = |hour: usize| -> f64 { row(hour).iter().zip(&weights).map(|(wave, weight)| wave * weight).sum() };
    let residuals: Vec<f64> = (0..HISTORY).map(|hour| values[hour] - predicted(hour)).collect();
    let around =
        |hour: usize| residuals.iter().map(|residual| (predicted(offset + hour) + residual).max(0.0)).collect();
    (0..HOURS).map(around).collect()
}

#[test]
fn plans_are_those_of_a_literal_reading() {
    let mut noise = noise(11);
    for (round, terms) in kinds().into_iter().enumerate() {
        // Target days a day and a week ahead, at any distance in hours; small demand now and then, so that clipping matters.
        let offset = if round % 2 == 0 { 362 + round } else { 506 - round };
        let target = case("x", 50).target_start;
        let start = target.checked_sub(SignedDuration::from_hours(offset as i64)).expect("an instant");
        let wave = |hour: usize| 1.0 + 0.6 * (hour as f64 * std::f64::consts::PI / 12.0).sin();
        let values: Vec<f64> = (0..HISTORY).map(|hour| 300.0 * wave(hour) * (0.7 + 0.6 * noise())).collect();
        let actual = std::array::from_fn(|hour| 300.0 * wave(offset + hour) * (0.7 + 0.6 * noise()));
        let contract = contract(terms, values.iter().sum::<f64>() / 336.0);
        let costs = day_costs(&contract, &actual);
        let inputs = MenuInputs {
            history: History { start, values: values.clone() },
            tariff: Tariff::default(),
            packets: Vec::new(),
        };
        let plans = menu(&case("x", 50), &contract, &inputs, &costs).expect("a menu");
        assert_eq!(plans.iter().map(|plan| plan.policy.as_str()).collect::<Vec<&str>>(), CLASSICAL);
        for plan in plans {
            let policy = plan.policy.as_str();
            let samples: Vec<Vec<f64>> = if policy == "calendar_residual" {
                literal_calendar(&values, offset)
            } else {
                (0..HOURS).map(|hour| literal_samples(policy, start, &values, offset + hour)).collect()
            };
            let mass = 1.0 / samples[0].len() as f64;
            let literal = literal_expected(&contract, &samples, &vec![mass; samples[0].len()]);
            let found: Vec<usize> = plan.plan.expect("a plan").steps().collect();
            assert_eq!(found, literal_optimum(&contract, &literal), "{policy}, round {round}");
        }
    }
}

#[test]
fn a_demand_is_a_distribution_in_each_hour() {
    let contract = contract(terms(3), 1.0);
    let reason = |masses: &[f64], hours| Demand::new(&contract, masses.to_vec(), hours).expect_err("no demand");
    let each = |hours: usize, samples: usize| Hours::Each(vec![vec![1.0; samples]; hours]);
    assert_eq!(reason(&[0.5, 0.5], each(23, 2)), "it has samples of 23 hours, it must have 24");
    assert_eq!(reason(&[0.5, 0.5], each(24, 3)), "an hour has 3 samples, it must have 2");
    for masses in [[0.5, 0.4], [1.5, -0.5], [0.5, f64::NAN], [0.500_02, 0.5]] {
        assert_eq!(reason(&masses, each(24, 2)), "its masses are not at least 0 and 1 in sum");
    }
    assert!(Demand::new(&contract, vec![0.500_005, 0.5], each(24, 2)).is_ok());
    assert_eq!(reason(&[1.0], Hours::Alike(vec![f64::NAN])), "a sample is not finite in units of the scale");
    assert_eq!(Demand::equal(&contract, each(24, 0)), Err("its masses are not at least 0 and 1 in sum".to_owned()));
}

#[test]
fn an_input_that_fails_takes_the_menu_with_it() {
    let contract = contract(published(), 1024.0);
    let costs = day_costs(&contract, &actual());
    let reason = |change: &dyn Fn(&mut MenuInputs)| {
        let mut inputs = inputs();
        change(&mut inputs);
        menu(&case("x", 50), &contract, &inputs, &costs).expect_err("no menu")
    };
    let later = |hours: i64, seconds: i64| start() + SignedDuration::from_secs(3600 * hours + seconds);
    assert_eq!(reason(&|inputs| inputs.history.values.truncate(335)), "the history has 335 hours, it must have 336");
    assert_eq!(reason(&|inputs| inputs.history.start = later(27, 0)), "the target day begins before the history ends");
    assert_eq!(reason(&|inputs| inputs.history.start = later(900, 0)), "the target day begins before the history ends");
    let odd = "the target day does not begin whole hours after the history";
    assert_eq!(reason(&|inputs| inputs.history.start = later(0, 1)), odd);
    assert_eq!(
        reason(&|inputs| inputs.packets[0].quantiles.truncate(23)),
        "the stored forecast `chronos2`: it has 23 hours, it must have 24"
    );
    assert_eq!(
        reason(&|inputs| inputs.packets[0].quantiles[7][0] = f64::NAN),
        "the stored forecast `chronos2`: a quantile is not finite"
    );
    assert_eq!(
        reason(&|inputs| inputs.packets[0].context = 337),
        "the stored forecast `chronos2`: the tariff has no price for context 337 and horizon 50"
    );
    assert_eq!(reason(&|inputs| inputs.packets.push(packet())), "two plans are called `chronos2`");
    // The history may end right before the target day.
    let mut near = inputs();
    near.history.start = later(26, 0);
    assert!(menu(&case("x", 50), &contract, &near, &costs).is_ok());
    let rigid = super::contract::contract(Terms { ramp: -1.0, ..published() }, 1024.0);
    assert_eq!(
        menu(&case("x", 50), &rigid, &inputs(), &costs),
        Err("`all_hour_empirical`: no plan of finite expected cost keeps the contract's ramp".to_owned())
    );
}

#[test]
fn a_menu_is_whole_or_says_what_it_lacks() {
    let episode =
        |menu| Episode { case: 0, contract: contract(published(), 1024.0), actual: actual(), menu, runs: Vec::new() };
    let found = |horizon, inputs, rows: &[MenuPlan]| graded(&case("x", horizon), &episode(inputs), budget(), rows).menu;
    let names = |menu: Result<Vec<MenuPlan>, String>| -> Vec<String> {
        menu.expect("a menu").into_iter().map(|plan| plan.policy.to_string()).collect()
    };
    let bolt = menu_row("chronos_bolt_tiny", 0.06, 8_452);

    // Chronos-2 is stored; Chronos-Bolt costs 8452 of 113726, so the menu is not whole without it. TimesFM is beyond the budget, and the priced
    // seasonal service has no plan of its own.
    let lacking = "`chronos_bolt_tiny` costs 8452 of 113726 credits, but neither its stored forecast nor a row of a menu file is there";
    assert_eq!(found(50, Ok(inputs()), &[]), Err(lacking.to_owned()));
    let whole = [
        "all_hour_empirical",
        "calendar_residual",
        "chronos2",
        "chronos_bolt_tiny",
        "hour_of_day_empirical",
        "level_adjusted_weekly",
        "recent_day_empirical",
        "recent_week_empirical",
        "weekday_empirical",
        "weekly_repeat",
    ];
    assert_eq!(names(found(50, Ok(inputs()), std::slice::from_ref(&bolt))), whole);
    // A week ahead Chronos-2 costs the whole budget, which is still affordable.
    let without = MenuInputs { packets: Vec::new(), ..inputs() };
    let reason = found(194, Ok(without.clone()), std::slice::from_ref(&bolt)).expect_err("no menu");
    assert!(reason.starts_with("`chronos2` costs 113726 of 113726 credits"), "{reason}");
    // Where a plan was rebuilt its row is not taken.
    let rows = [
        menu_row("chronos2", 9.0, 1),
        bolt.clone(),
        menu_row("weekly_repeat", 9.0, 1),
        menu_row("timesfm25", 0.05, 1_187_691),
    ];
    let plans = found(50, Ok(inputs()), &rows).expect("a menu");
    assert_eq!(plans.len(), 11);
    assert!(plans.iter().all(|plan| plan.loss < 1.0));
    assert!(plans.is_sorted_by_key(|plan| plan.policy.clone()));

    // Without a usable history rows stand in only where they are a menu by themselves.
    let broken = || Err("the history has a gap".to_owned());
    assert_eq!(found(50, broken(), std::slice::from_ref(&bolt)), Err("the history has a gap".to_owned()));
    let mut rows: Vec<MenuPlan> = CLASSICAL.iter().map(|name| menu_row(name, 0.1, 0)).collect();
    rows.push(bolt);
    assert_eq!(found(50, broken(), &rows).map(|plans| plans.len()), Ok(9));
    assert_eq!(found(50, broken(), &rows[1..]), Err("the history has a gap".to_owned()));
}
