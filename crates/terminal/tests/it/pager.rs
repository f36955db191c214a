//! The pager for rules and keys.

use crate::common::{Session, table, two_people};
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Modifier;

/// The rules of Isaac in the pager.
fn rules() -> Session {
    let mut session = Session::new(table(two_people("isaac")));
    session.keys("R");
    session.expect("Rules of Isaac");
    session
}

/// The percentage in the last line but one.
fn percent(session: &Session) -> usize {
    let screen = session.screen();
    let before = screen.split("%").next().expect("a percentage");
    let digits = before.rsplit(' ').next().expect("a number");
    digits.parse().unwrap_or_else(|_| panic!("no percentage in\n{screen}"))
}

#[test]
fn pages_are_turned_forward_and_back() {
    let mut session = rules();
    let first = session.screen();
    let start = percent(&session);
    session.press(KeyCode::Char(' '));
    let second = percent(&session);
    assert!(second > start);
    session.press(KeyCode::PageDown);
    assert!(percent(&session) > second);
    session.press(KeyCode::PageUp);
    session.keys("b");
    assert_eq!(session.screen(), first);
    session.keys("G");
    assert_eq!(percent(&session), 100);
    session.keys("g");
    assert_eq!(session.screen(), first);
    session.keys("jk");
    assert_eq!(session.screen(), first);
    session.keys("q");
    session.expect("Isaac · placement");
}

/// The text that is highlighted.
fn highlighted(session: &Session) -> String {
    let buffer = session.terminal.backend().buffer();
    let cells = buffer.content.iter();
    let marked = cells.filter(|cell| cell.modifier.contains(Modifier::REVERSED));
    marked.map(ratatui::buffer::Cell::symbol).collect()
}

#[test]
fn search_finds_highlights_and_wraps_around() {
    let mut session = rules();
    session.keys("/EMILIANO");
    session.expect("Search: EMILIANO");
    session.enter();
    assert_eq!(highlighted(&session), "Emiliano");
    let only = session.screen();
    session.keys("nN");
    assert_eq!(session.screen(), only);
    session.keys("/tile");
    session.enter();
    let first = percent(&session);
    let mut previous = first;
    for _ in 0..200 {
        session.keys("n");
        assert!(highlighted(&session).contains("tile"));
        if percent(&session) < previous {
            break;
        }
        previous = percent(&session);
    }
    assert_eq!((previous, percent(&session)), (100, first));
    // Backwards from the first match, the last one follows.
    session.keys("gN");
    assert_eq!(percent(&session), 100);
}

#[test]
fn search_without_a_match_says_so_and_escape_cancels_it() {
    let mut session = rules();
    let first = session.screen();
    session.keys("n");
    session.expect("Press / to search.");
    session.keys("/zebra");
    session.press(KeyCode::Esc);
    assert_eq!(session.screen(), first);
    session.keys("/zebra");
    session.enter();
    session.expect("Not found: zebra");
    // Letters are typed while searching.
    session.keys("/q");
    session.expect("Search: q");
}
