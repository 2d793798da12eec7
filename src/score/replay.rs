//! Offline replays against live runs of the same agent: the same formula as δ, replay minus live. Below 0, replaying does better than live.

use std::collections::BTreeMap;

use super::bootstrap::Plan;
use super::continual::{Couple, Delta, delta};
use super::grid::{Grid, View};
use crate::domain::id::SystemId;

/// One agent's replays in one task.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayRow {
    /// Who.
    pub system: SystemId,
    /// Replay minus live.
    pub delta: Delta,
}

/// Compares each system that has replays with its own live forecasts, on the pairs both resolved. A system that never ran live has no such pair.
pub fn replays(live: &Grid, replay: &Grid, plan: &Plan) -> Vec<ReplayRow> {
    let live_pairs: BTreeMap<_, usize> =
        live.pairs.iter().enumerate().map(|(position, resolvable)| (resolvable.pair, position)).collect();
    let view = View::published();
    let row = |(position, player): (usize, &super::grid::Player)| {
        let own = live.position(&player.id);
        let couple = |(pair, resolvable): (usize, &super::grid::Resolvable)| -> Option<Couple> {
            let replayed = replay.resolved(&view, position, pair)?.crps;
            let lived = live.resolved(&view, own?, *live_pairs.get(&resolvable.pair)?)?.crps;
            Some((resolvable.pair.run, replayed, lived, resolvable.naive_error))
        };
        let couples: Vec<Couple> = replay.pairs.iter().enumerate().filter_map(couple).collect();
        ReplayRow { system: player.id.clone(), delta: delta(&couples, plan) }
    };
    replay.systems.iter().enumerate().map(row).collect()
}
