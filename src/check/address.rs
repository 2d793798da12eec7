//! Reads an address as a browser would on the strictest host: a relative link to a named file, an anchor, or something that leads out of the site.

use crate::tree::SitePath;

/// Where an address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Address {
    /// A file of the site, by its path, with an anchor where there is one.
    File(String, Option<String>),
    /// `https:`, `http:`.
    Web(String),
    /// `mailto:`.
    Mail,
    /// `data:`.
    Data,
    /// Another scheme, such as `javascript:`.
    Scheme(String),
    /// Leads to different places on different hosts; why.
    Uncertain(&'static str),
}

/// Reads an address that stands in the file at `from`.
pub(super) fn read(from: &SitePath, address: &str) -> Address {
    // Browsers drop these before they look for a scheme, so that `java\nscript:` is one.
    let address: String =
        address.trim_matches(|c: char| c <= ' ').chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    if let Some(scheme) = scheme(&address) {
        return match scheme.as_str() {
            "http" | "https" => Address::Web(address),
            "mailto" => Address::Mail,
            "data" => Address::Data,
            _ => Address::Scheme(scheme),
        };
    }
    if address.starts_with("//") || address.starts_with("\\\\") {
        return Address::Web(format!("https:{address}"));
    }
    let (rest, anchor) = match address.split_once('#') {
        Some((rest, anchor)) => (rest, decoded(anchor).filter(|anchor| !anchor.is_empty())),
        None => (address.as_str(), None),
    };
    let path = rest.split_once('?').map_or(rest, |(path, _)| path);
    if path.is_empty() {
        return if address.is_empty() {
            Address::Uncertain("the address is empty; name a file")
        } else {
            Address::File(from.as_str().to_owned(), anchor)
        };
    }
    if path.starts_with('/') {
        return Address::Uncertain(
            "an absolute path breaks under a sub-path and from disk; write it relative to this file",
        );
    }
    if path.contains('\\') {
        return Address::Uncertain("a backslash is no separator of an address; write `/`");
    }
    let Some(path) = decoded(path) else {
        return Address::Uncertain("the address has a broken `%` escape");
    };
    resolve(from, &path).map_or_else(Address::Uncertain, |path| Address::File(path, anchor))
}

fn resolve(from: &SitePath, path: &str) -> Result<String, &'static str> {
    if path.ends_with('/') || path == "." || path == ".." || path.ends_with("/.") || path.ends_with("/..") {
        return Err("a link to a folder needs a host with folder indexes; name the file, as in `index.html`");
    }
    let mut parts: Vec<&str> = from.as_str().split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" => return Err("the address has an empty part; write one `/`"),
            "." => {}
            ".." => {
                parts.pop().ok_or("the address leads above the root of the site")?;
            }
            _ => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}

/// The scheme in lower case, when the text has one.
pub(super) fn scheme(address: &str) -> Option<String> {
    let (scheme, _) = address.split_once(':')?;
    let good = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    good.then(|| scheme.to_ascii_lowercase())
}

/// The host of a web address, in lower case.
pub(super) fn host(address: &str) -> Option<String> {
    let rest = address.split_once("//")?.1;
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or(rest);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    Some(host.split(':').next().unwrap_or(host).to_ascii_lowercase())
}

fn decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if *first == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            bytes.push(if hex { u8::from_str_radix(digits, 16).ok()? } else { return None });
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}
