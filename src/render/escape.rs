//! Text becomes HTML that is also well-formed XML. The one function through which every text goes; it never drops a character.

/// Appends the text, safe between tags and within quoted attributes. A control character that XML forbids becomes U+FFFD.
pub fn push_escaped(out: &mut String, text: &str) {
    // Most text is plain; U+FFFE and U+FFFF begin with the byte 0xEF.
    let odd = |byte: u8| byte < b' ' || matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'' | 0xef);
    if !text.bytes().any(odd) {
        out.push_str(text);
        return;
    }
    let mut plain = 0;
    for (at, character) in text.char_indices() {
        let entity = match character {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&#39;",
            '\t' | '\n' | '\r' => continue,
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => "\u{fffd}",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        out.push_str(entity);
        plain = at + character.len_utf8();
    }
    out.push_str(&text[plain..]);
}

/// The text, safe between tags and within quoted attributes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    push_escaped(&mut out, text);
    out
}
