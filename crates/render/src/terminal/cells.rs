//! The contents of a square.

use strata_rules::{GameInfo, Owner, Piece, Scene, Square};

use super::canvas::Glyph;
use crate::Palette;
use crate::palette::Ink;
use crate::words::letter;

/// The contents of a square: a few characters, and the piece that they are written on.
#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    pub(super) symbols: Vec<Glyph>,
    pub(super) shape: Shape,
}

/// The piece that a text is written on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Shape {
    /// No piece.
    #[default]
    Bare,
    /// A player's piece.
    Disc(Ink),
    /// A neutral piece.
    Ring,
    /// A piece that closes the square.
    Cross,
}

impl Content {
    fn new(text: &str, shape: Shape) -> Self {
        let look = match shape {
            Shape::Disc(ink) => inked(ink),
            _ => Glyph::default(),
        };
        Self { symbols: text.chars().map(|symbol| Glyph { symbol, ..look }).collect(), shape }
    }
}

/// A character in the colours of a piece.
pub(super) fn inked(ink: Ink) -> Glyph {
    Glyph { foreground: Some(ink.on), background: Some(ink.fill), bold: true, ..Glyph::default() }
}

pub(super) fn ink_of(info: &GameInfo, palette: &Palette, owner: Owner) -> Ink {
    owner.map_or(palette.neutral, |player| palette.ink(info.side(player).paint))
}

/// The context of all drawing functions.
#[derive(Clone, Copy)]
pub(super) struct Pen<'a> {
    pub(super) scene: &'a Scene,
    pub(super) info: &'a GameInfo,
    pub(super) palette: &'a Palette,
    pub(super) unicode: bool,
}

impl Pen<'_> {
    /// The Unicode or the ASCII version of a symbol.
    pub(super) const fn sign<T: Copy>(&self, unicode: T, ascii: T) -> T {
        if self.unicode { unicode } else { ascii }
    }

    /// The square as seen from above, without tiles.
    pub(super) fn seen_from_above(&self, square: Square) -> Content {
        let cell = self.scene.cell(square);
        if let Some(player) = cell.counter {
            let text = format!("{}{}", self.sign('◉', '@'), self.info.side(player).letter);
            return Content::new(&text, self.disc(Some(player)));
        }
        match &cell.piece {
            Some(Piece::Checker(None)) => Content::new(self.sign("○", "o"), Shape::Ring),
            Some(Piece::Checker(owner)) => {
                Content::new(&letter(self.info, *owner).to_string(), self.disc(*owner))
            }
            Some(Piece::Tower { owner, height }) => {
                let text = format!("{}{height}", letter(self.info, *owner));
                Content::new(&text, self.disc(*owner))
            }
            Some(Piece::Stack(stones)) => {
                let top = stones.last().copied().flatten();
                let text = format!("{}{}", letter(self.info, top), stones.len());
                Content::new(&text, self.disc(top))
            }
            Some(Piece::Blockade) => Content::new(self.sign("╳", "X"), Shape::Cross),
            None if cell.gone => Content::default(),
            None => Content::new(self.sign("·", "."), Shape::Bare),
        }
    }

    /// The square's stones from the bottom to the top.
    pub(super) fn stone_by_stone(&self, square: Square) -> Content {
        let Some(Piece::Stack(stones)) = &self.scene.cell(square).piece else {
            return self.seen_from_above(square);
        };
        let stone = |owner: &Owner| Glyph {
            symbol: letter(self.info, *owner),
            ..inked(ink_of(self.info, self.palette, *owner))
        };
        Content { symbols: stones.iter().map(stone).collect(), shape: Shape::Bare }
    }

    fn disc(&self, owner: Owner) -> Shape {
        Shape::Disc(ink_of(self.info, self.palette, owner))
    }
}
