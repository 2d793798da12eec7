//! The leaderboard tables: of one task, across tasks, and under other rules.

use super::number;
use super::table::{Body, Cell, Column, Dress, Row, Strip, Table};
use super::track::Track;
use crate::score::across::{Group, OverallRow};
use crate::score::board::{self, Board};
use crate::score::metric;
use crate::score::results::TaskResults;
use crate::score::robust::Alternative;
use crate::score::value::{Interval, Undefined};

/// Where calibrated 80% intervals stand.
const NOMINAL_COVERAGE: f64 = 0.8;

/// The leaderboard of a task: listed systems, then the others with their reason.
pub fn task_board(track: &Track, task: &TaskResults) -> Table {
    let unit = task.data.task.unit.as_deref();
    let columns = vec![
        Column::number("rank", "Rank"),
        Column::text("system", "System"),
        Column::text("kind", "Kind"),
        Column::text("strip", "").hidden_in_downloads(),
        Column::metric(&metric::SCALED_CRPS),
        Column::text("interval", "95% interval"),
        Column::metric(&metric::SCALED_MAE),
        Column::metric(&metric::CRPS).unit(unit),
        Column::metric(&metric::COVERAGE_80),
        Column::metric(&metric::PAIRWISE_SKILL),
        Column::number("n_common", "Pairs"),
        Column::number("cost", "Costs"),
        Column::number("late", "Late"),
        Column::text("id", "Id").hidden(),
        Column::text("listed", "Listed").hidden(),
        Column::number("n_own", "Own pairs").hidden(),
        Column::number("rank_low", "Rank low").hidden(),
        Column::number("rank_high", "Rank high").hidden(),
        Column::number("scaled_crps_low", "Low").hidden(),
        Column::number("scaled_crps_high", "High").hidden(),
        Column::metric(&metric::MAE).hidden(),
        Column::metric(&metric::SHARPNESS).hidden(),
        Column::metric(&metric::BIAS).hidden(),
    ];
    let board = &task.board;
    let axis =
        axis(board.rows.iter().filter(|row| row.listed).map(|row| (row.figures.scaled_crps().ok(), row.interval)));
    let row = |row: &board::Row| task_row(track, row, axis);
    let listed: Vec<Row> = board.rows.iter().filter(|row| row.listed).map(row).collect();
    let others: Vec<Row> = board.rows.iter().filter(|row| !row.listed && row.fresh).map(row).collect();
    let continual: Vec<Row> = board.rows.iter().filter(|row| !row.fresh).map(row).collect();
    let body = |heading: Option<String>, rows: Vec<Row>| Body { heading, rows };
    let share = number::percent(task.rules.min_share, 0);
    let mut bodies = vec![body(None, listed)];
    if !others.is_empty() {
        let least = format!(
            "Not listed: fewer than {share} of the {} that any fresh system resolved. Figures on their own pairs, not comparable with those above.",
            number::counted(board.eligible, "pair"),
        );
        bodies.push(body(Some(least), others));
    }
    if !continual.is_empty() {
        let apart = "Continual agents: compared with their fresh counterparts below. Figures on their own pairs.";
        bodies.push(body(Some(apart.to_owned()), continual));
    }
    Table {
        name: "board".to_owned(),
        caption: format!("Leaderboard of {}", task.data.task.title),
        columns,
        bodies,
        note: Some(board_note(task)),
        weighed: None,
    }
}

/// Which pairs, how many days, which rule.
fn board_note(task: &TaskResults) -> String {
    let board = &task.board;
    let share = number::percent(task.rules.min_share, 0);
    let Some((first, last)) = board.days.first().zip(board.days.last()) else {
        let listed = board.rows.iter().filter(|row| row.listed).count();
        return if listed == 0 {
            "No system has resolved a pair yet, so there is nothing to rank.".to_owned()
        } else {
            format!(
                "The {} listed from {share} of the pairs share no pair, so nothing can be ranked by this rule; pairwise skill needs no common set.",
                number::counted(listed, "system"),
            )
        };
    };
    let mut note = format!(
        "On the {} that every listed system resolved, over {} from {} to {}. Listed: from {share} of the {} that any fresh system resolved. \
         Costs: common pairs the table would gain without the row.",
        number::counted(board.pairs, "pair"),
        number::counted(board.days.len(), "run day"),
        number::day(first.0),
        number::day(last.0),
        number::counted(board.eligible, "pair"),
    );
    match board.resampled {
        Ok(_) => note.push_str(&format!(
            " Intervals: 95%, block bootstrap over run days, {} resamples. {}",
            number::count(task.rules.resamples),
            shade_words(board.rows.iter().filter(|row| row.tied_with_leader).count()),
        )),
        Err(reason) => note.push_str(&format!(" No intervals: {reason}.")),
    }
    note
}

fn task_row(track: &Track, row: &board::Row, axis: Option<(f64, f64)>) -> Row {
    let figures = &row.figures;
    let scaled = figures.scaled_crps();
    let rank = match row.rank {
        Some(place) => Cell { text: number::rank(place, row.rank_interval), ..Cell::whole(place) },
        None => Cell::missing(scaled.err().unwrap_or(Undefined::NotListed).to_string()),
    };
    let end = |end: fn(Interval) -> f64| Cell::or_missing(row.interval, |interval| Cell::number(end(interval), 3));
    let place = |place: fn((usize, usize)) -> usize| {
        row.rank_interval.map_or_else(|| Cell::missing("no rank interval"), |interval| Cell::whole(place(interval)))
    };
    let pairs = if row.listed {
        Cell {
            text: format!("{} / {}", number::count(row.n_common), number::count(row.n_own)),
            ..Cell::whole(row.n_common)
        }
    } else {
        Cell { text: format!("{MISSING} / {}", number::count(row.n_own), MISSING = number::MISSING), ..Cell::whole(0) }
    };
    let cells = vec![
        rank,
        track.system_cell(&row.system),
        Cell::text(&track.kind(&row.system).label),
        strip_cell(track, row, axis),
        Cell::score(scaled, metric::SCALED_CRPS.decimals),
        Cell::or_missing(row.interval, |interval| Cell::text(number::interval(interval, 3))),
        Cell::score(figures.scaled_mae(), metric::SCALED_MAE.decimals),
        Cell::score_magnitude(figures.crps.mean()),
        Cell::or_missing(figures.coverage, coverage_cell),
        Cell::score(row.pairwise_skill, metric::PAIRWISE_SKILL.decimals),
        pairs,
        row.cost.map_or_else(|| Cell::missing("defined for listed systems, where there is more than one"), Cell::whole),
        Cell::whole(row.late),
        Cell::text(row.system.as_str()),
        Cell::flag(row.listed),
        Cell::whole(row.n_own),
        place(|(low, _)| low),
        place(|(_, high)| high),
        end(|interval| interval.low),
        end(|interval| interval.high),
        Cell::score_magnitude(figures.mean_abs_error()),
        Cell::score(figures.sharpness, metric::SHARPNESS.decimals),
        Cell::score(figures.below_median, 2),
    ];
    Row { tied: row.tied_with_leader && row.interval.is_ok(), cells }
}

/// A share against the nominal 80%.
pub fn coverage_cell(share: f64) -> Cell {
    Cell::percent(share, metric::COVERAGE_80.decimals).dressed(Dress::Share { share, nominal: NOMINAL_COVERAGE })
}

fn strip_cell(track: &Track, row: &board::Row, axis: Option<(f64, f64)>) -> Cell {
    let drawn = axis.filter(|_| row.listed).zip(row.figures.scaled_crps().ok());
    match drawn {
        Some((axis, value)) => strip(axis, value, row.interval.ok(), track.mark(&row.system)),
        None => Cell::missing("not drawn: no score on the common pairs"),
    }
}

fn strip(axis: (f64, f64), value: f64, interval: Option<Interval>, mark: super::mark::Mark) -> Cell {
    let interval = interval.map(|interval| (interval.low, interval.high));
    Cell::text("").dressed(Dress::Strip(Strip { axis, value, interval, rule: 1.0, mark }))
}

/// One axis for all rows: every interval and the naive's 1, but no further than three times the naive.
fn axis(rows: impl Iterator<Item = (Option<f64>, Result<Interval, Undefined>)>) -> Option<(f64, f64)> {
    let ends = rows.filter_map(|(value, interval)| {
        let value = value?;
        Some(interval.map_or((value, value), |interval| (interval.low.min(value), interval.high.max(value))))
    });
    let (low, high) = ends.fold((1.0_f64, 1.0_f64), |(low, high), (from, to)| (low.min(from), high.max(to)));
    let margin = (high - low) * 0.04;
    (low < high).then_some(((low - margin).max(0.0), (high + margin).min(3.0)))
}

/// One ranking across tasks.
pub fn overall_board(track: &Track, group: &Group, name: &str, caption: String) -> Table {
    let columns = vec![
        Column::number("rank", "Rank"),
        Column::text("system", "System"),
        Column::text("kind", "Kind"),
        Column::text("strip", "").hidden_in_downloads(),
        Column {
            key: "mean_scaled_crps".to_owned(),
            label: "Mean scaled CRPS".to_owned(),
            ..Column::metric(&metric::SCALED_CRPS)
        },
        Column::text("interval", "95% interval"),
        Column::number("geometric_mean", "Geometric mean"),
        Column::number("mean_rank", "Mean rank"),
        Column::number("beats_naive", "Beats naive"),
        Column::text("id", "Id").hidden(),
        Column::number("rank_low", "Rank low").hidden(),
        Column::number("rank_high", "Rank high").hidden(),
        Column::number("mean_scaled_crps_low", "Low").hidden(),
        Column::number("mean_scaled_crps_high", "High").hidden(),
    ];
    let axis = axis(group.rows.iter().map(|row| (Some(row.mean), row.interval)));
    let tasks = group.tasks.len();
    let rows = group.rows.iter().map(|row| overall_row(track, row, tasks, axis)).collect();
    let note = format!(
        "Mean of the scaled CRPS of {}, each on its own common pairs. Beats naive: in how many of them scaled CRPS is below 1. {}",
        number::counted(tasks, "task"),
        match group.rows.iter().find_map(|row| row.interval.err()) {
            Some(reason) => format!("Not every row has an interval: {reason}."),
            None => shade_words(group.rows.iter().filter(|row| row.tied_with_leader).count()).to_owned(),
        },
    );
    Table::new(name, caption, columns, rows).note(note)
}

/// What the faint ground of so many rows means.
fn shade_words(tied: usize) -> &'static str {
    match tied {
        0 => "",
        1 => "Shaded: the leader; no other row is tied with it.",
        _ => "Shaded rows are tied with the leader: the 95% interval of their difference to it contains 0.",
    }
}

fn overall_row(track: &Track, row: &OverallRow, tasks: usize, axis: Option<(f64, f64)>) -> Row {
    let end = |end: fn(Interval) -> f64| Cell::or_missing(row.interval, |interval| Cell::number(end(interval), 3));
    let place = |place: fn((usize, usize)) -> usize| {
        row.rank_interval.map_or_else(|| Cell::missing("no rank interval"), |interval| Cell::whole(place(interval)))
    };
    let drawn = axis.map(|axis| strip(axis, row.mean, row.interval.ok(), track.mark(&row.system)));
    let cells = vec![
        Cell { text: number::rank(row.rank, row.rank_interval), ..Cell::whole(row.rank) },
        track.system_cell(&row.system),
        Cell::text(&track.kind(&row.system).label),
        drawn.unwrap_or_else(|| Cell::missing("not drawn: every row has the naive's score")),
        Cell::number(row.mean, 3),
        Cell::or_missing(row.interval, |interval| Cell::text(number::interval(interval, 3))),
        Cell::number(row.geometric_mean, 3),
        Cell::number(row.mean_rank, 1),
        Cell { text: format!("{} of {tasks}", row.beats_naive), ..Cell::whole(row.beats_naive) },
        Cell::text(row.system.as_str()),
        place(|(low, _)| low),
        place(|(_, high)| high),
        end(|interval| interval.low),
        end(|interval| interval.high),
    ];
    Row { tied: row.tied_with_leader && row.interval.is_ok(), cells }
}

/// The ranking under other rules.
pub fn robustness(track: &Track, alternatives: &[Alternative]) -> Table {
    let columns = vec![
        Column::text("rule", "Under another rule"),
        Column::text("leader", "Leader"),
        Column::text("leader_changes", "Leader changes"),
        Column::number("spearman", "Rank correlation"),
        Column::number("systems", "Systems"),
        Column::number("pairs", "Pairs"),
        Column::text("moved", "Ranks outside their interval"),
        Column::text("key", "Key").hidden(),
    ];
    let row = |alternative: &Alternative| {
        let moved: Vec<String> = alternative
            .moved
            .iter()
            .map(|(system, from, to)| format!("{} {from} → {to}", track.name(system)))
            .collect();
        let leader = if alternative.leaders.is_empty() {
            Cell::missing("nothing can be ranked by this rule")
        } else {
            Cell::text(track.names(&alternative.leaders))
        };
        let correlation = alternative.spearman.map_or_else(
            || Cell::missing("fewer than two systems ranked by both rules, or all tied"),
            |value| Cell::number(value, 2),
        );
        Row::new(vec![
            Cell::text(alternative.rule.words()),
            leader,
            Cell::flag(alternative.leader_changes),
            correlation,
            Cell::whole(alternative.systems),
            Cell::whole(alternative.pairs),
            Cell::text(if moved.is_empty() { "none".to_owned() } else { moved.join(", ") }),
            Cell::text(alternative.rule.key()),
        ])
    };
    Table::new(
        "robustness",
        "The ranking under other rules, against the published one",
        columns,
        alternatives.iter().map(row).collect(),
    )
    .note("Rank correlation: Spearman's, over the systems that both rules rank.")
}

/// What the other rules say of the leader, in one sentence.
pub fn robustness_sentence(track: &Track, alternatives: &[Alternative]) -> Option<String> {
    let usable = alternatives.iter().filter(|alternative| !alternative.leaders.is_empty());
    let (changes, all) = usable.fold((Vec::new(), 0), |(mut changes, all), alternative| {
        if alternative.leader_changes {
            changes.push(format!("{} ({})", track.names(&alternative.leaders), alternative.rule.words()));
        }
        (changes, all + 1)
    });
    match (all, changes.len()) {
        (0, _) => None,
        (_, 0) => Some(format!("The leader stays the same under all {} tried.", number::counted(all, "other rule"))),
        (_, changed) => {
            let shown = number::list(&changes);
            Some(format!(
                "The leader changes under {changed} of {} tried: {shown}.",
                number::counted(all, "other rule")
            ))
        }
    }
}

/// Who leads a task and how sure that is.
pub fn leader_sentence(track: &Track, board: &Board) -> String {
    let leaders: Vec<&board::Row> = board.rows.iter().filter(|row| row.rank == Some(1)).collect();
    let Some(first) = leaders.first() else {
        return "Nobody leads yet: no listed system has a score on common pairs.".to_owned();
    };
    let names = track.names(&leaders.iter().map(|row| row.system.clone()).collect::<Vec<_>>());
    let score = first.figures.scaled_crps().unwrap_or(f64::NAN);
    let mut sentence = format!(
        "{names} {} with {} of the seasonal naive’s error",
        if leaders.len() == 1 { "leads" } else { "lead" },
        number::with_interval(score, first.interval, 2),
    );
    let tied: Vec<_> = board
        .rows
        .iter()
        .filter(|row| row.tied_with_leader && row.rank != Some(1))
        .map(|row| row.system.clone())
        .collect();
    match (&board.resampled, tied.as_slice()) {
        (Err(reason), _) => sentence.push_str(&format!("; how sure that is cannot be said yet ({reason}).")),
        (Ok(_), []) => sentence.push_str("; no other system is tied with it."),
        (Ok(_), tied) if tied.len() <= 4 => sentence.push_str(&format!("; tied with it: {}.", track.names(tied))),
        (Ok(_), tied) => {
            sentence.push_str(&format!("; {} are tied with it.", number::counted(tied.len(), "other system")));
        }
    }
    sentence
}
