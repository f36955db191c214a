//! The rules of Isaac: one test per sentence of the rules page.

use crate::common::*;
use strata_rules::Player;

/// Dark's tiles on a board with room for one more tile of length 3, on h10 to j10. Dark has only a
/// tile of length 6 left.
const DARK: &str = "h1j1.h2j2.a3c3.d3f3.e10g10.g4j4.g5j5.g6j6.a10d10.a7e7.f7j7.f9j9.a4f4.a1g1";
/// Light's tiles on that board. Light has all tiles of length 3 left and three of length 4.
const LIGHT: &str = "g3j3.a8e8.f8j8.a9e9.a5f5.a6f6.a2g2";

fn isaac(text: &str) -> Position {
    position("isaac", &format!("std_{text}"))
}

/// The almost full board, with `turn` to place before any pass.
fn almost_full(turn: &str) -> Position {
    isaac(&format!("place_{turn}_{DARK}_{LIGHT}_n"))
}

/// Dark's c5f5 shares rank 5 with Dark's h5j5 and Light's upright a4a6.
fn rank_five(turn: &str, counters: &str) -> Position {
    isaac(&format!("score_{turn}_c5f5.h5j5_a4a6_43321-44321_{counters}_n"))
}

/// A game that ended with nothing on the board, by unplaced tiles and scores.
fn ended(unplaced: &str, counters: &str) -> Position {
    isaac(&format!("score_d_0_0_{unplaced}_{counters}_b"))
}

/// The moves that take each of these numbers of points for the tile on `square`.
fn scores(square: &str, points: impl IntoIterator<Item = u32>) -> String {
    points.into_iter().map(|points| format!("{square}={points} ")).collect()
}

/// Where the counters stand, Dark's first.
fn counters(position: &Position) -> Vec<String> {
    let scene = position.scene();
    let square_of =
        |player| scene.squares().find(|square| scene.cell(*square).counter == Some(Player(player)));
    [0, 1].into_iter().filter_map(square_of).map(|square| square.to_string()).collect()
}

#[test]
fn the_board_starts_empty() {
    let position = start("isaac", &[]);
    assert_text(&position, "std_place_d_0_0_n");
    assert_eq!(position.count_moves(), 20 * (8 + 7 + 6 + 5 + 4));
    assert_eq!((position.scene().width, position.scene().height), (10, 10));
}

#[test]
fn dark_moves_first_and_players_alternate() {
    assert_eq!(sides("isaac"), ["Dark", "Light"]);
    assert_turn(&start("isaac", &[]), 0);
    assert_turn(&after("isaac", &[], "a1c1"), 1);
    assert_turn(&after("isaac", &[], "a1c1 a2c2"), 0);
}

#[test]
fn each_player_has_fifteen_tiles() {
    for panel in start("isaac", &[]).scene().panels {
        let hand: Vec<(u8, u32)> =
            panel.hand.iter().map(|item| (item.length, item.count)).collect();
        assert_eq!(hand, [(3, 5), (4, 4), (5, 3), (6, 2), (7, 1)]);
    }
}

#[test]
fn each_player_counts_from_the_left_of_their_own_bottom_edge() {
    let squares = |scores| counters(&rank_five("d", scores)).join(" ");
    assert_eq!(squares("0-0"), "a1 j10");
    assert_eq!(squares("1-1"), "b1 i10");
    assert_eq!(squares("9-9"), "j1 a10");
    assert_eq!(squares("90-10"), "a10 j9");
    assert_eq!(squares("12-40"), "c2 j6");
    assert_eq!(squares("99-99"), "j10 a1");
}

#[test]
fn a_tile_lies_horizontally_or_vertically_on_empty_squares() {
    let position = after("isaac", &[], "a1c1 j4j10");
    assert_text(&position, "std_place_d_a1c1_j4j10_n");
    assert_illegal(&position, "c1c5", "c1 is taken");
    assert_illegal(&position, "e7j7", "j7 is taken");
    assert_illegal(&position, "d1f3", "d1 and f3 are not on one line");
    assert_illegal(&position, "i1k1", "k1 is not on the 10×10 board");
    assert_legal(&position, "d1f1");
    assert_legal(&position, "a2a8");
}

#[test]
fn tiles_are_three_to_seven_long() {
    let position = start("isaac", &[]);
    assert_illegal(&position, "a1b1", "would be 2 long; tiles are 3 to 7 long");
    assert_illegal(&position, "a1a1", "would be 1 long; tiles are 3 to 7 long");
    assert_illegal(&position, "a1a8", "would be 8 long; tiles are 3 to 7 long");
    for mv in ["a1c1", "a1d1", "a1e1", "a1f1", "a1g1", "a4a10"] {
        assert_legal(&position, mv);
    }
}

#[test]
fn a_placement_names_the_lower_or_left_end_first() {
    let position = start("isaac", &[]);
    assert_reads(&position, "c1a1", "a1c1");
    assert_reads(&position, "a3a1", "a1a3");
    assert!(!position.moves().contains(&"c1a1".to_owned()));
    assert_illegal(&position, "a1", "expected the two ends of a tile such as a1c1");
}

#[test]
fn a_player_places_only_tiles_left_in_their_hand() {
    let position = after("isaac", &[], "a1g1 a10c10");
    assert_illegal(&position, "a2g2", "Dark has no tile of length 7 left");
    assert_legal(&then(&position, "a2c2"), "a3g3");
    let sixes = then(&position, "a2f2 a9c9 a3f3 a8c8");
    assert_illegal(&sixes, "a4f4", "Dark has no tile of length 6 left");
}

#[test]
fn removing_a_tile_or_passing_with_room_is_illegal_in_the_placement_phase() {
    let position = after("isaac", &[], "a1c1 a2c2");
    assert_illegal(&position, "a1=0", "tiles can be removed only after the placement phase");
    assert_illegal(&position, "pass", "pass is legal only if there is no other move");
}

#[test]
fn a_player_without_room_passes_every_turn_while_the_other_places() {
    let position = almost_full("d");
    assert_moves(&position, "pass");
    assert_illegal(&position, "h10j10", "Dark has no tile of length 3 left");
    let passed = then(&position, "pass");
    assert_turn(&passed, 1);
    assert!(passed.text().ends_with("_d"));
    assert_moves(&passed, "h10j10");
    assert_moves(&then(&passed, "h10j10"), "pass");
}

#[test]
fn a_player_without_tiles_passes_even_if_there_is_room() {
    let all = "h1j1.e6g6.h6j6.a7c7.d7f7.g2j2.g3j3.f5i5.a6d6.a4e4.f4j4.a5e5.a2f2.a3f3.a1g1";
    let position = isaac(&format!("place_d_{all}_0_n"));
    assert_moves(&position, "pass");
    assert_legal(&then(&position, "pass"), "a10g10");
    assert_moves(&then(&position, "pass a10g10"), "pass");
}

#[test]
fn placement_ends_with_the_first_pass_after_which_the_other_cannot_place_either() {
    // Light fills the last gap, so Light's own pass is not played.
    let ended = then(&almost_full("l"), "h10j10 pass");
    assert_text(&ended, &format!("std_score_d_{DARK}_h10j10.{LIGHT}_00010-43000_0-0_n"));
    assert_eq!(ended.scene().phase, Some("scoring"));
    // The same after Dark has passed before.
    assert_eq!(then(&almost_full("d"), "pass h10j10 pass").text(), ended.text());
}

#[test]
fn the_player_who_passed_first_moves_first_in_the_scoring_phase() {
    assert_turn(&then(&almost_full("d"), "pass h10j10 pass"), 0);
    assert_turn(&then(&almost_full("l"), "h10j10 pass"), 0);
    let colours_changed = isaac(&format!("place_l_{LIGHT}_{DARK}_n"));
    assert_turn(&then(&colours_changed, "pass h10j10 pass"), 1);
}

#[test]
fn counters_start_on_their_owners_00_on_top_of_a_tile_if_one_lies_there() {
    let position = then(&almost_full("l"), "h10j10 pass");
    assert_eq!(counters(&position), ["a1", "j10"]);
    assert_illegal(&position, "a1=0", "a counter stands on the tile a1");
    // Rank 1 still has a1g1, and Dark's counter doubles it.
    assert_illegal(&position, "h1=3", "the tile scores only 2");
    assert_legal(&position, "h1=2");
}

#[test]
fn the_score_is_the_other_tiles_on_the_line_times_the_value() {
    assert_moves(&rank_five("d", "0-0"), &(scores("c5", 0..=4) + &scores("h5", 0..=2)));
    assert_illegal(&rank_five("d", "0-0"), "c5=5", "the tile scores only 4");
    for (tile, unplaced, value) in [
        ("a5c5", "44321", 1),
        ("a5d5", "53321", 2),
        ("a5e5", "54221", 3),
        ("a5f5", "54311", 4),
        ("a5g5", "54320", 6),
    ] {
        let position = isaac(&format!("score_d_{tile}_j4j6_{unplaced}-44321_0-0_n"));
        assert_moves(&position, &scores("a5", 0..=value));
    }
}

#[test]
fn a_vertical_tile_scores_its_column_and_may_score_zero() {
    // Of the other tiles only a8c8 covers file a, and Dark's counter on a1 doubles it.
    let position = isaac("score_l_a8c8.c5f5_a4a6_43321-44321_0-0_n");
    assert_moves(&position, "a4=0 a4=1 a4=2");
    let nothing = rank_five("l", "0-0");
    assert_moves(&nothing, "a4=0");
    assert_illegal(&nothing, "a4=1", "the tile scores only 0");
    assert_illegal(&nothing, "pass", "pass is legal only if there is no other move");
}

#[test]
fn each_counter_on_the_line_doubles_the_score() {
    // Dark's counter on b5, Light's on g5, both.
    assert_illegal(&rank_five("d", "41-0"), "c5=9", "the tile scores only 8");
    assert_legal(&rank_five("d", "41-0"), "c5=8");
    assert_illegal(&rank_five("d", "0-53"), "c5=9", "the tile scores only 8");
    assert_legal(&rank_five("d", "0-53"), "c5=8");
    assert_illegal(&rank_five("d", "41-53"), "c5=17", "the tile scores only 16");
    assert_legal(&rank_five("d", "41-53"), "c5=16");
}

#[test]
fn the_counter_moves_by_the_points_scored_and_the_tile_is_removed() {
    let position = then(&rank_five("d", "41-0"), "c5=3");
    assert_text(&position, "std_score_l_h5j5_a4a6_43321-44321_44-0_n");
    assert_eq!(counters(&position), ["e5", "j10"]);
    let light = isaac("score_l_a8c8_a4a6_44321-44321_0-7_n");
    assert_eq!(counters(&then(&light, "a4=2")), ["a1", "a10"]);
}

#[test]
fn the_counter_may_not_end_on_the_other_one_but_may_pass_it() {
    let dark = rank_five("d", "41-53");
    assert_illegal(&dark, "c5=5", "the counter would land on the other counter");
    let points = (0..=16).filter(|points| *points != 5);
    let others = (0..=8).filter(|points| *points != 5);
    assert_moves(&dark, &(scores("c5", points) + &scores("h5", others)));
    // Dark's counter on a1 is Light's 99.
    let light = isaac("score_l_a8c8_a4a6_44321-44321_0-98_n");
    assert_illegal(&light, "a4=1", "the counter would land on the other counter");
    assert_moves(&light, "a4=0 a4=2");
}

#[test]
fn the_counter_never_moves_beyond_100() {
    let position = rank_five("d", "98-30");
    assert_moves(&position, &(scores("c5", 0..=2) + &scores("h5", 0..=2)));
    assert_illegal(&position, "c5=3", "only 2 points can be scored, to reach 100");
    assert_illegal(&position, "c5=5", "the tile scores only 4");
}

#[test]
fn reaching_100_wins_immediately() {
    let dark = then(&rank_five("d", "98-30"), "c5=2");
    assert_outcome(&dark, &[0], "reached 100", "Dark reached 100");
    assert!(dark.text().ends_with("_h5j5_a4a6_43321-44321_100-30_n"));
    assert_text(&dark, &dark.text());
    assert_eq!(result(&dark), "1-0");
    let light = then(&isaac("score_l_a8c8_a4a6_44321-44321_0-98_n"), "a4=2");
    assert_outcome(&light, &[1], "reached 100", "Light reached 100");
    assert_eq!(result(&light), "0-1");
    assert_illegal(&light, "a8=0", "the game is over");
    assert_illegal(&light, "pass", "the game is over");
}

#[test]
fn no_tile_under_a_counter_of_either_player_is_removed() {
    let reason = "a counter stands on the tile";
    // The counters stand on a1 and j10, then in the middle of other tiles.
    let tiles = "a1c1.h10j10_e1g1.a10c10_34321-34321";
    assert_moves(&isaac(&format!("score_d_{tiles}_0-0_n")), "pass");
    assert_illegal(&isaac(&format!("score_d_{tiles}_1-50_n")), "a1=0", reason);
    assert_legal(&isaac(&format!("score_d_{tiles}_1-50_n")), "h10=0");
    assert_illegal(&isaac(&format!("score_d_{tiles}_50-1_n")), "h10=0", reason);
    assert_illegal(&isaac(&format!("score_l_{tiles}_5-0_n")), "e1=0", reason);
    assert_illegal(&isaac(&format!("score_l_{tiles}_0-8_n")), "a10=0", reason);
}

#[test]
fn a_tile_is_at_least_as_long_as_every_tile_its_owner_removed_before() {
    let position = isaac("score_d_a2c2.a3d3.a4d4.a5e5.a6f6_h7j7.h8j8.h9j9_42211-24321_0-0_n");
    let four = then(&position, "a3=0 h7=0");
    assert_illegal(&four, "a2=0", "the tile is 3 long, but one of length 4 was removed before");
    assert_moves(&four, "a4=0 a5=0 a6=0");
    let six = then(&four, "a6=0");
    assert_legal(&six, "h8=0");
    let stuck = then(&six, "h8=0");
    assert_illegal(&stuck, "a5=0", "the tile is 5 long, but one of length 6 was removed before");
    assert_moves(&stuck, "pass");
}

#[test]
fn a_player_removes_only_their_own_tiles_by_their_lower_or_left_end() {
    let position = rank_five("d", "0-0");
    assert_illegal(&position, "a4=0", "the tile on a4 is Light's");
    assert_illegal(&position, "d5=0", "name the tile by its lower or left end, c5");
    assert_illegal(&position, "b2=0", "b2 is empty");
    assert_illegal(&rank_five("l", "0-0"), "a6=0", "its lower or left end, a4");
    for mv in ["c5", "c5f5", "c5=", "c5=01", "c5=1x"] {
        assert_illegal(
            &position,
            mv,
            "expected a tile's lower or left end and the points to score",
        );
    }
}

#[test]
fn a_player_who_cannot_remove_a_tile_is_out_while_the_other_continues() {
    // Light's counter blocks Dark's only tile; it moves away, but too late for Dark.
    let position = isaac("score_d_h10j10_a5e5.f7i7.g5i5_44321-43221_0-0_n");
    assert_moves(&position, "pass");
    let alone = then(&position, "pass g5=1 a5=0");
    assert_turn(&alone, 1);
    assert!(alone.text().ends_with("_0-1_d"));
    let position = isaac("score_d_h10j10_a5e5.g5i5_44321-44221_0-0_n");
    let moved = then(&position, "pass a5=3");
    assert_eq!(counters(&moved), ["a1", "g10"]);
    assert_turn(&moved, 1);
    // Only the tile of length 3 is left to Light, who has removed one of length 5.
    assert_moves(&moved, "pass");
}

#[test]
fn the_game_ends_when_both_players_are_out() {
    let position = isaac("score_d_a1c1_a5c5.e7g7_44321-34321_0-0_n");
    let line = "pass a5=0 e7=0";
    assert_moves(&then(&position, line), "pass");
    let over = then(&position, &format!("{line} pass"));
    let reason = "0 points each, and Dark's unplaced tiles make a line of 62 squares, Light's 59";
    assert_outcome(&over, &[0], "longer line of unplaced tiles", reason);
}

#[test]
fn the_higher_score_wins_regardless_of_unplaced_tiles() {
    let over = ended("54321-00000", "9-40");
    assert_outcome(&over, &[1], "higher score", "Light has 40 points, Dark 9");
    assert_outcome(&ended("00000-54321", "41-40"), &[0], "higher score", "Dark has 41 points");
}

#[test]
fn equal_scores_are_decided_by_the_longer_line_of_unplaced_tiles() {
    let over = ended("00001-02000", "20-20");
    assert_outcome(&over, &[1], "longer line of unplaced tiles", "of 8 squares, Dark's 7");
    // Tiles still on the board are no part of it.
    let over = isaac("score_d_a1g1_0_00000-10000_20-20_b");
    assert_outcome(&over, &[1], "longer line of unplaced tiles", "of 3 squares, Dark's 0");
}

#[test]
fn equal_lines_are_decided_by_fewer_tiles() {
    let over = ended("11000-00001", "20-20");
    assert_outcome(
        &over,
        &[1],
        "fewer tiles in an equal line",
        "with 1 tile and Dark with 2 tiles",
    );
    let over = ended("00010-20000", "0-0");
    assert_outcome(&over, &[0], "fewer tiles in an equal line", "6 unplaced squares each");
}

#[test]
fn dark_wins_if_everything_is_equal() {
    for unplaced in ["00000-00000", "10001-00200", "01010-10001", "00200-01010"] {
        let over = ended(unplaced, "20-20");
        assert_outcome(&over, &[0], "equal in all, Dark started", "Dark started");
    }
}

#[test]
fn typed_moves_are_normalised() {
    for input in ["a1c1", "A1-C1", "a1 c1", " A1→C1 ", "a1:c1"] {
        assert_reads(&start("isaac", &[]), input, "a1c1");
    }
    assert_eq!(after("isaac", &[], "A1 C1 J8-J10").text(), "std_place_d_a1c1_j8j10_n");
    assert_reads(&rank_five("d", "0-0"), "C5 = 3", "c5=3");
    assert_reads(&almost_full("d"), "Pass", "pass");
}

#[test]
fn negative_points_are_refused() {
    assert_illegal(&rank_five("d", "0-0"), "c5=-3", "and the points to score, such as c5=12");
}

#[test]
fn options_and_malformed_placing_positions_are_refused() {
    assert_bad_options("isaac", &[("size", "8")], "isaac has no option size; it has no options");
    for (text, message) in [
        ("std", "expected options, an underscore and the board"),
        ("std_play_d_0_0_n", "expected place or score first"),
        ("std_place_d_0_0", "expected 5 fields joined by _ (place, turn, Dark's tiles"),
        ("std_place_x_0_0_n", "expected d or l as the turn, found x"),
        ("std_place_d_a1_0_n", "a1: expected the two ends of a tile such as a1c1"),
        ("std_place_d_a1b1_0_n", "a1b1: a tile from a1 to b1 would be 2 long"),
        ("std_place_d_a1c1.a2k2_0_n", "k2 is not on the 10×10 board"),
        ("std_place_d_a1c1_c1c3_n", "c1c3: c1 is covered by two tiles"),
        ("std_place_d_0_a1g1.a2g2_n", "Light has more than 1 tiles of length 7"),
        ("std_place_d_0_0_x", "expected d, l or n as the first to pass, found x"),
        ("std_place_d_0_0_l", "Light has passed but still has room for a tile"),
    ] {
        assert_bad_position("isaac", text, message);
    }
    let full = format!("std_place_l_{DARK}_{LIGHT}.h10j10_d");
    assert_bad_position("isaac", &full, "neither player has room for a tile");
}

#[test]
fn malformed_scoring_positions_are_refused() {
    for (text, message) in [
        ("d_0_0_54321-54321_0-0", "expected 7 fields joined by _ (score, turn, Dark's tiles"),
        ("n_0_0_54321-54321_0-0_n", "expected d or l as the turn, found n"),
        ("d_0_0_54321_0-0_n", "expected the unplaced tiles of both players"),
        ("d_0_0_5432-54321_0-0_n", "at most 54321 each, such as 00210-01000"),
        ("d_0_0_64321-54321_0-0_n", "expected the unplaced tiles of both players"),
        ("d_a1c1_0_54321-54321_0-0_n", "Dark has more than 5 tiles of length 3"),
        ("d_0_0_54321-54321_0_n", "expected two scores from 0 to 100 such as 12-40"),
        ("d_0_0_54321-54321_101-0_n", "expected two scores from 0 to 100 such as 12-40"),
        ("d_0_0_54321-54321_07-0_n", "expected two scores from 0 to 100 such as 12-40"),
        ("d_0_0_54321-54321_100-100_n", "both scores are 100"),
        ("d_0_0_54321-54321_59-40_n", "both counters stand on the same square"),
        ("d_0_0_54321-54321_0-0_x", "expected d, l, b or n for the players who are out, found x"),
        ("l_0_0_54321-54321_0-0_l", "Light is out and cannot be to move"),
    ] {
        assert_bad_position("isaac", &format!("std_score_{text}"), message);
    }
}
