//! STAQS by Rey Alicea.

mod bounds;
mod code;
mod edit;
mod evaluator;
pub mod openings;
mod play;
mod scene;
pub mod setups;
mod subsets;
mod text;

pub use play::{Board, Move, Position};

use strata_rules::{
    Family, GameInfo, OptionError, OptionSpec, Options, Paint, Side, Values, Visitor,
};

use crate::tables::embedded_text;

/// STAQS on any board size.
#[derive(Debug)]
pub struct Staqs;

/// The maximum number of pieces per player.
const MAX_PIECES: u32 = 8;

/// A static, so that it exists once in a program.
static INFO: GameInfo = GameInfo {
    id: "staqs",
    name: "STAQS",
    author: "Rey Alicea",
    year: 2024,
    summary: "Walk your stacks over neutral pieces, growing with every step; the tallest stack wins.",
    sides: &[
        Side { name: "Blue", letter: 'B', paint: Paint::Blue },
        Side { name: "White", letter: 'W', paint: Paint::White },
        Side { name: "Red", letter: 'R', paint: Paint::Red },
        Side { name: "Green", letter: 'G', paint: Paint::Green },
    ],
    least_players: 2,
    draws: true,
    tie_breaks: &["most stacks of the same height", "next tallest stack"],
    options: &[
        OptionSpec {
            name: "size",
            label: "Board size",
            help: "squares per side",
            values: Values::Range(3, 10),
            labels: &[],
            default: 5,
        },
        OptionSpec {
            name: "pieces",
            label: "Pieces each",
            help: "pieces per player, up to what the board has room for",
            values: Values::Range(1, MAX_PIECES),
            labels: &[],
            default: 4,
        },
        OptionSpec {
            name: "placement",
            label: "Placing pieces",
            help: "place all pieces before moving, or place and move in any order",
            values: Values::Choice(&["setup", "anytime"]),
            labels: &["all first", "at any time"],
            default: 0,
        },
        OptionSpec {
            name: "blockades",
            label: "Blockades each",
            help: "blockades per player: a turn may close a neutral square",
            values: Values::Range(0, 4),
            labels: &[],
            default: 0,
        },
        OptionSpec {
            name: "players",
            label: "Players",
            help: "players; the third is Red, the fourth Green",
            values: Values::Range(2, 4),
            labels: &[],
            default: 2,
        },
    ],
    rules: embedded_text!("rules.md"),
    lesson: embedded_text!("lesson.txt"),
    openings: embedded_text!("openings.txt"),
};

impl Family for Staqs {
    const INFO: &'static GameInfo = &INFO;

    fn open<V: Visitor>(mut options: Options, visitor: V) -> Result<V::Output, OptionError> {
        limit_pieces(&mut options)?;
        Ok(match options.value("size") {
            3 => visitor.visit(Board::<3, 9, u32>::new(options)),
            4 => visitor.visit(Board::<4, 16, u32>::new(options)),
            5 => visitor.visit(Board::<5, 25, u32>::new(options)),
            6 => visitor.visit(Board::<6, 36, u64>::new(options)),
            7 => visitor.visit(Board::<7, 49, u64>::new(options)),
            8 => visitor.visit(Board::<8, 64, u64>::new(options)),
            9 => visitor.visit(Board::<9, 81, u128>::new(options)),
            _ => visitor.visit(Board::<10, 100, u128>::new(options)),
        })
    }
}

/// The same game with fewer types. If `FAST`, the usual board has a type of its own; all others share one.
#[derive(Debug)]
pub struct CompactStaqs<const FAST: bool>;

impl<const FAST: bool> Family for CompactStaqs<FAST> {
    const INFO: &'static GameInfo = &INFO;

    fn open<V: Visitor>(mut options: Options, visitor: V) -> Result<V::Output, OptionError> {
        limit_pieces(&mut options)?;
        Ok(match options.value("size") {
            5 if FAST => visitor.visit(Board::<5, 25, u32>::new(options)),
            _ => visitor.visit(Board::<0, 100, u128>::new(options)),
        })
    }
}

/// Ensures that every piece can be placed: reduces the default number of pieces to fit the board,
/// and refuses a number given explicitly that does not fit.
fn limit_pieces(options: &mut Options) -> Result<(), OptionError> {
    let (size, players) = (options.value("size"), options.value("players"));
    let (pieces, room) = (options.value("pieces"), size * size / players);
    if pieces > room {
        if options.is_given("pieces") {
            return Err(OptionError::Conflict(format!(
                "pieces={pieces}: {players} players on {size}×{size} can have at most {room} pieces each"
            )));
        }
        options.set("pieces", room);
    }
    Ok(())
}
