//! Scenes and steps of Clusterfuss.

use strata_rules::grid::Word;
use strata_rules::{Game, Outcome, Panel, Piece, Player, Scene, Show, Square, Step, WhyNot};

use super::play::{BLUE, Board, Move, Pie, Position, RED};
use super::text::colour_name;

impl<const N: usize, W: Word> Board<N, W> {
    fn squares(&self, set: W) -> Vec<Square> {
        set.iter().map(|index| self.grid.square(index)).collect()
    }

    /// The groups that a capture of one of the `targets` would make: after the checker has left
    /// `from`, those with a target or another checker of the player to move.
    fn groups_after(&self, position: &Position<W>, from: usize, targets: W) -> Vec<Vec<Square>> {
        let rest = position.occupied() & !W::bit(from);
        let own = position.checkers[usize::from(position.colour)];
        let mut left = rest & (own | targets);
        let mut groups = Vec::new();
        while !left.is_empty() {
            let group = self.grid.flood(W::bit(left.first()), rest);
            left &= !group;
            groups.push(self.squares(group));
        }
        groups
    }
}

impl<const N: usize, W: Word> Show for Board<N, W> {
    fn scene(&self, position: &Position<W>) -> Scene {
        let mut scene = Scene::new(self.grid.side() as u8, self.grid.side() as u8);
        let over = self.outcome(position).is_some();
        for colour in [RED, BLUE] {
            let side = Player(colour as u8);
            for index in position.checkers[colour].iter() {
                scene.cell_mut(self.grid.square(index)).piece = Some(Piece::Checker(Some(side)));
            }
            scene.panels.push(Panel {
                side,
                to_move: !over && usize::from(position.colour) == colour,
                score: None,
                hand: Vec::new(),
                held: Vec::new(),
                notes: vec![format!("checkers {}", position.checkers[colour].count())],
            });
        }
        scene.phase = match position.pie {
            Pie::Offered => Some("Blue may swap"),
            Pie::Swapped => Some("colours swapped"),
            Pie::First | Pie::Declined => None,
        };
        scene
    }

    fn steps(&self, _position: &Position<W>, mv: Move) -> Vec<Step> {
        match mv {
            Move::Capture { from, to } => {
                [from, to].map(|index| Step::Square(self.grid.square(index.into()))).into()
            }
            Move::Pass => vec![Step::Word("pass")],
            Move::Swap => vec![Step::Word("swap")],
        }
    }

    fn prompt(&self, position: &Position<W>, chosen: &[Step]) -> String {
        match (chosen, position.pie) {
            ([_, ..], _) => "Capture a neighbour of either colour",
            ([], Pie::Offered) => "Choose a checker to move, or swap colours",
            ([], _) if self.can_capture(position) => "Choose a checker to move",
            ([], _) => "No legal move: pass",
        }
        .to_owned()
    }

    fn why_not(&self, position: &Position<W>, chosen: &[Step], step: Step) -> Option<WhyNot> {
        let square = step.square()?;
        let from = match chosen {
            [] => square,
            [Step::Square(from)] => *from,
            _ => return None,
        };
        let (from, to) = (self.grid.index(from)?, self.grid.index(square)?);
        let colour = usize::from(position.colour);
        let neighbours = self.grid.neighbours(W::bit(from)) & position.occupied();
        if !position.checkers[colour].has(from) {
            return None;
        }
        let name = colour_name(colour);
        let (reason, targets) = if !chosen.is_empty() {
            if !neighbours.has(to) || self.targets(position, from).has(to) {
                return None;
            }
            let from = self.grid.square(from);
            (format!("{from} to {square} would split {name}'s checkers"), W::bit(to))
        } else if !self.targets(position, from).is_empty() {
            return None;
        } else if neighbours.is_empty() {
            return Some(format!("the checker on {square} has no neighbour to capture").into());
        } else {
            let split = format!("would split {name}'s checkers into separate groups");
            (format!("every capture by {square} {split}"), neighbours)
        };
        Some(WhyNot { reason, groups: self.groups_after(position, from, targets) })
    }

    fn with_turn(&self, position: &Position<W>, player: Player) -> Option<Position<W>> {
        if self.turn(position) == player {
            return Some(*position);
        }
        let mut other = Self::other_turn(position);
        if other.pie == Pie::Offered {
            Self::set_pie(&mut other, Pie::Declined);
        }
        Some(other)
    }

    /// The checkers that a capture cuts off.
    fn removed(&self, position: &Position<W>, mv: Move) -> Vec<Square> {
        let Move::Capture { from, to } = mv else { return Vec::new() };
        let mut after = *position;
        self.play(&mut after, mv);
        let moved = W::bit(from.into()) | W::bit(to.into());
        self.squares(position.occupied() & !after.occupied() & !moved)
    }

    fn reason(&self, position: &Position<W>, _outcome: &Outcome) -> String {
        let loser = if position.checkers[RED].is_empty() { RED } else { BLUE };
        format!("{} has no checker left", colour_name(loser))
    }

    fn side_of(&self, position: &Position<W>, player: Player) -> Player {
        if position.pie == Pie::Swapped { player.other() } else { player }
    }
}
