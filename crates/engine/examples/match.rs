//! Plays paired games between two players from random openings.
//!
//! `cargo run --release -p strata-engine --example match -- clusterfuss size=6 auto uct 40 100 4`:
//! the game, its options (`-` for none), two players (`auto`, `alphabeta`, `mcts`, `uct` or a level
//! `1` to `8`), games, milliseconds a move (or `n5000` for nodes), random plies at the start.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use strata_engine::{Level, Limits, MakeThinker, Request, Search};
use strata_rules::{AnyPosition, Options, Random, find_game};

fn request(player: &str, effort: &str) -> Result<Request, Box<dyn Error>> {
    let (player, effort) = player.split_once('@').unwrap_or((player, effort));
    let limits = match effort.strip_prefix('n') {
        Some(nodes) => Limits::nodes(nodes.parse()?),
        None => Limits::movetime(Duration::from_millis(effort.parse()?)),
    };
    let (player, threads) = match player.split_once('x') {
        Some((player, threads)) => (player, threads.parse()?),
        None => (player, 1),
    };
    let (search, level) = match player {
        "auto" => (Search::Auto, None),
        "alphabeta" => (Search::AlphaBeta, None),
        "mcts" => (Search::Mcts, None),
        "uct" => (Search::Uct, None),
        level => (Search::Auto, Some(Level::new(level.parse()?).ok_or("levels are 1 to 8")?)),
    };
    Ok(Request { limits, search, level, threads, ..Request::default() })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, options, a, b, games, effort, plies] = arguments.as_slice() else {
        return Err("expected: game options a b games effort opening-plies".into());
    };
    let entry = find_game(strata_games::GAMES, game)?;
    let pairs: Vec<(&str, &str)> =
        options.split(',').filter_map(|pair| pair.split_once('=')).collect();
    let opened = entry.open(pairs.iter().copied())?;
    let make = || {
        let options =
            Options::from_pairs(entry.info.id, entry.info.options, pairs.iter().copied())?;
        Ok::<_, Box<dyn Error>>(
            strata_games::visit(game, options, MakeThinker).ok_or("no such game")??,
        )
    };
    let players = opened.players();
    let requests = [request(a, effort)?, request(b, effort)?];
    let mut tally = [0_u32; 3];
    let mut depths = [(0_u64, 0_u64, 0_u64); 2];
    let mut random = Random::new(11);
    let mut opening = opened.start();
    for number in 0..games.parse::<usize>()? {
        // Thinkers start every game afresh, so that games do not depend on each other.
        let mut thinkers = [make()?, make()?];
        if number.is_multiple_of(players) {
            opening = random_opening(&*opened, plies.parse()?, &mut random)?;
        }
        let mut position = opening.clone();
        let hero = number % players;
        while position.outcome().is_none() {
            let side = usize::from(position.turn().index() != hero);
            let mut request = requests[side];
            request.seed = random.next_u64();
            let stop = AtomicBool::new(false);
            let report = thinkers[side].think(&position.text(), &request, &stop, &mut |_| {})?;
            depths[side].0 += 1;
            depths[side].1 += u64::from(report.depth);
            depths[side].2 += report.nodes;
            if std::env::var_os("VERBOSE").is_some() {
                let line = &report.lines[0];
                println!(
                    "{side} {} depth {} nodes {} {}",
                    line.value,
                    report.depth,
                    report.nodes,
                    line.moves.join(" ")
                );
            }
            position.play(&report.lines[0].moves[0])?;
        }
        let winners = position.outcome().ok_or("over")?.winners;
        let won = (0..players)
            .find(|&p| p == hero)
            .is_some_and(|p| winners.contains(strata_rules::Player(p as u8)));
        let result = if won && winners.len() > 1 { 1 } else { 2 * usize::from(!won) };
        tally[result] += 1;
    }
    let [wins, draws, losses] = tally;
    let score = (f64::from(wins) + 0.5 * f64::from(draws)) / f64::from(wins + draws + losses);
    let mean =
        |(moves, depth, nodes): (u64, u64, u64)| (depth / moves.max(1), nodes / moves.max(1));
    println!(
        "{game} {options} {a} against {b}: +{wins} ={draws} -{losses}, {:.1} %; depth, nodes a move {:?} {:?}",
        100.0 * score,
        mean(depths[0]),
        mean(depths[1])
    );
    Ok(())
}

/// A position after random moves that the game has not ended in.
fn random_opening(
    game: &dyn strata_rules::AnyGame,
    plies: usize,
    random: &mut Random,
) -> Result<Box<dyn AnyPosition>, Box<dyn Error>> {
    loop {
        let mut position = game.start();
        for _ in 0..plies {
            let moves = position.moves();
            if !moves.is_empty() {
                position.play(&moves[random.below(moves.len() as u64) as usize])?;
            }
        }
        if position.outcome().is_none() {
            return Ok(position);
        }
    }
}
