//! The position editor for Qawale.

use strata_rules::{Brush, Edit, Family, Owner, Player, Setting, Square};

use super::Qawale;
use super::play::{Board, NEUTRAL, Position, height, stone_of};
use super::text::NEUTRAL_STONES;
use super::walk::SIDE;

/// The owners of the brushes' stones.
const OWNERS: [Owner; 3] = [Some(Player(0)), Some(Player(1)), None];

fn stone_name(owner: Owner) -> String {
    format!("{} stone", owner.map_or("neutral", |player| Qawale::INFO.side(player).name))
}

impl Edit for Board {
    fn brushes(&self, _draft: &Position) -> Vec<Brush> {
        let brush = |owner| Brush { name: stone_name(owner), owner, squares: 1 };
        OWNERS.map(brush).into()
    }

    /// There are none: the number of stones determines the player to move.
    fn settings(&self, _draft: &Position) -> Vec<Setting> {
        Vec::new()
    }

    fn put(&self, draft: &mut Position, brush: usize, squares: &[Square]) -> Result<(), String> {
        let owner = OWNERS[brush];
        let (stone, supply) = match owner {
            None => (NEUTRAL, NEUTRAL_STONES),
            Some(player) => (stone_of(player.index()), self.stones().into()),
        };
        for square in squares {
            if draft.count_stones()[stone as usize] >= supply {
                let name = stone_name(owner);
                return Err(match supply {
                    1 => format!("the only {name} is already on the board"),
                    _ => format!("all {supply} {name}s are already on the board"),
                });
            }
            let highest = self.max_stack_height();
            if height(draft.stacks[square.index(SIDE)]) == highest {
                return Err(format!("a stack cannot be higher than {highest} stones"));
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
