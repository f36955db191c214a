//! Evaluation and move ordering for STAQS.

use strata_rules::grid::Word;
use strata_rules::{
    Evaluator, ForcedResult, Game, MAX_ESTIMATE, MAX_PLAYERS, Player, smallest_code, step_index,
};

use super::openings;
use super::play::{Board, Move, Position};
use super::setups::{self, BlueResult};

/// Weights from a regression on 17,910 random setups of the 5×5 board whose results were proven.
mod weight {
    /// For each neutral piece that a player can reach first.
    pub(super) const NEARER: i32 = 69;
    /// For each neutral piece next to a stack.
    pub(super) const EXIT: i32 = 34;
    /// For each pair of adjacent stacks of a player: they are harder to block.
    pub(super) const ADJACENT: i32 = 50;
    /// For the player to move.
    pub(super) const TEMPO: i32 = 185;
    /// For the sum of the squared heights; from the results of games.
    pub(super) const SQUARES_OF_HEIGHTS: i32 = 17;
    /// For each tenth of a level that the best stack can be expected to reach; from the results of
    /// games.
    pub(super) const REACH: i32 = 6;
}

impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    /// The number of neutral pieces that `player` can reach before all opponents.
    fn nearer(&self, position: &Position<W, SQUARES>, player: usize) -> i32 {
        let mut own = position.stacks[player];
        let mut others = (0..self.players)
            .filter(|&other| other != player && !position.eliminated.contains(Player(other as u8)))
            .fold(W::EMPTY, |all, other| all | position.stacks[other]);
        let mut free = position.neutral;
        let mut count = 0;
        loop {
            own = self.grid.neighbours(own) & free;
            others = self.grid.neighbours(others) & free;
            if own.is_empty() {
                return count;
            }
            count += (own & !others).count() as i32;
            free &= !(own | others);
        }
    }

    /// The evaluation of one player's stacks.
    fn player_score(&self, position: &Position<W, SQUARES>, player: usize) -> i32 {
        let stacks = position.stacks[player];
        let mut exit_count = 0;
        let mut pairs = 0;
        let mut squares = 0;
        let mut reach = 0;
        // Stacks next to the same region reuse its size.
        let mut region = W::EMPTY;
        let mut room = 0;
        for square in stacks.iter() {
            let height = i32::from(position.heights[square]);
            let around = self.grid.neighbours(W::bit(square));
            let exits = around & position.neutral;
            exit_count += exits.count() as i32;
            pairs += (around & stacks).count() as i32;
            squares += height * height;
            if exits.is_empty() {
                reach = reach.max(10 * height);
                continue;
            }
            if !(exits & !region).is_empty() {
                region = self.grid.flood(exits, position.neutral);
                room = region.count() as i32;
            }
            // The first steps into a region are nearly certain, later ones less so.
            reach = reach.max(10 * height + 7 * room.min(4) + 3 * (room - 4).clamp(0, 8));
        }
        weight::NEARER * self.nearer(position, player)
            + weight::EXIT * exit_count
            + weight::ADJACENT * pairs / 2
            + weight::SQUARES_OF_HEIGHTS * squares
            + weight::REACH * reach
    }
}

impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    /// Prefers moves of tall stacks, into open space and next to tall opposing stacks.
    fn shift_ordering_score(&self, position: &Position<W, SQUARES>, from: usize, to: usize) -> i32 {
        let player = usize::from(position.turn);
        let around = self.grid.neighbours(W::bit(to));
        let stacks = position.stacks.iter().fold(W::EMPTY, |all, stacks| all | *stacks);
        let mut blocked_height = 0;
        for square in (around & stacks & !position.stacks[player]).iter() {
            let exits = self.grid.neighbours(W::bit(square)) & position.neutral;
            let has_one_exit = exits.without_first().is_empty();
            blocked_height +=
                i32::from(position.heights[square]) + if has_one_exit { 5 } else { 0 };
        }
        let onward = (around & position.neutral).count() as i32;
        30 * i32::from(position.heights[from]) + 12 * onward + 12 * blocked_height
    }
}

impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    fn is_standard(&self) -> bool {
        self.grid.side() == 5 && self.players == 2 && usize::from(self.pieces) == setups::PIECES
    }

    /// Blue's and White's squares, if some of the pieces are placed on the standard board.
    fn opening(&self, position: &Position<W, SQUARES>) -> Option<(u32, u32)> {
        let is_setup = self.is_standard() && !self.anytime && self.blockades == 0;
        let [blue, white, ..] = position.stacks.map(|stacks| stacks.widen() as u32);
        let [first, second] = [blue, white].map(Word::count);
        let is_fresh = u32::from(position.turn) == first.wrapping_sub(second)
            && position.hands[..2]
                .iter()
                .zip([first, second])
                .all(|(hand, placed)| u32::from(*hand) + placed == setups::PIECES as u32)
            && position.neutral.count() + first + second == self.grid.squares() as u32
            && position.heights.iter().all(|height| matches!(height, 0 | 2));
        (is_setup && is_fresh).then_some((blue, white))
    }

    /// Blue's and White's squares, if the setup on the standard board has just been completed.
    fn fresh_setup(&self, position: &Position<W, SQUARES>) -> Option<(u32, u32)> {
        let [blue, white, ..] = position.stacks.map(|stacks| stacks.widen() as u32);
        let is_placed = [blue, white].iter().all(|set| set.count() as usize == setups::PIECES);
        let is_fresh = position.turn == 0
            && position.neutral.count() as usize == self.grid.squares() - 2 * setups::PIECES
            && position.blockades[..2] == [0, 0]
            && position.heights.iter().all(|height| matches!(height, 0 | 2));
        (self.is_standard() && is_placed && is_fresh).then_some((blue, white))
    }
}

/// An upper bound on the remaining plies: every move except a pass uses up a neutral piece, and
/// there are never two passes in a row.
fn max_plies<W: Word, const SQUARES: usize>(position: &Position<W, SQUARES>) -> u16 {
    2 * position.neutral.count() as u16
}

fn forced_result(result: BlueResult, plies: u16) -> ForcedResult {
    match result {
        BlueResult::Win => ForcedResult::Win { player: Player(0), plies },
        BlueResult::Loss => ForcedResult::Win { player: Player(1), plies },
        BlueResult::Draw => ForcedResult::Draw,
    }
}

impl<const N: usize, const SQUARES: usize, W: Word> Evaluator for Board<N, SQUARES, W> {
    fn evaluate(&self, position: &Self::Position, player: Player) -> i32 {
        if position.eliminated.contains(player) {
            return -MAX_ESTIMATE;
        }
        let others = self.remaining(position).filter(|other| *other != player);
        let best =
            others.map(|other| self.player_score(position, other.index())).max().unwrap_or(0);
        // Blue makes the first move after the setup, no matter who places next.
        let first = if self.in_setup(position) { Player(0) } else { self.turn(position) };
        let tempo = if first == player { weight::TEMPO } else { -weight::TEMPO };
        let estimate = self.player_score(position, player.index()) - best + tempo;
        estimate.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    fn forced_result(&self, position: &Self::Position) -> Option<ForcedResult> {
        let player = self.certain_winner(position)?;
        Some(ForcedResult::Win { player, plies: max_plies(position) })
    }

    fn solved(&self, position: &Self::Position) -> Option<ForcedResult> {
        let (blue, white) = self.fresh_setup(position)?;
        Some(forced_result(setups::result(blue, white)?, max_plies(position)))
    }

    fn solved_opening(&self, position: &Self::Position) -> Option<ForcedResult> {
        let (blue, white) = self.opening(position)?;
        Some(forced_result(openings::result(blue, white)?, max_plies(position)))
    }

    fn solved_by(&self) -> &'static str {
        "table of all setups"
    }

    fn proof_key(&self, position: &Self::Position) -> Option<u128> {
        // Later, mirror images hardly ever follow from the same position, and seven more codes take long.
        const MAX_SHIFTS: u32 = 3;
        let stacks = position.stacks.iter().map(|stacks| stacks.count()).sum::<u32>();
        // Every shift leaves an empty square.
        let taken = stacks + position.neutral.count() + position.blocked.count();
        match position.hands == [0; MAX_PLAYERS] && taken + MAX_SHIFTS < self.grid.squares() as u32
        {
            true => self.code(position),
            false => smallest_code(self, position),
        }
    }

    fn is_endgame(&self, position: &Self::Position) -> bool {
        // A completed setup on 5×5, which takes a few milliseconds to solve.
        const MAX_NEUTRAL: u32 = 17;
        let hands = position.hands.iter().chain(&position.blockades);
        hands.sum::<u8>() == 0 && position.neutral.count() <= MAX_NEUTRAL
    }

    fn has_many_moves(&self, position: &Self::Position) -> bool {
        // Placements on boards larger than 8×8.
        const MANY_MOVES: u32 = 64;
        let (places, blocks) = self.drops(position);
        places.count() + blocks.count() > MANY_MOVES
    }

    fn greedy_value(&self, position: &Self::Position, mv: Move) -> i64 {
        let player = usize::from(position.turn);
        let mut next = *position;
        self.play(&mut next, mv);
        let heights = Self::sorted_heights(&next, player).map(i64::from);
        let squares: i64 = heights.iter().map(|height| height * height).sum();
        let room = self.grid.neighbours(next.stacks[player]) & next.neutral;
        heights[0] * 1_000_000 + squares * 100 + i64::from(room.count())
    }

    fn move_index(&self, mv: Move) -> u16 {
        match mv {
            Move::Place(square) => 1000 + u16::from(square),
            Move::Block(square) => 1200 + u16::from(square),
            Move::Pass => 1400,
            Move::Shift { from, to } => step_index(from, to),
        }
    }

    /// During the setup, placements that leave the mover's stacks more exits than the opponent's come first.
    fn proof_effort(&self, next: &Self::Position, score: i32) -> i32 {
        let taken = next.stacks.iter().fold(next.neutral, |taken, stacks| taken | *stacks);
        // Every shift leaves an empty square.
        if self.anytime || taken != self.grid.full() {
            return -score;
        }
        let exits = |stacks: W| -> i32 {
            let around = |square| self.grid.neighbours(W::bit(square)) & next.neutral;
            stacks.iter().map(|square| around(square).count() as i32).sum()
        };
        let opponent = usize::from(next.turn);
        exits(next.stacks[opponent]) - exits(next.stacks[1 - opponent])
    }

    fn for_each_candidate(&self, position: &Self::Position, mut visit: impl FnMut(Move, i32)) {
        self.for_each_move(position, |mv| {
            let score = match mv {
                Move::Shift { from, to } => {
                    self.shift_ordering_score(position, from.into(), to.into())
                }
                Move::Place(square) => {
                    let around = self.grid.neighbours(W::bit(square.into()));
                    (around & position.neutral).count() as i32
                }
                Move::Block(_) | Move::Pass => 0,
            };
            visit(mv, score);
        });
    }
}
