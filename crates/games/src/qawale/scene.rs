//! Scenes and steps of Qawale.

use strata_rules::{
    Family, Game, HandItem, Outcome, Owner, Panel, Piece, Player, Scene, Show, Square, Step, WhyNot,
};

use super::Qawale;
use super::lines::{LINES, has_line};
use super::play::{Board, DARK, LIGHT, Move, Position, height, stone_of};
use super::walk::{NO_DIRECTION, Path, SIDE, SQUARES, may_leave, neighbour};

fn owner_of(stone: u64) -> Owner {
    match stone {
        LIGHT => Some(Player(0)),
        DARK => Some(Player(1)),
        _ => None,
    }
}

/// The name of a complete line in a set of squares: "rank 2".
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

/// The squares of all lines in a set of squares.
fn squares_of_lines(set: u16) -> Vec<Square> {
    let whole = LINES.iter().filter(|line| set & **line == **line);
    let lines = whole.fold(0, |lines, line| lines | line);
    let on_line = (0..SQUARES).filter(|index| lines >> index & 1 == 1);
    on_line.map(|index| Square::from_index(index, SIDE)).collect()
}

/// The stones of a stack from bottom to top.
fn stones(stack: u64) -> Vec<Owner> {
    (0..height(stack)).map(|level| owner_of(stack >> (2 * level) & 3)).collect()
}

/// The indices of the squares among some steps.
fn squares(steps: &[Step]) -> impl DoubleEndedIterator<Item = usize> {
    let on_board = |square: &Square| square.is_on(SIDE, SIDE);
    steps.iter().filter_map(|step| step.square()).filter(on_board).map(|square| square.index(SIDE))
}

fn sorted(steps: impl Iterator<Item = Step>) -> Vec<Step> {
    let mut steps: Vec<Step> = steps.collect();
    steps.sort_unstable();
    steps
}

impl Show for Board {
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::new(SIDE as u8, SIDE as u8);
        scene.tallest = self.max_stack_height() as u16;
        for index in 0..SQUARES {
            let stack = position.stacks[index];
            if stack != 0 {
                let piece = Piece::Stack(stones(stack));
                scene.cell_mut(Square::from_index(index, SIDE)).piece = Some(piece);
            }
        }
        let outcome = self.outcome(position);
        let over = outcome.is_some();
        if let Some(winner) = outcome.and_then(|outcome| outcome.winner()) {
            scene.winning = squares_of_lines(position.tops[winner.index()]);
        }
        for side in Player::all(2) {
            let played = (position.plies + 1 - side.0) / 2;
            let left = self.stones() - played;
            let hand = HandItem { name: "stone".to_owned(), count: left.into(), length: 1 };
            scene.panels.push(Panel {
                side,
                to_move: !over && self.turn(position) == side,
                score: None,
                hand: vec![hand],
                held: Vec::new(),
                notes: Vec::new(),
            });
        }
        scene
    }

    /// Follows the walk instead of generating all sowings: a tall stack has millions of them.
    fn follow(&self, position: &Position, chosen: &[Step]) -> (Vec<Step>, Option<Move>) {
        let no_continuation = (Vec::new(), None);
        let step_to = |index| Step::Square(Square::from_index(index, SIDE));
        if self.outcome(position).is_some() || squares(chosen).count() < chosen.len() {
            return no_continuation;
        }
        let mut path = squares(chosen);
        let Some(origin) = path.next() else {
            let stacks = (0..SQUARES).filter(|index| position.stacks[*index] != 0);
            return (sorted(stacks.map(step_to)), None);
        };
        let stones = height(position.stacks[origin]) + 1;
        if stones == 1 {
            return no_continuation;
        }
        let mut walk = Path::EMPTY;
        let (mut here, mut arrived) = (origin, NO_DIRECTION);
        let next_squares = |here, arrived| {
            let open = (0..4).filter(move |direction| may_leave(arrived, *direction));
            open.filter_map(move |direction| Some((direction, neighbour(here, direction)?)))
        };
        for (made, to) in path.enumerate() {
            let step = next_squares(here, arrived).find(|(_, square)| *square == to);
            let Some((direction, _)) = step.filter(|_| made < stones) else {
                return no_continuation;
            };
            walk = walk.then(direction);
            (here, arrived) = (to, direction);
        }
        if chosen.len() > stones {
            return (Vec::new(), Some(Move::new(origin, walk)));
        }
        (sorted(next_squares(here, arrived).map(|(_, square)| step_to(square))), None)
    }

    /// Lifts the stack with the player's stone on top, and drops a stone at each step.
    fn preview(&self, position: &Position, chosen: &[Step]) -> Scene {
        let mut sown = *position;
        let mover = self.turn(position).index();
        let mut path = squares(chosen);
        let origin = path.next().filter(|origin| position.stacks[*origin] != 0);
        let Some(origin) = origin else { return self.scene(position) };
        let mut hand = sown.lift(origin);
        hand |= stone_of(mover) << (2 * height(hand));
        for square in path {
            if hand != 0 {
                sown.push(square, hand & 3);
                hand >>= 2;
            }
        }
        let mut scene = self.scene(&sown);
        let panel = &mut scene.panels[mover];
        panel.hand.iter_mut().for_each(|stones| stones.count = stones.count.saturating_sub(1));
        panel.held = stones(hand);
        scene
    }

    fn prompt(&self, position: &Position, chosen: &[Step]) -> String {
        let mut path = squares(chosen);
        let Some(origin) = path.next() else {
            return "Choose a stack to put your stone on".to_owned();
        };
        let left = (height(position.stacks[origin]) + 1).saturating_sub(path.count());
        format!("Drop the next stone on a neighbour: {left} left")
    }

    fn why_not(&self, position: &Position, chosen: &[Step], step: Step) -> Option<WhyNot> {
        let to = step.square().filter(|square| square.is_on(SIDE, SIDE))?;
        let mut path = squares(chosen).rev();
        let Some(last) = path.next() else {
            let is_empty = position.stacks[to.index(SIDE)] == 0;
            return is_empty.then(|| format!("{to} is empty; choose a stack to sow").into());
        };
        let here = Square::from_index(last, SIDE);
        let reason = if to == here {
            format!("the next stone must be dropped on a neighbour of {here}")
        } else if path.next() == Some(to.index(SIDE)) {
            format!("a sowing cannot go straight back to {to}")
        } else {
            format!("{to} is not an orthogonal neighbour of {here}")
        };
        Some(reason.into())
    }

    /// The number of stones on the board determines the player to move, so this counts one more.
    fn with_turn(&self, position: &Position, player: Player) -> Option<Position> {
        let mut position = *position;
        position.plies += u8::from(self.turn(&position) != player);
        self.outcome(&position).is_none().then_some(position)
    }

    fn steps(&self, _position: &Position, mv: Move) -> Vec<Step> {
        std::iter::once(mv.origin())
            .chain(mv.squares())
            .map(|index| Step::Square(Square::from_index(index, SIDE)))
            .collect()
    }

    fn reason(&self, position: &Position, outcome: &Outcome) -> String {
        let Some(winner) = outcome.winner() else {
            return format!("all {} stones are played and nobody has a line", 2 * self.stones());
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
