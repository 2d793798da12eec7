//! Reads a built folder back into a tree, for checks of a site that lies on disk. Follows no link, so that nothing outside the folder is read.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::error::{Error, Result};
use crate::tree::{SitePath, Tree};

/// The tree of a folder.
pub fn read_back(dir: &Path) -> Result<Tree> {
    let root = fs::canonicalize(dir).map_err(|cause| Error::io("find", dir, cause))?;
    if !root.is_dir() {
        return Err(Error::new(format!("`{}` is no folder", dir.display())).hint("name the folder of a built site"));
    }
    let mut tree = Tree::default();
    for entry in WalkDir::new(&root).min_depth(1).follow_links(false).sort_by_file_name() {
        let entry = entry.map_err(|cause| Error::new(format!("cannot read `{}`", dir.display())).because(cause))?;
        let kind = entry.file_type();
        if kind.is_dir() {
            continue;
        }
        let shown = entry.path().display();
        if !kind.is_file() {
            let what = if kind.is_symlink() { "a symbolic link" } else { "no plain file" };
            return Err(
                Error::new(format!("`{shown}` is {what}")).hint("a site is plain files; replace it by the file itself")
            );
        }
        let relative = entry.path().strip_prefix(&root).unwrap_or(entry.path());
        let parts: Option<Vec<&str>> = relative.components().map(|part| part.as_os_str().to_str()).collect();
        let path = parts
            .ok_or_else(|| Error::new(format!("the name of `{shown}` is no UTF-8")).hint("rename the file"))?
            .join("/");
        let path = SitePath::new(path)?;
        tree.insert(path, fs::read(entry.path()).map_err(|cause| Error::io("read", entry.path(), cause))?)?;
    }
    Ok(tree)
}
