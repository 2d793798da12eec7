//! Which tables `foreboard.toml` may hold, and which keys each of them: what is not named here is unknown.

pub(super) const FILE: &str = "the file";
pub(super) const SITE: &str = "`[site]`";
pub(super) const CITATION: &str = "`[site.citation]`";
pub(super) const TRACK: &str = "`[[track]]`";
pub(super) const SCORING: &str = "`[track.scoring]`";
pub(super) const TASK: &str = "`[track.tasks.<id>]`";
pub(super) const TRACK_CITATION: &str = "`[track.citation]`";
pub(super) const BUILD: &str = "`[build]`";

/// Every table of the file with the keys it may hold.
pub(super) const PLACES: [(&str, &[&str]); 8] = [
    (FILE, &["site", "track", "build"]),
    (SITE, &["title", "description", "base_url", "licence", "repository", "citation"]),
    (CITATION, &["key", "title", "authors", "year", "url"]),
    (TRACK, &["id", "title", "layout", "source", "name", "url", "licence", "citation", "scoring", "tasks"]),
    (TRACK_CITATION, &["key", "title", "authors", "year", "url"]),
    (SCORING, &["min_share", "min_days", "resamples", "levels"]),
    (TASK, &["min_share", "min_days", "resamples", "levels"]),
    (BUILD, &["output", "content", "templates", "assets"]),
];
