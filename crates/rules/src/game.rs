//! The trait that every game implements, made for speed.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::{GameInfo, Options, Outcome, Player, Random, Symmetry};

/// The rules of one game with its options fixed.
///
/// The game itself holds the options; a position is a small plain value that is copied and played
/// on. Nothing here allocates.
pub trait Game: Debug + Send + Sync + 'static {
    /// A position: everything the rules need to know, and nothing of how it came about.
    type Position: Copy + Eq + Debug + Send + Sync + 'static;
    /// A move; meaningful in the positions where it is legal.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The game's card.
    fn info(&self) -> &'static GameInfo;

    /// The options this game was opened with.
    fn options(&self) -> &Options;

    /// How many players take part.
    fn players(&self) -> usize {
        self.info().sides.len()
    }

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// Who moves next. Of no meaning once the game is over.
    fn turn(&self, position: &Self::Position) -> Player;

    /// How the game ended, or nothing while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Shows every legal move to `visit` until it breaks off; none when the game is over.
    ///
    /// The order is the same each time.
    fn visit_moves(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// A 64-bit hash, kept up to date by `play`. Equal positions have equal hashes, and positions
    /// with equal hashes are almost always equal: good for a table, not enough for a proof.
    fn hash(&self, position: &Self::Position) -> u64;

    /// A number that no other position of this game has, where one fits into 128 bits.
    fn code(&self, _position: &Self::Position) -> Option<u128> {
        None
    }

    /// The board symmetries under which the game plays the same.
    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::NONE
    }

    /// The position seen through one of `symmetries`.
    fn transform(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position {
        debug_assert_eq!(symmetry, Symmetry::IDENTITY);
        *position
    }

    /// The move seen through one of `symmetries`.
    fn transform_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move {
        debug_assert_eq!(symmetry, Symmetry::IDENTITY);
        mv
    }

    /// Shows every legal move to `visit`.
    fn for_each_move(&self, position: &Self::Position, mut visit: impl FnMut(Self::Move)) {
        let _ = self.visit_moves(position, |mv| {
            visit(mv);
            ControlFlow::Continue(())
        });
    }

    /// How many moves are legal. Games override this where counting is quicker than visiting.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        self.for_each_move(position, |_| count += 1);
        count
    }

    /// The `n`th legal move in some fixed order (not always that of `visit_moves`), from 0.
    fn nth_move(&self, position: &Self::Position, n: u64) -> Option<Self::Move> {
        let mut left = n;
        let mut found = None;
        let _ = self.visit_moves(position, |mv| {
            if left == 0 {
                found = Some(mv);
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found
    }

    /// A legal move, each as likely as any other; nothing when the game is over.
    fn random_move(&self, position: &Self::Position, random: &mut Random) -> Option<Self::Move> {
        self.random_counted_move(position, random)
    }

    /// A random move chosen by its number, for games whose quicker way does not always serve.
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

    /// Plays random moves to the end and returns how many there were.
    fn playout(&self, position: &mut Self::Position, random: &mut Random) -> u64 {
        let mut plies = 0;
        while let Some(mv) = self.random_move(position, random) {
            self.play(position, mv);
            plies += 1;
        }
        plies
    }
}
