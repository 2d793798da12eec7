//! Lines over a number, such as an objective over the price of its costs: names at the ends, crossings as open circles, the best as a bar on which the
//! axis stands. Between two points a line is straight in the numbers; on a square-root axis that is a parabola, and it is drawn as exactly that.

use super::backend::{Part, pair};
use super::bend::{Bend, Bent};
use super::ends::{End, at_ends, gutter};
use super::fan::runs;
use super::lines::{FEW, MOST_WORDS, NAME_ROOM, NAME_STEP};
use super::panels::{WIDE, value_title};
use super::pen::{Pen, Point, Side, sign};
use super::scale::{Scale, number, shortest};
use super::svg::Drawing;
use super::text::{shorten, width};
use super::ticks::{self, Tick, room, words_below};
use super::winners;
use crate::site::figure::{Curves, Series};

const FOOT: i32 = 460;

/// The drawing; none where there is nothing to draw.
pub(super) fn draw(curves: &Curves) -> Option<Drawing> {
    let (low, high) = Bent::along(&curves.x_ticks, (0, 1))?.reach();
    let clipped: Vec<Vec<Option<(f64, f64)>>> =
        curves.series.iter().map(|series| within(&series.points, low, high)).collect();
    let values = || clipped.iter().flatten().flatten().map(|(_, value)| *value);
    values().next()?;
    let top = if curves.rule.is_some() { 440 } else { 260 };
    let base = top + 3000.max(curves.series.len() as i32 * NAME_STEP + 300);
    let y = Scale::around(values(), (base, top))?;
    let value_ticks = ticks::numbers(&y, 6);
    let names = curves.series.iter().map(|series| width(&series.label, Part::Name.size())).max().unwrap_or(0);
    let (left, right) = (room(&value_ticks) + 160, WIDE - names.min(NAME_ROOM) - gutter(curves.series.len()) - 140);
    let x = Bent::along(&curves.x_ticks, (left, right))?;
    let bottom = base + if curves.winners.is_empty() { 0 } else { winners::ROOM };

    let pen = Pen::new(WIDE, bottom + FOOT);
    value_title(&pen, &curves.y_title);
    ticks::grid(&pen, &value_ticks, left, right);
    ticks::words_left(&pen, &value_ticks, left - 80);
    let (words, bare) = thinned(marks(curves, &x));
    words_below(&pen, &words, bottom);
    let bare: Vec<Vec<Point>> = bare.iter().map(|tick| vec![(tick.at, bottom), (tick.at, bottom + 40)]).collect();
    pen.strokes(Part::Axis, &bare);
    let title = x.title(&curves.x_title);
    pen.text(Part::Note, Side::Right, (right, bottom + 330), &shorten(&title, Part::Note.size(), right));

    drops(&pen, curves, (&x, &y), bottom);
    let mut ends = Vec::new();
    for (series, points) in curves.series.iter().zip(&clipped) {
        let strokes = runs(points.iter().map(|point| {
            let (number, value) = (*point)?;
            x.at(number).zip(y.at(value))
        }));
        if let Some(end) = strokes.last().and_then(|stroke| stroke.last()) {
            ends.push(End { label: &series.label, mark: Some(series.mark), at: *end });
        }
        pen.open(&format!(" class=\"{}\"", sign(series.mark)));
        pen.title(&series.label);
        line(&pen, &strokes, &x, left);
        markers(&pen, curves, series, (&x, &y));
        for stroke in strokes.iter().filter(|stroke| stroke.len() == 1) {
            pen.marker(series.mark.shape, stroke[0], 32);
        }
        pen.close();
    }
    crossings(&pen, curves, (&x, &y));
    at_ends(&pen, &ends, right, (top, bottom));
    winners::draw(&pen, &curves.winners, &x, (left, right, bottom));
    rule(&pen, curves, &x, (top, base, bottom));
    Some(Drawing::of(pen, WIDE, bottom + FOOT))
}

/// The points from one end of the axis to the other, cut where a line leaves it; none is a gap.
fn within(points: &[(f64, f64)], low: f64, high: f64) -> Vec<Option<(f64, f64)>> {
    let end = |number| value_at(points, number).map(|value| (number, value));
    let inner = points.iter().filter(|(number, _)| number.is_nan() || (low < *number && *number < high));
    let finite = |(number, value): &(f64, f64)| {
        let is = number.is_finite() && value.is_finite();
        is.then_some((*number, *value))
    };
    let mut cut: Vec<Option<(f64, f64)>> = vec![end(low)];
    cut.extend(inner.map(finite));
    if low < high {
        cut.push(end(high));
    }
    cut
}

/// The value of the line at a number: at a point, or on the straight way between two.
fn value_at(points: &[(f64, f64)], at: f64) -> Option<f64> {
    let finite = |value: f64| value.is_finite().then_some(value);
    if let Some((_, value)) = points.iter().find(|(number, _)| *number == at) {
        return finite(*value);
    }
    let pair = points.windows(2).find(|pair| pair[0].0 < at && at < pair[1].0)?;
    // Halves, since the span of two large doubles is no double.
    let share = (at / 2.0 - pair[0].0 / 2.0) / (pair[1].0 / 2.0 - pair[0].0 / 2.0);
    finite(pair[0].1 * (1.0 - share) + pair[1].1 * share)
}

fn marks(curves: &Curves, x: &Bent) -> Vec<Tick> {
    let tick = |value: &f64| Some(Tick { at: x.at(*value)?, words: shortest(*value), below: None });
    curves.x_ticks.iter().filter_map(tick).collect()
}

/// The ticks whose words have room – both ends, and from the left whatever fits between – and those whose words have none.
fn thinned(mut ticks: Vec<Tick>) -> (Vec<Tick>, Vec<Tick>) {
    let half = |tick: &Tick| width(&tick.words, Part::Tick.size()) / 2 + 15;
    let (mut kept, mut bare) = (Vec::<Tick>::new(), Vec::new());
    let Some(last) = ticks.pop() else { return (kept, bare) };
    for tick in ticks {
        let free = kept.last().is_none_or(|before| before.at + half(before) <= tick.at - half(&tick));
        let free = free && tick.at + half(&tick) <= last.at - half(&last);
        if free { kept.push(tick) } else { bare.push(tick) }
    }
    kept.push(last);
    (kept, bare)
}

fn rule(pen: &Pen, curves: &Curves, x: &Bent, (top, base, bottom): (i32, i32, i32)) {
    if let Some((value, label)) = &curves.rule
        && x.holds(*value)
        && let Some(at) = x.at(*value)
    {
        // Not through the names of the winners, but on their bar.
        let bar = if curves.winners.is_empty() { vec![] } else { vec![(at, bottom - winners::BAR - 40), (at, bottom)] };
        pen.strokes(Part::Rule, &[vec![(at, top - 90), (at, base)], bar]);
        let half = width(label, Part::Note.size()) / 2;
        let place = at.clamp(half.min(WIDE / 2), (WIDE - half).max(WIDE / 2));
        pen.text(Part::Note, Side::Middle, (place, top - 160), &shorten(label, Part::Note.size(), WIDE));
    }
}

/// From each crossing down to the bar, where the best changes.
fn drops(pen: &Pen, curves: &Curves, (x, y): (&Bent, &Scale), bottom: i32) {
    if curves.winners.is_empty() {
        return;
    }
    let drop = |at: (f64, f64)| {
        let (across, down) = crossing(at, x, y)?;
        Some(vec![(across, down), (across, bottom)])
    };
    let strokes: Vec<Vec<Point>> = curves.crossings.iter().filter_map(|crossing| drop(crossing.at)).collect();
    pen.strokes(Part::Lead, &strokes);
}

fn crossings(pen: &Pen, curves: &Curves, (x, y): (&Bent, &Scale)) {
    for one in &curves.crossings {
        let Some(point) = crossing(one.at, x, y) else { continue };
        pen.open("");
        pen.title(&one.words);
        pen.ring(Part::Crossing, point, 38);
        pen.close();
    }
}

fn crossing((number, value): (f64, f64), x: &Bent, y: &Scale) -> Option<Point> {
    if x.holds(number) { x.at(number).zip(y.at(value)) } else { None }
}

fn line(pen: &Pen, strokes: &[Vec<Point>], x: &Bent, left: i32) {
    if x.bend() == Bend::Straight {
        return pen.strokes(Part::Line, strokes);
    }
    let mut data = String::new();
    for stroke in strokes.iter().filter(|stroke| 1 < stroke.len()) {
        data.push('M');
        data.push_str(&pair(stroke[0]));
        for ends in stroke.windows(2) {
            let (from, to) = (ends[0], ends[1]);
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            // A straight line over u² is a parabola over u, and that a quadratic Bézier curve: its handle is at the middle of u, at the height that
            // the line has at the product of both ends.
            let (start, end) = (f64::from(from.0 - left), f64::from(to.0 - left));
            let share = if 0.0 < start + end { start / (start + end) } else { 0.0 };
            let handle = (dx / 2, (f64::from(dy) * share).round() as i32);
            let (handle, end) = (pair(handle), pair((dx, dy)));
            let space = if end.starts_with('-') { "" } else { " " };
            data.push_str(&format!("q{handle}{space}{end}"));
        }
    }
    if !data.is_empty() {
        pen.raw(&format!("<path class=\"{}\" d=\"{data}\"/>", Part::Line.class()));
    }
}

/// A marker with its words wherever the axis is marked; among many lines the words alone, since markers would cover each other.
fn markers(pen: &Pen, curves: &Curves, series: &Series, (x, y): (&Bent, &Scale)) {
    if MOST_WORDS < curves.series.len() * curves.x_ticks.len() {
        return;
    }
    for mark in &curves.x_ticks {
        let Some(value) = value_at(&series.points, *mark) else { continue };
        let Some(point) = x.at(*mark).zip(y.at(value)) else { continue };
        pen.open("");
        let value = number(value, usize::from(curves.decimals));
        pen.title(&format!("{}, {}: {value}", series.label, shortest(*mark)));
        if curves.series.len() <= FEW {
            pen.marker(series.mark.shape, point, 28);
        } else {
            pen.rect(Part::Hit, (point.0 - 40, point.1 - 40), (point.0 + 40, point.1 + 40));
        }
        pen.close();
    }
}
