//! The reference implementation of Isaac, written only from the rules page.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::{Reference, Square, all_squares, name, only_options, read_square, read_two_squares};

const SIZE: usize = 10;
const GOAL: usize = 100;
/// Length, value and how many each player has.
const TILES: [(usize, usize, usize); 5] = [(3, 1, 5), (4, 2, 4), (5, 3, 3), (6, 4, 2), (7, 6, 1)];

#[derive(Clone, PartialEq)]
struct Tile {
    owner: usize,
    horizontal: bool,
    /// From the lower or left end to the other one.
    squares: Vec<Square>,
}

impl Tile {
    /// A tile from its lower or left end on, or nothing if it would reach over the edge.
    fn new(owner: usize, start: Square, length: usize, horizontal: bool) -> Option<Tile> {
        let (right, up) = if horizontal { (1, 0) } else { (0, 1) };
        let square = |i: usize| (start.0 + i * right, start.1 + i * up);
        let squares: Vec<Square> = (0..length).map(square).collect();
        let fits = squares.iter().all(|s| s.0 < SIZE && s.1 < SIZE);
        fits.then_some(Tile { owner, horizontal, squares })
    }

    fn length(&self) -> usize {
        self.squares.len()
    }

    fn value(&self) -> usize {
        let kind = TILES.iter().find(|(length, _, _)| *length == self.length());
        kind.expect("a tile of a known length").1
    }

    fn covers(&self, square: Square) -> bool {
        self.squares.contains(&square)
    }

    /// Both end squares, the lower or left one first.
    fn spelling(&self) -> String {
        name(self.squares[0]) + &name(self.squares[self.length() - 1])
    }

    /// The row the tile lies in if it is horizontal, else its column.
    fn line(&self) -> Vec<Square> {
        let (file, rank) = self.squares[0];
        if self.horizontal {
            (0..SIZE).map(|any_file| (any_file, rank)).collect()
        } else {
            (0..SIZE).map(|any_rank| (file, any_rank)).collect()
        }
    }
}

/// The square with this number as a player reads the board: units along the own bottom edge, tens
/// up the own left edge, so that Light's number n is Dark's 99 - n.
fn numbered(player: usize, number: usize) -> Square {
    let as_dark = if player == 0 { number } else { 99 - number };
    (as_dark % 10, as_dark / 10)
}

#[derive(Clone)]
pub struct Isaac {
    tiles: Vec<Tile>,
    /// Each player's tiles not placed: how many of each length.
    hands: [HashMap<usize, usize>; 2],
    turn: usize,
    /// Who made the very first pass of the placement phase.
    first_to_pass: Option<usize>,
    scoring: bool,
    /// Where each counter stands, in its owner's own numbering; 100 is off the board.
    counters: [usize; 2],
    /// The lengths of the tiles each player has removed.
    removed: [Vec<usize>; 2],
    /// Who has passed in the scoring phase.
    out: [bool; 2],
}

impl Isaac {
    pub fn new(options: &[(&str, &str)]) -> Isaac {
        only_options(options, &[]);
        let hand: HashMap<usize, usize> =
            TILES.iter().map(|(len, _, many)| (*len, *many)).collect();
        Isaac {
            tiles: Vec::new(),
            hands: [hand.clone(), hand],
            turn: 0,
            first_to_pass: None,
            scoring: false,
            counters: [0, 0],
            removed: [Vec::new(), Vec::new()],
            out: [false, false],
        }
    }

    /// A tile of any length the player still holds, either way round, on empty squares.
    fn placings(&self, player: usize) -> Vec<Tile> {
        let covered: HashSet<Square> = self.tiles.iter().flat_map(|t| t.squares.clone()).collect();
        let mut found = Vec::new();
        for (length, _, _) in TILES {
            if self.hands[player][&length] == 0 {
                continue;
            }
            for start in all_squares(SIZE) {
                found.extend(Tile::new(player, start, length, true));
                found.extend(Tile::new(player, start, length, false));
            }
        }
        found.retain(|tile| tile.squares.iter().all(|s| !covered.contains(s)));
        found
    }

    /// The squares where the counters stand.
    fn counter_squares(&self) -> [Square; 2] {
        [0, 1].map(|player| numbered(player, self.counters[player]))
    }

    /// A tile of the player to move, no shorter than any removed before, with no counter on it.
    fn may_remove(&self, tile: &Tile) -> bool {
        let long_enough = self.removed[self.turn].iter().all(|l| tile.length() >= *l);
        let free = self.counter_squares().iter().all(|s| !tile.covers(*s));
        tile.owner == self.turn && long_enough && free
    }

    /// The maximum score for removing this tile with the counters where they are.
    fn score(&self, tile: &Tile) -> usize {
        let line = tile.line();
        // The tiles of both players, the removed one no longer among them, that touch the line.
        let mut others = self.tiles.clone();
        others.retain(|other| other != tile && line.iter().any(|s| other.covers(*s)));
        let mut score = others.len() * tile.value();
        // Doubled for each counter on the line.
        for square in self.counter_squares() {
            if line.contains(&square) {
                score *= 2;
            }
        }
        score
    }

    /// Whether the player to move may take this many points: up to exactly 100, which is on no
    /// square at all, or to a square where the other counter does not stand.
    fn may_take(&self, points: usize) -> bool {
        let number = self.counters[self.turn] + points;
        let taken = self.counter_squares()[1 - self.turn];
        number == GOAL || number < GOAL && numbered(self.turn, number) != taken
    }

    fn removals(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for tile in self.tiles.iter().filter(|tile| self.may_remove(tile)) {
            let points = (0..=self.score(tile)).filter(|points| self.may_take(*points));
            moves.extend(points.map(|points| format!("{}={points}", name(tile.squares[0]))));
        }
        moves
    }

    fn pass(&mut self) {
        let other = 1 - self.turn;
        if self.scoring {
            // Out for good; the other player goes on alone.
            self.out[self.turn] = true;
            self.turn = other;
            return;
        }
        let first = *self.first_to_pass.get_or_insert(self.turn);
        self.turn = other;
        // The first pass after which the other player cannot place either ends the placement.
        if self.placings(other).is_empty() {
            self.scoring = true;
            self.turn = first;
        }
    }

    fn place(&mut self, tile: Tile) {
        let held = self.hands[self.turn].get_mut(&tile.length());
        *held.expect("a tile of a known length") -= 1;
        self.tiles.push(tile);
        self.turn = 1 - self.turn;
    }

    fn remove(&mut self, square: Square, points: usize) {
        let index = self.tiles.iter().position(|tile| tile.squares[0] == square);
        let tile = self.tiles.remove(index.expect("a tile"));
        self.removed[self.turn].push(tile.length());
        self.counters[self.turn] += points;
        // A player who is out has no turns.
        if !self.out[1 - self.turn] {
            self.turn = 1 - self.turn;
        }
    }

    /// The line of tiles never placed: its total length in squares, and how many tiles it has.
    fn left_over(&self, player: usize) -> (usize, usize) {
        let hand = &self.hands[player];
        let squares = hand.iter().map(|(length, many)| length * many).sum();
        (squares, hand.values().sum())
    }

    fn winner_by_score(&self) -> usize {
        // The higher score, then the more squares never placed, then the fewer tiles they make.
        let result = |player: usize| {
            let (squares, tiles) = self.left_over(player);
            (self.counters[player], squares, Reverse(tiles))
        };
        // Still equal: Dark.
        usize::from(result(1) > result(0))
    }

    /// A player's tiles on the board, for the description.
    fn tile_list(&self, player: usize) -> String {
        let own = self.tiles.iter().filter(|tile| tile.owner == player);
        let mut list: Vec<String> = own.map(Tile::spelling).collect();
        list.sort();
        list.join(",")
    }
}

impl Reference for Isaac {
    fn turn(&self) -> usize {
        self.turn
    }

    fn moves(&self) -> Vec<String> {
        if self.winners().is_some() {
            return Vec::new();
        }
        let mut moves = if self.scoring {
            self.removals()
        } else {
            self.placings(self.turn).iter().map(Tile::spelling).collect()
        };
        if moves.is_empty() {
            moves.push("pass".to_string());
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        assert!(self.moves().contains(&mv.to_string()), "{mv} is illegal");
        if mv == "pass" {
            self.pass();
        } else if let Some((square, points)) = mv.split_once('=') {
            self.remove(read_square(square).0, points.parse().expect("points"));
        } else {
            let (first, last) = read_two_squares(mv);
            let length = (last.0 - first.0) + (last.1 - first.1) + 1;
            let tile = Tile::new(self.turn, first, length, first.1 == last.1);
            self.place(tile.expect("a tile on the board"));
        }
    }

    fn winners(&self) -> Option<Vec<usize>> {
        // The first player to reach 100 wins immediately.
        if let Some(winner) = (0..2).find(|player| self.counters[*player] >= GOAL) {
            return Some(vec![winner]);
        }
        // The scoring phase ends when both players are out.
        if self.out == [true, true] {
            return Some(vec![self.winner_by_score()]);
        }
        None
    }

    fn board(&self) -> String {
        let [dark, light] = self.counters;
        let (darks, lights) = (self.tile_list(0), self.tile_list(1));
        format!("dark:{darks} light:{lights} counters:{dark},{light}")
    }
}
