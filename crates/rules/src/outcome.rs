//! How a finished game ended.

use crate::{Player, PlayerSet};

/// Who won a finished game, and which rule decided it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; several players when they share the win; everyone when it is a draw.
    pub winners: PlayerSet,
    /// The rule or tie-break that decided, in a few words: "tallest stack".
    pub decided_by: &'static str,
}

impl Outcome {
    /// One player won.
    pub const fn win(winner: Player, decided_by: &'static str) -> Self {
        Self { winners: PlayerSet::only(winner), decided_by }
    }

    /// Everybody did equally well.
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

    /// The result as records spell it: `1-0`, `0-1`, `1/2`; with more than two players each
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

    /// Every result a finished game of `players` can have.
    pub fn all_results(players: usize) -> Vec<String> {
        Self::all_winners(players).map(|(result, _)| result).collect()
    }

    /// Who has won by a result as records spell it; nothing if it is no result.
    pub fn winners_of(result: &str, players: usize) -> Option<PlayerSet> {
        Self::all_winners(players).find(|(spelled, _)| spelled == result).map(|(_, who)| who)
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
    fn results_of_two_players() {
        assert_eq!(Outcome::win(Player(0), "").result(2), "1-0");
        assert_eq!(Outcome::win(Player(1), "").result(2), "0-1");
        assert_eq!(Outcome::draw(2, "").result(2), "1/2");
        assert_eq!(Outcome::all_results(2), ["1-0", "0-1", "1/2"]);
    }

    #[test]
    fn results_of_more_players_list_the_shares() {
        let shared =
            Outcome { winners: PlayerSet::only(Player(0)).with(Player(2)), decided_by: "" };
        assert_eq!(shared.result(4), "1/2-0-1/2-0");
        assert_eq!(Outcome::draw(3, "").result(3), "1/3-1/3-1/3");
        assert_eq!(shared.winner(), None);
        assert_eq!(Outcome::winners_of("1/2-0-1/2-0", 4), Some(shared.winners));
        assert_eq!(Outcome::winners_of("1-0", 4), None);
    }
}
