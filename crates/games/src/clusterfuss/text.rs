//! Notation of moves and positions of Clusterfuss.

use std::fmt::Write;

use strata_rules::grid::Word;
use strata_rules::text::{
    PASS_REFUSED, counted, fields, quoted, ranks, read_step_move, split_number,
};
use strata_rules::{Family, Square, Text, shorten};

use super::Clusterfuss;
use super::play::{BLUE, Board, Move, Pie, Position, RED};

const PIE_WORDS: [(Pie, &str); 4] = [
    (Pie::First, "first"),
    (Pie::Offered, "offer"),
    (Pie::Declined, "kept"),
    (Pie::Swapped, "swapped"),
];

pub(super) fn colour_name(colour: usize) -> &'static str {
    Clusterfuss::INFO.sides[colour].name
}

impl<const N: usize, W: Word> Board<N, W> {
    fn read_capture(&self, position: &Position<W>, text: &str) -> Result<Move, String> {
        let own = usize::from(position.colour);
        let (from, to) = read_step_move(text, self.grid.side())?;
        let (from_index, to_index) = (from.index(self.grid.side()), to.index(self.grid.side()));
        if position.checkers[own ^ 1].has(from_index) {
            let (owner, mover) = (colour_name(own ^ 1), colour_name(own));
            return Err(format!("{from} holds a {owner} checker and it is {mover}'s turn"));
        }
        if !position.checkers[own].has(from_index) {
            return Err(format!("{from} is empty"));
        }
        if !position.occupied().has(to_index) {
            return Err(format!("{to} is empty"));
        }
        if !self.targets(position, from_index).has(to_index) {
            return Err(format!("this would split {}'s checkers", colour_name(own)));
        }
        Ok(Move::Capture { from: from_index as u8, to: to_index as u8 })
    }

    fn read_board(&self, board: &str) -> Result<[W; 2], String> {
        let mut checkers = [W::EMPTY; 2];
        for (rank, mut text) in ranks(board, self.grid.side())? {
            let mut file = 0;
            while let Some(symbol) = text.chars().next() {
                if let Some((gap, rest)) = split_number(text).filter(|(gap, _)| *gap > 0) {
                    text = rest;
                    file = gap.saturating_add(file);
                } else if let Some(colour) = ['r', 'b'].iter().position(|c| *c == symbol) {
                    text = &text[1..];
                    let square = Square::new(u8::try_from(file).unwrap_or(u8::MAX), rank);
                    if let Some(index) = self.grid.index(square) {
                        checkers[colour] |= W::bit(index);
                    }
                    file = file.saturating_add(1);
                } else {
                    return Err(format!(
                        "rank {}: expected r, b or a number of empty squares, found {}",
                        rank + 1,
                        quoted(symbol)
                    ));
                }
            }
            if file as usize != self.grid.side() {
                let squares = counted(file as usize, "square");
                return Err(format!(
                    "rank {} has {squares}, expected {}",
                    rank + 1,
                    self.grid.side()
                ));
            }
        }
        Ok(checkers)
    }
}

impl<const N: usize, W: Word> Text for Board<N, W> {
    fn write_move(&self, mv: Move, out: &mut String) {
        let _ = match mv {
            Move::Capture { from, to } => {
                let square = |index: u8| Square::from_index(index.into(), self.grid.side());
                write!(out, "{}{}", square(from), square(to))
            }
            Move::Pass => write!(out, "pass"),
            Move::Swap => write!(out, "swap"),
        };
    }

    fn read_move(&self, position: &Position<W>, text: &str) -> Result<Move, String> {
        match text {
            "swap" if !self.pie => Err("swap needs the option pie=on".to_owned()),
            "swap" if position.pie == Pie::Offered => Ok(Move::Swap),
            "swap" => Err("swap is legal only as the reply to Red's first move".to_owned()),
            "pass" if position.pie == Pie::Offered || self.can_capture(position) => {
                Err(PASS_REFUSED.to_owned())
            }
            "pass" => Ok(Move::Pass),
            _ => self.read_capture(position, text),
        }
    }

    /// The squares of the player to move and those of the opponent, a bit each, from `a1` rank by rank.
    fn write_sample(&self, position: &Position<W>, out: &mut Vec<u8>) {
        let own = usize::from(position.colour);
        for colour in [own, own ^ 1] {
            let bytes = position.checkers[colour].widen().to_le_bytes();
            out.extend_from_slice(&bytes[..self.grid.squares().div_ceil(8)]);
        }
    }

    fn write_position(&self, position: &Position<W>, out: &mut String) {
        for rank in (0..self.grid.side()).rev() {
            let mut gap = 0;
            for file in 0..self.grid.side() {
                let index = rank * self.grid.side() + file;
                let Some(colour) = (0..2).find(|&colour| position.checkers[colour].has(index))
                else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    let _ = write!(out, "{gap}");
                    gap = 0;
                }
                out.push(['r', 'b'][colour]);
            }
            if gap > 0 {
                let _ = write!(out, "{gap}");
            }
            out.push(if rank > 0 { '-' } else { '_' });
        }
        out.push(['r', 'b'][usize::from(position.colour)]);
        if self.pie {
            let word = PIE_WORDS.iter().find(|(pie, _)| *pie == position.pie);
            let _ = write!(out, "_{}", word.map_or("", |(_, word)| word));
        }
    }

    fn read_draft(&self, text: &str) -> Result<Position<W>, String> {
        let (board, turn, pie) = if self.pie {
            let [board, turn, pie] = fields(text, "board, turn, pie")?;
            let found = PIE_WORDS.iter().find(|(_, word)| *word == pie);
            let pie = found.ok_or_else(|| {
                format!(
                    "expected first, offer, kept or swapped after the turn, found {}",
                    shorten(&pie)
                )
            })?;
            (board, turn, pie.0)
        } else {
            let [board, turn] = fields(text, "board, turn")?;
            (board, turn, Pie::Declined)
        };
        let colour = match turn.as_str() {
            "r" => RED,
            "b" => BLUE,
            _ => return Err(format!("expected r or b as the turn, found {}", shorten(&turn))),
        };
        Ok(self.assemble(self.read_board(&board)?, colour, pie))
    }

    fn accept(&self, position: Position<W>) -> Result<Position<W>, String> {
        let needed = match position.pie {
            Pie::First => Some(RED),
            Pie::Offered => Some(BLUE),
            Pie::Declined | Pie::Swapped => None,
        };
        if let Some(colour) = needed.filter(|colour| *colour != usize::from(position.colour)) {
            return Err(format!(
                "that state of the pie rule needs {} to move",
                colour_name(colour)
            ));
        }
        if position.occupied().is_empty() {
            return Err("the board is empty".to_owned());
        }
        let over = position.checkers.iter().any(|set| set.is_empty());
        if !over && !self.can_capture(&position) && !self.can_capture(&Self::other_turn(&position))
        {
            return Err("neither player can ever move, but Clusterfuss has no draws".to_owned());
        }
        Ok(position)
    }
}
