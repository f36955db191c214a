//! Measures from how many checkers on the engine proves positions of Clusterfuss on 8×8 in 100 ms.
//!
//! `cargo run --release -p strata-engine --example clusterfuss_endings -- [POSITIONS]` searches POSITIONS
//! (50) positions of random games with each number of checkers, with one thread and an empty table.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use strata_engine::{Limits, MakeEngine, Request};
use strata_rules::{Edit, Evaluator, Options, Random, Visitor, find_game};

const ID: &str = "clusterfuss";
const SQUARES: usize = 64;
const TIME: Duration = Duration::from_millis(100);

fn open<V: Visitor>(visitor: V) -> V::Output {
    let info = find_game(strata_games::GAMES, ID).expect("a game").info;
    let options = Options::from_pairs(info.id, info.options, [("size", "8")]).expect("options");
    strata_games::visit(ID, options, visitor).expect("a game").expect("options")
}

/// An unfinished position with this many checkers, from a random game. Every move captures a checker.
struct RandomPosition<'a> {
    checkers: usize,
    random: &'a mut Random,
}

impl Visitor for RandomPosition<'_> {
    type Output = String;

    fn visit<G: Edit + Evaluator>(self, game: G) -> String {
        loop {
            let mut position = game.start();
            for _ in self.checkers..SQUARES {
                let Some(mv) = game.random_move(&position, self.random) else { break };
                game.play(&mut position, mv);
            }
            if game.outcome(&position).is_none() {
                return game.position_text(&position);
            }
        }
    }
}

fn main() {
    let positions: usize =
        std::env::args().nth(1).map_or(50, |arg| arg.parse().expect("a number of positions"));
    let mut random = Random::new(1);
    let mut engine = open(MakeEngine);
    let request = Request { limits: Limits::movetime(TIME), ..Request::default() };
    engine.prepare(request.megabytes);
    for checkers in (14..=34).step_by(2) {
        let mut proven = 0;
        for _ in 0..positions {
            let position = open(RandomPosition { checkers, random: &mut random });
            engine.forget();
            let stop = AtomicBool::new(false);
            let report =
                engine.search(&position, &request, &stop, &mut |_| {}).expect("a position");
            proven += usize::from(report.lines[0].value.is_proven());
        }
        println!("{checkers} checkers: {proven} of {positions} proven");
    }
}
