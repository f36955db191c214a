//! Evaluation and move ordering for Qawale.

use strata_rules::{Evaluator, Game, MOVE_INDEX_COUNT, Player};

use super::play::{Board, Move, Position, has_line, height, stone_of};
use super::walk::{NO_DIRECTION, SQUARES, may_leave, neighbour};

// Weights from a regression on the results of self-play games.
/// For a line with this many of a player's stones on top and none of the opponent's.
const OPEN_LINE: [i32; 5] = [0, 2, 6, 12, 0];
/// The same with one of the opponent's stones.
const BLOCKED_LINE: [i32; 4] = [0, 0, 2, 16];
/// For the player to move.
const TEMPO: i32 = 8;

/// The winning lines.
pub(super) const LINES: [u16; 10] =
    [0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

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

/// Gathers the four bits of a column or diagonal by multiplication.
const fn gather(set: u16, line: u16, spread: u64) -> usize {
    (((set & line) as u64 * spread) >> 12 & 15) as usize
}

/// The sum of the line scores for `own` against `other`.
fn line_balance(own: u16, other: u16) -> i32 {
    let score = |mine: usize, theirs: usize| i32::from(LINE_SCORES[mine | theirs << 4]);
    let mut sum = 0;
    for line in 0..4 {
        let row = |set: u16| usize::from(set >> (4 * line) & 15);
        // Multiplying by 0x1248 moves bits 0, 4, 8 and 12 to 12, 13, 14 and 15.
        let column = |set: u16| gather(set >> line, 0x1111, 0x1248);
        sum += score(row(own), row(other)) + score(column(own), column(other));
    }
    let rising = |set: u16| gather(set, 0x8421, 0x1111);
    let falling = |set: u16| gather(set, 0x1248, 0x1111);
    sum + score(rising(own), rising(other)) + score(falling(own), falling(other))
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
        let mixed = mv.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52;
        (mixed as usize % MOVE_INDEX_COUNT) as u16
    }

    fn for_each_candidate(&self, position: &Position, mut visit: impl FnMut(Move, i32)) {
        let mover = self.turn(position).index();
        self.for_each_move(position, |mv| visit(mv, balance_after(position, mover, mv)));
    }

    fn winning_move(&self, position: &Position) -> Option<Move> {
        let mover = self.turn(position).index();
        let own = position.tops[mover];
        for origin in 0..SQUARES {
            let stack = position.stacks[origin];
            if stack == 0 {
                continue;
            }
            let stones = height(stack) + 1;
            let hand = stack | stone_of(mover) << (2 * (stones - 1));
            // The stones in hand must be enough to complete some line.
            let brought = own_stones(hand, mover);
            let left = own & !(1 << origin);
            if !LINES.iter().any(|line| (left & line).count_ones() + brought >= 4) {
                continue;
            }
            let search = WinSearch { mover, mover_wins_double: !self.opponent_wins_double() };
            let tops = position.tops.map(|set| set & !(1 << origin));
            let mv = Move::new(origin, stones);
            if let Some(mv) = search.find(mv, 0, hand, origin, NO_DIRECTION, tops) {
                return Some(mv);
            }
        }
        None
    }
}

/// The line balance for the player who makes a move.
fn balance_after(position: &Position, mover: usize, mv: Move) -> i32 {
    let stack = position.stacks[mv.origin()];
    let mut hand = stack | stone_of(mover) << (2 * height(stack));
    let mut tops = position.tops.map(|set| set & !(1 << mv.origin()));
    for square in mv.squares() {
        tops = drop_stone(tops, square, hand & 3);
        hand >>= 2;
    }
    line_balance(tops[mover], tops[mover ^ 1])
}

/// The top stones after a stone is dropped on a square.
fn drop_stone(tops: [u16; 2], square: usize, stone: u64) -> [u16; 2] {
    let bit = 1 << square;
    let on = |player: usize| (tops[player] & !bit) | (bit * u16::from(stone == stone_of(player)));
    [on(0), on(1)]
}

/// The number of a player's stones in a stack.
fn own_stones(stack: u64, player: usize) -> u32 {
    const LOW_BITS: u64 = 0x5555_5555_5555_5555;
    let high = stack >> 1 & LOW_BITS;
    let low = stack & LOW_BITS;
    // The high bit marks a player's stone; the low bit is the player.
    (if player == 0 { high & !low } else { high & low }).count_ones()
}

/// Searches for a winning sowing, looking only at the top stones.
struct WinSearch {
    mover: usize,
    mover_wins_double: bool,
}

impl WinSearch {
    fn find(
        &self,
        mv: Move,
        made: usize,
        hand: u64,
        square: usize,
        arrived: usize,
        tops: [u16; 2],
    ) -> Option<Move> {
        if hand == 0 {
            let wins = has_line(tops[self.mover])
                && (self.mover_wins_double || !has_line(tops[self.mover ^ 1]));
            return wins.then_some(mv);
        }
        // The remaining stones must be enough to complete some line.
        let brought = own_stones(hand, self.mover);
        let own = tops[self.mover];
        if !LINES.iter().any(|line| (own & line).count_ones() + brought >= 4) {
            return None;
        }
        (0..4).filter(|&direction| may_leave(arrived, direction)).find_map(|direction| {
            let to = neighbour(square, direction)?;
            let mv = mv.with_step(made, direction);
            let tops = drop_stone(tops, to, hand & 3);
            self.find(mv, made + 1, hand >> 2, to, direction, tops)
        })
    }
}

#[cfg(test)]
mod tests {
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
