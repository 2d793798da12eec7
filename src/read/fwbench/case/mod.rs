//! The raw files of one case: its contract, what came true, what the menu is rebuilt from, and each model's run.

pub mod contract;
pub mod target;
pub mod history;
pub mod menu;
pub mod run;
