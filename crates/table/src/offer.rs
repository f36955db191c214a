//! Draw offers and takeback requests.

use serde::Serialize;
use strata_rules::{Player, PlayerSet};

/// What a player offers to all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Proposal {
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
}

impl Proposal {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Takeback => "takeback",
        }
    }

    /// What the player who made this proposal did.
    pub(crate) const fn past(self) -> &'static str {
        match self {
            Self::Draw => "offered a draw",
            Self::Takeback => "asked for a takeback",
        }
    }
}

/// An open offer. There is at most one at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// What is offered.
    pub proposal: Proposal,
    /// The player who made the offer.
    pub by: Player,
    /// The players who have accepted so far.
    pub accepted: PlayerSet,
}

impl Offer {
    pub(crate) const fn new(proposal: Proposal, by: Player) -> Self {
        Self { proposal, by, accepted: PlayerSet::EMPTY }
    }

    /// The offer as a record tag: its kind, who made it, who has accepted it.
    pub(crate) fn text(&self) -> String {
        let players = std::iter::once(self.by).chain(self.accepted.iter());
        players.fold(self.proposal.name().to_owned(), |text, player| format!("{text} {}", player.0))
    }

    pub(crate) fn read(text: &str, players: usize) -> Option<Self> {
        let mut words = text.split(' ');
        let proposal = match words.next() {
            Some("draw") => Proposal::Draw,
            Some("takeback") => Proposal::Takeback,
            _ => return None,
        };
        let read = |word: &str| word.parse().ok().filter(|player| usize::from(*player) < players);
        let players: Option<Vec<Player>> = words.map(|word| read(word).map(Player)).collect();
        let (by, accepted) = players.as_deref()?.split_first()?;
        Some(Self { proposal, by: *by, accepted: accepted.iter().copied().collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_round_trip() {
        for text in ["draw 0", "takeback 1", "draw 2 0 1"] {
            assert_eq!(Offer::read(text, 3).map(|offer| offer.text()).as_deref(), Some(text));
        }
        for bad in ["", "draw", "draw x", "draw 3", "pony 1", "draw 300", "draw  1"] {
            assert_eq!(Offer::read(bad, 3), None, "{bad}");
        }
    }
}
