//! Axes: round numbers with their hairlines, and days as "5 Nov" with the year where it changes. It decides no value's place; the scale does.

use jiff::civil::Date;

use super::backend::Part;
use super::pen::{Pen, Point, Side};
use super::scale::{Scale, number};
use super::text::width;
use crate::domain::day::Day;

/// A tick: its place along the axis and its words.
pub(super) struct Tick {
    /// The place in tenths of a pixel.
    pub(super) at: i32,
    /// The words.
    pub(super) words: String,
    /// A second line: the year.
    pub(super) below: Option<String>,
}

/// About this many ticks at round numbers.
pub(super) fn numbers(scale: &Scale, about: u32) -> Vec<Tick> {
    let (numbers, decimals) = scale.round_numbers(about);
    numbers
        .into_iter()
        .filter_map(|value| Some(Tick { at: scale.at(value)?, words: number(value, decimals), below: None }))
        .collect()
}

/// How wide the widest of the ticks is.
pub(super) fn room(ticks: &[Tick]) -> i32 {
    ticks.iter().map(|tick| width(&tick.words, Part::Tick.size())).max().unwrap_or(0)
}

/// Horizontal hairlines from `left` to `right` at the ticks of a value axis.
pub(super) fn grid(pen: &Pen, ticks: &[Tick], left: i32, right: i32) {
    let lines: Vec<Vec<Point>> = ticks.iter().map(|tick| vec![(left, tick.at), (right, tick.at)]).collect();
    pen.strokes(Part::Grid, &lines);
}

/// The words of a value axis at the left, ending at `right`.
pub(super) fn words_left(pen: &Pen, ticks: &[Tick], right: i32) {
    for tick in ticks {
        pen.text(Part::Tick, Side::Right, (right, tick.at), &tick.words);
    }
}

/// The words of a horizontal axis, below `top`, with short strokes where they stand.
pub(super) fn words_below(pen: &Pen, ticks: &[Tick], top: i32) {
    let strokes: Vec<Vec<Point>> = ticks.iter().map(|tick| vec![(tick.at, top), (tick.at, top + 40)]).collect();
    pen.strokes(Part::Axis, &strokes);
    for tick in ticks {
        pen.text(Part::Tick, Side::Middle, (tick.at, top + 120), &tick.words);
        if let Some(below) = &tick.below {
            pen.text(Part::Tick, Side::Middle, (tick.at, top + 260), below);
        }
    }
}

/// Days as numbers for a scale, counted from 1970.
pub(super) fn place(day: Day) -> f64 {
    f64::from(day.since(Day::from_date(Date::constant(1970, 1, 1))))
}

/// A day in words, without its year: "5 Nov".
pub(super) fn day_words(day: Day) -> String {
    let date = day.date();
    format!("{} {}", date.day(), month(date))
}

/// A day in words with its year: "5 Nov 2026".
pub(super) fn full_day_words(day: Day) -> String {
    format!("{} {}", day_words(day), day.date().year())
}

/// The least step between two of the days, ascending: one for daily values, seven for weekly ones.
pub(super) fn rhythm(days: &[Day]) -> i32 {
    days.windows(2).map(|pair| pair[1].since(pair[0])).filter(|step| 0 < *step).min().unwrap_or(1)
}

/// Ticks of the days from `first` to `last`, at most this many, on days of the rhythm where the span is short enough to tell.
pub(super) fn days(scale: &Scale, (first, last): (Day, Day), rhythm: i32, most: usize) -> Vec<Tick> {
    let most = most.max(2);
    let mut year = None;
    chosen(first, last, rhythm, most)
        .into_iter()
        .filter_map(|day| {
            let own = day.date().year();
            let below = (year != Some(own)).then(|| own.to_string());
            year = Some(own);
            Some(Tick { at: scale.at(place(day))?, words: day_words(day), below })
        })
        .collect()
}

fn chosen(first: Day, last: Day, rhythm: i32, most: usize) -> Vec<Day> {
    let span = last.since(first).max(0);
    let most_steps = most as i32 - 1;
    if let Some(step) = [1, 2, 7, 14, 28].into_iter().find(|step| step % rhythm == 0 && span / step <= most_steps) {
        // Steps of days end at the last day, which readers look for.
        let count = span / step;
        return (0..=count).rev().map(|n| last.plus(-n * step)).collect();
    }
    let months = |day: Day| i32::from(day.date().year()) * 12 + i32::from(day.date().month()) - 1;
    let (from, to) = (months(first), months(last));
    let mut step = [1, 2, 3, 6].into_iter().find(|step| (to - from) / step <= most_steps).unwrap_or(12);
    while most_steps < (to - from) / step {
        step = step.saturating_mul(2);
    }
    (from.div_euclid(step)..=to.div_euclid(step))
        .filter_map(|n| {
            let month = n * step;
            let date = Date::new(month.div_euclid(12) as i16, month.rem_euclid(12) as i8 + 1, 1).ok()?;
            Some(Day::from_date(date))
        })
        .filter(|day| (first..=last).contains(day))
        .collect()
}

fn month(date: Date) -> &'static str {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    MONTHS[usize::from(date.month().unsigned_abs().clamp(1, 12)) - 1]
}
