//! The proof search of one thread.

use std::sync::atomic::Ordering;

use strata_rules::Evaluator;

use super::history::History;
use super::shared::Shared;
use super::solve::{known_value, precomputed_result};
use super::wdl::{Bounds, Goal, Wdl};

/// The key of a position that follows `root`; `None` if it has none.
pub(super) fn key<G: Evaluator>(
    game: &G,
    root: &G::Position,
    position: &G::Position,
) -> Option<u128> {
    let relative = || game.relative_code(root, position).map(u128::from);
    game.proof_key(position).or_else(relative)
}

/// How many nodes a thread searches before it adds them to the shared count, and looks whether other
/// threads have made its work useless.
const NODES_PER_CHECK: u64 = 1 << 11;

/// A move to search: the position it leads to.
#[derive(Clone, Copy, Debug)]
struct Child<P> {
    position: P,
    effort: i32,
    /// The index of the move in the history.
    history_index: Option<u16>,
    is_done: bool,
}

/// A depth-first search that answers whether the player to move can reach a goal.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Evaluator> {
    game: &'a G,
    /// The position relative to which keys are unique, for games without unique keys.
    root: G::Position,
    shared: &'a Shared,
    /// The children of all positions on the current path.
    children: Vec<Child<G::Position>>,
    /// The positions on the current path and their goals.
    path: Vec<(Option<u128>, Goal)>,
    history: History,
    /// The index in `path` of a position that another thread has solved in the meantime.
    solved_ancestor: Option<usize>,
    nodes: u64,
    is_first: bool,
}

impl<'a, G: Evaluator> Worker<'a, G> {
    pub(super) fn new(game: &'a G, root: G::Position, shared: &'a Shared, is_first: bool) -> Self {
        Self {
            game,
            root,
            shared,
            children: Vec::new(),
            path: Vec::new(),
            history: History::new(),
            solved_ancestor: None,
            nodes: 0,
            is_first,
        }
    }

    pub(super) const fn game(&self) -> &'a G {
        self.game
    }

    pub(super) const fn shared(&self) -> &'a Shared {
        self.shared
    }

    /// Whether the player to move can reach the goal; `None` if the search was stopped.
    pub(super) fn reaches(
        &mut self,
        position: &G::Position,
        goal: Goal,
        ply: usize,
    ) -> Option<bool> {
        self.count_node()?;
        // Cheaper than the key.
        if let Some(value) = self.precomputed_value(position) {
            return Some(goal.is_met_by(value));
        }
        let quick_answer = match goal {
            Goal::Draw => self.game.can_force_draw(position),
            Goal::Win => self.game.can_force_win(position),
        };
        if quick_answer.is_some() {
            return quick_answer;
        }
        let key = self.key(position);
        if let Some(answer) = self.known_answer(key, goal) {
            return Some(answer);
        }
        if let Some(value) = self.static_value(position) {
            return Some(goal.is_met_by(value));
        }
        if let Some(answer) = self.answer_endgame(position, goal) {
            return answer;
        }
        let before = self.nodes;
        self.path.push((key, goal));
        let mut answer = self.find_move(position, goal, ply).map(|found| found.is_some());
        while answer.is_none() && self.solved_ancestor == Some(self.path.len() - 1) {
            self.solved_ancestor = None;
            // The answer may already be replaced in the table.
            answer = self
                .known_answer(key, goal)
                .or_else(|| self.find_move(position, goal, ply).map(|found| found.is_some()));
        }
        self.path.pop();
        let nodes = self.nodes - before;
        if let (Some(key), Some(answer), 1..) = (key, answer, nodes) {
            self.shared.record(key, Bounds::from_answer(goal, answer), nodes);
        }
        answer
    }

    /// The position after a move that reaches the goal, or `Some(None)` if there is none; `None` if the
    /// search was stopped.
    pub(super) fn find_move(
        &mut self,
        position: &G::Position,
        goal: Goal,
        ply: usize,
    ) -> Option<Option<G::Position>> {
        let first_child = self.children.len();
        let end = self.push_children(position, goal);
        let found = if end.is_some() {
            Some(end)
        } else {
            let hash = self.game.hash(position);
            self.shared.busy.enter(hash, ply);
            let found = self.search_children(position, first_child, goal, ply);
            self.shared.busy.leave(hash, ply);
            found
        };
        self.children.truncate(first_child);
        found
    }

    /// Counts a node; `None` if the search of the current position must end.
    fn count_node(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            self.shared.add_nodes(NODES_PER_CHECK);
            self.solved_ancestor = self.find_solved_ancestor();
        }
        let is_stopped = self.shared.stop.load(Ordering::Relaxed);
        (!is_stopped && self.solved_ancestor.is_none()).then_some(())
    }

    /// The first position on the path that another thread has solved. Searching on below it is useless.
    fn find_solved_ancestor(&self) -> Option<usize> {
        if !self.shared.busy.has_threads() {
            return None;
        }
        self.path.iter().position(|(key, goal)| self.known_answer(*key, *goal).is_some())
    }

    fn known_answer(&self, key: Option<u128>, goal: Goal) -> Option<bool> {
        self.shared.table.probe(key?)?.answer(goal)
    }

    fn key(&self, position: &G::Position) -> Option<u128> {
        key(self.game, &self.root, position)
    }

    fn precomputed_value(&self, position: &G::Position) -> Option<Wdl> {
        let result = precomputed_result(self.game, position)?;
        Some(Wdl::of_forced_result(result, self.game.turn(position)))
    }

    /// The value of a position that can be told without a search.
    fn static_value(&self, position: &G::Position) -> Option<Wdl> {
        if self.game.winning_move(position).is_some() {
            return Some(Wdl::Win);
        }
        let result = self.game.forced_result(position)?;
        Some(Wdl::of_forced_result(result, self.game.turn(position)))
    }

    /// Adds the positions that can follow and whose value is not known to `children`, easiest first.
    /// Returns the position after a move that is known to reach the goal.
    fn push_children(&mut self, position: &G::Position, goal: Goal) -> Option<G::Position> {
        let Self { game, root, shared, children, history, .. } = self;
        let mover = game.turn(position);
        let looks_up_moves = game.looks_up_moves(position);
        // Whether the table says that the position after a move reaches the goal.
        let look_up = |next: &G::Position| {
            let is_same_player = game.turn(next) == mover;
            let goal = if is_same_player { goal } else { goal.for_opponent() };
            let bounds = shared.table.probe(key(*game, root, next)?)?;
            bounds.answer(goal).map(|answer| answer == is_same_player)
        };
        let first_child = children.len();
        let mut end = None;
        game.for_each_candidate(position, |mv, score| {
            if end.is_some() {
                return;
            }
            let mut next = *position;
            game.play(&mut next, mv);
            let is_reached = match known_value(*game, &next, mover) {
                Some(value) => Some(goal.is_met_by(value)),
                None if looks_up_moves => look_up(&next),
                None => None,
            };
            match is_reached {
                Some(is_reached) => end = is_reached.then_some(next),
                None => {
                    let history_index = game.history_index(position, mv);
                    let score = score + history.score(history_index);
                    let effort = game.proof_effort(&next, score);
                    children.push(Child { position: next, effort, history_index, is_done: false });
                }
            }
        });
        if end.is_none() {
            children[first_child..].sort_unstable_by_key(|child| child.effort);
        }
        end
    }

    /// Searches the children until one reaches the goal. At odd plies, where usually none does, children
    /// that another thread is searching come last, except for the first one. At even plies one of the
    /// first children usually decides, so all threads help with one after the other.
    fn search_children(
        &mut self,
        position: &G::Position,
        first_child: usize,
        goal: Goal,
        ply: usize,
    ) -> Option<Option<G::Position>> {
        let end = self.children.len();
        let mover = self.game.turn(position);
        let mut done = 0;
        for is_second_pass in [false, true] {
            for place in first_child..end {
                let Child { position: next, is_done, .. } = self.children[place];
                let can_wait = !is_second_pass && ply % 2 == 1 && place > first_child;
                if is_done || can_wait && self.shared.busy.contains(self.game.hash(&next), ply + 1)
                {
                    continue;
                }
                if self.is_first {
                    self.shared.path.show(ply, done, end - first_child);
                }
                let is_reached = if self.game.turn(&next) == mover {
                    self.reaches(&next, goal, ply + 1)?
                } else {
                    !self.reaches(&next, goal.for_opponent(), ply + 1)?
                };
                if is_reached {
                    let vain = self.children[first_child..place].iter();
                    let decisive = self.children[place].history_index;
                    self.history.update(decisive, vain.map(|child| child.history_index));
                    return Some(Some(next));
                }
                self.children[place].is_done = true;
                done += 1;
            }
            if done == end - first_child {
                break;
            }
        }
        Some(None)
    }
}

impl<G: Evaluator> Drop for Worker<'_, G> {
    fn drop(&mut self) {
        self.shared.add_nodes(self.nodes % NODES_PER_CHECK);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use strata_games::clusterfuss::{Board, Clusterfuss};
    use strata_rules::{Family, Game, Options};

    use super::super::solve::Request;
    use super::super::table::Table;
    use super::*;

    type Board5 = Board<5, u32>;
    type Start = <Board5 as Game>::Position;

    /// The answer for the start position of 5×5 Clusterfuss and the nodes searched, if the table contains
    /// `value` for the positions after the moves that `is_stored` chooses.
    fn find_winning_move(value: Wdl, is_stored: fn(usize) -> bool) -> (Option<Start>, u64) {
        let info = Clusterfuss::INFO;
        let options = Options::from_pairs(info.id, info.options, [("size", "5")]);
        let game = Board5::new(options.expect("the size exists"));
        let start = game.start();
        let table = Arc::new(Table::new(16, game.proof_key_bits()));
        let shared = Shared::new(table, &Request::default());
        let mut count = 0;
        game.for_each_candidate(&start, |mv, _| {
            let mut next = start;
            game.play(&mut next, mv);
            if is_stored(count) {
                let key = game.proof_key(&next).expect("a position with a key");
                shared.table.store(key, Bounds::exactly(value), 1);
            }
            count += 1;
        });
        let mut worker = Worker::new(&game, start, &shared, false);
        let found = worker.find_move(&start, Goal::Win, 0).expect("nothing stops the search");
        (found, worker.nodes)
    }

    #[test]
    fn a_move_that_is_known_to_win_is_found_without_a_search() {
        let (found, nodes) = find_winning_move(Wdl::Loss, |number| number == 17);
        assert!(found.is_some());
        assert_eq!(nodes, 0);
    }

    #[test]
    fn moves_that_are_known_to_lose_are_not_searched() {
        assert_eq!(find_winning_move(Wdl::Win, |_| true), (None, 0));
    }
}
