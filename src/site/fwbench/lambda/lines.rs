//! The lines of J over λ, drawn above the best one so that they can be told apart.

use super::{complete, largest, lead, short};
use crate::domain::fwbench::entrant::EntrantId;
use crate::domain::fwbench::lambda::Lambda;
use crate::score::fwbench::metric;
use crate::score::fwbench::results::{ReleaseResults, Standing};
use crate::score::fwbench::sensitivity::Crossing;
use crate::score::fwbench::totals::Totals;
use crate::site::figure::{CurveCrossing, Curves, Figure, Numbers, Plot, Series, Winner};
use crate::site::fwbench::standing::objective_at;
use crate::site::fwbench::track::Track;
use crate::site::number;
use crate::site::table::{Cell, Column, Row, Table};

/// A system is drawn when somewhere on the axis its J is at most this many times the best one's: beyond, the lines of those who contend would lie
/// on each other.
const REACH: f64 = 1.25;

/// The lines of those who contend.
pub(super) fn figure(track: &Track, release: &ReleaseResults) -> Option<Figure> {
    let most = largest(release)?;
    let everybody = complete(release);
    let lambdas = &release.release.settings.lambdas;
    let best_at = |lambda: Lambda| {
        everybody.iter().map(|(_, totals)| objective_at(release, totals, lambda)).min_by(f64::total_cmp)
    };
    let contends = |totals: &Totals| {
        lambdas
            .iter()
            .any(|&lambda| best_at(lambda).is_some_and(|best| objective_at(release, totals, lambda) <= best * REACH))
    };
    let (drawn, left): (Vec<_>, Vec<_>) = everybody.iter().copied().partition(|(_, totals)| contends(totals));
    let names = |of: &[(&Standing, &Totals)]| {
        number::list(&of.iter().map(|(standing, _)| track.name(standing.entrant)).collect::<Vec<_>>())
    };
    // Above the least J a line has a kink wherever the best changes, and nowhere else.
    let mut kinks: Vec<Lambda> =
        release.sensitivity.best.iter().filter_map(|best| Lambda::new(best.from)).filter(|kink| *kink < most).collect();
    kinks.extend([Lambda::ZERO, most]);
    kinks.sort_unstable();
    kinks.dedup();
    let above = |totals: &Totals, lambda: Lambda| {
        (objective_at(release, totals, lambda) - best_at(lambda).unwrap_or(f64::NAN)).max(0.0)
    };
    let series: Vec<Series> = drawn
        .iter()
        .map(|(standing, totals)| Series {
            label: track.name(standing.entrant),
            mark: track.mark(&standing.entrant.id.model),
            points: kinks.iter().map(|&lambda| (lambda.get(), above(totals, lambda))).collect(),
        })
        .collect();
    let is_drawn = |id: &EntrantId| drawn.iter().any(|(standing, _)| standing.entrant.id == *id);
    let crossings = release
        .sensitivity
        .crossings
        .iter()
        .filter(|crossing| crossing.lambda <= most.get() && is_drawn(&crossing.a) && is_drawn(&crossing.b));
    let crossings: Vec<CurveCrossing> =
        crossings.filter_map(|crossing| mark_of(track, release, crossing, &above)).collect();
    let winners = release.sensitivity.best.iter().filter(|best| best.from < most.get()).map(|best| Winner {
        label: track.name_of(release, &best.system),
        mark: track.mark(&best.system.model),
        from: best.from,
        to: best.to.unwrap_or(most.get()).min(most.get()),
    });
    let mut caption =
        "Models and policies of the pool full. The best lies on the axis, and the strip below names it; circles mark crossings."
            .to_owned();
    if !left.is_empty() {
        caption.push_str(&format!(
            " Not drawn, since J is over {REACH} times the best at every published λ: {}.",
            names(&left)
        ));
    }
    (!drawn.is_empty()).then(|| Figure {
        name: "objective-lines".to_owned(),
        title: "Who is best at which λ".to_owned(),
        description: format!(
            "How far each system’s J lies above the least J at the same λ, for λ from 0 to {most}. {}",
            lead(track, release)
        ),
        caption: Some(caption),
        plot: Plot::Curves(Curves {
            x_title: "λ".to_owned(),
            y_title: "J above the least J at the same λ".to_owned(),
            decimals: 3,
            x_ticks: lambdas.iter().map(|lambda| lambda.get()).collect(),
            series: series.clone(),
            crossings,
            winners: winners.collect(),
            rule: release.release.settings.main_lambda.map(|main| (main.get(), format!("λ = {main} ranks"))),
        }),
        numbers: Numbers::Own(Box::new(drawn_numbers(&series))),
    })
}

/// The points of the lines.
fn drawn_numbers(series: &[Series]) -> Table {
    let columns = vec![
        Column::text("system", "System"),
        Column::number("lambda", "λ"),
        Column::number("above_best", "J above the least J"),
    ];
    let row = |label: &str, (lambda, above): (f64, f64)| {
        Row::new(vec![
            Cell::text(label),
            Cell { text: short(lambda), ..Cell::number(lambda, 6) },
            Cell::number(above, metric::OBJECTIVE.decimals),
        ])
    };
    let rows = series.iter().flat_map(|line| line.points.iter().map(|&point| row(&line.label, point))).collect();
    Table::new("objective-lines", "J above the least J, where a line begins, bends or ends", columns, rows)
}

fn mark_of(
    track: &Track,
    release: &ReleaseResults,
    crossing: &Crossing,
    above: &dyn Fn(&Totals, Lambda) -> f64,
) -> Option<CurveCrossing> {
    let totals = release.standing(&crossing.a)?.totals.as_ref().ok()?;
    let height = above(totals, Lambda::new(crossing.lambda)?);
    let words = format!(
        "{} and {} have equal J at λ = {}",
        track.name_of(release, &crossing.a),
        track.name_of(release, &crossing.b),
        short(crossing.lambda)
    );
    Some(CurveCrossing { at: (crossing.lambda, height), words })
}
