//! Reviews finished games: the value of each move, and better moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use strata_engine::{self as engine, Limits, Line, MoveQuality, Request, played_value};
use strata_records::Elimination;
use strata_rules::{AnyPosition, Player};
use strata_table::History;
use strata_table::wording::mistake_text;

use crate::types::analysis::{ReviewedMove, Value};

/// The time limits for the whole game and for one position.
pub const GAME_TIME: Duration = Duration::from_secs(20);
const POSITION_TIME: Duration = Duration::from_millis(400);

/// A move that was played.
pub struct PlayedMove {
    /// The number of the move, from 1.
    ply: usize,
    /// The position before it.
    position: Box<dyn AnyPosition>,
    mv: String,
}

impl PlayedMove {
    /// The move number `ply`, played in this position.
    pub const fn new(ply: usize, position: Box<dyn AnyPosition>, mv: String) -> Self {
        Self { ply, position, mv }
    }
}

/// The moves of a game, without the places where a player left it.
pub fn played_moves(history: &History) -> Vec<PlayedMove> {
    let path = history.path_to(history.current());
    let step = |step: &[_]| {
        let (position, node) = (&history[step[0]].position, &history[step[1]]);
        let is_move = Elimination::read(&**position, &node.mv).is_none();
        is_move.then(|| PlayedMove {
            ply: node.ply,
            position: position.clone(),
            mv: node.mv.clone(),
        })
    };
    path.windows(2).filter_map(step).collect()
}

/// Reviews all moves, the last one first: what is proven about the end helps with the beginning. The
/// search returns the best line of a position.
pub fn review_moves(
    played: &[PlayedMove],
    stop: &AtomicBool,
    search: &mut dyn FnMut(&dyn AnyPosition, &Request) -> Option<Line>,
    report: &mut dyn FnMut(ReviewedMove),
) {
    let count = u32::try_from(played.len()).unwrap_or(u32::MAX).max(1);
    let limits = Limits::movetime((GAME_TIME / count).min(POSITION_TIME));
    let request = Request { limits, ..Request::default() };
    let mut after: Option<(Player, Line)> = None;
    for PlayedMove { ply, position, mv } in played.iter().rev() {
        let mover = position.turn();
        let best = search(&**position, &request);
        // The result of an aborted search is not reliable.
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let next = after.as_ref().map(|(player, line)| (*player, line));
        let value = played_value(&**position, mv, best.as_ref(), next);
        report(review_move(&**position, *ply, mv, best.as_ref(), value));
        after = best.map(|line| (mover, line));
    }
}

fn review_move(
    position: &dyn AnyPosition,
    ply: usize,
    mv: &str,
    best: Option<&Line>,
    value: Option<engine::Value>,
) -> ReviewedMove {
    let is_best = |line: &&Line| line.first_moves().any(|best| best == mv);
    let better = best.filter(|line| !is_best(line)).and_then(|line| line.moves.first());
    let mut words = None;
    let mut sign = None;
    if let (Some(better), Some(was), Some(now)) = (better, best.map(|line| line.value), value)
        && let Some(quality) = MoveQuality::between(was, now)
    {
        sign = Some(quality.sign());
        words = Some(mistake_text(was, now, better));
    }
    let describe = |value| Value::new(position, value);
    ReviewedMove {
        ply,
        player: position.turn(),
        mv: mv.to_owned(),
        before: best.map(|line| describe(line.value)),
        value: value.map(describe),
        best: best.and_then(|line| line.moves.first()).cloned(),
        sign,
        verdict: words,
    }
}
