//! The search tree of MCTS: reuse, memory, threads.

use std::sync::atomic::AtomicBool;

use strata_engine::mcts::{self, Setup, Tree};
use strata_engine::{Limits, Report, Value};
use strata_rules::{Edit, Evaluator, Visitor};

use crate::common::visit;

fn unlimited() -> Setup {
    Setup { limits: Limits::default(), lines: 1, threads: 1, megabytes: 16 }
}

fn search<G: Evaluator>(
    game: &G,
    position: &G::Position,
    tree: &mut Tree<G>,
    setup: Setup,
) -> Report<G::Move> {
    mcts::search(game, position, &setup, tree, &AtomicBool::new(false), &mut |_| {})
}

fn nodes(nodes: u64) -> Setup {
    Setup { limits: Limits::nodes(nodes), ..unlimited() }
}

/// Plays the expected line and looks at what is left of the tree.
struct Reuse;

impl Visitor for Reuse {
    type Output = ();

    fn visit<G: Edit + Evaluator>(self, game: G) {
        let mut tree = Tree::default();
        let mut position = game.start();
        let report = search(&game, &position, &mut tree, nodes(4_000));
        assert!(tree.visits() >= 4_000);
        for mv in &report.lines[0].moves[..2] {
            game.play(&mut position, *mv);
        }
        let expected = search(&game, &position, &mut tree, nodes(1));
        assert!(tree.visits() > 5, "{}", tree.visits());
        assert_eq!(expected.lines[0].moves[0], report.lines[0].moves[2]);
        // Another position has nothing in common with this one.
        search(&game, &game.start(), &mut tree, nodes(1));
        assert_eq!(tree.visits(), 1);
    }
}

#[test]
fn search_after_two_moves_starts_from_the_tree_of_the_search_before() {
    visit("isaac", &[], Reuse);
    visit("staqs", &[("size", "9")], Reuse);
    visit("staqs", &[("players", "3")], Reuse);
}

/// Searches far longer than the memory allows.
struct Fill {
    threads: usize,
}

impl Visitor for Fill {
    type Output = ();

    fn visit<G: Edit + Evaluator>(self, game: G) {
        let mut tree = Tree::default();
        let setup = Setup { megabytes: 1, threads: self.threads, ..nodes(30_000) };
        let report = search(&game, &game.start(), &mut tree, setup);
        assert!((30_000..30_100).contains(&report.nodes), "{}", report.nodes);
        // The last expansions of each thread may exceed the limit.
        assert!(tree.bytes() < 1_100_000, "{}", tree.bytes());
        assert!(tree.visits() >= 30_000);
    }
}

#[test]
fn full_tree_makes_room_and_stays_within_its_memory() {
    for threads in [1, 2] {
        visit("isaac", &[], Fill { threads });
        visit("staqs", &[("size", "10")], Fill { threads });
    }
}

/// Asks for all lines of a won position.
struct AllLines;

impl Visitor for AllLines {
    type Output = ();

    fn visit<G: Edit + Evaluator>(self, game: G) {
        let position = game.start();
        let setup = Setup { lines: 100, ..unlimited() };
        // Without limits, the search ends only when every move is proven.
        let report = search(&game, &position, &mut Tree::default(), setup);
        assert!(report.lines.iter().all(|line| line.value.is_proven()), "{:?}", report.lines);
        let count: usize = report.lines.iter().map(|line| line.first_moves().count()).sum();
        assert_eq!(count as u64, game.count_moves(&position));
        let one = search(&game, &position, &mut Tree::default(), unlimited());
        assert_eq!(one.lines.len(), 1);
        let is_win = |value| matches!(value, Value::Win(_));
        assert_eq!(is_win(one.lines[0].value), is_win(report.lines[0].value));
    }
}

#[test]
fn search_for_all_lines_proves_every_move_and_ends() {
    visit("clusterfuss", &[("size", "3")], AllLines);
}
