//! A system's page: where it is strong, where weak, and how well calibrated.

use std::collections::BTreeMap;

use super::accounts::{outcome_cells, outcome_columns};
use super::boards::coverage_cell;
use super::charts::calibration;
use super::number;
use super::page::{Page, Slot, Slots, Span};
use super::table::{Cell, Column, Row, Table};
use super::task::interval_cell;
use super::track::{Track, plain};
use crate::domain::catalogue::System;
use crate::domain::quantile::Levels;
use crate::score::board;
use crate::score::breakdown::Calibration;
use crate::score::ledger::Account;
use crate::score::metric;
use crate::score::results::TaskResults;

/// The page of one system.
pub fn page(track: &Track, system: &System) -> Page {
    let rows = rows(track, system);
    let mut slots = Slots::new();
    slots.insert("lead", Slot::Text(lead(track, system, &rows)));
    slots.insert("facts", Slot::Facts(facts(track, system)));
    if let Some(description) = &system.description {
        slots.insert("description", Slot::Untrusted(description.clone()));
    }
    if !rows.is_empty() {
        slots.insert("tasks", Slot::Table(Box::new(tasks(track, &rows))));
    }
    if let Some((levels, counts)) = pooled_pit(&rows) {
        let pooled = [Calibration::of(&system.id, &levels, &counts)];
        if let Some(figure) =
            calibration::reliability_figure(track, &pooled, "Pooled over the tasks that ask for the same levels")
        {
            slots.insert("reliability", Slot::Figure(Box::new(figure)));
        }
        if let Some(figure) = calibration::histogram(track, &system.id, &levels, &counts) {
            slots.insert("pit", Slot::Figure(Box::new(figure)));
        }
    }
    slots.insert("accounts", Slot::Table(Box::new(accounts(track, system))));
    Page {
        path: track.system_page(&system.id),
        template: "system",
        title: system.label.clone(),
        description: format!("The forecasts of {}: scores, ranks and calibration, task by task.", system.label),
        trail: vec![(track.config.title.clone(), track.home())],
        slots,
    }
}

type OnBoard<'a> = (&'a TaskResults<'a>, &'a board::Row);

fn rows<'a>(track: &Track<'a>, system: &System) -> Vec<OnBoard<'a>> {
    let on = |task: &'a TaskResults<'a>| Some((task, task.board.rows.iter().find(|row| row.system == system.id)?));
    track.results.tasks.iter().filter_map(on).collect()
}

fn lead(track: &Track, system: &System, rows: &[OnBoard]) -> String {
    let mut ranked: Vec<(f64, &OnBoard)> = rows
        .iter()
        .filter(|(_, row)| row.rank.is_some())
        .filter_map(|on| Some((on.1.figures.scaled_crps().ok()?, on)))
        .collect();
    ranked.sort_by(|(left, _), (right, _)| left.total_cmp(right));
    let name = &system.label;
    if system.is_reference() {
        return format!("{name} is the reference: every scaled score divides by its error.");
    }
    let (Some((best, first)), Some((worst, last))) = (ranked.first(), ranked.last()) else {
        return if system.continual {
            format!("{name} is continual: it is compared with its fresh counterpart and stands on no main leaderboard.")
        } else {
            format!("{name} is listed with a score in no task yet.")
        };
    };
    let beats = ranked.iter().filter(|(score, _)| *score < 1.0).count();
    let wins = ranked.iter().filter(|(_, (_, row))| row.tied_with_leader).count();
    let _ = track;
    let title = |on: &OnBoard| on.0.data.task.title.clone();
    let span = if ranked.len() == 1 {
        format!(" It stands at {} in {}.", number::fixed(*best, 2), title(first))
    } else {
        format!(
            " Strongest in {} ({}), weakest in {} ({}).",
            title(first),
            number::fixed(*best, 2),
            title(last),
            number::fixed(*worst, 2)
        )
    };
    format!(
        "{name} beats the seasonal naive in {beats} of {} and leads, or is tied with the leader, in {wins}.{span}",
        number::counted(ranked.len(), "task")
    )
}

fn facts(track: &Track, system: &System) -> Vec<(String, Vec<Span>)> {
    let kind = track.kind(&system.id);
    let mut facts = vec![("Kind".to_owned(), plain(kind.label.clone()))];
    for (label, value) in [("Harness", &system.harness), ("Model", &system.model), ("Version", &system.version)] {
        if let Some(value) = value {
            facts.push((label.to_owned(), plain(value.clone())));
        }
    }
    if system.continual {
        let twin = crate::score::continual::twin(track.catalogue(), system);
        let words = twin.map_or_else(
            |reason| plain(super::continual::no_twin_words(&reason)),
            |fresh| vec![track.system_span(&fresh)],
        );
        facts.push(("Continual; fresh counterpart".to_owned(), words));
    }
    if !kind.deadline {
        facts.push(("Deadline".to_owned(), plain("none; systems of this kind are never late")));
    }
    if !system.declared {
        facts.push(("Index".to_owned(), plain("known from its files only; the dataset’s index does not name it")));
    }
    facts
}

fn tasks(track: &Track, rows: &[OnBoard]) -> Table {
    let columns = vec![
        Column::text("task", "Task"),
        Column::number("rank", "Rank"),
        Column::number("systems", "of"),
        Column::metric(&metric::SCALED_CRPS),
        Column::text("interval", "95% interval"),
        Column::text("to_leader", "To the leader"),
        Column::metric(&metric::SCALED_MAE),
        Column::metric(&metric::COVERAGE_80),
        Column::metric(&metric::SHARPNESS),
        Column::metric(&metric::PAIRWISE_SKILL),
        Column::number("pairs", "Pairs"),
        Column::number("late", "Late"),
        Column::text("id", "Id").hidden(),
    ];
    let row = |&(task, row): &OnBoard| {
        let figures = &row.figures;
        let rank = row.rank.map_or_else(
            || Cell::missing("not ranked in this task: figures on its own pairs"),
            |rank| Cell { text: number::rank(rank, row.rank_interval), ..Cell::whole(rank) },
        );
        let cells = vec![
            Cell::text(&task.data.task.title).to(track.task_page(&task.data.task.id)),
            rank,
            Cell::whole(task.board.rows.iter().filter(|row| row.listed).count()),
            Cell::score(figures.scaled_crps(), 3),
            interval_cell(row.interval),
            if row.rank == Some(1) { Cell::text("is the leader") } else { interval_cell(row.to_leader) },
            Cell::score(figures.scaled_mae(), 3),
            Cell::or_missing(figures.coverage, coverage_cell),
            Cell::score(figures.sharpness, 2),
            Cell::score(row.pairwise_skill, 3),
            Cell::whole(if row.listed { row.n_common } else { row.n_own }),
            Cell::whole(row.late),
            Cell::text(task.data.task.id.as_str()),
        ];
        Row { tied: row.tied_with_leader && row.interval.is_ok(), cells }
    };
    Table::new("tasks", "Scores by task", columns, rows.iter().map(row).collect()).note(
        "Shaded: tied with the leader of the task. To the leader: the 95% interval of the difference in scaled CRPS.",
    )
}

/// PIT counts summed over tasks with the same levels: the largest such set.
fn pooled_pit(rows: &[OnBoard]) -> Option<(Levels, Vec<u64>)> {
    let mut sets: BTreeMap<Vec<crate::domain::quantile::Level>, (Levels, Vec<u64>)> = BTreeMap::new();
    for (task, row) in rows {
        let levels = &task.data.task.levels;
        let pit = &row.figures.pit;
        let (_, sums) = sets.entry(levels.as_slice().to_vec()).or_insert_with(|| (levels.clone(), vec![0; pit.len()]));
        sums.iter_mut().zip(pit).for_each(|(sum, count)| *sum += count);
    }
    sets.into_values().max_by_key(|(_, counts)| counts.iter().sum::<u64>())
}

fn accounts(track: &Track, system: &System) -> Table {
    let mut columns =
        vec![Column::text("task", "Task"), Column::text("mode", "Mode"), Column::number("submissions", "Submissions")];
    columns.extend(outcome_columns());
    let mut rows = Vec::new();
    for task in &track.results.tasks {
        for ((mode, _), account) in task.ledger.accounts.iter().filter(|((_, id), _)| id == &system.id) {
            rows.push(account_row(track, task, super::accounts::mode_word(*mode), account));
        }
    }
    Table::new("accounts", "What became of its submissions", columns, rows)
}

fn account_row(track: &Track, task: &TaskResults, mode: &str, account: &Account) -> Row {
    let mut cells = vec![
        Cell::text(&task.data.task.title).to(track.task_page(&task.data.task.id)),
        Cell::text(mode),
        Cell::whole(account.submissions.total()),
    ];
    cells.extend(outcome_cells(&account.submissions));
    Row::new(cells)
}
