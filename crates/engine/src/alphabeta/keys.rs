//! How positions are found in the transposition table.

use strata_rules::{Evaluator, Symmetry};

use crate::transposition::Code;

/// For games without a unique code for every position: a position relative to which all positions
/// that can follow it have one, see [`Evaluator::relative_code`].
///
/// It stays the same from search to search as long as the searched positions can follow it, so that
/// the next search can reuse proofs.
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
    /// Replaces the reference position if `root` cannot follow it, and returns it.
    pub(super) fn update(&mut self, game: &G, root: &G::Position) -> Option<G::Position> {
        let is_usable = |reference: &G::Position| game.relative_code(reference, root).is_some();
        if self.position.as_ref().is_some_and(is_usable) {
            return self.position;
        }
        self.position = is_usable(root).then_some(*root);
        self.number += 1;
        self.position
    }

    /// A number that is different for every reference position of an engine.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }
}

/// Symmetric positions share an entry only at nodes with at least this depth and at most this ply,
/// where computing the images costs next to nothing.
const MIN_SYMMETRY_DEPTH: i32 = 5;
const MAX_SYMMETRY_PLY: usize = 3;

/// The hash under which a position is stored, and the symmetry that maps the position to the one with
/// this hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) hash: u64,
    pub(super) symmetry: Symmetry,
}

pub(super) struct Keys<'a, G: Evaluator> {
    game: &'a G,
    reference: Option<G::Position>,
    number: u64,
    symmetries: &'static [Symmetry],
}

impl<'a, G: Evaluator> Keys<'a, G> {
    /// `number` belongs to the reference position.
    pub(super) fn new(
        game: &'a G,
        reference: Option<G::Position>,
        number: u64,
        symmetry: bool,
    ) -> Self {
        let symmetries = if symmetry { game.symmetries() } else { Symmetry::NONE };
        Self { game, reference, number, symmetries }
    }

    /// The key of a node.
    pub(super) fn key(&self, position: &G::Position, depth: i32, ply: usize) -> Key {
        let mut key = Key { hash: self.game.hash(position), symmetry: Symmetry::IDENTITY };
        if depth >= MIN_SYMMETRY_DEPTH && ply <= MAX_SYMMETRY_PLY {
            for &symmetry in self.symmetries.iter().skip(1) {
                let hash = self.game.hash(&self.game.transform(position, symmetry));
                if hash < key.hash {
                    key = Key { hash, symmetry };
                }
            }
        }
        key
    }

    /// The code of a position with this key, if it has one.
    pub(super) fn code(&self, position: &G::Position, key: Key) -> Option<Code> {
        if key.symmetry != Symmetry::IDENTITY {
            let image = self.game.transform(position, key.symmetry);
            return self.code(&image, Key { symmetry: Symmetry::IDENTITY, ..key });
        }
        let unique = self.game.code(position).map(Code::Unique);
        unique.or_else(|| {
            let code = self.game.relative_code(self.reference.as_ref()?, position)?;
            Some(Code::Relative(self.number, code))
        })
    }
}
