//! Pairwise differences with their intervals.

use super::data;
use super::standing::{in_pool, leader, pool_words, reason, release_name, trail};
use super::track::Track;
use super::words;
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::published::Quantity;
use crate::domain::id::PoolId;
use crate::score::fwbench::cluster::{Difference, RESAMPLES};
use crate::score::fwbench::results::ReleaseResults;
use crate::score::value::Interval;
use crate::site::number;
use crate::site::page::{Page, Slot, Slots};
use crate::site::table::{Cell, Column, Row, Table};

mod first;
mod gap;

pub use gap::{Gap, find, interval, ranking_quantity};

/// The page of a release.
pub fn page(track: &Track, release: &ReleaseResults) -> Page {
    let name = release_name(track, release);
    let lead = lead(track, release);
    let mut slots = Slots::from([
        ("lead", Slot::Text(lead.clone())),
        ("intervals", Slot::Text(interval_words(release))),
        ("terms", data::terms(track)),
    ]);
    let of = |wanted: Kind| -> Vec<&Difference> {
        release.differences.iter().filter(|one| kind(release, one) == wanted).collect()
    };
    if let Some(main) = ranking_quantity(release.release) {
        let pairs = of(Kind::Pair);
        let sections = release.pools.iter().enumerate();
        let sections = sections.filter_map(|(place, pool)| section(track, release, place, pool, main, &pairs));
        slots.insert("sections", Slot::Many(sections.collect()));
    }
    let thinking = of(Kind::Thinking);
    let groups = release.pools.iter().enumerate().filter_map(|(place, pool)| {
        let found: Vec<&Difference> = thinking.iter().copied().filter(|one| one.a.pool == *pool).collect();
        let among = pool_words(release, pool);
        let caption = format!("One model in two ways{among}: thinking before it answers, minus not");
        let table = table(track, release, &in_pool(place, "thinking"), &caption, &found);
        (!found.is_empty()).then(|| Slots::from([("table", Slot::Table(Box::new(table)))]))
    });
    slots.insert("thinking", Slot::Many(groups.collect()));
    let pools = of(Kind::Pools);
    if !pools.is_empty() {
        let caption = "One model in two pools: with every forecast on offer, minus without";
        slots.insert("pools", Slot::Table(Box::new(table(track, release, "pools", caption, &pools))));
    }
    Page {
        path: track.release_page(release, "differences.html"),
        template: "fwbench_differences",
        title: format!("Differences in {name}"),
        description: lead,
        trail: trail(track),
        slots,
    }
}

/// Every two entrants of one pool: by what ranks, then by the other figures; nothing where the pool has no two.
fn section(
    track: &Track,
    release: &ReleaseResults,
    place: usize,
    pool: &PoolId,
    main: Quantity,
    pairs: &[&Difference],
) -> Option<Slots> {
    let within: Vec<&Difference> = pairs.iter().copied().filter(|one| one.a.pool == *pool).collect();
    let of = |quantity: Quantity| -> Vec<&Difference> {
        within.iter().copied().filter(|one| one.quantity == quantity).collect()
    };
    let among = pool_words(release, pool);
    let stem = in_pool(place, "pairs");
    let caption =
        |quantity: Quantity| format!("Every two entrants{among}, first minus second: {}", words::quantity(quantity));
    let mut quantities: Vec<Quantity> = within.iter().map(|one| one.quantity).collect();
    quantities.sort_unstable();
    quantities.dedup();
    let other = |(at, quantity): (usize, &Quantity)| {
        let table = table(track, release, &format!("{stem}-{}", at + 1), &caption(*quantity), &of(*quantity));
        Slots::from([("heading", Slot::Text(words::quantity(*quantity))), ("table", Slot::Table(Box::new(table)))])
    };
    let others = quantities.iter().filter(|quantity| **quantity != main).enumerate().map(other).collect();
    let mut slots = Slots::from([
        ("id", Slot::Text(format!("h-{stem}"))),
        ("heading", Slot::Text(format!("By what ranks{among}"))),
        ("others", Slot::Many(others)),
    ]);
    let ranking = of(main);
    if !ranking.is_empty() {
        slots.insert("main", Slot::Table(Box::new(table(track, release, &stem, &caption(main), &ranking))));
    }
    if let Some(figure) = first::to_leader(track, release, place, pool, main) {
        slots.insert("figure", Slot::Figure(Box::new(figure)));
    }
    (!within.is_empty()).then_some(slots)
}

/// What two entrants have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Their pool.
    Pair,
    /// The model with its configuration.
    Pools,
    /// The model, not its way of thinking.
    Thinking,
}

fn kind(release: &ReleaseResults, one: &Difference) -> Kind {
    if one.a.model == one.b.model {
        return Kind::Pools;
    }
    let entrant = |id: &EntrantId| release.standing(id).map(|standing| standing.entrant);
    match (entrant(&one.a), entrant(&one.b)) {
        (Some(a), Some(b)) if a.base.is_some() && a.base == b.base && a.thinking != b.thinking => Kind::Thinking,
        _ => Kind::Pair,
    }
}

/// How many differences to the leader the intervals tell from 0.
fn lead(track: &Track, release: &ReleaseResults) -> String {
    let Some(first) = leader(release) else {
        return "Nobody is ranked yet, so nobody can be told from anybody.".to_owned();
    };
    let Some(main) = ranking_quantity(release.release) else {
        return "The release does not say what ranks it.".to_owned();
    };
    let rivals = release.standings.iter().filter(|standing| {
        standing.entrant.id != first.entrant.id
            && standing.entrant.id.pool == first.entrant.id.pool
            && standing.totals.is_ok()
    });
    let (mut known, mut tied, mut all) = (0, Vec::new(), 0);
    for rival in rivals {
        all += 1;
        if let Some(interval) = interval(release, &rival.entrant.id, &first.entrant.id) {
            known += 1;
            if interval.contains(0.0) {
                tied.push(track.name(rival.entrant));
            }
        }
    }
    let name = track.name(first.entrant);
    let what = words::quantity(main);
    match (known, tied.len()) {
        (0, _) => format!("No interval of the difference in {what} to {name}, the first of the models, is at hand."),
        (known, 0) => format!(
            "All {known} intervals of the difference in {what} to {name}, the first of the models, exclude 0 (of {}).",
            number::counted(all, "rival")
        ),
        (known, _) => format!(
            "In {what}, {} cannot be told from {name}, the first of the models, at 95%; {} of {} have an interval.",
            number::list(&tied),
            known,
            number::counted(all, "rival"),
        ),
    }
}

fn interval_words(release: &ReleaseResults) -> String {
    let ours = release.differences.iter().any(|one| one.ours.is_some());
    let published = release.differences.iter().any(|one| one.published.is_some());
    let mut words = String::new();
    if ours {
        words.push_str(&format!(
            "Our intervals: paired cluster bootstrap over authorities and stations, stratified by domain, {} resamples, the same ones for all. ",
            number::count(RESAMPLES)
        ));
    } else {
        words.push_str("We compute intervals only where every case is at hand, which this release does not give. ");
    }
    if published {
        words.push_str("Published intervals are shown as published: their exact rule is not public. ");
    }
    words.push_str("Each interval stands alone: nothing is corrected for many comparisons, and all are conditional on the dates, tariffs and weights of the release.");
    words
}

fn table(track: &Track, release: &ReleaseResults, name: &str, caption: &str, differences: &[&Difference]) -> Table {
    let mixed = differences.windows(2).any(|pair| pair[0].quantity != pair[1].quantity);
    let what = Column::text("quantity", "Figure");
    let columns = vec![
        Column::text("a", "First"),
        Column::text("b", "Second"),
        if mixed { what.choosable() } else { what.hidden() },
        Column::number("difference", "Difference"),
        shown("ours", "95% interval, ours", differences.iter().any(|one| one.ours.is_some())),
        shown("published", "95% interval, as published", differences.iter().any(|one| one.published.is_some())),
        Column::text("contains_zero", "Holds 0"),
        Column::number("ours_low", "Ours, low").hidden(),
        Column::number("ours_high", "Ours, high").hidden(),
        Column::number("published_low", "Published, low").hidden(),
        Column::number("published_high", "Published, high").hidden(),
        Column::text("id_a", "Id of the first").hidden(),
        Column::text("id_b", "Id of the second").hidden(),
    ];
    let row = |one: &&Difference| {
        let (a, b) = (release.standing(&one.a)?, release.standing(&one.b)?);
        let holds = one.ours.or(one.published);
        let decimals = decimals(one.quantity);
        let (no_ours, no_published) = ("it needs every case", "none is published");
        Some(Row::new(vec![
            track.cell(release, a.entrant),
            track.cell(release, b.entrant),
            Cell::text(words::quantity(one.quantity)),
            Cell::number(one.value, decimals),
            interval_cell(one.ours, decimals, no_ours),
            interval_cell(one.published, decimals, no_published),
            holds
                .map_or_else(|| Cell::missing("no interval is at hand"), |interval| Cell::flag(interval.contains(0.0))),
            end(one.ours.map(|interval| interval.low), no_ours),
            end(one.ours.map(|interval| interval.high), no_ours),
            end(one.published.map(|interval| interval.low), no_published),
            end(one.published.map(|interval| interval.high), no_published),
            Cell::text(one.a.to_string()),
            Cell::text(one.b.to_string()),
        ]))
    };
    Table::new(name, caption, columns, differences.iter().filter_map(row).collect())
        .note("Below 0 favours the first. A difference whose interval holds 0 does not tell the two apart.")
}

/// A column that would say nothing on the page stands in the downloads only.
fn shown(key: &str, label: &str, any: bool) -> Column {
    let column = Column::text(key, label);
    if any { column } else { column.hidden() }
}

fn decimals(quantity: Quantity) -> u8 {
    if quantity == Quantity::Credits { 1 } else { 6 }
}

fn interval_cell(interval: Option<Interval>, decimals: u8, why: &str) -> Cell {
    interval.map_or_else(
        || reason(why),
        |Interval { low, high }| {
            Cell::text(format!("{} to {}", number::fixed(low, decimals), number::fixed(high, decimals)))
        },
    )
}

fn end(value: Option<f64>, why: &str) -> Cell {
    value.map_or_else(|| Cell::missing(why), |value| Cell::number(value, 6))
}
