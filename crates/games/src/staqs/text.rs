//! Notation of moves and positions of STAQS.

use std::fmt::Write;

use strata_rules::grid::Word;
use strata_rules::text::{
    PASS_REFUSED, counted, fields, quoted, ranks, read_step_move, split_number, split_square,
};
use strata_rules::{Family, MAX_PLAYERS, Player, PlayerSet, Square, Text, shorten};

use super::Staqs;
use super::play::{Board, Move, Position};

/// Stands for the hand of a player who left the game.
const ELIMINATED: &str = "x";

/// The letters of the players' stacks and turns in position text.
const LETTERS: [char; MAX_PLAYERS] = ['b', 'w', 'r', 'g'];

pub(super) fn name(player: usize) -> &'static str {
    Staqs::INFO.sides[player].name
}

impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    /// What is on a square, as a sentence.
    fn describe(&self, position: &Position<W, SQUARES>, square: Square) -> String {
        let index = square.index(self.grid.side());
        let owner = (0..self.players).find(|&player| position.stacks[player].has(index));
        if let Some(owner) = owner {
            format!("{square} holds a {} stack", name(owner))
        } else if position.blocked.has(index) {
            format!("{square} is blockaded")
        } else if position.neutral.has(index) {
            format!("{square} holds only a neutral piece")
        } else {
            format!("{square} is empty")
        }
    }

    fn need_neutral(&self, position: &Position<W, SQUARES>, square: Square) -> Result<u8, String> {
        if position.neutral.has(square.index(self.grid.side())) {
            Ok(square.index(self.grid.side()) as u8)
        } else {
            Err(self.describe(position, square))
        }
    }

    fn read_place(&self, position: &Position<W, SQUARES>, square: Square) -> Result<Move, String> {
        let player = usize::from(position.turn);
        if position.hands[player] == 0 {
            let name = name(player);
            return Err(format!("{name} has no piece in hand; move a stack, such as c3c4"));
        }
        self.need_neutral(position, square).map(Move::Place)
    }

    fn read_block(&self, position: &Position<W, SQUARES>, text: &str) -> Result<Move, String> {
        let player = usize::from(position.turn);
        let (square, rest) = split_square(text, self.grid.side())?;
        if !rest.is_empty() {
            return Err(format!("unexpected {} after x{square}", shorten(rest)));
        }
        if position.blockades[player] == 0 {
            return Err(format!("{} has no blockade in hand", name(player)));
        }
        if self.in_setup(position) {
            return Err("blockades cannot be placed until every piece is placed".to_owned());
        }
        self.need_neutral(position, square).map(Move::Block)
    }

    fn read_shift(&self, position: &Position<W, SQUARES>, text: &str) -> Result<Move, String> {
        let player = usize::from(position.turn);
        let (from, to) = read_step_move(text, self.grid.side())?;
        if self.in_setup(position) {
            return Err("stacks cannot move until every piece is placed".to_owned());
        }
        if !position.stacks[player].has(from.index(self.grid.side())) {
            let found = self.describe(position, from);
            return Err(format!("{found}; choose one of {}'s stacks", name(player)));
        }
        let to = self.need_neutral(position, to)?;
        Ok(Move::Shift { from: from.index(self.grid.side()) as u8, to })
    }

    fn write_square(&self, position: &Position<W, SQUARES>, index: usize, out: &mut String) {
        let owner = (0..self.players).find(|&player| position.stacks[player].has(index));
        if let Some(owner) = owner {
            let _ = write!(out, "{}{}", LETTERS[owner], position.heights[index]);
        } else if position.neutral.has(index) {
            out.push('n');
        } else if position.blocked.has(index) {
            out.push('x');
        } else {
            out.push('e');
        }
    }

    /// Parses one square and returns the rest of the text.
    fn read_square<'a>(
        &self,
        position: &mut Position<W, SQUARES>,
        square: Square,
        text: &'a str,
    ) -> Result<&'a str, String> {
        let index = self.grid.index(square).ok_or_else(|| {
            format!("rank {} has more than {} squares", square.rank + 1, self.grid.side())
        })?;
        let symbol = text.chars().next().unwrap_or(' ');
        let rest = &text[symbol.len_utf8()..];
        match symbol {
            'n' => position.neutral |= W::bit(index),
            'x' => position.blocked |= W::bit(index),
            'e' => {}
            _ => {
                let letters = &LETTERS[..self.players];
                let owner = letters.iter().position(|letter| *letter == symbol).ok_or_else(|| {
                    let letters: String = letters.iter().collect();
                    let symbol = quoted(symbol);
                    format!("{square}: expected n, e, x or one of {letters} and a height, found {symbol}")
                })?;
                let (height, rest) = split_number(rest)
                    .filter(|(height, _)| (2..=self.grid.squares() as u32 + 1).contains(height))
                    .ok_or_else(|| {
                        format!("{square}: expected a height from 2 to {}", self.grid.squares() + 1)
                    })?;
                position.stacks[owner] |= W::bit(index);
                position.heights[index] = height as u8;
                return Ok(rest);
            }
        }
        Ok(rest)
    }

    /// Parses one number per player, joined by dashes, each at most `most`.
    fn read_hands(&self, text: &str, most: u8, what: &str) -> Result<[u8; MAX_PLAYERS], String> {
        let mut hands = [0; MAX_PLAYERS];
        let count = text.split('-').count();
        if count != self.players {
            return Err(format!(
                "expected {} numbers of {what} in hand joined by -, found {count}",
                self.players
            ));
        }
        for (hand, number) in hands.iter_mut().zip(text.split('-')) {
            *hand = match split_number(number) {
                Some((value, "")) if value <= most.into() => value as u8,
                None if self.players > 2 && number == ELIMINATED => 0,
                _ => {
                    return Err(format!(
                        "expected 0 to {most} {what} in hand, found {}",
                        shorten(number)
                    ));
                }
            };
        }
        Ok(hands)
    }

    /// The players whose hand is written as that of a player who left.
    fn read_eliminated(&self, hands: &str) -> PlayerSet {
        let hands = Player::all(self.players).zip(hands.split('-'));
        hands.filter(|(_, hand)| *hand == ELIMINATED).map(|(player, _)| player).collect()
    }

    /// Refuses positions whose piece counts no game can reach.
    fn check_counts(&self, position: &Position<W, SQUARES>) -> Result<(), String> {
        for player in 0..self.players {
            let (stacks, hand) = (position.stacks[player].count(), position.hands[player]);
            if stacks + u32::from(hand) > self.pieces.into() {
                let (name, pieces) = (name(player), self.pieces);
                return Err(format!(
                    "{name} has {} on the board and {hand} in hand, but only {}",
                    counted(stacks as usize, "stack"),
                    counted(pieces.into(), "piece")
                ));
            }
        }
        // Otherwise a stack could grow taller than in any game.
        let tallest = position.heights.iter().copied().max().unwrap_or(0);
        let (neutral, squares) = (position.neutral.count() as usize, self.grid.squares());
        if tallest > 2 && usize::from(tallest) + neutral > squares + 1 {
            return Err(format!(
                "a stack of height {tallest} leaves no more than {}, but there are {neutral}",
                counted((squares + 1).saturating_sub(tallest.into()), "neutral piece")
            ));
        }
        let blocked = position.blocked.count();
        let unused: u32 = position.blockades.iter().copied().map(u32::from).sum();
        let all = u32::from(self.blockades) * self.players as u32;
        if blocked + unused > all {
            return Err(format!(
                "blockades: {blocked} on the board and {unused} in hand, but the players have only {all}"
            ));
        }
        let in_hand: u32 = position.hands.iter().copied().map(u32::from).sum();
        if self.in_setup(position) && in_hand > position.neutral.count() {
            return Err(format!(
                "{} in hand, but fewer neutral pieces to place them on",
                counted(in_hand as usize, "piece")
            ));
        }
        Ok(())
    }
}

impl<const N: usize, const SQUARES: usize, W: Word> Text for Board<N, SQUARES, W> {
    fn write_move(&self, mv: Move, out: &mut String) {
        let square = |index: u8| Square::from_index(index.into(), self.grid.side());
        let _ = match mv {
            Move::Place(to) => write!(out, "{}", square(to)),
            Move::Shift { from, to } => write!(out, "{}{}", square(from), square(to)),
            Move::Block(to) => write!(out, "x{}", square(to)),
            Move::Pass => write!(out, "pass"),
        };
    }

    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Move, String> {
        if text == "pass" {
            let can_move = self.can_move(position, position.turn.into());
            return if can_move { Err(PASS_REFUSED.to_owned()) } else { Ok(Move::Pass) };
        }
        if let Some(square) = text.strip_prefix('x') {
            return self.read_block(position, square);
        }
        match split_square(text, self.grid.side())? {
            (square, "") => self.read_place(position, square),
            _ => self.read_shift(position, text),
        }
    }

    fn write_position(&self, position: &Self::Position, out: &mut String) {
        for rank in (0..self.grid.side()).rev() {
            for file in 0..self.grid.side() {
                self.write_square(position, rank * self.grid.side() + file, out);
            }
            out.push(if rank > 0 { '-' } else { '_' });
        }
        out.push(LETTERS[usize::from(position.turn)]);
        let mut write_hands = |hands: &[u8; MAX_PLAYERS]| {
            for (player, hand) in hands[..self.players].iter().enumerate() {
                out.push(if player == 0 { '_' } else { '-' });
                let _ = match position.eliminated.contains(Player(player as u8)) {
                    true => write!(out, "{ELIMINATED}"),
                    false => write!(out, "{hand}"),
                };
            }
        };
        write_hands(&position.hands);
        if self.blockades > 0 {
            write_hands(&position.blockades);
        }
    }

    fn read_draft(&self, text: &str) -> Result<Self::Position, String> {
        let (board, turn, hands, blockades) = if self.blockades > 0 {
            let [board, turn, hands, blockades] = fields(text, "board, turn, hands, blockades")?;
            (board, turn, hands, Some(blockades))
        } else {
            let [board, turn, hands] = fields(text, "board, turn, hands")?;
            (board, turn, hands, None)
        };
        let letters = &LETTERS[..self.players];
        let turn =
            letters.iter().position(|letter| turn == letter.to_string()).ok_or_else(|| {
                let letters: String = letters.iter().collect();
                format!("expected one of {letters} as the turn, found {}", shorten(&turn))
            })?;
        let mut position = Position {
            neutral: W::EMPTY,
            blocked: W::EMPTY,
            stacks: [W::EMPTY; MAX_PLAYERS],
            heights: [0; SQUARES],
            hands: self.read_hands(&hands, self.pieces, "pieces")?,
            blockades: [0; MAX_PLAYERS],
            turn: turn as u8,
            eliminated: self.read_eliminated(&hands),
            over: false,
            hash: 0,
        };
        if let Some(blockades) = blockades {
            position.blockades = self.read_hands(&blockades, self.blockades, "blockades")?;
            if self.read_eliminated(&blockades) != position.eliminated {
                return Err(format!(
                    "{ELIMINATED} must be in both hands of a player or in neither"
                ));
            }
        }
        for (rank, mut text) in ranks(&board, self.grid.side())? {
            let mut file = 0;
            while !text.is_empty() {
                text = self.read_square(&mut position, Square::new(file, rank), text)?;
                file += 1;
            }
            if usize::from(file) != self.grid.side() {
                let squares = counted(file.into(), "square");
                return Err(format!(
                    "rank {} has {squares}, expected {}",
                    rank + 1,
                    self.grid.side()
                ));
            }
        }
        Ok(position)
    }

    fn accept(&self, draft: Self::Position) -> Result<Self::Position, String> {
        if draft.eliminated.contains(Player(draft.turn)) {
            return Err(format!("{} left the game and cannot be to move", name(draft.turn.into())));
        }
        self.check_counts(&draft)?;
        Ok(self.finish(draft))
    }
}
