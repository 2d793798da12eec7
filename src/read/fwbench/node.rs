//! The way through a tree of values: every number, text or list that is asked for is checked, and what is wrong becomes a fault with the path of
//! its place.

use std::borrow::Cow;

use super::tree::Tree;
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::read::faults::{FileFaults, Whose};
use crate::read::json::{push_index, push_key};

/// What was found wrong in one file.
#[derive(Debug)]
pub struct Notes<'a> {
    faults: FileFaults<'a>,
    wrong: usize,
}

impl<'a> Notes<'a> {
    /// Nothing yet, of the file at `path`.
    pub fn new(path: &'a str) -> Self {
        Self { faults: FileFaults::new(Whose { path, task: None, system: None }), wrong: 0 }
    }

    /// Nothing yet, of a file of a known model.
    pub fn of(whose: Whose<'a>) -> Self {
        Self { faults: FileFaults::new(whose), wrong: 0 }
    }

    /// The file, or a line of it, cannot be read.
    pub fn broken(&mut self, place: Place, message: impl Into<String>) {
        self.wrong += 1;
        self.faults.add(FaultKind::Broken, || place, || message);
    }

    /// Something stands there that cannot be.
    pub fn invalid(&mut self, place: Place, message: impl Into<String>) {
        self.wrong += 1;
        self.faults.add(FaultKind::Invalid, || place, || message);
    }

    /// Something odd.
    pub fn warn(&mut self, place: Place, message: impl Into<String>) {
        self.faults.add(FaultKind::Warning, || place, || message);
    }

    /// How much was wrong so far, warnings not counted.
    pub fn wrong(&self) -> usize {
        self.wrong
    }

    /// The faults.
    pub fn finish(self) -> Vec<Fault> {
        self.faults.finish()
    }
}

/// A place in JSON; the whole file where the path is empty.
pub fn at(path: impl Into<String>) -> Place {
    let path = path.into();
    if path.is_empty() { Place::Whole } else { Place::Json(path) }
}

/// A value and its path.
#[derive(Debug, Clone)]
pub struct Node<'t> {
    /// The value.
    pub tree: &'t Tree<'t>,
    /// Its path; empty for the whole.
    pub path: String,
}

impl<'t> Node<'t> {
    /// The whole of a file.
    pub fn root(tree: &'t Tree<'t>) -> Self {
        Self { tree, path: String::new() }
    }

    /// The path of a field.
    pub fn path_of(&self, key: &str) -> String {
        let mut path = self.path.clone();
        push_key(&mut path, key);
        path
    }

    /// A field that is there and not null.
    pub fn field(&self, key: &str) -> Option<&'t Tree<'t>> {
        let Tree::Object(fields) = self.tree else {
            return None;
        };
        fields.iter().find(|(name, _)| name == key).map(|(_, tree)| tree).filter(|tree| **tree != Tree::Null)
    }

    /// Whether a field is there and is null.
    pub fn is_null(&self, key: &str) -> bool {
        let null = |(name, tree): &(Cow<'_, str>, Tree<'_>)| name == key && *tree == Tree::Null;
        matches!(self.tree, Tree::Object(fields) if fields.iter().any(null))
    }

    /// Whether a field is there and not null.
    pub fn has(&self, key: &str) -> bool {
        self.field(key).is_some()
    }

    /// A field as a place of its own.
    pub fn child(&self, key: &str) -> Option<Node<'t>> {
        self.field(key).map(|tree| Node { tree, path: self.path_of(key) })
    }

    /// The first of these fields that is there.
    pub fn first(&self, keys: &[&str]) -> Option<Node<'t>> {
        keys.iter().find_map(|key| self.child(key))
    }

    /// Notes what is wrong with a field.
    pub fn wrong(&self, key: &str, notes: &mut Notes<'_>, message: impl Into<String>) {
        notes.invalid(at(self.path_of(key)), message);
    }

    /// Notes what is wrong with an item of a list.
    pub fn wrong_item(&self, key: &str, index: usize, notes: &mut Notes<'_>, message: impl Into<String>) {
        let mut path = self.path_of(key);
        push_index(&mut path, index);
        notes.invalid(at(path), message);
    }

    fn expect<T>(
        &self,
        key: &str,
        notes: &mut Notes<'_>,
        what: &str,
        get: impl Fn(&'t Tree<'t>) -> Option<T>,
    ) -> Option<T> {
        let tree = self.field(key)?;
        let value = get(tree);
        if value.is_none() {
            self.wrong(key, notes, format!("is {}, not {what}", tree.words()));
        }
        value
    }

    /// A number; nothing, and a fault, where something else stands there.
    pub fn number(&self, key: &str, notes: &mut Notes<'_>) -> Option<f64> {
        self.expect(key, notes, "a number", Tree::number)
    }

    /// A whole number of at least 0.
    pub fn whole(&self, key: &str, notes: &mut Notes<'_>) -> Option<u64> {
        self.expect(key, notes, "a whole number of at least 0", Tree::whole)
    }

    /// A text.
    pub fn text(&self, key: &str, notes: &mut Notes<'_>) -> Option<&'t str> {
        self.expect(key, notes, "a text", Tree::text)
    }

    /// True or false.
    pub fn flag(&self, key: &str, notes: &mut Notes<'_>) -> Option<bool> {
        self.expect(key, notes, "true or false", |tree| if let Tree::Flag(flag) = tree { Some(*flag) } else { None })
    }

    /// A list of numbers.
    pub fn numbers(&self, key: &str, notes: &mut Notes<'_>) -> Option<Vec<f64>> {
        self.expect(key, notes, "a list of numbers", |tree| match tree {
            Tree::List(items) => items.iter().map(Tree::number).collect(),
            _ => None,
        })
    }

    /// A list of texts.
    pub fn texts(&self, key: &str, notes: &mut Notes<'_>) -> Option<Vec<&'t str>> {
        self.expect(key, notes, "a list of texts", |tree| match tree {
            Tree::List(items) => items.iter().map(Tree::text).collect(),
            _ => None,
        })
    }

    /// The items of a list; none where it is absent.
    pub fn items(&self, key: &str, notes: &mut Notes<'_>) -> Vec<Node<'t>> {
        let list = |tree: &'t Tree<'t>| if let Tree::List(items) = tree { Some(items) } else { None };
        let path = self.path_of(key);
        let items = self.expect(key, notes, "a list", list).map(Vec::as_slice).unwrap_or_default();
        let node = |(index, tree)| {
            let mut path = path.clone();
            push_index(&mut path, index);
            Node { tree, path }
        };
        items.iter().enumerate().map(node).collect()
    }

    /// The fields of an object with their names; none where it is absent.
    pub fn entries(&self, key: &str, notes: &mut Notes<'_>) -> Vec<(&'t str, Node<'t>)> {
        let object = |tree: &'t Tree<'t>| if let Tree::Object(fields) = tree { Some(fields) } else { None };
        let path = self.path_of(key);
        let fields = self.expect(key, notes, "an object", object).map(Vec::as_slice).unwrap_or_default();
        let node = |(name, tree): &'t (Cow<'t, str>, Tree<'t>)| {
            let mut path = path.clone();
            push_key(&mut path, name);
            (&**name, Node { tree, path })
        };
        fields.iter().map(node).collect()
    }
}
