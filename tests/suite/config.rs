//! `foreboard.toml`: what it means, and the exact text of every kind of problem, with line and caret.

use std::fs;
use std::path::{Path, PathBuf};

use foreboard::config::{Config, Layout};
use foreboard::domain::id::TaskId;
use foreboard::domain::quantile::Levels;
use foreboard::error::{Error, Exit, Report};

const SMALL: &str = "\
[site]
title = \"Board\"

[[track]]
id = \"flu\"
title = \"Influenza\"
source = \"data/flu\"
";

fn parse(text: &str) -> Result<Config, Error> {
    Config::parse(text, Path::new("site/foreboard.toml"))
}

/// What is printed of the problems in `SMALL` followed by `more`, without the first line and the path.
fn complaint(more: &str) -> String {
    complaint_of(&format!("{SMALL}{more}"))
}

fn complaint_of(text: &str) -> String {
    let error = parse(text).unwrap_err();
    assert_eq!(error.exit_code(), Exit::Usage);
    let report = Report(&error).to_string();
    let (first, rest) = report.split_once('\n').unwrap();
    assert!(first.starts_with("error: cannot use `site/foreboard.toml`: it has "), "{first}");
    rest.replace("site/foreboard.toml", "")
}

#[test]
fn defaults_and_paths() {
    let config = parse(SMALL).unwrap();
    assert_eq!(config.root, PathBuf::from("site"));
    assert_eq!(config.site.title, "Board");
    assert_eq!(config.site.base_url, None);
    assert_eq!(config.build.output, PathBuf::from("site/public"));
    assert_eq!(config.build.templates, PathBuf::from("site/site-templates"));
    let track = &config.tracks[0];
    assert_eq!((track.id.as_str(), track.layout, track.name.as_str()), ("flu", Layout::Runs, "flu"));
    assert_eq!(track.source, PathBuf::from("site/data/flu"));
    assert_eq!(track.source_text, "data/flu");
    assert_eq!((track.rules.min_share, track.rules.min_days, track.rules.resamples), (0.5, 8, 2_000));
}

#[test]
fn a_task_takes_from_the_track_what_it_leaves_unsaid() {
    let config = parse(&format!(
        "{SMALL}
[track.scoring]
min_share = 1
levels = [0.9, 0.1, 0.5]
[track.tasks.us]
min_days = 3
[track.tasks.\"ca.1\"]
resamples = 0
min_share = 0
"
    ))
    .unwrap();
    let rules = |id: &str| {
        let rules = config.tracks[0].rules_for(&id.parse::<TaskId>().unwrap());
        let levels = rules.levels.iter().flat_map(Levels::as_slice).map(|level| level.value()).collect();
        (rules.min_share, rules.min_days, rules.resamples, levels)
    };
    let levels: Vec<f64> = vec![0.1, 0.5, 0.9];
    assert_eq!(rules("us"), (1.0, 3, 2_000, levels.clone()));
    assert_eq!(rules("ca.1"), (0.0, 8, 0, levels.clone()));
    assert_eq!(rules("other"), (1.0, 8, 2_000, levels));
}

#[test]
fn a_base_url_ends_in_one_slash() {
    for (written, kept) in [
        ("https://example.org", "https://example.org/"),
        ("http://example.org/a/b//", "http://example.org/a/b/"),
        ("https://127.0.0.1:8080/x", "https://127.0.0.1:8080/x/"),
    ] {
        let config = parse(&SMALL.replace("\"Board\"", &format!("\"Board\"\nbase_url = \"{written}\""))).unwrap();
        assert_eq!(config.site.base_url.as_deref(), Some(kept));
    }
    for wrong in [
        "example.org",
        "ftp://example.org",
        "https://",
        "https://a b/",
        "https://u:p@example.org/",
        "https://e.org/?q",
        "https://e.org/#x",
        "javascript:alert(1)",
        "https://e.org/\\\"x",
        "https://-a.org",
        "https://e.org:99999/",
    ] {
        let text = SMALL.replace("\"Board\"", &format!("\"Board\"\nbase_url = \"{wrong}\""));
        assert!(complaint_of(&text).contains("error: `base_url` is not an address: "), "{wrong}");
    }
}

#[test]
fn a_citation() {
    let text = SMALL.replace(
        "[[track]]",
        "[site.citation]\nkey = \"a:b-1\"\nauthors = [\"{The group}\", \"B, A\"]\nyear = 2026\n[[track]]",
    );
    let citation = parse(&text).unwrap().site.citation.unwrap();
    assert_eq!((citation.key.as_str(), citation.title.as_str(), citation.year), ("a:b-1", "Board", Some(2026)));
    assert_eq!(citation.authors, ["{The group}", "B, A"]);
}

/// What follows `SMALL`, and what is printed of it.
const PROBLEMS: [(&str, &str); 19] = [
    (
        "[track.scoring]\nmin_shere = 0.5\n",
        "\
error: unknown key `min_shere`; did you mean `min_share`?
 --> :9:1
  |
9 | min_shere = 0.5
  | ^^^^^^^^^
",
    ),
    (
        "colour = 1\n",
        "\
error: unknown key `colour`
 --> :8:1
  |
8 | colour = 1
  | ^^^^^^
  |
  = help: `[[track]]` may hold `id`, `title`, `layout`, `source`, `name`, `url`, `licence`, `citation`, `scoring`, `tasks`
",
    ),
    (
        "min_share = 0.5\n",
        "\
error: `min_share` does not stand in `[[track]]` but in `[track.scoring]`
 --> :8:1
  |
8 | min_share = 0.5
  | ^^^^^^^^^
",
    ),
    (
        "[track.scoring]\nmin_share = 1.5\n",
        "\
error: `min_share` is 1.5, a share lies between 0 and 1
 --> :9:13
  |
9 | min_share = 1.5
  |             ^^^
",
    ),
    (
        "[track.scoring]\nmin_share = nan\n",
        "\
error: `min_share` is a number, this is a number with decimals, or not finite
 --> :9:13
  |
9 | min_share = nan
  |             ^^^
",
    ),
    (
        "[track.tasks.us]\nmin_days = 0\n",
        "\
error: `min_days` is 0, at least 1 run day is needed
 --> :9:12
  |
9 | min_days = 0
  |            ^
",
    ),
    (
        "[track.scoring]\nresamples = 99\n",
        "\
error: `resamples` is 99, outside 100 to 1000000
 --> :9:13
  |
9 | resamples = 99
  |             ^^
  |
  = help: 0 turns intervals off
",
    ),
    (
        "[track.scoring]\nlevels = [0.1, 1, 0.5]\n",
        "\
error: 1 is not a level: levels lie between 0 and 1, ends excluded
 --> :9:16
  |
9 | levels = [0.1, 1, 0.5]
  |                ^
",
    ),
    (
        "[track.scoring]\nlevels = [0.1, 0.10]\n",
        "\
error: the level 0.1 stands here twice
 --> :9:16
  |
9 | levels = [0.1, 0.10]
  |                ^^^^
",
    ),
    (
        "[track.scoring]\nlevels = [0.00005]\n",
        "\
error: the level 0.00005 has more than four decimals
 --> :9:11
  |
9 | levels = [0.00005]
  |           ^^^^^^^
",
    ),
    (
        "layout = \"fwbench\"\n[track.scoring]\nmin_days = 3\n",
        "\
error: `scoring` belongs to the layout `runs`
 --> :9:1
  |
9 | [track.scoring]
  | ^^^^^^^^^^^^^^^
  |
  = help: a dataset of the layout `fwbench` brings its own parameters: remove the table
",
    ),
    (
        "layout = \"run\"\n",
        "\
error: unknown layout `run`; did you mean `runs`?
 --> :8:10
  |
8 | layout = \"run\"
  |          ^^^^^
  |
  = help: this version reads `runs`, `fwbench`
",
    ),
    (
        "licence = 4\n",
        "\
error: `licence` is a text, this is a whole number
 --> :8:11
  |
8 | licence = 4
  |           ^
  |
  = help: put it in quotes
",
    ),
    (
        "[track.tasks.\"../x\"]\n",
        "\
error: `../x` cannot be a task: '/' is not allowed in an id: use A-Z a-z 0-9 . _ -
 --> :8:14
  |
8 | [track.tasks.\"../x\"]
  |              ^^^^^^
",
    ),
    (
        "[[track]]\nid = \"Flu\"\ntitle = \"x\"\nsource = \"y\"\n",
        "\
error: the ids `flu` and `Flu` differ only in case
 --> :9:6
  |
9 | id = \"Flu\"
  |      ^^^^^
  |
  = help: the id stands in addresses: each track needs its own
",
    ),
    (
        "[[track]]\nid = \"b\"\ntitle = \"x\"\nsource = \"hf:a/b\"\n",
        "\
error: `source` is an address, this version reads folders
  --> :11:10
   |
11 | source = \"hf:a/b\"
   |          ^^^^^^^^
   |
   = help: download the dataset and name its folder
",
    ),
    (
        "[build]\noutput = \"..\"\n",
        "\
error: the output folder is or holds the folder of this file, and a build replaces it as a whole
 --> :9:10
  |
9 | output = \"..\"
  |          ^^^^
  |
  = help: give `output` in `[build]` a folder of its own, such as \"public\"
",
    ),
    (
        "[build]\noutput = \"x/../data\"\n",
        "\
error: the output folder is or holds the source of track `flu`, and a build replaces it as a whole
 --> :9:10
  |
9 | output = \"x/../data\"
  |          ^^^^^^^^^^^
  |
  = help: give `output` in `[build]` a folder of its own, such as \"public\"
",
    ),
    (
        "title = \"again\"\n",
        "\
error: duplicate key
 --> :8:1
  |
8 | title = \"again\"
  | ^^^^^
",
    ),
];

#[test]
fn each_kind_of_problem_shows_its_place() {
    for (more, expected) in PROBLEMS {
        assert_eq!(complaint(more), expected);
    }
}

#[test]
fn every_problem_is_told_at_once_in_the_order_of_the_file() {
    let text = "[site]\ntitle = \" \"\n[[track]]\nid = \"a b\"\nsource = \"d\"\n[bild]\n";
    let error = parse(text).unwrap_err();
    assert_eq!(error.to_string(), "cannot use `site/foreboard.toml`: it has 4 problems");
    let report = Report(&error).to_string();
    let told: Vec<&str> = report.lines().filter(|line| line.starts_with("error: ")).skip(1).collect();
    assert_eq!(
        told,
        [
            "error: `title` is empty",
            "error: `[[track]]` lacks `title`",
            "error: `a b` cannot be an id: ' ' is not allowed in an id: use A-Z a-z 0-9 . _ -",
            "error: unknown key `bild`; did you mean `build`?",
        ]
    );
}

#[test]
fn an_empty_file_says_what_it_lacks() {
    assert_eq!(
        complaint_of(""),
        "\
error: the file lacks `site`
--> 
 = help: add a table `[site]` with a `title`

error: the file lacks `track`
--> 
 = help: add `[[track]]` with an `id`, a `title` and a `source`
"
    );
}

#[test]
fn loading_looks_for_the_source() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("foreboard.toml");
    fs::write(&file, SMALL).unwrap();
    let report = Report(&Config::load(&file).unwrap_err()).to_string();
    let source = folder.path().join("data/flu");
    assert!(report.contains(&format!("error: `{}` is not a folder", source.display())), "{report}");
    assert!(report.contains("foreboard.toml:7:10\n"), "{report}");
    fs::create_dir_all(&source).unwrap();
    assert_eq!(Config::load(&file).unwrap().tracks[0].source, source);

    // The absolute way to the project's own folder is seen through too.
    fs::write(&file, format!("{SMALL}[build]\noutput = {:?}\n", folder.path())).unwrap();
    let report = Report(&Config::load(&file).unwrap_err()).to_string();
    assert!(report.contains("the output folder is or holds the folder of this file"), "{report}");

    fs::write(&file, b"title = \"\xff\"").unwrap();
    assert!(Config::load(&file).unwrap_err().to_string().ends_with("is not UTF-8"));
    let missing = Config::load(&folder.path().join("none.toml")).unwrap_err();
    assert_eq!(missing.exit_code(), Exit::Usage);
    assert!(missing.to_string().starts_with("cannot read `"));
}

#[test]
fn the_fingerprint_follows_settings_and_not_places() {
    let base = parse(SMALL).unwrap().fingerprint();
    assert_eq!(base.len(), 64);
    assert!(base.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let moved = Config::parse(SMALL, Path::new("/other/place/foreboard.toml")).unwrap();
    assert_eq!(moved.fingerprint(), base);
    let same = [
        format!("# a comment\n{SMALL}[build]\noutput = \"out\"\n"),
        format!("{SMALL}[track.scoring]\nmin_share = 0.5\n"),
    ];
    for text in same {
        assert_eq!(parse(&text).unwrap().fingerprint(), base, "{text}");
    }
    let other = [
        SMALL.replace("Board", "Boards"),
        SMALL.replace("Influenza", "Flu"),
        SMALL.replace("\"flu\"", "\"grippe\""),
        format!("{SMALL}licence = \"x\"\n"),
        format!("{SMALL}url = \"https://x.org/\"\n"),
        format!("{SMALL}[track.scoring]\nmin_days = 9\n"),
        format!("{SMALL}[track.scoring]\nlevels = [0.5]\n"),
        format!("{SMALL}[track.tasks.us]\nmin_days = 8\n"),
    ];
    let mut prints: Vec<String> = other.iter().map(|text| parse(text).unwrap().fingerprint()).collect();
    prints.push(base);
    prints.sort();
    prints.dedup();
    assert_eq!(prints.len(), other.len() + 1);
}

#[test]
fn a_bare_dataset_needs_no_file() {
    let config = Config::for_dataset(Path::new("some/where/flu-small"), Layout::Runs);
    assert_eq!(config.site.title, "flu-small");
    assert_eq!(config.tracks[0].id.as_str(), "flu-small");
    assert_eq!(config.tracks[0].source, PathBuf::from("some/where/flu-small"));
    assert_eq!(Config::for_dataset(Path::new(".."), Layout::Runs).tracks[0].id.as_str(), "dataset");
    assert_eq!(Config::for_dataset(Path::new("x/a b"), Layout::Runs).tracks[0].name, "a b");
    assert_eq!(Config::for_dataset(Path::new("x/a b"), Layout::Runs).tracks[0].id.as_str(), "dataset");
}

#[test]
fn the_configuration_of_this_repository_is_right() {
    let config = Config::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("foreboard.toml")).unwrap();
    assert_eq!(config.tracks[0].id.as_str(), "flusight");
    assert!(config.tracks[0].source.join("site/index.json").is_file());
}
