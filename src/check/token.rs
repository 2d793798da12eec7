//! Cuts markup into tags and text, each with its offset. Reads the part of HTML that is also XML, says where a text leaves it, and never repairs.
//!
//! The elements whose text HTML reads raw (`script`, `style`) are cut as HTML does, which an XML reader cannot do.

use std::borrow::Cow;

/// One piece of markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `<name …>` or `<name …/>`; its attributes are in [`Lexer::attributes`] until the next token.
    Start { name: &'a str, closed: bool },
    /// `</name>`.
    End { name: &'a str },
    /// Text with its references unread.
    Text(&'a str),
    /// Text that has no references: CDATA, or the inside of `script` and `style`.
    Raw(&'a str),
    /// `<!DOCTYPE …>`.
    Doctype,
    /// Comments and declarations.
    Aside,
}

/// One attribute; without a value when it stands alone, as `hidden` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Attribute<'a> {
    pub(super) name: &'a str,
    pub(super) value: Option<&'a str>,
    pub(super) at: usize,
}

impl<'a> Attribute<'a> {
    /// The value with its references read.
    pub(super) fn text(&self) -> Cow<'a, str> {
        decode(self.value.unwrap_or(""))
    }
}

/// Reads a text from front to back.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    html: bool,
    raw: Option<&'a str>,
    /// The attributes of the last start tag.
    pub(super) attributes: Vec<Attribute<'a>>,
    /// What was wrong in the last token: offset and words.
    pub(super) faults: Vec<(usize, String)>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, html: bool) -> Self {
        Self { text, at: 0, html, raw: None, attributes: Vec::new(), faults: Vec::new() }
    }

    /// The next token with its offset.
    pub(super) fn next(&mut self) -> Option<(usize, Token<'a>)> {
        let at = self.at;
        let rest = &self.text[at..];
        if rest.is_empty() {
            return None;
        }
        if let Some(name) = self.raw.take() {
            let length = raw_length(rest, name);
            if 0 < length {
                self.at += length;
                return Some((at, Token::Raw(&rest[..length])));
            }
        }
        let token = match rest.find('<') {
            Some(0) => self.tag(rest),
            found => {
                let length = found.unwrap_or(rest.len());
                self.at += length;
                let text = &rest[..length];
                self.references(at, text);
                Token::Text(text)
            }
        };
        Some((at, token))
    }

    fn tag(&mut self, rest: &'a str) -> Token<'a> {
        let at = self.at;
        if rest.starts_with("<!--") {
            return self.until(rest, "-->", 4, "the comment is not closed by `-->`", |_| Token::Aside);
        }
        if rest.starts_with("<![CDATA[") {
            if self.html {
                self.faults.push((at, "html has no CDATA section".to_owned()));
            }
            return self.until(rest, "]]>", 9, "the CDATA section is not closed by `]]>`", Token::Raw);
        }
        if rest.starts_with("<!") {
            return self.until(rest, ">", 2, "the declaration is not closed by `>`", |_| Token::Doctype);
        }
        if rest.starts_with("<?") {
            return self.until(rest, "?>", 2, "the instruction is not closed by `?>`", |_| Token::Aside);
        }
        let close = rest.as_bytes().get(1) == Some(&b'/');
        let name = name_of(&rest[if close { 2 } else { 1 }..]);
        if name.is_empty() {
            self.faults.push((at, "`<` begins no tag; write `&lt;`".to_owned()));
            self.at += 1;
            return Token::Text(&rest[..1]);
        }
        self.at += name.len() + 1 + usize::from(close);
        if close {
            self.blanks();
            if self.peek() == Some(b'>') {
                self.at += 1;
            } else {
                self.faults.push((at, format!("`</{name}` is not closed by `>`")));
            }
            return Token::End { name };
        }
        let closed = self.attributes(at, name);
        if self.html && !closed && matches!(name, "script" | "style") {
            self.raw = Some(name);
        }
        Token::Start { name, closed }
    }

    fn until(
        &mut self,
        rest: &'a str,
        end: &str,
        skip: usize,
        fault: &str,
        token: impl Fn(&'a str) -> Token<'a>,
    ) -> Token<'a> {
        if let Some(length) = rest[skip..].find(end) {
            self.at += skip + length + end.len();
            token(&rest[skip..skip + length])
        } else {
            self.faults.push((self.at, fault.to_owned()));
            self.at = self.text.len();
            token(&rest[skip..])
        }
    }

    /// Reads attributes up to the end of the tag; true for `/>`.
    fn attributes(&mut self, tag: usize, element: &str) -> bool {
        self.attributes.clear();
        loop {
            let spaced = self.blanks();
            match self.peek() {
                None => {
                    self.faults.push((tag, format!("`<{element}` is not closed by `>`")));
                    return false;
                }
                Some(b'>') => {
                    self.at += 1;
                    return false;
                }
                Some(b'/') if self.text.as_bytes().get(self.at + 1) == Some(&b'>') => {
                    self.at += 2;
                    return true;
                }
                Some(_) => {}
            }
            let at = self.at;
            let name = name_of(&self.text[at..]);
            if name.is_empty() {
                self.faults.push((at, format!("this is no attribute of `<{element}>`")));
                self.skip_to_blank_or_end();
                continue;
            }
            if !spaced {
                self.faults.push((at, format!("no space stands before the attribute `{name}`")));
            }
            self.at += name.len();
            let value = self.value(name);
            if self.attributes.iter().any(|other| other.name == name) {
                self.faults.push((at, format!("the attribute `{name}` is given twice")));
            } else {
                self.attributes.push(Attribute { name, value, at });
            }
        }
    }

    fn value(&mut self, name: &str) -> Option<&'a str> {
        let after_name = self.at;
        self.blanks();
        if self.peek() != Some(b'=') {
            self.at = after_name;
            if !self.html {
                self.faults.push((after_name - name.len(), format!("the attribute `{name}` has no value")));
            }
            return None;
        }
        self.at += 1;
        self.blanks();
        let Some(quote @ (b'"' | b'\'')) = self.peek() else {
            self.faults.push((self.at, format!("the value of `{name}` has no quotes")));
            let start = self.at;
            self.skip_to_blank_or_end();
            return Some(&self.text[start..self.at]);
        };
        self.at += 1;
        let start = self.at;
        if let Some(length) = self.text[start..].find(quote as char) {
            let value = &self.text[start..start + length];
            self.at = start + length + 1;
            if let Some(bare) = value.find('<') {
                self.faults.push((start + bare, format!("`<` in the value of `{name}`; write `&lt;`")));
            }
            self.references(start, value);
            Some(value)
        } else {
            self.faults.push((start - 1, format!("the value of `{name}` has no closing quote")));
            self.at = self.text.len();
            Some(&self.text[start..])
        }
    }

    fn references(&mut self, start: usize, text: &str) {
        for (at, _) in text.match_indices('&') {
            match reference(&text[at + 1..]) {
                Some((_, Some(_))) => {}
                Some((name, None)) if self.html && name.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {}
                Some((name, None)) => {
                    self.faults.push((start + at, format!("`&{name};` is no character that may stand here")));
                }
                None => self.faults.push((start + at, "`&` begins no reference; write `&amp;`".to_owned())),
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) -> bool {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        start < self.at
    }

    fn skip_to_blank_or_end(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find(|c: char| c.is_ascii_whitespace() || c == '>').unwrap_or(rest.len());
    }
}

/// The text with `&name;` and `&#…;` read; what is no reference stays as it is.
pub(super) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some((name, Some(character))) = reference(rest) {
            plain.push(character);
            rest = &rest[name.len() + 1..];
        } else {
            plain.push('&');
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// The name of the reference that `text` begins with (after its `&`), and its character when both languages know it.
fn reference(text: &str) -> Option<(&str, Option<char>)> {
    let length = text.bytes().take(33).position(|byte| byte == b';')?;
    let name = &text[..length];
    let number = |digits: &str, radix| {
        let digits_only = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let code = if digits_only { u32::from_str_radix(digits, radix).ok() } else { None };
        code.and_then(char::from_u32).filter(|c| !super::words::is_forbidden(*c))
    };
    match name.strip_prefix('#') {
        Some(digits) => {
            Some((name, digits.strip_prefix(['x', 'X']).map_or_else(|| number(digits, 10), |hex| number(hex, 16))))
        }
        None if !name.starts_with(|c: char| c.is_ascii_alphabetic()) => None,
        None if !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) => None,
        None => Some((
            name,
            match name {
                "amp" => Some('&'),
                "lt" => Some('<'),
                "gt" => Some('>'),
                "quot" => Some('"'),
                "apos" => Some('\''),
                _ => None,
            },
        )),
    }
}

fn name_of(text: &str) -> &str {
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'.');
    let length = text.bytes().position(|byte| !inside(byte)).unwrap_or(text.len());
    let name = &text[..length];
    if name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') { name } else { "" }
}

/// How long the raw text before `</name` is.
fn raw_length(text: &str, name: &str) -> usize {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(found) = text[from..].find("</") {
        let start = from + found;
        let after = start + 2 + name.len();
        let ends = bytes.get(after).is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'));
        if ends && bytes.get(start + 2..after).is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes())) {
            return start;
        }
        from = start + 2;
    }
    text.len()
}
