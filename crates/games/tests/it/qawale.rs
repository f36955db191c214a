//! The rules of Qawale: one test per sentence of the rules page.

use crate::common::*;

/// Light to move: `a3ss` puts Dark's fourth stone on rank 2 and Light's fourth on rank 1.
const BOTH_FOR_LIGHT: &str = "0.l.0.0-d.0.0.0-0.d.d.d-nn.nnl.nnl.nnl_l";
/// Dark to move: `a3ss` puts Light's fourth stone on rank 2 and Dark's fourth on rank 1.
const BOTH_FOR_DARK: &str = "0.d.0.l-l.0.0.0-0.l.l.l-nn.nnd.nnd.nnd_d";
/// Light to move: `a3ss` puts Dark's fourth stone on rank 2 and makes no line for Light.
const LINE_FOR_DARK: &str = "0.l.0.l-d.l.l.0-0.d.d.d-nn.nn.nn.nn_l";
/// Light to move: `a4ss` puts Light's fourth stone on rank 2.
const LINE_FOR_LIGHT: &str = "n.d.0.d-0.0.d.0-0.l.l.l-nn.nn.0.nnn_l";

fn qawale(board: &str) -> Position {
    position("qawale", &format!("std_{board}"))
}

fn opponent(board: &str) -> Position {
    position("qawale", &format!("doubleline-opponent_{board}"))
}

#[test]
fn two_neutral_stones_stand_on_each_corner() {
    assert_text(&start("qawale", &[]), "std_nn.0.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l");
}

#[test]
fn each_player_holds_eight_stones() {
    let hands = |line: &str| -> Vec<u32> {
        let panels = after("qawale", &[], line).scene().panels;
        panels.iter().flat_map(|panel| &panel.hand).map(|item| item.count).collect()
    };
    assert_eq!(hands(""), [8, 8]);
    assert_eq!(hands("a1nne"), [7, 8]);
    assert_eq!(hands("a1nne a2ne"), [7, 7]);
}

#[test]
fn light_moves_first_and_players_alternate() {
    assert_eq!(sides("qawale"), ["Light", "Dark"]);
    assert_turn(&start("qawale", &[]), 0);
    assert_turn(&after("qawale", &[], "a1nne"), 1);
    assert_turn(&after("qawale", &[], "a1nne a2ne"), 0);
}

#[test]
fn a_sowing_drops_one_stone_per_step_and_the_movers_stone_last() {
    let position = after("qawale", &[], "a1nne");
    assert_text(&position, "std_nn.0.0.nn-n.l.0.0-n.0.0.0-0.0.0.nn_d");
}

#[test]
fn a_single_stone_is_a_stack_and_sown_stones_go_on_top_of_what_is_there() {
    let position = after("qawale", &[], "a1nne a2ne");
    assert_text(&position, "std_nn.0.0.nn-nn.ld.0.0-0.0.0.0-0.0.0.nn_l");
}

#[test]
fn the_lowest_stone_in_hand_is_sown_first() {
    let position = after("qawale", &[], "a1nne a2ne b3enw");
    assert_text(&position, "std_nn.l.d.nn-nn.0.l.0-0.0.0.0-0.0.0.nn_d");
}

#[test]
fn every_walk_without_a_step_straight_back_is_legal() {
    let position = start("qawale", &[]);
    assert_eq!(position.count_moves(), 4 * 10);
    let from_a1: Vec<String> =
        position.moves().into_iter().filter(|mv| mv.starts_with("a1")).collect();
    let by_hand = ["eee", "een", "ene", "enn", "enw", "nee", "nen", "nes", "nne", "nnn"];
    assert_eq!(from_a1, by_hand.map(|path| format!("a1{path}")));
}

#[test]
fn an_empty_square_cannot_be_sown() {
    assert_illegal(&start("qawale", &[]), "b2n", "b2 is empty");
    assert_illegal(&after("qawale", &[], "a1nne"), "a1nne", "a1 is empty");
}

#[test]
fn a_sowing_has_as_many_steps_as_stones_with_the_movers() {
    let position = start("qawale", &[]);
    for (mv, reason) in [
        ("a1nn", "the sowing needs 3 steps, not 2"),
        ("a1nnee", "the sowing needs 3 steps, not 4"),
        ("a1", "the sowing needs 3 steps, not 0"),
    ] {
        assert_illegal(&position, mv, reason);
    }
    let single = after("qawale", &[], "a1nne");
    assert_illegal(&single, "a2nne", "the stack on a2 has 2 stones with yours");
}

#[test]
fn a_sowing_stays_on_the_board() {
    let position = start("qawale", &[]);
    assert_illegal(&position, "a1sne", "step 1 leaves the board at a1");
    assert_illegal(&position, "a1nnw", "step 3 leaves the board at a3");
    assert_illegal(&position, "d4enn", "step 1 leaves the board at d4");
    assert_illegal(&position, "e5nne", "e5 is not on the 4×4 board");
}

#[test]
fn a_sowing_never_steps_straight_back() {
    let position = start("qawale", &[]);
    assert_illegal(&position, "a1new", "step 3 goes straight back from b2");
    assert_illegal(&position, "a1nns", "step 3 goes straight back from a3");
}

#[test]
fn the_second_step_may_not_return_to_the_lifted_square() {
    assert_illegal(&start("qawale", &[]), "a1nsn", "step 2 goes straight back from a2");
    assert_illegal(&after("qawale", &[], "a1nne"), "b3ew", "step 2 goes straight back from c3");
}

#[test]
fn a_sowing_may_come_back_by_a_loop() {
    let to_its_start = then(&qawale("nn.0.0.nn-0.0.0.0-0.0.0.0-nnn.0.0.n_l"), "a1nesw");
    assert_text(&to_its_start, "std_nn.0.0.nn-0.0.0.0-n.n.0.0-l.n.0.n_d");
    let further = then(&qawale("nn.0.0.nn-0.0.0.0-0.0.0.0-nnnn.0.0.0_l"), "a1neswn");
    assert_text(&further, "std_nn.0.0.nn-0.0.0.0-nl.n.0.0-n.n.0.0_d");
}

#[test]
fn four_in_a_row_win() {
    let over = then(&qawale(LINE_FOR_LIGHT), "a4ss");
    assert_outcome(&over, &[0], "line of four", "Light has four on rank 2");
    assert_eq!(result(&over), "1-0");
}

#[test]
fn four_in_a_column_win() {
    let over = then(&qawale("nnn.l.0.d-0.l.d.0-nn.l.0.d-nn.0.0.n_l"), "d1ww");
    assert_outcome(&over, &[0], "line of four", "Light has four on file b");
}

#[test]
fn four_on_a_long_diagonal_win() {
    // The stones stand on a1 and d1 at the height of three.
    let rising = then(&qawale("nn.nn.0.l-n.0.l.0-0.l.0.d-nn.d.d.n_l"), "a3ss");
    assert_outcome(&rising, &[0], "line of four", "four on the diagonal a1 to d4");
    let falling = then(&qawale("l.0.nn.nn-0.l.0.n-d.0.l.0-n.d.d.nn_l"), "d3ss");
    assert_outcome(&falling, &[0], "line of four", "four on the diagonal a4 to d1");
}

#[test]
fn dark_wins_by_a_line_of_dark_stones() {
    let over = then(&qawale("n.l.0.l-0.0.l.l-0.d.d.d-nn.nn.0.nnn_d"), "a4ss");
    assert_outcome(&over, &[1], "line of four", "Dark has four on rank 2");
    assert_eq!(result(&over), "0-1");
}

#[test]
fn four_stones_that_are_not_a_line_do_not_win() {
    assert_turn(&qawale("nn.nn.nn.nn-0.l.l.0-0.l.l.0-d.d.0.dd_l"), 0);
    // A row that wraps to the next rank, and four neutral stones.
    assert_turn(&qawale("nn.nn.nn.nn-0.0.l.l-l.l.0.0-d.d.0.dd_l"), 0);
}

#[test]
fn covered_stones_do_not_count() {
    assert_turn(&qawale("n.n.n.0-d.d.0.dd-0.0.0.0-l.l.l.lnnnnn_l"), 0);
}

#[test]
fn a_line_completed_for_the_opponent_wins_for_the_opponent() {
    let over = then(&qawale(LINE_FOR_DARK), "a3ss");
    let reason = "Dark has four on rank 2, completed by Light's own move";
    assert_outcome(&over, &[1], "line of four, completed by the other player", reason);
}

#[test]
fn lines_count_only_after_the_whole_sowing() {
    // The first stone completes rank 2 for Dark, the second one covers b2.
    let position = then(&qawale(LINE_FOR_DARK), "a3se");
    assert_text(&position, "std_0.l.0.l-0.l.l.0-d.dl.d.d-nn.nn.nn.nn_d");
    assert_turn(&position, 1);
}

#[test]
fn the_mover_wins_when_a_move_completes_both_lines() {
    let over = then(&qawale(BOTH_FOR_LIGHT), "a3ss");
    let reason = "Light has four on rank 1, Dark on rank 2, completed by the same move";
    assert_outcome(&over, &[0], "both lines, the mover's counts", reason);
    let over = then(&qawale(BOTH_FOR_DARK), "a3ss");
    assert_outcome(&over, &[1], "both lines, the mover's counts", "Dark has four on rank 1");
}

#[test]
fn with_doubleline_opponent_the_opponent_wins_when_a_move_completes_both_lines() {
    let over = then(&opponent(BOTH_FOR_LIGHT), "a3ss");
    assert_outcome(&over, &[1], "both lines, the opponent's counts", "Dark has four on rank 2");
    let over = then(&opponent(BOTH_FOR_DARK), "a3ss");
    assert_outcome(&over, &[0], "both lines, the opponent's counts", "Light has four on rank 2");
}

#[test]
fn doubleline_changes_nothing_about_single_lines() {
    let own = then(&opponent(LINE_FOR_LIGHT), "a4ss");
    assert_outcome(&own, &[0], "line of four", "Light has four on rank 2");
    let others = then(&opponent(LINE_FOR_DARK), "a3ss");
    assert_outcome(&others, &[1], "line of four, completed by the other player", "rank 2");
}

#[test]
fn sixteen_stones_without_a_line_are_a_draw() {
    let last = qawale("0.l.0.nnnnn-0.0.0.0-0.0.0.0-lllllllddddddnnn.0.d.0_d");
    assert_turn(&last, 1);
    let over = then(&last, "c1nn");
    assert_outcome(&over, &[0, 1], "no line after the last stone", "all 16 stones are played");
    assert_eq!(result(&over), "1/2");
    assert_illegal(&over, "c3nn", "the game is over");
}

#[test]
fn a_line_made_by_the_last_stone_still_wins() {
    let last = qawale("n.0.0.nnnnn-0.0.0.0-0.d.d.d-llllllllddddnn.0.0.0_d");
    assert_outcome(&then(&last, "a4ss"), &[1], "line of four", "Dark has four on rank 2");
}

#[test]
fn pass_is_never_legal() {
    assert_illegal(&start("qawale", &[]), "pass", "there is no pass in Qawale");
}

#[test]
fn no_move_is_legal_in_a_finished_game() {
    let over = then(&qawale(LINE_FOR_LIGHT), "a4ss");
    for mv in ["b4nn", "a2ne", "pass"] {
        assert_illegal(&over, mv, "the game is over");
    }
}

#[test]
fn a_stack_of_more_than_nine_stones_is_sown_like_any_other() {
    // Round and round: a2, b2, b1 and a1 get every fourth of the eleven stones.
    let position = then(&qawale("0.0.0.0-0.0.0.0-0.0.0.0-nnnnnnnnld.0.0.0_l"), "a1neswneswnes");
    assert_text(&position, "std_0.0.0.0-0.0.0.0-nnl.nnd.0.0-nn.nnl.0.0_d");
}

#[test]
fn typed_moves_are_normalised() {
    for input in ["a1nne", "A1:NNE", "a1 nne", "A1-n-n-e", " a1 n n e ", "a1,nne"] {
        assert_reads(&start("qawale", &[]), input, "a1nne");
    }
    let position = after("qawale", &[], "A1 NNE A2:NE");
    assert_text(&position, &after("qawale", &[], "a1nne a2ne").text());
    assert_illegal(&start("qawale", &[]), "a1nnx", "expected steps n, e, s or w, found 'x'");
    assert_illegal(&start("qawale", &[]), "nne", "expected a square");
}

#[test]
fn option_stones_sets_the_stones_of_each_player() {
    let hands = |position: &Position| -> Vec<u32> {
        let panels = position.scene().panels;
        panels.iter().flat_map(|panel| &panel.hand).map(|item| item.count).collect()
    };
    for stones in 1..=8_u32 {
        let options = [("stones", stones.to_string())];
        let options = options.each_ref().map(|(name, value)| (*name, value.as_str()));
        let position = start("qawale", &options);
        assert_eq!(hands(&position), [stones, stones]);
        assert_eq!(hands(&then(&position, "a1nne")), [stones - 1, stones]);
    }
}

#[test]
fn game_with_fewer_stones_is_a_draw_after_the_last_one() {
    let position = after("qawale", &[("stones", "2")], "a1nne a2ne d1nww");
    assert_eq!(position.outcome(), None);
    let over = then(&position, "d4sss");
    assert_text(&over, "stones-2_nn.0.0.0-nn.ld.0.n-0.l.n.nn-0.0.0.d_l");
    let reason = "all 4 stones are played and nobody has a line";
    assert_outcome(&over, &[0, 1], "no line after the last stone", reason);
    assert_illegal(&over, "a4enn", "the game is over");
}

#[test]
fn text_of_the_usual_game_does_not_name_the_stones() {
    let given = start("qawale", &[("stones", "8")]);
    assert_text(&given, &start("qawale", &[]).text());
    let read = position("qawale", "stones-8_nn.0.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l");
    assert_text(&read, "std_nn.0.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l");
}

#[test]
fn stack_higher_than_all_reachable_ones_can_still_grow() {
    // With 21 stones on a1, the last two moves can put two more there.
    let tall = format!("std_0.0.0.0-0.0.0.0-l.0.0.0-nnnnnnnn{}d.0.0.0_l", "dl".repeat(6));
    let over = then(&position("qawale", &tall), "a2se b1wn");
    assert_eq!(over.outcome().map(|outcome| outcome.winners.len()), Some(2));
}

#[test]
fn options_are_stones_and_doubleline() {
    let expected = "doubleline must be mover or opponent";
    assert_bad_options("qawale", &[("doubleline", "both")], expected);
    for stones in ["0", "9", "eight"] {
        assert_bad_options("qawale", &[("stones", stones)], "stones must be 1 to 8");
    }
    let known = "qawale has no option size; it has stones, doubleline";
    assert_bad_options("qawale", &[("size", "5")], known);
}

#[test]
fn malformed_positions_are_refused() {
    let high = format!("std_n.0.0.0-0.0.0.0-0.0.0.0-nnnnnnn{}.0.0.0_l", "ld".repeat(8));
    for (text, message) in [
        ("std", "expected options, an underscore and the board"),
        ("doubleline-me_nn.0.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l", "doubleline must be mover or"),
        ("std_nn.0.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn", "2 fields joined by _ (board, turn), found 1"),
        ("std_nn.0.0.nn-0.0.0.0-nn.0.0.nn_l", "the board has 3 ranks, expected 4, joined by -"),
        (
            "std_nn.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l",
            "rank 4 has 3 squares, expected 4, joined by dots",
        ),
        (
            "std_nn.0.0.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l",
            "rank 4 has 5 squares, expected 4, joined by dots",
        ),
        ("std_nn.x.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l", "b4: expected 0 or stones n, l, d"),
        ("std_nn..0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l", "b4: expected 0 or stones n, l, d"),
        ("std_nn.00.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l", "b4: expected 0 or stones n, l, d"),
        (
            "std_nn.0.0.n-0.0.0.0-0.0.0.0-nn.0.0.nn_l",
            "there are 7 neutral stones on the board, expected 8",
        ),
        ("std_nn.d.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l", "0 light and 1 dark stones"),
        ("std_nn.ll.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_d", "2 light and 0 dark stones"),
        ("std_nn.l.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l", "the turn is d, found l"),
        ("std_nn.0.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_x", "the turn is l, found x"),
        (&high, "a1: a stack cannot be higher than 21 stones"),
    ] {
        assert_bad_position("qawale", text, message);
    }
    let nine = "std_nn.lllllllll.dddddddd.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_d";
    assert_bad_position("qawale", nine, "at most 8");
    let two = "stones-1_nn.l.0.nn-d.l.0.0-d.0.0.0-nn.0.0.nn_l";
    assert_bad_position(
        "qawale",
        two,
        "2 light and 2 dark stones on the board: expected at most 1",
    );
    let tall = "stones-1_nnnnn.0.0.0-0.0.0.0-0.0.0.0-nn.0.0.n_l";
    assert_bad_position("qawale", tall, "a4: a stack cannot be higher than 4 stones");
}
