//! A set of formulas becomes a read-only map to their HTML, and the one style sheet that all of them need.
//!
//! Every distinct formula is set once, on the calling thread, since each thread would pay the start of the engine again. Never asks where a
//! formula came from: what a dataset may not write is decided before, by [`refusal`](super::limits::refusal).

use std::collections::{BTreeMap, BTreeSet};

use super::engine::{Engine, FormulaFault, Katex};
use super::styles::Styles;

/// A formula as written, without its dollars.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formula {
    /// The TeX source.
    pub tex: String,
    /// On a line of its own, in display style.
    pub display: bool,
}

impl Formula {
    /// A formula within a line.
    pub fn inline(tex: impl Into<String>) -> Self {
        Self { tex: tex.into(), display: false }
    }

    /// A formula on a line of its own.
    pub fn display(tex: impl Into<String>) -> Self {
        Self { tex: tex.into(), display: true }
    }
}

/// Formulas with their HTML, or with the reason why they cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Formulas {
    rendered: BTreeMap<Formula, Result<String, FormulaFault>>,
    styles: Styles,
}

impl Formulas {
    /// Sets every formula with KaTeX.
    pub fn render(formulas: BTreeSet<Formula>) -> Self {
        Self::render_with(&Katex, formulas)
    }

    /// Sets every formula with the given engine.
    pub fn render_with(engine: &impl Engine, formulas: BTreeSet<Formula>) -> Self {
        let mut styles = Styles::default();
        let rendered = formulas
            .into_iter()
            .map(|formula| {
                let html = engine.html(&formula).and_then(|html| styles.lift(&html));
                (formula, html)
            })
            .collect();
        Self { rendered, styles }
    }

    /// The HTML of a formula, or why it has none. A formula outside the set is a fault as well.
    pub fn html(&self, formula: &Formula) -> Result<&str, FormulaFault> {
        match self.rendered.get(formula) {
            Some(Ok(html)) => Ok(html),
            Some(Err(fault)) => Err(fault.clone()),
            None => {
                Err(FormulaFault { message: "the formula was not collected before rendering".to_owned(), at: None })
            }
        }
    }

    /// The style sheet of all formulas: one class for each distinct value of the `style` attributes that KaTeX wrote.
    pub fn stylesheet(&self) -> String {
        self.styles.sheet()
    }

    /// How many distinct formulas.
    pub fn len(&self) -> usize {
        self.rendered.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rendered.is_empty()
    }
}
