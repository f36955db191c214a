//! Finding a sowing that wins at once.

use super::completions::{MAX_HEIGHT, pattern_of};
use super::lines::{
    LANES, LINES, Lanes, has_line, line_bits, lines_by_missing_squares, squares_by_line,
};
use super::play::{Board, Hand, Move, Position, drop_stone, height, stones_of};
use super::sowings::Sowings;
use super::walk::{NO_DIRECTION, Path, SQUARES, may_leave, neighbour};

/// A sowing that completes a line for the player to move and wins, if there is one.
pub(super) fn find_win(board: &Board, position: &Position) -> Option<Move> {
    let search = WinSearch::new(board, position);
    (0..SQUARES)
        .filter(|&origin| search.can_complete_line(origin))
        .find_map(|o| search.find_from(o))
}

/// Whether the player to move can win at once.
pub(super) fn has_win(board: &Board, position: &Position) -> bool {
    winning_origin(board, position, 0).is_some()
}

/// A square from which the player to move can win at once, if there is one; looks at `first` first.
pub(super) fn winning_origin(board: &Board, position: &Position, first: usize) -> Option<usize> {
    let search = WinSearch::new(board, position);
    if search.wins_from(first) {
        return Some(first);
    }
    (0..SQUARES).find(|origin| search.wins_from(*origin))
}

/// Each square in the lines that it is on, four bits per line.
static SQUARE_BY_LINE: [u64; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = squares_by_line(1 << square);
        square += 1;
    }
    table
};

struct WinSearch<'a> {
    board: &'a Board,
    position: &'a Position,
    mover: usize,
    opponent_wins_double: bool,
    /// The squares of the player's visible stones in each line, four bits per line.
    squares_by_line: u64,
    /// The lines with at most 1, 2, 3 and 4 squares without the player's stones.
    lines: [u64; 4],
}

impl<'a> WinSearch<'a> {
    #[inline]
    fn new(board: &'a Board, position: &'a Position) -> Self {
        let mover = position.mover();
        let squares_by_line = squares_by_line(position.tops[mover]);
        Self {
            board,
            position,
            mover,
            opponent_wins_double: board.opponent_wins_double(),
            squares_by_line,
            lines: lines_by_missing_squares(squares_by_line),
        }
    }

    /// Whether a sowing of this stack completes a line for the player. High stacks are not looked
    /// at: they are assumed to do so.
    #[inline(always)]
    fn can_complete_line(&self, origin: usize) -> bool {
        let stack = self.position.stacks[origin];
        if stack == 0 {
            return false;
        }
        let own = stones_of(stack, self.mover);
        // The sowing drops these stones and the one that is added.
        let second = own & own.wrapping_sub(1);
        let third = second & second.wrapping_sub(1);
        let count = usize::from(own != 0) + usize::from(second != 0) + usize::from(third != 0);
        let lines = self.lines[count];
        lines != 0 && self.completes_one_of(lines, origin, own, height(stack))
    }

    /// The same for some lines: the lowest of the four bits of each is set.
    fn completes_one_of(&self, mut lines: u64, origin: usize, own: u64, height: usize) -> bool {
        if height > MAX_HEIGHT {
            return true;
        }
        let lifted = self.squares_by_line & !SQUARE_BY_LINE[origin];
        let completed = self.board.completions().get(origin, pattern_of(own, height));
        while lines != 0 {
            let line = lines.trailing_zeros() as usize / 4;
            if completed[line] >> (lifted >> (4 * line) & 15) & 1 == 1 {
                return true;
            }
            lines &= lines - 1;
        }
        false
    }

    /// Whether a sowing of this stack wins.
    #[inline(always)]
    fn wins_from(&self, origin: usize) -> bool {
        let is_certain =
            || !self.opponent_wins_double && height(self.position.stacks[origin]) <= MAX_HEIGHT;
        self.can_complete_line(origin) && (is_certain() || self.find_from(origin).is_some())
    }

    /// A sowing of this stack that wins.
    fn find_from(&self, origin: usize) -> Option<Move> {
        let hand = Hand::lifted(self.position, origin);
        let tops = self.position.tops.map(|set| set & !(1 << origin));
        match self.board.sowings().get(origin, hand.count) {
            Some(sowings) => self.find_in_table(sowings, hand, tops),
            None => self
                .find(Path::EMPTY, hand.stones, origin, NO_DIRECTION, tops)
                .map(|path| Move::new(origin, path)),
        }
    }
    fn find_in_table(&self, sowings: &Sowings, hand: Hand, tops: [u16; 2]) -> Option<Move> {
        let levels = [0, 1].map(|player| stones_of(hand.stones, player));
        let mover = self.mover;
        for (number, group) in sowings.groups().enumerate() {
            let own = group.tops_after(tops[mover], levels[mover]);
            let lines = line_bits(own);
            if lines == 0 {
                continue;
            }
            let other = match self.opponent_wins_double {
                true => line_bits(group.tops_after(tops[mover ^ 1], levels[mover ^ 1])),
                false => 0,
            };
            let wins = |lane: &usize| {
                let in_lane = |bits: Lanes| (bits >> (16 * lane)) as u16 != 0;
                in_lane(lines) && !in_lane(other)
            };
            if let Some(lane) = (0..LANES).find(wins) {
                return Some(sowings.moves()[number * LANES + lane]);
            }
        }
        None
    }

    /// Follows all continuations of a walk; for high stacks.
    fn find(
        &self,
        path: Path,
        hand: u64,
        square: usize,
        arrived: usize,
        tops: [u16; 2],
    ) -> Option<Path> {
        let own = tops[self.mover];
        if hand == 0 {
            let is_double = || has_line(tops[self.mover ^ 1]);
            let wins = has_line(own) && !(self.opponent_wins_double && is_double());
            return wins.then_some(path);
        }
        // The remaining stones must be enough to complete some line.
        let brought = stones_of(hand, self.mover).count_ones();
        if !LINES.iter().any(|line| (own & line).count_ones() + brought >= 4) {
            return None;
        }
        (0..4).filter(|&direction| may_leave(arrived, direction)).find_map(|direction| {
            let to = neighbour(square, direction)?;
            let tops = drop_stone(tops, to, hand & 3);
            self.find(path.then(direction), hand >> 2, to, direction, tops)
        })
    }
}
