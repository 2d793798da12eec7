//! What plotters draws on: shapes become SVG elements that carry classes, never colours. The trait hands over colours only, so a colour is the
//! code of a [`Part`]; coordinates are tenths of a pixel, since the trait knows whole numbers only. It never fails and never measures a font.

use std::convert::Infallible;
use std::fmt::Write as _;

use plotters::style::{Color as _, RGBColor};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform,
};

use super::text::escape;

/// What a shape is, and so which class it carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A hairline of the grid.
    Grid,
    /// The line an axis stands on.
    Axis,
    /// A line to compare with: the naive, the cutoff, the count expected.
    Rule,
    /// A series.
    Line,
    /// The weak band or interval.
    Outer,
    /// The strong band or interval.
    Inner,
    /// The weak interval as a line.
    OuterLine,
    /// The strong interval as a line.
    InnerLine,
    /// The thin line between actual values.
    Thread,
    /// Actual values.
    Fact,
    /// A filled marker.
    Filled,
    /// A drawn marker.
    Drawn,
    /// The other series, as a faint ground.
    Ghost,
    /// A bar.
    Bar,
    /// The line from a series to its label.
    Lead,
    /// An open circle where two lines cross.
    Crossing,
    /// Ground for the pointer: not seen, its title is.
    Hit,
    /// Text on an axis.
    Tick,
    /// The title of an axis, a note.
    Note,
    /// The name of a row or a series.
    Name,
    /// The title of a panel.
    Head,
    /// A value as text.
    Figure,
    /// The text of a cell.
    Cell,
    /// A cell tinted 0 (better) ..= 8 (worse).
    Tint(u8),
}

/// The classes, in the order of the codes.
const CLASSES: [(Part, &str); 23] = [
    (Part::Grid, "g"),
    (Part::Axis, "x"),
    (Part::Rule, "r"),
    (Part::Line, "l"),
    (Part::Outer, "o"),
    (Part::Inner, "i"),
    (Part::OuterLine, "w"),
    (Part::InnerLine, "v"),
    (Part::Thread, "a"),
    (Part::Fact, "p"),
    (Part::Filled, "m"),
    (Part::Drawn, "k"),
    (Part::Ghost, "z"),
    (Part::Bar, "b"),
    (Part::Lead, "y"),
    (Part::Crossing, "j"),
    (Part::Hit, "hit"),
    (Part::Tick, "t"),
    (Part::Note, "u"),
    (Part::Name, "n"),
    (Part::Head, "h"),
    (Part::Figure, "f"),
    (Part::Cell, "c"),
];

const TINT: u8 = 100;

impl Part {
    /// The colour that stands for this part on its way through plotters.
    pub(super) fn code(self) -> RGBColor {
        let code = match self {
            Part::Tint(level) => TINT + level.min(8),
            plain => CLASSES.iter().position(|(part, _)| *part == plain).map_or(u8::MAX, |place| place as u8),
        };
        RGBColor(code, 0, 0)
    }

    /// Its class in the style sheet.
    pub(super) fn class(self) -> String {
        class(self.code().to_backend_color())
    }

    /// The size of its text in tenths of a pixel, as `chart.css` sets it.
    pub(super) fn size(self) -> i32 {
        match self {
            Part::Name | Part::Head | Part::Figure | Part::Cell => 130,
            _ => 120,
        }
    }
}

fn class(color: BackendColor) -> String {
    match color.rgb.0 {
        code if (TINT..=TINT + 8).contains(&code) => format!("q{}", code - TINT),
        code => CLASSES.get(usize::from(code)).map_or_else(String::new, |(_, class)| (*class).to_owned()),
    }
}

/// SVG elements in the making.
pub(super) struct Sheet {
    markup: String,
    size: (u32, u32),
}

impl Sheet {
    /// An empty sheet; its size is in tenths of a pixel.
    pub(super) fn new(size: (u32, u32)) -> Self {
        Self { markup: String::new(), size }
    }

    /// Markup as it is: groups, titles and references, which plotters has no words for.
    pub(super) fn raw(&mut self, markup: &str) {
        self.markup.push_str(markup);
    }

    /// All that was drawn; the sheet is empty afterwards.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.markup)
    }

    fn element(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a `String` cannot fail.
        let _ = self.markup.write_fmt(arguments);
    }

    fn path(&mut self, class: &str, points: impl IntoIterator<Item = BackendCoord>, closed: bool) {
        let mut points = points.into_iter();
        let Some(start) = points.next() else { return };
        let mut data = format!("M{}", pair(start));
        let mut last = start;
        let mut command = 'M';
        for point in points {
            step(&mut data, &mut command, (point.0 - last.0, point.1 - last.1));
            last = point;
        }
        if command == 'M' {
            // A lone point: with round caps it shows as a dot.
            data.push_str("h0");
        }
        if closed {
            data.push('z');
        }
        self.element(format_args!("<path class=\"{class}\" d=\"{data}\"/>"));
    }
}

/// Appends a relative step of a path in the fewest bytes.
pub(super) fn step(data: &mut String, command: &mut char, (dx, dy): BackendCoord) {
    let (next, text) = match (dx, dy) {
        (_, 0) => ('h', tenths(dx)),
        (0, _) => ('v', tenths(dy)),
        _ => ('l', pair((dx, dy))),
    };
    if next != *command {
        data.push(next);
    } else if !text.starts_with('-') {
        data.push(' ');
    }
    data.push_str(&text);
    *command = next;
}

/// Tenths of a pixel as pixels: `123` is `12.3`, `-5` is `-.5`.
pub(super) fn tenths(value: i32) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let (whole, tenth) = (value.unsigned_abs() / 10, value.unsigned_abs() % 10);
    match (whole, tenth) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, tenth) => format!("{sign}.{tenth}"),
        (whole, tenth) => format!("{sign}{whole}.{tenth}"),
    }
}

/// A place in the fewest bytes: `12.3 -5` is `12.3-5`.
pub(super) fn pair((x, y): BackendCoord) -> String {
    let y = tenths(y);
    let space = if y.starts_with('-') { "" } else { " " };
    format!("{}{space}{y}", tenths(x))
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Sheet {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.path(&class(color), [point], false);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.path(&class(style.color()), [from, to], false);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.path(&class(style.color()), path, false);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, vert: I, style: &S) -> Drawn {
        self.path(&class(style.color()), vert, true);
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S, _fill: bool) -> Drawn {
        let (x, y) = (tenths(a.0.min(b.0)), tenths(a.1.min(b.1)));
        let (width, height) = (tenths((b.0 - a.0).abs()), tenths((b.1 - a.1).abs()));
        let class = class(style.color());
        self.element(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, _fill: bool) -> Drawn {
        let (x, y, r) = (tenths(center.0), tenths(center.1), tenths(radius as i32));
        let class = class(style.color());
        self.element(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"));
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((super::text::width(text, style.size() as i32) as u32, style.size() as u32))
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, pos: BackendCoord) -> Drawn {
        let size = style.size();
        let drop = match style.anchor().v_pos {
            VPos::Top => (size * 0.8) as i32,
            // Half the height of a figure or capital: text and marker share one middle in every renderer.
            VPos::Center => (size * 0.36) as i32,
            VPos::Bottom => 0,
        };
        let anchor = match style.anchor().h_pos {
            HPos::Left => "",
            HPos::Center => " mid",
            HPos::Right => " end",
        };
        let (turn, at) = match style.transform() {
            FontTransform::None => (None, (pos.0, pos.1 + drop)),
            FontTransform::Rotate90 => (Some(90), (pos.0 - drop, pos.1)),
            FontTransform::Rotate180 => (Some(180), (pos.0, pos.1 - drop)),
            FontTransform::Rotate270 => (Some(-90), (pos.0 + drop, pos.1)),
        };
        let (x, y) = (tenths(at.0), tenths(at.1));
        let turn = turn.map_or_else(String::new, |degrees| format!(" transform=\"rotate({degrees} {x} {y})\""));
        let class = class(style.color());
        self.element(format_args!("<text class=\"{class}{anchor}\" x=\"{x}\" y=\"{y}\"{turn}>{}</text>", escape(text)));
        Ok(())
    }
}
