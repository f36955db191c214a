//! `strata openings`

use std::collections::HashMap;
use std::fs;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow, bail};
use strata_engine::{Catalogue, Engine, Level, Limits, Request};
use strata_rules::random::mix;
use strata_rules::{AnyPosition, GameEntry, Player, Random, find_game};
use strata_table::wording::percent;
use strata_table::{LevelGames, Openings, Played};

use crate::cli::{MakeOpeningsArgs, OpeningsCommand, PositionArgs};
use crate::output::{Output, file_name};
use crate::setup::start_position;

/// Positions after more moves are not stored.
const MAX_PLIES: usize = 12;

/// Positions of fewer games are not stored.
const MIN_GAMES: u32 = 3;

/// The most random moves at the start of a game of the highest level.
const MAX_RANDOM_PLIES: usize = 4;

pub(crate) fn run(
    catalogue: Catalogue,
    command: &OpeningsCommand,
    out: &mut Output<'_>,
) -> Result<()> {
    match command {
        OpeningsCommand::Show(args) => show(catalogue.games, args, out),
        OpeningsCommand::Statistics => statistics(catalogue.games, out),
        OpeningsCommand::Make(args) => make(catalogue, args, out),
    }
}

/// The openings of a game.
fn openings_of(game: &GameEntry) -> Result<Openings> {
    if game.info.openings.is_empty() {
        bail!("{} has no openings (see strata openings make --help)", game.info.name);
    }
    Openings::parse(game.info.openings).map_err(|reason| anyhow!("{}: {reason}", game.info.id))
}

/// Prints the moves that were played in a position.
fn show(games: &'static [GameEntry], args: &PositionArgs, out: &mut Output<'_>) -> Result<()> {
    let position = start_position(games, &args.game, &args.start)?;
    let openings = openings_of(find_game(games, &args.game)?)?;
    let moves = openings.moves(&*position);
    if moves.is_empty() {
        return out.line("No stored game has reached a position after this one.");
    }
    let player = position.turn();
    out.line("move      games  score  value")?;
    for (mv, played) in moves {
        let (score, value) = (percent(played.score(player)), percent(played.value(player)));
        out.line(&format!("{mv:<8} {:>6} {score:>6} {value:>6}", played.games))?;
    }
    out.line(&format!("\nScore and value are those of {}.", position.side_name(player)))
}

/// Prints the tables of `docs/statistics.md`.
fn statistics(games: &'static [GameEntry], out: &mut Output<'_>) -> Result<()> {
    for game in games.iter().filter(|game| !game.info.openings.is_empty()) {
        let openings = openings_of(game)?;
        let first = game.info.side(Player(0)).name;
        out.line(&format!("## {}\n", game.info.name))?;
        out.line(&format!("| level | games | {first} wins | draws | moves | decided by |"))?;
        out.line("| --- | --- | --- | --- | --- | --- |")?;
        for level in &openings.levels {
            out.line(&level_row(level))?;
        }
        out.line(&format!("\n{} {} positions.\n", openings.about, openings.len()))?;
    }
    Ok(())
}

fn level_row(level: &LevelGames) -> String {
    let share = |count: u32| {
        format!("{}%", (100.0 * f64::from(count) / f64::from(level.games.max(1))).round())
    };
    let mut endings: Vec<(&String, &u32)> = level.endings.iter().collect();
    endings.sort_by(|one, other| other.1.cmp(one.1));
    let endings: Vec<String> =
        endings.into_iter().map(|(name, count)| format!("{name} {}", share(*count))).collect();
    let length = f64::from(level.plies) / f64::from(level.games.max(1));
    format!(
        "| {} | {} | {} | {} | {length:.1} | {} |",
        level.level,
        level.games,
        share(level.first_wins),
        share(level.draws),
        endings.join(", ")
    )
}

/// Plays the games and writes the file.
fn make(catalogue: Catalogue, args: &MakeOpeningsArgs, out: &mut Output<'_>) -> Result<()> {
    let entry = find_game(catalogue.games, &args.game)?;
    let start = entry.open([])?.start();
    if start.players() != 2 {
        bail!("openings are for games of two players");
    }
    let mut maker = Maker { engine: catalogue.engine_for(&*start), start, nodes: args.nodes };
    let mut openings = Openings::new(about(args));
    let mut seen: HashMap<String, (Box<dyn AnyPosition>, Played, f64)> = HashMap::new();
    for level in (1..).map_while(Level::new) {
        let is_highest = level == Level::HIGHEST;
        let mut games = LevelGames { level: level.number(), ..LevelGames::default() };
        for number in 0..count_games(args, level) {
            let seed = mix(args.seed ^ mix(u64::from(level.number()) << 32 | number as u64));
            // Only the lower levels vary their play by themselves.
            let random_plies = if is_highest { 1 + number % MAX_RANDOM_PLIES } else { 0 };
            let game = maker.play(level, random_plies, seed)?;
            games.add(&*game.end, game.plies);
            if is_highest {
                game.count(&mut seen);
            }
        }
        openings.levels.push(games);
    }
    for (position, mut played, chances) in seen.into_values() {
        if played.games >= MIN_GAMES {
            played.chance = (1000.0 * chances / f64::from(played.games)).round() as u32;
            openings.insert(&*position, played);
        }
    }
    let name = file_name(&args.file);
    fs::write(&args.file, openings.text()).with_context(|| format!("cannot write {name}"))?;
    out.line(&format!("{name}: {} positions", openings.len()))
}

/// The number of games of a level: fewer of the slow ones.
fn count_games(args: &MakeOpeningsArgs, level: Level) -> usize {
    match level.number() {
        8 => args.games,
        7 => args.level_games / 10,
        6 => args.level_games / 5,
        _ => args.level_games,
    }
}

fn about(args: &MakeOpeningsArgs) -> String {
    format!(
        "{} games of level 8 with {} nodes per move and 1 to {MAX_RANDOM_PLIES} random moves at the start; seed {}.",
        args.games, args.nodes, args.seed
    )
}

/// Plays games.
struct Maker {
    engine: Box<dyn Engine>,
    start: Box<dyn AnyPosition>,
    nodes: u64,
}

/// A finished game.
struct PlayedGame {
    /// The first positions, each with the first player's winning chance.
    positions: Vec<(Box<dyn AnyPosition>, f64)>,
    end: Box<dyn AnyPosition>,
    plies: usize,
}

impl Maker {
    fn play(&mut self, level: Level, random_plies: usize, seed: u64) -> Result<PlayedGame> {
        let mut random = Random::new(seed);
        let mut position = self.start.clone();
        let (mut positions, mut plies) = (Vec::new(), 0);
        self.engine.forget();
        while position.outcome().is_none() {
            let chance = match plies < random_plies {
                true => {
                    position.play_random(&mut random);
                    None
                }
                false => Some(self.move_on(&mut *position, level, random.next_u64())?),
            };
            plies += 1;
            if plies <= MAX_PLIES {
                positions.push((position.clone(), chance));
            }
        }
        Ok(PlayedGame { positions: with_chances(positions), end: position, plies })
    }

    /// Plays the move of a level. Returns the first player's winning chance after it.
    fn move_on(&mut self, position: &mut dyn AnyPosition, level: Level, seed: u64) -> Result<f64> {
        // The other levels have limits of their own.
        let limits = match level == Level::HIGHEST {
            true => Limits::nodes(self.nodes),
            false => Limits::default(),
        };
        let request =
            Request { limits, level: Some(level), seed, megabytes: 1, ..Request::default() };
        let stop = AtomicBool::new(false);
        let report = self.engine.search(&position.text(), &request, &stop, &mut |_| {})?;
        let line = report.lines.first().context("the engine found no move")?;
        let mv = line.moves.first().context("the engine found no move")?;
        let chance = line.value.winning_chance();
        let first = if position.turn() == Player(0) { chance } else { 1.0 - chance };
        position.play(mv)?;
        Ok(first)
    }
}

/// A position after a random move has the chance that the next search sees.
fn with_chances(
    positions: Vec<(Box<dyn AnyPosition>, Option<f64>)>,
) -> Vec<(Box<dyn AnyPosition>, f64)> {
    let mut next = 0.5;
    let known = positions.into_iter().rev().map(|(position, chance)| {
        next = chance.unwrap_or(next);
        (position, next)
    });
    let mut known: Vec<_> = known.collect();
    known.reverse();
    known
}

impl PlayedGame {
    /// Counts the game for each of its first positions, which is stored once for all mirror images.
    fn count(&self, seen: &mut HashMap<String, (Box<dyn AnyPosition>, Played, f64)>) {
        let winner = self.end.outcome().and_then(|outcome| outcome.winner());
        for (position, chance) in &self.positions {
            let least = position.symmetric_texts().into_iter().min().unwrap_or_default();
            let new = || (position.clone(), Played::default(), 0.0);
            let (_, played, chances) = seen.entry(least).or_insert_with(new);
            played.games += 1;
            played.first_wins += u32::from(winner == Some(Player(0)));
            played.draws += u32::from(winner.is_none());
            *chances += chance;
        }
    }
}
