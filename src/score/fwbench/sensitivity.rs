//! How the order depends on λ: exact crossings, the interval of λ in which each system is best, and Pareto layers. Only loss and credits are needed.

use crate::domain::fwbench::entrant::EntrantId;

/// The whole analysis, over the complete models and policies of the pool `full`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sensitivity {
    /// Where two systems have the same J, λ ≥ 0, sorted by λ, then by the order of standings.
    pub crossings: Vec<Crossing>,
    /// Systems that are best somewhere, ascending by λ.
    pub best: Vec<BestInterval>,
    /// Layer by layer, each in the order of standings; the first is not dominated by anybody.
    pub layers: Vec<Vec<EntrantId>>,
    /// Systems that nobody dominates but no λ prefers.
    pub unsupported: Vec<EntrantId>,
}

/// Two systems of equal J at a λ.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossing {
    /// The one that is better below λ (cheaper loss, dearer credits).
    pub a: EntrantId,
    /// The one that is better above.
    pub b: EntrantId,
    /// Where; at least 0, never −0.
    pub lambda: f64,
}

/// Where a system has the least J; both ends included.
#[derive(Debug, Clone, PartialEq)]
pub struct BestInterval {
    /// Who.
    pub system: EntrantId,
    /// From this λ.
    pub from: f64,
    /// To this one; `None` without end.
    pub to: Option<f64>,
}

/// One system as the analysis sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// Who.
    pub system: EntrantId,
    /// Loss.
    pub loss: f64,
    /// Credits / B.
    pub share: f64,
}

/// The analysis of these systems, given in the order of standings.
///
/// J = loss + λ·share is a straight line in λ for each system, so everything here follows from the two numbers: exact, without a grid of λ.
pub fn analyse(spots: &[Spot]) -> Sensitivity {
    let mut crossings = Vec::new();
    for (at, left) in spots.iter().enumerate() {
        crossings.extend(spots[at + 1..].iter().filter_map(|right| crossing(left, right)));
    }
    // A stable sort: crossings at one λ keep the order of standings.
    crossings.sort_by(|left, right| left.lambda.total_cmp(&right.lambda));
    let mut best: Vec<BestInterval> = spots.iter().filter_map(|spot| best(spot, spots)).collect();
    let end = |interval: &BestInterval| interval.to.unwrap_or(f64::INFINITY);
    best.sort_by(|left, right| left.from.total_cmp(&right.from).then(end(left).total_cmp(&end(right))));
    let layers = layers(spots);
    let is_best = |system: &EntrantId| best.iter().any(|interval| interval.system == *system);
    let unsupported = layers.first().into_iter().flatten().filter(|system| !is_best(system)).cloned().collect();
    Sensitivity { crossings, best, layers, unsupported }
}

/// λ = −(loss of a − loss of b) / (share of a − share of b). `None` where both cost the same (a pair that is equal throughout among them), or where
/// the lines meet below 0.
fn crossing(left: &Spot, right: &Spot) -> Option<Crossing> {
    // The dearer one is better below λ.
    let (a, b) = if left.share < right.share { (right, left) } else { (left, right) };
    let lambda = (b.loss - a.loss) / (a.share - b.share);
    // Equal costs divide by 0: not a finite number. Adding 0 turns −0 into 0.
    (a.share != b.share && lambda.is_finite() && 0.0 <= lambda).then(|| Crossing {
        a: a.system.clone(),
        b: b.system.clone(),
        lambda: lambda + 0.0,
    })
}

/// The λ ≥ 0 at which nobody has a smaller J. Against a cheaper system λ ≤ Δloss / Δshare, against a dearer one λ ≥ Δloss / Δshare, and one of
/// equal cost and smaller loss is better everywhere.
fn best(spot: &Spot, spots: &[Spot]) -> Option<BestInterval> {
    let (mut from, mut to) = (0.0_f64, f64::INFINITY);
    for other in spots {
        if other.share < spot.share {
            to = to.min((other.loss - spot.loss) / (spot.share - other.share));
        } else if spot.share < other.share {
            from = from.max((spot.loss - other.loss) / (other.share - spot.share));
        } else if other.loss < spot.loss {
            return None;
        }
    }
    // A lower end beyond the largest double is no λ at all.
    let found = from <= to && from.is_finite();
    found.then(|| BestInterval {
        system: spot.system.clone(),
        from: from + 0.0,
        to: to.is_finite().then_some(to + 0.0),
    })
}

/// Whether `left` is nowhere worse than `right`, and somewhere better.
fn dominates(left: &Spot, right: &Spot) -> bool {
    let nowhere_worse = left.loss <= right.loss && left.share <= right.share;
    nowhere_worse && (left.loss < right.loss || left.share < right.share)
}

/// Layer by layer: those whom nobody left dominates are taken away together.
fn layers(spots: &[Spot]) -> Vec<Vec<EntrantId>> {
    let mut left: Vec<&Spot> = spots.iter().collect();
    let mut layers = Vec::new();
    while !left.is_empty() {
        let (rest, layer): (Vec<&Spot>, Vec<&Spot>) =
            left.iter().partition(|spot| left.iter().any(|other| dominates(other, spot)));
        layers.push(layer.into_iter().map(|spot| spot.system.clone()).collect());
        left = rest;
    }
    layers
}
