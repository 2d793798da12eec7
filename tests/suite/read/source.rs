//! The folder as a snapshot: order, links, the hub's cache, the digest, and that no cut into units shows in the dataset.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use foreboard::source::local;
use foreboard::source::snapshot::SourceFile;

use super::{FILE, GOOD, INDEX, faults, lay_out, read_folder};

fn folders(path: &Path) {
    fs::create_dir_all(path).expect("folders");
}

fn link(target: &str, at: &Path) {
    folders(at.parent().expect("a parent"));
    symlink(target, at).expect("a link");
}

fn listed(root: &Path) -> Vec<String> {
    local::open(root).expect("a folder").files().iter().map(|file| file.path().to_owned()).collect()
}

fn refused(root: &Path) -> Vec<String> {
    let snapshot = local::open(root).expect("a folder");
    snapshot.refused().iter().map(|refused| format!("{}: {}", refused.path, refused.reason)).collect()
}

#[test]
fn files_come_in_the_order_of_their_paths() {
    let folder =
        lay_out(&[("b", b"12"), ("a/z", b""), ("a-b", b""), ("a/b/c", b""), (".git/x", b""), ("sub/.git/x", b"")]);
    assert_eq!(listed(folder.path()), ["a-b", "a/b/c", "a/z", "b"]);
    let snapshot = local::open(folder.path()).expect("a folder");
    assert_eq!(snapshot.find("b").map(SourceFile::path), Some("b"));
    assert_eq!(snapshot.find("a/b"), None);
    assert_eq!(Some(snapshot.name()), folder.path().file_name().and_then(|name| name.to_str()));
    assert_eq!(snapshot.commit(), None);
}

#[test]
fn a_root_that_is_no_folder_is_an_error_that_names_it() {
    let folder = lay_out(&[("file", b"")]);
    for (name, start) in [("none", "cannot open the dataset `"), ("file", "the dataset `")] {
        let error = local::open(&folder.path().join(name)).expect_err("no folder").to_string();
        assert!(error.starts_with(start) && error.contains(&format!("/{name}`")), "{error}");
    }
}

#[test]
fn links_within_the_dataset_are_followed_and_all_others_reported() {
    let outside = lay_out(&[("secret/truth.csv", b"date,value\n")]);
    let folder = lay_out(&[("real/a", b""), ("real/b/c", b"123")]);
    let root = folder.path();
    link("../real/b/c", &root.join("links/file"));
    link("../real/b", &root.join("links/folder"));
    link("nothing", &root.join("links/dangling"));
    link("circle-b", &root.join("links/circle-a"));
    link("circle-a", &root.join("links/circle-b"));
    link("..", &root.join("links/up"));
    link("..", &root.join("real/b/up"));
    link("../b", &root.join("real/b/self"));
    link(outside.path().to_str().expect("UTF-8"), &root.join("links/out"));
    link(outside.path().join("secret/truth.csv").to_str().expect("UTF-8"), &root.join("links/out-file"));
    link("/etc/hostname", &root.join("links/etc"));
    assert_eq!(listed(root), ["links/file", "links/folder/c", "real/a", "real/b/c"]);
    let refused = refused(root);
    let starts = [
        "links/circle-a: the link cannot be followed: ",
        "links/circle-b: the link cannot be followed: ",
        "links/dangling: the link leads to nothing",
        "links/etc: the link leads ",
        "links/folder/self: ",
        "links/folder/up: ",
        "links/out: the link leads out of the dataset",
        "links/out-file: the link leads out of the dataset",
        "links/up: the link leads to a folder that holds it",
        "real/b/self: the link leads to a folder that holds it",
        "real/b/up: the link leads to a folder that holds it",
    ];
    assert_eq!(refused.len(), starts.len(), "{refused:#?}");
    for (found, start) in refused.iter().zip(starts) {
        assert!(found.starts_with(start), "{found} does not start with {start}");
    }
}

#[test]
fn a_refused_link_is_a_warning_of_the_dataset() {
    let folder = lay_out(&[("site/index.json", INDEX.as_bytes())]);
    link("/nowhere", &folder.path().join(FILE));
    let dataset = read_folder(folder.path(), 1).expect("readable");
    assert_eq!(faults(&dataset), [format!("warning {FILE} [] not read: the link leads to nothing")]);
    assert_eq!((dataset.files.found, dataset.tasks[0].submissions.len()), (1, 0));
}

#[test]
fn folders_of_links_to_one_another_do_not_unfold_without_end() {
    let folder = tempfile::tempdir().expect("a temp folder");
    for level in 0..30 {
        folders(&folder.path().join(format!("d{level}")));
        for name in ["a", "b"] {
            link(&format!("../d{}", level + 1), &folder.path().join(format!("d{level}/{name}")));
        }
    }
    folders(&folder.path().join("d30"));
    fs::write(folder.path().join("d30/file"), "").expect("a file");
    assert_eq!(listed(folder.path()), ["d29/a/file", "d29/b/file", "d30/file"]);
}

#[test]
fn the_cache_of_a_hub_client_is_readable_and_names_repository_and_commit() {
    let commit = "0123456789abcdef0123456789abcdef01234567";
    let folder = lay_out(&[
        ("datasets--lab--bench/blobs/aa11", INDEX.as_bytes()),
        ("datasets--lab--bench/blobs/bb22", format!("{{{GOOD}}}").as_bytes()),
        ("datasets--lab--bench/refs/main", commit.as_bytes()),
    ]);
    let root = folder.path().join(format!("datasets--lab--bench/snapshots/{commit}"));
    link("../../../blobs/aa11", &root.join("site/index.json"));
    link("../../../../../../blobs/bb22", &root.join(FILE));
    link("../../blobs/../refs/main", &root.join("sneaky"));
    link("../../blobs", &root.join("all-blobs"));
    let dataset = read_folder(&root, 1).expect("readable");
    assert_eq!((dataset.provenance.source.as_str(), dataset.provenance.commit.as_deref()), ("lab/bench", Some(commit)));
    assert_eq!(dataset.tasks[0].submissions[0].forecasts.len(), 1);
    assert_eq!(
        faults(&dataset),
        [
            "warning all-blobs [] not read: the link leads out of the dataset",
            "warning sneaky [] not read: the link leads out of the dataset",
        ]
        .map(str::to_owned)
        .map(|fault| if fault.contains("all-blobs") {
            fault.replace("leads out of the dataset", "does not lead to a regular file or folder of the dataset")
        } else {
            fault
        })
    );
}

#[test]
fn the_digest_is_the_one_of_sha256sum_and_covers_what_was_read() {
    let files: [(&str, &[u8]); 4] = [
        ("site/index.json", b"{\"tasks\": [{\"id\": \"t\", \"horizons\": [1], \"schedule\": {\"every_days\": 1, \"cutoff\": \"12:00\", \"timezone\": \"UTC\"}}]}"),
        ("runs/t/truth.csv", b"date,value\n2026-01-01,1\n"),
        ("runs/t/2026-01-01/live/s.json", b"{\"status\": \"failed\"}"),
        ("README.md", b"not read"),
    ];
    let digest = |files: &[(&str, &[u8])]| {
        let folder = lay_out(files);
        read_folder(folder.path(), 1).expect("readable").provenance.digest
    };
    // LC_ALL=C; sha256sum $(find . -type f ! -name README.md -printf '%P\n' | sort) | sha256sum
    let expected = "2dcdb965ee1f91252664d4c843f1e4da64827ce9d93757d129e7e7c7f0a75f4a";
    assert_eq!(digest(&files), expected);
    let mut other = files;
    other[3].1 = b"another text";
    assert_eq!(digest(&other), expected);
    other[2].1 = b"{\"status\": \"timeout\"}";
    assert_ne!(digest(&other), expected);
}

#[test]
fn the_dataset_does_not_depend_on_how_the_files_are_cut_into_units() {
    let days: Vec<String> = (10..28).map(|day| format!("2026-01-{day}")).collect();
    let texts = [
        format!("{{{GOOD}}}"),
        r#"{"forecasts": []}"#.to_owned(),
        "broken".to_owned(),
        r#"{"forecasts": [{"date": "2026-01-12", "quantiles": {"0.1": 1, "0.25": 2, "0.5": 2, "0.9": 1}}]}"#.to_owned(),
    ];
    let mut files = vec![
        ("site/index.json".to_owned(), INDEX.to_owned()),
        ("runs/load/truth.csv".to_owned(), "date,value\nx,1\n2026-01-12,3\n".to_owned()),
    ];
    for (number, day) in days.iter().enumerate() {
        for (place, system) in [("live", "ann"), ("live", "zoe"), ("mock", "ann")] {
            files.push((
                format!("runs/load/{day}/{place}/{system}.json"),
                texts[(number + system.len()) % texts.len()].clone(),
            ));
        }
        files.push((format!("runs/load/{day}/x/history.csv"), format!("date,value\n{day},{number}\n")));
    }
    files.push((
        "runs/load/live/ann.jsonl".to_owned(),
        "{\"run_day\": \"2026-01-12\", \"status\": \"failed\"}\n".to_owned(),
    ));
    let files: Vec<(&str, &[u8])> = files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect();
    let folder = lay_out(&files);
    let whole = read_folder(folder.path(), 256).expect("readable");
    assert_eq!(whole.tasks[0].submissions.len(), 3 * days.len() + 1);
    assert!(4 < whole.faults.len() && whole.tasks[0].histories.len() == days.len());
    for unit in [1, 7, 50] {
        assert_eq!(read_folder(folder.path(), unit).expect("readable"), whole, "{unit} files a unit");
    }
    let snapshot = local::open(folder.path()).expect("a folder");
    let plan =
        foreboard::read::runs::plan(&snapshot, |_| None, &foreboard::read::runs::Limits::default()).expect("readable");
    let backwards =
        plan.units_of(5).iter().rev().map(|unit| foreboard::read::runs::read_unit(&snapshot, &plan, unit)).collect();
    assert_eq!(foreboard::read::runs::assemble(&snapshot, plan, backwards), whole);
}
