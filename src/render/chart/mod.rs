//! Charts: a figure's facts become one SVG that knows no colour, only classes that `assets/chart.css` styles.

mod backend;
mod chains;
mod dots;
mod fan;
mod heat;
mod histogram;
pub mod inline;
mod lines;
mod panels;
mod pen;
mod reliability;
mod scale;
mod svg;
mod text;
mod ticks;

pub use heat::level as tint_level;
pub use svg::svg;
