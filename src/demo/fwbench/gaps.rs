//! Which cells the grid of a cohort lacks. July's are those of the published index. The others are not public: they are chosen so that the published
//! counts of cases, groups, leads and days hold.

use Leads::{Both, DayAhead, WeekAhead};

use super::cohorts::Lead;

/// A place, and the leads and days (counted from 0) that it lacks.
#[derive(Debug)]
pub(super) struct Gap(&'static str, Leads, &'static [usize]);

/// The leads of a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leads {
    DayAhead,
    WeekAhead,
    Both,
}

impl Gap {
    /// Whether a case falls into it.
    pub(super) fn holds(&self, place: &str, day: usize, lead: Lead) -> bool {
        let leads = match self.1 {
            DayAhead => lead == Lead::Day,
            WeekAhead => lead == Lead::Week,
            Both => true,
        };
        leads && self.0 == place && self.2.contains(&day)
    }
}

const ALL_DAYS: &[usize] = &[0, 1, 2, 3];

pub(super) const JULY: &[Gap] = &[
    Gap("GVL", DayAhead, ALL_DAYS),
    Gap("SPA", DayAhead, ALL_DAYS),
    Gap("TVA", DayAhead, ALL_DAYS),
    Gap("SPA", WeekAhead, &[0]),
    Gap("DOPD", Both, &[0]),
    Gap("EPE", Both, &[3]),
    Gap("PNM", Both, &[2]),
    Gap("SWPW", Both, &[3]),
    Gap("TPWR", Both, &[1]),
];

pub(super) const WINTER: &[Gap] = &[
    Gap("GVL", Both, ALL_DAYS),
    Gap("SPA", DayAhead, ALL_DAYS),
    Gap("BHBA", WeekAhead, ALL_DAYS),
    Gap("TAL", WeekAhead, ALL_DAYS),
    Gap("TVA", DayAhead, &[3]),
    Gap("SCL", WeekAhead, &[0]),
    Gap("TEC", WeekAhead, &[2]),
    Gap("AVA", Both, &[0]),
    Gap("BANC", Both, &[1]),
    Gap("CHPD", Both, &[2]),
    Gap("CPLW", Both, &[3]),
    Gap("DUK", Both, &[0]),
    Gap("EPE", Both, &[1]),
    Gap("FMPP", Both, &[2]),
    Gap("GCPD", Both, &[3]),
    Gap("HST", Both, &[0]),
    Gap("IID", Both, &[1]),
    Gap("JEA", Both, &[2]),
    Gap("LDWP", Both, &[3]),
    Gap("NWMT", Both, &[0]),
    Gap("PGE", Both, &[1]),
    Gap("PNM", Both, &[2]),
    Gap("PSEI", Both, &[3]),
    Gap("SC", Both, &[0]),
    Gap("SWPW", Both, &[1]),
    Gap("TPWR", Both, &[2]),
];

pub(super) const AUGUST: &[Gap] = &[
    Gap("AVA", Both, &[1]),
    Gap("BHBA", Both, &[2]),
    Gap("CPLE", Both, &[3]),
    Gap("DOPD", Both, &[0]),
    Gap("FPC", Both, &[1]),
    Gap("HST", Both, &[2]),
    Gap("IPCO", Both, &[3]),
    Gap("MISO", Both, &[0]),
    Gap("PACE", Both, &[1]),
    Gap("PSCO", Both, &[2]),
    Gap("SOCO", Both, &[3]),
    Gap("TEPC", Both, &[0]),
    Gap("SWPP", DayAhead, &[2]),
];
