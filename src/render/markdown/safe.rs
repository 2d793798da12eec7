//! Text becomes safe to stand in HTML and XML: escaped, without characters that XML forbids, with links only to where a reader may be sent.

use std::borrow::Cow;

use crate::site::link::Url;

/// The text with U+FFFD in place of every character that XML forbids: the control characters but tab, line feed and carriage return, and
/// U+FFFE and U+FFFF.
pub fn clean(text: &str) -> Cow<'_, str> {
    let forbidden =
        |c: char| matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    if text.contains(forbidden) { Cow::Owned(text.replace(forbidden, "\u{fffd}")) } else { Cow::Borrowed(text) }
}

/// The text as it stands in HTML, between tags or between double quotes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in clean(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The start tag of a link, where one may be sent to `destination`: another site by `https:`, `http:` or `mailto:`, or a relative address.
pub(super) fn link_start(destination: &str, title: &str) -> Option<String> {
    let title = if title.is_empty() { String::new() } else { format!(" title=\"{}\"", escape(title)) };
    if let Some(url) = Url::new(destination) {
        return Some(format!("<a href=\"{}\"{title} target=\"_blank\" rel=\"noopener\">", escape(url.as_str())));
    }
    relative(destination).then(|| format!("<a href=\"{}\"{title}>", escape(destination)))
}

/// Whether an address stays on this site: no scheme, no host, and nothing that a browser drops before it looks for them.
fn relative(destination: &str) -> bool {
    let dropped = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '<' | '>' | '"');
    let before_path = destination.split(['/', '?', '#']).next().unwrap_or_default();
    !destination.is_empty()
        && !destination.contains(dropped)
        && !before_path.contains(':')
        && !destination.starts_with("//")
}
