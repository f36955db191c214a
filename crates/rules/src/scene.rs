//! A position described as data, so that one renderer can draw every game.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::{Game, Outcome, Player, Square, Step};

/// A game whose positions can be drawn and whose moves can be entered step by step.
pub trait Show: Game {
    /// The position as data. The renderers need nothing else.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// The choices that make up a move. No legal move's steps begin another's.
    fn steps(&self, position: &Self::Position, mv: Self::Move) -> Vec<Step>;

    /// What may follow the steps chosen so far: the steps that continue some legal move, sorted,
    /// and the move they spell, if they spell a whole one. Games override this where a move may be
    /// entered in several ways, or where going through all moves takes too long.
    fn follow(
        &self,
        position: &Self::Position,
        chosen: &[Step],
    ) -> (Vec<Step>, Option<Self::Move>) {
        follow_moves(self, position, chosen, |mv| [self.steps(position, mv)])
    }

    /// The position while a move is being entered, shown as far as its first steps go.
    fn preview(&self, position: &Self::Position, _chosen: &[Step]) -> Scene {
        self.scene(position)
    }

    /// What to choose next, for whoever enters a move and has `chosen` its first steps: a short
    /// imperative sentence without a full stop. It is asked only while the game runs.
    fn prompt(&self, position: &Self::Position, chosen: &[Step]) -> String;

    /// Why `step` cannot follow `chosen`, as a sentence, where the game can say more than what the
    /// board and the reader of moves show anyway.
    fn why_not(&self, _position: &Self::Position, _chosen: &[Step], _step: Step) -> Option<String> {
        None
    }

    /// The squares a move touches, for marking it; `position` is the one before the move.
    fn touched(&self, position: &Self::Position, mv: Self::Move) -> Vec<Square> {
        self.steps(position, mv).into_iter().filter_map(Step::square).collect()
    }

    /// Why the game ended as it did, as a phrase: "its tallest stack is 7 high, White's is 5".
    fn reason(&self, position: &Self::Position, outcome: &Outcome) -> String;

    /// The side whose pieces `player` has; another than their own only after a swap.
    fn side_of(&self, _position: &Self::Position, player: Player) -> Player {
        player
    }
}

/// What may follow the steps chosen so far, when each move may be entered in these ways.
pub fn follow_moves<G: Game + ?Sized, Ways: IntoIterator<Item = Vec<Step>>>(
    game: &G,
    position: &G::Position,
    chosen: &[Step],
    ways: impl Fn(G::Move) -> Ways,
) -> (Vec<Step>, Option<G::Move>) {
    let mut next = BTreeSet::new();
    let mut complete = None;
    game.for_each_move(position, |mv| {
        for steps in ways(mv) {
            match steps.strip_prefix(chosen) {
                Some([]) => complete = Some(mv),
                Some([step, ..]) => {
                    next.insert(*step);
                }
                None => {}
            }
        }
    });
    (next.into_iter().collect(), complete)
}

/// Whose a thing is; nobody's when it is neutral.
pub type Owner = Option<Player>;

/// Everything a renderer needs to draw a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Scene {
    /// The number of files.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// The squares, from `a1` along the ranks.
    pub cells: Vec<Cell>,
    /// Pieces that span several squares.
    pub tiles: Vec<Tile>,
    /// Numberings along the edges that belong to players, beside the names of files and ranks.
    pub rulers: Vec<Ruler>,
    /// What lies beside the board for each side.
    pub panels: Vec<Panel>,
    /// The part of the game, where a game has several.
    pub phase: Option<&'static str>,
    /// The squares that the last move touched.
    pub last_move: Vec<Square>,
    /// The squares that won the game, where some did: a line of four.
    pub winning: Vec<Square>,
    /// Whose turn it is, or how the game ended; filled in around the game.
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
            winning: Vec::new(),
            caption: String::new(),
            tallest: 1,
        }
    }

    /// The contents of a square.
    pub fn cell(&self, square: Square) -> &Cell {
        &self.cells[square.index(self.width.into())]
    }

    /// The contents of a square, to be changed.
    pub fn cell_mut(&mut self, square: Square) -> &mut Cell {
        &mut self.cells[square.index(self.width.into())]
    }

    /// Every square, from `a1` along the ranks.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let width = usize::from(self.width);
        (0..self.cells.len()).map(move |index| Square::from_index(index, width))
    }

    /// The square of a tile that says how long it is: its first one that no counter hides.
    pub fn label_square(&self, tile: &Tile) -> Square {
        let shows = |square: &Square| tile.covers(*square) && self.cell(*square).counter.is_none();
        self.squares().find(shows).unwrap_or(tile.from)
    }

    /// The tile that covers a square.
    pub fn tile_at(&self, square: Square) -> Option<&Tile> {
        self.tiles.iter().find(|tile| tile.covers(square))
    }
}

/// One square.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Cell {
    /// The square is out of the game for good.
    pub gone: bool,
    /// What stands on it.
    pub piece: Option<Piece>,
    /// The score counter that stands on it.
    pub counter: Option<Player>,
}

/// What can stand on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// One flat piece.
    Checker(Owner),
    /// A stack of which only the owner and the height matter.
    Tower {
        /// Whose it is.
        owner: Owner,
        /// How high it is.
        height: u16,
    },
    /// A stack of which every stone matters, from the bottom to the top.
    Stack(Vec<Owner>),
    /// A piece that closes the square.
    Blockade,
}

/// A straight piece over several squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tile {
    /// Whose it is.
    pub owner: Player,
    /// The left or lower end.
    pub from: Square,
    /// The right or upper end.
    pub to: Square,
    /// What may be said of it: what removing it would score.
    pub note: Option<String>,
    /// Whether it is about to go, or only started.
    pub ghost: bool,
}

impl Tile {
    /// Whether only one end of it is chosen yet.
    pub fn is_begun(&self) -> bool {
        self.ghost && self.from == self.to
    }

    /// Whether the tile lies on `square`.
    pub fn covers(&self, square: Square) -> bool {
        (self.from.file..=self.to.file).contains(&square.file)
            && (self.from.rank..=self.to.rank).contains(&square.rank)
    }

    /// Whether the tile lies along a rank.
    pub const fn is_horizontal(&self) -> bool {
        self.from.rank == self.to.rank
    }

    /// How many squares it covers.
    pub const fn length(&self) -> u8 {
        self.to.file - self.from.file + self.to.rank - self.from.rank + 1
    }
}

/// An edge of the board, seen from player 0's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
pub struct Ruler {
    /// Whose numbering it is.
    pub owner: Player,
    /// The edge it stands at.
    pub edge: Edge,
    /// One label a square, from file `a` or rank 1 on.
    pub labels: Vec<String>,
}

/// What lies beside the board for one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Panel {
    /// The side.
    pub side: Player,
    /// Whether this side moves next.
    pub to_move: bool,
    /// The score, in games that keep one.
    pub score: Option<u32>,
    /// The pieces not on the board.
    pub hand: Vec<HandItem>,
    /// Pieces taken up and still to be put down, the next one first.
    pub held: Vec<Owner>,
    /// Anything else worth saying: "out", "stacks 5 3 2".
    pub notes: Vec<String>,
}

/// Pieces of one kind in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HandItem {
    /// What they are: "piece", "tile of 3".
    pub name: String,
    /// How many there are.
    pub count: u32,
    /// How many squares one covers.
    pub length: u8,
}
