//! Charts: every drawing is well-formed and themable, its places follow the values, gaps stay gaps, and the palette can be read.

use std::collections::{BTreeMap, BTreeSet};

use foreboard::domain::day::Day;
use foreboard::render::chart::{inline, svg};
use foreboard::site::figure::{
    ChainRow, Chains, CurveCrossing, Curves, DaySeries, DotRow, Dots, Fan, FanPanel, FanStep, Figure, Heat, Histogram,
    Lines, Numbers, Plane, PlaneSpot, Plot, Series, StepPlan, Steps, Winner,
};
use foreboard::site::mark::{Dash, Mark, Shape};
use foreboard::site::table::Strip;
use quick_xml::Reader;
use quick_xml::events::Event;

const PALETTE: &str = include_str!("../../assets/palette.css");
const STYLES: &str = include_str!("../../assets/chart.css");
const SHAPES: [Shape; 6] = [Shape::Disc, Shape::Square, Shape::Triangle, Shape::Diamond, Shape::Ring, Shape::Cross];
const DASHES: [Dash; 4] = [Dash::Solid, Dash::Long, Dash::Short, Dash::Dots];
const HOSTILE: &str = "<1% A & B \"q\" ' ]]> \u{1}\u{fffe}\u{202e}</text><script>alert(1)</script> style=\"x\"";

#[derive(Debug, Clone)]
pub struct Element {
    pub name: String,
    pub attributes: BTreeMap<String, String>,
    pub text: String,
}

impl Element {
    pub fn is(&self, class: &str) -> bool {
        self.attributes.get("class").is_some_and(|classes| classes.split(' ').any(|one| one == class))
    }

    pub fn number(&self, attribute: &str) -> f64 {
        self.attributes[attribute].parse().unwrap()
    }
}

/// Every element with its own text; panics with the drawing where it is no XML 1.0.
pub fn elements(drawing: &str) -> Vec<Element> {
    let bad = drawing.chars().find(|c| (*c < ' ' && !"\t\n\r".contains(*c)) || matches!(*c, '\u{fffe}' | '\u{ffff}'));
    assert_eq!(bad, None, "a character that XML 1.0 has not");
    let mut reader = Reader::from_str(drawing);
    reader.config_mut().check_end_names = true;
    let (mut found, mut open) = (Vec::<Element>::new(), Vec::new());
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error} in {drawing}")) {
            Event::Start(tag) => {
                open.push(found.len());
                found.push(element(&tag));
            }
            Event::Empty(tag) => found.push(element(&tag)),
            Event::End(_) => drop(open.pop()),
            Event::Text(text) => found[*open.last().unwrap()].text.push_str(&text.decode().unwrap()),
            Event::GeneralRef(name) => {
                let c = match &*name.decode().unwrap() {
                    "lt" => '<',
                    "gt" => '>',
                    "amp" => '&',
                    "quot" => '"',
                    other => panic!("an entity that only HTML knows: {other}"),
                };
                found[*open.last().unwrap()].text.push(c);
            }
            Event::Eof => break,
            other => panic!("not expected in a drawing: {other:?}"),
        }
    }
    assert!(open.is_empty(), "an element stays open");
    found
}

fn element(tag: &quick_xml::events::BytesStart<'_>) -> Element {
    let attribute = |found: quick_xml::events::attributes::Attribute<'_>| {
        (String::from_utf8(found.key.as_ref().to_vec()).unwrap(), found.unescape_value().unwrap().into_owned())
    };
    let attributes = tag.attributes().map(|found| attribute(found.unwrap())).collect();
    Element { name: String::from_utf8(tag.name().as_ref().to_vec()).unwrap(), attributes, text: String::new() }
}

pub fn texts<'a>(elements: &'a [Element], class: &str) -> Vec<&'a str> {
    let has = |element: &&Element| element.name == "text" && element.is(class);
    elements.iter().filter(has).map(|element| element.text.as_str()).collect()
}

pub fn mark(index: usize) -> Mark {
    Mark { hue: (index % 24) as u8, shape: SHAPES[index % 6], dash: DASHES[index / 6 % 4] }
}

const DISC: Mark = Mark { hue: 3, shape: Shape::Disc, dash: Dash::Solid };

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

fn figure(words: &str, plot: Plot) -> Figure {
    let numbers = Numbers::In("data".into());
    Figure { name: "chart".into(), title: words.into(), description: words.into(), caption: None, plot, numbers }
}

pub fn drawn(plot: Plot) -> String {
    svg(&figure("a chart", plot), "one")
}

fn row(label: &str, value: f64) -> DotRow {
    let (label, value) = (label.to_owned(), Some(value));
    DotRow { label, mark: DISC, value, interval: None, inner: None, missing: None }
}

fn dots(rows: Vec<DotRow>) -> Plot {
    Plot::Dots(Dots { value_title: "score".into(), decimals: 2, rule: None, rows })
}

fn lines(days: &[Day], series: Vec<Vec<(Day, f64)>>) -> Plot {
    let one = |(index, points): (usize, Vec<(Day, f64)>)| DaySeries {
        label: format!("line {index}"),
        mark: mark(index),
        points,
    };
    let series = series.into_iter().enumerate().map(one).collect();
    Plot::Lines(Lines { value_title: "score".into(), decimals: 2, rule: None, series, days: days.to_vec() })
}

fn step(day: Day, middle: f64) -> FanStep {
    FanStep {
        day,
        outer: Some((middle - 2.0, middle + 2.0)),
        inner: Some((middle - 1.0, middle + 1.0)),
        middle: Some(middle),
    }
}

/// Every kind, few and many, all words being `words` and all numbers made by `value`.
fn every_kind(words: &str, value: impl Fn(usize) -> f64) -> Vec<Plot> {
    let first = day("2026-11-05");
    let days: Vec<Day> = (0..6).map(|n| first.plus(n)).collect();
    let word = || words.to_owned();
    let band = |n| Some((value(n), value(n + 1)));
    let mut plots = vec![];
    for count in [0, 1, 2, 7, 12] {
        let steps = || {
            let one =
                |(n, day): (usize, &Day)| FanStep { day: *day, outer: band(n), inner: band(n), middle: Some(value(n)) };
            days.iter().enumerate().map(one).collect()
        };
        let points: Vec<(Day, f64)> = days.iter().enumerate().map(|(n, day)| (*day, value(n))).collect();
        let panels = (0..count).map(|n| FanPanel { label: word(), mark: mark(n), steps: steps() }).collect();
        plots.push(Plot::Fan(Fan { value_title: word(), decimals: 1, actual: points.clone(), cutoff: first, panels }));
        let series = (0..count).map(|n| DaySeries { label: word(), mark: mark(n), points: points.clone() }).collect();
        let rule = Some((value(count), word()));
        plots.push(Plot::Lines(Lines {
            value_title: word(),
            decimals: 1,
            rule: rule.clone(),
            series,
            days: days.clone(),
        }));
        let row = |n: usize| DotRow {
            label: word(),
            mark: mark(n),
            value: (n != 1).then(|| value(n)),
            interval: band(n),
            inner: band(n),
            missing: Some(word()),
        };
        plots.push(Plot::Dots(Dots { value_title: word(), decimals: 1, rule, rows: (0..count).map(row).collect() }));
        let shares: Vec<(f64, f64)> = (0..5).map(|n| (n as f64 / 4.0, value(n))).collect();
        let series = |n| Series { label: word(), mark: mark(n), points: shares.clone() };
        plots.push(Plot::Reliability((0..count).map(series).collect()));
        let bins = (0..count).map(|n| (word(), n as u64)).collect();
        plots.push(Plot::Histogram(Histogram { bin_title: word(), bins, expected: value(0), mark: mark(count) }));
        let cells =
            (0..count).map(|r| (0..count).map(|c| (r != c).then(|| (word(), value(r + c)))).collect()).collect();
        plots.push(Plot::Heat(Heat { rows: vec![word(); count], columns: vec![word(); count], cells }));
        let chains = || vec![(days[0], days[2]), (days[3], days[3])];
        let rows = (0..count).map(|n| ChainRow { label: word(), mark: mark(n), chains: chains() }).collect();
        plots.push(Plot::Chains(Chains { days: days.clone(), rows }));
        plots.extend(over_numbers(count, words, &value));
    }
    plots
}

/// The kinds whose axes are numbers or hours.
fn over_numbers(count: usize, words: &str, value: &impl Fn(usize) -> f64) -> [Plot; 3] {
    let word = || words.to_owned();
    let points: Vec<(f64, f64)> = (0..5).map(|n| (value(n), value(n + 1))).collect();
    let series = |n| Series { label: word(), mark: mark(n), points: points.clone() };
    let winner = |n| Winner { label: word(), mark: mark(n), from: value(n), to: value(n + 1) };
    let crossing = |n| CurveCrossing { at: (value(n), value(n + 1)), words: word() };
    let curves = Curves {
        x_title: word(),
        y_title: word(),
        decimals: 1,
        x_ticks: (0..6).map(value).collect(),
        series: (0..count).map(series).collect(),
        crossings: (0..count).map(crossing).collect(),
        winners: (0..count).map(winner).collect(),
        rule: Some((value(1), word())),
    };
    let at = |n| (value(n), value(n + 1));
    let plane = Plane {
        x_title: word(),
        y_title: word(),
        x_decimals: 0,
        y_decimals: 1,
        spots: (0..count).map(|n| PlaneSpot { label: word(), mark: mark(n), at: at(n) }).collect(),
        layers: (0..count).map(|n| points[..n.min(5)].to_vec()).collect(),
        equals: (0..count).map(|n| (word(), at(n), at(n + 2))).collect(),
    };
    let hours: Vec<f64> = (0..count).map(value).collect();
    let steps = Steps {
        value_title: word(),
        decimals: 1,
        hours: vec![word(); count],
        demand: hours.clone(),
        bands: (0..count).map(|n| (n, word())).collect(),
        plans: (0..count).map(|n| StepPlan { label: word(), mark: mark(n), values: hours.clone() }).collect(),
    };
    [Plot::Curves(curves), Plot::Plane(plane), Plot::Steps(steps)]
}

fn every_glyph(value: impl Fn(usize) -> f64) -> Vec<String> {
    let mut glyphs: Vec<String> = (0..24).map(|n| inline::marker(mark(n))).collect();
    let axis = (value(0), value(1));
    for n in 0..6 {
        let (interval, rule) = (Some((value(n), value(n + 1))), value(2));
        glyphs.push(inline::strip(&Strip { axis, value: value(n), interval, rule, mark: mark(n) }));
        glyphs.push(inline::share(value(n), value(n + 1)));
        glyphs.push(inline::spark(&(0..n).map(&value).collect::<Vec<_>>(), value(n)));
    }
    glyphs
}

#[test]
fn hostile_words_stay_words_in_well_formed_drawings() {
    for plot in every_kind(HOSTILE, |n| n as f64) {
        let drawing = svg(&figure(HOSTILE, plot), "a b\"><x");
        let elements = elements(&drawing);
        let known = ["svg", "title", "desc", "defs", "g", "use", "path", "rect", "circle", "text"];
        let strange = elements.iter().find(|element| !known.contains(&element.name.as_str()));
        assert!(strange.is_none(), "{strange:?}");
        let expected = "<1% A & B \"q\" ' ]]> \u{fffd}\u{fffd}\u{fffd}</text><script>alert(1)</script> style=\"x\"";
        assert_eq!((elements[1].name.as_str(), elements[1].text.as_str()), ("title", expected));
        assert_eq!((elements[2].name.as_str(), elements[2].text.as_str()), ("desc", expected));
        let ids: Vec<&String> = elements.iter().filter_map(|element| element.attributes.get("id")).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
        for id in elements[0].attributes["aria-labelledby"].split(' ') {
            assert!(ids.iter().any(|other| *other == id), "{id} is nowhere in {ids:?}");
        }
        for used in elements.iter().filter_map(|element| element.attributes.get("href")) {
            assert!(ids.iter().any(|other| used.strip_prefix('#') == Some(other)), "{used} is nowhere in {ids:?}");
        }
    }
}

#[test]
fn drawings_hold_classes_that_are_styled_and_no_look_of_their_own() {
    let mut used = BTreeSet::new();
    let charts = every_kind("name", |n| n as f64 / 3.0).into_iter().map(drawn);
    for drawing in charts.chain(every_glyph(|n| n as f64 / 3.0)) {
        for element in elements(&drawing) {
            for looks in ["style", "fill", "stroke", "color", "stroke-width", "opacity", "font-size", "font-family"] {
                assert!(!element.attributes.contains_key(looks), "`{looks}` in {element:?}");
            }
            if let Some(classes) = element.attributes.get("class") {
                used.extend(classes.split(' ').map(str::to_owned));
            }
        }
    }
    // Names of kinds are there for whoever wants them; all others need a rule.
    for kind in ["fan", "lines", "dots", "reliability", "heat", "chains", "curves", "steps"] {
        assert!(used.remove(kind), "no chart of kind `{kind}` was drawn");
    }
    let styled = |class: &String| {
        STYLES
            .match_indices(&format!(".{class}"))
            .any(|(at, found)| STYLES[at + found.len()..].starts_with(|c: char| !c.is_ascii_alphanumeric() && c != '-'))
    };
    let bare: Vec<&String> = used.iter().filter(|class| !styled(class)).collect();
    assert!(bare.is_empty(), "without a rule in chart.css: {bare:?}");
}

#[test]
fn rows_stand_in_order_and_dots_in_proportion() {
    let drawing = drawn(dots(vec![row("c", 0.25), row("a", 1.0), row("b", 0.5)]));
    let elements = elements(&drawing);
    assert_eq!(texts(&elements, "n"), ["c", "a", "b"]);
    assert_eq!(texts(&elements, "f"), ["0.25", "1.00", "0.50"]);
    // Two discs a row: the sign beside the name, then the value.
    let discs: Vec<(f64, f64)> = elements
        .iter()
        .filter(|element| element.name == "circle")
        .map(|circle| (circle.number("cx"), circle.number("cy")))
        .collect();
    let values: Vec<f64> = discs.iter().skip(1).step_by(2).map(|(x, _)| *x).collect();
    // (0.5 - 0.25) is a third of (1 - 0.25).
    let share = (values[2] - values[0]) / (values[1] - values[0]);
    assert!((share - 1.0 / 3.0).abs() < 0.001 && 100.0 < values[1] - values[0], "{values:?}");
    assert!(discs[0].1 < discs[2].1 && discs[2].1 < discs[4].1 && discs[0].1 == discs[1].1, "{discs:?}");
}

#[test]
fn values_of_a_strip_stand_where_the_rule_of_three_puts_them() {
    let strip = Strip { axis: (0.0, 2.0), value: 0.5, interval: Some((0.25, 9.0)), rule: 1.0, mark: DISC };
    let elements = elements(&inline::strip(&strip));
    // The axis runs from 6 to 114: 0.5 of 2 is at 6 + 27; 0.25 at 6 + 13.5; 1 at 60; 9 is held at 114, 94.5 further.
    let circle = elements.iter().find(|element| element.name == "circle").unwrap();
    assert_eq!((circle.number("cx"), circle.number("cy")), (33.0, 8.0));
    let path = |class| &elements.iter().find(|element| element.is(class)).unwrap().attributes["d"];
    assert_eq!(path("w"), "M19.5 8h94.5");
    assert_eq!(path("r"), "M60 1v14");
    assert_eq!(elements[0].attributes["aria-hidden"], "true");
}

#[test]
fn a_share_is_as_long_as_it_is_large() {
    let elements = elements(&inline::share(0.75, 0.8));
    let bar = elements.iter().find(|element| element.is("b")).unwrap();
    assert_eq!((bar.number("x"), bar.number("width")), (0.0, 48.0));
    assert_eq!(elements.iter().find(|element| element.is("r")).unwrap().attributes["d"], "M51.2 1v10");
}

#[test]
fn a_missing_day_breaks_the_line_and_only_a_missing_day_of_the_axis_does() {
    let strokes = |missing: &[usize], axis: &[usize], count: usize| -> Vec<usize> {
        let all: Vec<Day> = (0..7).map(|n| day("2026-11-01").plus(n)).collect();
        let points: Vec<(Day, f64)> =
            (0..7).filter(|n| !missing.contains(n)).map(|n| (all[n], 1.0 + n as f64)).collect();
        let days: Vec<Day> = axis.iter().map(|n| all[*n]).collect();
        let drawing = drawn(lines(&days, vec![points; count]));
        let paths = elements(&drawing).into_iter().filter(|element| element.is("l"));
        paths.map(|path| path.attributes["d"].matches('M').count()).collect()
    };
    let every = [0, 1, 2, 3, 4, 5, 6];
    assert_eq!(strokes(&[], &every, 1), [1]);
    assert_eq!(strokes(&[3], &every, 1), [2]);
    assert_eq!(strokes(&[1, 3, 4], &every, 2), [3, 3]);
    // Day 3 is no day of this axis, so nothing is missing.
    assert_eq!(strokes(&[3], &[0, 1, 2, 4, 5, 6], 1), [1]);
    assert_eq!(strokes(&[3], &every, 9), [2; 9]);
}

#[test]
fn a_missing_forecast_breaks_the_bands_and_the_median() {
    let start = day("2026-11-05");
    let gap = |day| FanStep { day, outer: None, inner: None, middle: None };
    let steps = (1..=7).map(|n| if n == 4 { gap(start.plus(n)) } else { step(start.plus(n), f64::from(n)) }).collect();
    let actual = [-9, -8, -7, 0, 1].map(|n| (start.plus(n), 3.0)).to_vec();
    let panels = vec![FanPanel { label: "a".into(), mark: DISC, steps }];
    let fan = Fan { value_title: "MWh".into(), decimals: 0, actual, cutoff: start, panels };
    let elements = elements(&drawn(Plot::Fan(fan)));
    let count = |class| elements.iter().filter(|element| element.is(class)).count();
    assert_eq!((count("o"), count("i"), count("l")), (2, 2, 2));
    let path = |class| &elements.iter().find(|element| element.is(class)).unwrap().attributes["d"];
    // Five days with a week of silence: two threads, five dots.
    assert_eq!((path("a").matches('M').count(), path("p").matches('M').count()), (2, 5));
}

#[test]
fn numbers_that_no_axis_can_hold_are_drawn_sanely_or_not_at_all() {
    type Value = fn(usize) -> f64;
    let extremes: [Value; 9] = [
        |_| f64::NAN,
        |n| if n == 2 { f64::NAN } else { n as f64 },
        |n| if n % 2 == 0 { f64::MAX } else { f64::MIN },
        |n| if n == 0 { f64::INFINITY } else { -1.0 },
        |_| 5.0,
        |_| 0.0,
        |_| f64::MAX,
        |n| 5e-324 * n as f64,
        |n| 1e16 + 2.0 * n as f64,
    ];
    for (which, value) in extremes.into_iter().enumerate() {
        for drawing in every_kind("name", value).into_iter().map(drawn).chain(every_glyph(value)) {
            let elements = elements(&drawing);
            let (width, height) = (elements[0].number("width"), elements[0].number("height"));
            for element in &elements {
                for (name, text) in element.attributes.iter().filter(|(name, _)| *name != "class" && *name != "id") {
                    assert!(!text.contains("NaN") && !text.contains("inf"), "{name}={text} with extreme {which}");
                }
                if element.name == "circle" {
                    let (x, y) = (element.number("cx"), element.number("cy"));
                    assert!((0.0..=width).contains(&x) && y <= height && -20.0 < y, "{element:?} with extreme {which}");
                }
            }
        }
    }
}

#[test]
fn nothing_to_draw_is_said() {
    for plot in every_kind("name", |_| 1.0).into_iter().take(10) {
        let drawing = drawn(plot);
        assert_eq!(texts(&elements(&drawing), "u"), ["Nothing to draw: no value yet"], "{drawing}");
    }
}

#[test]
fn three_hundred_rows_are_all_there_within_the_drawing() {
    let rows: Vec<DotRow> = (0..300).map(|n| row(&format!("system-{n}"), f64::from(n))).collect();
    let elements = elements(&drawn(dots(rows)));
    let names = texts(&elements, "n");
    assert_eq!((names.len(), names[0], names[299]), (300, "system-0", "system-299"));
    let lowest = elements.iter().filter(|element| element.is("n")).map(|name| name.number("y")).fold(0.0, f64::max);
    assert!(lowest < elements[0].number("height"), "{lowest}");
}

#[test]
fn names_at_the_ends_of_lines_do_not_overlap() {
    let days: Vec<Day> = (0..3).map(|n| day("2026-11-01").plus(n)).collect();
    let flat = |value: f64| days.iter().map(|day| (*day, value)).collect();
    let elements = elements(&drawn(lines(&days, [1.0, 1.0, 1.01, 1.0, 5.0, 0.0, 0.0, 0.0].map(flat).to_vec())));
    let mut heights: Vec<f64> =
        elements.iter().filter(|element| element.is("n")).map(|name| name.number("y")).collect();
    heights.sort_by(f64::total_cmp);
    assert_eq!(heights.len(), 8);
    assert!(heights.windows(2).all(|pair| 13.0 < pair[1] - pair[0]), "{heights:?}");
    assert!(0.0 < heights[0] && heights[7] < elements[0].number("height"), "{heights:?}");
}

#[test]
fn axes_say_days_and_round_numbers() {
    let days = ["2025-12-25", "2026-01-01", "2026-01-08"].map(day);
    let drawing = drawn(lines(&days, vec![days.iter().copied().zip([-500.0, 0.0, 1500.0]).collect()]));
    let elements = elements(&drawing);
    assert_eq!(
        texts(&elements, "t"),
        ["−500", "0", "500", "1,000", "1,500", "25 Dec", "2025", "1 Jan", "2026", "8 Jan"]
    );
    let drawing = drawn(dots(vec![row("a", 0.0), row("b", 0.3)]));
    assert_eq!(texts(&self::elements(&drawing), "t"), ["0.00", "0.05", "0.10", "0.15", "0.20", "0.25", "0.30"]);
}

#[test]
fn cells_are_tinted_by_nine_levels() {
    let tints = [-1.0, -0.5, 0.0, 0.5, 1.0, -7.0, f64::NAN];
    let cells = vec![tints.iter().map(|tint| Some(("x".to_owned(), *tint))).collect()];
    let columns = (0..7).map(|n| n.to_string()).collect();
    let elements = elements(&drawn(Plot::Heat(Heat { rows: vec!["a".into()], columns, cells })));
    let classes: Vec<&str> = elements
        .iter()
        .filter(|element| element.name == "rect")
        .map(|cell| cell.attributes["class"].as_str())
        .collect();
    assert_eq!(classes, ["q0", "q2", "q4", "q6", "q8", "q0", "q4"]);
}

#[test]
fn the_same_figure_gives_the_same_bytes() {
    let draw = || every_kind("name", |n| (n as f64).sin()).into_iter().map(drawn).collect::<Vec<_>>();
    assert_eq!(draw(), draw());
}

#[test]
fn drawings_stay_small() {
    let rows = (0..71).map(|n| row(&format!("agent number {n}"), f64::from(n) * 1.37)).collect();
    let length = drawn(dots(rows)).len();
    assert!((71 * 100..71 * 400).contains(&length), "{length}");
    let longest = every_glyph(|n| n as f64 / 5.0).into_iter().map(|glyph| glyph.len()).max().unwrap();
    assert!(longest < 500, "{longest}");
}

/// The custom properties of each block that sets the hues, by its selector.
fn schemes() -> Vec<(String, BTreeMap<String, [f64; 3]>)> {
    let blocks = PALETTE.split('}').filter(|block| block.contains("--s0:"));
    let scheme = |block: &str| {
        let (before, inside) = block.rsplit_once('{').unwrap();
        let selector = before.lines().last().unwrap().trim().to_owned();
        let property = |line: &str| {
            let (name, value) = line.trim().split_once(": ")?;
            let hex = value.strip_prefix('#')?;
            let part = |at: usize| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            Some((name.to_owned(), [part(0), part(2), part(4)]))
        };
        (selector, inside.split(';').filter_map(property).collect())
    };
    blocks.map(scheme).collect()
}

/// Contrast as WCAG 2.2 defines it.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let luminance = |rgb: [f64; 3]| 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn every_colour_stands_out_from_its_ground_in_every_scheme() {
    assert!((contrast([0.0; 3], [1.0; 3]) - 21.0).abs() < 1e-9);
    let schemes = schemes();
    let selectors: Vec<&str> = schemes.iter().map(|(selector, _)| selector.as_str()).collect();
    assert_eq!(
        selectors,
        [":root", ":root:not([data-theme=\"light\"])", ":root[data-theme=\"dark\"]", ":root:root:root"]
    );
    for (selector, colours) in &schemes {
        for ground in ["--surface", "--raised"] {
            for text in ["--ink", "--muted", "--accent"] {
                let found = contrast(colours[text], colours[ground]);
                assert!(6.5 <= found, "{text} on {ground} of {selector}: {found}");
            }
            for hue in 0..Mark::HUES {
                let found = contrast(colours[&format!("--s{hue}")], colours[ground]);
                assert!(3.0 <= found, "--s{hue} on {ground} of {selector}: {found}");
            }
        }
        // The deepest tint is 36% of its colour over the surface.
        for tint in ["--better", "--worse"] {
            let mixed = [0, 1, 2].map(|at| 0.36 * colours[tint][at] + 0.64 * colours["--surface"][at]);
            let found = contrast(colours["--ink"], mixed);
            assert!(4.5 <= found, "--ink on {tint} of {selector}: {found}");
        }
        let hues: BTreeSet<String> =
            (0..Mark::HUES).map(|hue| format!("{:?}", colours[&format!("--s{hue}")])).collect();
        assert_eq!(hues.len(), usize::from(Mark::HUES), "two systems of one colour in {selector}");
    }
    assert_eq!(schemes[0].1, schemes[3].1, "paper is as light as the light screen");
    assert_eq!(schemes[1].1, schemes[2].1, "dark is dark, asked for or not");
}

#[test]
fn the_deepest_tint_is_the_one_whose_contrast_is_tested() {
    assert!(STYLES.contains(".q0 { --tint: var(--better); --depth: 36%; }"), "depth of the deepest tint");
    assert!(STYLES.contains(".q8 { --tint: var(--worse); --depth: 36%; }"), "depth of the deepest tint");
    for hue in 0..Mark::HUES {
        assert!(STYLES.contains(&format!(".s{hue} {{ --hue: var(--s{hue}); }}")), "rule of hue {hue}");
    }
}

#[test]
fn text_never_falls_below_eleven_pixels_on_a_phone() {
    let least = |class: &str| -> f64 {
        let (_, after) = STYLES.split_once(&format!(".chart.{class} {{ min-width: ")).unwrap();
        after.split_once("px").unwrap().0.parse().unwrap()
    };
    for plot in every_kind("name", |n| n as f64) {
        let elements = elements(&drawn(plot));
        let width = elements[0].number("width");
        // The smallest text is drawn with 12 px; broad drawings never shrink.
        for class in ["slim", "wide"].into_iter().filter(|class| elements[0].is(class)) {
            let effective = 12.0 * least(class) / width;
            assert!(11.0 <= effective, "{effective} px in {:?}", elements[0]);
        }
        if elements[0].is("slim") {
            assert!(least("slim") <= 320.0 - 32.0, "a slim chart fits a phone of 320 px with margins of 16 px");
        }
    }
}
