//! Qawale as a search sees it.

use std::ops::ControlFlow;

use strata_rules::{Game, Judge, MOVE_SLOTS, Player};

use super::play::{Board, Move, Position, has_line, height, stone_of};

/// The worth of a line in which a player shows so many stones and the other none.
const OPEN_LINE: [i32; 5] = [0, 6, 22, 60, 0];
/// The same with one of the other's stones in it.
const SPOILT_LINE: [i32; 4] = [0, 2, 6, 14];
/// The worth of the move.
const TEMPO: i32 = 20;

const LINES: [u16; 10] =
    [0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

fn line_worth(own: u16, other: u16) -> i32 {
    LINES
        .iter()
        .map(|line| {
            let (mine, theirs) = ((own & line).count_ones(), (other & line).count_ones());
            match theirs {
                0 => OPEN_LINE[mine as usize],
                1 => SPOILT_LINE[mine as usize],
                _ => 0,
            }
        })
        .sum()
}

impl Judge for Board {
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        let own = position.tops[player.index()];
        let other = position.tops[player.other().index()];
        let tempo = if self.turn(position) == player { TEMPO } else { -TEMPO };
        line_worth(own, other) - line_worth(other, own) + tempo
    }

    fn greedy_value(&self, position: &Position, mv: Move) -> i64 {
        let mover = self.turn(position).index();
        let stack = position.stacks[mv.origin()];
        let is_own = |level: &usize| stack >> (2 * level) & 3 == stone_of(mover);
        let in_stack = (0..height(stack)).filter(is_own).count() as i64;
        let mut next = *position;
        self.play(&mut next, mv);
        let visible = |player: usize| i64::from(next.tops[player].count_ones());
        let won =
            i64::from(self.outcome(&next).is_some_and(|o| o.winner() == Some(Player(mover as u8))));
        won * 1_000_000 + in_stack * 100 + visible(mover) - visible(mover ^ 1)
    }

    fn move_slot(&self, mv: Move) -> u16 {
        let mixed = mv.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52;
        (mixed as usize % MOVE_SLOTS) as u16
    }

    fn winning_move(&self, position: &Position) -> Option<Move> {
        let mover = self.turn(position).index();
        // A line needs three stones on top already, or a stack that brings more than one.
        let tops = position.tops[mover];
        let near = LINES.iter().any(|line| (tops & line).count_ones() >= 3);
        if !near {
            return None;
        }
        let mut found = None;
        let _ = self.visit_moves(position, |mv| {
            let mut next = *position;
            self.play(&mut next, mv);
            if has_line(next.tops[mover])
                && self.outcome(&next).is_some_and(|o| o.winner() == Some(Player(mover as u8)))
            {
                found = Some(mv);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }
}
