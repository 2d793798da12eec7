//! The tariff of a release: the 42 published prices in credits, and what a call costs by them.

/// Credits that one case may spend.
pub(super) const BUDGET: u64 = 113_726;
/// The name of the price list.
pub(super) const PROFILE: &str = "three-tsfm-cpu-v1-a5a6b0e4403b572c";
/// What a credit is.
pub(super) const UNIT: &str = "reference CPU microsecond credits; native marginal quantile calls";
/// The digest of what the prices were measured by.
pub(super) const EVIDENCE: &str = "a5a6b0e4403b572cd55509fa79341281bbdddbb767de5674702aff6d4239aadd";

const HORIZONS: [u32; 6] = [24, 64, 96, 192, 240, 336];

/// Model, context limit, and the price for each horizon limit.
const PRICES: [(Seller, u32, [u64; 6]); 7] = [
    (Seller::Bolt, 96, [7_273, 7_344, 21_854, 35_426, 48_499, 93_987]),
    (Seller::Bolt, 336, [8_452, 8_452, 26_108, 46_595, 69_541, 127_481]),
    (Seller::Chronos2, 96, [86_752, 103_806, 113_726, 113_726, 113_726, 113_726]),
    (Seller::Chronos2, 336, [86_752, 103_806, 113_726, 113_726, 113_726, 116_839]),
    (Seller::TimesFm, 96, [1_181_871, 1_187_691, 1_187_691, 1_187_691, 1_187_691, 1_187_691]),
    (Seller::TimesFm, 336, [1_181_871, 1_187_691, 1_187_691, 1_187_691, 1_187_691, 1_187_691]),
    (Seller::Seasonal, 336, [400, 1_027, 1_588, 3_065, 3_756, 5_206]),
];

/// Whose forecasts can be bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seller {
    Bolt,
    Chronos2,
    TimesFm,
    Seasonal,
}

impl Seller {
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Bolt => "chronos_bolt_tiny_quantiles",
            Self::Chronos2 => "chronos2_quantiles",
            Self::TimesFm => "timesfm25_quantiles",
            Self::Seasonal => "seasonal_empirical_quantiles",
        }
    }
}

/// One price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) seller: Seller,
    pub(super) context_limit: u32,
    pub(super) horizon_limit: u32,
    pub(super) credits: u64,
}

/// Every price, by model, context and horizon.
pub(super) fn cells() -> impl Iterator<Item = Cell> {
    PRICES.into_iter().flat_map(|(seller, context_limit, prices)| {
        let row = HORIZONS.into_iter().zip(prices);
        row.map(move |(horizon_limit, credits)| Cell { seller, context_limit, horizon_limit, credits })
    })
}

/// The price of a call: the first cell that reaches far enough, as they stand from short to long.
pub(super) fn quote(seller: Seller, context: u32, horizon: u32) -> Option<Cell> {
    cells().find(|cell| cell.seller == seller && context <= cell.context_limit && horizon <= cell.horizon_limit)
}
