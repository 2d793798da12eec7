//! A system's sign: colour, shape and dash. It follows the system, never its rank, and colour is never the only sign.

use std::collections::BTreeMap;

use crate::domain::catalogue::{Catalogue, System};
use crate::domain::id::{KindId, SystemId};

/// How a system looks on every page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Which of the [`Mark::HUES`] colours: `--s0` … in the style sheet.
    pub hue: u8,
    /// The marker's shape.
    pub shape: Shape,
    /// The pattern of its lines.
    pub dash: Dash,
}

impl Mark {
    /// How many colours the style sheet gives to systems.
    pub const HUES: u8 = 24;
}

/// A marker's shape: kinds differ by shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Filled circle: agents and a dataset's own kinds.
    Disc,
    /// Filled square.
    Square,
    /// Filled triangle.
    Triangle,
    /// Diamond: the expert.
    Diamond,
    /// Ring: TSFMs.
    Ring,
    /// Cross: the reference.
    Cross,
}

/// A line's pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dash {
    /// Unbroken.
    Solid,
    /// Long dashes.
    Long,
    /// Short dashes.
    Short,
    /// Dots.
    Dots,
}

/// The signs of a dataset's systems: each keeps its own when systems are added behind it.
pub fn marks(catalogue: &Catalogue) -> BTreeMap<SystemId, Mark> {
    let mut within: BTreeMap<&KindId, usize> = BTreeMap::new();
    let mut marks = BTreeMap::new();
    for system in &catalogue.systems {
        let order = within.entry(&system.kind).or_default();
        let kind = catalogue.kinds.iter().position(|kind| kind.id == system.kind).unwrap_or(0);
        marks.insert(system.id.clone(), mark(system, kind, *order));
        *order += 1;
    }
    marks
}

/// Steps between the first colours of two kinds: prime to the number of colours, so that kinds spread over the circle.
const KIND_STEP: usize = 7;

fn mark(system: &System, kind: usize, order: usize) -> Mark {
    let hues = usize::from(Mark::HUES);
    let shape = match system.kind.as_str() {
        "agent" => Shape::Disc,
        "expert" => Shape::Diamond,
        "tsfm" => Shape::Ring,
        "reference" => Shape::Cross,
        _ => [Shape::Disc, Shape::Square, Shape::Triangle][kind % 3],
    };
    let dash = if system.is_reference() {
        Dash::Short
    } else {
        [Dash::Solid, Dash::Long, Dash::Dots, Dash::Short][(order / hues) % 4]
    };
    Mark { hue: ((order + kind * KIND_STEP) % hues) as u8, shape, dash }
}
