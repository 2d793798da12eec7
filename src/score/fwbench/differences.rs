//! Differences between complete entrants, with our intervals and the published ones.

use super::cluster::{Clusters, Difference, RESAMPLES, Resampled, SEED};
use super::complete::{Complete, complete};
use super::frame::Frame;
use super::results::Standing;
use super::totals::Totals;
use crate::domain::fwbench::credits::Budget;
use crate::domain::fwbench::entrant::{Entrant, EntrantId};
use crate::domain::fwbench::published::{Published, Quantity};
use crate::domain::fwbench::release::{RankingMetric, Release};
use crate::score::fwbench::cases::CaseResults;
use crate::score::value::Interval;

/// First minus second: every two complete entrants of one pool, in the order of standings but for two ways of thinking of one model (thinking minus
/// not); then every model's pool `full` minus its other pools, or the earlier minus the later one.
pub fn differences(
    release: &Release,
    standings: &[Standing],
    frame: Option<&Frame>,
    cases: &[CaseResults],
) -> Vec<Difference> {
    let budget = release.settings.budget;
    let quantities = quantities(release);
    let replicates = frame.map(|frame| replicates(frame, standings, cases)).unwrap_or_default();
    let mut differences = Vec::new();
    for (a, b) in pairs(standings) {
        let (Ok(first), Ok(second)) = (&standings[a].totals, &standings[b].totals) else { continue };
        let (id_a, id_b) = (&standings[a].entrant.id, &standings[b].entrant.id);
        for &quantity in &quantities {
            let Some(value) = difference(first, second, quantity, budget) else { continue };
            let both = replicates.get(a).and_then(Option::as_ref).zip(replicates.get(b).and_then(Option::as_ref));
            differences.push(Difference {
                a: id_a.clone(),
                b: id_b.clone(),
                quantity,
                value,
                ours: both.and_then(|(a, b)| a.interval(b, quantity, budget)),
                published: published(&release.published, id_a, id_b, quantity),
            });
        }
    }
    differences
}

/// One figure over all cases; `None` where it is not known.
pub(super) fn figure(totals: &Totals, quantity: Quantity, budget: Budget) -> Option<f64> {
    let whole = totals.whole();
    match quantity {
        Quantity::Loss => Some(whole.loss),
        Quantity::Credits => Some(whole.credits),
        Quantity::Score => whole.score,
        Quantity::NormalizedExcess => whole.normalized_excess,
        Quantity::BudgetFraction => Some(budget.share(whole.credits)),
        Quantity::Objective(lambda) => whole.objective(lambda, budget),
        _ => None,
    }
}

/// The difference of two totals in a figure.
pub(super) fn difference(a: &Totals, b: &Totals, quantity: Quantity, budget: Budget) -> Option<f64> {
    // G differs as J does: the oracle drops out.
    let quantity = if let Quantity::Gap(lambda) = quantity { Quantity::Objective(lambda) } else { quantity };
    let value = figure(a, quantity, budget)? - figure(b, quantity, budget)?;
    value.is_finite().then_some(value)
}

/// J at every λ; loss, credits and S where the release ranks by S, loss and credits where there is nothing else.
fn quantities(release: &Release) -> Vec<Quantity> {
    let objectives = release.settings.lambdas.iter().map(|&lambda| Quantity::Objective(lambda));
    let mut quantities: Vec<Quantity> = objectives.collect();
    let scored = release.metric == RankingMetric::Score || !release.settings.loss_scales.is_empty();
    if scored || quantities.is_empty() {
        quantities.extend([Quantity::Loss, Quantity::Credits]);
    }
    if scored {
        quantities.push(Quantity::Score);
    }
    quantities
}

/// Positions of first and second.
fn pairs(standings: &[Standing]) -> Vec<(usize, usize)> {
    let ordered = (0..standings.len()).flat_map(|a| (a + 1..standings.len()).map(move |b| (a, b)));
    let (mut within, mut across) = (Vec::new(), Vec::new());
    for (a, b) in ordered {
        let (first, second) = (standings[a].entrant, standings[b].entrant);
        if first.id.pool == second.id.pool {
            within.push(if thinks_more(second, first) { (b, a) } else { (a, b) });
        } else if first.id.model == second.id.model {
            across.push(if second.id.is_full() { (b, a) } else { (a, b) });
        }
    }
    within.append(&mut across);
    within
}

/// Whether both are one model, and only the first thinks.
fn thinks_more(first: &Entrant, second: &Entrant) -> bool {
    first.base.is_some() && first.base == second.base && (first.thinking, second.thinking) == (Some(true), Some(false))
}

/// The published interval, turned round where upstream subtracts the other way.
fn published(published: &Published, a: &EntrantId, b: &EntrantId, quantity: Quantity) -> Option<Interval> {
    published.intervals.iter().filter(|interval| interval.quantity == quantity).find_map(|interval| {
        if interval.pair.0 == *a && interval.pair.1 == *b {
            Some(Interval { low: interval.low, high: interval.high })
        } else {
            let turned = interval.pair.0 == *b && interval.pair.1 == *a;
            turned.then_some(Interval { low: -interval.high, high: -interval.low })
        }
    })
}

/// One system in every resample. J and S are linear in these, so no pair and no λ needs a resampling of its own.
struct Replicates {
    loss: Resampled,
    share: Resampled,
    /// Loss in units of σ: the floor drops out of every difference.
    scaled: Option<Resampled>,
}

impl Replicates {
    fn interval(&self, other: &Self, quantity: Quantity, budget: Budget) -> Option<Interval> {
        let loss = [(1.0, &self.loss), (-1.0, &other.loss)];
        match quantity {
            Quantity::Loss => Resampled::interval(&loss),
            Quantity::Credits => {
                let whole = budget.credits() as f64;
                Resampled::interval(&[(whole, &self.share), (-whole, &other.share)])
            }
            Quantity::Objective(lambda) => {
                let weight = lambda.get();
                Resampled::interval(&[loss[0], loss[1], (weight, &self.share), (-weight, &other.share)])
            }
            Quantity::Score => {
                let (scaled, others) = (self.scaled.as_ref()?, other.scaled.as_ref()?);
                Resampled::interval(&[(0.5, scaled), (-0.5, others), (0.5, &self.share), (-0.5, &other.share)])
            }
            _ => None,
        }
    }
}

/// The resamples of each standing that has totals, in the order of standings.
fn replicates(frame: &Frame, standings: &[Standing], cases: &[CaseResults]) -> Vec<Option<Replicates>> {
    let weights = frame.weights.as_slice();
    let Some(clusters) = Clusters::draw(frame.cases, weights, RESAMPLES, SEED) else { return Vec::new() };
    let of = |complete: &Complete| {
        let outcomes = || weights.iter().zip(complete.outcomes());
        let loss = clusters.resample(outcomes().map(|(weight, scored)| weight * scored.loss));
        let budget = frame.settings.budget;
        let share = clusters.resample(outcomes().map(|(weight, scored)| weight * budget.share(scored.credits as f64)));
        let scaled = frame.scales.as_ref().map(|scales| {
            clusters.resample(outcomes().zip(scales).map(|((weight, scored), scale)| weight * scored.loss / scale))
        });
        Replicates { loss, share, scaled }
    };
    standings.iter().map(|standing| complete(cases, &standing.entrant.id).ok().as_ref().map(of)).collect()
}
