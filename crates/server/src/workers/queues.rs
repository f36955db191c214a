//! What waits for a thread, and what comes first.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::Urgency;
use super::round_robin::{Job, RoundRobin};
use crate::error::ApiError;
use crate::visitors::Visitor;

/// What waits for a thread, and what threads are at.
#[derive(Default)]
pub(super) struct Queues {
    moves: VecDeque<Job>,
    /// How many moves have been thought of since somebody curious had a turn.
    moves_in_a_row: usize,
    shows: RoundRobin,
    questions: RoundRobin,
    analyses: RoundRobin,
    running: Vec<Running>,
    ended: bool,
}

/// A job that a thread is at.
struct Running {
    urgency: Urgency,
    stop: Arc<AtomicBool>,
    started: Instant,
}

impl Running {
    /// Who is curious, if it is done for one who is.
    const fn curious_visitor(&self) -> Option<Visitor> {
        match self.urgency {
            Urgency::Question(visitor) | Urgency::Analysis(visitor) => Some(visitor),
            Urgency::Move | Urgency::Show(_) => None,
        }
    }
}

/// More of the curious than this do not queue, of one visitor and of all.
pub(super) const LONGEST_QUEUE_OF_ONE: usize = 8;
const LONGEST_QUEUE: usize = 200;
/// So long an analysis goes on though others wait to analyse, or with a question.
const SLICE: Duration = Duration::from_secs(10);
const SHORT_SLICE: Duration = Duration::from_secs(2);
/// After so many moves one who is curious has a turn.
const MOVES_IN_A_ROW: usize = 8;

pub(crate) const BUSY: ApiError =
    ApiError::Unavailable("the engine is busy with others: try again in a moment");
pub(super) const TOO_MANY: ApiError =
    ApiError::TooMany("too many questions from this address wait for the engine: let it answer");

impl Queues {
    /// Adds a job, if there is room; returns those that are not to be done.
    pub(super) fn add(&mut self, job: Job) -> (Result<(), ApiError>, Vec<Job>) {
        let visitor = match job.urgency {
            _ if self.ended => return (Err(BUSY), vec![job]),
            Urgency::Move => {
                self.moves.push_back(job);
                return (Ok(()), Vec::new());
            }
            // There are never more than streams from which somebody looks on.
            Urgency::Show(visitor) => {
                let dropped = self.shows.take_stopped(visitor);
                self.shows.push(visitor, job);
                return (Ok(()), dropped);
            }
            Urgency::Question(visitor) | Urgency::Analysis(visitor) => visitor,
        };
        let mut dropped = self.questions.take_stopped(visitor);
        dropped.extend(self.analyses.take_stopped(visitor));
        let outcome = match self.questions.count_of(visitor) + self.analyses.count_of(visitor) {
            _ if self.count_curious() >= LONGEST_QUEUE => Err(BUSY),
            LONGEST_QUEUE_OF_ONE.. => Err(TOO_MANY),
            _ => Ok(()),
        };
        match (&outcome, job.urgency) {
            (Err(_), _) => dropped.push(job),
            (Ok(()), Urgency::Analysis(_)) => self.analyses.push(visitor, job),
            (Ok(()), _) => self.questions.push(visitor, job),
        }
        (outcome, dropped)
    }

    /// The next job, if one of so many threads may begin one.
    pub(super) fn pop(&mut self, threads: usize) -> Option<Job> {
        let job = self.choose(threads)?;
        let (urgency, stop, started) = (job.urgency, Arc::clone(&job.stop), Instant::now());
        self.running.push(Running { urgency, stop, started });
        Some(job)
    }

    /// Whether one more who is curious, or a show, leaves a thread to moves.
    fn leaves_a_thread(&self, threads: usize) -> bool {
        let others = self.running.iter().filter(|running| running.urgency != Urgency::Move);
        others.count() < threads - 1
    }

    /// Moves come first, but leave a turn to the curious now and then. Of those, who wants to know
    /// something for a moment does not wait for who thinks for long. The curious and shows leave a
    /// thread to moves, and shows leave half of them to others.
    fn choose(&mut self, threads: usize) -> Option<Job> {
        let leaves_a_thread = self.leaves_a_thread(threads);
        let may_be_curious = leaves_a_thread && self.is_waited_for();
        let must_be_curious = may_be_curious && self.moves_in_a_row >= MOVES_IN_A_ROW;
        if !must_be_curious && let Some(job) = self.moves.pop_front() {
            self.moves_in_a_row += 1;
            return Some(job);
        }
        if may_be_curious {
            self.moves_in_a_row = 0;
            let is_served = |visitor| {
                self.running.iter().any(|running| running.curious_visitor() == Some(visitor))
            };
            return self.questions.pop(is_served).or_else(|| self.analyses.pop(is_served));
        }
        let is_show = |running: &&Running| matches!(running.urgency, Urgency::Show(_));
        let shows = self.running.iter().filter(is_show).count();
        if leaves_a_thread && shows < threads / 2 { self.shows.pop(|_| false) } else { None }
    }

    /// A job is done.
    pub(super) fn finish(&mut self, stop: &Arc<AtomicBool>) {
        self.running.retain(|running| !Arc::ptr_eq(&running.stop, stop));
    }

    /// Ends the analysis that has gone on for longest, if somebody waits for its thread, be it the
    /// same visitor in another window.
    pub(super) fn make_way(&self, threads: usize) {
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

    /// Stops everything; what waits is returned and never done.
    pub(super) fn end(&mut self) -> Self {
        for running in &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
        std::mem::replace(self, Self { ended: true, ..Self::default() })
    }

    pub(super) const fn is_ended(&self) -> bool {
        self.ended
    }

    /// Whether somebody curious waits.
    pub(super) fn is_waited_for(&self) -> bool {
        self.count_curious() > 0
    }

    fn count_curious(&self) -> usize {
        self.questions.count() + self.analyses.count()
    }

    /// How many moves wait, and how many jobs of all kinds.
    pub(super) fn waiting(&self) -> (usize, usize) {
        let moves = self.moves.len() + self.shows.count();
        (moves, moves + self.count_curious())
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
    fn many_moves_leave_turns_for_the_curious() {
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
    fn shows_come_last_and_in_turns() {
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
    fn shows_leave_threads_for_others() {
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
    fn questions_come_before_analyses() {
        let mut queues = Queues::default();
        let [first, second] = [1, 2].map(|number| Urgency::Analysis(Visitor::numbered(number)));
        let question = Urgency::Question(Visitor::numbered(3));
        for urgency in [first, first, second, question] {
            add(&mut queues, urgency);
        }
        assert_eq!(done(&mut queues, 9), [question, first, second, first]);
    }

    #[test]
    fn who_is_served_already_comes_behind_the_others() {
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
    fn a_long_analysis_makes_way() {
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
        queues.make_way(3);
        assert_eq!(stops(&queues), [false, false], "nobody waits");
        add(&mut queues, Urgency::Analysis(Visitor::numbered(2)));
        queues.make_way(3);
        assert_eq!(stops(&queues), [false, false], "an analysis can wait for longer");
        add(&mut queues, Urgency::Question(Visitor::numbered(1)));
        queues.make_way(4);
        assert_eq!(stops(&queues), [false, false], "there is a thread for it");
        queues.make_way(3);
        assert_eq!(stops(&queues), [false, true], "also for the same visitor");
        assert!(queues.questions.pop(|_| false).is_some());
        queues.running[0].started = ago(SLICE);
        queues.make_way(3);
        assert_eq!(stops(&queues), [true, true]);
    }
}
