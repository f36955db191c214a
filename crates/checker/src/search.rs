//! The plain search that settles positions.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::{Board, Rules};

/// The answers that are remembered take a few hundred megabytes at most.
const MAX_KNOWN: usize = 3_500_000;

/// Settles positions if that costs no more than a limit. The cost of a search is the number of unfinished
/// positions in its tree; a position that occurs twice counts twice. So it depends on the position alone,
/// although the search remembers answers to save time.
#[derive(Clone)]
pub struct Search<'a> {
    rules: &'a dyn Rules,
    pub(crate) limit: u64,
    /// For a position and a goal, whether the player to move reaches the goal and the cost; or `None` and
    /// a number that the cost exceeds.
    known: HashMap<(Board, i8), (Option<bool>, u64), RandomState>,
}

impl<'a> Search<'a> {
    /// A search with a limit for the cost of a position.
    pub fn new(rules: &'a dyn Rules, limit: u64) -> Self {
        Self { rules, limit, known: HashMap::default() }
    }

    /// Whether the player to move can get at least `goal`: 1 is a win, 0 a draw. `None` if the search
    /// costs more than the limit.
    pub fn settle(&mut self, board: &Board, goal: i8) -> Option<bool> {
        self.search(board, goal, self.limit).map(|(reached, _)| reached)
    }

    /// Whether the player to move reaches the goal, and the cost; `None` if it is above the limit.
    fn search(&mut self, board: &Board, goal: i8, limit: u64) -> Option<(bool, u64)> {
        let (least, most) = match self.rules.result(board) {
            Some(result) => (result, result),
            None => self.rules.bounds(board),
        };
        if least >= goal || most < goal {
            return Some((least >= goal, 0));
        }
        let question = (self.rules.first_image(board), goal);
        match self.known.get(&question) {
            Some(&(Some(reached), cost)) => return (cost <= limit).then_some((reached, cost)),
            Some(&(None, cost)) if cost >= limit => return None,
            _ => {}
        }
        let answer = self.search_moves(&question.0, goal, limit);
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        let known = answer.map_or((None, limit), |(reached, cost)| (Some(reached), cost));
        self.known.insert(question, known);
        answer
    }

    fn search_moves(&mut self, board: &Board, goal: i8, limit: u64) -> Option<(bool, u64)> {
        let rules = self.rules;
        let (mut reached, mut cost, mut is_within_limit) = (false, 1, true);
        let mut ends_with = |next: &Board| {
            // The player to move gets at least g exactly if the other does not get at least 1 - g.
            let left = limit.checked_sub(cost);
            match left.and_then(|left| self.search(next, 1 - goal, left)) {
                Some((is_refuted, more)) => (reached, cost) = (!is_refuted, cost + more),
                None => is_within_limit = false,
            }
            reached || !is_within_limit
        };
        let mut sorted = Vec::new();
        rules.visit_moves(board, &mut |mv, next| match rules.effort(board, mv, &next) {
            None => ends_with(&next),
            Some(effort) => {
                sorted.push((effort, next));
                false
            }
        });
        sorted.sort_by_key(|(effort, _)| *effort);
        sorted.iter().find(|(_, next)| ends_with(next));
        is_within_limit.then_some((reached, cost))
    }
}
