//! Who holds the seats of a table.

use serde::{Deserialize, Serialize};

use crate::secret::SecretHash;

/// Who holds a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hold {
    /// What is kept of the secret; nothing for bots.
    pub(crate) hash: Option<SecretHash>,
    pub(crate) holder: Holder,
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
}

pub(super) fn write(holds: &[Hold]) -> String {
    let kept: Vec<KeptHold> = holds
        .iter()
        .map(|hold| KeptHold { hash: hold.hash.map(|hash| hash.text()), holder: hold.holder })
        .collect();
    serde_json::to_string(&kept).unwrap_or_default()
}

pub(super) fn read(text: &str, players: usize) -> Option<Vec<Hold>> {
    let kept: Vec<KeptHold> = serde_json::from_str(text).ok()?;
    let hold = |kept: KeptHold| {
        let hash = match kept.hash {
            Some(text) => Some(SecretHash::read(&text)?),
            None => None,
        };
        Some(Hold { hash, holder: kept.holder })
    };
    let holds: Option<Vec<Hold>> = kept.into_iter().map(hold).collect();
    holds.filter(|holds| holds.len() == players)
}
