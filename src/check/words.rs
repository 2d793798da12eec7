//! Text that must not reach a reader: values that a program failed to turn into words, and characters that XML forbids.

use super::report::Desk;

/// Whether XML 1.0 has no place for the character.
pub(super) fn is_forbidden(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}')
}

/// The text of a file, unless its bytes are no UTF-8; characters that XML forbids are findings.
pub(super) fn read<'a>(desk: &mut Desk<'_>, bytes: &'a [u8]) -> Option<&'a str> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            desk.error(error.valid_up_to(), "not-utf8", "this byte is no UTF-8; write the file as UTF-8");
            return None;
        }
    };
    // A byte scan first: nearly every file has neither a control byte nor the rare lead byte of U+FFFE.
    let suspicious = |byte: &u8| (*byte < 0x20 && !matches!(*byte, b'\t' | b'\n' | b'\r')) || *byte == 0xEF;
    if bytes.iter().any(suspicious) {
        for (at, c) in text.char_indices().filter(|(_, c)| is_forbidden(*c)).take(5) {
            desk.error(
                at,
                "control-character",
                format!("U+{:04X} must not stand in a text; remove it from its source", c as u32),
            );
        }
    }
    Some(text)
}

/// Whether a text is nothing but a value that was never turned into words.
pub(super) fn is_stray(text: &str) -> bool {
    matches!(
        text.trim().trim_start_matches(['-', '+', '\u{2212}']).trim_end_matches('%').trim_end(),
        "NaN" | "nan" | "Infinity" | "inf" | "undefined" | "null" | "None" | "NaT"
    )
}

/// Where `NaN` or `Infinity` stands as a word of its own.
pub(super) fn stray_number(text: &str) -> Option<(usize, &'static str)> {
    // Most texts have neither letter, and a search for a word costs more to set up than to run.
    if !text.bytes().any(|byte| matches!(byte, b'N' | b'I')) {
        return None;
    }
    ["NaN", "Infinity"].into_iter().find_map(|word| {
        let at = text.match_indices(word).map(|(at, _)| at).find(|at| {
            let part = |c: char| c.is_alphanumeric() || c == '_';
            !text[..*at].ends_with(part) && !text[at + word.len()..].starts_with(part)
        })?;
        Some((at, word))
    })
}
