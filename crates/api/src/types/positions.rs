//! Positions and moves that are entered step by step.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use strata_rules::{Options, Player, PlayerSet, Scene, Square, Step};

use super::Pairs;
use crate::{ThemeName, ViewParams};

/// Options of a game, by name. Options that are left out have their default.
pub type OptionsRequest = Pairs<OptionValue>;

/// The value of an option: a number or a word.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum OptionValue {
    Number(u32),
    Word(String),
}

// Serde's `untagged` would copy every value first, see `ViewParams::new`.
impl<'de> Deserialize<'de> for OptionValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrWord;

        impl Visitor<'_> for NumberOrWord {
            type Value = OptionValue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a word")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<OptionValue, E> {
                let too_large = |_| E::invalid_value(Unexpected::Unsigned(number), &self);
                u32::try_from(number).map(OptionValue::Number).map_err(too_large)
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<OptionValue, E> {
                Ok(OptionValue::Word(word.to_owned()))
            }
        }

        deserializer.deserialize_any(NumberOrWord)
    }
}

/// The most steps that a request may have; no move has more.
const MAX_STEPS: usize = 200;
/// The longest line of moves in characters. Longer games are sent as records.
const MAX_LINE: usize = 20_000;
/// The longest move in characters.
pub const MAX_MOVE: usize = 64;

/// A position to describe.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PositionRequest {
    /// The id of a game, see `GET /api/games`.
    pub game: String,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: OptionsRequest,
    /// The position as text; by default the start position.
    pub position: Option<String>,
    /// Moves to play from there, separated by spaces.
    #[schemars(length(max = MAX_LINE))]
    pub moves: Option<String>,
    /// The steps of a move that are chosen so far.
    #[schemars(length(max = MAX_STEPS))]
    #[serde(default)]
    pub steps: Vec<StepRequest>,
    /// What is being dragged, from the last response.
    pub lifted: Option<LiftedRequest>,
    /// What the player does next. The response has the steps after it. Without an input, the steps
    /// alone are the move so far.
    pub input: Option<InputRequest>,
    /// Describes the position as if it were this player's turn, to enter a move in advance.
    pub premove: Option<Player>,
    /// Whether a complete move waits for the input `confirm`.
    #[serde(default)]
    pub must_confirm: bool,
    /// Whether to show the board from the other side.
    #[serde(default)]
    pub flip: bool,
    /// Whether to show stacks from straight above instead of at an angle.
    #[serde(default)]
    pub from_above: bool,
    /// The colours and the board, wooden by default; those that end in `cb` suit colour-blind players.
    #[serde(default)]
    pub theme: ThemeName,
}

impl PositionRequest {
    /// How to show the board.
    pub fn view(&self) -> ViewParams {
        ViewParams::new(self.flip, self.from_above, self.theme)
    }
}

/// Something that a player does to enter a move.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InputRequest {
    /// Clicks a square. A click on the last square deselects it, and a click on another piece
    /// replaces the only one that is chosen.
    Square(String),
    /// Chooses a piece from the hand, a number or a word.
    Step(StepRequest),
    /// Turns the tile that is being placed.
    Turn,
    /// Starts to drag from a square.
    Lift(String),
    /// Drags over a square: chooses it, unless it would complete the move.
    Drag(String),
    /// Ends dragging on a square, or outside the board.
    Drop(Option<String>),
    /// Takes the last step back.
    Back,
    /// Takes all steps back.
    Clear,
    /// Confirms the complete move.
    Confirm,
}

/// What is being dragged.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LiftedRequest {
    /// The square it comes from.
    pub from: String,
    /// Whether dragging chose the square, rather than an earlier click.
    pub newly_chosen: bool,
}

/// One step of a move that is being entered.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StepRequest {
    /// A square of the board.
    Square(String),
    /// A kind of piece from the hand.
    Piece(String),
    /// A straight piece from the hand that covers several squares.
    Tile {
        /// The number of squares it covers.
        length: u8,
        /// Whether it lies along a file rather than along a rank.
        upright: bool,
    },
    /// A number, such as the points to score.
    Number(u32),
    /// A move that is a word, such as `pass`.
    Word(String),
}

/// A move to show step by step.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct FramesRequest {
    /// The id of a game, see `GET /api/games`.
    pub game: String,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: OptionsRequest,
    /// The position as text; by default the start position.
    pub position: Option<String>,
    /// The move, in any notation that the game accepts.
    #[serde(rename = "move")]
    #[schemars(length(max = MAX_MOVE))]
    pub mv: String,
    /// Whether to show the board from the other side.
    #[serde(default)]
    pub flip: bool,
    /// Whether to show stacks from straight above instead of at an angle.
    #[serde(default)]
    pub from_above: bool,
    /// The colours and the board, wooden by default; those that end in `cb` suit colour-blind players.
    #[serde(default)]
    pub theme: ThemeName,
}

impl FramesRequest {
    /// How to show the board.
    pub fn view(&self) -> ViewParams {
        ViewParams::new(self.flip, self.from_above, self.theme)
    }
}

/// A position and the steps of a move that are chosen so far.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Position {
    /// The id of the game.
    pub game: &'static str,
    pub options: Options,
    /// The position as text.
    pub position: String,
    /// Who is to move, or how the game ended.
    pub status: String,
    /// What to choose next; empty if the game is over or the move is complete.
    pub prompt: String,
    /// The player to move; null if the game is over.
    pub turn: Option<Player>,
    /// Whether the game is over.
    pub over: bool,
    /// The result; null while the game is in progress.
    pub result: Option<PositionResult>,
    pub players: Vec<PlayerSide>,
    /// The number of legal moves.
    pub count_moves: u64,
    /// The board as SVG, with the steps so far.
    pub svg: String,
    /// Every square in words, by its name.
    pub squares: Pairs<String>,
    /// The steps that continue some legal move.
    pub next: Vec<Step>,
    /// The steps so far.
    pub chosen: Vec<Step>,
    /// What is being dragged.
    pub lifted: Option<LiftedPiece>,
    /// The squares that can be chosen next. A piece that spans several squares can be chosen by any
    /// of them.
    pub open_squares: Vec<Square>,
    /// The squares to mark as choices: only one for each piece that spans several.
    pub target_squares: Vec<Square>,
    /// The squares of the pieces that span several and can be chosen next.
    pub covered_squares: Vec<Square>,
    /// The squares from which a piece can be dragged.
    pub draggable_squares: Vec<Square>,
    /// The steps that can be chosen next and are not squares.
    pub choices: Vec<Choice>,
    /// The number to propose first, if a number comes next.
    pub proposed_number: Option<u32>,
    /// The move that the steps form; null until it is complete.
    pub complete: Option<String>,
    /// The complete move, if it waits to be confirmed.
    pub unconfirmed: Option<String>,
    /// The squares that the last move touched.
    pub last_move: Vec<Square>,
    pub scene: Scene,
    /// Why a step or the input of the request is not allowed; absent if it is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// What the refusal is about, such as the groups into which a move would split the pieces; absent
    /// if there is nothing to show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused_groups: Vec<Vec<Square>>,
}

/// The result of a game that ended by its rules.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PositionResult {
    /// The winners; all players if it is a draw.
    pub winners: PlayerSet,
    /// The result in the notation of records.
    #[schemars(example = "1-0")]
    pub result: String,
    /// Who won and why, as a sentence.
    pub sentence: String,
}

/// What is being dragged.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LiftedPiece {
    /// The square it comes from.
    pub from: Square,
    /// Whether dragging chose the square, rather than an earlier click.
    pub newly_chosen: bool,
}

/// A step that can be chosen with a button.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Choice {
    pub step: Step,
    /// The text of the button.
    #[schemars(example = "Score 12")]
    pub label: String,
}

/// A player and the name of their side.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayerSide {
    pub player: Player,
    pub side: String,
}

/// A move step by step.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Frames {
    /// The board as SVG after each step that changes it.
    pub frames: Vec<String>,
    /// The squares that a counter passes on its way to where the last frame shows it; empty if no
    /// counter moves.
    pub counter_path: Vec<Square>,
}
