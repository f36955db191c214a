//! The order in which moves are searched.

use strata_rules::MOVE_INDEX_COUNT;

/// Slots of no move.
pub(crate) const NO_SLOT: u16 = MOVE_INDEX_COUNT as u16;

const MOST_HISTORY: i32 = 8192;
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 19;
const ORDERING_WEIGHT: i32 = 32;

/// What earlier parts of a search say about moves.
#[derive(Debug)]
pub(crate) struct Ordering {
    history: Vec<i16>,
    counters: Vec<u16>,
    killers: Vec<[u16; 2]>,
}

impl Ordering {
    pub(crate) fn new(most_plies: usize) -> Self {
        Self {
            history: vec![0; 2 * MOVE_INDEX_COUNT],
            counters: vec![NO_SLOT; 2 * (MOVE_INDEX_COUNT + 1)],
            killers: vec![[NO_SLOT; 2]; most_plies + 1],
        }
    }

    /// How early a move should be searched, the higher the earlier.
    pub(crate) fn score(&self, hint: &Hint, move_index: u16, ordering_score: i32) -> i32 {
        if hint.killers.contains(&move_index) {
            KILLER + ordering_score
        } else if hint.counter == move_index {
            COUNTER + ordering_score
        } else {
            ORDERING_WEIGHT * ordering_score
                + i32::from(self.history[hint.side * MOVE_INDEX_COUNT + usize::from(move_index)])
        }
    }

    pub(crate) fn hint(&self, side: usize, ply: usize, previous: u16) -> Hint {
        let side = side & 1;
        Hint {
            side,
            killers: self.killers[ply],
            counter: self.counters[side * (MOVE_INDEX_COUNT + 1) + usize::from(previous)],
        }
    }

    /// A move turned out too good for the opponent to allow; those before it did not.
    pub(crate) fn reward(
        &mut self,
        hint: &Hint,
        ply: usize,
        previous: u16,
        move_index: u16,
        depth: i32,
        failed: impl Iterator<Item = u16>,
    ) {
        let bonus = (depth * depth).min(400);
        self.change(hint.side, move_index, bonus);
        for other in failed {
            self.change(hint.side, other, -bonus);
        }
        if self.killers[ply][0] != move_index {
            self.killers[ply] = [move_index, self.killers[ply][0]];
        }
        self.counters[hint.side * (MOVE_INDEX_COUNT + 1) + usize::from(previous)] = move_index;
    }

    fn change(&mut self, side: usize, move_index: u16, bonus: i32) {
        let entry = &mut self.history[side * MOVE_INDEX_COUNT + usize::from(move_index)];
        // Old successes fade as new ones come in, and no number can overflow.
        let faded = i32::from(*entry) * bonus.abs() / MOST_HISTORY;
        *entry = (i32::from(*entry) + bonus - faded).clamp(-MOST_HISTORY, MOST_HISTORY) as i16;
    }
}

/// What the ordering says at one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hint {
    side: usize,
    killers: [u16; 2],
    counter: u16,
}
