//! Dots with intervals, one row a label, and a hairline to compare with. A row without a value says why instead.

use super::backend::Part;
use super::panels::{WIDE, value_title};
use super::pen::{Pen, Point, Side, sign};
use super::scale::{Scale, number};
use super::svg::Drawing;
use super::text::{shorten, width};
use super::ticks::{self, words_below};
use crate::site::figure::{DotRow, Dots};

const TOP: i32 = 460;
const LABEL_ROOM: i32 = 2000;
/// Above this many rows the axis is written at the top too.
const TALL: usize = 20;

/// The drawing; none where there is nothing to draw.
pub(super) fn draw(dots: &Dots) -> Option<Drawing> {
    if dots.rows.is_empty() {
        return None;
    }
    let row_height = if dots.rows.len() <= 30 { 240 } else { 200 };
    let bottom = TOP + dots.rows.len() as i32 * row_height;
    let decimals = usize::from(dots.decimals);
    let figures: Vec<String> =
        dots.rows.iter().map(|row| row.value.map_or_else(String::new, |value| number(value, decimals))).collect();
    let widest = |texts: &mut dyn Iterator<Item = &String>, part: Part| {
        texts.map(|text| width(text, part.size())).max().unwrap_or(0)
    };
    let labels = widest(&mut dots.rows.iter().map(|row| &row.label), Part::Name).min(LABEL_ROOM);
    let left = 150 + labels + 200;
    let right = WIDE - widest(&mut figures.iter(), Part::Figure).min(1200) - 150;
    let height = bottom + 240;
    let pen = Pen::new(WIDE, height);

    let lines: Vec<Vec<Point>> = (0..dots.rows.len())
        .map(|row| vec![(left, middle(row, row_height)), (right, middle(row, row_height))])
        .collect();
    pen.strokes(Part::Grid, &lines);
    let scale = Scale::around(values(dots), (left, right));
    if let Some(x) = &scale {
        axis(&pen, dots, x, (left, right, bottom));
    }
    for (index, (row, figure)) in dots.rows.iter().zip(&figures).enumerate() {
        let at = middle(index, row_height);
        pen.open(&format!(" class=\"{}\"", sign(row.mark)));
        pen.title(&words(row, decimals));
        pen.marker(row.mark.shape, (60, at), 45);
        pen.text(Part::Name, Side::Left, (150, at), &shorten(&row.label, Part::Name.size(), LABEL_ROOM));
        if !dot(&pen, row, scale.as_ref(), at) {
            let missing = row.missing.as_deref().unwrap_or("no value");
            pen.text(Part::Note, Side::Left, (left + 40, at), &shorten(missing, Part::Note.size(), right - left));
        } else if !figure.is_empty() {
            pen.text(Part::Figure, Side::Right, (WIDE - 20, at), figure);
        }
        pen.close();
    }
    Some(Drawing::of(pen, WIDE, height))
}

fn values(dots: &Dots) -> impl Iterator<Item = f64> {
    let ends = |interval: Option<(f64, f64)>| interval.into_iter().flat_map(|(low, high)| [low, high]);
    let rows =
        dots.rows.iter().flat_map(move |row| row.value.into_iter().chain(ends(row.interval)).chain(ends(row.inner)));
    rows.chain(dots.rule.iter().map(|rule| rule.0))
}

fn middle(row: usize, row_height: i32) -> i32 {
    TOP + row as i32 * row_height + row_height / 2
}

fn axis(pen: &Pen, dots: &Dots, x: &Scale, (left, right, bottom): (i32, i32, i32)) {
    value_title(pen, &dots.value_title);
    let ticks = ticks::numbers(x, ((right - left) / 800).max(2) as u32);
    let tall = TALL < dots.rows.len();
    if tall {
        for tick in &ticks {
            pen.text(Part::Tick, Side::Middle, (tick.at, TOP - 100), &tick.words);
        }
    }
    words_below(pen, &ticks, bottom);
    if let Some((value, label)) = &dots.rule
        && let Some(at) = x.at(*value)
    {
        pen.path(Part::Rule, &[(at, if tall { TOP - 30 } else { TOP - 170 }), (at, bottom)]);
        let half = width(label, Part::Note.size()) / 2;
        let place = at.clamp(half.min(WIDE / 2), (WIDE - half).max(WIDE / 2));
        pen.text(Part::Note, Side::Middle, (place, TOP - 240), &shorten(label, Part::Note.size(), WIDE));
    }
}

/// Draws what a row has; false where it has nothing.
fn dot(pen: &Pen, row: &DotRow, scale: Option<&Scale>, at: i32) -> bool {
    let Some(x) = scale else { return false };
    let Some(value) = row.value.and_then(|value| x.at(value)) else { return false };
    if let Some((low, high)) = x.both(row.interval) {
        pen.path(Part::OuterLine, &[(low, at), (high, at)]);
    }
    if let Some((low, high)) = x.both(row.inner) {
        pen.path(Part::InnerLine, &[(low, at), (high, at)]);
    }
    pen.marker(row.mark.shape, (value, at), 50);
    true
}

fn words(row: &DotRow, decimals: usize) -> String {
    let Some(value) = row.value else {
        return format!("{}: {}", row.label, row.missing.as_deref().unwrap_or("no value"));
    };
    let interval = row
        .interval
        .map_or_else(String::new, |(low, high)| format!(" [{}, {}]", number(low, decimals), number(high, decimals)));
    format!("{}: {}{interval}", row.label, number(value, decimals))
}
