//! Credits: what forecasts cost, the budget, and the tariff.

use super::super::id::SystemId;

/// The credits that one case may spend, more than 0; `B` in formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Budget(u64);

impl Budget {
    /// The budget; `None` for 0, and for more than a double counts exactly.
    pub fn new(credits: u64) -> Option<Self> {
        (0 < credits && credits <= 1 << 53).then_some(Self(credits))
    }

    /// The budget in credits.
    pub fn credits(self) -> u64 {
        self.0
    }

    /// Credits as a share of the budget: credits / B.
    pub fn share(self, credits: f64) -> f64 {
        credits / self.0 as f64
    }
}

/// Prices of forecast calls.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tariff {
    /// The cells; model, context limit and horizon limit are unique together.
    pub cells: Vec<TariffCell>,
}

/// One price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TariffCell {
    /// The forecasting model, without `_quantiles`.
    pub model: SystemId,
    /// Longest context, in hours.
    pub context_limit: u32,
    /// Longest horizon, in hours.
    pub horizon_limit: u32,
    /// The price.
    pub credits: u64,
}
