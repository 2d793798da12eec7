//! A seed and three counts → a synthetic dataset that fills every place of the "runs" layout, flaws included. Never claims to be real: its titles,
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

pub use size::DemoSize;
pub use task::each_file;
pub(crate) use write::refuse_filled;
pub use write::{Summary, write};
