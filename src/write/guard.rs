//! What an output folder must not be: a place whose loss would hurt, a link, or a folder with files of others. Looks only, changes nothing.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use walkdir::WalkDir;

use crate::error::{Error, Exit, Result};

/// The file by which a site made by this tool is known.
pub(super) const MANIFEST: &str = "site-manifest.json";
/// Files that stand beside the manifest without being in it.
const UNLISTED: [&str; 2] = [MANIFEST, "build.json"];
/// Files that file managers leave in any folder they show.
const DROPPINGS: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];

#[derive(Deserialize)]
struct RawManifest {
    files: Vec<RawFile>,
}

#[derive(Deserialize)]
struct RawFile {
    path: String,
}

/// Refuses a place where a swap would do harm.
pub(super) fn place(output: &Path, protected: &[PathBuf]) -> Result<()> {
    let home = std::env::home_dir().and_then(|home| fs::canonicalize(home).ok());
    let held = protected.iter().chain(&home).find(|path| path.starts_with(output));
    if let Some(held) = held {
        let same = held.as_path() == output;
        let why = if same { "is not for output".to_owned() } else { format!("holds `{}`", held.display()) };
        return Err(Error::new(format!("`{}` {why}: a build would replace it as a whole", output.display()))
            .hint("name a folder of its own, such as `public`")
            .exit(Exit::Usage));
    }
    match fs::symlink_metadata(output) {
        Ok(found) if found.is_symlink() => {
            Err(Error::new(format!("the output `{}` is a symbolic link", output.display()))
                .hint("name the folder that it leads to")
                .exit(Exit::Usage))
        }
        Ok(found) if !found.is_dir() => Err(Error::new(format!("the output `{}` is no folder", output.display()))
            .hint("name a folder")
            .exit(Exit::Usage)),
        Ok(_) => Ok(()),
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(()),
        Err(cause) => Err(Error::io("look at", output, cause)),
    }
}

/// Refuses a folder with files that no build made: they would be lost.
pub(super) fn content(output: &Path) -> Result<()> {
    let mut entries = match fs::read_dir(output) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(()),
        Err(cause) => return Err(Error::io("read", output, cause)),
    };
    if entries.next().is_none() {
        return Ok(());
    }
    let manifest = output.join(MANIFEST);
    let text = match fs::read(&manifest) {
        Ok(text) => text,
        Err(cause) if cause.kind() == ErrorKind::NotFound => {
            return Err(Error::new(format!("`{}` has files but no `{MANIFEST}`: no build made it", output.display()))
                .hint("choose an empty or new output folder, or move these files away"));
        }
        Err(cause) => return Err(Error::io("read", &manifest, cause)),
    };
    let listed: RawManifest = serde_json::from_slice(&text).map_err(|cause| {
        Error::new(format!("`{}` does not parse", manifest.display()))
            .because(cause)
            .hint(format!("move `{}` away and build anew", output.display()))
    })?;
    let listed: BTreeSet<&str> = listed.files.iter().map(|file| file.path.as_str()).collect();
    for entry in WalkDir::new(output).min_depth(1).follow_links(false).sort_by_file_name() {
        let entry = entry.map_err(|cause| Error::new(format!("cannot read `{}`", output.display())).because(cause))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let path = entry.path().strip_prefix(output).unwrap_or(entry.path());
        let path = path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        let dropped = DROPPINGS.iter().any(|name| entry.file_name() == *name);
        if !listed.contains(path.as_str()) && !UNLISTED.contains(&path.as_str()) && !dropped {
            return Err(Error::new(format!("`{}` was not made by a build and would be lost", entry.path().display()))
                .hint("move it out of the output folder; files to publish as they are belong to the assets"));
        }
    }
    Ok(())
}
