//! Untrusted texts made fit to be shown anywhere: no control characters, no length that makes a page heavy, no blank name. What is changed is said.

use crate::domain::catalogue::Catalogue;
use crate::domain::fault::{Fault, FaultKind, Place};

use super::faults::Whose;

/// The longest name, unit, label or reason, in characters.
pub const NAME: usize = 200;
/// The longest description, in characters.
pub const PROSE: usize = 60_000;

/// The text without what XML and terminals cannot show, and no longer than `most` characters; `None` where it is so already.
pub fn tidied(text: &str, most: usize) -> Option<String> {
    let odd = |c: char| (c.is_control() && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}');
    let long = text.chars().nth(most).is_some();
    if !long && !text.contains(odd) {
        return None;
    }
    let shown = text.chars().take(most).map(|c| if odd(c) { '\u{fffd}' } else { c });
    Some(shown.chain(long.then_some('…')).collect())
}

/// Makes every text of a catalogue fit to be shown; a warning for each that was changed.
pub fn tidy(catalogue: &mut Catalogue, path: &str) -> Vec<Fault> {
    let mut warnings = Vec::new();
    let mut name = |place: String, text: &mut String, fallback: &str| {
        let blank = text.trim().is_empty() && !fallback.is_empty();
        if let Some(fit) = if blank { Some(fallback.to_owned()) } else { tidied(text, NAME) } {
            let message = if blank {
                format!("the name is blank; `{fallback}` is shown")
            } else {
                format!("control characters are replaced, and what is beyond {NAME} characters is cut")
            };
            warnings.push(Whose { path, task: None, system: None }.fault(
                FaultKind::Warning,
                Place::Json(place),
                message,
            ));
            *text = fit;
        }
    };
    for (at, task) in catalogue.tasks.iter_mut().enumerate() {
        let place = |field: &str| format!("tasks[{at}].{field}");
        name(place("title"), &mut task.title, task.id.as_str());
        let fields = [
            ("unit", &mut task.unit),
            ("domain", &mut task.domain),
            ("leaf", &mut task.leaf),
            ("driver", &mut task.driver),
            ("baseline", &mut task.baseline),
        ];
        for (field, text) in fields {
            if let Some(text) = text {
                name(place(field), text, "not named");
            }
        }
    }
    for (at, system) in catalogue.systems.iter_mut().enumerate() {
        let place = |field: &str| format!("systems[{at}].{field}");
        name(place("label"), &mut system.label, system.id.as_str());
        for (field, text) in
            [("harness", &mut system.harness), ("model", &mut system.model), ("version", &mut system.version)]
        {
            if let Some(text) = text {
                name(place(field), text, "not named");
            }
        }
    }
    for (at, kind) in catalogue.kinds.iter_mut().enumerate() {
        name(format!("kinds[{at}].label"), &mut kind.label, kind.id.as_str());
        name(format!("kinds[{at}].group"), &mut kind.group, &kind.label);
    }
    for (at, domain) in catalogue.domains.iter_mut().enumerate() {
        name(format!("taxonomy.domains[{at}].name"), &mut domain.name, "not named");
        for leaf in &mut domain.leaves {
            name(format!("taxonomy.domains[{at}].leaves"), leaf, "not named");
        }
    }
    for label in catalogue.drivers.values_mut() {
        name("taxonomy.facets.driver".to_owned(), label, "not named");
    }
    for (at, exclusion) in catalogue.exclusions.iter_mut().enumerate() {
        name(format!("exclusions[{at}].reason"), &mut exclusion.reason, "");
    }
    warnings.extend(tidy_prose(catalogue, path));
    warnings
}

fn tidy_prose(catalogue: &mut Catalogue, path: &str) -> Vec<Fault> {
    let tasks = catalogue.tasks.iter_mut().map(|task| (format!("description of {}", task.id), &mut task.description));
    let systems =
        catalogue.systems.iter_mut().map(|system| (format!("description of {}", system.id), &mut system.description));
    let kinds = catalogue.kinds.iter_mut().map(|kind| (format!("text of kind {}", kind.id), &mut kind.text));
    let note = std::iter::once(("continual_note".to_owned(), &mut catalogue.continual_note));
    let mut warnings = Vec::new();
    for (place, text) in tasks.chain(systems).chain(kinds).chain(note) {
        if let Some(fit) = text.as_deref().and_then(|text| tidied(text, PROSE)) {
            let message = format!("control characters are replaced, and what is beyond {PROSE} characters is cut");
            warnings.push(Whose { path, task: None, system: None }.fault(
                FaultKind::Warning,
                Place::Json(place),
                message,
            ));
            *text = Some(fit);
        }
    }
    warnings
}
