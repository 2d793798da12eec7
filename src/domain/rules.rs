//! The rules of scoring that a maintainer may set, per track or per task.

use super::quantile::Levels;

/// How a task is scored.
#[derive(Debug, Clone, PartialEq)]
pub struct Rules {
    /// A system is listed when it resolved at least this share of the pairs that any fresh system resolved; 0 lists everyone with a pair.
    pub min_share: f64,
    /// Fewer run days than this give no interval.
    pub min_days: usize,
    /// Bootstrap resamples.
    pub resamples: usize,
    /// Quantile levels in place of the dataset's.
    pub levels: Option<Levels>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { min_share: 0.5, min_days: 8, resamples: 2_000, levels: None }
    }
}
