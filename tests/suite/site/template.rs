//! Templates: errors that say where and why, and text that no template can let through.

use std::collections::BTreeMap;

use foreboard::error::Report;
use foreboard::render::template::{Item, Templates};
use foreboard::site::page::{Slot, Slots};

use super::{page, path, render};

#[test]
fn template_errors_say_where_and_why() {
    let report = |template: &str| {
        let slots = Slots::from([("intro", Slot::Text("x".into())), ("groups", Slot::Many(Vec::new()))]);
        let error = render(&page("tasks/ili.html", slots), template).expect_err("an error");
        Report(&error).to_string()
    };
    let cases = [
        ("a\n{{ page.titel }}", "page `tasks/ili.html`", "line 2", "page.titel"),
        ("{% for x in grups %}{% endfor %}", "page `tasks/ili.html`", "line 1", "grups"),
        ("{{ intro|safe }}", "page `tasks/ili.html`", "line 1", "safe"),
        ("{{ groups }}", "page `tasks/ili.html`", "line 1", "a sequence cannot be printed"),
        ("{{ none }}", "page `tasks/ili.html`", "line 1", "a none cannot be printed"),
        ("{{ 0.1 + 0.2 }}", "page `tasks/ili.html`", "line 1", "a number cannot be printed"),
        ("{{ true }}", "page `tasks/ili.html`", "line 1", "a bool cannot be printed"),
        ("a\nb\n{% if %}", "cannot parse a template", "line 3", "{% if %}"),
        ("{% include \"partials/nil.html\" %}", "page `tasks/ili.html`", "line 1", "nil.html"),
    ];
    for (template, page, line, cause) in cases {
        let report = report(template);
        assert!(
            [page, "`site-templates/sample.html`", line, cause, "^"].iter().all(|part| report.contains(part)),
            "{template}: {report}"
        );
    }
}

#[test]
fn an_error_in_a_partial_names_the_partial_and_the_way_there() {
    let sources = BTreeMap::from([
        ("outer.html".to_owned(), "\n{% include \"partials/inner.html\" %}".to_owned()),
        ("partials/inner.html".to_owned(), "\n\n<p>{{ lost }}</p>".to_owned()),
    ]);
    let templates = Templates::new(&sources).expect("templates");
    let error = templates.render("outer", BTreeMap::new(), &path("index.html")).expect_err("an error");
    let report = Report(&error).to_string();
    assert!(
        report.contains(
            "in `site-templates/partials/inner.html` line 3, reached from `site-templates/outer.html` line 2"
        ),
        "{report}"
    );
    assert!(report.contains("3 | <p>{{ lost }}</p>\n  |       ^^^^"), "{report}");
    let missing = templates.render("hom", BTreeMap::new(), &path("index.html")).expect_err("no template");
    assert_eq!(missing.to_string(), "page `index.html` has no template: `site-templates/hom.html` does not exist");
}

#[test]
fn templates_escape_whatever_they_are_told() {
    let source = "{% autoescape false %}{{ text }}{% endautoescape %}{% macro m(x) %}{{ x }}{% endmacro %}{{ m(text) }}{{ text ~ '<' }}{% set y = text %}{{ y }}";
    let templates = Templates::new(&BTreeMap::from([("a.html".to_owned(), source.to_owned())])).expect("templates");
    let items = BTreeMap::from([("text".to_owned(), Item::Text("<b>\u{1}".into()))]);
    assert_eq!(
        templates.render("a", items, &path("a.html")).expect("html"),
        "&lt;b&gt;\u{fffd}&lt;b&gt;\u{fffd}&lt;b&gt;\u{fffd}&lt;&lt;b&gt;\u{fffd}"
    );
}
