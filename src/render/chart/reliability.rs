//! Observed against nominal share: a square a series, with the diagonal on which a calibrated forecaster stands.

use super::backend::Part;
use super::panels::{Panels, WIDE, value_title};
use super::pen::{Pen, Point, Side, sign};
use super::scale::{Scale, number};
use super::svg::Drawing;
use super::ticks::{self, Tick};
use crate::site::figure::Series;

const SIDE: i32 = 2500;
const WORDS: &str = "Observed share below the quantile";

/// The drawing; none where there is nothing to draw.
pub(super) fn draw(series: &[Series], id: &str) -> Option<Drawing> {
    series.iter().flat_map(|series| &series.points).find(|(x, y)| x.is_finite() && y.is_finite())?;
    if let [only] = series { alone(only) } else { apart(series, id) }
}

fn axes(side: i32) -> Option<(Scale, Scale)> {
    Some((Scale::exactly([0.0, 1.0], (0, side))?, Scale::exactly([0.0, 1.0], (side, 0))?))
}

fn alone(series: &Series) -> Option<Drawing> {
    let (x, y) = axes(SIDE)?;
    let (left, top) = (440, 260);
    let (width, height) = (left + SIDE + 160, top + SIDE + 460);
    let pen = Pen::new(width, height);
    pen.text(Part::Note, Side::Left, (0, 80), WORDS);
    pen.open(&format!(" class=\"{}\" transform=\"translate({} {})\"", sign(series.mark), left / 10, top / 10));
    let (values, below) = (shares(&y), shares(&x));
    ground(&pen, &values, SIDE);
    ticks::words_left(&pen, &values, -80);
    ticks::words_below(&pen, &below, SIDE);
    pen.text(Part::Note, Side::Right, (SIDE, SIDE + 320), "Quantile level");
    line(&pen, series, &x, &y);
    pen.close();
    Some(Drawing::of(pen, width, height))
}

fn apart(series: &[Series], id: &str) -> Option<Drawing> {
    let panels = Panels::new(series.len(), 440, true);
    let (x, y) = axes(panels.width)?;
    let (values, below) = (shares(&y), shares(&x));
    let pen = Pen::new(WIDE, panels.total());
    value_title(&pen, "Observed share below the quantile, against the quantile level");
    pen.raw("<defs>");
    pen.open(&format!(" class=\"art\" id=\"{id}-g\""));
    ground(&pen, &values, panels.width);
    pen.close();
    pen.raw("</defs>");
    for (index, series) in series.iter().enumerate() {
        panels.open(&pen, index, &series.label, series.mark);
        pen.raw(&format!("<use href=\"#{id}-g\"/>"));
        line(&pen, series, &x, &y);
        pen.close();
    }
    panels.axes(&pen, &values, &below);
    Some(Drawing::of(pen, WIDE, panels.total()))
}

fn shares(scale: &Scale) -> Vec<Tick> {
    let quarter = |n: u8| {
        let share = f64::from(n) / 4.0;
        Some(Tick { at: scale.at(share)?, words: format!("{}%", number(share * 100.0, 0)), below: None })
    };
    (0..=4).filter_map(quarter).collect()
}

fn ground(pen: &Pen, values: &[Tick], side: i32) {
    ticks::grid(pen, values, 0, side);
    pen.path(Part::Rule, &[(0, side), (side, 0)]);
}

fn line(pen: &Pen, series: &Series, x: &Scale, y: &Scale) {
    let points: Vec<Option<Point>> =
        series.points.iter().map(|(level, share)| x.at(*level).zip(y.at(*share))).collect();
    pen.strokes(Part::Line, &super::fan::runs(points.iter().copied()));
    for (point, (level, share)) in points.iter().zip(&series.points) {
        let Some(point) = point else { continue };
        pen.open("");
        pen.title(&format!("{}: level {}%, observed {}%", series.label, percent(*level), percent(*share)));
        pen.marker(series.mark.shape, *point, 40);
        pen.close();
    }
}

fn percent(share: f64) -> String {
    let text = number(share * 100.0, 1);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
