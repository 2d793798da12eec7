//! Published files become figures, each with its place. What a file is follows from its keys, not from its name.

pub mod sheet;
pub mod rows;
pub mod contrasts;
pub mod file;

pub use file::sheet;
pub use sheet::{Seen, Sheet, Statement};
