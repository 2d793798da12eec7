//! Tables of ranked models, of fixed policies and of references.

use super::differences;
use super::standing::{
    agreement_sentence, basis_sentence, basis_words, cell, is_model, policies, pool_words, ranked, ranking,
    ranking_column, ranking_words, reason, reference_value, release_name, totals, value,
};
use super::track::Track;
use crate::domain::fwbench::published::Reference;
use crate::domain::fwbench::release::RankingMetric;
use crate::domain::id::PoolId;
use crate::score::fwbench::metric;
use crate::score::fwbench::results::{ReferenceRow, ReleaseResults, Standing};
use crate::score::fwbench::totals::Totals;
use crate::score::value::Interval;
use crate::site::number;
use crate::site::table::{Body, Cell, Column, Dress, Row, Table};

/// Every board of a track, for a terminal.
pub fn all(track: &Track) -> Vec<Table> {
    let of = |release: &ReleaseResults| {
        let boards = release.pools.iter().enumerate().map(|(place, pool)| leaderboard(track, release, place, pool));
        boards.chain(references(track, release)).collect::<Vec<Table>>()
    };
    track.results.releases.iter().flat_map(of).collect()
}

/// The leaderboard of a pool: ranked models, then the others with their reason.
pub fn leaderboard(track: &Track, release: &ReleaseResults, place: usize, pool: &PoolId) -> Table {
    let of = release.release;
    let mut columns = vec![
        Column::number("rank", "Rank"),
        Column::text("model", "Language model"),
        Column::text("group", "Group").choosable(),
        Column::metric(&metric::VALID),
    ];
    columns.extend(figure_columns(release));
    columns.extend([
        Column::text("id", "Id").hidden(),
        Column::text("pool", "Pool").hidden(),
        Column::number("scored", "Scored").hidden(),
        Column::number("cases", "Cases").hidden(),
        Column::text("undecided", "Undecided against the leader").hidden(),
        Column::text("reason", "Reason").hidden(),
    ]);
    let board = ranked(release, pool);
    let rows: Vec<Row> = board.iter().map(|standing| model_row(track, release, board[0], standing)).collect();
    let shaded = rows.iter().filter(|row| row.tied).count();
    let others: Vec<Row> = release
        .standings
        .iter()
        .filter(|standing| is_model(standing) && standing.entrant.id.pool == *pool && standing.rank.is_none())
        .map(|standing| unranked_row(track, release, standing))
        .collect();
    let mut bodies = vec![Body { heading: None, rows }];
    if !others.is_empty() {
        let heading =
            "Not ranked: no figure over a part of the cases stands beside figures over all of them".to_owned();
        bodies.push(Body { heading: Some(heading), rows: others });
    }
    let caption = format!(
        "{}{}: {} by {}",
        release_name(track, release),
        pool_words(release, pool),
        number::counted(board.len(), "ranked model"),
        ranking_words(of)
    );
    let note = format!(
        "{} Ranks go by the unrounded figure; sorting and filtering leave them as they are.{}",
        table_sentence(release, board.iter().filter_map(|standing| standing.totals.as_ref().ok())),
        shade_words(shaded),
    );
    Table { bodies, ..Table::new(&format!("board-{place}-{}", of.id), caption, columns, Vec::new()).note(note) }
}

/// Fixed policies, and what could have been reached in hindsight; nothing where the release has neither.
pub fn references(track: &Track, release: &ReleaseResults) -> Option<Table> {
    let mut columns = vec![Column::text("policy", "Policy"), Column::metric(&metric::VALID)];
    columns.extend(figure_columns(release));
    columns.push(Column::text("id", "Id").hidden());
    let policies = policies(release);
    let rows: Vec<Row> = policies
        .iter()
        .map(|standing| {
            let mut cells = vec![track.cell(release, standing.entrant), valid_cell(standing)];
            cells.extend(figure_cells(release, totals(standing), value(release, standing)));
            cells.push(Cell::text(standing.entrant.id.to_string()));
            Row::new(cells)
        })
        .collect();
    let mut hindsight: Vec<Row> = release.references.iter().map(|row| reference_row(release, row)).collect();
    hindsight.extend(oracle_row(release));
    if rows.is_empty() && hindsight.is_empty() {
        return None;
    }
    let mut bodies = vec![Body { heading: None, rows }];
    if !hindsight.is_empty() {
        let heading = "In hindsight: bounds that know the demand, or which plan turned out best".to_owned();
        bodies.push(Body { heading: Some(heading), rows: hindsight });
    }
    let caption = format!("{}: reference policies, outside the ranking", release_name(track, release));
    let note = table_sentence(release, policies.iter().filter_map(|standing| standing.totals.as_ref().ok()));
    Some(Table {
        bodies,
        ..Table::new(&format!("references-{}", release.release.id), caption, columns, Vec::new()).note(note)
    })
}

/// How many cases, which weights, which depth.
fn table_sentence<'a>(release: &ReleaseResults, bases: impl IntoIterator<Item = &'a Totals>) -> String {
    let of = release.release;
    let parts = number::counted(of.settings.cohort_weights.len(), "cohort");
    let floors = release.floors_from.as_ref().map(|from| format!(" Floors come from {from}, on the same cases."));
    format!(
        "Over all {}, weighted by {parts} as in the frozen index. {} {}{}",
        number::counted(of.case_count, "case"),
        basis_sentence(bases),
        agreement_sentence(release),
        floors.unwrap_or_default(),
    )
}

fn shade_words(shaded: usize) -> &'static str {
    match shaded {
        0 | 1 => "",
        _ => " Shaded: the leader, and models whose 95% interval of the difference to it contains 0.",
    }
}

/// Loss, credits, the parts of S where it ranks, what ranks, and where they come from.
fn figure_columns(release: &ReleaseResults) -> Vec<Column> {
    let mut columns = vec![Column::metric(&metric::LOSS), Column::metric(&metric::CREDITS)];
    match release.release.metric {
        RankingMetric::Gap => columns.push(ranking_column(release.release)),
        RankingMetric::Score => columns.extend([
            Column::metric(&metric::NORMALIZED_EXCESS),
            Column::metric(&metric::BUDGET_FRACTION).hidden(),
            ranking_column(release.release),
        ]),
        // The loss ranks, and stands in its own column.
        RankingMetric::Loss => {}
    }
    columns.push(Column::metric(&metric::CASE_WEIGHTED_LOSS).hidden());
    columns.push(Column::text("basis", "Computed from"));
    columns
}

fn figure_cells(release: &ReleaseResults, totals: Result<&Totals, String>, ranks: Result<f64, String>) -> Vec<Cell> {
    let of = |figure: &dyn Fn(&Totals) -> Option<f64>, why: &str| {
        totals.as_ref().map_err(Clone::clone).and_then(|totals| figure(totals).ok_or_else(|| why.to_owned()))
    };
    let whole = |figure: fn(&crate::score::fwbench::totals::PartTotals) -> Option<f64>, why: &str| {
        of(&|totals| figure(totals.whole()), why)
    };
    let budget = release.release.settings.budget;
    let mut cells = vec![
        cell(whole(|whole| Some(whole.loss), ""), metric::LOSS.decimals),
        cell(whole(|whole| Some(whole.credits), ""), metric::CREDITS.decimals),
    ];
    let ranks = cell(ranks, ranking(release.release).decimals);
    match release.release.metric {
        RankingMetric::Gap => cells.push(ranks),
        RankingMetric::Score => cells.extend([
            cell(
                whole(|whole| whole.normalized_excess, "neither it nor the floor is published"),
                metric::NORMALIZED_EXCESS.decimals,
            ),
            cell(of(&|totals| Some(budget.share(totals.whole().credits)), ""), metric::BUDGET_FRACTION.decimals),
            ranks,
        ]),
        RankingMetric::Loss => {}
    }
    cells.push(cell(
        of(&|totals| totals.case_weighted_loss, "it needs the outcome of every case"),
        metric::CASE_WEIGHTED_LOSS.decimals,
    ));
    cells.push(totals.map_or_else(Cell::missing, |totals| Cell::text(basis_words(totals.basis))));
    cells
}

fn model_row(track: &Track, release: &ReleaseResults, leader: &Standing, standing: &Standing) -> Row {
    let against = differences::interval(release, &standing.entrant.id, &leader.entrant.id);
    let undecided = against.is_some_and(|interval| interval.contains(0.0));
    let first = standing.entrant.id == leader.entrant.id;
    let rank = standing.rank.map_or_else(|| Cell::missing("not ranked"), Cell::whole);
    let mut cells = vec![rank, track.cell(release, standing.entrant), group_cell(standing), valid_cell(standing)];
    cells.extend(figure_cells(release, totals(standing), value(release, standing)));
    cells.extend(hidden_cells(standing));
    cells.push(undecided_cell(first, against, undecided));
    cells.push(Cell::missing("it is ranked"));
    Row { tied: first || undecided, cells }
}

fn undecided_cell(first: bool, against: Option<Interval>, undecided: bool) -> Cell {
    match (first, against) {
        (true, _) => Cell::missing("it leads"),
        (false, None) => Cell::missing("no interval of the difference is at hand"),
        (false, Some(_)) => Cell::flag(undecided),
    }
}

fn unranked_row(track: &Track, release: &ReleaseResults, standing: &Standing) -> Row {
    let why = totals(standing).err().or_else(|| value(release, standing).err());
    let why = why.unwrap_or_else(|| "complete, but not ranked".to_owned());
    let mut cells = vec![
        Cell::missing(why.clone()),
        track.cell(release, standing.entrant),
        group_cell(standing),
        reason(why.clone()),
    ];
    cells.extend(figure_cells(release, totals(standing), value(release, standing)));
    cells.extend(hidden_cells(standing));
    cells.push(Cell::missing("it is not ranked"));
    cells.push(Cell::text(why));
    Row::new(cells)
}

fn hidden_cells(standing: &Standing) -> [Cell; 4] {
    [
        Cell::text(standing.entrant.id.model.as_str()),
        Cell::text(standing.entrant.id.pool.as_str()),
        Cell::whole(standing.progress.scored),
        Cell::whole(standing.progress.cases),
    ]
}

fn group_cell(standing: &Standing) -> Cell {
    let group = standing.entrant.group;
    group.map_or_else(|| Cell::missing("the release names no group"), |group| Cell::text(group.word()))
}

/// Valid plans of all cases, with their share as a bar.
fn valid_cell(standing: &Standing) -> Cell {
    let progress = &standing.progress;
    match (totals(standing), progress.valid) {
        (Err(why), _) => Cell::missing(why),
        (Ok(_), None) => Cell::missing("the files at hand do not count valid plans"),
        (Ok(_), Some(_)) if progress.cases == 0 => Cell::missing("no case"),
        (Ok(_), Some(valid)) => {
            // Unbreakable: the bar stands beside the whole of it or above.
            let text = format!("{}\u{a0}/\u{a0}{}", number::count(valid), number::count(progress.cases));
            let share = valid as f64 / progress.cases as f64;
            Cell { text, ..Cell::whole(valid) }.dressed(Dress::Share { share, nominal: 1.0 })
        }
    }
}

/// The words shown of a reference.
pub fn reference_words(reference: Reference) -> &'static str {
    match reference {
        Reference::PerfectDemand => "Perfect demand: the floor",
        Reference::Catalogue => "Whole menu: per case the plan of least S",
        Reference::FreeMenu => "Free menu: the same among plans for no credits",
    }
}

fn reference_row(release: &ReleaseResults, row: &ReferenceRow) -> Row {
    let mut cells = vec![Cell::text(reference_words(row.reference)), Cell::missing("nothing was submitted")];
    cells.extend(figure_cells(release, Ok(&row.totals), reference_value(release, &row.totals)));
    if !row.computed
        && let Some(basis) = cells.last_mut()
    {
        *basis = Cell::text(basis_words(crate::score::fwbench::totals::Basis::Total));
    }
    cells.push(Cell::text(row.reference.name()));
    Row::new(cells)
}

/// The hindsight menu at the λ that ranks: what G counts from.
fn oracle_row(release: &ReleaseResults) -> Option<Row> {
    let main = release.release.settings.main_lambda.filter(|_| release.release.metric == RankingMetric::Gap)?;
    let point = release.oracle.point(main)?;
    Some(Row::new(vec![
        Cell::text(format!("Whole menu: per case the affordable plan of least J at λ = {main}")),
        Cell::missing("nothing was submitted"),
        Cell::number(point.loss, metric::LOSS.decimals),
        Cell::number(point.credits, metric::CREDITS.decimals),
        Cell::number(0.0, metric::GAP.decimals),
        Cell::missing("it is known as a weighted mean only"),
        Cell::text(oracle_basis(release)),
        Cell::text("cost_aware_oracle"),
    ]))
}

fn oracle_basis(release: &ReleaseResults) -> &'static str {
    match release.oracle {
        crate::score::fwbench::oracle::Oracle::Exact(_) => "every case",
        _ => "published total",
    }
}
