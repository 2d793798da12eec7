//! Each rule of the checks has a site that breaks it, found at the right place, beside a good site in which nothing is found. Links are judged a second time by
//! a crawl of four simulated hosts, with another parser.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Instant;

use foreboard::check::{self, Finding, Severity};
use foreboard::render::hosting::{self, BuildFacts};
use foreboard::site::page::Frame;
use foreboard::tree::{SitePath, Tree};
use quick_xml::events::Event;

const PAGE: &str = r##"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'">
<title>Load &amp; price</title>
<link rel="canonical" href="https://bench.example/tasks/load.html">
<link rel="stylesheet" href="../assets/site.css">
<script src="../assets/site.js" defer></script>
</head>
<body>
<h1 id="load">Load</h1>
<p>See <a href="../index.html#top">home</a>, <a href="#load">here</a>, <a href="load.csv" download>numbers</a>.</p>
<p><a href="https://huggingface.co/x/y" target="_blank" rel="noopener">data</a> &nbsp;<a href="mailto:a@b.example">mail</a></p>
<svg viewBox="0 0 10 10" role="img" aria-labelledby="t1"><title id="t1">Load</title><defs><clipPath id="c"><path d="M0 0"/></clipPath></defs><g clip-path="url(#c)"/></svg>
<table><tr><td>0.3</td><td><code>NaN</code></td><td><img src="load.svg" alt="x"></td></tr></table>
<label for="q">Find</label><input id="q" type="search" autofocus>
<script type="application/json">{"a":"\u003c"}</script>
</body>
</html>
"##;

fn page(at: &str, title: &str) -> String {
    let up = "../".repeat(at.matches('/').count());
    format!(
        "{}<title>{title}</title><link rel=\"canonical\" href=\"https://bench.example/{at}\"></head>\n<body><h1>{title}</h1><p><a href=\"{up}tasks/load.html\">t</a> <a href=\"{up}index.html\">i</a> <a href=\"{up}tasks/load/2026-11-28.html\">d</a></p></body></html>",
        PAGE.split("<title>").next().unwrap()
    )
}

fn path(text: &str) -> SitePath {
    SitePath::new(text).unwrap()
}

/// The good site with one file replaced or added.
fn site(changed: &str, bytes: impl Into<Vec<u8>>) -> Tree {
    let mut bytes = Some(bytes.into());
    let mut tree = Tree::default();
    let files = [
        ("assets/site.css", "@import 'more.css'; @font-face { src: url(\"a.woff2\") } b { background: url(data:image/png;base64,AA) }".to_owned()),
        ("assets/more.css", "/* url(x) */ a::after { content: 'url(y)' }".to_owned()),
        ("assets/a.woff2", "wOF2".to_owned()),
        ("assets/site.js", "'use strict';".to_owned()),
        ("index.html", page("index.html", "Home")),
        ("404.html", page("404.html", "Not found")),
        ("tasks/load.html", PAGE.to_owned()),
        ("tasks/load/2026-11-28.html", page("tasks/load/2026-11-28.html", "Day")),
        ("tasks/load.csv", "system,score\nabc,-0.3\n'=x,+1e5\n".to_owned()),
        ("tasks/load.json", "[1.5]".to_owned()),
        ("tasks/load.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><g id=\"a\"/><use href=\"#a\"/><text>é &lt;1%</text></svg>".to_owned()),
        ("feed.xml", "<?xml version=\"1.0\"?><feed><link rel=\"self\" href=\"https://bench.example/feed.xml\"/><entry><link href=\"https://bench.example/tasks/load.html#load\"/></entry></feed>".to_owned()),
        ("sitemap.xml", "<urlset><url><loc>https://bench.example/</loc></url><url><loc>https://bench.example/tasks/load.html</loc></url><url><loc>https://bench.example/tasks/load/2026-11-28.html</loc></url></urlset>".to_owned()),
    ];
    for (name, text) in files {
        let text = if name == changed { bytes.take().unwrap() } else { text.into_bytes() };
        tree.insert(path(name), text).unwrap();
    }
    if let Some(bytes) = bytes {
        tree.insert(path(changed), bytes).unwrap();
    }
    tree
}

fn lines(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

/// Replaces in the task page; expects the findings as `line:code`.
#[track_caller]
fn bad_page(from: &str, to: &str, expected: &[&str]) {
    assert!(PAGE.contains(from), "{from}");
    let findings = check::check(&site("tasks/load.html", PAGE.replacen(from, to, 1)));
    let found: Vec<String> =
        findings.iter().map(|f| format!("{}:{}", f.place.map_or(0, |place| place.line), f.code)).collect();
    assert_eq!(found, expected, "{to}\n{:#?}", lines(&findings));
    assert!(findings.iter().all(|finding| finding.path.as_str() == "tasks/load.html"));
}

/// Puts a file into the good site; expects its findings as they are printed, up to the message.
#[track_caller]
fn bad_file(name: &str, bytes: impl Into<Vec<u8>>, expected: &[&str]) {
    let findings = lines(&check::check(&site(name, bytes)));
    let heads: Vec<&str> = findings.iter().map(|line| line.split("]: ").next().unwrap()).collect();
    assert_eq!(heads, expected, "{findings:#?}");
}

#[test]
fn a_good_site_has_no_findings() {
    assert_eq!(lines(&check::check(&site("tasks/load.html", PAGE))), Vec::<String>::new());
}

#[test]
fn links_that_break_on_some_host_are_found() {
    bad_page("#load\">here", "#lod\">here", &["13:dead-anchor"]);
    bad_page("../index.html#top", "../home.html", &["13:dead-link"]);
    bad_page("../index.html#top", "../Index.html", &["13:dead-link"]);
    bad_page("../index.html#top", "load", &["13:uncertain-link"]);
    bad_page("../index.html#top", "load/", &["13:uncertain-link"]);
    bad_page("../index.html#top", "..", &["13:uncertain-link"]);
    bad_page("../index.html#top", "/index.html", &["13:uncertain-link"]);
    bad_page("../index.html#top", "../../index.html", &["13:uncertain-link"]);
    bad_page("../index.html#top", "", &["13:uncertain-link"]);
    bad_page("../index.html#top", "..\\index.html", &["13:uncertain-link"]);
    bad_page("../index.html#top", "%2e%2e/index.html", &[]);
    bad_page("../index.html#top", "?sort=crps", &[]);
    bad_page("src=\"load.svg\"", "src=\"lod.svg\"", &["16:dead-link"]);
    bad_page("src=\"load.svg\"", "src=\"load.svg\" srcset=\"load.svg 1x, big.svg 2x\"", &["16:dead-link"]);
    bad_page("<g clip-path=\"url(#c)\"/>", "<use href=\"load.svg#b\"/>", &["15:dead-anchor"]);
    bad_page("url(#c)", "url(#d)", &["15:dead-id"]);
    bad_page(
        "href=\"https://bench.example/tasks/load.html\"",
        "href=\"https://bench.example/load.html\"",
        &["7:wrong-address"],
    );
}

#[test]
fn foreign_and_unsafe_addresses_are_found() {
    for address in [
        "javascript:alert(1)",
        "JaVaScRiPt:x",
        "&#106;avascript:x",
        "java&#10;script:x",
        " javascript:x",
        "vbscript:x",
        "data:text/html,x",
    ] {
        bad_page("../index.html#top", address, &["13:unsafe-link"]);
    }
    for address in
        ["https://cdn.example/x.svg", "http://cdn.example/x.svg", "//cdn.example/x.svg", "HTTPS://cdn.example/x"]
    {
        bad_page("src=\"load.svg\"", &format!("src=\"{address}\""), &["16:foreign-load"]);
    }
    bad_page("../assets/site.js", "https://cdn.example/site.js", &["9:foreign-load"]);
    bad_page("../assets/site.css", "https://cdn.example/site.css", &["8:foreign-load"]);
    bad_page(" target=\"_blank\" rel=\"noopener\"", "", &["14:framed-link"]);
    bad_page(" rel=\"noopener\"", "", &["14:no-noopener"]);
    bad_page("https://huggingface.co/x/y\" target=\"_blank\" rel=\"noopener\"", "https://notthehub.example/\"", &[]);
    bad_page("<label", "<form action=\"https://x.example\"></form><label", &["17:unsafe-link"]);
}

#[test]
fn markup_that_is_not_well_formed_is_found() {
    bad_page("</code>", "", &["16:malformed"]);
    bad_page("<h1 id=\"load\">", "<h1 id=load>", &["12:malformed"]);
    bad_page("<h1 id=\"load\">", "<h1 id=\"load\" id=\"x\">", &["12:malformed"]);
    bad_page("<h1 id=\"load\">", "<h1 id=\"load\"class=\"x\">", &["12:malformed"]);
    bad_page("Find</label>", "A & B</label>", &["17:malformed"]);
    bad_page("Find</label>", "p <1%</label>", &["17:malformed"]);
    bad_page("Find</label>", "&#1;</label>", &["17:malformed"]);
    bad_page("Find</label>", "<b/></label>", &["17:malformed"]);
    bad_page("Find</label>", "<br/><br></label>", &[]);
    bad_page("</body>", "</body></div>", &["19:malformed"]);
    bad_page("</label>", "</label><!-- x", &["2:malformed", "11:malformed", "17:dead-id", "17:malformed"]);
    bad_page("<p>See", "<p><div>x</div>See", &["13:bad-nesting"]);
    bad_page(">home<", "><a href=\"load.csv\">x</a><", &["13:bad-nesting"]);
    bad_page("<!doctype html>", "<!-- x -->", &["1:no-doctype"]);
}

#[test]
fn a_page_without_its_frame_is_found() {
    bad_page(" lang=\"en\"", "", &["2:no-lang"]);
    bad_page("<meta charset=\"utf-8\">", "", &["1:no-charset"]);
    bad_page("Load &amp; price", " ", &["1:no-title"]);
    bad_page("<h1 id=\"load\">Load</h1>", "<h2 id=\"load\">Load</h2>", &["1:one-heading"]);
    bad_page("<label", "<h1>x</h1><label", &["17:one-heading"]);
    bad_page("script-src 'self'", "script-src 'self' 'unsafe-inline'", &["5:weak-policy"]);
    bad_page(
        "http-equiv=\"Content-Security-Policy\"",
        "name=\"x\"",
        &["1:no-policy", "8:late-policy", "9:late-policy"],
    );
    bad_page(" alt=\"x\"", "", &["16:no-alt"]);
}

#[test]
fn inline_code_is_found() {
    bad_page("<h1 id=\"load\">", "<h1 id=\"load\" style=\"color:red\">", &["12:inline-style"]);
    bad_page("<label", "<style>a{}</style><label", &["17:inline-style"]);
    bad_page("<label", "<script>if (a < b) alert('</p>')</script><label", &["17:inline-script"]);
    bad_page("<h1 id=\"load\">", "<h1 id=\"load\" onclick=\"x()\">", &["12:inline-script"]);
    bad_page("alt=\"x\"", "alt=\"x\" onerror=\"x()\"", &["16:inline-script"]);
    bad_page("\\u003c", "<b>", &["18:open-island"]);
    bad_page("{\"a\"", "{a", &["18:bad-json"]);
}

#[test]
fn ids_are_unique_and_exist() {
    bad_page("for=\"q\"", "for=\"r\"", &["17:dead-id"]);
    bad_page("aria-labelledby=\"t1\"", "aria-labelledby=\"t1 t2\"", &["15:dead-id"]);
    bad_page("id=\"q\"", "id=\"load\"", &["17:dead-id", "17:duplicate-id"]);
    bad_page("id=\"q\"", "id=\"q r\"", &["17:dead-id", "17:bad-id"]);
}

#[test]
fn values_that_are_no_words_are_found() {
    for word in ["NaN", "-Infinity", "inf", "undefined", "null", "None", " NaN\n"] {
        bad_page("<td>0.3</td>", &format!("<td>{word}</td>"), &["16:stray-value"]);
    }
    bad_page("<td>0.3</td>", "<td>None of the systems, nulls and NaNs</td>", &[]);
    bad_page("<td>0.3</td>", "<td>0.3 ± NaN</td>", &["16:stray-value"]);
    bad_page("M0 0", "M0 NaN", &["15:stray-value"]);
    bad_page("<td>0.3</td>", "<td> <b></b></td>", &["16:empty-cell"]);
}

#[test]
fn drawings_styles_and_data_are_judged() {
    let svg = |inner: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\">\n{inner}</svg>");
    bad_file("a.svg", svg("<text>a<text>"), &["a.svg:2:1: error[malformed", "a.svg:2:8: error[malformed"]);
    bad_file("a.svg", svg("<script>x</script>"), &["a.svg:2:1: error[inline-script"]);
    bad_file("a.svg", svg("<image href=\"https://x.example/a.png\"/>"), &["a.svg:2:8: error[foreign-load"]);
    bad_file("a.svg", svg("<style>@import url(//x.example/a.css);</style>"), &["a.svg:2:16: error[foreign-load"]);
    bad_file("a.svg", svg("<text>\u{1}é</text>"), &["a.svg:2:7: error[control-character"]);
    bad_file("a.svg", svg("<text>é\u{FFFE}</text>"), &["a.svg:2:8: error[control-character"]);
    bad_file("a.svg", svg("<text>&nbsp;</text>"), &["a.svg:2:7: error[malformed"]);
    bad_file("a.svg", svg("<circle cx=\"NaN\"/>"), &["a.svg:2:9: error[stray-value"]);
    bad_file("assets/more.css", "a {}\nb { background: url( 'no.png' ) }", &["assets/more.css:2:17: error[dead-link"]);
    bad_file("assets/more.css", "@import \"https://x.example/a.css\";", &["assets/more.css:1:1: error[foreign-load"]);
    bad_file("tasks/load.json", "{\n \"a\": NaN}", &["tasks/load.json:2:7: error[bad-json"]);
    bad_file("tasks/load.csv", "a,b\n1\n", &["tasks/load.csv:2:1: error[bad-csv"]);
    for cell in ["=cmd|' /C calc'!A0", "@x", "+x", "-x", "\"\tx\"", "\"\rx\""] {
        bad_file("tasks/load.csv", format!("a,b\n1,{cell}\n"), &["tasks/load.csv:2:1: error[csv-formula"]);
    }
    bad_file("tasks/load.csv", "a,b\n1,NaN\n", &["tasks/load.csv:2:1: warning[stray-value"]);
    bad_file("tasks/load.csv", b"a,b\n1,\xFF\n", &["tasks/load.csv:2:3: error[not-utf8"]);
}

#[test]
fn feed_and_site_map_name_the_files_of_the_site() {
    bad_file(
        "feed.xml",
        "<feed><link rel=\"self\" href=\"https://bench.example/feed.xml\"/>\n<entry><link href=\"https://bench.example/gone.html\"/></entry></feed>",
        &["feed.xml:2:14: error[wrong-address"],
    );
    bad_file(
        "feed.xml",
        "<feed><link rel=\"self\" href=\"https://other.example/feed.xml\"/></feed>",
        &["feed.xml:1:24: error[wrong-address"],
    );
    bad_file(
        "sitemap.xml",
        "<urlset>\n<url><loc>https://bench.example/</loc></url>\n<url><loc>https://bench.example/tasks/lod.html</loc></url></urlset>",
        &[
            "sitemap.xml: error[unmapped-page",
            "sitemap.xml: error[unmapped-page",
            "sitemap.xml:3:11: error[wrong-address",
        ],
    );
}

#[test]
fn names_that_collide_and_files_of_the_plan_are_found() {
    bad_file("tasks/Load.csv", "a\n", &["tasks/load.csv: error[case-collision"]);
    bad_file("tasks/load.json/x.txt", "a\n", &["tasks/load.json: error[case-collision"]);
    let tree = site("index.html", page("index.html", "Home"));
    let reports: Vec<_> = tree.iter().map(|(path, bytes)| check::inspect(path, bytes)).collect();
    let plan = [path("index.html"), path("continual.html")];
    assert_eq!(
        lines(&check::conclude(&reports, Some(&plan))),
        ["continual.html: error[missing-file]: the plan has this file, the site has not"]
    );
}

/// Text that gzip cannot shorten much: hexadecimal digits of a linear congruential sequence.
fn noise(bytes: usize) -> String {
    let mut state = 1_u64;
    let mut text = String::new();
    while text.len() < bytes {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        write!(text, "{:08x}", state >> 32).unwrap();
    }
    text
}

#[test]
fn weight_counts_the_page_with_its_drawings_after_gzip() {
    let heavy = |text: &str| PAGE.replace("Find</label>", &format!("{text}</label>"));
    let codes = |tree: &Tree| check::check(tree).iter().map(|f| f.code).collect::<Vec<_>>();
    // Four bits a digit: 100 kB of noise are about 57 kB gzipped, 130 kB about 74 kB.
    assert!(codes(&site("tasks/load.html", heavy(&noise(90_000)))).is_empty());
    assert_eq!(codes(&site("tasks/load.html", heavy(&noise(130_000)))), ["heavy-page"]);
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><text>{}</text></svg>", noise(130_000));
    assert_eq!(codes(&site("tasks/load.svg", svg)), ["heavy-page"]);
    let methods = PAGE
        .replace("tasks/load.html", "methods.html")
        .replace("../", "")
        .replace("load.csv", "tasks/load.csv")
        .replace("load.svg", "tasks/load.svg");
    let map = site("methods.html", methods.replace("Find</label>", &format!("{}</label>", noise(130_000))));
    assert_eq!(codes(&map), ["unmapped-page"]);
    assert_eq!(codes(&site("tasks/load.html", heavy(&"a ".repeat(500_000)))), ["heavy-page"]);
    assert_eq!(codes(&site("assets/site.js", "x".repeat(6_001))), ["heavy-script"]);
}

#[test]
fn limits_of_hosts_are_warnings_with_the_name_of_the_host() {
    let mut tree = Tree::default();
    for number in 0..20_001 {
        tree.insert(path(&format!("f{}/{number}.txt", number / 10_001)), "").unwrap();
    }
    tree.insert(path("big.bin"), vec![0; 25 * 1024 * 1024 + 1]).unwrap();
    let findings = check::check(&tree);
    assert!(findings.iter().all(|finding| finding.severity == Severity::Warning && finding.code == "host-limit"));
    let text = lines(&findings).join("\n");
    assert_eq!(findings.len(), 3, "{text}");
    assert!(text.contains("26214401 bytes; Cloudflare"), "{text}");
    assert!(text.contains("20002 files; Cloudflare"), "{text}");
    assert!(text.contains("`f0` has 10001 entries; the Hugging Face Hub"), "{text}");
}

#[test]
fn the_host_files_of_a_site_pass_the_checks() {
    let frame = Frame {
        title: "t".into(),
        description: "d".into(),
        base_url: Some("https://bench.example/".into()),
        sections: vec![],
        definitions: path("methods.html"),
        data: path("data.html"),
        stamp: String::new(),
        provenance: vec![],
        licence: "l".into(),
        updated: "2026-11-28".into(),
    };
    let pages = ["tasks/load.html", "index.html", "404.html", "tasks/load/2026-11-28.html"].map(path);
    let map = hosting::sitemap(&frame, &pages).unwrap();
    assert_eq!(map.matches("<url>").count(), 3);
    assert!(map.contains("<loc>https://bench.example/</loc><lastmod>2026-11-28</lastmod>"), "{map}");
    assert_eq!(lines(&check::check(&site("sitemap.xml", map))), Vec::<String>::new());
    assert!(hosting::robots(&frame).ends_with("\nSitemap: https://bench.example/sitemap.xml\n"));
    // Without its own address a site has no map, since a map knows no relative links.
    let bare = Frame { base_url: None, ..frame };
    assert_eq!(hosting::sitemap(&bare, &pages), None);
    assert_eq!(hosting::robots(&bare), "User-agent: *\nAllow: /\n");
}

#[test]
fn a_changed_lost_or_added_file_differs_from_the_manifest() {
    let build = |tree: &mut Tree| {
        let frame = Frame {
            title: "t".into(),
            description: "d".into(),
            base_url: None,
            sections: vec![],
            definitions: path("methods.html"),
            data: path("data.html"),
            stamp: String::new(),
            provenance: vec![],
            licence: "l".into(),
            updated: "2026-11-28".into(),
        };
        let facts = BuildFacts {
            generator_version: "0".into(),
            data_through: "2026-11-28".into(),
            dataset_source: "local folder".into(),
            dataset_commit: None,
            dataset_digest: "0".into(),
            settings_hash: "0".into(),
        };
        hosting::add(tree, &frame, &[], &facts).unwrap();
    };
    let mut tree = Tree::default();
    tree.insert(path("a.txt"), "one\n").unwrap();
    tree.insert(path("b/c.txt"), "two\n").unwrap();
    build(&mut tree);
    let facts: serde_json::Value = serde_json::from_slice(tree.get(&path("build.json")).unwrap()).unwrap();
    // printf 'one\n' > a.txt; printf 'two\n' > b/c.txt; : > .nojekyll; printf 'User-agent: *\nAllow: /\n' > robots.txt
    // LC_ALL=C sha256sum .nojekyll a.txt b/c.txt robots.txt | sha256sum
    assert_eq!(facts["build_id"], "1def07463389b65e74cafda1bfa8eb8f38baddff3bfe48fd58da785c73eb6949");
    assert_eq!(lines(&check::verify(&tree)), Vec::<String>::new());
    let with = |changes: &[(&str, Option<&str>)]| {
        let mut other = Tree::default();
        for (path, bytes) in tree.iter() {
            match changes.iter().find(|(name, _)| *name == path.as_str()) {
                Some((_, Some(text))) => other.insert(path.clone(), *text).unwrap(),
                Some((_, None)) => {}
                None => other.insert(path.clone(), bytes).unwrap(),
            }
        }
        for (name, text) in changes.iter().filter(|(name, _)| tree.get(&path(name)).is_none()) {
            other.insert(path(name), text.unwrap()).unwrap();
        }
        check::verify(&other).iter().map(|f| format!("{} {}", f.path, f.code)).collect::<Vec<_>>()
    };
    assert_eq!(with(&[("a.txt", Some("oen\n"))]), ["a.txt changed-file"]);
    assert_eq!(with(&[("a.txt", Some("one"))]), ["a.txt changed-file"]);
    assert_eq!(with(&[("a.txt", None)]), ["a.txt missing-file"]);
    assert_eq!(with(&[("x.txt", Some(""))]), ["x.txt unlisted-file"]);
    assert_eq!(with(&[("build.json", None)]), ["build.json changed-file"]);
    assert_eq!(with(&[("site-manifest.json", None)]), ["site-manifest.json no-manifest"]);
    assert_eq!(with(&[("site-manifest.json", Some("["))]), ["site-manifest.json bad-manifest"]);
}

/// A host: what it answers to a path, after its redirects, as the address shown and the file sent.
type Host = fn(&Tree, &str) -> Option<(String, SitePath)>;

fn exact(tree: &Tree, address: &str) -> Option<(String, SitePath)> {
    let file = SitePath::new(address.strip_prefix('/')?).ok()?;
    tree.get(&file).map(|_| (address.to_owned(), file))
}

fn with_index(tree: &Tree, address: &str) -> Option<(String, SitePath)> {
    if address.ends_with('/') {
        exact(tree, &format!("{address}index.html")).map(|(_, file)| (address.to_owned(), file))
    } else {
        exact(tree, address)
    }
}

fn stripping(tree: &Tree, address: &str) -> Option<(String, SitePath)> {
    let shown = address.strip_suffix("index.html").or_else(|| address.strip_suffix(".html")).unwrap_or(address);
    let file = if shown.ends_with('/') { format!("{shown}index.html") } else { format!("{shown}.html") };
    exact(tree, &file).or_else(|| exact(tree, shown)).map(|(_, file)| (shown.to_owned(), file))
}

fn under_a_path(tree: &Tree, address: &str) -> Option<(String, SitePath)> {
    exact(tree, address.strip_prefix("/repo")?).map(|(_, file)| (address.to_owned(), file))
}

/// The links that break when the site is crawled on a host, starting at its first page.
fn broken(tree: &Tree, host: Host, first: &str) -> Vec<String> {
    let mut open = vec![first.to_owned()];
    let mut met: BTreeSet<String> = open.iter().cloned().collect();
    let mut broken = Vec::new();
    while let Some(address) = open.pop() {
        let Some((shown, file)) = host(tree, &address) else {
            broken.push(address);
            continue;
        };
        if file.extension() != "html" {
            continue;
        }
        for link in addresses(std::str::from_utf8(tree.get(&file).unwrap()).unwrap()) {
            let next = joined(&shown, &link);
            if met.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    broken
}

fn addresses(page: &str) -> Vec<String> {
    let mut reader = quick_xml::Reader::from_str(page);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    let mut found = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) | Event::Empty(tag) => {
                for attribute in
                    tag.html_attributes().flatten().filter(|attribute| matches!(attribute.key.0, b"href" | b"src"))
                {
                    let link = attribute.unescape_value().unwrap().into_owned();
                    if !link.contains(':') && !link.starts_with('#') {
                        found.push(link.split('#').next().unwrap().to_owned());
                    }
                }
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

fn joined(base: &str, link: &str) -> String {
    if link.starts_with('/') {
        return link.to_owned();
    }
    let mut parts: Vec<&str> = base.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." if 1 < parts.len() => drop(parts.pop()),
            ".." | "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn a_site_without_findings_has_no_broken_links_on_four_hosts() {
    let hosts: [(Host, &str); 4] =
        [(exact, "/index.html"), (with_index, "/"), (stripping, "/"), (under_a_path, "/repo/index.html")];
    let good = site("tasks/load.html", PAGE);
    for (host, first) in hosts {
        assert_eq!(broken(&good, host, first), Vec::<String>::new(), "{first}");
    }
    // The crawl can fail: each of these breaks on a host, and the checks say so without one.
    for link in ["/index.html", "load/", "../", "gone.html", "load"] {
        let bad = site("tasks/load.html", PAGE.replace("../index.html#top", link));
        assert!(hosts.iter().any(|(host, first)| !broken(&bad, *host, first).is_empty()), "{link}");
        assert!(!check::check(&bad).is_empty(), "{link}");
    }
}

#[test]
fn broken_markup_of_any_kind_never_panics() {
    let bytes = PAGE.as_bytes();
    for cut in (0..bytes.len()).step_by(41) {
        let findings = check::check(&site("tasks/load.html", &bytes[..cut]));
        assert!(!findings.is_empty(), "cut at {cut}");
        for byte in [b'<', b'&', b'"', b'>', 0, 0xFF] {
            let mut changed = bytes.to_vec();
            changed[cut] = byte;
            check::check(&site("tasks/load.html", changed.clone()));
            check::check(&site("a.svg", changed.clone()));
            check::check(&site("assets/more.css", changed));
        }
    }
}

/// Not part of the suite's time: `cargo test --release --test suite -- --ignored --nocapture speed_of_checks`.
#[test]
#[ignore = "measures"]
fn speed_of_checks() {
    let row = |number: u64| {
        format!("<tr><td>system-{number}</td><td>{}</td><td><a href=\"load.csv\">csv</a></td></tr>\n", noise(16))
    };
    let page = PAGE.replace("</table>", &format!("{}</table>", (0..1_250).map(row).collect::<String>()));
    let mut reports: Vec<_> =
        site("tasks/load.html", PAGE).iter().map(|(path, bytes)| check::inspect(path, bytes)).collect();
    let start = Instant::now();
    for number in 0..3_000 {
        reports.push(check::inspect(&path(&format!("tasks/{number}.html")), page.as_bytes()));
    }
    let inspected = start.elapsed();
    let findings = check::conclude(&reports, None);
    eprintln!(
        "3000 pages of {} bytes: inspect {inspected:?}, all {:?}, {} findings",
        page.len(),
        start.elapsed(),
        findings.len()
    );
}
