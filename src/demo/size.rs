//! The counts and the seed of a demo.

use crate::error::{Error, Exit, Result};

/// How large a demo is, and its seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DemoSize {
    /// Tasks.
    pub tasks: usize,
    /// Days from the first run day to the last; most tasks run daily.
    pub days: usize,
    /// Systems, the reference among them.
    pub systems: usize,
    /// The seed: another one gives other values, not other files.
    pub seed: u64,
}

impl Default for DemoSize {
    fn default() -> Self {
        Self { tasks: 6, days: 40, systems: 9, seed: 1 }
    }
}

/// Days that keep every date within four digits of a year, and counts whose products stay countable.
const MOST: [(&str, usize); 3] = [("tasks", 1_000_000), ("days", 100_000), ("systems", 100_000)];

impl DemoSize {
    /// An error where a count is 0, or beyond what dates and numbers can count.
    pub(super) fn check(&self) -> Result<()> {
        for ((name, most), count) in MOST.into_iter().zip([self.tasks, self.days, self.systems]) {
            if !(1..=most).contains(&count) {
                return Err(Error::new(format!("a demo of {count} {name} cannot be made"))
                    .hint(format!("give 1 to {most} {name}"))
                    .exit(Exit::Usage));
            }
        }
        Ok(())
    }
}
