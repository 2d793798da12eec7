//! A TOML text → tables that hand out typed values and remember every problem with its place. Knows nothing of what the keys mean.

use std::cell::RefCell;
use std::ops::Range;
use std::path::Path;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use toml::de::{DeTable, DeValue};

use crate::error::{Error, Exit};

/// A value and where it stands in the text.
pub(super) struct Spot<T> {
    pub(super) value: T,
    pub(super) span: Range<usize>,
}

/// Something wrong in the file.
struct Problem {
    span: Option<Range<usize>>,
    message: String,
    help: Option<String>,
}

/// Every problem found so far.
#[derive(Default)]
pub(super) struct Problems(RefCell<Vec<Problem>>);

impl Problems {
    /// Something is wrong at a place.
    pub(super) fn at(&self, span: &Range<usize>, message: impl Into<String>, help: Option<&str>) {
        self.push(Some(span.clone()), message.into(), help);
    }

    /// Something is wrong with the file as a whole.
    pub(super) fn whole(&self, message: impl Into<String>, help: Option<&str>) {
        self.push(None, message.into(), help);
    }

    fn push(&self, span: Option<Range<usize>>, message: String, help: Option<&str>) {
        self.0.borrow_mut().push(Problem { span, message, help: help.map(str::to_owned) });
    }

    /// One error that tells every problem in the order of the text; `None` where there is none.
    pub(super) fn into_error(self, text: &str, path: &Path) -> Option<Error> {
        let mut problems = self.0.into_inner();
        problems.sort_by_key(|problem| problem.span.as_ref().map_or(0, |span| span.start));
        let count = match problems.len() {
            0 => return None,
            1 => "a problem".to_owned(),
            several => format!("{several} problems"),
        };
        let path = path.display().to_string();
        let excerpts: Vec<String> = problems.iter().map(|problem| excerpt(problem, text, &path)).collect();
        let error = Error::new(format!("cannot use `{path}`: it has {count}"));
        Some(error.excerpt(excerpts.join("\n\n")).exit(Exit::Usage))
    }
}

fn excerpt(problem: &Problem, text: &str, path: &str) -> String {
    let title = Level::ERROR.primary_title(problem.message.as_str());
    let mut group = match &problem.span {
        Some(span) => title.element(
            Snippet::source(text).path(path).annotation(AnnotationKind::Primary.span(visible(span.clone(), text))),
        ),
        None => title.element(Origin::path(path)),
    };
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    Renderer::plain().decor_style(DecorStyle::Ascii).render(&[group])
}

/// The first line of a span: a caret under a whole table or list says no more, and takes the screen.
fn visible(span: Range<usize>, text: &str) -> Range<usize> {
    let end = text[span.clone()].find('\n').map_or(span.end, |length| span.start + length);
    span.start..end
}

/// The parsed tables of a text; syntax errors are problems, and leave nothing to read on.
pub(super) fn table<'a>(text: &'a str, problems: &Problems) -> Option<DeTable<'a>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let message = error.message().to_owned();
        match error.span().filter(|span| text.get(span.clone()).is_some()) {
            Some(span) => problems.at(&span, message, None),
            None => problems.whole(message, None),
        }
    }
    errors.is_empty().then(|| table.into_inner())
}

/// One table of the file.
pub(super) struct Section<'a> {
    name: &'a str,
    keys: &'a [&'a str],
    table: &'a DeTable<'a>,
    span: Option<Range<usize>>,
    problems: &'a Problems,
}

impl<'a> Section<'a> {
    /// A table that may hold `keys`; any other key is a problem, with the key or the place that was likely meant.
    pub(super) fn new(
        name: &'a str,
        places: &'a [(&'a str, &'a [&'a str])],
        table: &'a DeTable<'a>,
        span: Option<Range<usize>>,
        problems: &'a Problems,
    ) -> Self {
        let keys = places.iter().find(|place| place.0 == name).map_or(&[] as &[&str], |place| place.1);
        for key in table.keys() {
            let written: &str = key.get_ref();
            if keys.contains(&written) {
                continue;
            }
            let elsewhere = places.iter().find(|place| place.1.contains(&written));
            let meant = closest(written, keys);
            let message = match (meant, elsewhere) {
                (_, Some((place, _))) => format!("`{written}` does not stand in {name} but in {place}"),
                (Some(meant), None) => format!("unknown key `{written}`; did you mean `{meant}`?"),
                (None, None) => format!("unknown key `{written}`"),
            };
            let known = format!("{name} may hold {}", listed(keys));
            problems.at(&key.span(), message, (meant.is_none() && elsewhere.is_none()).then_some(known.as_str()));
        }
        Self { name, keys, table, span, problems }
    }

    /// A text, where given.
    pub(super) fn text(&self, key: &str) -> Option<Spot<&'a str>> {
        self.value(key).and_then(|value| text(&value, &format!("`{key}`"), self.problems))
    }

    /// A text that is not blank and on one line, where given.
    pub(super) fn line(&self, key: &str) -> Option<Spot<&'a str>> {
        let text = self.text(key)?;
        if text.value.trim().is_empty() {
            self.problems.at(&text.span, format!("`{key}` is empty"), None);
            return None;
        }
        if text.value.chars().any(char::is_control) {
            self.problems.at(&text.span, format!("`{key}` holds a line break or a control character"), None);
            return None;
        }
        Some(text)
    }

    /// Like [`Self::line`]; its absence is a problem.
    pub(super) fn required_line(&self, key: &str, help: &str) -> Option<Spot<&'a str>> {
        if !self.has(key) {
            self.missing(key, help);
        }
        self.line(key)
    }

    /// Whether the key is there, of whatever type.
    pub(super) fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// Says that a key is missing.
    pub(super) fn missing(&self, key: &str, help: &str) {
        let message = format!("{} lacks `{key}`", self.name);
        match &self.span {
            Some(span) => self.problems.at(span, message, Some(help)),
            None => self.problems.whole(message, Some(help)),
        }
    }

    /// A number, whole or not, where given.
    pub(super) fn number(&self, key: &str) -> Option<Spot<f64>> {
        self.value(key).and_then(|value| number(&value, &format!("`{key}`"), self.problems))
    }

    /// A whole number, where given.
    pub(super) fn whole_number(&self, key: &str) -> Option<Spot<i64>> {
        let Spot { value, span } = self.value(key)?;
        let parsed = value.as_integer().and_then(|whole| i64::from_str_radix(whole.as_str(), whole.radix()).ok());
        if parsed.is_none() {
            self.problems.at(&span, format!("`{key}` is a whole number, this is {}", described(value)), None);
        }
        parsed.map(|value| Spot { value, span })
    }

    /// The items of a list, where given.
    pub(super) fn list(&self, key: &str) -> Option<Spot<Vec<Spot<&'a DeValue<'a>>>>> {
        let Spot { value, span } = self.value(key)?;
        let Some(items) = value.as_array() else {
            self.problems.at(&span, format!("`{key}` is a list, this is {}", described(value)), None);
            return None;
        };
        let items = items.iter().map(|item| Spot { value: item.get_ref(), span: item.span() }).collect();
        Some(Spot { value: items, span })
    }

    /// A table within this one, where given.
    pub(super) fn table(&self, key: &str) -> Option<Spot<&'a DeTable<'a>>> {
        let value = self.value(key)?;
        table_of(&value, &format!("`{key}`"), self.problems)
    }

    fn value(&self, key: &str) -> Option<Spot<&'a DeValue<'a>>> {
        debug_assert!(self.keys.contains(&key), "`{key}` is not a key of {}", self.name);
        let (_, value) = self.table.iter().find(|(name, _)| name.get_ref() == key)?;
        Some(Spot { value: value.get_ref(), span: value.span() })
    }
}

/// The value as a table; anything else is a problem.
pub(super) fn table_of<'a>(
    value: &Spot<&'a DeValue<'a>>,
    name: &str,
    problems: &Problems,
) -> Option<Spot<&'a DeTable<'a>>> {
    let table = value.value.as_table();
    if table.is_none() {
        problems.at(&value.span, format!("{name} is a table, this is {}", described(value.value)), None);
    }
    table.map(|table| Spot { value: table, span: value.span.clone() })
}

/// The value as a text; anything else is a problem.
pub(super) fn text<'a>(value: &Spot<&'a DeValue<'a>>, name: &str, problems: &Problems) -> Option<Spot<&'a str>> {
    let text = value.value.as_str();
    if text.is_none() {
        let help = "put it in quotes";
        problems.at(&value.span, format!("{name} is a text, this is {}", described(value.value)), Some(help));
    }
    text.map(|text| Spot { value: text, span: value.span.clone() })
}

/// The value as a finite number; anything else is a problem.
pub(super) fn number(value: &Spot<&DeValue<'_>>, name: &str, problems: &Problems) -> Option<Spot<f64>> {
    let number = match value.value {
        DeValue::Integer(whole) => i64::from_str_radix(whole.as_str(), whole.radix()).ok().map(|whole| whole as f64),
        DeValue::Float(float) => float.as_str().parse::<f64>().ok().filter(|number| number.is_finite()),
        _ => None,
    };
    if number.is_none() {
        problems.at(&value.span, format!("{name} is a number, this is {}", described(value.value)), None);
    }
    number.map(|number| Spot { value: number, span: value.span.clone() })
}

/// The candidate that `written` was likely meant to be.
pub(super) fn closest<'a>(written: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let lower = written.to_lowercase().replace('-', "_");
    candidates
        .iter()
        .map(|&candidate| (strsim::damerau_levenshtein(&lower, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= 2.min(candidate.len() / 2))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Names in backticks, separated by commas.
pub(super) fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn described(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with decimals, or not finite",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
