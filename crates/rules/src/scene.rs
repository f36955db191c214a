//! A position described as data, so that one renderer can draw every game.

use serde::Serialize;

use crate::{Game, Outcome, Player, Square, Step, WhyNot};

/// A game whose positions can be drawn and whose moves can be entered step by step.
pub trait Show: Game {
    /// The position as data. The renderers need nothing else.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// The choices that make up a move. The steps of one legal move are never a prefix of another's.
    fn steps(&self, position: &Self::Position, mv: Self::Move) -> Vec<Step>;

    /// What can follow the steps chosen so far: the steps that continue some legal move, sorted,
    /// and the move, if the steps are a complete one. Games override this if a move can be entered
    /// in several ways, or if generating all moves takes too long.
    fn follow(
        &self,
        position: &Self::Position,
        chosen: &[Step],
    ) -> (Vec<Step>, Option<Self::Move>) {
        follow_moves(self, position, chosen, |mv| [self.steps(position, mv)])
    }

    /// The label of a button that chooses a number: "Score 12".
    fn number_label(&self, number: u32) -> String {
        number.to_string()
    }

    /// The position while a move is being entered, with the effect of the steps chosen so far.
    fn preview(&self, position: &Self::Position, _chosen: &[Step]) -> Scene {
        self.scene(position)
    }

    /// What to choose next, after the steps chosen so far: a short imperative sentence without a
    /// full stop. Called only while the game is in progress.
    fn prompt(&self, position: &Self::Position, chosen: &[Step]) -> String;

    /// Why `step` cannot follow `chosen`, if the game knows more than the generic explanation, which
    /// looks at the board and at the move parser's error.
    fn why_not(&self, _position: &Self::Position, _chosen: &[Step], _step: Step) -> Option<WhyNot> {
        None
    }

    /// The position as if it were `player`'s turn, for moves that are entered in advance. `None` if
    /// the player cannot move again, or if the game does not support this.
    fn with_turn(&self, _position: &Self::Position, _player: Player) -> Option<Self::Position> {
        None
    }

    /// The squares to highlight for a move; `position` is the one before the move.
    fn touched(&self, position: &Self::Position, mv: Self::Move) -> Vec<Square> {
        self.steps(position, mv).into_iter().filter_map(Step::square).collect()
    }

    /// The squares of the pieces that a move removes in addition to captures on its own squares.
    fn removed(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<Square> {
        Vec::new()
    }

    /// The squares that a counter passes because of a move, from its old square to its new one; empty
    /// if no counter moves.
    fn counter_path(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<Square> {
        Vec::new()
    }

    /// Why the game ended as it did, as a phrase: "its tallest stack is 7 high, White's is 5".
    fn reason(&self, position: &Self::Position, outcome: &Outcome) -> String;

    /// The side that `player` plays; it differs from the player's number only after a swap.
    fn side_of(&self, _position: &Self::Position, player: Player) -> Player {
        player
    }
}

/// Implements [`Show::follow`] for moves that can be entered in the given ways.
pub fn follow_moves<G: Game + ?Sized, Ways: IntoIterator<Item = Vec<Step>>>(
    game: &G,
    position: &G::Position,
    chosen: &[Step],
    ways: impl Fn(G::Move) -> Ways,
) -> (Vec<Step>, Option<G::Move>) {
    let mut next = Vec::new();
    let mut complete = None;
    game.for_each_move(position, |mv| {
        for steps in ways(mv) {
            match steps.strip_prefix(chosen) {
                Some([]) => complete = Some(mv),
                Some([step, ..]) => next.push(*step),
                None => {}
            }
        }
    });
    next.sort_unstable();
    next.dedup();
    (next, complete)
}

/// The owner of a piece; `None` if it is neutral.
pub type Owner = Option<Player>;

/// Everything a renderer needs to draw a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// The number of files.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// The squares, from `a1` along the ranks.
    pub cells: Vec<Cell>,
    /// Pieces that span several squares.
    pub tiles: Vec<Tile>,
    /// The players' numberings along the edges, in addition to the names of files and ranks.
    pub rulers: Vec<Ruler>,
    /// What is shown beside the board for each side.
    pub panels: Vec<Panel>,
    /// The phase, in games that have several.
    pub phase: Option<&'static str>,
    /// The squares of the last move.
    pub last_move: Vec<Square>,
    /// The squares where the last move removed pieces, apart from its own squares.
    pub removed: Vec<Square>,
    /// The square above which the lifted pieces of a half-entered move ([`Panel::held`]) are shown.
    pub held_at: Option<Square>,
    /// The winning squares, such as a line of four.
    pub winning: Vec<Square>,
    /// The player to move or the result. Games leave it empty; [`crate::AnyPosition`] sets it.
    pub caption: String,
    /// The height of the tallest stack that can ever stand on this board; 1 in games without stacks.
    /// Renderers make room for it from the first move on.
    #[serde(skip)]
    pub tallest: u16,
}

impl Scene {
    /// An empty board.
    pub fn new(width: u8, height: u8) -> Self {
        Self {
            width,
            height,
            cells: vec![Cell::default(); usize::from(width) * usize::from(height)],
            tiles: Vec::new(),
            rulers: Vec::new(),
            panels: Vec::new(),
            phase: None,
            last_move: Vec::new(),
            removed: Vec::new(),
            held_at: None,
            winning: Vec::new(),
            caption: String::new(),
            tallest: 1,
        }
    }

    /// The contents of a square.
    pub fn cell(&self, square: Square) -> &Cell {
        &self.cells[square.index(self.width.into())]
    }

    /// The contents of a square, mutable.
    pub fn cell_mut(&mut self, square: Square) -> &mut Cell {
        &mut self.cells[square.index(self.width.into())]
    }

    /// Every square, from `a1` along the ranks.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let width = usize::from(self.width);
        (0..self.cells.len()).map(move |index| Square::from_index(index, width))
    }

    /// The square of a tile that shows its length: the first one without a counter.
    pub fn label_square(&self, tile: &Tile) -> Square {
        let is_visible =
            |square: &Square| tile.covers(*square) && self.cell(*square).counter.is_none();
        self.squares().find(is_visible).unwrap_or(tile.from)
    }

    /// The tile that covers a square.
    pub fn tile_at(&self, square: Square) -> Option<&Tile> {
        self.tiles.iter().find(|tile| tile.covers(square))
    }
}

/// One square.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell {
    /// The square is permanently empty: nothing can be placed on it.
    pub gone: bool,
    /// The piece on it.
    pub piece: Option<Piece>,
    /// The score counter on it.
    pub counter: Option<Player>,
}

/// A piece or stack on one square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// One flat piece.
    Checker(Owner),
    /// A stack with an owner and a height.
    Tower {
        /// The owner.
        owner: Owner,
        /// The height.
        height: u16,
    },
    /// A stack of individual stones, from bottom to top.
    Stack(Vec<Owner>),
    /// A piece that blocks the square.
    Blockade,
}

/// A straight piece that covers several squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tile {
    /// The owner.
    pub owner: Player,
    /// The left or lower end.
    pub from: Square,
    /// The right or upper end.
    pub to: Square,
    /// What it counts, in games in which tiles have a value.
    pub value: Option<u32>,
    /// A remark for people, such as the score for removing it.
    pub note: Option<String>,
    /// Whether it is only previewed: about to be removed, or not completely placed.
    pub ghost: bool,
}

impl Tile {
    /// Whether only one end has been chosen.
    pub fn is_begun(&self) -> bool {
        self.ghost && self.from == self.to
    }

    /// Whether the tile covers `square`.
    pub fn covers(&self, square: Square) -> bool {
        (self.from.file..=self.to.file).contains(&square.file)
            && (self.from.rank..=self.to.rank).contains(&square.rank)
    }

    /// Whether the tile lies along a rank.
    pub const fn is_horizontal(&self) -> bool {
        self.from.rank == self.to.rank
    }

    /// The number of squares it covers.
    pub const fn length(&self) -> u8 {
        self.to.file - self.from.file + self.to.rank - self.from.rank + 1
    }
}

/// An edge of the board, seen from player 0's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// Below rank 1.
    Bottom,
    /// Left of file a.
    Left,
    /// Above the highest rank.
    Top,
    /// Right of the last file.
    Right,
}

/// A player's numbering along an edge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ruler {
    /// The player it belongs to.
    pub owner: Player,
    /// The edge it is drawn at.
    pub edge: Edge,
    /// One label per square, starting at file `a` or rank 1.
    pub labels: Vec<String>,
}

/// What is shown beside the board for one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Panel {
    /// The side.
    pub side: Player,
    /// Whether this side is to move.
    pub to_move: bool,
    /// The score, in games that have one.
    pub score: Option<u32>,
    /// The pieces in hand.
    pub hand: Vec<HandItem>,
    /// Pieces lifted during the current move and not yet dropped, the next one first.
    pub held: Vec<Owner>,
    /// Other remarks: "out", "stacks 5 3 2".
    pub notes: Vec<String>,
}

/// Pieces of one kind in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandItem {
    /// The name: "piece", "tile of 3".
    pub name: String,
    /// The number of pieces.
    pub count: u32,
    /// The number of squares each one covers.
    pub length: u8,
}
