//! Small multiples: panels of one size on shared axes, in a grid, with what all share drawn once and referred to. It draws no data.

use super::backend::{Part, tenths};
use super::pen::{Pen, Side, sign};
use super::text::shorten;
use super::ticks::{Tick, words_below, words_left};
use crate::site::mark::Mark;

/// The width of every wide drawing.
pub(super) const WIDE: i32 = 7200;
const GAP: i32 = 320;
const HEAD: i32 = 300;
const FOOT: i32 = 340;
/// Room above all panels for the title of the value axis.
const TOP: i32 = 240;

/// Heavy text is wider than its size tells.
const HEAVY: i32 = 145;

/// Where the panels stand.
pub(super) struct Panels {
    count: i32,
    columns: i32,
    gutter: i32,
    /// The width of a panel's plot.
    pub(super) width: i32,
    /// The height of a panel's plot.
    pub(super) height: i32,
}

impl Panels {
    /// Panels for `count` systems, right of a gutter for the value axis. `square` ones are as high as wide.
    pub(super) fn new(count: usize, gutter: i32, square: bool) -> Self {
        let columns = match count {
            0 | 1 => 1,
            2 | 4 => 2,
            _ => 3,
        };
        let width = (WIDE - gutter - 160 - (columns - 1) * GAP) / columns;
        let height = match (square, columns) {
            (true, _) => width,
            (false, 1) => 2800,
            (false, 2) => 2000,
            (false, _) => 1350,
        };
        Self { count: count as i32, columns, gutter, width, height }
    }

    /// How many ticks a panel has room for below.
    pub(super) fn day_ticks(&self) -> usize {
        (self.width / 480).clamp(2, 9) as usize
    }

    /// How many numbers the value axis has room for.
    pub(super) fn number_ticks(&self) -> u32 {
        (self.height / 340).clamp(2, 6) as u32
    }

    /// The height of the whole drawing.
    pub(super) fn total(&self) -> i32 {
        let rows = (self.count + self.columns - 1) / self.columns;
        TOP + rows * (HEAD + self.height) + FOOT + (rows - 1) * 60
    }

    /// The upper left corner of a panel's plot.
    pub(super) fn corner(&self, index: usize) -> (i32, i32) {
        let (row, column) = (index as i32 / self.columns, index as i32 % self.columns);
        (self.gutter + column * (self.width + GAP), TOP + HEAD + row * (HEAD + self.height + 60))
    }

    /// Opens the group of a panel, in which places count from the plot's upper left corner, and writes its head.
    pub(super) fn open(&self, pen: &Pen, index: usize, label: &str, mark: Mark) {
        let (x, y) = self.corner(index);
        pen.open(&format!(" class=\"{}\" transform=\"translate({} {})\"", sign(mark), tenths(x), tenths(y)));
        pen.marker(mark.shape, (50, -130), 45);
        pen.text(Part::Head, Side::Left, (140, -130), &shorten(label, HEAVY, self.width - 150));
    }

    /// The axes' words: values left of each row, the other axis below each column.
    pub(super) fn axes(&self, pen: &Pen, values: &[Tick], below: &[Tick]) {
        for index in 0..self.count {
            let (x, y) = self.corner(index as usize);
            if index % self.columns == 0 {
                pen.open(&format!(" transform=\"translate({} {})\"", tenths(x), tenths(y)));
                words_left(pen, values, -80);
                pen.close();
            }
            if self.count <= index + self.columns {
                pen.open(&format!(" transform=\"translate({} {})\"", tenths(x), tenths(y)));
                words_below(pen, below, self.height);
                pen.close();
            }
        }
    }
}

/// The title of the value axis, above all that is drawn.
pub(super) fn value_title(pen: &Pen, words: &str) {
    pen.text(Part::Note, Side::Left, (0, 80), &shorten(words, Part::Note.size(), WIDE));
}
