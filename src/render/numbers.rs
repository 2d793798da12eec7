//! A table becomes its downloads: CSV and JSON of every column in full precision, from the same values as the HTML. Never rounds, never reorders.

use std::fmt::Write as _;

use crate::error::{Error, Result};
use crate::site::table::{Body, Cell, Column, Medium, Row, Table, Value};

/// The key of the column that names each row's body, where bodies have headings.
const GROUP: &str = "group";

/// The table as RFC 4180 CSV with `\n` lines, one line a row below the line of keys.
///
/// Text that a spreadsheet would take for a formula is guarded by a leading `'`; numbers are left as they are. Where bodies have headings, a last
/// column `group` holds them.
pub fn csv(table: &Table) -> Result<String> {
    let grouped = grouped(table);
    let mut out = String::new();
    for (index, key) in keys(table, grouped).enumerate() {
        separate(&mut out, index);
        push_csv_text(&mut out, key);
    }
    out.push('\n');
    for body in &table.bodies {
        for row in &body.rows {
            for (index, (cell, column)) in kept(table, row).enumerate() {
                separate(&mut out, index);
                match &cell.value {
                    Value::Absent => {}
                    Value::Number(number) => push_number(&mut out, finite(*number, table, &column.key)?),
                    Value::Whole(whole) => out.push_str(&whole.to_string()),
                    Value::Text(text) => push_csv_text(&mut out, text),
                    Value::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
                }
            }
            if grouped {
                separate(&mut out, columns(table).count());
                push_csv_text(&mut out, heading(body));
            }
            out.push('\n');
        }
    }
    Ok(out)
}

/// The table as JSON: `{"caption": …, "columns": [{"key": …, "label": …} …], "rows": [[…] …]}`, a line a row.
pub fn json(table: &Table) -> Result<String> {
    let grouped = grouped(table);
    let mut out = String::from("{\"caption\":");
    push_json_text(&mut out, &table.caption);
    out.push_str(",\n\"columns\":[");
    let labels = columns(table).map(|column| column.label.as_str()).chain(grouped.then_some(GROUP));
    for (index, (key, label)) in keys(table, grouped).zip(labels).enumerate() {
        separate(&mut out, index);
        out.push_str("{\"key\":");
        push_json_text(&mut out, key);
        out.push_str(",\"label\":");
        push_json_text(&mut out, label);
        out.push('}');
    }
    out.push_str("],\n\"rows\":[");
    let rows = table.bodies.iter().flat_map(|body| body.rows.iter().map(move |row| (body, row)));
    for (place, (body, row)) in rows.enumerate() {
        separate(&mut out, place);
        out.push_str("\n[");
        for (index, (cell, column)) in kept(table, row).enumerate() {
            separate(&mut out, index);
            match &cell.value {
                Value::Absent => out.push_str("null"),
                Value::Number(number) => push_number(&mut out, finite(*number, table, &column.key)?),
                Value::Whole(whole) => out.push_str(&whole.to_string()),
                Value::Text(text) => push_json_text(&mut out, text),
                Value::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            }
        }
        if grouped {
            separate(&mut out, columns(table).count());
            push_json_text(&mut out, heading(body));
        }
        out.push(']');
    }
    out.push_str("\n]}\n");
    Ok(out)
}

/// Appends the shortest text that reads back as the same double; valid in CSV, JSON and JavaScript.
pub fn push_number(out: &mut String, number: f64) {
    let size = number.abs();
    let _ =
        if number == 0.0 || (1e-6..1e16).contains(&size) { write!(out, "{number}") } else { write!(out, "{number:e}") };
}

/// The number, when it is one: a page or a download never holds NaN or an infinity.
pub fn finite(number: f64, table: &Table, key: &str) -> Result<f64> {
    if number.is_finite() {
        Ok(number)
    } else {
        Err(Error::new(format!("table `{}` has the number {number} in column `{key}`", table.name))
            .hint("a value that does not exist is absent, with its reason as text"))
    }
}

fn grouped(table: &Table) -> bool {
    let taken = table.columns.iter().any(|column| column.key == GROUP);
    !taken && table.bodies.iter().any(|body| body.heading.is_some())
}

fn keys(table: &Table, grouped: bool) -> impl Iterator<Item = &str> {
    columns(table).map(|column| column.key.as_str()).chain(grouped.then_some(GROUP))
}

/// The columns of the downloads: all but what is only drawn.
fn columns(table: &Table) -> impl Iterator<Item = &Column> {
    table.columns.iter().filter(|column| column.medium != Medium::Page)
}

fn kept<'a>(table: &'a Table, row: &'a Row) -> impl Iterator<Item = (&'a Cell, &'a Column)> {
    row.cells.iter().zip(&table.columns).filter(|(_, column)| column.medium != Medium::Page)
}

fn heading(body: &Body) -> &str {
    body.heading.as_deref().unwrap_or_default()
}

fn separate(out: &mut String, index: usize) {
    if index != 0 {
        out.push(',');
    }
}

fn push_csv_text(out: &mut String, text: &str) {
    let guard = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    if !text.contains([',', '"', '\n', '\r']) {
        if guard {
            out.push('\'');
        }
        out.push_str(text);
        return;
    }
    out.push('"');
    if guard {
        out.push('\'');
    }
    out.push_str(&text.replace('"', "\"\""));
    out.push('"');
}

fn push_json_text(out: &mut String, text: &str) {
    out.push_str(&serde_json::Value::from(text).to_string());
}
