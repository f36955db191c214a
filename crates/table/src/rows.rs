//! The move list in numbered rows.

use serde::Serialize;
use strata_records::number_moves;

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
        let moves: Vec<NodeId> =
            line.iter().copied().filter(|id| self[*id].parent.is_some()).collect();
        let columns = self[Self::ROOT].position.players();
        let mut rows: Vec<MoveRow> = Vec::new();
        let numbers = number_moves(moves.iter().map(|id| self[*id].player));
        for (id, place) in moves.iter().zip(numbers) {
            if rows.last().is_none_or(|row| row.number != place.number) {
                rows.push(MoveRow { number: place.number, moves: vec![None; columns] });
            }
            if let Some(row) = rows.last_mut() {
                row.moves[place.player.index()] = Some(*id);
            }
        }
        rows
    }
}
