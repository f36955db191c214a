//! The plain search that settles positions.

use std::collections::HashMap;
use std::mem;

use foldhash::fast::RandomState;

use crate::{Board, Rules};

/// The answers that are remembered take a few hundred megabytes at most.
const MAX_KNOWN: usize = 2_000_000;

/// A position and the goal of the player to move: 1 is a win, 0 at least a draw.
type Question = (Board, i8);

#[derive(Clone, Copy)]
enum Answer {
    /// Whether the player to move reaches the goal, and the cost of the search.
    Settled(bool, u64),
    /// The search costs more than this.
    TooExpensive(u64),
}

/// Whether the player to move reaches the goal, if the rules or their bounds say it.
fn known(rules: &dyn Rules, board: &Board, goal: i8) -> Option<bool> {
    let (least, most) = match rules.result(board) {
        Some(result) => (result, result),
        None => rules.bounds(board),
    };
    (least >= goal || most < goal).then_some(least >= goal)
}

/// Settles positions if that costs no more than a limit. The cost of a search is the number of unfinished
/// positions in its tree; a position that occurs twice counts twice. So it depends on the position alone,
/// although the search remembers answers to save time.
pub struct Search<'a> {
    rules: &'a dyn Rules,
    limit: u64,
    recent: HashMap<Question, Answer, RandomState>,
    older: HashMap<Question, Answer, RandomState>,
}

impl<'a> Search<'a> {
    /// A search with a limit for the cost of a position.
    pub fn new(rules: &'a dyn Rules, limit: u64) -> Self {
        Self { rules, limit, recent: HashMap::default(), older: HashMap::default() }
    }

    /// Whether the player to move can get at least `goal`: 1 is a win, 0 a draw. `None` if the search
    /// costs more than the limit.
    pub fn settle(&mut self, board: &Board, goal: i8) -> Option<bool> {
        self.search(board, goal, self.limit).map(|(reached, _)| reached)
    }

    /// Whether the player to move reaches the goal, and the cost; `None` if it is above the limit.
    fn search(&mut self, board: &Board, goal: i8, limit: u64) -> Option<(bool, u64)> {
        let rules = self.rules;
        if let Some(reached) = known(rules, board, goal) {
            return Some((reached, 0));
        }
        let question = (rules.first_image(board), goal);
        match self.recall(&question) {
            Some(Answer::Settled(reached, cost)) => {
                return (cost <= limit).then_some((reached, cost));
            }
            Some(Answer::TooExpensive(cost)) if cost >= limit => return None,
            _ => {}
        }
        let answer = self.search_moves(&question.0, goal, limit);
        let remembered = answer
            .map_or(Answer::TooExpensive(limit), |(reached, cost)| Answer::Settled(reached, cost));
        self.remember(question, remembered);
        answer
    }

    fn search_moves(&mut self, board: &Board, goal: i8, limit: u64) -> Option<(bool, u64)> {
        let rules = self.rules;
        let mut cost = 1;
        for next in rules.search_order(board) {
            // The player to move gets at least g exactly if the other does not get at least 1 - g.
            let (is_refuted, more) = self.search(&next, 1 - goal, limit.checked_sub(cost)?)?;
            cost += more;
            if !is_refuted {
                return Some((true, cost));
            }
        }
        Some((false, cost))
    }

    fn recall(&self, question: &Question) -> Option<Answer> {
        self.recent.get(question).or_else(|| self.older.get(question)).copied()
    }

    fn remember(&mut self, question: Question, answer: Answer) {
        if self.recent.len() >= MAX_KNOWN {
            self.older = mem::take(&mut self.recent);
        }
        self.recent.insert(question, answer);
    }
}
