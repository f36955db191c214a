//! The search tree: all nodes in one vector, the children of a node contiguous.

use std::ops::Range;

use strata_rules::{MAX_PLAYERS, Outcome};

use crate::{Distance, Value};

/// The proven result of a node, with the number of plies to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    None,
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
    pub(super) fn of(outcome: &Outcome, players: usize) -> Self {
        match outcome.winner() {
            Some(winner) => Self::Win { winner: winner.0, plies: 0 },
            None if players == 2 => Self::Draw { plies: 0 },
            None => Self::None,
        }
    }

    pub(super) fn shares(self) -> Option<[f32; MAX_PLAYERS]> {
        let mut shares = [0.0; MAX_PLAYERS];
        match self {
            Self::None => return None,
            Self::Win { winner, .. } => shares[usize::from(winner)] = 1.0,
            Self::Draw { .. } => shares[..2].fill(0.5),
        }
        Some(shares)
    }

    pub(super) fn is_win_for(self, player: usize) -> bool {
        matches!(self, Self::Win { winner, .. } if usize::from(winner) == player)
    }

    pub(super) fn is_loss_for(self, player: usize) -> bool {
        matches!(self, Self::Win { winner, .. } if usize::from(winner) != player)
    }

    /// The value of the move that leads to this node, for the player who makes it.
    pub(super) fn value_for(self, player: usize, _players: usize) -> Option<Value> {
        match self {
            Self::None => None,
            Self::Win { plies, .. } => {
                let distance = Distance::within(plies + 1);
                let is_win = self.is_win_for(player);
                Some(if is_win { Value::Win(distance) } else { Value::Loss(distance) })
            }
            Self::Draw { .. } => Some(Value::Draw),
        }
    }

    const fn plies(self) -> u16 {
        match self {
            Self::None => 0,
            Self::Win { plies, .. } | Self::Draw { plies } => plies,
        }
    }

    const fn one_ply_later(self) -> Self {
        match self {
            Self::None => Self::None,
            Self::Win { winner, plies } => Self::Win { winner, plies: plies + 1 },
            Self::Draw { plies } => Self::Draw { plies: plies + 1 },
        }
    }
}

pub(super) struct Node<M> {
    pub(super) mv: Option<M>,
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// The sum of each player's results over all visits.
    pub(super) total: [f32; MAX_PLAYERS],
    pub(super) first_child: u32,
    pub(super) children: u16,
    pub(super) mover: u8,
    /// Whether some legal moves have no child.
    pub(super) is_pruned: bool,
    pub(super) proof: Proof,
}

impl<M> Node<M> {
    const fn new(mv: Option<M>, prior: f32) -> Self {
        Self {
            mv,
            prior,
            visits: 0,
            total: [0.0; MAX_PLAYERS],
            first_child: 0,
            children: 0,
            mover: 0,
            is_pruned: false,
            proof: Proof::None,
        }
    }
}

pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    max_nodes: usize,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new(max_nodes: usize) -> Self {
        Self { nodes: vec![Node::new(None, 1.0)], max_nodes }
    }

    pub(super) fn children(&self, at: usize) -> Range<usize> {
        let first = self.nodes[at].first_child as usize;
        first..first + usize::from(self.nodes[at].children)
    }

    pub(super) fn add_children(
        &mut self,
        at: usize,
        mover: u8,
        is_pruned: bool,
        moves: impl ExactSizeIterator<Item = (f32, M)>,
    ) -> bool {
        // The root is always expanded.
        if at != 0 && self.nodes.len() + moves.len() > self.max_nodes {
            return false;
        }
        let first_child = self.nodes.len() as u32;
        self.nodes.extend(moves.map(|(prior, mv)| Node::new(Some(mv), prior)));
        let children = (self.nodes.len() - first_child as usize) as u16;
        let node = &mut self.nodes[at];
        (node.first_child, node.children) = (first_child, children);
        (node.mover, node.is_pruned) = (mover, is_pruned);
        true
    }

    /// Derives the proven result of a node from its children, if they determine it.
    pub(super) fn prove(&mut self, at: usize, players: usize) {
        let mover = usize::from(self.nodes[at].mover);
        let proofs = || self.children(at).map(|child| self.nodes[child].proof);
        let win =
            proofs().filter(|proof| proof.is_win_for(mover)).min_by_key(|proof| proof.plies());
        let all_known = !self.nodes[at].is_pruned && proofs().all(|proof| proof != Proof::None);
        let proof = match win {
            Some(win) => win,
            None if !all_known => return,
            None => {
                let draw = proofs().find(|proof| matches!(proof, Proof::Draw { .. }));
                let longest = proofs().max_by_key(|proof| proof.plies());
                let Some(best) = draw.or(longest) else { return };
                // With several opponents, all moves must lose to the same one.
                let same = |proof: Proof| match (proof, best) {
                    (Proof::Win { winner, .. }, Proof::Win { winner: other, .. }) => {
                        winner == other
                    }
                    _ => false,
                };
                if players > 2 && !proofs().all(same) {
                    return;
                }
                best
            }
        };
        self.nodes[at].proof = proof.one_ply_later();
    }

    /// Adds the visits and results of another tree's root moves.
    pub(super) fn merge_root_visits(&mut self, other: &Self)
    where
        M: PartialEq,
    {
        for place in self.children(0) {
            let twin = other.children(0).find(|&c| other.nodes[c].mv == self.nodes[place].mv);
            let Some(twin) = twin.map(|twin| &other.nodes[twin]) else { continue };
            let node = &mut self.nodes[place];
            node.visits += twin.visits;
            for (total, more) in node.total.iter_mut().zip(twin.total) {
                *total += more;
            }
            if node.proof == Proof::None {
                node.proof = twin.proof;
            }
        }
    }

    /// The sort key of a child for the player to move: proven wins first, then visits, proven losses
    /// last.
    pub(super) fn preference(&self, child: usize, mover: usize) -> (i32, u32, u32) {
        let node = &self.nodes[child];
        let mean = (node.total[mover] / node.visits.max(1) as f32 * 1e6) as u32;
        let plies = i32::from(node.proof.plies());
        if node.proof.is_win_for(mover) {
            (100_000 - plies, 0, 0)
        } else if node.proof.is_loss_for(mover) {
            (plies - 100_000, 0, 0)
        } else {
            (0, node.visits, mean)
        }
    }

    /// The principal variation that starts with a child.
    pub(super) fn principal_variation(&self, child: usize) -> Vec<M> {
        let mut line: Vec<M> = self.nodes[child].mv.into_iter().collect();
        let mut at = child;
        loop {
            let mover = usize::from(self.nodes[at].mover);
            let best = self.children(at).max_by_key(|&next| self.preference(next, mover));
            match best.filter(|&next| self.nodes[next].visits > 0) {
                Some(next) => {
                    line.extend(self.nodes[next].mv);
                    at = next;
                }
                None => return line,
            }
        }
    }
}
