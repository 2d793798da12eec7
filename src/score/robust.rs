//! How robust is the ranking? The board under other rules, against the published one.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::board::Board;
use super::common::{Common, common};
use super::grid::{Grid, Standing, View};
use super::results::TaskResults;
use super::value::{median, ranks, spearman};
use crate::domain::catalogue::Task;
use crate::domain::id::SystemId;

/// Another rule than the published one. The order is that of the page.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub enum Rule {
    /// Another least share for being listed.
    MinShare(f64),
    /// Late forecasts scored.
    LateScored,
    /// Declared exclusions lifted.
    ExclusionsLifted,
    /// One horizon alone.
    Horizon(i32),
    /// The first half of the run days.
    FirstHalf,
    /// The second half.
    SecondHalf,
    /// Pairwise relative skill.
    PairwiseSkill,
    /// The median of per-pair ratios CRPS / |ŷ − y|.
    MedianRatio,
    /// The mean of per-pair ratios.
    MeanRatio,
}

impl Rule {
    /// The words shown.
    pub fn words(self) -> String {
        match self {
            Self::MinShare(0.0) => "everyone with a pair is listed".to_owned(),
            Self::MinShare(share) => format!("listed from {:.0}% of the pairs", share * 100.0),
            Self::LateScored => "late forecasts scored".to_owned(),
            Self::ExclusionsLifted => "declared exclusions lifted".to_owned(),
            Self::Horizon(days) => format!("horizon {days} alone"),
            Self::FirstHalf => "first half of the run days".to_owned(),
            Self::SecondHalf => "second half of the run days".to_owned(),
            Self::PairwiseSkill => "pairwise relative skill".to_owned(),
            Self::MedianRatio => "median of per-pair ratios".to_owned(),
            Self::MeanRatio => "mean of per-pair ratios".to_owned(),
        }
    }

    /// The name in CSV and JSON.
    pub fn key(self) -> String {
        match self {
            Self::MinShare(share) => format!("min_share_{share}"),
            Self::LateScored => "late_scored".to_owned(),
            Self::ExclusionsLifted => "exclusions_lifted".to_owned(),
            Self::Horizon(days) => format!("horizon_{days}"),
            Self::FirstHalf => "first_half".to_owned(),
            Self::SecondHalf => "second_half".to_owned(),
            Self::PairwiseSkill => "pairwise_skill".to_owned(),
            Self::MedianRatio => "median_ratio".to_owned(),
            Self::MeanRatio => "mean_ratio".to_owned(),
        }
    }
}

/// The scores under another rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// The rule.
    pub rule: Rule,
    /// Score by listed system, where defined; lower is better.
    pub scores: BTreeMap<SystemId, f64>,
    /// Pairs they stand on.
    pub pairs: usize,
}

/// A board under another rule against the published one.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// The rule.
    pub rule: Rule,
    /// Who leads; several where they tie, nobody where nothing is defined.
    pub leaders: Vec<SystemId>,
    /// Whether those are others than the published leaders.
    pub leader_changes: bool,
    /// Spearman correlation with the published order, over the systems ranked in both.
    pub spearman: Option<f64>,
    /// Systems ranked in both.
    pub systems: usize,
    /// Pairs it stands on.
    pub pairs: usize,
    /// Systems whose rank moves by more than its published interval allows: system, published rank, rank here, both among those ranked in both.
    pub moved: Vec<(SystemId, usize, usize)>,
}

/// What the published rule says, to compare with.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// The ranked systems.
    pub ranked: Vec<Ranked>,
}

/// A ranked system.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Who.
    pub system: SystemId,
    /// Its score; lower is better.
    pub score: f64,
    /// The interval of its rank.
    pub rank_interval: Option<(usize, usize)>,
}

impl Published {
    /// The ranked rows of a board, by rank.
    pub fn of(board: &Board) -> Self {
        let row = |row: &super::board::Row| {
            let score = row.figures.scaled_crps().ok()?;
            Some(Ranked { system: row.system.clone(), score, rank_interval: row.rank_interval })
        };
        Self { ranked: board.rows.iter().filter(|row| row.rank.is_some()).filter_map(row).collect() }
    }
}

/// Scores one task under every other rule that its data can tell apart from the published one.
pub fn alternatives(grid: &Grid, task: &Task, board: &Board, min_share: f64, published: &Common) -> Vec<Scored> {
    let view = View::published();
    let mut all: Vec<Scored> = [0.0, 0.25, 0.75, 0.9]
        .into_iter()
        .filter(|&share| share != min_share)
        .map(|share| scored(grid, Rule::MinShare(share), &common(grid, view, share)))
        .collect();
    let has = |standing| {
        (0..grid.systems.len()).any(|system| {
            (0..grid.pairs.len()).any(|pair| grid.cell(system, pair).is_some_and(|cell| cell.standing == standing))
        })
    };
    let mut under = |rule, view| all.push(scored(grid, rule, &common(grid, view, min_share)));
    if has(Standing::Late) {
        under(Rule::LateScored, View { late: true, ..view });
    }
    if has(Standing::Excluded) {
        under(Rule::ExclusionsLifted, View { excluded: true, ..view });
    }
    if 1 < task.horizons.len() {
        for &horizon in &task.horizons {
            under(Rule::Horizon(horizon), View { horizon: Some(horizon), ..view });
        }
    }
    if let [first, .., last] = board.days.as_slice() {
        let middle = board.days.len() / 2;
        under(Rule::FirstHalf, View { days: Some((first.0, board.days[middle - 1].0)), ..view });
        under(Rule::SecondHalf, View { days: Some((board.days[middle].0, last.0)), ..view });
    }
    all.push(Scored {
        rule: Rule::PairwiseSkill,
        scores: board.rows.iter().filter_map(|row| Some((row.system.clone(), row.pairwise_skill.ok()?))).collect(),
        pairs: board.eligible,
    });
    all.push(per_pair(grid, published, Rule::MedianRatio, median));
    all.push(per_pair(grid, published, Rule::MeanRatio, |ratios| {
        (!ratios.is_empty()).then(|| ratios.iter().sum::<f64>() / ratios.len() as f64)
    }));
    all
}

/// The rules that at least one of the tasks was scored under, in the page's order.
pub fn rules(tasks: &[&TaskResults]) -> Vec<Rule> {
    let mut rules: Vec<Rule> = tasks.iter().flat_map(|task| task.scored.iter().map(|scored| scored.rule)).collect();
    rules.sort_by(|left, right| left.partial_cmp(right).unwrap_or(Ordering::Equal));
    rules.dedup();
    rules
}

/// A task's scores under a rule: the published ones where its data cannot tell the two apart; `None` where the rule does not apply to it.
pub fn under(task: &TaskResults, rule: Rule) -> Option<Scored> {
    let same_as_published = match rule {
        Rule::MinShare(share) => share == task.rules.min_share,
        Rule::LateScored | Rule::ExclusionsLifted => true,
        Rule::Horizon(days) => task.data.task.horizons == [days],
        _ => false,
    };
    let known = task.scored.iter().find(|scored| scored.rule == rule).cloned();
    known.or_else(|| {
        let scores =
            Published::of(&task.board).ranked.into_iter().map(|ranked| (ranked.system, ranked.score)).collect();
        same_as_published.then_some(Scored { rule, scores, pairs: task.board.pairs })
    })
}

fn scored(grid: &Grid, rule: Rule, common: &Common) -> Scored {
    let score = |&system: &usize| {
        let mut ratio = super::value::Ratio::default();
        for &pair in common.pairs() {
            if let Some(score) = grid.resolved(common.view(), system, pair) {
                ratio.add(score.crps, grid.pairs[pair].naive_error);
            }
        }
        Some((grid.systems[system].id.clone(), ratio.value().ok()?))
    };
    Scored { rule, scores: common.listed().iter().filter_map(score).collect(), pairs: common.pairs().len() }
}

/// A statistic of CRPS / |ŷ − y| over the common pairs whose naive made an error.
fn per_pair(grid: &Grid, common: &Common, rule: Rule, statistic: impl Fn(&[f64]) -> Option<f64>) -> Scored {
    let pairs: Vec<usize> = common.pairs().iter().copied().filter(|&pair| 0.0 < grid.pairs[pair].naive_error).collect();
    let score = |&system: &usize| {
        let ratio =
            |&pair: &usize| Some(grid.resolved(common.view(), system, pair)?.crps / grid.pairs[pair].naive_error);
        let ratios: Vec<f64> = pairs.iter().filter_map(ratio).collect();
        let value = statistic(&ratios).filter(|value| value.is_finite())?;
        Some((grid.systems[system].id.clone(), value))
    };
    Scored { rule, scores: common.listed().iter().filter_map(score).collect(), pairs: pairs.len() }
}

/// A system that both rules rank: the places up and down that its interval allows, and its two scores.
struct Both<'a> {
    system: &'a SystemId,
    slack: Option<(usize, usize)>,
    before: f64,
    after: f64,
}

/// Holds scores under another rule against the published ranking.
pub fn compare(published: &Published, scored: &Scored) -> Alternative {
    let best = scored.scores.values().copied().min_by(f64::total_cmp);
    let leaders: Vec<SystemId> =
        scored.scores.iter().filter(|(_, score)| Some(**score) == best).map(|(id, _)| id.clone()).collect();
    let first = published.ranked.iter().map(|ranked| ranked.score).min_by(f64::total_cmp);
    let is_first =
        |id: &SystemId| published.ranked.iter().any(|ranked| &ranked.system == id && Some(ranked.score) == first);
    // Places up and down that the interval allows: ranks among fewer systems shift, what a rank may move by does not.
    let slack = |place: usize, (low, high): (usize, usize)| (place.saturating_sub(low), high.saturating_sub(place));
    let all = places(&published.ranked.iter().map(|ranked| ranked.score).collect::<Vec<f64>>());
    let both: Vec<Both> = published
        .ranked
        .iter()
        .zip(all)
        .filter_map(|(ranked, place)| {
            let after = *scored.scores.get(&ranked.system)?;
            let slack = ranked.rank_interval.map(|interval| slack(place, interval));
            Some(Both { system: &ranked.system, slack, before: ranked.score, after })
        })
        .collect();
    let before: Vec<f64> = both.iter().map(|row| row.before).collect();
    let after: Vec<f64> = both.iter().map(|row| row.after).collect();
    let moved = both
        .iter()
        .zip(places(&before).into_iter().zip(places(&after)))
        .filter(|(row, (from, to))| row.slack.is_some_and(|(up, down)| to + up < *from || from + down < *to))
        .map(|(row, (from, to))| (row.system.clone(), from, to))
        .collect();
    Alternative {
        rule: scored.rule,
        leader_changes: !leaders.is_empty() && !leaders.iter().any(is_first),
        leaders,
        spearman: spearman(&before, &after),
        systems: both.len(),
        pairs: scored.pairs,
        moved,
    }
}

fn places(values: &[f64]) -> Vec<usize> {
    ranks(&values.iter().copied().map(Some).collect::<Vec<_>>()).into_iter().flatten().collect()
}
