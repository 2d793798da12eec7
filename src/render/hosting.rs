//! Files that hosts and crawlers read rather than people: site map, robots, manifest and build facts. Says only what the site is and was made from: no clock.

use std::fmt::Write;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::site::page::Frame;
use crate::tree::{SitePath, Tree};

const MANIFEST: &str = "site-manifest.json";
const BUILD: &str = "build.json";

/// What a site was made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BuildFacts {
    /// The version of this tool.
    pub generator_version: String,
    /// The last day of data, `YYYY-MM-DD`.
    pub data_through: String,
    /// Where the dataset came from: a repository, or the word for a local folder; never a path of the machine.
    pub dataset_source: String,
    /// The resolved commit, where the source has commits.
    pub dataset_commit: Option<String>,
    /// The digest of the files read.
    pub dataset_digest: String,
    /// The digest of the settings.
    pub settings_hash: String,
}

#[derive(Serialize)]
struct Manifest<'a> {
    build_id: &'a str,
    files: Vec<Listed<'a>>,
}

#[derive(Serialize)]
struct Listed<'a> {
    path: &'a str,
    bytes: usize,
    sha256: String,
}

#[derive(Serialize)]
struct Build<'a> {
    build_id: &'a str,
    #[serde(flatten)]
    facts: &'a BuildFacts,
}

/// Adds every host file to a tree that is complete otherwise, the manifest last; returns the paths added.
pub fn add(tree: &mut Tree, frame: &Frame, pages: &[SitePath], facts: &BuildFacts) -> Result<Vec<SitePath>> {
    let mut files = Vec::new();
    if let Some(map) = sitemap(frame, pages) {
        files.push(("sitemap.xml", map));
    }
    files.push(("robots.txt", robots(frame)));
    // Without this empty file GitHub Pages runs the site through Jekyll, which drops names that begin with `_`.
    files.push((".nojekyll", String::new()));
    let mut added = Vec::new();
    let mut put = |tree: &mut Tree, (name, text): (&str, String)| {
        let path = SitePath::new(name)?;
        added.push(path.clone());
        tree.insert(path, text)
    };
    for file in files {
        put(tree, file)?;
    }
    let (build_id, manifest) = manifest(tree)?;
    put(tree, (MANIFEST, manifest))?;
    put(tree, (BUILD, json(&Build { build_id: &build_id, facts })?))?;
    Ok(added)
}

/// `sitemap.xml`, where the site knows its own address: every page but `404.html`.
pub fn sitemap(frame: &Frame, pages: &[SitePath]) -> Option<String> {
    let base = escape(frame.base_url.as_deref()?);
    let updated = escape(&frame.updated);
    let mut paths: Vec<&SitePath> = pages.iter().filter(|path| path.as_str() != "404.html").collect();
    paths.sort();
    let mut map = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in paths {
        let address = if path.as_str() == "index.html" { "" } else { path.as_str() };
        let date = if updated.is_empty() { String::new() } else { format!("<lastmod>{updated}</lastmod>") };
        let _infallible = writeln!(map, "<url><loc>{base}{address}</loc>{date}</url>");
    }
    map.push_str("</urlset>\n");
    Some(map)
}

/// `robots.txt`: everything may be read; names the site map where there is one.
pub fn robots(frame: &Frame) -> String {
    let map = frame.base_url.as_ref().map_or_else(String::new, |base| format!("\nSitemap: {base}sitemap.xml\n"));
    format!("User-agent: *\nAllow: /\n{map}")
}

/// The `build_id` of a tree and its `site-manifest.json`.
///
/// The id is the SHA-256 of the list that `sha256sum` prints for the files in byte order of their paths, so that anyone can recompute it. The manifest and
/// `build.json` name the id and are therefore not in the list.
pub fn manifest(tree: &Tree) -> Result<(String, String)> {
    let listed = tree.iter().filter(|(path, _)| !matches!(path.as_str(), MANIFEST | BUILD));
    let files: Vec<Listed<'_>> =
        listed.map(|(path, bytes)| Listed { path: path.as_str(), bytes: bytes.len(), sha256: sum(bytes) }).collect();
    let list: String = files.iter().fold(String::new(), |mut list, file| {
        let _infallible = writeln!(list, "{}  {}", file.sha256, file.path);
        list
    });
    let build_id = sum(list.as_bytes());
    let text = json(&Manifest { build_id: &build_id, files })?;
    Ok((build_id, text))
}

fn json(value: &impl Serialize) -> Result<String> {
    let mut text =
        serde_json::to_string_pretty(value).map_err(|cause| Error::new("cannot write a host file").because(cause))?;
    text.push('\n');
    Ok(text)
}

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _infallible = write!(text, "{byte:02x}");
        text
    })
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
