//! Random openings: short, balanced and all different.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use strata_engine::{Engine, Limits, Request};
use strata_rules::{AnyGame, AnyPosition, Random};

/// The maximum winning chance of either side in a balanced opening.
const MAX_WINNING_CHANCE: f64 = 0.8;
/// The node limit for evaluating an opening.
const SEARCH_NODES: u64 = 3_000;
/// After this many tries an unbalanced or repeated opening is accepted.
const MAX_TRIES: usize = 60;

/// Generates openings of a game.
pub(crate) struct Openings<'a> {
    game: &'a dyn AnyGame,
    engine: Box<dyn Engine>,
    plies: usize,
    random: Random,
    seen: HashSet<String>,
}

impl<'a> Openings<'a> {
    pub(crate) fn new(
        game: &'a dyn AnyGame,
        engine: Box<dyn Engine>,
        plies: usize,
        seed: u64,
    ) -> Self {
        Self { game, engine, plies, random: Random::new(seed), seen: HashSet::new() }
    }

    /// The next opening.
    pub(crate) fn next(&mut self) -> Box<dyn AnyPosition> {
        let mut last = self.game.start();
        for _ in 0..MAX_TRIES {
            let Some(position) = self.random_position() else { continue };
            last = position;
            if !self.seen.contains(&last.text()) && self.is_balanced(&*last) {
                break;
            }
        }
        for image in last.symmetric_texts() {
            self.seen.insert(image);
        }
        last
    }

    /// The position after random moves; `None` if the game ends before.
    fn random_position(&mut self) -> Option<Box<dyn AnyPosition>> {
        let mut position = self.game.start();
        for _ in 0..self.plies {
            position.play_random(&mut self.random)?;
        }
        position.outcome().is_none().then_some(position)
    }

    fn is_balanced(&mut self, position: &dyn AnyPosition) -> bool {
        let request =
            Request { limits: Limits::nodes(SEARCH_NODES), megabytes: 1, ..Request::default() };
        let stop = AtomicBool::new(false);
        let report = self.engine.search(&position.text(), &request, &stop, &mut |_| {});
        let value = report.ok().and_then(|report| report.lines.first().map(|line| line.value));
        value.is_none_or(|value| {
            let chance = value.winning_chance();
            (1.0 - MAX_WINNING_CHANCE..=MAX_WINNING_CHANCE).contains(&chance)
        })
    }
}
