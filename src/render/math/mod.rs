//! TeX becomes HTML with its MathML twin, at build time: each distinct formula once, without a `style` attribute.

mod formulas;
mod engine;
mod styles;
mod limits;

pub use engine::{Engine, FormulaFault, Katex, VERSION};
pub use formulas::{Formula, Formulas};
pub use limits::refusal;
