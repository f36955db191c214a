//! How a finished game ended.

use crate::{Player, PlayerSet};

/// The result of a finished game and the rule that decided it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; several players if they share the win; all players in a draw.
    pub winners: PlayerSet,
    /// The rule or tie-break that decided, in a few words: "tallest stack".
    pub decided_by: &'static str,
}

impl Outcome {
    /// One player won.
    pub const fn win(winner: Player, decided_by: &'static str) -> Self {
        Self { winners: PlayerSet::only(winner), decided_by }
    }

    /// A draw of all players.
    pub const fn draw(players: usize, decided_by: &'static str) -> Self {
        Self { winners: PlayerSet::everyone(players), decided_by }
    }

    /// The only winner, if there is just one.
    pub fn winner(&self) -> Option<Player> {
        self.winners.iter().next().filter(|_| self.winners.len() == 1)
    }

    /// Whether all of `players` share the result.
    pub const fn is_draw(&self, players: usize) -> bool {
        self.winners.len() == players
    }

    /// The result in record notation: `1-0`, `0-1`, `1/2`; with more than two players each
    /// player's share in turn order, `0-1-0` or `1/2-0-1/2`.
    pub fn result(&self, players: usize) -> String {
        if players == 2 && self.is_draw(players) {
            return "1/2".to_owned();
        }
        let shares: Vec<String> = Player::all(players)
            .map(|player| match (self.winners.contains(player), self.winners.len()) {
                (false, _) => "0".to_owned(),
                (true, 1) => "1".to_owned(),
                (true, sharing) => format!("1/{sharing}"),
            })
            .collect();
        shares.join("-")
    }

    /// Every possible result of a game with `players` players.
    pub fn all_results(players: usize) -> Vec<String> {
        Self::all_winners(players).map(|(result, _)| result).collect()
    }

    /// The winners of a result in record notation; `None` if it is not a result.
    pub fn winners_of(result: &str, players: usize) -> Option<PlayerSet> {
        Self::all_winners(players).find(|(text, _)| text == result).map(|(_, winners)| winners)
    }

    fn all_winners(players: usize) -> impl Iterator<Item = (String, PlayerSet)> {
        (1..1_u8 << players).map(move |bits| {
            let winners = Player::all(players).filter(|player| bits >> player.0 & 1 == 1).collect();
            (Self { winners, decided_by: "" }.result(players), winners)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_player_results_in_record_notation() {
        assert_eq!(Outcome::win(Player(0), "").result(2), "1-0");
        assert_eq!(Outcome::win(Player(1), "").result(2), "0-1");
        assert_eq!(Outcome::draw(2, "").result(2), "1/2");
        assert_eq!(Outcome::all_results(2), ["1-0", "0-1", "1/2"]);
    }

    #[test]
    fn results_of_three_and_four_players_list_each_share() {
        let shared =
            Outcome { winners: PlayerSet::only(Player(0)).with(Player(2)), decided_by: "" };
        assert_eq!(shared.result(4), "1/2-0-1/2-0");
        assert_eq!(Outcome::draw(3, "").result(3), "1/3-1/3-1/3");
        assert_eq!(shared.winner(), None);
        assert_eq!(Outcome::winners_of("1/2-0-1/2-0", 4), Some(shared.winners));
        assert_eq!(Outcome::winners_of("1-0", 4), None);
    }
}
