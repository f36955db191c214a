//! Makes certificates: writes down the strategy that a solver has found, in the terms of the checker.
//!
//! Nothing here needs to be trusted: `strata check` confirms or refutes what it writes.

mod writer;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use strata_checker::{Board, Claim, Header, Rules, Search, rules};
use strata_engine::solver::{Proof, Wdl};
use strata_rules::perft::LastPly;
use strata_rules::{AnyGame, AnyPosition, LineError, MoveError, play_line};
use thiserror::Error;
pub use writer::Writer;

/// Why a certificate cannot be made.
#[derive(Debug, Error)]
pub enum CertifyError {
    /// The checker does not support the game or its options.
    #[error("no certificate: {0}")]
    Unsupported(String),
    /// The moves before the position cannot be played.
    #[error(transparent)]
    Moves(#[from] LineError),
    /// A move of the solver cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The checker's rules differ from those of the game.
    #[error("the checker's rules differ: {0}")]
    Rules(String),
    /// The solver has no move for a position.
    #[error("{0}: not proven")]
    NotProven(String),
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

type Result<T, E = CertifyError> = std::result::Result<T, E>;

/// Node counts go into the header up to this number, so that checking them takes a moment.
const MAX_NODE_COUNT: u64 = 200_000;

/// A position with the strategist to move.
struct Node {
    key: Vec<u8>,
    board: Board,
    position: Box<dyn AnyPosition>,
}

/// What is written down about a position.
enum Step {
    /// Nothing: the checker can settle it by itself.
    Settled,
    /// The number of the strategist's move.
    Move {
        number: u32,
        /// The positions after the replies that are not in the strategy yet.
        next: Vec<Node>,
    },
}

/// The number of the move in each position, by key.
type Strategy = HashMap<Vec<u8>, u32>;

/// How often the checker's search was tried, and how often it settled the position, by the resources of
/// the positions.
struct Tries(Vec<[AtomicU32; 2]>);

impl Tries {
    const LEVELS: usize = 128;

    fn new() -> Self {
        Self((0..Self::LEVELS).map(|_| Default::default()).collect())
    }

    fn level(&self, resources: usize) -> &[AtomicU32; 2] {
        &self.0[resources.min(Self::LEVELS - 1)]
    }

    /// Whether the search hardly ever settles such positions.
    fn are_hopeless(&self, resources: usize) -> bool {
        const ENOUGH: u32 = 20;
        let [tries, successes] =
            self.level(resources).each_ref().map(|n| n.load(Ordering::Relaxed));
        tries >= ENOUGH && successes * ENOUGH < tries
    }

    fn add(&self, resources: usize, is_success: bool) {
        let [tries, successes] = self.level(resources);
        tries.fetch_add(1, Ordering::Relaxed);
        successes.fetch_add(is_success.into(), Ordering::Relaxed);
    }
}

/// Writes the strategies for a solved position.
pub struct Certifier<'a> {
    game: &'a dyn AnyGame,
    proof: &'a dyn Proof,
    rules: Box<dyn Rules>,
    /// The number of positions that the checker may visit to settle one that is left out.
    settle: u64,
    tries: Tries,
    threads: usize,
}

impl<'a> Certifier<'a> {
    /// Positions that the checker can settle by a search of `settle` positions are left out. Fails if the
    /// checker does not support the game or its options.
    pub fn new(
        game: &'a dyn AnyGame,
        proof: &'a dyn Proof,
        settle: u64,
        threads: usize,
    ) -> Result<Self> {
        let rules = rules(game.info().id, &game.options().text());
        let rules = rules.map_err(CertifyError::Unsupported)?;
        Ok(Self { game, proof, rules, settle, tries: Tries::new(), threads })
    }

    /// Writes the certificate of the position after some moves, whose value for the player to move is
    /// known, and returns its digest. `progress` receives the number of entries so far.
    pub fn write(
        &self,
        moves: &str,
        value: Wdl,
        out: impl Write,
        progress: &mut dyn FnMut(usize),
    ) -> Result<[u8; 32]> {
        let root = self.root(moves)?;
        let mover = usize::from(root.position.turn().0);
        let (claim, strategists) = match value {
            Wdl::Win => (Claim::Win(mover), vec![mover]),
            Wdl::Draw => (Claim::Draw, vec![0, 1]),
            Wdl::Loss => (Claim::Win(1 - mover), vec![1 - mover]),
        };
        let goal = if value == Wdl::Draw { Wdl::Draw } else { Wdl::Win };
        let position = (root.board != self.rules.start()).then(|| (root.key.clone(), mover));
        let mut lists = Vec::new();
        for strategist in strategists {
            let first = match strategist == mover {
                true => vec![self.copy(&root)],
                false => self.replies(&root.board, &*root.position, &Strategy::new())?,
            };
            let strategy = self.strategy(first, goal, progress)?;
            let mut entries: Vec<(Vec<u8>, u32)> = strategy.into_iter().collect();
            entries.sort_unstable();
            lists.push(entries);
        }
        let header = Header {
            game: self.game.info().id.to_owned(),
            options: self.game.options().text(),
            position,
            claim,
            node_counts: self.node_counts(),
            settle: self.settle,
            entries: lists.iter().map(|entries| entries.len() as u64).collect(),
        };
        Ok(write_file(out, &header, &lists)?)
    }

    /// The position after some moves, played by both rules.
    fn root(&self, moves: &str) -> Result<Node> {
        let mut position = self.game.start();
        let mut board = self.rules.start();
        for mv in play_line(&mut *position.clone(), moves)? {
            position.play(&mv)?;
            board = self.child(&board, &mv)?;
        }
        Ok(Node { key: self.rules.key(&board), board, position })
    }

    fn copy(&self, node: &Node) -> Node {
        Node { key: node.key.clone(), board: node.board.clone(), position: node.position.clone() }
    }

    /// The board after a move.
    fn child(&self, board: &Board, mv: &str) -> Result<Board> {
        let child = self.rules.moves(board).into_iter().find(|(name, _)| name == mv);
        child.map(|(_, next)| next).ok_or_else(|| CertifyError::Rules(format!("no move {mv}")))
    }

    /// Node counts of the start position, with the fast rules.
    fn node_counts(&self) -> Vec<u64> {
        let start = self.game.start();
        let count = |depth| start.perft(depth, LastPly::Counted, 1, &|_, _| {});
        (1..=4).map(count).take_while(|count| (1..=MAX_NODE_COUNT).contains(count)).collect()
    }

    /// The moves in all positions that can come up if the strategist follows the strategy.
    fn strategy(
        &self,
        first: Vec<Node>,
        goal: Wdl,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Strategy> {
        /// The number of positions that a thread looks at before the results are joined.
        const BATCH: usize = 256;
        let mut strategy = Strategy::new();
        let new_search = |_| Search::new(&*self.rules, self.settle);
        let mut searches: Vec<Search> = (0..self.threads).map(new_search).collect();
        let mut open = first;
        while !open.is_empty() {
            let count = open.len().min(BATCH * self.threads);
            let mut batch = open.split_off(open.len() - count);
            batch.retain(|node| !strategy.contains_key(&node.key));
            for (node, step) in self.steps(batch, goal, &strategy, &mut searches)? {
                // The batch may contain a position twice.
                if let Step::Move { number, next } = step
                    && let Entry::Vacant(place) = strategy.entry(node.key)
                {
                    place.insert(number);
                    open.extend(next);
                }
            }
            progress(strategy.len());
        }
        Ok(strategy)
    }

    /// The steps in a batch of positions, found by a thread for each search.
    fn steps(
        &self,
        batch: Vec<Node>,
        goal: Wdl,
        strategy: &Strategy,
        searches: &mut [Search],
    ) -> Result<Vec<(Node, Step)>> {
        let share = batch.len().div_ceil(self.threads).max(1);
        let mut nodes = batch.into_iter().peekable();
        let mut shares: Vec<Vec<Node>> = Vec::new();
        while nodes.peek().is_some() {
            shares.push(nodes.by_ref().take(share).collect());
        }
        let steps = |nodes: Vec<Node>, search: &mut Search| -> Result<Vec<(Node, Step)>> {
            let with_step = |node: Node| {
                let step = self.step(&node, goal, strategy, search)?;
                Ok((node, step))
            };
            nodes.into_iter().map(with_step).collect()
        };
        thread::scope(|scope| {
            let work = shares.into_iter().zip(searches);
            let threads: Vec<_> =
                work.map(|(share, search)| scope.spawn(|| steps(share, search))).collect();
            let mut all = Vec::new();
            for thread in threads {
                let steps = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
                all.extend(steps?);
            }
            Ok(all)
        })
    }

    fn step(
        &self,
        node: &Node,
        goal: Wdl,
        strategy: &Strategy,
        search: &mut Search,
    ) -> Result<Step> {
        let text = node.position.text();
        let resources = self.rules.resources(&node.board);
        // What was hard for the solver is too hard for the checker.
        let is_hard = self.proof.nodes(&text).is_some_and(|nodes| nodes > self.settle);
        if !is_hard && !self.tries.are_hopeless(resources) {
            let is_settled = search.settle(&node.board, i8::from(goal == Wdl::Win)) == Some(true);
            self.tries.add(resources, is_settled);
            if is_settled {
                return Ok(Step::Settled);
            }
        }
        let mv = self.proof.find_move(&text, goal);
        let mv = mv.ok_or(CertifyError::NotProven(text))?;
        let mut position = node.position.clone();
        position.play(&mv)?;
        let after = self.child(&node.board, &mv)?;
        Ok(Step::Move {
            number: self.move_number(&node.key, &after)?,
            next: self.replies(&after, &*position, strategy)?,
        })
    }

    /// The number of the move from the position of a key to a board, or to a symmetric image of it.
    fn move_number(&self, key: &[u8], after: &Board) -> Result<u32> {
        let board = self.rules.decode(key).map_err(CertifyError::Rules)?;
        let target = self.rules.key(after);
        let over = self.rules.result(after);
        let mut moves = (0..).zip(self.rules.moves(&board));
        let leads_there =
            |next: &Board| self.rules.result(next) == over && self.rules.key(next) == target;
        let found = moves.find(|(_, (_, next))| leads_there(next));
        let number = found.map(|(number, _)| number);
        number.ok_or_else(|| CertifyError::Rules("no move leads to the position".to_owned()))
    }

    /// The unfinished positions after each reply, without those in the strategy.
    fn replies(
        &self,
        board: &Board,
        position: &dyn AnyPosition,
        strategy: &Strategy,
    ) -> Result<Vec<Node>> {
        let mut nodes: Vec<Node> = Vec::new();
        if self.rules.result(board).is_some() {
            return Ok(nodes);
        }
        for (reply, next) in self.rules.moves(board) {
            if self.rules.result(&next).is_some() {
                continue;
            }
            let key = self.rules.key(&next);
            if strategy.contains_key(&key) || nodes.iter().any(|node| node.key == key) {
                continue;
            }
            let mut position = position.boxed_clone();
            position.play(&reply)?;
            nodes.push(Node { key, board: next, position });
        }
        Ok(nodes)
    }
}

fn write_file(
    out: impl Write,
    header: &Header,
    lists: &[Vec<(Vec<u8>, u32)>],
) -> io::Result<[u8; 32]> {
    let mut writer = Writer::new(out, header)?;
    for (key, move_number) in lists.iter().flatten() {
        writer.entry(key, *move_number)?;
    }
    writer.finish().map(|(_, digest)| digest)
}
