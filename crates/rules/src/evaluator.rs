//! Evaluation and move ordering: what a search needs beyond the rules.

use crate::{Game, LevelSettings, Player, Symmetry};

/// The upper bound of [`Evaluator::move_index`].
pub const MOVE_INDEX_COUNT: usize = 4096;

/// The maximum absolute value of an evaluation.
pub const MAX_ESTIMATE: i32 = 10_000;

/// The result of best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForcedResult {
    /// A player can force a win.
    Win {
        /// The winner.
        player: Player,
        /// An upper bound on the number of plies to the end.
        plies: u16,
    },
    /// Both players can force a draw.
    Draw,
}

/// The result of a search of one ply, see [`Evaluator::search_one_ply`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnePlyResult<M> {
    /// This move wins at once.
    Win(M),
    /// Every move loses: at once, or because the opponent can win with the next move.
    Loss,
    /// The best move and its score.
    Estimate(M, i32),
}

/// A search of one ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnePly<M> {
    /// What it found.
    pub result: OnePlyResult<M>,
    /// The number of positions after a move in which it looked for a win of the opponent.
    pub positions: u64,
}

/// A game with an evaluation function and hints for move ordering.
pub trait Evaluator: Game {
    /// The static evaluation of an unfinished position for `player`, in hundredths of the natural
    /// logarithm of the odds of winning: 0 is even, 100 is 73%, 200 is 88%.
    fn evaluate(&self, position: &Self::Position, player: Player) -> i32;

    /// The score of a move for a greedy one-ply player: higher is better.
    fn greedy_value(&self, position: &Self::Position, mv: Self::Move) -> i64;

    /// An index below [`MOVE_INDEX_COUNT`], for the history, killer and counter-move tables. Moves
    /// may share an index, but moves of the same position rarely should.
    fn move_index(&self, mv: Self::Move) -> u16;

    /// Calls `visit` with every move that a search has to consider and its static ordering score:
    /// moves with a higher score are searched first. A legal move may be left out only if a candidate
    /// is always at least as good, for instance because it leads to the same position.
    fn for_each_candidate(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(Self::Move, i32),
    ) {
        self.for_each_move(position, |mv| visit(mv, 0));
    }

    /// Whether the game implements `search_one_ply`.
    const SEARCHES_ONE_PLY: bool = false;

    /// A search of one ply without playing every move, if the game has a fast way to evaluate the
    /// positions after all moves. The score of a move is the static evaluation of the position that
    /// it leads to, for the player who moves, unless one of them wins at once. A score of at most
    /// `alpha` is an upper bound and one of at least `beta` a lower bound. The moves `first` are tried
    /// before the others. `None` if results after a move may be known without a search.
    fn search_one_ply(
        &self,
        _position: &Self::Position,
        _alpha: i32,
        _beta: i32,
        _first: impl Iterator<Item = Self::Move>,
    ) -> Option<OnePly<Self::Move>> {
        None
    }

    /// The candidate with this index, if it can be found without generating all of them.
    fn indexed_move(&self, _position: &Self::Position, _index: u16) -> Option<Self::Move> {
        None
    }

    /// A move that wins immediately, if one can be found quickly. `None` proves nothing.
    fn winning_move(&self, _position: &Self::Position) -> Option<Self::Move> {
        None
    }

    /// The result of best play from an unfinished position, if it can be derived quickly. For two
    /// players only.
    fn forced_result(&self, _position: &Self::Position) -> Option<ForcedResult> {
        None
    }

    /// Whether the player to move can force a win, if that can be found out quickly. For two players
    /// only.
    fn can_force_win(&self, _position: &Self::Position) -> Option<bool> {
        None
    }

    /// Whether the player to move can force at least a draw, if that can be found out quickly. For two
    /// players only.
    fn can_force_draw(&self, _position: &Self::Position) -> Option<bool> {
        None
    }

    /// The result of best play, looked up in precomputed results. For two players only.
    fn solved(&self, _position: &Self::Position) -> Option<ForcedResult> {
        None
    }

    /// Like `solved`, for the first positions of a game. Only the solver uses it: other searches also find
    /// lines of play.
    fn solved_opening(&self, _position: &Self::Position) -> Option<ForcedResult> {
        None
    }

    /// What the precomputed results are, such as "table of all setups".
    fn solved_by(&self) -> &'static str {
        "table"
    }

    /// How levels 3 to 7 play where alpha-beta searches; `None` if the usual settings fit.
    fn levels(&self) -> Option<&'static [LevelSettings; 5]> {
        None
    }

    /// Whether few enough positions can follow that the search should try to solve this one.
    fn is_endgame(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether there are too many moves for a full-width search, so that a selective one is better.
    fn has_many_moves(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Called before a long proof search from this position, on this many threads. The game may compute
    /// results for `solved` that take at most this much memory; it returns how many megabytes they take.
    fn prepare_proof(&self, _root: &Self::Position, _megabytes: usize, _threads: usize) -> usize {
        0
    }

    /// A number that identifies the position up to changes that do not affect its value for the
    /// player to move, such as symmetries; `None` if 128 bits are not enough, or if its result is found without a
    /// table.
    fn proof_key(&self, position: &Self::Position) -> Option<u128> {
        smallest_code(self, position)
    }

    /// The number of bits of the largest `proof_key`.
    fn proof_key_bits(&self) -> u32 {
        u128::BITS
    }

    /// How hard a proof search expects it to be to refute a move with this ordering score that leads
    /// to the unfinished position `next`: lower is searched first.
    fn proof_effort(&self, _next: &Self::Position, score: i32) -> i32 {
        -score
    }

    /// Whether a proof search looks up the positions after all moves in its table before it searches one of
    /// them. That pays in positions that take many nodes.
    fn looks_up_moves(&self, _position: &Self::Position) -> bool {
        false
    }

    /// An index below [`MOVE_INDEX_COUNT`] that a move shares with similar moves in other positions. A
    /// proof search raises the ordering scores of those that decided a position. `None` if ordering
    /// scores are better without that.
    fn history_index(&self, _position: &Self::Position, _mv: Self::Move) -> Option<u16> {
        None
    }

    /// A number that identifies `position` among all positions that can follow `reference`, for
    /// games without a `code`; `None` if `position` cannot follow it.
    fn relative_code(
        &self,
        _reference: &Self::Position,
        _position: &Self::Position,
    ) -> Option<u64> {
        None
    }

    /// Opens the rest of the game after `reference` as a game of its own, if there is one whose positions
    /// are faster to search, and passes it to `visitor` together with `position`, which must follow
    /// `reference`. `None` if there is no such game.
    fn visit_endgame<V: EndgameVisitor<Self::Move>>(
        &self,
        _reference: &Self::Position,
        _position: &Self::Position,
        _visitor: V,
    ) -> Option<V::Output> {
        None
    }
}

/// Something to do with the rest of a game, see [`Evaluator::visit_endgame`]. Its moves are those of the
/// whole game.
pub trait EndgameVisitor<M> {
    /// What it returns.
    type Output;

    /// Visits the rest of a game and one of its positions.
    fn visit<G: Evaluator<Move = M>>(self, game: &G, position: &G::Position) -> Self::Output;
}

/// The smallest code of the symmetric images of a position; `None` if any of them has no code.
pub fn smallest_code<G: Game + ?Sized>(game: &G, position: &G::Position) -> Option<u128> {
    let codes = game.symmetries().iter().map(|symmetry| match *symmetry {
        Symmetry::IDENTITY => game.code(position),
        symmetry => game.code(&game.transform(position, symmetry)),
    });
    codes.min().flatten()
}

/// The move index of a step between two adjacent squares, given by their indices. It is below 400
/// on boards of up to 100 squares.
pub fn step_index(from: u8, to: u8) -> u16 {
    let direction = match i16::from(to) - i16::from(from) {
        1 => 0,
        -1 => 1,
        distance if distance > 0 => 2,
        _ => 3,
    };
    u16::from(from) * 4 + direction
}

/// The squares of the step with this move index on a board with `side` files; the target is not
/// checked against the edges. `None` if the index is not that of a step on the board.
pub fn step_from_index(index: u16, side: usize) -> Option<(usize, usize)> {
    let from = usize::from(index / 4);
    let to = match index % 4 {
        0 => Some(from + 1),
        1 => from.checked_sub(1),
        2 => Some(from + side),
        _ => from.checked_sub(side),
    };
    to.filter(|to| from.max(*to) < side * side).map(|to| (from, to))
}

/// The winning chance, 0 to 1, that corresponds to an evaluation.
pub fn winning_chance(estimate: i32) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(estimate) / 100.0))
}
