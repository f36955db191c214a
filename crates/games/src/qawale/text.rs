//! Notation of moves and positions of Qawale.

use std::fmt::Write;

use strata_rules::text::{counted, fields, quoted, ranks, split_square};
use strata_rules::{Square, Text, shorten};

use super::play::{Board, DARK, LIGHT, Move, NEUTRAL, Position, height};
use super::walk::{LETTERS, NO_DIRECTION, Path, SIDE, may_leave, neighbour};

/// The letters of the stones in position text.
const STONE_LETTERS: [(u64, char); 3] = [(NEUTRAL, 'n'), (LIGHT, 'l'), (DARK, 'd')];

const TURN_LETTERS: [&str; 2] = ["l", "d"];

/// The number of neutral stones, which all stay on the board.
pub(super) const NEUTRAL_STONES: usize = 8;

fn read_stack(text: &str, square: Square, highest: usize) -> Result<Vec<u64>, String> {
    if text == "0" {
        return Ok(Vec::new());
    }
    let stone_of = |letter: char| {
        STONE_LETTERS.iter().find(|(_, known)| *known == letter).map(|(stone, _)| *stone)
    };
    let stones: Option<Vec<u64>> = text.chars().take(highest + 1).map(stone_of).collect();
    match stones {
        Some(stones) if stones.len() > highest => {
            Err(format!("{square}: a stack cannot be higher than {highest} stones"))
        }
        Some(stones) if !stones.is_empty() => Ok(stones),
        _ => Err(format!(
            "{square}: expected 0 or stones n, l, d from the bottom up, found {}",
            shorten(text)
        )),
    }
}

impl Text for Board {
    fn write_move(&self, mv: Move, out: &mut String) {
        let _ = write!(out, "{}", Square::from_index(mv.origin(), SIDE));
        out.extend(mv.path().directions().map(|direction| LETTERS[direction]));
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, String> {
        if text == "pass" {
            return Err("there is no pass in Qawale".to_owned());
        }
        let (origin, path) = split_square(text, SIDE)?;
        let stones = match position.stacks[origin.index(SIDE)] {
            0 => return Err(format!("{origin} is empty")),
            stack => height(stack) + 1,
        };
        let steps = path.chars().count();
        if steps != stones {
            return Err(format!(
                "the stack on {origin} has {stones} stones with yours, so the sowing needs {stones} steps, not {steps}"
            ));
        }
        let mut walk = Path::EMPTY;
        let (mut square, mut arrived) = (origin.index(SIDE), NO_DIRECTION);
        for (made, letter) in path.chars().enumerate() {
            let here = Square::from_index(square, SIDE);
            let direction = LETTERS
                .iter()
                .position(|known| *known == letter)
                .ok_or_else(|| format!("expected steps n, e, s or w, found {}", quoted(letter)))?;
            if !may_leave(arrived, direction) {
                return Err(format!("step {} goes straight back from {here}", made + 1));
            }
            square = neighbour(square, direction)
                .ok_or_else(|| format!("step {} leaves the board at {here}", made + 1))?;
            arrived = direction;
            walk = walk.then(direction);
        }
        Ok(Move::new(origin.index(SIDE), walk))
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        for rank in (0..SIDE).rev() {
            for file in 0..SIDE {
                if file > 0 {
                    out.push('.');
                }
                let stack = position.stacks[rank * SIDE + file];
                if stack == 0 {
                    out.push('0');
                }
                for level in 0..height(stack) {
                    let stone = stack >> (2 * level) & 3;
                    out.extend(STONE_LETTERS.iter().find(|(s, _)| *s == stone).map(|(_, c)| c));
                }
            }
            out.push(if rank > 0 { '-' } else { '_' });
        }
        out.push_str(TURN_LETTERS[usize::from(position.plies % 2)]);
    }

    fn read_draft(&self, text: &str) -> Result<Position, String> {
        let [board, turn] = fields(text, "board, turn")?;
        let mut position = Position::empty(0);
        for (rank, text) in ranks(&board, SIDE)? {
            let squares = text.split('.').count();
            if squares != SIDE {
                let rank = rank + 1;
                return Err(format!(
                    "rank {rank} has {}, expected {SIDE}, joined by dots",
                    counted(squares, "square")
                ));
            }
            for (file, text) in text.split('.').enumerate() {
                let square = Square::new(file as u8, rank);
                for stone in read_stack(text, square, self.max_stack_height())? {
                    position.push(square.index(SIDE), stone);
                }
            }
        }
        let [_, _, light, dark] = position.count_stones();
        if light.max(dark) > self.stones().into() {
            return Err(format!(
                "{light} light and {dark} dark stones on the board: expected at most {} of each",
                self.stones()
            ));
        }
        position.count_plies();
        let expected = TURN_LETTERS[usize::from(position.plies % 2)];
        if turn != expected {
            return Err(format!(
                "after {light} light and {dark} dark stones the turn is {expected}, found {}",
                shorten(&turn)
            ));
        }
        Ok(position)
    }

    fn accept(&self, mut position: Position) -> Result<Position, String> {
        let [_, neutral, light, dark] = position.count_stones();
        if neutral != NEUTRAL_STONES {
            return Err(format!(
                "there {} on the board, expected {NEUTRAL_STONES}",
                match neutral {
                    1 => "is 1 neutral stone".to_owned(),
                    _ => format!("are {neutral} neutral stones"),
                }
            ));
        }
        if light != dark && light != dark + 1 {
            return Err(format!(
                "{light} light and {dark} dark stones on the board: expected equal numbers, or one more light stone"
            ));
        }
        self.update_winner(&mut position);
        Ok(position)
    }
}
