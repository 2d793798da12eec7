//! A task → its daily values, when each was released, and what was revised. The values of a day depend on the seed, the task and the days before,
//! never on how many days are asked for.

use jiff::civil::Time;
use jiff::tz::TimeZone;

use super::cast::{Motion, Task, Template};
use super::random::{Purpose, Stream};
use crate::domain::day::{Day, Instant, RunDay};
use crate::domain::schedule::Schedule;
use crate::error::{Error, Result};

/// Days of history before the first run day.
pub(super) const HISTORY: usize = 60;
/// Share of a day's noise that is left on the next.
pub(super) const PERSISTENCE: f64 = 0.75;
/// Days from a first release to its revision.
const REVISED_AFTER: i32 = 3;

/// The values of a task by day, counted from [`HISTORY`] days before the first run day.
pub(super) struct Series {
    pub(super) first: Day,
    /// Every day as text.
    pub(super) names: Vec<String>,
    /// The values before rounding, known only to whoever makes the data.
    pub(super) latent: Vec<f64>,
    /// The first value released, in units of the last decimal; none where the publisher skipped the day.
    pub(super) released: Vec<Option<i64>>,
    /// The later value of a revised day.
    pub(super) revised: Vec<Option<i64>>,
    pub(super) schedule: Schedule,
    /// The size of a typical error one day ahead.
    pub(super) sigma: f64,
}

impl Series {
    /// The values from [`HISTORY`] days before `first_run` on, `length` of them.
    pub(super) fn new(seed: u64, task: &Task, first_run: Day, length: usize) -> Result<Self> {
        let template = task.template;
        let first = first_run.plus(-(HISTORY as i32));
        let latent = latent(seed, task, first, length);
        let unit = f64::from(10_u32.pow(template.decimals));
        let sigma = task.base * template.noise;
        let mut released = Vec::with_capacity(length);
        let mut revised = Vec::with_capacity(length);
        for (number, value) in latent.iter().enumerate() {
            let skipped = template.motion == Motion::Seasonal
                && Stream::new(seed, Purpose::Gap, &[task.number, number as u64]).below(41) == 0;
            let value = (value * unit).round() as i64;
            released.push((!skipped).then_some(value));
            let mut draw = Stream::new(seed, Purpose::Revision, &[task.number, number as u64]);
            let changed = !skipped && template.motion == Motion::Seasonal && draw.below(12) == 0;
            let change = (0.4 * sigma * draw.normal() * unit).round() as i64;
            revised.push((changed && change != 0).then_some((value + change).max(0)));
        }
        Ok(Self {
            first,
            names: (0..length).map(|number| first.plus(number as i32).to_string()).collect(),
            latent,
            released,
            revised,
            schedule: schedule(template)?,
            sigma,
        })
    }

    /// When the first value of a day is released: the next morning, two hours before a run starts.
    pub(super) fn release(&self, number: usize) -> Instant {
        later(self.schedule.start_on(RunDay(self.first.plus(number as i32 + 1))), -2 * 60)
    }

    /// When the revision of a day is released.
    pub(super) fn revision(&self, number: usize) -> Instant {
        later(self.schedule.start_on(RunDay(self.first.plus(number as i32 + 1 + REVISED_AFTER))), -2 * 60)
    }

    /// The value of a day as it is known at the start of a run.
    pub(super) fn known(&self, number: usize, run: usize) -> Option<i64> {
        let revised = self.revised[number].filter(|_| number + 1 + REVISED_AFTER as usize <= run);
        self.released[number].filter(|_| number < run).map(|first| revised.unwrap_or(first))
    }

    /// The seasonal naive of a run for a target: the value of the same weekday in the latest week observed; where it is missing, a week earlier, at
    /// most four times.
    pub(super) fn naive(&self, run: usize, target: usize) -> Option<i64> {
        let last = (run.saturating_sub(HISTORY)..run).rev().find(|&number| self.known(number, run).is_some())?;
        let weeks = (target.saturating_sub(last)).div_ceil(7);
        (weeks..=weeks + 4).find_map(|back| self.known(target.checked_sub(7 * back)?, run))
    }
}

/// Runs start at eight and end at noon, local time.
pub(super) fn schedule(template: &Template) -> Result<Schedule> {
    let timezone = TimeZone::get(template.timezone).map_err(|cause| {
        Error::new(format!("the time zone `{}` is not in the bundled tables", template.timezone)).because(cause)
    })?;
    Ok(Schedule {
        every_days: template.every_days as u32,
        snapshot: Some(Time::constant(8, 0, 0, 0)),
        cutoff: Time::constant(12, 0, 0, 0),
        timezone,
    })
}

/// The instant some minutes later; the last one jiff knows where the sum ran past it.
pub(super) fn later(instant: Instant, minutes: i64) -> Instant {
    instant.checked_add(jiff::SignedDuration::from_mins(minutes)).unwrap_or(Instant::MAX)
}

fn latent(seed: u64, task: &Task, first: Day, length: usize) -> Vec<f64> {
    let template = task.template;
    let monday = Day::from_date(jiff::civil::Date::constant(2001, 1, 1));
    let mut state = 0.0;
    (0..length)
        .map(|number| {
            let noise = template.noise * Stream::new(seed, Purpose::Noise, &[task.number, number as u64]).normal();
            let day = first.plus(number as i32).since(monday);
            let relative = match template.motion {
                Motion::Walk => {
                    // Pulled back a little, so that a walk of many years stays a price.
                    state = 0.999 * state + noise;
                    1.0 + state
                }
                Motion::Seasonal => {
                    state = PERSISTENCE * state + noise;
                    let year = f64::from(day.rem_euclid(365)) / 365.0;
                    1.0 + template.week[day.rem_euclid(7) as usize] + template.year * wave(year) + state
                }
            };
            task.base * relative.max(0.02)
        })
        .collect()
}

/// One period of a wave between -1 and 1 over `phase` in [0, 1): parabolas in place of a sine, the same on every machine.
fn wave(phase: f64) -> f64 {
    let arch = |x: f64| 4.0 * x * (1.0 - x);
    if phase < 0.5 { arch(2.0 * phase) } else { -arch(2.0 * phase - 1.0) }
}
