//! Whatever happens while a site is written, the output folder holds the former site or the new one, byte for byte; and nothing that a build did not make is lost.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use foreboard::error::{Error, Report};
use foreboard::tree::{SitePath, Tree};
use foreboard::write;

/// A site with its manifest, written here by hand.
fn site(files: &[(&str, &str)]) -> Tree {
    let mut tree = Tree::default();
    for (path, text) in files {
        tree.insert(SitePath::new(*path).unwrap(), *text).unwrap();
    }
    let listed: Vec<String> = files.iter().map(|(path, _)| format!("{{\"path\":\"{path}\"}}")).collect();
    let manifest = format!("{{\"files\":[{}]}}", listed.join(","));
    tree.insert(SitePath::new("site-manifest.json").unwrap(), manifest).unwrap();
    tree
}

fn one() -> Tree {
    site(&[("index.html", "one"), ("tasks/a/b.html", "one b"), ("tasks/old.html", "old"), (".nojekyll", "")])
}

fn two() -> Tree {
    site(&[("index.html", "two"), ("tasks/a/b.html", "two b")])
}

fn build(tree: &Tree, dir: &Path) -> Result<(), Error> {
    let lock = write::lock(dir, &[])?;
    write::swap_in(tree, &lock)
}

/// What lies on disk, read without the code under test.
fn on_disk(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    fn walk(root: &Path, dir: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(root, &path, files);
            } else {
                files.insert(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    let mut files = BTreeMap::new();
    walk(dir, dir, &mut files);
    files
}

fn expected(tree: &Tree) -> BTreeMap<String, Vec<u8>> {
    tree.iter().map(|(path, bytes)| (path.to_string(), bytes.to_vec())).collect()
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, Error>, words: &[&str]) {
    let text = Report(&result.unwrap_err()).to_string();
    for word in words.iter().chain(&["hint: "]) {
        assert!(text.contains(word), "{word:?} is not in {text}");
    }
}

#[test]
fn a_new_site_replaces_the_former_one_as_a_whole() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("made/public");
    build(&one(), &dir).unwrap();
    assert_eq!(on_disk(&dir), expected(&one()));
    build(&two(), &dir).unwrap();
    assert_eq!(on_disk(&dir), expected(&two()));
    // Files that did not change are shared with the former site only while it lasts.
    let mixed = site(&[("index.html", "two"), ("tasks/a/b.html", "2wo b")]);
    build(&mixed, &dir).unwrap();
    assert_eq!(on_disk(&dir), expected(&mixed));
    build(&two(), &dir).unwrap();
    assert_eq!(names(&temp.path().join("made")), [".public.foreboard-lock", "public"]);
    assert_eq!(write::read_back(&dir).unwrap(), two());
}

#[test]
fn an_empty_folder_is_taken_and_a_folder_of_others_refused() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("public");
    fs::create_dir(&dir).unwrap();
    build(&one(), &dir).unwrap();
    for stranger in ["notes.txt", "tasks/x.html", ".git/HEAD"] {
        let file = dir.join(stranger);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, "mine").unwrap();
        refused(build(&two(), &dir), &[stranger, "would be lost"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        assert_eq!(fs::read_to_string(dir.join("index.html")).unwrap(), "one");
        fs::remove_file(&file).unwrap();
    }
    fs::write(dir.join(".DS_Store"), "x").unwrap();
    build(&two(), &dir).unwrap();
    let other = temp.path().join("thesis");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("chapter.md"), "mine").unwrap();
    refused(build(&one(), &other), &["thesis", "no `site-manifest.json`"]);
    assert_eq!(names(&other), ["chapter.md"]);
}

#[test]
fn dangerous_outputs_are_refused() {
    let temp = tempfile::tempdir().unwrap();
    let project = temp.path().join("project");
    fs::create_dir_all(project.join("content")).unwrap();
    let protected = [project.as_path(), &project.join("content")];
    refused(write::lock(&project, &protected), &["project", "replace it as a whole"]);
    refused(write::lock(&project.join("content"), &protected), &["content"]);
    refused(write::lock(temp.path(), &protected), &["holds"]);
    refused(write::lock(&project.join("x/.."), &protected), &["cannot be an output folder"]);
    refused(write::lock(Path::new("/"), &[]), &["cannot be an output folder"]);
    refused(write::lock(Path::new(".."), &[]), &["cannot be an output folder"]);
    if let Some(home) = std::env::home_dir().filter(|home| home.is_dir() && home.file_name().is_some()) {
        refused(write::lock(&home, &[]), &["replace it as a whole"]);
    }
    assert_eq!(names(&project), ["content"]);
    write::lock(&project.join("public"), &protected).unwrap();
    fs::write(project.join("file"), "x").unwrap();
    refused(write::lock(&project.join("file"), &[]), &["is no folder"]);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let temp = tempfile::tempdir().unwrap();
    let real = temp.path().join("real");
    build(&one(), &real).unwrap();
    let link = temp.path().join("link");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    refused(build(&two(), &link), &["is a symbolic link"]);
    assert_eq!(on_disk(&real), expected(&one()));
    std::os::unix::fs::symlink("/etc/passwd", real.join("passwd")).unwrap();
    refused(write::read_back(&real), &["passwd", "is a symbolic link"]);
    refused(build(&two(), &real), &["passwd"]);
}

#[test]
fn a_second_build_is_told_of_the_lock() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("public");
    let lock = write::lock(&dir, &[]).unwrap();
    refused(write::lock(&dir, &[]), &["another build", ".public.foreboard-lock"]);
    // Another output is another lock.
    write::lock(&temp.path().join("other"), &[]).unwrap();
    write::swap_in(&one(), &lock).unwrap();
    refused(write::lock(&dir, &[]), &["another build"]);
    drop(lock);
    build(&two(), &dir).unwrap();
}

#[test]
fn a_failure_while_writing_leaves_the_former_site() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("public");
    build(&one(), &dir).unwrap();
    // A file where a folder must be cannot be written by any system.
    let impossible = site(&[("a", "file"), ("a/b", "below a file")]);
    assert!(Report(&build(&impossible, &dir).unwrap_err()).to_string().contains("because: "));
    assert_eq!(on_disk(&dir), expected(&one()));
    assert_eq!(names(temp.path()), [".public.foreboard-lock", "public"]);
    let mut bare = Tree::default();
    bare.insert(SitePath::new("index.html").unwrap(), "x").unwrap();
    assert!(build(&bare, &dir).unwrap_err().to_string().contains("site-manifest.json"));
    assert_eq!(on_disk(&dir), expected(&one()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_that_cannot_be_written_is_named() {
    // Nobody, root included, makes files there.
    refused(write::lock(Path::new("/proc/public"), &[]), &["/proc", "because: "]);
}

#[test]
fn what_dead_builds_left_is_swept_and_a_moved_site_brought_back() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("public");
    build(&one(), &dir).unwrap();
    let work = temp.path().join(".public.foreboard-work");
    let leave = || {
        fs::create_dir_all(work.join("new/tasks")).unwrap();
        fs::write(work.join("foreboard-work"), "").unwrap();
        fs::write(work.join("new/index.html"), "half").unwrap();
    };
    leave();
    drop(write::lock(&dir, &[]).unwrap());
    assert_eq!(names(temp.path()), [".public.foreboard-lock", "public"]);
    // Died between the two renames of a system that cannot exchange.
    leave();
    fs::rename(&dir, work.join("old")).unwrap();
    drop(write::lock(&dir, &[]).unwrap());
    assert_eq!(on_disk(&dir), expected(&one()));
    assert_eq!(names(temp.path()), [".public.foreboard-lock", "public"]);
    // Bears our name but not our mark.
    fs::create_dir(&work).unwrap();
    fs::write(work.join("precious"), "mine").unwrap();
    refused(write::lock(&dir, &[]), &[".public.foreboard-work", "no build made it"]);
    assert_eq!(names(&work), ["precious"]);
}

const CHILD: &str = "FOREBOARD_TEST_OUTPUT";

fn large(word: &str) -> Tree {
    let files: Vec<(String, String)> =
        (0..60).map(|number| (format!("tasks/{}/{number}.html", number % 7), word.repeat(500 + number))).collect();
    site(&files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>())
}

/// No test by itself: the process that the next test kills.
#[test]
#[ignore = "started by another test"]
fn child_that_builds_for_ever() {
    let Some(dir) = std::env::var_os(CHILD) else { return };
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(20) {
        build(&large("two"), Path::new(&dir)).unwrap();
        build(&large("one"), Path::new(&dir)).unwrap();
    }
}

#[test]
fn a_killed_build_leaves_one_whole_site() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("public");
    let (one, two) = (expected(&large("one")), expected(&large("two")));
    build(&large("one"), &dir).unwrap();
    let mut interrupted = 0;
    for round in 0..12 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--ignored", "write::child_that_builds_for_ever"])
            .env(CHILD, &dir)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let work = temp.path().join(".public.foreboard-work");
        let begin = Instant::now();
        while !work.exists() && begin.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_micros(200));
        }
        std::thread::sleep(Duration::from_micros(770 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        interrupted += usize::from(work.exists());
        let found = on_disk(&dir);
        assert!(found == one || found == two, "round {round}: {:?}", found.keys());
        // The lock died with its holder, and the next build clears up.
        drop(write::lock(&dir, &[]).unwrap());
        assert!(!work.exists());
        assert_eq!(on_disk(&dir), found);
    }
    assert!(3 < interrupted, "only {interrupted} of the builds were killed at work");
}

/// Not part of the suite's time: `cargo test --release --test suite -- --ignored --nocapture speed_of_writing`.
#[test]
#[ignore = "measures"]
fn speed_of_writing() {
    let temp = tempfile::tempdir_in(".").unwrap();
    let dir = temp.path().join("public");
    let names: Vec<String> = (0..10_000).map(|number| format!("tasks/{}/{number}.html", number % 100)).collect();
    for round in 0_u8..4 {
        // The last round changes nothing.
        let text = format!("{}", round.min(2)).repeat(50_000);
        let tree = site(&names.iter().map(|name| (name.as_str(), text.as_str())).collect::<Vec<_>>());
        let begin = Instant::now();
        build(&tree, &dir).unwrap();
        let written = begin.elapsed();
        let begin = Instant::now();
        assert_eq!(write::read_back(&dir).unwrap().len(), 10_001);
        eprintln!("10000 files, 500 MB: write and swap {written:?}, read back {:?}", begin.elapsed());
    }
}
