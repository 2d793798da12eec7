//! The eight classical forecasts: what each reads off the visible history as samples of demand in each target hour.

use super::calendar;
use super::expected::Hours;
use crate::domain::fwbench::contract::HOURS;
use crate::domain::fwbench::episode::HISTORY;

const DAY: usize = 24;
const WEEK: usize = 7 * DAY;

/// The plans that need no bought forecast, by name.
pub const CLASSICAL: [&str; 8] = [
    "all_hour_empirical",
    "calendar_residual",
    "hour_of_day_empirical",
    "level_adjusted_weekly",
    "recent_day_empirical",
    "recent_week_empirical",
    "weekday_empirical",
    "weekly_repeat",
];

/// The samples of each classical forecast, in the order of [`CLASSICAL`] and in the unit of the history. `values` are [`HISTORY`] hours; the target
/// day begins `offset` hours after the first of them.
///
/// Hours of the day and of the week are those of UTC. Both repeat exactly, so the visible hours that match a target hour are those a whole number
/// of days or weeks before it.
pub fn forecasts(values: &[f64], offset: usize) -> [Hours; CLASSICAL.len()] {
    // The hour of the history that lies whole weeks before the target's, in its first and its last week.
    let first_week = |hour: usize| (offset + hour) % WEEK;
    let last_week = |hour: usize| HISTORY - WEEK + first_week(hour);
    let level = mean(&values[HISTORY - DAY..]);
    let level_a_week_before = mean(&values[HISTORY - WEEK - DAY..HISTORY - WEEK]);

    let same_hour = |hour: usize| values.iter().copied().skip((offset + hour) % DAY).step_by(DAY).collect();
    let adjusted = |hour: usize| vec![(values[last_week(hour)] + level - level_a_week_before).max(0.0)];
    let same_weekday = |hour: usize| vec![values[first_week(hour)], values[last_week(hour)]];
    [
        Hours::Alike(values.to_vec()),
        calendar(values, offset),
        Hours::Each((0..HOURS).map(same_hour).collect()),
        Hours::Each((0..HOURS).map(adjusted).collect()),
        Hours::Alike(values[HISTORY - DAY..].to_vec()),
        Hours::Alike(values[HISTORY - WEEK..].to_vec()),
        Hours::Each((0..HOURS).map(same_weekday).collect()),
        Hours::Each((0..HOURS).map(|hour| vec![values[last_week(hour)]]).collect()),
    ]
}

/// The calendar's prediction with each residual of the visible hours, never below 0.
fn calendar(values: &[f64], offset: usize) -> Hours {
    let fit = calendar::fit(values, offset);
    let around = |prediction: &f64| fit.residuals.iter().map(|residual| (prediction + residual).max(0.0)).collect();
    Hours::Each(fit.predictions.iter().map(around).collect())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
