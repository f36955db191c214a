//! Values in words.

use strata_engine::Value;
use strata_rules::AnyPosition;

/// A value for the player to move: "White wins (proven)", or a winning chance for a named side.
///
/// The number of moves is given only where it is exact: when the next move ends the game.
pub(super) fn value(position: &dyn AnyPosition, value: Value) -> String {
    let player = position.turn();
    let side = position.side_name(player);
    let opponent = (position.players() == 2).then(|| player.next(2));
    match (value, opponent) {
        (Value::Win(0 | 1), _) => format!("{side} wins in 1 (proven)"),
        (Value::Win(_), _) => format!("{side} wins (proven)"),
        (Value::Loss(_), Some(opponent)) => {
            let in_one = if matches!(value, Value::Loss(0 | 1)) { " in 1" } else { "" };
            format!("{} wins{in_one} (proven)", position.side_name(opponent))
        }
        (Value::Loss(_), None) => format!("{side} loses (proven)"),
        (Value::Draw, _) => "draw (proven)".to_owned(),
        (Value::Estimate(_), _) => format!("{side} {:.0} %", value.winning_chance() * 100.0),
    }
}

/// What a move gave away: the best value, the value of the move played, and the better move.
pub(super) fn verdict(best: Value, played: Value, better: &str) -> String {
    strata_engine::verdict(best, played, better)
}
