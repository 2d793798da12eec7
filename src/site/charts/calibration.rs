//! Calibration drawn: reliability of quantiles and the PIT histogram.

use super::scores::chosen;
use crate::domain::id::SystemId;
use crate::domain::quantile::Levels;
use crate::score::breakdown::Calibration;
use crate::score::results::TaskResults;
use crate::site::figure::{Figure, Histogram, Numbers, Plot, Series};
use crate::site::number;
use crate::site::table::{Cell, Column, Row, Table};
use crate::site::track::Track;

/// Observed against nominal shares of the first systems of the board.
pub fn reliability(track: &Track, task: &TaskResults) -> Option<Figure> {
    let chosen = chosen(track, task);
    let of = |id: &SystemId| task.calibration.iter().find(|calibration| &calibration.system == id).cloned();
    let lines: Vec<Calibration> = chosen.iter().filter_map(of).collect();
    reliability_figure(track, &lines, "Observed against nominal shares on the common pairs")
}

/// A reliability diagram with its numbers.
pub fn reliability_figure(track: &Track, lines: &[Calibration], caption: &str) -> Option<Figure> {
    let lines: Vec<&Calibration> = lines.iter().filter(|line| !line.reliability.is_empty()).collect();
    let first = &lines.first()?.reliability;
    let mut columns = vec![Column::number("level", "Level")];
    columns.extend(lines.iter().map(|line| Column::number(line.system.as_str(), track.name(&line.system))));
    let rows = first.iter().enumerate().map(|(position, (level, _))| {
        let mut cells = vec![Cell::number(*level, 2)];
        cells.extend(lines.iter().map(|line| {
            line.reliability
                .get(position)
                .map_or_else(|| Cell::missing("another set of levels"), |(_, share)| Cell::percent(*share, 0))
        }));
        Row::new(cells)
    });
    let series = lines.iter().map(|line| Series {
        label: track.name(&line.system).to_owned(),
        mark: track.mark(&line.system),
        points: line.reliability.clone(),
    });
    let pairs = lines.iter().map(|line| line.pairs).max().unwrap_or(0);
    Some(Figure {
        name: "reliability".to_owned(),
        title: "Reliability of the quantiles".to_owned(),
        description: format!(
            "For {}, the share of actual values at or below each quantile against its level, over {}; on the diagonal is calibrated.",
            number::counted(lines.len(), "system"),
            number::counted(pairs as usize, "pair")
        ),
        caption: Some(format!(
            "{caption}. On the diagonal: calibrated; above it: forecasts too high; below it: too low."
        )),
        plot: Plot::Reliability(series.collect()),
        numbers: Numbers::Own(Box::new(Table::new(
            "reliability",
            "Share of actual values at or below each quantile",
            columns,
            rows.collect(),
        ))),
    })
}

/// The PIT histogram of one system.
pub fn histogram(track: &Track, system: &SystemId, levels: &Levels, counts: &[u64]) -> Option<Figure> {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return None;
    }
    let expected = total as f64 / counts.len() as f64;
    let edge = |bin: usize| {
        if bin == 0 {
            "0".to_owned()
        } else {
            levels.as_slice().get(bin - 1).map_or_else(|| "1".to_owned(), ToString::to_string)
        }
    };
    let bins: Vec<(String, u64)> =
        counts.iter().enumerate().map(|(bin, &count)| (format!("{}–{}", edge(bin), edge(bin + 1)), count)).collect();
    let rows = bins
        .iter()
        .map(|(label, count)| Row::new(vec![Cell::text(label.clone()), Cell::whole(*count as usize)]))
        .collect();
    let columns = vec![Column::text("bin", "Between quantiles"), Column::number("count", "Actual values")];
    Some(Figure {
        name: "pit".to_owned(),
        title: "PIT histogram".to_owned(),
        description: format!(
            "How many of {total} actual values fell between which quantiles of {}; even bars mean calibrated.",
            track.name(system)
        ),
        caption: Some(format!("Even bars of {} would be calibrated.", number::fixed(expected, 1))),
        plot: Plot::Histogram(Histogram {
            bin_title: "Between quantiles".to_owned(),
            bins,
            expected,
            mark: track.mark(system),
        }),
        numbers: Numbers::Own(Box::new(Table::new("pit", "Actual values between quantiles", columns, rows))),
    })
}
