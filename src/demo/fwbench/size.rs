//! The counts and the seed of a synthetic FWBench release.

use crate::error::{Error, Exit, Result};

/// How large a synthetic FWBench release is, and its seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FwbenchSize {
    /// Cases: 4 to 1,251, so that each of the four cohorts has one; from 8 on each has both leads.
    pub cases: usize,
    /// Models: the first seven each have a character of their own.
    pub models: usize,
    /// The seed: another one gives other values, not other files.
    pub seed: u64,
}

/// Cases of the whole release.
pub(super) const ALL_CASES: usize = 1_251;

impl Default for FwbenchSize {
    fn default() -> Self {
        Self { cases: 24, models: 5, seed: 1 }
    }
}

impl FwbenchSize {
    /// An error where a count is out of range.
    pub(super) fn check(&self) -> Result<()> {
        for (name, count, least, most) in [("cases", self.cases, 4, ALL_CASES), ("models", self.models, 1, 1_000)] {
            if !(least..=most).contains(&count) {
                return Err(Error::new(format!("a release of {count} {name} cannot be made"))
                    .hint(format!("give {least} to {most} {name}"))
                    .exit(Exit::Usage));
            }
        }
        Ok(())
    }
}
