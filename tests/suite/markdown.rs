//! Mathematics and Markdown: what an author writes, what a stranger writes, and what a reader's browser gets.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use foreboard::error::Report;
use foreboard::render::markdown::{
    Html, Trust, clean, content_to_html, formulas, untrusted_line_to_html, untrusted_to_html,
};
use foreboard::render::math::{Formula, Formulas, VERSION, refusal};
use quick_xml::Reader;
use quick_xml::events::Event;

fn content(text: &str) -> foreboard::error::Result<Html> {
    let set = Formulas::render(formulas(text, Trust::Content));
    content_to_html(text, "content/page.md", &set, &BTreeMap::from([("systems", "<table></table>".to_owned())]))
}

fn untrusted(text: &str) -> Html {
    let html = untrusted_to_html(text, "`tasks.json`", &Formulas::render(formulas(text, Trust::Untrusted)));
    parse(&html.html);
    html
}

fn line(text: &str) -> Html {
    let html = untrusted_line_to_html(text, "`tasks.json`", &Formulas::render(formulas(text, Trust::Untrusted)));
    parse(&html.html);
    html
}

/// Tags with their attributes, in order; panics where the text is not XML.
fn parse(html: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let rooted = format!("<root>{html}</root>");
    let mut reader = Reader::from_str(&rooted);
    let mut tags = Vec::new();
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error} in {html}")) {
            Event::Eof => return tags,
            Event::Start(tag) | Event::Empty(tag) => {
                let attributes = tag.attributes().map(|attribute| {
                    let attribute = attribute.unwrap_or_else(|error| panic!("{error} in {html}"));
                    let value = attribute.unescape_value().unwrap_or_else(|error| panic!("{error} in {html}"));
                    (String::from_utf8_lossy(attribute.key.as_ref()).into_owned(), value.into_owned())
                });
                tags.push((String::from_utf8_lossy(tag.name().as_ref()).into_owned(), attributes.collect()));
            }
            _ => {}
        }
    }
}

fn one(tex: &str) -> (Formulas, Formula) {
    let formula = Formula::display(tex);
    (Formulas::render(BTreeSet::from([formula.clone()])), formula)
}

#[test]
fn styles_and_fonts_are_those_of_the_engine() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/katex");
    let css = std::fs::read_to_string(folder.join("katex.css")).unwrap();
    assert!(
        css.contains(&format!(".katex-version:after{{content:\"{VERSION}\"}}")),
        "the style sheet is of another version"
    );
    let urls: BTreeSet<&str> = css.split("url(").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert_eq!(urls.len(), 20);
    for url in &urls {
        assert_eq!(Path::new(url).extension().and_then(|e| e.to_str()), Some("woff2"), "{url}");
        let font = std::fs::read(folder.join(url)).unwrap_or_else(|error| panic!("{url}: {error}"));
        assert!(font.starts_with(b"wOF2"), "{url} is no font");
    }
    assert_eq!(std::fs::read_dir(folder.join("fonts")).unwrap().count(), urls.len(), "a font that nothing uses");
}

const HARD: &[&str] = &[
    r"\tau = (y,\ \Delta,\ H,\ X,\ B)",
    r"\frac{2}{K} \sum_{k=1}^{K} \rho_{\tau_k}\bigl(y - \hat q_{\tau_k}\bigr)",
    r"\sqrt[3]{\frac{a}{b}}",
    r"\begin{array}{c|c} a & b \\ \hline c & d \end{array}",
    r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \\ 5 & 6 \\ 7 & 8 \end{pmatrix}",
    r"\textcolor{#1a2b3c}{x} + \colorbox{red}{y} + \fcolorbox{blue}{yellow}{z}",
    r"\underbrace{a+b}_{n} \xrightarrow{\text{to }\infty} \boxed{\cancel{c}} \tag{1}",
    r#"\widehat{abc} \overline{x} \vec v \text{quoted "' < \& > text}"#,
];

#[test]
fn classes_say_what_the_style_attributes_said() {
    let set = Formulas::render(HARD.iter().map(|tex| Formula::display(*tex)).collect());
    let sheet = set.stylesheet();
    let rules: BTreeMap<&str, String> = sheet
        .lines()
        .map(|rule| {
            let (class, rest) = rule[1..].split_once('{').unwrap();
            (class, rest.trim_end_matches('}').replace("!important", ""))
        })
        .collect();
    let mut styled = 0;
    for tex in HARD {
        let options = katex::Opts::builder().display_mode(true).build().unwrap();
        let plain = parse(&katex::render_with_opts(tex, &options).unwrap());
        let lifted = parse(set.html(&Formula::display(*tex)).unwrap());
        assert_eq!(plain.len(), lifted.len(), "{tex}");
        for ((name, mut before), (name_after, mut after)) in plain.into_iter().zip(lifted) {
            assert_eq!(name, name_after, "{tex}");
            assert_eq!(after.get("style"), None, "{tex}");
            if let Some(style) = before.remove("style") {
                styled += 1;
                let classes = after.remove("class").unwrap();
                let (others, own) = classes
                    .rsplit_once(' ')
                    .map_or((None, classes.as_str()), |(others, own)| (Some(others.to_owned()), own));
                assert_eq!(rules[own], style.trim_end_matches(';'), "{tex}");
                assert_eq!(before.remove("class"), others, "{tex}");
            }
            assert_eq!(before, after, "{tex}");
        }
    }
    assert!(100 < styled, "only {styled} styles met");
}

#[test]
fn the_same_formulas_give_the_same_bytes_in_any_company_and_on_any_thread() {
    let all: BTreeSet<Formula> = HARD.iter().map(|tex| Formula::display(*tex)).collect();
    let here = Formulas::render(all.clone());
    let there = std::thread::spawn(move || Formulas::render(all)).join().unwrap();
    assert_eq!(here, there);
    for tex in HARD {
        let (alone, formula) = one(tex);
        assert_eq!(alone.html(&formula), here.html(&formula));
        assert!(alone.stylesheet().lines().all(|rule| here.stylesheet().contains(rule)));
    }
}

#[test]
fn formulas_that_attack_are_refused_quickly_and_shown_as_source() {
    let doubling = format!(r"\def\x{{aa}}{}\x", r"\edef\x{\x\x}".repeat(15));
    let attacks = [
        doubling.as_str(),
        r"\let\a\b",
        r"\newcommand{\a}{b}",
        r"\csname def\endcsname",
        r"\global\long\def\a{}",
        r#"\includegraphics{x" onerror="alert(1)}"#,
        r"\href{JavaScript:alert(1)}{x}",
        r"\url{javascript:alert(1)}",
        r"\htmlData{a=b}{x}",
        r"\htmlStyle{color:red}{x}",
        r"\rule{900em}{900em}",
        r"\kern-900em x",
        r"\begin{matrix}a\\[-900em]b\end{matrix}",
        r"\begin{matrix}a\\ [-900em]b\end{matrix}",
        r"\raisebox{90em}{x}",
        r"\undefined",
        r"\color{red;background:url(x)}x",
    ];
    let long = "x".repeat(1_001);
    let deep = format!("{}x{}", "{".repeat(300), "}".repeat(300));
    let wide = format!(r"\begin{{matrix}}{}\end{{matrix}}", "&".repeat(900));
    for attack in attacks.into_iter().chain([long.as_str(), deep.as_str(), wide.as_str()]) {
        let text = format!("before ${attack}$ after");
        let started = Instant::now();
        let html = untrusted(&text);
        // The engine's start is paid by whoever comes first.
        assert!(started.elapsed() < Duration::from_secs(2), "{attack} took {:?}", started.elapsed());
        assert!(html.html.contains("<code class=\"formula-source\">$"), "{attack}: {}", html.html);
        assert!(!html.html.contains("katex"), "{attack}");
        assert_eq!(html.warnings.len(), 1, "{attack}: {:?}", html.warnings);
        assert!(html.warnings[0].starts_with("`tasks.json`: the formula `"), "{}", html.warnings[0]);
        for (name, attributes) in parse(&html.html) {
            assert!(name != "img" && !attributes.keys().any(|key| key.starts_with("on") || key == "href"), "{attack}");
        }
    }
    for honest in HARD {
        assert_eq!(refusal(honest), None, "{honest}");
    }
}

#[test]
fn what_passes_the_limits_is_set_in_bounded_time() {
    let costly = [
        "x".repeat(1_000),
        "x+".repeat(500),
        r"\neq".repeat(150),
        r"\widehat{x}".repeat(90),
        format!(r"\begin{{matrix}}{}\end{{matrix}}", "&".repeat(60)),
        format!("{}x{}", r"\hat{".repeat(12), "}^2".repeat(12)),
        format!("{}x{}", r"\underbrace{".repeat(12), "}_2".repeat(12)),
        format!("{}x{}", r"\mathchoice{x}{x}{x}{".repeat(12), "}".repeat(12)),
        format!(r"\begin{{array}}{{{}}}a\end{{array}}", "c|".repeat(470)),
    ];
    one("x");
    for tex in costly {
        let started = Instant::now();
        let html = untrusted(&format!("$${tex}$$"));
        assert!(html.html.len() < 45_000, "{tex} makes {} bytes", html.html.len());
        assert!(started.elapsed() < Duration::from_secs(5), "{tex} took {:?}", started.elapsed());
    }
}

#[test]
fn links_lead_only_where_a_reader_may_be_sent() {
    let bad = [
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "[x](java&#10;script:alert(1))",
        "[x](java&Tab;script:alert(1))",
        "[x](&#1;javascript:alert(1))",
        "[x](data:text/html,hi)",
        "[x](vbscript:x)",
        "[x](//evil.example/)",
        "[x](/&#92;evil.example/)",
        "[x](\\\\\\\\evil.example)",
        "[x](file:///etc/passwd)",
        "[x][y]\n\n[y]: javascript:alert(1)",
        "<javascript:x>",
    ];
    for text in bad {
        for html in [untrusted(text), line(text)] {
            assert!(!html.html.contains("<a"), "{text}: {}", html.html);
            assert!(html.html.contains('x'), "{text} lost its words: {}", html.html);
            assert_eq!(html.warnings.len(), 1, "{text}: {:?}", html.warnings);
        }
        assert!(content(text).is_err(), "{text}");
    }
    for (text, href, outside) in [
        ("[x](https://a.example/?b=1&c=2)", "https://a.example/?b=1&c=2", true),
        ("[x](HTTP://a.example)", "HTTP://a.example", true),
        ("[x](mailto:a@b.example)", "mailto:a@b.example", true),
        ("<a@b.example>", "mailto:a@b.example", true),
        ("[x](../data.html#top)", "../data.html#top", false),
        ("[x](#a:b)", "#a:b", false),
    ] {
        let tags = parse(&content(text).unwrap().html);
        let (_, link) = tags.iter().find(|(name, _)| name == "a").unwrap_or_else(|| panic!("{text}"));
        assert_eq!(link["href"], href);
        assert_eq!(link.get("target").map(String::as_str), outside.then_some("_blank"), "{text}");
        assert_eq!(link.get("rel").map(String::as_str), outside.then_some("noopener"), "{text}");
        // A dataset knows nothing of the site's own addresses: its relative links lose their address, its words stay.
        let stranger = untrusted(text);
        assert_eq!(stranger.html == content(text).unwrap().html, outside, "{text}");
        assert_eq!(stranger.html.contains("<a "), outside, "{text}");
        assert_eq!(stranger.warnings.len(), usize::from(!outside), "{text}");
    }
}

#[test]
fn a_stranger_can_neither_act_nor_load_nor_break_the_page() {
    let text = "<script>alert(1)</script>\n\n# Big {#main}\n\na <img src=x onerror=alert(1)> b ![alt](https://e.example/p.png) <!-- c -->\n\n```js\" onload=\"x\ncode\n```\n\n|a|b|\n|--|:-:|\n|1|2|\n\n[^1]\n\n[^1]: a note";
    let html = untrusted(text);
    let tags = parse(&html.html);
    let names: BTreeSet<&str> = tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        BTreeSet::from(["root", "p", "strong", "pre", "code", "table", "thead", "tbody", "tr", "th", "td"])
    );
    for (name, attributes) in &tags {
        for (key, value) in attributes {
            assert!(
                (key == "class" && value == "align-center") || (key == "scope" && value == "col"),
                "{name} {key}={value}"
            );
        }
    }
    for words in [
        "&lt;script&gt;",
        "<strong>Big {#main}</strong>",
        "&lt;img src=x onerror=alert(1)&gt;",
        "alt",
        "&lt;!-- c --&gt;",
    ] {
        assert!(html.html.contains(words), "{words} is missing in {}", html.html);
    }
    let names = parse(&line(text).html);
    assert_eq!(names.len(), 1, "blocks in a line: {names:?}");
}

#[test]
fn text_that_grows_without_measure_is_shown_as_source() {
    let table = format!("|{}\n|{}\n{}", "a|".repeat(3_000), "-|".repeat(3_000), "b\n".repeat(3_000));
    let quotes = ">".repeat(30_000);
    let lists = "- ".repeat(1_000) + "x";
    let long = "word ".repeat(20_000);
    for text in [&table, &quotes, &lists, &long] {
        let started = Instant::now();
        let html = untrusted(text);
        assert!(started.elapsed() < Duration::from_secs(3), "{:.20} took {:?}", text, started.elapsed());
        assert!(html.html.starts_with("<pre class=\"text-source\">"), "{text:.20}");
        assert!(html.html.len() < 200_000, "{}", html.html.len());
        assert!(html.warnings[0].starts_with("`tasks.json`: the text is shown as its source"), "{:?}", html.warnings);
    }
    let honest = "A paragraph with $x^2$ and *weight*.\n\n".repeat(40);
    assert!(untrusted(&honest).warnings.is_empty());
}

#[test]
fn characters_that_xml_forbids_are_replaced_everywhere() {
    let bad: String =
        (0..0x20_u8).map(char::from).filter(|c| !"\t\n\r".contains(*c)).chain(['\u{fffe}', '\u{ffff}']).collect();
    assert_eq!(clean(&bad), "\u{fffd}".repeat(31));
    assert_eq!(clean("a\tb\nc\rd é 😀"), "a\tb\nc\rd é 😀");
    let text = format!("a{bad}b `c{bad}d` &#1;&#xFFFE; [e](f \"&#2;\") $\\text{{{bad}}}$");
    for html in [untrusted(&text), line(&text), content(&text).unwrap()] {
        assert!(!html.html.contains(|c: char| bad.contains(c)), "{:?}", html.html);
        assert!(html.html.contains('\u{fffd}'));
    }
}

#[test]
fn prices_stay_text_and_formulas_stay_formulas() {
    for price in [
        "costs $5 and $10",
        "$20,000 and $30,000",
        "costs $5 ($6 with tax)",
        "US$5 vs US$6",
        "$5-$10",
        "a $5/$6 split",
        r"\$5",
    ] {
        let html = content(price).unwrap().html;
        assert!(!html.contains("katex") && html.contains("$5") | html.contains("$20,000"), "{price}: {html}");
        assert!(!untrusted(price).html.contains("katex"), "{price}");
    }
    // Between two readings the author decides; a stranger's dollars are money.
    let doubtful = content("line\n\ncosts $5, and 10$ more").unwrap();
    assert!(doubtful.html.contains("katex"));
    assert_eq!(doubtful.warnings.len(), 1);
    assert!(
        doubtful.warnings[0].starts_with("`content/page.md:3`: ") && doubtful.warnings[0].contains(r"\$"),
        "{:?}",
        doubtful.warnings
    );
    assert!(!untrusted("costs $5, and 10$ more").html.contains("katex"));
    for formula in [r"$0.1, 0.2, \dots, 0.9$", "$K$", "$5$", r"($x_i<y$)", "$a\n+b$", r"$\text{a $b$ c}$"] {
        let html = content(formula).unwrap();
        assert!(html.html.contains("class=\"katex\"") && html.warnings.is_empty(), "{formula}: {html:?}");
        assert!(untrusted(formula).html.contains("class=\"katex\""), "{formula}");
    }
    assert!(!content("`$x$` and\n\n```\n$y$\n```").unwrap().html.contains("katex"));
}

#[test]
fn what_an_author_probably_did_not_mean_is_warned_of_with_its_line() {
    for (text, start) in [
        ("a\n\nit is US$5 vs US$6 now", "`content/page.md:3`: `$5 vs US$`"),
        ("a\nb \\(x^2\\) c", "`content/page.md:2`: `\\(`"),
        ("\\[x^2\\]", "`content/page.md:1`: `\\[`"),
        ("|a|b|\n|-|-|\n|c|$|x|$|", "`content/page.md:3`: a table row has a `$`"),
    ] {
        let warnings = content(text).unwrap().warnings;
        assert!(warnings.len() == 1 && warnings[0].starts_with(start), "{text}: {warnings:?}");
    }
    let fine = "a \\[link\\](x) no\n\n|a|b|\n|-|-|\n|\\$5|$x$|\n\n`\\(x\\)` (y) [z](w)\n\n    \\(x\\)";
    assert_eq!(content("|a|\n|-|\n|\\$5|\n\n`\\(x\\)` (y) [z](w)").unwrap().warnings, Vec::<String>::new());
    assert_eq!(content(fine).unwrap().warnings.len(), 1);
}

#[test]
fn every_fault_of_a_file_is_reported_with_its_place() {
    let text = "# A {#one}\n\nfine $x$, bad $a + \\foo$ here\n\n> quoted $\\bar$\n\n$$\n\\frac{a\n$$\n\n## B {#one}\n\n{{ nothing }}\n\nwords\n{{ systems }}\n";
    let error = content(text).unwrap_err();
    assert!(error.to_string().ends_with("undefined control sequence: \\foo, and 5 more faults"), "{error}");
    let report = Report(&error).to_string();
    for words in [
        "content/page.md:3:20",
        "^^^^ undefined control sequence",
        "content/page.md:5:15",
        "content/page.md:7:1",
        "no formula starts here",
        "content/page.md:11:1",
        "the id `one` is given twice",
        "content/page.md:13:1",
        "there is no table `nothing`; known are: systems",
        "content/page.md:15:1",
        "empty line before and after",
    ] {
        assert!(report.contains(words), "`{words}` is missing in\n{report}");
    }
    assert!(!report.contains('\u{1b}') && !report.contains('\u{332}'), "{report}");
}

#[test]
fn raw_html_of_content_stays_and_must_be_well_formed() {
    let html = content("<div class=\"a\">\n\n*b* <br/> c\n\n</div>").unwrap().html;
    assert!(html.contains("<div class=\"a\">") && html.contains("<em>b</em> <br/> c"), "{html}");
    for text in ["a <br> b", "<p>x", "<i title=x>y</i>", "<div>\na &nbsp; b\n</div>"] {
        let error = content(text).unwrap_err();
        assert!(error.to_string().starts_with("the raw HTML of `content/page.md` is not well-formed"), "{error}");
    }
    parse(&content("a  \nb\n\n---\n\n3. x\n4. y\n\n![i](j.png)\n\nA[^n]\n\n[^n]: note\n\nt\n: d\n\n|a|\n|-:|\n|~~b~~ & &copy;|").unwrap().html);
}

#[test]
fn headings_have_ids_that_are_unique_and_stay() {
    let page =
        content("# Same\n\n## Same\n\n## Given {#same-2}\n\n### *Two* $x$ `code`\n\n## Ünï\n\n## 3 ways\n\n# !\n")
            .unwrap();
    let got: Vec<(u8, &str, &str)> = page.headings.iter().map(|h| (h.level, h.id.as_str(), h.text.as_str())).collect();
    assert_eq!(
        got,
        [
            (1, "same", "Same"),
            (2, "same-3", "Same"),
            (2, "same-2", "Given"),
            (3, "two-x-code", "Two x code"),
            (2, "n", "Ünï"),
            (2, "section-3-ways", "3 ways"),
            (1, "section", "!"),
        ]
    );
    for heading in &page.headings {
        assert!(page.html.contains(&format!("<h{} id=\"{}\">", heading.level, heading.id)), "{}", page.html);
    }
}

#[test]
fn a_placeholder_takes_its_table_and_only_there() {
    let page = content("a\n\n{{ systems }}\n\nb `{{ systems }}`\n\n    {{ systems }}\n").unwrap().html;
    assert_eq!(page.matches("<table></table>").count(), 1, "{page}");
    assert_eq!(page.matches("{{ systems }}").count(), 2, "{page}");
    assert!(page.contains("<p>a</p>\n<table></table>\n<p>b"), "{page}");
    assert!(untrusted("{{ systems }}").html.contains("{{ systems }}"));
    assert!(!untrusted("<!--table systems-->").html.contains("<table"));
}

#[test]
fn a_formula_that_nobody_collected_is_a_fault_and_not_a_gap() {
    let error = content_to_html("$x$", "a.md", &Formulas::default(), &BTreeMap::new()).unwrap_err();
    assert!(error.to_string().starts_with("`a.md:1:1`: the formula was not collected"), "{error}");
    let html = untrusted_to_html("$x$", "`b`", &Formulas::default());
    assert!(html.html.contains("$x$") && html.warnings.len() == 1);
}

#[test]
fn the_content_of_the_default_site_builds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("content");
    let names =
        ["timing", "kinds", "continual_note", "systems", "metrics", "rules", "domains", "drivers", "provenance"];
    let ready: BTreeMap<&str, String> = names.iter().map(|name| (*name, format!("<div>table {name}</div>"))).collect();
    let methods = std::fs::read_to_string(folder.join("methods.md")).unwrap();
    let set = Formulas::render(formulas(&methods, Trust::Content));
    let page = content_to_html(&methods, "content/methods.md", &set, &ready)
        .unwrap_or_else(|error| panic!("{}", Report(&error)));
    assert_eq!(page.warnings, Vec::<String>::new());
    let sections: Vec<&str> = page.headings.iter().filter(|h| h.level == 2).map(|h| h.id.as_str()).collect();
    assert_eq!(sections, ["definition", "protocol", "continual", "systems", "scoring", "taxonomy", "data"]);
    for name in names {
        assert_eq!(page.html.matches(&format!("<div>table {name}</div>")).count(), 1, "{name}");
    }
    assert!(!page.html.contains("style=") && !page.html.contains('$'), "a style or a dollar is left");
    parse(&page.html);
    let about = std::fs::read_to_string(folder.join("about.md")).unwrap();
    let page = content_to_html(&about, "content/about.md", &Formulas::default(), &BTreeMap::new()).unwrap();
    assert!(page.html.starts_with("<p>") && page.html.matches("<p>").count() == 1);
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 150, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_becomes_xml_without_a_way_to_act(parts in proptest::collection::vec(proptest::sample::select(PARTS), 0..24)) {
        let text = parts.concat();
        for html in [untrusted(&text), line(&text)] {
            for (name, attributes) in parse(&html.html) {
                proptest::prop_assert!(!["script", "img", "iframe", "h1", "style"].contains(&name.as_str()), "{}", text);
                proptest::prop_assert!(!attributes.keys().any(|key| key.starts_with("on") || key == "style" || key == "id"), "{}", text);
                proptest::prop_assert!(attributes.get("href").is_none_or(|href| !href.contains("script")), "{}", text);
            }
        }
        // Content may be refused, in words, but never by a panic.
        if let Err(error) = content(&text) {
            proptest::prop_assert!(error.to_string().contains("content/page.md"), "{}", error);
        }
    }
}

const PARTS: &[&str] = &[
    "a",
    " ",
    "\n",
    "\n\n",
    "$",
    "$$",
    "$x^2$",
    "\\",
    "\\frac{",
    "{",
    "}",
    "|",
    "|a|b|\n|-|-:|\n",
    "# ",
    "{#x}",
    "> ",
    "- ",
    "1. ",
    "```",
    "`",
    "*",
    "**",
    "~~",
    "[",
    "](",
    ")",
    "javascript:alert(1)",
    "<script>",
    "</script>",
    "<img src=x onerror=y>",
    "<!--",
    "-->",
    "&#1;",
    "&amp;",
    "\u{1}",
    "\u{fffe}",
    "é",
    "😀",
    "![",
    "[^1]",
    "[^1]: ",
    ": d",
    "{{ systems }}",
    "{{ x }}",
    "<https://a.example>",
    "5",
    "\t",
    "<div style=\"x\">",
    "---",
    "\r",
];
