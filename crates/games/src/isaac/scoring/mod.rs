//! The scoring phase in a form that is fast to search.
//!
//! While tiles are removed, the board changes only by which tiles are left and where the counters stand.
//! So the tiles of one position, the reference, are numbered, and positions that follow it are sets of
//! them. What a tile scores then follows from a few masks.

mod bounds;
mod evaluator;
mod game;
mod points;

pub(super) use game::ScoringGame;

use strata_rules::Outcome;

use super::position::{Phase, Position, WIN};
use super::tiles::{KINDS, LENGTHS, Placement, SIDE, TILES, VALUES};

/// A set of tiles of both players: bits 0 to 14 are Dark's slots in the reference, the next 15 Light's.
/// Each player's tiles are sorted by kind, shortest first.
type Tiles = u32;

/// A set of squares, by index.
type Squares = u128;

const SQUARES: usize = SIDE * SIDE;

/// The tiles of each player.
const OWN: [Tiles; 2] = [(1 << TILES) - 1, ((1 << TILES) - 1) << TILES];

/// A position that follows the reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    left: Tiles,
    counters: [u8; 2],
    turn: u8,
    out: [bool; 2],
}

impl State {
    /// A number that identifies the state among those that follow the same reference.
    pub(super) fn code(&self) -> u64 {
        let [dark, light] = self.counters.map(u64::from);
        let [dark_out, light_out] = self.out.map(u64::from);
        let flags = u64::from(self.turn) | dark_out << 1 | light_out << 2;
        u64::from(self.left) | dark << 30 | light << 37 | flags << 44
    }

    fn player(&self) -> usize {
        self.turn.into()
    }

    /// The index of the square of a player's counter, which has not reached 100.
    fn counter_square(&self, player: usize) -> usize {
        square_of(player, self.counters[player].into())
    }

    /// The number of points that would put the counter on the opponent's counter, if any.
    fn blocked_points(&self) -> Option<u8> {
        // The squares of Dark's n and Light's 99 − n are the same.
        99_u8.checked_sub(self.counters[0] + self.counters[1])
    }

    /// The most points that the player to move can take of a removal worth `score`.
    fn most_points(&self, score: u32) -> u8 {
        score.min((WIN - self.counters[self.player()]).into()) as u8
    }
}

/// The index of the square that has this number for a player.
const fn square_of(player: usize, number: usize) -> usize {
    if player == 0 { number } else { SQUARES - 1 - number }
}

/// The bits of a set of tiles.
fn each(mut tiles: Tiles) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let tile = (tiles != 0).then(|| tiles.trailing_zeros() as usize);
        tiles &= tiles.wrapping_sub(1);
        tile
    })
}

/// A tile of the reference.
#[derive(Clone, Copy, Debug)]
struct Tile {
    kind: usize,
    place: Placement,
    value: u32,
    /// The squares that it covers.
    squares: Squares,
    /// The other squares of its line, where a counter doubles its score.
    doubling: Squares,
    /// The same squares, numbered for its owner.
    doubling_numbers: Squares,
    /// The other tiles that cover a square of its line.
    others: Tiles,
}

const NO_TILE: Tile = Tile {
    kind: 0,
    place: Placement(0),
    value: 0,
    squares: 0,
    doubling: 0,
    doubling_numbers: 0,
    others: 0,
};

/// The tiles of a reference position.
#[derive(Debug)]
pub(super) struct Scoring {
    tiles: [Tile; 2 * TILES],
    /// All tiles on the board of the reference.
    all: Tiles,
    /// The player's tiles of each kind and longer.
    from_kind: [[Tiles; KINDS + 1]; 2],
    /// The shortest kind that each player may remove in the reference.
    shortest: [usize; 2],
    /// For each square, the tile that a counter on it locks, as a set.
    locked: [Tiles; SQUARES],
    /// For each square, the tiles whose score a counter on it doubles.
    doubled: [Tiles; SQUARES],
    /// What decides if both players end with equal scores.
    tie: Outcome,
    /// The state of the reference.
    start: State,
}

/// The squares of each line: ranks first, then files.
static LINES: [Squares; 2 * SIDE] = lines();

const fn lines() -> [Squares; 2 * SIDE] {
    let mut lines = [0; 2 * SIDE];
    let mut index = 0;
    while index < SQUARES {
        lines[index / SIDE] |= 1 << index;
        lines[SIDE + index % SIDE] |= 1 << index;
        index += 1;
    }
    lines
}

/// The squares that a tile covers.
const fn covered(kind: usize, place: Placement) -> Squares {
    const FILE: Squares = lines()[SIDE];
    let length = LENGTHS[kind] as usize;
    let shape =
        if place.is_upright() { FILE & ((1 << (SIDE * length)) - 1) } else { (1 << length) - 1 };
    shape << place.from().index(SIDE)
}

/// A set of squares with the numbers of a player instead of their indices.
const fn numbers(player: usize, squares: Squares) -> Squares {
    if player == 0 { squares } else { squares.reverse_bits() >> (Squares::BITS - SQUARES as u32) }
}

impl Tile {
    fn new(player: usize, kind: usize, place: Placement) -> Self {
        let squares = covered(kind, place);
        let doubling = LINES[place.line_index()] & !squares;
        Self {
            kind,
            place,
            value: VALUES[kind],
            squares,
            doubling,
            doubling_numbers: numbers(player, doubling),
            others: 0,
        }
    }
}

impl Scoring {
    /// Numbers the tiles of a position in the scoring phase; `None` in the placement phase.
    pub(super) fn new(reference: &Position) -> Option<Self> {
        let Phase::Scoring { out } = reference.phase else { return None };
        let equal = Position { counters: [0; 2], ..*reference };
        let mut scoring = Self {
            tiles: [NO_TILE; 2 * TILES],
            all: 0,
            from_kind: [[0; KINDS + 1]; 2],
            shortest: [0; 2],
            locked: [0; SQUARES],
            doubled: [0; SQUARES],
            tie: equal.compare(),
            start: State { left: 0, counters: reference.counters, turn: reference.turn, out },
        };
        for (player, rack) in reference.racks.iter().enumerate() {
            scoring.shortest[player] = rack.longest_removed().unwrap_or(0);
            for (slot, kind, place) in rack.slots_on_board() {
                scoring.add(player * TILES + slot, Tile::new(player, kind, place));
            }
        }
        scoring.start.left = scoring.all;
        scoring.link();
        Some(scoring)
    }

    fn add(&mut self, number: usize, tile: Tile) {
        self.tiles[number] = tile;
        self.all |= 1 << number;
        for tiles in &mut self.from_kind[number / TILES][..=tile.kind] {
            *tiles |= 1 << number;
        }
    }

    /// Finds out which tiles lie on which lines.
    fn link(&mut self) {
        let mut covering = [0; 2 * SIDE];
        let mut along = [0; 2 * SIDE];
        for number in each(self.all) {
            let tile = &self.tiles[number];
            along[tile.place.line_index()] |= 1 << number;
            let (from, step) = (tile.place.from().index(SIDE), tile.place.step());
            for cell in 0..usize::from(LENGTHS[tile.kind]) {
                let square = from + cell * step;
                self.locked[square] = 1 << number;
                covering[square / SIDE] |= 1 << number;
                covering[SIDE + square % SIDE] |= 1 << number;
            }
        }
        for number in each(self.all) {
            let tile = &mut self.tiles[number];
            tile.others = covering[tile.place.line_index()] & !(1 << number);
        }
        for (square, doubled) in self.doubled.iter_mut().enumerate() {
            *doubled = (along[square / SIDE] | along[SIDE + square % SIDE]) & !self.locked[square];
        }
    }

    /// The state of a position that follows the reference; `None` if it cannot follow.
    pub(super) fn state(reference: &Position, position: &Position) -> Option<State> {
        let Phase::Scoring { out } = position.phase else { return None };
        let left = |player: usize| {
            position.racks[player].remaining_of(&reference.racks[player]).map(Tiles::from)
        };
        let left = left(0)? | left(1)? << TILES;
        Some(State { left, counters: position.counters, turn: position.turn, out })
    }

    /// The tiles that a player may still remove, now or later.
    fn removable(&self, state: &State, player: usize) -> Tiles {
        if state.out[player] {
            return 0;
        }
        let removed = self.all & !state.left & OWN[player];
        // The longest removed tile has the highest bit.
        let kind = match removed.checked_ilog2() {
            Some(longest) => self.tiles[longest as usize].kind,
            None => self.shortest[player],
        };
        state.left & self.from_kind[player][kind]
    }

    /// The score of a tile on a line without counters.
    fn single_score(&self, state: &State, tile: usize) -> u32 {
        let Tile { value, others, .. } = self.tiles[tile];
        value * (others & state.left).count_ones()
    }

    /// The tiles that the player to move may remove now, with their scores.
    fn removals(&self, state: &State) -> impl Iterator<Item = (usize, u32)> {
        let [dark, light] = [0, 1].map(|player| state.counter_square(player));
        let locked = self.locked[dark] | self.locked[light];
        let doubled = [self.doubled[dark], self.doubled[light]];
        each(self.removable(state, state.player()) & !locked).map(move |tile| {
            let doublings = doubled.map(|tiles| tiles >> tile & 1);
            (tile, self.single_score(state, tile) << (doublings[0] + doublings[1]))
        })
    }

    /// Whether a player wins if the scores are equal at the end.
    fn wins_ties(&self, player: usize) -> bool {
        self.tie.winners.contains(strata_rules::Player(player as u8))
    }
}

#[cfg(test)]
mod tests;
