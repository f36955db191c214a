//! Move ordering: killer moves, counter-moves and the history heuristic.

use strata_rules::MOVE_INDEX_COUNT;

/// The index that means no move.
pub(crate) const NO_MOVE_INDEX: u16 = MOVE_INDEX_COUNT as u16;

const MAX_HISTORY: i32 = 8192;
const KILLER_SCORE: i32 = 1 << 20;
const COUNTER_MOVE_SCORE: i32 = 1 << 19;
const ORDERING_WEIGHT: i32 = 32;

/// The move ordering tables of one search thread.
#[derive(Debug)]
pub(crate) struct Ordering {
    history: Vec<i16>,
    counter_moves: Vec<u16>,
    killers: Vec<[u16; 2]>,
}

impl Ordering {
    pub(crate) fn new(max_plies: usize) -> Self {
        Self {
            history: vec![0; 2 * MOVE_INDEX_COUNT],
            counter_moves: vec![NO_MOVE_INDEX; 2 * (MOVE_INDEX_COUNT + 1)],
            killers: vec![[NO_MOVE_INDEX; 2]; max_plies + 1],
        }
    }

    /// The ordering score of a move; higher scores are searched first.
    pub(crate) fn score(
        &self,
        context: &OrderingContext,
        move_index: u16,
        ordering_score: i32,
    ) -> i32 {
        if context.killers.contains(&move_index) {
            KILLER_SCORE + ordering_score
        } else if context.counter == move_index {
            COUNTER_MOVE_SCORE + ordering_score
        } else {
            ORDERING_WEIGHT * ordering_score
                + i32::from(self.history[context.side * MOVE_INDEX_COUNT + usize::from(move_index)])
        }
    }

    pub(crate) fn context(&self, side: usize, ply: usize, previous: u16) -> OrderingContext {
        let side = side & 1;
        OrderingContext {
            side,
            killers: self.killers[ply],
            counter: self.counter_moves[side * (MOVE_INDEX_COUNT + 1) + usize::from(previous)],
        }
    }

    /// Updates the tables after a beta cutoff: rewards the move and penalises those tried before it.
    pub(crate) fn record_cutoff(
        &mut self,
        context: &OrderingContext,
        ply: usize,
        previous: u16,
        move_index: u16,
        depth: i32,
        failed_moves: impl Iterator<Item = u16>,
    ) {
        let bonus = (depth * depth).min(400);
        self.update_history(context.side, move_index, bonus);
        for other in failed_moves {
            self.update_history(context.side, other, -bonus);
        }
        if self.killers[ply][0] != move_index {
            self.killers[ply] = [move_index, self.killers[ply][0]];
        }
        self.counter_moves[context.side * (MOVE_INDEX_COUNT + 1) + usize::from(previous)] =
            move_index;
    }

    fn update_history(&mut self, side: usize, move_index: u16, bonus: i32) {
        let entry = &mut self.history[side * MOVE_INDEX_COUNT + usize::from(move_index)];
        // History gravity: old values decay, and the sum stays in range.
        let decay = i32::from(*entry) * bonus.abs() / MAX_HISTORY;
        *entry = (i32::from(*entry) + bonus - decay).clamp(-MAX_HISTORY, MAX_HISTORY) as i16;
    }
}

/// The killer and counter-moves at one node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderingContext {
    side: usize,
    pub(crate) killers: [u16; 2],
    counter: u16,
}
