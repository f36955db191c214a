//! What waits for a thread, and what comes first.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::turns::{Job, Turns};
use crate::error::ApiError;
use crate::visitors::Visitor;

/// What waits for a thread.
#[derive(Default)]
pub(super) struct Queues {
    pub(super) moves: VecDeque<Job>,
    /// How many moves have been thought of since somebody curious had a turn.
    moves_in_a_row: usize,
    pub(super) curiosities: Turns,
    /// What threads do for the curious.
    pub(super) curious: Vec<Running>,
    pub(super) ended: bool,
}

/// A job that a thread is at, for somebody curious.
pub(super) struct Running {
    visitor: Visitor,
    pub(super) stop: Arc<AtomicBool>,
    makes_way: bool,
    begun: Instant,
}

/// More of the curious than this do not queue, of one visitor and of all.
pub(super) const LONGEST_QUEUE_OF_ONE: usize = 8;
const LONGEST_QUEUE: usize = 200;
/// So long an analysis goes on though others wait.
const SLICE: Duration = Duration::from_secs(10);
/// After so many moves one who is curious has a turn.
const MOVES_IN_A_ROW: usize = 8;

pub(crate) const BUSY: ApiError =
    ApiError::Unavailable("the engine is busy with others: try again in a moment");
pub(super) const TOO_MANY: ApiError =
    ApiError::TooMany("too many questions from this address wait for the engine: let it answer");

impl Queues {
    /// Adds a job of somebody curious, if there is room; returns those that are not to be done.
    pub(super) fn add(&mut self, visitor: Visitor, job: Job) -> (Result<(), ApiError>, Vec<Job>) {
        let mut dropped = self.curiosities.take_stopped(visitor);
        let outcome = match self.curiosities.count_of(visitor) {
            _ if self.curiosities.count() >= LONGEST_QUEUE => Err(BUSY),
            LONGEST_QUEUE_OF_ONE.. => Err(TOO_MANY),
            _ => Ok(()),
        };
        match outcome.is_ok() {
            true => self.curiosities.push(visitor, job),
            false => dropped.push(job),
        }
        (outcome, dropped)
    }

    /// The next job, if a thread may begin one; whether it is one of the curious.
    pub(super) fn pop(&mut self, threads: usize) -> Option<(bool, Job)> {
        let may_be_curious = self.curious.len() < threads - 1 && self.curiosities.count() > 0;
        let must_be_curious = may_be_curious && self.moves_in_a_row >= MOVES_IN_A_ROW;
        if !must_be_curious && let Some(job) = self.moves.pop_front() {
            self.moves_in_a_row += 1;
            return Some((false, job));
        }
        if !may_be_curious {
            return None;
        }
        self.moves_in_a_row = 0;
        let (visitor, job) = self.curiosities.pop()?;
        self.curious.push(Running {
            visitor,
            stop: Arc::clone(&job.stop),
            makes_way: job.makes_way,
            begun: Instant::now(),
        });
        Some((true, job))
    }

    /// Ends the analysis that has gone on for longest, if somebody else waits for its thread.
    pub(super) fn make_way(&self) {
        let may_end = |running: &&Running| {
            running.makes_way
                && running.begun.elapsed() >= SLICE
                && self.curiosities.has_others(running.visitor)
        };
        if let Some(longest) = self.curious.iter().filter(may_end).min_by_key(|one| one.begun) {
            longest.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn visitor(number: u8) -> Visitor {
        Visitor::from(IpAddr::from([10, 0, 0, number]))
    }

    #[test]
    fn many_moves_leave_turns_for_the_curious() {
        let mut queues = Queues::default();
        let job = || Job { stop: Arc::default(), makes_way: false, run: Box::new(|_| {}) };
        queues.moves.extend((0..99).map(|_| job()));
        queues.curiosities.push(visitor(1), job());
        let taken: Vec<_> = (0..20).filter_map(|_| Some(queues.pop(2)?.0)).collect();
        assert_eq!(taken.iter().position(|is_curious| *is_curious), Some(MOVES_IN_A_ROW));
        assert_eq!(taken.iter().filter(|is_curious| **is_curious).count(), 1);
    }

    #[test]
    fn a_long_analysis_makes_way_for_others() {
        let now = Instant::now();
        let Some(long_ago) = now.checked_sub(SLICE) else { return };
        let running = |number, begun| Running {
            visitor: visitor(number),
            stop: Arc::default(),
            makes_way: true,
            begun,
        };
        let mut queues = Queues {
            curious: vec![running(1, now + SLICE), running(1, long_ago)],
            ..Queues::default()
        };
        let stops = |queues: &Queues| {
            let stops = queues.curious.iter().map(|one| one.stop.load(Ordering::Relaxed));
            stops.collect::<Vec<_>>()
        };
        let job = || Job { stop: Arc::default(), makes_way: false, run: Box::new(|_| {}) };
        queues.curiosities.push(visitor(1), job());
        queues.make_way();
        assert_eq!(stops(&queues), [false, false], "nobody makes way for themselves");
        queues.curiosities.push(visitor(2), job());
        queues.make_way();
        assert_eq!(stops(&queues), [false, true]);
    }
}
