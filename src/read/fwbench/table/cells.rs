//! A table becomes rows of cells under their columns' names, whether it is CSV or lines of JSON. What a cell must hold is checked here, in words that
//! a fault can say.

use csv::{ReaderBuilder, StringRecord};

use crate::domain::fault::Place;
use crate::read::fwbench::node::Notes;
use crate::read::fwbench::tree::{Tree, line_tree, whole};
use crate::read::json::shown;

/// One cell; an empty one, or null, is `None` at its row.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Text, as all cells of a CSV are.
    Text(String),
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A list or an object.
    Other,
}

/// One row: the cells of the wanted columns, in their order.
#[derive(Debug)]
pub struct Row {
    /// 1-based line.
    pub line: u32,
    /// The cells.
    pub cells: Vec<Option<Cell>>,
    /// Whether it has as many cells as the header; the figures of a row that has not may stand under wrong names.
    pub even: bool,
}

impl Row {
    /// The place of the row.
    pub fn place(&self) -> Place {
        Place::Line(self.line, None)
    }
}

/// Calls `each` for every row of a table; a row that cannot be split into cells is a fault and `spoilt`. `columns` are the wanted ones, the first
/// `needed` of which the table must have.
pub fn rows(
    text: &str,
    lines: bool,
    columns: &[&str],
    needed: usize,
    notes: &mut Notes<'_>,
    mut each: impl FnMut(&Row, &mut Notes<'_>),
) -> Spoilt {
    if lines { json_rows(text, columns, notes, &mut each) } else { csv_rows(text, columns, needed, notes, &mut each) }
}

/// What of a table could not be split into rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spoilt {
    /// Nothing.
    No,
    /// Some rows.
    Rows,
    /// All of it.
    Whole,
}

fn csv_rows(
    text: &str,
    columns: &[&str],
    needed: usize,
    notes: &mut Notes<'_>,
    each: &mut impl FnMut(&Row, &mut Notes<'_>),
) -> Spoilt {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut record = StringRecord::new();
    let header = if reader.read_record(&mut record).unwrap_or(false) { record.clone() } else { StringRecord::new() };
    let column = |name: &str| header.iter().position(|cell| cell.trim() == name);
    let found: Vec<Option<usize>> = columns.iter().map(|name| column(name)).collect();
    if let Some(lacks) = found.iter().take(needed).position(Option::is_none) {
        notes.broken(Place::Line(1, None), format!("the header has no column `{}`", columns[lacks]));
        return Spoilt::Whole;
    }
    let twice = |name: &&&str| 1 < header.iter().filter(|cell| cell.trim() == **name).count();
    if let Some(name) = columns.iter().find(twice) {
        notes.broken(Place::Line(1, None), format!("the header has the column `{name}` twice"));
        return Spoilt::Whole;
    }
    let (mut counted, mut line) = (0, 1);
    // Reading from memory, of text that is UTF-8, with rows of any length cannot fail.
    while reader.read_record(&mut record).unwrap_or(false) {
        // The reader's own count of lines differs with the kind of line end, and leaves out empty lines.
        let bytes = text.as_bytes();
        let mut start = record.position().map_or(0, |position| position.byte() as usize).min(bytes.len());
        start += bytes[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        line += line_ends(bytes, counted, start);
        counted = start;
        let even = record.len() == header.len();
        if !even {
            notes.broken(Place::Line(line, None), format!("has {} cells, the header {}", record.len(), header.len()));
        }
        let cell = |at: &Option<usize>| {
            let text = record.get((*at)?)?.trim();
            (!text.is_empty()).then(|| Cell::Text(text.to_owned()))
        };
        each(&Row { line, cells: found.iter().map(cell).collect(), even }, notes);
    }
    Spoilt::No
}

/// Line ends from `start` to `end`: `\n`, or `\r` alone.
fn line_ends(text: &[u8], start: usize, end: usize) -> u32 {
    let ends = (start..end.max(start))
        .filter(|&at| text[at] == b'\n' || (text[at] == b'\r' && text.get(at + 1) != Some(&b'\n')));
    ends.count() as u32
}

fn json_rows(
    text: &str,
    columns: &[&str],
    notes: &mut Notes<'_>,
    each: &mut impl FnMut(&Row, &mut Notes<'_>),
) -> Spoilt {
    let mut spoilt = Spoilt::No;
    for (index, content) in text.lines().enumerate() {
        let line = index as u32 + 1;
        if content.trim().is_empty() {
            continue;
        }
        let tree = match line_tree(content) {
            Ok(tree @ Tree::Object(_)) => tree,
            Ok(other) => {
                notes.broken(Place::Line(line, None), format!("is {}, not an object", other.words()));
                spoilt = Spoilt::Rows;
                continue;
            }
            Err(error) => {
                notes.broken(error.place(Some(line)), error.to_string());
                spoilt = Spoilt::Rows;
                continue;
            }
        };
        let Tree::Object(mut fields) = tree else {
            continue;
        };
        let mut cell = |name: &&str| {
            let at = fields.iter().position(|(key, _)| key == name)?;
            match fields.swap_remove(at).1 {
                Tree::Null => None,
                Tree::Flag(flag) => Some(Cell::Flag(flag)),
                Tree::Whole(number) => Some(Cell::Number(number as f64)),
                Tree::Number(number) => Some(Cell::Number(number)),
                Tree::Text(text) => (!text.trim().is_empty()).then(|| Cell::Text(text.into_owned())),
                Tree::List(_) | Tree::Object(_) => Some(Cell::Other),
            }
        };
        let cells = columns.iter().map(&mut cell).collect();
        each(&Row { line, cells, even: true }, notes);
    }
    spoilt
}

impl Cell {
    /// The text.
    pub fn text(&self) -> Result<&str, String> {
        match self {
            Self::Text(text) => Ok(text.trim()),
            other => Err(format!("is {}, not a text", other.words())),
        }
    }

    /// A finite number.
    pub fn number(&self) -> Result<f64, String> {
        let number = match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) => decimal(text),
            Self::Flag(_) | Self::Other => None,
        };
        number.ok_or_else(|| format!("is {}, not a finite number", self.words()))
    }

    /// A finite number of at least 0.
    pub fn loss(&self) -> Result<f64, String> {
        match self.number()? {
            loss if loss < 0.0 => Err(format!("is {loss}: it must be at least 0")),
            loss => Ok(loss),
        }
    }

    /// A whole number of at least 0.
    pub fn whole(&self) -> Result<u64, String> {
        self.number()
            .ok()
            .and_then(whole)
            .ok_or_else(|| format!("is {}, not a whole number of at least 0", self.words()))
    }

    /// True or false, also as 1 or 0.
    pub fn flag(&self) -> Result<bool, String> {
        let flag = match self {
            Self::Flag(flag) => Some(*flag),
            Self::Number(1.0) => Some(true),
            Self::Number(0.0) => Some(false),
            Self::Text(text) => match text.trim() {
                "true" | "True" | "TRUE" | "1" => Some(true),
                "false" | "False" | "FALSE" | "0" => Some(false),
                _ => None,
            },
            Self::Number(_) | Self::Other => None,
        };
        flag.ok_or_else(|| format!("is {}, not true or false", self.words()))
    }

    fn words(&self) -> String {
        match self {
            Self::Text(text) => shown(text),
            Self::Number(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::Other => "unusable".to_owned(),
        }
    }
}

/// A decimal number: no `inf`, no `nan`, nothing over the range.
pub fn decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E'));
    let number: f64 = plain.then(|| text.parse().ok())??;
    number.is_finite().then_some(number)
}
