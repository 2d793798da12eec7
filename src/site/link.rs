//! Links: to a page of this site, or to a checked external address.

use crate::tree::SitePath;

/// Where a text leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// To a file of this site, with an anchor where there is one; written relative to the page.
    Page(SitePath, Option<String>),
    /// To another site.
    External(Url),
}

/// An address outside the site: `https:`, `http:` or `mailto:`, no white space, no control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Url(String);

impl Url {
    /// The address, when it is one that may be linked to.
    pub fn new(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        let scheme = ["https://", "http://", "mailto:"].iter().find(|scheme| lower.starts_with(**scheme))?;
        let clean = !text.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '\\'));
        (clean && scheme.len() < text.len()).then(|| Self(text.to_owned()))
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
