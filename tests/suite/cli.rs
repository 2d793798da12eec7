//! The binary from outside: exit codes, messages, what is written and what is left alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::reference::at;

fn foreboard(args: &[&str], dir: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_foreboard")).args(args).current_dir(dir).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A small project: `init` writes it, so that every test starts from what a newcomer has.
fn project() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let made = foreboard(&["-q", "init", "site"], dir.path());
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    dir
}

/// Every file below a folder with its bytes.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    walkdir::WalkDir::new(dir)
        .into_iter()
        .map(|entry| entry.expect("a readable folder"))
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            (entry.path().strip_prefix(dir).unwrap().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())
        })
        .collect()
}

#[test]
fn a_new_project_builds_checks_and_builds_again_to_the_same_bytes() {
    let dir = project();
    let site = dir.path().join("site");
    let first = foreboard(&["build"], &site);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    assert!(text(&first.stderr).contains("look at it: open `"), "{}", text(&first.stderr));
    let built = files(&site.join("public"));
    assert!(built.contains_key("index.html") && built.contains_key("methods.html") && built.contains_key("404.html"));
    let check = foreboard(&["check", "public"], &site);
    assert_eq!(check.status.code(), Some(0), "{}", text(&check.stderr));
    // Other threads, time zone, language, folder: the same bytes.
    let again = Command::new(env!("CARGO_BIN_EXE_foreboard"))
        .args(["build", "--jobs", "1", "-c", "site/foreboard.toml", "-o", "again"])
        .env("TZ", "Pacific/Auckland")
        .env("LANG", "de_DE.UTF-8")
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    let other = files(&dir.path().join("again"));
    assert_eq!(built.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (path, bytes) in &built {
        assert!(bytes == &other[path], "`{path}` differs between two builds");
    }
}

#[test]
fn the_order_in_which_files_were_written_changes_no_byte() {
    let dir = project();
    let site = dir.path().join("site");
    let data = files(&site.join("data/demo"));
    let turned = dir.path().join("turned/data/demo");
    for (path, bytes) in data.iter().rev() {
        let file = turned.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }
    fs::copy(site.join("foreboard.toml"), dir.path().join("turned/foreboard.toml")).unwrap();
    let score = |from: &Path| text(&foreboard(&["-q", "score", "--format", "json"], from).stdout);
    let straight = score(&site);
    assert!(straight.len() > 1_000);
    assert_eq!(straight, score(&dir.path().join("turned")));
}

#[test]
fn strict_ends_with_three_after_the_build_and_only_for_faults() {
    let dir = project();
    let site = dir.path().join("site");
    // The demo holds broken files on purpose.
    let strict = foreboard(&["build", "--strict"], &site);
    assert_eq!(strict.status.code(), Some(3), "{}", text(&strict.stderr));
    assert!(site.join("public/index.html").is_file(), "the site is built all the same");
    assert!(text(&strict.stderr).contains("broken or invalid"));
    let real =
        foreboard(&["build", "--strict", "-c", at("foreboard.toml").to_str().unwrap(), "-o", "real"], dir.path());
    assert_eq!(real.status.code(), Some(0), "{}", text(&real.stderr));
}

#[test]
fn a_failing_build_leaves_the_former_site_byte_for_byte() {
    let dir = project();
    let site = dir.path().join("site");
    assert_eq!(foreboard(&["build"], &site).status.code(), Some(0));
    let before = files(&site.join("public"));
    let refuse = |what: &str, code: i32, needle: &str| {
        let run = foreboard(&["build"], &site);
        let said = text(&run.stderr);
        assert_eq!(run.status.code(), Some(code), "{what}: {said}");
        assert!(said.contains(needle), "{what}: {said}");
        assert_eq!(before, files(&site.join("public")), "{what}");
    };
    let colophon = site.join("site-templates/partials/colophon.html");
    let kept = fs::read(&colophon).unwrap();
    fs::write(&colophon, "{{ no_such_thing }}").unwrap();
    refuse("a template that asks for what is not there", 1, "colophon.html");
    fs::write(&colophon, "<a href=\"nowhere.html\">x</a>").unwrap();
    refuse("a dead link", 3, "dead-link");
    fs::write(&colophon, kept).unwrap();
    fs::write(site.join("content/methods.md"), "# Methods\n\nbroken $\\frac{1$ here\n").unwrap();
    refuse("a formula that cannot be set", 1, "methods.md");
    fs::remove_file(site.join("content/methods.md")).unwrap();
    let index = site.join("data/demo/site/index.json");
    let kept = fs::read(&index).unwrap();
    fs::write(&index, "{").unwrap();
    refuse("a broken index", 1, "index.json");
    fs::write(&index, kept).unwrap();
    let config = site.join("foreboard.toml");
    let kept = fs::read_to_string(&config).unwrap();
    fs::write(&config, kept.replace("min_share", "min_shere")).unwrap();
    refuse("an unknown key", 2, "min_share");
    fs::write(&config, kept).unwrap();
    assert_eq!(foreboard(&["build"], &site).status.code(), Some(0));
    assert_eq!(before, files(&site.join("public")));
}

#[test]
fn score_prints_one_row_a_task_and_system_in_full_precision() {
    let run = foreboard(
        &["-q", "score", at("data/flusight-small").to_str().unwrap(), "--format", "csv", "--min-share", "0"],
        Path::new("."),
    );
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let csv = text(&run.stdout);
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some(
            "track,task,system,kind,listed,n_common,n_own,late,crps,scaled_crps,scaled_mae,mae,coverage_80,rank,rank_low,rank_high,\
             scaled_crps_low,scaled_crps_high,pairwise_skill"
        )
    );
    // The US task has 8 systems, the three others 9.
    assert_eq!(lines.clone().count(), 8 + 3 * 9);
    let leader = lines.find(|line| line.contains("flu-hosp-us,CMU-TimeSeries")).unwrap();
    let fields: Vec<&str> = leader.split(',').collect();
    assert_eq!(fields[4..8], ["true", "23", "40", "2"]);
    // expected.json: 0.48682148936602976
    assert!((fields[9].parse::<f64>().unwrap() - 0.486_821_489_366_029_76).abs() < 1e-14);
}

#[test]
fn wrong_usage_ends_with_two_and_says_the_way_out() {
    let dir = tempfile::tempdir().unwrap();
    for (args, needle) in [
        (&["build", "--jobs", "0"][..], "--jobs"),
        (&["score", "--min-share", "2"], "between 0 and 1"),
        (&["nonsense"], "nonsense"),
        (&["build"], "foreboard init"),
    ] {
        let run = foreboard(args, dir.path());
        assert_eq!(run.status.code(), Some(2), "{args:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).contains(needle), "{args:?}: {}", text(&run.stderr));
    }
    let nowhere = foreboard(&["score", "nowhere"], dir.path());
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(text(&nowhere.stderr).contains("nowhere"));
}

#[test]
fn help_and_completions_name_every_command() {
    let dir = tempfile::tempdir().unwrap();
    let help = text(&foreboard(&["--help"], dir.path()).stdout);
    let bash = text(&foreboard(&["completions", "bash"], dir.path()).stdout);
    for command in ["build", "check", "score", "serve", "init", "demo", "completions"] {
        assert!(help.contains(command), "help lacks {command}");
        assert!(bash.contains(command), "completions lack {command}");
    }
}

#[test]
fn a_killed_build_leaves_the_former_site() {
    let dir = project();
    let site = dir.path().join("site");
    assert_eq!(foreboard(&["build"], &site).status.code(), Some(0));
    let before = files(&site.join("public"));
    // Something that would change every page.
    let config = site.join("foreboard.toml");
    let text_of = fs::read_to_string(&config).unwrap().replace("My forecasting benchmark", "Another title");
    fs::write(&config, text_of).unwrap();
    for delay in [0, 40, 120, 250, 400] {
        let mut child =
            Command::new(env!("CARGO_BIN_EXE_foreboard")).args(["-q", "build"]).current_dir(&site).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(delay));
        let _ended_by_itself = child.kill();
        child.wait().unwrap();
        let now = files(&site.join("public"));
        let former = now == before;
        // A build that was quick enough may have finished; then every page is new.
        let finished = now.keys().eq(before.keys()) && text(&now["index.html"]).contains("Another title");
        assert!(former || finished, "a mix after {delay} ms");
    }
    let whole = foreboard(&["build"], &site);
    assert_eq!(whole.status.code(), Some(0), "{}", text(&whole.stderr));
    assert!(text(&files(&site.join("public"))["index.html"]).contains("Another title"));
    let left: Vec<String> =
        fs::read_dir(&site).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    assert!(!left.iter().any(|name| name.contains("foreboard") && name.contains("new")), "leftovers: {left:?}");
}
