//! The rules of STAQS: one test per sentence of the rules page.

use crate::common::*;
use strata_rules::Player;

const THREE_PLAYERS: &[(&str, &str)] = &[("players", "3")];
const ANYTIME: &[(&str, &str)] = &[("size", "3"), ("placement", "anytime")];

fn staqs(text: &str) -> Position {
    position("staqs", text)
}

/// Every piece placed on 5×5: Blue on a1 b1 c1 d1, White on b5 c5 d5 e5.
fn placed() -> Position {
    after("staqs", &[], "a1 e5 b1 d5 c1 c5 d1 b5")
}

/// Blue's stack on a1 of 3×3 with these neighbours.
fn corner(a2: &str, b1: &str) -> Position {
    staqs(&format!("size-3_nnn-{a2}nn-b2{b1}n_b_0-0"))
}

#[test]
fn every_square_starts_with_a_neutral_piece_and_every_hand_with_four_pieces() {
    assert_text(&start("staqs", &[]), "std_nnnnn-nnnnn-nnnnn-nnnnn-nnnnn_b_4-4");
}

#[test]
fn blue_moves_first_and_players_alternate() {
    assert_eq!(sides("staqs"), ["Blue", "White", "Red", "Green"]);
    assert_turn(&start("staqs", &[]), 0);
    assert_turn(&after("staqs", &[], "c3"), 1);
    assert_turn(&after("staqs", &[], "c3 a1"), 0);
}

#[test]
fn a_placed_piece_and_the_neutral_one_become_a_stack_of_two() {
    let placed = after("staqs", &[], "c3 a1");
    assert_text(&placed, "std_nnnnn-nnnnn-nnb2nn-nnnnn-w2nnnn_b_3-3");
}

#[test]
fn a_piece_is_placed_on_a_neutral_piece_only() {
    let position = after("staqs", &[], "c3");
    assert_illegal(&position, "c3", "c3 holds a Blue stack");
    assert_illegal(&then(&position, "a1"), "c3", "c3 holds a Blue stack");
    assert_illegal(&then(&position, "a1"), "a1", "a1 holds a White stack");
    assert_illegal(&position, "f1", "f1 is not on the 5×5 board");
    assert_illegal(&position, "a6", "a6 is not on the 5×5 board");
    assert_illegal(&position, "c03", "expected a square");
}

#[test]
fn moving_and_passing_are_illegal_until_every_hand_is_empty() {
    let position = after("staqs", &[], "a1 e5 b1 d5 c1 c5 d1");
    assert_illegal(&position, "e5e4", "stacks cannot move until every piece is placed");
    assert_illegal(&position, "pass", "pass is legal only if there is no other move");
    assert_eq!(position.count_moves(), 25 - 7);
}

#[test]
fn blue_moves_first_in_the_movement_phase() {
    assert_turn(&placed(), 0);
    assert_moves(&placed(), "a1a2 b1b2 c1c2 d1d2 d1e1");
    assert_illegal(&placed(), "c3", "Blue has no piece in hand");
}

#[test]
fn the_whole_stack_moves_and_the_neutral_piece_joins_it() {
    let once = then(&placed(), "d1e1");
    assert_text(&once, "std_nw2w2w2w2-nnnnn-nnnnn-nnnnn-b2b2b2eb3_w_0-0");
    let twice = then(&once, "e5e4 e1e2");
    assert_text(&twice, "std_nw2w2w2e-nnnnw3-nnnnn-nnnnb4-b2b2b2ee_w_0-0");
}

#[test]
fn the_square_a_stack_leaves_stays_empty() {
    let position = then(&placed(), "d1e1 e5e4");
    assert_illegal(&position, "e1d1", "d1 is empty");
    assert_illegal(&position, "c1d1", "d1 is empty");
    assert_illegal(&position, "d1d2", "d1 is empty; choose one of Blue's stacks");
}

#[test]
fn a_stack_never_moves_onto_another_stack_of_either_colour() {
    assert_moves(&corner("n", "n"), "a1a2 a1b1");
    assert_illegal(&corner("b2", "w2"), "a1a2", "a2 holds a Blue stack");
    assert_illegal(&corner("b2", "w2"), "a1b1", "b1 holds a White stack");
    assert_illegal(&corner("n", "e"), "a1b1", "b1 is empty");
    assert_moves(&corner("n", "e"), "a1a2");
}

#[test]
fn a_stack_moves_one_step_orthogonally() {
    for mv in ["a1b2", "a1a3", "a1a1", "a1c1", "a1c2"] {
        assert_illegal(&corner("n", "n"), mv, "are not orthogonal neighbours");
    }
    assert_illegal(&staqs("size-3_nnn-nnn-nnb2_b_0-0"), "c1d1", "d1 is not on the 3×3 board");
    assert_illegal(&corner("n", "n"), "a1a0", "expected two squares such as c3c4");
    assert_illegal(&corner("n", "n"), "a1a2a3", "unexpected a3 after a1a2");
}

#[test]
fn a_player_moves_only_own_stacks() {
    assert_illegal(&corner("w2", "n"), "a2a3", "a2 holds a White stack; choose one of Blue's");
    assert_illegal(&corner("n", "n"), "b2b3", "b2 holds only a neutral piece");
}

#[test]
fn pass_is_the_only_move_of_a_player_without_another_and_legal_only_then() {
    let stuck = staqs("size-3.pieces-1_b2en-eee-nnw2_b_0-0");
    assert_moves(&stuck, "pass");
    let passed = then(&stuck, "pass");
    assert_text(&passed, "size-3.pieces-1_b2en-eee-nnw2_w_0-0");
    assert_moves(&passed, "c1b1");
    assert_illegal(&passed, "pass", "pass is legal only if there is no other move");
}

#[test]
fn the_game_ends_as_soon_as_no_player_can_move() {
    let stuck = staqs("size-3.pieces-1_b2en-eee-nnw2_b_0-0");
    assert_turn(&then(&stuck, "pass c1b1"), 0);
    // The neutral piece on c3 is left, but no stack is next to it.
    let over = then(&stuck, "pass c1b1 pass b1a1");
    assert_outcome(&over, &[1], "tallest stack", "White's tallest stack is 4 high, Blue's 2");
    for mv in ["pass", "c3", "a1a2"] {
        assert_illegal(&over, mv, "the game is over");
    }
}

#[test]
fn a_setup_that_fills_the_board_ends_the_game() {
    let full: &[(&str, &str)] = &[("size", "4"), ("pieces", "8")];
    let line = "a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3";
    assert_turn(&after("staqs", full, line), 1);
    let over = after("staqs", full, &format!("{line} d4"));
    assert_outcome(&over, &[0, 1], "equal stacks", "the same stack heights");
}

#[test]
fn the_tallest_stack_wins() {
    let blue = staqs("size-3_b4ee-w3w3e-eee_b_0-0");
    assert_outcome(&blue, &[0], "tallest stack", "Blue's tallest stack is 4 high, White's 3");
    assert_eq!(result(&blue), "1-0");
    let white = staqs("std_b9w10eee-eeeee-eeeee-eeeee-eeeee_b_0-0");
    assert_outcome(&white, &[1], "tallest stack", "White's tallest stack is 10 high, Blue's 9");
    assert_eq!(result(&white), "0-1");
}

#[test]
fn ties_are_decided_by_more_stacks_of_that_height_then_the_next_height() {
    let over = staqs("size-3_b3b3w3-w2w2e-eee_b_0-0");
    let reason = "Blue's second tallest stack is 3 high, White's 2; the taller ones are equal";
    assert_outcome(&over, &[0], "most stacks of the same height", reason);
    let over = staqs("size-4_w4w3ee-b4b2b2b2-eeee-eeee_w_0-0");
    let reason = "White's second tallest stack is 3 high, Blue's 2";
    assert_outcome(&over, &[1], "next tallest stack", reason);
    let third = staqs("size-4_b4b3b3e-w4w3w2w2-eeee-eeee_w_0-0");
    assert_outcome(&third, &[0], "most stacks of the same height", "third tallest stack is 3");
    // Of two lists that begin alike the longer one wins.
    let over = staqs("size-3_b3b2e-w3ee-eee_b_0-0");
    let reason = "Blue has a second tallest stack of height 2, White has none";
    assert_outcome(&over, &[0], "next tallest stack", reason);
}

#[test]
fn equal_lists_are_a_draw_wherever_the_stacks_stand() {
    let over = staqs("size-3_b3w2b2-ew3e-eee_w_0-0");
    assert_outcome(&over, &[0, 1], "equal stacks", "the same stack heights");
    assert_eq!(result(&over), "1/2");
}

#[test]
fn three_and_four_players_take_turns_in_order() {
    for (players, line) in [(3, "a1 b1 c1"), (4, "a1 b1 c1 d1")] {
        let mut position = start("staqs", &[("players", &players.to_string())]);
        for (turn, mv) in line.split(' ').enumerate() {
            assert_turn(&position, turn as u8);
            position = then(&position, mv);
        }
        assert_turn(&position, 0);
    }
    let four = after("staqs", &[("players", "4")], "a1 b1 c1 d1");
    assert_text(&four, "players-4_nnnnn-nnnnn-nnnnn-nnnnn-b2w2r2g2n_b_3-3-3-3");
    assert_illegal(&after("staqs", THREE_PLAYERS, "a1 b1"), "a1", "holds a Blue stack");
}

#[test]
fn players_who_cannot_move_pass_while_one_of_the_others_can() {
    let position = staqs("size-3.pieces-1.players-4_b2ew2-eee-r2ng2_b_0-0-0-0");
    let passed = then(&position, "pass pass");
    assert_moves(&passed, "a1b1");
    let over = then(&passed, "a1b1");
    assert_outcome(&over, &[2], "tallest stack", "Red's tallest stack is 3 high");
}

#[test]
fn players_who_share_the_best_list_share_the_win() {
    let text = "size-3.pieces-2.players-3_b3w2r3-b2w2r2-eee_b_0-0-0";
    assert_outcome(&staqs(text), &[0, 2], "tallest stack", "Blue's tallest stack is 3 high");
    let later = "size-4.pieces-2.players-4_b2w4r4g4-eeee-eeee-ew3r2g3_b_0-0-0-0";
    assert_outcome(&staqs(later), &[1, 3], "next tallest stack", "is 3 high, Red's 2");
    let all = "size-3.pieces-1.players-3_b3w3r3-eee-eee_b_0-0-0";
    assert_outcome(&staqs(all), &[0, 1, 2], "equal stacks", "all have the same");
}

#[test]
fn with_anytime_a_turn_places_or_moves_while_a_piece_is_in_hand() {
    assert_moves(&start("staqs", ANYTIME), "a1 a2 a3 b1 b2 b3 c1 c2 c3");
    let position = after("staqs", ANYTIME, "a1 c3");
    assert_moves(&position, "a2 a3 b1 b2 b3 c1 c2 a1a2 a1b1");
    let moved = then(&position, "a1a2");
    assert_text(&moved, "size-3.placement-anytime_nnw2-b3nn-enn_w_3-3");
    assert_illegal(&moved, "a1", "a1 is empty");
    assert_illegal(&moved, "a2", "a2 holds a Blue stack");
    assert_illegal(&moved, "b1b2", "b1 holds only a neutral piece");
}

#[test]
fn with_anytime_an_empty_hand_only_moves() {
    let position = staqs("size-3.pieces-1.placement-anytime_nnw2-nnn-b2nn_b_0-0");
    assert_moves(&position, "a1a2 a1b1");
    assert_illegal(&position, "b2", "Blue has no piece in hand");
}

#[test]
fn with_anytime_a_stuck_player_with_a_piece_places_it() {
    let position = staqs("size-3.pieces-2.placement-anytime_b2en-eee-eew2_b_1-1");
    assert_moves(&position, "c3");
    assert_illegal(&position, "pass", "pass is legal only if there is no other move");
    // Pieces in hand are useless once there is no neutral piece left.
    let over = then(&position, "c3");
    assert_outcome(&over, &[0], "most stacks of the same height", "White has none");
}

#[test]
fn blockades_are_illegal_until_the_movement_phase() {
    let setup = start("staqs", &[("blockades", "1")]);
    assert_text(&setup, "blockades-1_nnnnn-nnnnn-nnnnn-nnnnn-nnnnn_b_4-4_1-1");
    assert_illegal(&setup, "xc3", "blockades cannot be placed until every piece is placed");
    let moving = then(&setup, "a1 e5 b1 d5 c1 c5 d1 b5");
    assert_legal(&moving, "xc3");
    assert_eq!(moving.count_moves(), 5 + 17);
    assert_illegal(&placed(), "xc3", "Blue has no blockade in hand");
}

#[test]
fn no_stack_may_move_onto_a_blockade() {
    let position = staqs("size-3.pieces-1.blockades-1_nnn-nnn-b2nw2_b_0-0_1-1");
    assert_moves(&position, "a1a2 a1b1 xa2 xa3 xb1 xb2 xb3 xc2 xc3");
    let closed = then(&position, "xb1");
    assert_text(&closed, "size-3.pieces-1.blockades-1_nnn-nnn-b2xw2_w_0-0_0-1");
    assert_illegal(&closed, "c1b1", "b1 is blockaded");
    assert_illegal(&closed, "xb1", "b1 is blockaded");
    assert_illegal(&closed, "xa1", "a1 holds a Blue stack");
    assert_illegal(&closed, "xd1", "d1 is not on the 3×3 board");
    let moved = then(&closed, "c1c2");
    assert_illegal(&moved, "a1b1", "b1 is blockaded");
    assert_illegal(&moved, "b1b2", "b1 is blockaded; choose one of Blue's stacks");
    assert_illegal(&moved, "xa2", "Blue has no blockade in hand");
    assert_illegal(&then(&moved, "a1a2"), "xa1", "a1 is empty");
}

#[test]
fn with_anytime_a_blockade_may_come_on_any_turn() {
    let options: &[(&str, &str)] = &[("placement", "anytime"), ("blockades", "2")];
    assert_eq!(start("staqs", options).count_moves(), 25 + 25);
    let closed = after("staqs", options, "xc3");
    assert_turn(&closed, 1);
    assert_illegal(&closed, "c3", "c3 is blockaded");
    assert_legal(&closed, "xc4");
}

#[test]
fn a_blockade_in_hand_and_a_neutral_piece_are_a_legal_move() {
    let position = staqs("size-3.pieces-1.blockades-1_b2ew2-eee-een_b_0-0_1-0");
    assert_moves(&position, "xc1");
    assert_illegal(&position, "pass", "pass is legal only if there is no other move");
    // A blockade has no owner, so the stacks are still equal.
    assert_outcome(&then(&position, "xc1"), &[0, 1], "equal stacks", "the same stack heights");
    let others = staqs("size-3.pieces-1.blockades-1_b2ew2-eee-een_b_0-0_0-1");
    assert_moves(&others, "pass");
    assert_moves(&then(&others, "pass"), "xc1");
}

#[test]
fn hands_are_limited_so_that_every_piece_can_be_placed() {
    let hands = |options: &[(&str, &str)]| {
        let text = start("staqs", options).text();
        text.rsplit('_').next().expect("a last field").to_owned()
    };
    assert_eq!(hands(&[("size", "3")]), "4-4");
    assert_eq!(hands(&[("size", "3"), ("players", "3")]), "3-3-3");
    assert_eq!(hands(&[("size", "3"), ("players", "4")]), "2-2-2-2");
    assert_eq!(hands(&[("size", "4"), ("pieces", "8")]), "8-8");
    for (players, pieces) in [("2", "5"), ("3", "4"), ("4", "3")] {
        let options = [("size", "3"), ("pieces", pieces), ("players", players)];
        assert_bad_options("staqs", &options, "can have at most");
    }
    let options = [("size", "5"), ("pieces", "7"), ("players", "4")];
    assert_bad_options("staqs", &options, "4 players on 5×5 can have at most 6 pieces each");
}

#[test]
fn options_outside_their_values_are_refused() {
    for (name, value, message) in [
        ("size", "2", "size must be 3 to 10"),
        ("size", "11", "size must be 3 to 10"),
        ("size", "big", "size must be 3 to 10"),
        ("pieces", "0", "pieces must be 1 to 8"),
        ("pieces", "9", "pieces must be 1 to 8"),
        ("placement", "later", "placement must be setup or anytime"),
        ("blockades", "5", "blockades must be 0 to 4"),
        ("players", "1", "players must be 2 to 4"),
        ("players", "5", "players must be 2 to 4"),
        ("pie", "on", "staqs has no option pie; did you mean pieces?"),
        ("colour", "red", "staqs has no option colour; it has size, pieces"),
    ] {
        assert_bad_options("staqs", &[(name, value)], message);
    }
    assert_bad_options("staqs", &[("size", "4"), ("size", "4")], "size is given twice");
}

#[test]
fn typed_moves_are_normalised() {
    for input in ["d1e1", "D1-E1", "d1 e1", " d1→e1 ", "D1:e1", "d1, e1", "d1->e1"] {
        assert_reads(&placed(), input, "d1e1");
    }
    assert_text(&then(&placed(), "D1 E1 E5-E4"), &then(&placed(), "d1e1 e5e4").text());
    assert_reads(&start("staqs", &[]), "C3", "c3");
    let blockade = staqs("size-3.pieces-1.blockades-1_b2ew2-eee-een_b_0-0_1-0");
    assert_reads(&blockade, "X C1", "xc1");
    assert_reads(&staqs("size-3.pieces-1_b2en-eee-nnw2_b_0-0"), "PASS", "pass");
    assert_illegal(&placed(), "", "expected a move, found nothing");
}

#[test]
fn boards_over_nine_ranks_have_ranks_of_two_digits() {
    let ten = after("staqs", &[("size", "10"), ("pieces", "1")], "c9 j10");
    assert_moves(&ten, "c9c10 c9c8 c9b9 c9d9");
    assert_legal(&then(&ten, "c9c10"), "j10i10");
}

#[test]
fn a_stack_can_be_a_hundred_high() {
    let empty = "-eeeeeeeeee".repeat(8);
    let board = format!("w2eeeeeeeee{empty}-b99neeeeeeee");
    let position = staqs(&format!("size-10.pieces-1_{board}_b_0-0"));
    let over = then(&position, "a1b1");
    assert_outcome(&over, &[0], "tallest stack", "Blue's tallest stack is 100 high, White's 2");
    assert!(over.text().contains("eb100e"));
}

#[test]
fn malformed_positions_are_refused() {
    for (text, message) in [
        ("std", "expected options, an underscore and the board"),
        ("size_nnn-nnn-nnn_b_4-4", "is not a list of options"),
        ("size-2_nn-nn_b_1-1", "size must be 3 to 10"),
        ("size-3_nnn-nnn-nnn_b", "expected 3 fields joined by _ (board, turn, hands), found 2"),
        ("size-3_nnn-nnn-nnn_b_4-4_1-1", "(board, turn, hands), found 4"),
        ("size-3.blockades-1_nnn-nnn-nnn_b_4-4", "(board, turn, hands, blockades), found 3"),
        ("size-3_nnn-nnn_b_4-4", "the board has 2 ranks, expected 3, joined by -"),
        ("size-3_nn-nnn-nnn_b_4-4", "rank 3 has 2 squares, expected 3"),
        ("size-3_nnn-nnn-nnnn_b_4-4", "rank 1 has more than 3 squares"),
        ("size-3_nnn-nqn-nnn_b_4-4", "b2: expected n, e, x or one of bw and a height"),
        ("size-3_r2nn-nnn-nnn_b_3-4", "a3: expected n, e, x or one of bw and a height"),
        ("size-3_b1nn-nnn-nnn_w_3-4", "a3: expected a height from 2 to 10"),
        ("size-3_b02nn-nnn-nnn_w_3-4", "a3: expected a height from 2 to 10"),
        ("size-3_bnn-nnn-nnn_w_3-4", "a3: expected a height from 2 to 10"),
        ("size-3_nnn-nnn-nnn_r_4-4", "expected one of bw as the turn, found r"),
        ("size-3_nnn-nnn-nnn_b_4", "expected 2 numbers of pieces in hand joined by -, found 1"),
        ("size-3_nnn-nnn-nnn_b_4-5", "expected 0 to 4 pieces in hand, found 5"),
        ("size-3_nnn-nnn-nnn_b_4-x", "expected 0 to 4 pieces in hand, found x"),
        ("size-3.blockades-1_nnn-nnn-nnn_b_4-4_2-1", "expected 0 to 1 blockades in hand"),
        (
            "size-3_b2nn-nnn-nnn_w_4-4",
            "Blue has 1 stack on the board and 4 in hand, but only 4 pieces",
        ),
        (
            "size-3_b3nn-nnn-nnn_b_0-0",
            "a stack of height 3 leaves no more than 7 neutral pieces, but there are 8",
        ),
        (
            "size-3_xnn-nnn-nnn_b_0-0",
            "blockades: 1 on the board and 0 in hand, but the players have only 0",
        ),
        ("size-3_eee-eee-nnn_b_4-4", "8 pieces in hand, but fewer neutral pieces"),
    ] {
        assert_bad_position("staqs", text, message);
    }
}

/// A game of three after the first player has left.
fn without_blue(line: &str) -> Position {
    let mut position = after("staqs", &[("players", "3"), ("pieces", "1"), ("size", "3")], line);
    position.eliminate(Player(0)).expect("Blue is still playing");
    position
}

#[test]
fn eliminated_player_is_skipped_and_keeps_stacks_on_the_board() {
    let position = without_blue("a1 b2 c3");
    assert_turn(&position, 1);
    assert_text(&position, "size-3.pieces-1.players-3_nnr2-nw2n-b2nn_w_x-0-0");
    let position = then(&position, "b2b3 c3c2");
    assert_turn(&position, 1);
}

#[test]
fn eliminated_player_loses_the_pieces_in_hand_and_the_setup_ends_without_them() {
    let position = without_blue("");
    assert_turn(&position, 1);
    let position = then(&position, "b2 c3");
    assert_turn(&position, 1);
    assert_legal(&position, "b2b3");
}

#[test]
fn game_of_three_continues_after_one_elimination_and_the_eliminated_player_cannot_win() {
    // Blue has the tallest stack and has left; White's and Red's stacks cannot move.
    let text = "size-3.pieces-1.players-3_eee-w2er2-eb5e_w_x-0-0";
    let position = crate::common::position("staqs", text);
    assert_outcome(&position, &[1, 2], "equal stacks", "all have the same stack heights");
}

#[test]
fn last_player_left_wins() {
    let mut position = without_blue("a1 b2 c3");
    position.eliminate(Player(1)).expect("White is still playing");
    assert_outcome(&position, &[2], "last player left", "Red is the last player left");
    assert_eq!(position.eliminate(Player(2)), Err("the game is over"));
}

#[test]
fn player_cannot_leave_twice_nor_leave_a_game_of_two() {
    let mut position = without_blue("a1");
    assert_eq!(position.eliminate(Player(0)), Err("that player is already out of the game"));
    assert_eq!(position.eliminate(Player(3)), Err("there is no such player"));
    let mut duel = start("staqs", &[]);
    assert!(duel.eliminate(Player(0)).is_err());
}

#[test]
fn malformed_marks_of_eliminated_players_are_refused() {
    let board = "nnn-nnn-nnn";
    let three = format!("size-3.pieces-1.players-3_{board}");
    assert_bad_position("staqs", &format!("{three}_b_x-1-1"), "Blue left the game");
    assert_bad_position("staqs", "size-3_nnn-nnn-nnn_w_x-4", "pieces in hand, found x");
    let blockades = format!("size-3.pieces-1.blockades-1.players-3_{board}");
    assert_bad_position("staqs", &format!("{blockades}_w_x-1-1_1-1-1"), "both hands");
    assert_text(
        &crate::common::position("staqs", &format!("{blockades}_w_x-1-1_x-1-1")),
        &format!("{blockades}_w_x-1-1_x-1-1"),
    );
}
