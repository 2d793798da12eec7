//! Judges the bytes of a built site, whoever made it: each file by itself ([`inspect()`]), then what files say of each other ([`conclude()`]). Finds, never
//! repairs, and knows nothing of how a page was made.

mod address;
mod agreement;
mod conclude;
mod data;
mod drawing;
mod finding;
mod inspect;
mod links;
mod manifest;
mod markup;
mod names;
mod page;
mod policy;
mod report;
mod style;
mod token;
mod weight;
mod words;

pub use agreement::disagreements;
pub use conclude::{check, conclude};
pub use finding::{Finding, Place, Severity};
pub use inspect::inspect;
pub use manifest::verify;
pub use report::Report;
