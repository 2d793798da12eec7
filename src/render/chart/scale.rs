//! Values become places: a linear scale that holds its shape for one value, for equal values and at the ends of what a double can say.
//! It never places a number that is not finite.

/// A linear axis from `low` at `from` to `high` at `to`, in tenths of a pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: i32,
    to: i32,
}

impl Scale {
    /// The scale on which all the finite values show, with a little room at both ends; none where there is no finite value.
    pub(super) fn around(values: impl IntoIterator<Item = f64>, (from, to): (i32, i32)) -> Option<Self> {
        let (low, high) = reach(values)?;
        let room = (high / 2.0 - low / 2.0) * 0.08;
        let (low, high) = ((low - room).max(f64::MIN), (high + room).min(f64::MAX));
        Some(Self::between(low, high, (from, to)))
    }

    /// The scale whose ends are the least and the greatest of the finite values.
    pub(super) fn exactly(values: impl IntoIterator<Item = f64>, ends: (i32, i32)) -> Option<Self> {
        let (low, high) = reach(values)?;
        Some(Self::between(low, high, ends))
    }

    fn between(low: f64, high: f64, (from, to): (i32, i32)) -> Self {
        if 0.0 < high / 2.0 - low / 2.0 {
            return Self { low, high, from, to };
        }
        // One value only: it stands in the middle.
        let room = if low == 0.0 { 1.0 } else { (low.abs() * 0.1).max(f64::MIN_POSITIVE * 16.0) };
        Self { low: (low - room).max(f64::MIN), high: (high + room).min(f64::MAX), from, to }
    }

    /// The place of a value, held to the axis; none for a number that is not finite.
    pub(super) fn at(&self, value: f64) -> Option<i32> {
        if !value.is_finite() {
            return None;
        }
        // Halves, since the span of two large doubles is no double.
        let share = (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0);
        let length = f64::from(self.to) - f64::from(self.from);
        Some((f64::from(self.from) + share.clamp(0.0, 1.0) * length).round() as i32)
    }

    /// The values at its ends.
    pub(super) fn reach(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The places of both ends of an interval.
    pub(super) fn both(&self, interval: Option<(f64, f64)>) -> Option<(i32, i32)> {
        let (low, high) = interval?;
        Some((self.at(low)?, self.at(high)?))
    }

    /// Round numbers on the axis, about this many, and their decimals.
    pub(super) fn round_numbers(&self, about: u32) -> (Vec<f64>, usize) {
        let raw = self.high / f64::from(about) - self.low / f64::from(about);
        let exponent = raw.log10().floor();
        let power = 10_f64.powf(exponent);
        let (factor, step) = [1.0, 2.0, 2.5, 5.0, 10.0]
            .into_iter()
            .map(|factor| (factor, factor * power))
            .find(|(_, step)| raw <= *step * 1.0001)
            .unwrap_or((10.0, 10.0 * power));
        if !(0.0 < step && step.is_finite()) {
            return (vec![self.low, self.high], 0);
        }
        let first = (self.low / step).ceil();
        let mut numbers: Vec<f64> = (0..=about * 3)
            .map(|n| (first + f64::from(n)) * step)
            .take_while(|number| *number <= self.high)
            // Minus nought is nought on an axis.
            .map(|number| if number == 0.0 { 0.0 } else { number })
            .collect();
        numbers.dedup();
        let decimals = (-exponent + if factor == 2.5 { 1.0 } else { 0.0 } - if factor == 10.0 { 1.0 } else { 0.0 })
            .clamp(0.0, 12.0) as usize;
        (numbers, decimals)
    }
}

fn reach(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    values.into_iter().filter(|value| value.is_finite()).fold(None, |reach, value| {
        let (low, high) = reach.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    })
}

/// Where a chart makes a number into text: thousands in groups, a true minus.
pub(super) fn number(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    if 1e15 <= value.abs() || (value != 0.0 && value.abs() < 1e-9) {
        return format!("{value:.2e}").replace('-', "−");
    }
    let text = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let negative = value < 0.0 && text.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    let mut grouped = String::from(if negative { "−" } else { "" });
    for (place, digit) in whole.chars().enumerate() {
        if place != 0 && (whole.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction
}

/// A number as text with as many decimals as it takes to say it, such as a mark on an axis that a person chose.
pub(super) fn shortest(value: f64) -> String {
    let text = format!("{}", value.abs());
    number(value, text.split_once('.').map_or(0, |(_, fraction)| fraction.len()))
}
