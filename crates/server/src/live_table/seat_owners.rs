//! The owners of the seats of a table.

use serde::{Deserialize, Serialize};

use crate::secret::SecretHash;

/// The owner of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SeatOwner {
    /// The hash of the secret; `None` for bots.
    pub(crate) hash: Option<SecretHash>,
    pub(crate) occupancy: Occupancy,
    /// Whether the owner asked for a rematch.
    pub(crate) wants_rematch: bool,
}

impl SeatOwner {
    /// The owner of a seat at a new table.
    pub(crate) const fn new(hash: Option<SecretHash>, occupancy: Occupancy) -> Self {
        Self { hash, occupancy, wants_rematch: false }
    }
}

/// Whether a seat is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Occupancy {
    /// Anyone may take it.
    Open,
    /// It waits for the owner of the secret.
    Reserved,
    /// It is taken.
    Taken,
}

/// A seat owner in the store.
#[derive(Serialize, Deserialize)]
struct StoredOwner {
    hash: Option<String>,
    // The name in existing databases.
    #[serde(rename = "holder")]
    occupancy: Occupancy,
    #[serde(default)]
    wants_rematch: bool,
}

pub(super) fn write(owners: &[SeatOwner]) -> String {
    let store = |SeatOwner { hash, occupancy, wants_rematch }: &SeatOwner| StoredOwner {
        hash: hash.map(|hash| hash.text()),
        occupancy: *occupancy,
        wants_rematch: *wants_rematch,
    };
    let stored: Vec<StoredOwner> = owners.iter().map(store).collect();
    serde_json::to_string(&stored).unwrap_or_default()
}

pub(super) fn read(text: &str, players: usize) -> Option<Vec<SeatOwner>> {
    let stored: Vec<StoredOwner> = serde_json::from_str(text).ok()?;
    let owner = |stored: StoredOwner| {
        let hash = match stored.hash {
            Some(text) => Some(SecretHash::read(&text)?),
            None => None,
        };
        Some(SeatOwner { hash, occupancy: stored.occupancy, wants_rematch: stored.wants_rematch })
    };
    let owners: Option<Vec<SeatOwner>> = stored.into_iter().map(owner).collect();
    owners.filter(|owners| owners.len() == players)
}
