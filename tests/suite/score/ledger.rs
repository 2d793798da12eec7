//! The account of every submission: one outcome each, the first that holds, and both counts balance.

use foreboard::domain::forecast::Mode;
use foreboard::score::ledger::Outcome;

use super::tiny::{self, rules, tiny};

/// Day 9 never settles; run day 5 has a history without the weekday, so no naive.
const BASE: &str = "
    horizons 1 2
    system naive reference
    system a agent
    truth 1: 10 10 10 10 10 10 10 10
    history 5: 2=1
    naive 0: 8 8
    naive 7: 8 8";

fn outcome(line: &str) -> (Outcome, Vec<(Outcome, usize)>) {
    let dataset = tiny(&format!("{BASE}\n{line}"));
    let results = tiny::score(&dataset, &rules());
    let account = results.tasks[0].ledger.accounts
        [&(if line.contains("replay") { Mode::Replay } else { Mode::Live }, tiny::id("a"))];
    assert_eq!(account.submissions.total(), 1, "one submission");
    let nonzero = |of: &dyn Fn(Outcome) -> usize| -> Vec<(Outcome, usize)> {
        Outcome::ALL.into_iter().map(|outcome| (outcome, of(outcome))).filter(|(_, count)| 0 < *count).collect()
    };
    let submissions = nonzero(&|outcome| account.submissions.of(outcome));
    let left_out: Vec<_> = results.tasks[0].ledger.left_out.iter().map(|left| left.outcome).collect();
    let expected: Vec<Outcome> =
        submissions.iter().map(|(outcome, _)| *outcome).filter(|outcome| *outcome != Outcome::Scored).collect();
    assert_eq!(left_out, expected, "what is not scored is listed");
    (submissions[0].0, nonzero(&|outcome| account.forecasts.of(outcome)))
}

#[test]
fn the_first_reason_that_holds_is_the_one_given() {
    use Outcome::{Broken, Excluded, Failed, Invalid, Late, NoNaive, Scored, Unsettled};
    assert_eq!(outcome("a 0: 9 9"), (Scored, vec![(Scored, 2)]));
    assert_eq!(outcome("a 0 broken late:"), (Broken, vec![]));
    assert_eq!(outcome("exclude a\n a 0 failed late bad=1: 9"), (Failed, vec![(Failed, 2)]));
    assert_eq!(outcome("exclude a\n a 0 invalid late: 9 9"), (Invalid, vec![(Invalid, 2)]));
    assert_eq!(outcome("exclude a\n a 0 late: 9 9"), (Excluded, vec![(Excluded, 2)]));
    assert_eq!(outcome("a 7 late: 9 9"), (Late, vec![(Late, 2)]));
    assert_eq!(outcome("a 8: 9 9"), (Unsettled, vec![(Unsettled, 2)]));
    assert_eq!(outcome("a 5: 9 9"), (NoNaive, vec![(NoNaive, 2)]));
    // No valid forecast at all: an invalid file.
    assert_eq!(outcome("a 0 late bad=2: _ _"), (Invalid, vec![(Invalid, 2)]));
    assert_eq!(outcome("a 0: _ _"), (Invalid, vec![]));
    // A file is scored when any of its forecasts is; each forecast has its own outcome.
    assert_eq!(outcome("a 7 bad=1: 9 9"), (Scored, vec![(Invalid, 1), (Unsettled, 1), (Scored, 1)]));
    assert_eq!(outcome("exclude a target=2\n a 0: 9 9"), (Scored, vec![(Excluded, 1), (Scored, 1)]));
    assert_eq!(outcome("exclude a target=2\n a 0 late: 9 9"), (Late, vec![(Excluded, 1), (Late, 1)]));
    // Exclusions apply to replays too, and a replay needs the live naive.
    assert_eq!(outcome("exclude a run=0\n a 0 replay: 9 9"), (Excluded, vec![(Excluded, 2)]));
    assert_eq!(outcome("a 5 replay: 9 9"), (NoNaive, vec![(NoNaive, 2)]));
}

#[test]
fn an_exclusion_covers_a_forecast_when_every_given_field_matches() {
    use Outcome::{Excluded, Scored};
    let covered = |fields: &str| outcome(&format!("exclude a {fields}\n a 0: 9 9")).1;
    assert_eq!(covered("run=0 target=2"), [(Excluded, 1), (Scored, 1)]);
    assert_eq!(covered("run=1 target=2"), [(Scored, 2)]);
    assert_eq!(covered("run=0"), [(Excluded, 2)]);
    assert_eq!(covered(""), [(Excluded, 2)]);
}

#[test]
fn the_status_and_the_reason_of_an_exclusion_are_kept() {
    let dataset = tiny(&format!("{BASE}\n exclude a run=0\n a 0: 9 9\n a 1 failed:"));
    let results = tiny::score(&dataset, &rules());
    let details: Vec<_> =
        results.tasks[0].ledger.left_out.iter().map(|left| left.detail.as_deref().unwrap_or_default()).collect();
    assert_eq!(details, ["declared out", "status \"timeout\""]);
    // The whole account: two of the naive's files, both with a settled forecast, and a's two; 4 + 2 forecasts.
    let account = results.account();
    assert_eq!((account.submissions.total(), account.forecasts.total()), (4, 6));
    assert_eq!((account.submissions.of(Outcome::Scored), account.forecasts.of(Outcome::Scored)), (2, 3));
}
