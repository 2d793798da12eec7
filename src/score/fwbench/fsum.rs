//! Sums without rounding on the way: the double nearest to the exact sum, whatever the order of the values.

/// The exact sum, rounded once to the nearest double (ties to even); NaN where a value is not finite or the sum goes beyond the largest double.
///
/// Shewchuk 1997: partial sums that do not overlap hold every bit, and are added from the largest down. 1e100 + 1 − 1e100 is 1.
pub fn fsum(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut partials: Vec<f64> = Vec::new();
    for value in values {
        let mut carried = value;
        let mut kept = 0;
        for at in 0..partials.len() {
            let (sum, error) = two_sum(carried, partials[at]);
            if error != 0.0 {
                partials[kept] = error;
                kept += 1;
            }
            carried = sum;
        }
        if !carried.is_finite() {
            return f64::NAN;
        }
        partials.truncate(kept);
        partials.push(carried);
    }
    round(&partials)
}

/// The rounded sum, and what rounding took from it: together exact.
fn two_sum(left: f64, right: f64) -> (f64, f64) {
    let (large, small) = if left.abs() < right.abs() { (right, left) } else { (left, right) };
    let sum = large + small;
    (sum, small - (sum - large))
}

fn round(partials: &[f64]) -> f64 {
    let mut rest = partials.iter().rev().copied();
    let Some(mut sum) = rest.next() else { return 0.0 };
    for partial in rest.by_ref() {
        let (rounded, error) = two_sum(sum, partial);
        sum = rounded;
        if error != 0.0 {
            // An error of exactly half a unit was rounded to even without regard to what lies below: the next partial's sign decides.
            let below = rest.next().unwrap_or(0.0);
            if (error < 0.0 && below < 0.0) || (0.0 < error && 0.0 < below) {
                let doubled = error * 2.0;
                let moved = sum + doubled;
                if moved - sum == doubled {
                    sum = moved;
                }
            }
            break;
        }
    }
    sum
}
