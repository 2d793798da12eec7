//! Each slot of a page becomes what its template prints, and the files its downloads lead to. Prose comes through a door of three functions, so this
//! file knows neither Markdown nor mathematics.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::chart;
use super::escape::{escaped, push_escaped};
use super::table::{self, Rendered, Stand};
use super::template::Item;
use crate::error::{Error, Result};
use crate::site::figure::{Figure, Numbers};
use crate::site::link::Link;
use crate::site::page::{Definition, Download, Slot, Slots, Span};
use crate::tree::SitePath;

/// Longest table that is folded into its figure; a longer one is in the downloads.
const FOLDED_ROWS: usize = 60;

/// The door to prose. All three give HTML that is well-formed XML.
pub trait Prose: Sync {
    /// Markdown from the dataset.
    fn untrusted(&self, text: &str) -> Result<String>;
    /// A content file, its `{{ name }}` lines replaced by ready HTML.
    fn content(&self, name: &str, ready: &BTreeMap<&str, String>) -> Result<String>;
    /// A formula of our own, inline.
    fn math(&self, tex: &str) -> Result<String>;
}

/// What a page holds, ready for its template.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Blocks {
    /// An item a slot, under the slot's name.
    pub items: BTreeMap<String, Item>,
    /// The downloads of tables and figures.
    pub files: Vec<Download>,
}

/// The slots of a page.
pub fn blocks(slots: &Slots, stand: Stand, prose: &dyn Prose) -> Result<Blocks> {
    let page = stand.page;
    let mut shelf = Shelf { page, stand, prose, names: BTreeSet::new(), sources: Vec::new(), files: Vec::new() };
    let items = shelf.group(slots)?;
    if let Some((figure, table)) = shelf.sources.iter().find(|(_, table)| !shelf.names.contains(table)) {
        return Err(Error::new(format!(
            "figure `{figure}` of page `{page}` is drawn from table `{table}`, which the page does not have"
        ))
        .hint("put the table on the page, or give the figure numbers of its own"));
    }
    Ok(Blocks { items, files: shelf.files })
}

struct Shelf<'a> {
    page: &'a SitePath,
    stand: Stand<'a>,
    prose: &'a dyn Prose,
    names: BTreeSet<String>,
    /// Figures drawn from a table of the page, and that table's name.
    sources: Vec<(String, String)>,
    files: Vec<Download>,
}

impl Shelf<'_> {
    fn group(&mut self, slots: &Slots) -> Result<BTreeMap<String, Item>> {
        slots.iter().map(|(name, slot)| Ok(((*name).to_owned(), self.item(slot)?))).collect()
    }

    fn item(&mut self, slot: &Slot) -> Result<Item> {
        Ok(match slot {
            Slot::Text(text) => Item::Text(text.clone()),
            Slot::Many(groups) => {
                let groups: Result<Vec<Item>> = groups.iter().map(|group| self.group(group).map(Item::Group)).collect();
                Item::List(groups?)
            }
            Slot::Line(spans) => Item::Html(self.line(spans)?),
            Slot::Untrusted(text) => Item::Html(self.prose.untrusted(text)?),
            Slot::Content(name, inner) => {
                let ready: Result<BTreeMap<&str, String>> =
                    inner.iter().map(|(name, slot)| Ok((*name, self.html(slot, name)?))).collect();
                Item::Html(self.prose.content(name, &ready?)?)
            }
            Slot::Table(table) => {
                self.claim(&table.name)?;
                let rendered = table::table(table, self.stand)?;
                Item::Html(self.keep(rendered))
            }
            Slot::Figure(figure) => {
                self.claim(&figure.name)?;
                match &figure.numbers {
                    Numbers::Own(_) => self.claim(&folded(figure))?,
                    Numbers::In(name) => self.sources.push((figure.name.clone(), name.clone())),
                }
                let rendered = self::figure(figure, self.stand)?;
                Item::Html(self.keep(rendered))
            }
            Slot::Facts(facts) => Item::Html(self.facts(facts)?),
            Slot::Definitions(terms) => Item::Html(self.definitions(terms)?),
            Slot::Link(label, link) => Item::Html(self.link(label, link)),
            Slot::Code(code) => {
                Item::Html(format!("<pre class=\"code\" tabindex=\"0\"><code>{}</code></pre>\n", escaped(code)))
            }
        })
    }

    /// A slot within prose: what it prints, since no template stands between.
    fn html(&mut self, slot: &Slot, name: &str) -> Result<String> {
        match self.item(slot)? {
            Item::Html(html) => Ok(html),
            Item::Text(text) => Ok(format!("<p>{}</p>\n", escaped(&text))),
            Item::Flag(_) | Item::List(_) | Item::Group(_) => {
                Err(Error::new(format!("page `{}` sets groups at `{name}` within a content file", self.page))
                    .hint("a content file takes text, lines, tables, figures, facts, links and code; put groups into the template"))
            }
        }
    }

    /// Two things of one name would share an id and a download.
    fn claim(&mut self, name: &str) -> Result<()> {
        if self.names.insert(name.to_owned()) {
            return Ok(());
        }
        Err(Error::new(format!("page `{}` has two tables or figures called `{name}`", self.page))
            .hint("give each a name of its own: it is an id and the stem of the downloads"))
    }

    fn keep(&mut self, rendered: Rendered) -> String {
        self.files.extend(rendered.files);
        rendered.html
    }

    fn line(&self, spans: &[Span]) -> Result<String> {
        let mut html = String::new();
        for span in spans {
            match span {
                Span::Text(text) => push_escaped(&mut html, text),
                Span::Strong(text) => {
                    html.push_str("<strong>");
                    push_escaped(&mut html, text);
                    html.push_str("</strong>");
                }
                Span::Link(label, link) => html.push_str(&self.link(label, link)),
                Span::Math(tex) => html.push_str(&self.prose.math(tex)?),
            }
        }
        Ok(html)
    }

    fn link(&self, label: &str, link: &Link) -> String {
        let mut html = String::from("<a ");
        table::push_address(&mut html, link, self.page);
        html.push('>');
        push_escaped(&mut html, label);
        html.push_str("</a>");
        html
    }

    fn definitions(&self, terms: &[Definition]) -> Result<String> {
        let mut html = String::from("<dl class=\"definitions\">\n");
        for term in terms {
            let _ = writeln!(html, "<div id=\"{}\"><dt>{}</dt>", escaped(&term.anchor), escaped(&term.term));
            for line in &term.lines {
                let _ = writeln!(html, "<dd>{}</dd>", self.line(line)?);
            }
            html.push_str("</div>\n");
        }
        html.push_str("</dl>\n");
        Ok(html)
    }

    fn facts(&self, facts: &[(String, Vec<Span>)]) -> Result<String> {
        let mut html = String::from("<dl class=\"facts\">\n");
        for (label, spans) in facts {
            let _ = writeln!(html, "<div><dt>{}</dt><dd>{}</dd></div>", escaped(label), self.line(spans)?);
        }
        html.push_str("</dl>\n");
        Ok(html)
    }
}

fn figure(figure: &Figure, stand: Stand) -> Result<Rendered> {
    let page = stand.page;
    let id = escaped(&figure.name);
    let mut html = format!(
        "<figure class=\"figure\" id=\"{id}\">\n<figcaption id=\"{id}-caption\"><h3>{}</h3></figcaption>\n\
         <div class=\"plot\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{id}-caption\">{}</div>\n",
        escaped(&figure.title),
        chart::svg(figure, &figure.name),
    );
    if let Some(caption) = &figure.caption {
        let _ = writeln!(html, "<p class=\"note\">{}</p>", escaped(caption));
    }
    let mut files = Vec::new();
    match &figure.numbers {
        Numbers::Own(numbers) => {
            files = table::downloads(numbers, &figure.name, page)?;
            if numbers.bodies.iter().map(|body| body.rows.len()).sum::<usize>() <= FOLDED_ROWS {
                html.push_str("<details><summary>The numbers drawn</summary>\n");
                table::push_table(&mut html, numbers, &folded(figure), stand)?;
                html.push_str("</details>\n");
            }
            table::push_downloads(&mut html, numbers, &files, page);
        }
        Numbers::In(name) => {
            let _ = writeln!(
                html,
                "<p class=\"downloads\">Drawn from <a href=\"#{}\">the table of this page</a></p>",
                escaped(name)
            );
        }
    }
    html.push_str("</figure>\n");
    Ok(Rendered { html, files })
}

fn folded(figure: &Figure) -> String {
    format!("{}-numbers", figure.name)
}
