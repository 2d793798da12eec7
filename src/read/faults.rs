//! The faults of one file, with a bound: a hostile file can hold millions of wrong entries, and each must be counted but not each printed.

use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::id::{SystemId, TaskId};

/// Whose file it is: what every fault of the file says.
#[derive(Debug, Clone, Copy)]
pub struct Whose<'a> {
    /// Path relative to the dataset's root.
    pub path: &'a str,
    /// The task, where known.
    pub task: Option<&'a TaskId>,
    /// The system, where known.
    pub system: Option<&'a SystemId>,
}

impl Whose<'_> {
    /// A fault of this file.
    pub fn fault(&self, kind: FaultKind, place: Place, message: impl Into<String>) -> Fault {
        Fault {
            kind,
            path: self.path.to_owned(),
            place,
            message: message.into(),
            task: self.task.cloned(),
            system: self.system.cloned(),
        }
    }
}

/// Collects the faults of one file.
#[derive(Debug)]
pub struct FileFaults<'a> {
    whose: Whose<'a>,
    faults: Vec<Fault>,
    kept: [usize; 3],
    more: [usize; 3],
}

impl<'a> FileFaults<'a> {
    /// Faults of one kind that are kept of one file; the rest are summed up in one more.
    pub const KEPT: usize = 100;

    /// No fault yet.
    pub fn new(whose: Whose<'a>) -> Self {
        Self { whose, faults: Vec::new(), kept: [0; 3], more: [0; 3] }
    }

    /// Adds a fault; the message is only made when it is kept.
    pub fn add<M: Into<String>>(
        &mut self,
        kind: FaultKind,
        place: impl FnOnce() -> Place,
        message: impl FnOnce() -> M,
    ) {
        let slot = kind as usize;
        if self.kept[slot] < Self::KEPT {
            self.kept[slot] += 1;
            self.faults.push(self.whose.fault(kind, place(), message()));
        } else {
            self.more[slot] += 1;
        }
    }

    /// Everything found, with the number of those not kept.
    pub fn finish(mut self) -> Vec<Fault> {
        for kind in [FaultKind::Broken, FaultKind::Invalid, FaultKind::Warning] {
            let more = self.more[kind as usize];
            if 0 < more {
                let message =
                    format!("{more} more of this kind in this file, after the {} that are listed", Self::KEPT);
                self.faults.push(self.whose.fault(kind, Place::Whole, message));
            }
        }
        self.faults
    }
}
