//! A folder becomes a snapshot. Links are followed only inside the folder, and from a hub cache's `snapshots/<commit>` to its `blobs`: no file
//! outside is ever opened.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::snapshot::{Refused, Snapshot, SourceFile};
use crate::error::{Error, Result};

/// Lists every file below `root`, in the order of paths. Folders called `.git` are no part of a dataset and are not entered.
pub fn open(root: &Path) -> Result<Snapshot> {
    let hint = "name a folder that holds `site/index.json` and `runs/`";
    let real = fs::canonicalize(root).map_err(|cause| Error::io("open the dataset", root, cause).hint(hint))?;
    if !real.is_dir() {
        return Err(Error::new(format!("the dataset `{}` is not a folder", root.display())).hint(hint));
    }
    let cache = HubCache::around(&real);
    let mut listing = Listing {
        root: &real,
        shown: root,
        blobs: cache.as_ref().map(|cache| cache.blobs.as_path()),
        files: Vec::new(),
        refused: Vec::new(),
    };
    listing.walk(&real, "", false)?;
    let Listing { files, refused, .. } = listing;
    let folder = real.file_name().map_or_else(|| "dataset".to_owned(), |name| name.to_string_lossy().into_owned());
    let (name, commit) = match cache {
        Some(cache) => (cache.repository, Some(folder)),
        None => (folder, None),
    };
    Ok(Snapshot::new(name, commit, real, files, refused))
}

/// The cache of a hub client: `<kind>--<owner>--<name>/{blobs,snapshots/<commit>}`.
struct HubCache {
    repository: String,
    blobs: PathBuf,
}

impl HubCache {
    fn around(root: &Path) -> Option<Self> {
        let commit = root.file_name()?.to_str()?;
        let snapshots = root.parent()?;
        let folder = snapshots.parent()?;
        let blobs = folder.join("blobs");
        let is_cache = !commit.is_empty()
            && commit.bytes().all(|byte| byte.is_ascii_hexdigit())
            && snapshots.file_name() == Some(OsStr::new("snapshots"))
            && fs::symlink_metadata(&blobs).is_ok_and(|blobs| blobs.is_dir());
        let name = folder.file_name()?.to_string_lossy();
        let repository = name.split_once("--").map_or(&*name, |(_, rest)| rest).replacen("--", "/", 1);
        is_cache.then_some(Self { repository, blobs })
    }
}

struct Listing<'a> {
    root: &'a Path,
    shown: &'a Path,
    blobs: Option<&'a Path>,
    files: Vec<SourceFile>,
    refused: Vec<Refused>,
}

impl Listing<'_> {
    /// Lists the files below the folder `base`, which stands at `prefix` in the dataset.
    fn walk(&mut self, base: &Path, prefix: &str, linked: bool) -> Result<()> {
        let skipped = base.as_os_str().len() + 1;
        let entries = WalkDir::new(base).follow_links(false).min_depth(1).into_iter();
        for entry in entries.filter_entry(|entry| entry.file_name() != ".git") {
            let entry = entry.map_err(|cause| self.unlisted(cause))?;
            let kind = entry.file_type();
            if kind.is_dir() {
                continue;
            }
            // Below the base's own text and one separator; taking the parts apart would cost more than the listing.
            let Some(below) = entry.path().to_str().and_then(|path| path.get(skipped..)) else {
                let shown = entry.path().strip_prefix(base).unwrap_or(entry.path()).to_string_lossy();
                self.refuse([prefix, &shown].concat(), "its name is not UTF-8");
                continue;
            };
            let mut path = [prefix, below].concat();
            if MAIN_SEPARATOR != '/' {
                path = path.replace(MAIN_SEPARATOR, "/");
            }
            if kind.is_symlink() {
                self.link(&entry, path, linked)?;
            } else if kind.is_file() {
                self.add(path);
            } else {
                self.refuse(path, "it is not a regular file");
            }
        }
        Ok(())
    }

    fn link(&mut self, entry: &DirEntry, path: String, linked: bool) -> Result<()> {
        if self.is_blob(entry) {
            self.add(path);
            return Ok(());
        }
        let target = match fs::canonicalize(entry.path()) {
            Ok(target) => target,
            Err(cause) if cause.kind() == ErrorKind::NotFound => {
                self.refuse(path, "the link leads to nothing");
                return Ok(());
            }
            Err(cause) => {
                self.refuse(path, &format!("the link cannot be followed: {cause}"));
                return Ok(());
            }
        };
        let inside = target.starts_with(self.root);
        let blob = self.blobs.is_some_and(|blobs| target.starts_with(blobs));
        let Ok(metadata) = fs::metadata(&target) else {
            self.refuse(path, "the link leads to nothing");
            return Ok(());
        };
        if !(inside || blob) {
            self.refuse(path, "the link leads out of the dataset");
        } else if metadata.is_file() {
            self.add(path);
        } else if !metadata.is_dir() || !inside {
            self.refuse(path, "the link does not lead to a regular file or folder of the dataset");
        } else if entry.path().starts_with(&target) {
            self.refuse(path, "the link leads to a folder that holds it");
        } else if linked {
            // A few folders of links to one another would otherwise unfold to any number of paths.
            self.refuse(path, "the link to a folder stands in a folder that was itself reached by a link");
        } else {
            self.walk(&target, &format!("{path}/"), true)?;
        }
        Ok(())
    }

    /// Whether this is one of the links that a hub client makes, told by its form: resolving each of a hundred thousand would cost more than
    /// reading them.
    fn is_blob(&self, entry: &DirEntry) -> bool {
        let Some(blobs) = self.blobs else {
            return false;
        };
        let depth = entry.path().strip_prefix(self.root).map_or(0, |below| below.components().count());
        let target = fs::read_link(entry.path()).unwrap_or_default();
        let up = "../".repeat(depth + 1);
        let name = target.to_str().and_then(|target| target.strip_prefix(&up)?.strip_prefix("blobs/"));
        name.is_some_and(|name| {
            let plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
            plain && fs::symlink_metadata(blobs.join(name)).is_ok_and(|blob| blob.is_file())
        })
    }

    fn add(&mut self, path: String) {
        match SourceFile::new(path.as_str()) {
            Some(file) => self.files.push(file),
            None => self.refuse(path, "its name cannot stand in a path on every system"),
        }
    }

    fn refuse(&mut self, path: String, reason: &str) {
        self.refused.push(Refused { path, reason: reason.to_owned() });
    }

    fn unlisted(&self, cause: walkdir::Error) -> Error {
        let below = cause.path().and_then(|path| path.strip_prefix(self.root).ok());
        let shown = below.map_or_else(|| self.shown.to_owned(), |below| self.shown.join(below));
        match cause.into_io_error() {
            Some(cause) => Error::io("list", &shown, cause),
            None => Error::new(format!("cannot list `{}`", shown.display())),
        }
    }
}
