//! One formula becomes HTML with its MathML twin, or a fault with its place. The only file that knows KaTeX.
//!
//! Never trusts a formula: `\href`, `\htmlData`, `\includegraphics` and their kin are faults, whoever wrote them.

use super::formulas::Formula;

/// The version of KaTeX whose markup the engine writes; the style sheet and fonts beside the site must be of the same.
pub const VERSION: &str = katex::KATEX_VERSION;

// No colour has this name, so it can only come from KaTeX marking a command that it refuses.
const REFUSED: &str = "refused-by-katex";

// Macro expansions a formula may need: far above any written by hand, far below what hurts.
const EXPANSIONS: i32 = 500;

// No length in a formula may exceed this many em.
const LARGEST_EM: f64 = 40.0;

/// Why a formula cannot be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormulaFault {
    /// The reason, in lower case.
    pub message: String,
    /// Characters before the culprit, counted from the start of the TeX source.
    pub at: Option<usize>,
}

/// Whatever sets formulas.
pub trait Engine {
    /// The formula as HTML with its MathML twin.
    fn html(&self, formula: &Formula) -> Result<String, FormulaFault>;
}

/// KaTeX in its own small script engine, one a thread.
#[derive(Debug, Clone, Copy)]
pub struct Katex;

impl Engine for Katex {
    fn html(&self, formula: &Formula) -> Result<String, FormulaFault> {
        let fault = |message: String, at| FormulaFault { message, at };
        let options = katex::Opts::builder()
            .display_mode(formula.display)
            .output_type(katex::OutputType::HtmlAndMathml)
            .throw_on_error(true)
            .error_color(REFUSED)
            .max_size(Some(LARGEST_EM))
            .max_expand(Some(EXPANSIONS))
            .trust(false)
            .build()
            .map_err(|cause| fault(format!("katex takes no such options: {cause}"), None))?;
        let html = katex::render_with_opts(&formula.tex, &options).map_err(|error| explain(&error, &formula.tex))?;
        if html.contains("katex-error") || html.contains(REFUSED) {
            return Err(fault(
                "a command in it is not allowed, such as `\\href` or `\\includegraphics`".to_owned(),
                None,
            ));
        }
        Ok(html)
    }
}

/// Takes KaTeX's message out of the wrappings of the script engine, and its position out of the message.
fn explain(error: &katex::Error, tex: &str) -> FormulaFault {
    let (katex::Error::JsInitError(detail) | katex::Error::JsExecError(detail) | katex::Error::JsValueError(detail)) =
        error
    else {
        return FormulaFault { message: error.to_string(), at: None };
    };
    let detail = unescape(detail.strip_prefix("String(\"").and_then(|rest| rest.strip_suffix("\")")).unwrap_or(detail));
    let detail = detail.strip_prefix("ParseError: ").unwrap_or(&detail);
    let detail = detail.strip_prefix("KaTeX parse error: ").unwrap_or(detail);
    if detail.contains("stack overflow") {
        return FormulaFault { message: "it is nested too deeply".to_owned(), at: None };
    }
    let (message, at) = match detail.split_once(" at position ") {
        Some((message, rest)) => {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            (message, digits.parse::<usize>().ok().map(|position| characters_before(tex, position.saturating_sub(1))))
        }
        None => match detail.split_once(" at end of input") {
            Some((message, _)) => (message, Some(tex.chars().count())),
            None => (detail, None),
        },
    };
    // KaTeX underlines the culprit with a combining mark, which terminals set badly.
    FormulaFault { message: lower_first(&message.replace('\u{332}', "")), at }
}

/// Undoes the quoting of Rust's debug output.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        match rest.next() {
            Some('n') => plain.push('\n'),
            Some('t') => plain.push('\t'),
            Some('r') => plain.push('\r'),
            Some('u') => {
                let code: String = rest.by_ref().skip_while(|c| *c == '{').take_while(|c| *c != '}').collect();
                plain.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
            }
            Some(other) => plain.push(other),
            None => plain.push('\\'),
        }
    }
    plain
}

/// The script engine counts UTF-16 units; a reader counts characters.
fn characters_before(tex: &str, units: usize) -> usize {
    let mut seen = 0;
    tex.chars()
        .take_while(|c| {
            let before = seen < units;
            seen += c.len_utf16();
            before
        })
        .count()
}

fn lower_first(message: &str) -> String {
    let mut rest = message.chars();
    rest.next().map_or_else(String::new, |first| first.to_lowercase().chain(rest).collect())
}
