//! The move list in numbered rows.

use serde::Serialize;
use strata_records::number_moves;
use strata_rules::Player;

use crate::{History, NodeId};

/// A row of the move list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveRow {
    /// The number of the row, from 1.
    pub number: usize,
    /// The move of each player in this row, in player order.
    pub moves: Vec<Option<NodeId>>,
}

impl History {
    /// The moves of these nodes in numbered rows with one column for each player, numbered as in
    /// records. The root has no move and is left out.
    pub fn rows(&self, line: &[NodeId]) -> Vec<MoveRow> {
        let moves = line.iter().copied().filter(|id| self[*id].parent.is_some());
        let columns = self[Self::ROOT].position.players();
        numbered_rows(moves.map(|id| (id, self[id].player)), columns)
    }
}

/// Moves, each with its player, in numbered rows with so many columns; see [`History::rows`].
pub fn numbered_rows(
    moves: impl Iterator<Item = (NodeId, Player)> + Clone,
    columns: usize,
) -> Vec<MoveRow> {
    let mut rows: Vec<MoveRow> = Vec::new();
    let numbers = number_moves(moves.clone().map(|(_, player)| player));
    for ((id, _), place) in moves.zip(numbers) {
        if rows.last().is_none_or(|row| row.number != place.number) {
            rows.push(MoveRow { number: place.number, moves: vec![None; columns] });
        }
        if let Some(row) = rows.last_mut() {
            row.moves[place.player.index()] = Some(id);
        }
    }
    rows
}
