//! Input that was made to break a reader: it is refused with its place, and never stops the rest or the program.

use std::fmt::Write;

use foreboard::domain::forecast::State;
use foreboard::read::runs::{Limits, assemble, plan, read_unit};
use foreboard::source::local;
use proptest::prelude::*;

use super::{FILE, GOOD, INDEX, answers, faults, lay_out, read, read_bytes, read_one, try_read};

fn with_limits(limits: &Limits, files: &[(&str, &[u8])]) -> Vec<String> {
    let folder = lay_out(files);
    let snapshot = local::open(folder.path()).expect("a folder");
    let plan = plan(&snapshot, |_| None, limits).expect("readable");
    let readings = plan.units().iter().map(|unit| read_unit(&snapshot, &plan, unit)).collect();
    faults(&assemble(&snapshot, plan, readings))
}

#[test]
fn nesting_over_128_is_broken_and_128_is_not() {
    let nested = |depth: usize| format!("{{\"x\": {}{}, {GOOD}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    assert_eq!(answers(&nested(128)).len(), 1);
    let (submission, faults) = read_one(&nested(129));
    assert_eq!(submission.state, State::Broken);
    assert!(faults[0].ends_with("] nested deeper than 128 levels"), "{faults:?}");
}

#[test]
fn a_hundred_thousand_brackets_overflow_nothing() {
    for (open, known) in [("[", false), ("{\"a\":", false), ("[", true), ("{\"forecasts\":", true)] {
        let deep = open.repeat(100_000);
        let text = if known { deep } else { format!("{{\"x\": {deep}") };
        let (submission, faults) = read_one(&text);
        assert_eq!((submission.state, faults.len()), (State::Broken, 1), "{open}");
        assert!(faults[0].len() < 400, "{}", faults[0].len());
    }
    let error = try_read(&[("site/index.json", "[".repeat(100_000).as_bytes())]).expect_err("no index");
    assert!(error.contains("nested deeper than 128 levels"), "{error}");
}

#[test]
fn files_over_their_limit_are_broken() {
    let limits = Limits { forecast: 200, table: 60, ..Limits::default() };
    let good = format!("{{{GOOD}}}");
    let (at, over) = (format!("{good:<200}"), format!("{good:<201}"));
    let truth = format!("date,value\n{}", "2026-01-01,1\n".repeat(4));
    let found = with_limits(
        &limits,
        &[
            ("site/index.json", INDEX.as_bytes()),
            ("runs/load/2026-01-10/live/ann.json", at.as_bytes()),
            ("runs/load/2026-01-10/mock/ann.json", over.as_bytes()),
            ("runs/load/truth.csv", truth.as_bytes()),
        ],
    );
    assert_eq!(
        found,
        [
            "broken runs/load/2026-01-10/mock/ann.json [] larger than the limit of 200 bytes",
            "broken runs/load/truth.csv [] larger than the limit of 60 bytes",
        ]
    );
    let defaults = Limits::default();
    assert_eq!([defaults.forecast, defaults.trajectory, defaults.table], [8_388_608, 67_108_864, 268_435_456]);
}

#[test]
fn a_small_file_that_unpacks_to_a_large_one_is_broken() {
    let limits = Limits { forecast: 10_000, ..Limits::default() };
    let spaces = vec![b' '; 1_000_000];
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut gzip, &spaces).expect("in memory");
    let gzip = gzip.finish().expect("in memory");
    let zstandard = ruzstd::encoding::compress_to_vec(&spaces[..], ruzstd::encoding::CompressionLevel::Fastest);
    for (ending, bytes) in [("gz", gzip), ("zst", zstandard)] {
        assert!(bytes.len() < 10_000, "{ending}: {}", bytes.len());
        let path = format!("{FILE}.{ending}");
        let found = with_limits(&limits, &[("site/index.json", INDEX.as_bytes()), (&path, &bytes)]);
        assert_eq!(found, [format!("broken {path} [] larger than the limit of 10000 bytes once unpacked")]);
    }
}

#[test]
fn a_byte_order_mark_and_other_line_ends_are_accepted() {
    assert_eq!(answers(&format!("\u{feff}{{\r\n{GOOD}\r\n}}\r\n")).len(), 1);
    let index = format!("\u{feff}{}", INDEX.replace('\n', "\r\n"));
    assert!(try_read(&[("site/index.json", index.as_bytes())]).is_ok());
}

#[test]
fn text_that_is_not_utf8_is_broken_and_says_where() {
    let (submission, faults) = read_bytes(FILE, b"{\n \"status\": \"\xff\"}");
    assert_eq!(
        (submission.state, faults),
        (State::Broken, vec![format!("broken {FILE} [line 2, column 13] not UTF-8")])
    );
    let dataset = try_read(&[("site/index.json", INDEX.as_bytes()), ("runs/load/truth.csv", b"date,value\n\xe9,1\n")])
        .expect("readable");
    assert_eq!(super::faults(&dataset), ["broken runs/load/truth.csv [line 2, column 1] not UTF-8"]);
    assert!(dataset.tasks[0].truth.settled.is_empty());
}

#[test]
fn truncation_at_any_byte_is_broken_and_never_half_a_forecast() {
    let text = format!("{{{GOOD}}}");
    for end in 0..text.len() {
        let (submission, faults) = read_one(&text[..end]);
        assert_eq!((submission.state, submission.forecasts.len(), faults.len()), (State::Broken, 0, 1), "{end}");
    }
}

#[test]
fn one_broken_file_leaves_the_rest_alone() {
    let good = format!("{{{GOOD}}}");
    let dataset = read(&[(FILE, "NaN"), ("runs/load/2026-01-10/live/eve.json", &good)]);
    let states: Vec<_> = dataset.tasks[0].submissions.iter().map(|submission| submission.state.clone()).collect();
    assert_eq!(states, [State::Broken, State::Read]);
}

#[test]
fn a_file_of_wrong_entries_does_not_flood_the_report() {
    let entries = vec!["{}"; 5_000].join(",");
    let (submission, faults) =
        read_one(&format!(r#"{{"submitted_at": "2026-01-10T12:00:00Z", "forecasts": [{entries}]}}"#));
    assert_eq!((submission.invalid, faults.len()), (5_000, 101));
    assert_eq!(
        faults[0],
        format!("invalid {FILE} [] 4900 more of this kind in this file, after the 100 that are listed")
    );
}

#[test]
fn many_keys_are_searched_quickly_and_doubles_found() {
    let mut keys = String::new();
    for number in 0..100_000 {
        let _ = write!(keys, "\"k{number}\": 0, ");
    }
    assert_eq!(answers(&format!("{{{keys}{GOOD}}}")).len(), 1);
    let (_, faults) = read_one(&format!("{{{keys}\"k77777\": 1, {GOOD}}}"));
    assert_eq!(faults, [format!("broken {FILE} [k77777] the key `k77777` occurs twice")]);
}

#[test]
fn messages_escape_what_they_quote() {
    let (_, faults) = read_one("{\"system\": \"\\u001b[31m\\n<script>\", \"forecasts\": []}");
    assert_eq!(
        faults,
        [format!("invalid {FILE} [system] the file says system `\\u{{1b}}[31m\\n<script>`, its path says `ann`")]
    );
}

/// Pieces that make a random text likely to get far into a reader.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let words = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "\n",
        "\r",
        "\"forecasts\":",
        "\"quantiles\":",
        "\"levels\":",
        "\"0.1\":",
        "\"10%\":",
        "\"target_date\":",
        "\"2026-01-11\"",
        "\"point\":",
        "1e400",
        "-1",
        "NaN",
        "null",
        "date,value,released_at",
        "2026-01-01",
        "2026-01-01T00:00:60Z",
        "\u{feff}",
        "é",
        "\"tasks\":",
        "\"schedule\":",
        "\"id\":",
        "\"load\"",
        "\"horizons\":",
        "\u{1f}\u{8b}\u{8}",
        "\"submitted_at\":",
        "\"status\":",
    ];
    let word = proptest::sample::select(words.to_vec()).prop_map(|word| word.as_bytes().to_vec());
    let noise = proptest::collection::vec(any::<u8>(), 0..4);
    proptest::collection::vec(prop_oneof![6 => word, 1 => noise], 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop_oneof![pieces(), proptest::collection::vec(any::<u8>(), 0..200)], magic in any::<bool>()) {
        let gzip = [if magic { &b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"[..] } else { b"" }, &bytes].concat();
        let zstandard = [if magic { &b"\x28\xb5\x2f\xfd"[..] } else { b"" }, &bytes].concat();
        let dataset = try_read(&[
            ("site/index.json", INDEX.as_bytes()),
            ("runs/load/truth.csv", &bytes),
            ("runs/load/2026-01-10/x/history.csv", &bytes),
            ("runs/load/2026-01-10/live/ann.json", &bytes),
            ("runs/load/2026-01-11/live/ann.json.gz", &gzip),
            ("runs/load/2026-01-12/live/ann.json.zst", &zstandard),
            ("runs/load/live/eve.jsonl", &bytes),
        ]).expect("data never stop a build");
        let of_ann = dataset.tasks[0].submissions.iter().filter(|submission| submission.system.as_str() == "ann").count();
        prop_assert_eq!(of_ann, 3);
        for submission in &dataset.tasks[0].submissions {
            prop_assert!(submission.state == State::Read || submission.forecasts.is_empty());
        }
        if let Err(error) = try_read(&[("index.json", &bytes)]) {
            prop_assert!(error.contains("index"), "{}", error);
        }
    }
}
