//! The counts of a demo → a folder on disk. Refuses a folder that holds anything.

use std::fs;
use std::path::{Path, PathBuf};

use super::size::DemoSize;
use super::task::each_file;
use crate::error::{Error, Exit, Result};

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Files.
    pub files: u64,
    /// Bytes in them.
    pub bytes: u64,
}

/// Writes a synthetic dataset into `dir`, which must be empty or new.
pub fn write(dir: &Path, size: &DemoSize) -> Result<Summary> {
    size.check()?;
    into_folder(dir, |sink| each_file(size, sink))
}

/// Where a file goes: its path within the dataset, and its bytes.
pub(super) type Sink<'a> = &'a mut dyn FnMut(&str, &[u8]) -> Result<()>;

/// Writes the files that `each` hands on into `dir`, which must be empty or new.
pub(super) fn into_folder(dir: &Path, each: impl FnOnce(Sink<'_>) -> Result<()>) -> Result<Summary> {
    refuse_filled(dir)?;
    let mut summary = Summary::default();
    let mut folder = PathBuf::new();
    each(&mut |path, bytes| {
        let file = dir.join(path);
        // Files of a folder come together: it is made once.
        if let Some(parent) = file.parent().filter(|parent| *parent != folder) {
            fs::create_dir_all(parent).map_err(|cause| Error::io("create the folder", parent, cause))?;
            parent.clone_into(&mut folder);
        }
        fs::write(&file, bytes).map_err(|cause| Error::io("write", &file, cause))?;
        summary.files += 1;
        summary.bytes += bytes.len() as u64;
        Ok(())
    })?;
    Ok(summary)
}

/// An error where `dir` is a file, or a folder that holds something.
pub(crate) fn refuse_filled(dir: &Path) -> Result<()> {
    let hint = "name a folder that is empty or does not exist yet";
    match fs::read_dir(dir) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => {
                Err(Error::new(format!("the folder `{}` is not empty", dir.display())).hint(hint).exit(Exit::Usage))
            }
        },
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(cause) => Err(Error::io("look into", dir, cause).hint(hint).exit(Exit::Usage)),
    }
}
