//! Crossings, best intervals and layers, against sweeps that know nothing of lines.

use foreboard::domain::fwbench::entrant::EntrantId;
use foreboard::score::fwbench::sensitivity::{BestInterval, Crossing, Sensitivity, Spot, analyse};
use proptest::prelude::*;

use super::aggregation::entrant_id;

fn spot(name: &str, loss: f64, share: f64) -> Spot {
    Spot { system: entrant_id(name, "full"), loss, share }
}

fn spots(points: &[(f64, f64)]) -> Vec<Spot> {
    points.iter().enumerate().map(|(at, (loss, share))| spot(&format!("s{at}"), *loss, *share)).collect()
}

fn named(sensitivity: &Sensitivity) -> Vec<(String, f64, Option<f64>)> {
    sensitivity.best.iter().map(|best| (best.system.to_string(), best.from, best.to)).collect()
}

#[test]
fn a_small_plane_by_hand() {
    // a: no credits; b: dear and good; c: between, but above the line from a to b; d: dominated by a.
    let plane = [spot("a", 0.5, 0.0), spot("b", 0.25, 1.0), spot("c", 0.4375, 0.5), spot("d", 0.5, 0.25)];
    let found = analyse(&plane);
    let best = |name: &str, from, to| (name.to_owned(), from, to);
    // a and b: 0.25 = λ·1.
    assert_eq!(named(&found), [best("b", 0.0, Some(0.25)), best("a", 0.25, None)]);
    let names: Vec<Vec<String>> =
        found.layers.iter().map(|layer| layer.iter().map(ToString::to_string).collect()).collect();
    assert_eq!(names, [vec!["a", "b", "c"], vec!["d"]]);
    assert_eq!(found.unsupported, [entrant_id("c", "full")]);
    let crossings: Vec<(String, String, f64)> = found
        .crossings
        .iter()
        .map(|crossing| (crossing.a.to_string(), crossing.b.to_string(), crossing.lambda))
        .collect();
    let meet = |a: &str, b: &str, lambda| (a.to_owned(), b.to_owned(), lambda);
    // a and d lose alike and meet at 0; of c and d the dearer one is better below (0.5 − 0.4375)/0.25.
    let expected = [
        meet("d", "a", 0.0),
        meet("c", "a", 0.125),
        meet("a", "b", 0.25),
        meet("c", "d", 0.25),
        meet("b", "d", 1.0 / 3.0),
        meet("b", "c", 0.375),
    ];
    let expected =
        expected.map(
            |(a, b, lambda)| {
                if (a.as_str(), b.as_str()) == ("a", "b") { meet("b", "a", lambda) } else { (a, b, lambda) }
            },
        );
    assert_eq!(crossings, expected);
}

#[test]
fn edges() {
    // The same point twice: no crossing, both best, in one layer.
    let twins = analyse(&spots(&[(0.5, 0.5), (0.5, 0.5)]));
    assert_eq!((twins.crossings.len(), twins.best.len(), twins.layers.len()), (0, 2, 1));
    // Equal cost: no crossing, and the worse one is never best.
    let same_cost = analyse(&spots(&[(0.5, 0.5), (0.25, 0.5)]));
    assert_eq!(same_cost.crossings, []);
    assert_eq!(named(&same_cost), [("s1".to_owned(), 0.0, None)]);
    // Equal loss: they meet at 0 (never −0), where the dominated one is best too.
    for plane in [[(0.5, 0.0), (0.5, 1.0)], [(0.5, 1.0), (0.5, 0.0)]] {
        let equal_loss = analyse(&spots(&plane));
        let Crossing { lambda, .. } = equal_loss.crossings[0];
        assert!(lambda == 0.0 && lambda.is_sign_positive());
        assert!(equal_loss.best.iter().any(|best| best.to == Some(0.0)));
        assert!(equal_loss.best.iter().all(|best| best.from.is_sign_positive()));
        assert_eq!(equal_loss.layers.len(), 2);
    }
    // A dominated pair would meet below 0.
    assert_eq!(analyse(&spots(&[(0.5, 0.5), (0.25, 0.25)])).crossings, []);
    // Three lines through one point: the middle one is best in that point alone.
    let point = analyse(&spots(&[(0.0, 1.0), (0.25, 0.5), (0.5, 0.0)]));
    let middle = BestInterval { system: entrant_id("s1", "full"), from: 0.5, to: Some(0.5) };
    assert!(point.best.contains(&middle));
    assert_eq!(point.unsupported, []);
    assert_eq!(analyse(&[]), Sensitivity::default());
    // Too large to subtract: no infinite λ.
    let large = analyse(&spots(&[(f64::MAX, 0.0), (-f64::MAX, 1.0)]));
    assert!(large.crossings.iter().all(|crossing| crossing.lambda.is_finite()));
    assert!(large.best.iter().all(|best| best.from.is_finite() && best.to.is_none_or(f64::is_finite)));
}

/// Who has the least J at a λ.
fn best_at(plane: &[Spot], lambda: f64) -> usize {
    let value = |spot: &Spot| spot.loss + lambda * spot.share;
    (0..plane.len()).min_by(|&left, &right| value(&plane[left]).total_cmp(&value(&plane[right]))).unwrap()
}

/// Holds an analysis against a sweep of λ.
pub fn check_by_sweep(plane: &[Spot], found: &Sensitivity, sweep: impl Iterator<Item = f64>) {
    let slack = 1e-12;
    for lambda in sweep {
        let least = &plane[best_at(plane, lambda)];
        let best = found.best.iter().find(|best| best.system == least.system).expect("the best one has an interval");
        assert!(best.from - slack <= lambda && best.to.is_none_or(|to| lambda <= to + slack), "{lambda} {best:?}");
    }
    for crossing in &found.crossings {
        let of = |system: &EntrantId| plane.iter().find(|spot| spot.system == *system).unwrap();
        let (a, b) = (of(&crossing.a), of(&crossing.b));
        let value = |spot: &Spot, lambda: f64| spot.loss + lambda * spot.share;
        let scale = 1.0 + value(a, crossing.lambda).abs();
        assert!((value(a, crossing.lambda) - value(b, crossing.lambda)).abs() <= 1e-9 * scale);
        assert!(value(a, crossing.lambda + 1.0) > value(b, crossing.lambda + 1.0), "b is better above");
    }
    for best in &found.best {
        let own = plane.iter().find(|spot| spot.system == best.system).unwrap();
        let middle = best.to.map_or(best.from + 1.0, |to| f64::midpoint(best.from, to));
        let least = &plane[best_at(plane, middle)];
        assert!(own.loss + middle * own.share <= least.loss + middle * least.share + slack);
    }
    assert_eq!(found.layers.iter().map(Vec::len).sum::<usize>(), plane.len());
    let layer = |spot: &Spot| found.layers.iter().position(|layer| layer.contains(&spot.system)).unwrap();
    for spot in plane {
        // The longest chain of dominating systems above it, layer by layer: somebody of the layer before dominates it.
        let dominators = plane.iter().filter(|other| {
            other.loss <= spot.loss && other.share <= spot.share && (other.loss, other.share) != (spot.loss, spot.share)
        });
        let deepest = dominators.map(|other| layer(other) + 1).max().unwrap_or(0);
        assert_eq!(layer(spot), deepest);
    }
}

proptest! {
    #[test]
    fn planes_of_any_shape(points in prop::collection::vec((0_u32..40, 0_u32..20), 1..14)) {
        let points: Vec<(f64, f64)> = points.iter().map(|(loss, share)| (f64::from(*loss) / 16.0, f64::from(*share) / 32.0)).collect();
        let plane = spots(&points);
        let found = analyse(&plane);
        check_by_sweep(&plane, &found, (0..400).map(|step| f64::from(step) * 0.173));
        let crossing = |a: usize, b: usize| {
            let ((la, ca), (lb, cb)) = (points[a], points[b]);
            let lambda = -(la - lb) / (ca - cb);
            ca != cb && lambda >= 0.0
        };
        let count = (0..points.len()).flat_map(|a| (a + 1..points.len()).map(move |b| (a, b))).filter(|(a, b)| crossing(*a, *b)).count();
        prop_assert_eq!(found.crossings.len(), count);
        prop_assert!(found.crossings.is_sorted_by(|left, right| left.lambda <= right.lambda));
    }
}
