//! Inspects one file by itself, by its kind. Pure, so that files can be inspected in parallel.

use super::report::{Desk, Report};
use super::{data, drawing, page, style, weight, words};
use crate::tree::SitePath;

/// The most bytes of one page.
const PAGE_BYTES: usize = 1_000_000;

/// Endings of files that are text, whatever wrote them.
const TEXTS: [&str; 11] = ["html", "svg", "xml", "css", "json", "webmanifest", "csv", "js", "txt", "md", "bib"];

/// Inspects one file.
pub fn inspect(path: &SitePath, bytes: &[u8]) -> Report {
    let mut desk = Desk::new(path, bytes);
    let text = if TEXTS.contains(&path.extension()) { words::read(&mut desk, bytes) } else { None };
    if let Some(text) = text {
        by_kind(&mut desk, path.extension(), text);
    }
    if matches!(path.extension(), "html" | "svg") {
        desk.weigh(weight::gzipped(bytes));
    }
    if path.extension() == "html" && PAGE_BYTES < bytes.len() {
        desk.warn_at(
            None,
            "heavy-page",
            format!("the page has {} bytes, more than {PAGE_BYTES}; split its tables", bytes.len()),
        );
    }
    desk.done()
}

fn by_kind(desk: &mut Desk<'_>, kind: &str, text: &str) {
    match kind {
        "html" => page::inspect(desk, text),
        "svg" => drawing::svg(desk, text),
        "xml" => drawing::xml(desk, text),
        "css" => style::inspect(desk, text, 0),
        "json" | "webmanifest" => data::json(desk, text, 0),
        "csv" => data::csv(desk, text),
        _ => {}
    }
}
