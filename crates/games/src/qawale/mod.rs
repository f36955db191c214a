//! Qawale by Romain Froger and Didier Lenain-Bragard.

mod candidates;
mod code;
mod completions;
mod edit;
mod evaluator;
mod last_plies;
mod lines;
mod one_ply;
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

use crate::tables::embedded_text;

/// The number of stones of each player in the usual game. Shorter games have fewer.
const MAX_STONES: u8 = 8;

/// Qawale.
#[derive(Debug)]
pub struct Qawale;

/// A static, so that it exists once in a program.
static INFO: GameInfo = GameInfo {
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
    tie_breaks: &[],
    options: &[
        OptionSpec {
            name: "stones",
            label: "Stones each",
            help: "stones per player",
            values: Values::Range(1, MAX_STONES as u32),
            labels: &[],
            default: MAX_STONES as u32,
        },
        OptionSpec {
            name: "doubleline",
            label: "If one move makes lines for both",
            help: "who wins when one move completes a line for both",
            values: Values::Choice(&["mover", "opponent"]),
            labels: &["the mover wins", "the opponent wins"],
            default: 0,
        },
    ],
    rules: embedded_text!("rules.md"),
    lesson: embedded_text!("lesson.txt"),
    openings: embedded_text!("openings.txt"),
};

impl Family for Qawale {
    const INFO: &'static GameInfo = &INFO;

    fn open<V: Visitor>(options: Options, visitor: V) -> Result<V::Output, OptionError> {
        Ok(visitor.visit(Board::new(options)))
    }
}

#[cfg(test)]
mod tests {
    use strata_rules::{Game, Random};

    use super::*;

    /// The unfinished positions of random games, half of them with each rule for double lines, and
    /// every fifth with fewer stones.
    pub(super) fn random_positions(games: u64) -> impl Iterator<Item = (Board, Position)> {
        (0..games).flat_map(|seed| {
            let rule = if seed % 2 == 0 { "mover" } else { "opponent" };
            let stones = if seed % 5 == 4 { 1 + seed / 5 % 7 } else { 8 }.to_string();
            let pairs = [("doubleline", rule), ("stones", &stones)];
            let options = Options::from_pairs("qawale", Qawale::INFO.options, pairs);
            let options = options.expect("an option");
            let mut random = Random::new(seed);
            let board = Board::new(options.clone());
            let next = |position: &Position| {
                let mv = board.random_move(position, &mut random)?;
                let mut next = *position;
                board.play(&mut next, mv);
                board.outcome(&next).is_none().then_some(next)
            };
            let positions: Vec<Position> =
                std::iter::successors(Some(board.start()), next).collect();
            positions.into_iter().map(move |position| (Board::new(options.clone()), position))
        })
    }
}
