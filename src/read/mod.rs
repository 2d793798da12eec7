//! Layouts become domain values; what cannot be parsed becomes a fault. Raw serde structs live here only.

pub mod file;
pub mod json;
pub mod clock;
pub mod faults;
pub mod texts;
pub mod digest;
pub mod runs;
pub mod fwbench;
