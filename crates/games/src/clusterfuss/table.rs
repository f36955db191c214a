//! The result of every position of the 4×4 board that can occur in a game.
//!
//! `table.bin` contains the 85,432 positions up to symmetry, translation and colours, in the order of
//! their keys: the difference of each key to the one before it, doubled, plus 1 if the player to move
//! wins, as LEB128. `cargo run --release -p strata-games --example clusterfuss_table` recomputes it.

use std::sync::OnceLock;

use strata_rules::grid::Word;

use super::play::{Board, Position};
use crate::tables::{TableFile, embedded};

/// The board of the table.
pub(super) const SIDE: usize = 4;

/// The positions.
pub(crate) static FILE: TableFile =
    TableFile::new("clusterfuss", "table.bin", embedded!("table.bin"));

/// The keys in ascending order, each doubled, plus 1 if the player to move wins; `None` until the
/// file is loaded.
fn entries() -> Option<&'static [u32]> {
    static ENTRIES: OnceLock<Vec<u32>> = OnceLock::new();
    let data = FILE.data()?;
    Some(ENTRIES.get_or_init(|| decode(data)))
}

fn decode(file: &[u8]) -> Vec<u32> {
    let mut entries = Vec::new();
    let (mut key, mut number, mut shift) = (0, 0, 0);
    for byte in file {
        number |= u32::from(byte & 0x7F) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            key += number >> 1;
            entries.push(key << 1 | number & 1);
            (number, shift) = (0, 0);
        }
    }
    entries
}

impl<const N: usize, W: Word> Board<N, W> {
    /// Whether the player to move wins with best play, if the table has the position.
    pub(super) fn known_to_win(&self, position: &Position<W>) -> Option<bool> {
        if self.grid.side() != SIDE {
            return None;
        }
        let key = u32::try_from(self.canonical_key(position)?).ok()?;
        let entries = entries()?;
        let place = entries.binary_search_by_key(&key, |entry| entry >> 1).ok()?;
        Some(entries[place] & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use strata_rules::{Evaluator, Family, Game, Options, Random};

    use super::super::Clusterfuss;
    use super::*;

    type Small = Board<4, u32>;

    fn board() -> Small {
        let info = Clusterfuss::INFO;
        let options = Options::from_pairs(info.id, info.options, [("size", "4")]);
        Small::new(options.expect("a board"))
    }

    fn after_each_move(board: &Small, position: &Position<u32>) -> Vec<Position<u32>> {
        let mut next = Vec::new();
        board.for_each_move(position, |mv| {
            let mut child = *position;
            board.play(&mut child, mv);
            next.push(child);
        });
        next
    }

    /// Every move removes a checker, so results that agree with those one move later are all correct.
    #[test]
    fn every_reachable_position_is_in_the_table_and_agrees_with_its_moves() {
        let board = board();
        let mut seen = HashSet::new();
        let mut open = vec![board.start()];
        while let Some(position) = open.pop() {
            if !seen.insert(board.proof_key(&position)) {
                continue;
            }
            let next = after_each_move(&board, &position);
            let wins = next.iter().any(|next| match board.outcome(next) {
                Some(outcome) => outcome.winner() == Some(board.turn(&position)),
                None => board.known_to_win(next) == Some(false),
            });
            assert_eq!(board.known_to_win(&position), Some(wins), "{position:?}");
            open.extend(next.into_iter().filter(|next| {
                assert!(next.occupied().count() < position.occupied().count());
                board.outcome(next).is_none()
            }));
        }
        assert_eq!(seen.len(), 85_432);
        assert_eq!(entries().map_or(0, <[u32]>::len), seen.len());
    }

    #[test]
    fn table_agrees_with_plain_minimax() {
        fn wins(board: &Small, position: &Position<u32>) -> bool {
            after_each_move(board, position).iter().any(|next| match board.outcome(next) {
                Some(outcome) => outcome.winner() == Some(board.turn(position)),
                None => !wins(board, next),
            })
        }
        const MAX_CHECKERS: u32 = 8;
        let board = board();
        let mut random = Random::new(5);
        let mut tally = [0, 0];
        for _ in 0..300 {
            let mut position = board.start();
            while position.occupied().count() > MAX_CHECKERS
                && let Some(mv) = board.random_move(&position, &mut random)
            {
                board.play(&mut position, mv);
            }
            if board.outcome(&position).is_none() {
                let expected = wins(&board, &position);
                assert_eq!(board.known_to_win(&position), Some(expected), "{position:?}");
                tally[usize::from(expected)] += 1;
            }
        }
        assert!(tally.iter().all(|count| *count > 20), "{tally:?}");
    }

    #[test]
    fn unconnected_positions_are_not_in_the_table() {
        let board = board();
        let corners = board.assemble([0b1, 1 << 15], 0, super::super::play::Pie::Declined);
        assert_eq!(board.known_to_win(&corners), None);
    }
}
