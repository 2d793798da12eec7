//! The hours of one day: demand as dots on a thin line, and the capacities that plans hold as steps, with their names at the end. Plans that hold the
//! same capacity lie side by side, a line's width apart, so that none hides another.

use super::backend::Part;
use super::ends::{End, at_ends, gutter};
use super::fan::runs;
use super::lines::{MOST_WORDS, NAME_ROOM, NAME_STEP};
use super::panels::{WIDE, value_title};
use super::pen::{Pen, Point, Side, sign};
use super::scale::{Scale, number};
use super::svg::Drawing;
use super::text::{shorten, width};
use super::ticks::{self, Tick, room, words_below};
use crate::site::figure::{StepPlan, Steps};

const FOOT: i32 = 300;
/// The distance between two plans that hold the same.
const BESIDE: i32 = 24;
const DEMAND: &str = "demand";

/// The axes of a day: places of hours' edges, and of values.
struct Axes {
    x: Scale,
    y: Scale,
    hours: usize,
}

impl Axes {
    fn edge(&self, hour: usize) -> Option<i32> {
        self.x.at(hour as f64)
    }

    fn middle(&self, hour: usize) -> Option<i32> {
        self.x.at(hour as f64 + 0.5)
    }
}

/// The drawing; none where there is nothing to draw.
pub(super) fn draw(steps: &Steps) -> Option<Drawing> {
    let values = || steps.plans.iter().flat_map(|plan| &plan.values).chain(&steps.demand).copied();
    values().find(|value| value.is_finite())?;
    let longest = steps.plans.iter().map(|plan| plan.values.len()).max().unwrap_or(0);
    let hours = steps.hours.len().max(steps.demand.len()).max(longest);
    let top = if steps.bands.is_empty() { 260 } else { 580 };
    let bottom = top + 3000.max((steps.plans.len() as i32 + 1) * NAME_STEP + 300);
    let y = Scale::around(values(), (bottom, top))?;
    let value_ticks = ticks::numbers(&y, 6);
    let labels = steps.plans.iter().map(|plan| plan.label.as_str()).chain([DEMAND]);
    let names = labels.map(|label| width(label, Part::Name.size())).max().unwrap_or(0);
    let (left, right) = (room(&value_ticks) + 160, WIDE - names.min(NAME_ROOM) - gutter(steps.plans.len() + 1) - 140);
    let axes = Axes { x: Scale::exactly([0.0, hours as f64], (left, right))?, y, hours };

    let pen = Pen::new(WIDE, bottom + FOOT);
    value_title(&pen, &steps.value_title);
    ticks::grid(&pen, &value_ticks, left, right);
    ticks::words_left(&pen, &value_ticks, left - 80);
    words_below(&pen, &hour_ticks(steps, &axes, right - left), bottom);
    bands(&pen, steps, &axes, top);
    let mut ends = Vec::new();
    for (index, plan) in steps.plans.iter().enumerate() {
        let strokes = stairs(steps, index, &axes);
        if let Some(end) = strokes.last().and_then(|stroke| stroke.last()) {
            ends.push(End { label: &plan.label, mark: Some(plan.mark), at: *end });
        }
        pen.open(&format!(" class=\"{}\"", sign(plan.mark)));
        pen.title(&plan.label);
        pen.strokes(Part::Line, &strokes);
        pen.close();
    }
    ends.extend(demand(&pen, steps, &axes).map(|at| End { label: DEMAND, mark: None, at }));
    at_ends(&pen, &ends, right, (top, bottom));
    if steps.plans.len() * axes.hours <= MOST_WORDS {
        hover(&pen, steps, &axes, (top, bottom));
    }
    Some(Drawing::of(pen, WIDE, bottom + FOOT))
}

fn hour_ticks(steps: &Steps, axes: &Axes, length: i32) -> Vec<Tick> {
    let widest = steps.hours.iter().map(|hour| width(hour, Part::Tick.size())).max().unwrap_or(0) + 160;
    let most = (length / widest.max(1)).max(1) as usize;
    // Whole parts of a day, so that the marks fall on the hours where blocks and weights change.
    let every = [1, 3, 6, 12].into_iter().find(|every| axes.hours.div_ceil(*every) <= most);
    let every = every.unwrap_or_else(|| axes.hours.div_ceil(most));
    let tick = |(hour, text): (usize, &String)| {
        let words = shorten(text, Part::Tick.size(), length).into_owned();
        Some(Tick { at: axes.edge(hour)?, words, below: None })
    };
    steps.hours.iter().enumerate().step_by(every.max(1)).filter_map(tick).collect()
}

/// A bracket a band along the top, with its words.
fn bands(pen: &Pen, steps: &Steps, axes: &Axes, top: i32) {
    for (index, (first, words)) in steps.bands.iter().enumerate() {
        let end = steps.bands.get(index + 1).map_or(axes.hours, |(next, _)| *next).min(axes.hours);
        if end <= *first {
            continue;
        }
        let Some((from, to)) = axes.edge(*first).zip(axes.edge(end)) else { continue };
        let (from, to, at) = (from + 20, to - 20, top - 140);
        pen.path(Part::Axis, &[(from, at + 50), (from, at), (to, at), (to, at + 50)]);
        let text = shorten(words, Part::Note.size(), to - from);
        pen.open("");
        pen.title(words);
        pen.text(Part::Note, Side::Middle, (i32::midpoint(from, to), at - 90), &text);
        pen.close();
    }
}

/// A plan's steps, moved aside where others hold the same.
fn stairs(steps: &Steps, index: usize, axes: &Axes) -> Vec<Vec<Point>> {
    let plan = &steps.plans[index];
    let mut items: Vec<Option<Point>> = Vec::new();
    for (hour, value) in plan.values.iter().enumerate() {
        let ends = axes.edge(hour).zip(axes.edge(hour + 1)).zip(axes.y.at(*value));
        let Some(((from, to), at)) = ends else {
            items.push(None);
            continue;
        };
        let at = at + aside(&steps.plans, index, hour);
        match items.last().copied().flatten() {
            // The same height goes on: one longer stroke.
            Some(last) if last.1 == at => drop(items.pop()),
            _ => items.push(Some((from, at))),
        }
        items.push(Some((to, at)));
    }
    runs(items)
}

fn aside(plans: &[StepPlan], index: usize, hour: usize) -> i32 {
    let held = |plan: &StepPlan| plan.values.get(hour).copied();
    let same = |plan: &&StepPlan| held(plan) == held(&plans[index]);
    let (before, all) = (plans[..index].iter().filter(same).count(), plans.iter().filter(same).count());
    // Whole numbers of steps around the middle; a crowd keeps within the width of a few lines.
    let step = (BESIDE * 6 / (all.max(1) as i32)).min(BESIDE);
    (2 * before as i32 + 1 - all as i32) * step / 2
}

/// Draws what was asked for; gives the last place.
fn demand(pen: &Pen, steps: &Steps, axes: &Axes) -> Option<Point> {
    let points: Vec<Option<Point>> =
        steps.demand.iter().enumerate().map(|(hour, value)| axes.middle(hour).zip(axes.y.at(*value))).collect();
    pen.strokes(Part::Thread, &runs(points.iter().copied()));
    let dots: Vec<Vec<Point>> = points.iter().flatten().map(|point| vec![*point]).collect();
    pen.strokes(Part::Fact, &dots);
    points.iter().flatten().last().copied()
}

/// What all hold in an hour, over its whole height.
fn hover(pen: &Pen, steps: &Steps, axes: &Axes, (top, bottom): (i32, i32)) {
    let decimals = usize::from(steps.decimals);
    for hour in 0..axes.hours {
        let Some((from, to)) = axes.edge(hour).zip(axes.edge(hour + 1)) else { continue };
        let say = |label: &str, value: Option<&f64>| {
            let value = value.filter(|value| value.is_finite())?;
            Some(format!("{label} {}", number(*value, decimals)))
        };
        let plans = steps.plans.iter().filter_map(|plan| say(&plan.label, plan.values.get(hour)));
        let parts: Vec<String> = say(DEMAND, steps.demand.get(hour)).into_iter().chain(plans).collect();
        if parts.is_empty() {
            continue;
        }
        let start = steps.hours.get(hour).map_or_else(|| format!("hour {hour}"), Clone::clone);
        pen.open("");
        pen.title(&format!("{start}: {}", parts.join(", ")));
        pen.rect(Part::Hit, (from, top), (to, bottom));
        pen.close();
    }
}
