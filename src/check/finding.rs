//! What a check says: where, how bad, which rule, and in words. Plain values; nothing here looks at a file.

use std::fmt;

use crate::tree::SitePath;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The site must not be published like this.
    Error,
    /// Some host or reader will stumble.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// A place in a text, both counted from one; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The character of the line.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One thing found. Ordered by path, then place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Finding {
    /// The file.
    pub path: SitePath,
    /// The place, where the finding has one; none means the file as a whole.
    pub place: Option<Place>,
    /// How bad.
    pub severity: Severity,
    /// The rule's stable name, such as `dead-link`.
    pub code: &'static str,
    /// What is wrong and the way out.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.path)?;
        if let Some(place) = self.place {
            write!(f, "{place}:")?;
        }
        write!(f, " {}[{}]: {}", self.severity, self.code, self.message)
    }
}
