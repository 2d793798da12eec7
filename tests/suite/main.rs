//! The one test binary; a file a stem.

mod bootstrap;
mod chart;
mod check;
mod cli;
mod config;
mod demo;
mod fwbench;
mod golden;
mod hostile;
mod imports;
mod markdown;
mod read;
mod reference;
mod score;
mod serve;
mod site;
mod write;
