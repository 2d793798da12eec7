//! Rendering: pages, tables, templates and assets. Expected text is written by hand; downloads are read back by other parsers.

mod materials;
mod page;
mod table;
mod template;

use std::collections::BTreeMap;

use foreboard::error::Result;
use foreboard::materials::Materials;
use foreboard::render::assets::assets;
use foreboard::render::block::Prose;
use foreboard::render::page::{Kit, render_page};
use foreboard::render::table::{Rendered, Stand, table};
use foreboard::render::template::Templates;
use foreboard::site::mark::{Dash, Mark, Shape};
use foreboard::site::page::{Frame, Page, Slots};
use foreboard::site::table::{Align, Body, Cell, Column, Dress, Medium, Row, Table, Value};
use foreboard::tree::SitePath;
use quick_xml::events::Event;

const MARK: Mark = Mark { hue: 3, shape: Shape::Disc, dash: Dash::Solid };

/// Prose that shows what went in.
struct Plain;

impl Prose for Plain {
    fn untrusted(&self, text: &str) -> Result<String> {
        Ok(format!("<p>{}</p>", text.replace('&', "&amp;").replace('<', "&lt;")))
    }

    fn content(&self, name: &str, ready: &BTreeMap<&str, String>) -> Result<String> {
        let parts: Vec<String> = ready.iter().map(|(slot, html)| format!("[{slot}={html}]")).collect();
        Ok(format!("<p>{name}</p>{}", parts.concat()))
    }

    fn math(&self, tex: &str) -> Result<String> {
        Ok(format!("<span class=\"katex\">{tex}</span>"))
    }
}

fn path(text: &str) -> SitePath {
    SitePath::new(text).expect("a site path")
}

fn column(key: &str, align: Align) -> Column {
    Column { key: key.into(), label: key.to_uppercase(), definition: None, align, medium: Medium::Both, choice: false }
}

fn cell(text: &str, value: Value) -> Cell {
    Cell { text: text.into(), value, link: None, title: None, dress: Dress::Plain }
}

fn words(text: &str) -> Cell {
    cell(text, Value::Text(text.into()))
}

fn row(cells: Vec<Cell>) -> Row {
    Row { tied: false, cells }
}

fn simple(columns: Vec<Column>, rows: Vec<Row>) -> Table {
    Table {
        name: "board".into(),
        caption: "A board".into(),
        columns,
        bodies: vec![Body { heading: None, rows }],
        note: None,
        weighed: None,
    }
}

/// The table on a page of this path.
fn table_at(of: &Table, page: &str) -> foreboard::error::Result<Rendered> {
    table(of, Stand { page: &path(page), definitions: &path("methods.html") })
}

fn html(of: &Table) -> String {
    table_at(of, "tasks/ili.html").expect("a table").html
}

/// Every element closed, every attribute quoted and none that runs or styles, every entity known.
fn assert_well_formed(html: &str) {
    let mut reader = quick_xml::Reader::from_str(html);
    reader.config_mut().check_comments = true;
    loop {
        match reader.read_event() {
            Ok(Event::Eof) => break,
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                for attribute in tag.attributes() {
                    let attribute = attribute.unwrap_or_else(|error| panic!("{error} in {tag:?}"));
                    attribute.unescape_value().expect("an entity XML knows");
                    let key = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
                    assert!(key != "style" && !key.starts_with("on"), "{key} in {tag:?}");
                }
            }
            Ok(Event::GeneralRef(reference)) => {
                let name = String::from_utf8_lossy(&reference).into_owned();
                assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name.as_str()), "{name}");
            }
            Ok(_) => {}
            Err(error) => panic!("{error} at {}: {html}", reader.error_position()),
        }
    }
    let forbidden = |c: char| (c < ' ' && !"\t\n\r".contains(c)) || c == '\u{fffe}' || c == '\u{ffff}';
    assert!(!html.contains(forbidden));
}

const HOSTILE: [&str; 10] = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "\" onerror=\"alert(1)",
    "' style='x",
    "<1%",
    "A & B",
    "a\u{1}b\u{fffe}c\u{ffff}d\0e",
    "]]>",
    "<!--",
    "{{ page.title }}{% raw %}",
];

fn frame() -> Frame {
    Frame {
        title: "Flu <watch>".into(),
        description: "Forecasts & scores".into(),
        base_url: Some("https://example.org/flu/".into()),
        sections: vec![("Overview".into(), path("index.html")), ("Methods".into(), path("methods.html"))],
        definitions: path("methods.html"),
        data: path("data.html"),
        stamp: "data through 28 Nov 2026".into(),
        provenance: vec!["dataset 3f2c1ab".into()],
        licence: "CC BY 4.0".into(),
        updated: "2026-11-28".into(),
    }
}

fn page(at: &str, slots: Slots) -> Page {
    Page {
        path: path(at),
        template: "sample",
        title: "Task <b>".into(),
        description: "\"quoted\"".into(),
        trail: vec![("Overview".into(), path("index.html"))],
        slots,
    }
}

/// Renders with the built-in base and partials and the given page template.
fn render(page: &Page, template: &str) -> Result<BTreeMap<String, String>> {
    let mut materials = Materials::load(None, None, None)?;
    materials.templates.insert("sample.html".into(), template.into());
    let templates = Templates::new(&materials.templates)?;
    let (links, _) = assets(&materials.assets, "")?;
    let kit = Kit { frame: &frame(), templates: &templates, prose: &Plain, links: &links };
    let files = render_page(page, &kit)?;
    Ok(files.into_iter().map(|(path, bytes)| (path.to_string(), String::from_utf8(bytes).expect("text"))).collect())
}
