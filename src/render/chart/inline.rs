//! The small drawings within a table's cells: marker, dot strip, share bar, sparkline. They stand beside text that says the same, so they are hidden
//! from screen readers, and they come by the hundred, so every byte counts.

use super::backend::Part;
use super::backend::tenths;
use super::fan::runs;
use super::pen::{Pen, Point, sign};
use super::scale::Scale;
use crate::site::mark::Mark;
use crate::site::table::Strip;

/// A system's marker, 12 by 12.
pub fn marker(mark: Mark) -> String {
    let pen = Pen::new(120, 120);
    pen.marker(mark.shape, (60, 60), 45);
    small("mark", Some(mark), (120, 120), pen)
}

/// A dot with its interval and the hairline, 120 by 16. What lies beyond the axis is held at its end.
pub fn strip(strip: &Strip) -> String {
    let (width, height, middle) = (1200, 160, 80);
    let pen = Pen::new(width, height);
    pen.path(Part::Grid, &[(0, middle), (width, middle)]);
    if let Some(x) = Scale::exactly([strip.axis.0, strip.axis.1], (60, width - 60)) {
        if let Some(at) = x.at(strip.rule) {
            pen.path(Part::Rule, &[(at, 10), (at, height - 10)]);
        }
        if let Some((low, high)) = x.both(strip.interval) {
            pen.path(Part::OuterLine, &[(low, middle), (high, middle)]);
        }
        if let Some(at) = x.at(strip.value) {
            pen.marker(strip.mark.shape, (at, middle), 45);
        }
    }
    small("strip", Some(strip.mark), (width, height), pen)
}

/// A share as a bar with a tick where it ought to end, 64 by 12.
pub fn share(share: f64, nominal: f64) -> String {
    let (width, height) = (640, 120);
    let pen = Pen::new(width, height);
    pen.rect(Part::Outer, (0, 35), (width, 85));
    if let Some(x) = Scale::exactly([0.0, 1.0], (0, width)) {
        if let Some(at) = x.at(share) {
            pen.rect(Part::Bar, (0, 35), (at, 85));
        }
        if let Some(at) = x.at(nominal) {
            pen.path(Part::Rule, &[(at, 10), (at, 110)]);
        }
    }
    small("share", None, (width, height), pen)
}

/// A small trend against a hairline, 96 by 20, with a dot at its last value. A number that is not finite is a gap.
pub fn spark(points: &[f64], rule: f64) -> String {
    let (width, height) = (960, 200);
    let pen = Pen::new(width, height);
    let x = Scale::exactly([0.0, points.len().saturating_sub(1) as f64], (30, width - 40));
    let y = Scale::exactly(points.iter().copied().chain([rule]), (height - 30, 30));
    if let Some((x, y)) = x.zip(y) {
        if let Some(at) = y.at(rule) {
            pen.path(Part::Rule, &[(0, at), (width, at)]);
        }
        let places = points.iter().enumerate().map(|(index, value)| x.at(index as f64).zip(y.at(*value)));
        let strokes: Vec<Vec<Point>> = runs(places);
        pen.strokes(Part::Line, &strokes);
        if let Some(last) = strokes.last().and_then(|stroke| stroke.last()) {
            pen.path(Part::Fact, &[*last]);
        }
    }
    small("spark", None, (width, height), pen)
}

fn small(kind: &str, mark: Option<Mark>, (width, height): (i32, i32), pen: Pen) -> String {
    let sign = mark.map_or_else(String::new, |mark| format!(" {}", sign(mark)));
    format!(
        "<svg class=\"art {kind}{sign}\" width=\"{}\" height=\"{}\" aria-hidden=\"true\">{}</svg>",
        tenths(width),
        tenths(height),
        pen.finish(),
    )
}
