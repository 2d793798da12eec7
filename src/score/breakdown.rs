//! A board taken apart: by horizon, by run day, and how well calibrated each system is.

use super::board::{Figures, day_sums, figures};
use super::common::Common;
use super::grid::Grid;
use super::value::{Ratio, Score};
use crate::domain::day::RunDay;
use crate::domain::id::SystemId;
use crate::domain::quantile::Levels;

/// A system's figures on the pairs of one horizon.
#[derive(Debug, Clone, PartialEq)]
pub struct HorizonRow {
    /// Who.
    pub system: SystemId,
    /// One entry a horizon of the task.
    pub figures: Vec<(i32, Figures)>,
}

/// The figures of every system by horizon: a listed system's on the common pairs, any other's on its own.
pub fn by_horizon(grid: &Grid, common: &Common, horizons: &[i32]) -> Vec<HorizonRow> {
    let row = |system: usize| {
        let pairs = basis(grid, common, system);
        let of = |&horizon: &i32| {
            let here: Vec<usize> =
                pairs.iter().copied().filter(|&pair| grid.pairs[pair].pair.horizon() == horizon).collect();
            (horizon, figures(grid, common, system, &here))
        };
        HorizonRow { system: grid.systems[system].id.clone(), figures: horizons.iter().map(of).collect() }
    };
    (0..grid.systems.len()).map(row).collect()
}

/// A listed system's score on each run day of the board.
#[derive(Debug, Clone, PartialEq)]
pub struct DayRow {
    /// Who.
    pub system: SystemId,
    /// Scaled CRPS on the common pairs of each run day.
    pub scores: Vec<(RunDay, Score)>,
}

/// Scaled CRPS of each listed system on each run day with a common pair.
pub fn by_day(grid: &Grid, common: &Common) -> Vec<DayRow> {
    let days = common.days(grid);
    let row = |&system: &usize| {
        let (own, naive) = day_sums(grid, common.view(), system, common.pairs(), &days);
        let scores = own.into_iter().zip(naive).map(|(own, naive)| Ratio { own, naive, pairs: 1 }.value());
        DayRow { system: grid.systems[system].id.clone(), scores: days.iter().copied().zip(scores).collect() }
    };
    common.listed().iter().map(row).collect()
}

/// Observed against nominal shares of one system.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// Who.
    pub system: SystemId,
    /// Quantile forecasts behind it.
    pub pairs: u64,
    /// For each level τ: the share of y at or below `q_τ`, crossing quantiles as if sorted.
    pub reliability: Vec<(f64, f64)>,
}

/// The reliability of each listed system's quantiles on the common pairs, from its PIT counts.
pub fn calibration(grid: &Grid, rows: &[super::board::Row]) -> Vec<Calibration> {
    let listed = rows.iter().filter(|row| row.listed);
    listed.map(|row| Calibration::of(&row.system, grid.levels, &row.figures.pit)).collect()
}

impl Calibration {
    /// From PIT counts: a value at or below q_k lies in one of the bins 0..=k.
    pub fn of(system: &SystemId, levels: &Levels, pit: &[u64]) -> Self {
        let pairs: u64 = pit.iter().sum();
        let mut below = 0;
        let shares = levels.as_slice().iter().zip(pit).map(|(level, count)| {
            below += count;
            (level.value(), below as f64 / pairs as f64)
        });
        let reliability = if pairs == 0 { Vec::new() } else { shares.collect() };
        Self { system: system.clone(), pairs, reliability }
    }
}

/// The pairs a system's own figures stand on.
fn basis(grid: &Grid, common: &Common, system: usize) -> Vec<usize> {
    if common.listed().binary_search(&system).is_ok() {
        common.pairs().to_vec()
    } else {
        grid.own(common.view(), system)
    }
}
