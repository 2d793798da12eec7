//! Who may import whom: every path in the sources is read and held against the tables below, so that the architecture cannot wear off unseen.
//!
//! A new room, and a new dependency, fail here until they have their line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A room (a file or folder right below `src/`), the modules it may name besides its own, and why no others.
const ROOMS: &[(&str, &[&str], &str)] = &[
    ("domain", &[], "the vocabulary stands on nothing"),
    ("error", &[], "what stops a run is said in plain text"),
    ("cli", &[], "arguments are parsed before anything is known of the project"),
    ("tree", &["error"], "a built site is paths and bytes"),
    (
        "config",
        &["domain::id", "domain::quantile", "domain::rules", "error"],
        "a configuration names and rules, it runs no stage",
    ),
    ("source", &["domain::dataset", "domain::fault", "error"], "the door in knows files, not what they mean"),
    ("read", &["source::snapshot", "domain", "error"], "a layout becomes domain values and scores nothing"),
    ("score", &["domain"], "scoring takes values, gives values and cannot fail"),
    ("site", &["score", "domain", "tree", "config"], "what to say, not how it looks nor where it came from"),
    ("materials", &["tree", "error"], "templates, prose and assets are bytes"),
    ("render", &["site", "tree", "domain::day", "materials", "error"], "how it looks: no score is computed here"),
    ("check", &["tree"], "checks judge bytes, not intentions"),
    ("write", &["tree", "error"], "writing carries a finished tree"),
    ("demo", &["domain::day", "domain::schedule", "error"], "a synthetic dataset is files as anyone could write them"),
    ("init", &["demo", "error"], "a new project is a few files"),
    ("serve", &["tree", "error"], "a preview serves a tree"),
    ("terminal", &["site::table"], "a table as text, from the same cells"),
    ("talk", &["cli", "pipeline"], "progress and summaries of the pipeline"),
    (
        "pipeline",
        &["check", "config", "domain", "error", "materials", "read", "render", "score", "site", "source", "tree"],
        "the stages in order; the folder is another's",
    ),
    (
        "commands",
        &[
            "check",
            "cli",
            "config",
            "demo",
            "domain",
            "error",
            "init",
            "materials",
            "pipeline",
            "score",
            "serve",
            "site",
            "talk",
            "terminal",
            "tree",
            "write",
        ],
        "what a command does; it reads and renders through the pipeline alone",
    ),
    ("lib", &["cli", "commands", "error"], "arguments in, exit code out"),
    ("main", &[], "one call"),
];

/// A dependency, and the files or folders of `src/` that may name it: a swap is then one place.
const CRATES: &[(&str, &[&str])] = &[
    ("annotate_snippets", &["config/", "render/markdown/"]),
    ("clap", &["cli.rs", "commands.rs", "lib.rs"]),
    ("clap_complete", &["cli.rs", "commands.rs"]),
    ("csv", &["read/", "check/"]),
    ("flate2", &["read/file.rs", "check/weight.rs"]),
    ("include_dir", &["materials.rs"]),
    ("indicatif", &["talk.rs"]),
    ("jiff", &["domain/", "read/", "demo/", "render/chart/"]),
    ("katex", &["render/math/"]),
    // The allocator is the program's choice, not the library's.
    ("mimalloc", &["main.rs"]),
    ("minijinja", &["render/"]),
    ("notify", &["serve/"]),
    ("plotters", &["render/chart/"]),
    ("plotters_backend", &["render/chart/"]),
    ("pulldown_cmark", &["render/markdown/"]),
    ("quick_xml", &["render/markdown/", "check/"]),
    ("rayon", &["pipeline.rs", "pipeline/"]),
    ("ruzstd", &["read/file.rs"]),
    ("rustix", &["write/"]),
    // Never in domain and score: what is stored and what is computed stay apart.
    ("serde", &["read/", "render/hosting.rs", "check/", "write/"]),
    (
        "serde_json",
        &[
            "read/",
            "demo/",
            "site/export.rs",
            "site/fwbench/export.rs",
            "site/fwbench/agreement/files.rs",
            "render/",
            "check/",
            "write/",
        ],
    ),
    ("sha2", &["config/", "demo/", "read/", "render/", "check/"]),
    ("strsim", &["config/"]),
    ("tempfile", &["write/", "demo/", "serve/"]),
    ("thiserror", &["domain/"]),
    ("tiny_http", &["serve/"]),
    ("toml", &["config/"]),
    ("walkdir", &["source/", "write/", "materials.rs"]),
];

/// Modules of the standard library that would let the world in, and the rooms that stay pure.
const IMPURE: &[&str] = &["std::fs", "std::env", "std::time", "std::net", "std::process", "std::thread"];
const PURE: &[&str] = &["domain", "score", "site", "render", "check", "tree", "error", "terminal"];

/// One word or sign of Rust, comments and literals left out.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    Path,
    Sign(char),
}

fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let rest = &chars[at..];
        match rest {
            ['/', '/', ..] => at += rest.iter().position(|&c| c == '\n').unwrap_or(rest.len()),
            ['/', '*', ..] => at += block_comment(rest),
            ['r' | 'b', '"' | '#' | 'r', ..] if raw_string(rest).is_some() => at += raw_string(rest).unwrap_or(1),
            ['"', ..] => at += string(rest),
            ['\'', '\\', ..] => at += 3 + rest[3..].iter().position(|&c| c == '\'').unwrap_or(0),
            ['\'', _, '\'', ..] => at += 3,
            [':', ':', ..] => {
                tokens.push(Token::Path);
                at += 2;
            }
            [first, ..] if first.is_alphabetic() || *first == '_' => {
                let word: String = rest.iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
                at += word.chars().count();
                tokens.push(Token::Word(word));
            }
            [first, ..] => {
                if !first.is_whitespace() {
                    tokens.push(Token::Sign(*first));
                }
                at += 1;
            }
            [] => break,
        }
    }
    tokens
}

fn block_comment(rest: &[char]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match rest[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn string(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != '"' {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// The length of `r"…"`, `r#"…"#`, `br"…"` at the start.
fn raw_string(rest: &[char]) -> Option<usize> {
    let start = rest.iter().position(|&c| c == '"' || c == '#')?;
    let prefix: String = rest[..start].iter().collect();
    if prefix != "r" && prefix != "br" {
        return None;
    }
    let hashes = rest[start..].iter().take_while(|&&c| c == '#').count();
    let open = start + hashes;
    if rest.get(open) != Some(&'"') {
        return None;
    }
    let close = |at: &usize| rest[*at] == '"' && rest[at + 1..].iter().take_while(|&&c| c == '#').count() >= hashes;
    (open + 1..rest.len()).find(close).map(|at| at + 1 + hashes)
}

/// Every path in a source text, `use` groups taken apart: `use a::{b, c::d}` gives `a::b` and `a::c::d`.
fn paths(text: &str) -> BTreeSet<String> {
    let tokens = tokens(text);
    let mut found = BTreeSet::new();
    for at in 0..tokens.len() {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let starts = !matches!(before, Some(Token::Path | Token::Sign('.')));
        let used = before == Some(&Token::Word("use".to_owned()));
        if starts && matches!(tokens[at], Token::Word(_)) && (used || tokens.get(at + 1) == Some(&Token::Path)) {
            tree(&tokens, at, "", &mut found);
        }
        if used && tokens[at] == Token::Sign('{') {
            tree(&tokens, at, "", &mut found);
        }
    }
    found
}

/// Reads one path, or a group of them, from `at`; gives where it ends.
fn tree(tokens: &[Token], mut at: usize, prefix: &str, found: &mut BTreeSet<String>) -> usize {
    let mut path = prefix.to_owned();
    loop {
        match tokens.get(at) {
            Some(Token::Word(word)) => {
                if !path.is_empty() {
                    path += "::";
                }
                path += word;
                at += 1;
            }
            Some(Token::Sign('{')) => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != Token::Sign('}')) {
                    let next = tree(tokens, at, &path, found);
                    at = next.max(at + 1);
                }
                return at + 1;
            }
            _ => break,
        }
        if tokens.get(at) != Some(&Token::Path) {
            break;
        }
        at += 1;
    }
    found.insert(path);
    at
}

/// The module that a file is: `render/chart/mod.rs` is `render::chart`.
fn module(file: &str) -> Vec<&str> {
    let stem = file.trim_end_matches(".rs").trim_end_matches("/mod");
    stem.split('/').collect()
}

/// The path within the crate that `path` means in a file, without `crate`; `None` for a path out of the crate.
fn inside(file: &str, path: &str) -> Option<String> {
    let mut here = module(file);
    let mut parts = path.split("::").peekable();
    match parts.peek() {
        Some(&"crate") => {
            parts.next();
            here.clear();
        }
        Some(&"super") => {
            while parts.next_if_eq(&"super").is_some() {
                here.pop();
            }
        }
        _ => return None,
    }
    here.extend(parts);
    Some(here.join("::"))
}

fn within(path: &str, of: &str) -> bool {
    path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// What a file names against the tables.
fn trespasses(file: &str, text: &str) -> Vec<String> {
    let room = module(file)[0];
    let Some((_, allowed, why)) = ROOMS.iter().find(|(name, ..)| *name == room) else {
        return vec![format!("`src/{file}`: the room `{room}` has no line in ROOMS; say what it may import and why")];
    };
    let mut wrong = Vec::new();
    for path in paths(text) {
        if let Some(inner) = inside(file, &path) {
            if !within(&inner, room) && !inner.is_empty() && !allowed.iter().any(|of| within(&inner, of)) {
                wrong.push(format!("`src/{file}` names `{inner}`, which `{room}` may not: {why}"));
            }
            continue;
        }
        let root = path.split("::").next().unwrap_or_default();
        if let Some((_, places)) = CRATES.iter().find(|(name, _)| *name == root)
            && !places.iter().any(|place| file == *place || (place.ends_with('/') && file.starts_with(place)))
        {
            wrong.push(format!("`src/{file}` names `{path}`; the crate `{root}` lives in {places:?}"));
        }
        if PURE.contains(&room) && IMPURE.iter().any(|module| within(&path, module)) {
            wrong.push(format!("`src/{file}` names `{path}`, but `{room}` takes values and gives values"));
        }
    }
    wrong
}

fn sources(folder: &Path, prefix: &str, all: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().to_str().expect("a plain name"));
        if entry.file_type().expect("a type").is_dir() {
            sources(&entry.path(), &format!("{name}/"), all);
        } else if Path::new(&name).extension().is_some_and(|extension| extension == "rs") {
            all.insert(name, fs::read_to_string(entry.path()).expect("UTF-8"));
        }
    }
}

#[test]
fn every_import_is_in_the_table() {
    let mut all = BTreeMap::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut all);
    let wrong: Vec<String> = all.iter().flat_map(|(file, text)| trespasses(file, text)).collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    let rooms: BTreeSet<&str> = all.keys().map(|file| module(file)[0]).collect();
    let gone: Vec<&str> = ROOMS.iter().map(|(room, ..)| *room).filter(|room| !rooms.contains(room)).collect();
    assert!(gone.is_empty(), "rooms of the table that do not exist: {gone:?}");
}

#[test]
fn every_dependency_has_a_place() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let dependencies = manifest["dependencies"].as_table().expect("dependencies");
    let homeless: Vec<&String> =
        dependencies.keys().filter(|name| !CRATES.iter().any(|(known, _)| **known == name.replace('-', "_"))).collect();
    assert!(homeless.is_empty(), "say in CRATES where they live: {homeless:?}");
}

#[test]
fn paths_are_found_wherever_they_stand() {
    let text = r##"
        //! [`crate::not::this`]
        use std::{collections::BTreeMap, fs};
        use crate::tree::{SitePath, Tree as Built};
        use super::super::score::{self, value::{Score, Undefined}};
        use rayon;
        /* crate::nor /* crate::this */ */
        fn f<'a>(c: char, x: &'a str) -> crate::error::Result<()> {
            let text = "crate::not::in_text \" crate::still_text"; let raw = r#"crate::raw "quoted" text"#;
            if c == '"' || c == '\'' { serde_json::from_str::<crate::read::Raw>(x)?; }
            x.super_method(); self.a::<u8>()
        }
    "##;
    let expected = [
        "crate::error::Result",
        "crate::read::Raw",
        "crate::tree::SitePath",
        "crate::tree::Tree",
        "rayon",
        "serde_json::from_str",
        "std::collections::BTreeMap",
        "std::fs",
        "super::super::score::self",
        "super::super::score::value::Score",
        "super::super::score::value::Undefined",
    ];
    let found = paths(text);
    for path in expected {
        assert!(found.contains(path), "`{path}` is not among {found:?}");
    }
    assert!(
        !found
            .iter()
            .any(|path| path.contains("not") || path.contains("text") || path.contains("raw") || path.contains("nor")),
        "{found:?}"
    );
}

#[test]
fn a_trespass_is_named() {
    let of = |file: &str, text: &str| trespasses(file, text).len();
    assert_eq!(of("score/new.rs", "use crate::domain::day::Pair; use super::value::Score;"), 0);
    assert_eq!(of("score/new.rs", "use crate::site::page::Page;"), 1);
    assert_eq!(of("score/new.rs", "fn f() { super::super::error::Error::new(\"x\"); }"), 1);
    assert_eq!(of("score/deep/new.rs", "use super::super::super::tree::Tree;"), 1);
    assert_eq!(of("score/new.rs", "use serde::Serialize; use std::{fs, time::Instant}; use rayon::prelude::*;"), 4);
    assert_eq!(of("render/new.rs", "use crate::domain::day::Day;"), 0);
    assert_eq!(of("render/new.rs", "use crate::domain::id::TaskId;"), 1);
    assert_eq!(of("render/new.rs", "use crate::domain::days::Day;"), 1);
    assert_eq!(of("render/new.rs", "use plotters::prelude::*;"), 1);
    assert_eq!(of("render/chart/new.rs", "use plotters::prelude::*;"), 0);
    assert_eq!(of("attic/new.rs", ""), 1);
}
