//! The text of a submission becomes one number a block, or the code of its rejection (format v1 of the Forecast Workflow Bench). It undoes a fence,
//! prose around one object, and three other spellings of the same list; it never repairs JSON and never picks one of two plans.

use std::borrow::Cow;

use super::reader::{Json, Wrong, blank, number_end, value};
use crate::domain::fwbench::submission::{Decisions, Operation, Rejection, Submitted};

/// Normalises a submission for a day of `blocks` blocks, `b00` and on.
pub fn normalise(text: &[u8], blocks: usize) -> Submitted {
    let text = std::str::from_utf8(text).map_err(|_| Rejection::NontextResponse)?;
    let text = text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace()).trim_end();
    if text.is_empty() {
        return Err(Rejection::EmptyResponse);
    }
    let mut operations = Vec::new();
    let text = match fenced(text) {
        Some(body) => {
            operations.push(Operation::WholeJsonFence);
            body
        }
        None => text,
    };
    let payload = payload(text, &mut operations)?;
    decisions(&payload, blocks, operations)
}

/// What the one fence holds that is the whole text and says `json` or nothing.
fn fenced(text: &str) -> Option<&str> {
    let inside = text.strip_prefix("```")?.strip_suffix("```")?;
    if inside.contains("```") {
        return None;
    }
    let named = inside.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("json"));
    let body = if named { &inside[4..] } else { inside };
    let opens = body.chars().next().is_none_or(|c| c.is_whitespace() || matches!(c, '{' | '['));
    opens.then(|| body.trim())
}

/// The JSON that a text is, begins with, or holds once.
fn payload<'a>(text: &'a str, operations: &mut Vec<Operation>) -> Result<Json<'a>, Rejection> {
    let brackets = text.starts_with(['{', '[']);
    match value(text, 0) {
        Ok((json, end)) if end == text.len() => return Ok(json),
        Err(Wrong::DuplicateKey) if brackets => return Err(Rejection::DuplicateJsonKey),
        Err(Wrong::Nonfinite) if brackets || matches!(text, "NaN" | "Infinity" | "-Infinity") => {
            return Err(Rejection::NonfiniteJsonNumber);
        }
        Ok(_) | Err(_) => {}
    }
    let mut candidates = candidates(text)?;
    match (candidates.pop(), candidates.is_empty()) {
        (None, _) => Err(Rejection::NoCompleteJson),
        (Some(_), false) => Err(Rejection::AmbiguousCandidates),
        (Some(json), true) => {
            operations.push(Operation::UniqueJsonInText);
            Ok(json)
        }
    }
}

/// Every complete object or list of objects in a text, at most two of them; an error where a broken one speaks of decisions.
fn candidates(text: &str) -> Result<Vec<Json<'_>>, Rejection> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let starts = match bytes[at] {
            b'{' => true,
            b'[' => bytes[at + 1..].iter().find(|byte| !blank(**byte)) == Some(&b'{'),
            _ => false,
        };
        if !starts {
            at += 1;
            continue;
        }
        at = if let Ok((json, end)) = value(text, at) {
            // Two are as ambiguous as a thousand.
            if found.len() < 2 {
                found.push(json);
            }
            end
        } else {
            let end = broken_end(bytes, at);
            if ["\"decisions\"", "\"decision_id\"", "\"b00\""].iter().any(|key| text[at..end].contains(key)) {
                return Err(Rejection::MalformedDecisionCandidate);
            }
            end
        };
    }
    Ok(found)
}

/// Where a candidate ends that is not JSON: after the bracket that closes its first one, after one that closes nothing, or at the end of the text.
fn broken_end(text: &[u8], start: usize) -> usize {
    let mut closing = Vec::new();
    let mut quoted = false;
    let mut at = start;
    while at < text.len() {
        let closes = !quoted && matches!(text[at], b'}' | b']');
        if closes && (closing.pop() != Some(text[at]) || closing.is_empty()) {
            return at + 1;
        }
        match (text[at], quoted) {
            (b'\\', true) => at += 1,
            (b'"', _) => quoted = !quoted,
            (b'{', false) => closing.push(b'}'),
            (b'[', false) => closing.push(b']'),
            _ => {}
        }
        at += 1;
    }
    text.len()
}

fn decisions(payload: &Json<'_>, blocks: usize, mut operations: Vec<Operation>) -> Submitted {
    let mut values = vec![None; blocks];
    let mut repeated = false;
    let mut quoted = false;
    let mut put = |block: usize, json: &Json<'_>| -> Result<(), Rejection> {
        let (value, quotes) = number(json)?;
        quoted |= quotes;
        repeated |= values[block].replace(value).is_some();
        Ok(())
    };
    match payload {
        Json::List(records) if matches!(records.first(), Some(Json::Object(_))) => {
            operations.push(Operation::BareDecisionArray);
            each_record(records, blocks, &mut put)?;
        }
        Json::Object(fields) => {
            if let Some(decisions) = field(fields, b"decisions") {
                let Json::List(records) = decisions else {
                    return Err(Rejection::NotADecisionSubmission);
                };
                each_record(records, blocks, &mut put)?;
            } else {
                let known = fields.iter().map(|(id, json)| Some((block(id, blocks)?, json)));
                let known: Option<Vec<(usize, &Json<'_>)>> = known.collect();
                // No key stands twice, so as many known keys as blocks are all of them.
                let Some(known) = known.filter(|known| known.len() == blocks) else {
                    return Err(Rejection::NotADecisionSubmission);
                };
                operations.push(Operation::IdValueObject);
                known.into_iter().try_for_each(|(block, json)| put(block, json))?;
            }
        }
        _ => return Err(Rejection::NotADecisionSubmission),
    }
    if quoted {
        operations.push(Operation::QuotedNumericLiteral);
    }
    match values.into_iter().collect::<Option<Vec<f64>>>() {
        Some(values) if !repeated => Ok(Decisions { values, operations }),
        _ => Err(Rejection::DuplicateDecisionId),
    }
}

fn each_record(
    records: &[Json<'_>],
    blocks: usize,
    put: &mut impl FnMut(usize, &Json<'_>) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    if records.len() != blocks {
        return Err(Rejection::MissingOrExtraDecisions);
    }
    for record in records {
        let Json::Object(fields) = record else {
            return Err(Rejection::MissingDecisionFields);
        };
        let (Some(id), Some(value)) = (field(fields, b"decision_id"), field(fields, b"value")) else {
            return Err(Rejection::MissingDecisionFields);
        };
        let block = match id {
            Json::Text(id) => block(id, blocks),
            _ => None,
        };
        put(block.ok_or(Rejection::UnknownDecisionId)?, value)?;
    }
    Ok(())
}

fn field<'j, 'a>(fields: &'j [(Cow<'a, [u8]>, Json<'a>)], name: &[u8]) -> Option<&'j Json<'a>> {
    fields.iter().find(|(key, _)| **key == *name).map(|(_, value)| value)
}

/// The block of an id: `b00` is the first.
fn block(id: &[u8], blocks: usize) -> Option<usize> {
    let [b'b', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = id else {
        return None;
    };
    let block = usize::from(tens - b'0') * 10 + usize::from(ones - b'0');
    (block < blocks).then_some(block)
}

/// The number of a value, and whether it stood in quotes.
fn number(json: &Json<'_>) -> Result<(f64, bool), Rejection> {
    let (value, quoted) = match json {
        Json::Number(value) => (*value, false),
        Json::Text(literal) => {
            let digits = std::str::from_utf8(literal).ok().filter(|text| number_end(literal, 0) == Some(text.len()));
            let value = digits.and_then(|digits| digits.parse().ok()).ok_or(Rejection::NotANumericLiteral)?;
            (value, true)
        }
        _ => return Err(Rejection::NonfiniteOrNonnumericAction),
    };
    if value.is_finite() { Ok((value, quoted)) } else { Err(Rejection::NonfiniteOrNonnumericAction) }
}
