//! Computes `src/staqs/openings.bin`: the result of every position of STAQS on 5×5 with one to three
//! pieces placed.
//!
//! `cargo run --release -p strata-games --example staqs_openings -- FILE` writes the file. It takes less
//! than a minute. The results come from plain minimax down to the completed setups, whose results are in
//! `src/staqs/setups.bin`, with a table of exact keys.

use std::collections::HashMap;
use std::fs;

use strata_games::staqs::openings::{key, keys};
use strata_games::staqs::setups::{BlueResult, PIECES, RESULTS_PER_BYTE, result};

const SQUARES: usize = 25;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("expected a file to write to")?;
    let mut known = HashMap::new();
    let squares = |key: u64| ((key >> SQUARES) as u32, key as u32 & ((1 << SQUARES) - 1));
    let results: Vec<BlueResult> = keys()
        .iter()
        .map(|key| {
            let (blue, white) = squares(*key);
            solve(blue, white, &mut known)
        })
        .collect();
    let wins = results.iter().filter(|result| **result == BlueResult::Win).count();
    println!("{} positions; Blue wins {wins}", results.len());
    let pack = |results: &[BlueResult]| {
        results.iter().rev().fold(0, |byte, result| byte * 3 + *result as u8)
    };
    fs::write(file, results.chunks(RESULTS_PER_BYTE).map(pack).collect::<Vec<u8>>())?;
    Ok(())
}

/// The result of best play for Blue. Blue places the next piece if both have placed equally many.
fn solve(blue: u32, white: u32, known: &mut HashMap<u64, BlueResult>) -> BlueResult {
    if white.count_ones() as usize == PIECES {
        return result(blue, white).expect("the file is embedded");
    }
    let key = key(blue, white);
    if let Some(result) = known.get(&key) {
        return *result;
    }
    let is_blue = blue.count_ones() == white.count_ones();
    let mut best = if is_blue { BlueResult::Loss } else { BlueResult::Win };
    for square in
        (0..SQUARES).map(|square| 1 << square).filter(|square| square & (blue | white) == 0)
    {
        let next = match is_blue {
            true => solve(blue | square, white, known),
            false => solve(blue, white | square, known),
        };
        best = if is_blue { best.max(next) } else { best.min(next) };
        if best == if is_blue { BlueResult::Win } else { BlueResult::Loss } {
            break;
        }
    }
    known.insert(key, best);
    best
}
