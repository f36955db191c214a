//! Computes `src/clusterfuss/table.bin`: the result of every position of Clusterfuss on 4×4 that can
//! occur in a game.
//!
//! `cargo run --release -p strata-games --example clusterfuss_table -- FILE` writes the file. It takes
//! less than a second. Positions are identified by exact keys, and results come from plain minimax over
//! all positions, so every result is proven.

use std::collections::BTreeMap;
use std::fs;

use strata_rules::{Edit, Evaluator, Options, Visitor, find_game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("expected a file to write to")?;
    let info = find_game(strata_games::GAMES, "clusterfuss")?.info;
    let options = Options::from_pairs(info.id, info.options, [("size", "4")])?;
    let results = strata_games::visit(info.id, options, Solve).ok_or("the game is missing")??;
    let wins = results.values().filter(|wins| **wins).count();
    println!("{} positions; the player to move wins {wins}", results.len());
    fs::write(file, encode(&results))?;
    Ok(())
}

/// By key, whether the player to move wins.
type Results = BTreeMap<u128, bool>;

/// Finds all positions that can follow the start position, and their results.
struct Solve;

impl Visitor for Solve {
    type Output = Results;

    fn visit<G: Edit + Evaluator>(self, game: G) -> Results {
        let mut results = Results::new();
        solve(&game, &game.start(), &mut results);
        results
    }
}

/// Whether the player to move wins. All moves are solved, even after a winning one.
fn solve<G: Evaluator>(game: &G, position: &G::Position, results: &mut Results) -> bool {
    let key = game.proof_key(position).expect("every position after the start has a key");
    if let Some(wins) = results.get(&key) {
        return *wins;
    }
    let mut wins = false;
    game.for_each_move(position, |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        wins |= match game.outcome(&next) {
            Some(outcome) => outcome.winner() == Some(game.turn(position)),
            None => !solve(game, &next, results),
        };
    });
    results.insert(key, wins);
    wins
}

/// The differences of the keys, doubled, plus 1 for a win, as LEB128.
fn encode(results: &Results) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut last = 0;
    for (key, wins) in results {
        let mut number = (key - last) << 1 | u128::from(*wins);
        last = *key;
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
    }
    bytes
}
