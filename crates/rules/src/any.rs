//! Type-erased games and positions, for interfaces that work with text and scenes.

use std::fmt::{self, Debug};
use std::sync::Arc;
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::time::Instant;

use thiserror::Error;

use crate::edit::TypedDraft;
#[cfg(not(target_family = "wasm"))]
use crate::perft::{LastPly, divide, perft_on};
use crate::text::capitalise;
use crate::why_not::explain;
use crate::{
    AnyDraft, Continuations, Edit, GameInfo, MoveError, Options, Outcome, Player, PlayerSet,
    Random, Scene, Show, Square, Step, Text, WhyNot,
};

/// A game with its options fixed.
pub trait AnyGame: Send + Sync {
    /// The game's name, author, sides and options.
    fn info(&self) -> &'static GameInfo;
    /// The options it was opened with.
    fn options(&self) -> &Options;
    /// The number of players.
    fn players(&self) -> usize;
    /// The position before the first move.
    fn start(&self) -> Box<dyn AnyPosition>;
    /// Parses a position; `text` does not include the options.
    fn read_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, String>;
    /// Parses a draft of a position; `text` does not include the options.
    fn read_draft(&self, text: &str) -> Result<Box<dyn AnyDraft>, String>;
}

impl Debug for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.info().id, self.options().text())
    }
}

/// A position of some game, together with the squares of the last move.
pub trait AnyPosition: Send + Sync {
    /// The game's name, author, sides and options.
    fn info(&self) -> &'static GameInfo;
    /// The options of the game.
    fn options(&self) -> &Options;
    /// The number of players.
    fn players(&self) -> usize;
    /// The player to move. Meaningless once the game is over.
    fn turn(&self) -> Player;
    /// The side that `player` plays.
    fn side_of(&self, player: Player) -> Player;
    /// How the game ended, or `None` while it is in progress.
    fn outcome(&self) -> Option<Outcome>;
    /// The reason for the result, as a phrase; `None` while the game is in progress.
    fn reason(&self) -> Option<String>;
    /// Takes a player out of a game of three or more. See [`Game::eliminate`].
    ///
    /// [`Game::eliminate`]: crate::Game::eliminate
    fn eliminate(&mut self, player: Player) -> Result<(), &'static str>;
    /// The players who were taken out of the game.
    fn eliminated(&self) -> PlayerSet;
    /// The legal moves in canonical notation, sorted.
    fn moves(&self) -> Vec<String>;
    /// The number of legal moves.
    fn count_moves(&self) -> u64;
    /// Parses and plays a move and returns its canonical notation.
    fn play(&mut self, input: &str) -> Result<String, MoveError>;
    /// The position with its options, on one line.
    fn text(&self) -> String;
    /// The position as data.
    fn scene(&self) -> Scene;
    /// The steps that make up a move.
    fn steps(&self, input: &str) -> Result<Vec<Step>, MoveError>;
    /// The steps that can follow the steps chosen so far.
    fn continuations(&self, chosen: &[Step]) -> Continuations;
    /// The position as data while a move is being entered.
    fn preview(&self, chosen: &[Step]) -> Scene;
    /// What to choose next, as an imperative sentence without a full stop. Empty when the game is
    /// over or the steps are a complete move.
    fn prompt(&self, chosen: &[Step]) -> String;
    /// Why `step` cannot follow the steps chosen so far.
    fn why_not(&self, chosen: &[Step], step: Step) -> WhyNot;
    /// The position as if it were `player`'s turn, for moves that are entered in advance. See
    /// [`Show::with_turn`].
    fn with_turn(&self, player: Player) -> Option<Box<dyn AnyPosition>>;
    /// The squares that a counter passes because of a move. See [`Show::counter_path`].
    fn counter_path(&self, input: &str) -> Result<Vec<Square>, MoveError>;
    /// The label of a button that chooses a step: "c3", "Pass", "Score 12".
    fn step_label(&self, step: Step) -> String;
    /// The number of sequences of exactly `depth` moves. See [`perft_on`].
    #[cfg(not(target_family = "wasm"))]
    fn perft(
        &self,
        depth: u32,
        last: LastPly,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> u64;
    /// That number for each legal move, sorted by move. See [`divide`].
    #[cfg(not(target_family = "wasm"))]
    fn divide(
        &self,
        depth: u32,
        last: LastPly,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(String, u64)>;
    /// The position as bytes for training. See [`Text::write_sample`].
    #[cfg(not(target_family = "wasm"))]
    fn sample(&self) -> Vec<u8>;
    /// Plays a random move and returns it; `None` when the game is over.
    fn play_random(&mut self, random: &mut Random) -> Option<String>;
    /// The texts of the position under every symmetry of the game.
    fn symmetric_texts(&self) -> Vec<String>;
    /// Runs random playouts from this position until `time` is up; at least one batch.
    #[cfg(not(target_family = "wasm"))]
    fn play_outs(&self, seed: u64, time: Duration) -> PlayoutStats;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

impl dyn AnyPosition + '_ {
    /// The name of the side that `player` plays.
    pub fn side_name(&self, player: Player) -> &'static str {
        self.info().side(self.side_of(player)).name
    }

    /// The player to move, or the result and its reason, as a sentence.
    pub fn status(&self) -> String {
        let Some(outcome) = self.outcome() else {
            let player = self.turn();
            let swapped = match self.side_of(player) == player {
                true => "",
                false => " (colours were swapped)",
            };
            return format!("{} to move{swapped}", self.side_name(player));
        };
        let verdict = self.verdict(outcome.winners);
        let result = outcome.result(self.players());
        format!("{result}  {verdict}: {}", self.reason().unwrap_or_default())
    }

    /// The winners in words: "Blue wins", "Draw".
    pub fn verdict(&self, winners: PlayerSet) -> String {
        let names: Vec<&str> = winners.iter().map(|player| self.side_name(player)).collect();
        match names.as_slice() {
            _ if winners.len() == self.players() => "Draw".to_owned(),
            [winner] => format!("{winner} wins"),
            [first @ .., last] => format!("{} and {last} share the win", first.join(", ")),
            [] => "Nobody wins".to_owned(),
        }
    }
}

impl Debug for dyn AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.info().id, self.text())
    }
}

/// The totals of a series of random playouts.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutStats {
    /// The number of playouts.
    pub games: u64,
    /// The number of moves in all of them.
    pub plies: u64,
    /// How long they took.
    pub time: Duration,
}

/// A line of moves with an illegal move in it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {number}, {error}")]
pub struct LineError {
    /// The number of the illegal move, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub error: MoveError,
}

/// Plays moves separated by spaces and returns them in canonical notation.
///
/// A move may itself contain spaces (`c3 c4`, `a1 = 12`): a word that is not a move by itself is
/// tried together with the next one or two words.
pub fn play_line(position: &mut dyn AnyPosition, line: &str) -> Result<Vec<String>, LineError> {
    let mut played = Vec::new();
    let mut words = line.split_whitespace();
    while let Some(word) = words.clone().next() {
        let (mv, length) = play_words(position, word, words.clone().skip(1))
            .map_err(|error| LineError { number: played.len() + 1, error })?;
        played.push(mv);
        words.nth(length - 1);
    }
    Ok(played)
}

/// Plays the move made of `word` and possibly the next words; returns it and the number of words.
fn play_words<'a>(
    position: &mut dyn AnyPosition,
    word: &str,
    next: impl Iterator<Item = &'a str>,
) -> Result<(String, usize), MoveError> {
    const MAX_MOVE_WORDS: usize = 3;
    let mut error = match position.play(word) {
        Ok(mv) => return Ok((mv, 1)),
        Err(error) => error,
    };
    let mut notation = word.to_owned();
    for (length, next) in (2..=MAX_MOVE_WORDS).zip(next) {
        notation = format!("{notation} {next}");
        match position.play(&notation) {
            Ok(mv) => return Ok((mv, length)),
            // If the next word is not a move either, it belongs to this one: report the whole.
            Err(whole) if position.boxed_clone().play(next).is_err() => error = whole,
            Err(_) => break,
        }
    }
    Err(error)
}

pub(crate) struct TypedGame<G>(Arc<G>);

impl<G: Edit> TypedGame<G> {
    pub(crate) fn new(game: G) -> Self {
        Self(Arc::new(game))
    }
}

pub(crate) fn boxed_position<G: Text + Show>(
    game: &Arc<G>,
    position: G::Position,
) -> Box<dyn AnyPosition> {
    Box::new(TypedPosition {
        game: Arc::clone(game),
        position,
        last_move: Vec::new(),
        removed: Vec::new(),
    })
}

impl<G: Edit> AnyGame for TypedGame<G> {
    fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    fn options(&self) -> &Options {
        self.0.options()
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn start(&self) -> Box<dyn AnyPosition> {
        boxed_position(&self.0, self.0.start())
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, String> {
        self.0.read_position(text).map(|position| boxed_position(&self.0, position))
    }

    fn read_draft(&self, text: &str) -> Result<Box<dyn AnyDraft>, String> {
        let draft = self.0.read_draft(text)?;
        Ok(Box::new(TypedDraft { game: Arc::clone(&self.0), draft }))
    }
}

struct TypedPosition<G: Text + Show> {
    game: Arc<G>,
    position: G::Position,
    last_move: Vec<Square>,
    /// Where the last move removed pieces, apart from its own squares.
    removed: Vec<Square>,
}

impl<G: Text + Show> TypedPosition<G> {
    fn play_move(&mut self, mv: G::Move) {
        self.last_move = self.game.touched(&self.position, mv);
        self.removed = self.game.removed(&self.position, mv);
        self.game.play(&mut self.position, mv);
    }

    fn copy(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            position: self.position,
            last_move: self.last_move.clone(),
            removed: self.removed.clone(),
        }
    }
}

impl<G: Text + Show> AnyPosition for TypedPosition<G> {
    fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    fn options(&self) -> &Options {
        self.game.options()
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn turn(&self) -> Player {
        self.game.turn(&self.position)
    }

    fn side_of(&self, player: Player) -> Player {
        self.game.side_of(&self.position, player)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn reason(&self) -> Option<String> {
        self.outcome().map(|outcome| self.game.reason(&self.position, &outcome))
    }

    fn eliminate(&mut self, player: Player) -> Result<(), &'static str> {
        if self.players() < 3 {
            return Err("in a game of two, a player who leaves ends the game");
        }
        if player.index() >= self.players() {
            return Err("there is no such player");
        }
        if self.outcome().is_some() {
            return Err("the game is over");
        }
        if self.eliminated().contains(player) {
            return Err("that player is already out of the game");
        }
        self.last_move.clear();
        self.removed.clear();
        self.game.eliminate(&mut self.position, player);
        Ok(())
    }

    fn eliminated(&self) -> PlayerSet {
        self.game.eliminated(&self.position)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.for_each_move(&self.position, |mv| moves.push(self.game.move_text(mv)));
        moves.sort_unstable();
        moves
    }

    fn count_moves(&self) -> u64 {
        self.game.count_moves(&self.position)
    }

    fn play(&mut self, input: &str) -> Result<String, MoveError> {
        let mv = self.game.parse_move(&self.position, input)?;
        self.play_move(mv);
        Ok(self.game.move_text(mv))
    }

    fn text(&self) -> String {
        self.game.position_text(&self.position)
    }

    fn scene(&self) -> Scene {
        let mut scene = self.game.scene(&self.position);
        scene.last_move.clone_from(&self.last_move);
        scene.removed.clone_from(&self.removed);
        let position: &dyn AnyPosition = self;
        scene.caption = position.status();
        scene
    }

    fn steps(&self, input: &str) -> Result<Vec<Step>, MoveError> {
        let mv = self.game.parse_move(&self.position, input)?;
        Ok(self.game.steps(&self.position, mv))
    }

    fn continuations(&self, chosen: &[Step]) -> Continuations {
        let (next, complete) = self.game.follow(&self.position, chosen);
        Continuations { next, complete: complete.map(|mv| self.game.move_text(mv)) }
    }

    fn preview(&self, chosen: &[Step]) -> Scene {
        if chosen.is_empty() {
            return self.scene();
        }
        let mut scene = self.game.preview(&self.position, chosen);
        // A tile is marked as a whole, by its ghost.
        let is_tile = |square: &Square| {
            scene.tiles.iter().any(|tile| tile.ghost && !tile.is_begun() && tile.covers(*square))
        };
        let squares = chosen.iter().filter_map(|step| step.square());
        let squares: Vec<Square> = squares.filter(|square| !is_tile(square)).collect();
        scene.last_move = squares;
        if scene.panels.iter().any(|panel| !panel.held.is_empty()) {
            scene.held_at = scene.last_move.last().copied();
        }
        let position: &dyn AnyPosition = self;
        scene.caption = position.status();
        scene
    }

    fn prompt(&self, chosen: &[Step]) -> String {
        let is_complete = || self.game.follow(&self.position, chosen).1.is_some();
        if self.outcome().is_some() || (!chosen.is_empty() && is_complete()) {
            return String::new();
        }
        self.game.prompt(&self.position, chosen)
    }

    fn why_not(&self, chosen: &[Step], step: Step) -> WhyNot {
        let own = self.outcome().is_none().then(|| self.game.why_not(&self.position, chosen, step));
        own.flatten().unwrap_or_else(|| explain(self, chosen, step).into())
    }

    fn with_turn(&self, player: Player) -> Option<Box<dyn AnyPosition>> {
        if self.outcome().is_some() || player.index() >= self.players() {
            return None;
        }
        let position = self.game.with_turn(&self.position, player)?;
        Some(Box::new(Self { position, ..self.copy() }))
    }

    fn counter_path(&self, input: &str) -> Result<Vec<Square>, MoveError> {
        let mv = self.game.parse_move(&self.position, input)?;
        Ok(self.game.counter_path(&self.position, mv))
    }

    fn step_label(&self, step: Step) -> String {
        match step {
            Step::Square(square) => square.to_string(),
            Step::Number(number) => self.game.number_label(number),
            Step::Piece(word) | Step::Word(word) => capitalise(word),
            Step::Tile { length, upright: false } => format!("Tile of {length}"),
            Step::Tile { length, upright: true } => format!("Tile of {length}, upright"),
        }
    }

    #[cfg(not(target_family = "wasm"))]
    fn perft(
        &self,
        depth: u32,
        last: LastPly,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> u64 {
        perft_on(&*self.game, &self.position, depth, last, threads, progress)
    }

    #[cfg(not(target_family = "wasm"))]
    fn divide(
        &self,
        depth: u32,
        last: LastPly,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(String, u64)> {
        let counts = divide(&*self.game, &self.position, depth, last, threads, progress);
        let mut named: Vec<(String, u64)> =
            counts.into_iter().map(|(mv, nodes)| (self.game.move_text(mv), nodes)).collect();
        named.sort_unstable();
        named
    }

    #[cfg(not(target_family = "wasm"))]
    fn sample(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.game.write_sample(&self.position, &mut bytes);
        bytes
    }

    fn play_random(&mut self, random: &mut Random) -> Option<String> {
        let mv = self.game.random_move(&self.position, random)?;
        self.play_move(mv);
        Some(self.game.move_text(mv))
    }

    fn symmetric_texts(&self) -> Vec<String> {
        let image = |symmetry| self.game.transform(&self.position, symmetry);
        let symmetries = self.game.symmetries().iter();
        symmetries.map(|symmetry| self.game.position_text(&image(*symmetry))).collect()
    }

    #[cfg(not(target_family = "wasm"))]
    fn play_outs(&self, seed: u64, time: Duration) -> PlayoutStats {
        let mut random = Random::new(seed);
        let started = Instant::now();
        let mut total = PlayoutStats { games: 0, plies: 0, time: Duration::ZERO };
        loop {
            // Read the clock once per batch: it costs as much as a few moves.
            for _ in 0..16 {
                let mut position = self.position;
                total.plies += self.game.playout(&mut position, &mut random);
                total.games += 1;
            }
            total.time = started.elapsed();
            if total.time >= time {
                return total;
            }
        }
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.copy())
    }
}
