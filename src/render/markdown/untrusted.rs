//! Text of a dataset becomes HTML that cannot act, load, lead astray or break the page around it. Whatever is refused is shown as text, with
//! a warning; never an error, since anyone may have written it.

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

use super::safe::{clean, escape};
use super::source::{Trust, events};
use super::writer::{Dresser, Html, html, write};
use crate::render::math::{Formula, Formulas, refusal};

// A description is a few paragraphs: more source than this is shown as plain text.
const LONGEST_SOURCE: usize = 64 * 1024;

// A thousand plain characters make a third of this.
const LARGEST_FORMULA: usize = 40 * 1024;

// Lists and quotations within one another.
const DEEPEST: usize = 24;

/// A dataset's text as blocks of HTML. `origin` names the text in warnings, such as "`tasks.json`: description of `x`".
pub fn untrusted_to_html(text: &str, origin: &str, formulas: &Formulas) -> Html {
    render(text, origin, formulas, false)
}

/// A dataset's text within a line, for table cells and labels: no paragraphs, lists or tables; blocks follow one another after a space.
pub fn untrusted_line_to_html(text: &str, origin: &str, formulas: &Formulas) -> Html {
    render(text, origin, formulas, true)
}

fn render(text: &str, origin: &str, formulas: &Formulas, line: bool) -> Html {
    let text = clean(text);
    if LONGEST_SOURCE < text.len() {
        return as_source(&text, origin, line, &format!("it has {} bytes, more than {LONGEST_SOURCE}", text.len()));
    }
    // Text in paragraphs grows a little, formulas much: 20 bytes for each byte of source is more than any honest text needs.
    let most = 64 * 1024 + 20 * text.len();
    let mut warnings = Vec::new();
    let mut dresser = Dresser::for_dataset();
    let mut depth = 0_usize;
    let mut deepest = 0_usize;
    let mut dressed = Vec::new();
    for (event, _) in events(&text, Trust::Untrusted) {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
        let event = match event {
            Event::InlineMath(tex) => set(&Formula::inline(tex.as_ref()), origin, formulas, &mut warnings),
            Event::DisplayMath(tex) => {
                let formula = Formula { tex: tex.to_string(), display: !line };
                set(&formula, origin, formulas, &mut warnings)
            }
            other if line => flat(harmless(other)),
            other => harmless(other),
        };
        dressed.push(dresser.dress(event));
    }
    if DEEPEST < deepest {
        return as_source(&text, origin, line, &format!("it is nested {deepest} deep, more than {DEEPEST}"));
    }
    let Some(page) = write(dressed.into_iter(), most) else {
        return as_source(&text, origin, line, &format!("it would make more than {most} bytes of HTML"));
    };
    let refused = dresser.refused.iter().map(|address| {
        format!(
            "{origin}: the link to `{}` is left out, only https, http and mailto addresses are linked",
            shortened(address)
        )
    });
    warnings.extend(refused);
    let page = if line { page.trim().to_owned() } else { page };
    Html { html: page, headings: Vec::new(), warnings }
}

/// The event without what could act or break the outline.
fn harmless(event: Event<'_>) -> Event<'_> {
    match event {
        // A paragraph in weight: the outline of the page belongs to the page.
        Event::Start(Tag::Heading { .. }) => html("<p><strong>"),
        Event::End(TagEnd::Heading(_)) => html("</strong></p>\n"),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        // The alternative text stands for the image.
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => Event::Text(CowStr::from("")),
        // The language of a fence would become a class of its author's choice.
        Event::Start(Tag::CodeBlock(_)) => html("<pre><code>"),
        Event::End(TagEnd::CodeBlock) => html("</code></pre>\n"),
        other => other,
    }
}

/// The event within a line.
fn flat(event: Event<'_>) -> Event<'_> {
    match event {
        inline @ (Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
        | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link)
        | Event::Text(_)
        | Event::Code(_)) => inline,
        _ => Event::Text(CowStr::from(" ")),
    }
}

fn set<'a>(formula: &Formula, origin: &str, formulas: &Formulas, warnings: &mut Vec<String>) -> Event<'a> {
    let reason = match refusal(&formula.tex) {
        Some(reason) => reason,
        None => match formulas.html(formula) {
            Ok(set) if set.len() <= LARGEST_FORMULA => return html(set.to_owned()),
            Ok(set) => format!("it makes {} bytes of HTML, more than {LARGEST_FORMULA}", set.len()),
            Err(fault) => fault.message,
        },
    };
    warnings.push(format!("{origin}: the formula `{}` is shown as its source: {reason}", shortened(&formula.tex)));
    let dollars = if formula.display { "$$" } else { "$" };
    html(format!("<code class=\"formula-source\">{dollars}{}{dollars}</code>", escape(&formula.tex)))
}

fn as_source(text: &str, origin: &str, line: bool, reason: &str) -> Html {
    let shown: String = text.chars().take(LONGEST_SOURCE / 4).collect();
    let rest = if shown.len() < text.len() { " …" } else { "" };
    let shown = escape(&shown);
    let html =
        if line { format!("{shown}{rest}") } else { format!("<pre class=\"text-source\">{shown}{rest}</pre>\n") };
    let cut = if rest.is_empty() { "" } else { ", cut" };
    Html {
        html,
        headings: Vec::new(),
        warnings: vec![format!("{origin}: the text is shown as its source{cut}: {reason}")],
    }
}

fn shortened(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    if start.len() < text.len() { format!("{start}…") } else { start }
}
