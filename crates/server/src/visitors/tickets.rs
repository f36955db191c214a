//! Limited resources that visitors hold.

use std::sync::Arc;
use std::time::Instant;

use super::{Visitor, Visitors};
use crate::sync::lock;

/// A stream that is counted.
#[derive(Debug)]
pub(crate) struct StreamTicket {
    pub(super) visitors: Arc<Visitors>,
    pub(super) visitor: Visitor,
}

impl Drop for StreamTicket {
    fn drop(&mut self) {
        *lock(&self.visitors.streams) -= 1;
        if let Some(account) = lock(&self.visitors.accounts).all.get_mut(&self.visitor) {
            account.streams = account.streams.saturating_sub(1);
        }
    }
}

/// A connection that is counted.
#[derive(Debug)]
pub(crate) struct ConnectionTicket {
    pub(super) visitors: Arc<Visitors>,
    pub(super) visitor: Visitor,
}

impl Drop for ConnectionTicket {
    fn drop(&mut self) {
        if let Some(account) = lock(&self.visitors.accounts).all.get_mut(&self.visitor) {
            account.connections = account.connections.saturating_sub(1);
        }
    }
}

/// Reserved engine time of a visitor. Unused time is given back.
#[derive(Debug)]
pub(crate) struct EngineTime {
    pub(super) visitors: Arc<Visitors>,
    pub(super) visitor: Visitor,
    pub(super) seconds: f64,
    pub(super) threads: usize,
    pub(super) started: Option<Instant>,
}

impl EngineTime {
    /// Starts counting. Waiting for a thread is free.
    pub(crate) fn start(&mut self) {
        self.started = Some(Instant::now());
    }
}

impl Drop for EngineTime {
    fn drop(&mut self) {
        let used = self.started.map_or(0.0, |started| started.elapsed().as_secs_f64());
        let unused = (self.seconds - used).max(0.0);
        self.visitors.give_back(self.visitor, unused * self.threads as f64);
    }
}
