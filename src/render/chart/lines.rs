//! Values over days. Few lines share one plot and carry their names at their ends; many become small multiples, each before the faint ground of all
//! others. A day of the axis without a value is a gap.

use super::backend::Part;
use super::fan::runs;
use super::panels::{Panels, WIDE, value_title};
use super::pen::{Pen, Point, Side, sign};
use super::scale::{Scale, number};
use super::svg::Drawing;
use super::text::{shorten, width};
use super::ticks::{self, Tick, full_day_words, place, room};
use crate::domain::day::Day;
use crate::site::figure::{DaySeries, Lines};

/// Up to this many lines can be told apart in one plot.
pub(super) const FEW: usize = 8;
/// Above this many points in all, the words over each are left to the table.
pub(super) const MOST_WORDS: usize = 400;
/// The least distance between two names at the lines' ends.
pub(super) const NAME_STEP: i32 = 170;
/// The most a name at a line's end may take.
pub(super) const NAME_ROOM: i32 = 1700;

/// The drawing; none where there is nothing to draw.
pub(super) fn draw(lines: &Lines, id: &str) -> Option<Drawing> {
    let points = || lines.series.iter().flat_map(|series| &series.points);
    points().find(|(_, value)| value.is_finite())?;
    let days = || lines.days.iter().copied().chain(points().map(|(day, _)| *day));
    let span = (days().min()?, days().max()?);
    if lines.series.len() <= FEW { together(lines, span) } else { apart(lines, span, id) }
}

fn values(lines: &Lines) -> impl Iterator<Item = f64> {
    lines
        .series
        .iter()
        .flat_map(|series| &series.points)
        .map(|(_, value)| *value)
        .chain(lines.rule.iter().map(|rule| rule.0))
}

fn together(lines: &Lines, (first, last): (Day, Day)) -> Option<Drawing> {
    let (top, foot) = (240, 340);
    let height = 2600.max(lines.series.len() as i32 * NAME_STEP + 400);
    let bottom = top + height;
    let y = Scale::around(values(lines), (bottom, top))?;
    let value_ticks = ticks::numbers(&y, 6);
    let names = lines.series.iter().map(|series| width(&series.label, Part::Name.size())).max().unwrap_or(0);
    let (left, right) = (room(&value_ticks) + 100, WIDE - names.min(NAME_ROOM) - 380);
    let x = Scale::exactly([place(first), place(last)], (left + 60, right - 60))?;

    let pen = Pen::new(WIDE, bottom + foot);
    value_title(&pen, &lines.value_title);
    ticks::grid(&pen, &value_ticks, left, right);
    ticks::words_left(&pen, &value_ticks, left - 80);
    ticks::words_below(
        &pen,
        &ticks::days(&x, (first, last), ticks::rhythm(&lines.days), ((right - left) / 650) as usize),
        bottom,
    );
    rule(&pen, lines, &y, (left, right));
    let sketched: Vec<(usize, Vec<Vec<Point>>)> =
        lines.series.iter().map(|series| strokes(series, &lines.days, &x, &y)).enumerate().collect();
    for (index, strokes) in &sketched {
        one(&pen, lines, &lines.series[*index], strokes, (&x, &y));
    }
    let ends: Vec<(usize, Point)> =
        sketched.iter().filter_map(|(index, strokes)| Some((*index, *strokes.last()?.last()?))).collect();
    for ((index, end), at) in ends.iter().zip(spread(&ends, (top, bottom))) {
        let series = &lines.series[*index];
        pen.open(&format!(" class=\"{}\"", sign(series.mark)));
        let label = (right + 200, at);
        if 30 < (at - end.1).abs() && right - end.0 < 120 {
            pen.path(Part::Lead, &[(end.0 + 60, end.1), (right + 20, at), (label.0 - 90, at)]);
        }
        pen.marker(series.mark.shape, label, 45);
        pen.text(Part::Name, Side::Left, (label.0 + 100, at), &shorten(&series.label, Part::Name.size(), NAME_ROOM));
        pen.close();
    }
    Some(Drawing::of(pen, WIDE, bottom + foot))
}

/// The heights of names that want to stand at the lines' ends and must not overlap, in the order given.
fn spread(ends: &[(usize, Point)], (top, bottom): (i32, i32)) -> Vec<i32> {
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by_key(|index| (ends[*index].1.1, ends[*index].0));
    let mut heights = vec![0; ends.len()];
    let mut least = i32::MIN / 2;
    for index in &order {
        heights[*index] = ends[*index].1.1.max(top).max(least);
        least = heights[*index] + NAME_STEP;
    }
    let mut most = bottom;
    for index in order.iter().rev() {
        heights[*index] = heights[*index].min(most);
        most = heights[*index] - NAME_STEP;
    }
    heights
}

fn apart(lines: &Lines, (first, last): (Day, Day), id: &str) -> Option<Drawing> {
    let sketch = Panels::new(lines.series.len(), 0, false);
    let y = Scale::around(values(lines), (sketch.height, 0))?;
    let value_ticks = ticks::numbers(&y, sketch.number_ticks());
    let panels = Panels::new(lines.series.len(), room(&value_ticks) + 100, false);
    let x = Scale::exactly([place(first), place(last)], (120, panels.width - 120))?;
    let sketched: Vec<Vec<Vec<Point>>> =
        lines.series.iter().map(|series| strokes(series, &lines.days, &x, &y)).collect();

    let pen = Pen::new(WIDE, panels.total());
    value_title(&pen, &lines.value_title);
    pen.raw("<defs>");
    pen.open(&format!(" class=\"art\" id=\"{id}-g\""));
    ticks::grid(&pen, &value_ticks, 0, panels.width);
    pen.strokes(Part::Ghost, &sketched.concat());
    if let Some(at) = lines.rule.as_ref().and_then(|rule| y.at(rule.0)) {
        pen.path(Part::Rule, &[(0, at), (panels.width, at)]);
    }
    pen.close();
    pen.raw("</defs>");
    for (index, (series, strokes)) in lines.series.iter().zip(&sketched).enumerate() {
        panels.open(&pen, index, &series.label, series.mark);
        pen.raw(&format!("<use href=\"#{id}-g\"/>"));
        pen.strokes(Part::Line, strokes);
        if index == 0 {
            rule_words(&pen, lines, &y, 0);
        }
        pen.close();
    }
    let below: Vec<Tick> = ticks::days(&x, (first, last), ticks::rhythm(&lines.days), panels.day_ticks());
    panels.axes(&pen, &value_ticks, &below);
    Some(Drawing::of(pen, WIDE, panels.total()))
}

fn rule(pen: &Pen, lines: &Lines, y: &Scale, (left, right): (i32, i32)) {
    if let Some(at) = lines.rule.as_ref().and_then(|rule| y.at(rule.0)) {
        pen.path(Part::Rule, &[(left, at), (right, at)]);
        rule_words(pen, lines, y, left);
    }
}

/// Above the left end of the rule: lines carry their own labels at the right.
fn rule_words(pen: &Pen, lines: &Lines, y: &Scale, left: i32) {
    if let Some((value, words)) = &lines.rule
        && let Some(at) = y.at(*value)
    {
        pen.text(Part::Note, Side::Left, (left, at - 90), &shorten(words, Part::Note.size(), WIDE - left));
    }
}

/// A series as unbroken strokes: broken where the axis has a day that the series has not.
fn strokes(series: &DaySeries, days: &[Day], x: &Scale, y: &Scale) -> Vec<Vec<Point>> {
    let mut items = Vec::new();
    let mut before: Option<Day> = None;
    for (day, value) in &series.points {
        let missed = before.is_some_and(|before| {
            let next = days.partition_point(|other| *other <= before);
            days.get(next).is_some_and(|next| next < day)
        });
        if missed {
            items.push(None);
        }
        items.push(x.at(place(*day)).zip(y.at(*value)));
        before = Some(*day);
    }
    runs(items)
}

fn one(pen: &Pen, lines: &Lines, series: &DaySeries, strokes: &[Vec<Point>], (x, y): (&Scale, &Scale)) {
    let total: usize = lines.series.iter().map(|series| series.points.len()).sum();
    pen.open(&format!(" class=\"{}\"", sign(series.mark)));
    pen.strokes(Part::Line, strokes);
    if total <= MOST_WORDS {
        for (day, value) in &series.points {
            let Some(point) = x.at(place(*day)).zip(y.at(*value)) else { continue };
            pen.open("");
            let value = number(*value, usize::from(lines.decimals));
            pen.title(&format!("{}, {}: {value}", series.label, full_day_words(*day)));
            pen.marker(series.mark.shape, point, 32);
            pen.close();
        }
    } else {
        // A value between two gaps has no line; its marker keeps it in sight.
        for stroke in strokes.iter().filter(|stroke| stroke.len() == 1) {
            pen.marker(series.mark.shape, stroke[0], 32);
        }
    }
    pen.close();
}
