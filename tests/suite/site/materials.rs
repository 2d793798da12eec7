//! What a site is made with: folders that replace and add, files that are refused, and the assets themselves.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use foreboard::error::Report;
use foreboard::materials::Materials;
use foreboard::render::assets::assets;

fn write(root: &Path, name: &str, bytes: &[u8]) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, bytes).expect("a file");
}

#[test]
fn a_folder_replaces_and_adds_by_name() {
    let built_in = Materials::load(None, None, None).expect("materials");
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "partials/colophon.html", b"<p>ours</p>");
    write(folder.path(), "extra/new.html", b"new");
    write(folder.path(), ".DS_Store", &[0xff]);
    write(folder.path(), ".git/x", &[0xff]);
    std::os::unix::fs::symlink("extra/new.html", folder.path().join("same.html")).expect("a link");
    let both = Materials::load(Some(folder.path()), None, None).expect("materials");
    let mut expected = built_in.clone();
    for (name, text) in [("partials/colophon.html", "<p>ours</p>"), ("extra/new.html", "new"), ("same.html", "new")] {
        expected.templates.insert(name.into(), text.into());
    }
    assert_ne!(built_in.templates["partials/colophon.html"], "<p>ours</p>");
    assert_eq!(both, expected);
}

#[test]
fn what_leads_out_of_a_folder_is_refused_by_name() {
    let outside = tempfile::tempdir().expect("a folder");
    write(outside.path(), "secret.html", b"secret");
    let link = |target: &Path, name: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink(target, folder.path().join(name)).expect("a link");
        let error = Materials::load(Some(folder.path()), None, None).expect_err("refused");
        let report = Report(&error).to_string();
        assert!(report.contains(&format!("/{name}`")), "{report}");
        report
    };
    assert!(link(&outside.path().join("secret.html"), "x.html").contains("leads out of its folder"));
    assert!(link(outside.path(), "folder").contains("leads out of its folder"));
    assert!(link(Path::new("/etc/passwd"), "p.html").contains("leads out of its folder"));
    assert!(link(Path::new("loop.html"), "loop.html").contains("cannot follow"));
    assert!(link(Path::new("gone.html"), "dangling.html").contains("cannot follow"));
    assert!(link(Path::new("."), "self").contains("neither a file"));
}

#[test]
fn a_file_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "bad.html", b"ok\xff");
    let error = Materials::load(Some(folder.path()), None, None).expect_err("not UTF-8").to_string();
    assert!(error.contains("/bad.html` is not UTF-8 text: byte 2"), "{error}");
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "my logo.png", b"x");
    let error = Materials::load(None, None, Some(folder.path())).expect_err("a space").to_string();
    assert!(error.contains("/my logo.png` cannot be part of an address"), "{error}");
    let missing = Materials::load(None, Some(&folder.path().join("nil")), None).expect_err("no folder").to_string();
    assert!(missing.contains("nil`"), "{missing}");
}

#[test]
fn assets_are_named_by_what_they_hold() {
    let mut sources: BTreeMap<String, Vec<u8>> = [
        ("palette.css", "p"),
        ("site.css", "s\n"),
        ("chart.css", "c"),
        ("site.js", "j"),
        ("logo.png", "l"),
        ("katex/fonts/a.woff2", "f"),
    ]
    .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
    .into();
    let (links, files) = assets(&sources, "").expect("assets");
    let found: BTreeMap<&str, &[u8]> = files.iter().map(|file| (file.path.as_str(), file.bytes.as_slice())).collect();
    // sha256("p\ns\nc\n") and sha256("j"), by sha256sum.
    let expected: [(&str, &[u8]); 4] = [
        ("assets/katex/fonts/a.woff2", b"f"),
        ("assets/logo.png", b"l"),
        ("assets/site-48e0e311.css", b"p\ns\nc\n"),
        ("assets/site-cee00b08.js", b"j\n"),
    ];
    assert_eq!(found, expected.into());
    assert_eq!((links.icon, links.math), (None, None));
    sources.remove("site.css");
    assert_eq!(assets(&sources, "").expect_err("missing").to_string(), "the asset `assets/site.css` is missing");
}

#[test]
fn the_script_is_small_and_writes_text_only() {
    let materials = Materials::load(None, None, None).expect("materials");
    let (links, files) = assets(&materials.assets, "").expect("assets");
    let script = files.into_iter().find(|file| file.path == links.script).expect("the script");
    let script = String::from_utf8(script.bytes).expect("text");
    assert!(script.len() <= 6000, "{}", script.len());
    for never in
        ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", ".style", "fetch(", "import"]
    {
        assert!(!script.contains(never), "{never}");
    }
}

#[test]
fn a_script_loses_comments_and_indentation_unless_a_text_spans_its_lines() {
    let shipped = |script: &str| {
        let mut sources = Materials::load(None, None, None).expect("materials").assets;
        sources.insert("site.js".to_owned(), script.into());
        let (links, files) = assets(&sources, "").expect("assets");
        let file = files.into_iter().find(|file| file.path == links.script).expect("the script");
        String::from_utf8(file.bytes).expect("text")
    };
    assert_eq!(shipped("// why\n  f(`a ${b}`);\n\n  // more\n  g();"), "f(`a ${b}`);\ng();\n");
    for whole in ["f(`a\n  // b`);\n", "/*\n  a\n*/\n  f();\n"] {
        assert_eq!(shipped(whole), whole);
    }
}

#[test]
fn the_browser_frame_has_the_colour_of_the_page() {
    let materials = Materials::load(None, None, None).expect("materials");
    let palette = String::from_utf8(materials.assets["palette.css"].clone()).expect("text");
    let surfaces: Vec<&str> = palette.split("--surface: ").skip(1).filter_map(|rest| rest.split(';').next()).collect();
    let head = &materials.templates["partials/head.html"];
    for (scheme, surface) in [("light", surfaces[0]), ("dark", surfaces[1])] {
        let meta =
            format!("<meta name=\"theme-color\" media=\"(prefers-color-scheme: {scheme})\" content=\"{surface}\"/>");
        assert!(head.contains(&meta), "{meta}");
    }
}

#[test]
fn style_sheets_name_only_colours_of_the_palette() {
    let materials = Materials::load(None, None, None).expect("materials");
    let text = |name: &str| String::from_utf8(materials.assets[name].clone()).expect("text");
    let (palette, page) = (text("palette.css"), text("site.css"));
    let own: Vec<&str> = page.split("\n  --").skip(1).filter_map(|rest| rest.split(':').next()).collect();
    for name in page.split("var(--").skip(1).filter_map(|rest| rest.split([')', ',']).next()) {
        assert!(own.contains(&name) || palette.contains(&format!("--{name}:")), "{name}");
    }
    // Paper is black on white whatever the palette; nothing else states a colour.
    let screen = page.split("@media print").next().expect("a part");
    assert!(!screen.contains(" #") && !screen.contains("rgb("), "a colour of its own");
}
