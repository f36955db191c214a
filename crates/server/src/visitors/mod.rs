//! Rate limits for each visitor.

mod bucket;
mod tickets;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::config::Bounds;
use crate::error::ApiError;
use crate::sync::lock;
pub(crate) use bucket::Bucket;
pub(crate) use tickets::{ConnectionTicket, EngineTime, StreamTicket};

/// A visitor: an IPv4 address, or an IPv6 network of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Visitor(IpAddr);

impl From<IpAddr> for Visitor {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => {
                let network = v6.to_bits() >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from_bits(network))
            }
            v4 => v4,
        })
    }
}

#[cfg(test)]
impl Visitor {
    /// Different visitors for tests.
    pub(crate) fn numbered(number: u8) -> Self {
        Self::from(IpAddr::from([10, 0, 0, number]))
    }
}

#[derive(Debug)]
struct Account {
    owner: Visitor,
    requests: Bucket,
    tables: Bucket,
    analysis: Bucket,
    streams: usize,
    connections: usize,
    seen: Instant,
}

impl Account {
    fn new(owner: Visitor, bounds: &Bounds) -> Self {
        Self {
            owner,
            requests: Bucket::full(bounds.request_burst),
            tables: Bucket::full(bounds.table_burst as f64),
            analysis: Bucket::full(bounds.analysis_seconds),
            streams: 0,
            connections: 0,
            seen: Instant::now(),
        }
    }

    /// Whether the account is equal to a new one.
    fn is_idle(&self) -> bool {
        self.streams + self.connections == 0 && self.seen.elapsed() >= IDLE_AFTER
    }
}

/// The accounts of recent visitors.
#[derive(Debug)]
pub(crate) struct Visitors {
    bounds: Bounds,
    accounts: Mutex<Accounts>,
    streams: Mutex<usize>,
}

#[derive(Debug)]
struct Accounts {
    all: HashMap<Visitor, Account>,
    /// When idle accounts were last removed.
    swept: Option<Instant>,
}

/// With more accounts than this, idle ones are removed from time to time.
const MANY_ACCOUNTS: usize = 10_000;
const SWEEP: Duration = Duration::from_secs(60);
/// The most accounts. More addresses than this are an attack; all further ones share one account.
const MAX_ACCOUNTS: usize = 200_000;
const OVERFLOW: Visitor = Visitor(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
/// After this time without a request every bucket is full again.
const IDLE_AFTER: Duration = Duration::from_secs(3_600);

impl Accounts {
    /// Whether there is room for another account. Removing idle ones takes long and blocks all
    /// requests, so it is done rarely.
    fn make_room(&mut self) -> bool {
        if self.all.len() >= MANY_ACCOUNTS && self.swept.is_none_or(|at| at.elapsed() >= SWEEP) {
            self.all.retain(|_, account| !account.is_idle());
            self.swept = Some(Instant::now());
        }
        self.all.len() < MAX_ACCOUNTS
    }
}

impl Visitors {
    pub(crate) fn new(bounds: Bounds) -> Self {
        let accounts = Accounts { all: HashMap::new(), swept: None };
        Self { bounds, accounts: Mutex::new(accounts), streams: Mutex::default() }
    }

    fn with<T>(&self, visitor: Visitor, change: impl FnOnce(&mut Account, &Bounds) -> T) -> T {
        let mut accounts = lock(&self.accounts);
        let bounds = &self.bounds;
        let is_served = accounts.all.contains_key(&visitor) || accounts.make_room();
        let owner = if is_served { visitor } else { OVERFLOW };
        let account = accounts.all.entry(owner).or_insert_with(|| Account::new(owner, bounds));
        account.seen = Instant::now();
        change(account, bounds)
    }

    /// Counts a request.
    pub(crate) fn request(&self, visitor: Visitor) -> Result<(), ApiError> {
        let refusal = "too many requests from this address; wait a moment";
        self.with(visitor, |account, bounds| {
            let (most, per_second) = (bounds.request_burst, bounds.requests_per_second);
            charge(&mut account.requests, 1.0, most, per_second, refusal)
        })
    }

    /// Counts a new table.
    pub(crate) fn new_table(&self, visitor: Visitor) -> Result<(), ApiError> {
        let refusal = "too many new tables from this address; wait a minute";
        self.with(visitor, |account, bounds| {
            let (most, per_second) = (bounds.table_burst as f64, bounds.tables_per_minute / 60.0);
            charge(&mut account.tables, 1.0, most, per_second, refusal)
        })
    }

    /// Reserves engine time on several threads.
    pub(crate) fn search(
        self: &Arc<Self>,
        visitor: Visitor,
        seconds: f64,
        threads: usize,
    ) -> Result<EngineTime, ApiError> {
        let refusal = "the engine time for this address is used up; wait a few minutes";
        let visitor = self.with(visitor, |account, bounds| {
            let price = seconds * threads as f64;
            let (most, per_second) = (bounds.analysis_seconds, bounds.analysis_refill);
            charge(&mut account.analysis, price, most, per_second, refusal).map(|()| account.owner)
        })?;
        Ok(EngineTime { visitors: Arc::clone(self), visitor, seconds, threads, started: None })
    }

    fn give_back(&self, visitor: Visitor, seconds: f64) {
        self.with(visitor, |account, bounds| {
            // Taking a negative amount gives it back.
            account.analysis.take(-seconds, bounds.analysis_seconds, bounds.analysis_refill)
        });
    }

    /// Counts a connection until the ticket is dropped; `None` if there are too many.
    pub(crate) fn open_connection(self: &Arc<Self>, visitor: Visitor) -> Option<ConnectionTicket> {
        let opened = self.with(visitor, |account, bounds| {
            let room = account.connections < bounds.connections_per_visitor;
            account.connections += usize::from(room);
            room.then_some(account.owner)
        });
        opened.map(|visitor| ConnectionTicket { visitors: Arc::clone(self), visitor })
    }

    /// The number of open streams.
    pub(crate) fn streams(&self) -> usize {
        *lock(&self.streams)
    }

    /// Counts a stream until the ticket is dropped.
    pub(crate) fn open_stream(
        self: &Arc<Self>,
        visitor: Visitor,
    ) -> Result<StreamTicket, ApiError> {
        let mut all = lock(&self.streams);
        if *all >= self.bounds.streams {
            return Err(ApiError::Unavailable("too many clients are connected; try again later"));
        }
        let opened = self.with(visitor, |account, bounds| {
            let room = account.streams < bounds.streams_per_visitor;
            account.streams += usize::from(room);
            room.then_some(account.owner)
        });
        let refusal = "too many open streams from this address; close some";
        let visitor = opened.ok_or(ApiError::TooMany(refusal))?;
        *all += 1;
        Ok(StreamTicket { visitors: Arc::clone(self), visitor })
    }
}

/// Takes an amount out of a bucket, or returns how long to wait.
fn charge(
    bucket: &mut Bucket,
    amount: f64,
    most: f64,
    per_second: f64,
    refusal: &'static str,
) -> Result<(), ApiError> {
    match bucket.take(amount, most, per_second) {
        true => Ok(()),
        false => Err(ApiError::TooSoon(refusal, bucket.wait(amount, per_second))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv6_network_of_64_bits_is_one_visitor() {
        let visitor = |text: &str| Visitor::from(text.parse::<IpAddr>().expect(text));
        assert_eq!(visitor("2001:db8::1"), visitor("2001:db8::ffff:1"));
        assert_ne!(visitor("2001:db8::1"), visitor("2001:db8:0:1::1"));
        assert_eq!(visitor("::ffff:10.0.0.1"), visitor("10.0.0.1"));
        assert_ne!(visitor("10.0.0.1"), visitor("10.0.0.2"));
    }

    #[test]
    fn closed_streams_can_be_opened_again() {
        let bounds = Bounds { streams_per_visitor: 1, ..Bounds::default() };
        let visitors = Arc::new(Visitors::new(bounds));
        let visitor = Visitor::numbered(1);
        let ticket = visitors.open_stream(visitor).expect("the first one");
        assert!(visitors.open_stream(visitor).is_err());
        drop(ticket);
        assert!(visitors.open_stream(visitor).is_ok());
    }

    #[test]
    fn refused_visitor_learns_how_long_to_wait() {
        let bounds = Bounds { tables_per_minute: 0.5, table_burst: 1, ..Bounds::default() };
        let visitors = Visitors::new(bounds);
        let visitor = Visitor::numbered(1);
        assert_eq!(visitors.new_table(visitor), Ok(()));
        let Err(ApiError::TooSoon(_, wait)) = visitors.new_table(visitor) else { panic!("one") };
        assert!(wait > Duration::ZERO && wait <= Duration::from_secs(120), "{wait:?}");
    }

    #[test]
    fn unused_engine_time_is_given_back() {
        let bounds = Bounds { analysis_seconds: 9.0, analysis_refill: 0.0, ..Bounds::default() };
        let visitors = Arc::new(Visitors::new(bounds));
        let visitor = Visitor::numbered(1);
        let mut paid = visitors.search(visitor, 4.0, 2).expect("there is time");
        assert!(visitors.search(visitor, 2.0, 1).is_err());
        // A job that never started costs nothing.
        drop(paid);
        paid = visitors.search(visitor, 4.0, 2).expect("there is time");
        paid.started = Instant::now().checked_sub(Duration::from_secs(3));
        drop(paid);
        assert!(visitors.search(visitor, 3.5, 1).is_err(), "6 of 9 are used");
        assert!(visitors.search(visitor, 2.5, 1).is_ok());
    }

    #[test]
    fn number_of_accounts_is_bounded_and_sweeps_are_rare() {
        let bounds = Bounds { request_burst: 9.0, requests_per_second: 0.0, ..Bounds::default() };
        let visitors = Visitors::new(bounds);
        let ask = |number: usize| {
            let address = Ipv6Addr::from_bits((number as u128) << 64);
            visitors.request(Visitor::from(IpAddr::from(address)))
        };
        for number in 0..MANY_ACCOUNTS {
            assert_eq!(ask(number), Ok(()));
        }
        assert_eq!(lock(&visitors.accounts).swept, None);
        assert_eq!(ask(MANY_ACCOUNTS), Ok(()));
        let swept = lock(&visitors.accounts).swept;
        assert!(swept.is_some());
        for number in MANY_ACCOUNTS..MAX_ACCOUNTS + 9 {
            assert_eq!(ask(number), Ok(()), "newcomers are served all the same");
        }
        assert!(ask(MAX_ACCOUNTS + 9).is_err(), "as if they were one");
        assert_eq!(ask(MANY_ACCOUNTS + 1), Ok(()));
        let accounts = lock(&visitors.accounts);
        assert_eq!(accounts.all.len(), MAX_ACCOUNTS + 1);
        // Slow machines may take longer than the time between two sweeps.
        assert!(accounts.swept == swept || swept.is_some_and(|at| at.elapsed() > SWEEP));
    }
}
