//! The position editor for Isaac.

use strata_rules::{Brush, Edit, Player, Setting, Square};

use super::play::Board;
use super::position::{Phase, Position, WIN};
use super::text::{name, tile_between};
use super::tiles::{KINDS, LENGTHS, Placement, Rack, SIDE, SUPPLY};

/// A setting of the editor.
#[derive(Clone, Copy)]
enum Field {
    Phase,
    Turn,
    FirstPasser,
    Out,
    Score(usize),
    Unplaced(usize, usize),
}

/// The settings in the current phase.
fn fields(draft: &Position) -> Vec<Field> {
    let mut fields = vec![Field::Phase, Field::Turn];
    match draft.phase {
        Phase::Placing { .. } => fields.push(Field::FirstPasser),
        Phase::Scoring { .. } => {
            fields.push(Field::Out);
            fields.extend([0, 1].map(Field::Score));
            let kinds = |player| (0..KINDS).map(move |kind| Field::Unplaced(player, kind));
            fields.extend([0, 1].into_iter().flat_map(kinds));
        }
    }
    fields
}

/// The labels for neither player, one of them, or both.
fn players() -> Vec<&'static str> {
    vec!["nobody", name(0), name(1), "both"]
}

impl Field {
    fn setting(self, draft: &Position) -> Setting {
        match self {
            Self::Phase => {
                let scoring = matches!(draft.phase, Phase::Scoring { .. });
                Setting::word("Phase", vec!["placement", "scoring"], scoring.into())
            }
            Self::Turn => Setting::word("Turn", vec![name(0), name(1)], draft.turn.into()),
            Self::FirstPasser => {
                let passer = match draft.phase {
                    Phase::Placing { first_passer: Some(player) } => usize::from(player) + 1,
                    _ => 0,
                };
                Setting::word("First to pass", players()[..3].to_vec(), passer)
            }
            Self::Out => {
                let out = match draft.phase {
                    Phase::Scoring { out } => usize::from(out[0]) + 2 * usize::from(out[1]),
                    Phase::Placing { .. } => 0,
                };
                Setting::word("Out", players(), out)
            }
            Self::Score(player) => {
                Setting::number(format!("{}'s score", name(player)), draft.counters[player], WIN)
            }
            Self::Unplaced(player, kind) => {
                let rack = &draft.racks[player];
                let unplaced = rack.unplaced(kind);
                Setting::number(
                    format!("{}'s unplaced {}s", name(player), LENGTHS[kind]),
                    unplaced,
                    unplaced + rack.removed(kind),
                )
            }
        }
    }

    fn set(self, draft: &mut Position, value: u8) {
        match self {
            Self::Phase if value == 0 => {
                draft.phase = Phase::Placing { first_passer: None };
                draft.counters = [0; 2];
                for rack in &mut draft.racks {
                    (0..KINDS).for_each(|kind| set_unplaced(rack, kind, SUPPLY[kind]));
                }
            }
            Self::Phase => draft.phase = Phase::Scoring { out: [false; 2] },
            Self::Turn => draft.turn = value,
            Self::FirstPasser => {
                draft.phase = Phase::Placing { first_passer: value.checked_sub(1) };
            }
            Self::Out => draft.phase = Phase::Scoring { out: [value & 1 > 0, value & 2 > 0] },
            Self::Score(player) => draft.counters[player] = value,
            Self::Unplaced(player, kind) => set_unplaced(&mut draft.racks[player], kind, value),
        }
    }
}

/// Makes `unplaced` of the tiles that are not on the board unplaced and the others removed.
fn set_unplaced(rack: &mut Rack, kind: usize, unplaced: u8) {
    (0..rack.removed(kind)).for_each(|_| rack.restore(kind));
    (unplaced..rack.unplaced(kind)).for_each(|_| rack.mark_removed(kind));
}

/// The index of the first counter brush, after one tile brush per player.
const COUNTERS: usize = 2;

impl Edit for Board {
    fn brushes(&self, draft: &Position) -> Vec<Brush> {
        let brush = |player: usize, what: &str, squares| Brush {
            name: format!("{} {what}", name(player)),
            owner: Some(Player(player as u8)),
            squares,
        };
        let mut brushes: Vec<Brush> = [0, 1].map(|player| brush(player, "tile", 2)).into();
        if let Phase::Scoring { .. } = draft.phase {
            brushes.extend([0, 1].map(|player| brush(player, "counter", 1)));
        }
        brushes
    }

    fn settings(&self, draft: &Position) -> Vec<Setting> {
        fields(draft).into_iter().map(|field| field.setting(draft)).collect()
    }

    fn put(&self, draft: &mut Position, brush: usize, squares: &[Square]) -> Result<(), String> {
        if let Some(player) = brush.checked_sub(COUNTERS) {
            let number = squares[0].index(SIDE) as u8;
            draft.counters[player] = if player == 0 { number } else { WIN - 1 - number };
            return Ok(());
        }
        let (kind, place) = tile_between(squares[0], squares[squares.len() - 1])?;
        if let Some(square) = draft.first_occupied(kind, place) {
            return Err(format!("{square} is taken"));
        }
        if !draft.racks[brush].has_unplaced(kind) {
            draft.racks[brush].restore(kind);
        }
        if !draft.racks[brush].has_unplaced(kind) {
            let (name, length, supply) = (name(brush), LENGTHS[kind], SUPPLY[kind]);
            return Err(match supply {
                1 => format!("{name}'s only tile of length {length} is already on the board"),
                _ => format!(
                    "all {supply} of {name}'s tiles of length {length} are already on the board"
                ),
            });
        }
        draft.place(brush, kind, place);
        Ok(())
    }

    /// Returns a tile to the hand. Counters cannot be removed, only moved.
    fn take(&self, draft: &mut Position, square: Square) {
        for player in 0..2 {
            let covers = |(kind, place): &(usize, Placement)| place.covers(LENGTHS[*kind], square);
            let found = draft.racks[player].on_board().find(covers);
            if let Some((kind, place)) = found {
                draft.remove(player, kind, place);
                draft.racks[player].restore(kind);
            }
        }
    }

    fn set(&self, draft: &mut Position, setting: usize, value: u32) {
        fields(draft)[setting].set(draft, value as u8);
    }

    fn clear(&self, draft: &mut Position) {
        *draft = Position::empty(draft.phase, draft.turn, draft.counters);
    }
}
