//! Writes a tree beside the output folder, syncs it, and swaps the two by one rename. Where the system cannot exchange two folders, the former site is moved
//! away first and brought back by whoever comes next if this build dies in between.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use rustix::fs::{CWD, RenameFlags};
use rustix::io::Errno;

use super::lock::Lock;
use super::{guard, work};
use crate::error::{Error, Result};
use crate::tree::{SitePath, Tree};

/// Replaces the output folder by the tree, as a whole or not at all.
pub fn swap_in(tree: &Tree, lock: &Lock) -> Result<()> {
    let manifest = SitePath::new(guard::MANIFEST)?;
    if tree.get(&manifest).is_none() {
        return Err(Error::new(format!(
            "the site has no `{manifest}`, so the next build would not know it as its own"
        )));
    }
    // Again, since a build takes long enough for a hand to put something there.
    guard::place(&lock.output, &lock.protected)?;
    guard::content(&lock.output)?;
    work::make(lock)?;
    let written = write(tree, &lock.new_site(), &lock.output).and_then(|()| exchange(lock));
    match written {
        Ok(()) => {
            sync_folder(&lock.parent)?;
            work::clear(lock)
        }
        Err(error) => {
            // The first error says what happened; what cannot be swept now is swept by the next build.
            let _left = work::sweep(lock);
            Err(error)
        }
    }
}

fn write(tree: &Tree, dir: &Path, former: &Path) -> Result<()> {
    fs::create_dir(dir).map_err(|cause| Error::io("make the folder", dir, cause))?;
    let mut folder = "";
    for (path, bytes) in tree.iter() {
        let own = path.as_str().rsplit_once('/').map_or("", |(folder, _)| folder);
        if own != folder {
            let made = dir.join(own);
            fs::create_dir_all(&made).map_err(|cause| Error::io("make the folder", &made, cause))?;
            folder = own;
        }
        let file = dir.join(path.as_str());
        if !kept(&former.join(path.as_str()), &file, bytes) {
            put(&file, bytes).map_err(|cause| Error::io("write", &file, cause))?;
        }
    }
    sync_all(dir)
}

/// Links a file of the former site that has the very bytes into the new one, so that a small change writes and syncs little. No file of a site is ever written
/// in place, so the two names cannot harm each other. False where the bytes differ or the system does not link.
fn kept(former: &Path, file: &Path, bytes: &[u8]) -> bool {
    let alike = fs::symlink_metadata(former).is_ok_and(|found| found.is_file() && found.len() == bytes.len() as u64);
    alike && fs::read(former).is_ok_and(|found| found == bytes) && fs::hard_link(former, file).is_ok()
}

#[cfg(target_os = "linux")]
fn put(file: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(file, bytes)
}

#[cfg(not(target_os = "linux"))]
fn put(file: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(file, bytes)?;
    File::open(file)?.sync_all()
}

/// One sync of the file system: for thousands of small files many times faster than one for each.
#[cfg(target_os = "linux")]
fn sync_all(dir: &Path) -> Result<()> {
    let folder = File::open(dir).map_err(|cause| Error::io("open", dir, cause))?;
    rustix::fs::syncfs(&folder).map_err(|cause| Error::io("sync", dir, cause.into()))
}

#[cfg(not(target_os = "linux"))]
fn sync_all(dir: &Path) -> Result<()> {
    walkdir::WalkDir::new(dir)
        .into_iter()
        .filter_map(std::result::Result::ok)
        .filter(|entry| entry.file_type().is_dir())
        .try_for_each(|entry| sync_folder(entry.path()))
}

fn sync_folder(dir: &Path) -> Result<()> {
    File::open(dir).and_then(|folder| folder.sync_all()).map_err(|cause| Error::io("sync", dir, cause))
}

fn exchange(lock: &Lock) -> Result<()> {
    let (new, output) = (lock.new_site(), &lock.output);
    let failed = |cause: Errno| {
        Error::io("move the new site to", output, cause.into())
            .hint("the output must be a plain folder, not the root of a mounted disk; the former site is untouched")
    };
    let flags = if output.exists() { RenameFlags::EXCHANGE } else { RenameFlags::NOREPLACE };
    match rustix::fs::renameat_with(CWD, &new, CWD, output, flags) {
        Ok(()) => Ok(()),
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => in_two_steps(lock).map_err(failed),
        Err(cause) => Err(failed(cause)),
    }
}

fn in_two_steps(lock: &Lock) -> std::result::Result<(), Errno> {
    let (new, old, output) = (lock.new_site(), lock.old_site(), &lock.output);
    let had_site = output.exists();
    if had_site {
        rustix::fs::rename(output, &old)?;
    }
    rustix::fs::rename(&new, output).or_else(|cause| {
        if had_site {
            rustix::fs::rename(&old, output)?;
        }
        Err(cause)
    })
}
