//! Scales that need not be straight: a square root where marks crowd at nought, a logarithm where values span several times the least of them.
//! Which one is decided by the numbers, and its words go into the axis' title. It never places a number that has no place on it.

use super::scale::{Scale, number, shortest};
use super::ticks::{self, Tick};

/// How an axis is bent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bend {
    /// Equal steps are equally long.
    Straight,
    /// Places follow the square root; nought is at the axis' beginning.
    Root,
    /// Places follow the logarithm.
    Log,
}

/// From this many times the least value on, an axis of positive values is logarithmic.
const SPREAD: f64 = 5.0;

/// An axis with its bend.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bent {
    bend: Bend,
    scale: Scale,
    low: f64,
    high: f64,
}

impl Bent {
    /// The axis from the first of `marks` to the last: on the square root where that sets the two closest marks further apart.
    pub(super) fn along(marks: &[f64], ends: (i32, i32)) -> Option<Self> {
        let mut marks: Vec<f64> = marks.iter().copied().filter(|mark| mark.is_finite()).collect();
        marks.sort_by(f64::total_cmp);
        let (low, high) = (*marks.first()?, *marks.last()?);
        let share = |mark: &f64| mark / high;
        let straight = closest(marks.iter().map(share));
        let root = closest(marks.iter().map(|mark| share(mark).sqrt()));
        let bend = if low == 0.0 && straight < root { Bend::Root } else { Bend::Straight };
        let scale = Scale::exactly([bend.of(low), bend.of(high)], ends)?;
        Some(Self { bend, scale, low, high })
    }

    /// The axis on which all the finite values show with a little room: logarithmic where they are positive and widely spread.
    pub(super) fn around(values: impl IntoIterator<Item = f64>, ends: (i32, i32)) -> Option<Self> {
        let values: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let bend = if 0.0 < least && least <= most / SPREAD { Bend::Log } else { Bend::Straight };
        let scale = Scale::around(values.into_iter().map(|value| bend.of(value)), ends)?;
        let (low, high) = scale.reach();
        Some(Self { bend, scale, low: bend.back(low), high: bend.back(high) })
    }

    /// How it is bent.
    pub(super) fn bend(&self) -> Bend {
        self.bend
    }

    /// The values at its ends.
    pub(super) fn reach(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Whether the value is on the axis.
    pub(super) fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The place of a value, held to the axis; none for a number that has no place on it.
    pub(super) fn at(&self, value: f64) -> Option<i32> {
        self.scale.at(self.bend.of(value))
    }

    /// About this many ticks at round numbers.
    pub(super) fn numbers(&self, about: u32) -> Vec<Tick> {
        if self.bend != Bend::Log {
            return ticks::numbers(&self.scale, about);
        }
        let numbers = self.decades(about as usize);
        // Within few decades all numbers show the same decimals; across many, each its own.
        let decimals = numbers.iter().map(|number| decimals(*number)).max().unwrap_or(0);
        let words = |value: f64| if decimals <= 2 { number(value, decimals) } else { shortest(value) };
        numbers
            .into_iter()
            .filter_map(|value| Some(Tick { at: self.at(value)?, words: words(value), below: None }))
            .collect()
    }

    /// The densest choice of round numbers within the axis that is not much denser than asked for.
    fn decades(&self, about: usize) -> Vec<f64> {
        const CHOICES: [&[u32]; 4] = [
            &[10, 12, 14, 16, 18, 20, 25, 30, 35, 40, 50, 60, 70, 80, 90],
            &[10, 15, 20, 30, 50, 70],
            &[10, 20, 50],
            &[10],
        ];
        let (first, last) = (self.low.log10().floor() as i32 - 1, self.high.log10().ceil() as i32);
        let on_axis = |digits: &[u32]| -> Vec<f64> {
            let round = |power: i32, digits: u32| format!("{digits}e{power}").parse().unwrap_or(f64::NAN);
            let all = (first..=last).flat_map(|power| digits.iter().map(move |digits| round(power, *digits)));
            all.filter(|number| self.holds(*number)).collect()
        };
        let most = about + 2;
        let single = |numbers: Vec<f64>| {
            let every = numbers.len().div_ceil(most.max(1)).max(1);
            numbers.into_iter().step_by(every).collect()
        };
        let dense = CHOICES.iter().map(|digits| on_axis(digits)).find(|numbers| numbers.len() <= most);
        dense.unwrap_or_else(|| single(on_axis(CHOICES[3])))
    }

    /// The title of the axis with its bend in words.
    pub(super) fn title(&self, words: &str) -> String {
        match self.bend {
            Bend::Straight => words.to_owned(),
            Bend::Root => format!("{words} (square-root scale)"),
            Bend::Log => format!("{words} (log scale)"),
        }
    }
}

impl Bend {
    fn of(self, value: f64) -> f64 {
        match self {
            Bend::Straight => value,
            Bend::Root => value.sqrt(),
            Bend::Log => value.ln(),
        }
    }

    fn back(self, value: f64) -> f64 {
        match self {
            Bend::Straight => value,
            Bend::Root => value * value,
            Bend::Log => value.exp().clamp(f64::MIN_POSITIVE, f64::MAX),
        }
    }
}

/// The least distance between neighbours of ascending numbers that differ.
fn closest(numbers: impl Iterator<Item = f64>) -> f64 {
    let numbers: Vec<f64> = numbers.collect();
    let gaps = numbers.windows(2).map(|pair| pair[1] - pair[0]);
    gaps.filter(|gap| 0.0 < *gap).fold(f64::INFINITY, f64::min)
}

fn decimals(value: f64) -> usize {
    let text = shortest(value);
    text.split_once('.').map_or(0, |(_, fraction)| fraction.len())
}
