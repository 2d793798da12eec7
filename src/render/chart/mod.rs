//! Charts: a figure's facts become one SVG that knows no colour, only classes that `assets/chart.css` styles.

mod backend;
mod bend;
mod chains;
mod curves;
mod dots;
mod ends;
mod fan;
mod heat;
mod histogram;
pub mod inline;
mod labels;
mod lines;
mod panels;
mod pen;
mod plane;
mod reliability;
mod scale;
mod steps;
mod svg;
mod text;
mod ticks;
mod winners;

pub use heat::level as tint_level;
pub use svg::svg;
