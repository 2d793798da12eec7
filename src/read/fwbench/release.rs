//! What stands below one root becomes its releases: files of one metric and one number of cases are one release, and no file of another joins it.

use std::collections::{BTreeMap, BTreeSet};

use super::entrants::Registry;
use super::parameters::{candidate, settings};
use super::progress::{nicknames, progress};
use super::published::Sheet;
use super::settings::Stated;
use crate::domain::day::Day;
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::fwbench::case::Index;
use crate::domain::fwbench::outcome::Table;
use crate::domain::fwbench::published::{Part, Published, Subject};
use crate::domain::fwbench::release::{RankingMetric, Settings};
use crate::domain::id::CohortId;
use crate::read::faults::{FileFaults, Whose};

/// Everything that was read below one root before anybody decides what belongs together.
#[derive(Debug, Default)]
pub struct Below {
    /// The root: empty, or ending in `/`.
    pub root: String,
    /// Parameters, the best file first.
    pub settings: Vec<Stated>,
    /// Published files, in the order of their paths.
    pub sheets: Vec<Sheet>,
    /// The index and its file.
    pub index: Option<(String, Index)>,
    /// Whether there are outcomes, menus or runs.
    pub cases: bool,
}

/// A release before its cases are read.
#[derive(Debug)]
pub struct Draft {
    /// The root: empty, or ending in `/`.
    pub root: String,
    /// The version.
    pub version: String,
    /// The last day on which a published file was updated.
    pub updated: Option<Day>,
    /// What ranks its models.
    pub metric: RankingMetric,
    /// How many cases it has.
    pub case_count: usize,
    /// The settings.
    pub settings: Settings,
    /// What was published.
    pub published: Published,
    /// The index.
    pub index: Option<Index>,
    /// Per-case results.
    pub table: Option<Table>,
    /// Everybody so far.
    pub registry: Registry,
    /// Whether its settings stand in `manifests/settings.json`: then the root's outcomes and runs are its own.
    pub own: bool,
    /// A file that speaks for it.
    pub path: String,
}

/// The releases below a root, by metric and cases.
pub fn drafts(below: Below, faults: &mut Vec<Fault>) -> Vec<Draft> {
    let Below { root, settings, sheets, index, cases } = below;
    let mut groups = groups(sheets, &settings, index.as_ref(), faults);
    if let Some((_, index)) = &index {
        let count = index.cases().len();
        if cases && !groups.keys().any(|(_, other)| *other == count) {
            let stated = settings.iter().find(|stated| stated.case_count.is_none_or(|own| own == count));
            if let Some(stated) = stated {
                let metric = stated.implied_metric().unwrap_or(RankingMetric::Loss);
                if stated.implied_metric().is_none() {
                    let message =
                        "says neither how credits are weighed nor how losses are scaled: models are ranked by loss";
                    faults.push(whole(&stated.path, FaultKind::Warning, message));
                }
                groups.insert((metric, count), Vec::new());
            } else {
                let message = format!("no settings file of these {count} cases: their outcomes cannot be weighed");
                faults.push(whole(&format!("{root}manifests/settings.json"), FaultKind::Invalid, message));
            }
        }
    }
    let mut drafts = Vec::new();
    for ((metric, count), sheets) in groups {
        let stated = candidate(&settings, metric, count, &sheets);
        let path = stated.map(|stated| &stated.path).or_else(|| sheets.first().map(|sheet| &sheet.path));
        let path = path.cloned().unwrap_or_else(|| format!("{root}manifests/settings.json"));
        let fitting = index.as_ref().map(|(_, index)| index).filter(|index| index.cases().len() == count);
        let settings = match self::settings(metric, stated, &sheets, fitting, faults) {
            Ok(settings) => settings,
            Err(why) => {
                let message = format!("the release of {count} cases ranked by {} is left out: {why}", metric.key());
                faults.push(whole(&path, FaultKind::Invalid, message));
                continue;
            }
        };
        let own = stated.is_some_and(|stated| stated.path == format!("{root}manifests/settings.json"));
        let index = index.as_ref().and_then(|(path, index)| fits(path, index, count, &settings, faults));
        let named = stated.into_iter().chain(sheets.iter().map(|sheet| &sheet.stated));
        let version = named.filter_map(|stated| stated.version.clone()).find(|version| !version.trim().is_empty());
        let updated = sheets.iter().filter_map(|sheet| sheet.stated.updated).max();
        let mut registry = Registry::default();
        sheets.iter().flat_map(|sheet| &sheet.seen).for_each(|seen| registry.see(seen));
        let published = published(sheets, count, &settings, &registry, faults);
        let version = version.unwrap_or_else(|| "unnamed".to_owned());
        drafts.push(Draft {
            root: root.clone(),
            version: super::index::shown_name(&version),
            updated,
            metric,
            case_count: count,
            settings,
            published,
            index,
            table: None,
            registry,
            own,
            path,
        });
    }
    if let Some((path, index)) = &index
        && drafts.iter().all(|draft| draft.case_count != index.cases().len())
    {
        let message = format!("lists {} cases, and no release has as many: it is not used", index.cases().len());
        faults.push(whole(path, FaultKind::Invalid, message));
    }
    drafts
}

fn whole(path: &str, kind: FaultKind, message: impl Into<String>) -> Fault {
    Whose { path, task: None, system: None }.fault(kind, Place::Whole, message)
}

type Groups = BTreeMap<(RankingMetric, usize), Vec<Sheet>>;

/// Files by metric and number of cases. A file that does not tell its number belongs to the one release that can be meant.
fn groups(sheets: Vec<Sheet>, settings: &[Stated], index: Option<&(String, Index)>, faults: &mut Vec<Fault>) -> Groups {
    let mut counts: BTreeMap<RankingMetric, BTreeSet<usize>> = BTreeMap::new();
    for sheet in &sheets {
        counts.entry(sheet.metric).or_default().extend(sheet.case_count);
    }
    let mut groups = Groups::new();
    for sheet in sheets {
        let known = counts.get(&sheet.metric).map(|counts| counts.iter().copied().collect::<Vec<_>>());
        let stated = || settings.iter().find(|stated| stated.fits(sheet.metric)).and_then(|stated| stated.case_count);
        let count = sheet.case_count.or_else(|| match known.unwrap_or_default()[..] {
            [count] => Some(count),
            [] => stated().or_else(|| index.map(|(_, index)| index.cases().len())),
            _ => None,
        });
        if let Some(count) = count.filter(|count| *count != 0) {
            groups.entry((sheet.metric, count)).or_default().push(sheet);
        } else {
            let message = "nothing tells how many cases it is about: the file is not used";
            faults.push(whole(&sheet.path, FaultKind::Invalid, message));
        }
    }
    groups
}

/// The index, where it is that of a release.
fn fits(path: &str, index: &Index, count: usize, settings: &Settings, faults: &mut Vec<Fault>) -> Option<Index> {
    if index.cases().len() != count {
        return None;
    }
    let cohorts: BTreeSet<&CohortId> = index.cases().iter().map(|case| &case.cohort).collect();
    if !cohorts.iter().copied().eq(settings.cohort_weights.keys()) {
        let message = format!(
            "has the cohorts {}, the settings weigh {}: the index is not used",
            listed(cohorts.into_iter()),
            listed(settings.cohort_weights.keys())
        );
        faults.push(whole(path, FaultKind::Invalid, message));
        return None;
    }
    for case in index.cases() {
        if !settings.loss_scales.is_empty() && !settings.loss_scales.contains_key(&case.domain) {
            let message = format!("the domain `{}` has no loss scale: the index is not used", case.domain);
            faults.push(whole(path, FaultKind::Invalid, message));
            return None;
        }
        if settings.cohort_domains.get(&case.cohort) != Some(&case.domain) {
            let message = format!("the cohort `{}` has cases of several domains: the index is not used", case.cohort);
            faults.push(whole(path, FaultKind::Invalid, message));
            return None;
        }
    }
    Some(index.clone())
}

fn listed<'i>(ids: impl Iterator<Item = &'i CohortId>) -> String {
    ids.map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
}

/// Everything published of a release, without figures of cohorts that it does not weigh.
fn published(
    sheets: Vec<Sheet>,
    count: usize,
    settings: &Settings,
    registry: &Registry,
    faults: &mut Vec<Fault>,
) -> Published {
    let mut published = Published::default();
    let mut methods: Vec<String> = Vec::new();
    published.progress = progress(&sheets, count, faults);
    for mut sheet in sheets {
        let path = sheet.path.clone();
        let mut wrong = FileFaults::new(Whose { path: &path, task: None, system: None });
        if sheet.complete == Some(false) {
            wrong.add(
                FaultKind::Invalid,
                || Place::Json("complete".to_owned()),
                || "is not true: nobody in the file is ranked",
            );
            published.incomplete_files.push(path.clone());
        }
        for (place, cohorts) in &sheet.cohorts {
            let lacks = settings.cohort_weights.keys().filter(|cohort| !cohorts.contains(*cohort));
            let lacks = listed(lacks);
            if !lacks.is_empty() {
                wrong.add(FaultKind::Invalid, || Place::Json(place.clone()), || format!("lacks {lacks}"));
            }
            for cohort in cohorts.iter().filter(|cohort| !settings.cohort_weights.contains_key(*cohort)) {
                let message = || format!("the settings weigh no cohort `{cohort}`: its figures are not used");
                wrong.add(FaultKind::Invalid, || Place::Json(place.clone()), message);
            }
        }
        nicknames(&mut sheet, registry, &mut published.progress, &mut wrong);
        let weighed = |subject: &Subject| match subject {
            Subject::Entrant(_, Part::Cohort(cohort)) => settings.cohort_weights.contains_key(cohort),
            _ => true,
        };
        published.figures.extend(sheet.figures.into_iter().filter(|figure| weighed(&figure.key.subject)));
        published.intervals.extend(sheet.intervals);
        methods.extend(sheet.interval_method.filter(|method| !methods.contains(method)));
        for (reference, counts) in sheet.plan_counts {
            published.plan_counts.entry(reference).or_insert(counts);
        }
        faults.extend(wrong.finish());
    }
    published.figures.sort_by(|a, b| (&a.key, &a.source).cmp(&(&b.key, &b.source)));
    let order = |interval: &crate::domain::fwbench::published::PublishedInterval| {
        (interval.pair.clone(), interval.quantity, interval.source.clone())
    };
    published.intervals.sort_by_cached_key(order);
    published.interval_method = (!methods.is_empty()).then(|| methods.join("; "));
    published
}
