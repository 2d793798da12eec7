//! Who is best where: a bar that an axis stands on, each stretch in its system's colour, with the names above it. It takes the stretches as they are.

use super::backend::Part;
use super::bend::Bent;
use super::pen::{Pen, Side, sign};
use super::text::{shorten, width};
use crate::site::figure::Winner;

/// The height of the names and the bar.
pub(super) const ROOM: i32 = 380;
/// The height of the bar.
pub(super) const BAR: i32 = 90;
/// From a name's left end to its text: the marker stands between.
const MARKER: i32 = 140;
/// Less room than this shows no name.
const LEAST: i32 = 420;
const GAP: i32 = 120;

/// A stretch on the axis: its ends, and its name's text and width.
struct Stretch<'a> {
    winner: &'a Winner,
    ends: (i32, i32),
    text: String,
    width: i32,
}

impl Stretch<'_> {
    fn middle(&self) -> i32 {
        i32::midpoint(self.ends.0, self.ends.1)
    }
}

/// Draws the stretches on the axis, the bar's lower edge at `bottom`.
pub(super) fn draw(pen: &Pen, winners: &[Winner], x: &Bent, (left, right, bottom): (i32, i32, i32)) {
    let ends: Vec<(&Winner, (i32, i32))> =
        winners.iter().filter_map(|winner| Some((winner, stretch(winner, x)?))).collect();
    let most = most_each(ends.iter().map(|(winner, _)| full(&winner.label)).collect(), right - left);
    let stretches: Vec<Stretch> = (ends.into_iter())
        .map(|(winner, ends)| {
            let own = ends.1 - ends.0 - GAP;
            // Where names are many, only those that stand on their own stretch.
            let room = if LEAST <= most { most } else { most.min(own) };
            let text = shorten(&winner.label, Part::Name.size(), room - MARKER).into_owned();
            let width = if LEAST <= room || full(&winner.label) <= room { full(&text) } else { 0 };
            Stretch { winner, ends, text, width }
        })
        .collect();
    let (name, bar) = (bottom - BAR - 170, bottom - BAR);
    let named: Vec<&Stretch> = stretches.iter().filter(|stretch| 0 < stretch.width).collect();
    for (stretch, at) in named.iter().zip(spread(&named, (left, right))) {
        pen.open(&format!(" class=\"{}\"", sign(stretch.winner.mark)));
        if !(stretch.ends.0..=stretch.ends.1).contains(&at) {
            pen.path(Part::Lead, &[(at, name + 90), (stretch.middle(), bar - 10)]);
        }
        let start = at - stretch.width / 2;
        pen.marker(stretch.winner.mark.shape, (start + 45, name), 45);
        pen.text(Part::Name, Side::Left, (start + MARKER, name), &stretch.text);
        pen.close();
    }
    for Stretch { winner, ends, .. } in &stretches {
        pen.open(&format!(" class=\"{}\"", sign(winner.mark)));
        pen.title(&winner.label);
        // A narrow break between two stretches, which stay in sight even where they are a hair wide.
        let inset = if ends.0 + 60 < ends.1 { 8 } else { 0 };
        pen.rect(Part::Bar, (ends.0 + inset, bar), ((ends.1 - inset).max(ends.0 + inset + 10), bottom));
        pen.close();
    }
}

/// The part of the stretch that is on the axis.
fn stretch(winner: &Winner, x: &Bent) -> Option<(i32, i32)> {
    let (low, high) = x.reach();
    let (from, to) = (winner.from.max(low), winner.to.min(high));
    if winner.from.is_nan() || winner.to.is_nan() || to < from {
        return None;
    }
    x.at(from).zip(x.at(to))
}

fn full(label: &str) -> i32 {
    width(label, Part::Name.size()) + MARKER
}

/// The most that each name may take so that all have room: short ones leave theirs to the long.
fn most_each(mut widths: Vec<i32>, room: i32) -> i32 {
    widths.sort_unstable();
    let (mut left, mut count) = (room, widths.len() as i32);
    for width in widths {
        let share = left / count - GAP;
        if share < width {
            return share;
        }
        left -= width + GAP;
        count -= 1;
    }
    room
}

/// The middles of names that want to stand over their stretches, and must not overlap.
fn spread(stretches: &[&Stretch], (left, right): (i32, i32)) -> Vec<i32> {
    let mut middles = Vec::with_capacity(stretches.len());
    let mut least = left;
    for stretch in stretches {
        let middle = stretch.middle().max(least + stretch.width / 2);
        least = middle + stretch.width / 2 + GAP;
        middles.push(middle);
    }
    let mut most = right;
    for (stretch, middle) in stretches.iter().zip(&mut middles).rev() {
        *middle = (*middle).min(most - stretch.width / 2);
        most = *middle - stretch.width / 2 - GAP;
    }
    middles
}
