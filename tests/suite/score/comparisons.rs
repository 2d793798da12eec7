//! Two at a time: pairwise skill, duels, continual against fresh, and the rankings across tasks.

use foreboard::score::continual::NoTwin;
use foreboard::score::results::{Results, couples, duel_draws};
use foreboard::score::value::{Interval, Undefined};

use super::tiny::{self, day, id, row, rules, tasks, tiny};
use super::undefined::ten_days;

#[track_caller]
fn close(left: f64, right: f64) {
    assert!((left - right).abs() <= 1e-12 * right.abs().max(1.0), "{left} is not {right}");
}

#[test]
fn pairwise_skill_compares_each_couple_on_its_own_overlap() {
    let dataset = tiny(
        "system naive reference
         system a agent
         system b agent
         truth 1: 10 10 10
         naive 0: 6
         naive 1: 6
         naive 2: 6
         a 0: 9
         a 1: 8
         b 1: 6
         b 2: 9",
    );
    let results = tiny::score(&dataset, &rules());
    // a : naive = 3 : 8, b : naive = 5 : 8, a : b = 2 : 4. θ_a = (3/8 · 1/2)^⅓, θ_b = (5/8 · 2)^⅓, θ_naive = (8/3 · 8/5)^⅓.
    let skill = |system| row(&results.tasks[0], system).pairwise_skill.expect("defined");
    close(skill("a"), (45.0_f64 / 1024.0).cbrt());
    close(skill("b"), (75.0_f64 / 256.0).cbrt());
    assert_eq!(skill("naive"), 1.0);
}

#[test]
fn a_perfect_system_has_skill_zero_only_where_the_naive_has_one() {
    // c overlaps with nobody perfect; the naive's own ratio to the perfect a divides by 0.
    let dataset = tiny("system naive reference\n system a agent\n truth 1: 10\n naive 0: 6\n a 0: 10");
    let results = tiny::score(&dataset, &rules());
    assert_eq!(row(&results.tasks[0], "a").pairwise_skill, Err(Undefined::DividesByZero));
    // Two that are both perfect are 0/0 to one another: left out of the mean, which leaves no ratio.
    let dataset = tiny("system naive reference\n system a agent\n truth 1: 10\n naive 0: 10\n a 0: 10");
    let results = tiny::score(&dataset, &rules());
    assert_eq!(row(&results.tasks[0], "a").pairwise_skill, Err(Undefined::NoPairs));
}

fn duels(results: &Results) -> Vec<foreboard::score::results::Couple> {
    let mut all = couples(results);
    for task in &results.tasks {
        let draws = duel_draws(task);
        for couple in &mut all {
            couple.meet(task, &draws);
        }
    }
    all
}

#[test]
fn a_system_that_is_better_on_every_day_is_better_in_every_resample() {
    let dataset = tiny(&format!("{}\n system c agent", ten_days()));
    let results = tiny::score(&dataset, &rules());
    let all = duels(&results);
    let names: Vec<_> = all.iter().map(|couple| (couple.row.as_str(), couple.column.as_str())).collect();
    assert_eq!(names, [("naive", "a"), ("naive", "b"), ("a", "b")]);
    let comparison = all[2].overall();
    // a errs by 1, b by 2, the naive by 4, on each of ten days.
    assert_eq!(comparison.difference, Ok(-0.25));
    assert_eq!(comparison.interval, Ok(Interval { low: -0.25, high: -0.25 }));
    assert_eq!((comparison.p_better, comparison.pairs), (Ok(1.0), 10));
    let mirrored = comparison.mirrored();
    assert_eq!((mirrored.difference, mirrored.p_better), (Ok(0.25), Ok(0.0)));
    let board = &results.tasks[0].board;
    let places: Vec<_> =
        board.rows.iter().map(|row| (row.system.as_str(), row.rank_interval, row.tied_with_leader)).collect();
    assert_eq!(places, [("a", Some((1, 1)), true), ("b", Some((2, 2)), false), ("naive", Some((3, 3)), false)]);
    assert_eq!(row(&results.tasks[0], "b").to_leader, Ok(Interval { low: 0.25, high: 0.25 }));
}

#[test]
fn twins_that_always_tie_win_half_each() {
    let dataset = tiny(&ten_days().replace(": 12", ": 11"));
    let results = tiny::score(&dataset, &rules());
    let comparison = duels(&results)[2].overall();
    assert_eq!((comparison.difference, comparison.p_better), (Ok(0.0), Ok(0.5)));
    assert!(row(&results.tasks[0], "b").tied_with_leader);
    assert_eq!(row(&results.tasks[0], "b").rank_interval, Some((1, 1)));
}

#[test]
fn couples_pool_only_the_resamples_that_each_task_has() {
    let dataset = tasks(&[("one", &ten_days()), ("two", &ten_days())]);
    let track = id("track");
    let rules = |resamples| foreboard::domain::rules::Rules { resamples, ..rules() };
    let scored = [200, 50]
        .iter()
        .zip(&dataset.tasks)
        .map(|(&resamples, data)| foreboard::score::results::score_task(&dataset, data, &track, &rules(resamples)));
    let results = foreboard::score::results::join(&track, &dataset, scored.collect());
    let comparison = duels(&results)[2].overall();
    // A resample of one task alone, halved as if it were two, would be −0.125.
    assert_eq!(comparison.interval, Ok(Interval { low: -0.25, high: -0.25 }));
}

/// c is a's continual twin.
const CHAINS: &str = "
    system naive reference
    system a agent harness=h model=m
    system c agent continual of=a
    truth 1: 10 10 10 10 10 10
    naive 0: 6
    naive 1: 6
    naive 2: 6
    naive 3: 6
    naive 4: 6
    a 0: 8
    a 1: 8
    a 2: 8
    a 3: 8
    c 0: 9
    c 1: 9
    c 2: 7
    c 4: 8";

#[test]
fn delta_is_taken_on_the_pairs_both_resolved_and_by_position_in_the_chain() {
    let dataset = tiny(CHAINS);
    let results = tiny::score(&dataset, &rules());
    let row = &results.tasks[0].continual[0];
    let delta = row.delta.as_ref().expect("a twin");
    // Days 0, 1, 2: c errs by 1 + 1 + 3, a by 2 + 2 + 2, the naive by 12.
    assert_eq!((delta.changed.own, delta.base.own, delta.base.naive, delta.days), (5.0, 6.0, 12.0, 3));
    close(delta.value.expect("defined"), -1.0 / 12.0);
    let chains: Vec<Vec<i32>> =
        row.chains.iter().map(|chain| chain.iter().map(|run| run.0.since(day(0))).collect()).collect();
    assert_eq!(chains, [vec![0, 1, 2], vec![4]]);
    // Day 4 is a first position too, but a has no forecast there.
    assert_eq!(row.by_position, [(1, Ok(-0.25), 1), (2, Ok(-0.25), 1), (3, Ok(0.25), 1)]);
    assert_eq!(results.pooled[0].value, delta.value);
    assert!(results.tasks[0].board.rows.iter().all(|row| row.system.as_str() != "c" || !row.listed));
}

fn chains(every: u32, runs: &[i32]) -> Vec<Vec<i32>> {
    let files: String =
        runs.iter().flat_map(|run| ["\n c ".to_owned(), run.to_string(), " failed:".to_owned()]).collect();
    let dataset = tiny(&format!("every {every}\n system c agent continual\n truth 1: 10{files}"));
    let results = tiny::score(&dataset, &rules());
    let chains = &results.tasks[0].continual[0].chains;
    chains.iter().map(|chain| chain.iter().map(|run| run.0.since(day(0))).collect()).collect()
}

#[test]
fn a_chain_follows_the_schedule_and_a_failed_episode_belongs_to_it() {
    assert_eq!(chains(1, &[0, 1, 3]), [vec![0, 1], vec![3]]);
    assert_eq!(chains(7, &[0, 7, 14]), [vec![0, 7, 14]]);
    // A day off the grid breaks no chain.
    assert_eq!(chains(7, &[0, 3, 7, 21]), [vec![0, 7], vec![3], vec![21]]);
}

fn twin(systems: &str) -> Result<String, NoTwin> {
    let dataset = tiny(&format!("system naive reference\n {systems}\n truth 1: 10\n naive 0: 6\n c 0: 9"));
    let results = tiny::score(&dataset, &rules());
    let row = &results.tasks[0].continual[0];
    assert_eq!(row.delta.is_some(), row.fresh.is_ok());
    row.fresh.clone().map(|id| id.to_string())
}

#[test]
fn a_continual_agent_has_the_twin_it_names_or_the_one_that_runs_the_same() {
    let same = "system a agent harness=h model=m";
    let c = "system c agent continual";
    assert_eq!(twin(&format!("{same}\n {c} harness=h model=m")), Ok("a".to_owned()));
    assert_eq!(twin(&format!("{same}\n {c} of=a")), Ok("a".to_owned()));
    assert_eq!(twin(&format!("{same}\n {c} harness=h")), Err(NoTwin::Unnamed));
    assert_eq!(twin(&format!("{same}\n {c} harness=h model=n")), Err(NoTwin::Nobody));
    let both = format!("{same}\n system b agent harness=h model=m\n {c} harness=h model=m");
    assert_eq!(twin(&both), Err(NoTwin::Several(vec![id("a"), id("b")])));
    assert_eq!(twin(&format!("{both} of=b")), Ok("b".to_owned()));
    assert_eq!(twin(&format!("{c} of=z")), Err(NoTwin::Unknown(id("z"))));
    assert_eq!(twin(&format!("{c} of=naive")), Err(NoTwin::NotFresh(id("naive"))));
    assert_eq!(twin(&format!("{c} of=c")), Err(NoTwin::NotFresh(id("c"))));
    assert_eq!(twin(&format!("system e expert\n {c} of=e")), Err(NoTwin::NotFresh(id("e"))));
}

#[test]
fn pooled_delta_is_the_mean_over_tasks() {
    let other = CHAINS.replace("c 2: 7", "c 2: 2");
    let dataset = tasks(&[("one", CHAINS), ("two", &other), ("three", "truth 1: 10\n c 0: 9")]);
    let results = tiny::score(&dataset, &rules());
    // −1/12 and (1 + 1 + 8 − 6) / 12; the third task has no pair of both.
    close(results.pooled[0].value.expect("defined"), 1.5 / 12.0);
    assert_eq!(results.pooled[0].tasks, 2);
    assert_eq!(results.pooled[0].interval, Err(Undefined::TaskWithoutInterval));
}

#[test]
fn a_replay_without_a_live_run_is_listed_with_its_reason() {
    let dataset = tiny("system naive reference\n system a agent\n truth 1: 10\n naive 0: 6\n a 0 replay: 9");
    let results = tiny::score(&dataset, &rules());
    assert_eq!(results.tasks[0].replays[0].delta.value, Err(Undefined::NoPairs));
}

/// a is at 1/4 in the first task and at 2 in the second, which is tradable; b is only in the first.
fn across() -> foreboard::domain::dataset::Dataset {
    let one = "system naive reference\n system a agent\n system b agent\n truth 1: 10\n naive 0: 6\n a 0: 9\n b 0: 9";
    let two = "tradable\n truth 1: 10\n naive 0: 6\n a 0: 2";
    tasks(&[("one", one), ("two", two)])
}

#[test]
fn only_systems_of_the_same_tasks_share_a_ranking() {
    let dataset = across();
    let results = tiny::score(&dataset, &rules());
    let groups: Vec<(Vec<&str>, Vec<&str>)> = results
        .overall
        .iter()
        .map(|group| {
            let tasks = group.tasks.iter().map(foreboard::domain::id::TaskId::as_str).collect();
            (tasks, group.rows.iter().map(|row| row.system.as_str()).collect())
        })
        .collect();
    assert_eq!(groups, [(vec!["one", "two"], vec!["naive", "a"]), (vec!["one"], vec!["b"])]);
    let [naive, a] = results.overall[0].rows.as_slice() else { panic!("two rows") };
    // Means 1 and (0.25 + 2) / 2; a shares the first place of task one with b, so the naive is third there.
    assert_eq!((naive.mean, naive.mean_rank, naive.beats_naive, naive.rank), (1.0, 2.0, 0, 1));
    assert_eq!((a.mean, a.mean_rank, a.beats_naive, a.rank), (1.125, 1.5, 1, 2));
    close(a.geometric_mean, 0.5_f64.sqrt());
    assert_eq!(results.tradable.len(), 1);
    assert_eq!(results.tradable[0].rows.iter().map(|row| row.mean).collect::<Vec<_>>(), [1.0, 2.0]);
}

#[test]
fn a_geometric_mean_with_a_zero_is_zero() {
    let perfect = "system naive reference\n system a agent\n truth 1: 10\n naive 0: 6\n a 0: 10";
    let dataset = tasks(&[("one", perfect), ("two", "truth 1: 10\n naive 0: 6\n a 0: 9")]);
    let results = tiny::score(&dataset, &rules());
    let a = &results.overall[0].rows[0];
    assert_eq!((a.system.as_str(), a.geometric_mean, a.mean), ("a", 0.0, 0.125));
    assert!(results.tradable.is_empty(), "no task is tradable");
}
