//! The position editor for Clusterfuss.

use strata_rules::grid::Word;
use strata_rules::{Brush, Edit, Player, Setting, Square};

use super::play::{BLUE, Board, Pie, Position, RED};
use super::text::colour_name;

/// The states of the pie rule with their labels.
const PIE_STATES: [(Pie, &str); 4] = [
    (Pie::First, "before the first move"),
    (Pie::Offered, "Blue may swap"),
    (Pie::Declined, "colours kept"),
    (Pie::Swapped, "colours swapped"),
];

impl<const N: usize, W: Word> Edit for Board<N, W> {
    fn brushes(&self, _draft: &Position<W>) -> Vec<Brush> {
        let brush = |colour: usize| Brush {
            name: format!("{} checker", colour_name(colour)),
            owner: Some(Player(colour as u8)),
            squares: 1,
        };
        [RED, BLUE].map(brush).into()
    }

    fn settings(&self, draft: &Position<W>) -> Vec<Setting> {
        let colours = [RED, BLUE].map(colour_name).into();
        let mut settings = vec![Setting::word("Turn", colours, draft.colour.into())];
        if self.pie {
            let state = PIE_STATES.iter().position(|(pie, _)| *pie == draft.pie).unwrap_or(0);
            let words = PIE_STATES.iter().map(|(_, word)| *word).collect();
            settings.push(Setting::word("Pie rule", words, state));
        }
        settings
    }

    fn put(&self, draft: &mut Position<W>, brush: usize, squares: &[Square]) -> Result<(), String> {
        for square in squares {
            self.take(draft, *square);
            if let Some(index) = self.grid.index(*square) {
                draft.checkers[brush] |= W::bit(index);
            }
        }
        Ok(())
    }

    fn take(&self, draft: &mut Position<W>, square: Square) {
        if let Some(index) = self.grid.index(square) {
            draft.checkers.iter_mut().for_each(|set| *set &= !W::bit(index));
        }
    }

    fn set(&self, draft: &mut Position<W>, setting: usize, value: u32) {
        match setting {
            0 => draft.colour = value as u8,
            _ => draft.pie = PIE_STATES[value as usize].0,
        }
    }

    fn clear(&self, draft: &mut Position<W>) {
        draft.checkers = [W::EMPTY; 2];
    }
}
