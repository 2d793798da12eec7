//! The models of a release. The first seven each have a character of their own; more are varied from a seed.

use super::cohorts::Lead;
use super::tariff::Seller;
use crate::demo::random::{Purpose, Stream};

/// One model.
pub(super) struct Model {
    pub(super) number: u64,
    pub(super) id: String,
    pub(super) shopping: Shopping,
    pub(super) habit: Habit,
    /// Capacities in a hundred that it gets wrong in each direction.
    pub(super) carelessness: u64,
    /// Plans in a thousand that are off the grid or beyond the ramp.
    pub(super) slips: u64,
}

/// Which forecasts a model buys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shopping {
    /// None; now and then the cheapest.
    Thrifty,
    /// The small model, a day ahead only.
    Sensible,
    /// The large model, a day ahead only.
    Router,
    /// The small model always.
    Regular,
    /// Whatever the budget still pays.
    Lavish,
}

impl Shopping {
    /// What it asks for, in order.
    pub(super) fn list(self, lead: Lead, draw: u64) -> &'static [Seller] {
        match (self, lead) {
            (Self::Thrifty, _) if draw < 8 => &[Seller::Seasonal],
            (Self::Sensible, Lead::Day) | (Self::Regular, _) => &[Seller::Bolt],
            (Self::Router, Lead::Day) => &[Seller::Chronos2],
            (Self::Thrifty, _) | (Self::Sensible | Self::Router, Lead::Week) => &[],
            (Self::Lavish, _) => &[Seller::TimesFm, Seller::Chronos2, Seller::Bolt, Seller::Seasonal],
        }
    }
}

/// What becomes of a model's runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Habit {
    /// Submits as asked.
    Steady,
    /// Breaks the format in every way there is.
    Garbled,
    /// Some runs are broken off by the infrastructure.
    Interrupted,
    /// Never submits anything.
    Silent,
    /// Some runs have lost their ledger.
    Ledgerless,
}

struct Part(&'static str, Shopping, Habit, u64, u64);

const CAST: [Part; 7] = [
    Part("demo-careful", Shopping::Sensible, Habit::Steady, 1, 0),
    Part("demo-thrifty", Shopping::Thrifty, Habit::Steady, 8, 15),
    Part("demo-lavish", Shopping::Lavish, Habit::Steady, 5, 10),
    Part("demo-garbled", Shopping::Thrifty, Habit::Garbled, 10, 0),
    Part("demo-interrupted", Shopping::Router, Habit::Interrupted, 4, 5),
    Part("demo-silent", Shopping::Thrifty, Habit::Silent, 0, 0),
    Part("demo-ledgerless", Shopping::Regular, Habit::Ledgerless, 6, 5),
];

/// The model of a number, counted from 0.
pub(super) fn model(seed: u64, number: u64) -> Model {
    if let Some(&Part(id, shopping, habit, carelessness, slips)) = CAST.get(number as usize) {
        return Model { number, id: id.to_owned(), shopping, habit, carelessness, slips };
    }
    let mut draw = Stream::new(seed, Purpose::Skill, &[number]);
    let kinds = [Shopping::Sensible, Shopping::Router, Shopping::Thrifty, Shopping::Regular];
    Model {
        number,
        id: format!("demo-model-{}", number + 1),
        shopping: kinds[(number % 4) as usize],
        habit: Habit::Steady,
        carelessness: 2 + draw.below(18),
        slips: draw.below(120),
    }
}
