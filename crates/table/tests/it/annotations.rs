//! Comments, glyphs and evaluations that are added on an analysis board, and their way through records.

use strata_engine::{Distance, Value};
use strata_games::GAMES;
use strata_records::{Record, start_position, verify};
use strata_table::{History, NodeId, glyph_of, glyph_sign};

use crate::common::read;

const GAME: &str = "[Game \"staqs\"]\n[Result \"*\"]\n\n1. a1 b1 (1... c1 2. d1) *\n";

fn history(record: &Record) -> History {
    let start = start_position(record, GAMES).expect("a start");
    History::from_record(record, start).expect("a game")
}

fn nth(history: &History, place: usize) -> NodeId {
    history.preorder()[place]
}

/// What the nodes say, in an order that does not depend on ids.
fn annotations(history: &History) -> Vec<(String, Vec<String>, Vec<u8>, Option<String>)> {
    let node = |id: NodeId| {
        let node = &history[id];
        (node.mv.clone(), node.comments.clone(), node.glyphs.clone(), node.evaluation.clone())
    };
    history.preorder().into_iter().map(node).collect()
}

/// Writes the game and reads it again.
fn again(history: &History, record: &Record) -> History {
    let text = history.record_text(Record { moves: Vec::new(), ..record.clone() });
    let read = read(&text);
    assert_eq!(verify(&read, GAMES).faults, [], "{text}");
    self::history(&read)
}

#[test]
fn variations_comments_glyphs_and_evaluations_survive_a_record() {
    let record = read(GAME);
    let mut game = history(&record);
    let [root, first, second, variation] = [0, 1, 2, 3].map(|place| nth(&game, place));
    game.set_comment(root, "Two friends at home").expect("a comment");
    game.set_comment(first, "bold [takes] a corner; (really)").expect("a comment");
    game.set_comment(variation, "is slower").expect("a comment");
    game.set_glyph(first, glyph_of("!?"));
    game.set_glyph(variation, glyph_of("??"));
    game.set_value(first, Value::Loss(Distance::Exact(6)));
    game.set_value(second, Value::Estimate(-35));
    let found = annotations(&again(&game, &record));
    assert_eq!(found, annotations(&game));
    assert_eq!(found[1].3.as_deref(), Some("win 7"), "for the player who moved");
    assert_eq!(found[2].3.as_deref(), Some("+0.35"));
    assert_eq!((found[1].2.as_slice(), found[3].2.as_slice()), (&[5][..], &[4][..]));
}

#[test]
fn hostile_comments_change_nothing_but_the_comment() {
    let hostile = [
        "} 1. e5 *",
        "{ { {",
        "[Game \"qawale\"]\n\n1. c3 *",
        "; to the end\n[Result \"1-0\"]",
        "[%eval win 3] [%clk 0:00:01]",
        "[%ev[%eval 3]al 5]",
        "$4 ( 1. a1 ) 1-0",
        "\u{0}\u{7f}\u{202e}\t\r\n",
        "<img src=x onerror=alert(1)>",
    ];
    let record = read(GAME);
    for text in hostile {
        let mut game = history(&record);
        let first = nth(&game, 1);
        game.set_comment(first, text).expect(text);
        let found = annotations(&again(&game, &record));
        assert_eq!(found, annotations(&game), "{text}");
        assert_eq!((found.len(), found[1].3.as_ref()), (5, None), "{text}");
    }
}

#[test]
fn comments_that_are_too_long_are_refused_and_change_nothing() {
    let mut game = history(&read(GAME));
    let first = nth(&game, 1);
    game.set_comment(first, "short").expect("a comment");
    let reason = game.set_comment(first, &"long ".repeat(1000)).expect_err("too long");
    assert!(reason.contains("at most 2000 characters"), "{reason}");
    assert_eq!(game[first].comments, ["short"]);
    game.set_comment(first, " \n ").expect("it is removed");
    assert!(game[first].comments.is_empty());
}

#[test]
fn a_new_sign_replaces_the_old_one_and_other_glyphs_stay() {
    let record = read("[Game \"clusterfuss\"]\n[Options \"size=4\"]\n\n1. a4b4 $14 $1 a3b3 *\n");
    let mut game = history(&record);
    let [root, first] = [0, 1].map(|place| nth(&game, place));
    game.set_glyph(first, glyph_of("?!"));
    assert_eq!(game[first].glyphs, [14, 6]);
    game.set_glyph(first, None);
    assert_eq!(game[first].glyphs, [14]);
    game.set_glyph(root, Some(1));
    assert!(game[root].glyphs.is_empty(), "the start is not a move");
    for (glyph, sign) in (1..=6).zip(["!", "?", "!!", "??", "!?", "?!"]) {
        assert_eq!((glyph_sign(glyph), glyph_of(sign)), (Some(sign), Some(glyph)));
    }
    assert_eq!((glyph_sign(0), glyph_sign(7), glyph_of("!!!")), (None, None, None));
}
