//! The lock beside an output folder: one build at a time, from before the build starts until its site is in place.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{guard, work};
use crate::error::{Error, Result};

/// The right to write one output folder. Given back when dropped, and by the system when the process dies.
#[derive(Debug)]
pub struct Lock {
    pub(super) output: PathBuf,
    pub(super) parent: PathBuf,
    pub(super) name: String,
    pub(super) protected: Vec<PathBuf>,
    _file: File,
}

impl Lock {
    /// The output folder, its parent resolved.
    pub fn output(&self) -> &Path {
        &self.output
    }
}

/// Takes the lock of the output folder `dir`, brings back a site that a dead build had moved away, and sweeps what dead builds left.
///
/// Refused are: an output that is, or holds, one of the `protected` folders (the project, its inputs), the home folder or the root; an output that is a
/// symbolic link, since a swap would replace the link and not what it leads to; and a folder with files that no build of this tool made.
pub fn lock(dir: &Path, protected: &[&Path]) -> Result<Lock> {
    let (parent, name) = placed(dir)?;
    let output = parent.join(&name);
    let protected = protected.iter().map(|path| resolved(path)).collect::<Result<Vec<PathBuf>>>()?;
    guard::place(&output, &protected)?;
    let path = parent.join(format!(".{name}.foreboard-lock"));
    // The file stays after the build: removing it would let two builds lock two files of one name.
    let file = File::options().create(true).append(true).open(&path).map_err(|cause| {
        Error::io("open the lock", &path, cause)
            .hint(format!("make `{}` writable or choose another output folder", parent.display()))
    })?;
    match try_for_a_moment(&file) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(Error::new(format!(
                "another build is writing `{}` (it holds `{}`)",
                output.display(),
                path.display()
            ))
            .hint("wait for it to end, or choose another output folder"));
        }
        Err(TryLockError::Error(cause)) => {
            return Err(Error::io("lock", &path, cause).hint("choose an output folder on a file system that has locks"));
        }
    }
    let lock = Lock { output, parent, name, protected, _file: file };
    work::sweep(&lock)?;
    guard::content(&lock.output)?;
    Ok(lock)
}

/// A process that another thread starts holds every open file, and so its lock, until it runs its own program: a moment that is waited out.
fn try_for_a_moment(file: &File) -> std::result::Result<(), TryLockError> {
    for _ in 0..25 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
            done => return done,
        }
    }
    file.try_lock()
}

fn placed(dir: &Path) -> Result<(PathBuf, String)> {
    let refused = || {
        Error::new(format!("`{}` cannot be an output folder", dir.display()))
            .hint("name a folder of its own, such as `public`, in letters, digits, `.`, `_` and `-`")
    };
    let name = dir.file_name().and_then(|name| name.to_str()).ok_or_else(refused)?;
    if name.len() > 200 || !name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b' ')) {
        return Err(refused());
    }
    let parent = match dir.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).map_err(|cause| Error::io("make the folder", parent, cause))?;
    let parent = fs::canonicalize(parent).map_err(|cause| Error::io("find", parent, cause))?;
    Ok((parent, name.to_owned()))
}

/// The path without links; what does not exist yet cannot be harmed and is kept as an absolute path.
fn resolved(path: &Path) -> Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(path) => Ok(path),
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => {
            std::path::absolute(path).map_err(|cause| Error::io("find", path, cause))
        }
        Err(cause) => Err(Error::io("find", path, cause)),
    }
}
