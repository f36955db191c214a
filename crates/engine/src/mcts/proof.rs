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
    /// out moves only if `all_listed` is false. Each proof is read once, since other threads may be
    /// writing them.
    pub(super) fn of_moves(
        proofs: impl Iterator<Item = Option<Self>>,
        all_listed: bool,
        mover: usize,
        players: usize,
    ) -> Option<Self> {
        let mut win: Option<Self> = None;
        // The best of the other moves: a draw, or the loss that takes longest.
        let mut best: Option<Self> = None;
        let (mut all_proven, mut same_winner) = (all_listed, true);
        for proof in proofs {
            let Some(proof) = proof else {
                all_proven = false;
                continue;
            };
            if proof.is_win_for(mover) {
                win = win.filter(|win| win.plies() <= proof.plies()).or(Some(proof));
                continue;
            }
            same_winner &= best.is_none_or(|best| best.winner() == proof.winner());
            best = best.filter(|best| best.resistance() >= proof.resistance()).or(Some(proof));
        }
        // With several opponents, all moves must lose to the same one.
        let best = best.filter(|_| all_proven && (players == 2 || same_winner));
        win.or(best).map(Self::one_ply_earlier)
    }

    const fn winner(self) -> Option<u8> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw { .. } => None,
        }
    }

    /// Draws are better than losses, and long losses better than short ones.
    const fn resistance(self) -> (bool, u16) {
        (self.winner().is_none(), self.plies())
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

    /// A proof that another thread writes between two reads would give a false result.
    #[test]
    fn every_proof_is_read_once() {
        let win = Some(Proof::Win { winner: 0, plies: 0 });
        let draw = Some(Proof::Draw { plies: 0 });
        let proofs = [SharedProof::default(), SharedProof::default()];
        proofs[1].set(Proof::Draw { plies: 0 });
        let mut reads = 0;
        let read_and_write = proofs.iter().map(|proof| {
            reads += 1;
            let known = proof.get();
            proofs[0].set(Proof::Win { winner: 0, plies: 0 });
            known
        });
        assert_eq!(Proof::of_moves(read_and_write, true, 0, 2), None);
        assert_eq!(reads, 2);
        assert_eq!([proofs[0].get(), proofs[1].get()], [win, draw]);
    }

    #[test]
    fn best_proof_decides() {
        let [win, draw] = [Proof::Win { winner: 0, plies: 3 }, Proof::Draw { plies: 1 }];
        let lost_in = |plies| Proof::Win { winner: 1, plies };
        let of = |proofs: &[Proof]| Proof::of_moves(proofs.iter().copied().map(Some), true, 0, 2);
        assert_eq!(of(&[lost_in(2), lost_in(6), lost_in(4)]), Some(lost_in(7)));
        assert_eq!(of(&[lost_in(6), draw, lost_in(4)]), Some(Proof::Draw { plies: 2 }));
        let longer = Proof::Win { winner: 0, plies: 5 };
        assert_eq!(of(&[draw, longer, win, lost_in(4)]), Some(win.one_ply_earlier()));
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn losses_to_different_opponents_prove_nothing() {
        let lost_to = |winner| Some(Proof::Win { winner, plies: 0 });
        let of = |proofs: &[Option<Proof>]| Proof::of_moves(proofs.iter().copied(), true, 0, 3);
        assert_eq!(of(&[lost_to(1), lost_to(2)]), None);
        assert_eq!(of(&[lost_to(2), lost_to(2)]), Some(Proof::Win { winner: 2, plies: 1 }));
    }
}
