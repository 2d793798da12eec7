//! A CSV of values by day becomes rows that were checked one by one. A bad row spoils that row only; a table without its columns is broken.

use csv::{ReaderBuilder, StringRecord};
use jiff::tz::TimeZone;

use super::variants::{DAY_COLUMNS, RELEASE_COLUMNS, VALUE_COLUMNS};
use crate::domain::day::{Day, Instant};
use crate::domain::fault::{FaultKind, Place};
use crate::read::clock::instant;
use crate::read::faults::FileFaults;
use crate::read::json::shown;

/// One row with a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// 1-based line on which it begins.
    pub line: u32,
    /// The day.
    pub day: Day,
    /// The value, finite.
    pub value: f64,
    /// When it was released, where the row says.
    pub released_at: Option<Instant>,
}

/// The rows that hold a value, in the order of the file; `None` when the table lacks a column. Release times without an offset are on the clock of
/// `zone`; without a zone the column is not read.
pub fn rows(text: &str, zone: Option<&TimeZone>, faults: &mut FileFaults<'_>) -> Option<Vec<Row>> {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut record = StringRecord::new();
    let mut lines = Lines { text, offset: 0, line: 1 };
    let header = if reader.read_record(&mut record).unwrap_or(false) { record.clone() } else { StringRecord::new() };
    let column = |names: &[&str]| names.iter().find_map(|name| header.iter().position(|cell| cell.trim() == *name));
    let (Some(day), Some(value)) = (column(&DAY_COLUMNS), column(&VALUE_COLUMNS)) else {
        let lacks = if column(&DAY_COLUMNS).is_none() { DAY_COLUMNS[0] } else { VALUE_COLUMNS[0] };
        let line = lines.at(0);
        faults.add(FaultKind::Broken, || Place::Line(line, None), || format!("the header has no column `{lacks}`"));
        return None;
    };
    let columns = Columns { day, value, released: zone.and_then(|zone| column(&RELEASE_COLUMNS).map(|at| (at, zone))) };
    let mut rows = Vec::new();
    // Reading from memory, of text that is UTF-8, with rows of any length cannot fail.
    while reader.read_record(&mut record).unwrap_or(false) {
        let line = lines.at(record.position().map_or(0, |position| position.byte() as usize));
        match columns.row(line, &record) {
            Ok(Some(row)) => rows.push(row),
            Ok(None) => {}
            Err(message) => faults.add(FaultKind::Broken, || Place::Line(line, None), || message),
        }
    }
    Some(rows)
}

struct Columns<'a> {
    day: usize,
    value: usize,
    released: Option<(usize, &'a TimeZone)>,
}

impl Columns<'_> {
    fn row(&self, line: u32, record: &StringRecord) -> Result<Option<Row>, String> {
        let cell = |at: usize| record.get(at).map(str::trim);
        let day = cell(self.day).unwrap_or_default();
        let day = day.parse().map_err(|_| format!("{} is not a day of the form YYYY-MM-DD", shown(day)))?;
        let Some(value) = cell(self.value) else {
            return Err("the row is too short: it has no value".to_owned());
        };
        let released_at = match self.released.and_then(|(at, zone)| cell(at).map(|text| (text, zone))) {
            None | Some(("", _)) => None,
            Some((text, zone)) => Some(
                instant(text, zone)
                    .ok_or_else(|| format!("{} is not a time such as 2026-11-05T14:58:12Z", shown(text)))?,
            ),
        };
        if value.is_empty() {
            return Ok(None);
        }
        let value = number(value).ok_or_else(|| format!("{} is not a finite number", shown(value)))?;
        Ok(Some(Row { line, day, value, released_at }))
    }
}

/// A decimal number: no `inf`, no `nan`, nothing over the range.
fn number(text: &str) -> Option<f64> {
    let decimal = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E'));
    let number: f64 = decimal.then(|| text.parse().ok())??;
    number.is_finite().then_some(number)
}

/// Counts lines up to ascending offsets: the CSV reader's own count differs with the kind of line end.
struct Lines<'a> {
    text: &'a str,
    offset: usize,
    line: u32,
}

impl Lines<'_> {
    /// The line on which the row begins that the reader found from `offset` on: line ends before it belong to earlier rows, or to empty lines.
    fn at(&mut self, offset: usize) -> u32 {
        let bytes = self.text.as_bytes();
        let start =
            offset + bytes[offset.min(bytes.len())..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let start = start.min(bytes.len()).max(self.offset);
        self.line += line_ends(&bytes[self.offset..start]);
        self.offset = start;
        self.line
    }
}

/// Line ends in a piece of text: `\n`, or `\r` alone.
fn line_ends(bytes: &[u8]) -> u32 {
    let ends = bytes
        .iter()
        .enumerate()
        .filter(|&(at, &byte)| byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')));
    ends.count() as u32
}
