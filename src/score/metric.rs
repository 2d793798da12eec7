//! The catalogue of scores: key, label, direction, decimals, formula, definition. Heads, sort order, decimals and the methods page come from here.

/// A score that pages show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metric {
    /// The name in CSV and JSON.
    pub key: &'static str,
    /// Where its definition stands on the methods page.
    pub anchor: &'static str,
    /// The head of its column.
    pub label: &'static str,
    /// Which way is better.
    pub direction: Direction,
    /// Decimals shown.
    pub decimals: u8,
    /// Its formula in TeX.
    pub tex: &'static str,
    /// One sentence.
    pub definition: &'static str,
}

/// Which way is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Lower is better.
    Lower,
    /// Higher is better.
    Higher,
    /// Nearest to a nominal value is best.
    Nominal,
    /// Neither: it describes.
    Neither,
}

impl Direction {
    /// The words shown.
    pub fn words(self) -> &'static str {
        match self {
            Self::Lower => "lower is better",
            Self::Higher => "higher is better",
            Self::Nominal => "nearest to nominal is best",
            Self::Neither => "descriptive",
        }
    }
}

/// A catalogue: a constant a metric, and all of them in the order of their methods page.
macro_rules! metrics {
    ($($name:ident = $key:literal, $label:literal, $direction:ident, $decimals:literal, $tex:literal, $definition:literal;)*) => {
        $(
            #[doc = $definition]
            pub const $name: $crate::score::metric::Metric = $crate::score::metric::Metric {
                key: $key,
                anchor: concat!("metric-", $key),
                label: $label,
                direction: $crate::score::metric::Direction::$direction,
                decimals: $decimals,
                tex: $tex,
                definition: $definition,
            };
        )*
        /// Every metric, in the order of the methods page.
        pub const ALL: &[$crate::score::metric::Metric] = &[$($name),*];
    };
}
pub(crate) use metrics;

metrics! {
    SCALED_CRPS = "scaled_crps", "Scaled CRPS", Lower, 3,
        r"\frac{\sum \mathrm{CRPS}}{\sum \lvert \hat y_{\text{naive}} - y \rvert}",
        "The primary score: summed CRPS over the summed absolute error of the seasonal naive on the same pairs; below 1 beats the seasonal naive, which scores exactly 1.";
    CRPS = "crps", "CRPS", Lower, 1,
        r"\frac{2}{K} \sum_{k=1}^{K} \rho_{\tau_k}(y - \hat q_{\tau_k}), \quad \rho_\tau(z) = z\,(\tau - \mathbf{1}\{z < 0\})",
        "The quantile approximation of the continuous ranked probability score, averaged over pairs, in the unit of the target; for a point forecast it is the absolute error.";
    SCALED_MAE = "scaled_mae", "Scaled MAE", Lower, 3,
        r"\frac{\sum \lvert \hat q_{0.5} - y \rvert}{\sum \lvert \hat y_{\text{naive}} - y \rvert}",
        "Summed absolute error of the median (or the point) over that of the seasonal naive on the same pairs.";
    MAE = "mae", "MAE", Lower, 1,
        r"\frac{1}{n} \sum \lvert \hat q_{0.5} - y \rvert",
        "Mean absolute error of the median (or the point), in the unit of the target.";
    COVERAGE_80 = "coverage_80", "80% coverage", Nominal, 0,
        r"\frac{1}{n} \sum \mathbf{1}\{\hat q_{0.1} \le y \le \hat q_{0.9}\}",
        "Share of actual values inside the central 80% interval, both ends included; a calibrated system has 80%. Point forecasts have none.";
    SHARPNESS = "sharpness", "Sharpness", Lower, 2,
        r"\frac{\sum (\hat q_{0.9} - \hat q_{0.1})}{\sum \lvert \hat y_{\text{naive}} - y \rvert}",
        "Mean width of the central 80% interval over the mean absolute error of the seasonal naive; narrower is better only at equal coverage.";
    BIAS = "below_median", "Below median", Nominal, 0,
        r"\frac{1}{n} \sum \mathbf{1}\{y < \hat q_{0.5}\}",
        "Share of actual values strictly below the median; more than half means forecasts too high, less than half too low.";
    PIT = "pit", "PIT counts", Nominal, 0,
        r"b = \#\{k : \hat q_{\tau_k} < y\}",
        "Histogram of the probability integral transform: how often the actual value falls into each of the K + 1 bins between the quantiles; an equal value belongs to the lower bin.";
    PAIRWISE_SKILL = "pairwise_skill", "Pairwise skill", Lower, 3,
        r"\theta_i = \Bigl(\prod_{j} \frac{\overline{\mathrm{CRPS}}_i}{\overline{\mathrm{CRPS}}_j}\Bigr)^{1/n}, \quad \text{shown as } \theta_i / \theta_{\text{naive}}",
        "Geometric mean, over all listed systems, of the ratio of mean CRPS on the pairs that both resolved, divided by that of the seasonal naive: a ranking that needs no common set of pairs.";
    DELTA = "delta", "δ", Lower, 3,
        r"\delta = \text{scaled CRPS}_{\text{continual}} - \text{scaled CRPS}_{\text{fresh}}",
        "Difference in scaled CRPS on the pairs that both resolved, both scaled by the naive on those pairs; below 0 favours the continual agent.";
    PROBABILITY_BETTER = "p_better", "P(better)", Neither, 2,
        r"P(\text{row better than column})",
        "Share of bootstrap resamples in which the row's score is lower than the column's, on the pairs that both resolved; ties count half.";
}
