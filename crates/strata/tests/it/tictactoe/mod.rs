//! Tic-tac-toe, as a minimal example of a fifth game.

use std::ops::ControlFlow;

use strata_rules::text::split_square;
use strata_rules::{
    Brush, Edit, Evaluator, Family, Game, GameInfo, OptionError, Options, Outcome, Paint, Panel,
    Piece, Player, Scene, Setting, Show, Side, Square, Step, Symmetry, Text, Visitor,
};

/// The family: the game's description, and how the game is opened.
pub(crate) struct TicTacToe;

impl Family for TicTacToe {
    const INFO: &'static GameInfo = &GameInfo {
        id: "tictactoe",
        name: "Tic-tac-toe",
        author: "an unknown inventor",
        year: 1864,
        summary: "Three in a row win.",
        sides: &[
            Side { name: "Cross", letter: 'X', paint: Paint::Red },
            Side { name: "Nought", letter: 'O', paint: Paint::Blue },
        ],
        least_players: 2,
        draws: true,
        tie_breaks: &[],
        options: &[],
        rules: "# Tic-tac-toe\n\nPut a piece on an empty square.\n\n```board\n: b2\n```\n",
        lesson: include_str!("lesson.txt"),
        openings: "",
    };

    fn open<V: Visitor>(options: Options, visitor: V) -> Result<V::Output, OptionError> {
        Ok(visitor.visit(Board { options }))
    }
}

/// The rules.
#[derive(Debug)]
pub(crate) struct Board {
    options: Options,
}

/// The squares of each player, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    squares: [u16; 2],
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Position {
    fn taken(&self) -> u16 {
        self.squares[0] | self.squares[1]
    }

    fn has_line(&self, player: usize) -> bool {
        LINES.iter().any(|line| self.squares[player] & line == *line)
    }
}

impl Game for Board {
    type Position = Position;
    type Move = u8;

    fn info(&self) -> &'static GameInfo {
        TicTacToe::INFO
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> Position {
        Position { squares: [0; 2] }
    }

    fn turn(&self, position: &Position) -> Player {
        Player((position.taken().count_ones() % 2) as u8)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match (0..2).find(|&player| position.has_line(player)) {
            Some(player) => Some(Outcome::win(Player(player as u8), "three in a row")),
            None => (position.taken() == 0o777).then(|| Outcome::draw(2, "full board")),
        }
    }

    fn visit_moves(
        &self,
        position: &Position,
        mut visit: impl FnMut(u8) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome(position).is_none() {
            for square in (0..9).filter(|square| position.taken() >> square & 1 == 0) {
                visit(square)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, position: &mut Position, mv: u8) {
        position.squares[self.turn(position).index()] |= 1 << mv;
    }

    fn hash(&self, position: &Position) -> u64 {
        strata_rules::random::mix(self.code(position).unwrap_or(0) as u64)
    }

    fn code(&self, position: &Position) -> Option<u128> {
        Some(u128::from(position.squares[0]) << 9 | u128::from(position.squares[1]))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::SQUARE
    }

    fn transform(&self, position: &Position, symmetry: Symmetry) -> Position {
        let image = |set: u16| {
            (0..9)
                .filter(|square| set >> square & 1 == 1)
                .fold(0, |image, square| image | 1 << symmetry.apply_index(square, 3))
        };
        Position { squares: position.squares.map(image) }
    }

    fn transform_move(&self, mv: u8, symmetry: Symmetry) -> u8 {
        symmetry.apply_index(mv.into(), 3) as u8
    }
}

impl Text for Board {
    fn write_move(&self, mv: u8, out: &mut String) {
        out.push_str(&Square::from_index(mv.into(), 3).to_string());
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<u8, String> {
        match split_square(text, 3)? {
            (square, "") if position.taken() >> square.index(3) & 1 == 0 => {
                Ok(square.index(3) as u8)
            }
            (square, "") => Err(format!("{square} is taken")),
            _ => Err("expected one square".to_owned()),
        }
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        out.extend((0..9).map(|square| {
            match [0, 1].map(|player| position.squares[player] >> square & 1) {
                [1, _] => 'x',
                [_, 1] => 'o',
                _ => '-',
            }
        }));
    }

    fn read_draft(&self, text: &str) -> Result<Position, String> {
        let set = |piece: char| {
            text.chars()
                .enumerate()
                .take(9)
                .fold(0, |set, (square, c)| set | u16::from(c == piece) << square)
        };
        if text.len() == 9 && text.chars().all(|c| "xo-".contains(c)) {
            Ok(Position { squares: [set('x'), set('o')] })
        } else {
            Err("expected nine of x, o and -".to_owned())
        }
    }

    fn accept(&self, draft: Position) -> Result<Position, String> {
        let [crosses, noughts] = draft.squares.map(u16::count_ones);
        if crosses == noughts || crosses == noughts + 1 {
            Ok(draft)
        } else {
            Err("expected as many x as o or one more".to_owned())
        }
    }
}

impl Edit for Board {
    fn brushes(&self, _draft: &Position) -> Vec<Brush> {
        Player::all(2)
            .map(|player| Brush {
                name: TicTacToe::INFO.side(player).name.to_owned(),
                owner: Some(player),
                squares: 1,
            })
            .collect()
    }

    fn settings(&self, _draft: &Position) -> Vec<Setting> {
        Vec::new()
    }

    fn put(&self, draft: &mut Position, brush: usize, squares: &[Square]) -> Result<(), String> {
        for square in squares {
            self.take(draft, *square);
            draft.squares[brush] |= 1 << square.index(3);
        }
        Ok(())
    }

    fn take(&self, draft: &mut Position, square: Square) {
        draft.squares = draft.squares.map(|set| set & !(1 << square.index(3)));
    }

    fn set(&self, _draft: &mut Position, _setting: usize, _value: u32) {}

    fn clear(&self, draft: &mut Position) {
        draft.squares = [0; 2];
    }
}

impl Show for Board {
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::new(3, 3);
        for side in Player::all(2) {
            for square in (0..9).filter(|square| position.squares[side.index()] >> square & 1 == 1)
            {
                scene.cell_mut(Square::from_index(square, 3)).piece =
                    Some(Piece::Checker(Some(side)));
            }
            let to_move = self.outcome(position).is_none() && self.turn(position) == side;
            scene.panels.push(Panel {
                side,
                to_move,
                score: None,
                hand: Vec::new(),
                held: Vec::new(),
                notes: Vec::new(),
            });
        }
        scene
    }

    fn steps(&self, _position: &Position, mv: u8) -> Vec<Step> {
        vec![Step::Square(Square::from_index(mv.into(), 3))]
    }

    fn prompt(&self, _position: &Position, _chosen: &[Step]) -> String {
        "Choose an empty square".to_owned()
    }

    fn reason(&self, _position: &Position, outcome: &Outcome) -> String {
        outcome.decided_by.to_owned()
    }
}

impl Evaluator for Board {
    fn evaluate(&self, _position: &Position, _player: Player) -> i32 {
        0
    }

    fn greedy_value(&self, position: &Position, mv: u8) -> i64 {
        let mut next = *position;
        self.play(&mut next, mv);
        i64::from(self.outcome(&next).is_some())
    }

    fn move_index(&self, mv: u8) -> u16 {
        mv.into()
    }
}
