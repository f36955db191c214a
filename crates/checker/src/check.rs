//! Checks certificates.

use std::collections::HashMap;
use std::io::BufRead;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::certificate::{List, Reader};
use crate::{Board, Claim, Header, Refusal, Rules, hex, rules};

/// The most positions that a certificate may ask to search for one position.
const MAX_SETTLE: u64 = 1_000_000;

/// The highest node count that a certificate may ask to verify.
const MAX_NODES: u64 = 2_000_000;

/// The number of entries that a thread checks at a time.
const CHUNK: usize = 64;

/// Reads a certificate and checks its claim. `progress` receives the number of checked entries and
/// the number of all entries.
pub fn check(
    file: impl BufRead,
    threads: usize,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Header, Refusal> {
    let open = |header: &Header| rules(&header.game, &header.options);
    check_with(open, file, threads, progress)
}

/// Checks a certificate of a game whose rules are given by a function.
pub fn check_with(
    open: impl Fn(&Header) -> Result<Box<dyn Rules>, String>,
    file: impl BufRead,
    threads: usize,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Header, Refusal> {
    let mut reader = Reader::new(file);
    let header = reader.header()?;
    let rules = &*open(&header)?;
    // Each strategist gets at least the goal: 1 is a win, 0 a draw. There is a list for each.
    let strategists = match header.claim {
        Claim::Win(player) => vec![(player, 1)],
        Claim::Draw => vec![(0, 0), (1, 0)],
    };
    if header.entries.len() != strategists.len() {
        return Err(format!("expected {} numbers of entries", strategists.len()).into());
    }
    let key_length = rules.key(&rules.start()).len();
    let mut lists = Vec::new();
    for entries in &header.entries {
        lists.push(reader.list(*entries, key_length)?);
    }
    reader.finish()?;
    if header.settle > MAX_SETTLE {
        return Err(format!("settle may be at most {MAX_SETTLE}").into());
    }
    check_node_counts(rules, &header.node_counts)?;
    let (root, turn) = match &header.position {
        Some((key, turn)) => (decode(rules, key)?, *turn),
        None => (rules.start(), 0),
    };
    let total = lists.iter().map(|list| list.moves.len() as u64).sum();
    let done = AtomicUsize::new(0);
    let advance = |entries| {
        let done = done.fetch_add(entries, Ordering::Relaxed) + entries;
        progress(done as u64, total);
    };
    for ((strategist, goal), list) in strategists.into_iter().zip(&lists) {
        let strategy = Strategy { rules, list, goal, settle: header.settle };
        let checked = match turn == strategist {
            true => strategy.check_own_turn(&root, usize::MAX),
            false => strategy.check_replies(&root, usize::MAX),
        };
        checked.map_err(|reason| Refusal::Refuted(format!("from the first position, {reason}")))?;
        strategy.check_entries(threads, &advance)?;
    }
    Ok(header)
}

/// The position of a key that the rules would write in the same way.
fn decode(rules: &dyn Rules, key: &[u8]) -> Result<Board, String> {
    let name = hex(key);
    if key.len() != rules.key(&rules.start()).len() {
        return Err(format!("the key {name} has the wrong length"));
    }
    let board =
        rules.decode(key).map_err(|reason| format!("the key {name} is invalid: {reason}"))?;
    match rules.key(&board) == key {
        true => Ok(board),
        false => Err(format!("the key {name} is not the smallest key of its position")),
    }
}

fn check_node_counts(rules: &dyn Rules, counts: &[u64]) -> Result<(), String> {
    for (count, depth) in counts.iter().zip(1..) {
        if *count > MAX_NODES {
            return Err(format!("the node counts may be at most {MAX_NODES}"));
        }
        let nodes = count_nodes(rules, &rules.start(), depth);
        if nodes != *count {
            return Err(format!(
                "by these rules there are {nodes} sequences of {depth} moves, not {count}"
            ));
        }
    }
    Ok(())
}

/// The number of sequences of `depth` moves.
fn count_nodes(rules: &dyn Rules, board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules.result(board).is_some() {
        return 0;
    }
    rules.children(board).map(|(_, after)| count_nodes(rules, &after, depth - 1)).sum()
}

/// A list with which the strategist claims to get at least the goal.
struct Strategy<'a> {
    rules: &'a dyn Rules,
    list: &'a List,
    goal: i8,
    settle: u64,
}

impl Strategy<'_> {
    /// Checks all entries. If several are wrong, it reports the first.
    fn check_entries(
        &self,
        threads: usize,
        advance: &(dyn Fn(usize) + Sync),
    ) -> Result<(), Refusal> {
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let entries = self.list.moves.len();
        let work = || {
            while !failed.load(Ordering::Relaxed) {
                let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                if start >= entries {
                    break;
                }
                let end = entries.min(start + CHUNK);
                for index in start..end {
                    if let Err(refusal) = self.check_entry(index) {
                        failed.store(true, Ordering::Relaxed);
                        return Some((index, refusal));
                    }
                }
                advance(end - start);
            }
            None
        };
        let first = thread::scope(|scope| {
            let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let results = threads.into_iter().map(|thread| thread.join().expect("no panic"));
            results.flatten().min_by_key(|(index, _)| *index)
        });
        first.map_or(Ok(()), |(_, refusal)| Err(refusal))
    }

    /// Checks that the move of an entry reaches the goal, if the other entries do.
    fn check_entry(&self, index: usize) -> Result<(), Refusal> {
        let (key, number) = (self.list.key(index), self.list.moves[index]);
        let board = decode(self.rules, key)?;
        if self.rules.result(&board).is_some() {
            return Err(format!("the game is over in position {}", hex(key)).into());
        }
        let Some((mv, after)) = self.rules.children(&board).nth(number as usize) else {
            return Err(format!("position {} has no move number {number}", hex(key)).into());
        };
        self.check_replies(&after, self.rules.resources(&board)).map_err(|reason| {
            let mv = self.rules.notation(&mv);
            Refusal::Refuted(format!("in position {} after {mv}, {reason}", hex(key)))
        })
    }

    /// Checks a position in which the other player is to move.
    fn check_replies(&self, board: &Board, resources: usize) -> Result<(), String> {
        if let Some(result) = self.rules.result(board) {
            // The result is seen from the other player.
            return if -result >= self.goal { Ok(()) } else { Err(WORSE_RESULT.to_owned()) };
        }
        for (reply, next) in self.rules.children(board) {
            self.check_own_turn(&next, resources).map_err(|reason| {
                format!("the reply {} refutes the claim: {reason}", self.rules.notation(&reply))
            })?;
        }
        Ok(())
    }

    /// Checks a position in which the strategist is to move: the game is over with a good result,
    /// or the position is listed, or a plain search settles it.
    fn check_own_turn(&self, board: &Board, resources: usize) -> Result<(), String> {
        if let Some(result) = self.rules.result(board) {
            return if result >= self.goal { Ok(()) } else { Err(WORSE_RESULT.to_owned()) };
        }
        if self.list.contains(&self.rules.key(board)) {
            // Entries only rely on entries with fewer resources, so they never rely on themselves.
            return match self.rules.resources(board) < resources {
                true => Ok(()),
                false => Err("the moves lead back to an earlier position".to_owned()),
            };
        }
        match settle(self.rules, board, self.goal, self.settle) {
            Some(true) => Ok(()),
            Some(false) => Err("a search finds a worse result than claimed".to_owned()),
            None => Err(format!(
                "the position is not listed, and a search of {} positions does not settle it",
                self.settle
            )),
        }
    }
}

const WORSE_RESULT: &str = "the game ends with a worse result than claimed";

/// Whether the player to move gets at least `goal` (1 is a win, 0 a draw), by plain search; `None`
/// if that needs more than `limit` positions. Every unfinished position counts once.
pub fn settle(rules: &dyn Rules, board: &Board, goal: i8, limit: u64) -> Option<bool> {
    reaches(rules, board, goal, limit, &mut HashMap::new())
}

fn reaches(
    rules: &dyn Rules,
    board: &Board,
    goal: i8,
    limit: u64,
    known: &mut HashMap<(Vec<u8>, i8), Option<bool>>,
) -> Option<bool> {
    if let Some(result) = rules.result(board) {
        return Some(result >= goal);
    }
    let key = (rules.key(board), goal);
    if let Some(known) = known.get(&key) {
        return *known;
    }
    if known.len() as u64 >= limit {
        return None;
    }
    // Not known yet: a position that leads back to itself is not settled.
    known.insert(key.clone(), None);
    for (_, after) in rules.children(board) {
        // A result of at least g for one player is a result of at most -g for the other, so the
        // other player does not get at least 1 - g.
        if !reaches(rules, &after, 1 - goal, limit, known)? {
            known.insert(key, Some(true));
            return Some(true);
        }
    }
    known.insert(key, Some(false));
    Some(false)
}
