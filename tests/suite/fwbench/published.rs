//! The real published aggregates: everything recomputed from them agrees, and the facts stated with them hold.
//!
//! The figures are taken from the files here by hand, without the program's own reader.

use std::fs;
use std::path::Path;

use foreboard::domain::fwbench::case::Family;
use foreboard::domain::fwbench::entrant::{Entrant, EntrantId, Role};
use foreboard::domain::fwbench::published::{
    FigureKey, Part, PublishedFigure, PublishedInterval, Quantity, Reference, Source, Subject,
};
use foreboard::domain::fwbench::release::{Benchmark, RankingMetric, Release};
use foreboard::score::fwbench::agree::Status;
use foreboard::score::fwbench::oracle::OracleValue;
use foreboard::score::fwbench::results::{Depth, ReleaseResults, Results, conclude};
use foreboard::score::fwbench::sensitivity::Spot;
use foreboard::score::fwbench::totals::Basis;
use serde_json::Value;

use super::aggregation::{benchmark, entrant_id, id, lambda, release, settings, sorted};
use super::sensitivity::check_by_sweep;

const BUDGET: u64 = 113_726;
const COHORTS: [(&str, f64); 4] = [
    ("electricity-july", 1.0 / 6.0),
    ("electricity-winter", 1.0 / 6.0),
    ("electricity-august", 1.0 / 6.0),
    ("cycle-hire-may", 0.5),
];

/// One file's figures as they are found.
struct Taken {
    path: &'static str,
    root: Value,
    figures: Vec<PublishedFigure>,
    intervals: Vec<PublishedInterval>,
}

impl Taken {
    fn file(path: &'static str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/fwbench");
        let text = fs::read_to_string(folder.join(path)).unwrap();
        Self { path, root: serde_json::from_str(&text).unwrap(), figures: Vec::new(), intervals: Vec::new() }
    }

    fn rows(&self, key: &str) -> Vec<Value> {
        self.root[key].as_array().unwrap().clone()
    }

    fn source(&self, place: &str) -> Source {
        Source { path: self.path.to_owned(), place: place.to_owned() }
    }

    /// The number under a key, where there is one.
    fn take(&mut self, subject: Subject, quantity: Quantity, row: &Value, key: &str, place: &str) {
        if let Some(value) = row[key].as_f64() {
            let source = self.source(&format!("{place}.{key}"));
            self.figures.push(PublishedFigure { key: FigureKey { subject, quantity }, value, source });
        }
    }

    /// Every figure of an entrant's row and of its cohorts.
    fn entrant(&mut self, entrant: &EntrantId, row: &Value, place: &str) {
        let whole = Subject::Entrant(entrant.clone(), Part::Whole);
        self.common(&whole, row, place);
        self.take(whole.clone(), Quantity::Valid, row, "valid", place);
        self.take(whole, Quantity::CaseWeightedLoss, row, "case_weighted_loss", place);
        for (cohort, figures) in row["cohorts"].as_object().into_iter().flatten() {
            let subject = Subject::Entrant(entrant.clone(), Part::Cohort(id(cohort)));
            self.common(&subject, figures, &format!("{place}.cohorts.{cohort}"));
        }
    }

    fn common(&mut self, subject: &Subject, row: &Value, place: &str) {
        for (quantity, key) in [
            (Quantity::Loss, "loss"),
            (Quantity::Credits, "credits"),
            (Quantity::Score, "score"),
            (Quantity::NormalizedExcess, "normalized_excess"),
            (Quantity::BudgetFraction, "budget_fraction"),
            (Quantity::Calls, "calls"),
        ] {
            self.take(subject.clone(), quantity, row, key, place);
        }
    }

    /// The figures of a contrast.
    fn contrast(&mut self, a: &EntrantId, b: &EntrantId, row: &Value, place: &str) {
        let subject = Subject::Difference(a.clone(), b.clone());
        self.common(&subject, &row["differences"], place);
        for (quantity, key) in [(Quantity::Score, "score_interval95"), (Quantity::Loss, "loss_interval95")] {
            let (low, high) = (row[key][0].as_f64().unwrap(), row[key][1].as_f64().unwrap());
            let source = self.source(&format!("{place}.{key}"));
            self.intervals.push(PublishedInterval { pair: (a.clone(), b.clone()), quantity, low, high, source });
        }
    }
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap()
}

fn full(model: &str) -> EntrantId {
    entrant_id(model, "full")
}

fn filled(mut release: Release, files: Vec<Taken>) -> Release {
    release.case_count = 1251;
    let domain = |cohort: &str| if cohort == "cycle-hire-may" { "cycle_hire" } else { "electricity" };
    release.settings.cohort_domains = COHORTS.map(|(cohort, _)| (id(cohort), id(domain(cohort)))).into();
    let (mut figures, mut intervals) = (Vec::new(), Vec::new());
    for file in files {
        figures.extend(file.figures);
        intervals.extend(file.intervals);
    }
    release.published.figures = sorted(figures);
    release.published.intervals = intervals;
    release
}

fn named(row: &Value, role: Role) -> Entrant {
    let label = row["label"].as_str().unwrap_or(text(row, "model")).to_owned();
    Entrant { id: full(text(row, "model")), label, role, group: None, base: None, thinking: None }
}

fn first_generation() -> Release {
    let mut main = Taken::file("results/primary-1251.json");
    let mut entrants = Vec::new();
    for (key, role) in [("models", Role::Model), ("fixed_references", Role::Policy)] {
        for (at, row) in main.rows(key).iter().enumerate() {
            entrants.push(named(row, role));
            let (id, place) = (full(text(row, "model")), format!("{key}[{at}]"));
            main.entrant(&id, row, &place);
            let subject = Subject::Entrant(id, Part::Whole);
            main.take(subject, Quantity::Gap(lambda(0.01)), row, "g_cost", &place);
        }
    }
    let mut sweep = Taken::file("results/primary-1251-sensitivity.json");
    for (at, row) in sweep.rows("summaries").iter().enumerate() {
        let (weight, place) = (lambda(row["coefficient"].as_f64().unwrap()), format!("summaries[{at}]"));
        let subject = match text(row, "model") {
            "cost_aware_oracle" => Subject::Oracle(weight),
            model => Subject::Entrant(full(model), Part::Whole),
        };
        match &subject {
            Subject::Entrant(entrant, _) => sweep.entrant(&entrant.clone(), row, &place),
            _ => sweep.common(&subject, row, &place),
        }
        sweep.take(subject.clone(), Quantity::Objective(weight), row, "objective", &place);
        sweep.take(subject, Quantity::Gap(weight), row, "g_cost", &place);
    }
    let perfect = sweep.root.clone();
    sweep.take(Subject::Reference(Reference::PerfectDemand), Quantity::Loss, &perfect, "perfect_forecast_loss", "");
    let mut pairs = Taken::file("results/primary-1251-uncertainty-and-leads.json");
    for (at, row) in pairs.rows("pairs").iter().enumerate() {
        let quantity = Quantity::Objective(lambda(row["coefficient"].as_f64().unwrap()));
        let (a, b, place) = (full(text(row, "a")), full(text(row, "b")), format!("pairs[{at}]"));
        pairs.take(Subject::Difference(a.clone(), b.clone()), quantity, row, "objective_difference", &place);
        let (low, high) = (row["ci95"][0].as_f64().unwrap(), row["ci95"][1].as_f64().unwrap());
        let source = pairs.source(&place);
        pairs.intervals.push(PublishedInterval { pair: (a, b), quantity, low, high, source });
    }
    for (at, row) in pairs.rows("breakdowns").iter().enumerate() {
        let group = text(row, "group");
        let part = match text(row, "dimension") {
            "cohort" => Part::Cohort(id(group)),
            "domain" => Part::Domain(id(group)),
            _ => Part::Family(Family::ALL.into_iter().find(|family| family.key() == group).unwrap()),
        };
        let (subject, place) = (Subject::Entrant(full(text(row, "model")), part), format!("breakdowns[{at}]"));
        pairs.common(&subject, row, &place);
        pairs.take(subject.clone(), Quantity::Floor, row, "perfect_demand_floor", &place);
        pairs.take(subject, Quantity::ExcessLoss, row, "excess_loss", &place);
    }
    let mut settings = settings(&COHORTS, BUDGET, &[0.0, 0.001, 0.003, 0.01, 0.03, 0.1]);
    settings.main_lambda = Some(lambda(0.01));
    filled(release("primary-1251-v2", RankingMetric::Gap, settings, entrants), vec![main, sweep, pairs])
}

fn second_generation() -> Release {
    let mut board = Taken::file("objective-main-1251-v3/leaderboard/results.json");
    let mut entrants = Vec::new();
    for (key, role) in [("models", Role::Model), ("fixed_references", Role::Policy)] {
        for (at, row) in board.rows(key).iter().enumerate() {
            entrants.push(named(row, role));
            board.entrant(&full(text(row, "model")), row, &format!("{key}[{at}]"));
        }
    }
    let mut main = Taken::file("objective-main-1251-v3/results/objective-main-1251-v3.json");
    for (at, row) in main.rows("summaries").iter().enumerate() {
        let entrant = entrant_id(text(row, "config"), text(row, "pool"));
        main.entrant(&entrant, row, &format!("summaries[{at}]"));
        let known = entrants.iter_mut().find(|known| known.id == entrant);
        let known = if let Some(known) = known {
            known
        } else {
            let label = text(row, "config").to_owned();
            let role = Role::Model;
            entrants.push(Entrant { id: entrant, label, role, group: None, base: None, thinking: None });
            entrants.last_mut().unwrap()
        };
        known.base = Some(id(text(row, "model")));
        known.thinking = row["thinking"].as_bool();
    }
    for (key, reference) in [
        ("perfect_demand", Reference::PerfectDemand),
        ("catalog_oracle", Reference::Catalogue),
        ("free_menu_oracle", Reference::FreeMenu),
    ] {
        let row = main.root["references"][key].clone();
        main.common(&Subject::Reference(reference), &row, &format!("references.{key}"));
    }
    for (at, row) in main.rows("access_contrasts").iter().enumerate() {
        let config = text(row, "config");
        main.contrast(&full(config), &entrant_id(config, "no_tsfm"), row, &format!("access_contrasts[{at}]"));
    }
    for (at, row) in main.rows("thinking_contrasts").iter().enumerate() {
        let of = |way: &str| entrant_id(&format!("{}--{way}", text(row, "model")), text(row, "pool"));
        main.contrast(&of("think1"), &of("think0"), row, &format!("thinking_contrasts[{at}]"));
    }
    for (at, row) in main.rows("agent_vs_reference").iter().enumerate() {
        let (a, b) = (full(text(row, "agent")), full(text(row, "reference")));
        main.contrast(&a, &b, row, &format!("agent_vs_reference[{at}]"));
    }
    for (lead, row) in main.root["astra_by_lead"].clone().as_object().unwrap() {
        let family = Family::ALL.into_iter().find(|family| family.key() == lead).unwrap();
        let subject = Subject::Entrant(full("gpt-6-astra"), Part::Family(family));
        main.common(&subject, row, &format!("astra_by_lead.{lead}"));
    }
    let mut settings = settings(&COHORTS, BUDGET, &[]);
    settings.loss_scales =
        [(id("cycle_hire"), 0.043_405_766_389_155_02), (id("electricity"), 0.054_206_794_827_132_906)].into();
    filled(release("objective-main-1251-v3", RankingMetric::Score, settings, entrants), vec![board, main])
}

fn published() -> Benchmark {
    benchmark(vec![first_generation(), second_generation()])
}

fn concluded(benchmark: &Benchmark) -> Results<'_> {
    conclude(&id("fwbench"), benchmark, benchmark.releases.iter().map(|_| (Depth::Aggregates, Vec::new())).collect())
}

fn near(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-9
}

#[test]
fn every_figure_that_can_be_recomputed_agrees() {
    let benchmark = published();
    for release in &concluded(&benchmark).releases {
        let different: Vec<_> = release
            .agreement
            .figures
            .iter()
            .filter(|figure| matches!(figure.status, Status::Different { .. }))
            .collect();
        assert!(different.is_empty(), "{different:#?}");
        assert_eq!(release.depth, Depth::Aggregates);
    }
}

#[test]
fn what_agrees_is_what_follows_from_cohort_rows() {
    let benchmark = published();
    let results = concluded(&benchmark);
    let statuses = |release: usize, wanted: &dyn Fn(&FigureKey) -> bool| -> Vec<Status> {
        let figures = results.releases[release].agreement.figures.iter();
        figures.filter(|figure| wanted(&figure.published.key)).map(|figure| figure.status).collect()
    };
    let equal = |status: &Status| matches!(status, Status::Equal { .. });
    let whole = |key: &FigureKey| matches!(key.subject, Subject::Entrant(_, Part::Whole));
    // 15 systems at 6 λ, and 15 rows of the leaderboard at the main one.
    let gaps = statuses(0, &|key| whole(key) && matches!(key.quantity, Quantity::Gap(_)));
    assert!(gaps.len() == 90 + 15 && gaps.iter().all(equal));
    let objectives = statuses(0, &|key| whole(key) && matches!(key.quantity, Quantity::Objective(_)));
    assert!(objectives.len() >= 90 && objectives.iter().all(equal));
    let losses = statuses(0, &|key| whole(key) && matches!(key.quantity, Quantity::Loss | Quantity::Credits));
    assert!(losses.len() == 2 * (90 + 15) && losses.iter().all(equal));
    let pairs = statuses(0, &|key| matches!(key.subject, Subject::Difference(..)));
    assert!(pairs.len() == 131 && pairs.iter().all(equal));
    let domains = statuses(0, &|key| matches!(key.subject, Subject::Entrant(_, Part::Domain(_))));
    assert!(!domains.is_empty() && domains.iter().all(equal));
    let perfect = statuses(0, &|key| key.subject == Subject::Reference(Reference::PerfectDemand));
    assert!(perfect.len() == 1 && perfect.iter().all(equal));
    // Cohort rows are what all that was computed from.
    let rows = statuses(0, &|key| {
        matches!(key.subject, Subject::Entrant(_, Part::Cohort(_)))
            && matches!(key.quantity, Quantity::Loss | Quantity::Floor)
    });
    assert!(!rows.is_empty() && rows.iter().all(|status| *status == Status::PublishedOnly));
    let counts = statuses(0, &|key| key.quantity == Quantity::Valid);
    assert!(!counts.is_empty() && counts.iter().all(|status| *status == Status::NotRecomputable));
    // S of every policy and cohort with a row, from the floors of the first generation; S of models without rows from their excess.
    let scores = statuses(1, &|key| {
        key.quantity == Quantity::Score && matches!(key.subject, Subject::Entrant(_, Part::Cohort(_)))
    });
    assert!(scores.len() == (8 + 10) * 4 && scores.iter().all(equal));
    let scores = statuses(1, &|key| key.quantity == Quantity::Score && whole(key));
    assert!(scores.len() == 10 + 10 + 8 && scores.iter().all(equal));
    let catalogue =
        statuses(1, &|key| key.subject == Subject::Reference(Reference::Catalogue) && key.quantity == Quantity::Score);
    assert!(catalogue.iter().all(equal) && catalogue.len() == 1);
}

fn standing_loss(release: &ReleaseResults, model: &str) -> (f64, f64) {
    let whole = *release.standing(&full(model)).unwrap().totals.as_ref().unwrap().whole();
    (whole.loss, whole.credits)
}

#[test]
fn the_facts_stated_with_the_first_generation_hold() {
    let benchmark = published();
    let results = concluded(&benchmark);
    let release = &results.releases[0];
    assert_eq!(release.floors_from, None);
    assert!(release.standings.iter().all(|standing| standing.totals.as_ref().unwrap().basis == Basis::Cohorts));
    let difference = |a: &str, b: &str, weight: f64| {
        let of = |one: &str, other: &str| {
            release.differences.iter().find(|difference| {
                difference.a == full(one)
                    && difference.b == full(other)
                    && difference.quantity == Quantity::Objective(lambda(weight))
            })
        };
        of(a, b).map(|found| (found.value, found.published)).or_else(|| {
            let found = of(b, a)?;
            Some((
                -found.value,
                found
                    .published
                    .map(|interval| foreboard::score::value::Interval { low: -interval.high, high: -interval.low }),
            ))
        })
    };
    // Router − Astra and Empirical − router, with the published intervals, as Forecast Workflow Bench states them.
    for (a, b, weight, value, low, high) in [
        ("fixed_router", "gpt-6-astra", 0.01, -0.003_086_9, -0.006_330_8, 0.000_280_3),
        ("fixed_router", "gpt-6-astra", 0.03, -0.013_762_1, -0.017_045_3, -0.010_311_4),
        ("fixed_empirical", "fixed_router", 0.01, 0.003_483_2, 0.000_694_8, 0.006_688_6),
    ] {
        let (ours, published) = difference(a, b, weight).unwrap();
        let published = published.unwrap();
        assert!((ours - value).abs() < 5e-8, "{ours}");
        assert!((published.low - low).abs() < 5e-8 && (published.high - high).abs() < 5e-8, "{published:?}");
    }
    for (weight, contains) in [(0.0, true), (0.001, true), (0.003, true), (0.01, true), (0.03, false), (0.1, false)] {
        let (_, published) = difference("fixed_chronos2", "gpt-6-astra", weight).unwrap();
        assert_eq!(published.unwrap().contains(0.0), contains, "{weight}");
    }
    assert_eq!(release.differences.len(), 105 * 6);
    assert!(release.differences.iter().all(|difference| difference.ours.is_none()));
    // Models ranked by G at 0.01, in the published order of G.
    let mut ranked: Vec<_> = release.standings.iter().filter(|standing| standing.rank.is_some()).collect();
    assert_eq!(ranked.len(), 12);
    ranked.sort_by_key(|standing| standing.rank);
    let first = ranked[0];
    assert_eq!(first.entrant.id, full("gpt-6-astra"));
    assert!(near(first.gap[&lambda(0.01)], 0.026_858_409_652_657_487));
    assert!(ranked.is_sorted_by(|left, right| left.gap[&lambda(0.01)] <= right.gap[&lambda(0.01)]));
}

#[test]
fn the_plane_of_the_first_generation_is_that_of_a_sweep() {
    let benchmark = published();
    let results = concluded(&benchmark);
    let release = &results.releases[0];
    let spot = |standing: &foreboard::score::fwbench::results::Standing| {
        let (loss, credits) = standing_loss(release, standing.entrant.id.model.as_str());
        Spot { system: standing.entrant.id.clone(), loss, share: credits / 113_726.0 }
    };
    let plane: Vec<Spot> = release.standings.iter().map(spot).collect();
    assert_eq!(plane.len(), 15);
    check_by_sweep(&plane, &release.sensitivity, (0..5000).map(|step| f64::from(step) * 0.000_1));
    // Chronos-2 wins first, then the router, then the free empirical policy, where the two lines cross.
    let (loss, credits) = standing_loss(release, "fixed_router");
    let to = (standing_loss(release, "fixed_empirical").0 - loss) / (credits / 113_726.0);
    let (dear_loss, dear_credits) = standing_loss(release, "fixed_chronos2");
    let from = (loss - dear_loss) / ((dear_credits - credits) / 113_726.0);
    let best: Vec<&str> = release.sensitivity.best.iter().map(|best| best.system.model.as_str()).collect();
    assert_eq!(best, ["fixed_chronos2", "fixed_router", "fixed_empirical"]);
    assert!(near(release.sensitivity.best[1].from, from) && near(release.sensitivity.best[1].to.unwrap(), to));
    assert_eq!(release.sensitivity.best[2].to, None);
}

#[test]
fn between_published_points_the_menu_is_a_bracket() {
    let benchmark = published();
    let results = concluded(&benchmark);
    let oracle = &results.releases[0].oracle;
    assert_eq!(
        oracle.at(lambda(0.01)),
        Some(OracleValue::Exact(0.288_554_382_518_128_6 + 0.01 * 8_079.765_517_159_442 / 113_726.0))
    );
    // λ = 0.02 by hand: J(0.01) = 0.288554382518 + 0.01·0.0710459, J(0.03) = 0.289372155261 + 0.03·0.0242403; the chord's middle, and the lower
    // of 0.288554382518 + 0.02·0.0710459 and 0.289372155261 + 0.02·0.0242403.
    let Some(OracleValue::Bracket { low, high }) = oracle.at(lambda(0.02)) else { panic!() };
    let (left, right) = (8_079.765_517_159_442 / 113_726.0, 2_756.699_931_233_768_4 / 113_726.0);
    let chord = 0.5 * (0.288_554_382_518_128_6 + 0.01 * left + 0.289_372_155_261_395_15 + 0.03 * right);
    assert!(near(low, chord));
    assert!(near(high, (0.288_554_382_518_128_6 + 0.02 * left).min(0.289_372_155_261_395_15 + 0.02 * right)));
    assert!(low < high);
    assert_eq!(oracle.at(lambda(0.2)), None);
}

#[test]
fn the_facts_stated_with_the_second_generation_hold() {
    let benchmark = published();
    let results = concluded(&benchmark);
    let release = &results.releases[1];
    assert_eq!(release.floors_from.as_deref(), Some("primary-1251-v2"));
    let whole = |model: &str| *release.standing(&full(model)).unwrap().totals.as_ref().unwrap().whole();
    let difference = whole("gpt-6-astra").score.unwrap() - whole("hour_of_day_empirical").score.unwrap();
    assert!((difference + 0.118_327_3).abs() < 5e-8, "{difference}");
    // Chronos-2: S recomputed from cohort losses, published floors and σ.
    assert!(near(whole("chronos2").score.unwrap(), 0.865_144_608_779_726_8));
    assert_eq!(release.standing(&full("chronos2")).unwrap().totals.as_ref().unwrap().basis, Basis::Cohorts);
    assert_eq!(release.standing(&full("gpt-6-astra")).unwrap().totals.as_ref().unwrap().basis, Basis::Total);
    let score = |reference| {
        let row = release.references.iter().find(|row| row.reference == reference).unwrap();
        (row.totals.whole().score.unwrap(), row.computed)
    };
    assert_eq!(score(Reference::PerfectDemand), (0.0, true));
    assert!(near(score(Reference::Catalogue).0, 0.239_278_900_378_969_7) && !score(Reference::Catalogue).1);
    assert!(near(score(Reference::FreeMenu).0, 0.250_608_870_148_707_4));
    let astra = release.standing(&full("gpt-6-astra")).unwrap();
    assert_eq!(astra.rank, Some(1));
    assert_eq!(release.standings.iter().filter(|standing| standing.rank == Some(1)).count(), 2, "one first a pool");
    let thinking = (full("gemma4-e4b-qat-q4--think1"), full("gemma4-e4b-qat-q4--think0"));
    let contrast = release
        .differences
        .iter()
        .find(|found| (&found.a, &found.b) == (&thinking.0, &thinking.1) && found.quantity == Quantity::Score);
    let contrast = contrast.unwrap();
    assert!(near(contrast.value, -3.582_940_517_456_262) && contrast.published.unwrap().contains(contrast.value));
}

#[test]
fn a_figure_changed_in_a_copy_is_seen() {
    let mut benchmark = published();
    let figures = &mut benchmark.releases[0].published.figures;
    let of_astra = |figure: &&mut PublishedFigure| {
        figure.key.subject == Subject::Entrant(full("gpt-6-astra"), Part::Whole)
            && figure.key.quantity == Quantity::Gap(lambda(0.03))
    };
    figures.iter_mut().find(of_astra).unwrap().value += 1e-8;
    let results = concluded(&benchmark);
    assert_eq!(results.releases[0].agreement.counts().different, 1);
}
