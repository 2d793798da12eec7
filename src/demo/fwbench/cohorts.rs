//! The four cohorts of a release → its cases, in the order in which a larger release adds them. Counts, groups and gaps are those of the published
//! index; where the gaps of two cohorts are not public, they are chosen so that all public counts hold.

use jiff::civil::Date;

use super::gaps::{self, Gap};
use super::hour::Hour;
use super::size::ALL_CASES;
use crate::domain::day::Day;

/// What is planned for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Domain {
    Electricity,
    CycleHire,
}

impl Domain {
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Electricity => "electricity",
            Self::CycleHire => "cycle_hire",
        }
    }

    pub(super) fn unit(self) -> &'static str {
        match self {
            Self::Electricity => "MW",
            Self::CycleHire => "departures/hour",
        }
    }
}

/// How far ahead a plan is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lead {
    Day,
    Week,
}

impl Lead {
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Day => "day_ahead",
            Self::Week => "week_ahead",
        }
    }

    /// Hours from the last visible one to the end of the target day.
    pub(super) fn horizon(self) -> u32 {
        match self {
            Self::Day => 50,
            Self::Week => 194,
        }
    }

    fn days(self) -> i32 {
        match self {
            Self::Day => 1,
            Self::Week => 7,
        }
    }
}

/// Cases of one domain in one season.
#[derive(Debug)]
pub(super) struct Cohort {
    pub(super) key: &'static str,
    pub(super) domain: Domain,
    pub(super) weight: f64,
    pub(super) historical: bool,
    /// Whether its contracts carry the older keys, the newer ones, or both.
    pub(super) keys: Keys,
    days: [Date; 4],
    /// What it lacks of the full grid of places, days and leads.
    gaps: &'static [Gap],
}

/// The keys of a contract's scale and grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    Legacy,
    Both,
    Generic,
}

pub(super) const COHORTS: [Cohort; 4] = [
    Cohort {
        key: "electricity-july",
        domain: Domain::Electricity,
        weight: 1.0 / 6.0,
        historical: true,
        keys: Keys::Legacy,
        days: [
            Date::constant(2026, 7, 24),
            Date::constant(2026, 7, 25),
            Date::constant(2026, 7, 26),
            Date::constant(2026, 7, 27),
        ],
        gaps: gaps::JULY,
    },
    Cohort {
        key: "electricity-winter",
        domain: Domain::Electricity,
        weight: 1.0 / 6.0,
        historical: false,
        keys: Keys::Legacy,
        days: [
            Date::constant(2026, 2, 3),
            Date::constant(2026, 2, 11),
            Date::constant(2026, 2, 19),
            Date::constant(2026, 2, 27),
        ],
        gaps: gaps::WINTER,
    },
    Cohort {
        key: "electricity-august",
        domain: Domain::Electricity,
        weight: 1.0 / 6.0,
        historical: false,
        keys: Keys::Both,
        days: [
            Date::constant(2026, 8, 3),
            Date::constant(2026, 8, 11),
            Date::constant(2026, 8, 19),
            Date::constant(2026, 8, 27),
        ],
        gaps: gaps::AUGUST,
    },
    Cohort {
        key: "cycle-hire-may",
        domain: Domain::CycleHire,
        weight: 0.5,
        historical: false,
        keys: Keys::Generic,
        days: [
            Date::constant(2026, 5, 3),
            Date::constant(2026, 5, 11),
            Date::constant(2026, 5, 19),
            Date::constant(2026, 5, 27),
        ],
        gaps: &[],
    },
];

const AUTHORITIES: [&str; 50] = [
    "AECI", "AVA", "AZPS", "BANC", "BHBA", "BPAT", "CHPD", "CISO", "CPLE", "CPLW", "DOPD", "DUK", "EPE", "ERCO",
    "FMPP", "FPC", "FPL", "GCPD", "GVL", "HST", "IID", "IPCO", "ISNE", "JEA", "LDWP", "LGEE", "MISO", "NWMT", "NYIS",
    "PACE", "PACW", "PGE", "PJM", "PNM", "PSCO", "PSEI", "SC", "SCEG", "SCL", "SOCO", "SPA", "SRP", "SWPP", "SWPW",
    "TAL", "TEC", "TEPC", "TIDC", "TPWR", "TVA",
];

const STATIONS: [&str; 20] = [
    "000960", "001003", "001052", "001075", "001097", "001114", "001160", "001203", "002588", "002696", "003426",
    "003441", "022161", "022176", "200056", "200097", "200216", "300009", "300073", "300249",
];

/// One case.
#[derive(Debug, Clone)]
pub(super) struct Case {
    /// Its position among the cases of the whole release.
    pub(super) number: usize,
    pub(super) id: String,
    pub(super) cohort: &'static Cohort,
    pub(super) place: Place,
    pub(super) lead: Lead,
    /// The target day by the clock of the place.
    pub(super) target_day: Day,
    pub(super) target_start: Hour,
    pub(super) as_of: Hour,
    pub(super) last_visible: Hour,
}

/// Where demand arises.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) name: &'static str,
    pub(super) domain: Domain,
    /// A number of its own among all places.
    pub(super) number: u64,
}

/// The first `count` cases, one cohort after the other in turn: a smaller release is the beginning of a larger one.
pub(super) fn cases(count: usize) -> Vec<Case> {
    let mut queues = COHORTS.each_ref().map(|cohort| cells(cohort).into_iter());
    let mut cases = Vec::with_capacity(ALL_CASES);
    while cases.len() < count {
        let before = cases.len();
        for (cohort, queue) in COHORTS.iter().zip(&mut queues) {
            let number = cases.len();
            cases.extend(queue.next().map(|(place, day, lead)| case(number, cohort, place, day, lead)));
        }
        if cases.len() == before {
            break;
        }
    }
    cases.truncate(count);
    cases
}

/// The places, days and leads of a cohort. Places and days grow together, so that the groups of a small release differ in size.
fn cells(cohort: &Cohort) -> Vec<(Place, usize, Lead)> {
    let (names, first): (&[&'static str], u64) = match cohort.domain {
        Domain::Electricity => (&AUTHORITIES, 0),
        Domain::CycleHire => (&STATIONS, AUTHORITIES.len() as u64),
    };
    let mut cells = Vec::new();
    for (position, &name) in names.iter().enumerate() {
        let place = Place { name, domain: cohort.domain, number: first + position as u64 };
        for day in 0..cohort.days.len() {
            let leads = [Lead::Day, Lead::Week]
                .into_iter()
                .filter(|&lead| !cohort.gaps.iter().any(|gap| gap.holds(name, day, lead)));
            cells.extend(leads.map(|lead| (position + day, day, lead, place)));
        }
    }
    cells.sort_by_key(|&(rank, day, lead, _)| (rank, day, lead));
    cells.into_iter().map(|(_, day, lead, place)| (place, day, lead)).collect()
}

fn case(number: usize, cohort: &'static Cohort, place: Place, day: usize, lead: Lead) -> Case {
    let target_day = Day::from_date(cohort.days[day]);
    // A day in May begins in London an hour before it does in UTC.
    let shift = if cohort.domain == Domain::CycleHire { -1 } else { 0 };
    let target_start = Hour::of(target_day).plus(shift);
    let as_of = target_start.plus(-24 * i64::from(lead.days()));
    // The trap of the published ids: one domain names the day of the decision, the other the target day.
    let id = match cohort.domain {
        Domain::Electricity => format!("{}-{}-{}", place.name, as_of.day(), lead.key()),
        Domain::CycleHire => format!("TFL-{}-{target_day}-{}", place.name, lead.key()),
    };
    Case { number, id, cohort, place, lead, target_day, target_start, as_of, last_visible: as_of.plus(-3) }
}
