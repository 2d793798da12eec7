//! The vocabulary: plain values whose constructors hold their invariants. No I/O, no serde, no clock.

pub mod catalogue;
pub mod dataset;
pub mod day;
pub mod fault;
pub mod forecast;
pub mod fwbench;
pub mod id;
pub mod quantile;
pub mod rules;
pub mod schedule;
pub mod truth;
