//! A text → a web address that may become a link, or why it may not. Never asks the network.

/// The address, when it is an absolute `http` or `https` one without credentials, blanks, quotes or control characters.
pub(super) fn web(text: &str) -> Result<&str, &'static str> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let rest = rest.ok_or("an address starts with `https://` or `http://`")?;
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}');
    if !rest.chars().all(plain) {
        return Err("an address holds no blanks, quotes, brackets or characters beyond ASCII; encode them as %XX");
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    if authority.contains('@') {
        return Err("an address on a site carries no user name or password");
    }
    let (host, port) = authority.split_once(':').unwrap_or((authority, "80"));
    let label = |part: &str| {
        !part.is_empty()
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if !host.split('.').all(label) || port.parse::<u16>().is_err() {
        return Err("an address names a host, such as `https://example.org/`");
    }
    Ok(text)
}

/// The address of a folder: a [`web`] address without query or fragment, with a trailing slash.
pub(super) fn folder(text: &str) -> Result<String, &'static str> {
    let address = web(text)?;
    if address.contains(['?', '#']) {
        return Err("the address of a site has no query and no fragment");
    }
    Ok(format!("{}/", address.trim_end_matches('/')))
}
