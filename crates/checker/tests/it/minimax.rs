//! Certificates made by plain minimax.

use std::collections::{BTreeMap, HashMap};

use strata_certifier::Writer;
use strata_checker::{Board, Claim, Header, Rules, Search, rules};

/// The positions after the moves.
pub(crate) fn children(rules: &dyn Rules, board: &Board) -> impl Iterator<Item = Board> + use<> {
    rules.moves(board).into_iter().map(|(_, next)| next)
}

/// A strategy: the number of a move for each key.
pub(crate) type Entries = BTreeMap<Vec<u8>, u32>;

/// Everything in a certificate.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) header: Header,
    pub(crate) lists: Vec<Entries>,
}

impl Parts {
    /// The file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut header = self.header.clone();
        header.entries = self.lists.iter().map(|list| list.len() as u64).collect();
        let mut writer = Writer::new(Vec::new(), &header).expect("memory");
        for (key, number) in self.lists.iter().flatten() {
            writer.entry(key, *number).expect("memory");
        }
        writer.finish().expect("memory").0
    }
}

/// Plain minimax, without symmetries.
pub(crate) struct Minimax<'a> {
    pub(crate) rules: &'a dyn Rules,
    values: HashMap<Board, i8>,
}

impl<'a> Minimax<'a> {
    pub(crate) fn new(rules: &'a dyn Rules) -> Self {
        Self { rules, values: HashMap::new() }
    }

    /// The value for the player to move.
    pub(crate) fn value(&mut self, board: &Board) -> i8 {
        if let Some(result) = self.rules.result(board) {
            return result;
        }
        if let Some(value) = self.values.get(board) {
            return *value;
        }
        let rules = self.rules;
        let values = children(rules, board).map(|after| -self.value(&after));
        let value = values.max().expect("a move");
        self.values.insert(board.clone(), value);
        value
    }

    /// Adds the positions that the strategist needs to get at least `goal` from `board`.
    fn collect(&mut self, board: &Board, goal: i8, limit: u64, entries: &mut Entries) {
        let key = self.rules.key(board);
        if self.rules.result(board).is_some()
            || entries.contains_key(&key)
            || Search::new(self.rules, limit).settle(board, goal) == Some(true)
        {
            return;
        }
        let board = self.rules.decode(&key).expect("a key");
        let rules = self.rules;
        let is_good = |after: Board| -self.value(&after) >= goal;
        let number = children(rules, &board).position(is_good).expect("a good move");
        entries.insert(key, number as u32);
        let after = children(rules, &board).nth(number).expect("this move");
        self.collect_after(&after, goal, limit, entries);
    }

    /// The same if the other player is to move.
    fn collect_after(&mut self, board: &Board, goal: i8, limit: u64, entries: &mut Entries) {
        if self.rules.result(board).is_none() {
            let rules = self.rules;
            for next in children(rules, board) {
                self.collect(&next, goal, limit, entries);
            }
        }
    }
}

/// A good certificate of the start position, or of another one with the number of its player to move.
pub(crate) fn certificate(
    game: &str,
    options: &str,
    position: Option<(Vec<u8>, usize)>,
    limit: u64,
) -> Parts {
    let rules = rules(game, options).expect("supported options");
    let mut minimax = Minimax::new(&*rules);
    let (root, turn) = match &position {
        Some((key, turn)) => (rules.decode(key).expect("a key"), *turn),
        None => (rules.start(), 0),
    };
    let (claim, strategists) = match minimax.value(&root) {
        0 => (Claim::Draw, vec![(0, 0), (1, 0)]),
        1 => (Claim::Win(turn), vec![(turn, 1)]),
        _ => (Claim::Win(1 - turn), vec![(1 - turn, 1)]),
    };
    let mut lists = Vec::new();
    for (strategist, goal) in strategists {
        let mut entries = Entries::new();
        match strategist == turn {
            true => minimax.collect(&root, goal, limit, &mut entries),
            false => minimax.collect_after(&root, goal, limit, &mut entries),
        }
        lists.push(entries);
    }
    let moves = children(&*rules, &rules.start()).count() as u64;
    let header = Header {
        game: game.to_owned(),
        options: options.to_owned(),
        position,
        claim,
        node_counts: vec![moves],
        settle: limit,
        entries: Vec::new(),
    };
    Parts { header, lists }
}
