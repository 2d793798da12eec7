//! What to say: results become pages as plain data. Nothing here knows HTML.

pub mod number;
pub mod mark;
pub mod link;
pub mod table;
pub mod figure;
pub mod page;
pub mod schedule;
pub mod track;
pub mod accounts;
pub mod plan;
pub mod home;
pub mod task;
pub mod boards;
pub mod charts;
pub mod run_day;
pub mod system;
pub mod continual;
pub mod compare;
pub mod methods;
pub mod data;
pub mod changes;
pub mod not_found;
pub mod feed;
pub mod export;
