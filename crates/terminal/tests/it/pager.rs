//! The pager for rules and keys.

use crate::common::{Sitting, table, two_persons};
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Modifier;

/// The rules of Isaac in the pager.
fn rules() -> Sitting {
    let mut sitting = Sitting::new(table(two_persons("isaac")));
    sitting.keys("R");
    sitting.expect("Rules of Isaac");
    sitting
}

/// The percentage in the last line but one.
fn percent(sitting: &Sitting) -> usize {
    let screen = sitting.screen();
    let before = screen.split(" %").next().expect("a percentage");
    let digits = before.rsplit(' ').next().expect("a number");
    digits.parse().unwrap_or_else(|_| panic!("no percentage in\n{screen}"))
}

#[test]
fn pages_are_turned_forward_and_back() {
    let mut sitting = rules();
    let first = sitting.screen();
    let start = percent(&sitting);
    sitting.press(KeyCode::Char(' '));
    let second = percent(&sitting);
    assert!(second > start);
    sitting.press(KeyCode::PageDown);
    assert!(percent(&sitting) > second);
    sitting.press(KeyCode::PageUp);
    sitting.keys("b");
    assert_eq!(sitting.screen(), first);
    sitting.keys("G");
    assert_eq!(percent(&sitting), 100);
    sitting.keys("g");
    assert_eq!(sitting.screen(), first);
    sitting.keys("jk");
    assert_eq!(sitting.screen(), first);
    sitting.keys("q");
    sitting.expect("Isaac · placement");
}

/// The text that is highlighted.
fn highlighted(sitting: &Sitting) -> String {
    let buffer = sitting.terminal.backend().buffer();
    let cells = buffer.content.iter();
    let marked = cells.filter(|cell| cell.modifier.contains(Modifier::REVERSED));
    marked.map(ratatui::buffer::Cell::symbol).collect()
}

#[test]
fn search_finds_highlights_and_wraps_around() {
    let mut sitting = rules();
    sitting.keys("/EMILIANO");
    sitting.expect("Search: EMILIANO");
    sitting.enter();
    assert_eq!(highlighted(&sitting), "Emiliano");
    let only = sitting.screen();
    sitting.keys("nN");
    assert_eq!(sitting.screen(), only);
    sitting.keys("/tile");
    sitting.enter();
    let first = percent(&sitting);
    let mut previous = first;
    for _ in 0..200 {
        sitting.keys("n");
        assert!(highlighted(&sitting).contains("tile"));
        if percent(&sitting) < previous {
            break;
        }
        previous = percent(&sitting);
    }
    assert_eq!((previous, percent(&sitting)), (100, first));
    // Backwards from the first match, the last one follows.
    sitting.keys("gN");
    assert_eq!(percent(&sitting), 100);
}

#[test]
fn search_without_a_match_says_so_and_escape_cancels_it() {
    let mut sitting = rules();
    let first = sitting.screen();
    sitting.keys("n");
    sitting.expect("Press / to search.");
    sitting.keys("/zebra");
    sitting.press(KeyCode::Esc);
    assert_eq!(sitting.screen(), first);
    sitting.keys("/zebra");
    sitting.enter();
    sitting.expect("Not found: zebra");
    // Letters are typed while searching.
    sitting.keys("/q");
    sitting.expect("Search: q");
}
