//! Every published figure against ours.
//!
//! Tolerance: 1e-9·max(1, |published|), since published files differ among themselves by some 1e-14 of their values; nothing for counts. Where ours
//! rests on menus, 5e-5·max(1, |published|): upstream's hindsight menu came from other forecast runs than its leaderboard, so no menu rebuilds it to
//! the last digit.

use super::agree_cases::compare_cases;
use super::ground::Ground;
use crate::domain::fwbench::published::{PublishedFigure, PublishedInterval};

/// Every published figure with its status.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Agreement {
    /// The figures, in the order of their keys.
    pub figures: Vec<Checked>,
    /// Published intervals: their rule is not public, so they are shown as published.
    pub intervals: Vec<PublishedInterval>,
    /// Figures of single cases that need no line of their own: those that differ stand among `figures`, the rest is only counted here.
    pub counted: Counts,
}

/// A published figure with its status.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// As published.
    pub published: PublishedFigure,
    /// What became of it.
    pub status: Status,
}

/// What became of a published figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Status {
    /// Recomputed, and equal within the tolerance.
    Equal {
        /// Ours.
        ours: f64,
        /// |ours − published| allowed.
        tolerance: f64,
    },
    /// Recomputed, and different.
    Different {
        /// Ours.
        ours: f64,
        /// |ours − published| allowed.
        tolerance: f64,
    },
    /// An input at this depth: others are computed from it.
    PublishedOnly,
    /// It follows from files that are not at hand.
    NotRecomputable,
}

/// How many figures have each status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Recomputed and equal.
    pub equal: usize,
    /// Recomputed and different.
    pub different: usize,
    /// Published only, the ends of published intervals among them.
    pub published_only: usize,
    /// Not recomputable from the files at hand.
    pub not_recomputable: usize,
}

impl Agreement {
    /// How many figures have each status.
    pub fn counts(&self) -> Counts {
        let mut counts = self.counted;
        for figure in &self.figures {
            counts.add(figure.status);
        }
        counts.published_only += 2 * self.intervals.len();
        counts
    }
}

impl Counts {
    /// Counts one figure more.
    pub fn add(&mut self, status: Status) {
        *match status {
            Status::Equal { .. } => &mut self.equal,
            Status::Different { .. } => &mut self.different,
            Status::PublishedOnly => &mut self.published_only,
            Status::NotRecomputable => &mut self.not_recomputable,
        } += 1;
    }
}

/// Allowed difference of recomputed figures, relative to 1 or to the published value, whichever is larger.
pub const TOLERANCE: f64 = 1e-9;
/// The same for figures that rest on menus rebuilt here.
pub const MENU_TOLERANCE: f64 = 5e-5;

/// What a figure is compared with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Ours {
    /// Our own, and the relative tolerance.
    Computed(f64, f64),
    /// A published figure that others are computed from: this one, or the first of several of the same meaning.
    Input(f64),
    /// Not to be had from the files at hand.
    Missing,
}

/// Every published figure of a release with its status.
pub(super) fn agreement(ground: &Ground) -> Agreement {
    let published = &ground.release.published;
    let check = |figure: &PublishedFigure| {
        let key = &figure.key;
        let first = || published.value(&key.subject, key.quantity).unwrap_or(figure.value);
        let status = match ground.ours(&key.subject, key.quantity) {
            Ours::Computed(ours, unit) => compared(figure.value, ours, unit),
            Ours::Input(used) => repeated(figure.value, used, Status::PublishedOnly),
            Ours::Missing => repeated(figure.value, first(), Status::NotRecomputable),
        };
        Checked { published: figure.clone(), status }
    };
    let mut agreement = Agreement {
        figures: published.figures.iter().map(check).collect(),
        intervals: published.intervals.clone(),
        counted: Counts::default(),
    };
    compare_cases(ground, &mut agreement);
    agreement
}

/// A figure against ours.
pub(super) fn compared(published: f64, ours: f64, unit: f64) -> Status {
    let tolerance = unit * published.abs().max(1.0);
    if (ours - published).abs() <= tolerance {
        Status::Equal { ours, tolerance }
    } else {
        Status::Different { ours, tolerance }
    }
}

/// A figure that is not recomputed can still contradict another place of the same meaning; it never agrees with itself.
fn repeated(published: f64, used: f64, otherwise: Status) -> Status {
    match compared(published, used, TOLERANCE) {
        Status::Equal { .. } => otherwise,
        different => different,
    }
}
