//! The order in which moves are searched.

use strata_rules::MOVE_SLOTS;

/// Slots of no move.
pub(crate) const NO_SLOT: u16 = MOVE_SLOTS as u16;

const MOST_HISTORY: i32 = 8192;
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 19;
const PROMISE: i32 = 32;

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
            history: vec![0; 2 * MOVE_SLOTS],
            counters: vec![NO_SLOT; 2 * (MOVE_SLOTS + 1)],
            killers: vec![[NO_SLOT; 2]; most_plies + 1],
        }
    }

    /// How early a move should be searched, the higher the earlier.
    pub(crate) fn score(&self, hint: &Hint, slot: u16, promise: i32) -> i32 {
        if hint.killers.contains(&slot) {
            KILLER + promise
        } else if hint.counter == slot {
            COUNTER + promise
        } else {
            PROMISE * promise + i32::from(self.history[hint.side * MOVE_SLOTS + usize::from(slot)])
        }
    }

    pub(crate) fn hint(&self, side: usize, ply: usize, previous: u16) -> Hint {
        let side = side & 1;
        Hint {
            side,
            killers: self.killers[ply],
            counter: self.counters[side * (MOVE_SLOTS + 1) + usize::from(previous)],
        }
    }

    /// A move turned out too good for the opponent to allow; those before it did not.
    pub(crate) fn reward(
        &mut self,
        hint: &Hint,
        ply: usize,
        previous: u16,
        slot: u16,
        depth: i32,
        failed: impl Iterator<Item = u16>,
    ) {
        let bonus = (depth * depth).min(400);
        self.change(hint.side, slot, bonus);
        for other in failed {
            self.change(hint.side, other, -bonus);
        }
        if self.killers[ply][0] != slot {
            self.killers[ply] = [slot, self.killers[ply][0]];
        }
        self.counters[hint.side * (MOVE_SLOTS + 1) + usize::from(previous)] = slot;
    }

    fn change(&mut self, side: usize, slot: u16, bonus: i32) {
        let entry = &mut self.history[side * MOVE_SLOTS + usize::from(slot)];
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
