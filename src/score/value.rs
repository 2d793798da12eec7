//! Values that may be undefined, and never without a reason; ratios that keep their sums; intervals.

use std::fmt;

/// Why a figure does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undefined {
    /// Not one pair to compute it on.
    NoPairs,
    /// The seasonal naive's summed error is 0: nothing to divide by.
    NaiveErrorZero,
    /// A divisor other than the naive's error is 0.
    DividesByZero,
    /// Fewer run days than an interval asks for.
    TooFewDays {
        /// Run days there are.
        days: usize,
        /// Run days needed.
        needed: usize,
    },
    /// The task's levels do not hold the ones the figure needs.
    LevelsMissing,
    /// Only point forecasts: no interval to cover anything.
    PointsOnly,
    /// The system is not listed, so it has no figure on the common pairs.
    NotListed,
    /// The seasonal naive is not listed, so nothing can be scaled by it.
    NaiveNotListed,
    /// Sums beyond the largest double.
    Overflow,
    /// One of the tasks has no interval.
    TaskWithoutInterval,
    /// Resampling was switched off.
    NoResamples,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPairs => f.write_str("no common pairs"),
            Self::NaiveErrorZero => f.write_str("the seasonal naive made no error, nothing to divide by"),
            Self::DividesByZero => f.write_str("nothing to divide by"),
            Self::TooFewDays { days: 1, needed } => write!(f, "1 run day: too few, {needed} needed"),
            Self::TooFewDays { days, needed } => write!(f, "{days} run days: too few, {needed} needed"),
            Self::LevelsMissing => f.write_str("the task does not ask for the levels it needs"),
            Self::PointsOnly => f.write_str("point forecasts only"),
            Self::NotListed => f.write_str("not listed"),
            Self::NaiveNotListed => f.write_str("the seasonal naive is not listed"),
            Self::Overflow => f.write_str("values too large to sum"),
            Self::TaskWithoutInterval => f.write_str("one of its tasks has none"),
            Self::NoResamples => f.write_str("resampling is switched off"),
        }
    }
}

/// A figure, or why there is none.
pub type Score = Result<f64, Undefined>;

/// `value` when it is finite, else an overflow.
pub fn finite(value: f64) -> Score {
    if value.is_finite() { Ok(value) } else { Err(Undefined::Overflow) }
}

/// The sums behind a scaled score: own error over the naive's, on the same pairs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ratio {
    /// Σ of the system's own error.
    pub own: f64,
    /// Σ of the naive's absolute error.
    pub naive: f64,
    /// How many pairs.
    pub pairs: usize,
}

impl Ratio {
    /// Adds one pair.
    pub fn add(&mut self, own: f64, naive: f64) {
        self.own += own;
        self.naive += naive;
        self.pairs += 1;
    }

    /// Own / naive; below 1 beats the seasonal naive.
    pub fn value(self) -> Score {
        if self.pairs == 0 {
            Err(Undefined::NoPairs)
        } else if !self.own.is_finite() || !self.naive.is_finite() {
            Err(Undefined::Overflow)
        } else if 0.0 < self.naive {
            finite(self.own / self.naive)
        } else {
            Err(Undefined::NaiveErrorZero)
        }
    }

    /// Own / pairs, in the target's unit.
    pub fn mean(self) -> Score {
        if self.pairs == 0 { Err(Undefined::NoPairs) } else { finite(self.own / self.pairs as f64) }
    }
}

/// A 95% interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The 2.5% point.
    pub low: f64,
    /// The 97.5% point.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies inside, ends included.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The central 95% of `replicates`; undefined where one of them is: NaN for a naive error of 0, infinite for sums too large.
    pub fn of(replicates: &[f64]) -> Result<Self, Undefined> {
        defined(replicates)?;
        let mut values = replicates.to_vec();
        Ok(Self { low: unsorted_percentile(&mut values, 0.025), high: unsorted_percentile(&mut values, 0.975) })
    }
}

/// Whether every replicate exists, or why not.
pub fn defined(replicates: &[f64]) -> Result<(), Undefined> {
    if replicates.is_empty() {
        Err(Undefined::NoResamples)
    } else if replicates.iter().any(|value| value.is_nan()) {
        Err(Undefined::NaiveErrorZero)
    } else if replicates.iter().any(|value| value.is_infinite()) {
        Err(Undefined::Overflow)
    } else {
        Ok(())
    }
}

/// The mean of finite values, without overflow on the way; NaN of nothing.
pub fn mean(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    if mean.is_infinite() { values.iter().map(|value| value / count).sum() } else { mean }
}

/// What [`percentile`] gives of the values once sorted; they are only sorted as far as needed.
fn unsorted_percentile(values: &mut [f64], p: f64) -> f64 {
    let position = (values.len() - 1) as f64 * p;
    let below = position.floor() as usize;
    let (_, &mut low, rest) = values.select_nth_unstable_by(below, f64::total_cmp);
    let high = rest.iter().copied().min_by(f64::total_cmp).unwrap_or(low);
    between(low, high, position - below as f64)
}

fn between(low: f64, high: f64, fraction: f64) -> f64 {
    low + (high - low) * fraction
}

/// The quantile of sorted values by linear interpolation (type 7 of Hyndman and Fan 1996): at position (n − 1)·p.
///
/// # Panics
/// When `sorted` is empty.
pub fn percentile(sorted: &[f64], p: f64) -> f64 {
    let position = (sorted.len() - 1) as f64 * p;
    let below = position.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    between(sorted[below], sorted[above], position - below as f64)
}

/// The median by the same interpolation; `None` of nothing.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    (!sorted.is_empty()).then(|| percentile(&sorted, 0.5))
}

/// Competition ranks, lowest value first, 1 1 3 on ties; no rank where there is no value.
pub fn ranks(values: &[Option<f64>]) -> Vec<Option<usize>> {
    let mut order: Vec<f64> = values.iter().flatten().copied().collect();
    order.sort_unstable_by(f64::total_cmp);
    let place = |value: f64| order.partition_point(|&other| other < value) + 1;
    values.iter().map(|value| value.map(place)).collect()
}

/// Spearman's rank correlation: Pearson's of the average ranks; `None` for fewer than two values or where one side is all ties.
pub fn spearman(left: &[f64], right: &[f64]) -> Option<f64> {
    let (left, right) = (average_ranks(left), average_ranks(right));
    let centre = f64::midpoint(left.len() as f64, 1.0);
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - centre) * (y - centre)).sum::<f64>();
    let spread = product(&left, &left) * product(&right, &right);
    (0.0 < spread).then(|| product(&left, &right) / spread.sqrt())
}

fn average_ranks(values: &[f64]) -> Vec<f64> {
    let mut order = values.to_vec();
    order.sort_unstable_by(f64::total_cmp);
    let place = |&value: &f64| {
        let below = order.partition_point(|&other| other < value);
        let through = order.partition_point(|&other| other <= value);
        (below + through + 1) as f64 / 2.0
    };
    values.iter().map(place).collect()
}
