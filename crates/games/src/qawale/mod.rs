//! Qawale by Romain Froger and Didier Lenain-Bragard.

mod candidates;
mod edit;
mod evaluator;
mod lines;
mod play;
mod scene;
mod sowings;
mod text;
mod walk;
mod wins;

pub use play::{Board, Move, Position};

use strata_rules::{
    Family, GameInfo, OptionError, OptionSpec, Options, Paint, Side, Values, Visitor,
};

/// Qawale.
#[derive(Debug)]
pub struct Qawale;

impl Family for Qawale {
    const INFO: &'static GameInfo = &GameInfo {
        id: "qawale",
        name: "Qawale",
        author: "Romain Froger and Didier Lenain-Bragard",
        year: 2022,
        summary: "Add a stone to a stack, lift it and sow it stone by stone; four of yours on top in a line win.",
        sides: &[
            Side { name: "Light", letter: 'L', paint: Paint::Light },
            Side { name: "Dark", letter: 'D', paint: Paint::Dark },
        ],
        least_players: 2,
        draws: true,
        options: &[OptionSpec {
            name: "doubleline",
            label: "If one move makes lines for both",
            help: "who wins when one move completes a line for both",
            values: Values::Choice(&["mover", "opponent"]),
            labels: &["the mover wins", "the opponent wins"],
            default: 0,
        }],
        rules: include_str!("rules.md"),
    };

    fn open<V: Visitor>(options: Options, visitor: V) -> Result<V::Output, OptionError> {
        Ok(visitor.visit(Board::new(options)))
    }
}
