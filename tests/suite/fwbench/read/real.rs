//! The published files of the benchmark itself, as the repository carries them (`data/fwbench/`, with their provenance).

use std::path::Path;

use foreboard::domain::fwbench::case::Family;
use foreboard::domain::fwbench::entrant::{EntrantId, Role};
use foreboard::domain::fwbench::lambda::Lambda;
use foreboard::domain::fwbench::published::{Part, Quantity, Reference, Subject};
use foreboard::domain::fwbench::release::{Benchmark, RankingMetric};
use foreboard::domain::id::{DomainId, SystemId};
use foreboard::read::fwbench::{Limits, recognises};
use foreboard::source::local;

use super::{faults, read_folder};

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/fwbench")
}

fn benchmark() -> Benchmark {
    read_folder(&folder(), 16, &Limits::default()).expect("readable")
}

fn entrant(model: &str, pool: &str) -> EntrantId {
    EntrantId { model: model.parse().expect("an id"), pool: pool.parse().expect("an id") }
}

fn lambda(value: f64) -> Lambda {
    Lambda::new(value).expect("a weight")
}

#[test]
fn both_releases_are_read_without_a_fault() {
    assert!(recognises(&local::open(&folder()).expect("a folder")));
    let benchmark = benchmark();
    assert_eq!(faults(&benchmark), Vec::<String>::new());
    let told: Vec<_> = benchmark
        .releases
        .iter()
        .map(|release| (release.id.as_str(), release.root.as_str(), release.metric, release.case_count))
        .collect();
    assert_eq!(
        told,
        [
            ("primary-1251-v2", "", RankingMetric::Gap, 1251),
            ("objective-main-1251-v3", "objective-main-1251-v3", RankingMetric::Score, 1251),
        ]
    );
    for release in &benchmark.releases {
        assert_eq!(release.settings.budget.credits(), 113_726);
        assert_eq!(release.settings.cohort_weights.len(), 4);
        let domains: Vec<&str> = release.settings.cohort_domains.values().map(DomainId::as_str).collect();
        assert_eq!(domains, ["cycle_hire", "electricity", "electricity", "electricity"]);
        assert!(release.published.progress.values().all(|p| p.complete && p.scored == 1251), "{}", release.id);
        assert!(release.index.is_none() && release.table.is_none() && release.episodes.is_none());
    }
    let (gap, score) = (&benchmark.releases[0].settings, &benchmark.releases[1].settings);
    assert_eq!(gap.lambdas.iter().map(|lambda| lambda.get()).collect::<Vec<_>>(), [0.0, 0.001, 0.003, 0.01, 0.03, 0.1]);
    assert_eq!(
        score.loss_scales.values().copied().collect::<Vec<_>>(),
        [0.043_405_766_389_155_02, 0.054_206_794_827_132_906]
    );
}

#[test]
fn the_first_generation_holds_what_was_published() {
    let benchmark = benchmark();
    let release = &benchmark.releases[0];
    let models = release.entrants.iter().filter(|entrant| entrant.role == Role::Model).count();
    let policies: Vec<&str> =
        release.entrants.iter().filter(|e| e.role == Role::Policy).map(|e| e.id.model.as_str()).collect();
    assert_eq!((models, &policies[..]), (12, &["fixed_chronos2", "fixed_empirical", "fixed_router"][..]));
    assert_eq!(release.entrants[0].label, "Qwen3 0.6B");
    let published = &release.published;
    let astra = Subject::Entrant(entrant("gpt-6-astra", "full"), Part::Whole);
    assert_eq!(published.value(&astra, Quantity::Loss), Some(0.306_237_287_448_709_54));
    assert_eq!(published.value(&astra, Quantity::Gap(lambda(0.01))), Some(0.026_858_409_652_657_487));
    assert_eq!(published.value(&astra, Quantity::Valid), Some(1251.0));
    let chronos = |part| Subject::Entrant(entrant("fixed_chronos2", "full"), part);
    let july = chronos(Part::Cohort("electricity-july".parse().expect("an id")));
    assert_eq!(published.value(&july, Quantity::Credits), Some(108_919.402_061_855_93));
    assert_eq!(
        published.value(&chronos(Part::Family(Family::DayAhead)), Quantity::Floor),
        Some(0.260_832_761_983_662_5)
    );
    assert_eq!(published.value(&Subject::Oracle(Lambda::ZERO), Quantity::Loss), Some(0.287_959_799_376_194_7));
    let floor = published.value(&Subject::Reference(Reference::PerfectDemand), Quantity::Loss);
    assert_eq!(floor, Some(0.267_584_332_038_446_9));
    // Six λ for 15 systems and the oracle.
    let gaps = published.figures.iter().filter(|figure| matches!(figure.key.quantity, Quantity::Gap(_)));
    assert_eq!(gaps.filter(|figure| figure.source.path.ends_with("sensitivity.json")).count(), 96);
    assert_eq!(published.intervals.len(), 131);
    assert_eq!(published.interval_method.as_deref(), Some("replications 10000, seed 1701"));
}

#[test]
fn the_second_generation_holds_what_was_published() {
    let benchmark = benchmark();
    let release = &benchmark.releases[1];
    let published = &release.published;
    let astra = entrant("gpt-6-astra", "full");
    let figure = |subject: Subject, quantity| published.value(&subject, quantity);
    assert_eq!(figure(Subject::Entrant(astra.clone(), Part::Whole), Quantity::Score), Some(0.396_401_565_987_337_5));
    let week = Subject::Entrant(astra.clone(), Part::Family(Family::WeekAhead));
    assert_eq!(figure(week, Quantity::Score), Some(0.457_339_167_993_367_7));
    let qwen = entrant("qwen3-4b-q8--think0", "no_tsfm");
    assert_eq!(figure(Subject::Entrant(qwen.clone(), Part::Whole), Quantity::Loss), Some(0.714_509_033_209_445_6));
    assert_eq!(published.progress[&qwen].statuses["invalid_submission"], 1);
    assert_eq!(published.progress[&astra].tools["classical_plan"], 5407);
    let catalogue = figure(Subject::Reference(Reference::Catalogue), Quantity::Score);
    assert_eq!(catalogue, Some(0.239_278_900_378_969_7));
    assert_eq!(published.plan_counts[&Reference::Catalogue].values().sum::<usize>(), 1251);
    let against = Subject::Difference(astra.clone(), entrant("hour_of_day_empirical", "full"));
    assert_eq!(figure(against, Quantity::Score), Some(-0.118_327_337_909_429_55));
    let thinking = Subject::Difference(entrant("qwen3-4b-q8--think1", "full"), entrant("qwen3-4b-q8--think0", "full"));
    assert_eq!(figure(thinking, Quantity::Score), Some(-2.024_587_944_785_505));
    let access = Subject::Difference(entrant("qwen3-4b-q8--think0", "full"), qwen.clone());
    assert_eq!(figure(access, Quantity::Loss), Some(0.002_955_258_791_749_169_4));
    let of = |id: &EntrantId| release.entrants.iter().find(|entrant| entrant.id == *id).expect("an entrant");
    assert_eq!((of(&qwen).label.as_str(), of(&qwen).thinking), ("Qwen3 4B", Some(false)));
    assert_eq!(of(&qwen).base.as_ref().map(SystemId::as_str), Some("qwen3-4b-q8"));
    assert_eq!(release.entrants.iter().filter(|entrant| entrant.role == Role::Policy).count(), 10);
    assert_eq!(release.entrants.iter().filter(|entrant| entrant.role == Role::Model).count(), 18);
}
