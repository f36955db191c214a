//! Everything a search calls proven is true.
//!
//! Late positions of random games are solved by plain minimax. Every proven value in every report of
//! every search is compared with it: for one, three and all lines, for one and two threads, for
//! searches that end by themselves and for searches stopped early, in final and intermediate reports.
//! The value of a line is the value of its move, and the value of the first line is besides the value
//! of the position.

use std::sync::atomic::AtomicBool;

use crate::minimax::{Solution, Truth, solve};
use strata_engine::alphabeta::{self, ReferencePosition};
use strata_engine::{Limits, Report, TranspositionTable, mcts, uct};
use strata_rules::{Edit, Evaluator, Random, Visitor};

use crate::common::visit;

/// The search to test.
#[derive(Clone, Copy)]
enum Tested {
    AlphaBeta,
    Mcts,
    Uct,
}

/// How often each result occurred, and how often a search proved the value of the position.
#[derive(Default, Debug)]
struct Tally {
    wins: usize,
    draws: usize,
    losses: usize,
    proven: usize,
}

impl Tally {
    fn positions(&self) -> usize {
        self.wins + self.draws + self.losses
    }
}

/// Compares a search with minimax.
struct Compare {
    tested: Tested,
    positions: usize,
    max_nodes: u32,
}

impl Visitor for Compare {
    type Output = Tally;

    fn visit<G: Edit + Evaluator>(self, game: G) -> Tally {
        let mut random = Random::new(5);
        let mut tally = Tally::default();
        let mut searches = Searches::new(&game);
        while tally.positions() < self.positions {
            let mut solved = solved_end_of_random_game(&game, self.max_nodes, &mut random);
            // Searches that remember meet positions in the order of play and in the reverse order.
            if random.below(2) == 0 {
                solved.reverse();
            }
            for (position, solution) in solved {
                match solution.best {
                    Truth::Win(_) => tally.wins += 1,
                    Truth::Draw => tally.draws += 1,
                    Truth::Loss(_) => tally.losses += 1,
                }
                let checked = Checked { game: &game, position: &position, solution: &solution };
                let proven = match self.tested {
                    Tested::AlphaBeta => searches.check_alphabeta(&checked, &mut random),
                    Tested::Mcts => searches.check_mcts(&checked, &mut random),
                    Tested::Uct => searches.check_uct(&checked, &mut random),
                };
                tally.proven += usize::from(proven);
            }
        }
        tally
    }
}

/// The last positions of a random game that minimax can solve, the last one first.
///
/// In every other game, players avoid moves that lose at once; such games end in lost positions more
/// often.
pub(crate) fn solved_end_of_random_game<G: Evaluator>(
    game: &G,
    max_nodes: u32,
    random: &mut Random,
) -> Vec<(G::Position, Solution<G::Move>)> {
    const ATTEMPTS: usize = 20;
    let attempts = if random.below(2) == 0 { ATTEMPTS } else { 1 };
    let mut position = game.start();
    let mut played = Vec::new();
    loop {
        let mut moves = (0..attempts).map_while(|_| game.random_move(&position, random));
        let Some(first) = moves.next() else { break };
        let is_safe = |mv: &G::Move| {
            let mut next = position;
            game.play(&mut next, *mv);
            game.winning_move(&next).is_none()
        };
        let mv = if is_safe(&first) { first } else { moves.find(is_safe).unwrap_or(first) };
        played.push(position);
        game.play(&mut position, mv);
    }
    let solve = |position| Some((position, solve(game, &position, max_nodes)?));
    played.into_iter().rev().map_while(solve).collect()
}

/// A position whose truth is known.
struct Checked<'a, G: Evaluator> {
    game: &'a G,
    position: &'a G::Position,
    solution: &'a Solution<G::Move>,
}

impl<G: Edit + Evaluator> Checked<'_, G> {
    /// Fails if a report contains a false claim.
    fn check(&self, report: &Report<G::Move>, name: &str) {
        let text = || self.game.position_text(self.position);
        assert!(!report.lines.is_empty(), "{name}, {}: no line", text());
        let mut seen = Vec::new();
        let moves =
            report.lines.iter().flat_map(|line| line.first_moves().map(move |mv| (*mv, line)));
        for (mv, line) in moves {
            let truth = self.solution.moves.iter().find(|(known, _)| *known == mv);
            let (_, truth) = truth.expect("a legal move");
            let shown = self.game.move_text(mv);
            assert!(!seen.contains(&mv), "{name}, {}: {shown} twice", text());
            seen.push(mv);
            assert!(
                truth.allows(line.value),
                "{name}, {}: the value of {shown} is {truth:?}, not {:?}",
                text(),
                line.value,
            );
        }
        let (best, first) = (self.solution.best, report.lines[0].value);
        assert!(
            best.allows(first),
            "{name}, {}: the value of the position is {best:?}, not {first:?}",
            text(),
        );
    }

    /// Fails if the position or a reported move has not been proven.
    fn check_complete(&self, report: &Report<G::Move>, name: &str) {
        for line in &report.lines {
            let text = self.game.position_text(self.position);
            let mv = self.game.move_text(line.moves[0]);
            assert!(line.value.is_proven(), "{name}, {text}: {mv} is not proven");
        }
    }
}

/// The searches with what they remember from one position to the next.
struct Searches<'a, G: Evaluator> {
    game: &'a G,
    table: TranspositionTable,
    no_table: TranspositionTable,
    reference: ReferencePosition<G>,
    tree: mcts::Tree<G>,
}

/// A number of lines: one, three or all.
fn any_lines(random: &mut Random) -> usize {
    [1, 3, 10_000][random.below(3) as usize]
}

/// One thread, sometimes two.
fn any_threads(random: &mut Random) -> usize {
    if random.below(8) == 0 { 2 } else { 1 }
}

/// A node limit up to a power of two, small ones as often as large ones.
fn any_nodes(most_bits: u64, random: &mut Random) -> Limits {
    let bits = random.below(most_bits + 1);
    Limits::nodes(1 + random.below(1 << bits))
}

impl<'a, G: Edit + Evaluator> Searches<'a, G> {
    fn new(game: &'a G) -> Self {
        Self {
            game,
            table: TranspositionTable::new(4),
            no_table: TranspositionTable::new(0),
            reference: ReferencePosition::default(),
            tree: mcts::Tree::default(),
        }
    }

    /// Runs alpha-beta to its end and once with a small node limit.
    fn check_alphabeta(&mut self, checked: &Checked<'_, G>, random: &mut Random) -> bool {
        let stop = AtomicBool::new(false);
        let mut search = |limits, random: &mut Random| {
            let setup = alphabeta::Setup {
                limits,
                lines: any_lines(random),
                threads: any_threads(random),
                symmetry: random.below(2) == 0,
                prove: random.below(2) == 0,
            };
            let table = if random.below(4) == 0 { &self.no_table } else { &self.table };
            let name = format!("alpha-beta with {setup:?}");
            let report = alphabeta::search(
                self.game,
                checked.position,
                &setup,
                table,
                &mut self.reference,
                &stop,
                &mut |report| checked.check(&report, &name),
            );
            checked.check(&report, &name);
            (report, name)
        };
        let stopped = any_nodes(10, random);
        search(stopped, random);
        let (report, name) = search(Limits::depth(60), random);
        checked.check_complete(&report, &name);
        checked.solution.best.is_found_by(report.lines[0].value)
    }

    fn check_mcts(&mut self, checked: &Checked<'_, G>, random: &mut Random) -> bool {
        let stop = AtomicBool::new(false);
        let setup = mcts::Setup {
            limits: any_nodes(12, random),
            lines: any_lines(random),
            threads: any_threads(random),
            megabytes: 1,
        };
        let name = format!("MCTS with {setup:?}");
        let mut check = |report| checked.check(&report, &name);
        if random.below(4) == 0 {
            self.tree = mcts::Tree::default();
        }
        let (position, tree) = (checked.position, &mut self.tree);
        let report = mcts::search(self.game, position, &setup, tree, &stop, &mut check);
        checked.check(&report, &name);
        checked.solution.best.is_found_by(report.lines[0].value)
    }

    fn check_uct(&mut self, checked: &Checked<'_, G>, random: &mut Random) -> bool {
        let stop = AtomicBool::new(false);
        let (limits, lines) = (any_nodes(9, random), any_lines(random));
        let report = uct::search(self.game, checked.position, &limits, lines, 1, 0, &stop);
        checked.check(&report, &format!("UCT with {limits:?}, {lines} lines"));
        checked.solution.best.is_found_by(report.lines[0].value)
    }
}

fn compare(
    tested: Tested,
    id: &str,
    pairs: &[(&str, &str)],
    positions: usize,
    max_nodes: u32,
) -> Tally {
    visit(id, pairs, Compare { tested, positions, max_nodes })
}

/// Compares on all kinds of STAQS boards for two players.
fn compare_staqs(tested: Tested) -> usize {
    let tally = compare(tested, "staqs", &[], 10_000, 10_000);
    assert!(tally.wins > 100 && tally.draws > 20 && tally.losses > 100, "{tally:?}");
    compare(tested, "staqs", &[("size", "6"), ("blockades", "1")], 1_000, 3_000);
    compare(tested, "staqs", &[("size", "9")], 200, 3_000);
    compare(tested, "staqs", &[("size", "3"), ("placement", "anytime")], 500, 3_000);
    tally.proven
}

fn compare_clusterfuss(tested: Tested) -> usize {
    let tally = compare(tested, "clusterfuss", &[("size", "4")], 10_000, 3_000);
    assert!(tally.wins > 100 && tally.losses > 100, "{tally:?}");
    compare(tested, "clusterfuss", &[("size", "8")], 500, 3_000);
    compare(tested, "clusterfuss", &[("size", "9")], 200, 3_000);
    compare(tested, "clusterfuss", &[("size", "2"), ("pie", "on")], 50, 3_000);
    tally.proven
}

fn compare_qawale(tested: Tested) -> usize {
    let tally = compare(tested, "qawale", &[], 2_000, 20_000);
    assert!(tally.wins > 100 && tally.draws > 100, "{tally:?}");
    compare(tested, "qawale", &[("doubleline", "opponent")], 200, 20_000);
    tally.proven
}

fn compare_isaac(tested: Tested) -> usize {
    let tally = compare(tested, "isaac", &[], 5_000, 10_000);
    assert!(tally.wins > 100 && tally.losses > 100, "{tally:?}");
    tally.proven
}

#[test]
fn alphabeta_claims_in_staqs_are_true() {
    assert!(compare_staqs(Tested::AlphaBeta) >= 10_000);
}

#[test]
fn alphabeta_claims_in_clusterfuss_are_true() {
    assert!(compare_clusterfuss(Tested::AlphaBeta) >= 10_000);
}

#[test]
fn alphabeta_claims_in_qawale_are_true() {
    assert!(compare_qawale(Tested::AlphaBeta) >= 2_000);
}

#[test]
fn alphabeta_claims_in_isaac_are_true() {
    assert!(compare_isaac(Tested::AlphaBeta) >= 5_000);
}

#[test]
fn mcts_claims_in_staqs_are_true() {
    assert!(compare_staqs(Tested::Mcts) > 1_000);
    compare(Tested::Mcts, "staqs", &[("players", "3")], 500, 3_000);
    compare(Tested::Mcts, "staqs", &[("players", "4"), ("size", "6")], 500, 3_000);
}

#[test]
fn mcts_claims_in_clusterfuss_are_true() {
    assert!(compare_clusterfuss(Tested::Mcts) > 1_000);
}

#[test]
fn mcts_claims_in_qawale_are_true() {
    assert!(compare_qawale(Tested::Mcts) > 400);
}

#[test]
fn mcts_claims_in_isaac_are_true() {
    assert!(compare_isaac(Tested::Mcts) > 1_000);
}

#[test]
fn uct_claims_are_true() {
    compare(Tested::Uct, "staqs", &[], 1_000, 3_000);
    compare(Tested::Uct, "clusterfuss", &[("size", "4")], 1_000, 3_000);
    compare(Tested::Uct, "qawale", &[], 1_000, 10_000);
    compare(Tested::Uct, "isaac", &[], 1_000, 3_000);
    compare(Tested::Uct, "staqs", &[("players", "3")], 500, 3_000);
}
