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
    /// Values over a number, a line a system, with crossings and the winner's band.
    Curves(Curves),
    /// Points in a plane of two costs, with their layers and lines of equal objective.
    Plane(Plane),
    /// Capacities held over hours against demand.
    Steps(Steps),
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

/// Lines over a number, such as J over λ. Between two points a line is straight in the numbers.
///
/// Marks such as 0, 0.001, 0.003, 0.01, 0.03, 0.1 crowd at nought. An axis that begins at 0 is drawn on the square root where that sets the two closest
/// marks further apart; the drawing then adds "(square-root scale)" to the axis' title, and a line becomes the parabola that it is there.
#[derive(Debug, Clone, PartialEq)]
pub struct Curves {
    /// Title of the horizontal axis.
    pub x_title: String,
    /// Title of the value axis, with the unit.
    pub y_title: String,
    /// Decimals of values on the value axis.
    pub decimals: u8,
    /// Where the horizontal axis is marked, ascending; its ends are the axis' ends. The text is the number in its shortest form.
    pub x_ticks: Vec<f64>,
    /// The lines; a kink is a point.
    pub series: Vec<Series>,
    /// Points at which two lines cross and the best changes.
    pub crossings: Vec<CurveCrossing>,
    /// Who is best from where to where: side by side without gaps, ascending.
    pub winners: Vec<Winner>,
    /// A vertical hairline with its label, such as (0.01, "ranks").
    pub rule: Option<(f64, String)>,
}

/// A crossing of two lines.
#[derive(Debug, Clone, PartialEq)]
pub struct CurveCrossing {
    /// Where.
    pub at: (f64, f64),
    /// What crosses, in words.
    pub words: String,
}

/// A stretch of the horizontal axis and who is best there.
#[derive(Debug, Clone, PartialEq)]
pub struct Winner {
    /// The name.
    pub label: String,
    /// Its sign.
    pub mark: Mark,
    /// The first end.
    pub from: f64,
    /// The other end.
    pub to: f64,
}

/// Points in a plane of two costs: the lower left is best.
///
/// The vertical axis is logarithmic where its values are positive and the greatest is five times the least or more; the drawing then adds "(log scale)"
/// to its title. A layer is drawn as stairs: what a cheaper point attains holds until the dearer one is paid for.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    /// Title of the horizontal axis, with the unit.
    pub x_title: String,
    /// Title of the vertical axis, with the unit.
    pub y_title: String,
    /// Decimals of values on the horizontal axis.
    pub x_decimals: u8,
    /// Decimals of values on the vertical axis.
    pub y_decimals: u8,
    /// The points.
    pub spots: Vec<PlaneSpot>,
    /// Layers, best first: the points of each, ascending by x.
    pub layers: Vec<Vec<(f64, f64)>>,
    /// Lines on which the objective is equal: label and two ends.
    pub equals: Vec<(String, Place, Place)>,
}

/// A place in a plane: across and up.
pub type Place = (f64, f64);

/// A point in a plane.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaneSpot {
    /// The name.
    pub label: String,
    /// Its sign.
    pub mark: Mark,
    /// Its place.
    pub at: (f64, f64),
}

/// Hours of one day: demand, and the capacities that plans hold. Plans that hold the same are drawn side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct Steps {
    /// Title of the value axis, with the unit.
    pub value_title: String,
    /// Decimals of values on the axis.
    pub decimals: u8,
    /// The text of each hour's start, such as `23:00`.
    pub hours: Vec<String>,
    /// Demand, one an hour.
    pub demand: Vec<f64>,
    /// The weight of each hour's shortage, in words where it changes: first hour and text.
    pub bands: Vec<(usize, String)>,
    /// The plans: one value an hour.
    pub plans: Vec<StepPlan>,
}

/// A plan as drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct StepPlan {
    /// The name.
    pub label: String,
    /// Its sign.
    pub mark: Mark,
    /// One value an hour.
    pub values: Vec<f64>,
}
