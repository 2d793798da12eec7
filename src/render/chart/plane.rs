//! Points in a plane of two costs: names around them, layers as stairs from the best on, and lines of equal objective. Costs spread over several times
//! the least are on a logarithmic axis, which the title says.

use super::backend::Part;
use super::bend::{Bend, Bent};
use super::labels::{Placed, Wish, around};
use super::panels::{WIDE, value_title};
use super::pen::{Pen, Point, Side, sign};
use super::scale::{Scale, number};
use super::svg::Drawing;
use super::text::{shorten, width};
use super::ticks::{self, room, words_below};
use crate::site::figure::{Plane, PlaneSpot};

const TOP: i32 = 260;
const HEIGHT: i32 = 4000;
const NAME_ROOM: i32 = 2200;
const EQUAL_ROOM: i32 = 1200;
/// Right of the axes at least so much is left, also for names.
const LEAST_ROOM: i32 = 620;
/// Room for names below the lowest point.
const NAMES: i32 = 100;
/// What a marker needs free around it.
const CLEAR: i32 = 70;

/// What is to be written, and beside which place: a spot's name, or the note of a line.
struct Label<'a> {
    spot: Option<&'a PlaneSpot>,
    part: Part,
    text: String,
    at: Point,
}

impl<'a> Label<'a> {
    fn note(text: &str, at: Point) -> Self {
        let part = Part::Note;
        Self { spot: None, part, text: shorten(text, part.size(), EQUAL_ROOM - 60).into_owned(), at }
    }

    fn name(spot: &'a PlaneSpot, at: Point) -> Self {
        let part = Part::Name;
        Self { spot: Some(spot), part, text: shorten(&spot.label, part.size(), NAME_ROOM).into_owned(), at }
    }

    fn class(&self) -> String {
        self.spot.map_or_else(String::new, |spot| format!(" class=\"{}\"", sign(spot.mark)))
    }
}

/// The drawing; none where there is nothing to draw.
pub(super) fn draw(plane: &Plane) -> Option<Drawing> {
    let finite = |spot: &&PlaneSpot| spot.at.0.is_finite() && spot.at.1.is_finite();
    let spots: Vec<&PlaneSpot> = plane.spots.iter().filter(finite).collect();
    let bottom = TOP + HEIGHT.max(spots.len() as i32 * 160);
    let y = Bent::around(spots.iter().map(|spot| spot.at.1), (bottom - NAMES, TOP))?;
    let value_ticks = y.numbers(7);
    let notes = plane.equals.iter().map(|(label, _, _)| width(label, Part::Note.size()) + 60).max().unwrap_or(0);
    let (left, right) = (room(&value_ticks) + 160, WIDE - notes.clamp(LEAST_ROOM, EQUAL_ROOM) - 40);
    let x = Scale::around(spots.iter().map(|spot| spot.at.0), (left, right))?;
    let height = bottom + 460;

    let pen = Pen::new(WIDE, height);
    value_title(&pen, &y.title(&plane.y_title));
    ticks::grid(&pen, &value_ticks, left, right);
    ticks::words_left(&pen, &value_ticks, left - 80);
    words_below(&pen, &ticks::numbers(&x, 6), bottom);
    pen.text(Part::Note, Side::Right, (right, bottom + 330), &shorten(&plane.x_title, Part::Note.size(), right));
    let (labels, equals): (Vec<&str>, Vec<Vec<Point>>) = plane
        .equals
        .iter()
        .filter_map(|(label, from, to)| Some((label.as_str(), equal((*from, *to), &x, &y)?)))
        .unzip();
    pen.strokes(Part::Rule, &equals);
    let stairs = layers(&pen, plane, (&x, &y));
    // The notes first: at the ends of their lines they have less choice.
    let notes = labels.iter().zip(&equals).filter_map(|(label, line)| Some(Label::note(label, *line.last()?)));
    let names = spots.iter().filter_map(|spot| Some(Label::name(spot, x.at(spot.at.0).zip(y.at(spot.at.1))?)));
    let labels: Vec<Label> = notes.chain(names).collect();
    let drawn = [equals, stairs].concat();
    let placed = around(&wishes(&labels), &drawn, ((left + 20, TOP - 60), (WIDE, bottom + 20)));
    names_and_markers(&pen, plane, &labels, &placed);
    Some(Drawing::of(pen, WIDE, height))
}

/// Stairs, which it gives back: from each point to the next, what the cheaper one attains holds until the dearer one is paid for.
fn layers(pen: &Pen, plane: &Plane, (x, y): (&Scale, &Bent)) -> Vec<Vec<Point>> {
    let stairs = |layer: &Vec<(f64, f64)>| {
        let mut points: Vec<Point> = Vec::new();
        for (across, down) in layer.iter().filter_map(|at| x.at(at.0).zip(y.at(at.1))) {
            if let Some((_, before)) = points.last().copied() {
                points.push((across, before));
            }
            points.push((across, down));
        }
        points
    };
    let all: Vec<Vec<Point>> = plane.layers.iter().map(stairs).collect();
    // A layer of one point has no stairs.
    let (first, others) = all.split_at(1.min(all.len()));
    let others: Vec<Vec<Point>> = others.iter().filter(|layer| 1 < layer.len()).cloned().collect();
    pen.strokes(Part::Ghost, &others);
    for first in first.iter().filter(|layer| 1 < layer.len()) {
        pen.path(Part::Thread, first);
    }
    all
}

/// The part of a line within the axes, from the smaller end across to the greater: bent where the axis is.
fn equal((from, to): ((f64, f64), (f64, f64)), x: &Scale, y: &Bent) -> Option<Vec<Point>> {
    let (from, to) = if to.0 < from.0 { (to, from) } else { (from, to) };
    if ![from.0, from.1, to.0, to.1].into_iter().all(f64::is_finite) {
        return None;
    }
    // Halves, since the span of two large doubles is no double.
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for (from, to, (low, high)) in [(from.0, to.0, x.reach()), (from.1, to.1, y.reach())] {
        let span = to / 2.0 - from / 2.0;
        if span == 0.0 {
            if from < low || high < from {
                return None;
            }
            continue;
        }
        let (one, other) = ((low / 2.0 - from / 2.0) / span, (high / 2.0 - from / 2.0) / span);
        start = start.max(one.min(other));
        end = end.min(one.max(other));
    }
    // A line that only touches a corner is none.
    if end <= start {
        return None;
    }
    let pieces = if y.bend() == Bend::Straight { 1 } else { 24 };
    let between = |from: f64, to: f64, share: f64| from * (1.0 - share) + to * share;
    (0..=pieces)
        .map(|piece| {
            let share = between(start, end, f64::from(piece) / f64::from(pieces));
            x.at(between(from.0, to.0, share)).zip(y.at(between(from.1, to.1, share)))
        })
        .collect()
}

fn wishes(labels: &[Label]) -> Vec<Wish> {
    let wish = |label: &Label| {
        let clear = if label.spot.is_some() { CLEAR } else { 0 };
        Wish { at: label.at, clear, width: width(&label.text, label.part.size()) }
    };
    labels.iter().map(wish).collect()
}

fn names_and_markers(pen: &Pen, plane: &Plane, labels: &[Label], placed: &[Placed]) {
    // Lines before names: where one must pass behind another's name, the name stays legible.
    for (label, name) in labels.iter().zip(placed) {
        let Some((from, to)) = name.lead else { continue };
        pen.open(&label.class());
        pen.path(Part::Lead, &[from, to]);
        pen.close();
    }
    for (label, name) in labels.iter().zip(placed) {
        pen.open(&label.class());
        if let Some(spot) = label.spot {
            pen.title(&words(plane, spot));
            pen.marker(spot.mark.shape, label.at, 50);
        }
        pen.text(label.part, Side::Left, name.at, &label.text);
        pen.close();
    }
}

fn words(plane: &Plane, spot: &PlaneSpot) -> String {
    let (x, y) = (number(spot.at.0, plane.x_decimals.into()), number(spot.at.1, plane.y_decimals.into()));
    format!("{}: {} {y}, {} {x}", spot.label, plane.y_title, plane.x_title)
}
