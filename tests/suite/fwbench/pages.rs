//! Pages of models, cohorts, cases, methods and data, made from hand-made results and rendered with the real templates and content.

use std::collections::{BTreeMap, BTreeSet};

use foreboard::materials::Materials;
use foreboard::render::assets::assets;
use foreboard::render::page::{Kit, render_page};
use foreboard::render::prose::Library;
use foreboard::render::template::Templates;
use foreboard::score::fwbench::metric;
use foreboard::score::fwbench::results::Results;
use foreboard::site::figure::Plot;
use foreboard::site::fwbench::track::Track;
use foreboard::site::fwbench::{case, cases, data, export, methods, model};
use foreboard::site::page::{Frame, Page, Slot, Span};
use foreboard::tree::SitePath;
use quick_xml::events::Event;

use super::example;

fn frame() -> Frame {
    Frame {
        title: "Site".into(),
        description: "A site".into(),
        base_url: None,
        sections: Vec::new(),
        definitions: SitePath::new("methods.html").expect("a path"),
        data: SitePath::new("data.html").expect("a path"),
        stamp: "dataset 3f2c1ab".into(),
        provenance: Vec::new(),
        licence: "CC0-1.0".into(),
        updated: "2026-11-28".into(),
    }
}

/// The files of a page, with the built-in templates and content.
fn rendered(page: &Page) -> BTreeMap<String, String> {
    let materials = Materials::load(None, None, None).expect("materials");
    let templates = Templates::new(&materials.templates).expect("templates");
    let (links, _) = assets(&materials.assets, "").expect("assets");
    let own: Vec<&str> = metric::ALL.iter().map(|metric| metric.tex).collect();
    let library = Library::new(&materials.content, &[], &own);
    let kit = Kit { frame: &frame(), templates: &templates, prose: &library, links: &links };
    let files = render_page(page, &kit).unwrap_or_else(|error| panic!("{}", foreboard::error::Report(&error)));
    files.into_iter().map(|(path, bytes)| (path.to_string(), String::from_utf8(bytes).expect("text"))).collect()
}

fn html(page: &Page) -> String {
    let html = rendered(page).remove(page.path.as_str()).expect("the page itself");
    assert_sound(&html);
    html
}

/// Well-formed, ids unique, nothing that is no number, no cell without a word.
fn assert_sound(html: &str) {
    let mut reader = quick_xml::Reader::from_str(html.strip_prefix("<!DOCTYPE html>").expect("a doctype"));
    let mut ids = BTreeSet::new();
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error} in {html}")) {
            Event::Eof => break,
            Event::Start(tag) | Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    let attribute = attribute.expect("an attribute");
                    if attribute.key.as_ref() == b"id" {
                        let value = String::from_utf8_lossy(&attribute.value).into_owned();
                        assert!(ids.insert(value.clone()), "two elements are called {value}");
                    }
                }
            }
            _ => {}
        }
    }
    // The one code of a rejection that speaks of it.
    let html = html.replace("NaN or Infinity stands", "");
    for wrong in ["NaN", ">inf", "</td><td></td>", "<td></td>", "<td class=\"n\"></td>"] {
        assert!(!html.contains(wrong), "{wrong} in {html}");
    }
}

/// The text between two marks, tags taken out.
fn text(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            _ if !inside => text.push(letter),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn with(check: impl FnOnce(&Track, &Results)) {
    let benchmark = example::benchmark();
    let results = example::results(&benchmark);
    let config = example::config();
    let track = Track::new(&config.tracks[0], &results, false);
    check(&track, &results);
}

fn lead(page: &Page) -> &str {
    match &page.slots["lead"] {
        Slot::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_model_says_where_it_stands_in_each_pool_and_beside_what_was_published() {
    with(|track, results| {
        let page = model::page(track, &results.releases[0], 0);
        assert_eq!(page.path.as_str(), "fwbench/v2/models/astra--think1.html");
        assert_eq!(
            lead(&page),
            "Astra <think> is number 1 of 2 ranked models: G at λ = 0.01 is −0.005757, with a loss of 0.031000 for 8,452.0 credits a case; \
             4 of 4 plans are valid. In the pool no_tsfm it is number 1 of 1 ranked model: G at λ = 0.01 is 0.430000, with a loss of 0.467500 \
             for 0.0 credits a case; 3 of 4 plans are valid."
        );
        let files = rendered(&page);
        let html = html(&page);
        let words = text(&html);
        for part in [
            "Pool full",
            "Pool no_tsfm",
            "language model, LLM",
            "1 of 2 by G at λ = 0.01",
            "λ from 0 to 0.25565",
            "Pareto layer of loss and credits 1 of 2",
            "Loss 0.031000 0.031000 recomputed, equal within 1e-9",
            "G at λ = 0.01 −0.005757 −0.006000 recomputed, differs by more than 5e-5",
            "J at λ = 0.01 0.031743 –",
            "0.1 0.038432 0.000932 1 of 2",
            "july 3 0.031000 8,452.0 0.020000 0.011000",
            "The files at hand do not tell: domains.",
            "chronos_bolt_tiny 4 100.0%",
            "OS data © Crown copyright and database rights 2016 and Geomni UK Map data © and database rights 2019",
        ] {
            assert!(words.contains(part), "{part} is not in {words}");
        }
        assert!(html.contains("<a href=\"astra--think0.html\">Astra</a>"), "the other way of thinking");
        assert!(html.contains("<a href=\"../../v3/models/astra--think1.html\">v3, as published</a>"));
        assert!(html.contains("<a href=\"../differences.html\">"));
        for stem in ["figures", "by-lambda", "parts", "runs", "figures-no_tsfm", "parts-no_tsfm"] {
            assert!(files.contains_key(&format!("fwbench/v2/models/astra--think1/{stem}.csv")), "{stem}");
        }
        assert!(files["fwbench/v2/models/astra--think1/by-lambda.csv"].starts_with("lambda,"));
    });
}

#[test]
fn an_incomplete_model_has_no_figure_and_lists_what_is_missing() {
    with(|track, results| {
        let page = model::page(track, &results.releases[0], 3);
        assert_eq!(lead(&page), "Nano is not ranked: 2 of 4 cases scored.");
        let html = html(&page);
        assert!(!html.contains("id=\"figures\"") && !html.contains("id=\"parts\""));
        let words = text(&html);
        assert!(words.contains("BPAT-2026-07-17-week_ahead no run"), "{words}");
        assert!(words.contains("TFL-001075-2026-05-03-day_ahead stopped by the infrastructure, waits for a replay"));
        assert!(words.contains("The files at hand do not tell how its single runs ended."));
        assert!(html.contains("href=\"../case/BPAT-2026-07-17-week_ahead.html\""));
    });
}

#[test]
fn a_policy_is_never_ranked_and_a_release_of_totals_says_what_it_does_not_know() {
    with(|track, results| {
        let policy = model::page(track, &results.releases[0], 4);
        assert!(
            lead(&policy).starts_with("Hour of day is a fixed policy, shown beside the models and never ranked: G")
        );
        html(&policy);
        let published = model::page(track, &results.releases[1], 0);
        assert!(lead(&published).contains("S is not known"), "{}", lead(&published));
        let html = html(&published);
        assert!(html.contains("the floors are not known from the files at hand"));
        assert!(!html.contains("/case/") && !html.contains("/cases/"), "there are no pages of cases");
    });
}

#[test]
fn a_long_list_of_missing_cases_is_cut_with_the_rest_named() {
    let benchmark = example::benchmark();
    let mut results = example::results(&benchmark);
    results.releases[0].standings[3].progress.missing = (0..300).map(|n| (format!("case <{n}>"), None)).collect();
    let config = example::config();
    let track = Track::new(&config.tracks[0], &results, true);
    let html = html(&model::page(&track, &results.releases[0], 3));
    assert_eq!(html.matches("its publisher names no reason").count(), 200);
    assert!(html.contains("The first 200 of 300; the release’s scores.json, named on the data page, has all."));
    assert!(html.contains("case &lt;7&gt;"));
}

#[test]
fn a_cohort_lists_every_case_with_floor_menu_and_best_model() {
    with(|track, results| {
        let page = cases::page(track, &results.releases[0], 0);
        assert_eq!(page.path.as_str(), "fwbench/v2/cases/july.html");
        assert_eq!(
            lead(&page),
            "july has 3 cases; in 0 of them every one of 3 models gave a valid plan, in 0 none did."
        );
        let files = rendered(&page);
        // The menu of J at 0.01: chronos2 has 0.03 + 0.01·103806/113726 = 0.03913, weekly_repeat 0.038.
        assert_eq!(
            files["fwbench/v2/cases/july/cases.csv"],
            "case,authority,lead,target_start,floor,menu_plan,menu_loss,menu_credits,best_loss,best_model,valid\n\
             AECI-2026-07-23-day_ahead,AECI,day ahead,2026-07-24 00:00,0.02,weekly_repeat,0.038,0,0.031,astra--think1,2\n\
             AECI-2026-07-24-day_ahead,AECI,day ahead,2026-07-25 00:00,0.02,weekly_repeat,0.038,0,0.031,astra--think1,2\n\
             BPAT-2026-07-17-week_ahead,BPAT,week ahead,2026-07-24 00:00,0.02,weekly_repeat,0.038,0,0.031,astra--think1,2\n"
        );
        let html = html(&page);
        assert!(html.contains("href=\"../case/AECI-2026-07-23-day_ahead.html\""));
        let may = cases::page(track, &results.releases[0], 1);
        let html = self::html(&may);
        assert!(html.contains("2026-05-02 23:00") && html.contains("chronos2 is priced and neither stored nor tabled"));
    });
}

#[test]
fn a_raw_case_shows_its_contract_its_day_and_everybodys_outcome() {
    with(|track, results| {
        let page = case::page(track, &results.releases[0], 0);
        assert_eq!(
            lead(&page),
            "AECI, day ahead, the day from 2026-07-24 00:00 UTC: 2 of 3 models gave a valid plan; Astra <think> lost least, 0.031000. \
             With demand known the least loss is 0.020000. The menu’s best affordable plan is weekly_repeat: 0.038000 for 0 credits."
        );
        let Slot::Figure(figure) = &page.slots["day"] else { panic!("no figure") };
        let Plot::Steps(steps) = &figure.plot else { panic!("another plot") };
        assert_eq!(steps.demand.len(), example::DAY);
        assert_eq!((steps.hours[0].as_str(), steps.hours[23].as_str()), ("00:00", "23:00"));
        let bands: Vec<(usize, &str)> = steps.bands.iter().map(|(hour, words)| (*hour, words.as_str())).collect();
        assert_eq!(bands, [(0, "priority 2"), (6, "priority 1.5"), (12, "priority 1")]);
        let plans: Vec<(&str, f64)> = steps.plans.iter().map(|plan| (plan.label.as_str(), plan.values[23])).collect();
        // Steps 13, 11 and 12 of the grid are 1.05, 0.95 and 1.00 of the scale of 1000 MW.
        assert_eq!(
            plans,
            [("floor", 1050.0), ("menu: weekly_repeat", 950.0), ("Astra <think>", 1000.0), ("Astra", 1000.0)]
        );
        assert!(steps.plans.iter().all(|plan| plan.values.len() == example::DAY));
    });
}

#[test]
fn the_tables_of_a_case_hold_its_figures_and_every_reason() {
    with(|track, results| {
        let mut page = case::page(track, &results.releases[0], 0);
        page.slots.remove("day");
        let files = rendered(&page);
        let folder = "fwbench/v2/case/AECI-2026-07-23-day_ahead";
        let outcomes = &files[&format!("{folder}/outcomes.csv")];
        let plan = "1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00";
        let lines: Vec<&str> = outcomes.lines().collect();
        assert_eq!(
            lines[0],
            "system,valid,loss,excess_loss,credits,measure,calls,status,format_rejection,capacities,id,group"
        );
        // J at 0.01: 0.031 + 0.01·8452/113726.
        let objective = 0.031 + 0.01 * (8452.0 / 113_726.0);
        assert_eq!(
            lines[1],
            format!("Astra <think>,true,0.031,0.011,8452,{objective},2,completed,,{plan},astra--think1,Models")
        );
        assert_eq!(
            lines[3],
            "Nano,false,1.5,1.48,113726,1.51,,\"invalid_submission, twice\",ambiguous_candidates,,nano,Models"
        );
        assert!(
            lines[4].starts_with(&format!("Hour of day,true,0.06,{},0,0.06,", 0.06 - 0.02))
                && lines[4].ends_with("Fixed policies")
        );
        let other = &files[&format!("{folder}/outcomes-no_tsfm.csv")];
        assert_eq!(other.lines().count(), 2, "{other}");
        let menu = &files[&format!("{folder}/menu.csv")];
        let paid = 0.03 + 0.01 * (103_806.0 / 113_726.0);
        let dear = 0.01 + 0.01 * (1_187_691.0 / 113_726.0);
        assert_eq!(
            *menu,
            format!(
                "policy,loss,excess_loss,credits,affordable,measure,chosen\n\
                 chronos2,0.03,0.009999999999999998,103806,true,{paid},false\n\
                 timesfm25,0.01,-0.01,1187691,false,{dear},false\n\
                 weekly_repeat,0.038,0.018,0,true,0.038,true\n"
            )
        );
        let html = html(&page);
        let words = text(&html);
        for part in [
            "Price of surplus 0.3 on capacity above demand",
            "Priority of shortage hours 0–5: 2; hours 6–11: 1.5; hours 12–23: 1",
            "Scale: one unit of cost 1,000 MW",
            "Blocks 8 of 3 hours",
            "after: AECI-2026-07-24-day_ahead",
        ] {
            assert!(words.contains(part), "{part} is not in {words}");
        }
    });
}

#[test]
fn a_case_without_raw_files_says_so_and_an_unscored_outcome_says_why() {
    with(|track, results| {
        let page = case::page(track, &results.releases[0], 3);
        assert!(!page.slots.contains_key("day") && !page.slots.contains_key("menu"));
        let html = html(&page);
        let words = text(&html);
        for part in [
            "Nano stopped by the infrastructure, waits for a replay –",
            "The menu of this case is not known: chronos2 is priced and neither stored nor tabled.",
            "neither its contract nor its demand can be shown",
            "the day from 2026-05-02 23:00 UTC",
        ] {
            assert!(words.contains(part), "{part} is not in {words}");
        }
        let page = case::page(track, &results.releases[0], 2);
        let outcomes = match &page.slots["outcomes"] {
            Slot::Many(groups) => format!("{groups:?}"),
            other => panic!("{other:?}"),
        };
        assert!(outcomes.contains("\"no run\""), "{outcomes}");
    });
}

#[test]
fn methods_fill_every_gap_of_the_prose_and_define_every_metric() {
    with(|track, _| {
        let page = methods::page(track);
        let html = html(&page);
        assert!(!html.contains("{{"), "a gap of the prose is not filled");
        for metric in metric::ALL {
            assert!(html.contains(&format!("<div id=\"{}\">", metric.anchor)), "{}", metric.key);
        }
        let words = text(&html);
        for part in [
            "v2, as published G at λ = 0.01 4 113,726 0 0.01 0.1",
            "v2, as published july electricity 0.5000 3 2",
            "v3, as published cycle_hire 0.04340576638915502",
            "chronos2 512 64 103,806",
            "Every case at hand has these prices.",
            "10,000 resamples are drawn.",
            "ambiguous_candidates two complete objects",
            "v2, as published: “paired cluster bootstrap”",
            "The tolerance of the 2 recomputed figures lies between 1e-9 and 5e-5.",
        ] {
            assert!(words.contains(part), "{part} is not in {words}");
        }
    });
}

#[test]
fn the_data_page_counts_the_agreement_and_shows_both_values_of_what_differs() {
    with(|track, _| {
        let config = example::config();
        let page = data::page(track, &config.site, &export::names(track));
        assert_eq!(
            lead(&page),
            "Of 6 published figures 1 were recomputed and are equal, 1 differ, 3 could only be taken as published, and 1 would need files \
             that are not at hand; 1 fault in the files."
        );
        let files = rendered(&page);
        assert_eq!(
            files["fwbench/data/different.csv"],
            "subject,quantity,published,ours,difference,tolerance,file,place,group\n\
             astra--think1,G at λ = 0.01,-0.006,-0.0057568,0.00024319999999999984,5e-5,results/primary-1251.json,models[0].loss,\"v2, as published\"\n\
             "
            .replace("5e-5", "0.00005")
        );
        let html = html(&page);
        let words = text(&html);
        for part in [
            "v2, as published 6 1 1 3 1",
            "v3, as published 0 0 0 0 0",
            "runs/nano/AECI-2026-07-23-day_ahead/ledger.json invalid spent it is -1",
            "it says nothing of the rest",
            "public-domain v2, as published: 4 cases",
            "Powered by TfL Open Data",
            "foreboard score DATASET --format json",
        ] {
            assert!(words.contains(part), "{part} is not in {words}");
        }
        assert!(html.contains("href=\"agreement.json\"") && html.contains("href=\"v2/outcomes.csv\""));
        assert!(!html.contains("v3/outcomes.csv"), "a release of totals has no cases");
        assert!(html.contains("id=\"cite\"") && html.contains("id=\"recompute\""));
    });
}

#[test]
fn the_attributions_name_both_sources_and_the_benchmark() {
    with(|track, _| {
        let Slot::Line(spans) = data::terms(track) else { panic!("no line") };
        let words: String = spans
            .iter()
            .map(|span| match span {
                Span::Text(text) | Span::Strong(text) | Span::Math(text) | Span::Link(text, _) => text.as_str(),
            })
            .collect();
        for part in [
            "U.S. Energy Information Administration (EIA), Hourly Electric Grid Monitor, public domain",
            "Powered by TfL Open Data",
            "contains OS data © Crown copyright and database rights 2016 and Geomni UK Map data © and database rights 2019",
            "Forecast Workflow Bench, Neurogica; its contributions are under Apache-2.0",
        ] {
            assert!(words.contains(part), "{part} is not in {words}");
        }
    });
}

#[test]
fn a_page_of_a_cohort_of_377_cases_stays_light() {
    let mut benchmark = example::benchmark();
    let release = &mut benchmark.releases[0];
    let one = release.index.as_ref().expect("an index").cases()[0].clone();
    let many = (0..377)
        .map(|n| foreboard::domain::fwbench::case::Case {
            id: example::id(&format!("A{:02}X-2026-07-{:02}-day_ahead", n / 8, n % 8 + 20)),
            authority: format!("A{:02}X", n / 8),
            ..one.clone()
        })
        .collect();
    release.index = Some(foreboard::domain::fwbench::case::Index::new(many).expect("an index"));
    release.episodes = None;
    let mut results = example::results(&benchmark);
    let mut wide = results.releases[0].clone();
    let model = wide.cases[0].clone();
    wide.cases = (0..377_u32)
        .map(|n| {
            let mut case = model.clone();
            // Digits without a pattern, as real losses have.
            let noise = |salt: u32| f64::from((n + salt).wrapping_mul(2_654_435_761) % 999_983) / 9_999_830.0;
            case.floor = Some(noise(1));
            for (salt, outcome) in (2..).zip(&mut case.outcomes) {
                if let Ok(scored) = &mut outcome.scored {
                    scored.loss = noise(salt);
                }
            }
            for (salt, plan) in (20..).zip(case.menu.as_mut().expect("a menu")) {
                plan.loss = noise(salt);
            }
            case
        })
        .collect();
    results.releases[0] = wide;
    let config = example::config();
    let track = Track::new(&config.tracks[0], &results, false);
    let html = html(&cases::page(&track, &results.releases[0], 0));
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, html.as_bytes()).expect("memory takes everything");
    let weight = encoder.finish().expect("memory takes everything").len();
    assert!(weight < 60 * 1024, "{weight} bytes");
    assert!(
        SitePath::new("fwbench/v2/cases/july.html")
            .is_ok_and(|path| path == track.cohort_page(&results.releases[0], &example::id("july")))
    );
}
