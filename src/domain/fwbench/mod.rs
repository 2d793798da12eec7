//! The vocabulary of the Forecast Workflow Bench: cases, contracts, plans, credits, submissions, outcomes, and what was published of them.

pub mod lambda;
pub mod credits;
pub mod case;
pub mod contract;
pub mod plan;
pub mod submission;
pub mod episode;
pub mod entrant;
pub mod outcome;
pub mod published;
pub mod release;
