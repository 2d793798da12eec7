//! Ranks, G and J at each published λ, where each system is best, every crossing, and the hindsight menu between published λ.

use super::{complete, largest, short};
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::id::PoolId;
use crate::score::fwbench::metric;
use crate::score::fwbench::oracle::OracleValue;
use crate::score::fwbench::results::{ReleaseResults, Standing};
use crate::score::fwbench::sensitivity::{BestInterval, Crossing};
use crate::score::fwbench::totals::Totals;
use crate::site::fwbench::standing::{
    by_rank, cell as amount, gap, in_pool, is_model, no_oracle, objective, objective_at, pool_words, reason, role_words,
};
use crate::site::fwbench::track::Track;
use crate::site::table::{Cell, Column, Row, Table, Weighed};

fn key(prefix: &str, lambda: Lambda) -> String {
    format!("{prefix}_{}", lambda.to_string().replace('.', "_"))
}

/// A pool of a release: two pools never share a table.
pub(super) struct Within<'a> {
    pub(super) track: &'a Track<'a>,
    pub(super) release: &'a ReleaseResults<'a>,
    /// Its place among the release's pools.
    pub(super) place: usize,
    pub(super) pool: &'a PoolId,
}

/// One row an entrant, one column a λ.
fn by_lambda(
    of: &Within,
    (name, caption, prefix): (&str, &str, &str),
    wanted: impl Fn(&Standing) -> bool,
    cell: impl Fn(&Standing, Lambda) -> Cell,
) -> Table {
    let lambdas = &of.release.release.settings.lambdas;
    let mut columns = vec![Column::text("system", "System"), Column::text("kind", "Kind")];
    columns.extend(lambdas.iter().map(|&lambda| Column::number(&key(prefix, lambda), format!("λ = {lambda}"))));
    columns.push(Column::text("id", "Id").hidden());
    let within = |standing: &&Standing| standing.entrant.id.pool == *of.pool && wanted(standing);
    let rows = by_rank(of.release).into_iter().filter(within).map(|standing| {
        let mut cells = vec![of.track.cell(of.release, standing.entrant), Cell::text(role_words(standing))];
        cells.extend(lambdas.iter().map(|&lambda| cell(standing, lambda)));
        cells.push(Cell::text(standing.entrant.id.to_string()));
        Row::new(cells)
    });
    let caption = format!("{caption}{}", pool_words(of.release, of.pool));
    Table::new(&in_pool(of.place, name), caption, columns, rows.collect())
}

pub(super) fn ranks(of: &Within) -> Table {
    let cell = |standing: &Standing, lambda: Lambda| match standing.ranks.get(&lambda) {
        Some(&rank) => Cell::whole(rank),
        None => Cell::missing(objective(standing, lambda).err().unwrap_or_else(|| "not ranked".to_owned())),
    };
    by_lambda(of, ("ranks", "Rank at each λ", "rank"), is_model, cell)
        .note("Places among the complete models of a pool by J, which at one λ orders as G does. Policies are outside the ranking.")
}

pub(super) fn gaps(of: &Within) -> Table {
    let cell = |standing: &Standing, lambda: Lambda| amount(gap(of.release, standing, lambda), metric::GAP.decimals);
    by_lambda(of, ("gaps", "G at each λ", "g"), |_| true, cell).note(
        "J beyond that of the best affordable plan of each case’s menu in hindsight. It may be negative, and stays so.",
    )
}

pub(super) fn objectives(of: &Within) -> Table {
    let cell = |standing: &Standing, lambda: Lambda| amount(objective(standing, lambda), metric::OBJECTIVE.decimals);
    by_lambda(of, ("objectives", "J at each λ", "j"), |_| true, cell)
}

/// Everybody at the λ that ranks; with script, at any λ.
pub(super) fn weighed(track: &Track, release: &ReleaseResults) -> Option<Table> {
    let (main, most) = (release.release.settings.main_lambda?, largest(release)?);
    let columns = vec![
        Column::number("rank", "Place"),
        Column::text("system", "System"),
        Column::text("kind", "Kind").choosable(),
        Column::number("loss", "Loss"),
        Column::number("share", "Credits / B"),
        Column::number("objective", "J"),
        Column::text("id", "Id").hidden(),
    ];
    let mut everybody = complete(release);
    everybody.sort_by(|a, b| objective_at(release, a.1, main).total_cmp(&objective_at(release, b.1, main)));
    let row = |(place, (standing, totals)): (usize, &(&Standing, &Totals))| {
        let whole = totals.whole();
        Row::new(vec![
            Cell::whole(place + 1),
            track.cell(release, standing.entrant),
            Cell::text(role_words(standing)),
            Cell::number(whole.loss, metric::LOSS.decimals),
            Cell::number(release.release.settings.budget.share(whole.credits), 6),
            Cell::number(objective_at(release, totals, main), metric::OBJECTIVE.decimals),
            Cell::text(standing.entrant.id.to_string()),
        ])
    };
    let rows: Vec<Row> = everybody.iter().enumerate().map(row).collect();
    (!rows.is_empty()).then(|| Table {
        weighed: Some(Weighed { lambda: main.get(), most: most.get() }),
        ..Table::new("any-lambda", format!("Models and policies of the pool full at λ = {main}"), columns, rows)
            .note("Places go by J. With script, the slider weighs credits anew and orders the rows; without it the tables above say the same at each published λ.")
    })
}

pub(super) fn best(track: &Track, release: &ReleaseResults) -> Table {
    let columns = vec![
        Column::text("system", "System"),
        Column::text("kind", "Kind"),
        Column::number("from", "From λ"),
        Column::number("to", "To λ"),
        Column::text("id", "Id").hidden(),
    ];
    let row = |best: &BestInterval| {
        let standing = release.standing(&best.system)?;
        let number = |value: f64| Cell { text: short(value), ..Cell::number(value, 6) };
        Some(Row::new(vec![
            track.cell(release, standing.entrant),
            Cell::text(role_words(standing)),
            number(best.from),
            best.to.map_or_else(|| reason("without end"), number),
            Cell::text(best.system.to_string()),
        ]))
    };
    let rows = release.sensitivity.best.iter().filter_map(row).collect();
    Table::new("best", "Where each system has the least J", columns, rows)
        .note("Over complete models and policies of the pool full; both ends are included. Exact, from loss and credits alone.")
}

pub(super) fn crossings(track: &Track, release: &ReleaseResults) -> Table {
    let columns = vec![
        Column::text("below", "Better below"),
        Column::text("above", "Better above"),
        Column::number("lambda", "λ"),
        Column::text("changes_best", "Changes the best"),
        Column::text("a", "Id below").hidden(),
        Column::text("b", "Id above").hidden(),
    ];
    let ends: Vec<f64> = release.sensitivity.best.iter().map(|best| best.from).collect();
    let row = |crossing: &Crossing| {
        let (a, b) = (release.standing(&crossing.a)?, release.standing(&crossing.b)?);
        let among = |id: &EntrantId| release.sensitivity.best.iter().any(|best| best.system == *id);
        let changes = among(&crossing.a) && among(&crossing.b) && ends.contains(&crossing.lambda);
        Some(Row::new(vec![
            track.cell(release, a.entrant),
            track.cell(release, b.entrant),
            Cell { text: short(crossing.lambda), ..Cell::number(crossing.lambda, 6) },
            Cell::flag(changes),
            Cell::text(crossing.a.to_string()),
            Cell::text(crossing.b.to_string()),
        ]))
    };
    let rows = release.sensitivity.crossings.iter().filter_map(row).collect();
    Table::new("crossings", "Every λ at which two systems have the same J", columns, rows).note(
        "λ = (difference of losses) / (difference of credits / B), where it is at least 0. Models and policies of the pool full take part.",
    )
}

/// The hindsight menu at each published λ, and between them.
pub(super) fn oracle(release: &ReleaseResults) -> Table {
    let columns = vec![
        Column::number("lambda", "λ"),
        Column::number("low", "J of the hindsight menu, at least"),
        Column::number("high", "at most"),
        Column::text("known", "Known"),
    ];
    let lambdas = &release.release.settings.lambdas;
    let between = lambdas.windows(2).filter_map(|pair| Lambda::new(f64::midpoint(pair[0].get(), pair[1].get())));
    let mut all: Vec<Lambda> = lambdas.iter().copied().chain(between).collect();
    all.sort_unstable();
    let row = |lambda: &Lambda| {
        let head = Cell { text: lambda.to_string(), ..Cell::number(lambda.get(), 6) };
        let decimals = metric::OBJECTIVE.decimals;
        Row::new(match release.oracle.at(*lambda) {
            Some(OracleValue::Exact(value)) => {
                vec![head, Cell::number(value, decimals), Cell::number(value, decimals), Cell::text("exactly")]
            }
            Some(OracleValue::Bracket { low, high }) => {
                vec![head, Cell::number(low, decimals), Cell::number(high, decimals), Cell::text("as a bracket")]
            }
            None => {
                let missing = || Cell::missing(no_oracle(release));
                vec![head, missing(), missing(), reason("not at all")]
            }
        })
    };
    Table::new("hindsight-menu", "The hindsight menu at published λ and half-way between them", columns, all.iter().map(row).collect())
        .note(
            "The menu’s J is concave and piecewise linear in λ: between two published points it is at least the chord and at most the lower of \
             the two tangents. G of a system lies between its J minus the upper and its J minus the lower end.",
        )
}
