//! A release and its standings in words and cells: what ranks it, the figure that ranks, why one is missing, where figures come from.

use std::collections::BTreeMap;

use super::track::Track;
use super::words;
use crate::domain::fwbench::entrant::{FULL, Role};
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::release::{RankingMetric, Release};
use crate::domain::id::PoolId;
use crate::score::fwbench::metric;
use crate::score::fwbench::oracle::Oracle;
use crate::score::fwbench::results::{ReleaseResults, Standing};
use crate::score::fwbench::totals::{Basis, Totals};
use crate::score::metric::Metric;
use crate::site::number;
use crate::site::table::{Cell, Column, Value};

/// A figure, or the words why there is none.
pub type Amount = Result<f64, String>;

/// What ranks the models of a release.
pub fn ranking(release: &Release) -> &'static Metric {
    match release.metric {
        RankingMetric::Gap => &metric::GAP,
        RankingMetric::Score => &metric::SCORE,
        RankingMetric::Loss => &metric::LOSS,
    }
}

/// Its name, with the λ where there is one: "G at λ = 0.01".
pub fn ranking_words(release: &Release) -> String {
    let label = ranking(release).label;
    match (release.metric, release.settings.main_lambda) {
        (RankingMetric::Gap, Some(lambda)) => at(label, lambda),
        (RankingMetric::Loss, _) => "loss".to_owned(),
        _ => label.to_owned(),
    }
}

/// A figure's name at a λ.
pub fn at(label: &str, lambda: Lambda) -> String {
    format!("{label} at λ = {lambda}")
}

/// The column of what ranks.
pub fn ranking_column(release: &Release) -> Column {
    let column = Column::metric(ranking(release));
    if release.metric == RankingMetric::Gap { Column { label: ranking_words(release), ..column } } else { column }
}

/// The figure that ranks a standing.
pub fn value(release: &ReleaseResults, standing: &Standing) -> Amount {
    match release.release.metric {
        RankingMetric::Gap => {
            let main = release.release.settings.main_lambda.ok_or("the release names no λ that ranks")?;
            gap(release, standing, main)
        }
        RankingMetric::Score => score(release, totals(standing)?),
        RankingMetric::Loss => Ok(totals(standing)?.whole().loss),
    }
}

/// The same of a reference: G counts from the hindsight menu at the λ that ranks.
pub fn reference_value(release: &ReleaseResults, totals: &Totals) -> Amount {
    let settings = &release.release.settings;
    match release.release.metric {
        RankingMetric::Gap => {
            let main = settings.main_lambda.ok_or("the release names no λ that ranks")?;
            let oracle = release.oracle.point(main).ok_or_else(|| no_oracle(release))?;
            Ok(objective_at(release, totals, main) - oracle.objective)
        }
        RankingMetric::Score => score(release, totals),
        RankingMetric::Loss => Ok(totals.whole().loss),
    }
}

/// The totals of a standing, or why it has none.
pub fn totals<'a>(standing: &'a Standing) -> Result<&'a Totals, String> {
    standing.totals.as_ref().map_err(words::unranked)
}

fn score(release: &ReleaseResults, totals: &Totals) -> Amount {
    let why = if release.release.settings.loss_scales.is_empty() {
        "the release has no σ"
    } else {
        "neither its floor nor its normalised excess is at hand"
    };
    totals.whole().score.ok_or_else(|| why.to_owned())
}

/// J of a standing at a λ of the release.
pub fn objective(standing: &Standing, lambda: Lambda) -> Amount {
    totals(standing)?;
    standing.objective.get(&lambda).copied().ok_or_else(|| "the release has no such λ".to_owned())
}

/// G of a standing at a λ of the release.
pub fn gap(release: &ReleaseResults, standing: &Standing, lambda: Lambda) -> Amount {
    totals(standing)?;
    standing.gap.get(&lambda).copied().ok_or_else(|| no_oracle(release))
}

/// J = loss + λ · credits / B, exact at any λ.
pub fn objective_at(release: &ReleaseResults, totals: &Totals, lambda: Lambda) -> f64 {
    let whole = totals.whole();
    whole.loss + lambda.get() * release.release.settings.budget.share(whole.credits)
}

/// Why G is not known.
pub fn no_oracle(release: &ReleaseResults) -> String {
    match &release.oracle {
        Oracle::Unknown(reason) => reason.clone(),
        Oracle::Exact(_) | Oracle::Sampled(_) => "the hindsight menu is not known at this λ".to_owned(),
    }
}

/// A figure as a cell.
pub fn cell(figure: Amount, decimals: u8) -> Cell {
    figure.map_or_else(Cell::missing, |value| Cell::number(value, decimals))
}

/// A cell of words where a figure is missing: the reason itself, to be read without hovering.
pub fn reason(words: impl Into<String>) -> Cell {
    Cell { value: Value::Absent, ..Cell::text(words) }
}

/// The name of a release: its version, with its id where another release of the track has the same.
pub fn release_name(track: &Track, release: &ReleaseResults) -> String {
    let version = &release.release.version;
    let same = track.results.releases.iter().filter(|other| other.release.version == *version).count();
    if same < 2 { version.clone() } else { format!("{version} ({})", release.release.id) }
}

/// What may be bought in a pool, for a caption; nothing where the release has one pool.
pub fn pool_words(release: &ReleaseResults, pool: &PoolId) -> String {
    match (release.pools.len(), pool.as_str()) {
        (0 | 1, _) => String::new(),
        (_, FULL) => ", pool full".to_owned(),
        (_, name) => format!(", pool {name}"),
    }
}

/// The name of a table or figure of one pool: those of the first pool keep the plain one.
pub fn in_pool(place: usize, name: &str) -> String {
    if place == 0 { name.to_owned() } else { format!("pool-{}-{name}", place + 1) }
}

/// The ranked models of a pool, by rank.
pub fn ranked<'a, 'b>(release: &'b ReleaseResults<'a>, pool: &PoolId) -> Vec<&'b Standing<'a>> {
    let mut ranked: Vec<&Standing> = release
        .standings
        .iter()
        .filter(|standing| is_model(standing) && standing.entrant.id.pool == *pool && standing.rank.is_some())
        .collect();
    ranked.sort_by_key(|standing| standing.rank);
    ranked
}

/// Everybody: the ranked models of each pool, the models without a rank, and the policies.
pub fn by_rank<'a, 'b>(release: &'b ReleaseResults<'a>) -> Vec<&'b Standing<'a>> {
    let ranked = release.pools.iter().flat_map(|pool| ranked(release, pool));
    let others = release.standings.iter().filter(|standing| is_model(standing) && standing.rank.is_none());
    ranked.chain(others).chain(policies(release)).collect()
}

/// Policies by what ranks, those without a figure last.
pub fn policies<'a, 'b>(release: &'b ReleaseResults<'a>) -> Vec<&'b Standing<'a>> {
    let mut policies: Vec<&Standing> = release.standings.iter().filter(|standing| !is_model(standing)).collect();
    let key = |standing: &Standing| value(release, standing).unwrap_or(f64::INFINITY);
    policies.sort_by(|a, b| key(a).total_cmp(&key(b)));
    policies
}

/// The first model of the pool that stands first.
pub fn leader<'a, 'b>(release: &'b ReleaseResults<'a>) -> Option<&'b Standing<'a>> {
    ranked(release, release.pools.first()?).first().copied()
}

/// Whether a standing is a language model's.
pub fn is_model(standing: &Standing) -> bool {
    standing.entrant.role == Role::Model
}

/// "model" or "policy".
pub fn role_words(standing: &Standing) -> &'static str {
    if is_model(standing) { "model" } else { "policy" }
}

/// Where a figure comes from, for a cell.
pub fn basis_words(basis: Basis) -> &'static str {
    match basis {
        Basis::Total => "published total",
        Basis::Cohorts => "cohort rows",
        Basis::Cases => "every case",
    }
}

/// Where the figures of a table come from, in a sentence.
pub fn basis_sentence<'a>(bases: impl IntoIterator<Item = &'a Totals>) -> String {
    let mut counts: BTreeMap<Basis, usize> = BTreeMap::new();
    for totals in bases {
        *counts.entry(totals.basis).or_default() += 1;
    }
    let clause = |(basis, count): (&Basis, &usize)| {
        let words = match basis {
            Basis::Total => "taken as published, with nothing to recompute them from",
            Basis::Cohorts => "recomputed from published cohort rows",
            Basis::Cases => "recomputed from every case",
        };
        if counts.len() == 1 { words.to_owned() } else { format!("{words} ({})", number::counted(*count, "row")) }
    };
    let clauses: Vec<String> = counts.iter().map(clause).collect();
    if clauses.is_empty() { "No figure at hand.".to_owned() } else { format!("Figures: {}.", number::list(&clauses)) }
}

/// How the release's figures agree with the published ones, in a sentence.
pub fn agreement_sentence(release: &ReleaseResults) -> String {
    let counts = release.agreement.counts();
    let recomputed = counts.equal + counts.different;
    let all = recomputed + counts.published_only + counts.not_recomputable;
    match (all, recomputed, counts.different) {
        (0, ..) => "Nothing was published to compare with.".to_owned(),
        (_, 0, _) => format!("None of {} can be recomputed.", number::counted(all, "published figure")),
        (_, _, 0) => format!(
            "Of {}, {} were recomputed, and every one agrees.",
            number::counted(all, "published figure"),
            number::count(recomputed)
        ),
        (.., different) => format!(
            "Of {}, {} were recomputed and {} differ: the data page shows both.",
            number::counted(all, "published figure"),
            number::count(recomputed),
            number::count(different)
        ),
    }
}

/// The cohorts with their weights: "electricity-july 16.7%, …".
pub fn weights_words(release: &Release) -> String {
    let weights = release.settings.cohort_weights.iter();
    let words: Vec<String> =
        weights.map(|(cohort, weight)| format!("{cohort} {}", number::percent(*weight, 1))).collect();
    number::list(&words)
}

/// The way up from a page of a release.
pub fn trail(track: &Track) -> Vec<(String, crate::tree::SitePath)> {
    vec![(track.config.title.clone(), track.home())]
}
