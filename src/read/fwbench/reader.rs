//! JSON as a model writes it, read from any place of a text: a double key and the words `NaN` and `Infinity` are told apart from broken syntax, and
//! what follows the value is left alone. It never guesses what was meant.

use std::borrow::Cow;

/// Lists and objects inside one another, the outermost counted; more are broken syntax.
const DEPTH: usize = crate::read::json::DEPTH as usize;

/// A value. Texts are bytes: an escape may name half a surrogate pair, which no `str` holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Json<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Flag(bool),
    /// A number; infinite where it is over the range of an `f64`.
    Number(f64),
    /// A string.
    Text(Cow<'a, [u8]>),
    /// A list.
    List(Vec<Json<'a>>),
    /// An object, in the order written; no key twice.
    Object(Vec<(Cow<'a, [u8]>, Json<'a>)>),
}

/// Why there is no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// Not JSON, or nested too deep.
    Syntax,
    /// An object with a key twice.
    DuplicateKey,
    /// `NaN`, `Infinity` or `-Infinity`.
    Nonfinite,
}

/// The value that begins at byte `start`, and the byte after it.
pub fn value(text: &str, start: usize) -> Result<(Json<'_>, usize), Wrong> {
    let mut reader = Reader { text: text.as_bytes(), at: start };
    let value = reader.value(0)?;
    Ok((value, reader.at))
}

/// The end of a number that begins at `start`: `-?(0|[1-9]digits)(.digits)?([eE][+-]?digits)?`.
pub fn number_end(text: &[u8], start: usize) -> Option<usize> {
    let digits = |from: usize| from + text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = start + usize::from(text.get(start) == Some(&b'-'));
    let mut end = match text.get(first)? {
        b'0' => first + 1,
        b'1'..=b'9' => digits(first),
        _ => return None,
    };
    if text.get(end) == Some(&b'.') && digits(end + 1) != end + 1 {
        end = digits(end + 1);
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let from = end + 1 + usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        if from <= text.len() && digits(from) != from {
            end = digits(from);
        }
    }
    Some(end)
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: usize) -> Result<Json<'a>, Wrong> {
        match self.text.get(self.at) {
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.list(depth + 1),
            Some(b'"') => self.string().map(Json::Text),
            Some(_) => self.scalar(),
            None => Err(Wrong::Syntax),
        }
    }

    fn scalar(&mut self) -> Result<Json<'a>, Wrong> {
        let words = [("null", Json::Null), ("true", Json::Flag(true)), ("false", Json::Flag(false))];
        for (word, meaning) in words {
            if self.take(word) {
                return Ok(meaning);
            }
        }
        if ["NaN", "Infinity", "-Infinity"].iter().any(|word| self.take(word)) {
            return Err(Wrong::Nonfinite);
        }
        let end = number_end(self.text, self.at).ok_or(Wrong::Syntax)?;
        let digits = std::str::from_utf8(&self.text[self.at..end]).map_err(|_| Wrong::Syntax)?;
        self.at = end;
        digits.parse().map(Json::Number).map_err(|_| Wrong::Syntax)
    }

    fn list(&mut self, depth: usize) -> Result<Json<'a>, Wrong> {
        self.enter(depth)?;
        let mut items = Vec::new();
        if self.next_is(b']') {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth)?);
            if self.next_is(b']') {
                return Ok(Json::List(items));
            }
            self.expect(b',')?;
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json<'a>, Wrong> {
        self.enter(depth)?;
        let mut fields = Vec::new();
        if self.next_is(b'}') {
            return Ok(Json::Object(fields));
        }
        loop {
            let key = self.string()?;
            self.blanks();
            self.expect(b':')?;
            fields.push((key, self.value(depth)?));
            if self.next_is(b'}') {
                break;
            }
            self.expect(b',')?;
        }
        if twice(&fields) { Err(Wrong::DuplicateKey) } else { Ok(Json::Object(fields)) }
    }

    fn enter(&mut self, depth: usize) -> Result<(), Wrong> {
        self.at += 1;
        self.blanks();
        if depth <= DEPTH { Ok(()) } else { Err(Wrong::Syntax) }
    }

    fn string(&mut self) -> Result<Cow<'a, [u8]>, Wrong> {
        if self.text.get(self.at) != Some(&b'"') {
            return Err(Wrong::Syntax);
        }
        let text = self.text;
        let start = self.at + 1;
        let mut at = start;
        let mut owned: Option<Vec<u8>> = None;
        let mut copied = start;
        loop {
            match text.get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(match owned {
                        None => Cow::Borrowed(&text[start..at]),
                        Some(mut bytes) => {
                            bytes.extend_from_slice(&text[copied..at]);
                            Cow::Owned(bytes)
                        }
                    });
                }
                Some(b'\\') => {
                    let bytes = owned.get_or_insert_default();
                    bytes.extend_from_slice(&text[copied..at]);
                    at = escape(text, at + 1, bytes)?;
                    copied = at;
                }
                Some(0..=0x1f) | None => return Err(Wrong::Syntax),
                Some(_) => at += 1,
            }
        }
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word.as_bytes());
        if found {
            self.at += word.len();
        }
        found
    }

    /// Whether this byte comes next, after blanks; it is passed then.
    fn next_is(&mut self, byte: u8) -> bool {
        self.blanks();
        let found = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    /// Passes this byte and the blanks after it.
    fn expect(&mut self, byte: u8) -> Result<(), Wrong> {
        if self.text.get(self.at) != Some(&byte) {
            return Err(Wrong::Syntax);
        }
        self.at += 1;
        self.blanks();
        Ok(())
    }

    fn blanks(&mut self) {
        self.at += self.text[self.at..].iter().take_while(|byte| blank(**byte)).count();
    }
}

/// The four blanks of JSON.
pub fn blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn twice(fields: &[(Cow<'_, [u8]>, Json<'_>)]) -> bool {
    let mut keys: Vec<&[u8]> = fields.iter().map(|(key, _)| &**key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// Adds the character of the escape whose letter is at `at`; the byte after it.
fn escape(text: &[u8], at: usize, into: &mut Vec<u8>) -> Result<usize, Wrong> {
    let plain = match text.get(at) {
        Some(byte @ (b'"' | b'\\' | b'/')) => *byte,
        Some(b'b') => 0x08,
        Some(b'f') => 0x0c,
        Some(b'n') => b'\n',
        Some(b'r') => b'\r',
        Some(b't') => b'\t',
        Some(b'u') => return unicode(text, at + 1, into),
        _ => return Err(Wrong::Syntax),
    };
    into.push(plain);
    Ok(at + 1)
}

fn unicode(text: &[u8], at: usize, into: &mut Vec<u8>) -> Result<usize, Wrong> {
    let (mut unit, mut end) = (four(text, at).ok_or(Wrong::Syntax)?, at + 4);
    if (0xd800..0xdc00).contains(&unit)
        && text.get(end..end + 2) == Some(b"\\u")
        && let Some(low) = four(text, end + 2).filter(|low| (0xdc00..0xe000).contains(low))
    {
        unit = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        end += 6;
    }
    match char::from_u32(unit) {
        Some(character) => into.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        // Half a pair, as the three bytes that its number would have: two different halves stay two different keys.
        None => into.extend([0xe0 | (unit >> 12) as u8, 0x80 | (unit >> 6 & 63) as u8, 0x80 | (unit & 63) as u8]),
    }
    Ok(end)
}

fn four(text: &[u8], at: usize) -> Option<u32> {
    text.get(at..at + 4)?.iter().try_fold(0, |sum, &byte| Some(sum * 16 + char::from(byte).to_digit(16)?))
}
