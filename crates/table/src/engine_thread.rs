//! Thinking on a thread of its own.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use strata_engine::{Catalogue, Engine, Report, Request};
use strata_rules::AnyPosition;

/// Something to think about.
#[derive(Clone, Debug)]
pub struct SearchJob {
    /// Tells the answers apart.
    pub id: u64,
    /// The position, with its options.
    pub position: String,
    /// How to think.
    pub request: Request,
}

/// What a mind has to say to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchUpdate {
    /// How things look so far.
    Progress {
        /// The question's.
        id: u64,
        /// What is known.
        report: Report,
    },
    /// The last word. The first move of the first line is the one to play.
    Done {
        /// The question's.
        id: u64,
        /// What is known.
        report: Report,
    },
    /// There is no answer.
    Failed {
        /// The question's.
        id: u64,
        /// Why not.
        reason: String,
    },
}

impl SearchUpdate {
    /// The id of the job it belongs to.
    pub const fn id(&self) -> u64 {
        match self {
            Self::Progress { id, .. } | Self::Done { id, .. } | Self::Failed { id, .. } => *id,
        }
    }
}

/// A thread that thinks about the positions of one game, one at a time. What it has found out
/// serves the next question.
///
/// Dropping it stops the thread and waits for its end, which takes a few milliseconds.
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
    /// A question that waits for the thread.
    waiting: Option<Task>,
    /// Stops the question that is being thought about. Answers to any other are dropped.
    stop: Option<Arc<AtomicBool>>,
    ended: bool,
}

#[derive(Debug)]
struct Task {
    question: SearchJob,
    stop: Arc<AtomicBool>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next question, when there is one; nothing at the end.
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
    /// Stops whatever is thought about, for `task` or nothing.
    fn replace(&mut self, task: Option<Task>) {
        if let Some(stop) = self.stop.take() {
            stop.store(true, Ordering::Relaxed);
        }
        self.stop = task.as_ref().map(|task| Arc::clone(&task.stop));
        self.waiting = task;
    }
}

impl EngineThread {
    /// A mind for the game and options of `position`. It says what it finds to `tell`, on its own
    /// thread; `tell` should only pass it on, and must not call the mind.
    pub fn new(
        catalogue: Catalogue,
        position: &dyn AnyPosition,
        tell: impl FnMut(SearchUpdate) + Send + 'static,
    ) -> Self {
        let shared = Arc::new(Shared::default());
        let position = position.boxed_clone();
        let worker = Worker { shared: Arc::clone(&shared), tell };
        let think = move || worker.run(|| catalogue.engine_for(&*position));
        Self { shared, thread: Some(thread::spawn(think)) }
    }

    /// Asks a question in place of any other. Returns at once.
    pub fn start(&self, question: SearchJob) {
        let stop = Arc::new(AtomicBool::new(false));
        self.shared.lock().replace(Some(Task { question, stop }));
        self.shared.changed.notify_one();
    }

    /// Drops the question, if there is one. Returns at once, and nothing more is said of it.
    pub fn stop(&self) {
        self.shared.lock().replace(None);
    }

    /// Ends the search at once, if there is one; its last update comes with the best move so far.
    pub fn finish_now(&self) {
        if let Some(stop) = &self.shared.lock().stop {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether there is a question without its last word.
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
            // Its panics are caught; one that is not has been reported by the runtime.
            let _ = thread.join();
        }
    }
}

struct Worker<T> {
    shared: Arc<Shared>,
    tell: T,
}

impl<T: FnMut(SearchUpdate)> Worker<T> {
    fn run(mut self, make: impl Fn() -> Box<dyn Engine>) {
        let mut engine = None;
        while let Some(Task { question, stop }) = self.shared.next() {
            let SearchJob { id, position, request } = question;
            let thought = catch_unwind(AssertUnwindSafe(|| {
                let engine = engine.get_or_insert_with(&make);
                let mut show =
                    |report| self.say(&stop, SearchUpdate::Progress { id, report }, false);
                engine.search(&position, &request, &stop, &mut show)
            }));
            let answer = match thought {
                Ok(Ok(report)) => SearchUpdate::Done { id, report },
                Ok(Err(error)) => SearchUpdate::Failed { id, reason: error.to_string() },
                Err(panic) => {
                    // Whatever state it was left in, the next question gets a fresh one.
                    engine = None;
                    SearchUpdate::Failed { id, reason: panic_text(&*panic) }
                }
            };
            self.say(&stop, answer, true);
        }
    }

    /// Says something, unless the question it belongs to was dropped.
    fn say(&mut self, stop: &Arc<AtomicBool>, answer: SearchUpdate, is_last: bool) {
        // The lock is held meanwhile, so that nothing is said once `stop` has returned.
        let mut state = self.shared.lock();
        if state.stop.as_ref().is_some_and(|current| Arc::ptr_eq(current, stop)) {
            if is_last {
                state.stop = None;
            }
            (self.tell)(answer);
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the search broke down: {}", text.unwrap_or("it does not say why"))
}
