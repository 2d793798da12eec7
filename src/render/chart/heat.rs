//! A grid of cells tinted by how much better or worse they are, each with its text, so that the tint is never the only sign.

use super::backend::Part;
use super::panels::WIDE;
use super::pen::{Pen, Side};
use super::svg::Drawing;
use super::text::{shorten, width, wrap};
use crate::site::figure::Heat;

const ROW: i32 = 280;
const LABEL_ROOM: i32 = 2200;
const UPRIGHT_ROOM: i32 = 1800;
const LINE: i32 = 150;

/// The drawing; none where there is nothing to draw.
pub(super) fn draw(heat: &Heat) -> Option<Drawing> {
    if heat.rows.is_empty() || heat.columns.is_empty() {
        return None;
    }
    let label_size = Part::Name.size();
    let labels = heat.rows.iter().map(|label| width(label, label_size)).max().unwrap_or(0).min(LABEL_ROOM);
    let left = labels + 150;
    let texts = heat.cells.iter().flatten().flatten().map(|(text, _)| width(text, Part::Cell.size()));
    let least = texts.max().unwrap_or(0).clamp(260, 1600) + 120;
    let columns = heat.columns.len() as i32;
    let cell = ((WIDE - left) / columns).clamp(least, least.max(1000));
    let drawing_width = WIDE.max(left + cell * columns);

    let heads = apart(&heat.columns);
    let lines: Option<Vec<Vec<String>>> =
        heads.iter().map(|label| wrap(label, Part::Tick.size(), cell - 40, 3)).collect();
    let top = if let Some(lines) = &lines {
        lines.iter().map(Vec::len).max().unwrap_or(1) as i32 * LINE + 100
    } else {
        let longest = heads.iter().map(|label| width(label, Part::Tick.size())).max().unwrap_or(0);
        longest.min(UPRIGHT_ROOM) + 120
    };
    let height = top + heat.rows.len() as i32 * ROW + 20;
    let pen = Pen::new(drawing_width, height);
    for (index, label) in heads.iter().enumerate() {
        let middle = left + index as i32 * cell + cell / 2;
        if let Some(lines) = lines.as_ref().map(|lines| &lines[index]) {
            for (line, up) in lines.iter().rev().zip(0..) {
                pen.text(Part::Tick, Side::Middle, (middle, top - 110 - up * LINE), line);
            }
        } else {
            let words = shorten(label, Part::Tick.size(), UPRIGHT_ROOM);
            pen.text(Part::Tick, Side::Upwards, (middle, top - 60), &words);
        }
    }
    for (row, label) in heat.rows.iter().enumerate() {
        let middle = top + row as i32 * ROW + ROW / 2;
        pen.text(Part::Name, Side::Left, (0, middle), &shorten(label, label_size, LABEL_ROOM));
        let cells = heat.cells.get(row).map_or(&[][..], Vec::as_slice);
        for column in 0..heat.columns.len() {
            let from = left + column as i32 * cell;
            let Some((text, tint)) = cells.get(column).and_then(Option::as_ref) else {
                pen.path(Part::Axis, &[(from + cell / 2 - 40, middle), (from + cell / 2 + 40, middle)]);
                continue;
            };
            pen.open("");
            pen.title(&format!("{label} / {}: {text}", heat.columns[column]));
            pen.rect(
                Part::Tint(level(*tint)),
                (from + 10, middle - ROW / 2 + 10),
                (from + cell - 10, middle + ROW / 2 - 10),
            );
            pen.text(Part::Cell, Side::Middle, (from + cell / 2, middle), &shorten(text, Part::Cell.size(), cell - 40));
            pen.close();
        }
    }
    Some(Drawing::of(pen, drawing_width, height))
}

/// The heads without the words that all of them begin with: what tells columns apart must survive shortening.
fn apart(labels: &[String]) -> Vec<String> {
    let words: Vec<Vec<&str>> = labels.iter().map(|label| label.split_whitespace().collect()).collect();
    let Some((first, others)) = words.split_first().filter(|(_, others)| !others.is_empty()) else {
        return labels.to_vec();
    };
    let shared = first
        .iter()
        .enumerate()
        .take_while(|(at, word)| others.iter().all(|other| other.get(*at) == Some(*word)))
        .count();
    if words.iter().any(|words| words.len() <= shared) {
        return labels.to_vec();
    }
    words.iter().map(|words| words[shared..].join(" ")).collect()
}

/// The tint -1..=1 as one of nine levels; 4 is neither better nor worse.
pub fn level(tint: f64) -> u8 {
    if tint.is_nan() { 4 } else { (4.0 + tint.clamp(-1.0, 1.0) * 4.0).round() as u8 }
}
