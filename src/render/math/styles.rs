//! `style` attributes become classes, since the content security policy of the site forbids the former; the classes make one style sheet.
//!
//! Never changes how a formula looks: a rule of the sheet wins against every selector of KaTeX's own sheet, as the attribute did.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::engine::FormulaFault;

/// Every distinct style value met so far, by the class that replaces it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Styles {
    values: BTreeMap<String, String>,
}

impl Styles {
    /// Moves the `style` attributes of `html` into classes.
    pub(super) fn lift(&mut self, html: &str) -> Result<String, FormulaFault> {
        let mut lifted = String::with_capacity(html.len());
        let mut rest = html;
        // KaTeX escapes `<` in text and attributes, and `"` in attributes: a `<` opens a tag and the next `>` outside quotes closes it.
        while let Some(start) = rest.find('<') {
            lifted.push_str(&rest[..start]);
            let length = tag_length(&rest[start..]);
            let (tag, after) = rest[start..].split_at(length);
            self.lift_tag(tag, &mut lifted)?;
            rest = after;
        }
        lifted.push_str(rest);
        Ok(lifted)
    }

    /// The style sheet, rules in the order of class names.
    pub(super) fn sheet(&self) -> String {
        let mut sheet = String::new();
        for (class, value) in &self.values {
            let declarations: Vec<String> = value
                .split(';')
                .filter(|one| !one.trim().is_empty())
                .map(|one| format!("{}!important", one.trim()))
                .collect();
            writeln!(sheet, ".{class}{{{}}}", declarations.join(";")).expect("a string takes every write");
        }
        sheet
    }

    fn lift_tag(&mut self, tag: &str, lifted: &mut String) -> Result<(), FormulaFault> {
        let Some((before, value, after)) = attribute(tag, "style") else {
            lifted.push_str(tag);
            return Ok(());
        };
        let class = self.class(value)?;
        let bare = format!("{before}{after}");
        if let Some((before, classes, after)) = attribute(&bare, "class") {
            // The attribute is put back where it stood; `before` and `after` lack only it.
            write!(lifted, "{before} class=\"{classes} {class}\"{after}").expect("a string takes every write");
        } else {
            write!(lifted, "{before} class=\"{class}\"{after}").expect("a string takes every write");
        }
        Ok(())
    }

    fn class(&mut self, value: &str) -> Result<String, FormulaFault> {
        // Lengths, colours and keywords only: nothing that could end the rule, load a file or open a comment.
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':' | ';' | '#' | '%' | ' ' | ',');
        if !value.chars().all(plain) {
            return Err(FormulaFault {
                message: format!("its style `{value}` is not one that may become a class"),
                at: None,
            });
        }
        let digest = Sha256::digest(value.as_bytes());
        let mut class = "k".to_owned();
        // 48 bits: among a thousand styles, two meet once in half a billion sites.
        for byte in &digest[..6] {
            write!(class, "{byte:02x}").expect("a string takes every write");
        }
        self.values.insert(class.clone(), value.to_owned());
        Ok(class)
    }
}

/// Bytes of the tag at the start of `html`, brackets included.
fn tag_length(html: &str) -> usize {
    let mut quote = None;
    for (at, byte) in html.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return at + 1,
            (b'"' | b'\'', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    html.len()
}

/// What stands before an attribute of a tag, its value, and what follows. KaTeX quotes attributes of HTML with `"`, of drawings with `'`.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let mut start = tag.find(' ')?;
    loop {
        let (key, rest) = tag[start + 1..].split_once('=')?;
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, after) = rest[1..].split_once(quote)?;
        if key.trim_start() == name {
            return Some((&tag[..start], value, after));
        }
        start = tag.len() - after.len();
        if !after.starts_with(' ') {
            return None;
        }
    }
}
