//! Clusterfuss as a search sees it.

use strata_rules::grid::{Grid, Word};
use strata_rules::{Game, Judge, Player, Show};

use super::play::{Board, Move, Position};

/// The worth of having more checkers, when all are one's own.
const MATERIAL: i32 = 600;
/// The worth of each checker that may leave its square freely.
const FREEDOM: i32 = 4;
/// The worth of the move.
const TEMPO: i32 = 10;

impl<const N: usize, W: Word> Judge for Board<N, W> {
    fn evaluate(&self, position: &Position<W>, player: Player) -> i32 {
        let own = usize::from(self.side_of(position, player).0);
        let counts = position.checkers.map(|set| set.count() as i32);
        let (mine, theirs) = (counts[own], counts[own ^ 1]);
        let safe = Self::visibly_safe(position.occupied());
        let free = position.checkers.map(|set| (set & safe).count() as i32);
        let tempo = if usize::from(position.colour) == own { TEMPO } else { -TEMPO };
        MATERIAL * (mine - theirs) / (mine + theirs) + FREEDOM * (free[own] - free[own ^ 1]) + tempo
    }

    fn greedy_value(&self, position: &Position<W>, mv: Move) -> i64 {
        let own = usize::from(position.colour);
        let mut next = *position;
        self.play(&mut next, mv);
        let [mine, theirs] = [own, own ^ 1].map(|colour| i64::from(next.checkers[colour].count()));
        if theirs == 0 { i64::MAX } else { mine - theirs }
    }

    fn move_slot(&self, mv: Move) -> u16 {
        match mv {
            Move::Capture { from, to } => {
                let direction = match i32::from(to) - i32::from(from) {
                    1 => 0,
                    -1 => 1,
                    distance if distance > 0 => 2,
                    _ => 3,
                };
                u16::from(from) * 4 + direction
            }
            Move::Pass => 4000,
            Move::Swap => 4001,
        }
    }

    fn promise(&self, position: &Position<W>, mv: Move) -> i32 {
        let Move::Capture { from, to } = mv else { return 0 };
        let enemy = position.checkers[usize::from(position.colour ^ 1)];
        // Leaving a square that holds the enemy together cuts some of them off.
        let neighbours = Grid::<N, W>::neighbours(W::bit(from.into())) & enemy;
        let captures = if enemy.has(to.into()) { 100 } else { 0 };
        let cuts = !Self::visibly_safe(position.occupied()).has(from.into());
        captures + if cuts { 60 } else { 0 } + neighbours.count() as i32
    }
}
