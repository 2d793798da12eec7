//! A template and its contents become a page's HTML. The only file that knows the template engine. An unknown name, a missing value and a number
//! that nobody set as text are errors; nothing unescaped gets through but what render made.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::ValueKind;
use minijinja::{AutoEscape, Environment, ErrorKind, Output, State, UndefinedBehavior, Value};

use super::escape::escaped;
use crate::error::{Error, Result};
use crate::tree::SitePath;

/// What a template can set.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// Text, escaped when it is printed.
    Text(String),
    /// HTML that render made.
    Html(String),
    /// A yes or no to branch on.
    Flag(bool),
    /// A list to loop over.
    List(Vec<Item>),
    /// Named items.
    Group(BTreeMap<String, Item>),
}

/// The templates, parsed.
#[derive(Debug)]
pub struct Templates {
    environment: Environment<'static>,
}

impl Templates {
    /// Parses every `.html` of the sources, named as within `site-templates`.
    pub fn new(sources: &BTreeMap<String, String>) -> Result<Self> {
        let mut environment = Environment::empty();
        // Only what decides looks: a filter that sorts, rounds or sums would let a template say something the results do not.
        environment.add_filter("length", minijinja::filters::length);
        environment.add_filter("first", minijinja::filters::first);
        environment.add_filter("last", minijinja::filters::last);
        environment.add_test("defined", minijinja::tests::is_defined);
        environment.add_test("undefined", minijinja::tests::is_undefined);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        // Without it a release build says only "undefined value", not which.
        environment.set_debug(true);
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_formatter(print);
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.map_err(|cause| Error::new("cannot set up templates").because(cause))?);
        for (name, source) in
            sources.iter().filter(|(name, _)| Path::new(name).extension().is_some_and(|it| it == "html"))
        {
            environment
                .add_template_owned(name.clone(), source.clone())
                .map_err(|cause| explain(&cause, "cannot parse a template"))?;
        }
        Ok(Self { environment })
    }

    /// Renders `<template>.html` for the page at a path.
    pub fn render(&self, template: &str, items: BTreeMap<String, Item>, page: &SitePath) -> Result<String> {
        let name = format!("{template}.html");
        let found = self.environment.get_template(&name).map_err(|_| {
            Error::new(format!("page `{page}` has no template: `site-templates/{name}` does not exist"))
                .hint("add the file to the templates folder, under this very name")
        })?;
        let context = Value::from(Item::Group(items));
        found.render(context).map_err(|cause| explain(&cause, &format!("cannot render page `{page}`")))
    }
}

impl From<Item> for Value {
    fn from(item: Item) -> Self {
        match item {
            Item::Text(text) => Self::from(text),
            Item::Html(html) => Self::from_safe_string(html),
            Item::Flag(flag) => Self::from(flag),
            Item::List(items) => items.into_iter().map(Self::from).collect(),
            Item::Group(items) => {
                items.into_iter().map(|(name, item)| (name, Self::from(item))).collect::<BTreeMap<_, _>>().into()
            }
        }
    }
}

fn print(out: &mut Output, _: &mut State, value: &Value) -> std::result::Result<(), minijinja::Error> {
    // What is left undefined here is the missing `else` of `{{ x if y }}`; any other was refused before.
    if value.is_undefined() {
        return Ok(());
    }
    match (value.as_str(), value.kind()) {
        (Some(html), _) if value.is_safe() => out.write_str(html)?,
        (Some(text), _) => out.write_str(&escaped(text))?,
        // `loop.index` and `list|length`: counts of things in sight.
        (None, ValueKind::Number) if value.is_integer() => write!(out, "{value}")?,
        (None, kind) => {
            let detail = format!("a {kind} cannot be printed, only text can");
            return Err(minijinja::Error::new(ErrorKind::InvalidOperation, detail));
        }
    }
    Ok(())
}

/// The error in the words of this program: which template, which line, the line itself, and through which templates it was reached.
fn explain(cause: &minijinja::Error, doing: &str) -> Error {
    let mut innermost = cause;
    let mut path = Vec::new();
    while let Some(inner) =
        std::error::Error::source(innermost).and_then(|inner| inner.downcast_ref::<minijinja::Error>())
    {
        path.push(place(innermost));
        innermost = inner;
    }
    let what = innermost.detail().map_or_else(|| innermost.kind().to_string(), str::to_owned);
    let mut message = format!("{doing}: {what}, in {}", place(innermost));
    for outer in path.iter().rev() {
        let _ = write!(message, ", reached from {outer}");
    }
    let error = Error::new(message);
    let error = match innermost.kind() {
        ErrorKind::UndefinedError => error.hint("set what the page provides, or ask first: `{% if name is defined %}`"),
        ErrorKind::UnknownFilter | ErrorKind::UnknownTest | ErrorKind::UnknownFunction => {
            error.hint("templates know the filters `length`, `first`, `last` and the tests `defined`, `undefined`")
        }
        ErrorKind::TemplateNotFound => {
            error.hint("templates are named as within `site-templates`, such as `partials/footer.html`")
        }
        _ => error,
    };
    match excerpt(innermost) {
        Some(excerpt) => error.excerpt(excerpt),
        None => error,
    }
}

fn place(error: &minijinja::Error) -> String {
    let name = error.name().map_or_else(|| "a template".to_owned(), |name| format!("`site-templates/{name}`"));
    error.line().map_or_else(|| name.clone(), |line| format!("{name} line {line}"))
}

fn excerpt(error: &minijinja::Error) -> Option<String> {
    let (source, line) = (error.template_source()?, error.line()?);
    let text = source.lines().nth(line - 1)?;
    let start: usize = source.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let range = error.range().unwrap_or(start..start);
    let before = text.get(..range.start.saturating_sub(start)).map_or(0, |before| before.chars().count());
    let within = source.get(range).map_or(1, |part| part.lines().next().unwrap_or_default().chars().count());
    let gutter = line.to_string();
    Some(format!(
        "{gutter} | {text}\n{} | {}{}",
        " ".repeat(gutter.len()),
        " ".repeat(before),
        "^".repeat(within.max(1)),
    ))
}
