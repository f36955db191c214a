//! The position editor for STAQS.

use strata_rules::grid::Word;
use strata_rules::{Brush, Edit, Owner, Player, Setting, Square};

use super::play::{Board, Position};
use super::text::name;

/// The height of a new stack: a piece on a neutral one.
const MIN_HEIGHT: u8 = 2;

impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    /// The owner of the stack on a square.
    fn owner_at(&self, draft: &Position<W, SQUARES>, index: usize) -> Option<usize> {
        (0..self.players).find(|&player| draft.stacks[player].has(index))
    }

    fn empty_square(draft: &mut Position<W, SQUARES>, index: usize) {
        let others = !W::bit(index);
        draft.neutral &= others;
        draft.blocked &= others;
        draft.stacks.iter_mut().for_each(|stacks| *stacks &= others);
        draft.heights[index] = 0;
    }

    /// Takes a blockade from the fullest hand if there are too many with those on the board.
    fn take_spare_blockade(&self, draft: &mut Position<W, SQUARES>) {
        let in_hand: u32 = draft.blockades.iter().copied().map(u32::from).sum();
        let all = u32::from(self.blockades) * self.players as u32;
        if draft.blocked.count() + in_hand > all
            && let Some(most) = draft.blockades.iter_mut().max()
        {
            *most = most.saturating_sub(1);
        }
    }

    /// Adds a piece to the player's stack, or starts a new stack with a piece from the hand.
    fn put_piece(
        &self,
        draft: &mut Position<W, SQUARES>,
        player: usize,
        index: usize,
    ) -> Result<(), String> {
        if self.owner_at(draft, index) != Some(player) {
            Self::empty_square(draft, index);
            draft.stacks[player] |= W::bit(index);
            draft.heights[index] = MIN_HEIGHT;
            let left = u32::from(self.pieces).saturating_sub(draft.stacks[player].count());
            draft.hands[player] = draft.hands[player].min(left as u8);
            return Ok(());
        }
        let max_height = self.grid.squares() as u8 + 1;
        if draft.heights[index] == max_height {
            return Err(format!("a stack cannot be higher than {max_height}"));
        }
        draft.heights[index] += 1;
        Ok(())
    }
}

impl<const N: usize, const SQUARES: usize, W: Word> Edit for Board<N, SQUARES, W> {
    fn brushes(&self, _draft: &Self::Position) -> Vec<Brush> {
        let brush = |name: String, owner: Owner| Brush { name, owner, squares: 1 };
        let piece = |player: Player| brush(format!("{} piece", name(player.index())), Some(player));
        let mut brushes: Vec<Brush> = Player::all(self.players).map(piece).collect();
        brushes.push(brush("neutral piece".to_owned(), None));
        if self.blockades > 0 {
            brushes.push(brush("blockade".to_owned(), None));
        }
        brushes
    }

    fn settings(&self, draft: &Self::Position) -> Vec<Setting> {
        let names: Vec<&str> = (0..self.players).map(name).collect();
        let mut settings = Vec::new();
        let mut add_hands = |what: &str, hands: &[u8], most: u8| {
            settings.extend(names.iter().zip(hands).map(|(name, hand)| {
                Setting::number(format!("{name}'s {what} in hand"), *hand, most)
            }));
        };
        add_hands("pieces", &draft.hands, self.pieces);
        if self.blockades > 0 {
            add_hands("blockades", &draft.blockades, self.blockades);
        }
        settings.insert(0, Setting::word("Turn", names, draft.turn.into()));
        settings
    }

    fn put(
        &self,
        draft: &mut Self::Position,
        brush: usize,
        squares: &[Square],
    ) -> Result<(), String> {
        for index in squares.iter().filter_map(|square| self.grid.index(*square)) {
            if brush < self.players {
                self.put_piece(draft, brush, index)?;
                continue;
            }
            Self::empty_square(draft, index);
            if brush == self.players {
                draft.neutral |= W::bit(index);
            } else {
                draft.blocked |= W::bit(index);
                self.take_spare_blockade(draft);
            }
        }
        Ok(())
    }

    /// Removes the topmost piece of a stack; removing the last one leaves the neutral piece.
    fn take(&self, draft: &mut Self::Position, square: Square) {
        let Some(index) = self.grid.index(square) else { return };
        let height = draft.heights[index];
        if height > MIN_HEIGHT {
            draft.heights[index] -= 1;
            return;
        }
        Self::empty_square(draft, index);
        if height == MIN_HEIGHT {
            draft.neutral |= W::bit(index);
        }
    }

    fn set(&self, draft: &mut Self::Position, setting: usize, value: u32) {
        match setting.checked_sub(1) {
            None => draft.turn = value as u8,
            Some(hand) if hand < self.players => draft.hands[hand] = value as u8,
            Some(hand) => draft.blockades[hand - self.players] = value as u8,
        }
    }

    fn clear(&self, draft: &mut Self::Position) {
        (0..self.grid.squares()).for_each(|index| Self::empty_square(draft, index));
        draft.hands = Default::default();
        draft.blockades = Default::default();
    }
}
