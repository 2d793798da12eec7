//! A table as facts: columns with definitions, cells that carry the text shown and the value behind it. One value feeds the HTML, the CSV and
//! the JSON, so they cannot disagree.

use super::link::Link;
use super::mark::Mark;
use super::number;
use crate::score::metric::Metric;
use crate::score::value::{Score, Undefined};
use crate::tree::SitePath;

/// A table with its downloads.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Id within the page, and the stem of `<page stem>-<name>.csv` and `.json`.
    pub name: String,
    /// What the table shows.
    pub caption: String,
    /// The columns; the first is the head of each row.
    pub columns: Vec<Column>,
    /// Groups of rows.
    pub bodies: Vec<Body>,
    /// One line below: which pairs, how many days, which rule.
    pub note: Option<String>,
    /// The table weighs one column against another, and a reader with script may choose the weight.
    pub weighed: Option<Weighed>,
}

/// A table whose columns `rank` and `objective` follow from its columns `loss` and `share`: objective = loss + λ · share, the least first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighed {
    /// The λ of the table as it stands.
    pub lambda: f64,
    /// The largest λ on offer.
    pub most: f64,
}

/// A column.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The head in CSV and JSON: lower case, underscores.
    pub key: String,
    /// The head shown, with the unit where there is one.
    pub label: String,
    /// The anchor of the definition on the methods page, such as `metric-crps`.
    pub definition: Option<&'static str>,
    /// How its cells are set.
    pub align: Align,
    /// Where it stands.
    pub medium: Medium,
    /// Few distinct texts, by which a reader with script may choose rows; what stands in other columns never changes by that.
    pub choice: bool,
}

/// Where a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    /// On the page and in the downloads.
    Both,
    /// Only in the downloads: full precision beside a rounded text, ids beside names.
    Downloads,
    /// Only on the page: what is drawn.
    Page,
}

/// How cells are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Left.
    Text,
    /// Right, tabular figures.
    Number,
}

/// A group of rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Body {
    /// A heading across the table.
    pub heading: Option<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row: one cell a column.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The row stands on the faint ground of those tied with the leader.
    pub tied: bool,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The text shown; for a missing value its reason, or "–" with the reason in `title`.
    pub text: String,
    /// The value in the downloads, and what sorting compares.
    pub value: Value,
    /// Where the text leads.
    pub link: Option<Link>,
    /// More on hover.
    pub title: Option<String>,
    /// What is drawn beside the text.
    pub dress: Dress,
}

/// The value behind a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing: empty in CSV, null in JSON, last in every sorting.
    Absent,
    /// A finite number in full precision.
    Number(f64),
    /// A count.
    Whole(i64),
    /// Text, untrusted.
    Text(String),
    /// Yes or no.
    Flag(bool),
}

/// What a cell shows besides its text.
#[derive(Debug, Clone, PartialEq)]
pub enum Dress {
    /// Nothing.
    Plain,
    /// The system's marker before its name.
    Marker(Mark),
    /// A dot with its interval on an axis shared by the column; `one` is the hairline of the naive.
    Strip(Strip),
    /// A bar from 0 to 1 with a tick at the nominal share.
    Share {
        /// The share, 0..=1.
        share: f64,
        /// Where it ought to be, 0..=1.
        nominal: f64,
    },
    /// A ground tinted by -1..=1 (negative is better).
    Tint(f64),
}

/// A dot with an interval on a shared axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strip {
    /// The axis' ends.
    pub axis: (f64, f64),
    /// The value.
    pub value: f64,
    /// Its interval.
    pub interval: Option<(f64, f64)>,
    /// The hairline, such as the naive's 1.
    pub rule: f64,
    /// Whose.
    pub mark: Mark,
}

impl Table {
    /// A table of one group of rows, without a note.
    pub fn new(name: &str, caption: impl Into<String>, columns: Vec<Column>, rows: Vec<Row>) -> Self {
        Self {
            name: name.to_owned(),
            caption: caption.into(),
            columns,
            bodies: vec![Body { heading: None, rows }],
            note: None,
            weighed: None,
        }
    }

    /// The same with a line below.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// How many rows, over all groups.
    pub fn rows(&self) -> usize {
        self.bodies.iter().map(|body| body.rows.len()).sum()
    }
}

impl Column {
    /// A column of text.
    pub fn text(key: &str, label: impl Into<String>) -> Self {
        Self {
            key: key.to_owned(),
            label: label.into(),
            definition: None,
            align: Align::Text,
            medium: Medium::Both,
            choice: false,
        }
    }

    /// A column of numbers.
    pub fn number(key: &str, label: impl Into<String>) -> Self {
        Self { align: Align::Number, ..Self::text(key, label) }
    }

    /// A column of a metric: its label, and its definition behind the head.
    pub fn metric(metric: &Metric) -> Self {
        Self { definition: Some(metric.anchor), ..Self::number(metric.key, metric.label) }
    }

    /// The same with the target's unit in the head.
    #[must_use]
    pub fn unit(mut self, unit: Option<&str>) -> Self {
        if let Some(unit) = unit {
            self.label = format!("{} ({unit})", self.label);
        }
        self
    }

    /// Only in the downloads.
    #[must_use]
    pub fn hidden(self) -> Self {
        Self { medium: Medium::Downloads, ..self }
    }

    /// Rows may be chosen by it.
    #[must_use]
    pub fn choosable(self) -> Self {
        Self { choice: true, ..self }
    }

    /// Only on the page.
    #[must_use]
    pub fn hidden_in_downloads(self) -> Self {
        Self { medium: Medium::Page, ..self }
    }
}

impl Row {
    /// A plain row.
    pub fn new(cells: Vec<Cell>) -> Self {
        Self { tied: false, cells }
    }
}

impl Cell {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { value: Value::Text(text.clone()), text, link: None, title: None, dress: Dress::Plain }
    }

    /// A count.
    pub fn whole(count: usize) -> Self {
        Self { value: Value::Whole(count as i64), ..Self::text(number::count(count)) }
    }

    /// A number with so many decimals; one that overflowed is missing.
    pub fn number(value: f64, decimals: u8) -> Self {
        if !value.is_finite() {
            return Self::missing(Undefined::Overflow.to_string());
        }
        Self { value: Value::Number(value), ..Self::text(number::fixed(value, decimals)) }
    }

    /// A number in the target's unit.
    pub fn magnitude(value: f64) -> Self {
        Self::number(value, number::decimals_for(value))
    }

    /// A share in per cent.
    pub fn percent(value: f64, decimals: u8) -> Self {
        Self { value: Value::Number(value), ..Self::text(number::percent(value, decimals)) }
    }

    /// Yes or no.
    pub fn flag(value: bool) -> Self {
        Self { value: Value::Flag(value), ..Self::text(if value { "yes" } else { "no" }) }
    }

    /// A dash with its reason.
    pub fn missing(reason: impl Into<String>) -> Self {
        Self { value: Value::Absent, title: Some(reason.into()), ..Self::text(number::MISSING) }
    }

    /// A score with so many decimals, or a dash with the reason.
    pub fn score(score: Score, decimals: u8) -> Self {
        score.map_or_else(|reason| Self::missing(reason.to_string()), |value| Self::number(value, decimals))
    }

    /// A score in the target's unit.
    pub fn score_magnitude(score: Score) -> Self {
        score.map_or_else(|reason| Self::missing(reason.to_string()), Self::magnitude)
    }

    /// The text of a present value, or a dash with the reason.
    pub fn or_missing<T>(value: Result<T, Undefined>, cell: impl FnOnce(T) -> Self) -> Self {
        value.map_or_else(|reason| Self::missing(reason.to_string()), cell)
    }

    /// The cell with a link.
    #[must_use]
    pub fn to(mut self, path: SitePath) -> Self {
        self.link = Some(Link::Page(path, None));
        self
    }

    /// The cell with something drawn beside its text.
    #[must_use]
    pub fn dressed(mut self, dress: Dress) -> Self {
        self.dress = dress;
        self
    }
}
