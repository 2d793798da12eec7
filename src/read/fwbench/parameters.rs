//! The settings of a release, from its settings file and, where that is silent, from its published files.

use std::collections::{BTreeMap, BTreeSet};

use super::published::Sheet;
use super::settings::{BUDGET, LAMBDA, SCALES, SUM, Stated, WEIGHTS};
use crate::domain::fault::{Fault, FaultKind, Place};
use crate::domain::fwbench::case::Index;
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::published::{Part, Subject};
use crate::domain::fwbench::release::{RankingMetric, Settings};
use crate::domain::id::{CohortId, DomainId};
use crate::read::faults::Whose;

/// The settings file that fits a release best: one of its own version first, then in the order given.
pub fn candidate<'s>(
    settings: &'s [Stated],
    metric: RankingMetric,
    count: usize,
    sheets: &[Sheet],
) -> Option<&'s Stated> {
    let rows: Vec<&BTreeSet<CohortId>> =
        sheets.iter().flat_map(|sheet| &sheet.cohorts).map(|(_, cohorts)| cohorts).collect();
    let suits = |stated: &&Stated| {
        let counted = stated.case_count.is_none_or(|own| own == count);
        // Where every row has only some of the cohorts, these are the settings of more cases.
        let fewer = |weights: &BTreeMap<CohortId, f64>| {
            let within =
                |row: &&BTreeSet<CohortId>| row.len() < weights.len() && row.iter().all(|c| weights.contains_key(c));
            !rows.is_empty() && rows.iter().all(within)
        };
        let weighed = !stated.cohort_weights.as_ref().is_some_and(fewer);
        stated.fits(metric) && counted && weighed
    };
    let versions: BTreeSet<&str> = sheets.iter().filter_map(|sheet| sheet.stated.version.as_deref()).collect();
    let same = |stated: &&Stated| stated.version.as_deref().is_some_and(|version| versions.contains(version));
    settings.iter().filter(suits).find(same).or_else(|| settings.iter().find(suits))
}

/// The settings of a release, or why it has none.
pub fn settings(
    metric: RankingMetric,
    candidate: Option<&Stated>,
    sheets: &[Sheet],
    index: Option<&Index>,
    faults: &mut Vec<Fault>,
) -> Result<Settings, String> {
    let sources: Vec<&Stated> = candidate.into_iter().chain(sheets.iter().map(|sheet| &sheet.stated)).collect();
    let needed: &[&'static str] = match metric {
        RankingMetric::Gap => &[BUDGET, WEIGHTS, LAMBDA],
        RankingMetric::Score => &[BUDGET, WEIGHTS, SCALES],
        RankingMetric::Loss => &[BUDGET, WEIGHTS],
    };
    for source in &sources {
        if let Some(name) = source.wrong.iter().find(|name| needed.contains(name)) {
            return Err(format!("`{name}` of `{}` cannot be used", source.path));
        }
    }
    let budget = sources.iter().find_map(|source| source.budget).ok_or("no file states its `budget`")?;
    let cohort_weights = sources
        .iter()
        .find_map(|source| source.cohort_weights.clone())
        .or_else(|| only_cohort(sheets, index))
        .ok_or("no file states its `cohort_weights`")?;
    let main_lambda = sources.iter().find_map(|source| source.main_lambda).filter(|_| metric == RankingMetric::Gap);
    if metric == RankingMetric::Gap && main_lambda.is_none() {
        return Err("no file states its `main_cost_weight`".to_owned());
    }
    let stated = sources.iter().map(|source| &source.lambdas).find(|lambdas| !lambdas.is_empty());
    let mut lambdas: BTreeSet<Lambda> = stated.into_iter().flatten().copied().collect();
    if lambdas.is_empty() {
        lambdas = sheets.iter().flat_map(|sheet| sheet.lambdas.iter().copied()).collect();
    }
    lambdas.extend(main_lambda);
    let loss_scales = sources.iter().map(|source| &source.loss_scales).find(|scales| !scales.is_empty());
    let loss_scales = loss_scales.cloned().unwrap_or_default();
    if metric == RankingMetric::Score && loss_scales.is_empty() {
        return Err("no file states its `loss_scales`".to_owned());
    }
    for source in sources.iter().skip(1) {
        let mut differs = |name: &str, message: String| {
            let whose = Whose { path: &source.path, task: None, system: None };
            faults.push(whose.fault(FaultKind::Invalid, Place::Json(name.to_owned()), message));
        };
        if let Some(own) = source.budget.filter(|own| *own != budget) {
            differs(BUDGET, format!("is {}, the release has {}", own.credits(), budget.credits()));
        }
        if source.cohort_weights.as_ref().is_some_and(|own| !same(own, &cohort_weights)) {
            differs(WEIGHTS, "are not those of the release".to_owned());
        }
        if !source.loss_scales.is_empty() && !same(&source.loss_scales, &loss_scales) {
            differs(SCALES, "are not those of the release".to_owned());
        }
        if let (Some(own), Some(main)) = (source.main_lambda, main_lambda)
            && own != main
        {
            differs("main_cost_weight", format!("is {own}, the release has {main}"));
        }
    }
    let models = candidate.map(|stated| stated.models.clone()).unwrap_or_default();
    let cohort_domains = cohort_domains(&cohort_weights, &loss_scales, sheets, index);
    let lambdas = lambdas.into_iter().collect();
    Ok(Settings { budget, cohort_weights, main_lambda, lambdas, loss_scales, cohort_domains, models })
}

fn same<K: Ord>(one: &BTreeMap<K, f64>, other: &BTreeMap<K, f64>) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|((a, x), (b, y))| a == b && (x - y).abs() <= SUM * x.abs().max(1.0))
}

/// Where all cases are of one cohort, its weight is 1 whatever the files say or leave out.
fn only_cohort(sheets: &[Sheet], index: Option<&Index>) -> Option<BTreeMap<CohortId, f64>> {
    let of_rows = sheets.iter().flat_map(|sheet| &sheet.cohorts).flat_map(|(_, cohorts)| cohorts);
    let of_cases = index.into_iter().flat_map(Index::cases).map(|case| &case.cohort);
    let cohorts: BTreeSet<&CohortId> = of_rows.chain(of_cases).collect();
    let mut cohorts = cohorts.into_iter();
    let only = cohorts.next().filter(|_| cohorts.next().is_none())?;
    Some(BTreeMap::from([(only.clone(), 1.0)]))
}

/// The domain of each cohort: as the index says, else the one domain whose name the cohort's begins with.
fn cohort_domains(
    weights: &BTreeMap<CohortId, f64>,
    scales: &BTreeMap<DomainId, f64>,
    sheets: &[Sheet],
    index: Option<&Index>,
) -> BTreeMap<CohortId, DomainId> {
    if let Some(index) = index {
        return index.cases().iter().map(|case| (case.cohort.clone(), case.domain.clone())).collect();
    }
    let mut domains: BTreeSet<&DomainId> = scales.keys().collect();
    for figure in sheets.iter().flat_map(|sheet| &sheet.figures) {
        if let Subject::Entrant(_, Part::Domain(domain)) = &figure.key.subject {
            domains.insert(domain);
        }
    }
    let plain = |name: &str| name.replace('_', "-");
    let mut found = BTreeMap::new();
    for cohort in weights.keys() {
        let name = plain(cohort.as_str());
        let begins = |domain: &&&DomainId| {
            let rest = name.strip_prefix(&plain(domain.as_str()));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let mut fitting = domains.iter().filter(begins);
        if let (Some(domain), None) = (fitting.next(), fitting.next()) {
            found.insert(cohort.clone(), (*domain).clone());
        }
    }
    found
}
