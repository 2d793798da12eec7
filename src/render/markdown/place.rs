//! A place in a text becomes line and column, or an excerpt with carets. Plain text, no colour.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Renderer, Snippet};

/// Line and column of a byte, both from 1; columns count characters.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// The lines around each place, with carets and what is to be said of it.
pub(super) fn excerpts(text: &str, file: &str, places: &[(Range<usize>, String)]) -> String {
    let renderer = Renderer::plain();
    let excerpts: Vec<String> = places
        .iter()
        .map(|(range, label)| {
            // A block's range holds the newline after it.
            let end = range.start + text[range.clone()].trim_end().len();
            let annotation = AnnotationKind::Primary.span(range.start..end).label(label.as_str());
            renderer.render(&[Group::with_level(annotate_snippets::Level::ERROR)
                .element(Snippet::source(text).path(file).annotation(annotation))])
        })
        .collect();
    excerpts.join("\n")
}
