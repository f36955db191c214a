//! The queues of searches that wait for a thread, and their order.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::Urgency;
use super::round_robin::{Job, RoundRobin};
use crate::error::ApiError;
use crate::visitors::Visitor;

/// The searches that wait for a thread, and those that are running.
#[derive(Default)]
pub(super) struct Queues {
    moves: VecDeque<Job>,
    /// The number of bot moves since the last search for a visitor.
    moves_in_a_row: usize,
    shows: RoundRobin,
    questions: RoundRobin,
    analyses: RoundRobin,
    proofs: VecDeque<Job>,
    running: Vec<Running>,
    ended: bool,
}

/// A running job.
struct Running {
    urgency: Urgency,
    stop: Arc<AtomicBool>,
    started: Instant,
}

impl Running {
    /// The visitor, if the job is a hint, review or analysis.
    const fn asking_visitor(&self) -> Option<Visitor> {
        match self.urgency {
            Urgency::Question(visitor) | Urgency::Analysis(visitor) => Some(visitor),
            Urgency::Move | Urgency::Show(_) | Urgency::Proof => None,
        }
    }
}

/// The most waiting analyses, of one visitor and of all. Beyond that, everybody may still have a few,
/// so that some visitors cannot take all places.
pub(super) const MAX_QUEUE_OF_VISITOR: usize = 8;
const MAX_QUEUE: usize = 200;
const FEW: usize = 2;
const MAX_QUEUE_OF_FEW: usize = 10 * MAX_QUEUE;
/// How long an analysis runs while others wait for an analysis, or for a hint or review.
const SLICE: Duration = Duration::from_secs(10);
const SHORT_SLICE: Duration = Duration::from_secs(2);
/// After this many bot moves, a visitor's search gets a turn.
const MOVES_IN_A_ROW: usize = 8;

pub(crate) const BUSY: ApiError =
    ApiError::Unavailable("the engine is busy; try again in a moment");
pub(crate) const TOO_MANY: ApiError =
    ApiError::TooMany("too many searches from this address are waiting; wait for their results");

impl Queues {
    /// Adds a job, if there is room. Returns the jobs that are dropped.
    pub(super) fn add(&mut self, job: Job) -> (Result<(), ApiError>, Vec<Job>) {
        let visitor = match job.urgency {
            _ if self.ended => return (Err(BUSY), vec![job]),
            Urgency::Move => {
                self.moves.push_back(job);
                return (Ok(()), Vec::new());
            }
            // There are never more than open streams.
            Urgency::Show(visitor) => {
                let dropped = self.shows.take_stopped(visitor);
                self.shows.push(visitor, job);
                return (Ok(()), dropped);
            }
            // There are never more than threads.
            Urgency::Question(visitor) => {
                self.questions.push(visitor, job);
                return (Ok(()), Vec::new());
            }
            Urgency::Proof => {
                self.proofs.push_back(job);
                return (Ok(()), Vec::new());
            }
            Urgency::Analysis(visitor) => visitor,
        };
        let mut dropped = self.analyses.take_stopped(visitor);
        let outcome = match (self.analyses.count_of(visitor), self.analyses.count()) {
            (MAX_QUEUE_OF_VISITOR.., _) => Err(TOO_MANY),
            (FEW.., MAX_QUEUE..) | (_, MAX_QUEUE_OF_FEW..) => Err(BUSY),
            _ => Ok(()),
        };
        match outcome {
            Ok(()) => self.analyses.push(visitor, job),
            Err(_) => dropped.push(job),
        }
        (outcome, dropped)
    }

    /// The next job, if one of the threads may start one.
    pub(super) fn pop(&mut self, threads: usize) -> Option<Job> {
        let job = self.choose(threads)?;
        let (urgency, stop, started) = (job.urgency, Arc::clone(&job.stop), Instant::now());
        self.running.push(Running { urgency, stop, started });
        Some(job)
    }

    /// Whether a thread stays free for bot moves if another job starts.
    fn leaves_a_thread(&self, threads: usize) -> bool {
        let others = self
            .running
            .iter()
            .filter(|running| !matches!(running.urgency, Urgency::Move | Urgency::Proof));
        others.count() < threads - 1
    }

    /// Bot moves come first, but now and then a visitor's search gets a turn. Hints and reviews
    /// come before analyses. Visitors' searches and games between bots leave one thread to bot
    /// moves, and games between bots leave half of the threads to others. Proofs take what is left.
    fn choose(&mut self, threads: usize) -> Option<Job> {
        let leaves_a_thread = self.leaves_a_thread(threads);
        let may_serve_visitor = leaves_a_thread && self.is_waited_for();
        let must_serve_visitor = may_serve_visitor && self.moves_in_a_row >= MOVES_IN_A_ROW;
        if !must_serve_visitor && let Some(job) = self.moves.pop_front() {
            self.moves_in_a_row += 1;
            return Some(job);
        }
        if may_serve_visitor {
            self.moves_in_a_row = 0;
            let is_served = |visitor| {
                self.running.iter().any(|running| running.asking_visitor() == Some(visitor))
            };
            return self.questions.pop(is_served).or_else(|| self.analyses.pop(is_served));
        }
        let is_show = |running: &&Running| matches!(running.urgency, Urgency::Show(_));
        let shows = self.running.iter().filter(is_show).count();
        let show = (leaves_a_thread && shows < threads / 2).then(|| self.shows.pop(|_| false));
        show.flatten().or_else(|| self.proofs.pop_front())
    }

    /// Stops a proof if more other jobs wait than threads are free. Proofs may use all threads.
    pub(super) fn preempt_proof(&self, threads: usize) {
        let is_stopped = |running: &Running| running.stop.load(Ordering::Relaxed);
        let busy = self.running.iter().filter(|running| !is_stopped(running)).count();
        if self.waiting().1 <= threads.saturating_sub(busy) {
            return;
        }
        let is_proof =
            |running: &&Running| running.urgency == Urgency::Proof && !is_stopped(running);
        if let Some(latest) = self.running.iter().filter(is_proof).max_by_key(|one| one.started) {
            latest.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Removes a finished job.
    pub(super) fn finish(&mut self, stop: &Arc<AtomicBool>) {
        self.running.retain(|running| !Arc::ptr_eq(&running.stop, stop));
    }

    /// Stops the longest running analysis if another visitor, or the same one in another window, waits
    /// for its thread.
    pub(super) fn preempt(&self, threads: usize) {
        if self.leaves_a_thread(threads) {
            return;
        }
        let may_end = |running: &&Running| {
            let time = running.started.elapsed();
            matches!(running.urgency, Urgency::Analysis(_))
                && (time >= SHORT_SLICE && self.questions.is_waited_for()
                    || time >= SLICE && self.analyses.is_waited_for())
        };
        if let Some(longest) = self.running.iter().filter(may_end).min_by_key(|one| one.started) {
            longest.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops all jobs. Returns the waiting ones, which never run.
    pub(super) fn end(&mut self) -> Self {
        for running in &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
        std::mem::replace(self, Self { ended: true, ..Self::default() })
    }

    pub(super) const fn is_ended(&self) -> bool {
        self.ended
    }

    /// Whether a visitor waits.
    pub(super) fn is_waited_for(&self) -> bool {
        self.count_for_visitors() > 0
    }

    fn count_for_visitors(&self) -> usize {
        self.questions.count() + self.analyses.count()
    }

    /// The number of waiting bot moves, and of all waiting jobs.
    pub(super) fn waiting(&self) -> (usize, usize) {
        let moves = self.moves.len() + self.shows.count();
        (moves, moves + self.count_for_visitors())
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn add(queues: &mut Queues, urgency: Urgency) {
        let job = Job { urgency, stop: Arc::default(), run: Box::new(|_| {}) };
        assert_eq!(queues.add(job).0, Ok(()));
    }

    /// The jobs that one of two threads does while the other one is free.
    fn done(queues: &mut Queues, count: usize) -> Vec<Urgency> {
        let next = |_| {
            let job = queues.pop(2)?;
            queues.finish(&job.stop);
            Some(job.urgency)
        };
        (0..count).map_while(next).collect()
    }

    #[test]
    fn bot_moves_leave_turns_for_visitors() {
        let mut queues = Queues::default();
        for _ in 0..99 {
            add(&mut queues, Urgency::Move);
        }
        let question = Urgency::Question(Visitor::numbered(1));
        add(&mut queues, question);
        let done = done(&mut queues, 20);
        assert_eq!(done.iter().position(|one| *one == question), Some(MOVES_IN_A_ROW));
        assert_eq!(done.iter().filter(|one| **one == Urgency::Move).count(), 19);
    }

    #[test]
    fn games_between_bots_come_last_and_take_turns() {
        let mut queues = Queues::default();
        let [first, second] = [1, 2].map(|number| Urgency::Show(Visitor::numbered(number)));
        let question = Urgency::Question(Visitor::numbered(1));
        for urgency in [first, first, first, second, question, Urgency::Move] {
            add(&mut queues, urgency);
        }
        let expected = [Urgency::Move, question, first, second, first, first];
        assert_eq!(done(&mut queues, 9), expected);
    }

    #[test]
    fn games_between_bots_leave_threads_for_others() {
        let mut queues = Queues::default();
        for _ in 0..9 {
            add(&mut queues, Urgency::Show(Visitor::numbered(1)));
        }
        let taken = (0..9).map_while(|_| queues.pop(4)).count();
        assert_eq!(taken, 2);
        add(&mut queues, Urgency::Question(Visitor::numbered(1)));
        assert!(
            queues.pop(4).is_some_and(|job| job.urgency == Urgency::Question(Visitor::numbered(1)))
        );
        // Only a move may have the last thread.
        add(&mut queues, Urgency::Question(Visitor::numbered(1)));
        assert!(queues.pop(4).is_none());
        add(&mut queues, Urgency::Move);
        assert!(queues.pop(4).is_some_and(|job| job.urgency == Urgency::Move));
    }

    #[test]
    fn proofs_use_all_threads_until_something_else_waits() {
        let mut queues = Queues::default();
        for _ in 0..3 {
            add(&mut queues, Urgency::Proof);
        }
        assert_eq!((0..2).filter_map(|_| queues.pop(2)).count(), 2);
        let stopped = |queues: &Queues| {
            let is_stopped = |one: &&Running| one.stop.load(Ordering::Relaxed);
            queues.running.iter().filter(is_stopped).count()
        };
        queues.preempt_proof(2);
        assert_eq!(stopped(&queues), 0, "only proofs wait");
        for (urgency, expected) in
            [(Urgency::Question(Visitor::numbered(1)), 1), (Urgency::Move, 2), (Urgency::Move, 2)]
        {
            add(&mut queues, urgency);
            queues.preempt_proof(2);
            assert_eq!(stopped(&queues), expected);
        }
        queues.running.clear();
        let question = Urgency::Question(Visitor::numbered(1));
        assert_eq!(done(&mut queues, 9), [Urgency::Move, Urgency::Move, question, Urgency::Proof]);
    }

    #[test]
    fn hints_come_before_analyses() {
        let mut queues = Queues::default();
        let [first, second] = [1, 2].map(|number| Urgency::Analysis(Visitor::numbered(number)));
        let question = Urgency::Question(Visitor::numbered(3));
        for urgency in [first, first, second, question] {
            add(&mut queues, urgency);
        }
        assert_eq!(done(&mut queues, 9), [question, first, second, first]);
    }

    #[test]
    fn visitors_with_a_running_job_come_after_others() {
        let mut queues = Queues::default();
        let [first, second] = [1, 2].map(|number| Urgency::Analysis(Visitor::numbered(number)));
        add(&mut queues, first);
        assert!(queues.pop(4).is_some());
        add(&mut queues, first);
        add(&mut queues, second);
        assert!(queues.pop(4).is_some_and(|job| job.urgency == second));
        assert!(queues.pop(4).is_some_and(|job| job.urgency == first));
    }

    #[test]
    fn full_queue_has_room_for_newcomers() {
        let mut queues = Queues::default();
        let analysis = |number| Urgency::Analysis(Visitor::numbered(number));
        for number in 0..25 {
            for _ in 0..MAX_QUEUE_OF_VISITOR {
                add(&mut queues, analysis(number));
            }
        }
        let mut ask = |number| {
            let (stop, run) = (Arc::default(), Box::new(|_: &mut _| {}));
            queues.add(Job { urgency: analysis(number), stop, run }).0
        };
        for outcome in [Ok(()), Ok(()), Err(BUSY)] {
            assert_eq!(ask(99), outcome);
        }
        assert_eq!(ask(1), Err(TOO_MANY));
        assert_eq!(ask(100), Ok(()));
    }

    #[test]
    fn long_analysis_is_stopped_when_others_wait() {
        let ago = |time| Instant::now().checked_sub(time).expect("a clock that has run for long");
        let mut queues = Queues::default();
        for _ in 0..2 {
            add(&mut queues, Urgency::Analysis(Visitor::numbered(1)));
            assert!(queues.pop(4).is_some());
        }
        queues.running[1].started = ago(SHORT_SLICE);
        let stops = |queues: &Queues| {
            let stops = queues.running.iter().map(|one| one.stop.load(Ordering::Relaxed));
            stops.collect::<Vec<_>>()
        };
        queues.preempt(3);
        assert_eq!(stops(&queues), [false, false], "no one is waiting");
        add(&mut queues, Urgency::Analysis(Visitor::numbered(2)));
        queues.preempt(3);
        assert_eq!(stops(&queues), [false, false], "an analysis can wait for longer");
        add(&mut queues, Urgency::Question(Visitor::numbered(1)));
        queues.preempt(4);
        assert_eq!(stops(&queues), [false, false], "there is a thread for it");
        queues.preempt(3);
        assert_eq!(stops(&queues), [false, true], "also for the same visitor");
        assert!(queues.questions.pop(|_| false).is_some());
        queues.running[0].started = ago(SLICE);
        queues.preempt(3);
        assert_eq!(stops(&queues), [true, true]);
    }
}
