//! The built-in engine as a player.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use strata_engine::{Engine, Level, Limits, PonderHit, Report, Request, Search, SearchError};

use crate::player::Turn;
use crate::spec::Settings;

/// The built-in engine as a player.
pub(crate) struct BuiltIn {
    engine: Arc<Mutex<Box<dyn Engine>>>,
    request: Request,
    ponders: bool,
    expected_reply: Option<String>,
    pondering: Option<Pondering>,
}

/// A search during the opponent's turn.
struct Pondering {
    thread: JoinHandle<Result<Report, SearchError>>,
    signals: Arc<(AtomicBool, PonderHit)>,
    expected: String,
}

impl BuiltIn {
    pub(crate) fn new(
        engine: Box<dyn Engine>,
        search: Search,
        level: Option<Level>,
        settings: &Settings,
    ) -> Self {
        let Settings { limits, threads, megabytes, ponder } = *settings;
        // With a time limit, the engine plays as it does through UGI: a forced move at once, and no
        // longer than until the best move cannot change.
        let is_timed = limits.movetime.is_some() || limits.clock.is_some();
        let level = level.or(is_timed.then_some(Level::HIGHEST));
        let request = Request { limits, search, level, threads, megabytes, ..Request::default() };
        let engine = Arc::new(Mutex::new(engine));
        Self { engine, request, ponders: ponder, expected_reply: None, pondering: None }
    }

    pub(crate) const fn limits(&self) -> Limits {
        self.request.limits
    }

    pub(crate) fn new_game(&mut self, seed: u32) {
        self.stop_pondering();
        self.expected_reply = None;
        self.request.seed = seed.into();
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        engine.forget();
        engine.prepare(self.request.megabytes);
    }

    pub(crate) fn choose(&mut self, turn: &Turn<'_>) -> Result<String, String> {
        let report = match self.take_ponder_hit(turn) {
            Some(report) => report,
            None => {
                let seat = turn.position.turn().index();
                let request = self.request_for(turn, seat);
                let stop = AtomicBool::new(false);
                let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
                engine.search(&turn.position.text(), &request, &stop, &mut |_| {})
            }
        };
        let report = report.map_err(|error| error.to_string())?;
        let mut moves = report.lines.into_iter().next().into_iter().flat_map(|line| line.moves);
        let best = moves.next().ok_or_else(|| "the engine found no move".to_owned())?;
        self.expected_reply = moves.next();
        Ok(best)
    }

    fn request_for(&self, turn: &Turn<'_>, seat: usize) -> Request {
        Request { limits: turn.limits(self.request.limits, seat), ..self.request }
    }

    /// The result of a search during the opponent's turn, if the opponent has played the expected
    /// move. Otherwise that search is stopped.
    fn take_ponder_hit(&mut self, turn: &Turn<'_>) -> Option<Result<Report, SearchError>> {
        let pondering = self.pondering.take_if(|it| turn.moves.last() == Some(&it.expected));
        let Some(Pondering { thread, signals, .. }) = pondering else {
            self.stop_pondering();
            return None;
        };
        signals.1.hit();
        thread.join().ok()
    }

    fn stop_pondering(&mut self) {
        if let Some(Pondering { thread, signals, .. }) = self.pondering.take() {
            signals.0.store(true, Ordering::Relaxed);
            // The result is not needed.
            let _ = thread.join();
        }
    }

    pub(crate) fn ponder(&mut self, turn: &Turn<'_>) {
        let Some(reply) = self.expected_reply.take().filter(|_| self.ponders) else { return };
        let Some((mut moves, position)) = turn.after(&reply) else { return };
        let Some(expected) = moves.pop() else { return };
        let request = self.request_for(turn, position.turn().index());
        let engine = Arc::clone(&self.engine);
        let signals = Arc::new((AtomicBool::new(false), PonderHit::default()));
        let thread = {
            let signals = Arc::clone(&signals);
            thread::spawn(move || {
                let (stop, hit) = &*signals;
                let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
                engine.ponder(&position.text(), &request, stop, hit, &mut |_| {})
            })
        };
        self.pondering = Some(Pondering { thread, signals, expected });
    }
}

impl Drop for BuiltIn {
    fn drop(&mut self) {
        self.stop_pondering();
    }
}
