//! Evaluation and move ordering for Qawale.

use std::ops::ControlFlow;

use strata_rules::{Evaluator, ForcedResult, Game, LevelSettings, OnePly, Player};

use super::candidates::visit_candidates;
use super::code::smallest_code;
use super::last_plies::{MAX_STONES_LEFT, can_force_draw, can_force_win, last_plies_result};
use super::lines::{LINES, squares_by_line};
use super::one_ply::search_one_ply;
use super::play::{Board, Move, Position, height, stone_of};
use super::walk::SQUARES;
use super::wins::find_win;

// Weights from a regression on the results of self-play games.
/// For a line with this many of a player's stones on top and none of the opponent's.
const OPEN_LINE: [i32; 5] = [0, 2, 6, 12, 0];
/// The same with one of the opponent's stones.
const BLOCKED_LINE: [i32; 4] = [0, 0, 2, 16];
/// For the player to move.
const TEMPO: i32 = 8;

/// The score of two lines for a player. The low byte of the index is the squares of the player's
/// stones, four bits per line, and the high byte those of the opponent's stones.
static LINE_PAIR_SCORES: [i8; 1 << 16] = {
    let mut of_one = [0; 256];
    let mut line = 0;
    while line < 256 {
        let mine = (line & 15_usize).count_ones() as usize;
        let theirs = (line >> 4).count_ones() as usize;
        of_one[line] = (line_score(mine, theirs) - line_score(theirs, mine)) as i8;
        line += 1;
    }
    let mut table = [0; 1 << 16];
    let mut pair = 0;
    while pair < 1 << 16 {
        let first = pair & 15 | pair >> 4 & 0xF0;
        let second = pair >> 4 & 15 | pair >> 8 & 0xF0;
        table[pair] = of_one[first] + of_one[second];
        pair += 1;
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
    let [own, other] = [own, other].map(|set| squares_by_line(set).to_le_bytes());
    let score =
        |mine, theirs| i32::from(LINE_PAIR_SCORES[usize::from(u16::from_le_bytes([mine, theirs]))]);
    (0..LINES.len() / 2).map(|pair| score(own[pair], other[pair])).sum()
}

/// The static evaluation for the player who has just moved.
#[inline]
pub(super) fn evaluate_after_move(own: u16, other: u16) -> i32 {
    line_balance(own, other) - TEMPO
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

    fn for_each_candidate(&self, position: &Position, mut visit: impl FnMut(Move, i32)) {
        let _ = visit_candidates(self, position, |mv, own, other| {
            visit(mv, line_balance(own, other));
            ControlFlow::Continue(())
        });
    }

    const SEARCHES_ONE_PLY: bool = true;

    fn search_one_ply(
        &self,
        position: &Position,
        alpha: i32,
        beta: i32,
        first: impl Iterator<Item = Move>,
    ) -> Option<OnePly<Move>> {
        search_one_ply(self, position, alpha, beta, first)
    }

    fn indexed_move(&self, position: &Position, index: u16) -> Option<Move> {
        let mv = self.sowings().indexed(index)?;
        let stack = position.stacks[mv.origin()];
        (stack != 0 && height(stack) + 1 == mv.path().length()).then_some(mv)
    }

    fn winning_move(&self, position: &Position) -> Option<Move> {
        find_win(self, position)
    }

    fn can_force_win(&self, position: &Position) -> Option<bool> {
        can_force_win(self, position)
    }

    fn can_force_draw(&self, position: &Position) -> Option<bool> {
        can_force_draw(self, position)
    }

    fn proof_key(&self, position: &Position) -> Option<u128> {
        (self.stones_left(position) > MAX_STONES_LEFT).then(|| smallest_code(position))
    }

    fn proof_key_bits(&self) -> u32 {
        // Two bits per stone and between two squares.
        let stones = 8 + 2 * u32::from(self.stones()) - u32::from(MAX_STONES_LEFT) - 1;
        2 * (stones + SQUARES as u32 - 1)
    }

    fn forced_result(&self, position: &Position) -> Option<ForcedResult> {
        last_plies_result(self, position)
    }

    fn levels(&self) -> Option<&'static [LevelSettings; 5]> {
        Some(&LEVELS)
    }
}

/// How levels 3 to 7 play. Good replies are easy to find: a few thousand nodes draw most games, so
/// the levels need fewer nodes and fewer oversights than usual to differ.
const LEVELS: [LevelSettings; 5] = [
    LevelSettings { nodes: 700, lines: 3, temperature: 25.0, oversights: 3.0 },
    LevelSettings { nodes: 1_400, lines: 3, temperature: 15.0, oversights: 2.4 },
    LevelSettings { nodes: 3_200, lines: 2, temperature: 7.0, oversights: 2.0 },
    LevelSettings { nodes: 10_000, lines: 1, temperature: 1.0, oversights: 1.3 },
    LevelSettings { nodes: 60_000, lines: 1, temperature: 1.0, oversights: 0.7 },
];

#[cfg(test)]
mod tests {
    use super::super::tests::random_positions;
    use super::super::walk::MAX_INDEXED_LENGTH;
    use super::*;
    use strata_rules::{Family, MOVE_INDEX_COUNT, Options, Random};

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
    fn moves_of_low_stacks_are_found_by_their_index() {
        for (board, position) in random_positions(60) {
            let mut found = Vec::new();
            for index in 0..MOVE_INDEX_COUNT as u16 {
                found.extend(board.indexed_move(&position, index));
            }
            board.for_each_move(&position, |mv| {
                let is_low = mv.path().length() <= MAX_INDEXED_LENGTH;
                assert_eq!(found.contains(&mv), is_low, "{mv:?}");
                found.retain(|other| *other != mv);
            });
            assert_eq!(found, [], "these moves are not legal");
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
