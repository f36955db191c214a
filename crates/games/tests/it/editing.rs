//! The position editor: putting and removing pieces, settings, and refused drafts.

use crate::common::entry;
use strata_rules::{AnyDraft, Square};

fn draft(game: &str, text: &str) -> Box<dyn AnyDraft> {
    entry(game).read_draft(text).expect("a draft of this game")
}

fn start(game: &str, options: &[(&str, &str)]) -> Box<dyn AnyDraft> {
    draft(game, &crate::common::start(game, options).text())
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// Puts the same piece on several squares, one after another.
fn put_all(draft: &mut dyn AnyDraft, brush: &str, squares: &str) {
    for name in squares.split(' ') {
        draft.put(brush, &[square(name)]).unwrap_or_else(|reason| panic!("{name}: {reason}"));
    }
}

fn finish_error(draft: &dyn AnyDraft) -> String {
    draft.finish().map(|position| position.text()).expect_err("an impossible position")
}

fn finished_text(draft: &dyn AnyDraft) -> String {
    draft.finish().map(|position| position.text()).expect("a possible position")
}

#[test]
fn staqs_pieces_are_stacked_and_removed_one_by_one() {
    let mut board = start("staqs", &[("size", "3"), ("pieces", "1")]);
    put_all(&mut *board, "Blue piece", "b2 b2");
    assert_eq!(board.text(), "size-3.pieces-1_nnn-nb3n-nnn_b_0-1", "the piece comes from the hand");
    assert_eq!(
        finish_error(&*board),
        "a stack of height 3 leaves no more than 7 neutral pieces, but there are 8"
    );
    put_all(&mut *board, "White piece", "a1");
    board.take(square("c3")).expect("a square of the board");
    assert_eq!(finished_text(&*board), "size-3.pieces-1_nne-nb3n-w2nn_b_0-0");
    for text in ["b2", "n", "e", "e"] {
        board.take(square("b2")).expect("a square of the board");
        assert_eq!(board.text(), format!("size-3.pieces-1_nne-n{text}n-w2nn_b_0-0"));
    }
    board.set("Turn", 1).expect("White may be to move");
    board.set("Blue's pieces in hand", 1).expect("a piece");
    assert_eq!(finished_text(&*board), "size-3.pieces-1_nne-nen-w2nn_w_1-0");
    board.clear();
    assert_eq!(board.text(), "size-3.pieces-1_eee-eee-eee_w_0-0");
}

#[test]
fn staqs_blockades_come_from_the_hands_and_are_counted() {
    let mut board = start("staqs", &[("size", "3"), ("pieces", "1"), ("blockades", "1")]);
    put_all(&mut *board, "blockade", "a1 b1");
    assert!(board.text().ends_with("_0-0"), "they come from the hands: {}", board.text());
    board.set("White's blockades in hand", 1).expect("one too many");
    assert_eq!(
        finish_error(&*board),
        "blockades: 2 on the board and 1 in hand, but the players have only 2"
    );
    board.set("White's blockades in hand", 0).expect("none in hand");
    assert_eq!(finished_text(&*board), "size-3.pieces-1.blockades-1_nnn-nnn-xxn_b_1-1_0-0");
}

#[test]
fn staqs_stack_height_is_limited() {
    let mut board = start("staqs", &[("size", "3")]);
    put_all(&mut *board, "Blue piece", "a1 a1 a1 a1 a1 a1 a1 a1 a1");
    let refused = board.put("Blue piece", &[square("a1")]);
    assert_eq!(refused, Err("a stack cannot be higher than 10".to_owned()));
}

#[test]
fn clusterfuss_checker_replaces_the_one_on_its_square() {
    let mut board = start("clusterfuss", &[("size", "3"), ("pie", "on")]);
    board.clear();
    assert_eq!(finish_error(&*board), "the board is empty");
    put_all(&mut *board, "Red checker", "a1 b1 c3");
    put_all(&mut *board, "Blue checker", "b1 b2");
    board.take(square("c3")).expect("a square of the board");
    board.set("Turn", 1).expect("Blue may be to move");
    assert_eq!(finish_error(&*board), "that state of the pie rule needs Red to move");
    board.set("Pie rule", 2).expect("a state of the rule");
    assert_eq!(finished_text(&*board), "size-3.pie-on_3-1b1-rb1_b_kept");
}

#[test]
fn qawale_turn_follows_from_the_number_of_stones() {
    let mut board = start("qawale", &[]);
    assert!(board.settings().is_empty());
    board.put("Light stone", &[square("b2")]).expect("a stone");
    assert_eq!(finished_text(&*board), "std_nn.0.0.nn-0.0.0.0-0.l.0.0-nn.0.0.nn_d");
    let refused = board.put("neutral stone", &[square("b2")]);
    assert_eq!(refused, Err("all 8 neutral stones are already on the board".to_owned()));
    board.take(square("a1")).expect("a square of the board");
    assert_eq!(finish_error(&*board), "there are 7 neutral stones on the board, expected 8");
    board.put("neutral stone", &[square("b2")]).expect("a stone");
    board.put("Light stone", &[square("b2")]).expect("a stone");
    assert!(finish_error(&*board).starts_with("2 light and 0 dark stones on the board"));
    board.put("Dark stone", &[square("a1")]).expect("a stone");
    assert_eq!(finished_text(&*board), "std_nn.0.0.nn-0.0.0.0-0.lnl.0.0-nd.0.0.nn_d");
    board.clear();
    assert_eq!(board.text(), "std_0.0.0.0-0.0.0.0-0.0.0.0-0.0.0.0_l");
}

#[test]
fn isaac_tile_is_put_by_its_two_ends() {
    let mut board = start("isaac", &[]);
    let mut put = |brush: &str, from: &str, to: &str| board.put(brush, &[square(from), square(to)]);
    assert_eq!(put("Dark tile", "c1", "a1"), Ok(()));
    assert_eq!(put("Light tile", "b1", "b4"), Err("b1 is taken".to_owned()));
    assert_eq!(put("Light tile", "d1", "d7"), Ok(()));
    assert_eq!(put("Light tile", "a2", "c4"), Err("a2 and c4 are not on one line".to_owned()));
    let refused = Err("Light's only tile of length 7 is already on the board".to_owned());
    assert_eq!(put("Light tile", "e1", "e7"), refused);
    assert_eq!(finished_text(&*board), "std_place_d_a1c1_d1d7_n");
    board.take(square("b1")).expect("a square of the board");
    assert_eq!(board.text(), "std_place_d_0_d1d7_n");
    board.set("First to pass", 1).expect("Dark");
    assert_eq!(finish_error(&*board), "Dark has passed but still has room for a tile");
}

#[test]
fn isaac_scoring_phase_has_counters_and_removed_tiles() {
    let mut board = draft("isaac", "std_place_d_a1c1_d1d7_n");
    board.set("Phase", 1).expect("the scoring phase");
    board.set("Dark's unplaced 3s", 1).expect("three are removed");
    board.put("Light counter", &[square("j10")]).expect("the start");
    board.put("Dark counter", &[square("c2")]).expect("12 points");
    assert_eq!(finished_text(&*board), "std_score_d_a1c1_d1d7_14321-54320_12-0_n");
    board.set("Light's score", 87).expect("a score");
    assert_eq!(finish_error(&*board), "both counters stand on the same square");
    board.set("Light's score", 100).expect("a score");
    assert!(finished_text(&*board).ends_with("_12-100_n"));
    board.set("Light's score", 0).expect("a score");
    board.set("Out", 1).expect("Dark");
    assert_eq!(finish_error(&*board), "Dark is out and cannot be to move");
    // A removed tile comes back to the board when no other is left.
    board.set("Dark's unplaced 3s", 0).expect("four are removed");
    board.put("Dark tile", &[square("a5"), square("a7")]).expect("a removed tile");
    assert_eq!(board.text(), "std_score_d_a1c1.a5a7_d1d7_04321-54320_12-0_d");
    board.set("Phase", 0).expect("the placement phase");
    assert_eq!(finished_text(&*board), "std_place_d_a1c1.a5a7_d1d7_n");
}

#[test]
fn unknown_pieces_settings_and_values_are_refused() {
    let mut board = start("staqs", &[]);
    let off = board.put("Blue piece", &[square("f1")]);
    assert_eq!(off, Err("f1 is not on the 5×5 board".to_owned()));
    assert!(board.take(square("a6")).is_err());
    let unknown = board.put("Red piece", &[square("a1")]);
    let known = "unknown piece Red piece; choose Blue piece, White piece, neutral piece";
    assert_eq!(unknown, Err(known.to_owned()));
    let many = board.put("Blue piece", &[square("a1"), square("a2")]);
    assert_eq!(many, Err("a Blue piece needs one square, not 2".to_owned()));
    let far = board.set("Turn", 2);
    assert_eq!(far, Err("Turn must be 0 to 1, not 2".to_owned()));
    assert!(board.set("Score", 1).is_err());
    let empty = start("qawale", &[]).set("Turn", 1);
    assert_eq!(empty, Err("this game has no settings besides the board".to_owned()));
}
