//! A search in progress: its threads, limits, progress reports and log.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use web_time::Instant;

use strata_rules::Evaluator;

use super::log::{Log, LogError};
use super::shared::Shared;
use super::solve::{Progress, Request};
use super::table::Table;
use super::worker::Worker;

/// The time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

pub(super) struct Search<'a, G: Evaluator> {
    pub(super) game: &'a G,
    pub(super) root: G::Position,
    /// The number of moves solved, and of all moves, if every move is to be solved.
    pub(super) moves: Option<(usize, usize)>,
    shared: Arc<Shared>,
    log: Option<Log>,
    limits: Limits<'a>,
    threads: usize,
    show: &'a mut dyn FnMut(&Progress),
}

/// When to give up.
struct Limits<'a> {
    started: Instant,
    time: Option<Duration>,
    /// When the current task ends at the latest, measured from the start like `time`.
    task_end: Option<Duration>,
    stop: &'a AtomicBool,
}

impl Limits<'_> {
    fn are_reached(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.time_left() == Some(Duration::ZERO)
    }

    fn time_left(&self) -> Option<Duration> {
        let end = [self.task_end, self.time].into_iter().flatten().min();
        end.map(|end| end.saturating_sub(self.started.elapsed()))
    }
}

/// A table for a search of positions that follow `root`, after the preparation that the request asks for.
pub(super) fn table_for<G: Evaluator>(
    game: &G,
    root: &G::Position,
    request: &Request,
) -> Arc<Table> {
    let prepared = match request.prepare {
        true => game.prepare_proof(root, request.megabytes / 4, request.threads),
        false => 0,
    };
    Arc::new(Table::new(request.megabytes - prepared, game.proof_key_bits()))
}

impl<'a, G: Evaluator> Search<'a, G> {
    /// A search of positions that follow `root`, with what the table already has. `title` identifies
    /// it in the log.
    pub(super) fn new(
        game: &'a G,
        root: G::Position,
        table: Arc<Table>,
        request: &Request,
        title: &str,
        stop: &'a AtomicBool,
        show: &'a mut dyn FnMut(&Progress),
    ) -> Result<Self, LogError> {
        let limits = Limits { started: Instant::now(), time: request.time, task_end: None, stop };
        let shared = Shared::new(table, request);
        let log = match &request.log {
            Some(path) => Some(Log::open(path, title, |proof| shared.restore(proof))?),
            None => None,
        };
        let (shared, threads) = (Arc::new(shared), request.threads.max(1));
        Ok(Self { game, root, moves: None, shared, log, limits, threads, show })
    }

    /// The position after a move at the root.
    pub(super) fn after(&self, mv: G::Move) -> G::Position {
        let mut next = self.root;
        self.game.play(&mut next, mv);
        next
    }

    /// Limits the next tasks to this time since the start, in addition to the time limit.
    pub(super) const fn limit_task(&mut self, end: Option<Duration>) {
        self.limits.task_end = end;
    }

    /// Stores the proofs that took the most work in memory, if there is no log.
    pub(super) fn collect_proofs(&mut self) {
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            shared.log.get_or_insert_default();
        }
    }

    /// What the search has proven, without its limits.
    pub(super) fn into_shared(self) -> Arc<Shared> {
        self.shared
    }

    pub(super) fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.limits.started.elapsed()
    }

    /// Gives the same task to all threads, which share their proofs, and returns the first result; `None`
    /// if the limits are reached.
    pub(super) fn run<T: Send>(
        &mut self,
        task: &(dyn Fn(&mut Worker<'_, G>) -> Option<T> + Sync),
    ) -> Result<Option<T>, LogError> {
        let is_over = self.limits.are_reached() || self.shared.is_over_node_limit();
        self.shared.stop.store(is_over, Ordering::Relaxed);
        let (game, root, shared) = (self.game, self.root, Arc::clone(&self.shared));
        if cfg!(target_family = "wasm") {
            // There are no threads, so only the node limit ends the task early.
            return Ok(task(&mut Worker::new(game, root, &shared, true)));
        }
        let first_result = Mutex::new(None);
        let (sender, finished) = mpsc::channel();
        std::thread::scope(|scope| {
            for thread in 0..self.threads {
                let (shared, first_result, sender) = (&*shared, &first_result, sender.clone());
                scope.spawn(move || {
                    let result = task(&mut Worker::new(game, root, shared, thread == 0));
                    if let Ok(mut first) = first_result.lock() {
                        *first = first.take().or(result);
                    }
                    shared.stop.store(true, Ordering::Relaxed);
                    // Nobody listens any more if another thread was first.
                    let _ = sender.send(());
                });
            }
            self.wait(&finished)
        })?;
        write_log(&self.shared, self.log.as_mut())?;
        Ok(first_result.into_inner().ok().flatten())
    }

    /// Reports progress and writes the log until a thread has finished or the limits are reached.
    fn wait(&mut self, finished: &mpsc::Receiver<()>) -> Result<(), LogError> {
        loop {
            let time_left = self.limits.time_left().unwrap_or(REPORT_INTERVAL);
            match finished.recv_timeout(time_left.min(REPORT_INTERVAL)) {
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let progress = Progress {
                nodes: self.nodes(),
                time: self.elapsed(),
                moves: self.moves,
                path: self.shared.path.read(),
            };
            (self.show)(&progress);
            let written = write_log(&self.shared, self.log.as_mut());
            if written.is_err() || self.limits.are_reached() {
                self.shared.stop.store(true, Ordering::Relaxed);
                return written;
            }
        }
    }
}

/// Writes new proofs to the log file.
fn write_log(shared: &Shared, log: Option<&mut Log>) -> Result<(), LogError> {
    let Some(log) = log else { return Ok(()) };
    let proofs = shared.take_log();
    if !proofs.is_empty() {
        log.append(&proofs)?;
    }
    Ok(())
}
