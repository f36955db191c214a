//! CPU-bound work other than searches: pictures, positions, long records.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::sync::Semaphore;

use crate::error::ApiError;
use crate::sync::lock;
use crate::visitors::Visitor;

/// Limits the number of jobs that run at the same time; one visitor gets at most half of them.
pub(crate) struct BlockingJobs {
    places: Arc<Semaphore>,
    each: usize,
    asked: Mutex<HashMap<Visitor, Share>>,
}

/// The unfinished jobs of a visitor.
struct Share {
    places: Arc<Semaphore>,
    jobs: usize,
}

/// The most unfinished jobs, of one visitor and of all. Beyond that, everybody may still have a few,
/// so that some visitors cannot take all places.
const MAX_OF_VISITOR: usize = 40;
const MAX_JOBS: usize = 160;
const FEW: usize = 4;
const MAX_JOBS_OF_FEW: usize = 10 * MAX_JOBS;

const BUSY: ApiError = ApiError::Unavailable("the server is busy; try again in a moment");
const TOO_MANY: ApiError =
    ApiError::TooMany("too many requests from this address at once; wait for the responses");

/// An unfinished job.
struct Ticket {
    heavy: Arc<BlockingJobs>,
    visitor: Visitor,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut asked = lock(&self.heavy.asked);
        if let Some(share) = asked.get_mut(&self.visitor) {
            share.jobs -= 1;
            if share.jobs == 0 {
                asked.remove(&self.visitor);
            }
        }
    }
}

impl BlockingJobs {
    /// For a machine with this number of threads.
    pub(crate) fn new(threads: usize) -> Arc<Self> {
        let each = threads.max(2);
        let places = Arc::new(Semaphore::new(2 * each));
        Arc::new(Self { places, each, asked: Mutex::default() })
    }

    /// Runs a job on a thread that may block.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        visitor: Visitor,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (ticket, own) = self.queue(visitor)?;
        // The visitor's own limit first, so that a waiting job does not block other visitors.
        let own = own.acquire_owned().await.map_err(|_| BUSY)?;
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| BUSY)?;
        // The job continues when the client disconnects, so it owns its permits.
        let job = move || {
            let _held = (place, own, ticket);
            work()
        };
        tokio::task::spawn_blocking(job).await.map_err(|_| BUSY)
    }

    fn queue(self: &Arc<Self>, visitor: Visitor) -> Result<(Ticket, Arc<Semaphore>), ApiError> {
        let mut asked = lock(&self.asked);
        let all: usize = asked.values().map(|share| share.jobs).sum();
        match (asked.get(&visitor).map_or(0, |share| share.jobs), all) {
            (MAX_OF_VISITOR.., _) => return Err(TOO_MANY),
            (FEW.., MAX_JOBS..) | (_, MAX_JOBS_OF_FEW..) => return Err(BUSY),
            _ => {}
        }
        let new = || Share { places: Arc::new(Semaphore::new(self.each)), jobs: 0 };
        let share = asked.entry(visitor).or_insert_with(new);
        share.jobs += 1;
        let ticket = Ticket { heavy: Arc::clone(self), visitor };
        Ok((ticket, Arc::clone(&share.places)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn job_keeps_its_permit_after_the_client_disconnects() {
        let heavy = BlockingJobs::new(2);
        let (started, starts) = mpsc::channel();
        let (release, held) = mpsc::channel::<()>();
        let inner = Arc::clone(&heavy);
        let asking = tokio::spawn(async move {
            let work = move || {
                started.send(()).expect("the receiver is waiting");
                let _ = held.recv();
            };
            inner.run(Visitor::numbered(1), work).await
        });
        tokio::task::spawn_blocking(move || starts.recv()).await.expect("it runs").expect("so");
        asking.abort();
        assert!(asking.await.is_err());
        assert_eq!(heavy.places.available_permits(), 3);
        drop(release);
        while !lock(&heavy.asked).is_empty() {
            tokio::task::yield_now().await;
        }
        assert_eq!(heavy.places.available_permits(), 4);
    }

    #[test]
    fn full_queue_has_room_for_newcomers() {
        let heavy = BlockingJobs::new(2);
        let mut tickets = Vec::new();
        for number in 0..4 {
            for _ in 0..MAX_OF_VISITOR {
                tickets.push(heavy.queue(Visitor::numbered(number)).map_err(drop));
            }
        }
        assert!(tickets.iter().all(Result::is_ok));
        for _ in 0..FEW {
            tickets.push(heavy.queue(Visitor::numbered(9)).map_err(drop));
            assert!(tickets.last().is_some_and(Result::is_ok));
        }
        assert_eq!(heavy.queue(Visitor::numbered(9)).err(), Some(BUSY));
    }

    #[tokio::test]
    async fn many_jobs_of_one_visitor_do_not_delay_others() {
        let heavy = BlockingJobs::new(2);
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let mut asking = Vec::new();
        for _ in 0..MAX_OF_VISITOR {
            let (heavy, held) = (Arc::clone(&heavy), Arc::clone(&held));
            let job = async move {
                heavy.run(Visitor::numbered(1), move || lock(&held).recv().is_err()).await
            };
            asking.push(tokio::spawn(job));
        }
        while lock(&heavy.asked)
            .get(&Visitor::numbered(1))
            .is_none_or(|share| share.jobs < MAX_OF_VISITOR)
        {
            tokio::task::yield_now().await;
        }
        assert_eq!(heavy.run(Visitor::numbered(1), || 5).await, Err(TOO_MANY));
        assert_eq!(heavy.run(Visitor::numbered(2), || 5).await, Ok(5));
        drop(release);
        for job in asking {
            assert_eq!(job.await.expect("it ends"), Ok(true));
        }
    }
}
