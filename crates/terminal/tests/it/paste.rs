//! Pasted text goes into text fields and is never treated as keys.

use crate::common::{Session, table, two_people};
use ratatui::crossterm::event::KeyCode;
use strata_terminal::{Input, StartScreen};

fn paste(session: &mut Session, text: &str) {
    session.send(Input::Paste(text.to_owned()));
}

#[test]
fn text_pasted_at_the_board_is_ignored() {
    let mut session = Session::new(table(two_people("staqs")));
    session.enter_move("c3");
    let before = session.screen();
    paste(&mut session, "xy qy n\r\nxy\u{3}");
    assert_eq!(session.screen(), before);
    assert!(session.table().result().is_none());
    assert!(!session.app.is_over());
}

#[test]
fn pasted_move_is_typed_and_waits_for_enter() {
    let mut session = Session::new(table(two_people("staqs")));
    session.keys("m");
    paste(&mut session, " c3\r\nq\n");
    session.expect("Move: c3");
    assert_eq!(session.plies(), 0);
    session.enter();
    assert_eq!(session.plies(), 1);
}

#[test]
fn long_pastes_are_truncated() {
    let mut session = Session::new(table(two_people("staqs")));
    session.keys("m");
    paste(&mut session, &"c3 ".repeat(100_000));
    session.enter();
    assert_eq!(session.plies(), 0);
    session.press(KeyCode::Esc);
    session.expect("Place a piece on a neutral piece");
}

#[test]
fn names_are_pasted_into_the_form() {
    let mut session = Session::new(StartScreen::Menu);
    session.enter();
    paste(&mut session, "q");
    session.expect("New game");
    while !session.screen().lines().any(|line| line.contains("▶  Blue")) {
        session.press(KeyCode::Down);
    }
    paste(&mut session, "Quentin\tQ");
    session.expect("QuentinQ");
}
