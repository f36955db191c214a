//! Rate limits for each visitor and each network.

mod bucket;
mod network;
mod tickets;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::config::Bounds;
use crate::error::ApiError;
use crate::store::Spending;
use crate::sync::lock;
pub(crate) use bucket::Bucket;
use network::Network;
pub(crate) use network::Visitor;
pub(crate) use tickets::{BodyTicket, ConnectionTicket, EngineTime, StreamTicket};

/// What a visitor or a network may still do.
#[derive(Debug)]
struct Account {
    requests: Allowance,
    tables: Allowance,
    analysis: Allowance,
    open: Open,
}

/// A bucket, and what was taken out of it that other servers do not know of yet.
#[derive(Debug)]
struct Allowance {
    bucket: Bucket,
    spent: f64,
}

impl Allowance {
    fn new(most: f64, per_second: f64) -> Self {
        Self { bucket: Bucket::new(most, per_second), spent: 0.0 }
    }

    /// What is worth telling other servers.
    fn take_spent(&mut self, worth: f64) -> f64 {
        if self.spent.abs() >= worth { std::mem::take(&mut self.spent) } else { 0.0 }
    }
}

/// What is open at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Open {
    /// Event streams, analyses, and sockets of spectators.
    streams: usize,
    /// Sockets of players.
    seats: usize,
    connections: usize,
    /// Bytes of bodies that are being received.
    body_bytes: usize,
}

impl Account {
    /// For a network with the limits of so many visitors.
    fn new(bounds: &Bounds, share: f64) -> Self {
        let allow = |most, per_second| Allowance::new(share * most, share * per_second);
        Self {
            requests: allow(bounds.request_burst, bounds.requests_per_second),
            tables: allow(bounds.table_burst as f64, bounds.tables_per_minute / 60.0),
            analysis: allow(bounds.analysis_seconds, bounds.analysis_refill),
            open: Open::default(),
        }
    }

    /// Whether the account is equal to a new one.
    fn is_idle(&mut self) -> bool {
        let Self { requests, tables, analysis, open } = self;
        *open == Open::default()
            && [requests, tables, analysis].into_iter().all(|allowance| allowance.bucket.is_full())
    }
}

/// The accounts of recent visitors.
#[derive(Debug)]
pub(crate) struct Visitors {
    bounds: Bounds,
    accounts: Mutex<Accounts>,
}

#[derive(Debug, Default)]
struct Accounts {
    all: HashMap<Network, Account>,
    /// Everything that is open.
    open: Open,
    /// When idle accounts were last removed.
    swept: Option<Instant>,
}

/// With more accounts than this, idle ones are removed from time to time; if there is no room, more
/// often.
const MANY_ACCOUNTS: usize = 10_000;
const SWEEP: Duration = Duration::from_secs(60);
const SWEEP_WITHOUT_ROOM: Duration = Duration::from_secs(1);
/// The most accounts. More addresses than this are an attack; all further ones share one account.
const MAX_ACCOUNTS: usize = 200_000;
/// The most bytes of bodies that are being received, from one visitor and from all. Small bodies are
/// received in any case.
const MAX_BODIES_OF_VISITOR: usize = 4 << 20;
const MAX_BODIES: usize = 64 << 20;
/// How many requests, tables and seconds of engine time a visitor has to use up before other servers
/// get to know of it.
const WORTH_SHARING: [f64; 3] = [20.0, 1.0, 1.0];

impl Accounts {
    /// Whether there is room for another account. Removing idle ones takes long and blocks all
    /// requests, so it is done rarely.
    fn make_room(&mut self) -> bool {
        let count = self.all.len();
        let pause = if count < MAX_ACCOUNTS { SWEEP } else { SWEEP_WITHOUT_ROOM };
        if count >= MANY_ACCOUNTS && self.swept.is_none_or(|at| at.elapsed() >= pause) {
            self.all.retain(|_, account| !account.is_idle());
            self.swept = Some(Instant::now());
        }
        self.all.len() < MAX_ACCOUNTS
    }

    fn account(&mut self, network: Network, share: f64, bounds: &Bounds) -> &mut Account {
        let is_served = self.all.contains_key(&network) || self.make_room();
        let owner = if is_served { network } else { Visitor::ELSEWHERE.own_network() };
        self.all.entry(owner).or_insert_with(|| Account::new(bounds, share))
    }

    /// Changes what is open, in all networks of a visitor.
    fn change(&mut self, visitor: Visitor, bounds: &Bounds, change: impl Fn(&mut Open)) {
        for (network, share) in visitor.networks() {
            change(&mut self.account(network, share, bounds).open);
        }
        change(&mut self.open);
    }
}

impl Visitors {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self { bounds, accounts: Mutex::default() }
    }

    /// Takes an amount out of an allowance of all networks of a visitor.
    fn take(
        &self,
        visitor: Visitor,
        amount: f64,
        allowance: fn(&mut Account) -> &mut Allowance,
        refusal: &'static str,
    ) -> Result<(), ApiError> {
        let mut accounts = lock(&self.accounts);
        for (network, share) in visitor.networks() {
            let allowance = allowance(accounts.account(network, share, &self.bounds));
            if !allowance.bucket.has(amount) {
                return Err(ApiError::TooSoon(refusal, allowance.bucket.wait(amount)));
            }
        }
        for (network, share) in visitor.networks() {
            let allowance = allowance(accounts.account(network, share, &self.bounds));
            allowance.bucket.take(amount);
            // Larger networks are charged through their visitors.
            if network == visitor.own_network() {
                allowance.spent += amount;
            }
        }
        Ok(())
    }

    /// Counts a request, or one that costs as much as several.
    pub(crate) fn request(&self, visitor: Visitor, cost: f64) -> Result<(), ApiError> {
        let refusal = "too many requests from this address; wait a moment";
        self.take(visitor, cost, |account| &mut account.requests, refusal)
    }

    /// Counts a new table.
    pub(crate) fn new_table(&self, visitor: Visitor) -> Result<(), ApiError> {
        let refusal = "too many new tables from this address; wait a minute";
        self.take(visitor, 1.0, |account| &mut account.tables, refusal)
    }

    /// Reserves engine time on several threads.
    pub(crate) fn search(
        self: &Arc<Self>,
        visitor: Visitor,
        seconds: f64,
        threads: usize,
    ) -> Result<EngineTime, ApiError> {
        let refusal = "the engine time for this address is used up; wait a few minutes";
        let price = seconds * threads as f64;
        self.take(visitor, price, |account| &mut account.analysis, refusal)?;
        Ok(EngineTime { visitors: Arc::clone(self), visitor, seconds, threads, started: None })
    }

    fn give_back(&self, visitor: Visitor, seconds: f64) {
        // Taking a negative amount gives it back, and is never refused.
        let _ = self.take(visitor, -seconds, |account| &mut account.analysis, "");
    }

    /// What visitors have used up since the last call, if it is worth sharing.
    pub(crate) fn take_spending(&self) -> Vec<Spending> {
        let mut accounts = lock(&self.accounts);
        let take = |(network, account): (&Network, &mut Account)| {
            let Account { requests, tables, analysis, .. } = account;
            let [worth_requests, worth_tables, worth_analysis] = WORTH_SHARING;
            let spent = [
                requests.take_spent(worth_requests),
                tables.take_spent(worth_tables),
                1e3 * analysis.take_spent(worth_analysis),
            ];
            let [requests, tables, engine_ms] = spent.map(|amount| amount as i64);
            let visitor = network.visitor().to_string();
            spent.iter().any(|amount| *amount != 0.0).then_some(Spending {
                visitor,
                requests,
                tables,
                engine_ms,
            })
        };
        accounts.all.iter_mut().filter_map(take).collect()
    }

    /// Charges visitors for what they have used up at other servers.
    pub(crate) fn charge(&self, spending: &[Spending]) {
        let mut accounts = lock(&self.accounts);
        for Spending { visitor, requests, tables, engine_ms } in spending {
            let Ok(visitor) = visitor.parse::<Visitor>() else { continue };
            for (network, share) in visitor.networks() {
                let account = accounts.account(network, share, &self.bounds);
                account.requests.bucket.force(*requests as f64);
                account.tables.bucket.force(*tables as f64);
                account.analysis.bucket.force(*engine_ms as f64 / 1e3);
            }
        }
    }

    /// Whether all networks of a visitor have less open than allowed.
    fn has_room(
        &self,
        accounts: &mut Accounts,
        visitor: Visitor,
        most: usize,
        open: impl Fn(&Open) -> usize,
    ) -> bool {
        visitor.networks().all(|(network, share)| {
            let account = accounts.account(network, share, &self.bounds);
            (open(&account.open) as f64) < most as f64 * share
        })
    }

    /// Counts a connection until the ticket is dropped; `None` if there are too many.
    pub(crate) fn open_connection(self: &Arc<Self>, visitor: Visitor) -> Option<ConnectionTicket> {
        let mut accounts = lock(&self.accounts);
        let most = self.bounds.connections_per_visitor;
        let has_room = self.has_room(&mut accounts, visitor, most, |open| open.connections);
        if !has_room {
            return None;
        }
        accounts.change(visitor, &self.bounds, |open| open.connections += 1);
        Some(ConnectionTicket { visitors: Arc::clone(self), visitor })
    }

    /// The number of open streams.
    pub(crate) fn streams(&self) -> usize {
        let open = lock(&self.accounts).open;
        open.streams + open.seats
    }

    /// Counts a stream until the ticket is dropped.
    pub(crate) fn open_stream(
        self: &Arc<Self>,
        visitor: Visitor,
    ) -> Result<StreamTicket, ApiError> {
        let mut accounts = lock(&self.accounts);
        if accounts.open.streams + accounts.open.seats >= self.bounds.streams {
            return Err(ApiError::Unavailable("too many clients are connected; try again later"));
        }
        let most = self.bounds.streams_per_visitor;
        if !self.has_room(&mut accounts, visitor, most, |open| open.streams) {
            return Err(ApiError::TooMany("too many open streams from this address; close some"));
        }
        accounts.change(visitor, &self.bounds, |open| open.streams += 1);
        Ok(StreamTicket { visitors: Arc::clone(self), visitor, is_seated: false })
    }

    /// Counts a stream as one of a player, if there is room: many players may share an address.
    fn seat(&self, visitor: Visitor) -> bool {
        let mut accounts = lock(&self.accounts);
        let most = self.bounds.seats_per_visitor;
        let has_room = self.has_room(&mut accounts, visitor, most, |open| open.seats);
        if has_room {
            accounts.change(visitor, &self.bounds, |open| {
                open.streams = open.streams.saturating_sub(1);
                open.seats += 1;
            });
        }
        has_room
    }

    /// Counts the bytes of a body while it is being received. Bodies of up to `small` bytes are always
    /// received.
    pub(crate) fn receive_body(self: &Arc<Self>, visitor: Visitor, small: usize) -> BodyTicket {
        BodyTicket { visitors: Arc::clone(self), visitor, small, bytes: 0 }
    }

    /// Counts more bytes of a body; returns false if there are too many.
    fn grow_body(&self, visitor: Visitor, more: usize, is_small: bool) -> bool {
        let mut accounts = lock(&self.accounts);
        let has_room = accounts.open.body_bytes < MAX_BODIES
            && self.has_room(&mut accounts, visitor, MAX_BODIES_OF_VISITOR, |open| open.body_bytes);
        if has_room || is_small {
            accounts.change(visitor, &self.bounds, |open| open.body_bytes += more);
        }
        has_room || is_small
    }

    /// Changes what is open, in all networks of a visitor.
    fn close(&self, visitor: Visitor, change: impl Fn(&mut Open)) {
        lock(&self.accounts).change(visitor, &self.bounds, change);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv6Addr};

    use super::*;

    #[test]
    fn closed_streams_can_be_opened_again() {
        let bounds = Bounds { streams_per_visitor: 1, ..Bounds::default() };
        let visitors = Arc::new(Visitors::new(bounds));
        let visitor = Visitor::numbered(1);
        let ticket = visitors.open_stream(visitor).expect("the first one");
        assert!(visitors.open_stream(visitor).is_err());
        drop(ticket);
        assert!(visitors.open_stream(visitor).is_ok());
        assert_eq!(visitors.streams(), 0);
    }

    #[test]
    fn players_do_not_count_as_spectators() {
        let bounds = Bounds { streams_per_visitor: 1, seats_per_visitor: 2, ..Bounds::default() };
        let visitors = Arc::new(Visitors::new(bounds));
        let visitor = Visitor::numbered(1);
        let mut seated = Vec::new();
        for _ in 0..2 {
            let mut ticket = visitors.open_stream(visitor).expect("a player");
            ticket.seat();
            seated.push(ticket);
        }
        let mut third = visitors.open_stream(visitor).expect("a spectator");
        third.seat();
        assert!(visitors.open_stream(visitor).is_err(), "there are too many players");
        drop((seated, third));
        assert_eq!(visitors.streams(), 0);
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
    fn large_bodies_wait_for_each_other_and_small_ones_do_not() {
        let visitors = Arc::new(Visitors::new(Bounds::default()));
        let receive = |number| visitors.receive_body(Visitor::numbered(number), 1 << 10);
        let mut large: Vec<_> = (0..4).map(|_| receive(1)).collect();
        assert!(large.iter_mut().all(|body| body.grow(MAX_BODIES_OF_VISITOR / 4).is_ok()));
        let mut next = receive(1);
        assert!(next.grow(1 << 10).is_ok() && next.grow(1).is_err());
        assert!(receive(2).grow(1 << 20).is_ok());
        drop((large, next));
        assert!(receive(1).grow(1 << 20).is_ok());
        assert_eq!(lock(&visitors.accounts).open.body_bytes, 0);
    }

    #[test]
    fn spending_at_other_servers_counts() {
        let bounds = Bounds { request_burst: 50.0, requests_per_second: 0.0, ..Bounds::default() };
        let [here, there] = [(); 2].map(|()| Visitors::new(bounds));
        let visitor = Visitor::numbered(1);
        (0..30).for_each(|_| there.request(visitor, 1.0).expect("there is room"));
        let spent = there.take_spending();
        assert_eq!(spent.iter().map(|one| one.requests).collect::<Vec<_>>(), [30]);
        assert_eq!(there.take_spending(), []);
        here.charge(&spent);
        let accepted = (0..50).filter(|_| here.request(visitor, 1.0).is_ok()).count();
        assert_eq!(accepted, 20);
        assert_eq!(here.take_spending()[0].requests, 20, "only what was used up here");
    }

    fn network(number: usize) -> Visitor {
        Visitor::from(IpAddr::from(Ipv6Addr::from_bits((number as u128) << 64)))
    }

    #[test]
    fn large_ipv6_network_is_limited_as_a_whole() {
        let bounds = Bounds { request_burst: 10.0, requests_per_second: 0.0, ..Bounds::default() };
        let visitors = Visitors::new(bounds);
        let accepted = (0..1000).filter(|number| visitors.request(network(*number), 1.0).is_ok());
        assert_eq!(accepted.count(), 80, "as much as eight visitors");
        assert_eq!(visitors.request(network(1 << 16), 1.0), Ok(()), "of another network");
    }

    #[test]
    fn newcomers_have_full_accounts_a_second_after_an_attack_of_many_networks() {
        let visitors = Visitors::new(Bounds::default());
        for number in 0..MAX_ACCOUNTS {
            // Each is in a large network of its own. Some may be refused.
            let address = Ipv6Addr::from_bits((number as u128) << 96);
            let _ = visitors.request(Visitor::from(IpAddr::from(address)), 1.0);
        }
        assert!(lock(&visitors.accounts).all.len() <= MAX_ACCOUNTS + 1);
        // As if a second had passed.
        lock(&visitors.accounts).swept = None;
        for _ in 0..400 {
            assert_eq!(visitors.request(Visitor::numbered(1), 1.0), Ok(()));
        }
    }
}
