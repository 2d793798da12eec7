//! The door in: which files a dataset holds, and their bytes.

pub mod snapshot;
pub mod local;
