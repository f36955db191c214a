//! The scoring phase agrees with the rules, and its bounds with plain minimax.

use std::collections::HashMap;

use strata_rules::{Evaluator, Family, ForcedResult, Game, Options, Player, Random};

use super::super::Isaac;
use super::super::play::{Board, Move};
use super::super::position::{Phase, Position};
use super::{Scoring, ScoringGame, State};

fn board() -> Board {
    Board::new(Options::from_pairs("isaac", Isaac::INFO.options, []).expect("no options"))
}

/// The positions of a random game, the last one first.
fn random_game(board: &Board, random: &mut Random) -> Vec<Position> {
    let mut positions = vec![board.start()];
    while let Some(mv) = board.random_move(&positions[positions.len() - 1], random) {
        let mut next = positions[positions.len() - 1];
        board.play(&mut next, mv);
        positions.push(next);
    }
    positions.reverse();
    positions
}

/// The positions of the scoring phase of a random game, the last one first.
fn random_scoring_phase(board: &Board, random: &mut Random) -> Vec<Position> {
    let mut positions = random_game(board, random);
    positions.retain(|position| matches!(position.phase, Phase::Scoring { .. }));
    positions
}

fn scoring_of(position: &Position) -> (Scoring, State) {
    let scoring = Scoring::new(position).expect("the scoring phase");
    let state = scoring.start;
    (scoring, state)
}

fn all_moves<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.for_each_move(position, |mv| moves.push(mv));
    moves
}

/// The winner of best play; `None` if more than `left` positions would have to be visited.
fn winner(board: &Board, position: &Position, left: &mut u32) -> Option<Player> {
    *left = left.checked_sub(1)?;
    if let Some(outcome) = board.outcome(position) {
        return outcome.winner();
    }
    let (mover, mut best) = (board.turn(position), None);
    for mv in all_moves(board, position) {
        let mut next = *position;
        board.play(&mut next, mv);
        best = Some(winner(board, &next, left)?);
        if best == Some(mover) {
            break;
        }
    }
    best
}

#[test]
fn scoring_game_has_the_moves_and_outcomes_of_the_board() {
    let (board, mut random) = (board(), Random::new(3));
    for _ in 0..300 {
        let positions = random_scoring_phase(&board, &mut random);
        // Any earlier position of the phase may be the reference.
        let first = random.below(positions.len() as u64) as usize;
        let reference = positions[first];
        let game = ScoringGame::new(&reference, board.options()).expect("the scoring phase");
        let mut state = game.start();
        for position in positions[..=first].iter().rev() {
            if *position != reference {
                let mv = find_move(&game, &state, &reference, position);
                game.play(&mut state, mv);
            }
            assert_eq!(Scoring::state(&reference, position), Some(state));
            assert_eq!(game.outcome(&state), board.outcome(position));
            assert_eq!(all_moves(&game, &state), all_moves(&board, position));
            if board.outcome(position).is_none() {
                assert_eq!(game.turn(&state), board.turn(position));
                let player = Player(random.below(2) as u8);
                assert_eq!(game.evaluate(&state, player), board.evaluate(position, player));
                assert_eq!(game.forced_result(&state), board.forced_result(position));
                assert_eq!(game.winning_move(&state), board.winning_move(position));
            }
        }
    }
}

/// The move that leads from a state to a position.
fn find_move(game: &ScoringGame, state: &State, reference: &Position, position: &Position) -> Move {
    let target = Scoring::state(reference, position);
    let leads_there = |mv: &Move| {
        let mut next = *state;
        game.play(&mut next, *mv);
        Some(next) == target
    };
    all_moves(game, state).into_iter().find(leads_there).expect("a legal move")
}

#[test]
fn codes_of_different_states_differ() {
    let (board, mut random) = (board(), Random::new(4));
    for _ in 0..100 {
        let positions = random_scoring_phase(&board, &mut random);
        let reference = positions[positions.len() - 1];
        let codes = positions.iter().map(|position| {
            Scoring::state(&reference, position).expect("a position that follows").code()
        });
        let mut codes: Vec<u64> = codes.collect();
        assert!(codes.iter().all(|code| *code < 1 << 47));
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), positions.len());
    }
}

#[test]
fn codes_of_placements_identify_positions() {
    let (board, mut random) = (board(), Random::new(5));
    let mut seen: HashMap<u64, Position> = HashMap::new();
    let reference = random_game(&board, &mut random).pop().expect("the start");
    let [mut repeated, mut too_many] = [0; 2];
    for _ in 0..3_000 {
        let mut position = reference;
        // Few different moves, so that the same tiles are placed in different orders.
        for _ in 0..1 + random.below(6) {
            let mv = board.nth_move(&position, 40 * random.below(6)).expect("a legal move");
            board.play(&mut position, mv);
        }
        match board.relative_code(&reference, &position) {
            Some(code) => {
                let known = *seen.entry(code).or_insert(position);
                assert_eq!(known, position);
                repeated += 1;
            }
            None => too_many += 1,
        }
    }
    assert!(seen.len() > 100 && repeated > seen.len() + 100 && too_many > 100);
}

#[test]
fn no_random_game_exceeds_the_highest_scores() {
    let (board, mut random) = (board(), Random::new(1));
    let mut reached = 0;
    for _ in 0..5_000 {
        let positions = random_scoring_phase(&board, &mut random);
        let last = positions[0].counters;
        for position in &positions[1..] {
            let (scoring, state) = scoring_of(position);
            for player in 0..2 {
                let highest = scoring.highest_of_all(&state, player);
                assert!(u32::from(last[player]) <= highest, "{position:?} {last:?}");
                let scored = last[player] > position.counters[player];
                reached += usize::from(scored && u32::from(last[player]) == highest);
            }
        }
    }
    assert!(reached > 50, "the bound was reached only {reached} times");
}

#[test]
fn decided_games_are_won_by_best_play() {
    let (board, mut random) = (board(), Random::new(2));
    let [mut decided_games, mut open_games] = [0; 2];
    for _ in 0..1_000 {
        for position in random_scoring_phase(&board, &mut random).iter().skip(1) {
            let Some(best) = winner(&board, position, &mut 20_000) else { break };
            let (scoring, state) = scoring_of(position);
            match scoring.decided(&state) {
                Some(ForcedResult::Win { player, .. }) => {
                    assert_eq!(player, best, "{position:?}");
                    decided_games += 1;
                }
                _ => open_games += 1,
            }
        }
    }
    assert!(decided_games > 2_000 && open_games > 100, "{decided_games} and {open_games}");
}
