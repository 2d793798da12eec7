//! Who stands in a release: models by pool, and fixed policies.

use std::fmt;

use super::super::id::{PoolId, SystemId};

/// A model in one pool. Results of two pools never share a table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId {
    /// The model with its configuration, or a fixed policy.
    pub model: SystemId,
    /// The pool it ran in.
    pub pool: PoolId,
}

impl EntrantId {
    /// Whether it ran with every forecast on offer.
    pub fn is_full(&self) -> bool {
        self.pool.as_str() == FULL
    }
}

impl fmt::Display for EntrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_full() { self.model.fmt(f) } else { write!(f, "{} ({})", self.model, self.pool) }
    }
}

/// The pool with every forecast on offer; where nothing else is said.
pub const FULL: &str = "full";

/// One row of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Entrant {
    /// Who.
    pub id: EntrantId,
    /// The name shown.
    pub label: String,
    /// What it is.
    pub role: Role,
    /// Its size group, for a model that has one.
    pub group: Option<Group>,
    /// The model without its configuration, where the release tells them apart.
    pub base: Option<SystemId>,
    /// Whether it thinks before it answers, where the release says so.
    pub thinking: Option<bool>,
}

/// What an entrant is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A language model: ranked.
    Model,
    /// A fixed policy: shown apart, never ranked; it takes part in crossings, best intervals and Pareto layers.
    Policy,
}

/// The groups of the upstream board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Local, at least 10 billion parameters in all.
    LargerLocal,
    /// Local, under 10 billion.
    Small,
    /// Hosted.
    Hosted,
}

impl Group {
    /// The group of upstream's number: 0, 1 or 2.
    pub fn of(number: u64) -> Option<Self> {
        [Self::LargerLocal, Self::Small, Self::Hosted].get(usize::try_from(number).ok()?).copied()
    }

    /// The word shown.
    pub fn word(self) -> &'static str {
        match self {
            Self::LargerLocal => "Larger local",
            Self::Small => "SLM",
            Self::Hosted => "LLM",
        }
    }
}
