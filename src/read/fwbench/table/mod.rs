//! Tables of per-case outcomes and menus, as CSV or as lines of JSON.

pub mod cells;
pub mod outcomes;
pub mod menu;
