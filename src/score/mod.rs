//! Pure scoring: a dataset becomes results. It cannot fail: what is undefined says why.

pub mod value;
pub mod crps;
pub mod naive;
pub mod grid;
pub mod common;
pub mod metric;
pub mod random;
pub mod bootstrap;
pub mod pairwise;
pub mod board;
pub mod breakdown;
pub mod continual;
pub mod replay;
pub mod robust;
pub mod suspicion;
pub mod ledger;
pub mod across;
pub mod results;
pub mod fwbench;
