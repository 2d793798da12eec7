//! Counts in equal bins as bars from nought, with a hairline at the count expected in each.

use super::backend::Part;
use super::pen::{Pen, Side, sign};
use super::scale::{Scale, number};
use super::svg::Drawing;
use super::text::{shorten, width};
use super::ticks;
use crate::site::figure::Histogram;

const WIDTH: i32 = 3100;
const TOP: i32 = 260;
const HEIGHT: i32 = 1900;

/// The drawing; none where there is nothing to draw.
pub(super) fn draw(histogram: &Histogram) -> Option<Drawing> {
    let most = histogram.bins.iter().map(|(_, count)| *count).max().filter(|most| 0 < *most)?;
    let bottom = TOP + HEIGHT;
    let expected = Some(histogram.expected).filter(|expected| expected.is_finite() && 0.0 < *expected);
    let head = (most as f64).max(expected.unwrap_or(0.0)) * 1.06;
    let y = Scale::exactly([0.0, head], (bottom, TOP))?;
    // Counts are whole: no tick between two of them.
    let value_ticks = ticks::numbers(&y, most.clamp(1, 4) as u32);
    let (left, right) = (ticks::room(&value_ticks) + 100, WIDTH - 60);
    let height = bottom + 440;

    let pen = Pen::new(WIDTH, height);
    pen.text(Part::Note, Side::Left, (0, 80), "Count");
    ticks::grid(&pen, &value_ticks, left, right);
    ticks::words_left(&pen, &value_ticks, left - 80);
    pen.open(&format!(" class=\"{}\"", sign(histogram.mark)));
    let bins = histogram.bins.len() as i32;
    let edge = |bin: i32| left + (i64::from(right - left) * i64::from(bin) / i64::from(bins)) as i32;
    let gap = ((right - left) / bins / 10).min(20);
    for ((label, count), bin) in histogram.bins.iter().zip(0..) {
        pen.open("");
        pen.title(&format!("{label}: {}", number(*count as f64, 0)));
        if let Some(top) = y.at(*count as f64) {
            pen.rect(Part::Bar, (edge(bin) + gap, top), (edge(bin + 1) - gap, bottom));
        }
        pen.close();
    }
    pen.close();
    pen.path(Part::Axis, &[(left, bottom), (right, bottom)]);
    if let Some((expected, at)) = expected.and_then(|expected| Some((expected, y.at(expected)?))) {
        pen.path(Part::Rule, &[(left, at), (right, at)]);
        let text = number(expected, usize::from(expected.fract() != 0.0));
        pen.text(Part::Note, Side::Right, (right, 80), &format!("Line: expected {text}"));
    }
    let widest = histogram.bins.iter().map(|(label, _)| width(label, Part::Tick.size())).max().unwrap_or(0);
    let every = ((widest + 80) / ((right - left) / bins).max(1) + 1).max(1);
    for ((label, _), bin) in histogram.bins.iter().zip(0..) {
        if bin % every == 0 {
            let words = shorten(label, Part::Tick.size(), (right - left) / 2);
            let half = width(&words, Part::Tick.size()) / 2;
            let middle = i32::midpoint(edge(bin), edge(bin + 1));
            pen.text(Part::Tick, Side::Middle, (middle.min(WIDTH - half), bottom + 120), &words);
        }
    }
    let words = shorten(&histogram.bin_title, Part::Note.size(), WIDTH);
    pen.text(Part::Note, Side::Right, (right, bottom + 320), &words);
    Some(Drawing::of(pen, WIDTH, height))
}
