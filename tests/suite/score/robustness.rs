//! The ranking under other rules, and odd data that is said.

use foreboard::score::robust::{Alternative, Published, Ranked, Rule, Scored, compare};
use foreboard::score::suspicion::Note;
use foreboard::score::value::median;

use super::tiny::{self, id, pair, rules, tasks, tiny};

fn under(alternatives: &[Alternative], rule: Rule) -> &Alternative {
    alternatives.iter().find(|alternative| alternative.rule == rule).expect("the rule was tried")
}

fn leaders(alternative: &Alternative) -> Vec<&str> {
    alternative.leaders.iter().map(foreboard::domain::id::SystemId::as_str).collect()
}

/// a is good at horizon 1, b at horizon 2; c is best but has one pair of four; b's best forecast is late.
const RULES: &str = "
    horizons 1 2
    system naive reference
    system a agent
    system b agent
    system c agent
    truth 1: 10 10 10
    naive 0: 6 6
    naive 1: 6 6
    a 0: 10 13
    a 1: 9 12
    b 0: 12 11
    b 1: 13 11
    c 0: 10 _";

#[test]
fn each_alternative_changes_one_rule() {
    let dataset = tiny(RULES);
    let results = tiny::score(&dataset, &rules());
    let task = &results.tasks[0];
    // a: 0 + 3 + 1 + 2 = 6 over 16; b: 2 + 1 + 3 + 1 = 7.
    assert_eq!(super::tiny::listed(task), ["a", "b", "naive"]);
    let tried: Vec<Rule> = task.alternatives.iter().map(|alternative| alternative.rule).collect();
    assert_eq!(
        tried,
        [
            Rule::MinShare(0.0),
            Rule::MinShare(0.25),
            Rule::MinShare(0.75),
            Rule::MinShare(0.9),
            Rule::Horizon(1),
            Rule::Horizon(2),
            Rule::FirstHalf,
            Rule::SecondHalf,
            Rule::PairwiseSkill,
            Rule::MedianRatio,
            Rule::MeanRatio
        ]
    );
    // With c listed, one pair is left, where a and c are perfect.
    let everyone = under(&task.alternatives, Rule::MinShare(0.0));
    assert_eq!((leaders(everyone), everyone.pairs, everyone.leader_changes), (vec!["a", "c"], 1, false));
    let far = under(&task.alternatives, Rule::Horizon(2));
    assert_eq!((leaders(far), far.pairs, far.leader_changes), (vec!["b"], 2, true));
    // Published a b naive, at horizon 2 b a naive: 1 − 6 (1 + 1) / (3 · 8).
    assert_eq!((far.spearman, far.systems), (Some(0.5), 3));
    // In the first half alone c has one pair of two, so it is listed, and that pair is the common one.
    assert_eq!(leaders(under(&task.alternatives, Rule::FirstHalf)), ["a", "c"]);
    assert_eq!(leaders(under(&task.alternatives, Rule::SecondHalf)), ["a"]);
    // Medians of (0 3 1 2) and (2 1 3 1) over 4 are alike; so the means tell a from b.
    assert_eq!(leaders(under(&task.alternatives, Rule::MedianRatio)), ["a", "b"]);
    assert_eq!(leaders(under(&task.alternatives, Rule::MeanRatio)), ["a"]);
}

#[test]
fn late_and_excluded_forecasts_return_one_rule_at_a_time() {
    let dataset = tiny(
        "system naive reference
         system a agent
         system b agent
         truth 1: 10 10 10
         naive 0: 6
         naive 1: 6
         naive 2: 6
         a 0: 9
         a 1: 9
         a 2: 9
         exclude b target=3
         b 0: 8
         b 1: 8
         b 2: 10",
    );
    let results = tiny::score(&dataset, &rules());
    let task = &results.tasks[0];
    // b: 2 + 2 against 1 + 1 on two pairs; with the third, 4 against 3.
    let lifted = under(&task.alternatives, Rule::ExclusionsLifted);
    assert_eq!((leaders(lifted), lifted.pairs), (vec!["a"], 3));
    assert!(!task.alternatives.iter().any(|alternative| alternative.rule == Rule::LateScored), "nothing is late");
}

#[test]
fn a_rule_that_one_task_alone_can_tell_apart_still_shows_across_tasks() {
    let punctual = "system naive reference\n system a agent\n system b agent\n truth 1: 10 10\n naive 0: 6\n naive 1: 6\n a 0: 9\n a 1: 9\n b 0: 8\n b 1: 8";
    let late = "truth 1: 10 10\n naive 0: 6\n naive 1: 6\n a 0: 9\n a 1 late: 2\n b 0: 8\n b 1: 8";
    let dataset = tasks(&[("one", punctual), ("two", late)]);
    let results = tiny::score(&dataset, &rules());
    let group = &results.overall[0];
    assert_eq!(group.rows[0].system.as_str(), "a");
    // a: 1/4 in task one; in task two (1 + 8) / 8 once the late forecast counts: 0.6875 on average, b 0.5.
    let alternative = under(&group.alternatives, Rule::LateScored);
    assert_eq!((leaders(alternative), alternative.leader_changes, alternative.pairs), (vec!["b"], true, 4));
    // Only task one and two together know both horizons; a rule that a task does not know is not made up.
    assert!(!group.alternatives.iter().any(|alternative| matches!(alternative.rule, Rule::Horizon(_))));
}

#[test]
fn a_rank_moves_when_it_moves_by_more_than_its_interval() {
    let ranked = |rows: &[(&str, f64, (usize, usize))]| Published {
        ranked: rows
            .iter()
            .map(|&(name, score, interval)| Ranked { system: id(name), score, rank_interval: Some(interval) })
            .collect(),
    };
    let scored = |rows: &[(&str, f64)]| Scored {
        rule: Rule::MeanRatio,
        scores: rows.iter().map(|&(name, score)| (id(name), score)).collect(),
        pairs: 1,
    };
    let moved = |alternative: Alternative| -> Vec<(String, usize, usize)> {
        alternative.moved.into_iter().map(|(system, from, to)| (system.to_string(), from, to)).collect()
    };
    let published = ranked(&[("a", 1.0, (1, 1)), ("b", 2.0, (2, 3)), ("c", 3.0, (2, 3)), ("d", 4.0, (4, 4))]);
    // b and c change places, as their intervals allow; a and d would not.
    assert_eq!(moved(compare(&published, &scored(&[("a", 1.0), ("b", 3.0), ("c", 2.0), ("d", 4.0)]))), []);
    assert_eq!(
        moved(compare(&published, &scored(&[("a", 4.0), ("b", 2.0), ("c", 3.0), ("d", 1.0)]))),
        [("a".to_owned(), 1, 4), ("d".to_owned(), 4, 1)]
    );
    // Without a and b, c is first and d second, before and after: nobody moved.
    assert_eq!(moved(compare(&published, &scored(&[("c", 3.0), ("d", 4.0)]))), []);
    // A rank outside its own interval has not moved by staying.
    let outside = ranked(&[("a", 1.0, (2, 2)), ("b", 2.0, (1, 2))]);
    assert_eq!(moved(compare(&outside, &scored(&[("a", 1.0), ("b", 2.0)]))), []);
}

#[test]
fn an_alternative_without_scores_has_no_leader_and_changes_none() {
    let published = Published { ranked: vec![Ranked { system: id("a"), score: 1.0, rank_interval: None }] };
    let nothing = Scored { rule: Rule::LateScored, scores: std::collections::BTreeMap::new(), pairs: 0 };
    let alternative = compare(&published, &nothing);
    assert!(alternative.leaders.is_empty() && !alternative.leader_changes && alternative.spearman.is_none());
}

fn notes(text: &str) -> Vec<Note> {
    let dataset = tiny(text);
    tiny::score(&dataset, &rules()).tasks.remove(0).notes
}

const PLAIN: &str = "
    system naive reference
    system a agent
    system b agent
    truth 1: 10 10 10 10
    naive 0: 6
    naive 1: 6
    naive 2: 6
    naive 3: 6
    a 0: 9
    a 1: 9
    a 2: 9
    a 3: 9
    b 0: 9
    b 1: 9
    b 2: 9
    b 3: 8";

#[test]
fn plain_data_has_no_note() {
    assert_eq!(notes(PLAIN), []);
}

#[test]
fn identical_forecasts_on_all_common_pairs_are_said() {
    assert_eq!(notes(&PLAIN.replace("b 3: 8", "b 3: 9")), [Note::Identical(id("a"), id("b"), 4)]);
}

#[test]
fn a_forecast_newer_than_its_settlement_is_said_unless_it_is_late() {
    let released = format!("{PLAIN}\n release 2 at 3");
    let after = released.replace("a 1: 9", "a 1 at=4: 9");
    assert_eq!(notes(&after), [Note::AfterSettlement { system: id("a"), forecasts: 1, first: pair(1, 2) }]);
    assert_eq!(notes(&released.replace("a 1: 9", "a 1 at=3: 9")), [], "at the very moment is not after");
    assert_eq!(notes(&released.replace("a 1: 9", "a 1 late at=4: 9")), []);
}

#[test]
fn a_revision_farther_away_than_the_naive_errs_is_said() {
    // The naive errs by 4.
    let first = foreboard::domain::day::TargetDay(super::tiny::day(2));
    assert_eq!(
        notes(&format!("{PLAIN}\n revise 2 to 15")),
        [Note::FarRevision { day: first, first: 10.0, revised: 15.0 }]
    );
    assert_eq!(notes(&format!("{PLAIN}\n revise 2 to 14")), []);
    assert_eq!(
        notes(&format!("{PLAIN}\n conflict 9")),
        [Note::TruthConflict(foreboard::domain::day::TargetDay(super::tiny::day(9)))]
    );
}

#[test]
fn the_file_of_the_reference_is_held_against_the_rule() {
    let differs = Note::NaiveDiffers { pairs: 1, first: (pair(0, 1), 6.0, 3.0) };
    assert_eq!(notes(&format!("{PLAIN}\n history 0: -6=3")), [differs]);
    assert_eq!(notes(&format!("{PLAIN}\n history 0: -6=6")), []);
    // Computed for one run day, from a history that already holds the day.
    let known = PLAIN.replace("naive 0: 6", "history 0: 1=6");
    let run = foreboard::domain::day::RunDay(super::tiny::day(0));
    assert_eq!(notes(&known), [Note::AlreadyKnown { pairs: 1, first: pair(0, 1) }, Note::NaiveComputed(vec![run])]);
}

#[test]
fn full_coverage_by_intervals_many_times_the_others_is_said() {
    let wide = |width: f64| {
        let mut text =
            "levels 0.1 0.5 0.9\n system naive reference\n system a agent\n system b agent\n truth 1:".to_owned();
        text += &" 10".repeat(20);
        for run in 0..20 {
            text += &format!(
                "\n naive {run}: 6\n a {run}: 11/12/13\n b {run}: {}/10/{}",
                10.0 - width / 2.0,
                10.0 + width / 2.0
            );
        }
        notes(&text)
    };
    // a's intervals are 2 wide, and miss: 5 times that is worth a note, 4.5 times is not. The median of both widths would hide b.
    assert_eq!(median(&[2.0, 10.0]), Some(6.0));
    assert_eq!(wide(10.0), [Note::TooWide { system: id("b"), times: 5.0 }]);
    assert_eq!(wide(9.0), []);
}
