//! The search that settles positions.

use strata_checker::{Board, Rules, Search, rules};

use crate::minimax::{self, Minimax};

/// The size of the search tree of a position, without any memory.
fn tree_size(rules: &dyn Rules, board: &Board, goal: i8) -> (bool, u64) {
    let result = rules.result(board);
    let (least, most) = result.map_or_else(|| rules.bounds(board), |result| (result, result));
    if least >= goal || most < goal {
        return (least >= goal, 0);
    }
    let image = rules.first_image(board);
    let mut children = Vec::new();
    rules.visit_moves(&image, &mut |mv, next| {
        children.push((rules.effort(&image, mv, &next), next));
        false
    });
    children.sort_by_key(|(effort, _)| *effort);
    let mut size = 1;
    for (_, next) in children {
        let (is_refuted, more) = tree_size(rules, &next, 1 - goal);
        size += more;
        if !is_refuted {
            return (true, size);
        }
    }
    (false, size)
}

/// The positions after the same number of moves, chosen by a seed.
fn random_positions(rules: &dyn Rules, moves: usize, count: u64) -> Vec<Board> {
    let position = |seed: u64| {
        let mut board = rules.start();
        let mut state = seed;
        for _ in 0..moves {
            if rules.result(&board).is_some() {
                break;
            }
            let children: Vec<Board> = minimax::children(rules, &board).collect();
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(seed + 1);
            board = children[(state >> 33) as usize % children.len()].clone();
        }
        board
    };
    (0..count).map(position).collect()
}

#[test]
fn cost_is_the_size_of_the_tree_whatever_was_settled_before() {
    let games = [
        ("clusterfuss", "size-4", 4),
        ("clusterfuss", "size-5", 10),
        ("staqs", "size-4.pieces-2", 4),
        ("qawale", "stones-2", 2),
    ];
    for (game, options, moves) in games {
        let rules = rules(game, options).expect("supported options");
        let boards = random_positions(&*rules, moves, 40);
        let sizes: Vec<(bool, u64)> =
            boards.iter().map(|board| tree_size(&*rules, board, 1)).collect();
        assert!(sizes.iter().any(|(_, size)| *size > 20), "{game}: {sizes:?}");
        for limit in [0, 1, 5, 20, 100, 1_000, 100_000] {
            let mut search = Search::new(&*rules, limit);
            for (board, (reached, size)) in boards.iter().zip(&sizes) {
                let expected = (*size <= limit).then_some(*reached);
                assert_eq!(search.settle(board, 1), expected, "{game}, {size} of {limit}");
            }
        }
    }
}

#[test]
fn bounds_contain_the_value_of_plain_minimax() {
    for (options, moves) in
        [("size-3", 8), ("size-4.pieces-2", 9), ("size-4.pieces-3", 12), ("std", 19)]
    {
        let rules = rules("staqs", options).expect("supported options");
        let mut minimax = Minimax::new(&*rules);
        let boards = random_positions(&*rules, moves, 200);
        let unfinished = boards.iter().filter(|board| rules.result(board).is_none());
        let mut bounds_seen = Vec::new();
        for board in unfinished {
            let (bounds, value) = (rules.bounds(board), minimax.value(board));
            assert!(
                (bounds.0..=bounds.1).contains(&value),
                "{options}: {board:?} {bounds:?} {value}"
            );
            bounds_seen.push(bounds);
        }
        let is_tight = |(least, most): &&(i8, i8)| most - least < 2;
        assert!(bounds_seen.iter().filter(is_tight).count() > 5, "{options}: {bounds_seen:?}");
    }
}
