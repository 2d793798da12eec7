//! The tables of `foreboard.toml` → a [`Config`]: what each key means, its default, and which values cannot be right.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use super::address;
use super::document::{self, Problems, Section, Spot, closest, listed, table_of, text};
use super::keys::{BUILD, CITATION, FILE, PLACES, SCORING, SITE, TRACK, TRACK_CITATION};
use super::model::{Build, Citation, Config, Layout, Site, Track};
use super::scoring;
use crate::domain::id::TrackId;
use crate::domain::rules::Rules;
use crate::error::{Error, Exit, Result};

/// Whether parsing may look at the disk.
#[derive(Clone, Copy)]
pub(super) enum Sight {
    /// Only the text is judged.
    TextOnly,
    /// Folders that must exist are looked for.
    Disk,
}

impl Sight {
    fn lacks_folder(self, path: &Path) -> bool {
        matches!(self, Self::Disk) && !path.is_dir()
    }

    /// The path in a form in which two can be compared: without `.` and `..`, and absolute where the disk may be asked.
    fn comparable(self, path: &Path) -> PathBuf {
        let path = match self {
            Self::TextOnly => path.to_owned(),
            Self::Disk => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
        };
        let mut plain = PathBuf::new();
        for part in path.components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                    plain.pop();
                }
                part => plain.push(part),
            }
        }
        plain
    }
}

/// The configuration in `text`, or one error that tells every problem.
pub(super) fn config(text: &str, path: &Path, sight: Sight) -> Result<Config> {
    let problems = Problems::default();
    let root = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let table = document::table(text, &problems);
    let config = table.as_ref().and_then(|table| {
        let file = Section::new(FILE, &PLACES, table, None, &problems);
        let site = site(&file, &problems);
        let tracks = tracks(&file, &root, sight, &problems);
        let build = build(&file, &root, &tracks, sight, &problems);
        Some(Config { site: site?, tracks, build, root })
    });
    match (problems.into_error(text, path), config) {
        (None, Some(config)) => Ok(config),
        (Some(error), _) => Err(error),
        (None, None) => Err(Error::new(format!("cannot use `{}`", path.display())).exit(Exit::Usage)),
    }
}

/// The last part of a path, where it has one that can be shown.
pub(super) fn folder_name(path: &Path) -> Option<&str> {
    path.file_name().and_then(|name| name.to_str()).filter(|name| !name.chars().any(char::is_control))
}

fn site(file: &Section<'_>, problems: &Problems) -> Option<Site> {
    let Some(table) = file.table("site") else {
        if !file.has("site") {
            file.missing("site", "add a table `[site]` with a `title`");
        }
        return None;
    };
    let site = Section::new(SITE, &PLACES, table.value, Some(table.span), problems);
    let title =
        site.required_line("title", "add `title = \"…\"`: it heads every page").map(|title| title.value.to_owned());
    let citation = site
        .table("citation")
        .map(|table| Section::new(CITATION, &PLACES, table.value, Some(table.span), problems))
        .map(|section| citation(&section, title.as_deref(), problems));
    let base_url = site.line("base_url").and_then(|url| {
        address::folder(url.value)
            .map_err(|why| problems.at(&url.span, format!("`base_url` is not an address: {why}"), None))
            .ok()
    });
    Some(Site {
        base_url,
        description: site.text("description").map_or_else(String::new, |text| text.value.trim().to_owned()),
        licence: site.line("licence").map(|licence| licence.value.to_owned()),
        repository: link(&site, "repository", problems),
        citation: citation.flatten(),
        title: title?,
    })
}

fn citation(section: &Section<'_>, site_title: Option<&str>, problems: &Problems) -> Option<Citation> {
    let title = section.line("title").map(|title| title.value).or(site_title);
    let authors = authors(section, problems);
    let year = section.whole_number("year").and_then(|year| {
        let right = (1000..=9999).contains(&year.value);
        if !right {
            problems.at(&year.span, format!("`year` is {}, a year has four digits", year.value), None);
        }
        right.then_some(year.value as u16)
    });
    let url = link(section, "url", problems);
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '_' | '-');
    let key = match section.line("key") {
        Some(key) if key.value.chars().all(allowed) => Some(key.value.to_owned()),
        Some(key) => {
            let help = "use letters, digits, `:`, `_` and `-`";
            problems.at(&key.span, format!("`{}` is not a BibTeX key", key.value), Some(help));
            None
        }
        None => {
            if !section.has("key") {
                section.missing("key", "add `key = \"…\"`, the name under which readers cite it");
            }
            None
        }
    };
    Some(Citation { key: key?, title: title?.to_owned(), authors: authors?, year, url })
}

fn authors(section: &Section<'_>, problems: &Problems) -> Option<Vec<String>> {
    let help = "list at least one: `authors = [\"…\"]`; braces around a group's name keep it whole in BibTeX";
    if !section.has("authors") {
        section.missing("authors", help);
    }
    let list = section.list("authors")?;
    if list.value.is_empty() {
        problems.at(&list.span, "`authors` is empty", Some(help));
        return None;
    }
    let names = list.value.iter().filter_map(|item| {
        let name = text(item, "an author", problems)?;
        let right = !name.value.trim().is_empty() && !name.value.chars().any(char::is_control);
        if !right {
            problems.at(&name.span, "an author's name is empty or holds a control character", None);
        }
        right.then(|| name.value.trim().to_owned())
    });
    Some(names.collect())
}

fn link(section: &Section<'_>, key: &str, problems: &Problems) -> Option<String> {
    let url = section.line(key)?;
    match address::web(url.value) {
        Ok(address) => Some(address.to_owned()),
        Err(why) => {
            problems.at(&url.span, format!("`{key}` is not an address: {why}"), None);
            None
        }
    }
}

fn tracks(file: &Section<'_>, root: &Path, sight: Sight, problems: &Problems) -> Vec<Track> {
    let help = "add `[[track]]` with an `id`, a `title` and a `source`";
    if !file.has("track") {
        file.missing("track", help);
    }
    let Some(list) = file.list("track") else { return Vec::new() };
    if list.value.is_empty() {
        problems.at(&list.span, "`track` is empty", Some(help));
    }
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut tracks = Vec::new();
    for item in &list.value {
        let Some(table) = table_of(item, "a track", problems) else { continue };
        let section = Section::new(TRACK, &PLACES, table.value, Some(table.span), problems);
        let id = section.required_line("id", "add `id = \"…\"`: it stands in addresses").and_then(|id| {
            let parsed = id.value.parse::<TrackId>();
            let parsed = parsed
                .map_err(|why| problems.at(&id.span, format!("`{}` cannot be an id: {why}", id.value), None))
                .ok()?;
            if let Some(first) = seen.insert(id.value.to_ascii_lowercase(), id.value.to_owned()) {
                let message = if first == id.value {
                    format!("two tracks have the id `{first}`")
                } else {
                    format!("the ids `{first}` and `{}` differ only in case", id.value)
                };
                problems.at(&id.span, message, Some("the id stands in addresses: each track needs its own"));
            }
            Some(parsed)
        });
        tracks.extend(track(&section, id, root, sight, problems));
    }
    tracks
}

fn track(section: &Section<'_>, id: Option<TrackId>, root: &Path, sight: Sight, problems: &Problems) -> Option<Track> {
    let title = section.required_line("title", "add `title = \"…\"`");
    let layout = section.line("layout").map_or(Some(Layout::Runs), |layout| {
        let known = Layout::ALL.into_iter().find(|known| known.name() == layout.value);
        if known.is_none() {
            let names = Layout::ALL.map(Layout::name);
            let meant =
                closest(layout.value, &names).map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
            let help = format!("this version reads {}", listed(&names));
            problems.at(&layout.span, format!("unknown layout `{}`{meant}", layout.value), Some(&help));
        }
        known
    });
    let source = source(section, root, sight, problems);
    let rules = section
        .table("scoring")
        .map(|table| Section::new(SCORING, &PLACES, table.value, Some(table.span), problems))
        .map_or_else(Rules::default, |table| scoring::rules(&table, &Rules::default(), problems));
    let tasks = scoring::tasks(section, &rules, problems);
    if layout == Some(Layout::Fwbench) {
        for key in ["scoring", "tasks"] {
            if let Some(table) = section.table(key) {
                let help = "a dataset of the layout `fwbench` brings its own parameters: remove the table";
                problems.at(&table.span, format!("`{key}` belongs to the layout `runs`"), Some(help));
            }
        }
    }
    let name = section.line("name").map(|name| name.value.to_owned());
    let url = link(section, "url", problems);
    let licence = section.line("licence").map(|licence| licence.value.to_owned());
    let citation = section
        .table("citation")
        .map(|table| Section::new(TRACK_CITATION, &PLACES, table.value, Some(table.span), problems))
        .and_then(|table| citation(&table, title.as_ref().map(|title| title.value), problems));
    let (id, (source, source_text)) = (id?, source?);
    Some(Track {
        title: title?.value.to_owned(),
        layout: layout?,
        name: name.unwrap_or_else(|| folder_name(&source).unwrap_or(id.as_str()).to_owned()),
        id,
        source,
        source_text,
        url,
        licence,
        citation,
        rules,
        tasks,
    })
}

fn source(section: &Section<'_>, root: &Path, sight: Sight, problems: &Problems) -> Option<(PathBuf, String)> {
    let written = section.required_line("source", "add `source = \"…\"`: the folder of the dataset")?;
    if written.value.starts_with("hf:") || written.value.contains("://") {
        let help = "download the dataset and name its folder";
        problems.at(&written.span, "`source` is an address, this version reads folders", Some(help));
        return None;
    }
    let folder = root.join(written.value);
    if sight.lacks_folder(&folder) {
        let help = "a relative path starts at the folder of this file";
        problems.at(&written.span, format!("`{}` is not a folder", folder.display()), Some(help));
        return None;
    }
    Some((folder, written.value.to_owned()))
}

fn build(file: &Section<'_>, root: &Path, tracks: &[Track], sight: Sight, problems: &Problems) -> Build {
    let mut build = Build::beside(root);
    let Some(table) = file.table("build") else {
        judge_output(&build, root, tracks, sight, None, problems);
        return build;
    };
    let section = Section::new(BUILD, &PLACES, table.value, Some(table.span), problems);
    let output = section.line("output");
    for (key, folder) in
        [("content", &mut build.content), ("templates", &mut build.templates), ("assets", &mut build.assets)]
    {
        if let Some(written) = section.line(key) {
            *folder = root.join(written.value);
            if sight.lacks_folder(folder) {
                let message = format!("`{}` is not a folder", folder.display());
                problems.at(&written.span, message, Some("a relative path starts at the folder of this file"));
            }
        }
    }
    if let Some(output) = &output {
        build.output = root.join(output.value);
    }
    judge_output(&build, root, tracks, sight, output.as_ref(), problems);
    build
}

/// A build replaces the output folder as a whole: nothing that is read may lie in it, and it may not lie where the next build would pick it up.
fn judge_output(
    build: &Build,
    root: &Path,
    tracks: &[Track],
    sight: Sight,
    written: Option<&Spot<&str>>,
    problems: &Problems,
) {
    let output = sight.comparable(&build.output);
    let report = |what: &str| {
        let message = format!("the output folder {what}, and a build replaces it as a whole");
        let help = "give `output` in `[build]` a folder of its own, such as \"public\"";
        match written {
            Some(output) => problems.at(&output.span, message, Some(help)),
            None => problems.whole(message, Some(help)),
        }
    };
    if sight.comparable(root).starts_with(&output) {
        return report("is or holds the folder of this file");
    }
    for (name, folder) in [("content", &build.content), ("templates", &build.templates), ("assets", &build.assets)] {
        let folder = sight.comparable(folder);
        if folder.starts_with(&output) || output.starts_with(&folder) {
            return report(&format!("overlaps the {name} folder"));
        }
    }
    for track in tracks {
        if sight.comparable(&track.source).starts_with(&output) {
            return report(&format!("is or holds the source of track `{}`", track.id));
        }
    }
}
