//! Looking back at a finished game: what each move was worth, and what was better.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use strata_engine::{Limits, Line, MoveQuality, Request, Value as Worth, played_value, verdict};
use strata_rules::{AnyPosition, Player};

use super::LiveTable;
use crate::app::App;
use crate::error::ApiError;
use crate::json::value_json;
use crate::sync::lock;
use crate::visitors::Visitor;
use crate::workers::{Engines, Urgency};

/// A look back, as far as it has come.
#[derive(Clone, Debug, Default)]
pub(crate) struct Review {
    moves: Vec<Value>,
    done: bool,
}

/// The time for the whole game, and the most for one position.
const WHOLE_TIME: Duration = Duration::from_secs(20);
const POSITION_TIME: Duration = Duration::from_millis(400);

/// The positions of a game, each with the move that was played there.
type Course = Vec<(Box<dyn AnyPosition>, String)>;

impl LiveTable {
    /// Starts the review or says how far it has come.
    pub(crate) async fn review(&self, app: &Arc<App>, visitor: Visitor) -> Result<Value, ApiError> {
        let mut state = self.state.lock().await;
        if state.table.result().is_none() {
            return Err(ApiError::Conflict("games are reviewed when they are over".to_owned()));
        }
        if state.review.is_none() {
            let mut paid = app.visitors.search(visitor, WHOLE_TIME.as_secs_f64(), 1)?;
            let history = state.table.history();
            let path = history.path_to(history.current());
            let course: Course = path
                .windows(2)
                .map(|step| (history[step[0]].position.clone(), history[step[1]].mv.clone()))
                .collect();
            let review = Arc::new(Mutex::new(Review::default()));
            let growing = Arc::clone(&review);
            let stop = Arc::new(AtomicBool::new(false));
            let stopped = Arc::clone(&stop);
            app.workers.ask(Urgency::Question(visitor), &stop, move |engines| {
                paid.begin();
                let mut tell = |judged| lock(&growing).moves.push(judged);
                look_back(engines, &course, &stopped, &mut tell);
                lock(&growing).done = true;
            })?;
            state.review = Some(review);
        }
        let review = state.review.as_ref().map(|review| lock(review).clone()).unwrap_or_default();
        Ok(json!({ "done": review.done, "moves": review.moves }))
    }
}

/// Judges every move, the last one first, so that what is proven of the end serves the beginning.
fn look_back(
    engines: &mut Engines,
    course: &Course,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Value),
) {
    let count = u32::try_from(course.len()).unwrap_or(u32::MAX).max(1);
    let limits = Limits::movetime((WHOLE_TIME / count).min(POSITION_TIME));
    let request = Request { limits, ..Request::default() };
    let mut think = |position: &dyn AnyPosition| -> Option<Line> {
        let report = engines.search(position, &request, stop, &mut |_| {}).ok()?;
        report.lines.into_iter().next()
    };
    let mut after: Option<(Player, Line)> = None;
    for (place, (position, mv)) in course.iter().enumerate().rev() {
        let mover = position.turn();
        let best = think(&**position);
        // What was broken off is worth nothing.
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let next = after.as_ref().map(|(player, line)| (*player, line));
        let played = played_value(&**position, mv, best.as_ref(), next);
        tell(judge(&**position, place + 1, mv, best.as_ref(), played));
        after = best.map(|line| (mover, line));
    }
}

fn judge(
    position: &dyn AnyPosition,
    ply: usize,
    mv: &str,
    best: Option<&Line>,
    played: Option<Worth>,
) -> Value {
    let (mover, players) = (position.turn(), position.players());
    let better = best.and_then(|line| line.moves.first()).filter(|better| *better != mv);
    let mut words = None;
    let mut sign = None;
    if let (Some(better), Some(was), Some(now)) = (better, best.map(|line| line.value), played)
        && let Some(lapse) = MoveQuality::between(was, now)
    {
        sign = Some(lapse.sign());
        let side = position.side_name(mover);
        words = Some(format!("{side} went {}", verdict(was, now, better)));
    }
    let told = |value| value_json(value, mover, players);
    let value = played.map(told);
    let before = best.map(|line| told(line.value));
    json!({
        "ply": ply,
        "player": mover,
        "mv": mv,
        "before": before,
        "value": value,
        "best": best.and_then(|line| line.moves.first()),
        "sign": sign,
        "verdict": words,
    })
}
