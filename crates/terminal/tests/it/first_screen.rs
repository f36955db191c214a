//! What a newcomer sees: what the game is about, how to learn more, and a board that keeps still.

use crate::common::{Sitting, against_bot, table, two_persons};
use ratatui::crossterm::event::KeyCode;
use strata_games::GAMES;
use strata_rules::Random;
use strata_terminal::MemoryStorage;

#[test]
fn a_new_game_says_what_it_is_about_until_a_key_is_pressed() {
    for entry in GAMES {
        let mut sitting = Sitting::new(table(against_bot(entry.info.id)));
        let begins: String = entry.info.summary.chars().take(40).collect();
        sitting.expect(&begins);
        sitting.expect("R shows the rules.");
        sitting.expect("choose");
        sitting.press(KeyCode::Up);
        assert!(!sitting.shows(&begins), "{}", sitting.screen());
    }
}

#[test]
fn a_small_terminal_still_names_the_keys_that_lead_on() {
    let storage = || Box::new(MemoryStorage::default());
    for width in [60, 80, 120] {
        let sitting = Sitting::with(table(two_persons("isaac")), storage(), (width, 20));
        sitting.expect("? keys");
        sitting.expect("q leave");
    }
}

/// The columns where the files of the board are named.
fn file_names(sitting: &Sitting) -> Vec<usize> {
    let screen = sitting.screen();
    let is_names = |line: &&str| line.split_whitespace().take(4).eq(["a", "b", "c", "d"]);
    let line = screen.lines().find(is_names).unwrap_or_else(|| panic!("no files in\n{screen}"));
    line.char_indices().filter(|(_, c)| c.is_ascii_lowercase()).map(|(at, _)| at).collect()
}

#[test]
fn squares_keep_their_places_while_a_move_is_entered() {
    for entry in GAMES {
        let mut sitting = Sitting::new(table(two_persons(entry.info.id)));
        let board = usize::from(sitting.position().scene().width);
        let places = file_names(&sitting);
        let mut random = Random::new(5);
        for _ in 0..6 {
            let mv = sitting.some_move(&mut random);
            let steps = sitting.position().steps(&mv).expect("a legal move");
            for (place, step) in steps.iter().enumerate() {
                sitting.enter_step(&steps[..place], *step);
                let now = file_names(&sitting);
                assert_eq!(now[..board], places[..board], "{}", sitting.screen());
            }
        }
    }
}

#[test]
fn the_evaluation_bar_leaves_room_for_the_whole_board() {
    for entry in GAMES {
        let mut sitting = Sitting::new(table(two_persons(entry.info.id)));
        let mv = sitting.some_move(&mut Random::new(2));
        sitting.enter_move(&mv);
        sitting.keys("e");
        let height = sitting.position().scene().height;
        for rank in 1..=height {
            let begins = |line: &str| line.trim_start().starts_with(&format!("{rank} "));
            assert!(sitting.screen().lines().any(begins), "{rank} in\n{}", sitting.screen());
        }
    }
}
