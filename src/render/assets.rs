//! Assets become the site's own files: one style sheet and one script under names that change with their content, so that a host may keep them for
//! ever, the style sheet of formulas beside its fonts, and everything else as it is. Never changes a byte of a font or an image.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::site::page::Download;
use crate::tree::SitePath;

/// The parts of the style sheet, in order: tokens first, then the page, then charts, so that each may lean on those before.
const SHEETS: [&str; 3] = ["palette.css", "site.css", "chart.css"];
const SCRIPT: &str = "site.js";
const ICON: &str = "icon.svg";
/// The style sheet of formulas; its fonts stand in the folder `fonts` beside it and are found from there.
const MATH: &str = "katex/katex.css";

/// Where the files stand that templates name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Links {
    /// The style sheet of every page.
    pub stylesheet: SitePath,
    /// The script.
    pub script: SitePath,
    /// The icon, when there is one.
    pub icon: Option<SitePath>,
    /// The style sheet of formulas, when there is one.
    pub math: Option<SitePath>,
}

/// The asset files of the site, and where templates find them.
///
/// `formulas` is the style sheet generated with the formulas; it follows the one of their typesetter, whose classes it completes.
pub fn assets(sources: &BTreeMap<String, Vec<u8>>, formulas: &str) -> Result<(Links, Vec<Download>)> {
    let mut files = Vec::new();
    let mut put = |path: SitePath, bytes: Vec<u8>| {
        files.push(Download { path: path.clone(), bytes });
        path
    };
    let sheet = joined(SHEETS.iter().map(|name| needed(sources, name)).collect::<Result<_>>()?);
    let script = slim(needed(sources, SCRIPT)?);
    let links = Links {
        stylesheet: put(hashed("assets/site", "css", &sheet)?, sheet),
        script: put(hashed("assets/site", "js", &script)?, script),
        icon: match sources.get(ICON) {
            Some(icon) => Some(put(hashed("assets/icon", "svg", icon)?, icon.clone())),
            None => None,
        },
        math: match sources.get(MATH) {
            Some(base) => {
                let sheet = joined(vec![base, formulas.as_bytes()]);
                Some(put(hashed("assets/katex/katex", "css", &sheet)?, sheet))
            }
            None => None,
        },
    };
    let taken = |name: &str| SHEETS.contains(&name) || [SCRIPT, ICON, MATH].contains(&name);
    for (name, bytes) in sources.iter().filter(|(name, _)| !taken(name)) {
        put(SitePath::new(format!("assets/{name}"))?, bytes.clone());
    }
    Ok((links, files))
}

fn needed<'a>(sources: &'a BTreeMap<String, Vec<u8>>, name: &str) -> Result<&'a [u8]> {
    sources.get(name).map(Vec::as_slice).ok_or_else(|| Error::new(format!("the asset `assets/{name}` is missing")))
}

fn joined(parts: Vec<&[u8]>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend_from_slice(part);
        if bytes.last().is_some_and(|last| *last != b'\n') {
            bytes.push(b'\n');
        }
    }
    bytes
}

/// A script without the lines that are comments and without indentation, which only its readers need. A text that spans lines would change by
/// that, so a script that has one stays as it is.
fn slim(script: &[u8]) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(script) else { return script.to_vec() };
    if text.contains("/*") || text.lines().any(|line| line.matches('`').count() % 2 == 1) {
        return script.to_vec();
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect::<String>().into_bytes()
}

fn hashed(stem: &str, extension: &str, bytes: &[u8]) -> Result<SitePath> {
    let digest = Sha256::digest(bytes);
    let [a, b, c, d, ..] = digest.0;
    SitePath::new(format!("{stem}-{:08x}.{extension}", u32::from_be_bytes([a, b, c, d])))
}
