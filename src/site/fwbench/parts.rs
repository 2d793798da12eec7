//! Cohorts, domains and leads: the same figures over parts of the cases, weights renormalised within each.

use super::data;
use super::standing::{basis_sentence, by_rank, cell, in_pool, pool_words, release_name, role_words, totals, trail};
use super::track::Track;
use super::words;
use crate::domain::fwbench::case::Family;
use crate::domain::fwbench::published::Part;
use crate::domain::id::PoolId;
use crate::score::fwbench::metric;
use crate::score::fwbench::results::{ReleaseResults, Standing};
use crate::score::fwbench::totals::PartTotals;
use crate::site::figure::{DotRow, Dots, Figure, Numbers, Plot};
use crate::site::number;
use crate::site::page::{Page, Slot, Slots};
use crate::site::table::{Body, Cell, Column, Row, Table};

/// The page of a release.
pub fn page(track: &Track, release: &ReleaseResults) -> Page {
    let name = release_name(track, release);
    let lead = lead(track, release);
    let mut slots = Slots::from([("lead", Slot::Text(lead.clone())), ("terms", data::terms(track))]);
    let kinds = [
        ("cohorts", "Cohorts", cohorts(release)),
        ("domains", "Domains", domains(release)),
        ("leads", "Leads", Family::ALL.map(Part::Family).to_vec()),
    ];
    let places = || release.pools.iter().enumerate();
    let groups = kinds.iter().flat_map(|(name, heading, parts)| {
        places().filter_map(move |(place, pool)| group(track, release, (name, heading), (place, pool), parts))
    });
    slots.insert("groups", Slot::Many(groups.collect()));
    Page {
        path: track.release_page(release, "parts.html"),
        template: "fwbench_parts",
        title: format!("Cohorts, domains and leads of {name}"),
        description: lead,
        trail: trail(track),
        slots,
    }
}

/// One kind of parts in one pool; a further pool only where something of it is known.
fn group(
    track: &Track,
    release: &ReleaseResults,
    (name, heading): (&str, &str),
    (place, pool): (usize, &PoolId),
    parts: &[Part],
) -> Option<Slots> {
    let rows: Vec<&Standing> =
        by_rank(release).into_iter().filter(|standing| standing.entrant.id.pool == *pool).collect();
    let name = in_pool(place, name);
    let heading = format!("{heading}{}", pool_words(release, pool));
    let mut group = Slots::from([("id", Slot::Text(format!("h-{name}"))), ("heading", Slot::Text(heading.clone()))]);
    let known = rows.iter().any(|standing| parts.iter().any(|part| figures(standing, part).is_some()));
    if known {
        group.insert("table", Slot::Table(Box::new(table(track, release, &name, &heading, parts, &rows))));
        let drawn = parts.iter().enumerate().filter(|(_, part)| !matches!(part, Part::Family(_)));
        let figures = drawn.filter_map(|(at, part)| figure(track, &name, at, part, &rows));
        let figures = figures.map(|figure| Slots::from([("figure", Slot::Figure(Box::new(figure)))]));
        group.insert("figures", Slot::Many(figures.collect()));
    } else {
        let why = "No figure of these parts is published, and none can be computed without the outcome of every case.";
        group.insert("none", Slot::Text(why.to_owned()));
    }
    (known || place == 0).then_some(group)
}

fn cohorts(release: &ReleaseResults) -> Vec<Part> {
    release.release.settings.cohort_weights.keys().cloned().map(Part::Cohort).collect()
}

fn domains(release: &ReleaseResults) -> Vec<Part> {
    let mut domains: Vec<_> = release.release.settings.cohort_domains.values().cloned().collect();
    domains.sort();
    domains.dedup();
    domains.into_iter().map(Part::Domain).collect()
}

/// Who of the first pool loses least in each cohort, and of how many that is known.
fn lead(track: &Track, release: &ReleaseResults) -> String {
    let Some(pool) = release.pools.first() else { return "Nobody takes part yet.".to_owned() };
    let rows: Vec<&Standing> = release.standings.iter().filter(|standing| standing.entrant.id.pool == *pool).collect();
    let least = |part: &Part| {
        let figures = rows.iter().filter_map(|standing| Some((standing, figures(standing, part)?)));
        figures.min_by(|a, b| a.1.loss.total_cmp(&b.1.loss)).map(|(standing, _)| track.name(standing.entrant))
    };
    let cohorts = cohorts(release);
    let clauses: Vec<String> =
        cohorts.iter().filter_map(|part| Some(format!("{} in {}", least(part)?, words::part(part)))).collect();
    if clauses.is_empty() {
        return "No figure of a part of the cases is at hand.".to_owned();
    }
    // Without the count, a leader whose cohort rows were never published would seem beaten.
    let known = rows.iter().filter(|standing| cohorts.iter().all(|part| figures(standing, part).is_some())).count();
    let among = if known == rows.len() {
        String::new()
    } else {
        format!(", among the {known} of {} with figures by cohort", number::counted(rows.len(), "entrant"))
    };
    format!("Least loss{}{among}: {}.", pool_words(release, pool), number::list(&clauses))
}

fn figures<'a>(standing: &'a Standing, part: &Part) -> Option<&'a PartTotals> {
    standing.totals.as_ref().ok()?.parts.get(part)
}

/// Every entrant in every part of one kind.
fn table(
    track: &Track,
    release: &ReleaseResults,
    name: &str,
    heading: &str,
    parts: &[Part],
    standings: &[&Standing],
) -> Table {
    let mut columns = vec![
        Column::text("system", "Model or policy"),
        Column::text("kind", "Kind").choosable(),
        Column::text("part", "Part").hidden(),
        Column::number("cases", "Cases").hidden(),
        Column::metric(&metric::LOSS),
        Column::metric(&metric::CREDITS),
        Column::metric(&metric::FLOOR).hidden(),
        Column::metric(&metric::EXCESS_LOSS),
    ];
    let scored = !release.release.settings.loss_scales.is_empty();
    if scored {
        columns.push(Column::metric(&metric::NORMALIZED_EXCESS));
        columns.push(Column::metric(&metric::SCORE));
    }
    columns.push(Column::text("id", "Id").hidden());
    let row = |standing: &Standing, part: &Part| {
        let all = totals(standing).and_then(|totals| {
            totals.parts.get(part).copied().ok_or_else(|| "not published, and it needs every case".to_owned())
        });
        let of = |figure: fn(&PartTotals) -> Option<f64>, why: &str, decimals: u8| {
            cell(all.clone().and_then(|figures| figure(&figures).ok_or_else(|| why.to_owned())), decimals)
        };
        let no_floor = "the floor is not known here";
        let cases = all.clone().map(|figures| figures.cases);
        let mut cells = vec![
            track.cell(release, standing.entrant),
            Cell::text(role_words(standing)),
            Cell::text(words::part(part)),
            cases.map_or_else(Cell::missing, |cases| cases.map_or_else(|| Cell::missing("not told"), Cell::whole)),
            of(|figures| Some(figures.loss), "", metric::LOSS.decimals),
            of(|figures| Some(figures.credits), "", metric::CREDITS.decimals),
            of(|figures| figures.floor, no_floor, metric::FLOOR.decimals),
            of(|figures| Some(figures.loss - figures.floor?), no_floor, metric::EXCESS_LOSS.decimals),
        ];
        if scored {
            cells.push(of(|figures| figures.normalized_excess, no_floor, metric::NORMALIZED_EXCESS.decimals));
            cells.push(of(|figures| figures.score, no_floor, metric::SCORE.decimals));
        }
        cells.push(Cell::text(standing.entrant.id.to_string()));
        Row::new(cells)
    };
    let body = |part: &Part| {
        let floor = standings.iter().find_map(|standing| figures(standing, part)?.floor);
        let floor =
            floor.map_or_else(String::new, |floor| format!(", floor {}", number::fixed(floor, metric::FLOOR.decimals)));
        // Those of which nothing is known here would only repeat their reason.
        let known: Vec<&Standing> =
            standings.iter().copied().filter(|standing| figures(standing, part).is_some()).collect();
        Body {
            heading: Some(format!("{}{}{floor}", words::part(part), weight_words(release, part))),
            rows: known.into_iter().map(|standing| row(standing, part)).collect(),
        }
    };
    let bodies: Vec<Body> = parts.iter().map(body).filter(|body| !body.rows.is_empty()).collect();
    let known = |standing: &&&Standing| parts.iter().any(|part| figures(standing, part).is_some());
    let left: Vec<String> =
        standings.iter().filter(|standing| !known(standing)).map(|standing| track.name(standing.entrant)).collect();
    let bases = standings.iter().filter(known).filter_map(|standing| standing.totals.as_ref().ok());
    let mut note = format!("Weights renormalised within each part. {}", basis_sentence(bases));
    if !left.is_empty() {
        note.push_str(&format!(" No such figure is at hand of {}.", number::list(&left)));
    }
    Table {
        bodies,
        ..Table::new(name, format!("{heading}: loss, credits and loss over the floor"), columns, Vec::new()).note(note)
    }
}

/// What a cohort weighs in the whole.
fn weight_words(release: &ReleaseResults, part: &Part) -> String {
    let Part::Cohort(cohort) = part else { return String::new() };
    let weight = release.release.settings.cohort_weights.get(cohort);
    weight.map_or_else(String::new, |weight| format!(", weight {}", number::percent(*weight, 1)))
}

/// Loss over the floor in one part, a row an entrant, best first.
fn figure(track: &Track, of: &str, at: usize, part: &Part, standings: &[&Standing]) -> Option<Figure> {
    let mut rows: Vec<(f64, DotRow)> = standings
        .iter()
        .filter_map(|standing| {
            let figures = figures(standing, part)?;
            let excess = figures.loss - figures.floor?;
            let row = DotRow {
                label: track.name(standing.entrant),
                mark: track.mark(&standing.entrant.id.model),
                value: Some(excess),
                interval: None,
                inner: None,
                missing: None,
            };
            Some((excess, row))
        })
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (best, first) = rows.first().map(|(excess, row)| (*excess, row.label.clone()))?;
    let title = format!("Loss over the floor, {}", words::part(part));
    Some(Figure {
        name: format!("{of}-{at}"),
        description: format!(
            "{title}: {first} is nearest to the floor with {}, of {}.",
            number::fixed(best, 3),
            number::counted(rows.len(), "entrant")
        ),
        title,
        caption: None,
        plot: Plot::Dots(Dots {
            value_title: "Loss over the floor (units of the scale)".to_owned(),
            decimals: 3,
            rule: Some((0.0, "perfect demand".to_owned())),
            rows: rows.into_iter().map(|(_, row)| row).collect(),
        }),
        numbers: Numbers::In(of.to_owned()),
    })
}
