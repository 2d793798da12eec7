//! A preview on this machine: builds, serves the output folder on the loopback address, builds anew when a source changes and tells open browsers. The files
//! on disk stay as they are published; nothing is served to other machines.

mod events;
mod files;
mod server;
mod watch;

pub use server::{Options, Server, serve, start};
