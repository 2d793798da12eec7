//! All prose of a site, rendered once: formulas are collected from every text first, set on one thread, and then looked up.

use std::collections::{BTreeMap, BTreeSet};

use super::block::Prose;
use super::markdown::{Heading, Trust, content_to_html, escape, formulas, untrusted_to_html};
use super::math::{Formula, Formulas};
use crate::error::{Error, Result};

/// Fewer sections than this need no table of contents.
const SECTIONS: usize = 4;

/// A text of the dataset with the words that say where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage<'a> {
    /// Where it stands, for warnings.
    pub origin: &'a str,
    /// The Markdown.
    pub text: &'a str,
}

/// The door to prose for all pages of a site.
#[derive(Debug)]
pub struct Library<'a> {
    content: &'a BTreeMap<String, String>,
    formulas: Formulas,
    untrusted: BTreeMap<&'a str, String>,
    warnings: Vec<String>,
}

impl<'a> Library<'a> {
    /// Renders every passage, and every formula of content, passages and `own` formulas.
    pub fn new(content: &'a BTreeMap<String, String>, passages: &[Passage<'a>], own: &[&str]) -> Self {
        let mut found: BTreeSet<Formula> = own.iter().map(|tex| Formula::inline(*tex)).collect();
        found.extend(content.values().flat_map(|text| formulas(text, Trust::Content)));
        found.extend(passages.iter().flat_map(|passage| formulas(passage.text, Trust::Untrusted)));
        let formulas = Formulas::render(found);
        let mut untrusted = BTreeMap::new();
        let mut warnings = BTreeSet::new();
        for passage in passages {
            let rendered = untrusted_to_html(passage.text, passage.origin, &formulas);
            warnings.extend(rendered.warnings.iter().map(ToString::to_string));
            untrusted.insert(passage.text, rendered.html);
        }
        Self { content, formulas, untrusted, warnings: warnings.into_iter().collect() }
    }

    /// The style sheet that the formulas need.
    pub fn stylesheet(&self) -> String {
        self.formulas.stylesheet()
    }

    /// What is odd in the passages, sorted.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

impl Prose for Library<'_> {
    fn untrusted(&self, text: &str) -> Result<String> {
        self.untrusted
            .get(text)
            .cloned()
            .ok_or_else(|| Error::new("a page shows a text of the dataset that the plan did not announce"))
    }

    fn content(&self, name: &str, ready: &BTreeMap<&str, String>) -> Result<String> {
        let text = self.content.get(name).ok_or_else(|| {
            Error::new(format!("there is no `content/{name}`"))
                .hint("it belongs to the built-in content; an override must keep its name")
        })?;
        let page = content_to_html(text, &format!("content/{name}"), &self.formulas, ready)?;
        Ok(contents(&page.headings) + &page.html)
    }

    fn math(&self, tex: &str) -> Result<String> {
        let formula = Formula::inline(tex);
        self.formulas
            .html(&formula)
            .map(str::to_owned)
            .map_err(|fault| Error::new(format!("cannot set the formula `{tex}`")).because(fault.message))
    }
}

/// The table of contents of a long text: its sections, by their headings.
fn contents(headings: &[Heading]) -> String {
    let sections: Vec<&Heading> = headings.iter().filter(|heading| heading.level == 2).collect();
    if sections.len() < SECTIONS {
        return String::new();
    }
    let mut html = String::from("<nav class=\"toc\" aria-label=\"On this page\">\n<ul>\n");
    for heading in sections {
        html.push_str(&format!("<li><a href=\"#{}\">{}</a></li>\n", escape(&heading.id), escape(&heading.text)));
    }
    html.push_str("</ul>\n</nav>\n");
    html
}
