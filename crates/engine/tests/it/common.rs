//! Games for tests.

use strata_rules::{Options, Visitor, find_game};

/// Opens a game with options and passes it to a visitor.
pub(crate) fn visit<V: Visitor>(id: &str, pairs: &[(&str, &str)], visitor: V) -> V::Output {
    let info = find_game(strata_games::GAMES, id).expect("a game").info;
    let options = Options::from_pairs(info.id, info.options, pairs.iter().copied());
    let output = strata_games::visit(id, options.expect("options"), visitor);
    output.expect("a game").expect("options")
}
