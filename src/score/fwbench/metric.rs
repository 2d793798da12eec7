//! The catalogue of the Forecast Workflow Bench's figures, in the form of the one for live forecasts. Heads, decimals and the methods page come from
//! here. Sums run over the cases i with their frozen weights w.

use crate::score::metric::metrics;

metrics! {
    GAP = "gap", "G", Lower, 6,
        r"G(\lambda) = \sum_i w_i \Bigl( \ell_i + \lambda \frac{s_i}{B} - \min_{p \,:\, s_{ip} \le B} \bigl( \ell_{ip} + \lambda \frac{s_{ip}}{B} \bigr) \Bigr)",
        "What the plans cost beyond the best affordable plan that each case's menu offers in hindsight; it may be negative, and is never clipped.";
    SCORE = "score", "S", Lower, 6,
        r"S = \frac{1}{2} \sum_i w_i \Bigl( \frac{\ell_i - F_i}{\sigma_{d(i)}} + \frac{s_i}{B} \Bigr)",
        "The mean of two shares: loss beyond the floor in units of the domain's scale σ, and credits in units of the budget; perfect demand for no credits has 0.";
    LOSS = "loss", "Loss", Lower, 6,
        r"L = \sum_i w_i \ell_i",
        "Weighted mean of what an hour of the plan costs in units of the contract's scale: surplus, shortage by priority and adjustment; an invalid plan stays in the mean with a penalty.";
    CREDITS = "credits", "Credits", Lower, 1,
        r"C = \sum_i w_i s_i",
        "Weighted mean of the credits that a case spent on forecasts; the language model's own cost is not among them.";
    OBJECTIVE = "objective", "J", Lower, 6,
        r"J(\lambda) = L + \lambda \frac{C}{B}",
        "Loss plus credits, where λ is what the whole budget B weighs against loss; at one λ, ranking by J is ranking by G.";
    NORMALIZED_EXCESS = "normalized_excess", "Normalised excess", Lower, 6,
        r"\sum_i w_i \frac{\ell_i - F_i}{\sigma_{d(i)}}",
        "Loss beyond the floor in units of the domain's scale σ: one half of it is the first part of S.";
    BUDGET_FRACTION = "budget_fraction", "Budget share", Lower, 6,
        r"\frac{C}{B}",
        "Credits as a share of the budget: one half of it is the second part of S.";
    FLOOR = "floor", "Floor", Neither, 6,
        r"F = \sum_i w_i \min_{\text{plans}} \ell_i",
        "The least loss of any feasible plan, found with the demand known; it is the same for every model, and above 0 in general.";
    EXCESS_LOSS = "excess_loss", "Loss over floor", Lower, 6,
        r"L - F",
        "Loss beyond what a perfect forecast would have lost on the same cases.";
    VALID = "valid", "Valid", Higher, 0,
        r"\#\{i : \text{the plan of } i \text{ is valid}\}",
        "A plain count of cases whose plan names every block once, lies on the grid and keeps the ramp.";
    CASE_WEIGHTED_LOSS = "case_weighted_loss", "Case-weighted loss", Lower, 6,
        r"\frac{1}{n} \sum_{i=1}^{n} \ell_i",
        "The plain mean loss over all cases, as a check on what the cohort weights do.";
}
