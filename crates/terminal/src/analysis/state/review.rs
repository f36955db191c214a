//! The review of a whole game: progress, mistakes and accuracy.

use std::collections::VecDeque;
use std::time::Duration;

use strata_engine::{Report, accuracy};
use strata_rules::Player;
use strata_table::{History, NodeId};

use super::{Analysis, QUALITIES};

/// The time that a review spends on a position.
pub(crate) const REVIEW_TIME: Duration = Duration::from_millis(300);

/// The review of a whole game, position by position.
#[derive(Clone, Debug)]
pub(super) struct Review {
    pending: VecDeque<NodeId>,
    total: usize,
}

impl Analysis {
    /// Starts to review the main line, from its end to its start: what is known of a position helps
    /// with the one before it.
    pub(crate) fn start_review(&mut self) {
        let is_known = |node: &NodeId| {
            let report = self.report(*node);
            let is_enough =
                |report: &Report| report.time >= REVIEW_TIME || report.lines[0].value.is_proven();
            self.history[*node].position.outcome().is_some() || report.is_some_and(is_enough)
        };
        let line = self.history.main_line();
        let pending = line.iter().rev().copied().filter(|node| !is_known(node)).collect();
        self.review = Some(Review { pending, total: line.len() });
        self.finish_review();
    }

    pub(crate) fn stop_review(&mut self) {
        self.review = None;
    }

    /// Ends a review that has nothing left to do.
    fn finish_review(&mut self) {
        self.review.take_if(|review| review.pending.is_empty());
    }

    /// The position that the review comes to next.
    pub(crate) fn next_to_review(&self) -> Option<NodeId> {
        self.review.as_ref()?.pending.front().copied()
    }

    /// Notes that a position has been reviewed.
    pub(crate) fn reviewed(&mut self, node: NodeId) {
        if let Some(review) = &mut self.review {
            review.pending.retain(|pending| *pending != node);
        }
        self.finish_review();
    }

    /// How many of how many positions have been reviewed, while a review runs.
    pub(crate) fn review_progress(&self) -> Option<(usize, usize)> {
        self.review.as_ref().map(|review| (review.total - review.pending.len(), review.total))
    }

    /// The number of mistakes in the main line, by quality.
    pub(crate) fn count_mistakes(&self) -> [usize; 3] {
        let mistakes = self.history.main_line().into_iter().filter_map(|node| self.mistake(node));
        let mut counts = [0; 3];
        for mistake in mistakes {
            let place = QUALITIES.iter().position(|quality| *quality == mistake.quality);
            place.into_iter().for_each(|place| counts[place] += 1);
        }
        counts
    }

    /// The accuracy of each player in percent: the mean of their moves in the main line that had
    /// alternatives; `None` without such moves.
    pub(crate) fn accuracies(&self) -> Vec<Option<f64>> {
        let line = self.history.main_line();
        let players = self.history[History::ROOT].position.players();
        let of = |player| {
            let own = line.iter().filter(|node| self.history[**node].player == player);
            let all: Vec<f64> = own.filter_map(|node| self.move_accuracy(*node)).collect();
            (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
        };
        Player::all(players).map(of).collect()
    }

    /// The accuracy of the move that leads to a node, if there was another one.
    fn move_accuracy(&self, node: NodeId) -> Option<f64> {
        let after = &self.history[node];
        let parent = after.parent?;
        let (best, played) = (self.best_line(parent)?, self.move_value(node)?);
        let is_choice = self.history[parent].position.count_moves() > 1;
        let is_best = best.first_moves().any(|best| *best == after.mv);
        is_choice.then(|| if is_best { 100.0 } else { accuracy(best.value, played) })
    }
}
