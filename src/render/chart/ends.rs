//! Names at the ends of lines, spread apart so that none covers another, with lines to those that had to move. It knows places, no values.

use super::backend::Part;
use super::lines::{FEW, NAME_ROOM, NAME_STEP};
use super::pen::{Pen, Point, Side, sign};
use super::text::shorten;
use crate::site::mark::Mark;

/// A line's end and the name that belongs there.
pub(super) struct End<'a> {
    /// The name.
    pub(super) label: &'a str,
    /// The system's sign; none for what happened.
    pub(super) mark: Option<Mark>,
    /// Where the line ends.
    pub(super) at: Point,
}

/// From the plot's edge to the markers of the names: wide enough for the lines that lead to names of many ends close together.
pub(super) fn gutter(count: usize) -> i32 {
    if count <= FEW { 260 } else { 480 }
}

/// Names right of `right`, each at the height of its line's end where there is room, else with a line to it.
pub(super) fn at_ends(pen: &Pen, ends: &[End], right: i32, within: (i32, i32)) {
    let x = right + gutter(ends.len());
    let wanted: Vec<i32> = ends.iter().map(|end| end.at.1).collect();
    for (End { label, mark, at }, height) in ends.iter().zip(spread(&wanted, NAME_STEP, within)) {
        pen.open(&mark.map_or_else(String::new, |mark| format!(" class=\"{}\"", sign(mark))));
        if 30 < (height - at.1).abs() || at.0 + 150 < right {
            pen.path(Part::Lead, &[(at.0 + 50, at.1), (right + 50, at.1), (x - 75, height)]);
        }
        match mark {
            Some(mark) => pen.marker(mark.shape, (x, height), 45),
            None => pen.path(Part::Fact, &[(x, height)]),
        }
        pen.text(Part::Name, Side::Left, (x + 100, height), &shorten(label, Part::Name.size(), NAME_ROOM));
        pen.close();
    }
}

/// Places at least `step` apart for names that want to stand at these, each as near as can be: names that would overlap move apart around their
/// middle, and all stay within the two ends where there is room.
fn spread(wanted: &[i32], step: i32, (first, last): (i32, i32)) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|index| (wanted[*index], *index));
    // Groups of neighbours: how many, and the sum of the places at which the group's first would suit each.
    let mut groups: Vec<(i32, i64)> = Vec::new();
    let start = |(count, sum): (i32, i64)| (sum / i64::from(count)) as i32;
    for index in &order {
        let mut group = (1, i64::from(wanted[*index]));
        while let Some(before) = groups.last().copied()
            && held(start(group), group.0, step, (first, last))
                < held(start(before), before.0, step, (first, last)) + before.0 * step
        {
            groups.pop();
            let moved = group.1 - i64::from(group.0) * i64::from(before.0) * i64::from(step);
            group = (before.0 + group.0, before.1 + moved);
        }
        groups.push(group);
    }
    let mut places = vec![0; wanted.len()];
    let mut order = order.into_iter();
    for group in groups {
        let from = held(start(group), group.0, step, (first, last));
        for (nth, index) in (0..group.0).zip(order.by_ref()) {
            places[index] = from + nth * step;
        }
    }
    places
}

/// The first place of a group, held so that its last one is within the ends too.
fn held(from: i32, count: i32, step: i32, (first, last): (i32, i32)) -> i32 {
    from.min(last - (count - 1) * step).max(first)
}
