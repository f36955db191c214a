//! The weights of the evaluation, from a regression on the results of self-play games.

use super::tiles::KINDS;

/// In the placement phase, in tenths: for each point that removing a tile of each kind would score
/// now. Short tiles are removed first, so their score is more certain.
pub(super) const PLACED: [i32; KINDS] = [59, 52, 36, 26, 20];
/// In the placement phase, for the player to move.
pub(super) const PLACING_TEMPO: i32 = 14;
/// In the scoring phase, in tenths: for each point on the counter, each point that removing a tile
/// would score now, the best of these once more, each tile that may still be removed, and its value.
pub(super) const POINT: i32 = 110;
pub(super) const POTENTIAL: i32 = 42;
pub(super) const BEST: i32 = -33;
pub(super) const TILE: i32 = 97;
pub(super) const TILE_VALUE: i32 = 35;
/// In the scoring phase, for the player to move.
pub(super) const SCORING_TEMPO: i32 = 6;
