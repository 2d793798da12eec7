//! The one table of what real datasets write differently: other names of a field, a column, or a level, and which of two names counts. Whatever is
//! not here is not read.

use crate::domain::quantile::Level;
use crate::read::file::Packing;

/// A field of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubmissionField {
    /// Whose.
    System,
    /// For which run day.
    RunDay,
    /// When submitted.
    SubmittedAt,
    /// How it went.
    Status,
    /// The levels that quantiles in a list are in the order of.
    Levels,
    /// The forecasts.
    Forecasts,
}

/// The field of a submission with this name, and its rank: of two names given, the lower rank counts.
pub fn submission_field(name: &str) -> Option<(SubmissionField, u8)> {
    Some(match name {
        "system" => (SubmissionField::System, 0),
        "run_day" => (SubmissionField::RunDay, 0),
        "run_date" => (SubmissionField::RunDay, 1),
        "submitted_at" => (SubmissionField::SubmittedAt, 0),
        "finished_at" => (SubmissionField::SubmittedAt, 1),
        "status" => (SubmissionField::Status, 0),
        "levels" => (SubmissionField::Levels, 0),
        "quantile_levels" => (SubmissionField::Levels, 1),
        "forecasts" => (SubmissionField::Forecasts, 0),
        _ => return None,
    })
}

/// A field of one forecast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryField {
    /// The day forecast.
    Target,
    /// One value a level.
    Quantiles,
    /// One value.
    Point,
    /// The levels of this forecast's quantiles in a list.
    Levels,
}

/// The field of a forecast with this name, and its rank.
pub fn entry_field(name: &str) -> Option<(EntryField, u8)> {
    Some(match name {
        "target_date" => (EntryField::Target, 0),
        "date" => (EntryField::Target, 1),
        "quantiles" => (EntryField::Quantiles, 0),
        "point" => (EntryField::Point, 0),
        "value" => (EntryField::Point, 1),
        "median" => (EntryField::Point, 2),
        "levels" => (EntryField::Levels, 0),
        "quantile_levels" => (EntryField::Levels, 1),
        _ => return None,
    })
}

/// Names of the column of days, the first that is there counts.
pub const DAY_COLUMNS: [&str; 2] = ["date", "target_date"];
/// Names of the column of values.
pub const VALUE_COLUMNS: [&str; 2] = ["value", "actual"];
/// Names of the column of release times.
pub const RELEASE_COLUMNS: [&str; 3] = ["released_at", "published_at", "first_seen"];

/// Endings of a file with one submission.
pub const SUBMISSION_ENDINGS: [(&str, Packing); 3] =
    [(".json", Packing::Plain), (".json.gz", Packing::Gzip), (".json.zst", Packing::Zstandard)];
/// Ending of a file with one submission a line.
pub const LINES_ENDING: &str = ".jsonl";

/// The level written as `0.1`, `0.10`, or `10%`.
pub fn level(text: &str) -> Option<Level> {
    let (digits, hundredths) = text.strip_suffix('%').map_or((text, false), |digits| (digits, true));
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !plain || !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    if !hundredths && let Some(level) = short(digits) {
        return Some(level);
    }
    let number: f64 = digits.parse().ok()?;
    Level::new(if hundredths { number / 100.0 } else { number })
}

/// A level of at most four decimals, exact without a number in between: nearly every level of every file is one.
fn short(digits: &str) -> Option<Level> {
    let decimals = digits.strip_prefix("0.").filter(|decimals| decimals.len() <= 4 && !decimals.contains('.'))?;
    let whole =
        (0..4).fold(0_u16, |sum, at| sum * 10 + decimals.as_bytes().get(at).map_or(0, |digit| u16::from(digit - b'0')));
    Level::new(f64::from(whole) / 10_000.0)
}

/// A value under several names: the one of the lowest rank that is not null counts.
#[derive(Debug, Clone)]
pub struct Aliased<T> {
    best: Option<(u8, T)>,
}

impl<T> Default for Aliased<T> {
    fn default() -> Self {
        Self { best: None }
    }
}

impl<T> Aliased<T> {
    /// Offers the value of one of the names.
    pub fn offer(&mut self, rank: u8, value: Option<T>) {
        let better = self.best.as_ref().is_none_or(|(best, _)| rank < *best);
        if better && let Some(value) = value {
            self.best = Some((rank, value));
        }
    }

    /// The value that counts.
    pub fn take(self) -> Option<T> {
        self.best.map(|(_, value)| value)
    }
}
