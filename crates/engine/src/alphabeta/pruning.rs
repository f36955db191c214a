//! Which nodes and moves are searched less deeply or not at all. Their scores are estimates, never
//! proofs.

use strata_rules::MAX_ESTIMATE;

use super::node::MAX_PLIES;
use super::window::Window;

/// The maximum depth at which nodes and moves are pruned.
const MAX_DEPTH: i32 = 4;
/// How much the evaluation is expected to change with each ply.
const MARGIN_PER_PLY: i32 = 40;

/// Whether a node may be pruned: not on the principal variation, and not while the search looks for
/// proven results.
pub(super) fn is_possible(window: Window, depth: i32) -> bool {
    depth <= MAX_DEPTH
        && !window.is_open()
        && window.alpha.abs() < MAX_ESTIMATE
        && window.beta.abs() < MAX_ESTIMATE
}

/// Reverse futility pruning: a position far above the window is not searched.
pub(super) fn reverse_futility(estimate: i32, window: Window, depth: i32) -> Option<i32> {
    (estimate - MARGIN_PER_PLY * depth >= window.beta).then_some(estimate.min(MAX_ESTIMATE))
}

/// Late move pruning: the number of moves that are searched at a node with this depth.
pub(super) const fn move_limit(depth: i32) -> usize {
    8 + 4 * (depth * depth) as usize
}

/// Late move reduction, in plies.
pub(super) fn reduction(depth: i32, tried: usize, is_pv_node: bool) -> i32 {
    // A search to the end of the game gains nothing from shallower searches.
    if depth < 3 || tried < 3 || depth > MAX_PLIES as i32 / 2 {
        return 0;
    }
    let less = (tried.ilog2() * depth.ilog2()).div_ceil(2) as i32;
    (less - i32::from(is_pv_node)).clamp(0, depth - 2)
}
