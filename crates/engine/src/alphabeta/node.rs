//! The recursive alpha-beta search.

use strata_rules::{Evaluator, ForcedResult, Game, MAX_ESTIMATE, Player, Symmetry};

use super::keys::Keys;
use crate::limits::SearchControl;
use crate::ordering::Ordering;
use crate::value::{INFINITY, PROVEN, WIN, is_decisive};
use crate::{Bound, Entry, TranspositionTable};

/// The maximum search depth in plies; no game in reach of a full search lasts longer.
pub(super) const MAX_PLIES: usize = 240;

/// A score, and whether it depends only on ends of games. Above the window the score is a lower
/// bound and below it an upper bound; `proven` then refers to that bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchResult {
    pub(super) score: i32,
    pub(super) proven: bool,
}

impl std::ops::Neg for SearchResult {
    type Output = Self;

    fn neg(self) -> Self {
        Self { score: -self.score, proven: self.proven }
    }
}

/// A legal move with its ordering score.
struct ScoredMove<M> {
    mv: M,
    move_index: u16,
    order: i32,
}

/// The search state of one thread.
pub(super) struct Worker<'a, G: Evaluator> {
    game: &'a G,
    table: &'a TranspositionTable,
    keys: &'a Keys<'a, G>,
    control: &'a SearchControl<'a>,
    ordering: Ordering,
    /// Whether to look up precomputed results.
    prove: bool,
    /// The move lists of all nodes on the current path, one after another.
    moves: Vec<ScoredMove<G::Move>>,
    /// The principal variation from each ply.
    pvs: Vec<Vec<G::Move>>,
    uncounted: u64,
    nodes_until_check: u64,
}

impl<'a, G: Evaluator> Worker<'a, G> {
    pub(super) fn new(
        game: &'a G,
        table: &'a TranspositionTable,
        keys: &'a Keys<'a, G>,
        control: &'a SearchControl<'a>,
        prove: bool,
    ) -> Self {
        Self {
            game,
            table,
            keys,
            control,
            ordering: Ordering::new(MAX_PLIES),
            prove,
            moves: Vec::with_capacity(4096),
            pvs: vec![Vec::new(); MAX_PLIES + 2],
            uncounted: 0,
            nodes_until_check: control.nodes_until_check(),
        }
    }

    /// The principal variation from this ply.
    pub(super) fn pv(&self, ply: usize) -> &[G::Move] {
        &self.pvs[ply]
    }

    /// Adds the nodes not yet counted to the shared total.
    pub(super) fn flush(&mut self) {
        self.control.add_nodes(std::mem::take(&mut self.uncounted));
        self.nodes_until_check = self.control.nodes_until_check();
    }

    /// Counts a node; `None` if the search must stop.
    fn count(&mut self) -> Option<()> {
        self.uncounted += 1;
        if self.uncounted >= self.nodes_until_check {
            let stop = self.control.add_nodes(std::mem::take(&mut self.uncounted));
            self.nodes_until_check = self.control.nodes_until_check();
            if stop {
                self.moves.clear();
                return None;
            }
        }
        Some(())
    }

    /// The score for `mover` of the position after their move.
    #[expect(clippy::too_many_arguments, reason = "every argument differs from call to call")]
    pub(super) fn search_child(
        &mut self,
        child: &G::Position,
        mover: Player,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        move_index: u16,
    ) -> Option<SearchResult> {
        if let Some(outcome) = self.game.outcome(child) {
            self.count()?;
            self.pvs[ply].clear();
            let score = match outcome.winners.contains(mover) {
                true if outcome.is_draw(2) => 0,
                true => WIN - ply as i32,
                false => ply as i32 - WIN,
            };
            return Some(SearchResult { score, proven: true });
        }
        if let Some(result) = self.forced_result(child) {
            self.count()?;
            self.pvs[ply].clear();
            let score = match result {
                ForcedResult::Draw => 0,
                ForcedResult::Win { player, plies } => {
                    let score = WIN - ply as i32 - i32::from(plies);
                    if player == mover { score } else { -score }
                }
            };
            return Some(SearchResult { score, proven: true });
        }
        // The same player may be to move again.
        if self.game.turn(child) == mover {
            self.search_node(child, alpha, beta, depth, ply, move_index)
        } else {
            self.search_node(child, -beta, -alpha, depth, ply, move_index).map(|result| -result)
        }
    }

    fn forced_result(&self, position: &G::Position) -> Option<ForcedResult> {
        let solved = || if self.prove { self.game.solved(position) } else { None };
        self.game.forced_result(position).or_else(solved)
    }

    /// The score of an unfinished position for the player to move.
    fn search_node(
        &mut self,
        position: &G::Position,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        previous: u16,
    ) -> Option<SearchResult> {
        self.count()?;
        self.pvs[ply].clear();
        let mover = self.game.turn(position);
        let win_now = WIN - ply as i32 - 1;
        // Mate distance pruning: the best result from here is an immediate win.
        beta = beta.min(win_now);
        alpha = alpha.max(ply as i32 - WIN);
        if alpha >= beta {
            return Some(SearchResult { score: alpha, proven: true });
        }
        if depth <= 0 || ply >= MAX_PLIES {
            return Some(self.evaluate_leaf(position, mover, ply, win_now));
        }
        let is_pv_node = beta - alpha > 1;
        let (key, symmetry) = self.keys.key(position, depth, ply);
        let entry = self.table.probe(key);
        let mut proven_range = -INFINITY..INFINITY;
        if let Some(entry) = entry {
            if let Some(result) = table_cutoff(&entry, alpha, beta, depth, ply) {
                return Some(result);
            }
            // Proven bounds narrow the window.
            proven_range = proven_bounds(&entry, ply);
            alpha = alpha.max(proven_range.start);
            beta = beta.min(proven_range.end);
        }
        if let Some(mv) = self.game.winning_move(position) {
            self.pvs[ply].push(mv);
            return Some(SearchResult { score: win_now, proven: true });
        }

        let begin = self.moves.len();
        let table_move = entry.and_then(|entry| entry.move_index);
        let context = self.ordering.context(mover.index(), ply, previous);
        self.generate_moves(position, &context, table_move, symmetry);
        let end = self.moves.len();
        // Extend forced moves.
        let depth_below = if end - begin == 1 { depth } else { depth - 1 };

        let mut best =
            SearchResult { score: proven_range.start, proven: proven_range.start > -INFINITY };
        let mut all_proven = true;
        let mut best_move_index = None;
        let lower = alpha;
        for index in begin..end {
            self.pick_next_move(index, end);
            let ScoredMove { mv, move_index, .. } = self.moves[index];
            let mut child = *position;
            self.game.play(&mut child, mv);
            let tried = index - begin;
            let result = if tried == 0 {
                self.search_child(&child, mover, alpha, beta, depth_below, ply + 1, move_index)?
            } else {
                let less = reduction(depth, tried, is_pv_node);
                let mut result = self.search_child(
                    &child,
                    mover,
                    alpha,
                    alpha + 1,
                    depth_below - less,
                    ply + 1,
                    move_index,
                )?;
                if less > 0 && result.score > alpha && !result.proven {
                    result = self.search_child(
                        &child,
                        mover,
                        alpha,
                        alpha + 1,
                        depth_below,
                        ply + 1,
                        move_index,
                    )?;
                }
                if result.score > alpha && result.score < beta {
                    result = self.search_child(
                        &child,
                        mover,
                        alpha,
                        beta,
                        depth_below,
                        ply + 1,
                        move_index,
                    )?;
                }
                result
            };
            all_proven &= result.proven;
            if result.score > best.score {
                best = result;
                if result.score > alpha {
                    alpha = result.score;
                    best_move_index = Some(self.stored_index(mv, move_index, symmetry));
                    if is_pv_node {
                        let (head, tail) = self.pvs.split_at_mut(ply + 1);
                        head[ply].clear();
                        head[ply].push(mv);
                        head[ply].extend_from_slice(&tail[0]);
                    }
                }
            }
            if alpha >= beta {
                let failed = self.moves[begin..index].iter().map(|other| other.move_index);
                self.ordering.record_cutoff(&context, ply, previous, move_index, depth, failed);
                break;
            }
        }
        self.moves.truncate(begin);

        // A beta cutoff needs one proven move; any other result depends on all of them.
        let proven = if best.score >= beta { best.proven } else { all_proven };
        if !proven && proven_range != (-INFINITY..INFINITY) {
            // Do not overwrite a proven bound with an estimate, and keep the estimate inside it.
            return Some(SearchResult { score: best.score.min(proven_range.end), proven });
        }
        let bound = if best.score >= beta {
            Bound::Lower
        } else if best.score > lower {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let score = score_to_table(best.score, ply);
        let move_index = best_move_index.or(table_move);
        let depth = depth.clamp(0, 255) as u8;
        self.table.store(key, Entry { score, depth, bound, proven, move_index });
        Some(SearchResult { score: best.score, proven })
    }

    fn evaluate_leaf(
        &self,
        position: &G::Position,
        mover: Player,
        ply: usize,
        win_now: i32,
    ) -> SearchResult {
        if ply < MAX_PLIES && self.game.winning_move(position).is_some() {
            return SearchResult { score: win_now, proven: true };
        }
        let estimate = self.game.evaluate(position, mover);
        SearchResult { score: estimate.clamp(-MAX_ESTIMATE, MAX_ESTIMATE), proven: false }
    }

    fn generate_moves(
        &mut self,
        position: &G::Position,
        context: &crate::ordering::OrderingContext,
        table_move: Option<u16>,
        symmetry: Symmetry,
    ) {
        let Self { game, moves, ordering, .. } = self;
        game.for_each_candidate(position, |mv, ordering_score| {
            let move_index = game.move_index(mv);
            let table_index = stored_index(*game, mv, move_index, symmetry);
            let order = if table_move == Some(table_index) {
                i32::MAX
            } else {
                ordering.score(context, move_index, ordering_score)
            };
            moves.push(ScoredMove { mv, move_index, order });
        });
    }

    /// Selection sort step: swaps the remaining move with the highest score to `index`.
    fn pick_next_move(&mut self, index: usize, end: usize) {
        let mut best = index;
        for other in index + 1..end {
            if self.moves[other].order > self.moves[best].order {
                best = other;
            }
        }
        self.moves.swap(index, best);
    }

    fn stored_index(&self, mv: G::Move, move_index: u16, symmetry: Symmetry) -> u16 {
        stored_index(self.game, mv, move_index, symmetry)
    }
}

/// The move index stored in the table: that of the move's image under the symmetry.
fn stored_index<G: Evaluator>(game: &G, mv: G::Move, move_index: u16, symmetry: Symmetry) -> u16 {
    if symmetry == Symmetry::IDENTITY {
        move_index
    } else {
        game.move_index(Game::transform_move(game, mv, symmetry))
    }
}

/// The late move reduction, in plies.
fn reduction(depth: i32, tried: usize, is_pv_node: bool) -> i32 {
    if depth < 3 || tried < 3 {
        return 0;
    }
    let late = tried.ilog2() as i32;
    let less = (late * depth.ilog2() as i32 + 1) / 3;
    (less - i32::from(is_pv_node)).clamp(0, depth - 2)
}

/// Converts a score from distance to the root to distance to the node, for storing.
fn score_to_table(score: i32, ply: usize) -> i32 {
    if is_decisive(score) { score + score.signum() * ply as i32 } else { score }
}

/// Converts a stored score to distance to the root.
fn score_from_table(score: i32, ply: usize) -> i32 {
    if is_decisive(score) { score - score.signum() * ply as i32 } else { score }
}

/// The proven lower and upper bound of an entry.
fn proven_bounds(entry: &Entry, ply: usize) -> std::ops::Range<i32> {
    let score = score_from_table(entry.score, ply);
    let proves = |sign: i32| sign * score >= PROVEN || entry.proven;
    match entry.bound {
        Bound::Lower if proves(1) => score..INFINITY,
        Bound::Upper if proves(-1) => -INFINITY..score,
        _ => -INFINITY..INFINITY,
    }
}

/// The result of a table entry, if it is deep enough or proven and decides the node.
fn table_cutoff(
    entry: &Entry,
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
) -> Option<SearchResult> {
    let score = score_from_table(entry.score, ply);
    let at_least = matches!(entry.bound, Bound::Lower | Bound::Exact);
    let at_most = matches!(entry.bound, Bound::Upper | Bound::Exact);
    let is_proof = entry.proven || (at_least && score >= PROVEN) || (at_most && score <= -PROVEN);
    if i32::from(entry.depth) < depth && !is_proof {
        return None;
    }
    let settles =
        entry.bound == Bound::Exact || (at_least && score >= beta) || (at_most && score <= alpha);
    settles.then_some(SearchResult { score, proven: is_proof })
}
