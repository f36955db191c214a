//! How moves are numbered.

use strata_rules::Player;

/// The row and column of a move in a list of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNumber {
    /// The number of the row, from 1.
    pub number: usize,
    /// The player who moved, which is the column.
    pub player: Player,
}

impl MoveNumber {
    /// The number of a move by `player` after the one numbered `previous`.
    pub fn after(previous: Option<Self>, player: Player) -> Self {
        let number = match previous {
            None => 1,
            Some(previous) if player > previous.player => previous.number,
            Some(previous) => previous.number + 1,
        };
        Self { number, player }
    }

    /// Whether a list of moves writes the number before this move, given the move before it.
    pub(crate) fn starts_row(self, previous: Option<Self>) -> bool {
        previous.is_none_or(|previous| previous.number != self.number)
    }
}

/// Numbers the moves of these players, in the order in which they were played.
///
/// Each player has one column. A row ends where a player would need a column at or before the last
/// one filled: when it is the first player's turn again, when a player moves twice in a row, and
/// when another player starts a new phase.
///
/// ```
/// use strata_records::number_moves;
/// use strata_rules::Player;
///
/// let players = [0, 1, 0, 1, 1, 0].map(Player);
/// let numbers: Vec<usize> = number_moves(players).map(|mv| mv.number).collect();
/// assert_eq!(numbers, [1, 1, 2, 2, 3, 4]);
/// ```
pub fn number_moves(players: impl IntoIterator<Item = Player>) -> impl Iterator<Item = MoveNumber> {
    players.into_iter().scan(None, |last: &mut Option<MoveNumber>, player| {
        *last = Some(MoveNumber::after(*last, player));
        *last
    })
}
