//! Analysis, hints and reviews by the engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strata_engine as engine;
use strata_engine::solver::SolvedMove;
use strata_rules::{AnyPosition, Player, Square, Step};
use strata_table::wording::{
    join_numbers, line_move_text, percent, short_value_text, square_value_text, value_text,
};

use super::ErrorBody;
use super::positions::OptionsRequest;

/// The most lines of an analysis: all moves of nearly every position.
const MAX_LINES: usize = 1000;
/// The shortest and the longest analysis in seconds.
const MIN_SECONDS: f64 = 0.1;
const MAX_SECONDS: f64 = 120.0;

/// A position to analyse.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The id of a game, see `GET /api/games`.
    pub game: String,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: OptionsRequest,
    /// The position as text; by default the start position.
    pub position: Option<String>,
    /// The number of lines to report, 3 by default. With 0 nothing is searched, which is useful with
    /// `explore`.
    #[schemars(range(min = 0, max = MAX_LINES))]
    pub lines: Option<usize>,
    /// The time limit in seconds, 30 by default.
    #[schemars(range(min = MIN_SECONDS, max = MAX_SECONDS))]
    pub seconds: Option<f64>,
    /// The number of threads, 1 by default; the server may use fewer.
    #[schemars(range(min = 1))]
    pub threads: Option<u32>,
    /// Whether to prove the values of all moves first, as far as that takes a fraction of a second; false
    /// by default. The stream starts with a report without lines.
    #[serde(default)]
    pub explore: bool,
}

/// One line of an analysis stream.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AnalysisMessage {
    Report(AnalysisReport),
    Failed(ErrorBody),
}

/// The state of an analysis.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AnalysisReport {
    /// The search depth.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time spent, in milliseconds.
    pub ms: u64,
    /// Whether this is the last line.
    pub done: bool,
    /// The lines, the best one first.
    pub lines: Vec<Line>,
    /// The moves whose outcome is proven, with all mirror images.
    pub moves: Vec<ProvenMove>,
    /// The values of all moves, if the request asks for them and any is proven.
    pub explorer: Option<Explorer>,
    /// The value of the position for the player to move, in the notation of records.
    pub evaluation: Option<String>,
}

/// The values of all moves, where they are known or can be proven quickly.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Explorer {
    /// Where the values come from.
    #[schemars(example = "solved: table of all setups")]
    pub source: String,
    /// Every move, the best first.
    pub moves: Vec<ExploredMove>,
}

/// A move whose value may be known.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExploredMove {
    pub mv: String,
    /// The move in a list. Moves of the same value that differ only in a number are joined: the last of
    /// them has the text of all, and the others have none. Mirror images are joined, too: `b2×4`.
    #[schemars(example = "a1=0–4")]
    pub text: Option<String>,
    /// The steps to enter the move.
    pub steps: Vec<Step>,
    /// The value, if it is proven.
    pub value: Option<Value>,
    /// The winning chance of the player to move in a short search without precomputed results, if there
    /// was one and it did not prove the value, too.
    #[schemars(example = "41%")]
    pub practical: Option<String>,
}

/// How to draw a move on the board.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct MoveShape {
    /// The squares in the order of the steps.
    pub squares: Vec<Square>,
    /// The tile that the move places or removes, if there is one.
    pub tile: Option<TileEnds>,
}

/// A tile by its ends.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TileEnds {
    pub from: Square,
    pub to: Square,
}

impl MoveShape {
    /// The shape of a move; empty if it is not legal or has no square.
    pub fn new(position: &dyn AnyPosition, mv: &str) -> Self {
        let steps = position.steps(mv).unwrap_or_default();
        let squares = steps.into_iter().filter_map(Step::square).collect();
        let mut after = position.boxed_clone();
        if after.play(mv).is_err() {
            return Self::default();
        }
        let (before, after) = (position.scene().tiles, after.scene().tiles);
        let ends = |tiles: &[strata_rules::Tile]| -> Vec<(Square, Square)> {
            tiles.iter().map(|tile| (tile.from, tile.to)).collect()
        };
        let (before, after) = (ends(&before), ends(&after));
        let new = after.iter().find(|tile| !before.contains(tile));
        let tile = new.or_else(|| before.iter().find(|tile| !after.contains(tile)));
        Self { squares, tile: tile.map(|(from, to)| TileEnds { from: *from, to: *to }) }
    }
}

impl Explorer {
    /// The values of the moves of this position.
    pub fn new(position: &dyn AnyPosition, explored: &engine::Explored) -> Self {
        let groups = explored.moves.chunk_by(|one, next| one.value == next.value);
        let moves = groups.flat_map(|group| explored_moves(position, group)).collect();
        Self { source: explored.source.to_string(), moves }
    }

    /// Adds the estimates of a short search without precomputed results. What that search proves, too, is
    /// no news.
    pub fn add_practical(&mut self, lines: &[engine::Line]) {
        for explored in &mut self.moves {
            let is_line = |line: &&engine::Line| line.first_moves().any(|mv| *mv == explored.mv);
            let value = lines.iter().find(is_line).map(|line| line.value);
            let estimate = value.filter(|value| !value.is_proven());
            explored.practical = estimate.map(|value| percent(value.winning_chance()));
        }
    }
}

/// Moves of the same value.
fn explored_moves(position: &dyn AnyPosition, group: &[SolvedMove]) -> Vec<ExploredMove> {
    let mut moves: Vec<ExploredMove> = Vec::new();
    let mut words: Vec<(usize, String)> = Vec::new();
    for solved in group {
        let value = solved.value.map(|value| Value::new(position, value.into()));
        // Mirror images share a place in the list.
        words.push((moves.len(), solved.mv.clone()));
        moves.extend(solved.all_moves().filter_map(|mv| {
            let steps = position.steps(mv).ok()?;
            let value = value.clone();
            Some(ExploredMove { mv: mv.clone(), text: None, steps, value, practical: None })
        }));
    }
    for (place, text) in join_numbers(&words, "–") {
        let Some(explored) = moves.get_mut(place) else { continue };
        let images =
            group.iter().find(|solved| solved.mv == text).map_or(0, |one| one.mirrors.len());
        explored.text = Some(if images == 0 { text } else { format!("{text}×{}", images + 1) });
    }
    moves
}

/// A move, its value and its principal variation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Line {
    /// The move.
    pub mv: Option<String>,
    /// The other moves that are mirror images of the move. They have the same value.
    pub mirrors: Vec<String>,
    /// The move with the number of its mirror images.
    #[schemars(example = "b2 and 3 mirror images")]
    pub text: String,
    pub value: Value,
    /// The principal variation, which starts with the move.
    pub moves: Vec<String>,
    /// How to draw the move on the board.
    pub shape: MoveShape,
}

/// A move whose outcome is proven.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProvenMove {
    pub mv: String,
    /// The steps to enter the move.
    pub steps: Vec<Step>,
    pub value: Value,
}

/// The value of a position or move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Value {
    /// The value in words: who wins if that is proven, otherwise the winning chance of the first of
    /// two players, or of the player to move.
    #[schemars(example = "Blue 64%")]
    pub text: String,
    /// The same in a few characters, with the first letter of a side.
    #[schemars(example = "B 64%")]
    pub short: String,
    /// The value for the player to move on a square: `W`, `D` or `L` if it is proven, otherwise a
    /// winning chance.
    #[schemars(example = "64%")]
    pub letter: String,
    /// The kind of value, for the player to move.
    pub kind: ValueKind,
    /// The number of plies until a proven win or loss with best play, if it is known exactly.
    pub plies: Option<u32>,
    /// The winning probability of player 0, if it is known.
    #[schemars(range(min = 0, max = 1))]
    pub chance: Option<f64>,
    /// Whether the value is certain.
    pub proven: bool,
}

/// The kind of a value. Everything but an estimate is proven.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    Win,
    Draw,
    Loss,
    Estimate,
}

impl Value {
    /// A value for the player to move in this position.
    pub fn new(position: &dyn AnyPosition, value: engine::Value) -> Self {
        let (mover, players) = (position.turn(), position.players());
        let chance = match mover {
            Player(0) => Some(value.winning_chance()),
            _ if players == 2 => Some(1.0 - value.winning_chance()),
            _ => None,
        };
        let (kind, plies) = match value {
            engine::Value::Win(distance) => (ValueKind::Win, distance.exact()),
            engine::Value::Draw => (ValueKind::Draw, None),
            engine::Value::Loss(distance) => (ValueKind::Loss, distance.exact()),
            engine::Value::Estimate(_) => (ValueKind::Estimate, None),
        };
        Self {
            text: value_text(position, mover, value),
            short: short_value_text(position, mover, value),
            letter: square_value_text(value),
            kind,
            plies: plies.map(u32::from),
            chance,
            proven: value.is_proven(),
        }
    }
}

impl Line {
    /// A line from this position.
    pub fn new(position: &dyn AnyPosition, line: &engine::Line) -> Self {
        Self {
            mv: line.moves.first().cloned(),
            mirrors: line.mirrors.clone(),
            text: line_move_text(line),
            value: Value::new(position, line.value),
            moves: line.moves.clone(),
            shape: line.moves.first().map(|mv| MoveShape::new(position, mv)).unwrap_or_default(),
        }
    }
}

/// The review of a finished game.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Review {
    /// Whether all moves have been reviewed.
    pub done: bool,
    /// The moves reviewed so far, the last move first.
    pub moves: Vec<ReviewedMove>,
    /// The accuracy of each player in percent: the mean of their moves; null without such moves.
    pub accuracy: Vec<Option<f64>>,
}

impl Review {
    /// Adds a move of a game of this many players.
    pub fn push(&mut self, reviewed: ReviewedMove, players: usize) {
        self.moves.push(reviewed);
        let mean = |player: Player| {
            let own = self.moves.iter().filter(|reviewed| reviewed.player == player);
            let all: Vec<f64> = own.filter_map(|reviewed| reviewed.accuracy).collect();
            (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
        };
        self.accuracy = Player::all(players).map(mean).collect();
    }
}

/// A move of a finished game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReviewedMove {
    /// The number of the move, from 1.
    #[schemars(range(min = 1))]
    pub ply: usize,
    pub player: Player,
    pub mv: String,
    /// The value of the position before the move.
    pub before: Option<Value>,
    /// The value of the position after the move.
    pub value: Option<Value>,
    /// The best move.
    pub best: Option<String>,
    /// How to draw the best move.
    pub best_shape: Option<MoveShape>,
    /// The value of the best move for the player, in the notation of records.
    pub best_evaluation: Option<String>,
    /// The value of the move for the player, in the notation of records.
    pub evaluation: Option<String>,
    /// The accuracy of the move in percent; null if it was the only one.
    pub accuracy: Option<f64>,
    /// The sign of a mistake: `?!`, `?` or `??`. A move that gives something away only against perfect
    /// play has none.
    pub sign: Option<&'static str>,
    /// What the move gave away, if anything.
    #[schemars(example = "was a proven win, now 50%; a1b1 was better")]
    pub verdict: Option<String>,
}

/// The judgement of a move that a player tries in place of a mistake.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Retry {
    /// The move in its canonical notation.
    pub mv: String,
    /// Whether it is about as good as the best one.
    pub right: bool,
    /// The value of the position after it, for the player who made it.
    pub value: Option<Value>,
    /// The judgement as a sentence.
    #[schemars(example = "b2 is not the best move: 31% rather than 64%.")]
    pub text: String,
    /// The answer of the engine, if the game goes on.
    pub reply: Option<String>,
}
