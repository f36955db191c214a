//! Pictures of positions.

use strata_render::{View, svg};
use strata_rules::{AnyPosition, Random};

use crate::ViewParams;

/// A position as SVG. Unless it is given, it is one from the middle of a game.
pub fn draw(
    position: Box<dyn AnyPosition>,
    is_given: bool,
    board_only: bool,
    view: ViewParams,
) -> String {
    let view = View { board_only, ..view.view() };
    let shown = if is_given { position } else { middle_of_game(position) };
    svg::svg(&shown.scene(), shown.info(), &view)
}

/// A position from the middle of a random game, always the same one: the start position of most
/// games shows little of them.
fn middle_of_game(start: Box<dyn AnyPosition>) -> Box<dyn AnyPosition> {
    const LONGEST_GAME: usize = 200;
    let mut random = Random::new(7);
    let mut positions = vec![start];
    while let Some(mut next) = positions.last().cloned()
        && positions.len() < LONGEST_GAME
        && next.play_random(&mut random).is_some()
    {
        positions.push(next);
    }
    let middle = positions.len() / 2;
    positions.swap_remove(middle)
}
