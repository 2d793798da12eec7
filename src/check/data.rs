//! Data files for readers: JSON that parses, CSV of one width whose text cells no spreadsheet takes for a formula.

use super::finding::Place;
use super::report::Desk;

/// Judges a JSON text that begins at `start` of its file.
pub(super) fn json(desk: &mut Desk<'_>, text: &str, start: usize) {
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
        let offset = offset_of(text, error.line(), error.column());
        desk.error(start + offset, "bad-json", format!("the JSON does not parse: {error}"));
    }
}

/// Judges a CSV file.
pub(super) fn csv(desk: &mut Desk<'_>, text: &str) {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let mut width = None;
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                desk.error(0, "bad-csv", format!("the CSV does not parse: {error}"));
                break;
            }
        }
        let place = record.position().map(|position| Place { line: position.line() as u32, column: 1 });
        let expected = *width.get_or_insert(record.len());
        if record.len() != expected {
            let message = format!("the row has {} columns, the first row has {expected}", record.len());
            desk.error_at(place, "bad-csv", message);
        }
        for (column, cell) in record.iter().enumerate() {
            let column = column + 1;
            if is_formula(cell) {
                let start: String = cell.chars().take(20).collect();
                let message =
                    format!("column {column} begins like a formula (`{}`); put `'` before it", start.escape_debug());
                desk.error_at(place, "csv-formula", message);
            }
            if matches!(cell.trim_start_matches('-'), "NaN" | "Infinity" | "inf") {
                desk.warn_at(place, "stray-value", format!("column {column} is `{cell}`; leave a missing value empty"));
            }
        }
    }
}

fn is_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number(cell)
}

fn is_number(cell: &str) -> bool {
    let plain = cell.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E'));
    plain && cell.parse::<f64>().is_ok_and(f64::is_finite)
}

fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (before + column.saturating_sub(1)).min(text.len())
}
