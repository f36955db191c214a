//! Computes a file like `src/clusterfuss/proof_order.bin`: the weights of patterns for the move ordering
//! of proof searches. It takes about five minutes.
//!
//! `cargo run --release -p strata-games --example clusterfuss_order -- FILE [SAMPLES]` solves positions
//! after random openings on 6×6. In a share of the nodes it searches a random move first, and records
//! how many nodes that took and whether the move wins; random, because moves that the ordering prefers
//! would not be a fair sample. Two regressions then estimate the logarithms of the work and of the odds
//! of success. The first round orders moves by the number of replies alone, the second one by the
//! weights of the first.

use std::collections::HashMap;

use strata_games::clusterfuss::proof_order::{PATTERNS, REPLY_WEIGHT, SCALE, pattern_classes};
use strata_games::clusterfuss::{Board, Clusterfuss, Position};
use strata_rules::{Evaluator, Family, Game, Options, Random};

type Board6 = Board<6, u64>;
type Position6 = Position<u64>;

const ROUNDS: usize = 2;
const MIN_OPENING: u64 = 4;
const MAX_OPENING: u64 = 9;
/// A position that takes more nodes is given up.
const MAX_NODES: u64 = 3_000_000;
const MIN_CHECKERS: u32 = 13;
/// The share of the nodes in which a random move is searched first.
const EXPLORED: f32 = 0.3;
const EPOCHS: usize = 6;
/// How much the work counts in comparison to the odds; found by trial.
const WORK_SHARE: f32 = 1.25;

/// A move whose result became known.
struct Sample {
    /// The class of the pattern around every checker.
    classes: Vec<u16>,
    replies: f32,
    is_win: bool,
    nodes: u64,
}

struct Solver<'a> {
    game: &'a Board6,
    classes: &'a [Option<usize>],
    /// The weight of every pattern class.
    weights: &'a [f32],
    known: HashMap<u128, bool>,
    nodes: u64,
    random: Random,
    samples: Vec<Sample>,
}

impl Solver<'_> {
    fn classes_of(&self, position: &Position6) -> Vec<u16> {
        let mut classes = Vec::new();
        self.game.for_each_pattern(position, |pattern| {
            classes.extend(self.classes[usize::from(pattern)].map(|class| class as u16));
        });
        classes
    }

    fn effort(&self, position: &Position6) -> f32 {
        let mut effort = REPLY_WEIGHT as f32 / SCALE * self.game.count_moves(position) as f32;
        self.game.for_each_pattern(position, |pattern| {
            effort += self.classes[usize::from(pattern)].map_or(0.0, |class| self.weights[class]);
        });
        effort
    }

    /// Whether the player to move wins; `None` if that takes too many nodes.
    fn wins(&mut self, position: &Position6) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return None;
        }
        let key = self.game.proof_key(position)?;
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let mut children = Vec::new();
        let mut wins = false;
        self.game.for_each_candidate(position, |mv, _| {
            let mut next = *position;
            self.game.play(&mut next, mv);
            if self.game.outcome(&next).is_some() {
                wins = true;
            } else {
                children.push((self.effort(&next), next));
            }
        });
        if wins {
            return Some(true);
        }
        children.sort_by(|a, b| a.0.total_cmp(&b.0));
        let explores = position.occupied().count_ones() >= MIN_CHECKERS
            && self.random.below(1 << 10) < (EXPLORED * 1024.0) as u64;
        if explores {
            let chosen = self.random.below(children.len() as u64) as usize;
            children[..=chosen].rotate_right(1);
        }
        for (place, (_, next)) in children.iter().enumerate() {
            let before = self.nodes;
            wins = !self.wins(next)?;
            let nodes = self.nodes - before;
            // A single node is a position from the table or one that ends at once.
            if explores && place == 0 && nodes > 1 {
                let replies = self.game.count_moves(next) as f32;
                self.samples.push(Sample {
                    classes: self.classes_of(next),
                    replies,
                    is_win: wins,
                    nodes,
                });
            }
            if wins {
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }

    /// A position after a random opening; `None` if the game ends before.
    fn opening(&mut self) -> Option<Position6> {
        let mut position = self.game.start();
        for _ in 0..MIN_OPENING + self.random.below(MAX_OPENING - MIN_OPENING + 1) {
            let mv = self.game.random_move(&position, &mut self.random)?;
            self.game.play(&mut position, mv);
        }
        self.game.outcome(&position).is_none().then_some(position)
    }
}

/// A linear function of the patterns and the number of replies.
struct Model {
    weights: Vec<f32>,
    squares: Vec<f32>,
}

impl Model {
    /// The weights of a constant and of ten replies come after those of the pattern classes.
    fn fit(samples: &[Sample], classes: usize, error: impl Fn(&Sample, f32) -> f32) -> Vec<f32> {
        let mut model = Self { weights: vec![0.0; classes + 2], squares: vec![1e-3; classes + 2] };
        for epoch in 0..EPOCHS {
            let rate = if 2 * epoch < EPOCHS { 0.05 } else { 0.02 };
            for sample in samples {
                let patterns: f32 =
                    sample.classes.iter().map(|c| model.weights[usize::from(*c)]).sum();
                let replies = sample.replies / 10.0;
                let sum = patterns + model.weights[classes] + replies * model.weights[classes + 1];
                let error = error(sample, sum);
                for class in &sample.classes {
                    model.step(usize::from(*class), rate, error);
                }
                model.step(classes, rate, error);
                model.step(classes + 1, rate, error * replies);
            }
        }
        model.weights
    }

    /// One step of AdaGrad.
    fn step(&mut self, index: usize, rate: f32, gradient: f32) {
        self.squares[index] += gradient * gradient;
        self.weights[index] += rate * gradient / self.squares[index].sqrt();
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("expected the file to write")?;
    let enough = args.next().map_or(Ok(2_500_000), |text| text.parse::<usize>())?;
    let info = Clusterfuss::INFO;
    let game = Board6::new(Options::from_pairs(info.id, info.options, [("size", "6")])?);
    let classes = pattern_classes();
    assert_eq!(classes.len(), PATTERNS, "every pattern has a place");
    let count = classes.iter().flatten().max().map_or(0, |last| last + 1);
    let mut weights = vec![0.0; count];
    for round in 0..ROUNDS {
        let mut solver = Solver {
            game: &game,
            classes: &classes,
            weights: &weights,
            known: HashMap::new(),
            nodes: 0,
            random: Random::new(round as u64),
            samples: Vec::new(),
        };
        while solver.samples.len() < enough {
            if let Some(position) = solver.opening() {
                solver.known.clear();
                solver.nodes = 0;
                solver.wins(&position);
                eprintln!("round {round}: {} samples", solver.samples.len());
            }
        }
        let samples = solver.samples;
        let odds = Model::fit(&samples, count, |sample, sum| {
            f32::from(u8::from(sample.is_win)) - 1.0 / (1.0 + (-sum).exp())
        });
        let work =
            Model::fit(&samples, count, |sample, sum| 0.3 * ((sample.nodes as f32).ln() - sum));
        weights = (0..count).map(|class| WORK_SHARE * work[class] - odds[class]).collect();
    }
    let bytes: Vec<u8> = weights
        .iter()
        .map(|weight| (weight * SCALE).round().clamp(-127.0, 127.0) as i8 as u8)
        .collect();
    std::fs::write(file, bytes)?;
    Ok(())
}
