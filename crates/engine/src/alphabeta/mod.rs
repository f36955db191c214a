//! Iterative deepening alpha-beta search for two players.
//!
//! A result is proven only if every leaf below it is the end of a game. Moves and nodes may be
//! reduced or pruned, but then the score is an estimate, which is never proven.

mod endgame;
mod keys;
mod moves;
mod node;
mod pruning;
mod root;
mod tables;
mod window;

use strata_rules::{EndgameVisitor, Evaluator};

pub use keys::ReferencePosition;

use crate::limits::SearchControl;
use crate::{Limits, Line, Report, Signals, TranspositionTable, threads};
use keys::Keys;
use node::{MAX_PLIES, Worker};
use root::RootMove;
use tables::Tables;

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The search limits.
    pub limits: Limits,
    /// The number of best moves to evaluate (multi-PV); at least one.
    pub lines: usize,
    /// The number of threads (lazy SMP).
    pub threads: usize,
    /// Whether symmetric positions near the root share table entries.
    pub symmetry: bool,
    /// Whether to try to solve endgames and to look up precomputed results.
    pub prove: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self { limits: Limits::default(), lines: 1, threads: 1, symmetry: true, prove: true }
    }
}

/// The depth searched for move ordering before an attempt to solve an endgame.
const ORDERING_DEPTH: u32 = 4;

/// The part of the table's size that lines other than the first have for themselves, at most.
const OVERLAY_PART: usize = 4;

/// The overlay needs no more than this for each node of a search: its entry and its proof, in a table
/// that is at most half full.
const OVERLAY_BYTES_PER_NODE: u64 = 128;

/// Searches a position of a two-player game and returns the best lines.
///
/// Pass the same `reference` to consecutive searches, so that they can share table entries; see
/// [`ReferencePosition`].
pub fn search<'s, G: Evaluator>(
    game: &G,
    position: &G::Position,
    setup: &Setup,
    table: &TranspositionTable,
    reference: &mut ReferencePosition<G>,
    signals: impl Into<Signals<'s>>,
    show: &mut dyn FnMut(Report<G::Move>),
) -> Report<G::Move> {
    let control = SearchControl::new(&setup.limits, signals);
    let reference_position = reference.update(game, position);
    let number = reference.number();
    if let Some(reference) = reference_position {
        let visitor = SearchEndgame { setup, table, number, control: &control, show: &mut *show };
        if let Some(report) = game.visit_endgame(&reference, position, visitor) {
            return report;
        }
    }
    let keys = Keys::new(game, reference_position, number, setup.symmetry);
    search_with_keys(game, position, setup, table, &keys, &control, show)
}

/// Searches the rest of a game as a game of its own.
struct SearchEndgame<'a, M> {
    setup: &'a Setup,
    table: &'a TranspositionTable,
    /// The number of the reference position.
    number: u64,
    control: &'a SearchControl<'a>,
    show: &'a mut dyn FnMut(Report<M>),
}

impl<M> EndgameVisitor<M> for SearchEndgame<'_, M> {
    type Output = Report<M>;

    fn visit<G: Evaluator<Move = M>>(self, game: &G, position: &G::Position) -> Report<M> {
        let Self { setup, table, number, control, show } = self;
        let keys = Keys::new(game, Some(game.start()), number, setup.symmetry);
        search_with_keys(game, position, setup, table, &keys, control, show)
    }
}

fn search_with_keys<G: Evaluator>(
    game: &G,
    position: &G::Position,
    setup: &Setup,
    table: &TranspositionTable,
    keys: &Keys<'_, G>,
    control: &SearchControl<'_>,
    show: &mut dyn FnMut(Report<G::Move>),
) -> Report<G::Move> {
    let overlay = TranspositionTable::new(overlay_megabytes(setup, table.megabytes()));
    let deepening =
        IterativeDeepening { game, position, setup, table, overlay: &overlay, keys, control };
    let lead = || {
        let report = deepening.run(show);
        control.halt();
        report
    };
    threads::run(setup.threads, |thread| deepening.help(thread), lead)
}

/// The size of the overlay: 0 for one line, and small for a search of few nodes.
fn overlay_megabytes(setup: &Setup, table_megabytes: usize) -> usize {
    if setup.lines <= 1 {
        return 0;
    }
    let nodes = setup.limits.nodes.unwrap_or(u64::MAX);
    let enough = nodes.saturating_mul(OVERLAY_BYTES_PER_NODE).div_ceil(1 << 20);
    table_megabytes.div_ceil(OVERLAY_PART).min(usize::try_from(enough).unwrap_or(usize::MAX))
}

struct IterativeDeepening<'a, G: Evaluator> {
    game: &'a G,
    position: &'a G::Position,
    setup: &'a Setup,
    table: &'a TranspositionTable,
    /// The table of the lines other than the first.
    overlay: &'a TranspositionTable,
    keys: &'a Keys<'a, G>,
    control: &'a SearchControl<'a>,
}

impl<G: Evaluator> IterativeDeepening<'_, G> {
    fn worker<'b>(&'b self, control: &'b SearchControl<'b>, for_first_line: bool) -> Worker<'b, G> {
        let overlay = (!for_first_line).then_some(self.overlay);
        let tables = Tables { main: self.table, overlay };
        Worker::new(self.game, tables, self.keys, control, self.setup.prove)
    }

    fn deepest(&self) -> u32 {
        self.setup.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLIES as u32)
    }

    /// The main thread: searches deeper and deeper and reports after each iteration.
    fn run(&self, show: &mut dyn FnMut(Report<G::Move>)) -> Report<G::Move> {
        let mut roots = self.root_moves();
        let lines = self.setup.lines.clamp(1, roots.len().max(1));
        let mut report = self.report(0, roots[..lines.min(roots.len())].iter().map(RootMove::line));
        let mut first_line = self.worker(self.control, true);
        let mut other_lines = self.worker(self.control, false);
        let mut last_best = None;
        let mut endgame_nodes = 0;
        for depth in 1..=self.deepest() {
            if roots.is_empty() {
                break;
            }
            if depth > ORDERING_DEPTH {
                self.solve_endgame(&roots, 0, &mut endgame_nodes);
            }
            let before = roots.clone();
            let mut searched = 0;
            for line in 0..lines {
                let worker = if line == 0 { &mut first_line } else { &mut other_lines };
                if self.search_line(worker, &mut roots, line, depth as i32).is_none() {
                    break;
                }
                searched += 1;
            }
            first_line.flush();
            other_lines.flush();
            if searched == lines {
                report = self.report(depth, roots[..lines].iter().map(RootMove::line));
                let best = roots[0].mv();
                self.control.note_iteration(last_best.is_some_and(|last| last != best));
                last_best = Some(best);
                show(report.clone());
            } else {
                let aborted = root::Aborted { before: &before, roots: &roots, searched };
                report = self.report(report.depth, aborted.lines(&report.lines, lines).into_iter());
            }
            let is_solved = report.lines.iter().all(|line| line.value.is_proven());
            if searched < lines || is_solved || self.control.is_past_soft_limit() {
                break;
            }
        }
        if self.setup.prove {
            self.pick_trickiest_move(&roots, &mut report);
        }
        report.nodes = self.control.nodes();
        report.time = self.control.elapsed();
        for line in &mut report.lines {
            self.extend_pv(line, report.depth as usize);
        }
        report
    }

    /// A helper thread: searches the first line and shares results through the table.
    fn help(&self, thread: usize) {
        let mut worker = self.worker(self.control, true);
        let mut roots = self.root_moves();
        let mut endgame_nodes = 0;
        // Every other helper starts one ply deeper, so that threads do different work.
        for depth in 1 + (thread % 2) as u32..=self.deepest() {
            if depth > ORDERING_DEPTH {
                self.solve_endgame(&roots, thread, &mut endgame_nodes);
            }
            let is_stopped = roots.is_empty()
                || self.search_line(&mut worker, &mut roots, 0, depth as i32).is_none();
            worker.flush();
            if is_stopped || roots[0].line().value.is_proven() {
                break;
            }
        }
    }

    fn report(&self, depth: u32, lines: impl Iterator<Item = Line<G::Move>>) -> Report<G::Move> {
        let mut lines: Vec<_> = lines.collect();
        root::sort_lines(&mut lines);
        Report { depth, nodes: self.control.nodes(), time: self.control.elapsed(), lines }
    }

    /// Extends a principal variation that was cut short by a table hit with moves from the table.
    fn extend_pv(&self, line: &mut Line<G::Move>, length: usize) {
        let mut position = *self.position;
        for mv in &line.moves {
            self.game.play(&mut position, *mv);
        }
        while line.moves.len() < length && self.game.outcome(&position).is_none() {
            let Some(mv) = self.table_move(&position, line.moves.len()) else { break };
            line.moves.push(mv);
            self.game.play(&mut position, mv);
        }
    }

    fn table_move(&self, position: &G::Position, ply: usize) -> Option<G::Move> {
        let key = self.keys.key(position, MAX_PLIES as i32, ply);
        let index = self.table.probe(key.hash)?.move_index?;
        let mut found = None;
        self.game.for_each_candidate(position, |mv, _| {
            let stored = moves::stored_index(self.game, mv, self.game.move_index(mv), key.symmetry);
            if stored == index {
                found = Some(mv);
            }
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlay_is_sized_by_lines_and_nodes() {
        let megabytes = |lines, nodes| {
            let limits = Limits { nodes, ..Limits::default() };
            overlay_megabytes(&Setup { limits, lines, ..Setup::default() }, 64)
        };
        assert_eq!(megabytes(1, None), 0);
        assert_eq!(megabytes(3, None), 16);
        assert_eq!(megabytes(3, Some(400)), 1);
        assert_eq!(megabytes(3, Some(22_000)), 3);
        assert_eq!(megabytes(3, Some(u64::MAX)), 16);
    }
}
