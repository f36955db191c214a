//! Players and sets of players.

use serde::{Deserialize, Serialize, Serializer};

/// The maximum number of players in any game.
pub const MAX_PLAYERS: usize = 4;

/// A player by number; player 0 moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player(#[cfg_attr(feature = "schema", schemars(range(max = 3)))] pub u8);

impl Player {
    /// The player's number, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The player after this one in a game of `players`.
    pub const fn next(self, players: usize) -> Self {
        let next = self.0 + 1;
        Self(if next as usize >= players { 0 } else { next })
    }

    /// The opponent in a game of two.
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Players 0 to `players` − 1.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..players.min(MAX_PLAYERS) as u8).map(Self)
    }
}

/// A set of players, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The bit of a player; 0 for a number that no game has, which is never a member.
    const fn bit(player: Player) -> u8 {
        if player.index() < MAX_PLAYERS { 1 << player.0 } else { 0 }
    }

    /// The set of one player.
    pub const fn only(player: Player) -> Self {
        Self(Self::bit(player))
    }

    /// All players of a game with `players` players.
    pub const fn everyone(players: usize) -> Self {
        Self((1 << players) - 1)
    }

    /// This set with `player` added.
    #[must_use]
    pub const fn with(self, player: Player) -> Self {
        Self(self.0 | Self::bit(player))
    }

    /// Whether `player` is in the set.
    pub const fn contains(self, player: Player) -> bool {
        self.0 & Self::bit(player) != 0
    }

    /// The number of players in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, lowest number first.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        Player::all(MAX_PLAYERS).filter(move |&player| self.contains(player))
    }
}

impl FromIterator<Player> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> Self {
        players.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Serialize for PlayerSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_player_number_is_never_a_member() {
        let everyone = PlayerSet::everyone(MAX_PLAYERS);
        for number in [4, 7, 8, 9, 16, 255] {
            assert!(!everyone.contains(Player(number)), "{number}");
            assert!(PlayerSet::only(Player(number)).is_empty(), "{number}");
            assert_eq!(everyone.with(Player(number)), everyone, "{number}");
        }
        assert!((0..4).all(|number| everyone.contains(Player(number))));
    }
}
