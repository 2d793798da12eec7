//! A chart as facts: what is drawn, its words, and the table of the very numbers drawn.

use super::mark::Mark;
use super::table::Table;
use crate::domain::day::Day;

/// A chart with its words and its numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Id within the page, and the stem of its downloads.
    pub name: String,
    /// The heading, in HTML above the drawing.
    pub title: String,
    /// What a person would say of it: the SVG's `<desc>`.
    pub description: String,
    /// A line below.
    pub caption: Option<String>,
    /// What is drawn.
    pub plot: Plot,
    /// The numbers drawn.
    pub numbers: Numbers,
}

/// Where the numbers of a drawing stand.
#[derive(Debug, Clone, PartialEq)]
pub enum Numbers {
    /// In a table of the figure's own: CSV and JSON beside it, and a fold-out table.
    Own(Box<Table>),
    /// In the table of this name on the same page.
    In(String),
}

/// What is drawn. Every number is finite; a gap is the absence of a point.
#[derive(Debug, Clone, PartialEq)]
pub enum Plot {
    /// Forecast bands against what happened.
    Fan(Fan),
    /// Values over run days, one line a series, with a hairline at `rule`.
    Lines(Lines),
    /// Dots with intervals, one row a label.
    Dots(Dots),
    /// Observed against nominal share, a line a series.
    Reliability(Vec<Series>),
    /// Counts in equal bins, with the count expected.
    Histogram(Histogram),
    /// A grid of tinted cells.
    Heat(Heat),
    /// Bars over run days: chains of episodes.
    Chains(Chains),
}

/// Forecasts of one or more systems against actual values: a panel a system, all on the same axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Fan {
    /// Title of the value axis, with the unit.
    pub value_title: String,
    /// Decimals of values on the axis.
    pub decimals: u8,
    /// What happened, by day; before and after the run.
    pub actual: Vec<(Day, f64)>,
    /// The run day: a vertical hairline.
    pub cutoff: Day,
    /// The panels.
    pub panels: Vec<FanPanel>,
}

/// One system's forecasts.
#[derive(Debug, Clone, PartialEq)]
pub struct FanPanel {
    /// The system's name.
    pub label: String,
    /// Its sign.
    pub mark: Mark,
    /// One a target day, ascending.
    pub steps: Vec<FanStep>,
}

/// The forecast of one day; a point forecast has neither band.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FanStep {
    /// The day forecast.
    pub day: Day,
    /// The 10–90% band.
    pub outer: Option<(f64, f64)>,
    /// The 30–70% band.
    pub inner: Option<(f64, f64)>,
    /// The median, or the point.
    pub middle: Option<f64>,
}

/// Lines over days.
#[derive(Debug, Clone, PartialEq)]
pub struct Lines {
    /// Title of the value axis.
    pub value_title: String,
    /// Decimals of values on the axis.
    pub decimals: u8,
    /// A horizontal hairline with its label, such as (1, "seasonal naive").
    pub rule: Option<(f64, String)>,
    /// The lines. A missing day between two points of a series is a gap when it is among `days`.
    pub series: Vec<DaySeries>,
    /// All days of the axis, ascending.
    pub days: Vec<Day>,
}

/// One line over days.
#[derive(Debug, Clone, PartialEq)]
pub struct DaySeries {
    /// Its direct label.
    pub label: String,
    /// Its sign.
    pub mark: Mark,
    /// Its points, ascending by day.
    pub points: Vec<(Day, f64)>,
}

/// One line over numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Its direct label.
    pub label: String,
    /// Its sign.
    pub mark: Mark,
    /// Its points, ascending.
    pub points: Vec<(f64, f64)>,
}

/// Dots with intervals.
#[derive(Debug, Clone, PartialEq)]
pub struct Dots {
    /// Title of the value axis.
    pub value_title: String,
    /// Decimals of values on the axis.
    pub decimals: u8,
    /// A vertical hairline with its label.
    pub rule: Option<(f64, String)>,
    /// The rows, top to bottom.
    pub rows: Vec<DotRow>,
}

/// A row of a dot chart.
#[derive(Debug, Clone, PartialEq)]
pub struct DotRow {
    /// The label at the left.
    pub label: String,
    /// Its sign.
    pub mark: Mark,
    /// The value; none is drawn as the words in `missing`.
    pub value: Option<f64>,
    /// Its interval.
    pub interval: Option<(f64, f64)>,
    /// A narrower interval drawn stronger.
    pub inner: Option<(f64, f64)>,
    /// Why there is no value.
    pub missing: Option<String>,
}

/// Counts in equal bins.
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    /// Title of the axis of bins.
    pub bin_title: String,
    /// Bin labels and counts.
    pub bins: Vec<(String, u64)>,
    /// The count expected in each.
    pub expected: f64,
    /// Whose.
    pub mark: Mark,
}

/// A grid of tinted cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// Labels of the rows.
    pub rows: Vec<String>,
    /// Labels of the columns.
    pub columns: Vec<String>,
    /// `cells[row][column]`: text and tint in -1..=1, or none.
    pub cells: Vec<Vec<Option<(String, f64)>>>,
}

/// Chains of episodes over run days.
#[derive(Debug, Clone, PartialEq)]
pub struct Chains {
    /// All days of the axis, ascending.
    pub days: Vec<Day>,
    /// The rows, top to bottom.
    pub rows: Vec<ChainRow>,
}

/// One system's chains.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainRow {
    /// The system's name.
    pub label: String,
    /// Its sign.
    pub mark: Mark,
    /// First and last day of each chain, ascending.
    pub chains: Vec<(Day, Day)>,
}
