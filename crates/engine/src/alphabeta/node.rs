//! The recursive alpha-beta search.

use strata_rules::{Evaluator, ForcedResult, MAX_ESTIMATE, OnePly, OnePlyResult, Player};

use super::keys::Keys;
use super::moves::{MoveLoop, ScoredMove};
use super::pruning;
use super::tables::{Known, Tables};
use super::window::{SearchResult, Window, win_at};
use crate::limits::SearchControl;
use crate::ordering::Ordering;
use crate::transposition::Bound;
use crate::value::{INFINITY, PROVEN, is_decisive};

/// The maximum search depth in plies; no game in reach of a full search lasts longer.
pub(super) const MAX_PLIES: usize = 240;

/// The depth from which nodes without a move from the table are searched one ply less.
const MIN_DEPTH_WITHOUT_MOVE: i32 = 5;

/// The search state of one thread.
pub(super) struct Worker<'a, G: Evaluator> {
    pub(super) game: &'a G,
    pub(super) tables: Tables<'a>,
    keys: &'a Keys<'a, G>,
    control: &'a SearchControl<'a>,
    pub(super) ordering: Ordering,
    /// Whether to look up precomputed results.
    prove: bool,
    /// The move lists of all nodes on the current path, one after another.
    pub(super) moves: Vec<ScoredMove<G::Move>>,
    /// The principal variation from each ply.
    pub(super) pvs: Vec<Vec<G::Move>>,
    uncounted: u64,
    nodes_until_check: u64,
}

/// A node whose moves are being searched.
pub(super) struct Node<'p, P> {
    pub(super) position: &'p P,
    pub(super) mover: Player,
    pub(super) window: Window,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// The index of the move that led here.
    pub(super) previous: u16,
    pub(super) known: Known,
    /// Whether late moves may be left out.
    pub(super) may_prune: bool,
}

impl<'a, G: Evaluator> Worker<'a, G> {
    pub(super) fn new(
        game: &'a G,
        tables: Tables<'a>,
        keys: &'a Keys<'a, G>,
        control: &'a SearchControl<'a>,
        prove: bool,
    ) -> Self {
        Self {
            game,
            tables,
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

    /// The score for `mover` of the position after their move; `None` if the search was stopped.
    pub(super) fn search_child(
        &mut self,
        child: &G::Position,
        mover: Player,
        window: Window,
        depth: i32,
        ply: usize,
        move_index: u16,
    ) -> Option<SearchResult> {
        if let Some(outcome) = self.game.outcome(child) {
            self.count()?;
            self.pvs[ply].clear();
            let score = match outcome.winners.contains(mover) {
                true if outcome.is_draw(2) => 0,
                true => win_at(ply),
                false => -win_at(ply),
            };
            return Some(SearchResult::proven(score));
        }
        // The same player may be to move again.
        if self.game.turn(child) == mover {
            self.search_node(child, window, depth, ply, move_index)
        } else {
            let result = self.search_node(child, window.flipped(), depth, ply, move_index)?;
            Some(-result)
        }
    }

    /// The score of an unfinished position for the player to move.
    fn search_node(
        &mut self,
        position: &G::Position,
        window: Window,
        depth: i32,
        ply: usize,
        previous: u16,
    ) -> Option<SearchResult> {
        self.count()?;
        self.pvs[ply].clear();
        let window = match window.within_mate_distance(ply) {
            Ok(window) => window,
            Err(score) => return Some(SearchResult::proven(score)),
        };
        let mover = self.game.turn(position);
        if depth <= 0 || ply >= MAX_PLIES {
            return Some(self.evaluate_leaf(position, mover, ply));
        }
        if G::SEARCHES_ONE_PLY
            && depth == 1
            && let Some(result) = self.search_last_ply(position, mover, window, ply, previous)
        {
            return Some(result);
        }
        let key = self.keys.key(position, depth, ply);
        let may_prune = pruning::is_possible(window, depth);
        // Evaluate before probing: the prefetched entry has more time to arrive.
        let estimate = may_prune.then(|| self.game.evaluate(position, mover));
        let known = self.tables.look_up(self.keys, position, key, ply);
        if let Some(result) = known.result(window, depth) {
            return Some(result);
        }
        if let Some(result) = self.forced_result(position, mover, ply) {
            return Some(result);
        }
        if let Some(estimate) = estimate
            && let Some(score) = pruning::reverse_futility(estimate, window, depth)
        {
            return Some(SearchResult::estimate(score));
        }
        // Internal iterative reduction: without a move from the table, a shallower search is enough
        // to find one.
        let is_unknown = known.move_index.is_none() && depth >= MIN_DEPTH_WITHOUT_MOVE;
        let depth = depth - i32::from(is_unknown);
        let window = known.narrow(window);
        let node = Node { position, mover, window, depth, ply, previous, known, may_prune };
        self.search_moves(&node)
    }

    /// The score of a node of depth 1, if the game can search its moves itself. Such nodes are not
    /// stored in the table: few are met again, and looking them up takes about as long as searching
    /// them.
    fn search_last_ply(
        &mut self,
        position: &G::Position,
        mover: Player,
        window: Window,
        ply: usize,
        previous: u16,
    ) -> Option<SearchResult> {
        let game = self.game;
        let context = self.ordering.context(mover.index(), ply, previous);
        let killers =
            context.killers.into_iter().filter_map(|index| game.indexed_move(position, index));
        let OnePly { result, positions } =
            game.search_one_ply(position, window.alpha, window.beta, killers)?;
        self.uncounted += positions;
        Some(match result {
            OnePlyResult::Win(mv) => {
                self.pvs[ply].push(mv);
                SearchResult::proven(win_at(ply + 1))
            }
            OnePlyResult::Loss => SearchResult::proven(-win_at(ply + 2)),
            OnePlyResult::Estimate(mv, score) => {
                self.pvs[ply].push(mv);
                if score >= window.beta {
                    let index = game.move_index(mv);
                    let failed = std::iter::empty();
                    self.ordering.record_cutoff(&context, ply, previous, index, 1, failed);
                }
                SearchResult::estimate(score)
            }
        })
    }

    /// The result of a position that is decided without a search.
    fn forced_result(
        &mut self,
        position: &G::Position,
        mover: Player,
        ply: usize,
    ) -> Option<SearchResult> {
        if let Some(mv) = self.game.winning_move(position) {
            self.pvs[ply].push(mv);
            return Some(SearchResult::proven(win_at(ply + 1)));
        }
        let solved = || if self.prove { self.game.solved(position) } else { None };
        let score = match self.game.forced_result(position).or_else(solved)? {
            ForcedResult::Draw => 0,
            ForcedResult::Win { player, plies } => {
                let score = win_at(ply + usize::from(plies));
                if player == mover { score } else { -score }
            }
        };
        Some(SearchResult::proven(score))
    }

    fn evaluate_leaf(&mut self, position: &G::Position, mover: Player, ply: usize) -> SearchResult {
        if ply < MAX_PLIES
            && let Some(result) = self.forced_result(position, mover, ply)
        {
            return result;
        }
        let estimate = self.game.evaluate(position, mover);
        SearchResult::estimate(estimate.clamp(-MAX_ESTIMATE, MAX_ESTIMATE))
    }

    /// Searches the moves of a node and stores the result.
    fn search_moves(&mut self, node: &Node<'_, G::Position>) -> Option<SearchResult> {
        let begin = self.moves.len();
        let mut moves = MoveLoop::new(node);
        self.search_all(node, &mut moves)?;
        self.moves.truncate(begin);
        let (result, bound) = moves.conclude(node);
        let move_index = moves.best_move_index;
        let Node { position, known, depth, ply, .. } = node;
        self.tables.store(self.keys, position, known, result, bound, move_index, *depth, *ply);
        Some(result)
    }
}

impl<M> MoveLoop<M> {
    /// The result of the node and the kind of bound it is.
    fn conclude<P>(&self, node: &Node<'_, P>) -> (SearchResult, Bound) {
        let Self { best, all_proven, .. } = *self;
        let Window { alpha, beta } = node.window;
        // A win needs one proven move, like a cutoff; any other result depends on all moves.
        let is_win = best.score > alpha && best.score >= PROVEN;
        let proven = if is_win || best.score >= beta { best.proven } else { all_proven };
        let bound = if best.score >= beta || (is_win && !all_proven) {
            Bound::Lower
        } else if best.score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let mut score = best.score.min(node.known.upper);
        if !proven && is_decisive(score) {
            // Moves that were left out may be better.
            score = score.clamp(-MAX_ESTIMATE, MAX_ESTIMATE);
        }
        debug_assert!(score > -INFINITY, "a node has at least one move");
        (SearchResult { score, proven }, bound)
    }
}
