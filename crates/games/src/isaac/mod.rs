//! Isaac by Emiliano Venturini.

mod candidates;
mod edit;
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

use strata_rules::{Family, GameInfo, OptionError, Options, Paint, Side, Visitor};

/// Isaac.
#[derive(Debug)]
pub struct Isaac;

impl Family for Isaac {
    const INFO: &'static GameInfo = &GameInfo {
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
        options: &[],
        rules: include_str!("rules.md"),
    };

    fn open<V: Visitor>(options: Options, visitor: V) -> Result<V::Output, OptionError> {
        Ok(visitor.visit(Board::new(options)))
    }
}
