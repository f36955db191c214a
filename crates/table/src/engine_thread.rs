//! A background thread that runs searches.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use strata_engine::solver::Solver;
use strata_engine::{Catalogue, Engine, Explored, Report, Request, explore};
use strata_rules::{AnyPosition, GameEntry};

/// A search to run.
#[derive(Clone, Debug)]
pub struct SearchJob {
    /// Chosen by the caller; every update of this job carries it.
    pub id: u64,
    /// The position to search, with its options.
    pub position: String,
    /// Limits, level and seed of the search.
    pub request: Request,
}

/// An update about a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchUpdate {
    /// The position is explored: the values of all moves, if any of them is proven.
    Explored {
        /// The id of the job.
        id: u64,
        /// The values.
        explored: Option<Explored>,
    },
    /// The best lines so far.
    Progress {
        /// The id of the job.
        id: u64,
        /// The search report.
        report: Report,
    },
    /// The search is done. The first move of the first line is the one to play.
    Done {
        /// The id of the job.
        id: u64,
        /// The search report.
        report: Report,
    },
    /// The search failed.
    Failed {
        /// The id of the job.
        id: u64,
        /// Why it failed.
        reason: String,
    },
}

impl SearchUpdate {
    /// The id of the job it belongs to.
    pub const fn id(&self) -> u64 {
        match self {
            Self::Explored { id, .. }
            | Self::Progress { id, .. }
            | Self::Done { id, .. }
            | Self::Failed { id, .. } => *id,
        }
    }

    /// Whether no other update of the job follows.
    pub const fn is_last(&self) -> bool {
        !matches!(self, Self::Progress { .. })
    }
}

/// A thread that searches positions of one game, one at a time. Jobs share its engine, and so its
/// transposition table.
///
/// Dropping it stops the search and joins the thread, which takes a few milliseconds.
#[derive(Debug)]
pub struct EngineThread {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The job that the thread takes next.
    waiting: Option<Task>,
    /// The stop flag of the current job. Updates of any other job are dropped.
    stop: Option<Arc<AtomicBool>>,
    ended: bool,
}

#[derive(Debug)]
struct Task {
    id: u64,
    position: String,
    /// How to search; `None` if the position is to be explored.
    request: Option<Request>,
    stop: Arc<AtomicBool>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job; `None` once the thread has to end.
    fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.ended {
                return None;
            }
            if let Some(task) = state.waiting.take() {
                return Some(task);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    /// Stops the current job and makes `task` the next one, if there is one.
    fn replace(&mut self, task: Option<Task>) {
        if let Some(stop) = self.stop.take() {
            stop.store(true, Ordering::Relaxed);
        }
        self.stop = task.as_ref().map(|task| Arc::clone(&task.stop));
        self.waiting = task;
    }
}

impl EngineThread {
    /// A thread for the game and options of `position`. It calls `report` with every update, on its
    /// own thread; `report` should only pass the update on, and must not call the engine thread.
    pub fn new(
        catalogue: Catalogue,
        position: &dyn AnyPosition,
        report: impl FnMut(SearchUpdate) + Send + 'static,
    ) -> Self {
        let shared = Arc::new(Shared::default());
        let position = position.boxed_clone();
        let worker = Worker { shared: Arc::clone(&shared), report };
        let search = move || {
            let id = position.info().id;
            let entry = catalogue.games.iter().find(|entry| entry.info.id == id);
            let solver = catalogue.solver_for(&*position);
            worker.run(|| catalogue.engine_for(&*position), entry.zip(solver));
        };
        Self { shared, thread: Some(thread::spawn(search)) }
    }

    /// Starts a job in place of the current one. Returns immediately.
    pub fn start(&self, job: SearchJob) {
        self.start_task(job.id, job.position, Some(job.request));
    }

    /// Starts a job that proves the values of all moves, as far as that takes a fraction of a second.
    /// Its only update is [`SearchUpdate::Explored`].
    pub fn explore(&self, id: u64, position: String) {
        self.start_task(id, position, None);
    }

    fn start_task(&self, id: u64, position: String, request: Option<Request>) {
        let stop = Arc::new(AtomicBool::new(false));
        self.shared.lock().replace(Some(Task { id, position, request, stop }));
        self.shared.changed.notify_one();
    }

    /// Cancels the current job, if there is one. Returns immediately; no update of it follows.
    pub fn stop(&self) {
        self.shared.lock().replace(None);
    }

    /// Ends the current search early, if there is one. Its final update has the best move so far.
    pub fn finish_now(&self) {
        if let Some(stop) = &self.shared.lock().stop {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a job is waiting or running.
    pub fn is_busy(&self) -> bool {
        self.shared.lock().stop.is_some()
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.replace(None);
        state.ended = true;
        drop(state);
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // Panics of engines are caught; the panic hook has reported any other.
            let _ = thread.join();
        }
    }
}

struct Worker<T> {
    shared: Arc<Shared>,
    report: T,
}

impl<T: FnMut(SearchUpdate)> Worker<T> {
    fn run(
        mut self,
        make: impl Fn() -> Box<dyn Engine>,
        solver: Option<(&'static GameEntry, Box<dyn Solver>)>,
    ) {
        let mut engine = None;
        while let Some(Task { id, position, request, stop }) = self.shared.next() {
            let Some(request) = request else {
                // A panic of the solver must not end the thread.
                let explored = catch_unwind(AssertUnwindSafe(|| {
                    let (entry, solver) = solver.as_ref()?;
                    explore(&**solver, &*entry.read_position(&position).ok()?, &stop)
                }));
                let explored = explored.unwrap_or_default();
                self.send(&stop, SearchUpdate::Explored { id, explored });
                continue;
            };
            let result = catch_unwind(AssertUnwindSafe(|| {
                let engine = engine.get_or_insert_with(&make);
                let mut show = |report| self.send(&stop, SearchUpdate::Progress { id, report });
                engine.search(&position, &request, &stop, &mut show)
            }));
            let update = match result {
                Ok(Ok(report)) => SearchUpdate::Done { id, report },
                Ok(Err(error)) => SearchUpdate::Failed { id, reason: error.to_string() },
                Err(panic) => {
                    // The engine may be in any state, so the next job gets a new one.
                    engine = None;
                    SearchUpdate::Failed { id, reason: panic_text(&*panic) }
                }
            };
            self.send(&stop, update);
        }
    }

    /// Sends an update, unless its job was cancelled.
    fn send(&mut self, stop: &Arc<AtomicBool>, update: SearchUpdate) {
        // Holding the lock ensures that no update is sent after `EngineThread::stop` returns.
        let mut state = self.shared.lock();
        if state.stop.as_ref().is_some_and(|current| Arc::ptr_eq(current, stop)) {
            if update.is_last() {
                state.stop = None;
            }
            (self.report)(update);
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the search panicked: {}", text.unwrap_or("unknown cause"))
}
