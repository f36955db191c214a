//! Scenes and steps of STAQS.

use strata_rules::grid::Word;
use strata_rules::{HandItem, Outcome, Panel, Piece, Player, Scene, Show, Step};

use super::play::{Board, Move, Position, deciding_place};
use super::text::name;

/// The first step of placing a blockade.
const BLOCKADE: Step = Step::Piece("blockade");

impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    fn panel(&self, position: &Position<W, SQUARES>, player: usize) -> Panel {
        let item = |name: &str, count: u8| HandItem {
            name: name.to_owned(),
            count: count.into(),
            length: 1,
        };
        let mut hand = Vec::new();
        if position.hands[player] > 0 {
            hand.push(item("piece", position.hands[player]));
        }
        if position.blockades[player] > 0 {
            hand.push(item("blockade", position.blockades[player]));
        }
        let heights: Vec<String> = Self::sorted_heights(position, player)
            .into_iter()
            .filter(|height| *height > 0)
            .map(|height| height.to_string())
            .collect();
        let mut notes = Vec::new();
        if !heights.is_empty() {
            notes.push(format!("stacks {}", heights.join(" ")));
        }
        if position.eliminated.contains(Player(player as u8)) {
            notes.push("out".to_owned());
        }
        Panel {
            side: Player(player as u8),
            to_move: !position.over && usize::from(position.turn) == player,
            score: None,
            hand,
            held: Vec::new(),
            notes,
        }
    }
}

impl<const N: usize, const SQUARES: usize, W: Word> Show for Board<N, SQUARES, W> {
    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::new(self.grid.side() as u8, self.grid.side() as u8);
        scene.tallest = (self.grid.squares()) as u16;
        for index in 0..self.grid.squares() {
            let cell = scene.cell_mut(self.grid.square(index));
            let owner =
                Player::all(self.players).find(|player| position.stacks[player.index()].has(index));
            if owner.is_some() {
                let height = position.heights[index].into();
                cell.piece = Some(Piece::Tower { owner, height });
            } else if position.neutral.has(index) {
                cell.piece = Some(Piece::Checker(None));
            } else if position.blocked.has(index) {
                cell.piece = Some(Piece::Blockade);
            } else {
                cell.gone = true;
            }
        }
        scene.panels = (0..self.players).map(|player| self.panel(position, player)).collect();
        if !self.anytime && !position.over {
            scene.phase = Some(if self.in_setup(position) { "setup" } else { "movement" });
        }
        scene
    }

    /// Takes a chosen blockade out of the hand. A chosen stack stays where it is.
    fn preview(&self, position: &Self::Position, chosen: &[Step]) -> Scene {
        let mut shown = *position;
        if chosen.first() == Some(&BLOCKADE) {
            let hand = &mut shown.blockades[usize::from(position.turn)];
            *hand = hand.saturating_sub(1);
        }
        let mut scene = self.scene(&shown);
        if chosen.first() == Some(&BLOCKADE) {
            scene.panels[usize::from(position.turn)].notes.push("placing a blockade".to_owned());
        }
        scene
    }

    fn prompt(&self, position: &Self::Position, chosen: &[Step]) -> String {
        match chosen {
            [BLOCKADE, ..] => return "Put the blockade on a neutral piece".to_owned(),
            [_, ..] => return "Move it onto a neutral piece beside it".to_owned(),
            [] => {}
        }
        let (pieces, blockades) = self.drops(position);
        let steps = self.grid.neighbours(self.movers(position)) & position.neutral;
        match [steps, pieces, blockades].map(|squares| !squares.is_empty()) {
            [false, false, false] => "No legal move: pass",
            [false, false, true] => "No stack can move: choose a blockade",
            [false, true, false] => "Place a piece on a neutral piece",
            [false, true, true] => "Place a piece on a neutral piece, or choose a blockade",
            [true, false, false] => "Choose a stack to move",
            [true, false, true] => "Choose a stack to move, or a blockade",
            [true, true, false] => "Choose a stack to move, or place a piece",
            [true, true, true] => "Choose a stack to move, place a piece, or choose a blockade",
        }
        .to_owned()
    }

    fn with_turn(&self, position: &Self::Position, player: Player) -> Option<Self::Position> {
        let mut position = *position;
        Self::set_turn(&mut position, player);
        (!position.eliminated.contains(player)).then_some(position)
    }

    fn steps(&self, _position: &Self::Position, mv: Move) -> Vec<Step> {
        let square = |index: u8| Step::Square(self.grid.square(index.into()));
        match mv {
            Move::Place(to) => vec![square(to)],
            Move::Shift { from, to } => vec![square(from), square(to)],
            Move::Block(to) => vec![BLOCKADE, square(to)],
            Move::Pass => vec![Step::Word("pass")],
        }
    }

    fn reason(&self, position: &Self::Position, outcome: &Outcome) -> String {
        let (winners, others): (Vec<Player>, Vec<Player>) =
            self.remaining(position).partition(|player| outcome.winners.contains(*player));
        let list = |player: &Player| Self::sorted_heights(position, player.index());
        let Some(runner_up) = others.iter().max_by_key(|player| list(player)) else {
            if let ([winner], true) = (&winners[..], self.players > 2) {
                return format!("{} is the last player left", name(winner.index()));
            }
            return "all have the same stack heights".to_owned();
        };
        let (best, second) = (list(&winners[0]), list(runner_up));
        let place = deciding_place(&best, &second);
        let rank = match place {
            0 => "tallest stack".to_owned(),
            1 => "second tallest stack".to_owned(),
            2 => "third tallest stack".to_owned(),
            _ => format!("{}th tallest stack", place + 1),
        };
        let (winner, loser) = (name(winners[0].index()), name(runner_up.index()));
        match second[place] {
            0 => format!("{winner} has a {rank} of height {}, {loser} has none", best[place]),
            height => format!(
                "{winner}'s {rank} is {} high, {loser}'s {height}{}",
                best[place],
                if place > 0 { "; the taller ones are equal" } else { "" }
            ),
        }
    }
}
