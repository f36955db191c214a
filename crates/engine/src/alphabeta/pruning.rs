//! Which nodes and moves are not searched, or less deeply. Their scores are estimates, never proofs.

use strata_rules::MAX_ESTIMATE;

use super::node::MAX_PLIES;
use super::window::Window;
use crate::tune::tune;

/// Whether a node may be pruned: not while the search looks for proven results.
pub(super) fn is_possible(window: Window, depth: i32) -> bool {
    depth <= tune!("RFPD", 4)
        && window.alpha.abs() < MAX_ESTIMATE
        && window.beta.abs() < MAX_ESTIMATE
}

/// Reverse futility pruning: a position far above the window is not searched.
pub(super) fn reverse_futility(estimate: i32, window: Window, depth: i32) -> Option<i32> {
    let margin = tune!("RFPM", 60) * depth;
    (estimate - margin >= window.beta).then_some(estimate)
}

/// Late move pruning: the number of moves that are searched at a node with this depth.
pub(super) fn move_limit(depth: i32) -> usize {
    (tune!("LMPB", 8) + tune!("LMPK", 8) * depth * depth) as usize
}

/// Late move reduction, in plies.
pub(super) fn reduction(depth: i32, tried: usize, is_pv_node: bool) -> i32 {
    // A search to the end of the game gains nothing from shallower searches.
    if depth < 3 || tried < 3 || depth > MAX_PLIES as i32 / 2 {
        return 0;
    }
    let late = tried.ilog2() as i32;
    let less = (late * depth.ilog2() as i32 * 10 + 10) / tune!("LMR", 30);
    (less - i32::from(is_pv_node)).clamp(0, depth - 2)
}
