//! The layout "runs": an index, truth, histories, and one file a submission become a dataset.

pub mod variants;
pub mod place;
pub mod index;
pub mod catalogue;
pub mod plan;
pub mod table;
pub mod truth;
pub mod raw;
pub mod submission;
pub mod unit;
pub mod assemble;

pub use assemble::assemble;
pub use place::has_index;
pub use plan::{Limits, Plan, Unit, plan};
pub use unit::{UnitReading, read_unit};
