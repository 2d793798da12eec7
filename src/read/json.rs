//! JSON read strictly: a duplicate key, a number over the range of an `f64`, or nesting over the limit is an error anywhere, in fields nobody reads
//! too, and every error knows its place. It never builds a tree of values.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;

use crate::domain::fault::Place;

/// Lists and objects inside one another, the outermost counted; more are refused.
pub const DEPTH: u8 = 128;

/// Why a text is not the JSON wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// Path of the value concerned: empty for the whole, else such as `forecasts[3].quantiles["0.1"]`.
    pub path: String,
    /// 1-based line and column.
    pub at: (u32, u32),
    /// Not JSON at all, rather than JSON of another form.
    pub syntax: bool,
    /// What is wrong.
    pub message: String,
}

/// Reads the whole text with `seed`.
pub fn read<'de, S: DeserializeSeed<'de>>(text: &'de str, seed: S) -> Result<S::Value, JsonError> {
    let mut json = serde_json::Deserializer::from_str(text);
    // The seeds count the depth themselves: the reader's own limit is one short of ours.
    json.disable_recursion_limit();
    let value = seed.deserialize(&mut json).and_then(|value| json.end().map(|()| value));
    value.map_err(|error| placed(text, &error))
}

/// The place and the cause of an error of the parser.
pub fn placed(text: &str, error: &serde_json::Error) -> JsonError {
    let offset = offset_of(text, error.line(), error.column());
    let full = error.to_string();
    let suffix = format!(" at line {} column {}", error.line(), error.column());
    let cause = full.strip_suffix(&suffix).unwrap_or(&full);
    JsonError {
        path: path_at(&text.as_bytes()[..offset]),
        at: (error.line() as u32, error.column().max(1) as u32),
        syntax: error.classify() != Category::Data,
        message: cause.to_owned(),
    }
}

impl JsonError {
    /// The place in a file; within line `line` where the text was one of a `.jsonl`.
    pub fn place(&self, line: Option<u32>) -> Place {
        match (line, self.syntax || self.path.is_empty()) {
            (None, true) => Place::Line(self.at.0, Some(self.at.1)),
            (Some(line), true) => Place::Line(line, Some(self.at.1)),
            (None, false) => Place::Json(self.path.clone()),
            (Some(line), false) => Place::LineJson(line, self.path.clone()),
        }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.syntax, self.path.is_empty()) {
            (true, true) => write!(f, "not JSON: {}", self.message),
            (true, false) => write!(f, "not JSON: {}, in `{}`", self.message, self.path),
            (false, _) => f.write_str(&self.message),
        }
    }
}

/// Reads any value, keeps nothing, and finds what is wrong in it. The number is the depth of a list or object found here.
#[derive(Debug, Clone, Copy)]
pub struct Unused(pub u8);

impl<'de> DeserializeSeed<'de> for Unused {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unused {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let inner = self.enter()?;
        while list.next_element_seed(inner)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let inner = self.enter()?;
        let mut keys = Keys::default();
        while let Some(key) = object.next_key_seed(Text)? {
            keys.add(key)?;
            object.next_value_seed(inner)?;
        }
        Ok(())
    }
}

impl Unused {
    fn enter<E: de::Error>(self) -> Result<Self, E> {
        if self.0 <= DEPTH {
            Ok(Self(self.0 + 1))
        } else {
            Err(E::custom(format!("nested deeper than {DEPTH} levels")))
        }
    }
}

/// The keys of one object so far.
#[derive(Debug, Default)]
pub struct Keys<'de> {
    few: Vec<Cow<'de, str>>,
    many: BTreeSet<Cow<'de, str>>,
}

impl<'de> Keys<'de> {
    /// Objects have few keys; only a hostile one has enough for a search to pay.
    const FEW: usize = 16;

    /// Notes a key; an error when it occurred before.
    pub fn add<E: de::Error>(&mut self, key: Cow<'de, str>) -> Result<(), E> {
        if self.few.contains(&key) || self.many.contains(&key) {
            return Err(duplicate(&key));
        }
        if self.few.len() < Self::FEW {
            self.few.push(key);
        } else {
            self.many.insert(key);
        }
        Ok(())
    }
}

/// The error for a key that occurs twice.
pub fn duplicate<E: de::Error>(key: &str) -> E {
    E::custom(format!("the key {} occurs twice", shown(key)))
}

/// A piece of untrusted text for a message: quoted, escaped, cut.
pub fn shown(text: &str) -> String {
    let cut: String = text.chars().take(60).collect();
    format!("`{}`", cut.escape_debug())
}

/// A string, borrowed where it holds no escape.
#[derive(Debug, Clone, Copy)]
pub struct Text;

impl<'de> DeserializeSeed<'de> for Text {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Text {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

/// A string or null.
#[derive(Debug, Clone, Copy)]
pub struct MaybeText;

impl<'de> DeserializeSeed<'de> for MaybeText {
    type Value = Option<Cow<'de, str>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for MaybeText {
    type Value = Option<Cow<'de, str>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or null")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Some(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Some(Cow::Owned(text.to_owned())))
    }
}

/// A number or null.
#[derive(Debug, Clone, Copy)]
pub struct MaybeNumber;

impl<'de> DeserializeSeed<'de> for MaybeNumber {
    type Value = Option<f64>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for MaybeNumber {
    type Value = Option<f64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or null")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Some(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Some(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Some(number))
    }
}

fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 1..line {
        match text[start..].find('\n') {
            Some(at) => start += at + 1,
            None => return text.len(),
        }
    }
    (start + column).min(text.len())
}

/// The path of the value that `before`, the text up to an error, ends in.
fn path_at(before: &[u8]) -> String {
    enum Step {
        Key(String),
        Index(usize),
    }
    let mut steps: Vec<Step> = Vec::new();
    let mut expects_key = Vec::new();
    let mut at = 0;
    while at < before.len() {
        match before[at] {
            b'{' => {
                steps.push(Step::Key(String::new()));
                expects_key.push(true);
            }
            b'[' => {
                steps.push(Step::Index(0));
                expects_key.push(false);
            }
            b'}' | b']' => {
                steps.pop();
                expects_key.pop();
            }
            b',' => match steps.last_mut() {
                Some(Step::Index(index)) => *index += 1,
                Some(Step::Key(_)) => {
                    if let Some(expects) = expects_key.last_mut() {
                        *expects = true;
                    }
                }
                None => {}
            },
            b'"' => {
                let end = string_end(before, at + 1);
                let is_key = expects_key.last().copied().unwrap_or(false);
                if is_key && let Some(Step::Key(key)) = steps.last_mut() {
                    let raw = String::from_utf8_lossy(&before[at + 1..end.min(before.len())]).into_owned();
                    *key = serde_json::from_str(&format!("\"{raw}\"")).unwrap_or(raw);
                    if let Some(expects) = expects_key.last_mut() {
                        *expects = false;
                    }
                }
                at = end;
            }
            _ => {}
        }
        at += 1;
    }
    // A path deeper than anyone can use helps nobody.
    let mut path = String::new();
    for step in steps.iter().take(12) {
        match step {
            Step::Index(index) => push_index(&mut path, *index),
            Step::Key(key) => push_key(&mut path, key),
        }
    }
    path
}

/// Adds an object's key to a path: `.key`, or `["key"]` where it is no plain name.
pub fn push_key(path: &mut String, key: &str) {
    let plain = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if key.is_empty() {
        return;
    }
    if plain && !key.starts_with(|first: char| first.is_ascii_digit()) {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(key);
    } else {
        let cut: String = key.chars().take(60).collect();
        path.extend(["[\"", &cut.escape_debug().to_string(), "\"]"]);
    }
}

/// Adds a list's index to a path: `[3]`.
pub fn push_index(path: &mut String, index: usize) {
    path.extend(["[", &index.to_string(), "]"]);
}

fn string_end(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && text[at] != b'"' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at
}
