//! A page with all its slots: what every page carries, what its downloads are, and what is refused.

use std::collections::BTreeSet;

use foreboard::materials::Materials;
use foreboard::render::assets::assets;
use foreboard::render::page::{Kit, render_page};
use foreboard::render::template::Templates;
use foreboard::site::figure::{Figure, Histogram, Numbers, Plot};
use foreboard::site::link::{Link, Url};
use foreboard::site::page::{Definition, Slot, Slots, Span};
use foreboard::site::table::Align;

use super::{HOSTILE, MARK, Plain, assert_well_formed, column, frame, page, path, render, row, simple, words};

fn figure(name: &str, numbers: Numbers) -> Figure {
    let plot = Plot::Histogram(Histogram {
        bin_title: "level".into(),
        bins: vec![("0–1".into(), 3)],
        expected: 3.0,
        mark: MARK,
    });
    Figure {
        name: name.into(),
        title: "PIT <x>".into(),
        description: "Flat.".into(),
        caption: Some("A & B".into()),
        plot,
        numbers,
    }
}

const SAMPLE: &str = "{% extends \"base.html\" %}\n{% block content %}\n{% for name in [intro, line, prose, facts, board, plot, link, code] %}{{ name }}{% endfor %}\n\
                      {% for each in groups %}<h2>{{ each.title }}</h2>{{ each.board }}{% endfor %}\n{% endblock %}\n";

fn all_slots() -> Slots {
    let board = |name: &str| {
        let mut board = simple(vec![column("name", Align::Text)], vec![row(vec![words("a")])]);
        board.name = name.into();
        Slot::Table(Box::new(board))
    };
    let external = Link::External(Url::new("https://example.org/?a=1&b='2'").expect("an address"));
    Slots::from([
        ("intro", Slot::Text(HOSTILE[0].into())),
        (
            "line",
            Slot::Line(vec![
                Span::Text("x < y ".into()),
                Span::Strong("&".into()),
                Span::Math("\\alpha".into()),
                Span::Link("out".into(), external),
            ]),
        ),
        (
            "prose",
            Slot::Content(
                "about.md".into(),
                Slots::from([("rules", board("rules")), ("note", Slot::Text("<i>".into()))]),
            ),
        ),
        ("facts", Slot::Facts(vec![("Unit & scale".into(), vec![Span::Text("%".into())])])),
        ("board", board("board")),
        (
            "plot",
            Slot::Figure(Box::new(figure(
                "pit",
                Numbers::Own(Box::new(simple(vec![column("bin", Align::Text)], vec![row(vec![words("0–1")])]))),
            ))),
        ),
        ("link", Slot::Link("Data <here>".into(), Link::Page(path("data.html"), Some("cite".into())))),
        ("code", Slot::Code("a <b> && c".into())),
        ("groups", Slot::Many(vec![Slots::from([("title", Slot::Text("<h>".into())), ("board", board("inner"))])])),
    ])
}

#[test]
fn a_page_holds_its_slots_and_brings_its_downloads() {
    let files = render(&page("tasks/ili.html", all_slots()), SAMPLE).expect("a page");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let stems = ["board", "inner", "pit", "rules"];
    let expected: BTreeSet<String> =
        stems.iter().flat_map(|s| [format!("tasks/ili/{s}.csv"), format!("tasks/ili/{s}.json")]).collect();
    assert_eq!(
        names.iter().filter(|name| **name != "tasks/ili.html").map(|name| (*name).to_owned()).collect::<BTreeSet<_>>(),
        expected
    );
    assert_eq!(files["tasks/ili/board.csv"], "name\na\n");

    let html = &files["tasks/ili.html"];
    assert_well_formed(html.strip_prefix("<!DOCTYPE html>").expect("a doctype"));
    for part in [
        "<title>Task &lt;b&gt; · Flu &lt;watch&gt;</title>",
        "<meta name=\"description\" content=\"&quot;quoted&quot;\"/>",
        "<link rel=\"canonical\" href=\"https://example.org/flu/tasks/ili.html\"/>",
        "<li><a href=\"../index.html\">Overview</a></li>",
        "<h1>Task &lt;b&gt;</h1>",
        "&lt;img src=x onerror=alert(1)&gt;x &lt; y <strong>&amp;</strong><span class=\"katex\">\\alpha</span>",
        "<a href=\"https://example.org/?a=1&amp;b=&#39;2&#39;\" target=\"_blank\" rel=\"noopener\">out</a>",
        "[note=<p>&lt;i&gt;</p>\n]",
        "<div><dt>Unit &amp; scale</dt><dd>%</dd></div>",
        "<a href=\"../data.html#cite\">Data &lt;here&gt;</a>",
        "<code>a &lt;b&gt; &amp;&amp; c</code>",
        "<h2>&lt;h&gt;</h2><div class=\"table\">",
        "<p class=\"stamp\">data through 28 Nov 2026</p>",
        "<li>dataset 3f2c1ab</li>",
        "<a href=\"../data.html#recompute\">",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
    let mut ids: Vec<&str> = html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id twice");
}

#[test]
fn definitions_stand_at_the_anchors_that_heads_lead_to() {
    let term = Definition {
        anchor: "metric-crps".into(),
        term: "CRPS <y>".into(),
        lines: vec![vec![Span::Text("a & b ".into()), Span::Math("x".into())], vec![Span::Text("c".into())]],
    };
    let template = "{% extends \"base.html\" %}{% block content %}{{ terms }}{% endblock %}";
    let files = render(&page("methods.html", Slots::from([("terms", Slot::Definitions(vec![term]))])), template);
    let expected = "<dl class=\"definitions\">\n<div id=\"metric-crps\"><dt>CRPS &lt;y&gt;</dt>\n\
                    <dd>a &amp; b <span class=\"katex\">x</span></dd>\n<dd>c</dd>\n</div>\n</dl>";
    assert!(files.expect("a page")["methods.html"].contains(expected));
}

#[test]
fn every_page_carries_the_policy_and_nothing_inline() {
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";
    let html =
        render(&page("a/b/c.html", all_slots()), SAMPLE).expect("a page").remove("a/b/c.html").expect("the page");
    assert!(
        html.contains(&format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\"/>",
            policy.replace('\'', "&#39;")
        )),
        "{html}"
    );
    assert_eq!(html.matches("<script").count(), 1);
    assert!(html.contains("<script src=\"../../assets/site-") && !html.contains("<style"));
}

#[test]
fn the_section_of_a_page_is_marked_once() {
    let html = |at: &str| render(&page(at, all_slots()), SAMPLE).expect("a page").remove(at).expect("the page");
    assert!(html("methods.html").contains("<li><a href=\"methods.html\" aria-current=\"page\">Methods</a></li>"));
    let task = html("tasks/ili.html");
    assert!(task.contains("<li><a href=\"../methods.html\">Methods</a></li>"), "{task}");
}

#[test]
fn formulas_bring_their_style_sheet_and_pages_without_go_without() {
    let bare = "{% extends \"base.html\" %}{% block content %}{{ intro }}{% endblock %}";
    let template = |with: bool| {
        let mut materials = Materials::load(None, None, None).expect("materials");
        materials.templates.insert("sample.html".into(), bare.into());
        materials.assets.insert("katex/katex.css".into(), b".katex{}".to_vec());
        let templates = Templates::new(&materials.templates).expect("templates");
        let (links, files) = assets(&materials.assets, ".f1{top:1em}").expect("assets");
        let sheet = files.iter().find(|file| Some(&file.path) == links.math.as_ref()).expect("the style sheet");
        assert_eq!(sheet.bytes, b".katex{}\n.f1{top:1em}\n");
        let span = if with { Span::Math("x".into()) } else { Span::Text("class=\"katex".into()) };
        let page = page("index.html", Slots::from([("intro", Slot::Line(vec![span]))]));
        let kit = Kit { frame: &frame(), templates: &templates, prose: &Plain, links: &links };
        String::from_utf8(render_page(&page, &kit).expect("a page").remove(0).1).expect("text")
    };
    assert!(template(true).contains("<link rel=\"stylesheet\" href=\"assets/katex/katex-"));
    assert!(!template(false).contains("assets/katex/"));
}

#[test]
fn what_would_collide_on_a_page_is_refused_by_name() {
    let board = || Slot::Table(Box::new(simple(vec![column("name", Align::Text)], Vec::new())));
    let message = |slots: Slots| render(&page("index.html", slots), "x").expect_err("a collision").to_string();
    assert_eq!(
        message(Slots::from([("a", board()), ("b", board())])),
        "page `index.html` has two tables or figures called `board`"
    );
    assert_eq!(
        message(Slots::from([("page", board())])),
        "page `index.html` sets a slot called `page`, which every page has"
    );
    let lost = Slot::Figure(Box::new(figure("pit", Numbers::In("bord".into()))));
    assert_eq!(
        message(Slots::from([("a", board()), ("b", lost)])),
        "figure `pit` of page `index.html` is drawn from table `bord`, which the page does not have"
    );
}
