//! Any JSON file as a tree of values, read strictly: a double key, a number over the range of an `f64` and nesting over the limit are faults.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::node::Notes;
use crate::read::json::{self, DEPTH, Keys, Text};

/// A value of a file. No object holds a key twice, and every number is finite.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree<'t> {
    /// `null`
    Null,
    /// `true` or `false`
    Flag(bool),
    /// A whole number of at least 0.
    Whole(u64),
    /// Any other number.
    Number(f64),
    /// A string.
    Text(Cow<'t, str>),
    /// A list.
    List(Vec<Tree<'t>>),
    /// An object, in the order written.
    Object(Vec<(Cow<'t, str>, Tree<'t>)>),
}

/// Reads a text; what is no JSON is a fault.
pub fn tree<'t>(text: &'t str, notes: &mut Notes<'_>) -> Option<Tree<'t>> {
    match json::read(text, Seed(1)) {
        Ok(tree) => Some(tree),
        Err(error) => {
            notes.broken(error.place(None), error.to_string());
            None
        }
    }
}

/// The tree of one line of a file of lines.
pub fn line_tree(line: &str) -> Result<Tree<'_>, json::JsonError> {
    json::read(line, Seed(1))
}

impl<'t> Tree<'t> {
    /// The number, where it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(number) => Some(*number as f64),
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The whole number of at least 0, where it is one; `5.0` is.
    pub fn whole(&self) -> Option<u64> {
        match self {
            Self::Whole(number) => Some(*number),
            Self::Number(number) => whole(*number),
            _ => None,
        }
    }

    /// The text, where it is one.
    pub fn text(&'t self) -> Option<&'t str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// What it is, in words.
    pub fn words(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Flag(flag) => flag.to_string(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => json::shown(text),
            Self::List(items) => format!("a list of {}", items.len()),
            Self::Object(_) => "an object".to_owned(),
        }
    }
}

/// The whole number that a double is.
pub fn whole(number: f64) -> Option<u64> {
    const EXACT: f64 = (1_u64 << 53) as f64;
    ((0.0..=EXACT).contains(&number) && number.fract() == 0.0).then_some(number as u64)
}

/// The number is the depth of a list or object found here.
#[derive(Clone, Copy)]
struct Seed(u8);

impl Seed {
    fn enter<E: de::Error>(self) -> Result<Self, E> {
        if self.0 <= DEPTH {
            Ok(Self(self.0 + 1))
        } else {
            Err(E::custom(format!("nested deeper than {DEPTH} levels")))
        }
    }
}

impl<'de> DeserializeSeed<'de> for Seed {
    type Value = Tree<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed {
    type Value = Tree<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Tree<'de>, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Tree<'de>, E> {
        Ok(Tree::Flag(flag))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Tree<'de>, E> {
        Ok(Tree::Whole(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Tree<'de>, E> {
        Ok(Tree::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Tree<'de>, E> {
        Ok(Tree::Number(number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Tree<'de>, E> {
        Ok(Tree::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree<'de>, E> {
        Ok(Tree::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree<'de>, A::Error> {
        let inner = self.enter()?;
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(inner)? {
            items.push(item);
        }
        Ok(Tree::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Tree<'de>, A::Error> {
        let inner = self.enter()?;
        let mut fields = Vec::new();
        let mut keys = Keys::default();
        while let Some(key) = object.next_key_seed(Text)? {
            keys.add(key.clone())?;
            fields.push((key, object.next_value_seed(inner)?));
        }
        Ok(Tree::Object(fields))
    }
}
