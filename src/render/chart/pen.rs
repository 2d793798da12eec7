//! The hand that draws: lines, bands, markers and text at given places, as plotters elements on our sheet. It maps no values and picks no colours.

use std::borrow::Borrow as _;
use std::cell::RefCell;

use plotters::element::{BackendCoordOnly, Circle, Drawable, PathElement, PointCollection, Polygon, Rectangle};
use plotters::style::{IntoTextStyle, ShapeStyle};
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{DrawingBackend, FontTransform};

use super::backend::{Part, Sheet, pair, step};
use super::text::escape;
use crate::site::mark::{Dash, Mark, Shape};

/// A place in tenths of a pixel.
pub(super) type Point = (i32, i32);

/// Where a text's place is, seen from the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The place is its left end.
    Left,
    /// The place is its middle.
    Middle,
    /// The place is its right end.
    Right,
    /// The place is its lower end: it reads upwards.
    Upwards,
}

/// Draws on a sheet of its own. Elements go straight to the sheet: an area of plotters would hold places left of and above it to its edge, and
/// panels count from their plot's corner.
pub(super) struct Pen(RefCell<Sheet>);

impl Pen {
    /// A pen on an empty sheet of this size.
    pub(super) fn new(width: i32, height: i32) -> Self {
        Self(RefCell::new(Sheet::new((width.max(0) as u32, height.max(0) as u32))))
    }

    /// What was drawn.
    pub(super) fn finish(self) -> String {
        self.0.into_inner().take()
    }

    /// A line through the points.
    pub(super) fn path(&self, part: Part, points: &[Point]) {
        if !points.is_empty() {
            self.draw(&PathElement::new(points.to_vec(), part.code()));
        }
    }

    /// Many strokes as one element; each is a line through its points, and a lone point is a dot.
    pub(super) fn strokes(&self, part: Part, strokes: &[Vec<Point>]) {
        if let [stroke] = strokes {
            return self.path(part, stroke);
        }
        let mut data = String::new();
        for stroke in strokes {
            let Some(first) = stroke.first() else { continue };
            data.push('M');
            data.push_str(&pair(*first));
            let mut command = 'M';
            for (from, to) in stroke.iter().zip(&stroke[1..]) {
                step(&mut data, &mut command, (to.0 - from.0, to.1 - from.1));
            }
            if stroke.len() == 1 {
                data.push_str("h0");
            }
        }
        if !data.is_empty() {
            self.raw(&format!("<path class=\"{}\" d=\"{data}\"/>", part.class()));
        }
    }

    /// A filled shape through the points.
    pub(super) fn area(&self, part: Part, points: &[Point]) {
        self.draw(&Polygon::new(points.to_vec(), part.code()));
    }

    /// A rectangle between two corners.
    pub(super) fn rect(&self, part: Part, from: Point, to: Point) {
        self.draw(&Rectangle::new([from, to], ShapeStyle::from(part.code()).filled()));
    }

    /// A system's marker; its colour is that of the group around it.
    pub(super) fn marker(&self, shape: Shape, (x, y): Point, radius: i32) {
        let at = |dx: i32, dy: i32| (x + dx * radius / 100, y + dy * radius / 100);
        match shape {
            Shape::Disc => self.draw(&Circle::new((x, y), radius, ShapeStyle::from(Part::Filled.code()).filled())),
            Shape::Ring => self.draw(&Circle::new((x, y), radius * 9 / 10, ShapeStyle::from(Part::Drawn.code()))),
            Shape::Square => self.rect(Part::Filled, at(-90, -90), at(90, 90)),
            Shape::Triangle => self.area(Part::Filled, &[at(0, -115), at(110, 80), at(-110, 80)]),
            Shape::Diamond => self.area(Part::Filled, &[at(0, -130), at(130, 0), at(0, 130), at(-130, 0)]),
            Shape::Cross => {
                self.strokes(Part::Drawn, &[vec![at(-90, -90), at(90, 90)], vec![at(-90, 90), at(90, -90)]]);
            }
        }
    }

    /// A circle around a place.
    pub(super) fn ring(&self, part: Part, at: Point, radius: i32) {
        self.draw(&Circle::new(at, radius, ShapeStyle::from(part.code())));
    }

    /// A text, its middle at the height of the place.
    pub(super) fn text(&self, part: Part, side: Side, at: Point, text: &str) {
        let code = part.code();
        let (place, turn) = match side {
            Side::Left => (HPos::Left, FontTransform::None),
            Side::Middle => (HPos::Center, FontTransform::None),
            Side::Right => (HPos::Right, FontTransform::None),
            Side::Upwards => (HPos::Left, FontTransform::Rotate270),
        };
        let style = ("sans-serif", part.size(), &code).into_text_style(&self.0.borrow().get_size());
        let style = style.pos(Pos::new(place, VPos::Center)).transform(turn);
        sure(self.0.borrow_mut().draw_text(text, &style, at));
    }

    /// Opens a group with these attributes, such as ` class="s3"`.
    pub(super) fn open(&self, attributes: &str) {
        self.raw(&format!("<g{attributes}>"));
    }

    /// Closes the group.
    pub(super) fn close(&self) {
        self.raw("</g>");
    }

    /// The words shown over the group around it.
    pub(super) fn title(&self, words: &str) {
        self.raw(&format!("<title>{}</title>", escape(words)));
    }

    /// Markup as it is.
    pub(super) fn raw(&self, markup: &str) {
        self.0.borrow_mut().raw(markup);
    }

    fn draw<'a, E>(&self, element: &'a E)
    where
        &'a E: PointCollection<'a, Point, BackendCoordOnly>,
        E: Drawable<Sheet>,
    {
        let mut sheet = self.0.borrow_mut();
        let size = sheet.get_size();
        sure(element.draw(element.point_iter().into_iter().map(|point| *point.borrow()), &mut sheet, size));
    }
}

fn sure<E: std::fmt::Debug>(drawn: Result<(), E>) {
    drawn.expect("our sheet writes to memory and asks for no font");
}

/// The classes of a system's sign.
pub(super) fn sign(mark: Mark) -> String {
    let hue = mark.hue % Mark::HUES;
    match mark.dash {
        Dash::Solid => format!("s{hue}"),
        Dash::Long => format!("s{hue} d1"),
        Dash::Short => format!("s{hue} d2"),
        Dash::Dots => format!("s{hue} d3"),
    }
}
