//! Evaluation and move ordering for Clusterfuss.

use strata_rules::grid::{Grid, Word};
use strata_rules::{Evaluator, Game, Player, Show, step_index};

use super::play::{Board, Move, Position};

// Weights from a regression on the results of self-play games on 6×6 and 8×8.
/// For a checker, as a share of all checkers on the board.
const MATERIAL: i32 = 520;
/// For a capture of an enemy by a checker that is free to move, as a share of all checkers.
const ATTACK: i32 = 300;
/// For a checker that is free to move, as a share of all checkers.
const FREEDOM: i32 = 50;
/// For a checker with fewer than two neighbours.
const LOOSE: i32 = -14;
/// For the player to move.
const TEMPO: i32 = 9;

impl<const N: usize, W: Word> Evaluator for Board<N, W> {
    fn evaluate(&self, position: &Position<W>, player: Player) -> i32 {
        let own = usize::from(self.side_of(position, player).0);
        let occupied = position.occupied();
        let safe = Self::locally_safe(occupied);
        let attached = Grid::<N, W>::with_two_neighbours(occupied);
        let [mine, theirs] = [own, own ^ 1].map(|colour| {
            let (set, enemy) = (position.checkers[colour], position.checkers[colour ^ 1]);
            let free = set & safe;
            let attacks = (Grid::<N, W>::north(free) & enemy).count()
                + (Grid::<N, W>::south(free) & enemy).count()
                + (Grid::<N, W>::east(free) & enemy).count()
                + (Grid::<N, W>::west(free) & enemy).count();
            let shares = MATERIAL * set.count() as i32
                + ATTACK * attacks as i32
                + FREEDOM * free.count() as i32;
            (shares, LOOSE * (set & !attached).count() as i32)
        });
        let tempo = if usize::from(position.colour) == own { TEMPO } else { -TEMPO };
        (mine.0 - theirs.0) / occupied.count().max(1) as i32 + mine.1 - theirs.1 + tempo
    }

    fn has_many_moves(&self, _position: &Position<W>) -> bool {
        N > 8
    }

    fn greedy_value(&self, position: &Position<W>, mv: Move) -> i64 {
        let own = usize::from(position.colour);
        let mut next = *position;
        self.play(&mut next, mv);
        let [mine, theirs] = [own, own ^ 1].map(|colour| i64::from(next.checkers[colour].count()));
        if theirs == 0 { i64::MAX } else { mine - theirs }
    }

    fn move_index(&self, mv: Move) -> u16 {
        match mv {
            Move::Capture { from, to } => step_index(from, to),
            Move::Pass => 4000,
            Move::Swap => 4001,
        }
    }

    fn for_each_candidate(&self, position: &Position<W>, mut visit: impl FnMut(Move, i32)) {
        let own = position.checkers[usize::from(position.colour)];
        let enemy = position.checkers[usize::from(position.colour ^ 1)];
        let safe = Self::locally_safe(position.occupied());
        self.for_each_move(position, |mv| {
            let Move::Capture { from, to } = mv else { return visit(mv, 0) };
            let neighbours = Grid::<N, W>::neighbours(W::bit(from.into()));
            // All captures of own checkers by the same checker lead to the same position.
            let is_repeated = own.has(to.into()) && (neighbours & own).first() != usize::from(to);
            if is_repeated {
                return;
            }
            let captures = if enemy.has(to.into()) { 100 } else { 0 };
            // Moving away from a cut square may detach enemy checkers.
            let cuts = if safe.has(from.into()) { 0 } else { 60 };
            visit(mv, captures + cuts + (neighbours & enemy).count() as i32);
        });
    }
}
