//! The figures of the pages: which series, in which order, in which words.

pub mod forecasts;
pub mod scores;
pub mod calibration;
