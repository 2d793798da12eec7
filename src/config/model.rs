//! The configuration as plain values, and its doors: a file, a text, or the path of a bare dataset. Holds nothing that was not checked.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::parse::{self, Sight};
use crate::domain::id::{TaskId, TrackId};
use crate::domain::quantile::Levels;
use crate::domain::rules::Rules;
use crate::error::{Error, Exit, Result};

/// Everything a maintainer sets.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The folder of the configuration file: relative paths in it start here.
    pub root: PathBuf,
    /// What the site says of itself.
    pub site: Site,
    /// The tracks in the file's order, at least one, ids distinct even without regard to case.
    pub tracks: Vec<Track>,
    /// Where things are read from and written to.
    pub build: Build,
}

/// What the site says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The title, not empty.
    pub title: String,
    /// One paragraph of Markdown; may be empty.
    pub description: String,
    /// Absolute address of the published site with a trailing slash, for canonical links, the sitemap and the feed.
    pub base_url: Option<String>,
    /// Licence of the site's numbers and text, such as `CC-BY-4.0`.
    pub licence: Option<String>,
    /// Address of the project that keeps the site.
    pub repository: Option<String>,
    /// How to cite it.
    pub citation: Option<Citation>,
}

/// How to cite the benchmark; the commit of the data is added where the page is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// The BibTeX key: letters, digits, `:`, `_`, `-`.
    pub key: String,
    /// The title cited; the site's title where the file names none.
    pub title: String,
    /// The authors as they are written in BibTeX, at least one.
    pub authors: Vec<String>,
    /// The year, four digits.
    pub year: Option<u16>,
    /// The address cited.
    pub url: Option<String>,
}

/// One dataset with its rules.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// The id, used in addresses.
    pub id: TrackId,
    /// The title, not empty.
    pub title: String,
    /// How the dataset is laid out.
    pub layout: Layout,
    /// The dataset's folder, resolved against the configuration's folder.
    pub source: PathBuf,
    /// The source as the file writes it.
    pub source_text: String,
    /// The source's name as readers may see it: never a path of a machine.
    pub name: String,
    /// Public address of the dataset.
    pub url: Option<String>,
    /// Licence of the dataset.
    pub licence: Option<String>,
    /// How to cite it, where that differs from how the site is cited.
    pub citation: Option<Citation>,
    /// The rules of tasks that have none of their own.
    pub rules: Rules,
    /// Tasks with rules of their own, complete: what a task leaves unsaid is the track's.
    pub tasks: BTreeMap<TaskId, Rules>,
}

impl Track {
    /// The rules by which a task is scored.
    pub fn rules_for(&self, task: &TaskId) -> &Rules {
        self.tasks.get(task).unwrap_or(&self.rules)
    }
}

/// A dataset layout that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// A live benchmark: one file a task, run day and system.
    Runs,
    /// The Forecast Workflow Bench: plans bought under a budget, at up to three depths.
    Fwbench,
}

impl Layout {
    /// Every layout.
    pub const ALL: [Self; 2] = [Self::Runs, Self::Fwbench];

    /// The layout's name in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Fwbench => "fwbench",
        }
    }
}

/// Folders, resolved against the configuration's folder. The last three need not exist: what they hold replaces what is built in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    /// Where the site is written.
    pub output: PathBuf,
    /// Prose that replaces or adds pages.
    pub content: PathBuf,
    /// Templates that replace built-in ones of the same name.
    pub templates: PathBuf,
    /// Assets that replace or add files.
    pub assets: PathBuf,
}

impl Build {
    /// The default folders beside a configuration.
    pub fn beside(root: &Path) -> Self {
        Self {
            output: root.join("public"),
            content: root.join("content"),
            templates: root.join("site-templates"),
            assets: root.join("assets"),
        }
    }
}

impl Config {
    /// Reads and parses a configuration file, and looks whether each track's source is a folder.
    pub fn load(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path).map_err(|cause| {
            Error::io("read", path, cause)
                .hint("`foreboard init DIR` writes a configuration to start from")
                .exit(Exit::Usage)
        })?;
        let text = String::from_utf8(bytes).map_err(|cause| {
            Error::new(format!("`{}` is not UTF-8", path.display())).because(cause.utf8_error()).exit(Exit::Usage)
        })?;
        parse::config(&text, path, Sight::Disk)
    }

    /// Parses the text of the configuration at `path` without looking at the disk.
    pub fn parse(text: &str, path: &Path) -> Result<Self> {
        parse::config(text, path, Sight::TextOnly)
    }

    /// The configuration of a dataset without a file: one track of this layout named after its folder, default rules.
    ///
    /// # Panics
    /// Never: the id that stands in for a folder's name that is none is an id.
    pub fn for_dataset(path: &Path, layout: Layout) -> Self {
        let name = parse::folder_name(path).unwrap_or("dataset").to_owned();
        let id = name.parse().or_else(|_| "dataset".parse()).expect("`dataset` is an id");
        let root = PathBuf::from(".");
        Self {
            site: Site {
                title: name.clone(),
                description: String::new(),
                base_url: None,
                licence: None,
                repository: None,
                citation: None,
            },
            tracks: vec![Track {
                id,
                title: name.clone(),
                layout,
                source: path.to_owned(),
                source_text: path.display().to_string(),
                name,
                url: None,
                licence: None,
                citation: None,
                rules: Rules::default(),
                tasks: BTreeMap::new(),
            }],
            build: Build::beside(&root),
            root,
        }
    }

    /// SHA-256 in hex of every setting that can change a number or a page; the same on every machine, whatever folder the project lies in.
    pub fn fingerprint(&self) -> String {
        let mut settings = Settings(Sha256::new());
        settings.site(&self.site);
        for track in &self.tracks {
            settings.track(track);
        }
        settings.0.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

/// Settings as they enter the fingerprint: each with its name and length, so that no two lists of settings give one stream of bytes.
struct Settings(Sha256);

impl Settings {
    fn add(&mut self, name: &str, value: &str) {
        self.0.update(format!("{name} {}\n", value.len()));
        self.0.update(value);
        self.0.update(b"\n");
    }

    fn add_optional(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.add(name, value);
        }
    }

    fn site(&mut self, site: &Site) {
        self.add("title", &site.title);
        self.add("description", &site.description);
        self.add_optional("base_url", site.base_url.as_deref());
        self.add_optional("licence", site.licence.as_deref());
        self.add_optional("repository", site.repository.as_deref());
        self.citation(site.citation.as_ref());
    }

    fn citation(&mut self, citation: Option<&Citation>) {
        if let Some(citation) = citation {
            self.add("citation", &citation.key);
            self.add("title", &citation.title);
            for author in &citation.authors {
                self.add("author", author);
            }
            self.add_optional("year", citation.year.map(|year| year.to_string()).as_deref());
            self.add_optional("url", citation.url.as_deref());
        }
    }

    fn track(&mut self, track: &Track) {
        self.add("track", track.id.as_str());
        self.add("title", &track.title);
        self.add("layout", track.layout.name());
        self.add("name", &track.name);
        self.add_optional("url", track.url.as_deref());
        self.add_optional("licence", track.licence.as_deref());
        self.citation(track.citation.as_ref());
        self.rules(&track.rules);
        for (task, rules) in &track.tasks {
            self.add("task", task.as_str());
            self.rules(rules);
        }
    }

    fn rules(&mut self, rules: &Rules) {
        self.add("min_share", &rules.min_share.to_string());
        self.add("min_days", &rules.min_days.to_string());
        self.add("resamples", &rules.resamples.to_string());
        for level in rules.levels.iter().flat_map(Levels::as_slice) {
            self.add("level", &level.to_string());
        }
    }
}
