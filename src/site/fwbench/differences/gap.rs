//! One difference, read in the direction asked for.

use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::published::Quantity;
use crate::domain::fwbench::release::{RankingMetric, Release};
use crate::score::fwbench::results::ReleaseResults;
use crate::score::value::Interval;

/// A difference read from `of` to `against`, whichever way it was computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gap {
    /// First minus second.
    pub value: f64,
    /// Our 95% interval.
    pub ours: Option<Interval>,
    /// The published one.
    pub published: Option<Interval>,
}

/// What ranks the release, as a quantity of differences.
pub fn ranking_quantity(release: &Release) -> Option<Quantity> {
    match release.metric {
        RankingMetric::Gap => release.settings.main_lambda.map(Quantity::Objective),
        RankingMetric::Score => Some(Quantity::Score),
        RankingMetric::Loss => Some(Quantity::Loss),
    }
}

/// The interval of a difference in what ranks: ours where there is one, else the published one.
pub fn interval(release: &ReleaseResults, of: &EntrantId, against: &EntrantId) -> Option<Interval> {
    let found = find(release, ranking_quantity(release.release)?, of, against)?;
    found.ours.or(found.published)
}

/// The difference of two entrants in a quantity.
pub fn find(release: &ReleaseResults, quantity: Quantity, of: &EntrantId, against: &EntrantId) -> Option<Gap> {
    release.differences.iter().filter(|difference| difference.quantity == quantity).find_map(|difference| {
        let gap = Gap { value: difference.value, ours: difference.ours, published: difference.published };
        if difference.a == *of && difference.b == *against {
            Some(gap)
        } else if difference.a == *against && difference.b == *of {
            Some(gap.reversed())
        } else {
            None
        }
    })
}

impl Gap {
    /// Second minus first.
    #[must_use]
    pub fn reversed(self) -> Self {
        let turn = |interval: Interval| Interval { low: 0.0 - interval.high, high: 0.0 - interval.low };
        Self { value: 0.0 - self.value, ours: self.ours.map(turn), published: self.published.map(turn) }
    }
}
