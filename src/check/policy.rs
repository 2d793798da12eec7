//! The content security policy of a page: strict enough that no foreign or inline code runs, whatever a dataset says.

/// What is wrong with a policy; empty when it is strict.
pub(super) fn faults(policy: &str) -> Vec<String> {
    let directives: Vec<(String, Vec<&str>)> = policy
        .split(';')
        .filter_map(|directive| {
            let mut words = directive.split_ascii_whitespace();
            Some((words.next()?.to_ascii_lowercase(), words.collect()))
        })
        .collect();
    let mut faults = Vec::new();
    // `base-uri` and `form-action` do not fall back to `default-src`, so they must be said.
    for name in ["default-src", "base-uri", "form-action"] {
        let given = directives.iter().find(|(other, _)| other == name);
        if given.is_none_or(|(_, sources)| sources.as_slice() != ["'none'"]) {
            faults.push(format!("the policy lacks `{name} 'none'`"));
        }
    }
    for (name, sources) in &directives {
        for source in sources {
            let fine = matches!(*source, "'self'" | "'none'") || (name == "img-src" && *source == "data:");
            if !fine {
                faults.push(format!("`{name}` allows `{source}`; a page of this site needs only `'self'`"));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::faults;

    const STRICT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

    #[test]
    fn only_a_strict_policy_passes() {
        assert_eq!(faults(STRICT), Vec::<String>::new());
        for (from, to) in [
            ("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
            ("script-src 'self'", "script-src 'self' https:"),
            ("style-src 'self'", "style-src 'self' cdn.example"),
            ("script-src 'self'", "script-src data:"),
            ("default-src 'none'", "default-src 'self'"),
            ("base-uri 'none'; ", ""),
            ("; form-action 'none'", ""),
            ("font-src 'self'", "font-src *"),
        ] {
            assert_eq!(faults(&STRICT.replace(from, to)).len(), 1, "{to}");
        }
    }
}
