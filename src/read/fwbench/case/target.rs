//! A file of actual values becomes the demand of the target day.

use jiff::tz::TimeZone;

use crate::domain::fwbench::case::Case;
use crate::domain::fwbench::contract::HOURS;
use crate::read::clock::instant;
use crate::read::fwbench::node::{Node, Notes};
use crate::read::json::shown;

/// Seconds of an hour.
pub const HOUR: i64 = 3_600;

/// The actual values of a case; `None`, with a fault, where they cannot be used.
pub fn actual(root: &Node<'_>, case: &Case, notes: &mut Notes<'_>) -> Option<[f64; HOURS]> {
    let before = notes.wrong();
    match root.text("case_id", notes) {
        Some(id) if id != case.id.as_str() => {
            root.wrong("case_id", notes, format!("is {}, the file is that of `{}`", shown(id), case.id));
        }
        None if !root.has("case_id") => root.wrong("case_id", notes, "is missing"),
        _ => {}
    }
    for key in ["actual", "timestamps"] {
        if !root.has(key) {
            root.wrong(key, notes, "is missing");
        }
    }
    let times = root.texts("timestamps", notes);
    let values = root.numbers("actual", notes);
    if let Some(times) = &times {
        if times.len() != HOURS {
            root.wrong("timestamps", notes, format!("has {} times, not {HOURS}", times.len()));
        }
        for (hour, text) in times.iter().enumerate() {
            let meant = case.target_start.as_second() + hour as i64 * HOUR;
            if instant(text, &TimeZone::UTC).map(|time| (time.as_second(), time.subsec_nanosecond()))
                != Some((meant, 0))
            {
                let message = format!("{} is not hour {hour} from {}", shown(text), case.target_start);
                root.wrong_item("timestamps", hour, notes, message);
                break;
            }
        }
    }
    let values = values?;
    let Ok(actual) = <[f64; HOURS]>::try_from(values.as_slice()) else {
        root.wrong("actual", notes, format!("has {} numbers, not {HOURS}", values.len()));
        return None;
    };
    (before == notes.wrong()).then_some(actual)
}
