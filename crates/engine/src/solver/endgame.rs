//! Endgames that are searched as games of their own, within a search of the whole game.

use std::sync::atomic::Ordering;

use strata_rules::{EndgameVisitor, Evaluator};

use super::shared::Shared;
use super::wdl::Goal;
use super::worker::Worker;

/// The size of the table for an endgame.
const MEGABYTES: usize = 64;

impl<G: Evaluator> Worker<'_, G> {
    /// Whether the player to move can reach the goal, if the rest of the game is a game of its own;
    /// `Some(None)` if the search was stopped.
    pub(super) fn answer_endgame(
        &self,
        position: &G::Position,
        goal: Goal,
    ) -> Option<Option<bool>> {
        self.game().visit_endgame(position, position, AnswerEndgame { shared: self.shared(), goal })
    }
}

struct AnswerEndgame<'a> {
    /// The state of the search of the whole game.
    shared: &'a Shared,
    goal: Goal,
}

impl<M> EndgameVisitor<M> for AnswerEndgame<'_> {
    type Output = Option<bool>;

    fn visit<G: Evaluator<Move = M>>(self, game: &G, position: &G::Position) -> Option<bool> {
        let shared = Shared::within(self.shared, MEGABYTES, game.proof_key_bits());
        let answer = Worker::new(game, *position, &shared, false).reaches(position, self.goal, 0);
        self.shared.add_nodes(shared.nodes.load(Ordering::Relaxed));
        answer
    }
}
