//! What all screens with a board share: its place, its drawing, and the entry of moves.

mod chooser;
mod draw;
mod plan;
mod players;

pub(crate) use chooser::{Chooser, Focus};
pub(crate) use draw::{
    BoardView, Hits, Spot, draw_board, draw_choices, draw_keys, entry_marks, first_part,
};
pub(crate) use plan::{Plan, Proportions};
pub(crate) use players::draw_players;

/// A direction in a line of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Toward {
    First,
    Earlier,
    Later,
    Last,
}
