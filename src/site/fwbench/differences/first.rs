//! Everybody against the first of the models, drawn with intervals.

use super::gap::find;
use crate::domain::fwbench::published::Quantity;
use crate::domain::id::PoolId;
use crate::score::fwbench::results::{ReleaseResults, Standing};
use crate::score::value::Interval;
use crate::site::figure::{DotRow, Dots, Figure, Numbers, Plot};
use crate::site::fwbench::standing::{in_pool, ranked, ranking, ranking_words};
use crate::site::fwbench::track::Track;
use crate::site::fwbench::words;
use crate::site::table::{Cell, Column, Row, Table};
use crate::site::{number, schedule};

/// Everybody of a pool against the first of its models, with the interval at hand.
pub(super) fn to_leader(
    track: &Track,
    release: &ReleaseResults,
    place: usize,
    pool: &PoolId,
    main: Quantity,
) -> Option<Figure> {
    let first = ranked(release, pool).first().copied()?;
    let mut rivals: Vec<(&Standing, f64, Interval)> = release
        .standings
        .iter()
        .filter(|standing| standing.entrant.id.pool == *pool)
        .filter_map(|standing| {
            let gap = find(release, main, &standing.entrant.id, &first.entrant.id)?;
            Some((standing, gap.value, gap.ours.or(gap.published)?))
        })
        .collect();
    rivals.sort_by(|a, b| a.1.total_cmp(&b.1));
    let name = track.name(first.entrant);
    let title = format!("Difference to {name}");
    let stem = in_pool(place, "to-the-first");
    let rows = rivals.iter().map(|(standing, value, interval)| DotRow {
        label: track.name(standing.entrant),
        mark: track.mark(&standing.entrant.id.model),
        value: Some(*value),
        interval: Some((interval.low, interval.high)),
        inner: None,
        missing: None,
    });
    let described = format!(
        "{} minus that of {name}, with 95% intervals, for {}; left of 0 is better than {name}.",
        schedule::capital(&ranking_words(release.release)),
        number::counted(rivals.len(), "entrant")
    );
    let numbers = drawn_numbers(track, release, &stem, &title, &rivals);
    (!rivals.is_empty()).then(|| Figure {
        name: stem,
        title,
        description: described,
        caption: Some("Only entrants with an interval. Left of 0 is better.".to_owned()),
        plot: Plot::Dots(Dots {
            value_title: format!("Difference in {}", words::quantity(main)),
            decimals: ranking(release.release).decimals.min(3),
            rule: Some((0.0, name)),
            rows: rows.collect(),
        }),
        numbers: Numbers::Own(Box::new(numbers)),
    })
}

/// The dots with the ends of their intervals.
fn drawn_numbers(
    track: &Track,
    release: &ReleaseResults,
    stem: &str,
    title: &str,
    rivals: &[(&Standing, f64, Interval)],
) -> Table {
    let columns = vec![
        Column::text("system", "Entrant"),
        Column::number("difference", "Difference"),
        Column::number("low", "95% from"),
        Column::number("high", "to"),
        Column::text("id", "Id").hidden(),
    ];
    let row = |(standing, value, interval): &(&Standing, f64, Interval)| {
        Row::new(vec![
            track.cell(release, standing.entrant),
            Cell::number(*value, 6),
            Cell::number(interval.low, 6),
            Cell::number(interval.high, 6),
            Cell::text(standing.entrant.id.to_string()),
        ])
    };
    Table::new(stem, title, columns, rivals.iter().map(row).collect())
}
