//! Proven results inside the tree.

use std::sync::atomic::{AtomicU32, Ordering};

use strata_rules::{ForcedResult, MAX_PLAYERS, Outcome, Player};

use crate::{Distance, Value};

/// The proven result of a position, with an upper bound on the number of plies to the end of the
/// game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    Win {
        winner: u8,
        plies: u16,
    },
    /// Only for two players.
    Draw {
        plies: u16,
    },
}

impl Proof {
    /// The proof of a finished game; `None` if more than two players share the result.
    pub(super) fn of_outcome(outcome: &Outcome, players: usize) -> Option<Self> {
        match outcome.winner() {
            Some(winner) => Some(Self::win(winner, 0)),
            None if players == 2 => Some(Self::Draw { plies: 0 }),
            None => None,
        }
    }

    pub(super) const fn of_forced_result(result: ForcedResult) -> Self {
        match result {
            ForcedResult::Win { player, plies } => Self::win(player, plies),
            ForcedResult::Draw => Self::Draw { plies: 0 },
        }
    }

    pub(super) const fn win(winner: Player, plies: u16) -> Self {
        Self::Win { winner: winner.0, plies }
    }

    /// What each player scores.
    pub(super) fn shares(self) -> [f32; MAX_PLAYERS] {
        let mut shares = [0.0; MAX_PLAYERS];
        match self {
            Self::Win { winner, .. } => shares[usize::from(winner)] = 1.0,
            Self::Draw { .. } => shares[..2].fill(0.5),
        }
        shares
    }

    pub(super) fn is_win_for(self, player: usize) -> bool {
        matches!(self, Self::Win { winner, .. } if usize::from(winner) == player)
    }

    pub(super) fn is_loss_for(self, player: usize) -> bool {
        matches!(self, Self::Win { winner, .. } if usize::from(winner) != player)
    }

    /// The value of the move that leads to this position, for the player who makes it.
    pub(super) fn value_for(self, player: usize) -> Value {
        match self {
            Self::Win { plies, .. } if self.is_win_for(player) => {
                Value::Win(Distance::within(plies + 1))
            }
            Self::Win { plies, .. } => Value::Loss(Distance::within(plies + 1)),
            Self::Draw { .. } => Value::Draw,
        }
    }

    pub(super) const fn plies(self) -> u16 {
        match self {
            Self::Win { plies, .. } | Self::Draw { plies } => plies,
        }
    }

    const fn one_ply_earlier(self) -> Self {
        match self {
            Self::Win { winner, plies } => Self::Win { winner, plies: plies + 1 },
            Self::Draw { plies } => Self::Draw { plies: plies + 1 },
        }
    }

    /// The proof of a position from the proofs of its moves, if they determine it. `proofs` may leave
    /// out moves only if `all_listed` is false.
    pub(super) fn of_moves(
        proofs: impl Iterator<Item = Option<Self>> + Clone,
        all_listed: bool,
        mover: usize,
        players: usize,
    ) -> Option<Self> {
        let known = || proofs.clone().flatten();
        let win = known().filter(|proof| proof.is_win_for(mover)).min_by_key(|win| win.plies());
        if let Some(win) = win {
            return Some(win.one_ply_earlier());
        }
        if !all_listed || proofs.clone().any(|proof| proof.is_none()) {
            return None;
        }
        let draw = known().find(|proof| matches!(proof, Self::Draw { .. }));
        let best = draw.or_else(|| known().max_by_key(|proof| proof.plies()))?;
        // With several opponents, all moves must lose to the same one.
        let loses_likewise = |proof: Self| match (proof, best) {
            (Self::Win { winner, .. }, Self::Win { winner: other, .. }) => winner == other,
            _ => false,
        };
        (players == 2 || known().all(loses_likewise)).then(|| best.one_ply_earlier())
    }
}

/// An optional proof that several threads read and write.
#[derive(Default)]
pub(super) struct SharedProof(AtomicU32);

const DRAW: u32 = MAX_PLAYERS as u32;

impl SharedProof {
    pub(super) fn get(&self) -> Option<Proof> {
        let bits = self.0.load(Ordering::Relaxed);
        let plies = (bits >> 8) as u16;
        match bits & 0xFF {
            0 => None,
            kind if kind - 1 == DRAW => Some(Proof::Draw { plies }),
            kind => Some(Proof::Win { winner: (kind - 1) as u8, plies }),
        }
    }

    /// Stores a proof; returns whether it is new or changes the number of plies.
    pub(super) fn set(&self, proof: Proof) -> bool {
        let kind = match proof {
            Proof::Win { winner, .. } => u32::from(winner),
            Proof::Draw { .. } => DRAW,
        };
        let bits = (kind + 1) | u32::from(proof.plies()) << 8;
        self.0.swap(bits, Ordering::Relaxed) != bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_proof_returns_what_was_stored() {
        let shared = SharedProof::default();
        assert_eq!(shared.get(), None);
        for proof in [
            Proof::Win { winner: 0, plies: 0 },
            Proof::Win { winner: 3, plies: 700 },
            Proof::Draw { plies: 65_535 },
        ] {
            assert!(shared.set(proof) && !shared.set(proof));
            assert_eq!(shared.get(), Some(proof));
        }
    }

    #[test]
    fn one_drawn_move_proves_nothing_while_others_are_open() {
        let draw = Some(Proof::Draw { plies: 0 });
        let loss = Some(Proof::Win { winner: 1, plies: 0 });
        let of = |proofs: &[Option<Proof>], all_listed| {
            Proof::of_moves(proofs.iter().copied(), all_listed, 0, 2)
        };
        assert_eq!(of(&[draw, None], true), None);
        assert_eq!(of(&[draw, loss], false), None);
        assert_eq!(of(&[draw, loss], true), Some(Proof::Draw { plies: 1 }));
        assert_eq!(of(&[loss, loss], true), Some(Proof::Win { winner: 1, plies: 1 }));
    }

    #[test]
    fn losses_to_different_opponents_prove_nothing() {
        let lost_to = |winner| Some(Proof::Win { winner, plies: 0 });
        let of = |proofs: &[Option<Proof>]| Proof::of_moves(proofs.iter().copied(), true, 0, 3);
        assert_eq!(of(&[lost_to(1), lost_to(2)]), None);
        assert_eq!(of(&[lost_to(2), lost_to(2)]), Some(Proof::Win { winner: 2, plies: 1 }));
    }
}
