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
        (Value::Estimate(_), _) => {
            // Only proofs are certain.
            let percent = (value.winning_chance() * 100.0).clamp(1.0, 99.0);
            format!("{side} {percent:.0} %")
        }
    }
}

/// What a move gave away: the best value, the value of the move played, and the better move.
pub(super) fn verdict(best: Value, played: Value, better: &str) -> String {
    strata_engine::verdict(best, played, better)
}

#[cfg(test)]
mod tests {
    use strata_rules::find_game;

    use super::*;

    fn words(game: &str, options: &[(&str, &str)], worth: Value) -> String {
        let entry = find_game(strata_games::GAMES, game).expect("a game of the list");
        let game = entry.open(options.iter().copied()).expect("options of the game");
        value(&*game.start(), worth)
    }

    #[test]
    fn values_name_the_winner_and_give_distances_only_where_exact() {
        for (worth, expected) in [
            (Value::Win(1), "Red wins in 1 (proven)"),
            (Value::Win(40), "Red wins (proven)"),
            (Value::Loss(1), "Blue wins in 1 (proven)"),
            (Value::Loss(40), "Blue wins (proven)"),
            (Value::Draw, "draw (proven)"),
            (Value::Estimate(0), "Red 50 %"),
            (Value::Estimate(2000), "Red 99 %"),
            (Value::Estimate(-2000), "Red 1 %"),
        ] {
            assert_eq!(words("clusterfuss", &[], worth), expected);
        }
    }

    #[test]
    fn losses_against_several_opponents_name_the_loser() {
        let three = [("players", "3")];
        assert_eq!(words("staqs", &three, Value::Loss(4)), "Blue loses (proven)");
    }
}
