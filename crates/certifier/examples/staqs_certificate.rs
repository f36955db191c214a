//! Writes a small certificate of the usual game of STAQS: Blue wins.
//!
//! `cargo run --release -p strata-certifier --example staqs_certificate -- FILE` takes a few seconds. The
//! table of all setups says which placements win. Among these, Blue takes the one that leaves Blue's
//! stacks the most exits compared with White's. So Blue gets the same squares in many games, and few
//! setups can occur. The checker settles all of them by itself.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs::File;
use std::io::BufWriter;

use strata_certifier::Writer;
use strata_checker::{Board, Claim, Header, Rules, hex, rules};
use strata_games::staqs::setups::{self, BlueResult};

const SIZE: usize = 5;
const SQUARES: usize = SIZE * SIZE;
const NEUTRAL: u8 = 1;
/// Stacks of height 2 of the player to move and of the other player.
const MINE: u8 = 4;
const THEIRS: u8 = 5;

/// The node counts of the start position.
const NODE_COUNTS: [u64; 3] = [25, 600, 13_800];
/// More than the search of any setup costs.
const SETTLE: u64 = 1_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected the name of a file")?;
    let rules = rules("staqs", "std")?;
    let mut blue = Blue { rules: &*rules, placements: HashMap::new() };
    let mut strategy = blue.strategy()?;
    strategy.sort_unstable();
    let header = Header {
        game: "staqs".to_owned(),
        options: "std".to_owned(),
        position: None,
        claim: Claim::Win(0),
        node_counts: NODE_COUNTS.to_vec(),
        settle: SETTLE,
        entries: vec![strategy.len() as u64],
    };
    let mut writer = Writer::new(BufWriter::new(File::create(path)?), &header)?;
    for (key, number) in &strategy {
        writer.entry(key, *number)?;
    }
    let (_, digest) = writer.finish()?;
    println!("{} positions, SHA-256 {}", strategy.len(), hex(&digest));
    Ok(())
}

/// Blue's winning placements.
struct Blue<'a> {
    rules: &'a dyn Rules,
    /// The number of the placement in each position that was looked at, by key.
    placements: HashMap<Vec<u8>, Option<u32>>,
}

impl Blue<'_> {
    /// The placement in every position that can occur if Blue follows this strategy.
    fn strategy(&mut self) -> Result<Vec<(Vec<u8>, u32)>, String> {
        let (mut strategy, mut open) = (HashMap::new(), vec![self.rules.start()]);
        while let Some(board) = open.pop() {
            let key = self.rules.key(&board);
            if is_complete(&board) || strategy.contains_key(&key) {
                continue;
            }
            let number = self.placement(&key)?.ok_or("Blue cannot win")?;
            let image = self.rules.decode(&key)?;
            let (_, next) = &self.rules.moves(&image)[number as usize];
            open.extend(self.rules.moves(next).into_iter().map(|(_, next)| next));
            strategy.insert(key, number);
        }
        Ok(strategy.into_iter().collect())
    }

    /// The number of the winning placement with the best exits in the position of a key.
    fn placement(&mut self, key: &[u8]) -> Result<Option<u32>, String> {
        if let Some(known) = self.placements.get(key) {
            return Ok(*known);
        }
        let image = self.rules.decode(key)?;
        let mut placements: Vec<_> = (0..).zip(self.rules.moves(&image)).collect();
        placements.sort_by_key(|(_, (_, next))| Reverse(exits(next, THEIRS) - exits(next, MINE)));
        let mut found = None;
        for (number, (_, next)) in placements {
            if self.wins_after(&next)? {
                found = Some(number);
                break;
            }
        }
        self.placements.insert(key.to_vec(), found);
        Ok(found)
    }

    /// Whether Blue wins after every placement of White.
    fn wins_after(&mut self, board: &Board) -> Result<bool, String> {
        let rules = self.rules;
        for (_, next) in rules.moves(board) {
            let is_won = match is_complete(&next) {
                true => {
                    setups::result(set(&next, MINE), set(&next, THEIRS)) == Some(BlueResult::Win)
                }
                false => self.placement(&rules.key(&next))?.is_some(),
            };
            if !is_won {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether all pieces are placed.
fn is_complete(board: &Board) -> bool {
    board[SQUARES..] == [0, 0]
}

/// The squares with this content.
fn set(board: &Board, content: u8) -> u32 {
    (0..SQUARES).filter(|square| board[*square] == content).map(|square| 1 << square).sum()
}

/// The number of pairs of a stack of this kind and a neutral piece next to it.
fn exits(board: &Board, stack: u8) -> i32 {
    let is_exit = |from: usize, to: usize| board[from] == stack && board[to] == NEUTRAL;
    let count = |a: usize, b: usize| i32::from(is_exit(a, b)) + i32::from(is_exit(b, a));
    let east = |square: usize| (square % SIZE + 1 < SIZE).then(|| count(square, square + 1));
    let north = |square: usize| (square + SIZE < SQUARES).then(|| count(square, square + SIZE));
    (0..SQUARES).flat_map(|square| east(square).into_iter().chain(north(square))).sum()
}
