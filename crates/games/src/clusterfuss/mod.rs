//! Clusterfuss by Mark Steere.

mod edit;
mod endgames;
mod evaluator;
mod network;
mod play;
mod proof;
pub mod proof_order;
mod scene;
mod table;
mod text;

pub(crate) use network::FILE as NETWORK_FILE;
pub use play::{Board, Move, Position};
pub(crate) use table::FILE as TABLE_FILE;

use strata_rules::{
    Family, GameInfo, OptionError, OptionSpec, Options, Paint, Side, Values, Visitor,
};

use crate::tables::embedded_text;

/// Clusterfuss on any board size.
#[derive(Debug)]
pub struct Clusterfuss;

/// A static, so that it exists once in a program.
static INFO: GameInfo = GameInfo {
    id: "clusterfuss",
    name: "Clusterfuss",
    author: "Mark Steere",
    year: 2023,
    summary: "Every move captures a neighbour; keep your checkers in one group and leave the enemy none.",
    sides: &[
        Side { name: "Red", letter: 'R', paint: Paint::Red },
        Side { name: "Blue", letter: 'B', paint: Paint::Blue },
    ],
    least_players: 2,
    draws: false,
    tie_breaks: &[],
    options: &[
        OptionSpec {
            name: "size",
            label: "Board size",
            help: "squares per side; even sizes start with equal numbers of checkers",
            values: Values::Range(2, 10),
            labels: &[],
            default: 8,
        },
        OptionSpec {
            name: "pie",
            label: "Pie rule",
            help: "Blue may reply to Red's first move with swap and take over Red",
            values: Values::Choice(&["off", "on"]),
            labels: &["off", "on"],
            default: 0,
        },
    ],
    rules: embedded_text!("rules.md"),
    lesson: embedded_text!("lesson.txt"),
    openings: embedded_text!("openings.txt"),
};

impl Family for Clusterfuss {
    const INFO: &'static GameInfo = &INFO;

    fn open<V: Visitor>(options: Options, visitor: V) -> Result<V::Output, OptionError> {
        Ok(match options.value("size") {
            2 => visitor.visit(Board::<2, u32>::new(options)),
            3 => visitor.visit(Board::<3, u32>::new(options)),
            4 => visitor.visit(Board::<4, u32>::new(options)),
            5 => visitor.visit(Board::<5, u32>::new(options)),
            6 => visitor.visit(Board::<6, u64>::new(options)),
            7 => visitor.visit(Board::<7, u64>::new(options)),
            8 => visitor.visit(Board::<8, u64>::new(options)),
            9 => visitor.visit(Board::<9, u128>::new(options)),
            _ => visitor.visit(Board::<10, u128>::new(options)),
        })
    }
}

/// The same game with fewer types. If `FAST`, the usual board has a type of its own; all others share one.
#[derive(Debug)]
pub struct CompactClusterfuss<const FAST: bool>;

impl<const FAST: bool> Family for CompactClusterfuss<FAST> {
    const INFO: &'static GameInfo = &INFO;

    fn open<V: Visitor>(options: Options, visitor: V) -> Result<V::Output, OptionError> {
        Ok(match options.value("size") {
            8 if FAST => visitor.visit(Board::<8, u64>::new(options)),
            _ => visitor.visit(Board::<0, u128>::new(options)),
        })
    }
}
