//! The reference implementation of Qawale, written only from the rules page.

use super::{Reference, Square, all_squares, name, number, only_options, read_square, word};

const SIZE: usize = 4;
const NEUTRAL: char = 'n';
/// The letters of players 0 and 1.
const STONES: [char; 2] = ['l', 'd'];

#[derive(Clone)]
pub struct Qawale {
    /// `board[rank][file]` is a stack, written from the bottom to the top.
    board: Vec<Vec<String>>,
    /// How many turns have been played.
    turns: usize,
    /// How many stones each player has at the start.
    stones_each: usize,
    /// Whether a move that completes a line for both is won by its mover.
    mover_wins_double: bool,
}

/// The square one step in the direction of a letter, if it is on the board.
fn step((file, rank): Square, direction: char) -> Option<Square> {
    let (file, rank) = (file as i32, rank as i32);
    let (file, rank) = match direction {
        'n' => (file, rank + 1),
        'e' => (file + 1, rank),
        's' => (file, rank - 1),
        'w' => (file - 1, rank),
        _ => panic!("no direction is called {direction}"),
    };
    let on_board = 0..SIZE as i32;
    if on_board.contains(&file) && on_board.contains(&rank) {
        Some((file as usize, rank as usize))
    } else {
        None
    }
}

/// Every way to walk `steps` steps on from `here`, appended to `path`; `left` is the square left
/// last, to which the walk may not step straight back.
fn walks(here: Square, left: Option<Square>, steps: usize, path: &str, found: &mut Vec<String>) {
    if steps == 0 {
        found.push(path.to_string());
        return;
    }
    for direction in ['n', 'e', 's', 'w'] {
        match step(here, direction) {
            Some(next) if Some(next) != left => {
                let longer = format!("{path}{direction}");
                walks(next, Some(here), steps - 1, &longer, found);
            }
            _ => {}
        }
    }
}

/// The rows, the columns and the two long diagonals.
fn lines() -> Vec<Vec<Square>> {
    let mut lines = Vec::new();
    for i in 0..SIZE {
        lines.push((0..SIZE).map(|j| (j, i)).collect());
        lines.push((0..SIZE).map(|j| (i, j)).collect());
    }
    lines.push((0..SIZE).map(|j| (j, j)).collect());
    lines.push((0..SIZE).map(|j| (j, SIZE - 1 - j)).collect());
    lines
}

impl Qawale {
    pub fn new(options: &[(&str, &str)]) -> Qawale {
        only_options(options, &["stones", "doubleline"]);
        let mut board = vec![vec![String::new(); SIZE]; SIZE];
        // Two neutral stones on each corner.
        for (file, rank) in [(0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1)] {
            board[rank][file] = format!("{NEUTRAL}{NEUTRAL}");
        }
        Qawale {
            board,
            turns: 0,
            stones_each: number(options, "stones", 1..=8).unwrap_or(8),
            mover_wins_double: word(options, "doubleline", &["mover", "opponent"]) == "mover",
        }
    }

    /// The stone visible from above.
    fn top(&self, (file, rank): Square) -> Option<char> {
        self.board[rank][file].chars().last()
    }

    /// Whether a player's stones are visible on all four squares of some line.
    fn has_line(&self, player: usize) -> bool {
        let stone = Some(STONES[player]);
        lines().iter().any(|line| line.iter().all(|square| self.top(*square) == stone))
    }
}

impl Reference for Qawale {
    fn turn(&self) -> usize {
        self.turns % 2
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.winners().is_some() {
            return moves;
        }
        for square in all_squares(SIZE) {
            let height = self.board[square.1][square.0].len();
            // An empty square is not a stack.
            if height > 0 {
                // One step for each stone, the added one included.
                walks(square, None, height + 1, &name(square), &mut moves);
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        assert!(self.moves().contains(&mv.to_string()), "{mv} is illegal");
        let (start, path) = read_square(mv);
        // Put one of the player's stones on top, then lift the whole stack.
        let mut lifted = std::mem::take(&mut self.board[start.1][start.0]);
        lifted.push(STONES[self.turn()]);
        // Each step leaves the lowest stone in hand on top of whatever is there.
        let mut here = start;
        for (stone, direction) in lifted.chars().zip(path.chars()) {
            here = step(here, direction).expect("a step on the board");
            self.board[here.1][here.0].push(stone);
        }
        self.turns += 1;
    }

    fn winners(&self) -> Option<Vec<usize>> {
        if self.turns == 0 {
            return None;
        }
        let mover = (self.turns - 1) % 2;
        let opponent = 1 - mover;
        match (self.has_line(mover), self.has_line(opponent)) {
            // The published rules do not say who wins then: the option does.
            (true, true) if self.mover_wins_double => Some(vec![mover]),
            (true, true) => Some(vec![opponent]),
            (true, false) => Some(vec![mover]),
            (false, true) => Some(vec![opponent]),
            // A draw once all stones have been played.
            (false, false) if self.turns == 2 * self.stones_each => Some(vec![0, 1]),
            (false, false) => None,
        }
    }

    fn board(&self) -> String {
        let mut ranks = Vec::new();
        for rank in self.board.iter().rev() {
            let stacks: Vec<&str> = rank.iter().map(|stack| describe(stack)).collect();
            ranks.push(stacks.join("."));
        }
        ranks.join("-")
    }
}

/// One square of the board's description.
fn describe(stack: &str) -> &str {
    if stack.is_empty() { "0" } else { stack }
}
