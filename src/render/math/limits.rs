//! Which formulas of a dataset are not even tried: those that define macros, load or link something, move ink out of their place, or grow
//! without measure. Never sets a formula.

// Long enough for any formula in a task description, short enough that the costliest of this length is set quickly.
const LONGEST: usize = 1_000;

// Braces, environments and fences open at once.
const DEEPEST: usize = 12;

// Cells and rows of arrays: each becomes half a kilobyte of HTML.
const CELLS: usize = 60;

// Commands: the costliest expand to a dozen boxes each.
const COMMANDS: usize = 150;

// KaTeX has no defence against macros that double at each step, so nothing that defines or delays a token passes.
const DEFINING: &[&str] = &[
    "def",
    "edef",
    "gdef",
    "xdef",
    "let",
    "futurelet",
    "global",
    "long",
    "newcommand",
    "renewcommand",
    "providecommand",
    "csname",
    "endcsname",
    "expandafter",
    "noexpand",
    "catcode",
    "char",
    "input",
    "include",
    "require",
    "newenvironment",
    "renewenvironment",
    "DeclareMathOperator",
];

const LOADING: &[&str] = &["includegraphics", "href", "url"];

// Ink outside its own box could cover the page around the formula.
const MOVING: &[&str] = &[
    "kern", "mkern", "hskip", "mskip", "hspace", "raisebox", "rule", "above", "genfrac", "llap", "rlap", "clap",
    "mathllap", "mathrlap", "mathclap", "smash", "vcenter", "Huge", "huge", "LARGE", "Large",
];

/// Why a formula from a dataset is not set, where that is so.
pub fn refusal(tex: &str) -> Option<String> {
    let length = tex.chars().count();
    if LONGEST < length {
        return Some(format!("it has {length} characters, more than the {LONGEST} that a dataset's formula may have"));
    }
    let (mut commands, mut cells, mut depth) = (0_usize, 0_usize, 0_usize);
    let mut rest = tex;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '&' => cells += 1,
            '\\' => {
                commands += 1;
                let name_length = rest.bytes().take_while(|b| b.is_ascii_alphabetic() || *b == b'@').count();
                let name = &rest[..name_length];
                match name {
                    "" => {
                        let symbol = rest.chars().next()?;
                        rest = &rest[symbol.len_utf8()..];
                        if symbol == '\\' {
                            cells += 1;
                            if starts_length(rest) {
                                return Some(
                                    "it sets the height of a row, which a dataset's formula may not".to_owned(),
                                );
                            }
                        }
                        continue;
                    }
                    "begin" | "left" => depth += 1,
                    "end" | "right" => depth = depth.saturating_sub(1),
                    "cr" | "newline" => {
                        cells += 1;
                        if starts_length(&rest[name_length..]) {
                            return Some("it sets the height of a row, which a dataset's formula may not".to_owned());
                        }
                    }
                    _ => {}
                }
                if DEFINING.contains(&name)
                    || LOADING.contains(&name)
                    || MOVING.contains(&name)
                    || name.starts_with("html")
                    || name.contains('@')
                {
                    return Some(format!("it uses `\\{name}`, which a dataset's formula may not"));
                }
                rest = &rest[name_length..];
            }
            _ => {}
        }
        if DEEPEST < depth {
            return Some(format!("it is nested more than {DEEPEST} deep"));
        }
    }
    let too_many = |what: &str, count: usize, most: usize| {
        (most < count).then(|| format!("it has {count} {what}, more than the {most} that a dataset's formula may have"))
    };
    too_many("commands", commands, COMMANDS).or_else(|| too_many("cells and rows", cells, CELLS))
}

fn starts_length(rest: &str) -> bool {
    rest.trim_start().trim_start_matches('*').trim_start().starts_with('[')
}
