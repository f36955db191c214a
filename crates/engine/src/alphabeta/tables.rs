//! The transposition tables of a search.

use strata_rules::Evaluator;

use super::keys::{Key, Keys};
use super::window::{SearchResult, Window};
use crate::TranspositionTable;
use crate::transposition::{Bound, Entry, Proof};
use crate::value::{INFINITY, is_decisive};

/// The table of the search, and an overlay for lines other than the first: results go into the
/// overlay, so that the first line does not depend on the number of lines.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a> {
    pub(super) main: &'a TranspositionTable,
    pub(super) overlay: Option<&'a TranspositionTable>,
}

/// What the tables know about a node, with scores as distances from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) key: Key,
    /// The best move, as an index under the key's symmetry.
    pub(super) move_index: Option<u16>,
    /// Proven lower and upper bounds of the score.
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The entry, for its depth and estimate.
    entry: Option<Entry>,
}

impl Tables<'_> {
    /// Starts to read the entry of a node that will be looked up soon.
    pub(super) fn prefetch(&self, hash: u64) {
        self.main.prefetch(hash);
    }

    fn probe(&self, hash: u64) -> Option<Entry> {
        self.overlay.and_then(|table| table.probe(hash)).or_else(|| self.main.probe(hash))
    }

    /// Looks up a node.
    pub(super) fn look_up<G: Evaluator>(
        &self,
        keys: &Keys<'_, G>,
        position: &G::Position,
        key: Key,
        ply: usize,
    ) -> Known {
        let entry = self.probe(key.hash);
        let move_index = entry.and_then(|entry| entry.move_index);
        let mut known = Known { key, move_index, lower: -INFINITY, upper: INFINITY, entry };
        if entry.is_some_and(|entry| entry.has_proof)
            && let Some(code) = keys.code(position, key)
        {
            let mut add = |table: &TranspositionTable| {
                if let Some(proof) = table.probe_proof(code) {
                    let score = score_from_table(proof.score, ply);
                    if proof.bound.is_lower() {
                        known.lower = known.lower.max(score);
                    }
                    if proof.bound.is_upper() {
                        known.upper = known.upper.min(score);
                    }
                    known.move_index = proof.move_index.or(known.move_index);
                }
            };
            add(self.main);
            self.overlay.into_iter().for_each(&mut add);
        }
        known
    }

    /// Stores the result of a node that was searched with this window.
    #[expect(clippy::too_many_arguments, reason = "they describe one node")]
    pub(super) fn store<G: Evaluator>(
        &self,
        keys: &Keys<'_, G>,
        position: &G::Position,
        known: &Known,
        result: SearchResult,
        bound: Bound,
        move_index: Option<u16>,
        depth: i32,
        ply: usize,
    ) {
        let table = self.overlay.unwrap_or(self.main);
        let move_index = move_index.or(known.move_index);
        let depth = depth.clamp(0, 255) as u8;
        let mut entry = Entry {
            score: result.score,
            depth,
            bound,
            has_proof: known.lower > -INFINITY || known.upper < INFINITY,
            move_index,
        };
        if result.proven {
            // A proof is not an estimate. Without a code it is not stored at all.
            entry = Entry { score: 0, bound: Bound::None, ..entry };
            if let Some(code) = keys.code(position, known.key) {
                let proof = Proof { score: score_to_table(result.score, ply), bound, move_index };
                table.store_proof(code, proof, depth);
                entry.has_proof = true;
            }
        }
        table.store(known.key.hash, entry);
    }
}

impl Known {
    /// The result of a node with this window, if the tables decide it.
    pub(super) fn result(&self, window: Window, depth: i32) -> Option<SearchResult> {
        if self.lower >= window.beta || self.lower == self.upper {
            return Some(SearchResult::proven(self.lower));
        }
        if self.upper <= window.alpha {
            return Some(SearchResult::proven(self.upper));
        }
        let entry = self.entry.filter(|entry| i32::from(entry.depth) >= depth)?;
        // An estimate outside the proven bounds is outdated.
        let is_possible = self.lower < entry.score && entry.score < self.upper;
        let settles = entry.bound.settles(entry.score, window.alpha, window.beta);
        (is_possible && settles).then_some(SearchResult::estimate(entry.score))
    }

    /// The part of the window that the proven bounds leave open.
    pub(super) fn narrow(&self, window: Window) -> Window {
        Window { alpha: window.alpha.max(self.lower), beta: window.beta.min(self.upper) }
    }
}

/// Converts a score from distance to the root to distance to the node, for storing.
fn score_to_table(score: i32, ply: usize) -> i32 {
    if is_decisive(score) { score + score.signum() * ply as i32 } else { score }
}

/// Converts a stored score to distance to the root.
fn score_from_table(score: i32, ply: usize) -> i32 {
    if is_decisive(score) { score - score.signum() * ply as i32 } else { score }
}
