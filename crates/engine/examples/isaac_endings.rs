//! Measures which scoring phases of Isaac the solver proves in 1 and in 10 seconds of one processor core.
//!
//! `cargo run --release -p strata-engine --example isaac_endings -- [random|level8] [GAMES] [PLACEMENTS]`
//! plays GAMES games (100), with random moves or with the engine at level 8 and 5,000 nodes a move, and
//! solves each one from the end of the placement phase, or from PLACEMENTS (0) turns before it. Seconds are
//! processor time, so that other programs on the same machine do not matter much; this needs Linux.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use strata_engine::solver::{MakeSolver, Request as SolveRequest, Solution, Wdl};
use strata_engine::{Level, Limits, MakeEngine, Request};
use strata_rules::{Edit, Evaluator, Options, Random, Visitor, find_game};

const ID: &str = "isaac";
const NODES_PER_MOVE: u64 = 5_000;
const MEGABYTES: usize = 128;
/// The time limit, for a machine that is busy with other programs.
const TIME: Duration = Duration::from_secs(40);
const TICKS_PER_SECOND: f64 = 100.0;

/// The processor time of this program so far, in seconds.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").expect("this needs Linux");
    // The program's name in parentheses may contain spaces.
    let fields = text.rsplit(')').next().expect("a list").split_whitespace().skip(11).take(2);
    fields.map(|ticks| ticks.parse::<f64>().expect("a number")).sum::<f64>() / TICKS_PER_SECOND
}

fn open<V: Visitor>(visitor: V) -> V::Output {
    let info = find_game(strata_games::GAMES, ID).expect("a game").info;
    let options = Options::from_pairs(info.id, info.options, []).expect("no options");
    strata_games::visit(ID, options, visitor).expect("a game").expect("no options")
}

/// Plays one game, and returns the position some turns before the end of the placement phase.
struct PlayGame {
    by_engine: bool,
    seed: u64,
    turns_before: usize,
}

impl Visitor for PlayGame {
    type Output = String;

    fn visit<G: Edit + Evaluator>(self, game: G) -> String {
        let mut random = Random::new(self.seed);
        let mut engine = open(MakeEngine);
        let request = Request {
            limits: Limits::nodes(NODES_PER_MOVE),
            level: Some(Level::HIGHEST),
            seed: self.seed,
            ..Request::default()
        };
        let mut positions = vec![game.start()];
        // The first two placements are random, so that games of the engine differ.
        while let Some(position) = positions.last().filter(|last| game.has_many_moves(last)) {
            let mv = if self.by_engine && positions.len() > 2 {
                let text = game.position_text(position);
                let report = engine.search(&text, &request, &AtomicBool::new(false), &mut |_| {});
                let report = report.expect("a position");
                game.read_move(position, &report.lines[0].moves[0]).expect("a legal move")
            } else {
                game.random_move(position, &mut random).expect("an unfinished game")
            };
            let mut next = *position;
            game.play(&mut next, mv);
            positions.push(next);
        }
        game.position_text(&positions[positions.len() - 1 - self.turns_before])
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let kind = args.next().unwrap_or_else(|| "random".to_owned());
    let mut number = |default| args.next().map_or(default, |arg| arg.parse().expect("a number"));
    let (games, turns_before) = (number(100), number(0));
    let solver = open(MakeSolver);
    let mut solutions: Vec<(Solution, f64)> = Vec::new();
    for seed in 0..games as u64 {
        let by_engine = kind == "level8";
        let position = open(PlayGame { by_engine, seed, turns_before });
        let request = SolveRequest {
            time: Some(TIME),
            megabytes: MEGABYTES,
            distance: false,
            ..SolveRequest::default()
        };
        let stop = AtomicBool::new(false);
        let before = processor_time();
        let solution = solver.solve(&position, &request, &stop, &mut |_| {}).expect("a position");
        let seconds = processor_time() - before;
        let value = solution.value.map_or("open", |value| match value {
            Wdl::Win => "win",
            _ => "loss",
        });
        println!("{seed:3} {value:4} {seconds:6.2} s {:10} nodes  {position}", solution.nodes);
        solutions.push((solution, seconds));
    }
    let within = |limit: f64| {
        let is_proven =
            |(found, seconds): &&(Solution, f64)| found.value.is_some() && *seconds <= limit;
        solutions.iter().filter(is_proven).count()
    };
    let nodes: u64 = solutions.iter().map(|(found, _)| found.nodes).sum();
    let seconds: f64 = solutions.iter().map(|(_, seconds)| seconds).sum();
    println!(
        "{kind}, {turns_before} turns before the end of placement: of {games} games, {} proven in 0.1 s, \
         {} in 1 s, {} in 10 s; {nodes} nodes in {seconds:.1} s",
        within(0.1),
        within(1.0),
        within(10.0),
    );
}
