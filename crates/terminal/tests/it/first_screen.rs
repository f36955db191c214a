//! The first screen of a game: summary, key hints, and a board that does not move.

use crate::common::{Session, against_bot, table, two_people};
use ratatui::crossterm::event::KeyCode;
use strata_games::GAMES;
use strata_rules::Random;
use strata_terminal::MemoryStorage;

#[test]
fn new_game_shows_its_summary_until_a_key_is_pressed() {
    for entry in GAMES {
        let mut session = Session::new(table(against_bot(entry.info.id)));
        let start: String = entry.info.summary.chars().take(40).collect();
        session.expect(&start);
        session.expect("R shows the rules.");
        session.expect("choose");
        session.press(KeyCode::Up);
        assert!(!session.shows(&start), "{}", session.screen());
    }
}

#[test]
fn small_terminal_shows_the_keys_for_help_and_leaving() {
    let storage = || Box::new(MemoryStorage::default());
    for width in [60, 80, 120] {
        let session = Session::with(table(two_people("isaac")), storage(), (width, 20));
        session.expect("? keys");
        session.expect("q leave");
    }
}

/// The columns of the file labels.
fn file_names(session: &Session) -> Vec<usize> {
    let screen = session.screen();
    let is_names = |line: &&str| line.split_whitespace().take(4).eq(["a", "b", "c", "d"]);
    let line = screen.lines().find(is_names).unwrap_or_else(|| panic!("no files in\n{screen}"));
    line.char_indices().filter(|(_, c)| c.is_ascii_lowercase()).map(|(at, _)| at).collect()
}

#[test]
fn squares_do_not_move_while_a_move_is_entered() {
    for entry in GAMES {
        let mut session = Session::new(table(two_people(entry.info.id)));
        let board = usize::from(session.position().scene().width);
        let places = file_names(&session);
        let mut random = Random::new(5);
        for _ in 0..6 {
            let mv = session.random_move(&mut random);
            let steps = session.position().steps(&mv).expect("a legal move");
            for (place, step) in steps.iter().enumerate() {
                session.enter_step(&steps[..place], *step);
                let now = file_names(&session);
                assert_eq!(now[..board], places[..board], "{}", session.screen());
            }
        }
    }
}

#[test]
fn evaluation_bar_does_not_cut_the_board() {
    for entry in GAMES {
        let mut session = Session::new(table(two_people(entry.info.id)));
        let mv = session.random_move(&mut Random::new(2));
        session.enter_move(&mv);
        session.keys("e");
        let height = session.position().scene().height;
        for rank in 1..=height {
            let starts = |line: &str| line.trim_start().starts_with(&format!("{rank} "));
            assert!(session.screen().lines().any(starts), "{rank} in\n{}", session.screen());
        }
    }
}
