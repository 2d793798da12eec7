//! A whole site against the tree in `tests/golden/`: missing, unexpected and changed files fail. The input is the synthetic dataset, so its
//! provenance is its seed. Assets stand in the tree by their names alone (they carry their own hash).
//!
//! `FOREBOARD_BLESS=1 cargo test --test suite golden::` rewrites the tree; read the diff before you commit it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use foreboard::config::Config;
use foreboard::demo::{self, DemoSize};
use foreboard::pipeline::{self, Timings};

use super::reference::{Silent, at};

const SIZE: DemoSize = DemoSize { tasks: 1, days: 4, systems: 5, seed: 7 };

/// Every file of the site below a folder of its own.
fn built(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let data = dir.join("data");
    demo::write(&data, &SIZE).expect("the demo is written");
    let text = format!(
        "[site]\ntitle = \"Golden\"\ndescription = \"A site that must not change by itself: $a < b$.\"\nbase_url = \"https://golden.example/\"\n\
         licence = \"CC0-1.0\"\n\n[[track]]\nid = \"golden\"\ntitle = \"Golden\"\nlayout = \"runs\"\nsource = {:?}\nname = \"demo\"\n\n\
         [track.scoring]\nmin_days = 3\nresamples = 200\n",
        data.to_str().unwrap()
    );
    let config = Config::parse(&text, &dir.join("foreboard.toml")).expect("a configuration");
    let built = pipeline::build(&config, &Silent, &mut Timings::default()).expect("the site builds");
    assert_eq!(built.findings, [], "the golden site passes its checks");
    built
        .tree
        .iter()
        .map(|(path, bytes)| {
            let asset = path.as_str().starts_with("assets/");
            (path.to_string(), if asset { Vec::new() } else { bytes.to_vec() })
        })
        .collect()
}

/// Manifest and build id change with every asset and version: what they list is compared file by file here.
fn kept(path: &str) -> bool {
    !matches!(path, "site-manifest.json" | "build.json")
}

#[test]
fn the_whole_site_is_the_golden_one() {
    let dir = tempfile::tempdir().unwrap();
    let site = built(dir.path());
    let golden = at("tests/golden");
    if std::env::var_os("FOREBOARD_BLESS").is_some() {
        if golden.exists() {
            fs::remove_dir_all(&golden).unwrap();
        }
        for (path, bytes) in site.iter().filter(|(path, _)| kept(path) && !path.starts_with("assets/")) {
            let file = golden.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        }
        let assets: Vec<&str> = site.keys().filter(|path| path.starts_with("assets/")).map(String::as_str).collect();
        fs::write(golden.join("assets.txt"), assets.join("\n") + "\n").unwrap();
    }
    let expected: BTreeMap<String, Vec<u8>> = walkdir::WalkDir::new(&golden)
        .into_iter()
        .map(|entry| entry.expect("the golden tree"))
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            (entry.path().strip_prefix(&golden).unwrap().to_str().unwrap().to_owned(), fs::read(entry.path()).unwrap())
        })
        .collect();
    let assets = String::from_utf8(expected["assets.txt"].clone()).unwrap();
    let wanted: Vec<&str> =
        expected.keys().map(String::as_str).filter(|path| *path != "assets.txt").chain(assets.lines()).collect();
    let unexpected: Vec<&String> = site.keys().filter(|path| kept(path) && !wanted.contains(&path.as_str())).collect();
    let missing: Vec<&&str> = wanted.iter().filter(|path| !site.contains_key(**path)).collect();
    assert!(unexpected.is_empty() && missing.is_empty(), "unexpected {unexpected:?}, missing {missing:?}");
    for (path, bytes) in expected.iter().filter(|(path, _)| *path != "assets.txt") {
        if *bytes != site[path] {
            let (was, is) = (String::from_utf8_lossy(bytes), String::from_utf8_lossy(&site[path]));
            let line = was.lines().zip(is.lines()).position(|(was, is)| was != is);
            let (was, is) =
                line.map_or(("", ""), |line| (was.lines().nth(line).unwrap(), is.lines().nth(line).unwrap()));
            panic!("`{path}` changed at line {:?}:\n- {was}\n+ {is}", line.map(|line| line + 1));
        }
    }
}

#[test]
fn any_number_of_threads_makes_the_same_site() {
    let dir = tempfile::tempdir().unwrap();
    let with = |threads: usize| {
        let inner = dir.path().join(threads.to_string());
        fs::create_dir(&inner).unwrap();
        pipeline::threads(threads).unwrap().install(|| built(&inner))
    };
    let one = with(1);
    for threads in [2, 7] {
        assert!(one == with(threads), "{threads} threads make another site than one");
    }
}
