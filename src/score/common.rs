//! Who is listed, and the pairs that every listed system resolved. A board can be built on no others.

use super::grid::{Grid, View};
use crate::domain::day::RunDay;

/// The common pairs of a board; made only by [`common`].
#[derive(Debug, Clone, PartialEq)]
pub struct Common {
    view: View,
    listed: Vec<usize>,
    pairs: Vec<usize>,
    eligible: usize,
    costs: Vec<usize>,
    own: Vec<usize>,
}

impl Common {
    /// The view the pairs were chosen in.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Positions of the listed systems, ascending.
    pub fn listed(&self) -> &[usize] {
        &self.listed
    }

    /// Positions of the pairs that every listed system resolved, ascending.
    pub fn pairs(&self) -> &[usize] {
        &self.pairs
    }

    /// How many pairs any fresh system resolved: what the least share counts against.
    pub fn eligible(&self) -> usize {
        self.eligible
    }

    /// Common pairs without this listed system minus with it: what listing it costs; `None` with one listed system, or one not listed.
    pub fn cost(&self, system: usize) -> Option<usize> {
        let position = self.listed.binary_search(&system).ok()?;
        (1 < self.listed.len()).then(|| self.costs[position])
    }

    /// How many pairs a system resolved.
    pub fn own(&self, system: usize) -> usize {
        self.own[system]
    }

    /// The distinct run days of the common pairs, ascending.
    pub fn days(&self, grid: &Grid) -> Vec<RunDay> {
        let mut days: Vec<RunDay> = self.pairs.iter().map(|&pair| grid.pairs[pair].pair.run).collect();
        days.dedup();
        days
    }
}

/// Lists every fresh system that resolved at least `min_share` of the pairs that any fresh system resolved (and at least one), and intersects
/// their pairs.
pub fn common(grid: &Grid, view: View, min_share: f64) -> Common {
    let systems = grid.systems.len();
    let fresh: Vec<usize> = (0..systems).filter(|&system| grid.systems[system].fresh).collect();
    let mut own = vec![0_usize; systems];
    let mut eligible = 0;
    for pair in 0..grid.pairs.len() {
        let mut anyone = false;
        for (system, count) in own.iter_mut().enumerate() {
            if grid.resolved(&view, system, pair).is_some() {
                *count += 1;
                anyone |= grid.systems[system].fresh;
            }
        }
        eligible += usize::from(anyone);
    }
    // Counts are divided, not the share multiplied: 55 of 100 is exactly the double 0.55.
    let enough = |&system: &usize| 0 < own[system] && min_share <= own[system] as f64 / eligible as f64;
    let listed: Vec<usize> = fresh.into_iter().filter(enough).collect();
    let mut pairs = Vec::new();
    let mut costs = vec![0; listed.len()];
    for pair in 0..grid.pairs.len() {
        let mut missing =
            listed.iter().enumerate().filter(|&(_, &system)| grid.resolved(&view, system, pair).is_none());
        match (missing.next(), missing.next()) {
            (None, _) if !listed.is_empty() => pairs.push(pair),
            (Some((position, _)), None) => costs[position] += 1,
            _ => {}
        }
    }
    Common { view, listed, pairs, eligible, costs, own }
}
