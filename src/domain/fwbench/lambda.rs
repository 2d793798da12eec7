//! λ: what the whole credit budget weighs against loss.

use std::cmp::Ordering;
use std::fmt;

/// A finite weight of at least 0; never −0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lambda(f64);

impl Lambda {
    /// λ = 0: credits cost nothing.
    pub const ZERO: Self = Self(0.0);

    /// The weight; `None` where it is negative or not finite.
    pub fn new(value: f64) -> Option<Self> {
        // Adding 0 turns −0 into 0.
        (value.is_finite() && 0.0 <= value).then_some(Self(value + 0.0))
    }

    /// The weight as a number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Eq for Lambda {}

impl Ord for Lambda {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Lambda {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Lambda {
    /// The shortest text that reads back as the same number: `0.01`. The key of λ in JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
