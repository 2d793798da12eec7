//! Data problems are values: what is wrong, where, and why. They never stop a build.

use std::fmt;

use super::id::{SystemId, TaskId};

/// Something in the data that could not be used, or that a maintainer should see.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// How bad it is.
    pub kind: FaultKind,
    /// Path relative to the dataset's root.
    pub path: String,
    /// Where in the file.
    pub place: Place,
    /// What is wrong, and the way out where it is not plain.
    pub message: String,
    /// The task concerned, where known.
    pub task: Option<TaskId>,
    /// The system concerned, where known.
    pub system: Option<SystemId>,
}

/// How bad a fault is. `--strict` ends with exit code 3 on the first two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// A whole file, or a line of a table, that cannot be read.
    Broken,
    /// Readable, but against the rules of the layout.
    Invalid,
    /// Used as it is, but odd.
    Warning,
}

impl FaultKind {
    /// The word shown.
    pub fn word(self) -> &'static str {
        match self {
            Self::Broken => "broken",
            Self::Invalid => "invalid",
            Self::Warning => "warning",
        }
    }
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The file as a whole.
    Whole,
    /// A 1-based line, and column where known.
    Line(u32, Option<u32>),
    /// A path into JSON, such as `forecasts[3].quantiles`.
    Json(String),
    /// A path into the JSON on a line of a `.jsonl`.
    LineJson(u32, String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(line, None) => write!(f, "line {line}"),
            Self::Line(line, Some(column)) => write!(f, "line {line}, column {column}"),
            Self::Json(path) => f.write_str(path),
            Self::LineJson(line, path) => write!(f, "line {line}, {path}"),
        }
    }
}
