//! Reviews finished games: the value of each move, and better moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use strata_engine::{self as engine, Limits, Line, MoveQuality, Request, accuracy, played_value};
use strata_records::Elimination;
use strata_rules::{AnyPosition, Player};
use strata_table::History;
use strata_table::wording::{mistake_text, percent, reply_text, theory_text};

use crate::Refusal;
use crate::types::analysis::{MoveShape, Retry, ReviewedMove, Value};

/// Returns the best line of a position.
pub type SearchFn<'a> = dyn FnMut(&dyn AnyPosition, &Request) -> Option<Line> + 'a;

/// The nodes of a search for what a strong player could see at the board.
const PRACTICAL_NODES: u64 = 20_000;

/// The nodes of a search for the value of a reply, and the most replies that are counted.
const REPLY_NODES: u64 = 2_000;
const MOST_REPLIES: usize = 60;

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

    /// The position after the move, if the game goes on there.
    fn end(&self) -> Option<Box<dyn AnyPosition>> {
        let mut end = self.position.clone();
        end.play(&self.mv).ok()?;
        end.outcome().is_none().then_some(end)
    }

    /// The number of players of the game.
    pub fn players(&self) -> usize {
        self.position.players()
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
    search: &mut SearchFn<'_>,
    report: &mut dyn FnMut(ReviewedMove),
) {
    let count = u32::try_from(played.len()).unwrap_or(u32::MAX).max(1);
    let limits = Limits::movetime((GAME_TIME / count).min(POSITION_TIME));
    let request = Request { limits, ..Request::default() };
    // A game may end before its last position is decided, for example if a player resigns.
    let end = played.last().and_then(PlayedMove::end);
    let mut after: Option<(Player, Line)> =
        end.and_then(|end| Some((end.turn(), search(&*end, &request)?)));
    if stop.load(Ordering::Relaxed) {
        return;
    }
    for PlayedMove { ply, position, mv } in played.iter().rev() {
        let mover = position.turn();
        let best = search(&**position, &request);
        // The result of an aborted search is not reliable.
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let next = after.as_ref().map(|(player, line)| (*player, line));
        let value = played_value(&**position, mv, best.as_ref(), next);
        report(review_move(&**position, *ply, mv, best.as_ref(), value, search));
        after = best.map(|line| (mover, line));
    }
}

fn review_move(
    position: &dyn AnyPosition,
    ply: usize,
    mv: &str,
    best: Option<&Line>,
    value: Option<engine::Value>,
    search: &mut SearchFn<'_>,
) -> ReviewedMove {
    let is_best = |line: &&Line| line.first_moves().any(|best| best == mv);
    let better = best.filter(|line| !is_best(line)).and_then(|line| line.moves.first());
    let was = best.map(|line| line.value);
    let judged = match (better, was.zip(value)) {
        (Some(better), Some((was, now))) => judge(position, mv, better, was, now, search),
        (_, Some(_)) => Judgement { accuracy: Some(100.0), ..Judgement::default() },
        _ => Judgement::default(),
    };
    let describe = |value| Value::new(position, value);
    let best_move = best.and_then(|line| line.moves.first()).cloned();
    ReviewedMove {
        ply,
        player: position.turn(),
        mv: mv.to_owned(),
        before: was.map(describe),
        value: value.map(describe),
        best_shape: best_move.as_ref().map(|mv| MoveShape::new(position, mv)),
        best: best_move,
        best_evaluation: was.map(|value| value.to_string()),
        evaluation: value.map(|value| value.to_string()),
        accuracy: judged.accuracy.filter(|_| position.count_moves() > 1),
        sign: judged.quality.map(MoveQuality::sign),
        verdict: judged.words,
    }
}

/// What a move was worth.
#[derive(Default)]
struct Judgement {
    quality: Option<MoveQuality>,
    words: Option<String>,
    accuracy: Option<f64>,
}

/// Judges a move that is not the best one. Proven values count as they are only if a strong player could
/// see the difference; otherwise the words say that only perfect play punishes the move.
fn judge(
    position: &dyn AnyPosition,
    mv: &str,
    better: &str,
    was: engine::Value,
    now: engine::Value,
    search: &mut SearchFn<'_>,
) -> Judgement {
    let quality = MoveQuality::between(was, now);
    let plain = Judgement {
        quality,
        words: quality.map(|_| mistake_text(was, now, better)),
        accuracy: Some(accuracy(was, now)),
    };
    let is_proven = was.is_proven() && now.is_proven();
    if quality.is_none() || !is_proven || position.players() != 2 {
        return plain;
    }
    let seen = practical_value(position, better, search).zip(practical_value(position, mv, search));
    match seen {
        Some((best, played)) if MoveQuality::between(best, played).is_none() => Judgement {
            quality: None,
            words: Some(match count_replies(position, mv, now, search) {
                Some(count) => reply_text(was, now, better, count),
                None => theory_text(was, now, better, (best, played)),
            }),
            accuracy: Some(accuracy(best, played)),
        },
        _ => plain,
    }
}

/// How many of the opponent's replies to a move prove its value, and how many replies there are. `None`
/// unless the value of every reply is proven.
fn count_replies(
    position: &dyn AnyPosition,
    mv: &str,
    value: engine::Value,
    search: &mut SearchFn<'_>,
) -> Option<(usize, usize)> {
    let mut after = position.boxed_clone();
    after.play(mv).ok()?;
    let replies = after.moves();
    let is_reply = after.outcome().is_none() && after.turn() != position.turn();
    if !is_reply || replies.len() > MOST_REPLIES {
        return None;
    }
    let limits = Limits { nodes: Some(REPLY_NODES), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    let mut right = 0;
    for reply in &replies {
        let found = value_after(&*after, reply, &request, search).1?;
        if !found.is_proven() {
            return None;
        }
        right += usize::from(match value {
            engine::Value::Loss(_) => matches!(found, engine::Value::Win(_)),
            _ => !matches!(found, engine::Value::Loss(_)),
        });
    }
    // A search within limits cannot refute a proof; if it seems so, nothing is said.
    (right > 0).then_some((right, replies.len()))
}

/// The value of a move for its player, as a strong player could see it at the board.
fn practical_value(
    position: &dyn AnyPosition,
    mv: &str,
    search: &mut SearchFn<'_>,
) -> Option<engine::Value> {
    let limits = Limits { nodes: Some(PRACTICAL_NODES), ..Limits::default() };
    let request = Request { limits, practical: true, ..Request::default() };
    value_after(position, mv, &request, search).1
}

/// The best line after a move, and the value of the move for its player.
fn value_after(
    position: &dyn AnyPosition,
    mv: &str,
    request: &Request,
    search: &mut SearchFn<'_>,
) -> (Option<Line>, Option<engine::Value>) {
    let mut after = position.boxed_clone();
    if after.play(mv).is_err() {
        return (None, None);
    }
    let line = if after.outcome().is_none() { search(&*after, request) } else { None };
    let next = line.as_ref().map(|line| (after.turn(), line));
    let value = played_value(position, mv, None, next);
    (line, value)
}

/// Judges a move that a player tries in place of a mistake. It is right if it is the best move, or if it
/// keeps the value of the best one as well as a move must that is no mistake.
pub fn judge_retry(
    position: &dyn AnyPosition,
    mv: &str,
    best: (&str, engine::Value),
    search: &mut SearchFn<'_>,
) -> Result<Retry, Refusal> {
    let mut after = position.boxed_clone();
    let mv = after.play(mv).map_err(Refusal::new)?;
    let request = Request { limits: Limits::movetime(POSITION_TIME), ..Request::default() };
    let (line, value) = value_after(position, &mv, &request, search);
    let (best_move, was) = best;
    let keeps = value.is_some_and(|now| MoveQuality::between(was, now).is_none());
    let right = mv == best_move || keeps;
    let words = |value: engine::Value| match value {
        engine::Value::Win(_) => "a proven win".to_owned(),
        engine::Value::Draw => "a proven draw".to_owned(),
        engine::Value::Loss(_) => "a proven loss".to_owned(),
        engine::Value::Estimate(_) => percent(value.winning_chance()),
    };
    let text = match (right, value) {
        (true, Some(now)) if mv != best_move => format!("{mv} is good: {}.", words(now)),
        (true, _) => format!("{mv} is the best move."),
        (false, Some(now)) => {
            format!("{mv} is not good enough: {} rather than {}.", words(now), words(was))
        }
        (false, None) => format!("{mv} is not the best move."),
    };
    let value = value.map(|value| Value::new(position, value));
    let reply = line.and_then(|line| line.moves.into_iter().next());
    Ok(Retry { mv, right, value, text, reply })
}

#[cfg(test)]
mod tests;
