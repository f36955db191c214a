//! What searches rely on in Isaac: candidate moves and move indices.

use std::collections::HashSet;

use strata_games::isaac::Isaac;
use strata_rules::{Edit, Evaluator, Family, MOVE_INDEX_COUNT, Options, Random, Visitor};

fn open<V: Visitor>(visitor: V) -> V::Output {
    let options = Options::from_pairs(Isaac::INFO.id, Isaac::INFO.options, []).expect("no options");
    Isaac::open(options, visitor).expect("no options")
}

/// The positions of a random game. With more `attempts`, players prefer greedy moves, so that the
/// counters come further.
fn random_game<G: Evaluator>(game: &G, attempts: usize, random: &mut Random) -> Vec<G::Position> {
    let mut position = game.start();
    let mut positions = Vec::new();
    loop {
        let moves = (0..attempts).map_while(|_| game.random_move(&position, random));
        let Some(mv) = moves.max_by_key(|mv| game.greedy_value(&position, *mv)) else {
            return positions;
        };
        positions.push(position);
        game.play(&mut position, mv);
    }
}

/// Whether the player to move wins; `None` if it takes more than `left` positions to find out.
fn wins<G: Evaluator>(
    game: &G,
    position: &G::Position,
    only_candidates: bool,
    left: &mut u32,
) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let turn = game.turn(position);
    let mut moves = Vec::new();
    if only_candidates {
        game.for_each_candidate(position, |mv, _| moves.push(mv));
    } else {
        game.for_each_move(position, |mv| moves.push(mv));
    }
    for mv in moves {
        let mut next = *position;
        game.play(&mut next, mv);
        let won = match game.outcome(&next) {
            Some(outcome) => outcome.winners.contains(turn),
            None => wins(game, &next, only_candidates, left)? == (game.turn(&next) == turn),
        };
        if won {
            return Some(true);
        }
    }
    Some(false)
}

/// Compares the result of best play with all moves and with candidates only.
struct CompareCandidates;

impl Visitor for CompareCandidates {
    type Output = ();

    fn visit<G: Edit + Evaluator>(self, game: G) {
        const MAX_NODES: u32 = 30_000;
        let mut random = Random::new(3);
        let (mut compared, mut with_all, mut with_candidates) = (0, 0, 0);
        for number in 0..600 {
            let positions = random_game(&game, 1 + number % 12, &mut random);
            for position in positions.iter().rev() {
                let (mut left, mut left_candidates) = (MAX_NODES, MAX_NODES);
                let Some(truth) = wins(&game, position, false, &mut left) else { break };
                let found = wins(&game, position, true, &mut left_candidates);
                assert_eq!(found, Some(truth), "{}", game.position_text(position));
                compared += 1;
                with_all += MAX_NODES - left;
                with_candidates += MAX_NODES - left_candidates;
            }
        }
        println!("{compared} positions: {with_all} nodes, {with_candidates} with candidates only");
        assert!(compared > 2_000 && with_candidates < with_all / 2);
    }
}

#[test]
fn candidates_of_isaac_give_the_same_results_as_all_moves() {
    open(CompareCandidates);
}

/// Collects the move indices of the positions of random games.
struct CheckMoveIndices;

impl Visitor for CheckMoveIndices {
    type Output = ();

    fn visit<G: Edit + Evaluator>(self, game: G) {
        let mut random = Random::new(8);
        for number in 0..200 {
            for position in random_game(&game, 1 + number % 12, &mut random) {
                let mut seen = HashSet::new();
                game.for_each_move(&position, |mv| {
                    let index = game.move_index(mv);
                    let text = game.position_text(&position);
                    assert!(usize::from(index) < MOVE_INDEX_COUNT);
                    assert!(seen.insert(index), "{text}: {}", game.move_text(mv));
                });
            }
        }
    }
}

#[test]
fn moves_of_one_isaac_position_have_different_indices() {
    open(CheckMoveIndices);
}

/// Checks the candidates and the winning moves of random positions.
struct CheckCandidates;

impl Visitor for CheckCandidates {
    type Output = ();

    fn visit<G: Edit + Evaluator>(self, game: G) {
        let mut random = Random::new(9);
        for position in (0..20).flat_map(|_| random_game(&game, 3, &mut random)) {
            let mut legal = Vec::new();
            game.for_each_move(&position, |mv| legal.push(mv));
            let mut candidates = Vec::new();
            game.for_each_candidate(&position, |mv, _| candidates.push(mv));
            assert!(!candidates.is_empty());
            assert!(candidates.iter().all(|mv| legal.contains(mv)));
            if let Some(mv) = game.winning_move(&position) {
                let mut next = position;
                game.play(&mut next, mv);
                let outcome = game.outcome(&next).expect("the game is over");
                assert!(outcome.winners.contains(game.turn(&position)));
            }
        }
    }
}

#[test]
fn candidates_of_isaac_are_legal_and_winning_moves_win() {
    open(CheckCandidates);
}
