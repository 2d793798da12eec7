//! What stops a run: what failed, on which path, why, and the way out. Printed once, by [`crate::run`].
//!
//! Problems in the data are no errors but [`Fault`](crate::domain::fault::Fault)s; an error is I/O, configuration, a template, or a dataset without a usable index.

use std::fmt;
use std::path::Path;

/// A failure that stops the run.
#[derive(Debug)]
pub struct Error {
    message: String,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
    hint: Option<String>,
    excerpt: Option<String>,
    exit: Exit,
}

/// What the process ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// Failed.
    Failed = 1,
    /// Asked for something that cannot be.
    Usage = 2,
    /// A check, or `--strict`, found something.
    Found = 3,
}

/// The crate's result.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// A failure; `message` says what failed and on which path, in lower case.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), source: None, hint: None, excerpt: None, exit: Exit::Failed }
    }

    /// A failure of the system on a path.
    pub fn io(doing: &str, path: &Path, cause: std::io::Error) -> Self {
        Self::new(format!("cannot {doing} `{}`", path.display())).because(cause)
    }

    /// Adds the cause.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(cause.into());
        self
    }

    /// Adds the way out.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a source excerpt with carets, ready to print.
    #[must_use]
    pub fn excerpt(mut self, excerpt: impl Into<String>) -> Self {
        self.excerpt = Some(excerpt.into());
        self
    }

    /// Sets what the process ends with.
    #[must_use]
    pub fn exit(mut self, exit: Exit) -> Self {
        self.exit = exit;
        self
    }

    /// What the process ends with.
    pub fn exit_code(&self) -> Exit {
        self.exit
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|cause| cause as &(dyn std::error::Error + 'static))
    }
}

/// The whole report of an error: message, excerpt, causes, hint; plain text that ends in a newline.
pub struct Report<'a>(pub &'a Error);

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "error: {}", self.0)?;
        if let Some(excerpt) = &self.0.excerpt {
            writeln!(f, "{}", excerpt.trim_end())?;
        }
        let mut cause = std::error::Error::source(self.0);
        while let Some(error) = cause {
            writeln!(f, "  because: {error}")?;
            cause = error.source();
        }
        if let Some(hint) = &self.0.hint {
            writeln!(f, "hint: {hint}")?;
        }
        Ok(())
    }
}
