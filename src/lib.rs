//! foreboard: a static-site generator and results publisher for forecasting benchmarks.
//!
//! The pipeline, each arrow one function, each stage a folder, imports only downward:
//!
//! ```text
//! Command → Config → Snapshot → Dataset → Results → Site → Tree → Findings → folder
//! ```

use std::ffi::OsString;

pub mod cli;
pub mod commands;
pub mod talk;
pub mod terminal;
pub mod pipeline;
pub mod error;
pub mod config;
pub mod domain;
pub mod source;
pub mod read;
pub mod score;
pub mod site;
pub mod materials;
pub mod render;
pub mod tree;
pub mod check;
pub mod write;
pub mod demo;
pub mod init;
#[cfg(feature = "serve")]
pub mod serve;

/// Runs the arguments of a process (the first is its name) and gives its exit code: 0 done, 1 failed, 2 wrong usage or configuration, 3 a check
/// or `--strict` found something.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let cli = match cli::Cli::of(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come here too, with exit code 0 and on standard output.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    match commands::run(cli) {
        Ok(exit) => exit as u8,
        Err(error) => {
            eprint!("{}", error::Report(&error));
            error.exit_code() as u8
        }
    }
}
