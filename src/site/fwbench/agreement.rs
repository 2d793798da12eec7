//! The agreement with published figures, as tables and as files: which were recomputed and equal, which differ, which are inputs, and which would
//! need files that are not at hand.

use std::collections::BTreeMap;

use super::track::Track;
use super::words;
use crate::domain::fwbench::published::{PublishedFigure, Quantity, Subject};
use crate::score::fwbench::agree::{Checked, Counts, Status};
use crate::score::fwbench::results::{ReleaseResults, Results};
use crate::site::number;
use crate::site::table::{Body, Cell, Column, Row, Table};

mod files;

pub use files::{counts_value, differences_value, file, table_file};

/// Figures that differ which the page itself lists; all of them stand in the files.
const LISTED: usize = 200;

/// The published figures of a subject and quantity, each with its status; more than one where it was published at several places.
pub fn of<'r>(release: &'r ReleaseResults, subject: &Subject, quantity: Quantity) -> &'r [Checked] {
    let figures = &release.agreement.figures;
    let key = |figure: &Checked| (figure.published.key.subject.clone(), figure.published.key.quantity);
    let wanted = (subject.clone(), quantity);
    let from = figures.partition_point(|figure| key(figure) < wanted);
    let past = figures.partition_point(|figure| key(figure) <= wanted);
    &figures[from..past]
}

/// How many figures of all releases have each status.
pub fn sum(results: &Results) -> Counts {
    results.releases.iter().map(|release| release.agreement.counts()).fold(Counts::default(), added)
}

/// All figures there are.
pub fn total(counts: Counts) -> usize {
    counts.equal + counts.different + counts.published_only + counts.not_recomputable
}

fn added(left: Counts, right: Counts) -> Counts {
    Counts {
        equal: left.equal + right.equal,
        different: left.different + right.different,
        published_only: left.published_only + right.published_only,
        not_recomputable: left.not_recomputable + right.not_recomputable,
    }
}

fn count_columns() -> [Column; 4] {
    [
        Column::number("equal", "Recomputed, equal"),
        Column::number("different", "Recomputed, different"),
        Column::number("published_only", "Published only"),
        Column::number("not_recomputable", "Not recomputable"),
    ]
}

fn count_cells(counts: Counts) -> [Cell; 4] {
    [counts.equal, counts.different, counts.published_only, counts.not_recomputable].map(Cell::whole)
}

/// The counts of each release, and of all.
pub fn counts(track: &Track) -> Table {
    let mut columns = vec![Column::text("release", "Release"), Column::number("figures", "Published figures")];
    columns.extend(count_columns());
    let row = |name: &str, counts: Counts| {
        let mut cells = vec![Cell::text(name), Cell::whole(total(counts))];
        cells.extend(count_cells(counts));
        Row::new(cells)
    };
    let releases = &track.results.releases;
    let mut rows: Vec<Row> =
        releases.iter().map(|release| row(&release.release.version, release.agreement.counts())).collect();
    if 1 < releases.len() {
        rows.push(row("All releases", sum(track.results)));
    }
    Table::new("agreement-counts", "Published figures against ours", columns, rows).note(
        "Published only: an input at this depth, from which others are computed, or an end of an interval whose rule is not public. \
         Not recomputable: it follows from files that are not at hand.",
    )
}

/// The figures that differ, both values shown; `None` where none does.
pub fn different(track: &Track) -> Option<Table> {
    let columns = vec![
        Column::text("subject", "Of"),
        Column::text("quantity", "Figure"),
        Column::number("published", "Published"),
        Column::number("ours", "Ours"),
        Column::number("difference", "Ours − published"),
        Column::number("tolerance", "Tolerance"),
        Column::text("file", "File"),
        Column::text("place", "Place"),
    ];
    let mut left = LISTED;
    let mut bodies = Vec::new();
    for release in &track.results.releases {
        let rows: Vec<Row> = differences(release).take(left).map(difference_row).collect();
        left -= rows.len();
        bodies.push(Body { heading: Some(release.release.version.clone()), rows });
    }
    let all = sum(track.results).different;
    if all == 0 {
        return None;
    }
    let table = Table { bodies, ..Table::new("different", "Recomputed and different", columns, Vec::new()) };
    Some(if LISTED < all {
        table.note(format!("The first {LISTED} of {}; agreement.json and agreement.csv have all.", number::count(all)))
    } else {
        table
    })
}

type Difference<'r> = (&'r PublishedFigure, f64, f64);

fn differences<'r>(release: &'r ReleaseResults) -> impl Iterator<Item = Difference<'r>> {
    release.agreement.figures.iter().filter_map(|checked| match checked.status {
        Status::Different { ours, tolerance } => Some((&checked.published, ours, tolerance)),
        _ => None,
    })
}

fn difference_row((published, ours, tolerance): Difference) -> Row {
    let exact = |value: f64| Cell { text: words::plain(value), ..Cell::number(value, 0) };
    Row::new(vec![
        Cell::text(words::subject(&published.key.subject)),
        Cell::text(words::quantity(published.key.quantity)),
        exact(published.value),
        exact(ours),
        exact(ours - published.value),
        exact(tolerance),
        Cell::text(&published.source.path),
        Cell::text(&published.source.place),
    ])
}

/// The counts by file and quantity.
pub fn by_file(track: &Track) -> Table {
    let mut columns = vec![Column::text("file", "File"), Column::text("quantity", "Figure")];
    columns.extend(count_columns());
    let mut bodies = Vec::new();
    for release in &track.results.releases {
        let mut tallies: BTreeMap<(&str, &str), Counts> = BTreeMap::new();
        for checked in &release.agreement.figures {
            let quantity = words::quantity_key(checked.published.key.quantity);
            tally(tallies.entry((&checked.published.source.path, quantity)).or_default(), checked.status, 1);
        }
        for interval in &release.agreement.intervals {
            tally(tallies.entry((&interval.source.path, "interval ends")).or_default(), Status::PublishedOnly, 2);
        }
        // Figures of single cases are only counted where they agree, so they are the rest.
        let listed = tallies.values().copied().fold(Counts::default(), added);
        let rest = rest(release.agreement.counts(), listed);
        if 0 < total(rest) {
            tallies.insert(("tables of single cases", "loss, credits and validity"), rest);
        }
        let row = |((file, quantity), counts): (&(&str, &str), &Counts)| {
            let mut cells = vec![Cell::text(*file), Cell::text(*quantity)];
            cells.extend(count_cells(*counts));
            Row::new(cells)
        };
        bodies.push(Body { heading: Some(release.release.version.clone()), rows: tallies.iter().map(row).collect() });
    }
    Table { bodies, ..Table::new("agreement-by-file", "The same by file and figure", columns, Vec::new()) }
}

fn rest(all: Counts, listed: Counts) -> Counts {
    Counts {
        equal: all.equal.saturating_sub(listed.equal),
        different: all.different.saturating_sub(listed.different),
        published_only: all.published_only.saturating_sub(listed.published_only),
        not_recomputable: all.not_recomputable.saturating_sub(listed.not_recomputable),
    }
}

fn tally(counts: &mut Counts, status: Status, by: usize) {
    match status {
        Status::Equal { .. } => counts.equal += by,
        Status::Different { .. } => counts.different += by,
        Status::PublishedOnly => counts.published_only += by,
        Status::NotRecomputable => counts.not_recomputable += by,
    }
}
