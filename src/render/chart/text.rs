//! Text in a drawing: made safe for XML, measured without a font, and shortened to the room it has. It never decides what is said.

use std::borrow::Cow;

/// The text as XML character data, also within double quotes. What XML 1.0 cannot hold becomes U+FFFD, so that one odd name cannot break a page.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    let plain = |c: char| !matches!(c, '&' | '<' | '>' | '"') && allowed(c);
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if allowed(c) => safe.push(c),
            _ => safe.push('\u{fffd}'),
        }
    }
    Cow::Owned(safe)
}

fn allowed(c: char) -> bool {
    // Char of XML 1.0, less the C1 controls and the marks that turn the direction of the text after them.
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{7e}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
        && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        && (c as u32 & 0xfffe) != 0xfffe
}

/// About how wide the text is in a system font of `size`, in the unit of `size`. Errs to the wide side.
pub(super) fn width(text: &str, size: i32) -> i32 {
    let hundredths: i32 = text.chars().map(advance).fold(0, i32::saturating_add);
    (i64::from(hundredths) * i64::from(size) / 100).min(i64::from(i32::MAX / 4)) as i32
}

fn advance(c: char) -> i32 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' | '.' | ',' | ':' | ';' | '!' => 32,
        'f' | 'r' | 't' | 'I' | ' ' | '(' | ')' | '[' | ']' | '/' | '-' => 41,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 96,
        'A'..='Z' | '&' => 72,
        '\0'..='\u{7f}' => 63,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'.. => 105,
        _ => 66,
    }
}

/// The text, or as much of its beginning as fits with an ellipsis.
pub(super) fn shorten(text: &str, size: i32, room: i32) -> Cow<'_, str> {
    if width(text, size) <= room {
        return Cow::Borrowed(text);
    }
    let ellipsis = width("…", size);
    let mut kept = String::new();
    let mut used = 0;
    for c in text.chars() {
        used += advance(c) * size / 100;
        if room < used + ellipsis {
            break;
        }
        kept.push(c);
    }
    Cow::Owned(format!("{}…", kept.trim_end()))
}

/// The text in at most `most` lines that each fit, broken at spaces and after hyphens and underscores; none where it does not fit.
pub(super) fn wrap(text: &str, size: i32, room: i32, most: usize) -> Option<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    for piece in text.split_inclusive([' ', '-', '_', '/']) {
        match lines.last_mut() {
            Some(line) if width(&format!("{line}{}", piece.trim_end()), size) <= room => line.push_str(piece),
            _ => lines.push(piece.to_owned()),
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    (lines.len() <= most && lines.iter().all(|line| width(line, size) <= room)).then_some(lines)
}
