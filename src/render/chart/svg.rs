//! A figure becomes an SVG element with its title, its description and unique ids. The file knows the frame and the list of kinds, nothing of axes.

use super::backend::{Part, tenths};
use super::panels::WIDE;
use super::pen::{Pen, Side};
use super::text::escape;
use super::{chains, curves, dots, fan, heat, histogram, lines, plane, reliability, steps};
use crate::site::figure::{Figure, Plot};

/// A drawing without its frame; sizes in tenths of a pixel.
pub(super) struct Drawing {
    /// The width.
    pub(super) width: i32,
    /// The height.
    pub(super) height: i32,
    /// The elements.
    pub(super) body: String,
}

impl Drawing {
    /// The pen's work as a drawing.
    pub(super) fn of(pen: Pen, width: i32, height: i32) -> Self {
        Self { width, height, body: pen.finish() }
    }
}

/// The drawing of a figure as one `<svg>` element. `id` must be unique in the page; all ids within begin with it.
pub fn svg(figure: &Figure, id: &str) -> String {
    let id = id_stem(id);
    let (kind, drawing) = match &figure.plot {
        Plot::Fan(fan) => ("fan", fan::draw(fan, &id)),
        Plot::Lines(lines) => ("lines", lines::draw(lines, &id)),
        Plot::Dots(dots) => ("dots", dots::draw(dots)),
        Plot::Reliability(series) => ("reliability", reliability::draw(series, &id)),
        Plot::Histogram(histogram) => ("histogram", histogram::draw(histogram)),
        Plot::Heat(heat) => ("heat", heat::draw(heat)),
        Plot::Chains(chains) => ("chains", chains::draw(chains)),
        Plot::Curves(curves) => ("curves", curves::draw(curves)),
        Plot::Plane(plane) => ("plane", plane::draw(plane)),
        Plot::Steps(steps) => ("steps", steps::draw(steps)),
    };
    let Drawing { width, height, body } = drawing.unwrap_or_else(nothing);
    let size = match width {
        ..WIDE => "slim",
        WIDE => "wide",
        _ => "broad",
    };
    let (width, height) = (tenths(width), tenths(height));
    format!(
        "<svg class=\"art chart {kind} {size}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-labelledby=\"{id}-t {id}-d\"><title id=\"{id}-t\">{}</title><desc id=\"{id}-d\">{}</desc>{body}</svg>",
        escape(&figure.title),
        escape(&figure.description),
    )
}

fn nothing() -> Drawing {
    let (width, height) = (3100, 480);
    let pen = Pen::new(width, height);
    pen.text(Part::Note, Side::Left, (0, height / 2), "Nothing to draw: no value yet");
    Drawing::of(pen, width, height)
}

/// Ids stand in lists parted by spaces, and in references after `#`.
fn id_stem(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    id.chars().map(plain).collect()
}
