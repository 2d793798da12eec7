//! The leaderboard of one task: figures on the common pairs, ranks, and how sure they are.

use super::bootstrap::{Draws, Plan};
use super::common::Common;
use super::grid::Grid;
use super::pairwise;
use super::value::{Interval, Ratio, Score, Undefined, defined, ranks};
use crate::domain::day::RunDay;
use crate::domain::id::SystemId;

/// A task's leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// Listed systems by rank (those without a score last), then the others in the catalogue's order.
    pub rows: Vec<Row>,
    /// How many common pairs.
    pub pairs: usize,
    /// Their run days, ascending.
    pub days: Vec<RunDay>,
    /// Pairs that any fresh system resolved: what the least share counts against.
    pub eligible: usize,
    /// The replicates of the listed systems' scaled CRPS, in the order of `rows`; empty where there are no intervals.
    pub replicates: Vec<Vec<f64>>,
    /// Whether intervals exist, or why not.
    pub resampled: Result<usize, Undefined>,
}

/// One system on a board. Figures of a listed system are on the common pairs, of any other on its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Who.
    pub system: SystemId,
    /// Not continual.
    pub fresh: bool,
    /// On the board.
    pub listed: bool,
    /// Common pairs; 0 when not listed.
    pub n_common: usize,
    /// Pairs it resolved.
    pub n_own: usize,
    /// Late submissions.
    pub late: usize,
    /// The figures.
    pub figures: Figures,
    /// Its place, 1 1 3 on ties.
    pub rank: Option<usize>,
    /// The interval of the rank, rounded outward.
    pub rank_interval: Option<(usize, usize)>,
    /// The interval of scaled CRPS.
    pub interval: Result<Interval, Undefined>,
    /// The interval of scaled CRPS minus the leader's.
    pub to_leader: Result<Interval, Undefined>,
    /// The difference to the leader may be nothing.
    pub tied_with_leader: bool,
    /// Common pairs the board would gain without it.
    pub cost: Option<usize>,
    /// `θ_i / θ_naive`.
    pub pairwise_skill: Score,
}

/// A system's figures on one set of pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// Sums of CRPS and of the naive's error.
    pub crps: Ratio,
    /// Sums of the median's absolute error and the naive's; `None` where the task lacks level 0.5 and the system gave quantiles.
    pub mae: Option<Ratio>,
    /// Share of y in the central 80% interval.
    pub coverage: Score,
    /// Mean width of that interval over the naive's mean error, on the same pairs.
    pub sharpness: Score,
    /// Share of y strictly below the median.
    pub below_median: Score,
    /// Counts of the PIT bins 0..=K over the quantile forecasts.
    pub pit: Vec<u64>,
}

impl Figures {
    /// Σ CRPS / Σ |ŷ − y|.
    pub fn scaled_crps(&self) -> Score {
        self.crps.value()
    }

    /// Σ |median − y| / Σ |ŷ − y|.
    pub fn scaled_mae(&self) -> Score {
        self.mae.map_or(Err(Undefined::LevelsMissing), Ratio::value)
    }

    /// Mean |median − y|, in the target's unit.
    pub fn mean_abs_error(&self) -> Score {
        self.mae.map_or(Err(Undefined::LevelsMissing), Ratio::mean)
    }
}

/// Sums a system's scores over `pairs` (positions in the grid, each resolved in the common pairs' view), in their order.
pub fn figures(grid: &Grid, common: &Common, system: usize, pairs: &[usize]) -> Figures {
    let mut crps = Ratio::default();
    let mut mae = Some(Ratio::default());
    let mut pit = vec![0; grid.levels.as_slice().len() + 1];
    let (mut quantile, mut central, mut covered, mut medians, mut below) =
        (0_usize, 0_usize, 0_usize, 0_usize, 0_usize);
    let mut width = Ratio::default();
    for &pair in pairs {
        let Some(score) = grid.resolved(common.view(), system, pair) else { continue };
        let naive = grid.pairs[pair].naive_error;
        crps.add(score.crps, naive);
        mae = mae.zip(score.abs_error).map(|(mut sum, error)| {
            sum.add(error, naive);
            sum
        });
        if let Some(spread) = score.spread {
            quantile += 1;
            pit[usize::from(spread.bin)] += 1;
            if let Some(interval) = spread.central {
                central += 1;
                covered += usize::from(interval.covers);
                width.add(interval.width, naive);
            }
            if let Some(is_below) = spread.below_median {
                medians += 1;
                below += usize::from(is_below);
            }
        }
    }
    let share = |part: usize, whole: usize| {
        if crps.pairs == 0 {
            Err(Undefined::NoPairs)
        } else if quantile == 0 {
            Err(Undefined::PointsOnly)
        } else if whole == 0 {
            Err(Undefined::LevelsMissing)
        } else {
            Ok(part as f64 / whole as f64)
        }
    };
    Figures {
        crps,
        mae,
        coverage: share(covered, central),
        sharpness: share(covered, central).and(width.value()),
        below_median: share(below, medians),
        pit,
    }
}

/// Sums by run day of a listed system's CRPS and of the naive's error over the common pairs.
pub fn day_sums(
    grid: &Grid,
    view: &super::grid::View,
    system: usize,
    pairs: &[usize],
    days: &[RunDay],
) -> (Vec<f64>, Vec<f64>) {
    let (mut own, mut naive) = (vec![0.0; days.len()], vec![0.0; days.len()]);
    let mut day = 0;
    for &pair in pairs {
        let Some(score) = grid.resolved(view, system, pair) else { continue };
        let resolvable = grid.pairs[pair];
        while days[day] < resolvable.pair.run {
            day += 1;
        }
        own[day] += score.crps;
        naive[day] += resolvable.naive_error;
    }
    (own, naive)
}

/// Builds the board on the common pairs. `late` counts late submissions of a system.
pub fn board(
    grid: &Grid,
    common: &Common,
    plan: &Plan,
    reference: Option<&SystemId>,
    late: impl Fn(&SystemId) -> usize,
) -> Board {
    let skills = pairwise::skills(grid, common, reference);
    let unplaced = |system: usize| {
        let listed = common.listed().binary_search(&system).is_ok();
        let player = &grid.systems[system];
        let figures = if listed {
            figures(grid, common, system, common.pairs())
        } else {
            figures(grid, common, system, &grid.own(common.view(), system))
        };
        Row {
            system: player.id.clone(),
            fresh: player.fresh,
            listed,
            n_common: if listed { common.pairs().len() } else { 0 },
            n_own: common.own(system),
            late: late(&player.id),
            figures,
            rank: None,
            rank_interval: None,
            interval: Err(Undefined::NotListed),
            to_leader: Err(Undefined::NotListed),
            tied_with_leader: false,
            cost: common.cost(system),
            pairwise_skill: skills
                .iter()
                .find(|(id, _)| *id == system)
                .map_or(Err(Undefined::NotListed), |&(_, skill)| skill),
        }
    };
    let mut listed: Vec<(usize, Row)> = common.listed().iter().map(|&system| (system, unplaced(system))).collect();
    let scores: Vec<Option<f64>> = listed.iter().map(|(_, row)| row.figures.scaled_crps().ok()).collect();
    for ((_, row), rank) in listed.iter_mut().zip(ranks(&scores)) {
        row.rank = rank;
    }
    listed.sort_by_key(|(system, row)| (row.rank.unwrap_or(usize::MAX), *system));

    let days = common.days(grid);
    let draws = plan.draw(days.len());
    let order: Vec<usize> = listed.iter().map(|&(system, _)| system).collect();
    let replicates = draws.as_ref().map(|draws| replicates(grid, common, &order, &days, draws)).unwrap_or_default();
    let mut rows: Vec<Row> = listed.into_iter().map(|(_, row)| row).collect();
    place_intervals(&mut rows, &replicates, draws.as_ref().err().copied());
    let others = (0..grid.systems.len()).filter(|system| common.listed().binary_search(system).is_err());
    rows.extend(others.map(unplaced));
    Board {
        rows,
        pairs: common.pairs().len(),
        resampled: draws.map(|_| days.len()),
        days,
        eligible: common.eligible(),
        replicates,
    }
}

/// On the common pairs the naive's sums are the same for every system, so they are drawn once.
fn replicates(grid: &Grid, common: &Common, systems: &[usize], days: &[RunDay], draws: &Draws) -> Vec<Vec<f64>> {
    let sums = |system: usize| day_sums(grid, common.view(), system, common.pairs(), days);
    let Some(&first) = systems.first() else { return Vec::new() };
    let naive_totals: Vec<f64> = draws.totals(&sums(first).1).collect();
    systems.iter().map(|&system| draws.ratios_to(&sums(system).0, &naive_totals)).collect()
}

/// Gives each listed row (sorted by rank) its intervals from the replicates, or the reason why there are none.
fn place_intervals(rows: &mut [Row], replicates: &[Vec<f64>], reason: Option<Undefined>) {
    if let Some(reason) = reason {
        for row in rows {
            row.interval = Err(row.figures.scaled_crps().err().unwrap_or(reason));
            row.to_leader = row.interval;
            row.tied_with_leader = row.rank == Some(1);
        }
        return;
    }
    let placed = placements(replicates);
    for ((row, replicate), placed) in rows.iter_mut().zip(replicates).zip(placed) {
        row.interval = row.figures.scaled_crps().and_then(|_| Interval::of(replicate));
        row.to_leader = row.figures.scaled_crps().and(placed.to_first);
        row.rank_interval = row.rank.and(placed.rank);
        row.tied_with_leader = row.rank == Some(1) || row.to_leader.is_ok_and(|interval| interval.contains(0.0));
    }
}

/// Where a row stands across the resamples.
pub struct Placement {
    /// The interval of its rank, rounded outward.
    pub rank: Option<(usize, usize)>,
    /// The interval of its difference to the first row.
    pub to_first: Result<Interval, Undefined>,
}

/// Ranks the rows anew in each resample; the first row is the leader.
pub fn placements(replicates: &[Vec<f64>]) -> Vec<Placement> {
    let Some(first) = replicates.first() else { return Vec::new() };
    let outward = |interval: Interval| (interval.low.floor() as usize, interval.high.ceil() as usize);
    let place = |(row, places): (&Vec<f64>, Vec<f64>)| {
        let differences: Vec<f64> = row.iter().zip(first).map(|(own, first)| own - first).collect();
        Placement {
            rank: Interval::of(&places).ok().map(outward),
            to_first: defined(row).and(defined(first)).and_then(|()| Interval::of(&differences)),
        }
    };
    replicates.iter().zip(places(replicates, first.len())).map(place).collect()
}

/// The rank of each row in each resample, 1 1 3 on ties; NaN where the row has no value.
fn places(replicates: &[Vec<f64>], resamples: usize) -> Vec<Vec<f64>> {
    let mut places = vec![Vec::with_capacity(resamples); replicates.len()];
    let mut order: Vec<f64> = Vec::with_capacity(replicates.len());
    for resample in 0..resamples {
        order.clear();
        order.extend(replicates.iter().map(|row| row[resample]).filter(|value| value.is_finite()));
        order.sort_unstable_by(f64::total_cmp);
        for (places, row) in places.iter_mut().zip(replicates) {
            let value = row[resample];
            let better = order.partition_point(|&other| other < value) as f64;
            places.push(if value.is_finite() { better + 1.0 } else { f64::NAN });
        }
    }
    places
}
