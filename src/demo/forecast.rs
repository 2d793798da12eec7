//! One system on one run day → the bytes of its forecast file, flaws included. Better systems see more of what will come; nobody sees all of it.

use std::io::Write as _;

use super::cast::{Motion, Role, System, Task};
use super::random::{Purpose, Stream};
use super::series::{PERSISTENCE, Series, later};
use crate::domain::day::{Instant, RunDay};

/// What becomes of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Good,
    Absent,
    Failed,
    TimedOut,
    Late,
    AtCutoff,
    Broken,
    Invalid,
    Crossing,
    Undated,
}

/// Flaws that every demo has, however small: run day (counted), system and fate, all in the first task.
const CERTAIN: [(u64, u64, Fate); 9] = [
    (2, 2, Fate::Absent),
    (3, 1, Fate::Late),
    (4, 6, Fate::Failed),
    (5, 8, Fate::Broken),
    (6, 6, Fate::Invalid),
    (7, 1, Fate::AtCutoff),
    (8, 6, Fate::Crossing),
    (9, 7, Fate::TimedOut),
    (10, 6, Fate::Undated),
];

/// Where a submission stands: a run of a task.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) seed: u64,
    pub(super) task: &'a Task,
    pub(super) series: &'a Series,
    /// Run days before this one.
    pub(super) round: u64,
    /// The run day as a day of the series.
    pub(super) run: usize,
    /// A replay instead of the live forecast.
    pub(super) replay: bool,
}

impl Place<'_> {
    fn stream(&self, purpose: Purpose, more: &[u64]) -> Stream {
        let mut coordinates = vec![self.task.number, self.run as u64, u64::from(self.replay)];
        coordinates.extend(more);
        Stream::new(self.seed, purpose, &coordinates)
    }

    /// The run day.
    pub(super) fn day(&self) -> RunDay {
        RunDay(self.series.first.plus(self.run as i32))
    }

    /// What becomes of a system's submission.
    pub(super) fn fate(&self, system: &System) -> Fate {
        let certain = CERTAIN.iter().find(|(round, number, _)| (*round, *number) == (self.round, system.number));
        if let (Some((_, _, fate)), 0, false) = (certain, self.task.number, self.replay) {
            return *fate;
        }
        let draw = self.stream(Purpose::Fate, &[system.number]).below(1000);
        match (system.role, draw) {
            (Role::Reference, _) => {
                let left_out = self.stream(Purpose::NaiveFile, &[]).below(8) == 0;
                if left_out { Fate::Absent } else { Fate::Good }
            }
            (Role::Expert, _) if !self.task.template.expert => Fate::Absent,
            (_, 0..15) => Fate::Absent,
            (Role::Fresh | Role::Continual, 15..27) => Fate::Failed,
            (Role::Fresh | Role::Continual, 27..35) => Fate::TimedOut,
            (Role::Fresh | Role::Continual, 35..65) if !self.replay => Fate::Late,
            (Role::Fresh | Role::Continual, 65..75) if !self.replay => Fate::AtCutoff,
            (Role::Fresh | Role::Continual, 75..79) => Fate::Broken,
            (Role::Fresh | Role::Continual, 79..87) => Fate::Invalid,
            (Role::Fresh | Role::Continual, 87..93) if !system.points => Fate::Crossing,
            (Role::Fresh | Role::Continual, 93..97) => Fate::Undated,
            _ => Fate::Good,
        }
    }

    /// When a system's submission came.
    pub(super) fn submitted(&self, system: &System, fate: Fate) -> Instant {
        let cutoff = self.series.schedule.cutoff_on(self.day());
        let mut draw = self.stream(Purpose::Clock, &[system.number]);
        match (fate, system.role) {
            (Fate::AtCutoff, _) => cutoff,
            (Fate::Late, _) => later(cutoff, 1 + draw.below(90) as i64),
            (_, Role::Expert) => later(cutoff, 90),
            (_, Role::Fresh | Role::Continual) if self.replay => later(cutoff, 3 * 24 * 60 + draw.below(300) as i64),
            (_, Role::Fresh | Role::Continual) => later(cutoff, -20 - draw.below(150) as i64),
            _ => later(self.series.schedule.start_on(self.day()), 5),
        }
    }

    /// What a system holds to be the middle, and how far from it the truth may lie.
    fn belief(&self, system: &System, horizon: usize) -> (f64, f64) {
        let series = self.series;
        // Shared by all systems of a run: days that surprise everybody make the scores move together.
        let shock = Stream::new(self.seed, Purpose::Shock, &[self.task.number, self.run as u64]).normal();
        // A system, its twin and its replay err alike for the most part, so that what sets them apart shows within weeks.
        let alike = [self.task.number, self.run as u64, 2, system.family, horizon as u64];
        let own = 0.8 * Stream::new(self.seed, Purpose::Error, &alike).normal()
            + 0.6 * self.stream(Purpose::Error, &[system.number, horizon as u64]).normal();
        // The noise pulls back to its mean, so errors grow with the horizon, but not without end.
        let growth = (1..horizon).fold(1.0, |variance, _| 1.0 + PERSISTENCE * PERSISTENCE * variance).sqrt();
        let skill = if self.replay { 1.12 * system.skill } else { system.skill };
        if self.task.template.motion == Motion::Walk {
            let middle = series.latent[self.run - 1] + 0.2 * skill * series.sigma * own;
            return (middle, series.sigma * (horizon as f64 + 1.0).sqrt() * system.spread);
        }
        let error = series.sigma * skill * (growth * (0.55 * shock + 0.85 * own) + system.bias);
        (series.latent[self.run + horizon] + error, series.sigma * skill * growth * system.spread)
    }

    /// The middle of a system's forecast in units of the last decimal.
    pub(super) fn middle(&self, system: &System, horizon: usize) -> i64 {
        units(self.belief(system, horizon).0, self.task)
    }
}

/// Writes the file of a system; nothing where it submitted none.
pub(super) fn file(place: &Place<'_>, system: &System, fate: Fate, out: &mut Vec<u8>) -> bool {
    out.clear();
    if fate == Fate::Absent {
        return false;
    }
    let day = &place.series.names[place.run];
    put(out, &format!(r#"{{"system":"{}","run_day":"{day}""#, system.id));
    if fate != Fate::Undated {
        put(out, &format!(r#","submitted_at":"{}""#, clock(place, system, fate)));
    }
    match fate {
        Fate::Failed => put(out, r#","status":"failed","forecasts":[]}"#),
        Fate::TimedOut => put(out, r#","status":"timeout","forecasts":[]}"#),
        _ => {
            put(out, r#","status":"ok","forecasts":["#);
            for (number, &horizon) in place.task.template.horizons.iter().enumerate() {
                entry(place, system, fate, number, horizon as usize, out);
            }
            put(out, "]}");
        }
    }
    if fate == Fate::Broken {
        out.truncate(out.len() * 2 / 3);
    } else {
        out.push(b'\n');
    }
    true
}

/// The expert's desk writes local time with its offset, everyone else UTC.
fn clock(place: &Place<'_>, system: &System, fate: Fate) -> String {
    let instant = place.submitted(system, fate);
    if system.role == Role::Expert {
        return instant.display_with_offset(place.series.schedule.timezone.to_offset(instant)).to_string();
    }
    instant.to_string()
}

fn entry(place: &Place<'_>, system: &System, fate: Fate, number: usize, horizon: usize, out: &mut Vec<u8>) {
    let target = place.run + horizon;
    let decimals = place.task.template.decimals;
    let naive = (system.role == Role::Reference).then(|| place.series.naive(place.run, target));
    if naive == Some(None) {
        return;
    }
    if out.last() == Some(&b'}') {
        out.push(b',');
    }
    put(out, &format!(r#"{{"target_date":"{}","#, place.series.names[target]));
    if let Some(Some(value)) = naive {
        put(out, r#""point":"#);
        amount(value, decimals, out);
        out.push(b'}');
        return;
    }
    let (middle, spread) = place.belief(system, horizon);
    let spoilt = fate == Fate::Invalid && number == 0;
    if system.points {
        put(out, r#""point":"#);
        if spoilt {
            put(out, "null");
        } else {
            amount(units(middle, place.task), decimals, out);
        }
        out.push(b'}');
        return;
    }
    put(out, r#""quantiles":{"#);
    let levels = place.task.template.levels;
    for (rank, &level) in levels.iter().enumerate() {
        if spoilt && rank == 0 {
            continue;
        }
        // Crossing: the two lowest levels change places.
        let drawn = if fate == Fate::Crossing && rank < 2 { levels[1 - rank] } else { level };
        let value = units((middle + spread * deviate(drawn)).max(0.0), place.task);
        put(out, "\"0.");
        put(out, format!("{level:04}").trim_end_matches('0'));
        put(out, "\":");
        amount(value, decimals, out);
        out.push(b',');
    }
    out.pop();
    put(out, "}}");
}

/// Quantiles of the standard normal distribution (NIST tables) for the levels in use.
fn deviate(level: u16) -> f64 {
    let upper = match level.max(10_000 - level) {
        9_000 => 1.281_551_565_544_600_4,
        8_000 => 0.841_621_233_572_914_3,
        7_500 => 0.674_489_750_196_081_7,
        7_000 => 0.524_400_512_708_041,
        6_000 => 0.253_347_103_135_799_7,
        _ => 0.0,
    };
    if level < 5_000 { -upper } else { upper }
}

fn units(value: f64, task: &Task) -> i64 {
    (value * f64::from(10_u32.pow(task.template.decimals))).round() as i64
}

fn put(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
}

/// Writes a value given in units of its last decimal.
pub(super) fn amount(value: i64, decimals: u32, out: &mut Vec<u8>) {
    let unit = 10_u64.pow(decimals);
    let size = value.unsigned_abs();
    let sign = if value < 0 { "-" } else { "" };
    // Writing to memory cannot fail.
    let _ = match decimals {
        0 => write!(out, "{value}"),
        _ => write!(out, "{sign}{}.{:0width$}", size / unit, size % unit, width = decimals as usize),
    };
}
