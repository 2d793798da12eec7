//! Templates, prose and assets become values: the ones built in, each replaced by the file of the same name in an override folder, and new ones
//! added. The only place that reads those folders. Never follows a symlink out of them, and never looks inside a file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use walkdir::WalkDir;

use crate::error::{Error, Result};
use crate::tree::SitePath;

static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/site-templates");
static CONTENT: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/content");
static ASSETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// What a site is made with, besides its data. Names are relative with `/` between parts, such as `partials/colophon.html`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Materials {
    /// Templates by name within `site-templates`.
    pub templates: BTreeMap<String, String>,
    /// Prose by name within `content`.
    pub content: BTreeMap<String, String>,
    /// Style sheets, script, fonts and images by name within `assets`.
    pub assets: BTreeMap<String, Vec<u8>>,
}

impl Materials {
    /// The built-in materials, with what the folders replace and add. Files whose name starts with a dot are passed over.
    pub fn load(templates: Option<&Path>, content: Option<&Path>, assets: Option<&Path>) -> Result<Self> {
        Ok(Self {
            templates: texts(gather(&TEMPLATES, templates)?, "site-templates", templates)?,
            content: texts(gather(&CONTENT, content)?, "content", content)?,
            assets: gather(&ASSETS, assets)?,
        })
    }
}

fn gather(embedded: &'static Dir<'static>, folder: Option<&Path>) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    collect(embedded, &mut files);
    if let Some(folder) = folder {
        overlay(folder, &mut files)?;
    }
    Ok(files)
}

fn collect(dir: &'static Dir<'static>, files: &mut BTreeMap<String, Vec<u8>>) {
    for file in dir.files() {
        let parts: Vec<_> = file.path().iter().map(|part| part.to_string_lossy()).collect();
        if parts.iter().all(|part| !part.starts_with('.')) {
            files.insert(parts.join("/"), file.contents().to_vec());
        }
    }
    for inner in dir.dirs() {
        collect(inner, files);
    }
}

fn overlay(folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    let root = fs::canonicalize(folder).map_err(|cause| {
        Error::io("open the folder", folder, cause).hint("create the folder, or take its line out of the configuration")
    })?;
    let visible = |name: &std::ffi::OsStr| !name.to_string_lossy().starts_with('.');
    // The root itself may be called `.site`; what is hidden below it is nobody's template.
    let walk =
        WalkDir::new(&root).min_depth(1).sort_by_file_name().into_iter().filter_entry(|e| visible(e.file_name()));
    for entry in walk {
        let entry = entry
            .map_err(|cause| Error::new(format!("cannot read the folder `{}`", folder.display())).because(cause))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let inside = entry.path().strip_prefix(&root).unwrap_or(entry.path());
        let shown = folder.join(inside);
        let path = regular(entry.path(), &root, &shown)?;
        let bytes = fs::read(&path).map_err(|cause| Error::io("read", &shown, cause))?;
        files.insert(name(inside, &shown)?, bytes);
    }
    Ok(())
}

/// The file itself: an entry that is one, or a link to one within the folder.
fn regular(entry: &Path, root: &Path, shown: &Path) -> Result<PathBuf> {
    let target = fs::canonicalize(entry).map_err(|cause| Error::io("follow", shown, cause))?;
    if !target.starts_with(root) {
        return Err(Error::new(format!("`{}` is a link that leads out of its folder", shown.display()))
            .hint("copy the file into the folder"));
    }
    if !target.is_file() {
        return Err(Error::new(format!("`{}` is neither a file nor a link to one", shown.display()))
            .hint("keep only files and folders there"));
    }
    Ok(target)
}

fn name(inside: &Path, shown: &Path) -> Result<String> {
    let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
    let path = parts.map(|parts| parts.join("/")).and_then(|text| SitePath::new(text).ok());
    path.map(|path| path.as_str().to_owned()).ok_or_else(|| {
        Error::new(format!("the name of `{}` cannot be part of an address", shown.display()))
            .hint("use A-Z a-z 0-9 . _ - in names of files and folders")
    })
}

fn texts(files: BTreeMap<String, Vec<u8>>, home: &str, folder: Option<&Path>) -> Result<BTreeMap<String, String>> {
    let text = |(name, bytes): (String, Vec<u8>)| match String::from_utf8(bytes) {
        Ok(text) => Ok((name, text)),
        Err(cause) => {
            let path = folder.unwrap_or(Path::new(home)).join(name);
            let place = cause.utf8_error().valid_up_to();
            Err(Error::new(format!(
                "`{}` is not UTF-8 text: byte {place} is the first that cannot be read",
                path.display()
            ))
            .hint("save the file as UTF-8"))
        }
    };
    files.into_iter().map(text).collect()
}
