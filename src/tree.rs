//! The built site as a value: paths to bytes, ordered. Checks run on it before anything touches the disk.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use crate::error::{Error, Result};

/// A path within the site: relative, `/` between parts, each part of `[A-Za-z0-9._-]`, no part `.` or `..` or empty, at most 255 bytes a part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SitePath(String);

impl SitePath {
    /// The path, when it is one.
    pub fn new(path: impl Into<String>) -> Result<Self> {
        let path = path.into();
        let good = |part: &str| {
            !part.is_empty()
                && part.len() <= 255
                && part != "."
                && part != ".."
                && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
        };
        if path.split('/').all(good) {
            Ok(Self(path))
        } else {
            Err(Error::new(format!("`{path}` is not a path of a site"))
                .hint("use A-Z a-z 0-9 . _ - in each part, and no leading slash"))
        }
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text after the last dot of the last part.
    pub fn extension(&self) -> &str {
        let name = self.0.rsplit('/').next().unwrap_or(&self.0);
        name.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// What leads from the folder of `self` to `target`: `../systems/x.html`.
    pub fn relative(&self, target: &Self) -> String {
        let from: Vec<&str> = self.0.split('/').collect();
        let to: Vec<&str> = target.0.split('/').collect();
        let folders = from.len() - 1;
        let shared = from[..folders].iter().zip(&to[..to.len() - 1]).take_while(|(a, b)| a == b).count();
        let mut path = "../".repeat(folders - shared);
        path.push_str(&to[shared..].join("/"));
        path
    }
}

impl fmt::Display for SitePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The site: every file with its bytes, in the order of paths.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    files: BTreeMap<SitePath, Vec<u8>>,
}

impl Tree {
    /// Adds a file. A path that was added before is an error: two pages must never write to one place. Two paths that differ only in case are
    /// found by the checks.
    pub fn insert(&mut self, path: SitePath, bytes: impl Into<Vec<u8>>) -> Result<()> {
        match self.files.entry(path) {
            Entry::Vacant(vacant) => {
                vacant.insert(bytes.into());
                Ok(())
            }
            Entry::Occupied(taken) => Err(Error::new(format!("two files of the site are called `{}`", taken.key()))
                .hint("rename one of the tasks, systems, pages or assets that lead there")),
        }
    }

    /// The bytes at a path.
    pub fn get(&self, path: &SitePath) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// Every file, in the order of paths.
    pub fn iter(&self) -> impl Iterator<Item = (&SitePath, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path, bytes.as_slice()))
    }

    /// How many files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}
