//! Checks certificates.
//!
//! The checker trusts nothing in a certificate. For each listed position it plays the listed move
//! and every reply to it. Each position after that must be won (or drawn, if that is the claim), or
//! be listed itself, or be settled by a plain search. Every listed position relies only on
//! positions with fewer resources, so all of them together are a proof.

use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::certificate::{List, Reader};
use crate::{Board, Claim, Header, Refusal, Rules, Search, hex, rules};

/// The highest limit for the search that a certificate may ask for.
const MAX_SETTLE: u64 = 10_000_000;

/// The highest node count that a certificate may contain.
const MAX_NODES: u64 = 2_000_000;

/// Receives the number of checked entries and the number of all entries. With several threads, the
/// calls may be slightly out of order.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Reads a certificate and checks its claim.
pub fn check(file: impl Read, threads: usize, progress: Progress) -> Result<Header, Refusal> {
    check_with(rules, file, threads, progress)
}

/// Checks a certificate with the rules that `open` returns for a game and its options.
pub fn check_with(
    open: impl Fn(&str, &str) -> Result<Box<dyn Rules>, String>,
    file: impl Read,
    threads: usize,
    progress: Progress,
) -> Result<Header, Refusal> {
    let mut reader = Reader::new(file);
    let header = reader.header()?;
    let rules = &*open(&header.game, &header.options)?;
    // Each strategist claims to get at least the goal: 1 is a win, 0 a draw.
    let strategists = match header.claim {
        Claim::Win(player) => vec![(player, 1)],
        Claim::Draw => vec![(0, 0), (1, 0)],
    };
    if header.entries.len() != strategists.len() {
        return Err(format!("expected {} numbers of entries", strategists.len()).into());
    }
    if header.settle > MAX_SETTLE {
        return Err(format!("settle may be at most {MAX_SETTLE}").into());
    }
    let key_length = rules.key(&rules.start()).len();
    let lists = header.entries.iter().map(|entries| reader.list(*entries, key_length));
    let lists = lists.collect::<Result<Vec<List>, String>>()?;
    reader.finish()?;
    check_node_counts(rules, &header.node_counts)?;
    let (root, turn) = match &header.position {
        Some((key, _)) if key.len() != key_length => {
            return Err(format!("the key {} has the wrong length", hex(key)).into());
        }
        Some((key, turn)) => (decode(rules, key)?, *turn),
        None => (rules.start(), 0),
    };
    let (mut done, total) = (0, lists.iter().map(List::len).sum());
    for ((strategist, goal), list) in strategists.into_iter().zip(&lists) {
        let mut checker = Checker { rules, list, goal, search: Search::new(rules, header.settle) };
        let result = match turn == strategist {
            true => checker.check_own_turn(&root, usize::MAX),
            false => checker.check_replies(&root, usize::MAX),
        };
        result.map_err(|reason| Refusal::Refuted(format!("in the first position, {reason}")))?;
        checker.check_entries(threads, &|count| progress(done + count, total))?;
        done += list.len();
    }
    Ok(header)
}

fn check_node_counts(rules: &dyn Rules, counts: &[u64]) -> Result<(), String> {
    for (&count, depth) in counts.iter().zip(1..) {
        if count > MAX_NODES {
            return Err(format!("the node counts may be at most {MAX_NODES}"));
        }
        let nodes = count_nodes(rules, &rules.start(), depth);
        if nodes != count {
            return Err(format!("{nodes} is the node count of depth {depth}, not {count}"));
        }
    }
    Ok(())
}

/// The number of sequences of `depth` moves.
fn count_nodes(rules: &dyn Rules, board: &Board, depth: u32) -> u64 {
    match rules.result(board) {
        _ if depth == 0 => 1,
        Some(_) => 0,
        None => {
            rules.moves(board).iter().map(|(_, next)| count_nodes(rules, next, depth - 1)).sum()
        }
    }
}

/// The position of a key. Its key must be the same again.
fn decode(rules: &dyn Rules, key: &[u8]) -> Result<Board, String> {
    let board = rules.decode(key).map_err(|reason| format!("the key {}: {reason}", hex(key)))?;
    match rules.key(&board) == key {
        true => Ok(board),
        false => Err(format!("the key {} is not the smallest one of its position", hex(key))),
    }
}

/// Checks a list with which the strategist claims to get at least the goal.
#[derive(Clone)]
struct Checker<'a> {
    rules: &'a dyn Rules,
    list: &'a List,
    goal: i8,
    search: Search<'a>,
}

impl Checker<'_> {
    /// Checks all entries. If several are wrong, the first one is reported.
    fn check_entries(
        &mut self,
        threads: usize,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<(), Refusal> {
        let entries = self.list.len();
        let (next, first_wrong) = (AtomicUsize::new(0), AtomicUsize::new(entries));
        let check_next_entries = |mut checker: Self| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= first_wrong.load(Ordering::Relaxed) {
                    return;
                }
                if checker.check_entry(index).is_err() {
                    first_wrong.fetch_min(index, Ordering::Relaxed);
                }
                progress(index + 1);
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let checker = self.clone();
                scope.spawn(|| check_next_entries(checker));
            }
        });
        let first_wrong = first_wrong.into_inner();
        if first_wrong < entries { self.check_entry(first_wrong) } else { Ok(()) }
    }

    /// Checks that the move of an entry reaches the goal if the other entries do.
    fn check_entry(&mut self, index: usize) -> Result<(), Refusal> {
        let (key, number) = &self.list[index];
        let board = decode(self.rules, key)?;
        if self.rules.result(&board).is_some() {
            return Err(format!("the game is over in position {}", hex(key)).into());
        }
        let Some((mv, next)) = self.rules.moves(&board).into_iter().nth(*number as usize) else {
            return Err(format!("position {} has no move number {number}", hex(key)).into());
        };
        self.check_replies(&next, self.rules.resources(&board)).map_err(|reason| {
            Refusal::Refuted(format!("in position {} after {mv}, {reason}", hex(key)))
        })
    }

    /// Checks a position in which the other player is to move.
    fn check_replies(&mut self, board: &Board, resources: usize) -> Result<(), String> {
        if let Some(result) = self.rules.result(board) {
            return self.check_result(-result);
        }
        for (reply, next) in self.rules.moves(board) {
            let result = self.check_own_turn(&next, resources);
            result.map_err(|reason| format!("reply {reply}: {reason}"))?;
        }
        Ok(())
    }

    /// Checks a position in which the strategist is to move.
    fn check_own_turn(&mut self, board: &Board, resources: usize) -> Result<(), String> {
        if let Some(result) = self.rules.result(board) {
            return self.check_result(result);
        }
        let key = self.rules.key(board);
        if self.list.binary_search_by(|(listed, _)| listed.cmp(&key)).is_ok() {
            return match self.rules.resources(board) < resources {
                true => Ok(()),
                false => Err("the moves lead back to an earlier position".to_owned()),
            };
        }
        match self.search.settle(board, self.goal) {
            Some(true) => Ok(()),
            Some(false) => Err("a search finds a worse result than claimed".to_owned()),
            None => Err(format!(
                "the position is neither listed nor settled by a search of {} positions",
                self.search.limit
            )),
        }
    }

    fn check_result(&self, result: i8) -> Result<(), String> {
        match result >= self.goal {
            true => Ok(()),
            false => Err("the game ends with a worse result than claimed".to_owned()),
        }
    }
}
