//! Who holds the seats of a table.

use serde::{Deserialize, Serialize};

use crate::secret::SecretHash;

/// Who holds a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hold {
    /// What is kept of the secret; nothing for bots.
    pub(crate) hash: Option<SecretHash>,
    pub(crate) holder: Holder,
    /// Whether they have asked for a rematch.
    pub(crate) wants_rematch: bool,
}

impl Hold {
    /// Of a seat at a new table.
    pub(crate) const fn new(hash: Option<SecretHash>, holder: Holder) -> Self {
        Self { hash, holder, wants_rematch: false }
    }
}

/// Whether somebody has come for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Holder {
    /// Anybody may take it.
    Open,
    /// It waits for whoever has the secret.
    Reserved,
    /// Somebody has taken it.
    Taken,
}

/// A hold as the store keeps it.
#[derive(Serialize, Deserialize)]
struct KeptHold {
    hash: Option<String>,
    holder: Holder,
    #[serde(default)]
    wants_rematch: bool,
}

pub(super) fn write(holds: &[Hold]) -> String {
    let keep = |Hold { hash, holder, wants_rematch }: &Hold| KeptHold {
        hash: hash.map(|hash| hash.text()),
        holder: *holder,
        wants_rematch: *wants_rematch,
    };
    let kept: Vec<KeptHold> = holds.iter().map(keep).collect();
    serde_json::to_string(&kept).unwrap_or_default()
}

pub(super) fn read(text: &str, players: usize) -> Option<Vec<Hold>> {
    let kept: Vec<KeptHold> = serde_json::from_str(text).ok()?;
    let hold = |kept: KeptHold| {
        let hash = match kept.hash {
            Some(text) => Some(SecretHash::read(&text)?),
            None => None,
        };
        Some(Hold { hash, holder: kept.holder, wants_rematch: kept.wants_rematch })
    };
    let holds: Option<Vec<Hold>> = kept.into_iter().map(hold).collect();
    holds.filter(|holds| holds.len() == players)
}
