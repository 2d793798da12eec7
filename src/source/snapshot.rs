//! A dataset's files as found: sorted relative paths, and the way to one file's bytes. It never looks into a file, and no path of the
//! machine leaves it.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

/// The files of a dataset at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    name: String,
    commit: Option<String>,
    root: PathBuf,
    files: Vec<SourceFile>,
    refused: Vec<Refused>,
}

/// One regular file: a path below the dataset's root. Its size is looked at when it is read: asking for a hundred thousand sizes beforehand costs a
/// tenth of a build.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceFile {
    path: Box<str>,
}

/// Something in the folder that is not read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Refused {
    /// Path relative to the dataset's root.
    pub path: String,
    /// Why it is not read.
    pub reason: String,
}

/// Why the bytes of a file are not to be had.
#[derive(Debug)]
pub enum Unread {
    /// More bytes than allowed.
    TooLarge {
        /// The most bytes allowed.
        limit: u64,
    },
    /// The system refuses.
    System(io::Error),
}

impl Snapshot {
    /// The files below `root`, under the name a reader may see.
    pub fn new(
        name: String,
        commit: Option<String>,
        root: PathBuf,
        mut files: Vec<SourceFile>,
        mut refused: Vec<Refused>,
    ) -> Self {
        files.sort_unstable();
        files.dedup_by(|later, earlier| later.path == earlier.path);
        refused.sort_unstable();
        refused.dedup();
        Self { name, commit, root, files, refused }
    }

    /// The source as a reader may see it: a repository, or a folder's own name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The commit, where the source has one.
    pub fn commit(&self) -> Option<&str> {
        self.commit.as_deref()
    }

    /// Every file, sorted by path.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Links and names that are not followed, sorted by path.
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// The file at a path.
    pub fn find(&self, path: &str) -> Option<&SourceFile> {
        self.files.binary_search_by(|file| (*file.path).cmp(path)).ok().map(|at| &self.files[at])
    }

    /// Puts the bytes of a file into `buffer`, in place of what it held; never more than `limit`.
    pub fn read(&self, file: &SourceFile, limit: u64, buffer: &mut Vec<u8>) -> Result<(), Unread> {
        buffer.clear();
        let open = File::open(self.root.join(&*file.path)).map_err(Unread::System)?;
        // One byte more than allowed tells a file at the limit from one over it, whatever the system says of its size.
        open.take(limit.saturating_add(1)).read_to_end(buffer).map_err(Unread::System)?;
        if limit < buffer.len() as u64 {
            buffer.clear();
            return Err(Unread::TooLarge { limit });
        }
        Ok(())
    }
}

impl SourceFile {
    /// A file of a dataset; `None` when the path is not relative, or one of its parts is empty, `.`, `..`, or holds a backslash or a NUL.
    pub fn new(path: impl Into<Box<str>>) -> Option<Self> {
        let path = path.into();
        let good = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0']);
        path.split('/').all(good).then_some(Self { path })
    }

    /// The path below the dataset's root, `/` between parts.
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { limit } => write!(f, "larger than the limit of {}", Bytes(*limit)),
            Self::System(cause) => write!(f, "cannot be read: {cause}"),
        }
    }
}

impl std::error::Error for Unread {}

/// A number of bytes as text: MiB where it is whole ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MIB: u64 = 1 << 20;
        if self.0 != 0 && self.0.is_multiple_of(MIB) {
            write!(f, "{} MiB", self.0 / MIB)
        } else {
            write!(f, "{} bytes", self.0)
        }
    }
}
