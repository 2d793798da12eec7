//! Content becomes warnings about what reads as mathematics and is not, or the other way round. Never changes a text.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::place::line_and_column;
use super::source::{Placed, may_be_money, was_money};

/// What an author should look at, in the order of the text, each with file and line.
pub(super) fn warnings(text: &str, file: &str, events: &[Placed<'_>]) -> Vec<String> {
    let mut found = Vec::new();
    let mut row = None;
    let mut in_code = false;
    for (event, range) in events {
        let line = || line_and_column(text, range.start).0;
        match event {
            Event::Start(Tag::TableRow | Tag::TableHead) => row = Some(false),
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => row = None,
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::InlineMath(tex) if may_be_money(tex) => {
                found.push(format!(
                    "`{file}:{}`: `${tex}$` is set as a formula but reads like a price; write `\\$` for money",
                    line()
                ));
            }
            Event::Text(_) if in_code => {}
            Event::Text(shown) => {
                if was_money(text, range) {
                    found.push(format!(
                        "`{file}:{}`: `{shown}` is left as text since it reads like a price; write `\\$` for money",
                        line()
                    ));
                } else if row == Some(false) && has_bare_dollar(text, range.start, shown) {
                    row = Some(true);
                    found.push(format!(
                        "`{file}:{}`: a table row has a `$` without its partner; write `\\$` for money, and `\\vert` for a bar within a formula",
                        line()
                    ));
                }
                if let Some(bracket) = shown.chars().next().filter(|c| matches!(c, '(' | '['))
                    && text[..range.start].ends_with('\\')
                    && closes(text, range.start, bracket)
                {
                    found.push(format!(
                        "`{file}:{}`: `\\{bracket}` does not open a formula here; write `$…$` within a line and `$$…$$` on lines of their own",
                        line()
                    ));
                }
            }
            _ => {}
        }
    }
    found
}

fn has_bare_dollar(text: &str, start: usize, shown: &str) -> bool {
    shown.match_indices('$').any(|(at, _)| at != 0 || !text[..start].ends_with('\\'))
}

fn closes(text: &str, start: usize, bracket: char) -> bool {
    let paragraph = text[start..].split("\n\n").next().unwrap_or_default();
    paragraph.contains(if bracket == '(' { "\\)" } else { "\\]" })
}
