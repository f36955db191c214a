//! Positions of Qawale put together by hand.

use strata_rules::{Brush, Edit, Family, Owner, Player, Setting, Square};

use super::Qawale;
use super::play::{Board, MAX_STACK_HEIGHT, NEUTRAL, Position, STONES, height, stone_of};
use super::text::NEUTRAL_STONES;
use super::walk::SIDE;

/// Whose stones the brushes put.
const OWNERS: [Owner; 3] = [Some(Player(0)), Some(Player(1)), None];

fn stone_name(owner: Owner) -> String {
    format!("{} stone", owner.map_or("neutral", |player| Qawale::INFO.side(player).name))
}

impl Edit for Board {
    fn brushes(&self, _draft: &Position) -> Vec<Brush> {
        let brush = |owner| Brush { name: stone_name(owner), owner, squares: 1 };
        OWNERS.map(brush).into()
    }

    /// The stones on the board tell whose turn it is.
    fn settings(&self, _draft: &Position) -> Vec<Setting> {
        Vec::new()
    }

    fn put(&self, draft: &mut Position, brush: usize, squares: &[Square]) -> Result<(), String> {
        let owner = OWNERS[brush];
        let (stone, supply) = match owner {
            None => (NEUTRAL, NEUTRAL_STONES),
            Some(player) => (stone_of(player.index()), STONES.into()),
        };
        for square in squares {
            if draft.count_stones()[stone as usize] >= supply {
                let name = stone_name(owner);
                return Err(format!("there are {supply} {name}s and all are on the board"));
            }
            if height(draft.stacks[square.index(SIDE)]) == MAX_STACK_HEIGHT {
                return Err(format!("no stack can be higher than {MAX_STACK_HEIGHT} stones"));
            }
            draft.push(square.index(SIDE), stone);
            draft.count_plies();
        }
        Ok(())
    }

    fn take(&self, draft: &mut Position, square: Square) {
        let index = square.index(SIDE);
        let stack = draft.lift(index);
        for level in 1..height(stack) {
            draft.push(index, stack >> (2 * (level - 1)) & 3);
        }
        draft.count_plies();
    }

    fn set(&self, _draft: &mut Position, _setting: usize, _value: u32) {}

    fn clear(&self, draft: &mut Position) {
        *draft = Position::empty(0);
    }
}
