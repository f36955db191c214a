//! Counting move sequences: the classic test of a move generator, and of its speed.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::Game;

/// How the last ply is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastPly {
    /// By `count_moves`, without playing its moves.
    Counted,
    /// By playing every move.
    Played,
}

/// The number of sequences of exactly `depth` moves; those that end early do not count.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32, last: LastPly) -> u64 {
    match (depth, last) {
        (0, _) => 1,
        (1, LastPly::Counted) => game.count_moves(position),
        _ => {
            let mut nodes = 0;
            game.for_each_move(position, |mv| {
                let mut next = *position;
                game.play(&mut next, mv);
                nodes += perft(game, &next, depth - 1, last);
            });
            nodes
        }
    }
}

/// Positions with more moves than this are not spread over threads: a list of them would be long.
const MAX_SPLIT_MOVES: u64 = 10_000;

/// The same number, counted on several threads. `progress` is as for [`divide`].
pub fn perft_on<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    last: LastPly,
    threads: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> u64 {
    if depth <= 1 || threads <= 1 || game.count_moves(position) > MAX_SPLIT_MOVES {
        return perft(game, position, depth, last);
    }
    let counts = divide(game, position, depth, last, threads, progress);
    counts.into_iter().map(|(_, nodes)| nodes).sum()
}

/// The node count below each legal move, the moves spread over `threads`; `progress` hears of each
/// finished one as (done, of all).
pub fn divide<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    last: LastPly,
    threads: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut moves = Vec::new();
    game.for_each_move(position, |mv| moves.push((mv, AtomicU64::new(0))));
    let taken = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, moves.len().max(1)) {
            scope.spawn(|| {
                while let Some((mv, nodes)) = moves.get(taken.fetch_add(1, Ordering::Relaxed)) {
                    let mut next = *position;
                    game.play(&mut next, *mv);
                    nodes.store(perft(game, &next, depth - 1, last), Ordering::Relaxed);
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1, moves.len());
                }
            });
        }
    });
    moves.into_iter().map(|(mv, nodes)| (mv, nodes.into_inner())).collect()
}
