//! A fixed set of searches that measures the speed of an engine and identifies its behaviour.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use strata_rules::random::mix;
use strata_rules::{AnyGame, Random};

use crate::{Engine, Limits, Request, SearchError};

const SEED: u64 = 1;
/// Positions after this many random plies are searched.
const SEARCHED_AFTER: [usize; 6] = [0, 4, 8, 12, 16, 20];
/// The limits of each search.
const LIMITS: Limits = Limits {
    nodes: Some(400_000),
    depth: Some(12),
    movetime: None,
    clock: None,
    moves_left: None,
    only_move: false,
};

/// The sum of all searches.
#[derive(Clone, Debug, Default)]
pub struct BenchResult {
    /// The number of searched positions.
    pub nodes: u64,
    /// The time for all searches.
    pub time: Duration,
    /// A hash of the results: equal for searches that behave the same.
    pub signature: u64,
}

impl BenchResult {
    /// The searched positions per second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64()
    }

    /// The signature as it is shown.
    pub fn signature_text(&self) -> String {
        format!("{:08x}", self.signature >> 32)
    }
}

/// Searches positions of a game.
pub fn bench(engine: &mut dyn Engine, game: &dyn AnyGame) -> Result<BenchResult, SearchError> {
    let request = Request { limits: LIMITS, ..Request::default() };
    let mut sum = BenchResult::default();
    for plies in SEARCHED_AFTER {
        let mut position = game.start();
        let mut random = Random::new(SEED);
        for _ in 0..plies {
            position.play_random(&mut random);
        }
        if position.outcome().is_some() {
            continue;
        }
        engine.forget();
        let report =
            engine.search(&position.text(), &request, &AtomicBool::new(false), &mut |_| {})?;
        sum.nodes += report.nodes;
        sum.time += report.time;
        sum.signature = mix(sum.signature ^ report.nodes);
        for line in &report.lines {
            let text = format!("{} {}", line.value, line.moves.join(" "));
            let add = |sum, byte: u8| mix(sum ^ u64::from(byte));
            sum.signature = text.bytes().fold(sum.signature, add);
        }
    }
    Ok(sum)
}
