//! Puts a built site on disk: under a lock, beside the former site, synced, then swapped in by one rename, so that a failure or a kill at any point leaves
//! the former site byte for byte. Also reads a folder back. Never edits a file in place, never replaces what it did not make.

mod guard;
mod lock;
mod read_back;
mod swap;
mod work;

pub use lock::{Lock, lock};
pub use read_back::read_back;
pub use swap::swap_in;
