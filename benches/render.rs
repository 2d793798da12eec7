//! How long pages take: a large table with its downloads, a chart, and a whole synthetic site in memory.

use foreboard::config::{Config, Layout};
use foreboard::demo::{self, DemoSize};
use foreboard::pipeline::{self, Timings, Watch};
use foreboard::render::chart::svg;
use foreboard::render::table::{Stand, table};
use foreboard::site::figure::{DotRow, Dots, Figure, Numbers, Plot};
use foreboard::site::mark::{Dash, Mark, Shape};
use foreboard::site::table::{Cell, Column, Row, Table};
use foreboard::tree::SitePath;

fn main() {
    divan::main();
}

struct Silent;

impl Watch for Silent {
    fn stage(&self, _: &'static str, _: Option<u64>) {}
    fn tick(&self) {}
}

/// A run day of a large hub: 71 systems, four target days, nine quantiles.
fn run_day() -> Table {
    let mut columns = vec![Column::text("system", "System"), Column::text("target_date", "Target")];
    columns.extend((1..=12).map(|number| Column::number(&format!("q_{number}"), number.to_string())));
    let cells = |row: usize| {
        let mut cells = vec![Cell::text(format!("Team-model-{row}")), Cell::text("2026-01-07")];
        cells.extend((1..=12).map(|number| Cell::number(row as f64 * 17.25 + f64::from(number), 1)));
        Row::new(cells)
    };
    Table::new("forecasts", "Forecasts", columns, (0..284).map(cells).collect())
}

#[divan::bench]
fn table_of_284_rows_with_downloads(bencher: divan::Bencher) {
    let (facts, page) = (run_day(), SitePath::new("tasks/a/2026-01-07.html").expect("a path"));
    bencher.bench(|| table(&facts, Stand { page: &page, definitions: &page }));
}

#[divan::bench]
fn dots_of_71_rows(bencher: divan::Bencher) {
    let mark = Mark { hue: 3, shape: Shape::Disc, dash: Dash::Solid };
    let row = |row: u32| {
        let value = f64::from(row) * 1.5;
        DotRow {
            label: format!("Team-model-{row}"),
            mark,
            value: Some(value),
            interval: Some((value - 9.0, value + 11.0)),
            inner: Some((value - 3.0, value + 4.0)),
            missing: None,
        }
    };
    let dots = Dots { value_title: "MW".to_owned(), decimals: 0, rule: None, rows: (0..71).map(row).collect() };
    let figure = Figure {
        name: "dots".to_owned(),
        title: "Dots".to_owned(),
        description: "Dots.".to_owned(),
        caption: None,
        plot: Plot::Dots(dots),
        numbers: Numbers::In("forecasts".to_owned()),
    };
    bencher.bench(|| svg(&figure, "dots"));
}

#[divan::bench(sample_count = 5)]
fn whole_demo_site(bencher: divan::Bencher) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let data = dir.path().join("demo");
    demo::write(&data, &DemoSize { tasks: 4, days: 20, ..DemoSize::default() }).expect("a demo");
    let config = Config::for_dataset(&data, Layout::Runs);
    bencher.bench(|| pipeline::build(&config, &Silent, &mut Timings::default()).expect("a site"));
}
