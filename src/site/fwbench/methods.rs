//! The methods page: prose from `content/fwbench.md`, its tables from the releases, its definitions from the metric catalogue.

use std::collections::{BTreeMap, BTreeSet};

use super::track::Track;
use super::words;
use crate::domain::fwbench::credits::Tariff;
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::published::Part;
use crate::domain::fwbench::submission::Rejection;
use crate::domain::id::CohortId;
use crate::score::fwbench::agree::Status;
use crate::score::fwbench::cluster::RESAMPLES;
use crate::score::fwbench::metric;
use crate::score::fwbench::results::ReleaseResults;
use crate::score::metric::Metric;
use crate::site::number;
use crate::site::page::{Definition, Page, Slot, Slots, Span};
use crate::site::table::{Cell, Column, Row, Table};

/// The page of a track.
pub fn page(track: &Track) -> Page {
    let inserts = Slots::from([
        ("releases", table(releases(track))),
        ("cohorts", table(cohorts(track))),
        ("scales", scales(track)),
        ("tariff", tariff(track)),
        ("rejections", table(rejections())),
        ("metrics", Slot::Definitions(metric::ALL.iter().map(definition).collect())),
        ("resamples", Slot::Text(format!("{} resamples are drawn.", number::count(RESAMPLES)))),
        ("published_rule", Slot::Text(published_rule(track))),
        ("tolerances", Slot::Text(tolerances(track))),
        ("provenance", Slot::Facts(super::data::provenance(track))),
    ]);
    Page {
        path: track.path("methods.html"),
        template: "fwbench_methods",
        title: "Methods".to_owned(),
        description: "What a case is, what a plan costs, and how loss, J, G, S and their intervals are computed."
            .to_owned(),
        trail: vec![(track.config.title.clone(), track.home())],
        slots: Slots::from([
            ("prose", Slot::Content("fwbench.md".to_owned(), inserts)),
            ("terms", super::data::terms(track)),
        ]),
    }
}

fn table(table: Table) -> Slot {
    Slot::Table(Box::new(table))
}

fn definition(metric: &Metric) -> Definition {
    Definition {
        anchor: metric.anchor.to_owned(),
        term: metric.label.to_owned(),
        lines: vec![
            vec![Span::Text(format!("{} ({})", metric.definition, metric.direction.words()))],
            vec![Span::Math(metric.tex.to_owned())],
        ],
    }
}

fn releases(track: &Track) -> Table {
    let columns = vec![
        Column::text("release", "Release"),
        Column::text("ranked_by", "Ranked by"),
        Column::number("cases", "Cases"),
        Column::number("budget", "Budget B of a case"),
        Column::text("lambdas", "λ of the sweep"),
        Column::text("depth", "Input at hand"),
        Column::text("id", "Id").hidden(),
    ];
    let row = |release: &ReleaseResults| {
        let of = release.release;
        let lambdas: Vec<String> = of.settings.lambdas.iter().map(Lambda::to_string).collect();
        Row::new(vec![
            Cell::text(&of.version),
            Cell::text(super::standing::ranking_words(of)),
            Cell::whole(of.case_count),
            Cell::whole(usize::try_from(of.settings.budget.credits()).unwrap_or(usize::MAX)),
            if lambdas.is_empty() { Cell::missing("this release has no λ") } else { Cell::text(lambdas.join(" ")) },
            Cell::text(words::depth(release.depth)),
            Cell::text(of.id.as_str()),
        ])
    };
    Table::new("releases", "The releases", columns, track.results.releases.iter().map(row).collect())
}

fn cohorts(track: &Track) -> Table {
    let columns = vec![
        Column::text("release", "Release"),
        Column::text("cohort", "Cohort"),
        Column::text("domain", "Domain"),
        Column::number("weight", "Weight"),
        Column::number("cases", "Cases"),
        Column::number("groups", "Groups"),
    ];
    let mut rows = Vec::new();
    for release in &track.results.releases {
        let of = release.release;
        for (cohort, &weight) in &of.settings.cohort_weights {
            let [cases, groups] = sizes(release, cohort);
            rows.push(Row::new(vec![
                Cell::text(&of.version),
                Cell::text(cohort.as_str()),
                of.settings
                    .cohort_domains
                    .get(cohort)
                    .map_or_else(|| Cell::missing("the files do not tell"), |domain| Cell::text(domain.as_str())),
                Cell::number(weight, 4),
                cases,
                groups,
            ]));
        }
    }
    Table::new("cohorts", "The cohorts and their weights", columns, rows)
        .note("A group is one authority or station at one lead, within a cohort.")
}

/// Cases and groups of a cohort: from the index, else the cases as any entrant's totals count them.
fn sizes(release: &ReleaseResults, cohort: &CohortId) -> [Cell; 2] {
    let missing = || Cell::missing("the index of cases is not at hand");
    let Some(index) = &release.release.index else {
        let part = Part::Cohort(cohort.clone());
        let mut totals = release.standings.iter().filter_map(|standing| standing.totals.as_ref().ok());
        let cases = totals.find_map(|totals| totals.parts.get(&part)?.cases);
        return [cases.map_or_else(missing, Cell::whole), missing()];
    };
    let cases = || index.cases().iter().filter(|case| case.cohort == *cohort);
    let groups: BTreeSet<(&str, _)> = cases().map(|case| (case.authority.as_str(), case.family)).collect();
    [Cell::whole(cases().count()), Cell::whole(groups.len())]
}

fn scales(track: &Track) -> Slot {
    let columns =
        vec![Column::text("release", "Release"), Column::text("domain", "Domain"), Column::number("sigma", "σ")];
    let mut rows = Vec::new();
    for release in &track.results.releases {
        for (domain, &sigma) in &release.release.settings.loss_scales {
            let exact = Cell { text: words::plain(sigma), ..Cell::number(sigma, 6) };
            rows.push(Row::new(vec![Cell::text(&release.release.version), Cell::text(domain.as_str()), exact]));
        }
    }
    if rows.is_empty() {
        return Slot::Text("No release at hand has a σ, so none has an S.".to_owned());
    }
    table(Table::new("loss-scales", "σ: the scale of losses in a domain", columns, rows))
}

/// The prices of forecasts, where episodes at hand state them: a table of the first tariff met, and whether others differ.
fn tariff(track: &Track) -> Slot {
    let episodes = track.results.releases.iter().flat_map(|release| release.release.episodes.iter().flatten());
    let mut tariffs = episodes.filter_map(|episode| Some(&episode.menu.as_ref().ok()?.tariff));
    let Some(first) = tariffs.next() else {
        return Slot::Text(
            "The prices stand in the raw files of each case (forecast_budget.json); none of those is at hand here."
                .to_owned(),
        );
    };
    let others = tariffs.filter(|tariff| *tariff != first).count();
    let note = match others {
        0 => "Every case at hand has these prices.".to_owned(),
        1 => "The prices of the first case; one other case has different ones.".to_owned(),
        _ => format!("The prices of the first case; {} other cases have different ones.", number::count(others)),
    };
    table(tariff_table(first).note(note))
}

fn tariff_table(tariff: &Tariff) -> Table {
    let columns = vec![
        Column::text("model", "Forecasting model"),
        Column::number("context_limit", "Context up to, hours"),
        Column::number("horizon_limit", "Horizon up to, hours"),
        Column::number("credits", "Credits"),
    ];
    let cells: BTreeMap<(&str, u32, u32), u64> = tariff
        .cells
        .iter()
        .map(|cell| ((cell.model.as_str(), cell.context_limit, cell.horizon_limit), cell.credits))
        .collect();
    let rows = cells.into_iter().map(|((model, context, horizon), credits)| {
        Row::new(vec![
            Cell::text(model),
            Cell::whole(context as usize),
            Cell::whole(horizon as usize),
            Cell::whole(usize::try_from(credits).unwrap_or(usize::MAX)),
        ])
    });
    Table::new("tariff", "What a forecast costs", columns, rows.collect())
}

fn rejections() -> Table {
    let columns = vec![Column::text("code", "Code"), Column::text("meaning", "When")];
    let rows = Rejection::ALL
        .into_iter()
        .map(|rejection| Row::new(vec![Cell::text(rejection.code()), Cell::text(meaning(rejection))]));
    Table::new("format-rejections", "Why a text holds no plan", columns, rows.collect())
}

fn meaning(rejection: Rejection) -> &'static str {
    match rejection {
        Rejection::EmptyResponse => "there is nothing but white space",
        Rejection::NontextResponse => "there is no file, or it is not UTF-8 text",
        Rejection::NoCompleteJson => "no object or list is complete",
        Rejection::AmbiguousCandidates => "two complete objects or lists could be meant, even if they are equal",
        Rejection::MalformedDecisionCandidate => {
            "a broken piece of JSON speaks of decisions, whatever else is complete"
        }
        Rejection::NotADecisionSubmission => "the JSON is complete and is no submission",
        Rejection::DuplicateJsonKey => "a key stands twice in a text that begins with the JSON",
        Rejection::NonfiniteJsonNumber => {
            "a word for no number, or for one without end, stands in a text that begins with the JSON"
        }
        Rejection::MissingOrExtraDecisions => "there are fewer or more records than blocks",
        Rejection::MissingDecisionFields => "a record has no decision_id or no value",
        Rejection::UnknownDecisionId => "a decision_id is that of no block",
        Rejection::DuplicateDecisionId => "a block is decided twice",
        Rejection::NonfiniteOrNonnumericAction => {
            "a value is true, false, null, a list, an object, or too large for a double"
        }
        Rejection::NotANumericLiteral => {
            "a value in quotes is no plain decimal: it has a unit, a sign +, a comma or an operation"
        }
    }
}

/// How upstream made its intervals, in its own words where it says so.
fn published_rule(track: &Track) -> String {
    let mut texts: Vec<String> = Vec::new();
    for release in &track.results.releases {
        if let Some(method) = &release.release.published.interval_method {
            texts.push(format!("{}: “{method}”", release.release.version));
        }
    }
    if texts.is_empty() {
        "The files at hand do not say how published intervals were made.".to_owned()
    } else {
        format!("Published intervals are described so. {}", texts.join(" "))
    }
}

/// The tolerances in force.
fn tolerances(track: &Track) -> String {
    let figures = track.results.releases.iter().flat_map(|release| &release.agreement.figures);
    let mut tolerances: Vec<f64> = figures
        .filter_map(|checked| match checked.status {
            Status::Equal { tolerance, .. } | Status::Different { tolerance, .. } => Some(tolerance),
            Status::PublishedOnly | Status::NotRecomputable => None,
        })
        .collect();
    tolerances.sort_unstable_by(f64::total_cmp);
    let [least, .., most] = tolerances[..] else {
        return tolerances.first().map_or_else(
            || "No figure at hand was recomputed, so no tolerance was needed.".to_owned(),
            |only| format!("The tolerance of the one recomputed figure is {}.", words::plain(*only)),
        );
    };
    let span = if least == most {
        format!("is {}", words::plain(least))
    } else {
        format!("lies between {} and {}", words::plain(least), words::plain(most))
    };
    format!("The tolerance of the {} {span}.", number::counted(tolerances.len(), "recomputed figure"))
}
