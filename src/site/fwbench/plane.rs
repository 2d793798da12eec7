//! Loss against credits: who is dominated by whom, and which trade-off λ asks for.

use super::data;
use super::standing::{leader, objective_at, release_name, role_words, trail};
use super::track::Track;
use crate::domain::fwbench::entrant::{EntrantId, FULL};
use crate::domain::fwbench::lambda::Lambda;
use crate::score::fwbench::metric;
use crate::score::fwbench::results::{ReleaseResults, Standing};
use crate::score::fwbench::totals::Totals;
use crate::site::figure::{Figure, Numbers, Place, Plane, PlaneSpot, Plot};
use crate::site::number;
use crate::site::page::{Page, Slot, Slots};
use crate::site::table::{Body, Cell, Column, Row, Table};

/// Names that a cell tells before it counts the rest.
const NAMED: usize = 3;

/// The page of a release.
pub fn page(track: &Track, release: &ReleaseResults) -> Page {
    let name = release_name(track, release);
    let lead = lead(track, release);
    let mut slots = Slots::from([("lead", Slot::Text(lead.clone())), ("terms", data::terms(track))]);
    if !release.sensitivity.layers.is_empty() {
        slots.insert("layers", Slot::Table(Box::new(layers(track, release))));
    }
    if let Some(figure) = figure(track, release, "plane", Numbers::In("layers".to_owned())) {
        slots.insert("plane", Slot::Figure(Box::new(figure)));
    }
    Page {
        path: track.release_page(release, "plane.html"),
        template: "fwbench_plane",
        title: format!("Loss against credits in {name}"),
        description: lead,
        trail: trail(track),
        slots,
    }
}

/// Who is in the first layer, and where the leader stands.
fn lead(track: &Track, release: &ReleaseResults) -> String {
    let layers = &release.sensitivity.layers;
    let Some(first) = layers.first() else {
        return "Nobody is complete yet, so there is no trade-off to show.".to_owned();
    };
    let names: Vec<String> = first.iter().map(|id| track.name_of(release, id)).collect();
    let all: usize = layers.iter().map(Vec::len).sum();
    let nobody = if first.len() == 1 { "Only" } else { "Of" };
    let mut words = if first.len() == 1 {
        format!(
            "{nobody} {} has nobody with both less loss and fewer credits among {all} models and policies",
            names[0]
        )
    } else {
        format!(
            "{nobody} {all} models and policies, {} have nobody with both less loss and fewer credits: {}",
            first.len(),
            number::list(&names)
        )
    };
    let place = leader(release).and_then(|leader| {
        let layer = layers.iter().position(|layer| layer.contains(&leader.entrant.id))?;
        (0 < layer)
            .then(|| format!("; {}, first of the models, stands in layer {}", track.name(leader.entrant), layer + 1))
    });
    words.push_str(&place.unwrap_or_default());
    words.push('.');
    words
}

/// An entrant of the layers with its totals.
struct Spot<'a> {
    standing: &'a Standing<'a>,
    totals: &'a Totals,
    layer: usize,
}

fn spots<'a>(release: &'a ReleaseResults<'a>) -> Vec<Spot<'a>> {
    let layers = release.sensitivity.layers.iter().enumerate();
    layers
        .flat_map(|(layer, members)| members.iter().map(move |id| (layer, id)))
        .filter_map(|(layer, id)| {
            let standing = release.standing(id)?;
            Some(Spot { standing, totals: standing.totals.as_ref().ok()?, layer })
        })
        .collect()
}

/// Every entrant as a point, with the layers and lines of equal J; nothing where nobody is complete.
pub fn figure(track: &Track, release: &ReleaseResults, name: &str, numbers: Numbers) -> Option<Figure> {
    let spots = spots(release);
    let at = |spot: &Spot| (spot.totals.whole().credits, spot.totals.whole().loss);
    let layer = |layer: usize| {
        let mut points: Vec<(f64, f64)> = spots.iter().filter(|spot| spot.layer == layer).map(at).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        points
    };
    let layers: Vec<Vec<(f64, f64)>> = (0..release.sensitivity.layers.len()).map(layer).collect();
    let first = release.sensitivity.layers.first()?.len();
    let main = release.release.settings.main_lambda;
    let equals = main.map_or_else(Vec::new, |main| equal_lines(release, &spots, main));
    let mut caption =
        "Lower left is better. Lines join the layers: nobody of the first has another with both less loss and fewer \
                       credits, nobody of the second once the first is taken away, and so on."
            .to_owned();
    if let Some(main) = main.filter(|_| !equals.is_empty()) {
        caption.push_str(&format!(
            " Dashed: equal J at λ = {main}, where the whole budget weighs as much as a loss of {main}."
        ));
    }
    if 1 < release.pools.len() {
        caption.push_str(" Models in the pool full only.");
    }
    (!spots.is_empty()).then(|| Figure {
        name: name.to_owned(),
        title: "Loss against credits".to_owned(),
        description: format!(
            "{} as points, credits a case to the right and loss upwards; {first} in the first layer.",
            count_words(&spots),
        ),
        caption: Some(caption),
        plot: Plot::Plane(Plane {
            x_title: "Credits a case".to_owned(),
            y_title: "Loss an hour, in units of the scale".to_owned(),
            x_decimals: 0,
            y_decimals: 2,
            spots: spots
                .iter()
                .map(|spot| PlaneSpot {
                    label: track.name(spot.standing.entrant),
                    mark: track.mark(&spot.standing.entrant.id.model),
                    at: at(spot),
                })
                .collect(),
            layers,
            equals,
        }),
        numbers,
    })
}

/// Lines of equal J through the best of all and through the first of the models.
fn equal_lines(release: &ReleaseResults, spots: &[Spot], main: Lambda) -> Vec<(String, Place, Place)> {
    let settings = &release.release.settings;
    let right = spots.iter().map(|spot| spot.totals.whole().credits).fold(0.0, f64::max);
    let objective = |spot: &Spot| objective_at(release, spot.totals, main);
    let best = spots.iter().map(objective).min_by(f64::total_cmp);
    let first = leader(release).and_then(|leader| leader.totals.as_ref().ok());
    let mut levels: Vec<f64> =
        best.into_iter().chain(first.map(|totals| objective_at(release, totals, main))).collect();
    levels.dedup();
    let height = |level: f64, credits: f64| level - main.get() * settings.budget.share(credits);
    levels.retain(|&level| 0.0 < right && level.is_finite() && 0.0 <= height(level, right));
    levels
        .into_iter()
        .map(|level| {
            let label = format!("J = {}", number::fixed(level, 4));
            (label, (0.0, height(level, 0.0)), (right, height(level, right)))
        })
        .collect()
}

/// Every entrant with its layer and those that dominate it: the numbers of the figure.
pub fn layers(track: &Track, release: &ReleaseResults) -> Table {
    let columns = vec![
        Column::text("system", "Model or policy"),
        Column::text("kind", "Kind"),
        Column::number("layer", "Layer"),
        Column::metric(&metric::LOSS),
        Column::metric(&metric::CREDITS),
        Column::metric(&metric::BUDGET_FRACTION),
        Column::text("dominated_by", "Dominated by"),
        Column::text("best_somewhere", "Best at some λ"),
        Column::text("dominators", "Dominators").hidden(),
        Column::text("id", "Id").hidden(),
    ];
    let spots = spots(release);
    let budget = release.release.settings.budget;
    let row = |spot: &Spot| {
        let whole = spot.totals.whole();
        let share = budget.share(whole.credits);
        let above: Vec<&Spot> = spots
            .iter()
            .filter(|other| {
                let (loss, cost) = (other.totals.whole().loss, budget.share(other.totals.whole().credits));
                loss <= whole.loss && cost <= share && (loss, cost) != (whole.loss, share)
            })
            .collect();
        let ids: Vec<String> = above.iter().map(|other| other.standing.entrant.id.to_string()).collect();
        Row::new(vec![
            track.cell(release, spot.standing.entrant),
            Cell::text(role_words(spot.standing)),
            Cell::whole(spot.layer + 1),
            Cell::number(whole.loss, metric::LOSS.decimals),
            Cell::number(whole.credits, metric::CREDITS.decimals),
            Cell::percent(share, 1),
            above_cell(track, &above),
            best_cell(release, &spot.standing.entrant.id),
            if ids.is_empty() { Cell::missing("nobody dominates it") } else { Cell::text(ids.join(" ")) },
            Cell::text(&*spot.standing.entrant.id.to_string()),
        ])
    };
    let body = |layer: usize| Body {
        heading: Some(format!("Layer {}", layer + 1)),
        rows: spots.iter().filter(|spot| spot.layer == layer).map(row).collect(),
    };
    let bodies = (0..release.sensitivity.layers.len()).map(body).collect();
    let pool = if 1 < release.pools.len() { format!(" Models of the pool {FULL} only.") } else { String::new() };
    let note = format!(
        "One dominates another when neither its loss nor its credits are more, and one of them is less; floats are compared as they are. \
         Models and policies take part, hindsight references do not.{pool}"
    );
    Table { bodies, ..Table::new("layers", "Layers of loss and credits", columns, Vec::new()).note(note) }
}

fn above_cell(track: &Track, above: &[&Spot]) -> Cell {
    if above.is_empty() {
        return super::standing::reason("nobody");
    }
    let mut names: Vec<String> = above.iter().take(NAMED).map(|spot| track.name(spot.standing.entrant)).collect();
    if NAMED < above.len() {
        names.push(number::counted(above.len() - NAMED, "other"));
    }
    Cell::text(number::list(&names))
}

/// Nobody may dominate a point that no λ prefers.
fn best_cell(release: &ReleaseResults, id: &EntrantId) -> Cell {
    let found = release.sensitivity.best.iter().find(|best| best.system == *id);
    match found {
        Some(best) => Cell::text(super::lambda::interval_words(best)),
        None if release.sensitivity.unsupported.contains(id) => {
            super::standing::reason("none, though nobody dominates it")
        }
        None => super::standing::reason("none"),
    }
}

/// "12 models and 3 policies".
fn count_words(spots: &[Spot]) -> String {
    let models = spots.iter().filter(|spot| super::standing::is_model(spot.standing)).count();
    let policies = spots.len() - models;
    let words = [(models, "model"), (policies, "policy")];
    let words: Vec<String> =
        words.iter().filter(|(count, _)| 0 < *count).map(|(count, noun)| number::counted(*count, noun)).collect();
    number::list(&words)
}
