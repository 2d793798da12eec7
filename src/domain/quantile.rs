//! Quantile levels as exact integers, and the levels that a task asks for.

use std::fmt;
use std::sync::Arc;

/// A quantile level in ten-thousandths, 0 < level < 1: equality is exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u16);

impl Level {
    /// 0.1, the lower end of the central 80% interval.
    pub const TENTH: Self = Self(1_000);
    /// 0.5, the median.
    pub const MEDIAN: Self = Self(5_000);
    /// 0.9, the upper end of the central 80% interval.
    pub const NINE_TENTHS: Self = Self(9_000);

    /// The level nearest to `value` on the grid of 1e-4; `None` outside 0 < level < 1.
    pub fn new(value: f64) -> Option<Self> {
        let snapped = (value * 10_000.0).round();
        (1.0..=9_999.0).contains(&snapped).then_some(Self(snapped as u16))
    }

    /// The level as a number between 0 and 1.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 10_000.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value(), f)
    }
}

/// The quantile levels of a task: ascending, unique, not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Levels(Arc<[Level]>);

impl Levels {
    /// The levels in ascending order; `None` when empty or when one occurs twice.
    pub fn new(mut levels: Vec<Level>) -> Option<Self> {
        levels.sort_unstable();
        let distinct = levels.windows(2).all(|pair| pair[0] < pair[1]);
        (distinct && !levels.is_empty()).then(|| Self(levels.into()))
    }

    /// The levels, ascending.
    pub fn as_slice(&self) -> &[Level] {
        &self.0
    }

    /// Whether each level τ stands opposite a level 1 − τ.
    pub fn symmetric(&self) -> bool {
        self.0.iter().zip(self.0.iter().rev()).all(|(low, high)| low.0 + high.0 == 10_000)
    }

    /// Where `level` stands among the levels.
    pub fn position(&self, level: Level) -> Option<usize> {
        self.0.binary_search(&level).ok()
    }
}

impl Default for Levels {
    /// 0.1, 0.2, … 0.9.
    fn default() -> Self {
        Self((1..=9).map(|tenths| Level(tenths * 1_000)).collect())
    }
}
