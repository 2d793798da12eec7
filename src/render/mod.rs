//! How it looks: a site and its materials become a tree.

pub mod math;
pub mod markdown;
pub mod chart;
pub mod escape;
pub mod numbers;
pub mod table;
pub mod block;
pub mod template;
pub mod prose;
pub mod page;
pub mod assets;
pub mod hosting;
