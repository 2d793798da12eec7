//! The words for when a task runs and how far it looks ahead.

use super::number;
use crate::domain::catalogue::Task;
use crate::domain::day::RunDay;

/// "every 7 days, start 12:00, cutoff 23:00 EST (America/New_York)".
pub fn schedule_words(task: &Task, example: Option<RunDay>) -> String {
    let schedule = &task.schedule;
    let every = match schedule.every_days {
        1 => "every day".to_owned(),
        days => format!("every {days} days"),
    };
    let start = schedule.snapshot.map(|time| format!(", start {}", time.strftime("%H:%M"))).unwrap_or_default();
    let zone = example.map(|run| zone_abbreviation(task, run)).unwrap_or_default();
    let name = schedule.timezone.iana_name().unwrap_or("UTC");
    format!("{every}{start}, cutoff {}{zone} ({name})", schedule.cutoff.strftime("%H:%M"))
}

/// The zone's abbreviation on a run day, with a space before it.
pub fn zone_abbreviation(task: &Task, run: RunDay) -> String {
    let at = task.schedule.cutoff_on(run).to_zoned_datetime(task.schedule.timezone.clone());
    format!(" {}", at.strftime("%Z"))
}

/// "3, 10, 17 and 24 days ahead".
pub fn horizon_words(horizons: &[i32]) -> String {
    let consecutive = horizons.windows(2).all(|pair| pair[1] == pair[0] + 1);
    match horizons {
        [one] => format!("{} ahead", super::number::counted(usize::try_from(*one).unwrap_or(0), "day")),
        [first, .., last] if consecutive => format!("{first} to {last} days ahead"),
        all => format!("{} days ahead", number::list(&all.iter().map(ToString::to_string).collect::<Vec<_>>())),
    }
}

/// When the task runs next, in its own zone.
pub fn next_run_words(task: &Task) -> String {
    task.next_run.map_or_else(
        || "not announced".to_owned(),
        |next| next.to_zoned_datetime(task.schedule.timezone.clone()).strftime("%-d %b %Y %H:%M %Z").to_string(),
    )
}

/// The text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
