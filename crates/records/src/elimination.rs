//! How records write that a player leaves a game of three or four.

use strata_rules::{AnyPosition, MoveError, Player, shorten};

/// Why a player left a game that the others continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elimination {
    /// The player resigned.
    Resigned,
    /// The player ran out of time.
    OutOfTime,
    /// The player went away and did not come back.
    Absent,
}

impl Elimination {
    const ALL: [Self; 3] = [Self::Resigned, Self::OutOfTime, Self::Absent];

    const fn word(self) -> &'static str {
        match self {
            Self::Resigned => "resign",
            Self::OutOfTime => "timeout",
            Self::Absent => "absent",
        }
    }

    /// The notation in movetext, in place of a move: `resign-red`.
    pub fn text(self, position: &dyn AnyPosition, player: Player) -> String {
        format!("{}-{}", self.word(), position.side_name(player).to_ascii_lowercase())
    }

    /// Parses the output of [`text`](Self::text); `None` if it is something else, such as a move.
    pub fn read(position: &dyn AnyPosition, text: &str) -> Option<(Self, Player)> {
        let (word, side) = text.split_once('-')?;
        let kind = Self::ALL.into_iter().find(|kind| kind.word() == word)?;
        let mut players = Player::all(position.players());
        let player =
            players.find(|player| position.side_name(*player).to_ascii_lowercase() == side)?;
        Some((kind, player))
    }
}

/// Plays one word of movetext: a move, or a player who leaves the game. Returns its canonical
/// notation and the player it belongs to.
pub fn play_recorded(
    position: &mut dyn AnyPosition,
    text: &str,
) -> Result<(String, Player), MoveError> {
    let mover = position.turn();
    let Some((kind, player)) = Elimination::read(position, text) else {
        return position.play(text).map(|mv| (mv, mover));
    };
    let spelled = kind.text(position, player);
    let refuse = |reason: &str| MoveError { input: shorten(text), reason: reason.to_owned() };
    position.eliminate(player).map_err(refuse)?;
    Ok((spelled, player))
}
