//! Prompts and refusals while a move is being entered.

use crate::common::{Position, after, position, start};
use strata_rules::{Random, Square, Step};

/// The prompts at the start of a move and after each of its steps except the last, after which the
/// prompt is empty.
fn prompts(position: &Position, mv: &str) -> Vec<String> {
    let steps = position.steps(mv).expect(mv);
    assert_eq!(position.prompt(&steps), "");
    (0..steps.len()).map(|made| position.prompt(&steps[..made])).collect()
}

#[test]
fn staqs_prompts() {
    let setup = start("staqs", &[]);
    assert_eq!(prompts(&setup, "c3"), ["Place a piece on a neutral piece"]);
    let moving = after("staqs", &[], "d5 e5 c3 b1 c5 c2 e4 e1");
    let onward = "Move it onto a neutral piece beside it";
    assert_eq!(prompts(&moving, "c5c4"), ["Choose a stack to move", onward]);
    let over = crate::common::then(&moving, "c5c4 e1d1 c3d3 b1c1 c4d4 c2d2 d3e3 d2e2");
    assert_eq!(over.prompt(&[]), "");
}

#[test]
fn staqs_prompts_with_pieces_and_blockades_in_hand() {
    let blockades = [("size", "3"), ("pieces", "1"), ("blockades", "1")];
    let position = after("staqs", &blockades, "a1 c3");
    let first = "Choose a stack to move, or a blockade";
    assert_eq!(prompts(&position, "xb2"), [first, "Put the blockade on a neutral piece"]);
    let position = after("staqs", &blockades, "a1 c3 xa2 xc2 a1b1 c3b3 b1b2");
    assert_eq!(position.prompt(&[]), "Choose a stack to move");
    let anytime = start("staqs", &[("placement", "anytime")]);
    assert_eq!(anytime.prompt(&[]), "Place a piece on a neutral piece");
    let both = after("staqs", &[("placement", "anytime")], "c3 d3");
    assert_eq!(both.prompt(&[]), "Choose a stack to move, or place a piece");
}

#[test]
fn clusterfuss_prompts() {
    let usual = start("clusterfuss", &[]);
    let onward = "Capture a neighbour of either colour";
    assert_eq!(prompts(&usual, "a8b8"), ["Choose a checker to move", onward]);
    let offered = after("clusterfuss", &[("pie", "on")], "a8b8");
    assert_eq!(prompts(&offered, "swap"), ["Choose a checker to move, or swap colours"]);
}

#[test]
fn qawale_prompts() {
    let left = |count| format!("Drop the next stone on a neighbour: {count} left");
    let first = "Choose a stack to put your stone on".to_owned();
    assert_eq!(prompts(&start("qawale", &[]), "a4ees"), [first, left(3), left(2), left(1)]);
}

#[test]
fn isaac_prompts() {
    let placing = ["Choose a tile, or one of its ends on the board", "Choose its other end"];
    assert_eq!(prompts(&start("isaac", &[]), "a1c1"), placing);
    let scoring = position(
        "isaac",
        "std_score_d_c4g4.i1i6.c9h9.a1g1_b2b5.d7h7.a5a10.c10h10.j3j9_52000-51000_25-61_n",
    );
    let first = "Choose one of your tiles to remove";
    let points = "Score up to 18 (value 3 × 3 other tiles × 2 for a counter = 18)";
    assert_eq!(prompts(&scoring, "c4=18"), [first, points]);
}

#[test]
fn prompt_says_to_pass_if_there_is_no_other_move() {
    for (game, text) in
        [("staqs", "size-3.pieces-1_b2en-eee-nnw2_b_0-0"), ("clusterfuss", "size-3_rb1-3-2r_r")]
    {
        assert_eq!(prompts(&position(game, text), "pass"), ["No legal move: pass"]);
    }
    let blockade = position("staqs", "size-3.pieces-1.blockades-1_b2ew2-eee-een_b_0-0_1-0");
    assert_eq!(blockade.prompt(&[]), "No stack can move: choose a blockade");
    for (phase, prompt) in [
        ("placement", "None of your tiles fits: pass"),
        ("scoring", "No tile can be removed: pass"),
    ] {
        let mut random = Random::new(1);
        let mut position = start("isaac", &[]);
        while position.moves() != ["pass"] || position.scene().phase != Some(phase) {
            if position.play_random(&mut random).is_none() {
                position = start("isaac", &[]);
            }
        }
        assert_eq!(prompts(&position, "pass"), [prompt]);
    }
}

fn why_not(position: &Position, square: &str) -> String {
    let square: Square = square.parse().expect(square);
    position.why_not(&[], Step::Square(square)).reason
}

#[test]
fn clusterfuss_says_why_a_checker_cannot_move() {
    // Red's checker on b2 alone connects b3 and c2; Red's others can move.
    let stuck = position("clusterfuss", "size-3_br1-1rr-3_r");
    assert!(stuck.moves().iter().all(|mv| !mv.starts_with("b2")), "{:?}", stuck.moves());
    let split = "every capture by b2 would split Red's checkers into separate groups";
    assert_eq!(why_not(&stuck, "b2"), split);
    assert_eq!(why_not(&stuck, "a3"), "a3 is Blue's and it is Red's turn");
    assert_eq!(why_not(&stuck, "a1"), "a1 is empty");
    let must_pass = position("clusterfuss", "size-3_rb1-3-2r_r");
    let split = "every capture by a3 would split Red's checkers into separate groups";
    assert_eq!(why_not(&must_pass, "a3"), split);
    let no_neighbour = "the checker on c1 has no neighbour to capture";
    assert_eq!(why_not(&must_pass, "c1"), no_neighbour);
}
