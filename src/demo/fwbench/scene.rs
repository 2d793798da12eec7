//! A case → everything its files say: history, contract, what came true, the forecasts on offer, and the plans that follow from them.

use super::cohorts::{Case, Domain};
use super::demand::Demand;
use super::hour::{Hour, weekday};
use super::plan::{self, STEPS, Steps};
use super::tariff::Seller;
use crate::demo::random::{Purpose, Stream};

/// Hours of visible history.
pub(super) const HISTORY: usize = 336;
/// Hours of the target day.
pub(super) const HOURS: usize = 24;

/// A case with its numbers.
pub(super) struct Scene<'a> {
    pub(super) seed: u64,
    pub(super) case: &'a Case,
    pub(super) history: Vec<f64>,
    pub(super) actual: Vec<f64>,
    pub(super) scale: f64,
    pub(super) priority: Vec<f64>,
    pub(super) packets: Vec<Packet>,
    plans: [Steps; 3],
}

/// Quantiles of consecutive hours at levels 0.1 to 0.9.
pub(super) struct Packet {
    pub(super) seller: Seller,
    pub(super) first: Hour,
    /// For each hour the nine quantiles.
    pub(super) quantiles: Vec<[f64; 9]>,
}

/// What a plan is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Belief {
    History = 0,
    Bolt,
    Chronos2,
}

impl<'a> Scene<'a> {
    /// The numbers of a case.
    pub(super) fn new(seed: u64, case: &'a Case) -> Self {
        let first = case.last_visible.plus(1 - HISTORY as i64);
        let reach = HISTORY + case.lead.horizon() as usize;
        let demand = Demand::new(seed, case.place, first, reach);
        let history = demand.slice(first, HISTORY).to_vec();
        let scale = history.iter().sum::<f64>() / HISTORY as f64;
        let priority = priorities(weekday(case.target_day));
        // The day-ahead packets are whole calls; those of a week ahead keep the target day only.
        let start = if case.lead.horizon() == 50 { case.last_visible.plus(1) } else { case.target_start };
        let packets = [(Seller::Bolt, 1.3), (Seller::Chronos2, 1.0)]
            .map(|(seller, error)| packet(seed, case, &demand, seller, error, start))
            .into();
        let mut scene = Self {
            seed,
            case,
            actual: demand.slice(case.target_start, HOURS).to_vec(),
            history,
            scale,
            priority,
            packets,
            plans: [[0; plan::BLOCKS]; 3],
        };
        scene.plans = [Belief::History, Belief::Bolt, Belief::Chronos2]
            .map(|belief| plan::cheapest(&scene.samples(belief), &scene.priority));
        scene
    }

    /// The best plan that follows from a belief.
    pub(super) fn plan(&self, belief: Belief) -> &Steps {
        &self.plans[belief as usize]
    }

    /// The capacity of a step in the unit of demand.
    pub(super) fn capacity(&self, step: usize) -> f64 {
        plan::capacity(step) * self.scale
    }

    /// Every capacity of the grid, in the unit of demand.
    pub(super) fn grid(&self) -> impl Iterator<Item = f64> + '_ {
        (0..STEPS).map(|step| self.capacity(step))
    }

    /// A stream for what a model does here.
    pub(super) fn draw(&self, model: u64) -> Stream {
        Stream::new(self.seed, Purpose::Fate, &[self.case.number as u64, model])
    }

    fn samples(&self, belief: Belief) -> Vec<Vec<f64>> {
        let packet = match belief {
            Belief::History => None,
            Belief::Bolt => self.packets.iter().find(|packet| packet.seller == Seller::Bolt),
            Belief::Chronos2 => self.packets.iter().find(|packet| packet.seller == Seller::Chronos2),
        };
        let first = self.case.last_visible.plus(1 - HISTORY as i64);
        (0..HOURS)
            .map(|step| {
                let hour = self.case.target_start.plus(step as i64);
                let values: Vec<f64> = if let Some(packet) = packet {
                    packet.quantiles[hour.since(packet.first) as usize].to_vec()
                } else {
                    // The same hour of each day that is visible.
                    let offset = hour.since(first).rem_euclid(24) as usize;
                    self.history.iter().skip(offset).step_by(24).copied().collect()
                };
                values.into_iter().map(|value| value.max(0.0) / self.scale).collect()
            })
            .collect()
    }
}

/// What an hour's shortage weighs: four blocks of six hours, turned with the weekday (Monday is 0).
fn priorities(weekday: usize) -> Vec<f64> {
    let mut blocks = [1.0, 1.0, 2.0, 1.5];
    blocks.rotate_right(weekday % 4);
    blocks.into_iter().flat_map(|weight| [weight; 6]).collect()
}

/// Standard normal quantiles at 0.1 to 0.9.
const BELL: [f64; 9] = [-1.2816, -0.8416, -0.5244, -0.2533, 0.0, 0.2533, 0.5244, 0.8416, 1.2816];

fn packet(seed: u64, case: &Case, demand: &Demand, seller: Seller, error: f64, first: Hour) -> Packet {
    let far = if case.lead.horizon() == 50 { 1.0 } else { 1.5 };
    let stream = |hour: Hour, day: u64| {
        let coordinates = [case.number as u64, seller as u64, hour.number(), day];
        Stream::new(seed, Purpose::Error, &coordinates).normal()
    };
    let last = case.target_start.plus(HOURS as i64);
    let quantiles = (0..last.since(first))
        .map(|step| {
            let hour = first.plus(step);
            let spread = demand.spread(hour) * error * far;
            let middle = demand.at(hour) + spread * (0.6 * stream(Hour::of(hour.day()), 1) + 0.6 * stream(hour, 0));
            // A forecaster of counts may go below 0: whoever uses it clips.
            let floor = if case.place.domain == Domain::Electricity { 0.0 } else { f64::MIN };
            BELL.map(|bell| ((middle + bell * spread).max(floor) * 1_000.0).round() / 1_000.0)
        })
        .collect();
    Packet { seller, first, quantiles }
}
