//! The series of an episode becomes its visible history: hour after hour without a gap, ending at the last visible one.

use jiff::tz::TimeZone;

use super::target::HOUR;
use crate::domain::day::Instant;
use crate::domain::fwbench::episode::{HISTORY, History};
use crate::read::clock::instant;
use crate::read::fwbench::table::cells::decimal;
use crate::read::json::shown;

/// The history in a table `timestamp,value`, which must end at `last` where that is known; or what is wrong, with the line.
pub fn history(text: &str, last: Option<Instant>) -> Result<History, (u32, String)> {
    let mut lines = text.lines().zip(1_u32..);
    let header = lines.next().map_or("", |(line, _)| line.trim());
    if header != "timestamp,value" {
        return Err((1, format!("the header is {}, not `timestamp,value`", shown(header))));
    }
    let mut start: Option<Instant> = None;
    let mut values = Vec::with_capacity(HISTORY);
    for (line, number) in lines {
        if line.trim().is_empty() {
            continue;
        }
        let (time, value) = line.split_once(',').ok_or_else(|| (number, "has no comma".to_owned()))?;
        let time = time.trim();
        let moment = instant(time, &TimeZone::UTC).filter(|moment| moment.subsec_nanosecond() == 0);
        let moment = moment.ok_or_else(|| (number, format!("{} is not a whole hour", shown(time))))?;
        let first = *start.get_or_insert(moment);
        if moment.as_second() != first.as_second() + values.len() as i64 * HOUR {
            return Err((number, format!("{} is not the hour after the one before", shown(time))));
        }
        let value =
            decimal(value).ok_or_else(|| (number, format!("{} is not a finite number", shown(value.trim()))))?;
        values.push(value);
        if HISTORY < values.len() {
            return Err((number, format!("has more than {HISTORY} hours")));
        }
    }
    let Some(start) = start.filter(|_| values.len() == HISTORY) else {
        return Err((1, format!("has {} hours, not {HISTORY}", values.len())));
    };
    let end = start.as_second() + (HISTORY as i64 - 1) * HOUR;
    match last {
        Some(last) if last.as_second() != end => {
            Err((HISTORY as u32 + 1, format!("the last hour is not {last}, the last visible one of the index")))
        }
        _ => Ok(History { start, values }),
    }
}

/// The mean of a history.
pub fn mean(history: &History) -> f64 {
    history.values.iter().sum::<f64>() / history.values.len() as f64
}
