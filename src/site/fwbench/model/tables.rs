//! The tables of a model's page: figures, figures by λ and by part, and what became of its runs.

use std::collections::BTreeMap;

use super::super::export::has_cases;
use super::super::standing::basis_sentence;
use super::super::track::Track;
use super::super::{agreement, words};
use super::ranked;
use crate::domain::fwbench::published::{Part, Quantity, Subject};
use crate::score::fwbench::agree::{Checked, Status};
use crate::score::fwbench::metric;
use crate::score::fwbench::results::{Progress, ReleaseResults, Standing};
use crate::score::fwbench::totals::{PartTotals, Totals};
use crate::site::number;
use crate::site::schedule::capital;
use crate::site::table::{Body, Cell, Column, Row, Table};

const NO_FLOOR: &str = "the floors are not known from the files at hand";
const NO_SIGMA: &str = "the release has no σ, and S needs it";

/// Every figure of an entrant over all cases, beside what was published of it.
pub fn figures(release: &ReleaseResults, standing: &Standing, totals: &Totals, suffix: &str) -> Table {
    let columns = vec![
        Column::text("figure", "Figure"),
        Column::number("value", "Value"),
        Column::number("published", "Published"),
        Column::text("agreement", "Agreement"),
    ];
    let subject = Subject::Entrant(standing.entrant.id.clone(), Part::Whole);
    let rows = quantities(release, standing, totals)
        .into_iter()
        .map(|(quantity, value)| {
            let decimals = decimals(quantity);
            let [published, agreement] = published(agreement::of(release, &subject, quantity), decimals);
            let value = value.map_or_else(Cell::missing, |value| Cell::number(value, decimals));
            Row::new(vec![Cell::text(capital(&words::quantity(quantity))), value, published, agreement])
        })
        .collect();
    let mut note = basis_sentence([totals]);
    if let Some(version) = &release.floors_from {
        note.push_str(&format!(" The floors are those that {version} published for the same cases."));
    }
    Table::new(&format!("figures{suffix}"), "Figures over all cases", columns, rows).note(note)
}

type Figure = (Quantity, Result<f64, &'static str>);

fn quantities(release: &ReleaseResults, standing: &Standing, totals: &Totals) -> Vec<Figure> {
    let whole = totals.whole();
    let settings = &release.release.settings;
    let mut list: Vec<Figure> = vec![
        (
            Quantity::Valid,
            standing.progress.valid.map(|valid| valid as f64).ok_or("the files at hand do not count them"),
        ),
        (Quantity::Loss, Ok(whole.loss)),
        (Quantity::Credits, Ok(whole.credits)),
        (Quantity::BudgetFraction, Ok(settings.budget.share(whole.credits))),
    ];
    if let Some(lambda) = settings.main_lambda {
        let objective = standing.objective.get(&lambda).copied();
        let gap = standing.gap.get(&lambda).copied();
        list.push((Quantity::Objective(lambda), objective.ok_or("J is not known at this λ")));
        list.push((Quantity::Gap(lambda), gap.ok_or("the hindsight menu is not known at this λ")));
    }
    let excess = whole.floor.map(|floor| whole.loss - floor);
    list.push((Quantity::Floor, whole.floor.ok_or(NO_FLOOR)));
    list.push((Quantity::ExcessLoss, excess.ok_or(NO_FLOOR)));
    if !settings.loss_scales.is_empty() || whole.score.is_some() {
        list.push((Quantity::NormalizedExcess, whole.normalized_excess.ok_or_else(|| no_score(whole))));
        list.push((Quantity::Score, whole.score.ok_or_else(|| no_score(whole))));
    }
    let unweighted = totals.case_weighted_loss.ok_or("it needs the loss of every case");
    list.push((Quantity::CaseWeightedLoss, unweighted));
    list.push((Quantity::Calls, totals.calls.ok_or("the files at hand count no tool calls")));
    list
}

fn no_score(part: &PartTotals) -> &'static str {
    if part.floor.is_none() { NO_FLOOR } else { NO_SIGMA }
}

fn decimals(quantity: Quantity) -> u8 {
    match quantity {
        Quantity::Valid => 0,
        Quantity::Credits => metric::CREDITS.decimals,
        Quantity::Calls => 2,
        _ => metric::LOSS.decimals,
    }
}

/// The first published value, and the worst that became of any.
fn published(figures: &[Checked], decimals: u8) -> [Cell; 2] {
    let differs = |checked: &&Checked| matches!(checked.status, Status::Different { .. });
    match figures.iter().find(differs).or_else(|| figures.first()) {
        None => ["it was not published", "nothing published to compare with"].map(Cell::missing),
        Some(checked) => [Cell::number(checked.published.value, decimals), Cell::text(words::status(checked.status))],
    }
}

/// J, G and rank at every λ of the release.
pub fn lambdas(release: &ReleaseResults, standing: &Standing, suffix: &str) -> Table {
    let columns = vec![
        Column::number("lambda", "λ"),
        Column::metric(&metric::OBJECTIVE),
        Column::metric(&metric::GAP),
        Column::number("rank", "Rank by J"),
    ];
    let models = ranked(release, standing);
    let rows = standing.objective.iter().map(|(lambda, &objective)| {
        let gap = standing.gap.get(lambda);
        let rank = standing.ranks.get(lambda);
        Row::new(vec![
            Cell { text: lambda.to_string(), ..Cell::number(lambda.get(), 3) },
            Cell::number(objective, metric::OBJECTIVE.decimals),
            gap.map_or_else(
                || Cell::missing("the hindsight menu is not known at this λ"),
                |&gap| Cell::number(gap, metric::GAP.decimals),
            ),
            rank.map_or_else(
                || Cell::missing("fixed policies and unranked models have no rank"),
                |&rank| Cell { text: format!("{rank} of {models}"), ..Cell::whole(rank) },
            ),
        ])
    });
    Table::new(&format!("by-lambda{suffix}"), "Figures by λ", columns, rows.collect())
        .note("A negative G is better than the best affordable plan of the menu; it is never clipped.")
}

/// Figures by cohort, domain and lead.
pub fn parts(track: &Track, release: &ReleaseResults, totals: &Totals, suffix: &str) -> Table {
    let columns = vec![
        Column::text("part", "Part"),
        Column::number("cases", "Cases"),
        Column::metric(&metric::LOSS),
        Column::metric(&metric::CREDITS),
        Column::metric(&metric::FLOOR),
        Column::number("excess_loss", "Loss − F"),
        Column::metric(&metric::NORMALIZED_EXCESS),
        Column::metric(&metric::SCORE),
    ];
    let body = |heading: &str, of: &dyn Fn(&Part) -> bool| {
        let rows = totals.parts.iter().filter(|(part, _)| of(part));
        let rows: Vec<Row> = rows.map(|(part, figures)| part_row(track, release, part, figures)).collect();
        Body { heading: Some(heading.to_owned()), rows }
    };
    let bodies = vec![
        body("Cohorts", &|part| matches!(part, Part::Cohort(_))),
        body("Domains", &|part| matches!(part, Part::Domain(_))),
        body("Leads", &|part| matches!(part, Part::Family(_))),
    ];
    let silent: Vec<&str> =
        bodies.iter().filter(|body| body.rows.is_empty()).filter_map(|body| body.heading.as_deref()).collect();
    let mut note = "Weights are renormalised within each part.".to_owned();
    if !silent.is_empty() {
        note.push_str(&format!(" The files at hand do not tell: {}.", silent.join(", ").to_lowercase()));
    }
    let name = format!("parts{suffix}");
    Table { bodies, ..Table::new(&name, "Figures by cohort, domain and lead", columns, Vec::new()) }.note(note)
}

fn part_row(track: &Track, release: &ReleaseResults, part: &Part, of: &PartTotals) -> Row {
    let name = match part {
        Part::Whole => Cell::text("all cases"),
        Part::Domain(domain) => Cell::text(domain.as_str()),
        Part::Family(family) => Cell::text(family.words()),
        Part::Cohort(cohort) if has_cases(release) => {
            Cell::text(cohort.as_str()).to(track.cohort_page(release, cohort))
        }
        Part::Cohort(cohort) => Cell::text(cohort.as_str()),
    };
    let figure = |value: Option<f64>, reason: &str| {
        value.map_or_else(|| Cell::missing(reason), |value| Cell::number(value, metric::LOSS.decimals))
    };
    Row::new(vec![
        name,
        of.cases.map_or_else(|| Cell::missing("the files at hand do not count them"), Cell::whole),
        Cell::number(of.loss, metric::LOSS.decimals),
        Cell::number(of.credits, metric::CREDITS.decimals),
        figure(of.floor, NO_FLOOR),
        figure(of.floor.map(|floor| of.loss - floor), NO_FLOOR),
        figure(of.normalized_excess, no_score(of)),
        figure(of.score, no_score(of)),
    ])
}

/// Statuses, rejected formats and forecasting models that were asked; `None` where nothing is known of them.
pub fn runs(progress: &Progress, suffix: &str) -> Option<Table> {
    let columns =
        vec![Column::text("what", "What"), Column::number("count", "Count"), Column::number("share", "Share of cases")];
    let body = |heading: &str, counts: &BTreeMap<String, u64>, of_cases: bool| {
        let row = |(what, &count): (&String, &u64)| {
            let share = count as f64 / progress.cases as f64;
            let share = match (of_cases, progress.cases) {
                (false, _) => Cell::missing("calls, of which a case may have several"),
                (true, 0) => Cell::missing("no cases"),
                (true, _) => Cell::percent(share, 1),
            };
            Row::new(vec![Cell::text(what), Cell::whole(usize::try_from(count).unwrap_or(usize::MAX)), share])
        };
        Body { heading: Some(heading.to_owned()), rows: counts.iter().map(row).collect() }
    };
    let bodies = vec![
        body("How runs ended", &progress.statuses, true),
        body("Rejected formats", &progress.rejections, true),
        body("Forecasting models asked", &progress.requested, true),
        body("Tool calls", &progress.tools, false),
    ];
    let known = bodies.iter().any(|body| !body.rows.is_empty());
    let silent: Vec<String> = bodies
        .iter()
        .filter(|body| body.rows.is_empty())
        .filter_map(|body| body.heading.as_ref().map(|heading| heading.to_lowercase()))
        .collect();
    let mut note = "Whether a plan is valid never follows from how its run ended.".to_owned();
    if !silent.is_empty() {
        note.push_str(&format!(" None, or not told by the files at hand: {}.", number::list(&silent)));
    }
    let table =
        Table { bodies, ..Table::new(&format!("runs{suffix}"), "What became of its runs", columns, Vec::new()) };
    known.then(|| table.note(note))
}
