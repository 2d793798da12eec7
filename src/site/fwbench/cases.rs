//! The cases of one cohort in one table: what each offered, and what the models made of it. Light: a cohort has hundreds.

use super::measure::Measure;
use super::track::Track;
use super::words;
use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::entrant::{FULL, Role};
use crate::domain::fwbench::outcome::{MenuPlan, Outcome, Scored};
use crate::domain::id::CohortId;
use crate::score::fwbench::cases::CaseResults;
use crate::score::fwbench::metric;
use crate::score::fwbench::results::{ReleaseResults, Standing};
use crate::site::number;
use crate::site::page::{Page, Slot, Slots};
use crate::site::table::{Cell, Column, Row, Table};

/// Decimals of losses in the list; the page of a case and the downloads have all.
const DECIMALS: u8 = 4;

/// The page of a cohort; `position` is its place among those of the settings.
///
/// # Panics
/// When `position` is none of the settings' cohorts.
pub fn page(track: &Track, release: &ReleaseResults, position: usize) -> Page {
    let cohort = release
        .release
        .settings
        .cohort_weights
        .keys()
        .nth(position)
        .expect("the plan counts the cohorts of the same settings");
    let listed: Vec<(&Case, &CaseResults)> = of_cohort(release, cohort).collect();
    let slots = Slots::from([
        ("lead", Slot::Text(lead(release, cohort, &listed))),
        ("cases", Slot::Table(Box::new(table(track, release, &listed)))),
        ("terms", super::data::terms(track)),
    ]);
    Page {
        path: track.cohort_page(release, cohort),
        template: "fwbench_cases",
        title: format!("Cases of {cohort}"),
        description: format!("Every case of {cohort} in {}: floor, menu, losses.", release.release.version),
        trail: vec![(track.config.title.clone(), track.home())],
        slots,
    }
}

fn of_cohort<'r>(release: &'r ReleaseResults, cohort: &CohortId) -> impl Iterator<Item = (&'r Case, &'r CaseResults)> {
    let index = release.release.index.as_ref().map_or(&[][..], |index| index.cases());
    index.iter().zip(&release.cases).filter(move |(case, _)| case.cohort == *cohort)
}

/// The models that a case's figures speak of: those with every forecast on offer.
pub(super) fn models<'r>(release: &'r ReleaseResults) -> impl Iterator<Item = &'r Standing<'r>> {
    let full = |standing: &&Standing| standing.entrant.id.pool.as_str() == FULL;
    release.standings.iter().filter(full).filter(|standing| standing.entrant.role == Role::Model)
}

/// The scored outcome of least loss among those models, the first in the order of standings where losses are equal.
pub(super) fn best<'r>(release: &'r ReleaseResults, results: &'r CaseResults) -> Option<(&'r Standing<'r>, Scored)> {
    let scored =
        models(release).filter_map(|standing| Some((standing, results.outcome(&standing.entrant.id)?.scored.ok()?)));
    scored.min_by(|(_, left), (_, right)| left.loss.total_cmp(&right.loss))
}

/// How many of those models gave a valid plan, and how many there are.
pub(super) fn valid(release: &ReleaseResults, results: &CaseResults) -> (usize, usize) {
    let valid = |outcome: &Outcome| outcome.scored.is_ok_and(|scored| scored.valid);
    let count = models(release).filter(|standing| results.outcome(&standing.entrant.id).is_some_and(valid)).count();
    (count, models(release).count())
}

/// The plan of a case's menu that its measure prefers, or why there is none.
pub(super) fn chosen<'r>(
    release: &ReleaseResults,
    case: &Case,
    results: &'r CaseResults,
) -> Result<&'r MenuPlan, String> {
    let menu = results.menu.as_ref().map_err(String::clone)?;
    let measure = Measure::of(release.release, &case.domain)?;
    measure.choose(menu, release.release.settings.budget).ok_or_else(|| "no plan is affordable".to_owned())
}

fn lead(release: &ReleaseResults, cohort: &CohortId, listed: &[(&Case, &CaseResults)]) -> String {
    let models = models(release).count();
    let all = listed.iter().filter(|(_, results)| valid(release, results).0 == models).count();
    let none = listed.iter().filter(|(_, results)| valid(release, results).0 == 0).count();
    format!(
        "{cohort} has {}; in {} of them every one of {} gave a valid plan, in {} none did.",
        number::counted(listed.len(), "case"),
        number::count(all),
        number::counted(models, "model"),
        number::count(none)
    )
}

fn table(track: &Track, release: &ReleaseResults, listed: &[(&Case, &CaseResults)]) -> Table {
    let models = models(release).count();
    let measure = listed.first().map(|(case, _)| Measure::of(release.release, &case.domain));
    let by = match &measure {
        Some(Ok(measure)) => measure.label(),
        _ => "the ranking".to_owned(),
    };
    let columns = vec![
        Column::text("case", "Case"),
        Column::text("authority", "Authority"),
        Column::text("lead", "Lead"),
        Column::text("target_start", "Target day from (UTC)"),
        Column { key: "floor".to_owned(), ..Column::metric(&metric::FLOOR) },
        Column::text("menu_plan", "Menu’s plan"),
        Column::number("menu_loss", "Its loss"),
        Column::number("menu_credits", "Its credits"),
        Column::number("best_loss", "Best model’s loss"),
        Column::text("best_model", "Best model").hidden(),
        Column::number("valid", format!("Valid of {models}")),
    ];
    let rows = listed.iter().map(|(case, results)| row(track, release, case, results)).collect();
    Table::new("cases", "Every case of the cohort", columns, rows).note(format!(
        "Menu’s plan: the affordable plan of the hindsight menu with the least {by}. Best model and valid plans: over the {} of the pool {FULL}.",
        number::counted(models, "model")
    ))
}

fn row(track: &Track, release: &ReleaseResults, case: &Case, results: &CaseResults) -> Row {
    let [plan, loss, credits] = match chosen(release, case, results) {
        Ok(plan) => [
            Cell::text(plan.policy.as_str()),
            Cell::number(plan.loss, DECIMALS),
            Cell::whole(usize::try_from(plan.credits).unwrap_or(usize::MAX)),
        ],
        Err(reason) => [(); 3].map(|()| Cell::missing(reason.clone())),
    };
    let [best_loss, best_model] = match best(release, results) {
        Some((standing, scored)) => {
            [Cell::number(scored.loss, DECIMALS), Cell::text(standing.entrant.id.model.as_str())]
        }
        None => [(); 2].map(|()| Cell::missing("no model’s outcome is scored")),
    };
    Row::new(vec![
        Cell::text(case.id.as_str()).to(track.case_page(release, &case.id)),
        Cell::text(&case.authority),
        Cell::text(case.family.words()),
        Cell::text(words::instant(case.target_start)),
        results.floor.map_or_else(
            || Cell::missing("the files at hand do not tell the floor"),
            |floor| Cell::number(floor, DECIMALS),
        ),
        plan,
        loss,
        credits,
        best_loss,
        best_model,
        Cell::whole(valid(release, results).0),
    ])
}
