//! A folder → a small site project that builds at once: configuration, a page of prose, one overridden template, and a small synthetic dataset.
//! Refuses a folder that holds anything.

use std::fs;
use std::path::{Path, PathBuf};

use crate::demo::{self, DemoSize};
use crate::error::{Error, Result};

/// The files that a maintainer changes first.
const FILES: [(&str, &str); 4] = [
    ("foreboard.toml", include_str!("init/foreboard.toml")),
    ("content/about.md", include_str!("init/about.md")),
    ("site-templates/partials/colophon.html", include_str!("init/colophon.html")),
    (".gitignore", "/public\n/.public.foreboard-*\n"),
];

/// The folder of the dataset that the configuration names.
const DATA: &str = "data/demo";

/// Small, yet with more run days than an interval needs.
const SIZE: DemoSize = DemoSize { tasks: 3, days: 14, systems: 9, seed: 1 };

/// What was written, in the order a newcomer may want to look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Files to change, relative to the project's folder.
    pub files: Vec<PathBuf>,
    /// The folder of the synthetic dataset, relative to the project's folder.
    pub data: PathBuf,
    /// How many files the dataset has.
    pub data_files: u64,
}

/// Writes a site project into `dir`, which must be empty or new.
pub fn write(dir: &Path) -> Result<Written> {
    demo::refuse_filled(dir)?;
    for (path, text) in FILES {
        let file = dir.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(|cause| Error::io("create the folder", folder, cause))?;
        }
        fs::write(&file, text).map_err(|cause| Error::io("write", &file, cause))?;
    }
    let summary = demo::write(&dir.join(DATA), &SIZE)?;
    Ok(Written {
        files: FILES.iter().map(|(path, _)| PathBuf::from(path)).collect(),
        data: PathBuf::from(DATA),
        data_files: summary.files,
    })
}
