//! A table as aligned text for a terminal: the same cells as on the page, without what is drawn.

use std::fmt::Write as _;

use crate::site::table::{Align, Cell, Column, Medium, Table};

/// The table as lines of text; columns only for the downloads or only drawn are left away.
pub fn text(table: &Table) -> String {
    let shown: Vec<usize> = table
        .columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.medium == Medium::Both)
        .map(|(position, _)| position)
        .collect();
    let widths: Vec<usize> = shown.iter().map(|&position| width(table, position)).collect();
    let mut text = format!("{}\n", table.caption);
    let head: Vec<(&Column, &str)> =
        shown.iter().map(|&position| (&table.columns[position], table.columns[position].label.as_str())).collect();
    line(&mut text, &head, &widths);
    for body in &table.bodies {
        if let Some(heading) = &body.heading {
            let _ = writeln!(text, "{heading}");
        }
        for row in &body.rows {
            let cells: Vec<(&Column, &str)> =
                shown.iter().map(|&position| (&table.columns[position], words(&row.cells[position]))).collect();
            line(&mut text, &cells, &widths);
        }
    }
    if let Some(note) = &table.note {
        let _ = writeln!(text, "{note}");
    }
    text
}

fn words(cell: &Cell) -> &str {
    &cell.text
}

fn width(table: &Table, position: usize) -> usize {
    let cells = table.bodies.iter().flat_map(|body| &body.rows).map(|row| row.cells[position].text.chars().count());
    cells.chain([table.columns[position].label.chars().count()]).max().unwrap_or(0)
}

fn line(text: &mut String, cells: &[(&Column, &str)], widths: &[usize]) {
    let mut line = String::new();
    for ((column, words), width) in cells.iter().zip(widths) {
        let padding = " ".repeat(width.saturating_sub(words.chars().count()));
        match column.align {
            Align::Text => line.push_str(&format!("{words}{padding}  ")),
            Align::Number => line.push_str(&format!("{padding}{words}  ")),
        }
    }
    text.push_str(line.trim_end());
    text.push('\n');
}
