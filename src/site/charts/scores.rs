//! Scores drawn: over time, across tasks, and by system and task.

use crate::domain::id::SystemId;
use crate::score::across::Group;
use crate::score::board;
use crate::score::breakdown::DayRow;
use crate::score::results::TaskResults;
use crate::site::figure::{ChainRow, Chains, DaySeries, DotRow, Dots, Figure, Heat, Lines, Numbers, Plot};
use crate::site::number;
use crate::site::table::{Cell, Column, Row, Table};
use crate::site::track::Track;

/// Scaled CRPS by run day: the leaders, the expert and the reference.
pub fn over_time(track: &Track, task: &TaskResults) -> Option<Figure> {
    if task.board.days.len() < 2 {
        return None;
    }
    let chosen = chosen(track, task);
    let rows: Vec<&DayRow> = chosen.iter().filter_map(|id| task.by_day.iter().find(|row| &row.system == id)).collect();
    let series: Vec<DaySeries> = rows
        .iter()
        .map(|row| DaySeries {
            label: track.name(&row.system).to_owned(),
            mark: track.mark(&row.system),
            points: row.scores.iter().filter_map(|(run, score)| Some((run.0, score.ok()?))).collect(),
        })
        .collect();
    let mut columns = vec![Column::text("run_day", "Run day")];
    columns.extend(rows.iter().map(|row| Column::number(row.system.as_str(), track.name(&row.system))));
    let table_rows = task.board.days.iter().enumerate().map(|(position, run)| {
        let mut cells = vec![Cell::text(run.to_string())];
        cells.extend(rows.iter().map(|row| Cell::score(row.scores[position].1, 3)));
        Row::new(cells)
    });
    let listed = task.by_day.len();
    Some(Figure {
        name: "over-time".to_owned(),
        title: "Score over time".to_owned(),
        description: format!(
            "Scaled CRPS of {} on each of {}; below 1 beats the seasonal naive of that run day.",
            number::counted(series.len(), "system"),
            number::counted(task.board.days.len(), "run day")
        ),
        caption: Some(if series.len() < listed {
            format!(
                "Scaled CRPS on the common pairs of each run day; {} of {listed} listed systems: the first by rank, and the expert.",
                series.len()
            )
        } else {
            "Scaled CRPS on the common pairs of each run day.".to_owned()
        }),
        plot: Plot::Lines(Lines {
            value_title: "Scaled CRPS".to_owned(),
            decimals: 1,
            rule: Some((1.0, "seasonal naive".to_owned())),
            series,
            days: task.board.days.iter().map(|run| run.0).collect(),
        }),
        numbers: Numbers::Own(Box::new(Table::new(
            "over-time",
            "Scaled CRPS by run day",
            columns,
            table_rows.collect(),
        ))),
    })
}

/// The ranking across tasks as dots with intervals.
pub fn overall_dots(track: &Track, group: &Group, table: &str) -> Figure {
    let rows = group.rows.iter().map(|row| DotRow {
        label: track.name(&row.system).to_owned(),
        mark: track.mark(&row.system),
        value: Some(row.mean),
        interval: row.interval.ok().map(|interval| (interval.low, interval.high)),
        inner: None,
        missing: None,
    });
    Figure {
        name: "glance".to_owned(),
        title: "Mean scaled CRPS across tasks".to_owned(),
        description: format!(
            "Mean scaled CRPS of {} over {}, with 95% intervals; left of 1 beats the seasonal naive.",
            number::counted(group.rows.len(), "system"),
            number::counted(group.tasks.len(), "task")
        ),
        caption: None,
        plot: Plot::Dots(Dots {
            value_title: "Mean scaled CRPS".to_owned(),
            decimals: 2,
            rule: Some((1.0, "seasonal naive".to_owned())),
            rows: rows.collect(),
        }),
        numbers: Numbers::In(table.to_owned()),
    }
}

/// Scaled CRPS by system and task.
pub fn heat(track: &Track, systems: &[SystemId]) -> Option<Figure> {
    let tasks = &track.results.tasks;
    let score = |id: &SystemId, task: &TaskResults| {
        let row = task.board.rows.iter().find(|row| row.listed && &row.system == id)?;
        row.figures.scaled_crps().ok()
    };
    if systems.is_empty() || tasks.len() < 2 {
        return None;
    }
    let text = |value: f64| (number::fixed(value, 2), (value - 1.0).clamp(-1.0, 1.0));
    let cells = systems.iter().map(|id| tasks.iter().map(|task| score(id, task).map(text)).collect()).collect();
    let mut columns = vec![Column::text("system", "System")];
    columns.extend(tasks.iter().map(|task| Column::number(task.data.task.id.as_str(), &task.data.task.title)));
    columns.push(Column::text("id", "Id").hidden());
    let rows = systems.iter().map(|id| {
        let mut row = vec![track.system_cell(id)];
        row.extend(tasks.iter().map(|task| {
            score(id, task).map_or_else(|| Cell::missing("not listed in this task"), |value| Cell::number(value, 3))
        }));
        row.push(Cell::text(id.as_str()));
        Row::new(row)
    });
    Some(Figure {
        name: "heat".to_owned(),
        title: "Scaled CRPS by system and task".to_owned(),
        description: format!(
            "A grid of {} by {}; lower than 1 is better than the seasonal naive.",
            number::counted(systems.len(), "system"),
            number::counted(tasks.len(), "task")
        ),
        caption: Some("Below 1 beats the seasonal naive of the task; empty where the system is not listed.".to_owned()),
        plot: Plot::Heat(Heat {
            rows: systems.iter().map(|id| track.name(id).to_owned()).collect(),
            columns: tasks.iter().map(|task| task.data.task.title.clone()).collect(),
            cells,
        }),
        numbers: Numbers::Own(Box::new(Table::new("heat", "Scaled CRPS by system and task", columns, rows.collect()))),
    })
}

/// The chains of a task's continual agents over its run days.
pub fn chains(track: &Track, task: &TaskResults) -> Option<Figure> {
    let rows: Vec<_> = task
        .continual
        .iter()
        .filter(|row| !row.chains.is_empty())
        .map(|row| {
            let ends = row.chains.iter().filter_map(|chain| Some((chain.first()?.0, chain.last()?.0))).collect();
            ChainRow { label: track.name(&row.system).to_owned(), mark: track.mark(&row.system), chains: ends }
        })
        .collect();
    let table_rows = task.continual.iter().flat_map(|row| {
        row.chains.iter().filter_map(|chain| {
            let (first, last) = chain.first().zip(chain.last())?;
            Some(Row::new(vec![
                track.system_cell(&row.system),
                Cell::text(first.to_string()),
                Cell::text(last.to_string()),
                Cell::whole(chain.len()),
            ]))
        })
    });
    let columns = vec![
        Column::text("system", "System"),
        Column::text("from", "From"),
        Column::text("to", "To"),
        Column::number("run_days", "Run days"),
    ];
    let name = format!("chains-{}", task.data.task.id);
    let table = Table::new(&name, format!("Chains of {}", task.data.task.title), columns, table_rows.collect());
    (!rows.is_empty()).then(|| Figure {
        title: task.data.task.title.clone(),
        description: format!(
            "The chains of {} over the run days; a gap is a break.",
            number::counted(rows.len(), "continual agent")
        ),
        caption: None,
        plot: Plot::Chains(Chains { days: Track::run_days(task).iter().map(|run| run.0).collect(), rows }),
        numbers: Numbers::Own(Box::new(table)),
        name,
    })
}

/// The systems of a plot with few lines: the first of the board and the expert; the reference is the rule, not a line.
pub fn chosen(track: &Track, task: &TaskResults) -> Vec<SystemId> {
    let few = 5;
    let on_board: Vec<&board::Row> = task
        .board
        .rows
        .iter()
        .filter(|row| row.listed && row.rank.is_some() && !track.system(&row.system).is_reference())
        .collect();
    let expert = |row: &&&board::Row| track.kind(&row.system).id.as_str() == "expert";
    let mut chosen: Vec<SystemId> = on_board.iter().take(few).map(|row| row.system.clone()).collect();
    let expert = on_board.iter().find(expert).map(|row| row.system.clone());
    chosen.extend(expert.filter(|id| !chosen.contains(id)));
    chosen
}
