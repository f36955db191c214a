//! Scenes and steps of Isaac.

use strata_rules::text::{counted, ranges};
use strata_rules::{
    Edge, Game, HandItem, Outcome, Panel, Player, Ruler, Scene, Show, Square, Step, Tile,
    follow_moves,
};

use super::play::{Board, Move};
use super::position::{FEWER_TILES, HIGHER_SCORE, LONGER_LINE, Phase, Position, REACHED_100, WIN};
use super::score::counter_square;
use super::text::name;
use super::tiles::{KINDS, LENGTHS, Placement, SIDE, VALUES};

/// Each player's units along their bottom edge and tens up their left edge.
fn rulers() -> Vec<Ruler> {
    let count = |step: usize, down: bool| -> Vec<String> {
        (0..SIDE).map(|n| (step * if down { SIDE - 1 - n } else { n }).to_string()).collect()
    };
    [
        (0, Edge::Bottom, count(1, false)),
        (0, Edge::Left, count(SIDE, false)),
        (1, Edge::Top, count(1, true)),
        (1, Edge::Right, count(SIDE, true)),
    ]
    .map(|(owner, edge, labels)| Ruler { owner: Player(owner), edge, labels })
    .into()
}

/// The score for removing a tile if it were its owner's turn, or why it cannot be removed.
fn removal_note(
    position: &Position,
    player: usize,
    kind: usize,
    place: Placement,
) -> Option<String> {
    let Phase::Scoring { .. } = position.phase else { return None };
    let mut owners_turn = *position;
    owners_turn.turn = player as u8;
    let score = owners_turn.removal_score(kind, place);
    Some(if owners_turn.holds_counter(kind, place) {
        format!("worth {score}, but a counter stands on it")
    } else if !owners_turn.is_long_enough(kind) {
        format!("worth {score}, but a longer tile was removed before")
    } else {
        format!("removing it scores {score}")
    })
}

impl Board {
    fn panel(&self, position: &Position, player: usize) -> Panel {
        let rack = &position.racks[player];
        let hand = (0..KINDS)
            .filter(|&kind| rack.unplaced(kind) > 0)
            .map(|kind| HandItem {
                name: format!("tile of {}", LENGTHS[kind]),
                count: rack.unplaced(kind).into(),
                length: LENGTHS[kind],
            })
            .collect();
        let mut notes = Vec::new();
        match position.phase {
            Phase::Placing { first_passer } if first_passer == Some(player as u8) => {
                notes.push("passed first".to_owned());
            }
            Phase::Placing { .. } => {}
            Phase::Scoring { out } => {
                if let Some(kind) = rack.longest_removed() {
                    notes.push(format!("longest removed {}", LENGTHS[kind]));
                }
                if out[player] {
                    notes.push("out".to_owned());
                }
            }
        }
        Panel {
            side: Player(player as u8),
            to_move: self.outcome(position).is_none() && usize::from(position.turn) == player,
            score: Some(position.counters[player].into()),
            hand,
            held: Vec::new(),
            notes,
        }
    }
}

impl Show for Board {
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::new(SIDE as u8, SIDE as u8);
        scene.rulers = rulers();
        for player in 0..2 {
            let tile = |(kind, place): (usize, Placement)| Tile {
                owner: Player(player as u8),
                from: place.from(),
                to: place.to(LENGTHS[kind]),
                value: Some(VALUES[kind]),
                note: removal_note(position, player, kind, place),
                ghost: false,
            };
            scene.tiles.extend(position.racks[player].on_board().map(tile));
            scene.panels.push(self.panel(position, player));
        }
        if let Phase::Scoring { .. } = position.phase {
            for (player, square) in position.counter_squares().into_iter().enumerate() {
                if let Some(square) = square {
                    scene.cell_mut(square).counter = Some(Player(player as u8));
                }
            }
        }
        scene.phase = match position.phase {
            _ if self.outcome(position).is_some() => None,
            Phase::Placing { .. } => Some("placement"),
            Phase::Scoring { .. } => Some("scoring"),
        };
        scene
    }

    /// A tile may be placed from either end.
    fn follow(&self, position: &Position, chosen: &[Step]) -> (Vec<Step>, Option<Move>) {
        let first = chosen.first().and_then(|step| step.square());
        // There are hundreds of placements, and most of them start elsewhere.
        let starts_there = |kind: u8, place: u8| {
            let (place, length) = (Placement(place), LENGTHS[usize::from(kind)]);
            first.is_none_or(|first| first == place.from() || first == place.to(length))
        };
        follow_moves(self, position, chosen, |mv| {
            let steps = || self.steps(position, mv);
            let (steps, turned) = match mv {
                Move::Place { kind, place } if starts_there(kind, place) => {
                    (Some(steps()), Some(steps().into_iter().rev().collect()))
                }
                Move::Place { .. } => (None, None),
                Move::Remove { .. } | Move::Pass => (Some(steps()), None),
            };
            steps.into_iter().chain(turned)
        })
    }

    fn number_label(&self, number: u32) -> String {
        format!("Score {number}")
    }

    fn prompt(&self, position: &Position, chosen: &[Step]) -> String {
        let next = self.follow(position, chosen).0;
        let is_pass = matches!(next[..], [Step::Word(_)]);
        match (position.phase, chosen) {
            (Phase::Placing { .. }, []) if is_pass => "None of your tiles fits: pass".to_owned(),
            (Phase::Placing { .. }, []) => "Choose one end of a tile".to_owned(),
            (Phase::Placing { .. }, _) => "Choose its other end".to_owned(),
            (Phase::Scoring { .. }, []) if is_pass => "No tile can be removed: pass".to_owned(),
            (Phase::Scoring { .. }, []) => "Choose one of your tiles to remove".to_owned(),
            (Phase::Scoring { .. }, _) => {
                let points: Vec<u32> = next.iter().filter_map(|step| step.number()).collect();
                format!("Choose how many points to score: {}", ranges(&points))
            }
        }
    }

    fn why_not(&self, position: &Position, chosen: &[Step], step: Step) -> Option<String> {
        let square = step.square().filter(|square| square.is_on(SIDE, SIDE))?;
        let is_placing = matches!(position.phase, Phase::Placing { .. });
        let is_free = self.scene(position).tile_at(square).is_none();
        let can_place_somewhere = position.can_place(position.turn.into());
        (chosen.is_empty() && is_placing && is_free && can_place_somewhere).then(|| {
            format!("none of {}'s tiles fits with an end on {square}", name(position.turn.into()))
        })
    }

    /// Shows the first end of a tile being placed, or fades a tile being removed.
    fn preview(&self, position: &Position, chosen: &[Step]) -> Scene {
        let mut position = *position;
        if let Some(points) = chosen.last().and_then(|step| step.number()) {
            // Show the counter where it would be after the move.
            let counter = &mut position.counters[usize::from(position.turn)];
            *counter = counter.saturating_add(points.try_into().unwrap_or(WIN)).min(WIN);
        }
        let mut scene = self.scene(&position);
        let first = chosen.first().and_then(|step| step.square());
        match (first, position.phase) {
            (Some(from), Phase::Placing { .. }) if from.is_on(SIDE, SIDE) => {
                let owner = Player(position.turn);
                let (value, note) = (None, None);
                scene.tiles.push(Tile { owner, from, to: from, value, note, ghost: true });
            }
            (Some(from), Phase::Scoring { .. }) => {
                scene.tiles.iter_mut().for_each(|tile| tile.ghost = tile.from == from);
            }
            _ => {}
        }
        scene
    }

    fn steps(&self, _position: &Position, mv: Move) -> Vec<Step> {
        match mv {
            Move::Place { kind, place } => {
                let (place, length) = (Placement(place), LENGTHS[usize::from(kind)]);
                vec![Step::Square(place.from()), Step::Square(place.to(length))]
            }
            Move::Remove { place, points, .. } => {
                vec![Step::Square(Placement(place).from()), Step::Number(points.into())]
            }
            Move::Pass => vec![Step::Word("pass")],
        }
    }

    fn touched(&self, position: &Position, mv: Move) -> Vec<Square> {
        let covered = |kind: u8, place: u8| {
            let (place, length) = (Placement(place), usize::from(LENGTHS[usize::from(kind)]));
            let cells = place.start()..place.start() + length;
            cells.map(move |cell| Placement::on_line(place.line(), cell, place.is_upright()).from())
        };
        match mv {
            Move::Place { kind, place } => covered(kind, place).collect(),
            Move::Remove { kind, place, points } => {
                let player = usize::from(position.turn);
                let landed = counter_square(player, position.counters[player] + points);
                covered(kind, place).chain(landed.filter(|_| points > 0)).collect()
            }
            Move::Pass => Vec::new(),
        }
    }

    fn reason(&self, position: &Position, outcome: &Outcome) -> String {
        let winner = outcome.winner().map_or(0, Player::index);
        let loser = winner ^ 1;
        let (best, other) = (name(winner), name(loser));
        let [score, other_score] = [winner, loser].map(|player| position.counters[player]);
        let [line, other_line] = [winner, loser].map(|player| position.unplaced_line(player));
        match outcome.decided_by {
            REACHED_100 => format!("{best} reached 100"),
            HIGHER_SCORE => format!("{best} has {score} points, {other} {other_score}"),
            LONGER_LINE => format!(
                "{score} points each, and {best}'s unplaced tiles make a line of {} squares, {other}'s {}",
                line.0, other_line.0
            ),
            FEWER_TILES => format!(
                "{score} points and a line of {} unplaced squares each, which {best} makes with {} and {other} with {}",
                line.0,
                counted(line.1 as usize, "tile"),
                counted(other_line.1 as usize, "tile")
            ),
            _ => format!("{score} points and equal unplaced tiles each, and Dark started"),
        }
    }
}
