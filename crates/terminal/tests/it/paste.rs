//! Pasted text goes into lines of text and is never taken for keys.

use crate::common::{Sitting, table, two_persons};
use ratatui::crossterm::event::KeyCode;
use strata_terminal::{Input, StartScreen};

fn paste(sitting: &mut Sitting, text: &str) {
    sitting.give(Input::Paste(text.to_owned()));
}

#[test]
fn text_pasted_at_the_board_is_not_taken_for_keys() {
    let mut sitting = Sitting::new(table(two_persons("staqs")));
    sitting.enter_move("c3");
    let before = sitting.screen();
    paste(&mut sitting, "xy qy n\r\nxy\u{3}");
    assert_eq!(sitting.screen(), before);
    assert!(sitting.table().result().is_none());
    assert!(!sitting.app.is_over());
}

#[test]
fn pasted_move_is_typed_and_waits_for_enter() {
    let mut sitting = Sitting::new(table(two_persons("staqs")));
    sitting.keys("m");
    paste(&mut sitting, " c3\r\nq\n");
    sitting.expect("Move: c3");
    assert_eq!(sitting.plies(), 0);
    sitting.enter();
    assert_eq!(sitting.plies(), 1);
}

#[test]
fn long_pastes_are_cut() {
    let mut sitting = Sitting::new(table(two_persons("staqs")));
    sitting.keys("m");
    paste(&mut sitting, &"c3 ".repeat(100_000));
    sitting.enter();
    assert_eq!(sitting.plies(), 0);
    sitting.press(KeyCode::Esc);
    sitting.expect("Place a piece on a neutral piece");
}

#[test]
fn names_are_pasted_into_the_form() {
    let mut sitting = Sitting::new(StartScreen::Menu);
    sitting.enter();
    paste(&mut sitting, "q");
    sitting.expect("New game");
    while !sitting.screen().lines().any(|line| line.contains("▶  Blue")) {
        sitting.press(KeyCode::Down);
    }
    paste(&mut sitting, "Quentin\tQ");
    sitting.expect("QuentinQ");
}
