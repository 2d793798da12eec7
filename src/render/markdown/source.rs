//! Markdown becomes events with their places, prices told from formulas; and from the same events come the formulas to set.

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Options, Parser};

use super::safe::clean;
use crate::render::math::{Formula, refusal};

/// How far a text is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Content of a repository, as good as code: raw HTML stays, and a formula that fails stops the build.
    Content,
    /// Text of a dataset, by anyone: raw HTML is shown as text, and a formula that fails is shown as its source.
    Untrusted,
}

/// The formulas of a text, to be set together with those of all others.
///
/// A displayed formula of a dataset counts twice, since a table cell sets it within the line.
pub fn formulas(text: &str, trust: Trust) -> BTreeSet<Formula> {
    let text = clean(text);
    let mut found = BTreeSet::new();
    for (event, _) in events(&text, trust) {
        match (event, trust) {
            (Event::InlineMath(tex), _) => {
                found.insert(Formula::inline(tex.as_ref()));
            }
            (Event::DisplayMath(tex), Trust::Content) => {
                found.insert(Formula::display(tex.as_ref()));
            }
            (Event::DisplayMath(tex), Trust::Untrusted) => {
                found.insert(Formula::display(tex.as_ref()));
                found.insert(Formula::inline(tex.as_ref()));
            }
            _ => {}
        }
    }
    if trust == Trust::Untrusted {
        found.retain(|formula| refusal(&formula.tex).is_none());
    }
    found
}

/// An event with the bytes it came from.
pub(super) type Placed<'a> = (Event<'a>, Range<usize>);

/// The events of a clean text. Dollars that stand for money are text in them.
pub(super) fn events(text: &str, trust: Trust) -> Vec<Placed<'_>> {
    let shared =
        Options::ENABLE_MATH | Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_DEFINITION_LIST;
    let options = match trust {
        Trust::Content => shared | Options::ENABLE_FOOTNOTES | Options::ENABLE_HEADING_ATTRIBUTES,
        // Footnotes and heading attributes make ids, which could meet those of the page around.
        Trust::Untrusted => shared,
    };
    Parser::new_ext(text, options)
        .into_offset_iter()
        .map(|(event, range)| match event {
            Event::InlineMath(tex) if is_money(text, &range) || (trust == Trust::Untrusted && may_be_money(&tex)) => {
                (Event::Text(CowStr::from(text[range.clone()].to_owned())), range)
            }
            other => (other, range),
        })
        .collect()
}

/// Whether dollars at the ends of `range` were taken for money, see [`events`].
pub(super) fn was_money(text: &str, range: &Range<usize>) -> bool {
    let shown = &text[range.clone()];
    2 < shown.len() && shown.starts_with('$') && shown.ends_with('$') && is_money(text, range)
}

/// Whether the dollars around `range` cannot be those of a formula: the first follows a letter or digit, or the last precedes a digit.
fn is_money(text: &str, range: &Range<usize>) -> bool {
    text[..range.start].chars().next_back().is_some_and(char::is_alphanumeric)
        || text[range.end..].chars().next().is_some_and(|c| c.is_ascii_digit())
}

/// Whether a formula reads like a price and what follows it: a digit first, a space, and no command.
pub(super) fn may_be_money(tex: &str) -> bool {
    tex.starts_with(|c: char| c.is_ascii_digit()) && tex.contains(' ') && !tex.contains('\\')
}
