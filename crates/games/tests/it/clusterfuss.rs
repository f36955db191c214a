//! The rules of Clusterfuss: one test per sentence of the rules page.

use crate::common::*;
use strata_rules::Player;

const TINY: &[(&str, &str)] = &[("size", "2")];
const TINY_PIE: &[(&str, &str)] = &[("size", "2"), ("pie", "on")];

fn cluster(text: &str) -> Position {
    position("clusterfuss", text)
}

#[test]
fn the_full_board_alternates_like_a_chessboard_with_red_in_the_top_left_corner() {
    let (odd, even) = ("rbrbrbrb", "brbrbrbr");
    let board = [odd, even, odd, even, odd, even, odd, even].join("-");
    assert_text(&start("clusterfuss", &[]), &format!("std_{board}_r"));
    assert_text(&start("clusterfuss", &[("size", "3")]), "size-3_rbr-brb-rbr_r");
    assert_text(&start("clusterfuss", TINY), "size-2_rb-br_r");
}

#[test]
fn even_sizes_give_both_players_the_same_number_of_checkers() {
    for (size, red, blue) in [("4", 8, 8), ("5", 13, 12), ("9", 41, 40), ("10", 50, 50)] {
        let text = start("clusterfuss", &[("size", size)]).text();
        let board = text.split('_').nth(1).expect("a board");
        assert_eq!((board.matches('r').count(), board.matches('b').count()), (red, blue));
    }
}

#[test]
fn red_moves_first_and_players_alternate() {
    assert_eq!(sides("clusterfuss"), ["Red", "Blue"]);
    assert_turn(&start("clusterfuss", &[]), 0);
    assert_turn(&after("clusterfuss", &[], "a8a7"), 1);
    assert_turn(&after("clusterfuss", &[], "a8a7 b8c8"), 0);
}

#[test]
fn a_checker_takes_the_place_of_the_one_it_captures() {
    assert_moves(&start("clusterfuss", TINY), "a2a1 a2b2 b1a1 b1b2");
    assert_text(&after("clusterfuss", TINY, "a2a1"), "size-2_1b-rr_b");
}

#[test]
fn every_move_captures() {
    let position = after("clusterfuss", TINY, "a2a1");
    assert_illegal(&position, "b2a2", "a2 is empty");
    assert_moves(&position, "b2b1");
}

#[test]
fn a_checker_moves_one_square_orthogonally() {
    let position = start("clusterfuss", &[]);
    for mv in ["a8b7", "a8a6", "a8c8", "a8a8"] {
        assert_illegal(&position, mv, "are not orthogonal neighbours");
    }
    assert_illegal(&position, "a8a9", "a9 is not on the 8×8 board");
    assert_illegal(&position, "h1i1", "i1 is not on the 8×8 board");
    assert_illegal(&position, "a8", "expected two squares such as c3c4");
    assert_illegal(&position, "a8a7a6", "unexpected a6 after a8a7");
}

#[test]
fn a_player_moves_only_own_checkers() {
    let reason = "b8 holds a Blue checker and it is Red's turn";
    assert_illegal(&start("clusterfuss", &[]), "b8b7", reason);
    let position = after("clusterfuss", &[], "a8a7");
    assert_illegal(&position, "a7b7", "a7 holds a Red checker and it is Blue's turn");
    assert_illegal(&position, "a8b8", "a8 is empty");
}

#[test]
fn a_player_may_capture_an_own_checker() {
    let position = cluster("size-3_rrb-3-3_r");
    assert_text(&then(&position, "a3b3"), "size-3_1rb-3-3_b");
}

#[test]
fn a_move_that_would_split_the_movers_checkers_is_illegal() {
    let position = cluster("size-3_rrb-3-3_r");
    assert_illegal(&position, "b3c3", "this would split Red's checkers");
    assert_moves(&position, "a3b3 b3a3");
    let blue = cluster("size-3_bbr-3-3_b");
    assert_illegal(&blue, "b3c3", "this would split Blue's checkers");
}

#[test]
fn a_checker_that_connects_two_others_may_not_move_away() {
    for (board, others) in [
        ("br1-1rr-3", ["b3", "c2"]),
        ("br1-1r1-1r1", ["b3", "b1"]),
        ("1rb-rr1-3", ["b3", "a2"]),
        ("2b-1rr-1r1", ["c2", "b1"]),
        ("b2-rrr-3", ["a2", "c2"]),
        ("3-rr1-1rb", ["a2", "b1"]),
    ] {
        let position = cluster(&format!("size-3_{board}_r"));
        for other in others {
            assert_illegal(&position, &format!("b2{other}"), "this would split Red's checkers");
            assert_legal(&position, &format!("{other}b2"));
        }
    }
}

#[test]
fn a_checker_may_not_detach_itself_from_the_others() {
    // After b3 has left, the others on b2 and b1 hold together, but a3 is not with them.
    let position = cluster("size-3_br1-1r1-1r1_r");
    assert_illegal(&position, "b3a3", "this would split Red's checkers");
    assert_legal(&position, "b3b2");
}

#[test]
fn enemy_checkers_may_hold_a_group_together() {
    let position = cluster("size-4_rrbr-4-4-4_r");
    assert_moves(&position, "a4b4 d4c4");
    assert_text(&then(&position, "a4b4"), "size-4_1rbr-4-4-4_b");
    assert_illegal(&position, "b4c4", "this would split Red's checkers");
    assert_illegal(&position, "b4a4", "this would split Red's checkers");
}

#[test]
fn diagonal_neighbours_are_not_connected() {
    // Once a3 has left, a2 touches b3 only at a corner.
    let position = cluster("size-3_rr1-r2-b2_r");
    assert_illegal(&position, "a3b3", "this would split Red's checkers");
    assert_illegal(&position, "a3a2", "this would split Red's checkers");
    assert_moves(&position, "b3a3 a2a3");
}

#[test]
fn a_group_may_hold_together_the_long_way_round() {
    let ring = cluster("size-3_rbr-b1b-rbr_r");
    assert_moves(&ring, "a3a2 a3b3 c3b3 c3c2 a1a2 a1b1 c1b1 c1c2");
    assert_text(&then(&ring, "a3b3"), "size-3_1rr-b1b-rbr_b");
}

#[test]
fn detached_groups_of_enemies_are_removed_as_part_of_the_move() {
    let one = then(&cluster("size-4_bbrr-3b-4-4_r"), "c4d4");
    assert_text(&one, "size-4_3r-3b-4-4_b");
    let two = then(&cluster("size-3_1b1-brb-1rb_r"), "b2b1");
    assert_text(&two, "size-3_3-2b-1rb_b");
    let red = then(&cluster("size-4_rrbb-3r-4-4_b"), "c4d4");
    assert_text(&red, "size-4_3b-3r-4-4_r");
}

#[test]
fn a_lone_checker_captures_any_neighbour() {
    let position = cluster("size-3_brb-b2-3_r");
    assert_moves(&position, "b3a3 b3c3");
    assert_text(&then(&position, "b3a3"), "size-3_r2-b2-3_b");
}

#[test]
fn the_player_who_captures_the_last_enemy_wins() {
    let over = after("clusterfuss", TINY, "a2a1 b2b1 a1b1");
    assert_outcome(&over, &[0], "no enemy checker left", "Blue has no checker left");
    assert_eq!(result(&over), "1-0");
    let over = then(&cluster("size-2_rb-2_b"), "b2a2");
    assert_outcome(&over, &[1], "no enemy checker left", "Red has no checker left");
    assert_eq!(result(&over), "0-1");
}

#[test]
fn the_player_who_detaches_the_last_enemies_wins() {
    let by_friend_capture = then(&cluster("size-3_rrb-3-3_r"), "b3a3");
    assert_text(&by_friend_capture, "size-3_r2-3-3_b");
    assert_outcome(&by_friend_capture, &[0], "no enemy checker left", "Blue has no checker left");
    let by_a_capture = then(&cluster("size-3_rbr-3-3_b"), "b3a3");
    assert_outcome(&by_a_capture, &[1], "no enemy checker left", "Red has no checker left");
}

#[test]
fn no_move_is_legal_in_a_finished_game() {
    let over = after("clusterfuss", TINY, "a2a1 b2b1 a1b1");
    for mv in ["b1a1", "pass", "swap"] {
        assert_illegal(&over, mv, "the game is over");
    }
}

#[test]
fn pass_is_illegal_if_a_capture_is_legal() {
    let reason = "pass is legal only if there is no other move";
    assert_illegal(&start("clusterfuss", &[]), "pass", reason);
    assert_illegal(&after("clusterfuss", TINY, "a2a1"), "pass", reason);
}

#[test]
fn a_player_whose_every_capture_splits_their_checkers_passes() {
    let split = cluster("size-3_rb1-3-2r_r");
    assert_illegal(&split, "a3b3", "this would split Red's checkers");
    assert_moves(&split, "pass");
    let passed = then(&split, "pass");
    assert_text(&passed, "size-3_rb1-3-2r_b");
    assert_moves(&passed, "b3a3");
    assert_outcome(&then(&passed, "b3a3"), &[1], "no enemy checker left", "Red has no");
}

#[test]
fn a_player_without_a_neighbour_passes() {
    let alone = cluster("size-3_r2-3-1bb_r");
    assert_moves(&alone, "pass");
    assert_moves(&then(&alone, "pass"), "b1c1 c1b1");
    // The lone checker was never part of the mover's group.
    assert_outcome(&then(&alone, "pass b1c1"), &[1], "no enemy checker left", "Red has no");
    let blue = cluster("size-3_b2-3-1rr_b");
    assert_moves(&blue, "pass");
    assert_turn(&then(&blue, "pass"), 0);
}

#[test]
fn swap_is_legal_as_reply_to_reds_first_move() {
    let offered = after("clusterfuss", TINY_PIE, "a2a1");
    assert_text(&offered, "size-2.pie-on_1b-rr_b_offer");
    assert_turn(&offered, 1);
    assert_moves(&offered, "b2b1 swap");
    assert_eq!(start("clusterfuss", &[("pie", "on")]).count_moves(), 112);
}

#[test]
fn swap_is_illegal_as_first_move_and_without_the_pie_rule() {
    let reason = "swap is legal only as the reply to Red's first move";
    assert_illegal(&start("clusterfuss", TINY_PIE), "swap", reason);
    assert_illegal(&after("clusterfuss", TINY, "a2a1"), "swap", "swap needs the option pie=on");
}

#[test]
fn a_capture_declines_the_swap_for_good() {
    let reason = "swap is legal only as the reply to Red's first move";
    let size: &[(&str, &str)] = &[("size", "4"), ("pie", "on")];
    let kept = after("clusterfuss", size, "a4a3 b4b3");
    assert_turn(&kept, 0);
    assert_illegal(&kept, "swap", reason);
    assert_illegal(&then(&kept, "a3b3"), "swap", reason);
    assert_eq!(kept.side_of(Player(0)), Player(0));
}

#[test]
fn after_a_swap_the_colours_are_changed_and_the_new_blue_moves_next() {
    let swapped = after("clusterfuss", TINY_PIE, "a2a1 swap");
    assert_text(&swapped, "size-2.pie-on_1b-rr_b_swapped");
    assert_turn(&swapped, 0);
    assert_eq!(swapped.side_of(Player(0)), Player(1));
    assert_eq!(swapped.side_of(Player(1)), Player(0));
    assert_moves(&swapped, "b2b1");
    assert_illegal(&swapped, "a1b1", "a1 holds a Red checker and it is Blue's turn");
    assert_turn(&then(&swapped, "b2b1"), 1);
}

#[test]
fn swap_is_legal_only_once() {
    let reason = "swap is legal only as the reply to Red's first move";
    let swapped = after("clusterfuss", TINY_PIE, "a2a1 swap");
    assert_illegal(&swapped, "swap", reason);
    assert_illegal(&then(&swapped, "b2b1"), "swap", reason);
}

#[test]
fn after_a_swap_the_colour_that_wins_counts_for_its_new_player() {
    let red = after("clusterfuss", TINY_PIE, "a2a1 swap b2b1 a1b1");
    assert_outcome(&red, &[1], "no enemy checker left", "Blue has no checker left");
    assert_eq!(result(&red), "0-1");
    let blue = then(&cluster("size-2.pie-on_rb-2_b_swapped"), "b2a2");
    assert_outcome(&blue, &[0], "no enemy checker left", "Red has no checker left");
    let unswapped = after("clusterfuss", TINY_PIE, "a2a1 b2b1 a1b1");
    assert_outcome(&unswapped, &[0], "no enemy checker left", "Blue has no checker left");
}

#[test]
fn pass_is_illegal_if_swap_is_legal() {
    let offered = cluster("size-3.pie-on_b2-3-1rr_b_offer");
    assert_moves(&offered, "swap");
    assert_illegal(&offered, "pass", "pass is legal only if there is no other move");
    assert_moves(&then(&offered, "swap"), "pass");
    assert_turn(&then(&offered, "swap pass"), 1);
}

#[test]
fn options_outside_their_values_are_refused() {
    for (name, value, message) in [
        ("size", "1", "size must be 2 to 10"),
        ("size", "11", "size must be 2 to 10"),
        ("pie", "yes", "pie must be off or on"),
        ("players", "3", "clusterfuss has no option players; it has size, pie"),
    ] {
        assert_bad_options("clusterfuss", &[(name, value)], message);
    }
}

#[test]
fn typed_moves_are_normalised() {
    let position = start("clusterfuss", &[]);
    for input in ["c3c4", "C3-C4", "c3 c4", " c3 → c4 ", "C3:C4", "c3>c4"] {
        assert_reads(&then(&position, "a8a7"), input, "c3c4");
    }
    assert_text(&then(&position, "A8 A7 C3-C4"), &then(&position, "a8a7 c3c4").text());
    assert_reads(&after("clusterfuss", TINY_PIE, "a2a1"), "Swap", "swap");
    assert_reads(&cluster("size-3_r2-3-1bb_r"), "PASS", "pass");
}

#[test]
fn boards_over_nine_ranks_have_ranks_of_two_digits() {
    let ten = start("clusterfuss", &[("size", "10")]);
    assert_legal(&ten, "a10a9");
    assert_legal(&ten, "a10b10");
    assert_illegal(&ten, "a10a11", "a11 is not on the 10×10 board");
}

#[test]
fn malformed_positions_are_refused() {
    for (text, message) in [
        ("size-2", "expected options, an underscore and the board"),
        ("size-12_rb-br_r", "size must be 2 to 10"),
        ("pie_rb-br_r", "is not a list of options"),
        ("size-2_rb-br", "expected 2 fields joined by _ (board, turn), found 1"),
        ("size-2_rb-br_r_first", "expected 2 fields joined by _ (board, turn), found 3"),
        ("size-2.pie-on_rb-br_r", "expected 3 fields joined by _ (board, turn, pie), found 2"),
        ("size-2_rb_r", "the board has 1 rank, expected 2, joined by -"),
        ("size-2_rbr-br_r", "rank 2 has 3 squares, expected 2"),
        ("size-2_rb-b_r", "rank 1 has 1 square, expected 2"),
        ("size-2_rb-3_r", "rank 1 has 3 squares, expected 2"),
        ("size-2_rb-xb_r", "rank 1: expected r, b or a number of empty squares, found 'x'"),
        ("size-2_rb-0br_r", "rank 1: expected r, b or a number of empty squares, found '0'"),
        ("size-2_rb-br_w", "expected r or b as the turn, found w"),
        ("size-2.pie-on_rb-br_r_maybe", "expected first, offer, kept or swapped after the turn"),
        ("size-2.pie-on_rb-br_b_first", "that state of the pie rule needs Red to move"),
        ("size-2.pie-on_1b-rr_r_offer", "that state of the pie rule needs Blue to move"),
        ("size-2_2-2_r", "the board is empty"),
        ("size-3_r2-3-2b_r", "neither player can ever move"),
    ] {
        assert_bad_position("clusterfuss", text, message);
    }
}
