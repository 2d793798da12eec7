//! Markdown becomes HTML that is well-formed XML too, with its mathematics set: trusted content of a repository, or text from a dataset.

mod safe;
mod place;
mod source;
mod warn;
mod headings;
mod writer;
mod content;
mod untrusted;

pub use content::content_to_html;
pub use headings::Heading;
pub use safe::{clean, escape};
pub use source::{Trust, formulas};
pub use untrusted::{untrusted_line_to_html, untrusted_to_html};
pub use writer::Html;
