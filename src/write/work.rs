//! The work folder beside an output: where a new site is written and the former one waits for its end. Swept when a build starts, if it bears our mark.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use super::lock::Lock;
use crate::error::{Error, Result};

/// The file that marks a work folder as ours.
const MARK: &str = "foreboard-work";
const MARK_TEXT: &str = "Made by foreboard while it writes a site; a dead build leaves it, the next one sweeps it.\n";

impl Lock {
    pub(super) fn work(&self) -> PathBuf {
        self.parent.join(format!(".{}.foreboard-work", self.name))
    }

    /// Where the new site is written; after an exchange the former one stands here.
    pub(super) fn new_site(&self) -> PathBuf {
        self.work().join("new")
    }

    /// Where the former site waits while the new one moves in, on a system that cannot exchange.
    pub(super) fn old_site(&self) -> PathBuf {
        self.work().join("old")
    }
}

/// Makes an empty work folder.
pub(super) fn make(lock: &Lock) -> Result<()> {
    let work = lock.work();
    fs::create_dir(&work).map_err(|cause| Error::io("make the folder", &work, cause))?;
    let mark = work.join(MARK);
    fs::write(&mark, MARK_TEXT).map_err(|cause| Error::io("write", &mark, cause))
}

/// Brings back a site that a dead build had moved away, then removes the work folder.
pub(super) fn sweep(lock: &Lock) -> Result<()> {
    let work = lock.work();
    match fs::symlink_metadata(&work) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(()),
        Err(cause) => return Err(Error::io("look at", &work, cause)),
        // A build that died between making the folder and marking it leaves it empty.
        Ok(found) if found.is_dir() && (is_marked(lock) || is_empty(&work)?) => {}
        Ok(_) => {
            return Err(Error::new(format!("`{}` stands where a build works, but no build made it", work.display()))
                .hint("move it away"));
        }
    }
    let gone = matches!(fs::symlink_metadata(&lock.output), Err(cause) if cause.kind() == ErrorKind::NotFound);
    let old = lock.old_site();
    if gone && old.is_dir() {
        fs::rename(&old, &lock.output).map_err(|cause| Error::io("bring back the former site from", &old, cause))?;
    }
    clear(lock)
}

/// Removes the work folder. The mark goes last, so that a sweep that is killed can be taken up again.
pub(super) fn clear(lock: &Lock) -> Result<()> {
    let work = lock.work();
    for site in [lock.new_site(), lock.old_site()] {
        match fs::remove_dir_all(&site) {
            Ok(()) => {}
            Err(cause) if cause.kind() == ErrorKind::NotFound => {}
            Err(cause) => {
                return Err(Error::io("remove", &site, cause).hint("remove it by hand; the site itself is whole"));
            }
        }
    }
    fs::remove_dir_all(&work)
        .map_err(|cause| Error::io("remove", &work, cause).hint("remove it by hand; the site itself is whole"))
}

fn is_marked(lock: &Lock) -> bool {
    fs::symlink_metadata(lock.work().join(MARK)).is_ok_and(|mark| mark.is_file())
}

fn is_empty(work: &std::path::Path) -> Result<bool> {
    let mut entries = fs::read_dir(work).map_err(|cause| Error::io("read", work, cause))?;
    Ok(entries.next().is_none())
}
