//! Scoring: every formula and rule against numbers worked out by hand or by other software.

pub mod tiny;
mod formulas;
mod boards;
mod naive;
mod ledger;
mod comparisons;
mod robustness;
pub mod undefined;
mod properties;
