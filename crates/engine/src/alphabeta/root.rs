//! The search of the root moves.

use strata_rules::{Evaluator, MOVE_INDEX_COUNT};

use super::IterativeDeepening;
use super::node::Worker;
use super::window::{SearchResult, Window};
use crate::root::{RootClass, root_moves};
use crate::value::{INFINITY, PROVEN};
use crate::{Line, Value};

/// A root move with its principal variation and latest exact score.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) pv: Vec<M>,
    /// The other moves that are mirror images of this one.
    mirrors: Vec<M>,
    score: i32,
    proven: bool,
}

impl<M: Copy> RootMove<M> {
    pub(super) fn mv(&self) -> M {
        self.pv[0]
    }

    pub(super) fn line(&self) -> Line<M> {
        let value = match self.score {
            score if score <= -INFINITY => Value::Estimate(0),
            score => Value::from_score(score, self.proven),
        };
        Line { moves: self.pv.clone(), value, mirrors: self.mirrors.clone() }
    }

    /// The line of this move alone, with another value.
    pub(super) fn line_with(&self, value: Value) -> Line<M> {
        Line { moves: vec![self.mv()], value, mirrors: self.mirrors.clone() }
    }
}

/// The half-width of the first aspiration window.
const ASPIRATION_MARGIN: i32 = 40;
/// Beyond this half-width the window is opened completely.
const MAX_ASPIRATION_MARGIN: i32 = 600;

impl<G: Evaluator> IterativeDeepening<'_, G> {
    /// All legal moves without mirror images, candidates with the highest ordering scores first.
    pub(super) fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        let mut scores = vec![i32::MIN; MOVE_INDEX_COUNT];
        self.game.for_each_candidate(self.position, |mv, score| {
            scores[usize::from(self.game.move_index(mv))] = score;
        });
        let mut moves = Vec::new();
        self.game.for_each_move(self.position, |mv| moves.push(mv));
        let score = |mv: &G::Move| scores[usize::from(self.game.move_index(*mv))];
        moves.sort_by_key(|mv| std::cmp::Reverse(score(mv)));
        let root = |RootClass { mv, mirrors }| RootMove {
            pv: vec![mv],
            mirrors,
            score: -INFINITY,
            proven: false,
        };
        root_moves(self.game, self.position, moves).into_iter().map(root).collect()
    }

    /// Finds the best move among `roots[line..]` with an aspiration window and moves it to
    /// `roots[line]`; `None` if the search was stopped.
    pub(super) fn search_line(
        &self,
        worker: &mut Worker<'_, G>,
        roots: &mut [RootMove<G::Move>],
        line: usize,
        depth: i32,
    ) -> Option<()> {
        let expected = roots[line].score;
        let mut margin = ASPIRATION_MARGIN;
        let mut window = if depth >= 4 && expected.abs() < PROVEN {
            Window { alpha: expected - margin, beta: expected + margin }
        } else {
            Window::FULL
        };
        loop {
            let best = self.search_roots(worker, &mut roots[line..], window, depth, line == 0)?;
            if best <= window.alpha && window.alpha > -INFINITY {
                window.alpha = best - margin;
            } else if best >= window.beta && window.beta < INFINITY {
                window.beta = best + margin;
            } else {
                break;
            }
            margin *= 4;
            if margin > MAX_ASPIRATION_MARGIN {
                window = Window::FULL;
            }
        }
        Some(())
    }

    /// Searches all of `roots` and moves the best one to the front. Returns its score, which is a
    /// bound if it is outside the window. `is_position`: the best score is that of the position.
    fn search_roots(
        &self,
        worker: &mut Worker<'_, G>,
        roots: &mut [RootMove<G::Move>],
        mut window: Window,
        depth: i32,
        is_position: bool,
    ) -> Option<i32> {
        let full = window;
        let mut best = -INFINITY;
        let mut all_proven = true;
        for index in 0..roots.len() {
            let mut result = SearchResult::estimate(window.alpha + 1);
            if index > 0 {
                let narrow = Window::above(window.alpha);
                result = self.search_root_move(worker, roots[index].mv(), narrow, depth)?;
            }
            if index == 0 || window.contains(result.score) {
                result = self.search_root_move(worker, roots[index].mv(), window, depth)?;
            }
            all_proven &= result.proven;
            best = best.max(result.score);
            if result.score > window.alpha {
                let root = &mut roots[index];
                root.score = result.score;
                let is_exact = full.contains(result.score) || result.score >= PROVEN;
                root.proven = result.proven && is_exact;
                root.pv.truncate(1);
                root.pv.extend_from_slice(worker.pv(1));
                roots[..=index].rotate_right(1);
            }
            window.alpha = window.alpha.max(result.score);
            if window.alpha >= window.beta {
                return Some(best);
            }
        }
        // A draw is the value of the position only if no other move can be better.
        roots[0].proven &= !is_position || all_proven || roots[0].score >= PROVEN;
        Some(best)
    }

    fn search_root_move(
        &self,
        worker: &mut Worker<'_, G>,
        mv: G::Move,
        window: Window,
        depth: i32,
    ) -> Option<SearchResult> {
        let mut child = *self.position;
        self.game.play(&mut child, mv);
        let mover = self.game.turn(self.position);
        worker.search_child(&child, mover, window, depth - 1, 1, self.game.move_index(mv))
    }
}

/// An iteration that was stopped.
pub(super) struct Aborted<'a, M> {
    /// The root moves before it.
    pub(super) before: &'a [RootMove<M>],
    pub(super) roots: &'a [RootMove<M>],
    /// The number of lines that were finished.
    pub(super) searched: usize,
}

impl<M: Copy + PartialEq> Aborted<'_, M> {
    /// The finished lines, completed by those of the last report.
    pub(super) fn lines(&self, reported: &[Line<M>], count: usize) -> Vec<Line<M>> {
        let finished = self.roots[..self.searched].iter().map(RootMove::line);
        let better = (self.searched == 0).then(|| self.better_move()).flatten();
        let mut lines: Vec<Line<M>> = finished.chain(better).collect();
        for line in reported {
            if lines.iter().all(|new| new.moves[0] != line.moves[0]) {
                lines.push(line.clone());
            }
        }
        lines.truncate(count);
        lines
    }

    /// A move that turned out better than the best one of the iteration before. Moves that were not
    /// searched may be even better, so only a win is proven, and a loss says nothing.
    fn better_move(&self) -> Option<Line<M>> {
        let best = &self.roots[0];
        let is_new = best.mv() != self.before[0].mv() || self.before[0].score <= -INFINITY;
        let is_win = best.score >= PROVEN;
        let line = best.line();
        match line.value {
            _ if !(is_new || is_win) || best.score <= -PROVEN => None,
            Value::Draw => Some(Line { value: Value::Estimate(0), ..line }),
            _ => Some(line),
        }
    }
}

/// Puts the lines in order. The first stays first unless a better one is proven, and estimates of the
/// others do not exceed its value: they were searched separately.
pub(super) fn sort_lines<M>(lines: &mut [Line<M>]) {
    let Some(first) = lines.first().map(|line| line.value) else { return };
    for line in &mut lines[1..] {
        line.value = at_most(line.value, first);
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.value.rank()));
    // The draw of another move does not prove that the position is a draw.
    if lines[0].value == Value::Draw && first != Value::Draw {
        lines[0].value = Value::Estimate(0);
    }
}

/// The value of a line other than the first is at most that of the first, unless it is proven.
fn at_most(value: Value, first: Value) -> Value {
    match value {
        Value::Estimate(_) if value.rank() > first.rank() => match first {
            Value::Estimate(_) => first,
            _ => Value::Estimate(first.rank()),
        },
        _ => value,
    }
}
