//! The signs around a square that mark it without colour.

use strata_rules::{Scene, Square};

use crate::{Mark, View};

/// A sign on the left and one on the right of a square, and what they mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkSign {
    /// The sign on the left.
    pub left: char,
    /// The sign on the right.
    pub right: char,
    /// What the mark means.
    pub meaning: &'static str,
}

const fn sign(left: char, right: char, meaning: &'static str) -> MarkSign {
    MarkSign { left, right, meaning }
}

/// The sign of the cursor.
pub const CURSOR: MarkSign = sign('>', '<', "the cursor");
const OPEN: MarkSign = sign('(', ')', "can be chosen now");
const CHOSEN: MarkSign = sign('{', '}', "chosen");
const LAST_MOVE: MarkSign = sign('[', ']', "part of the last move");
const WINNING: MarkSign = sign('*', '*', "decides the game");

/// Every sign with its meaning, for help texts.
pub const LEGEND: [MarkSign; 5] = [CURSOR, OPEN, CHOSEN, LAST_MOVE, WINNING];

/// What a square is marked as.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    pub(super) mark: Option<Mark>,
    pub(super) last: bool,
    pub(super) won: bool,
}

impl Marks {
    pub(super) fn of(scene: &Scene, view: &View, square: Square) -> Self {
        Self {
            mark: view.mark(square),
            last: scene.last_move.contains(&square) || scene.removed.contains(&square),
            won: scene.winning.contains(&square),
        }
    }

    /// The signs on the left and on the right.
    pub(super) fn signs(self) -> Option<(char, char)> {
        let one = match self.mark {
            Some(Mark::Cursor) => CURSOR,
            Some(Mark::Chosen) => CHOSEN,
            // Each half shows one mark.
            Some(Mark::Target | Mark::Source) if self.last => {
                return Some((LAST_MOVE.left, OPEN.right));
            }
            Some(Mark::Target | Mark::Source) => OPEN,
            None if self.won => WINNING,
            None if self.last => LAST_MOVE,
            None => return None,
        };
        Some((one.left, one.right))
    }
}

/// Whether signs around this square would only repeat those at both ends of something long: of a tile,
/// or of the place where one was.
pub(super) fn is_inside(scene: &Scene, square: Square) -> bool {
    if let Some(tile) = scene.tile_at(square) {
        return square != tile.from && square != tile.to;
    }
    let is_bare = |square: Square| {
        scene.last_move.contains(&square)
            && scene.cell(square).piece.is_none()
            && scene.tile_at(square).is_none()
    };
    let step = |(right, up): (i8, i8)| {
        let file = square.file.checked_add_signed(right).filter(|file| *file < scene.width);
        let rank = square.rank.checked_add_signed(up).filter(|rank| *rank < scene.height);
        file.zip(rank).is_some_and(|(file, rank)| is_bare(Square::new(file, rank)))
    };
    let has_both = |forth: (i8, i8), back: (i8, i8)| step(forth) && step(back);
    is_bare(square) && (has_both((1, 0), (-1, 0)) || has_both((0, 1), (0, -1)))
}
