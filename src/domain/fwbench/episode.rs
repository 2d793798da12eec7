//! The raw files of one case: contract, tariff, history, stored forecasts, what came true, and each model's run.

use super::super::day::Instant;
use super::super::id::{PolicyId, SystemId};
use super::contract::{Contract, HOURS};
use super::credits::Tariff;
use super::entrant::EntrantId;
use super::submission::Submitted;

/// Hours of history that an episode shows.
pub const HISTORY: usize = 336;

/// The raw files of one case.
#[derive(Debug, Clone, PartialEq)]
pub struct Episode {
    /// Position of the case in the release's index.
    pub case: usize,
    /// The contract.
    pub contract: Contract,
    /// Actual demand of the 24 hours from `target_start`, in the contract's unit; finite, may be negative.
    pub actual: [f64; HOURS],
    /// What the menu's plans are rebuilt from, or why they cannot be.
    pub menu: Result<MenuInputs, String>,
    /// One run a model that has one, sorted by entrant.
    pub runs: Vec<Run>,
}

/// What the plans of a menu are made from.
#[derive(Debug, Clone, PartialEq)]
pub struct MenuInputs {
    /// The visible history.
    pub history: History,
    /// The prices.
    pub tariff: Tariff,
    /// Stored forecasts.
    pub packets: Vec<Packet>,
}

/// [`HISTORY`] consecutive hourly values.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    /// The hour of the first value.
    pub start: Instant,
    /// The values, one an hour, finite.
    pub values: Vec<f64>,
}

/// The stored quantiles of one forecasting model for the target hours.
#[derive(Debug, Clone, PartialEq)]
pub struct Packet {
    /// The plan that is made from it, such as `chronos2`: the model without `_quantiles`.
    pub policy: PolicyId,
    /// Context that it was made with, in hours.
    pub context: u32,
    /// For each target hour, the values at levels 0.1 to 0.9, in the contract's unit; never more than 1e-6 below the one before.
    pub quantiles: Vec<[f64; 9]>,
}

/// One model's run of a case.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Whose.
    pub entrant: EntrantId,
    /// What the run says of itself; validity never follows from it.
    pub status: Option<String>,
    /// What was submitted.
    pub submitted: Submitted,
    /// Credits spent, 0 to the budget; `None` without a usable ledger.
    pub spent: Option<u64>,
    /// Tool calls, where a trace tells.
    pub calls: Option<u64>,
    /// Forecasting models that were asked, by name, where the ledger tells.
    pub requested: Vec<(SystemId, u32)>,
}

impl Run {
    /// The status of a run that the infrastructure broke off: neither scored nor dropped.
    pub const INFRASTRUCTURE: &'static str = "infrastructure_stop";
}
