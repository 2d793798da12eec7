//! A seed and two counts → a synthetic raw release of the Forecast Workflow Bench: episodes, targets and the runs of models good and bad. Never
//! claims to be real: its README, sources and texts say that it is synthetic. It grades nothing, so whoever grades it has something to find.

mod size;
mod hour;
mod gaps;
mod cohorts;
mod demand;
mod tariff;
mod plan;
mod scene;
mod cast;
mod garble;
mod run;
mod episode;
mod manifest;
mod files;

pub use files::{each_fwbench_file, write_fwbench};
pub use manifest::fwbench_index;
pub use size::FwbenchSize;
