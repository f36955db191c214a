//! A queue in which visitors take turns.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Engines, Urgency};
use crate::visitors::Visitor;

/// A search for a thread.
pub(super) struct Job {
    pub(super) urgency: Urgency,
    /// Becomes true when the job is no longer needed.
    pub(super) stop: Arc<AtomicBool>,
    pub(super) run: Box<dyn FnOnce(&mut Engines) + Send>,
}

impl Job {
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The jobs of many visitors, which take turns.
#[derive(Default)]
pub(super) struct RoundRobin {
    /// None of them is empty.
    queues: VecDeque<(Visitor, VecDeque<Job>)>,
}

impl RoundRobin {
    pub(super) fn push(&mut self, visitor: Visitor, job: Job) {
        match self.queues.iter_mut().find(|(known, _)| *known == visitor) {
            Some((_, queue)) => queue.push_back(job),
            None => self.queues.push_back((visitor, [job].into())),
        }
    }

    /// The next job. Visitors with a running job come after the others.
    pub(super) fn pop(&mut self, is_served: impl Fn(Visitor) -> bool) -> Option<Job> {
        let next = self.queues.iter().position(|(visitor, _)| !is_served(*visitor)).unwrap_or(0);
        let (visitor, mut queue) = self.queues.remove(next)?;
        let job = queue.pop_front();
        if !queue.is_empty() {
            self.queues.push_back((visitor, queue));
        }
        job
    }

    /// Removes the jobs of a visitor that are no longer needed.
    pub(super) fn take_stopped(&mut self, visitor: Visitor) -> Vec<Job> {
        let Some(place) = self.queues.iter().position(|(known, _)| *known == visitor) else {
            return Vec::new();
        };
        let (stopped, queue): (VecDeque<Job>, VecDeque<Job>) =
            std::mem::take(&mut self.queues[place].1).into_iter().partition(Job::is_stopped);
        match queue.is_empty() {
            true => drop(self.queues.remove(place)),
            false => self.queues[place].1 = queue,
        }
        stopped.into()
    }

    /// The number of waiting jobs of a visitor.
    pub(super) fn count_of(&self, visitor: Visitor) -> usize {
        let own = self.queues.iter().filter(|(known, _)| *known == visitor);
        own.map(|(_, queue)| queue.len()).sum()
    }

    /// The number of waiting jobs.
    pub(super) fn count(&self) -> usize {
        self.queues.iter().map(|(_, queue)| queue.len()).sum()
    }

    /// Whether any waiting job is still needed.
    pub(super) fn is_waited_for(&self) -> bool {
        self.queues.iter().any(|(_, queue)| queue.iter().any(|job| !job.is_stopped()))
    }
}
