//! A search in its own thread, controlled by `stop` and `ponderhit`.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use strata_engine::{Engine, Limits, PonderHit, Report, Request, Value};

use crate::server::send;

/// A running search.
pub(crate) struct RunningSearch {
    thread: JoinHandle<()>,
    signals: Arc<SearchSignals>,
}

#[derive(Default)]
struct SearchSignals {
    stop: AtomicBool,
    hit: PonderHit,
}

impl RunningSearch {
    /// Whether the best move has been printed.
    pub(crate) fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Stops the search and waits until it has printed its best move.
    pub(crate) fn stop(self) {
        self.signals.stop.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
        // A search that panicked has already been reported on standard error.
        let _ = self.thread.join();
    }

    /// Starts to count the time of a pondering search.
    pub(crate) fn ponder_hit(&self) {
        self.signals.hit.hit();
        self.thread.thread().unpark();
    }
}

/// A search to run.
pub(crate) struct SearchTask<W> {
    pub(crate) engine: Arc<Mutex<Box<dyn Engine>>>,
    pub(crate) output: Arc<Mutex<W>>,
    pub(crate) position: String,
    pub(crate) request: Request,
    /// Whether the search starts during the opponent's turn.
    pub(crate) is_pondering: bool,
    /// Whether to print the expected reply after the best move.
    pub(crate) names_reply: bool,
}

impl<W: Write + Send + 'static> SearchTask<W> {
    /// Starts the search in a new thread.
    pub(crate) fn start(self) -> RunningSearch {
        let signals = Arc::new(SearchSignals::default());
        let thread = {
            let signals = Arc::clone(&signals);
            thread::spawn(move || self.run(&signals))
        };
        RunningSearch { thread, signals }
    }

    fn run(&self, signals: &SearchSignals) {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let SearchSignals { stop, hit } = signals;
        // Writing fails only if the output is closed; then stop the search.
        let send = |line: &str| {
            if send(&self.output, line).is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let mut show = |report: Report| info_lines(&report).iter().for_each(|line| send(line));
        let report = match self.is_pondering {
            true => engine.ponder(&self.position, &self.request, stop, hit, &mut show),
            false => engine.search(&self.position, &self.request, stop, &mut show),
        };
        match report {
            Ok(report) => {
                info_lines(&report).iter().for_each(|line| send(line));
                self.wait_until_expected(signals);
                if let Some(line) = self.best_move_line(&report) {
                    send(&line);
                }
            }
            Err(error) => send(&format!("info string error: {error}")),
        }
    }

    /// A search without limits reports its best move only after `stop`, and a search that ponders only
    /// after `ponderhit` or `stop`.
    fn wait_until_expected(&self, SearchSignals { stop, hit }: &SearchSignals) {
        let is_infinite = self.request.limits == Limits::default();
        let is_early = || is_infinite || (self.is_pondering && hit.time().is_none());
        while is_early() && !stop.load(Ordering::Relaxed) {
            thread::park();
        }
    }

    fn best_move_line(&self, report: &Report) -> Option<String> {
        let moves = &report.lines.first()?.moves;
        match moves.get(1).filter(|_| self.names_reply) {
            Some(reply) => Some(format!("bestmove {} ponder {reply}", moves[0])),
            None => Some(format!("bestmove {}", moves.first()?)),
        }
    }
}

/// The `info` lines of a report, one per principal variation.
fn info_lines(report: &Report) -> Vec<String> {
    let millis = report.time.as_millis();
    let per_second = u128::from(report.nodes) * 1000 / millis.max(1);
    let lines = report.lines.iter().enumerate().map(|(place, line)| {
        let score = match line.value {
            Value::Estimate(estimate) => format!("cp {estimate}"),
            // A win or loss has a number of plies only if it is exact.
            proven => proven.to_string(),
        };
        let multipv =
            if report.lines.len() > 1 { format!(" multipv {}", place + 1) } else { String::new() };
        format!(
            "info depth {}{multipv} score {score} nodes {} nps {per_second} time {millis} pv {}",
            report.depth,
            report.nodes,
            line.moves.join(" ")
        )
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use strata_engine::{Distance, Line};

    use super::*;

    #[test]
    fn scores_have_a_number_of_plies_only_if_it_is_exact() {
        for (value, score) in [
            (Value::Win(Distance::Exact(3)), "win 3"),
            (Value::Win(Distance::AtMost(3)), "win"),
            (Value::Loss(Distance::Exact(2)), "loss 2"),
            (Value::Loss(Distance::AtMost(2)), "loss"),
            (Value::Draw, "draw"),
            (Value::Estimate(-24), "cp -24"),
        ] {
            let lines = vec![Line::new(vec!["a1b1".to_owned()], value)];
            let report = Report { depth: 2, nodes: 10, time: Duration::from_millis(5), lines };
            let expected = format!("info depth 2 score {score} nodes 10 nps 2000 time 5 pv a1b1");
            assert_eq!(info_lines(&report), [expected]);
        }
    }
}
