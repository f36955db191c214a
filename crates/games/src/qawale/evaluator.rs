//! Evaluation and move ordering for Qawale.

use strata_rules::{Evaluator, Game, Player};

use super::candidates;
use super::lines::{diagonals, rows_and_columns};
use super::play::{Board, Move, Position, height, stone_of};
use super::wins::find_win;

// Weights from a regression on the results of self-play games.
/// For a line with this many of a player's stones on top and none of the opponent's.
const OPEN_LINE: [i32; 5] = [0, 2, 6, 12, 0];
/// The same with one of the opponent's stones.
const BLOCKED_LINE: [i32; 4] = [0, 0, 2, 16];
/// For the player to move.
const TEMPO: i32 = 8;

/// The score of a line for the player of the low four bits; the high four are the opponent's stones.
static LINE_SCORES: [i8; 256] = {
    let mut table = [0; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let mine = (pattern & 15_usize).count_ones() as usize;
        let theirs = (pattern >> 4).count_ones() as usize;
        table[pattern] = (line_score(mine, theirs) - line_score(theirs, mine)) as i8;
        pattern += 1;
    }
    table
};

const fn line_score(mine: usize, theirs: usize) -> i32 {
    match theirs {
        0 => OPEN_LINE[mine],
        1 if mine < 4 => BLOCKED_LINE[mine],
        _ => 0,
    }
}

/// The sum of the line scores for `own` against `other`.
#[inline]
pub(super) fn line_balance(own: u16, other: u16) -> i32 {
    let score = |line: u8| i32::from(LINE_SCORES[usize::from(line)]);
    let straight = rows_and_columns(own) | rows_and_columns(other) << 4;
    let diagonal = diagonals(own) | diagonals(other) << 4;
    straight.to_le_bytes().map(score).iter().sum::<i32>()
        + diagonal.to_le_bytes().map(score).iter().sum::<i32>()
}

impl Evaluator for Board {
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        let own = position.tops[player.index()];
        let other = position.tops[player.other().index()];
        let tempo = if self.turn(position) == player { TEMPO } else { -TEMPO };
        line_balance(own, other) + tempo
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

    fn move_index(&self, mv: Move) -> u16 {
        mv.index()
    }

    fn for_each_candidate(&self, position: &Position, visit: impl FnMut(Move, i32)) {
        candidates::for_each_candidate(self, position, visit);
    }

    fn winning_move(&self, position: &Position) -> Option<Move> {
        find_win(self, position)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::LINES;
    use super::*;
    use strata_rules::{Family, Options, Random};

    #[test]
    fn line_balance_is_the_sum_over_all_lines() {
        let mut random = Random::new(9);
        for _ in 0..1000 {
            let bits = random.next_u64();
            let own = bits as u16;
            let other = (bits >> 16) as u16 & !own;
            let stones = |set: u16, line: u16| (set & line).count_ones() as usize;
            let score = |line: &u16| {
                let (mine, theirs) = (stones(own, *line), stones(other, *line));
                line_score(mine, theirs) - line_score(theirs, mine)
            };
            assert_eq!(line_balance(own, other), LINES.iter().map(score).sum::<i32>());
        }
    }

    #[test]
    fn winning_move_is_found_exactly_if_one_exists() {
        for rule in ["mover", "opponent"] {
            let specs = super::super::Qawale::INFO.options;
            let options = Options::from_pairs("qawale", specs, [("doubleline", rule)]);
            let board = Board::new(options.expect("an option"));
            let mut random = Random::new(3);
            let mut wins = 0;
            for _ in 0..100 {
                let mut position = board.start();
                while let Some(mv) = board.random_move(&position, &mut random) {
                    let mover = board.turn(&position);
                    let mut exists = false;
                    let is_win = |mv: Move| {
                        let mut next = position;
                        board.play(&mut next, mv);
                        board.outcome(&next).is_some_and(|o| o.winner() == Some(mover))
                    };
                    board.for_each_move(&position, |mv| exists |= is_win(mv));
                    let found = board.winning_move(&position);
                    assert_eq!(found.is_some(), exists);
                    assert!(found.is_none_or(is_win));
                    wins += u32::from(exists);
                    board.play(&mut position, mv);
                }
            }
            assert!(wins > 100, "{wins}");
        }
    }
}
