//! The moves of a node: their order, and the search of each.

use strata_rules::{Evaluator, Game, Symmetry};

use super::node::{Node, Worker};
use super::pruning;
use super::window::{SearchResult, Window};
use crate::ordering::OrderingContext;
use crate::value::{INFINITY, PROVEN};

/// The first moves are picked one by one, since they often cause a cutoff; the rest are sorted.
const PICKED_MOVES: usize = 4;

/// The maximum number of moves that are searched before the others are generated.
const MAX_EARLY_MOVES: usize = 3;

/// A move with its ordering score.
pub(super) struct ScoredMove<M> {
    mv: M,
    move_index: u16,
    order: i32,
}

/// The state of the loop over the moves of a node.
pub(super) struct MoveLoop<M> {
    pub(super) alpha: i32,
    pub(super) best: SearchResult,
    /// Whether all moves so far have proven scores or bounds, and none was left out.
    pub(super) all_proven: bool,
    /// The index of the best move for the table.
    pub(super) best_move_index: Option<u16>,
    tried: usize,
    /// The moves that were searched before the others were generated, with their indices.
    searched_first: [Option<(u16, M)>; MAX_EARLY_MOVES],
}

impl<M: Copy> MoveLoop<M> {
    pub(super) fn new<P>(node: &Node<'_, P>) -> Self {
        let lower = node.known.lower;
        Self {
            alpha: node.window.alpha,
            best: SearchResult { score: lower, proven: lower > -INFINITY },
            all_proven: true,
            best_move_index: None,
            tried: 0,
            searched_first: [None; MAX_EARLY_MOVES],
        }
    }
}

impl<G: Evaluator> Worker<'_, G> {
    /// Searches the moves of a node until one fails high; `None` if the search was stopped.
    pub(super) fn search_all(
        &mut self,
        node: &Node<'_, G::Position>,
        moves: &mut MoveLoop<G::Move>,
    ) -> Option<()> {
        let context = self.ordering.context(node.mover.index(), node.ply, node.previous);
        let begin = self.moves.len();
        for index in early_move_indices(node, &context).into_iter().flatten() {
            let Some(mv) = self.game.indexed_move(node.position, index) else { continue };
            if moves.searched_first.contains(&Some((index, mv))) {
                continue;
            }
            self.search_move(node, moves, mv, index, node.depth - 1)?;
            if moves.alpha >= node.window.beta {
                self.record_cutoff(node, &context, index, begin..begin);
                return Some(());
            }
            moves.searched_first[moves.tried - 1] = Some((index, mv));
        }
        self.generate_moves(node, &context, &moves.searched_first[..moves.tried]);
        let end = self.moves.len();
        // Extend forced moves.
        let is_forced = end - begin == 1 && moves.tried == 0;
        let depth_below = if is_forced { node.depth } else { node.depth - 1 };
        for index in begin..end {
            if self.is_enough(node, moves) {
                moves.all_proven = false;
                break;
            }
            if index - begin < PICKED_MOVES {
                self.pick_next_move(index, end);
            } else if index - begin == PICKED_MOVES {
                self.moves[index..end].sort_by_key(|other| std::cmp::Reverse(other.order));
            }
            let ScoredMove { mv, move_index, .. } = self.moves[index];
            self.search_move(node, moves, mv, move_index, depth_below)?;
            if moves.alpha >= node.window.beta {
                self.record_cutoff(node, &context, move_index, begin..index);
                break;
            }
        }
        Some(())
    }

    /// Late move pruning.
    fn is_enough(&self, node: &Node<'_, G::Position>, moves: &MoveLoop<G::Move>) -> bool {
        node.may_prune
            && moves.best.score > -PROVEN
            && moves.tried >= pruning::move_limit(node.depth)
    }

    fn record_cutoff(
        &mut self,
        node: &Node<'_, G::Position>,
        context: &OrderingContext,
        move_index: u16,
        tried: std::ops::Range<usize>,
    ) {
        let failed = self.moves[tried].iter().map(|other| other.move_index);
        self.ordering.record_cutoff(
            context,
            node.ply,
            node.previous,
            move_index,
            node.depth,
            failed,
        );
    }

    /// Principal variation search of one move.
    fn search_move(
        &mut self,
        node: &Node<'_, G::Position>,
        moves: &mut MoveLoop<G::Move>,
        mv: G::Move,
        move_index: u16,
        depth: i32,
    ) -> Option<()> {
        let mut child = *node.position;
        self.game.play(&mut child, mv);
        let is_pv_node = node.window.is_open();
        let full = Window { alpha: moves.alpha, beta: node.window.beta };
        let narrow = Window::above(moves.alpha);
        let mut search = |window: Window, depth: i32| {
            if depth > i32::from(G::SEARCHES_ONE_PLY) {
                self.tables.prefetch(self.game.hash(&child));
            }
            self.search_child(&child, node.mover, window, depth, node.ply + 1, move_index)
        };
        let result = if moves.tried == 0 {
            search(full, depth)?
        } else {
            let less = pruning::reduction(node.depth, moves.tried, is_pv_node);
            let mut result = search(narrow, depth - less)?;
            if less > 0 && result.score > moves.alpha && !result.proven {
                result = search(narrow, depth)?;
            }
            if full.contains(result.score) {
                result = search(full, depth)?;
            }
            result
        };
        moves.tried += 1;
        moves.all_proven &= result.proven;
        if result.score > moves.best.score {
            moves.best = result;
        }
        if result.score > moves.alpha {
            moves.alpha = result.score;
            moves.best_move_index =
                Some(self.stored_index(mv, move_index, node.known.key.symmetry));
            if is_pv_node {
                self.set_pv(node.ply, mv);
            }
        }
        Some(())
    }

    /// The principal variation of a node: a move and that of the node after it.
    fn set_pv(&mut self, ply: usize, mv: G::Move) {
        let (head, tail) = self.pvs.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }

    fn generate_moves(
        &mut self,
        node: &Node<'_, G::Position>,
        context: &OrderingContext,
        without: &[Option<(u16, G::Move)>],
    ) {
        let (table_move, symmetry) = (node.known.move_index, node.known.key.symmetry);
        let Self { game, moves, ordering, .. } = self;
        game.for_each_candidate(node.position, |mv, ordering_score| {
            let move_index = game.move_index(mv);
            if without.contains(&Some((move_index, mv))) {
                return;
            }
            let is_table_move = table_move
                .is_some_and(|index| index == stored_index(*game, mv, move_index, symmetry));
            let order = if is_table_move {
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

/// The indices of moves to try before all moves are generated: that from the table and the killers.
fn early_move_indices<P>(
    node: &Node<'_, P>,
    context: &OrderingContext,
) -> [Option<u16>; MAX_EARLY_MOVES] {
    // Indices in the table belong to the image of the position.
    if node.known.key.symmetry != Symmetry::IDENTITY {
        return [None; MAX_EARLY_MOVES];
    }
    let [first, second] = context.killers;
    [node.known.move_index, Some(first), Some(second)]
}

/// The move index stored in the table: that of the move's image under the symmetry.
pub(super) fn stored_index<G: Evaluator>(
    game: &G,
    mv: G::Move,
    move_index: u16,
    symmetry: Symmetry,
) -> u16 {
    if symmetry == Symmetry::IDENTITY {
        move_index
    } else {
        game.move_index(Game::transform_move(game, mv, symmetry))
    }
}
