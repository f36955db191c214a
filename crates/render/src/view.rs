//! The options of a picture.

use strata_rules::Square;

use crate::Theme;

/// What a square is marked as while a move is being entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It can be chosen first.
    Source,
    /// It has been chosen.
    Chosen,
    /// It can be chosen next.
    Target,
    /// The cursor is on it.
    Cursor,
}

/// The options of a picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// Shows the board from the other side.
    pub flip: bool,
    /// The colours.
    pub theme: Theme,
    /// Shows stacks from straight above instead of at an angle. Only SVG pictures honour this.
    pub from_above: bool,
    /// The marked squares; a later mark covers an earlier one.
    pub marks: Vec<(Square, Mark)>,
    /// Draws only the board, without background, players and caption. Only SVG pictures honour this.
    pub board_only: bool,
}

impl View {
    /// The mark of a square.
    pub fn mark(&self, square: Square) -> Option<Mark> {
        self.marks.iter().rev().find(|(marked, _)| *marked == square).map(|(_, mark)| *mark)
    }

    /// The squares of a board in the order in which they are drawn: rows from the top, each from the left.
    pub fn rows(&self, width: u8, height: u8) -> Vec<Vec<Square>> {
        let mut rows: Vec<Vec<Square>> = (0..height)
            .rev()
            .map(|rank| (0..width).map(|file| Square::new(file, rank)).collect())
            .collect();
        if self.flip {
            rows.reverse();
            rows.iter_mut().for_each(|row| row.reverse());
        }
        rows
    }
}
