//! What positions are filed under in the table.

use strata_rules::{Evaluator, Symmetry};

use crate::Key;

/// A position from which others are told apart exactly where the game has no code for all.
///
/// It stays in place from search to search while the positions asked about can follow it, so that
/// what one search has proven serves the next.
#[derive(Debug)]
pub struct ReferencePosition<G: Evaluator> {
    position: Option<G::Position>,
    number: u64,
}

impl<G: Evaluator> Default for ReferencePosition<G> {
    fn default() -> Self {
        Self { position: None, number: 0 }
    }
}

impl<G: Evaluator> ReferencePosition<G> {
    /// Makes sure that `root` and all that follows it have codes, if the game gives any.
    fn update(&mut self, game: &G, root: &G::Position) {
        let serves = |anchor: &G::Position| game.relative_code(anchor, root).is_some();
        if self.position.as_ref().is_some_and(serves) {
            return;
        }
        self.position = serves(root).then_some(*root);
        self.number += 1;
    }
}

/// Symmetric images are compared only where this many plies are still to be searched, and not far
/// from the root: there it costs next to nothing.
const MIN_SYMMETRY_DEPTH: i32 = 5;
const MAX_SYMMETRY_PLY: usize = 3;

pub(super) struct Keys<'a, G: Evaluator> {
    game: &'a G,
    anchor: Option<G::Position>,
    number: u64,
    symmetries: &'static [Symmetry],
}

impl<'a, G: Evaluator> Keys<'a, G> {
    pub(super) fn new(
        game: &'a G,
        root: &G::Position,
        anchor: &mut ReferencePosition<G>,
        symmetry: bool,
    ) -> Self {
        anchor.update(game, root);
        let symmetries = if symmetry { game.symmetries() } else { Symmetry::NONE };
        Self { game, anchor: anchor.position, number: anchor.number, symmetries }
    }

    /// The key of the position itself.
    pub(super) fn raw(&self, position: &G::Position) -> Key {
        if let Some(code) = self.game.code(position) {
            return Key::Exact(code);
        }
        let anchored = self.anchor.and_then(|anchor| self.game.relative_code(&anchor, position));
        match anchored {
            Some(code) => Key::Relative(self.number, code),
            None => Key::Hash(self.game.hash(position)),
        }
    }

    /// The key, and the symmetry under which moves are filed.
    pub(super) fn key(&self, position: &G::Position, depth: i32, ply: usize) -> (Key, Symmetry) {
        let raw = self.raw(position);
        let Key::Exact(mut least) = raw else { return (raw, Symmetry::IDENTITY) };
        let mut through = Symmetry::IDENTITY;
        if depth >= MIN_SYMMETRY_DEPTH && ply <= MAX_SYMMETRY_PLY {
            for &symmetry in self.symmetries.iter().skip(1) {
                let image = self.game.transform(position, symmetry);
                if let Some(code) = self.game.code(&image)
                    && code < least
                {
                    (least, through) = (code, symmetry);
                }
            }
        }
        (Key::Exact(least), through)
    }
}
