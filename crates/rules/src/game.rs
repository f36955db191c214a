//! The trait that every game implements, designed for speed.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::{GameInfo, Options, Outcome, Player, PlayerSet, Random, Symmetry};

/// The rules of one game with its options fixed.
///
/// The game value stores the options. A position is a small `Copy` value; a search copies it and
/// plays a move on the copy. Nothing here allocates.
pub trait Game: Debug + Send + Sync + 'static {
    /// A position: everything the rules depend on, and no move history.
    type Position: Copy + Eq + Debug + Send + Sync + 'static;
    /// A move; meaningful only in positions where it is legal.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The game's name, author, sides and options.
    fn info(&self) -> &'static GameInfo;

    /// The options this game was opened with.
    fn options(&self) -> &Options;

    /// The number of players.
    fn players(&self) -> usize {
        self.info().sides.len()
    }

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// The player to move. Meaningless once the game is over.
    fn turn(&self, position: &Self::Position) -> Player;

    /// How the game ended, or `None` while it is in progress.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The move generator: calls `visit` with every legal move until it returns `Break`. There are
    /// no moves when the game is over. The order is deterministic.
    fn visit_moves(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// Takes a player out of an unfinished game of three or more. Their pieces stay on the board,
    /// their turns are skipped, and they cannot win. The last player left wins.
    ///
    /// Games for more than two players implement this; the others never see it called.
    fn eliminate(&self, _position: &mut Self::Position, _player: Player) {}

    /// The players who were taken out of the game.
    fn eliminated(&self, _position: &Self::Position) -> PlayerSet {
        PlayerSet::EMPTY
    }

    /// A 64-bit Zobrist-style hash, updated incrementally by `play`. Equal positions have equal
    /// hashes. Different positions may collide, so a hash is not enough for a proof.
    fn hash(&self, position: &Self::Position) -> u64;

    /// A number that identifies the position uniquely, if 128 bits are enough.
    fn code(&self, _position: &Self::Position) -> Option<u128> {
        None
    }

    /// The board symmetries that preserve the rules; the identity comes first.
    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::NONE
    }

    /// The image of the position under one of `symmetries`.
    fn transform(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position {
        debug_assert_eq!(symmetry, Symmetry::IDENTITY);
        *position
    }

    /// The image of the move under one of `symmetries`.
    fn transform_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move {
        debug_assert_eq!(symmetry, Symmetry::IDENTITY);
        mv
    }

    /// Calls `visit` with every legal move.
    fn for_each_move(&self, position: &Self::Position, mut visit: impl FnMut(Self::Move)) {
        let _ = self.visit_moves(position, |mv| {
            visit(mv);
            ControlFlow::Continue(())
        });
    }

    /// The number of legal moves. Games override this if counting is faster than generating.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        self.for_each_move(position, |_| count += 1);
        count
    }

    /// The `n`th legal move, from 0, in a fixed order that may differ from `visit_moves`.
    fn nth_move(&self, position: &Self::Position, n: u64) -> Option<Self::Move> {
        let mut remaining = n;
        let mut nth = None;
        let _ = self.visit_moves(position, |mv| {
            if remaining == 0 {
                nth = Some(mv);
                return ControlFlow::Break(());
            }
            remaining -= 1;
            ControlFlow::Continue(())
        });
        nth
    }

    /// A uniformly random legal move; `None` when the game is over.
    fn random_move(&self, position: &Self::Position, random: &mut Random) -> Option<Self::Move> {
        self.random_counted_move(position, random)
    }

    /// A random move by index: the fallback for games with a faster method that can fail.
    fn random_counted_move(
        &self,
        position: &Self::Position,
        random: &mut Random,
    ) -> Option<Self::Move> {
        match self.count_moves(position) {
            0 => None,
            count => self.nth_move(position, random.below(count)),
        }
    }

    /// Plays random moves to the end of the game and returns the number of plies.
    fn playout(&self, position: &mut Self::Position, random: &mut Random) -> u64 {
        let mut plies = 0;
        while let Some(mv) = self.random_move(position, random) {
            self.play(position, mv);
            plies += 1;
        }
        plies
    }
}
