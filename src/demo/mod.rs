//! A seed and a few counts → a synthetic dataset that fills every place of the "runs" layout or of a raw FWBench release, flaws included. Never claims to be real: its titles,
//! descriptions and README say that it is synthetic.

mod size;
mod random;
mod cast;
mod series;
mod forecast;
mod trajectory;
mod index;
mod task;
mod write;
mod fwbench;

pub use fwbench::{FwbenchSize, each_fwbench_file, fwbench_index, write_fwbench};
pub use size::DemoSize;
pub use task::each_file;
pub(crate) use write::refuse_filled;
pub use write::{Summary, write};
