//! Limited resources that visitors hold.

use std::sync::Arc;
use std::time::Instant;

use super::{Open, Visitor, Visitors};
use crate::error::ApiError;

/// A stream that is counted.
#[derive(Debug)]
pub(crate) struct StreamTicket {
    pub(super) visitors: Arc<Visitors>,
    pub(super) visitor: Visitor,
    /// Whether it is counted as one of a player.
    pub(super) is_seated: bool,
}

impl StreamTicket {
    /// Counts the stream as one of a player, if there is room.
    pub(crate) fn seat(&mut self) {
        self.is_seated = self.is_seated || self.visitors.seat(self.visitor);
    }
}

impl Drop for StreamTicket {
    fn drop(&mut self) {
        let is_seated = self.is_seated;
        self.visitors.close(self.visitor, |open| {
            let count = if is_seated { &mut open.seats } else { &mut open.streams };
            *count = count.saturating_sub(1);
        });
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
        let close = |open: &mut Open| open.connections = open.connections.saturating_sub(1);
        self.visitors.close(self.visitor, close);
    }
}

/// The bytes of a body that is being received.
#[derive(Debug)]
pub(crate) struct BodyTicket {
    pub(super) visitors: Arc<Visitors>,
    pub(super) visitor: Visitor,
    pub(super) small: usize,
    pub(super) bytes: usize,
}

impl BodyTicket {
    /// Counts more bytes.
    pub(crate) fn grow(&mut self, more: usize) -> Result<(), ApiError> {
        let is_small = self.bytes + more <= self.small;
        if !self.visitors.grow_body(self.visitor, more, is_small) {
            return Err(ApiError::TooMany("too many large requests at once; try again"));
        }
        self.bytes += more;
        Ok(())
    }
}

impl Drop for BodyTicket {
    fn drop(&mut self) {
        let bytes = self.bytes;
        let close = |open: &mut Open| open.body_bytes = open.body_bytes.saturating_sub(bytes);
        self.visitors.close(self.visitor, close);
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
