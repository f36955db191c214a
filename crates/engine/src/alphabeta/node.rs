//! The search of one position.

use strata_rules::{Decided, Evaluator, Game, MOST_ESTIMATE, Player, Symmetry};

use super::keys::Keys;
use crate::limits::Watch;
use crate::ordering::Ordering;
use crate::value::{INFINITY, PROVEN, WIN, is_decisive};
use crate::{Bound, Entry, Table};

/// No line is followed further; no game that fits a search lasts as long.
pub(super) const MOST_PLIES: usize = 240;

/// A score, and whether only ends of games went into it. Above the window it is a lower bound,
/// below it an upper bound, and that bound is what `exact` vouches for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) score: i32,
    pub(super) exact: bool,
}

impl std::ops::Neg for Found {
    type Output = Self;

    fn neg(self) -> Self {
        Self { score: -self.score, exact: self.exact }
    }
}

/// A legal move with its place in the order.
struct Candidate<M> {
    mv: M,
    move_index: u16,
    order: i32,
}

/// One thread's search.
pub(super) struct Worker<'a, G: Evaluator> {
    game: &'a G,
    table: &'a Table,
    keys: &'a Keys<'a, G>,
    watch: &'a Watch<'a>,
    ordering: Ordering,
    /// Whether positions solved beforehand may be looked up.
    prove: bool,
    /// The moves of all positions on the current line, one after another.
    candidates: Vec<Candidate<G::Move>>,
    /// The best line from each ply on.
    lines: Vec<Vec<G::Move>>,
    uncounted: u64,
    allowance: u64,
}

impl<'a, G: Evaluator> Worker<'a, G> {
    pub(super) fn new(
        game: &'a G,
        table: &'a Table,
        keys: &'a Keys<'a, G>,
        watch: &'a Watch<'a>,
        prove: bool,
    ) -> Self {
        Self {
            game,
            table,
            keys,
            watch,
            ordering: Ordering::new(MOST_PLIES),
            prove,
            candidates: Vec::with_capacity(4096),
            lines: vec![Vec::new(); MOST_PLIES + 2],
            uncounted: 0,
            allowance: watch.allowance(),
        }
    }

    /// The best line found from this ply on.
    pub(super) fn line(&self, ply: usize) -> &[G::Move] {
        &self.lines[ply]
    }

    /// Counts what has not been counted yet.
    pub(super) fn flush(&mut self) {
        self.watch.count(std::mem::take(&mut self.uncounted));
        self.allowance = self.watch.allowance();
    }

    /// Counts a position; nothing when the search must break off.
    fn count(&mut self) -> Option<()> {
        self.uncounted += 1;
        if self.uncounted >= self.allowance {
            let stop = self.watch.count(std::mem::take(&mut self.uncounted));
            self.allowance = self.watch.allowance();
            if stop {
                self.candidates.clear();
                return None;
            }
        }
        Some(())
    }

    /// The score for `mover` of the position after their move.
    #[expect(clippy::too_many_arguments, reason = "all of it changes from call to call")]
    pub(super) fn child(
        &mut self,
        child: &G::Position,
        mover: Player,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        move_index: u16,
    ) -> Option<Found> {
        if let Some(outcome) = self.game.outcome(child) {
            self.count()?;
            self.lines[ply].clear();
            let score = match outcome.winners.contains(mover) {
                true if outcome.is_draw(2) => 0,
                true => WIN - ply as i32,
                false => ply as i32 - WIN,
            };
            return Some(Found { score, exact: true });
        }
        if let Some(decided) = self.decided(child) {
            self.count()?;
            self.lines[ply].clear();
            let score = match decided {
                Decided::Draw => 0,
                Decided::Win { player, plies } => {
                    let score = WIN - ply as i32 - i32::from(plies);
                    if player == mover { score } else { -score }
                }
            };
            return Some(Found { score, exact: true });
        }
        // A player may have several turns in a row.
        if self.game.turn(child) == mover {
            self.node(child, alpha, beta, depth, ply, move_index)
        } else {
            self.node(child, -beta, -alpha, depth, ply, move_index).map(|found| -found)
        }
    }

    fn decided(&self, position: &G::Position) -> Option<Decided> {
        let solved = || if self.prove { self.game.solved(position) } else { None };
        self.game.decided(position).or_else(solved)
    }

    /// The score of a position that is not over for the player to move.
    fn node(
        &mut self,
        position: &G::Position,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        previous: u16,
    ) -> Option<Found> {
        self.count()?;
        self.lines[ply].clear();
        let mover = self.game.turn(position);
        let win_now = WIN - ply as i32 - 1;
        // No line from here can be better than a win at once: shorter wins elsewhere settle it.
        beta = beta.min(win_now);
        alpha = alpha.max(ply as i32 - WIN);
        if alpha >= beta {
            return Some(Found { score: alpha, exact: true });
        }
        if depth <= 0 || ply >= MOST_PLIES {
            return Some(self.leaf(position, mover, ply, win_now));
        }
        let is_main_line = beta - alpha > 1;
        let (key, symmetry) = self.keys.key(position, depth, ply);
        let entry = self.table.find(key);
        let mut proven = -INFINITY..INFINITY;
        if let Some(entry) = entry {
            if let Some(found) = settled_by(&entry, alpha, beta, depth, ply) {
                return Some(found);
            }
            // What is proven narrows the window for good.
            proven = proven_bounds(&entry, ply);
            alpha = alpha.max(proven.start);
            beta = beta.min(proven.end);
        }
        if let Some(mv) = self.game.winning_move(position) {
            self.lines[ply].push(mv);
            return Some(Found { score: win_now, exact: true });
        }

        let begin = self.candidates.len();
        let table_move = entry.and_then(|entry| entry.move_index);
        let hint = self.ordering.hint(mover.index(), ply, previous);
        self.list_moves(position, &hint, table_move, symmetry);
        let end = self.candidates.len();
        // A forced move costs no depth.
        let depth_below = if end - begin == 1 { depth } else { depth - 1 };

        let mut best = Found { score: proven.start, exact: proven.start > -INFINITY };
        let mut all_exact = true;
        let mut best_index = None;
        let lower = alpha;
        for index in begin..end {
            self.bring_best_forward(index, end);
            let Candidate { mv, move_index, .. } = self.candidates[index];
            let mut child = *position;
            self.game.play(&mut child, mv);
            let tried = index - begin;
            let found = if tried == 0 {
                self.child(&child, mover, alpha, beta, depth_below, ply + 1, move_index)?
            } else {
                let less = reduction(depth, tried, is_main_line);
                let mut found = self.child(
                    &child,
                    mover,
                    alpha,
                    alpha + 1,
                    depth_below - less,
                    ply + 1,
                    move_index,
                )?;
                if less > 0 && found.score > alpha && !found.exact {
                    found = self.child(
                        &child,
                        mover,
                        alpha,
                        alpha + 1,
                        depth_below,
                        ply + 1,
                        move_index,
                    )?;
                }
                if found.score > alpha && found.score < beta {
                    found =
                        self.child(&child, mover, alpha, beta, depth_below, ply + 1, move_index)?;
                }
                found
            };
            all_exact &= found.exact;
            if found.score > best.score {
                best = found;
                if found.score > alpha {
                    alpha = found.score;
                    best_index = Some(self.stored_index(mv, move_index, symmetry));
                    if is_main_line {
                        let (head, tail) = self.lines.split_at_mut(ply + 1);
                        head[ply].clear();
                        head[ply].push(mv);
                        head[ply].extend_from_slice(&tail[0]);
                    }
                }
            }
            if alpha >= beta {
                let failed = self.candidates[begin..index].iter().map(|other| other.move_index);
                self.ordering.reward(&hint, ply, previous, move_index, depth, failed);
                break;
            }
        }
        self.candidates.truncate(begin);

        // Too good needs one good move; anything else is a statement about all of them.
        let exact = if best.score >= beta { best.exact } else { all_exact };
        if !exact && proven != (-INFINITY..INFINITY) {
            // An estimate must not take the place of a proof, and cannot be beyond it.
            return Some(Found { score: best.score.min(proven.end), exact });
        }
        let bound = if best.score >= beta {
            Bound::Lower
        } else if best.score > lower {
            Bound::Both
        } else {
            Bound::Upper
        };
        let score = from_here(best.score, ply);
        let move_index = best_index.or(table_move);
        let depth = depth.clamp(0, 255) as u8;
        self.table.store(key, Entry { score, depth, bound, exact, move_index });
        Some(Found { score: best.score, exact })
    }

    fn leaf(&self, position: &G::Position, mover: Player, ply: usize, win_now: i32) -> Found {
        if ply < MOST_PLIES && self.game.winning_move(position).is_some() {
            return Found { score: win_now, exact: true };
        }
        let estimate = self.game.evaluate(position, mover);
        Found { score: estimate.clamp(-MOST_ESTIMATE, MOST_ESTIMATE), exact: false }
    }

    fn list_moves(
        &mut self,
        position: &G::Position,
        hint: &crate::ordering::Hint,
        table_move: Option<u16>,
        symmetry: Symmetry,
    ) {
        let Self { game, candidates, ordering, .. } = self;
        game.for_each_move(position, |mv| {
            if !game.is_worthwhile(position, mv) {
                return;
            }
            let move_index = game.move_index(mv);
            let filed = stored_index(*game, mv, move_index, symmetry);
            let order = if table_move == Some(filed) {
                i32::MAX
            } else {
                ordering.score(hint, move_index, game.ordering_score(position, mv))
            };
            candidates.push(Candidate { mv, move_index, order });
        });
    }

    /// Swaps the most promising of the moves left to `index`.
    fn bring_best_forward(&mut self, index: usize, end: usize) {
        let mut best = index;
        for other in index + 1..end {
            if self.candidates[other].order > self.candidates[best].order {
                best = other;
            }
        }
        self.candidates.swap(index, best);
    }

    fn stored_index(&self, mv: G::Move, move_index: u16, symmetry: Symmetry) -> u16 {
        stored_index(self.game, mv, move_index, symmetry)
    }
}

/// The move_index under which the table files a move of a position seen through a symmetry.
fn stored_index<G: Evaluator>(game: &G, mv: G::Move, move_index: u16, symmetry: Symmetry) -> u16 {
    if symmetry == Symmetry::IDENTITY {
        move_index
    } else {
        game.move_index(Game::transform_move(game, mv, symmetry))
    }
}

/// How many plies less a late move is searched at first.
fn reduction(depth: i32, tried: usize, is_main_line: bool) -> i32 {
    if depth < 3 || tried < 3 {
        return 0;
    }
    let late = tried.ilog2() as i32;
    let less = (late * depth.ilog2() as i32 + 1) / 3;
    (less - i32::from(is_main_line)).clamp(0, depth - 2)
}

/// A score counted from a position `ply` plies below the root.
fn from_here(score: i32, ply: usize) -> i32 {
    if is_decisive(score) { score + score.signum() * ply as i32 } else { score }
}

/// A score of the table counted from the root.
fn from_root(score: i32, ply: usize) -> i32 {
    if is_decisive(score) { score - score.signum() * ply as i32 } else { score }
}

/// What the table has proven to be the least and the most that a position is worth.
fn proven_bounds(entry: &Entry, ply: usize) -> std::ops::Range<i32> {
    let score = from_root(entry.score, ply);
    let proves = |sign: i32| sign * score >= PROVEN || entry.exact;
    match entry.bound {
        Bound::Lower if proves(1) => score..INFINITY,
        Bound::Upper if proves(-1) => -INFINITY..score,
        _ => -INFINITY..INFINITY,
    }
}

/// What the table alone can say, if that is enough here.
fn settled_by(entry: &Entry, alpha: i32, beta: i32, depth: i32, ply: usize) -> Option<Found> {
    let score = from_root(entry.score, ply);
    let at_least = matches!(entry.bound, Bound::Lower | Bound::Both);
    let at_most = matches!(entry.bound, Bound::Upper | Bound::Both);
    let is_proof = entry.exact || (at_least && score >= PROVEN) || (at_most && score <= -PROVEN);
    if i32::from(entry.depth) < depth && !is_proof {
        return None;
    }
    let settles =
        entry.bound == Bound::Both || (at_least && score >= beta) || (at_most && score <= alpha);
    settles.then_some(Found { score, exact: is_proof })
}
