//! The tables of a case: what became of every entrant, a table a pool, and what the menu offered.

use super::super::cases::chosen;
use super::super::track::Track;
use super::View;
use crate::domain::fwbench::entrant::{FULL, Role};
use crate::domain::fwbench::outcome::{MenuPlan, Outcome, Unscored};
use crate::domain::id::PoolId;
use crate::score::fwbench::metric;
use crate::score::fwbench::results::Standing;
use crate::site::table::{Body, Cell, Column, Row, Table};

const NO_FLOOR: &str = "the floor of this case is not known";

/// A table a pool, in groups of one slot.
pub(super) fn outcomes(track: &Track, view: &View) -> Vec<crate::site::page::Slots> {
    let table = |pool: &PoolId| {
        let table = outcomes_of(track, view, pool);
        crate::site::page::Slots::from([("table", crate::site::page::Slot::Table(Box::new(table)))])
    };
    view.release.pools.iter().map(table).collect()
}

fn outcomes_of(track: &Track, view: &View, pool: &PoolId) -> Table {
    let measure = view.measure();
    let column = measure.as_ref().map_or_else(|_| Column::number("measure", "Measure"), |measure| measure.column());
    let columns = vec![
        Column::text("system", "Model"),
        Column::text("valid", "Valid"),
        Column::number("loss", "Loss"),
        Column::number("excess_loss", "Loss − F"),
        Column::number("credits", "Credits"),
        column,
        Column::number("calls", "Tool calls"),
        Column::text("status", "Run ended"),
        Column::text("format_rejection", "Format"),
        Column::text("capacities", "Capacities, of the scale"),
        Column::text("id", "Id").hidden(),
    ];
    let body = |heading: Option<&str>, role: Role| {
        let of = view.release.standings.iter().filter(|standing| standing.entrant.id.pool == *pool);
        let mut rows: Vec<(Option<f64>, Row)> = of
            .filter(|standing| standing.entrant.role == role)
            .map(|standing| outcome_row(track, view, standing))
            .collect();
        // What is not scored stands last; the order of standings decides between equals.
        rows.sort_by(|(left, _), (right, _)| {
            let key = |value: &Option<f64>| value.unwrap_or(f64::INFINITY);
            left.is_none().cmp(&right.is_none()).then(key(left).total_cmp(&key(right)))
        });
        Body { heading: heading.map(str::to_owned), rows: rows.into_iter().map(|(_, row)| row).collect() }
    };
    let policies = body(Some("Fixed policies"), Role::Policy);
    let heading = if policies.rows.is_empty() { None } else { Some("Models") };
    let bodies = if policies.rows.is_empty() {
        vec![body(heading, Role::Model)]
    } else {
        vec![body(heading, Role::Model), policies]
    };
    let full = pool.as_str() == FULL;
    let name = if full { "outcomes".to_owned() } else { format!("outcomes-{pool}") };
    let caption =
        if full { "Everybody’s outcome".to_owned() } else { format!("Everybody’s outcome in the pool {pool}") };
    Table { bodies, ..Table::new(&name, caption, columns, Vec::new()) }
        .note("In the order of the measure, best first. An invalid plan has the penalty as its loss.")
}

fn outcome_row(track: &Track, view: &View, standing: &Standing) -> (Option<f64>, Row) {
    let entrant = standing.entrant;
    let name = track.cell(view.release, entrant);
    let outcome = view.results.outcome(&entrant.id);
    let (key, [valid, loss, excess, credits, measure]) = figures(view, outcome);
    let text = |text: Option<&String>, reason: &str| text.map_or_else(|| Cell::missing(reason), Cell::text);
    let known = |reason: &'static str| if outcome.is_some() { reason } else { Unscored::Missing.words() };
    let calls = outcome.and_then(|outcome| outcome.calls);
    let plan = outcome.and_then(|outcome| outcome.plan.as_ref());
    let row = Row::new(vec![
        name,
        valid,
        loss,
        excess,
        credits,
        measure,
        calls.map_or_else(|| Cell::missing(known("the files at hand do not count them")), whole),
        text(outcome.and_then(|outcome| outcome.status.as_ref()), known("the run does not say how it ended")),
        text(outcome.and_then(|outcome| outcome.rejection.as_ref()), known("the format was not rejected")),
        plan.map_or_else(
            || Cell::missing(known("no valid plan, or the plan is not at hand")),
            |plan| {
                let capacities: Vec<String> = plan.capacities().map(|capacity| format!("{capacity:.2}")).collect();
                Cell::text(capacities.join(" "))
            },
        ),
        Cell::text(entrant.id.model.as_str()),
    ]);
    (key, row)
}

/// What sorts a row, and its cells of figures; each says why where there is none.
fn figures(view: &View, outcome: Option<&Outcome>) -> (Option<f64>, [Cell; 5]) {
    let scored = match outcome.map(|outcome| outcome.scored) {
        Some(Ok(scored)) => scored,
        Some(Err(reason)) => return (None, unscored(reason)),
        None => return (None, unscored(Unscored::Missing)),
    };
    let budget = view.release.release.settings.budget;
    let floor = view.results.floor;
    let value = view
        .measure()
        .and_then(|measure| measure.value(budget, scored.loss, scored.credits, floor).map_err(str::to_owned));
    let measure = value.clone().map_or_else(Cell::missing, |value| Cell::number(value, metric::LOSS.decimals));
    let cells = [
        Cell::flag(scored.valid),
        Cell::number(scored.loss, metric::LOSS.decimals),
        excess(scored.loss, floor),
        whole(scored.credits),
        measure,
    ];
    (Some(value.unwrap_or(scored.loss)), cells)
}

/// The first cell tells the reason in words, the others on hover.
fn unscored(reason: Unscored) -> [Cell; 5] {
    let mut cells = [(); 5].map(|()| Cell::missing(reason.words()));
    cells[0] = Cell { text: reason.words().to_owned(), ..Cell::missing(reason.words()) };
    cells
}

fn excess(loss: f64, floor: Option<f64>) -> Cell {
    floor.map_or_else(|| Cell::missing(NO_FLOOR), |floor| Cell::number(loss - floor, metric::LOSS.decimals))
}

fn whole(count: u64) -> Cell {
    Cell::whole(usize::try_from(count).unwrap_or(usize::MAX))
}

/// The plans on offer in hindsight.
pub(super) fn menu(view: &View, menu: &[MenuPlan]) -> Table {
    let measure = view.measure();
    let budget = view.release.release.settings.budget;
    let column = measure.as_ref().map_or_else(|_| Column::number("measure", "Measure"), |measure| measure.column());
    let columns = vec![
        Column::text("policy", "Plan"),
        Column::number("loss", "Loss"),
        Column::number("excess_loss", "Loss − F"),
        Column::number("credits", "Credits"),
        Column::text("affordable", "Affordable"),
        column,
        Column::text("chosen", "Chosen"),
    ];
    let chosen = chosen(view.release, view.case, view.results).ok();
    let row = |plan: &MenuPlan| {
        let value = measure.as_ref().map_or_else(
            |reason| Cell::missing(reason.clone()),
            |measure| measure.cell(budget, plan.loss, plan.credits, view.results.floor),
        );
        let is_chosen = chosen.is_some_and(|chosen| chosen.policy == plan.policy);
        let cells = vec![
            Cell::text(plan.policy.as_str()),
            Cell::number(plan.loss, metric::LOSS.decimals),
            excess(plan.loss, view.results.floor),
            whole(plan.credits),
            Cell::flag(plan.credits <= budget.credits()),
            value,
            Cell::flag(is_chosen),
        ];
        Row { tied: is_chosen, cells }
    };
    Table::new("menu", "What the menu offered", columns, menu.iter().map(row).collect())
        .note("Hindsight takes the affordable plan of the least value, then of the fewest credits, then by name.")
}
