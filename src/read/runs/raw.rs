//! The text of one submission becomes its fields as written, in one pass and without a tree of values; what they mean is decided in
//! [`super::submission`].

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::variants::{Aliased, EntryField, SubmissionField, entry_field, level, submission_field};
use crate::domain::day::TargetDay;
use crate::domain::quantile::Level;
use crate::read::json::{DEPTH, JsonError, Keys, MaybeNumber, MaybeText, Text, Unused, duplicate, read, shown};

/// The fields of a submission as written.
#[derive(Debug, Default)]
pub struct Raw<'de> {
    /// `system`
    pub system: Option<Cow<'de, str>>,
    /// `run_day`
    pub run_day: Option<Cow<'de, str>>,
    /// `submitted_at`
    pub submitted_at: Option<Cow<'de, str>>,
    /// `status`
    pub status: Option<Cow<'de, str>>,
    /// `levels`
    pub levels: Option<Vec<Level>>,
    /// `forecasts`: absent or null is `None`.
    pub entries: Option<Vec<RawEntry<'de>>>,
}

/// One forecast as written.
#[derive(Debug)]
pub struct RawEntry<'de> {
    /// Its key, where forecasts are an object.
    pub key: Option<Cow<'de, str>>,
    /// `target_date`, where it is a day.
    pub target: Target<'de>,
    /// `quantiles`
    pub quantiles: Option<RawQuantiles>,
    /// `point`
    pub point: Option<f64>,
    /// `levels`
    pub levels: Option<Vec<Level>>,
}

/// The day of a forecast as written.
#[derive(Debug)]
pub enum Target<'de> {
    /// Not given.
    Absent,
    /// Given.
    Day(TargetDay),
    /// Given, but no day.
    Unreadable(Cow<'de, str>),
}

/// Where the quantiles of a forecast stand among [`Values`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RawQuantiles {
    /// An object: each value with its level.
    Keyed(Range<usize>),
    /// A list: the levels are given elsewhere.
    Listed(Range<usize>),
}

/// All values of one submission in the order written; kept from file to file, so that a forecast costs no allocation.
#[derive(Debug, Default)]
pub struct Values {
    /// Level (where keyed by it) and value (where not null).
    pub values: Vec<(Option<Level>, Option<f64>)>,
}

/// Reads a submission; `values` is cleared first.
pub fn raw<'de>(text: &'de str, values: &mut Values) -> Result<Raw<'de>, JsonError> {
    values.values.clear();
    read(text, SubmissionObject(values))
}

// A seed for each kind of object, with the store for its values.
struct SubmissionObject<'v>(&'v mut Values);
struct EntryList<'v>(&'v mut Values);
struct EntryObject<'v>(&'v mut Values);
struct QuantileObject<'v>(&'v mut Values);

impl<'de> DeserializeSeed<'de> for SubmissionObject<'_> {
    type Value = Raw<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for SubmissionObject<'_> {
    type Value = Raw<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `forecasts`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let values = self.0;
        let mut seen = Seen::default();
        let (mut run_day, mut submitted_at, mut levels) = (Aliased::default(), Aliased::default(), Aliased::default());
        let mut raw = Raw::default();
        while let Some(key) = object.next_key_seed(Text)? {
            let Some((field, rank)) = submission_field(&key) else {
                seen.unknown(key)?;
                object.next_value_seed(Unused(2))?;
                continue;
            };
            seen.known(field as u8, rank, &key)?;
            match field {
                SubmissionField::System => raw.system = object.next_value_seed(MaybeText)?,
                SubmissionField::RunDay => run_day.offer(rank, object.next_value_seed(MaybeText)?),
                SubmissionField::SubmittedAt => submitted_at.offer(rank, object.next_value_seed(MaybeText)?),
                SubmissionField::Status => raw.status = object.next_value_seed(MaybeText)?,
                SubmissionField::Levels => levels.offer(rank, object.next_value_seed(MaybeLevels)?),
                SubmissionField::Forecasts => {
                    raw.entries = object.next_value_seed(EntryList(&mut *values))?;
                }
            }
        }
        (raw.run_day, raw.submitted_at, raw.levels) = (run_day.take(), submitted_at.take(), levels.take());
        Ok(raw)
    }
}

impl<'de> DeserializeSeed<'de> for EntryList<'_> {
    type Value = Option<Vec<RawEntry<'de>>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for EntryList<'_> {
    type Value = Option<Vec<RawEntry<'de>>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of forecasts, or an object keyed by target date")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element_seed(EntryObject(&mut *self.0))? {
            entries.push(entry);
        }
        Ok(Some(entries))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        let mut keys = Keys::default();
        while let Some(key) = object.next_key_seed(Text)? {
            keys.add(key.clone())?;
            let mut entry = object.next_value_seed(EntryObject(&mut *self.0))?;
            entry.key = Some(key);
            entries.push(entry);
        }
        Ok(Some(entries))
    }
}

impl<'de> DeserializeSeed<'de> for EntryObject<'_> {
    type Value = RawEntry<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for EntryObject<'_> {
    type Value = RawEntry<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `target_date` and `quantiles` or `point`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let values = self.0;
        let mut seen = Seen::default();
        let (mut target, mut point, mut levels) = (Aliased::default(), Aliased::default(), Aliased::default());
        let mut quantiles = None;
        while let Some(key) = object.next_key_seed(Text)? {
            let Some((field, rank)) = entry_field(&key) else {
                seen.unknown(key)?;
                object.next_value_seed(Unused(4))?;
                continue;
            };
            seen.known(field as u8, rank, &key)?;
            match field {
                EntryField::Target => target.offer(rank, object.next_value_seed(MaybeText)?),
                EntryField::Point => point.offer(rank, object.next_value_seed(MaybeNumber)?),
                EntryField::Levels => levels.offer(rank, object.next_value_seed(MaybeLevels)?),
                EntryField::Quantiles => {
                    quantiles = object.next_value_seed(QuantileObject(&mut *values))?;
                }
            }
        }
        let target = target.take().map_or(Target::Absent, Target::new);
        Ok(RawEntry { key: None, target, quantiles, point: point.take(), levels: levels.take() })
    }
}

impl<'de> Target<'de> {
    /// The day in a text.
    pub fn new(text: Cow<'de, str>) -> Self {
        text.parse().map_or(Self::Unreadable(text), Self::Day)
    }
}

impl<'de> DeserializeSeed<'de> for QuantileObject<'_> {
    type Value = Option<RawQuantiles>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for QuantileObject<'_> {
    type Value = Option<RawQuantiles>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object keyed by level, or a list in the order of the levels")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let start = self.0.values.len();
        while let Some(value) = list.next_element_seed(MaybeNumber)? {
            self.0.values.push((None, value));
        }
        Ok(Some(RawQuantiles::Listed(start..self.0.values.len())))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let values = &mut self.0.values;
        let start = values.len();
        let mut highest = None;
        while let Some(level) = object.next_key_seed(LevelKey)? {
            // Levels mostly ascend; only where they do not, an earlier one can be the same.
            if Some(level) <= highest && values[start..].iter().any(|(earlier, _)| *earlier == Some(level)) {
                return Err(de::Error::custom(format!("the level {level} occurs twice")));
            }
            highest = highest.max(Some(level));
            let value = object.next_value_seed(MaybeNumber)?;
            values.push((Some(level), value));
        }
        Ok(Some(RawQuantiles::Keyed(start..values.len())))
    }
}

/// A quantile level as text or number.
struct LevelKey;

impl<'de> DeserializeSeed<'de> for LevelKey {
    type Value = Level;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for LevelKey {
    type Value = Level;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a quantile level")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Level, E> {
        level(text).ok_or_else(|| E::custom(format!("{} is not a quantile level between 0 and 1", shown(text))))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Level, E> {
        Level::new(number).ok_or_else(|| E::custom(format!("`{number}` is not a quantile level between 0 and 1")))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Level, E> {
        self.visit_f64(number as f64)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Level, E> {
        self.visit_f64(number as f64)
    }
}

/// A list of different levels in any order, or null.
pub struct MaybeLevels;

impl<'de> DeserializeSeed<'de> for MaybeLevels {
    type Value = Option<Vec<Level>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for MaybeLevels {
    type Value = Option<Vec<Level>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of quantile levels")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut levels = Vec::new();
        while let Some(level) = list.next_element_seed(LevelKey)? {
            if levels.contains(&level) {
                return Err(de::Error::custom(format!("the level {level} occurs twice")));
            }
            levels.push(level);
        }
        Ok(Some(levels))
    }
}

/// The keys of an object with known fields.
#[derive(Default)]
struct Seen<'de> {
    known: u64,
    others: Keys<'de>,
}

impl<'de> Seen<'de> {
    fn known<E: de::Error>(&mut self, field: u8, rank: u8, key: &str) -> Result<(), E> {
        let bit = 1_u64 << (field * 4 + rank);
        if self.known & bit != 0 {
            return Err(duplicate(key));
        }
        self.known |= bit;
        Ok(())
    }

    fn unknown<E: de::Error>(&mut self, key: Cow<'de, str>) -> Result<(), E> {
        self.others.add(key)
    }
}

const _: () = assert!(4 < DEPTH);
