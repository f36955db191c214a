//! The reference implementation of STAQS, written only from the rules page.

use super::{
    Reference, Square, all_squares, name, neighbours, number, only_options, read_square,
    read_two_squares, word,
};

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Neutral,
    Empty,
    Blockade,
    Stack { owner: usize, height: usize },
}

#[derive(Clone)]
pub struct Staqs {
    size: usize,
    players: usize,
    anytime: bool,
    /// `board[rank][file]`
    board: Vec<Vec<Cell>>,
    /// Pieces in each player's hand.
    hands: Vec<usize>,
    /// Blockades in each player's hand.
    blockades: Vec<usize>,
    turn: usize,
}

impl Staqs {
    pub fn new(options: &[(&str, &str)]) -> Staqs {
        only_options(options, &["size", "pieces", "placement", "blockades", "players"]);
        let size = number(options, "size", 3..=10).unwrap_or(5);
        let players = number(options, "players", 2..=4).unwrap_or(2);
        // The number of pieces is limited so that every piece can be placed.
        let room = size * size / players;
        let pieces = number(options, "pieces", 1..=8).unwrap_or(room.min(4));
        assert!(pieces <= room, "{pieces} pieces each do not fit");
        let blockades = number(options, "blockades", 0..=4).unwrap_or(0);
        Staqs {
            size,
            players,
            anytime: word(options, "placement", &["setup", "anytime"]) == "anytime",
            // Every square starts with one neutral piece.
            board: vec![vec![Cell::Neutral; size]; size],
            hands: vec![pieces; players],
            blockades: vec![blockades; players],
            turn: 0,
        }
    }

    fn at(&self, (file, rank): Square) -> Cell {
        self.board[rank][file]
    }

    fn set(&mut self, (file, rank): Square, cell: Cell) {
        self.board[rank][file] = cell;
    }

    fn is_neutral(&self, square: Square) -> bool {
        self.at(square) == Cell::Neutral
    }

    fn neutral_squares(&self) -> Vec<Square> {
        let mut squares = all_squares(self.size);
        squares.retain(|square| self.is_neutral(*square));
        squares
    }

    /// The setup phase lasts until every hand is empty; with `anytime` there are no phases.
    fn in_setup_phase(&self) -> bool {
        !self.anytime && self.hands.iter().any(|pieces| *pieces > 0)
    }

    /// Putting a piece from the hand on top of a neutral piece.
    fn placings(&self, player: usize) -> Vec<String> {
        if self.hands[player] == 0 {
            return Vec::new();
        }
        self.neutral_squares().into_iter().map(name).collect()
    }

    /// Moving a stack of the player one step orthogonally onto a neutral piece.
    fn stack_moves(&self, player: usize) -> Vec<String> {
        let mut moves = Vec::new();
        for from in all_squares(self.size) {
            match self.at(from) {
                Cell::Stack { owner, .. } if owner == player => {}
                _ => continue,
            }
            for to in neighbours(from, self.size) {
                if self.is_neutral(to) {
                    moves.push(name(from) + &name(to));
                }
            }
        }
        moves
    }

    /// Putting a blockade on a neutral piece.
    fn blockings(&self, player: usize) -> Vec<String> {
        if self.blockades[player] == 0 {
            return Vec::new();
        }
        let squares = self.neutral_squares().into_iter();
        squares.map(|square| format!("x{}", name(square))).collect()
    }

    /// The legal moves of `player` except a pass.
    fn real_moves(&self, player: usize) -> Vec<String> {
        // In the setup phase a turn is placing a piece and nothing else; in the movement phase the
        // hands are empty, so there are no placings. With `anytime` all three kinds are open.
        let mut moves = self.placings(player);
        if !self.in_setup_phase() {
            moves.extend(self.stack_moves(player));
            moves.extend(self.blockings(player));
        }
        moves
    }

    /// The game is over at once when no player has a legal move.
    fn is_over(&self) -> bool {
        (0..self.players).all(|player| self.real_moves(player).is_empty())
    }

    /// A player's stack heights from the tallest down.
    fn heights(&self, player: usize) -> Vec<usize> {
        let mut heights = Vec::new();
        for square in all_squares(self.size) {
            match self.at(square) {
                Cell::Stack { owner, height } if owner == player => heights.push(height),
                _ => {}
            }
        }
        heights.sort();
        heights.reverse();
        heights
    }
}

impl Reference for Staqs {
    fn turn(&self) -> usize {
        self.turn
    }

    fn moves(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let moves = self.real_moves(self.turn);
        if moves.is_empty() {
            // Without a legal move you pass.
            return vec!["pass".to_string()];
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        assert!(self.moves().contains(&mv.to_string()), "{mv} is illegal");
        let owner = self.turn;
        if mv == "pass" {
            // Nothing changes but the turn.
        } else if let Some(square) = mv.strip_prefix('x') {
            // The blockade belongs to nobody and the square is closed for good.
            self.blockades[owner] -= 1;
            self.set(read_square(square).0, Cell::Blockade);
        } else if let (square, "") = read_square(mv) {
            // The piece and the neutral piece under it become a stack of height 2.
            self.hands[owner] -= 1;
            self.set(square, Cell::Stack { owner, height: 2 });
        } else {
            // The whole stack moves, the neutral piece joins it, and the square left is empty.
            let (from, to) = read_two_squares(mv);
            let Cell::Stack { height, .. } = self.at(from) else {
                panic!("no stack on {}", name(from));
            };
            let height = height + 1;
            self.set(from, Cell::Empty);
            self.set(to, Cell::Stack { owner, height });
        }
        self.turn = (self.turn + 1) % self.players;
    }

    fn winners(&self) -> Option<Vec<usize>> {
        if !self.is_over() {
            return None;
        }
        // The lists are compared item by item and the first difference decides for the taller; a
        // list that goes on where the other has ended has more stacks, and is the better one.
        // That is how vectors compare. Players who share the best list share the win.
        let best = (0..self.players).map(|player| self.heights(player)).max();
        let best = best.expect("there are players");
        let mut winners: Vec<usize> = (0..self.players).collect();
        winners.retain(|player| self.heights(*player) == best);
        Some(winners)
    }

    fn board(&self) -> String {
        let mut ranks = Vec::new();
        for rank in self.board.iter().rev() {
            let cells: Vec<String> = rank.iter().map(describe).collect();
            ranks.push(cells.concat());
        }
        ranks.join("-")
    }
}

/// One square of the board's description.
fn describe(cell: &Cell) -> String {
    match cell {
        Cell::Neutral => "n".to_string(),
        Cell::Empty => "e".to_string(),
        Cell::Blockade => "x".to_string(),
        Cell::Stack { owner, height } => format!("{}{height}", ["b", "w", "r", "g"][*owner]),
    }
}
