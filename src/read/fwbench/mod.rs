//! The layout "fwbench": settings, an index of cases, published figures, tables of outcomes, and raw episodes become a benchmark.

pub mod place;
pub mod reader;
pub mod submission;
pub mod tree;
pub mod node;
pub mod settings;
pub mod index;
pub mod published;
pub mod table;
pub mod case;
pub mod entrants;
pub mod parameters;
pub mod progress;
pub mod release;
pub mod manifest;
pub mod survey;
pub mod raw;
pub mod plan;
mod roots;
pub mod unit;
mod runs;
pub mod assemble;

pub use assemble::assemble;
pub use place::recognises;
pub use plan::{Limits, Plan, Unit, plan};
pub use submission::normalise;
pub use unit::{UnitReading, read_unit};
