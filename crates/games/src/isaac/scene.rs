//! Scenes and steps of Isaac.

use strata_rules::text::counted;
use strata_rules::{
    Edge, Game, HandItem, Outcome, Panel, Player, Ruler, Scene, Show, Square, Step, Tile, WhyNot,
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
    let sum = sum(&owners_turn, kind, place);
    Some(if owners_turn.holds_counter(kind, place) {
        format!("{sum}, but a counter stands on it")
    } else if !owners_turn.is_long_enough(kind) {
        format!("{sum}, but a longer tile was removed before")
    } else {
        sum
    })
}

/// How the score for removing a tile is computed: "value 4 × 4 other tiles = 16".
pub(super) fn sum(position: &Position, kind: usize, place: Placement) -> String {
    let others = counted(position.tiles_along(place) as usize - 1, "other tile");
    let doubled = match position.doublings()[place.line_index()] {
        0 => "",
        1 => " × 2 for a counter",
        _ => " × 4 for both counters",
    };
    let score = position.removal_score(kind, place);
    format!("value {} × {others}{doubled} = {score}", VALUES[kind])
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

    fn follow(&self, position: &Position, chosen: &[Step]) -> (Vec<Step>, Option<Move>) {
        self.follow_entry(position, chosen)
    }

    fn number_label(&self, number: u32) -> String {
        format!("Score {number}")
    }

    fn prompt(&self, position: &Position, chosen: &[Step]) -> String {
        let next = self.follow(position, chosen).0;
        let is_pass = matches!(next[..], [Step::Word(_)]);
        match (position.phase, chosen) {
            (Phase::Placing { .. }, []) if is_pass => "None of your tiles fits: pass".to_owned(),
            (Phase::Placing { .. }, []) => {
                "Choose a tile, or one of its ends on the board".to_owned()
            }
            (Phase::Placing { .. }, [Step::Tile { .. }, ..]) => {
                "Choose where the tile lies".to_owned()
            }
            (Phase::Placing { .. }, _) => "Choose its other end".to_owned(),
            (Phase::Scoring { .. }, []) if is_pass => "No tile can be removed: pass".to_owned(),
            (Phase::Scoring { .. }, []) => "Choose one of your tiles to remove".to_owned(),
            (Phase::Scoring { .. }, _) => {
                let most = next.iter().filter_map(|step| step.number()).max().unwrap_or_default();
                let tile = position.removal_from(chosen);
                let sum = tile.map(|(kind, place)| format!(" ({})", sum(position, kind, place)));
                format!("Score up to {most}{}", sum.unwrap_or_default())
            }
        }
    }

    fn why_not(&self, position: &Position, chosen: &[Step], step: Step) -> Option<WhyNot> {
        let square = step.square().filter(|square| square.is_on(SIDE, SIDE))?;
        let is_placing = matches!(position.phase, Phase::Placing { .. });
        let is_free = self.scene(position).tile_at(square).is_none();
        let can_place_somewhere = position.can_place(position.turn.into());
        let reason = match chosen {
            _ if !is_placing => return None,
            [Step::Tile { .. }] if !is_free => format!("{square} is already covered by a tile"),
            _ if !is_free => return None,
            [] if can_place_somewhere => {
                let owner = name(position.turn.into());
                format!("none of {owner}'s tiles fits with an end on {square}")
            }
            [Step::Tile { length, .. }] => {
                format!("no tile of {length} fits over {square} this way")
            }
            _ => return None,
        };
        Some(reason.into())
    }

    fn with_turn(&self, position: &Position, player: Player) -> Option<Position> {
        let mut position = *position;
        position.set_turn(player.0);
        let is_out = matches!(position.phase, Phase::Scoring { out } if out[player.index()]);
        (!is_out).then_some(position)
    }

    fn counter_path(&self, position: &Position, mv: Move) -> Vec<Square> {
        let Move::Remove { points: points @ 1.., .. } = mv else { return Vec::new() };
        let player = usize::from(position.turn);
        let start = position.counters[player];
        (start..=start + points).filter_map(|score| counter_square(player, score)).collect()
    }

    /// Shows a tile being placed or its first end, or fades a tile being removed.
    fn preview(&self, position: &Position, chosen: &[Step]) -> Scene {
        let mut position = *position;
        if let Some(points) = self.chosen_points(&position, chosen) {
            // Show the counter where it would be after the move.
            let counter = &mut position.counters[usize::from(position.turn)];
            *counter = counter.saturating_add(points).min(WIN);
        }
        let mut scene = self.scene(&position);
        let first = chosen.first().and_then(|step| step.square());
        match (self.chosen_ends(&position, chosen), first) {
            (Some((from, to)), _) => {
                let owner = Player(position.turn);
                let (value, note) = (None, None);
                scene.tiles.push(Tile { owner, from, to, value, note, ghost: true });
            }
            (None, Some(from)) => {
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
