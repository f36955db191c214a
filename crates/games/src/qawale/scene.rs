//! Qawale as data to draw, and its moves as steps.

use strata_rules::{
    Family, Game, HandItem, Outcome, Owner, Panel, Piece, Player, Scene, Show, Square, Step,
};

use super::Qawale;
use super::play::{Board, DARK, LIGHT, Move, Position, STONES, has_line, height};
use super::walk::{SIDE, SQUARES};

fn owner_of(stone: u64) -> Owner {
    match stone {
        LIGHT => Some(Player(0)),
        DARK => Some(Player(1)),
        _ => None,
    }
}

/// The name of a line in a set of squares that has one: "rank 2".
fn line_name(set: u16) -> String {
    let has_all = |squares: [usize; SIDE]| squares.iter().all(|square| set >> square & 1 == 1);
    for line in 0..SIDE {
        if has_all(std::array::from_fn(|file| line * SIDE + file)) {
            return format!("rank {}", line + 1);
        }
        if has_all(std::array::from_fn(|rank| rank * SIDE + line)) {
            return format!("file {}", char::from(b'a' + line as u8));
        }
    }
    let rising = has_all(std::array::from_fn(|place| place * (SIDE + 1)));
    if rising { "the diagonal a1 to d4" } else { "the diagonal a4 to d1" }.to_owned()
}

impl Show for Board {
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::new(SIDE as u8, SIDE as u8);
        for index in 0..SQUARES {
            let stack = position.stacks[index];
            if stack != 0 {
                let stones =
                    (0..height(stack)).map(|level| owner_of(stack >> (2 * level) & 3)).collect();
                scene.cell_mut(Square::from_index(index, SIDE)).piece = Some(Piece::Stack(stones));
            }
        }
        let over = self.outcome(position).is_some();
        for side in Player::all(2) {
            let played = (position.plies + 1 - side.0) / 2;
            let hand =
                HandItem { name: "stone".to_owned(), count: (STONES - played).into(), length: 1 };
            scene.panels.push(Panel {
                side,
                to_move: !over && self.turn(position) == side,
                score: None,
                hand: vec![hand],
                notes: Vec::new(),
            });
        }
        scene
    }

    fn steps(&self, _position: &Position, mv: Move) -> Vec<Step> {
        std::iter::once(mv.origin())
            .chain(mv.squares())
            .map(|index| Step::Square(Square::from_index(index, SIDE)))
            .collect()
    }

    fn reason(&self, position: &Position, outcome: &Outcome) -> String {
        let Some(winner) = outcome.winner() else {
            return "all 16 stones are played and nobody has a line".to_owned();
        };
        let name = |player: Player| Qawale::INFO.side(player).name;
        let line = line_name(position.tops[winner.index()]);
        let mut reason = format!("{} has four on {line}", name(winner));
        if position.tops.iter().all(|tops| has_line(*tops)) {
            let other = line_name(position.tops[winner.other().index()]);
            reason += &format!(", {} on {other}, completed by the same move", name(winner.other()));
        } else if winner == self.turn(position) {
            reason += &format!(", completed by {}'s own move", name(winner.other()));
        }
        reason
    }
}
