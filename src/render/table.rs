//! A table becomes HTML with its downloads: caption, heads that lead to definitions, rows in the order given, a note, and links to the very same
//! numbers as CSV and JSON. Never rounds, never sorts, never writes a style.

use std::fmt::Write as _;

use super::chart::{inline, tint_level};
use super::escape::{escaped, push_escaped};
use super::numbers;
use crate::error::{Error, Result};
use crate::site::link::Link;
use crate::site::number::MISSING;
use crate::site::page::Download;
use crate::site::table::{Align, Cell, Column, Dress, Medium, Row, Table, Value};
use crate::tree::SitePath;

/// Most characters of a cell that is never broken; a longer one wraps.
const LONGEST_LINE: usize = 32;

/// Where a table or figure stands.
#[derive(Debug, Clone, Copy)]
pub struct Stand<'a> {
    /// The page.
    pub page: &'a SitePath,
    /// The page that holds the anchors of [`Column::definition`].
    pub definitions: &'a SitePath,
}

/// A table or figure as HTML, and the files its links lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The HTML.
    pub html: String,
    /// The downloads.
    pub files: Vec<Download>,
}

/// The table on its page, under its own name.
pub fn table(table: &Table, stand: Stand) -> Result<Rendered> {
    let page = stand.page;
    let files = downloads(table, &table.name, page)?;
    let mut html = String::with_capacity(1024 + table.rows() * table.columns.len() * 40);
    html.push_str("<div class=\"table\">\n");
    push_table(&mut html, table, &table.name, stand)?;
    push_downloads(&mut html, table, &files, page);
    html.push_str("</div>\n");
    Ok(Rendered { html, files })
}

/// The CSV and JSON of a table: `<page path without .html>/<name>.csv` and `.json`.
pub fn downloads(table: &Table, name: &str, page: &SitePath) -> Result<Vec<Download>> {
    check(table)?;
    let stem = page.as_str().strip_suffix(".html").unwrap_or(page.as_str());
    let path = |extension: &str| SitePath::new(format!("{stem}/{name}.{extension}"));
    Ok(vec![
        Download { path: path("csv")?, bytes: numbers::csv(table)?.into_bytes() },
        Download { path: path("json")?, bytes: numbers::json(table)?.into_bytes() },
    ])
}

/// Appends the table in its scrolling region, with its note, under an id.
pub fn push_table(html: &mut String, table: &Table, id: &str, stand: Stand) -> Result<()> {
    let page = stand.page;
    check(table)?;
    let id = escaped(id);
    let _ = write!(
        html,
        "<div class=\"table-scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{id}-caption\">\n\
         <table id=\"{id}\""
    );
    if let Some(weighed) = table.weighed {
        let _ = write!(html, " data-lambda=\"{}\" data-most=\"{}\"", weighed.lambda, weighed.most);
    }
    let _ = write!(html, ">\n<caption id=\"{id}-caption\">");
    push_escaped(html, &table.caption);
    html.push_str("</caption>\n<thead><tr>");
    let shown = columns(table)?;
    let definitions = page.relative(stand.definitions);
    for column in &shown {
        push_head(html, column, &definitions);
    }
    html.push_str("</tr></thead>\n");
    push_bodies(html, table, &shown, page);
    html.push_str("</table>\n</div>\n");
    if let Some(note) = &table.note {
        html.push_str("<p class=\"note\">");
        push_escaped(html, note);
        html.push_str("</p>\n");
    }
    Ok(())
}

/// Appends the line of downloads: "CSV · JSON · 9 rows · 1.2 kB".
pub fn push_downloads(html: &mut String, table: &Table, files: &[Download], page: &SitePath) {
    html.push_str("<p class=\"downloads\">");
    for file in files {
        let _ = write!(
            html,
            "<a href=\"{}\">{}</a> · ",
            page.relative(&file.path),
            file.path.extension().to_ascii_uppercase(),
        );
    }
    let rows = table.rows();
    let weight = files.first().map_or(0, |file| file.bytes.len());
    let _ = writeln!(html, "{rows} {} · {}</p>", if rows == 1 { "row" } else { "rows" }, size(weight));
}

/// The link's attributes: `href`, and what keeps another site at arm's length.
pub fn push_address(html: &mut String, link: &Link, page: &SitePath) {
    html.push_str("href=\"");
    match link {
        Link::Page(target, anchor) => {
            html.push_str(&page.relative(target));
            if let Some(anchor) = anchor {
                html.push('#');
                push_escaped(html, anchor);
            }
            html.push('"');
        }
        Link::External(url) => {
            push_escaped(html, url.as_str());
            html.push_str("\" target=\"_blank\" rel=\"noopener\"");
        }
    }
}

/// A shown column, with what its cells need to know of it.
struct Shown<'a> {
    index: usize,
    column: &'a Column,
    names_the_row: bool,
    /// The text does not sort as the values do, so each cell carries its value.
    keyed: bool,
}

fn check(table: &Table) -> Result<()> {
    let wide = table.columns.len();
    match table.bodies.iter().flat_map(|body| &body.rows).find(|row| row.cells.len() != wide) {
        None => Ok(()),
        Some(row) => {
            Err(Error::new(format!("table `{}` has {wide} columns but a row of {} cells", table.name, row.cells.len()))
                .hint("give every row one cell a column"))
        }
    }
}

fn columns(table: &Table) -> Result<Vec<Shown<'_>>> {
    let visible = || table.columns.iter().enumerate().filter(|(_, column)| column.medium != Medium::Downloads);
    let named = visible().find(|(_, column)| column.align == Align::Text).or_else(|| visible().next());
    let Some((named, _)) = named else {
        return Err(Error::new(format!("table `{}` shows no column", table.name)).hint("hide fewer of its columns"));
    };
    visible()
        .map(|(index, column)| {
            // A weighed table computes with its values, so they stand in the page.
            let keyed = table.weighed.is_some() || !sorts_as_text(table, index, column)?;
            Ok(Shown { index, column, names_the_row: index == named, keyed })
        })
        .collect()
}

fn push_head(html: &mut String, shown: &Shown, definitions: &str) {
    let Column { key, label, definition, align, choice, .. } = shown.column;
    html.push_str("<th scope=\"col\"");
    if *align == Align::Number {
        html.push_str(" class=\"n\"");
    }
    html.push_str(" data-key=\"");
    push_escaped(html, key);
    html.push_str(if *choice { "\" data-choice=\"\">" } else { "\">" });
    if let Some(anchor) = definition {
        let _ = write!(html, "<a href=\"{definitions}#{}\">", escaped(anchor));
    }
    push_escaped(html, label);
    html.push_str(if definition.is_some() { "</a></th>" } else { "</th>" });
}

fn push_bodies(html: &mut String, table: &Table, shown: &[Shown], page: &SitePath) {
    for body in table.bodies.iter().filter(|body| !body.rows.is_empty()) {
        html.push_str("<tbody>\n");
        if let Some(heading) = &body.heading {
            let _ = write!(html, "<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"{}\"><span>", shown.len());
            push_escaped(html, heading);
            html.push_str("</span></th></tr>\n");
        }
        for row in &body.rows {
            push_row(html, row, shown, page);
        }
        html.push_str("</tbody>\n");
    }
    if table.rows() == 0 {
        let _ = writeln!(
            html,
            "<tbody><tr><td class=\"none\" colspan=\"{}\">nothing to list yet</td></tr></tbody>",
            shown.len()
        );
    }
}

fn push_row(html: &mut String, row: &Row, shown: &[Shown], page: &SitePath) {
    html.push_str(if row.tied { "<tr class=\"tied\">" } else { "<tr>" });
    for column in shown {
        push_cell(html, &row.cells[column.index], column, page);
    }
    html.push_str("</tr>\n");
}

fn push_cell(html: &mut String, cell: &Cell, shown: &Shown, page: &SitePath) {
    html.push_str(if shown.names_the_row { "<th scope=\"row\"" } else { "<td" });
    push_classes(html, cell, shown.column.align);
    if shown.keyed {
        push_sort_key(html, cell);
    }
    if let Some(title) = &cell.title {
        html.push_str(" title=\"");
        push_escaped(html, title);
        html.push('"');
    }
    html.push('>');
    match &cell.dress {
        Dress::Plain | Dress::Tint(_) => {}
        Dress::Marker(mark) => html.push_str(&inline::marker(*mark)),
        Dress::Strip(strip) => html.push_str(&inline::strip(strip)),
        Dress::Share { share, nominal } => html.push_str(&inline::share(*share, *nominal)),
    }
    if let Some(link) = &cell.link {
        html.push_str("<a ");
        push_address(html, link, page);
        html.push('>');
    }
    // A name of the dataset may be blank; a cell never is, unless something is drawn in it.
    let blank = cell.text.trim().is_empty() && cell.dress == Dress::Plain;
    push_escaped(html, if blank { MISSING } else { &cell.text });
    if cell.link.is_some() {
        html.push_str("</a>");
    }
    html.push_str(if shown.names_the_row { "</th>" } else { "</td>" });
}

fn push_classes(html: &mut String, cell: &Cell, align: Align) {
    let missing = cell.value == Value::Absent && cell.dress == Dress::Plain && cell.link.is_none();
    let number = align == Align::Number;
    let long = !number && cell.text.chars().nth(LONGEST_LINE).is_some();
    let tint = match cell.dress {
        Dress::Tint(tint) if tint.is_finite() => Some(tint_level(tint)),
        _ => None,
    };
    if !(missing || number || long || tint.is_some()) {
        return;
    }
    html.push_str(" class=\"");
    let mut gap = "";
    for (holds, class) in [(number, "n"), (missing, "na"), (long, "long")] {
        if holds {
            html.push_str(gap);
            html.push_str(class);
            gap = " ";
        }
    }
    if let Some(step) = tint {
        let _ = write!(html, "{gap}q{step}");
    }
    html.push('"');
}

fn push_sort_key(html: &mut String, cell: &Cell) {
    match &cell.value {
        Value::Absent => return,
        Value::Text(text) if *text == cell.text => return,
        _ => html.push_str(" data-v=\""),
    }
    match &cell.value {
        Value::Number(number) => numbers::push_number(html, *number),
        Value::Whole(whole) => html.push_str(&whole.to_string()),
        Value::Text(text) => push_escaped(html, text),
        Value::Flag(flag) => html.push_str(if *flag { "1" } else { "0" }),
        Value::Absent => {}
    }
    html.push('"');
}

/// Whether the script, which reads the text of cells, would order the column as its values do. Rounding keeps the order, so most columns need no
/// value in the page, and the page stays light; one that does not, such as a date in words, carries its values in every cell.
fn sorts_as_text(table: &Table, index: usize, column: &Column) -> Result<bool> {
    let mut read = Vec::new();
    for cell in table.bodies.iter().flat_map(|body| &body.rows).map(|row| &row.cells[index]) {
        let value = match &cell.value {
            Value::Absent => continue,
            Value::Text(text) if column.align == Align::Text && *text == cell.text => continue,
            Value::Text(_) | Value::Flag(_) => return Ok(false),
            Value::Number(number) => numbers::finite(*number, table, &column.key)?,
            Value::Whole(whole) => *whole as f64,
        };
        match leading_number(&cell.text) {
            Some(number) if column.align == Align::Number => read.push((value, number)),
            _ => return Ok(false),
        }
    }
    read.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    Ok(read.windows(2).all(|pair| pair[0].1 <= pair[1].1))
}

/// The number a text begins with, as `assets/site.js` reads it: `−0.30`, `1,234`, `2 (1–4)`, `80%`.
fn leading_number(text: &str) -> Option<f64> {
    let text = text.trim_start();
    let (sign, digits) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.')).unwrap_or(digits.len());
    if digits[end..].starts_with(['e', 'E']) {
        return None;
    }
    let digits = &digits[..end];
    let number = if digits.contains(',') { digits.replace(',', "").parse() } else { digits.parse::<f64>() };
    number.ok().map(|number| sign * number)
}

fn size(bytes: usize) -> String {
    // Tenths of a kilobyte in whole numbers, so that no float is rounded here.
    let tenths = (bytes + 50) / 100;
    if bytes < 1000 {
        format!("{bytes} B")
    } else if tenths < 10_000 {
        format!("{}.{} kB", tenths / 10, tenths % 10)
    } else {
        format!("{}.{} MB", tenths / 10_000, tenths / 1000 % 10)
    }
}
