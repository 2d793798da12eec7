//! Chains of episodes as bars over run days: where one ends and the next begins is a break.

use super::backend::Part;
use super::panels::WIDE;
use super::pen::{Pen, Point, Side, sign};
use super::scale::Scale;
use super::svg::Drawing;
use super::text::{shorten, width};
use super::ticks::{self, full_day_words, place};
use crate::site::figure::{ChainRow, Chains};

const ROW: i32 = 260;
const TOP: i32 = 60;
const LABEL_ROOM: i32 = 2400;

/// The drawing; none where there is nothing to draw.
pub(super) fn draw(chains: &Chains) -> Option<Drawing> {
    let ends = || chains.rows.iter().flat_map(|row| &row.chains).flat_map(|(first, last)| [*first, *last]);
    ends().next()?;
    let days = || chains.days.iter().copied().chain(ends());
    let (first, last) = (days().min()?, days().max()?);
    let labels = chains.rows.iter().map(|row| width(&row.label, Part::Name.size())).max().unwrap_or(0).min(LABEL_ROOM);
    let (left, right) = (150 + labels + 200, WIDE - 60);
    // A bar covers its last day too: half a run day stands out at both ends.
    let rhythm = ticks::rhythm(&chains.days);
    let half = f64::from(rhythm) / 2.0;
    let x = Scale::exactly([place(first) - half, place(last) + half], (left, right))?;

    let bottom = TOP + chains.rows.len() as i32 * ROW;
    let height = bottom + 360;
    let pen = Pen::new(WIDE, height);
    let middle = |row: usize| TOP + row as i32 * ROW + ROW / 2;
    let lines: Vec<Vec<Point>> =
        (0..chains.rows.len()).map(|row| vec![(left, middle(row)), (right, middle(row))]).collect();
    pen.strokes(Part::Grid, &lines);
    for (row, ChainRow { label, mark, chains: bars }) in chains.rows.iter().enumerate() {
        let at = middle(row);
        pen.open(&format!(" class=\"{}\"", sign(*mark)));
        pen.marker(mark.shape, (60, at), 45);
        pen.text(Part::Name, Side::Left, (150, at), &shorten(label, Part::Name.size(), LABEL_ROOM));
        for (from, to) in bars {
            let Some((start, end)) = x.at(place(*from) - half).zip(x.at(place(*to) + half)) else { continue };
            pen.open("");
            pen.title(&format!("{label}: {} to {}", full_day_words(*from), full_day_words(*to)));
            // The break stays in sight even where a chain is a hair wide.
            let inset = if start + 60 < end { 15 } else { 5 };
            pen.rect(Part::Bar, (start + inset, at - 55), ((end - inset).max(start + inset + 10), at + 55));
            pen.close();
        }
        pen.close();
    }
    ticks::words_below(&pen, &ticks::days(&x, (first, last), rhythm, ((right - left) / 650).max(2) as usize), bottom);
    Some(Drawing::of(pen, WIDE, height))
}
