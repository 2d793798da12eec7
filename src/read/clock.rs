//! RFC 3339 times and clock times become instants and civil times. Nothing here asks what time it is.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

use crate::domain::day::{Day, Instant};

const EPOCH: Date = Date::constant(1970, 1, 1);

/// The instant of an RFC 3339 time: a space may stand for the T, fractions are optional, second 60 counts as the one before it, and a time without
/// an offset is on the clock of `zone` (one that daylight saving skips moves forward, one that occurs twice is the first).
pub fn instant(text: &str, zone: &TimeZone) -> Option<Instant> {
    let day: Day = text.get(..10)?.parse().ok()?;
    let rest = &text.as_bytes()[10..];
    let [b'T' | b't' | b' ', h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = rest else {
        return None;
    };
    let (hour, minute, second) = (two(*h1, *h2, 23)?, two(*m1, *m2, 59)?, two(*s1, *s2, 60)?.min(59));
    let (nanosecond, rest) = fraction(rest)?;
    let offset = match rest {
        [] => {
            let time = Time::new(hour, minute, second, nanosecond).ok()?;
            return zone.to_ambiguous_timestamp(day.date().to_datetime(time)).compatible().ok();
        }
        [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let seconds = i64::from(two(*h1, *h2, 23)?) * 3_600 + i64::from(two(*m1, *m2, 59)?) * 60;
            if *sign == b'-' { -seconds } else { seconds }
        }
        _ => return None,
    };
    let days = i64::from(day.since(Day::from_date(EPOCH)));
    let seconds = days * 86_400 + i64::from(hour) * 3_600 + i64::from(minute) * 60 + i64::from(second);
    // Whole seconds and their fraction separately: before 1970 a fraction still counts forward.
    Instant::from_second(seconds - offset).ok()?.checked_add(jiff::SignedDuration::from_nanos(nanosecond.into())).ok()
}

/// The time of a clock that reads `HH:MM`.
pub fn clock_time(text: &str) -> Option<Time> {
    let [h1, h2, b':', m1, m2] = text.as_bytes() else {
        return None;
    };
    Time::new(two(*h1, *h2, 23)?, two(*m1, *m2, 59)?, 0, 0).ok()
}

fn two(tens: u8, ones: u8, most: i8) -> Option<i8> {
    if !(tens.is_ascii_digit() && ones.is_ascii_digit()) {
        return None;
    }
    let number = (tens - b'0') as i8 * 10 + (ones - b'0') as i8;
    (number <= most).then_some(number)
}

/// Nanoseconds (further digits are cut) and what follows the fraction.
fn fraction(text: &[u8]) -> Option<(i32, &[u8])> {
    let [b'.', digits @ ..] = text else {
        return Some((0, text));
    };
    let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if length == 0 {
        return None;
    }
    let nanosecond = (0..9).fold(0, |sum, at| {
        let digit = if at < length { digits[at] - b'0' } else { 0 };
        sum * 10 + i32::from(digit)
    });
    Some((nanosecond, &digits[length..]))
}
