//! The threads that think: for bots first, for analysis with what is left.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use strata_engine::{Catalogue, Report, Request, Thinker};
use strata_rules::AnyPosition;

use crate::visitors::lock;

/// How urgent a job is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// A player waits for a bot.
    Move,
    /// Somebody is curious.
    Curiosity,
}

type Job = Box<dyn FnOnce(&mut Minds) + Send>;

/// The threads that think. They end when this is gone.
pub(crate) struct Workers {
    shared: Arc<Shared>,
    threads: usize,
}

struct Shared {
    queues: Mutex<Queues>,
    changed: Condvar,
}

#[derive(Default)]
struct Queues {
    moves: VecDeque<Job>,
    curiosities: VecDeque<Job>,
    /// How many threads work for the curious.
    curious: usize,
    ended: bool,
}

/// More of the curious than this do not queue.
const LONGEST_QUEUE: usize = 200;

impl Workers {
    pub(crate) fn start(catalogue: Catalogue, threads: usize) -> Self {
        let shared = Arc::new(Shared { queues: Mutex::default(), changed: Condvar::new() });
        // One thread is always there for bots, so there are two at least.
        let threads = threads.max(2);
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            let minds = Minds { catalogue, last: None };
            thread::spawn(move || shared.work(minds, threads - 1));
        }
        Self { shared, threads }
    }

    /// How many threads there are, and the most that one search may use.
    pub(crate) const fn threads(&self) -> usize {
        self.threads
    }

    /// Queues a job; says whether there was room.
    pub(crate) fn ask(
        &self,
        urgency: Urgency,
        job: impl FnOnce(&mut Minds) + Send + 'static,
    ) -> bool {
        let mut queues = lock(&self.shared.queues);
        match urgency {
            Urgency::Move => queues.moves.push_back(Box::new(job)),
            Urgency::Curiosity if queues.curiosities.len() >= LONGEST_QUEUE => return false,
            Urgency::Curiosity => queues.curiosities.push_back(Box::new(job)),
        }
        drop(queues);
        self.shared.changed.notify_one();
        true
    }

    /// How many jobs wait for a thread.
    pub(crate) fn waiting(&self) -> usize {
        let queues = lock(&self.shared.queues);
        queues.moves.len() + queues.curiosities.len()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        lock(&self.shared.queues).ended = true;
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn work(&self, mut minds: Minds, most_curious: usize) {
        while let Some((urgency, job)) = self.next(most_curious) {
            if catch_unwind(AssertUnwindSafe(|| job(&mut minds))).is_err() {
                // Whatever state it was left in, the next question gets a fresh one.
                minds.last = None;
                tracing::error!("a search broke down");
            }
            if urgency == Urgency::Curiosity {
                lock(&self.queues).curious -= 1;
                self.changed.notify_one();
            }
        }
    }

    /// The next job; nothing at the end.
    fn next(&self, most_curious: usize) -> Option<(Urgency, Job)> {
        let mut queues = lock(&self.queues);
        loop {
            if queues.ended {
                return None;
            }
            if let Some(job) = queues.moves.pop_front() {
                return Some((Urgency::Move, job));
            }
            if queues.curious < most_curious
                && let Some(job) = queues.curiosities.pop_front()
            {
                queues.curious += 1;
                return Some((Urgency::Curiosity, job));
            }
            queues = self.changed.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What a thread thinks with. It remembers the game it was last asked about.
pub(crate) struct Minds {
    catalogue: Catalogue,
    last: Option<(String, Box<dyn Thinker>)>,
}

/// Megabytes that each thread remembers positions in.
pub(crate) const MEGABYTES: usize = 16;

impl Minds {
    /// Thinks about a position; why there is no answer if there is none.
    pub(crate) fn think(
        &mut self,
        position: &dyn AnyPosition,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, String> {
        let game = format!("{} {}", position.info().id, position.options().text());
        let known = self.last.take().filter(|(name, _)| *name == game);
        let make = || (game, self.catalogue.thinker_for(position));
        let (_, thinker) = self.last.insert(known.unwrap_or_else(make));
        let request = Request { megabytes: MEGABYTES, ..*request };
        thinker.think(&position.text(), &request, stop, show).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn no_games() -> Catalogue {
        Catalogue { games: &[], thinker: |_, _| None }
    }

    #[test]
    fn the_curious_leave_a_thread_for_bots() {
        let workers = Workers::start(no_games(), 1);
        let (release, held) = mpsc::channel::<()>();
        let (done, order) = mpsc::channel();
        workers.ask(Urgency::Curiosity, move |_| assert!(held.recv().is_err()));
        let tell = |word: &'static str| {
            let done = done.clone();
            move |_: &mut Minds| done.send(word).expect("it is waited for")
        };
        workers.ask(Urgency::Curiosity, tell("curiosity"));
        workers.ask(Urgency::Move, tell("move"));
        assert_eq!(order.recv(), Ok("move"));
        drop(release);
        assert_eq!(order.recv(), Ok("curiosity"));
    }

    #[test]
    fn a_broken_search_leaves_its_thread_alive() {
        let workers = Workers::start(no_games(), 1);
        for _ in 0..4 {
            workers.ask(Urgency::Curiosity, |_| panic!("on purpose"));
        }
        let (done, order) = mpsc::channel();
        workers.ask(Urgency::Curiosity, move |_| done.send("alive").expect("it is waited for"));
        assert_eq!(order.recv(), Ok("alive"));
    }
}
