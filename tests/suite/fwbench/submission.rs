//! Normalisation of submissions, format v1: every row of the published table of cases, and every decision where it is silent.

use foreboard::domain::fwbench::submission::{Operation, Rejection, Submitted};
use foreboard::read::fwbench::normalise;
use proptest::prelude::*;

use Operation::{BareDecisionArray, IdValueObject, QuotedNumericLiteral, UniqueJsonInText, WholeJsonFence};
use Rejection::{
    AmbiguousCandidates, DuplicateDecisionId, DuplicateJsonKey, EmptyResponse, MalformedDecisionCandidate,
    MissingDecisionFields, MissingOrExtraDecisions, NoCompleteJson, NonfiniteJsonNumber, NonfiniteOrNonnumericAction,
    NontextResponse, NotADecisionSubmission, NotANumericLiteral, UnknownDecisionId,
};

/// What the good plans below hold.
const VALUES: [f64; 8] = [1000.125, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];

fn records_with(first: &str) -> String {
    let record = |block: usize| {
        let value = if block == 0 { first.to_owned() } else { (block + 1).to_string() };
        format!(r#"{{"decision_id": "b{block:02}", "value": {value}}}"#)
    };
    format!("[{}]", (0..8).map(record).collect::<Vec<_>>().join(", "))
}

fn records() -> String {
    records_with("1000.125")
}

fn plan() -> String {
    format!(r#"{{"decisions": {}}}"#, records())
}

fn plan_with(first: &str) -> String {
    format!(r#"{{"decisions": {}}}"#, records_with(first))
}

fn ids() -> String {
    let pair = |(block, value): (usize, &f64)| format!(r#""b{block:02}": {value}"#);
    format!("{{{}}}", VALUES.iter().enumerate().map(pair).collect::<Vec<_>>().join(", "))
}

fn submit(text: &str) -> Submitted {
    normalise(text.as_bytes(), 8)
}

#[track_caller]
fn accepts(text: &str, operations: &[Operation]) {
    let decisions = submit(text).unwrap_or_else(|code| panic!("{code}: {text}"));
    assert_eq!((&decisions.values[..], &decisions.operations[..]), (&VALUES[..], operations), "{text}");
}

#[track_caller]
fn rejects(text: &str, code: Rejection) {
    assert_eq!(submit(text), Err(code), "{text}");
}

#[test]
fn one_object_is_accepted_however_it_is_wrapped() {
    let plan = plan();
    accepts(&plan, &[]);
    accepts(&format!("\u{feff}  \u{a0}{plan}\u{2003}\r\n"), &[]);
    accepts(&format!("\u{feff}\u{feff}{plan}"), &[]);
    accepts(&format!("```json\n{plan}\n```"), &[WholeJsonFence]);
    accepts(&format!("```\n{plan}\n```\n"), &[WholeJsonFence]);
    accepts(&format!("```JSON\n{plan}\n```"), &[WholeJsonFence]);
    accepts(&format!("```json {plan}```"), &[WholeJsonFence]);
    accepts(&format!("Here is the plan: {plan} Thank you."), &[UniqueJsonInText]);
    accepts(&format!("{plan} is my plan."), &[UniqueJsonInText]);
    // A fence that says something else, or is not the whole text, is prose around the object.
    accepts(&format!("```python\n{plan}\n```"), &[UniqueJsonInText]);
    accepts(&format!("So:\n```json\n{plan}\n```"), &[UniqueJsonInText]);
    accepts(&format!("```json\nmy plan: {plan}\n```"), &[WholeJsonFence, UniqueJsonInText]);
}

#[test]
fn other_spellings_of_the_same_list_are_accepted() {
    accepts(&records(), &[BareDecisionArray]);
    accepts(&ids(), &[IdValueObject]);
    accepts(&plan_with(r#""1000.125""#), &[QuotedNumericLiteral]);
    accepts(&plan_with(r#""1000125e-3""#), &[QuotedNumericLiteral]);
    accepts(&format!("I choose {}.", records()), &[UniqueJsonInText, BareDecisionArray]);
    accepts(&ids().replace("1000.125", r#""1.000125E+3""#), &[IdValueObject, QuotedNumericLiteral]);
}

#[test]
fn records_may_come_in_any_order_and_hold_more_than_they_must() {
    let mut lines: Vec<String> = VALUES
        .iter()
        .enumerate()
        .map(|(block, value)| {
            format!(r#"{{"value": {value}, "forecast_id": "f", "decision_id": "b{block:02}", "x": {{}}}}"#)
        })
        .collect();
    lines.reverse();
    let text = format!(r#"{{"status": "blocked", "answers": [], "decisions": [{}]}}"#, lines.join(","));
    accepts(&text, &[]);
}

#[test]
fn values_are_not_rounded() {
    let decisions = submit(&plan_with("1234.5678901234567")).expect("a plan");
    assert_eq!(decisions.values[0].to_bits(), 1_234.567_890_123_456_7_f64.to_bits());
    assert_eq!(submit(&plan_with("-0")).expect("a plan").values[0].to_bits(), (-0.0_f64).to_bits());
}

#[test]
fn too_few_and_too_many_records_are_rejected() {
    let seven = records().replacen(r#"{"decision_id": "b07", "value": 8}"#, "", 1).replace(", ]", "]");
    rejects(&format!(r#"{{"decisions": {seven}}}"#), MissingOrExtraDecisions);
    rejects(&seven, MissingOrExtraDecisions);
    let nine = records().replace(']', r#", {"decision_id": "b08", "value": 9}]"#);
    rejects(&format!(r#"{{"decisions": {nine}}}"#), MissingOrExtraDecisions);
    rejects(r#"{"decisions": []}"#, MissingOrExtraDecisions);
}

#[test]
fn records_without_their_fields_are_rejected() {
    rejects(&plan().replacen(r#""decision_id""#, r#""id""#, 1), MissingDecisionFields);
    rejects(&plan().replacen(r#""value""#, r#""val""#, 1), MissingDecisionFields);
    rejects(r#"{"decisions": [1, 2, 3, 4, 5, 6, 7, 8]}"#, MissingDecisionFields);
}

#[test]
fn unknown_and_repeated_ids_are_rejected() {
    for id in ["block_0", "b08", "b0", "B00", "b00 "] {
        rejects(&plan().replacen("b00", id, 1), UnknownDecisionId);
    }
    rejects(&plan().replacen(r#""b00""#, "0", 1), UnknownDecisionId);
    rejects(&plan().replace("b07", "b06"), DuplicateDecisionId);
}

#[test]
fn values_that_are_no_finite_numbers_are_rejected() {
    let huge = format!("1{}", "0".repeat(500));
    let enormous = "9".repeat(5_000);
    for value in ["true", "false", "null", "1e400", "-1e400", &huge, &enormous, "[1]", "{}"] {
        rejects(&plan_with(value), NonfiniteOrNonnumericAction);
    }
    for value in [r#""1e400""#.to_owned(), format!("\"{huge}\""), format!("\"{enormous}\"")] {
        rejects(&plan_with(&value), NonfiniteOrNonnumericAction);
    }
    for value in ["NaN", "Infinity", "-Infinity"] {
        rejects(&plan_with(value), NonfiniteJsonNumber);
        rejects(value, NonfiniteJsonNumber);
    }
}

#[test]
fn quoted_text_must_be_one_plain_decimal() {
    for value in [
        "1000 MW",
        "1,000",
        "1000 + 0.125",
        "+5",
        ".5",
        "5.",
        "05",
        "0x5",
        "1e",
        "",
        " 5",
        "5 ",
        "NaN",
        "١",
        "1_000",
        "--5",
    ] {
        rejects(&plan_with(&format!("\"{value}\"")), NotANumericLiteral);
    }
}

#[test]
fn a_double_key_has_a_code_of_its_own_where_the_text_begins_with_the_json() {
    let twice = plan().replacen('{', r#"{"note": 1, "note": 1, "#, 1);
    rejects(&twice, DuplicateJsonKey);
    rejects(&format!("{twice} and so on"), DuplicateJsonKey);
    rejects(&format!("```json\n{twice}\n```"), DuplicateJsonKey);
    rejects(&format!("Plan: {twice}"), MalformedDecisionCandidate);
    rejects(&plan().replacen(r#""value""#, r#""decision_id": "b00", "value""#, 1), DuplicateJsonKey);
    rejects(&ids().replacen("b01", "b00", 1), DuplicateJsonKey);
    // Written otherwise, it is the same key still.
    rejects(&plan().replacen('{', r#"{"note": 1, "n\u006fte": 1, "#, 1), DuplicateJsonKey);
}

#[test]
fn a_word_for_no_number_has_a_code_of_its_own_where_the_text_begins_with_the_json() {
    let nan = plan_with("NaN");
    rejects(&nan, NonfiniteJsonNumber);
    rejects(&format!("{nan} and so on"), NonfiniteJsonNumber);
    rejects(&format!("Plan: {nan}"), MalformedDecisionCandidate);
    rejects(&plan().replacen('{', r#"{"note": -Infinity, "#, 1), NonfiniteJsonNumber);
    // Only a candidate gives the code: prose may begin with any word.
    accepts(&format!("NaN values were dropped. {}", plan()), &[UniqueJsonInText]);
}

#[test]
fn of_two_complete_candidates_none_counts() {
    let plan = plan();
    for other in [&plan, "{}", r#"{"a": 1}"#, r#"[{"a": 1}]"#] {
        rejects(&format!("{plan}\n{other}"), AmbiguousCandidates);
        rejects(&format!("First {other} then {plan}"), AmbiguousCandidates);
    }
    rejects(&format!("```json\n{plan}\n```\n```json\n{plan}\n```"), AmbiguousCandidates);
}

#[test]
fn a_broken_candidate_that_speaks_of_decisions_spoils_the_text() {
    let plan = plan();
    rejects(&format!(r#"{plan} {{"decisions": ["#), MalformedDecisionCandidate);
    rejects(&format!(r#"{{"decisions": [ {plan}"#), MalformedDecisionCandidate);
    rejects(&plan[..plan.len() - 1], MalformedDecisionCandidate);
    rejects(&plan[..40], MalformedDecisionCandidate);
    // An outer object that is broken around a valid plan: the inner one is never salvaged.
    rejects(&format!(r#"{{"answer": {plan}, oops}}"#), MalformedDecisionCandidate);
    rejects(&format!(r#"{{"answer" {plan}}}"#), MalformedDecisionCandidate);
    // Malformed comes before ambiguous.
    rejects(r#"{} {} {"b00": 1,"#, MalformedDecisionCandidate);
    // A mismatched bracket ends the fragment; what follows is looked at by itself.
    rejects(&format!(r#"{{"decision_id": ] {plan}"#), MalformedDecisionCandidate);
    accepts(&format!("{{x] {plan}"), &[UniqueJsonInText]);
}

#[test]
fn broken_braces_that_say_nothing_of_decisions_are_skipped() {
    let plan = plan();
    accepts(&format!("With {{x | x > 0}} in mind: {plan}"), &[UniqueJsonInText]);
    accepts(&format!(r#"{{"a": 1, "a": 2}}. {plan}"#).replacen('{', "see {", 1), &[UniqueJsonInText]);
    accepts(&format!("{{'note': 1}} {plan}"), &[UniqueJsonInText]);
    // Double quotes are respected: a bracket inside them closes nothing.
    accepts(&format!(r#"{{x "}}" y}} {plan}"#), &[UniqueJsonInText]);
}

#[test]
fn lists_of_anything_else_are_prose() {
    let plan = plan();
    accepts(&format!("Between [0.4, 2.0] and [1]: {plan}"), &[UniqueJsonInText]);
    accepts(&format!("[0.4, 2.0] is the range. {plan}"), &[UniqueJsonInText]);
    accepts(&format!("[see {plan}]"), &[UniqueJsonInText]);
    rejects("Between [0.4, 2.0].", NoCompleteJson);
}

#[test]
fn json_that_is_no_submission_is_rejected() {
    let call = format!(r#"{{"name": "submit", "arguments": {}}}"#, plan());
    let quoted = format!("\"{}\"", plan().replace('"', "\\\""));
    for text in [
        &call,
        &quoted,
        "{}",
        "5",
        "null",
        "true",
        "[]",
        "[1, 2]",
        r#""text""#,
        r#"{"status": "blocked", "reason_code": "unsupported_horizon"}"#,
        r#"{"decisions": {"b00": 1}}"#,
        r#"{"decisions": null}"#,
        r#"{"b00": 1, "b01": 2}"#,
        "Well: {}",
    ] {
        rejects(text, NotADecisionSubmission);
    }
    rejects(&ids().replacen('{', r#"{"b08": 1, "#, 1), NotADecisionSubmission);
    rejects(&ids().replacen('{', r#"{"note": 1, "#, 1), NotADecisionSubmission);
}

#[test]
fn python_is_no_json() {
    rejects(&plan().replace('"', "'"), NoCompleteJson);
    rejects(&format!("{},]}}", &plan()[..plan().len() - 2]), MalformedDecisionCandidate);
    rejects(&plan().replacen('}', ",}", 1), MalformedDecisionCandidate);
}

#[test]
fn braces_inside_strings_are_harmless() {
    let text = plan().replacen('{', r#"{"note": "a } b ] c { \" \\", "#, 1);
    accepts(&text, &[]);
    accepts(&format!("Note: {text}"), &[UniqueJsonInText]);
}

#[test]
fn texts_without_json_are_rejected() {
    for text in ["", " \n\t", "\u{feff}", "\u{2003}\u{a0}"] {
        rejects(text, EmptyResponse);
    }
    for text in ["I cannot do this.", "}", "]", "{", "[", "```json\n```", "``````", "\u{0}"] {
        rejects(text, NoCompleteJson);
    }
    assert_eq!(normalise(b"\xff{}", 8), Err(NontextResponse));
    let mut latin = plan().into_bytes();
    latin.push(0xe9);
    assert_eq!(normalise(&latin, 8), Err(NontextResponse));
}

#[test]
fn nesting_of_128_levels_is_read_and_one_more_is_broken() {
    let nested = |depth: usize| {
        plan().replacen('{', &format!(r#"{{"x": {}{}, "#, "[".repeat(depth - 1), "]".repeat(depth - 1)), 1)
    };
    accepts(&nested(128), &[]);
    rejects(&nested(129), MalformedDecisionCandidate);
    rejects(&"[".repeat(100_000), NoCompleteJson);
    rejects(&"{\"b00\":".repeat(100_000), MalformedDecisionCandidate);
    rejects(&"[{".repeat(100_000), NoCompleteJson);
}

#[test]
fn half_a_surrogate_pair_is_accepted_in_what_is_dropped() {
    accepts(&plan().replacen('{', r#"{"\ud800": 1, "\ud801": 2, "x": "\udc00\ud83d\ude00", "#, 1), &[]);
    rejects(&plan().replacen('{', r#"{"\ud83d\ude00": 1, "😀": 2, "#, 1), DuplicateJsonKey);
    rejects(&plan().replacen('{', r#"{"\ud80": 1, "#, 1), MalformedDecisionCandidate);
}

#[test]
fn only_the_four_blanks_of_json_may_stand_inside() {
    accepts(&plan().replace(": ", ":\t\r\n "), &[]);
    rejects(&plan().replacen(": ", ":\u{a0}", 1), MalformedDecisionCandidate);
    rejects(&plan().replacen('{', "{\"a\tb\": 1, ", 1), MalformedDecisionCandidate);
    rejects(&plan().replacen('{', "{\u{b}", 1), MalformedDecisionCandidate);
}

#[test]
fn numbers_follow_the_grammar_of_json() {
    for value in ["01", "+1", ".5", "5.", "1e", "0x1", "1_0", "-"] {
        rejects(&plan_with(value), MalformedDecisionCandidate);
    }
    accepts(&plan_with("1.000125e3"), &[]);
    accepts(&plan_with("100012.5E-2"), &[]);
}

#[test]
fn in_a_record_fields_come_before_id_literal_and_finiteness_and_repeats_last() {
    let two = |first: &str, second: &str| {
        let rest = (2..8).map(|block| format!(r#"{{"decision_id": "b{block:02}", "value": 1}}"#));
        format!(r#"{{"decisions": [{first}, {second}, {}]}}"#, rest.collect::<Vec<_>>().join(", "))
    };
    let (good, repeat) = (r#"{"decision_id": "b00", "value": 1}"#, r#"{"decision_id": "b00", "value": "x"}"#);
    rejects(&two(r#"{"decision_id": "x"}"#, good), MissingDecisionFields);
    rejects(&two(r#"{"decision_id": "x", "value": true}"#, good), UnknownDecisionId);
    rejects(
        &two(r#"{"decision_id": "b00", "value": true}"#, r#"{"decision_id": "x", "value": 1}"#),
        NonfiniteOrNonnumericAction,
    );
    rejects(&two(good, repeat), NotANumericLiteral);
    rejects(&two(good, good), DuplicateDecisionId);
}

#[test]
fn the_ids_are_those_of_the_blocks() {
    let of = |blocks: usize| {
        let pair = |block: usize| format!(r#""b{block:02}": {block}"#);
        format!("{{{}}}", (0..blocks).map(pair).collect::<Vec<_>>().join(", "))
    };
    for blocks in [4, 8, 24] {
        let decisions = normalise(of(blocks).as_bytes(), blocks).expect("a plan");
        assert_eq!(decisions.values, (0..blocks).map(|block| block as f64).collect::<Vec<_>>());
        assert_eq!(normalise(of(blocks).as_bytes(), 6), Err(NotADecisionSubmission));
    }
}

#[test]
fn every_code_reads_back() {
    for rejection in Rejection::ALL {
        assert_eq!(Rejection::of(rejection.code()), Some(rejection));
    }
    assert_eq!(Rejection::of("format"), None);
}

fn wrapped(text: String, how: u8) -> String {
    match how % 5 {
        0 => text,
        1 => format!("```json\n{text}\n```"),
        2 => format!("My plan, in [0.4, 2] of the scale: {text} That's all."),
        3 => format!("\u{feff} {text} \n"),
        _ => format!("```\n{text}```"),
    }
}

fn spelled(values: &[f64], order: &[usize], how: u8) -> String {
    let quote = |block: usize| if how & 8 != 0 && block.is_multiple_of(2) { "\"" } else { "" };
    if how & 16 != 0 {
        let pair = |&block: &usize| format!("\"b{block:02}\" : {0}{1:?}{0}", quote(block), values[block]);
        return format!("{{{}}}", order.iter().map(pair).collect::<Vec<_>>().join(","));
    }
    let record = |&block: &usize| {
        format!(
            r#"{{ "value": {0}{1:?}{0}, "why": "{{\"]", "decision_id": "b{block:02}" }}"#,
            quote(block),
            values[block]
        )
    };
    let list = format!("[{}]", order.iter().map(record).collect::<Vec<_>>().join(" ,\n"));
    if how & 32 != 0 { list } else { format!(r#"{{"reason": "ok", "decisions": {list}}}"#) }
}

proptest! {
    #[test]
    fn what_a_good_plan_can_look_like_is_accepted(
        values in prop::collection::vec(-1e6..1e6_f64, 8),
        order in Just((0..8_usize).collect::<Vec<_>>()).prop_shuffle(),
        how in any::<u8>(),
        wrap in any::<u8>(),
    ) {
        let text = wrapped(spelled(&values, &order, how), wrap);
        let decisions = submit(&text);
        prop_assert_eq!(decisions.map(|decisions| decisions.values), Ok(values), "{}", text);
    }

    #[test]
    fn no_text_stops_it(pieces in prop::collection::vec(prop::sample::select(vec![
        "{", "}", "[", "]", "\"", "\\", ",", ":", "b00", "\"b00\"", "\"decisions\"", "\"decision_id\"", "\"value\"", "1",
        "-", ".5", "e9", "NaN", "null", " ", "\n", "```", "json", "\u{feff}", "\\ud800", "é", "😀", "\u{0}",
    ]), 0..40)) {
        let text = pieces.concat();
        if let Ok(decisions) = submit(&text) {
            prop_assert!(decisions.values.len() == 8 && decisions.values.iter().all(|value| value.is_finite()));
        }
    }

    #[test]
    fn no_bytes_stop_it(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0..400_usize) {
        let _ = normalise(&bytes, 8);
        let plan = plan();
        let cut = cut.min(plan.len());
        let text = [&plan.as_bytes()[..cut], &bytes[..]].concat();
        let _ = normalise(&text, 8);
    }
}
