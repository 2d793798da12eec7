//! The contract of a case: what shortage and surplus cost, in units of a scale, on a grid of capacities.

/// Hours of a target day.
pub const HOURS: usize = 24;
/// Capacities that a plan may choose from.
pub const STEPS: usize = 33;

/// The capacity of a step in units of the scale: round(0.4 + 0.05·k, 2), 0.40 to 2.00.
///
/// # Panics
/// When `step` is not below [`STEPS`].
pub fn capacity(step: usize) -> f64 {
    assert!(step < STEPS, "the grid has {STEPS} steps");
    // Hundredths are whole numbers, so the quotient is the double nearest to the decimal.
    (40 + 5 * step) as f64 / 100.0
}

/// What a plan is charged, and its shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    /// What `reservation` is charged on.
    pub billing: Billing,
    /// Hours that share one capacity: 1, 3 or 6.
    pub block_hours: BlockHours,
    /// Price of a unit of surplus (or of capacity).
    pub reservation: f64,
    /// Price of a unit of shortage.
    pub shortage: f64,
    /// Added price of shortage beyond the buffer.
    pub emergency: f64,
    /// The buffer.
    pub emergency_buffer: f64,
    /// Price of a unit of change between blocks.
    pub adjustment: f64,
    /// The largest change between neighbouring blocks.
    pub ramp: f64,
    /// Weight of each hour's shortage.
    pub hourly_priority: [f64; HOURS],
}

/// What the reservation price is charged on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Billing {
    /// The capacity above demand.
    Imbalance,
    /// All capacity; where a contract names no billing.
    Reservation,
}

/// Hours of a block: 1, 3 or 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockHours(usize);

impl BlockHours {
    /// The hours; `None` for any other number.
    pub fn new(hours: u64) -> Option<Self> {
        matches!(hours, 1 | 3 | 6).then_some(Self(hours as usize))
    }

    /// Hours a block.
    pub fn hours(self) -> usize {
        self.0
    }

    /// Blocks a day.
    pub fn blocks(self) -> usize {
        HOURS / self.0
    }
}

/// A checked contract.
#[derive(Debug, Clone, PartialEq)]
pub struct Contract {
    id: String,
    terms: Terms,
    unit: String,
    scale: f64,
    grid: Vec<f64>,
}

/// Why terms are no contract.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ContractError {
    /// A blank unit.
    #[error("the unit is blank")]
    Unit,
    /// The scale is not finite and above 0.
    #[error("the scale is {0}, it must be finite and above 0")]
    Scale(f64),
    /// A term is not finite.
    #[error("`{0}` is not finite")]
    Term(&'static str),
    /// Not 33 capacities.
    #[error("the capacity grid has {0} values, it must have {STEPS}")]
    GridLength(usize),
    /// A value out of place.
    #[error("the capacity grid's value {0} is {1}, not 0.4 to 2.0 times the scale in steps of 0.05")]
    Grid(usize, f64),
}

impl Contract {
    /// The contract, when the terms are finite, the scale above 0, and the grid rises from 0.4 to 2.0 times the scale (to 1e-8 + 1e-5 relative).
    pub fn new(id: String, terms: Terms, unit: String, scale: f64, grid: Vec<f64>) -> Result<Self, ContractError> {
        if unit.trim().is_empty() {
            return Err(ContractError::Unit);
        }
        if !(scale.is_finite() && 0.0 < scale) {
            return Err(ContractError::Scale(scale));
        }
        let numbers = [
            ("reservation", terms.reservation),
            ("shortage", terms.shortage),
            ("emergency", terms.emergency),
            ("emergency_buffer", terms.emergency_buffer),
            ("adjustment", terms.adjustment),
            ("ramp", terms.ramp),
        ];
        let priorities = terms.hourly_priority.iter().map(|&priority| ("hourly_priority", priority));
        if let Some((name, _)) = numbers.into_iter().chain(priorities).find(|(_, value)| !value.is_finite()) {
            return Err(ContractError::Term(name));
        }
        if grid.len() != STEPS {
            return Err(ContractError::GridLength(grid.len()));
        }
        for (step, &value) in grid.iter().enumerate() {
            let meant = capacity(step) * scale;
            let near = (value - meant).abs() <= 1e-8 + 1e-5 * meant.abs();
            let rises = step == 0 || grid[step - 1] < value;
            if !(near && rises) {
                return Err(ContractError::Grid(step, value));
            }
        }
        Ok(Self { id, terms, unit, scale, grid })
    }

    /// The contract's name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What is charged.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The unit of demand and capacities.
    pub fn unit(&self) -> &str {
        &self.unit
    }

    /// One unit of the contract's costs, in the unit of demand.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The capacities that may be submitted, in the unit of demand, ascending.
    pub fn grid(&self) -> &[f64] {
        &self.grid
    }
}
