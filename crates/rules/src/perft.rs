//! Perft: counts move sequences, to test a move generator and measure its speed.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::Game;

/// How the last ply is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastPly {
    /// Bulk counting with `count_moves`, without playing the moves.
    Counted,
    /// Playing every move.
    Played,
}

/// The number of sequences of exactly `depth` moves; games that end earlier do not count.
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

/// Positions with more moves than this are counted on one thread, to keep the move list short.
const MAX_SPLIT_MOVES: u64 = 10_000;

/// [`perft`] on several threads. `progress` is called as in [`divide`].
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

/// The node count of each legal move, computed on `threads` threads. After each move, `progress` is
/// called with the number of finished moves and the number of all moves.
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
    let next_move = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, moves.len().max(1)) {
            scope.spawn(|| {
                while let Some((mv, nodes)) = moves.get(next_move.fetch_add(1, Ordering::Relaxed)) {
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
