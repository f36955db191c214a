//! Transposition table keys.

use strata_rules::{Evaluator, Symmetry};

use crate::Key;

/// For games without a unique code for every position: a position relative to which all positions
/// that can follow it have one, see [`Evaluator::relative_code`].
///
/// It stays the same from search to search as long as the searched positions can follow it, so that
/// the next search can reuse proven entries.
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
    /// Replaces the reference position if `root` cannot follow it.
    fn update(&mut self, game: &G, root: &G::Position) {
        let is_usable = |reference: &G::Position| game.relative_code(reference, root).is_some();
        if self.position.as_ref().is_some_and(is_usable) {
            return;
        }
        self.position = is_usable(root).then_some(*root);
        self.number += 1;
    }
}

/// Symmetric positions share an entry only at nodes with at least this depth and at most this ply,
/// where computing the images costs next to nothing.
const MIN_SYMMETRY_DEPTH: i32 = 5;
const MAX_SYMMETRY_PLY: usize = 3;

pub(super) struct Keys<'a, G: Evaluator> {
    game: &'a G,
    reference: Option<G::Position>,
    number: u64,
    symmetries: &'static [Symmetry],
}

impl<'a, G: Evaluator> Keys<'a, G> {
    pub(super) fn new(
        game: &'a G,
        root: &G::Position,
        reference: &mut ReferencePosition<G>,
        symmetry: bool,
    ) -> Self {
        reference.update(game, root);
        let symmetries = if symmetry { game.symmetries() } else { Symmetry::NONE };
        Self { game, reference: reference.position, number: reference.number, symmetries }
    }

    /// The key of the position, without symmetry.
    pub(super) fn raw(&self, position: &G::Position) -> Key {
        if let Some(code) = self.game.code(position) {
            return Key::Exact(code);
        }
        let relative =
            self.reference.and_then(|reference| self.game.relative_code(&reference, position));
        match relative {
            Some(code) => Key::Relative(self.number, code),
            None => Key::Hash(self.game.hash(position)),
        }
    }

    /// The key, and the symmetry to apply to moves before they are stored.
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
