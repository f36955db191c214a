//! The threads that search: for bots first, then for visitors, then for proofs.

mod engines;
mod queues;
mod round_robin;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use strata_engine::Catalogue;

use crate::error::ApiError;
use crate::metrics::count;
use crate::sync::lock;
use crate::visitors::Visitor;
pub(crate) use engines::Engines;
use queues::Queues;
pub(crate) use queues::{BUSY, TOO_MANY};
use round_robin::Job;

/// How urgent a job is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// A player waits for a bot.
    Move,
    /// A visitor watches a game between bots.
    Show(Visitor),
    /// A visitor waits for a hint or review.
    Question(Visitor),
    /// A visitor analyses, for as long as no other visitor waits.
    Analysis(Visitor),
    /// Part of a proof, for as long as nobody else waits.
    Proof,
}

/// The threads that search. They end when this is dropped.
pub(crate) struct Workers {
    shared: Arc<Shared>,
}

struct Shared {
    queues: Mutex<Queues>,
    changed: Condvar,
    threads: usize,
    /// The number of started searches.
    searches: AtomicU64,
}

const NO_ENGINE: ApiError =
    ApiError::Failed("this server does not analyse; use the engine on your own device");

/// How often a waiting thread checks whether to stop an analysis.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

impl Workers {
    pub(crate) fn start(catalogue: Catalogue, threads: usize) -> Self {
        // One thread is reserved for bots, so there are none or at least two.
        let threads = if threads == 0 { 0 } else { threads.max(2) };
        let (queues, changed) = (Mutex::default(), Condvar::new());
        let searches = AtomicU64::new(0);
        let shared = Arc::new(Shared { queues, changed, threads, searches });
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work(Engines::new(catalogue)));
        }
        Self { shared }
    }

    /// Whether this process does not search.
    pub(crate) fn is_empty(&self) -> bool {
        self.shared.threads == 0
    }

    /// How many more bot moves it makes sense to take from other processes.
    pub(crate) fn room_for_moves(&self) -> usize {
        (2 * self.shared.threads).saturating_sub(self.waiting().0)
    }

    /// The number of threads, which is also the most that one search may use.
    pub(crate) fn threads(&self) -> usize {
        self.shared.threads
    }

    /// The number of started searches.
    pub(crate) fn searches(&self) -> &AtomicU64 {
        &self.shared.searches
    }

    /// Queues a job, unless there are too many. The job is no longer needed once `stop` is true.
    pub(crate) fn ask(
        &self,
        urgency: Urgency,
        stop: &Arc<AtomicBool>,
        job: impl FnOnce(&mut Engines) + Send + 'static,
    ) -> Result<(), ApiError> {
        if self.is_empty() {
            return Err(NO_ENGINE);
        }
        let job = Job { urgency, stop: Arc::clone(stop), run: Box::new(job) };
        let mut queues = lock(&self.shared.queues);
        let (outcome, dropped) = queues.add(job);
        queues.preempt_proof(self.shared.threads);
        drop(queues);
        // Jobs may own anything, so they are dropped without a lock.
        drop(dropped);
        self.shared.changed.notify_one();
        outcome
    }

    /// Stops all searches and starts no more.
    pub(crate) fn end(&self) {
        let never_done = lock(&self.shared.queues).end();
        self.shared.changed.notify_all();
        drop(never_done);
    }

    /// The number of waiting bot moves, and of all waiting jobs.
    pub(crate) fn waiting(&self) -> (usize, usize) {
        lock(&self.shared.queues).waiting()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.end();
    }
}

impl Shared {
    fn work(&self, mut engines: Engines) {
        while let Some(Job { stop, run, .. }) = self.next() {
            if !stop.load(Ordering::Relaxed) {
                count(&self.searches);
            }
            if catch_unwind(AssertUnwindSafe(|| run(&mut engines))).is_err() {
                engines.forget();
                tracing::error!("a search panicked");
            }
            lock(&self.queues).finish(&stop);
            self.changed.notify_one();
        }
    }

    /// The next job; `None` at the end.
    fn next(&self) -> Option<Job> {
        let mut queues = lock(&self.queues);
        loop {
            if queues.is_ended() {
                return None;
            }
            queues.preempt(self.threads);
            if let Some(next) = queues.pop(self.threads) {
                return Some(next);
            }
            // One thread never works for visitors, so it always gets here.
            let interval = if queues.is_waited_for() { CHECK_INTERVAL } else { Duration::MAX };
            let waited = self.changed.wait_timeout(queues, interval);
            queues = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::queues::MAX_QUEUE_OF_VISITOR;
    use super::*;

    fn workers(threads: usize) -> Workers {
        Workers::start(
            Catalogue { games: &[], engine: |_, _| None, solver: |_, _| None, tables: Vec::new },
            threads,
        )
    }

    fn question(number: u8) -> Urgency {
        Urgency::Question(Visitor::numbered(number))
    }

    fn analysis(number: u8) -> Urgency {
        Urgency::Analysis(Visitor::numbered(number))
    }

    /// Jobs that send a word when they are done, and jobs that block until they are released.
    struct Script {
        workers: Workers,
        tell: mpsc::Sender<&'static str>,
        told: mpsc::Receiver<&'static str>,
    }

    impl Script {
        fn new(threads: usize) -> Self {
            let (tell, told) = mpsc::channel();
            Self { workers: workers(threads), tell, told }
        }

        fn say(&self, urgency: Urgency, word: &'static str) -> Result<(), ApiError> {
            let tell = self.tell.clone();
            let job = move |_: &mut Engines| tell.send(word).expect("the receiver is waiting");
            self.workers.ask(urgency, &Arc::default(), job)
        }

        /// Blocks a thread until the returned value is dropped. The job is already running when
        /// this returns.
        fn owner(&self, urgency: Urgency) -> mpsc::Sender<()> {
            let (release, held) = mpsc::channel::<()>();
            let tell = self.tell.clone();
            let job = move |_: &mut Engines| {
                tell.send("held").expect("the receiver is waiting");
                assert!(held.recv().is_err());
            };
            self.workers.ask(urgency, &Arc::default(), job).expect("there is room");
            assert_eq!(self.hear(), "held");
            release
        }

        fn hear(&self) -> &'static str {
            self.told.recv().expect("a job sends a word")
        }
    }

    #[test]
    fn visitors_leave_a_thread_for_bots() {
        let script = Script::new(1);
        let release = script.owner(question(1));
        script.say(question(1), "curiosity").expect("there is room");
        script.say(Urgency::Move, "move").expect("there is room");
        assert_eq!(script.hear(), "move");
        drop(release);
        assert_eq!(script.hear(), "curiosity");
    }

    #[test]
    fn visitors_take_turns() {
        let script = Script::new(2);
        let release = script.owner(analysis(1));
        for _ in 0..MAX_QUEUE_OF_VISITOR {
            script.say(analysis(1), "first").expect("there is room");
        }
        assert_eq!(script.say(analysis(1), "too much"), Err(TOO_MANY));
        script.say(analysis(2), "second").expect("there is room");
        drop(release);
        assert_eq!([script.hear(), script.hear()], ["first", "second"]);
    }

    #[test]
    fn stopped_jobs_do_not_count_as_waiting() {
        let script = Script::new(2);
        let _release = script.owner(analysis(1));
        for _ in 0..2 * MAX_QUEUE_OF_VISITOR {
            let stopped = Arc::new(AtomicBool::new(true));
            script.workers.ask(analysis(1), &stopped, |_| {}).expect("there is room");
        }
        assert_eq!(script.workers.waiting(), (0, 1));
    }

    #[test]
    fn thread_survives_a_panicking_job() {
        let script = Script::new(1);
        for _ in 0..4 {
            let job = |_: &mut Engines| panic!("on purpose");
            script.workers.ask(question(1), &Arc::default(), job).expect("there is room");
        }
        script.say(question(1), "alive").expect("there is room");
        assert_eq!(script.hear(), "alive");
    }
}
