//! The text of every number, in one place: templates and charts never round.

use crate::domain::day::Day;
use crate::score::value::{Interval, Score, Undefined};

/// What stands where a value is missing; its reason stands beside it.
pub const MISSING: &str = "–";

/// A number with so many decimals, thousands apart, a true minus sign, never "−0".
pub fn fixed(value: f64, decimals: u8) -> String {
    if !value.is_finite() {
        return MISSING.to_owned();
    }
    if 1e15 <= value.abs() {
        return format!("{value:.2e}").replace('-', "−");
    }
    let plain = format!("{:.*}", usize::from(decimals), value.abs());
    let (whole, fraction) =
        plain.split_once('.').map_or((plain.as_str(), None), |(whole, fraction)| (whole, Some(fraction)));
    let mut text = String::with_capacity(plain.len() + 4);
    if value < 0.0 && plain.bytes().any(|byte| byte.is_ascii_digit() && byte != b'0') {
        text.push('−');
    }
    for (position, digit) in whole.chars().enumerate() {
        if 0 < position && (whole.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// A number in the target's unit with about three significant digits, as values of that size are read.
pub fn magnitude(value: f64) -> String {
    fixed(value, decimals_for(value))
}

/// Decimals that leave about three significant digits.
pub fn decimals_for(value: f64) -> u8 {
    match value.abs() {
        size if 100.0 <= size || size == 0.0 || !size.is_finite() => 0,
        size if 10.0 <= size => 1,
        size if 1.0 <= size => 2,
        size if 0.1 <= size => 3,
        size if 0.01 <= size => 4,
        _ => 6,
    }
}

/// A share in per cent.
pub fn percent(share: f64, decimals: u8) -> String {
    format!("{}%", fixed(share * 100.0, decimals))
}

/// A count, thousands apart.
pub fn count(number: usize) -> String {
    fixed(number as f64, 0)
}

/// A count with its noun: "1 pair", "2 pairs".
pub fn counted(number: usize, noun: &str) -> String {
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) if !noun.ends_with("ay") => format!("{} {stem}ies", count(number)),
        _ => format!("{} {noun}s", count(number)),
    }
}

/// "[0.49, 0.66]".
pub fn interval(interval: Interval, decimals: u8) -> String {
    format!("[{}, {}]", fixed(interval.low, decimals), fixed(interval.high, decimals))
}

/// "0.571 [0.490, 0.660]", without the bracket where there is no interval.
pub fn with_interval(value: f64, of: Result<Interval, Undefined>, decimals: u8) -> String {
    match of {
        Ok(of) => format!("{} {}", fixed(value, decimals), interval(of, decimals)),
        Err(_) => fixed(value, decimals),
    }
}

/// The text of a score, or the dash.
pub fn score(score: Score, decimals: u8) -> String {
    score.map_or_else(|_| MISSING.to_owned(), |value| fixed(value, decimals))
}

/// "2 (1–4)"; without the bracket where the rank has no interval.
pub fn rank(rank: usize, interval: Option<(usize, usize)>) -> String {
    interval.map_or_else(|| rank.to_string(), |(low, high)| format!("{rank} ({low}–{high})"))
}

/// "28 Nov 2026".
pub fn day(day: Day) -> String {
    day.date().strftime("%-d %b %Y").to_string()
}

/// A list in words: "A", "A and B", "A, B and C".
pub fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
