//! Forecasts against what happened: a panel a system on shared axes, bands in the system's hue, the median, and actual values in ink. A missing
//! forecast or value is a gap.

use super::backend::Part;
use super::panels::{Panels, WIDE, value_title};
use super::pen::{Pen, Point};
use super::scale::{Scale, number};
use super::svg::Drawing;
use super::ticks::{self, day_words, place, room};
use crate::domain::day::Day;
use crate::site::figure::{Fan, FanPanel, FanStep};

/// Above this many steps in all, the words over each step are left to the table: they would outweigh the drawing.
const MOST_WORDS: usize = 240;

/// The drawing; none where there is nothing to draw.
pub(super) fn draw(fan: &Fan, id: &str) -> Option<Drawing> {
    let steps = || fan.panels.iter().flat_map(|panel| &panel.steps);
    let days = || fan.actual.iter().map(|(day, _)| *day).chain(steps().map(|step| step.day)).chain([fan.cutoff]);
    let (first, last) = (days().min()?, days().max()?);
    let values = || fan.actual.iter().map(|(_, value)| *value).chain(steps().flat_map(numbers));
    if fan.panels.is_empty() {
        return None;
    }

    // The words of the axis decide the gutter, and the gutter the panels.
    let sketch = Panels::new(fan.panels.len(), 0, false);
    let y = Scale::around(values(), (sketch.height, 0))?;
    let value_ticks = ticks::numbers(&y, sketch.number_ticks());
    let panels = Panels::new(fan.panels.len(), room(&value_ticks) + 100, false);
    let x = Scale::exactly([place(first), place(last)], (120, panels.width - 120))?;

    let pen = Pen::new(WIDE, panels.total());
    value_title(&pen, &fan.value_title);
    pen.raw("<defs>");
    pen.open(&format!(" class=\"art\" id=\"{id}-g\""));
    ticks::grid(&pen, &value_ticks, 0, panels.width);
    pen.close();
    pen.open(&format!(" class=\"art\" id=\"{id}-a\""));
    facts(&pen, fan, &x, &y, panels.height);
    pen.close();
    pen.raw("</defs>");
    let wordy = steps().count() <= MOST_WORDS;
    for (index, panel) in fan.panels.iter().enumerate() {
        panels.open(&pen, index, &panel.label, panel.mark);
        pen.raw(&format!("<use href=\"#{id}-g\"/>"));
        bands(&pen, panel, &x, &y);
        pen.raw(&format!("<use href=\"#{id}-a\"/>"));
        middle(&pen, panel, &x, &y);
        if wordy {
            words(&pen, fan, panel, &x, panels.height);
        }
        pen.close();
    }
    panels.axes(&pen, &value_ticks, &ticks::days(&x, (first, last), 1, panels.day_ticks()));
    Some(Drawing::of(pen, WIDE, panels.total()))
}

fn numbers(step: &FanStep) -> impl Iterator<Item = f64> {
    let ends = |band: Option<(f64, f64)>| band.into_iter().flat_map(|(low, high)| [low, high]);
    ends(step.outer).chain(ends(step.inner)).chain(step.middle)
}

/// What all panels share: the cutoff and what happened.
fn facts(pen: &Pen, fan: &Fan, x: &Scale, y: &Scale, height: i32) {
    if let Some(cutoff) = x.at(place(fan.cutoff)) {
        pen.path(Part::Rule, &[(cutoff, 0), (cutoff, height)]);
    }
    // Days without a value, such as weekends, are bridged; a longer silence than the data's own rhythm is not.
    let mut leaps: Vec<i32> = fan.actual.windows(2).map(|pair| pair[1].0.since(pair[0].0)).collect();
    leaps.sort_unstable();
    let longest = leaps.get(leaps.len() / 2).map_or(1, |middle| middle.saturating_mul(3));
    let mut strokes: Vec<Vec<Point>> = Vec::new();
    let mut before: Option<Day> = None;
    for (day, value) in &fan.actual {
        let Some(point) = x.at(place(*day)).zip(y.at(*value)) else {
            before = None;
            continue;
        };
        match strokes.last_mut() {
            Some(stroke) if before.is_some_and(|before| day.since(before) <= longest) => stroke.push(point),
            _ => strokes.push(vec![point]),
        }
        before = Some(*day);
    }
    pen.strokes(Part::Thread, &strokes);
    let dots: Vec<Vec<Point>> = strokes.into_iter().flatten().map(|point| vec![point]).collect();
    pen.strokes(Part::Fact, &dots);
}

fn bands(pen: &Pen, panel: &FanPanel, x: &Scale, y: &Scale) {
    for (part, band) in
        [(Part::Outer, (|step| step.outer) as fn(&FanStep) -> Option<(f64, f64)>), (Part::Inner, |step| step.inner)]
    {
        let ends = panel.steps.iter().map(|step| Some((x.at(place(step.day))?, y.both(band(step))?)));
        for run in runs(ends) {
            if let [(at, (low, high))] = run[..] {
                // One day has no breadth of its own.
                pen.rect(part, (at - 25, high), (at + 25, low));
                continue;
            }
            let upper = run.iter().map(|(at, (_, high))| (*at, *high));
            let lower = run.iter().rev().map(|(at, (low, _))| (*at, *low));
            pen.area(part, &upper.chain(lower).collect::<Vec<_>>());
        }
    }
}

fn middle(pen: &Pen, panel: &FanPanel, x: &Scale, y: &Scale) {
    let points = panel.steps.iter().map(|step| x.at(place(step.day)).zip(y.at(step.middle?)));
    for run in runs(points) {
        match run[..] {
            [(at, height)] => pen.path(Part::Line, &[(at - 40, height), (at + 40, height)]),
            _ => pen.path(Part::Line, &run),
        }
    }
}

/// Unbroken runs of what is there.
pub(super) fn runs<T>(items: impl IntoIterator<Item = Option<T>>) -> Vec<Vec<T>> {
    let mut runs: Vec<Vec<T>> = Vec::new();
    let mut open = false;
    for item in items {
        match (item, runs.last_mut()) {
            (Some(item), Some(run)) if open => run.push(item),
            (Some(item), _) => {
                runs.push(vec![item]);
                open = true;
            }
            (None, _) => open = false,
        }
    }
    runs
}

fn words(pen: &Pen, fan: &Fan, panel: &FanPanel, x: &Scale, height: i32) {
    let decimals = usize::from(fan.decimals);
    let places: Vec<Option<i32>> = panel.steps.iter().map(|step| x.at(place(step.day))).collect();
    for (index, step) in panel.steps.iter().enumerate() {
        let Some(at) = places[index] else { continue };
        let beside = |other: Option<&Option<i32>>| other.copied().flatten().map(|other| (other - at).abs() / 2);
        let before = beside(index.checked_sub(1).and_then(|before| places.get(before))).unwrap_or(60).min(200);
        let after = beside(places.get(index + 1)).unwrap_or(60).min(200);
        let mut says = vec![format!("{}: ", day_words(step.day))];
        let band = |name, (low, high)| format!("{name} {} to {}", number(low, decimals), number(high, decimals));
        let mut parts = Vec::new();
        parts.extend(step.middle.map(|middle| format!("median {}", number(middle, decimals))));
        parts.extend(step.inner.map(|ends| band("30–70%", ends)));
        parts.extend(step.outer.map(|ends| band("10–90%", ends)));
        let actual = fan.actual.iter().find(|(day, _)| *day == step.day);
        parts.extend(actual.map(|(_, value)| format!("actual {}", number(*value, decimals))));
        if parts.is_empty() {
            continue;
        }
        says.push(parts.join(", "));
        pen.open("");
        pen.title(&says.concat());
        pen.rect(Part::Hit, (at - before, 0), (at + after, height));
        pen.close();
    }
}
