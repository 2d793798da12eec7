//! `foreboard.toml` → [`Config`], parsed once: every value in it is right, every problem of the file is told at once, with its line and a caret.
//! Reads the one file and looks whether named folders exist; never opens a dataset.

mod model;
mod document;
mod keys;
mod parse;
mod scoring;
mod address;

pub use model::{Build, Citation, Config, Layout, Site, Track};
