//! Isaac by Emiliano Venturini.

mod candidates;
mod edit;
mod entry;
mod evaluator;
mod play;
mod position;
mod scene;
mod score;
mod scoring;
mod text;
mod tiles;
mod weights;

pub use play::{Board, Move};
pub use position::Position;
use position::{DARK_STARTED, FEWER_TILES, LONGER_LINE};

use strata_rules::{Family, GameInfo, OptionError, Options, Paint, Side, Visitor};

use crate::tables::embedded_text;

/// Isaac.
#[derive(Debug)]
pub struct Isaac;

/// A static, so that it exists once in a program.
static INFO: GameInfo = GameInfo {
    id: "isaac",
    name: "Isaac",
    author: "Emiliano \"Wentu\" Venturini",
    year: 2010,
    summary: "Fill the board with tiles, then take them off one by one for points, never a shorter one than before.",
    sides: &[
        Side { name: "Dark", letter: 'D', paint: Paint::Dark },
        Side { name: "Light", letter: 'L', paint: Paint::Light },
    ],
    least_players: 2,
    draws: false,
    tie_breaks: &[LONGER_LINE, FEWER_TILES, DARK_STARTED],
    options: &[],
    rules: embedded_text!("rules.md"),
    lesson: embedded_text!("lesson.txt"),
    openings: embedded_text!("openings.txt"),
};

impl Family for Isaac {
    const INFO: &'static GameInfo = &INFO;

    fn open<V: Visitor>(options: Options, visitor: V) -> Result<V::Output, OptionError> {
        Ok(visitor.visit(Board::new(options)))
    }
}
