//! Charts over numbers and hours: places follow the values on bent axes too, lines are exactly what the numbers say, and names stay clear of each other.

use foreboard::site::figure::{CurveCrossing, Curves, Plane, PlaneSpot, Plot, Series, StepPlan, Steps, Winner};

use crate::chart::{Element, drawn, elements, mark, texts};

/// Loss and credits of the fifteen systems as the Forecast Workflow Bench publishes them (`results/primary-1251-sensitivity.json`), rounded.
const PUBLISHED: [(&str, f64, f64); 15] = [
    ("fixed_chronos2", 0.305_019, 108_782.9),
    ("fixed_empirical", 0.316_520, 0.0),
    ("fixed_router", 0.308_488, 51_726.5),
    ("gemma4-12b-qat-q4", 0.581_719, 54_692.4),
    ("gemma4-e2b-qat-q4", 0.719_541, 75_142.5),
    ("gemma4-e4b-qat-q4", 0.782_772, 22_619.8),
    ("gpt-5-nano-2025-08-07", 0.503_591, 21_008.2),
    ("gpt-5.4-mini-2026-03-17", 0.994_102, 7_278.9),
    ("gpt-5.4-nano-2026-03-17", 0.471_084, 33_577.3),
    ("gpt-6-astra", 0.306_237, 112_429.1),
    ("qwen3-0.6b-q8", 1.667_506, 0.0),
    ("qwen3-1.7b-q8", 1.646_597, 74_037.4),
    ("qwen3-4b-q8", 0.710_490, 784.5),
    ("qwen36-27b-q4", 2.008_957, 6_256.5),
    ("qwen36-35b-a3b-q4", 2.013_258, 7_059.4),
];

fn curves(x_ticks: &[f64], series: &[&[(f64, f64)]]) -> Curves {
    let one = |(n, points): (usize, &&[(f64, f64)])| Series {
        label: format!("system {n}"),
        mark: mark(n),
        points: points.to_vec(),
    };
    Curves {
        x_title: "λ".into(),
        y_title: "J".into(),
        decimals: 4,
        x_ticks: x_ticks.to_vec(),
        series: series.iter().enumerate().map(one).collect(),
        crossings: vec![],
        winners: vec![],
        rule: None,
    }
}

fn plane(spots: &[(&str, f64, f64)]) -> Plane {
    let spot = |(n, (label, loss, credits)): (usize, &(&str, f64, f64))| PlaneSpot {
        label: (*label).to_owned(),
        mark: mark(0).with(n),
        at: (*credits, *loss),
    };
    Plane {
        x_title: "credits".into(),
        y_title: "loss".into(),
        x_decimals: 1,
        y_decimals: 4,
        spots: spots.iter().enumerate().map(spot).collect(),
        layers: vec![],
        equals: vec![],
    }
}

/// Discs all, so that every marker is a circle.
trait With {
    fn with(self, hue: usize) -> Self;
}

impl With for foreboard::site::mark::Mark {
    fn with(self, hue: usize) -> Self {
        Self { hue: hue as u8, ..self }
    }
}

fn path<'a>(elements: &'a [Element], class: &str) -> &'a str {
    let of = |element: &&Element| element.name == "path" && element.is(class);
    &elements.iter().find(of).unwrap_or_else(|| panic!("no path of class {class}")).attributes["d"]
}

/// The numbers of a path in their order.
fn numbers(path: &str) -> Vec<f64> {
    let mut found: Vec<String> = Vec::new();
    for c in path.chars() {
        match c {
            '0'..='9' | '.' if found.last().is_some() => found.last_mut().unwrap().push(c),
            '-' => found.push("-".into()),
            _ => found.push(String::new()),
        }
    }
    found.iter().filter(|text| !text.is_empty()).map(|text| text.parse().unwrap()).collect()
}

/// The middle of each tick's words, by the words.
fn tick(elements: &[Element], words: &str) -> f64 {
    let of = |element: &&Element| element.is("t") && element.text == words;
    elements.iter().find(of).unwrap_or_else(|| panic!("no tick {words}")).number("x")
}

#[test]
fn marks_that_crowd_at_nought_stand_at_their_square_roots_and_the_title_says_so() {
    let line: &[(f64, f64)] = &[(0.0, 0.3), (0.09, 0.4)];
    let elements = elements(&drawn(Plot::Curves(curves(&[0.0, 0.01, 0.04, 0.09], &[line]))));
    let places = ["0", "0.01", "0.04", "0.09"].map(|words| tick(&elements, words));
    let third = (places[3] - places[0]) / 3.0;
    assert!((places[1] - places[0] - third).abs() < 0.11 && (places[2] - places[1] - third).abs() < 0.11, "{places:?}");
    assert!(texts(&elements, "u").contains(&"λ (square-root scale)"));
    // Even marks need no bend; nor can an axis that begins elsewhere have this one.
    for even in [[0.0, 1.0, 2.0, 3.0], [1.0, 1.001, 1.01, 3.0]] {
        let elements = self::elements(&drawn(Plot::Curves(curves(&even, &[&[(0.0, 1.0), (3.0, 2.0)]]))));
        assert!(texts(&elements, "u").contains(&"λ"), "{even:?}");
    }
}

#[test]
fn a_line_straight_in_the_numbers_is_the_parabola_it_is_on_the_square_root() {
    // From (0, 0) to (0.01, 1), then down to (0.09, 0): the axis is 0.3 long, so 0.01 is at its third.
    let line: &[(f64, f64)] = &[(0.0, 0.0), (0.01, 1.0), (0.09, 0.0)];
    let elements = elements(&drawn(Plot::Curves(curves(&[0.0, 0.01, 0.09], &[line]))));
    let path = path(&elements, "l");
    assert_eq!(path.matches('q').count(), 2, "{path}");
    let n = numbers(path);
    let (start, first, second) = ((n[0], n[1]), [(n[2], n[3]), (n[4], n[5])], [(n[6], n[7]), (n[8], n[9])]);
    let bezier = |handle: (f64, f64), end: (f64, f64), t: f64| {
        let (one, two) = (2.0 * t * (1.0 - t), t * t);
        (one * handle.0 + two * end.0, one * handle.1 + two * end.1)
    };
    let (length, rise) = (first[1].0 + second[1].0, first[1].1);
    assert!((first[1].0 / length - 1.0 / 3.0).abs() < 0.001 && rise < -200.0, "{n:?}");
    for t in [0.25, 0.5, 0.75] {
        // At a share u of the axis λ is 0.09 u², and the first line λ / 0.01.
        let (x, y) = bezier(first[0], first[1], t);
        let lambda = 0.09 * (x / length).powi(2);
        assert!((y / rise - lambda / 0.01).abs() < 0.002, "{t}: {y} of {rise} at {lambda}");
        let (x, y) = bezier(second[0], second[1], t);
        let lambda = 0.09 * ((first[1].0 + x) / length).powi(2);
        assert!((1.0 + y / rise - (0.09 - lambda) / 0.08).abs() < 0.002, "{t}: {y} of {rise} at {lambda}");
    }
    assert!(0.0 < start.0 && 0.0 < start.1);
}

#[test]
fn crossings_winners_and_the_rule_stand_where_the_numbers_put_them() {
    let mut plot = curves(&[0.0, 0.01, 0.04], &[&[(0.0, 0.2), (0.04, 0.6)], &[(0.0, 0.3), (0.04, 0.3)]]);
    plot.crossings = vec![CurveCrossing { at: (0.01, 0.3), words: "both meet at 0.01".into() }];
    let winner = |n: usize, from, to| Winner { label: format!("system {n}"), mark: mark(n), from, to };
    plot.winners = vec![winner(0, 0.0, 0.01), winner(1, 0.01, f64::INFINITY)];
    plot.rule = Some((0.04, "ranks".into()));
    let elements = elements(&drawn(Plot::Curves(plot)));
    let (first, half, last) = (tick(&elements, "0"), tick(&elements, "0.01"), tick(&elements, "0.04"));
    assert!((half - f64::midpoint(first, last)).abs() < 0.11);
    let circle = elements.iter().find(|element| element.is("j")).unwrap();
    assert_eq!(circle.number("cx"), half);
    assert!(elements.iter().any(|element| element.name == "title" && element.text == "both meet at 0.01"));
    let bars: Vec<(f64, f64)> = elements
        .iter()
        .filter(|element| element.is("b"))
        .map(|bar| (bar.number("x"), bar.number("x") + bar.number("width")))
        .collect();
    // Each bar stops 0.8 px before its end, so that two are seen as two.
    for ((from, to), (start, end)) in bars.iter().zip([(first, half), (half, last)]) {
        assert!((from - start - 0.8).abs() < 0.01 && (end - to - 0.8).abs() < 0.01, "{bars:?}");
    }
    assert_eq!(bars.len(), 2);
    assert!(path(&elements, "r").starts_with(&format!("M{last} ")));
    assert_eq!(texts(&elements, "n"), ["system 0", "system 1", "system 0", "system 1"]);
}

#[test]
fn lines_are_cut_at_the_ends_of_the_axis_and_broken_by_what_is_no_number() {
    let beyond: &[(f64, f64)] = &[(-1.0, 0.0), (3.0, 4.0)];
    let broken: &[(f64, f64)] = &[(0.0, 1.0), (0.5, 1.0), (1.0, f64::NAN), (1.5, 1.0), (2.0, 1.0)];
    let elements = elements(&drawn(Plot::Curves(curves(&[0.0, 1.0, 2.0], &[beyond, broken]))));
    let (left, right) = (tick(&elements, "0"), tick(&elements, "2"));
    let lines: Vec<&str> =
        elements.iter().filter(|element| element.is("l")).map(|line| line.attributes["d"].as_str()).collect();
    let n = numbers(lines[0]);
    assert!((n[0] - left).abs() < 0.01 && (n[0] + n[2] - right).abs() < 0.01, "{n:?} in {left}..{right}");
    assert_eq!(lines[1].matches('M').count(), 2, "{}", lines[1]);
    let said: Vec<&str> =
        elements.iter().filter(|element| element.name == "title").map(|title| title.text.as_str()).collect();
    for words in ["system 0, 0: 1.0000", "system 0, 1: 2.0000", "system 0, 2: 3.0000"] {
        assert!(said.contains(&words), "{said:?}");
    }
    assert!(!said.contains(&"system 1, 1: –"), "{said:?}");
}

#[test]
fn names_of_lines_of_nearly_one_value_stand_apart_in_their_order() {
    for count in [15_usize, 40] {
        let points: Vec<[(f64, f64); 2]> =
            (0..count).map(|n| [(0.0, 1.0), (1.0, 1.0 + n as f64 * 1e-6)]).chain([[(0.0, 0.0), (1.0, 9.0)]]).collect();
        let series: Vec<&[(f64, f64)]> = points.iter().map(<[_; 2]>::as_slice).collect();
        let elements = elements(&drawn(Plot::Curves(curves(&[0.0, 1.0], &series))));
        let names: Vec<(f64, &str)> = elements
            .iter()
            .filter(|element| element.is("n"))
            .map(|name| (name.number("y"), name.text.as_str()))
            .collect();
        assert_eq!(names.len(), count + 1);
        let mut sorted = names.clone();
        sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
        assert!(sorted.windows(2).all(|pair| 16.9 < pair[1].0 - pair[0].0), "{sorted:?}");
        assert!(0.0 < sorted[0].0 && sorted[count].0 < elements[0].number("height"), "{sorted:?}");
        assert_eq!(sorted[0].1, format!("system {count}"), "the highest line's name is the highest");
    }
}

#[test]
fn costs_that_spread_widely_stand_on_a_logarithm_and_near_ones_do_not() {
    let places = |losses: [f64; 3]| {
        let spots: Vec<(&str, f64, f64)> = losses.iter().map(|loss| ("a", *loss, 1.0)).collect();
        let elements = elements(&drawn(Plot::Plane(plane(&spots))));
        let circles: Vec<f64> =
            elements.iter().filter(|element| element.is("m")).map(|circle| circle.number("cy")).collect();
        let share = (circles[0] - circles[1]) / (circles[0] - circles[2]);
        let title = texts(&elements, "u").iter().find(|words| words.starts_with("loss")).unwrap().to_string();
        (share, title)
    };
    let (share, title) = places([1.0, 10.0, 100.0]);
    assert!((share - 0.5).abs() < 0.001 && title == "loss (log scale)", "{share} {title}");
    let (share, title) = places([1.0, 2.0, 4.0]);
    assert!((share - 1.0 / 3.0).abs() < 0.001 && title == "loss", "{share} {title}");
    // Nought has no logarithm.
    let (share, title) = places([0.0, 10.0, 100.0]);
    assert!((share - 0.1).abs() < 0.001 && title == "loss", "{share} {title}");
}

#[test]
fn the_published_plane_names_all_systems_and_none_covers_another() {
    let mut plot = plane(&PUBLISHED);
    plot.equals = [0.35, 0.7].map(|j| (format!("J = {j}"), (0.0, j), (113_726.0, j - 0.01))).to_vec();
    plot.layers = vec![vec![(0.0, 0.316_520), (51_726.5, 0.308_488), (108_782.9, 0.305_019)]];
    let elements = elements(&drawn(Plot::Plane(plot)));
    let mut expected: Vec<&str> = PUBLISHED.iter().map(|system| system.0).chain(["J = 0.35", "J = 0.7"]).collect();
    // A glyph of DejaVu Sans, the widest of the usual system fonts, is about 0.53 of its size wide in these names, and a line of text as high as its size.
    let area = |text: &Element, size: f64| {
        let (x, y) = (text.number("x"), text.number("y"));
        (x, y - size * 0.8, x + text.text.chars().count() as f64 * size * 0.53, y + size * 0.2)
    };
    let label = |text: &&Element| text.is("n") || (text.is("u") && text.text.starts_with("J ="));
    let labels: Vec<&Element> = elements.iter().filter(label).collect();
    let mut found: Vec<&str> = labels.iter().map(|label| label.text.as_str()).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let boxes: Vec<(f64, f64, f64, f64)> = labels.iter().map(|label| area(label, 13.0)).collect();
    let apart = |a: (f64, f64, f64, f64), b: (f64, f64, f64, f64)| a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
    for (n, one) in boxes.iter().enumerate() {
        for (m, other) in boxes.iter().enumerate().skip(n + 1) {
            assert!(apart(*one, *other), "{} covers {}", labels[n].text, labels[m].text);
        }
        for dot in elements.iter().filter(|element| element.is("m")) {
            let (x, y) = (dot.number("cx"), dot.number("cy"));
            assert!(apart(*one, (x - 4.0, y - 4.0, x + 4.0, y + 4.0)), "{} covers a marker", labels[n].text);
        }
        assert!(0.0 <= one.0 && one.2 <= 720.0, "{} leaves the drawing", labels[n].text);
    }
    let said = "gpt-6-astra: loss 0.3062, credits 112,429.1";
    assert!(elements.iter().any(|element| element.name == "title" && element.text == said));
    // Three points: over, down, over, down.
    let stairs = path(&elements, "a");
    let kinds: String = stairs.chars().filter(char::is_ascii_alphabetic).collect();
    assert_eq!(kinds, "Mhvhv", "{stairs}");
}

#[test]
fn forty_systems_at_one_place_and_names_without_end_stay_within_the_drawing() {
    let long = "a name that does not end ".repeat(20);
    let spots: Vec<(&str, f64, f64)> = (0..40).map(|_| (long.as_str(), 1e308, -1e308)).collect();
    let elements = elements(&drawn(Plot::Plane(plane(&spots))));
    assert_eq!(texts(&elements, "n").len(), 40);
    let height = elements[0].number("height");
    for name in elements.iter().filter(|element| element.is("n")) {
        let (x, y) = (name.number("x"), name.number("y"));
        assert!((0.0..=720.0).contains(&x) && (0.0..=height).contains(&y) && name.text.ends_with('…'), "{name:?}");
    }
}

fn steps(demand: Vec<f64>, plans: &[Vec<f64>]) -> Vec<Element> {
    let plan = |(n, values): (usize, &Vec<f64>)| StepPlan {
        label: format!("plan {n}"),
        mark: mark(n),
        values: values.clone(),
    };
    let plot = Steps {
        value_title: "MWh".into(),
        decimals: 2,
        hours: (0..24).map(|hour| format!("{:02}:00", (hour + 23) % 24)).collect(),
        demand,
        bands: vec![(0, "weight 1".into()), (12, "weight 2".into()), (18, "weight 1.5".into())],
        plans: plans.iter().enumerate().map(plan).collect(),
    };
    elements(&drawn(Plot::Steps(plot)))
}

#[test]
fn a_plan_is_one_stair_of_its_blocks_and_demand_a_dot_an_hour() {
    let blocks: Vec<f64> = (0..24).map(|hour| 1.0 + f64::from(hour / 12)).collect();
    let elements = steps(vec![1.5; 24], &[blocks]);
    let stair = path(&elements, "l");
    let kinds: String = stair.chars().filter(char::is_ascii_alphabetic).collect();
    assert_eq!(kinds, "Mhvh", "{stair}");
    let n = numbers(stair);
    assert!((n[2] - n[4]).abs() < 0.11, "twelve hours each: {n:?}");
    let dots = numbers(path(&elements, "p"));
    assert_eq!(path(&elements, "p").matches('M').count(), 24);
    // A dot is in the middle of its hour, and 1.5 half-way between 1 and 2.
    let hour = (n[2] + n[4]) / 24.0;
    assert!((dots[0] - n[0] - hour / 2.0).abs() < 0.11, "{dots:?}");
    assert!((dots[1] - (n[1] + n[3] / 2.0)).abs() < 0.11, "{dots:?}");
    assert_eq!(texts(&elements, "n"), ["plan 0", "demand"]);
    let bands: Vec<&str> = texts(&elements, "u").into_iter().filter(|words| words.starts_with("weight")).collect();
    assert_eq!(bands, ["weight 1", "weight 2", "weight 1.5"]);
    let ticks: Vec<&str> = texts(&elements, "t").into_iter().filter(|words| words.contains(':')).collect();
    assert_eq!(ticks, ["23:00", "02:00", "05:00", "08:00", "11:00", "14:00", "17:00", "20:00"]);
    let said = "23:00: demand 1.50, plan 0 1.00";
    assert!(elements.iter().any(|element| element.name == "title" && element.text == said));
}

#[test]
fn plans_that_hold_the_same_lie_side_by_side_and_what_is_missing_is_a_gap() {
    let mut gap = vec![2.0; 24];
    gap[5] = f64::NAN;
    let elements = steps(vec![f64::NAN; 24], &[vec![1.0; 24], vec![1.0; 24], gap]);
    let stairs: Vec<&str> =
        elements.iter().filter(|element| element.is("l")).map(|line| line.attributes["d"].as_str()).collect();
    let heights: Vec<f64> = stairs.iter().map(|stair| numbers(stair)[1]).collect();
    assert!((heights[1] - heights[0] - 2.4).abs() < 0.01, "{heights:?}");
    assert_eq!(stairs[2].matches('M').count(), 2, "{}", stairs[2]);
    assert_eq!(texts(&elements, "n"), ["plan 0", "plan 1", "plan 2"], "demand is not known, so it is not named");
}
