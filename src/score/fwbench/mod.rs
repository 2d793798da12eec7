//! FWBench: submitted plans become losses, losses become G, S and their uncertainty. Pure, and it cannot fail: what is undefined says why.

pub mod cost;
pub mod optimise;
pub mod policies;
pub mod grade;
pub mod cases;
pub mod fsum;
pub mod weights;
pub mod complete;
pub mod totals;
pub mod frame;
pub mod floors;
pub mod aggregates;
pub mod oracle;
pub mod references;
pub mod fixed;
pub mod sensitivity;
pub mod cluster;
pub mod differences;
pub mod ground;
pub mod agree_cases;
pub mod agree;
pub mod standings;
pub mod results;
pub mod metric;
