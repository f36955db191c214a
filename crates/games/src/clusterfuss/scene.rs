//! Scenes and steps of Clusterfuss.

use strata_rules::grid::Word;
use strata_rules::{Game, Outcome, Panel, Piece, Player, Scene, Show, Step};

use super::play::{BLUE, Board, Move, Pie, Position, RED};
use super::text::colour_name;

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

    fn why_not(&self, position: &Position<W>, chosen: &[Step], step: Step) -> Option<String> {
        let square = step.square().filter(|_| chosen.is_empty())?;
        let index = self.grid.index(square)?;
        let colour = usize::from(position.colour);
        if !position.checkers[colour].has(index) || !self.targets(position, index).is_empty() {
            return None;
        }
        let neighbours = self.grid.neighbours(W::bit(index)) & position.occupied();
        Some(if neighbours.is_empty() {
            format!("the checker on {square} has no neighbour to capture")
        } else {
            let colour = colour_name(colour);
            format!(
                "every capture by {square} would split {colour}'s checkers into separate groups"
            )
        })
    }

    fn reason(&self, position: &Position<W>, _outcome: &Outcome) -> String {
        let loser = if position.checkers[RED].is_empty() { RED } else { BLUE };
        format!("{} has no checker left", colour_name(loser))
    }

    fn side_of(&self, position: &Position<W>, player: Player) -> Player {
        if position.pie == Pie::Swapped { player.other() } else { player }
    }
}
