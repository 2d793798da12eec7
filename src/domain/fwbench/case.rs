//! Cases and the frozen index that lists all of them.

use jiff::SignedDuration;
use jiff::tz::TimeZone;

use super::super::day::{Day, Instant};
use super::super::id::{CaseId, CohortId, DomainId};

/// One (series, lead, target day).
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The id. Its date is no guide to the target day: take `target_start`.
    pub id: CaseId,
    /// The cohort.
    pub cohort: CohortId,
    /// The domain.
    pub domain: DomainId,
    /// The balancing authority or station: the unit that the bootstrap draws.
    pub authority: String,
    /// The lead.
    pub family: Family,
    /// First hour of the target day.
    pub target_start: Instant,
    /// One day later.
    pub target_end: Option<Instant>,
    /// When the plan is made.
    pub as_of: Option<Instant>,
    /// The last hour of history that is visible.
    pub last_visible: Option<Instant>,
    /// Hours that a forecast must reach to cover the target day.
    pub horizon: u32,
    /// The unit of demand.
    pub unit: Option<String>,
    /// The licence of the observations.
    pub licence: Option<String>,
    /// The folder of its raw files, relative to the release's root.
    pub episode_path: String,
    /// The file of its actual values, relative to the release's root.
    pub target_path: String,
}

impl Case {
    /// The target day: that of the middle of its hours, whatever the zone counts as midnight.
    pub fn target_day(&self) -> Day {
        let noon = self.target_start.saturating_add(SignedDuration::from_hours(12)).unwrap_or(self.target_start);
        Day::from_date(noon.to_zoned_datetime(TimeZone::UTC).date())
    }
}

/// The lead of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// About a day ahead: 50 hours of horizon.
    DayAhead,
    /// About a week ahead: 194 hours.
    WeekAhead,
}

impl Family {
    /// Both.
    pub const ALL: [Self; 2] = [Self::DayAhead, Self::WeekAhead];

    /// The name in files.
    pub fn key(self) -> &'static str {
        match self {
            Self::DayAhead => "day_ahead",
            Self::WeekAhead => "week_ahead",
        }
    }

    /// The words shown.
    pub fn words(self) -> &'static str {
        match self {
            Self::DayAhead => "day ahead",
            Self::WeekAhead => "week ahead",
        }
    }
}

/// Every case of a release, sorted by id, ids unique, at least one. Weights come from here, never from the results that survived.
#[derive(Debug, Clone, PartialEq)]
pub struct Index(Vec<Case>);

/// Why cases are no index.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// No case.
    #[error("it lists no case")]
    Empty,
    /// One id twice.
    #[error("it lists the case `{0}` twice")]
    Twice(CaseId),
}

impl Index {
    /// The index of these cases.
    pub fn new(mut cases: Vec<Case>) -> Result<Self, IndexError> {
        cases.sort_by(|left, right| left.id.cmp(&right.id));
        if cases.is_empty() {
            return Err(IndexError::Empty);
        }
        match cases.windows(2).find(|pair| pair[0].id == pair[1].id) {
            Some(pair) => Err(IndexError::Twice(pair[0].id.clone())),
            None => Ok(Self(cases)),
        }
    }

    /// The cases, sorted by id.
    pub fn cases(&self) -> &[Case] {
        &self.0
    }

    /// The position of a case.
    pub fn position(&self, id: &CaseId) -> Option<usize> {
        self.0.binary_search_by(|case| case.id.cmp(id)).ok()
    }
}
