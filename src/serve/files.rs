//! Turns the target of a request into a file below the served folder, as the plainest host would: no folder index but a closing slash, no way out.

use std::fs;
use std::path::Path;

use crate::tree::SitePath;

/// The file asked for and its bytes; none is a 404.
pub(super) fn find(folder: &Path, target: &str) -> Option<(SitePath, Vec<u8>)> {
    let path = site_path(target)?;
    let root = fs::canonicalize(folder).ok()?;
    let file = fs::canonicalize(root.join(path.as_str())).ok()?;
    // The grammar of a site path has no way up; a link within the folder could still lead out.
    (file.starts_with(&root) && file.is_file()).then(|| fs::read(&file).ok())?.map(|bytes| (path, bytes))
}

fn site_path(target: &str) -> Option<SitePath> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = decoded(path)?;
    let path = if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path };
    SitePath::new(path).ok()
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let (high, low) = (char::from(rest.next()?).to_digit(16)?, char::from(rest.next()?).to_digit(16)?);
            bytes.push((high * 16 + low) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The media type of a file.
pub(super) fn media_type(path: &SitePath) -> &'static str {
    match path.extension() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "csv" => "text/csv; charset=utf-8",
        "svg" => "image/svg+xml",
        "xml" => "application/xml",
        "txt" | "bib" | "md" => "text/plain; charset=utf-8",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "pdf" => "application/pdf",
        _ => "application/octet-stream",
    }
}

/// The page with the reload script before the end of its body. A file of our own, since the page's policy forbids inline code.
pub(super) fn with_reload(mut page: Vec<u8>) -> Vec<u8> {
    const SCRIPT: &[u8] = b"<script src=\"/__reload.js\"></script>";
    let end = page.windows(7).rposition(|window| window.eq_ignore_ascii_case(b"</body>")).unwrap_or(page.len());
    page.splice(end..end, SCRIPT.iter().copied());
    page
}
