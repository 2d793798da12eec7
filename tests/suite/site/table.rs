//! A table as HTML, CSV and JSON: text stays text, numbers stay numbers, and the three never disagree.

use foreboard::render::numbers;
use foreboard::site::link::Link;
use foreboard::site::table::{Align, Body, Cell, Column, Dress, Medium, Row, Strip, Value};

use super::{HOSTILE, MARK, assert_well_formed, cell, column, html, path, row, simple, table_at, words};

#[test]
fn hostile_text_stays_text_wherever_a_table_shows_it() {
    for text in HOSTILE {
        let mut board = simple(
            vec![
                Column { key: text.into(), label: text.into(), ..column("x", Align::Text) },
                column("y", Align::Number),
            ],
            vec![row(vec![
                Cell { title: Some(text.into()), ..words(text) },
                cell(text, Value::Text(format!("={text}"))),
            ])],
        );
        board.caption = text.into();
        board.note = Some(text.into());
        board.bodies[0].heading = Some(text.into());
        let html = html(&board);
        assert_well_formed(&html);
        let shown = text.replace(|c: char| (c < ' ') || c == '\u{fffe}' || c == '\u{ffff}', "\u{fffd}");
        let text_of = |html: &str| quick_xml::escape::unescape(html).expect("entities").into_owned();
        assert_eq!(text_of(&html).matches(&shown).count(), 9, "{html}");
    }
}

#[test]
fn csv_guards_text_and_leaves_numbers_alone() {
    let guarded = ["=cmd|' /C calc'!A0", "+1", "-1", "@x", "\tx", "\rx", "\n=x"];
    let rows = guarded.iter().map(|text| row(vec![words(text), cell("−0.30", Value::Number(-0.3))])).collect();
    let csv = numbers::csv(&simple(vec![column("name", Align::Text), column("v", Align::Number)], rows)).expect("csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    for (record, text) in reader.records().map(|record| record.expect("a record")).zip(guarded) {
        assert_eq!(&record[0], format!("'{text}"));
        assert_eq!(&record[1], "-0.3");
    }
    assert_eq!(csv.lines().next(), Some("name,v"));
}

#[test]
fn downloads_read_back_to_the_very_values() {
    let numbers_in = [0.1 + 0.2, 1e300, -5e-324, 1.0 / 3.0, 1e16, 9_007_199_254_740_993.0, 0.0, 123_456.789, f64::MAX];
    let texts_in = ["plain", "a,b", "say \"x\"", "two\nlines", "</script>\u{2028}", "", "é \u{1f600}"];
    let mut rows: Vec<Row> = numbers_in.iter().map(|n| row(vec![words("n"), cell("", Value::Number(*n))])).collect();
    rows.extend(texts_in.iter().map(|text| row(vec![words(text), cell("late", Value::Absent)])));
    rows.push(row(vec![words("flag"), cell("yes", Value::Flag(true))]));
    rows.push(row(vec![words("count"), cell("9,007,199,254,740,993", Value::Whole(9_007_199_254_740_993))]));
    let board = simple(vec![column("name", Align::Text), column("v", Align::Number)], rows);

    let csv = numbers::csv(&board).expect("csv");
    let records: Vec<csv::StringRecord> =
        csv::Reader::from_reader(csv.as_bytes()).records().map(|r| r.expect("a record")).collect();
    let json: serde_json::Value = serde_json::from_str(&numbers::json(&board).expect("json")).expect("JSON");
    let json = json["rows"].as_array().expect("rows");
    assert_eq!((records.len(), json.len()), (18, 18));
    for (index, number) in numbers_in.iter().enumerate() {
        assert_eq!(records[index][1].parse::<f64>().expect("a number").to_bits(), number.to_bits());
        assert_eq!(json[index][1].as_f64().expect("a number").to_bits(), number.to_bits());
    }
    for (index, text) in texts_in.iter().enumerate() {
        assert_eq!((&records[9 + index][0], &records[9 + index][1]), (*text, ""));
        assert_eq!(json[9 + index][0].as_str(), Some(*text));
        assert!(json[9 + index][1].is_null());
    }
    assert_eq!((&records[16][1], &records[17][1]), ("true", "9007199254740993"));
    assert_eq!(json[17][1].as_i64(), Some(9_007_199_254_740_993));
}

#[test]
fn a_number_that_is_none_stops_with_its_place() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let board = simple(
            vec![column("name", Align::Text), column("crps", Align::Number)],
            vec![row(vec![words("a"), cell("", Value::Number(bad))])],
        );
        let message = table_at(&board, "index.html").expect_err("no NaN on a page").to_string();
        assert_eq!(message, format!("table `board` has the number {bad} in column `crps`"));
    }
}

#[test]
fn hidden_columns_are_in_the_downloads_only_and_headings_become_a_column() {
    let hidden = Column { medium: Medium::Downloads, ..column("exact", Align::Number) };
    let mut board = simple(
        vec![column("name", Align::Text), hidden],
        vec![row(vec![words("a"), cell("shown nowhere", Value::Number(0.25))])],
    );
    board
        .bodies
        .push(Body { heading: Some("Not listed".into()), rows: vec![row(vec![words("b"), cell("", Value::Absent)])] });
    let html = html(&board);
    assert!(!html.contains("EXACT") && !html.contains("shown nowhere"), "{html}");
    assert!(html.contains("<tbody>\n<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"1\"><span>Not listed</span></th></tr>\n<tr><th scope=\"row\">b</th></tr>"));
    assert_eq!(numbers::csv(&board).expect("csv"), "name,exact,group\na,0.25,\nb,,Not listed\n");
    assert_eq!(
        numbers::json(&board).expect("json"),
        "{\"caption\":\"A board\",\n\"columns\":[{\"key\":\"name\",\"label\":\"NAME\"},{\"key\":\"exact\",\"label\":\"EXACT\"},\
         {\"key\":\"group\",\"label\":\"group\"}],\n\"rows\":[\n[\"a\",0.25,\"\"],\n[\"b\",null,\"Not listed\"]\n]}\n"
    );
}

#[test]
fn a_table_is_the_html_it_ought_to_be() {
    let mut crps = column("crps", Align::Number);
    crps.definition = Some("metric-crps");
    let mut board = simple(
        vec![column("rank", Align::Number), column("system", Align::Text), crps],
        vec![row(vec![
            cell("1", Value::Whole(1)),
            Cell { link: Some(Link::Page(path("systems/a.html"), None)), ..words("a") },
            Cell { dress: Dress::Tint(-0.52), ..cell("0.57", Value::Number(0.5731)) },
        ])],
    );
    board.bodies[0].rows[0].tied = true;
    board.bodies[0].rows.push(row(vec![cell("–", Value::Absent), words("b"), cell("late", Value::Absent)]));
    board.note = Some("On 42 pairs.".into());
    assert_eq!(
        html(&board),
        "<div class=\"table\">\n\
         <div class=\"table-scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"board-caption\">\n\
         <table id=\"board\">\n<caption id=\"board-caption\">A board</caption>\n\
         <thead><tr><th scope=\"col\" class=\"n\" data-key=\"rank\">RANK</th><th scope=\"col\" data-key=\"system\">SYSTEM</th>\
         <th scope=\"col\" class=\"n\" data-key=\"crps\"><a href=\"../methods.html#metric-crps\">CRPS</a></th></tr></thead>\n\
         <tbody>\n\
         <tr class=\"tied\"><td class=\"n\">1</td><th scope=\"row\"><a href=\"../systems/a.html\">a</a></th><td class=\"n q2\">0.57</td></tr>\n\
         <tr><td class=\"n na\">–</td><th scope=\"row\">b</th><td class=\"n na\">late</td></tr>\n\
         </tbody>\n</table>\n</div>\n\
         <p class=\"note\">On 42 pairs.</p>\n\
         <p class=\"downloads\"><a href=\"ili/board.csv\">CSV</a> · <a href=\"ili/board.json\">JSON</a> · 2 rows · 32 B</p>\n</div>\n"
    );
}

#[test]
fn a_cell_carries_its_value_only_where_its_text_would_sort_otherwise() {
    let keyed = |align: Align, cells: &[(&str, Value)]| {
        let rows = cells.iter().map(|(text, value)| row(vec![words("x"), cell(text, value.clone())])).collect();
        html(&simple(vec![column("name", Align::Text), column("v", align)], rows)).contains("data-v")
    };
    let n = Value::Number;
    assert!(!keyed(
        Align::Number,
        &[
            ("0.57", n(0.5731)),
            ("0.57", n(0.5749)),
            ("1,234.5", n(1234.5)),
            ("−0.30", n(-0.3)),
            ("late", Value::Absent)
        ]
    ));
    assert!(!keyed(Align::Number, &[("2 (1–4)", n(2.0)), ("10 (8–12)", n(10.0))]));
    assert!(!keyed(Align::Number, &[("80%", n(0.8)), ("9%", n(0.09))]));
    assert!(keyed(Align::Number, &[("1.2 kB", n(1200.0)), ("900 B", n(900.0))]));
    assert!(keyed(Align::Number, &[("1e3", n(1000.0)), ("2", n(2.0))]));
    assert!(keyed(Align::Number, &[("never", n(0.0))]));
    assert!(keyed(Align::Text, &[("28 Nov 2026", Value::Text("2026-11-28".into()))]));
    assert!(!keyed(Align::Text, &[("flu", Value::Text("flu".into()))]));
}

#[test]
fn tables_of_every_size_have_a_look() {
    let columns = || vec![column("name", Align::Text), column("v", Align::Number)];
    let empty = html(&simple(columns(), Vec::new()));
    assert!(
        empty.contains("<td class=\"none\" colspan=\"2\">nothing to list yet</td>") && empty.contains("0 rows"),
        "{empty}"
    );
    assert!(html(&simple(columns(), vec![row(vec![words("a"), words("b")])])).contains("· 1 row ·"));
    let short = simple(columns(), vec![row(vec![words("a")])]);
    assert!(
        table_at(&short, "index.html").expect_err("a short row").to_string().contains("2 columns but a row of 1 cells")
    );
    let none = simple(vec![Column { medium: Medium::Downloads, ..column("x", Align::Text) }], Vec::new());
    assert!(table_at(&none, "index.html").is_err());
}

#[test]
fn strips_and_shares_stand_beside_their_text() {
    let strip = Strip { axis: (0.0, 2.0), value: 0.5, interval: Some((0.4, 0.6)), rule: 1.0, mark: MARK };
    let cells = vec![
        Cell { dress: Dress::Marker(MARK), ..words("a") },
        Cell { dress: Dress::Strip(strip), ..cell("", Value::Absent) },
        Cell { dress: Dress::Share { share: 0.75, nominal: 0.8 }, ..cell("75", Value::Number(75.0)) },
        Cell { dress: Dress::Tint(7.0), ..cell("x", Value::Text("x".into())) },
        Cell { dress: Dress::Tint(f64::NAN), ..cell("y", Value::Text("y".into())) },
    ];
    let columns = vec![
        column("name", Align::Text),
        column("strip", Align::Text),
        column("share", Align::Number),
        column("worst", Align::Text),
        column("nan", Align::Text),
    ];
    let html = html(&simple(columns, vec![row(cells)]));
    assert_well_formed(&html);
    for (class, after) in [("mark", "</svg>a</th>"), ("strip", "</svg></td>"), ("share\"", "</svg>75</td>")] {
        assert!(html.contains(&format!("class=\"art {class}")) && html.contains(after), "{html}");
    }
    assert!(html.contains("<td class=\"q8\">x</td><td>y</td>"), "{html}");
}

#[test]
fn long_cells_wrap_and_numbers_never_do() {
    let long = "x".repeat(33);
    let cells = vec![words(&long), cell(&long, Value::Text(long.clone())), words(&long[..32])];
    let html = html(&simple(
        vec![column("name", Align::Text), column("number", Align::Number), column("short", Align::Text)],
        vec![row(cells)],
    ));
    assert!(html.contains(&format!(
        "<th scope=\"row\" class=\"long\">{long}</th><td class=\"n\">{long}</td><td>{}</td>",
        &long[..32]
    )));
}

#[test]
fn what_is_only_drawn_stays_out_of_the_downloads() {
    let drawn = Column { medium: Medium::Page, ..column("strip", Align::Text) };
    let mut board = simple(vec![drawn, column("name", Align::Text)], vec![row(vec![words("drawn"), words("a")])]);
    board.bodies[0].heading = Some("Listed".into());
    assert_eq!(numbers::csv(&board).expect("csv"), "name,group\na,Listed\n");
    let json: serde_json::Value = serde_json::from_str(&numbers::json(&board).expect("json")).expect("JSON");
    assert_eq!(json["rows"], serde_json::json!([["a", "Listed"]]));
    assert!(html(&board).contains(">drawn<"));
}
