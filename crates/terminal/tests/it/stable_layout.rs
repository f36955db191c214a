//! Boards keep their size and place during a game, at every size of the terminal.

use crate::common::{Labels, Sitting, table, two_persons};
use ratatui::crossterm::event::KeyCode;
use strata_games::GAMES;
use strata_rules::Random;
use strata_table::{Seat, Setup};
use strata_terminal::{Input, MemoryStorage, Settings, Storage};

const SIZES: [(u16, u16); 5] = [(30, 10), (40, 15), (80, 24), (120, 40), (200, 60)];

fn sitting(setup: Setup, size: (u16, u16), evaluation: bool) -> Sitting {
    let mut storage = MemoryStorage::default();
    storage.save_settings(&Settings { evaluation, ..Settings::default() }).expect("memory");
    Sitting::with(table(setup), Box::new(storage), size)
}

/// The places of the names of files and ranks and of the titles of boards.
fn geometry(sitting: &Sitting) -> impl PartialEq + std::fmt::Debug + use<> {
    let screen = sitting.screen();
    let titles = ["from above", "bottom to top"].map(|title| {
        screen.lines().enumerate().find_map(|(row, line)| Some((row, line.find(title)?)))
    });
    (sitting.labels(), titles)
}

/// Types a move.
fn play(sitting: &mut Sitting, mv: &str) {
    sitting.keys("m");
    sitting.give(Input::Paste(mv.to_owned()));
    sitting.press(KeyCode::Enter);
}

#[test]
fn boards_keep_their_size_and_place_during_whole_games() {
    for entry in GAMES {
        for (size, evaluation) in SIZES.into_iter().map(|size| (size, size == (80, 24))) {
            let mut sitting = sitting(two_persons(entry.info.id), size, evaluation);
            let mut random = Random::new(7);
            let before = geometry(&sitting);
            while sitting.table().result().is_none() {
                let mv = sitting.some_move(&mut random);
                play(&mut sitting, &mv);
                assert_eq!(geometry(&sitting), before, "{size:?}\n{}", sitting.screen());
            }
        }
    }
}

#[test]
fn tall_stacks_do_not_change_the_layout() {
    let rest = ["eeeeeeeeee"; 8].join("-");
    for (corner, moves, expected) in [
        ("b9nneeeeeee-w9neeeeeeee", &["a10b10", "a9b9", "b10c10"][..], ["B11", "W10"]),
        ("b99neeeeeeee-w2eeeeeeeee", &["a10b10"], ["B100", "W2"]),
    ] {
        let position = format!("size-10.pieces-1_{corner}-{rest}_b_0-0");
        for size in SIZES {
            let setup = Setup { position: Some(position.clone()), ..two_persons("staqs") };
            let mut sitting = sitting(setup, size, true);
            // Large boards scroll with the cursor.
            sitting.times(KeyCode::Up, 10);
            sitting.times(KeyCode::Left, 10);
            let before = geometry(&sitting);
            for mv in moves {
                play(&mut sitting, mv);
                assert_eq!(geometry(&sitting), before, "{size:?}\n{}", sitting.screen());
            }
            let bare = sitting.screen().replace(' ', "");
            for text in expected {
                assert!(bare.contains(text), "{text} in {size:?}\n{}", sitting.screen());
            }
        }
    }
}

#[test]
fn scrolled_boards_keep_the_names_of_files_and_ranks_and_cut_no_square() {
    let options = vec![("size".to_owned(), "10".to_owned())];
    let setup = Setup { options, ..two_persons("staqs") };
    let mut sitting = sitting(setup, (40, 15), false);
    for (corner, file, rank) in [(KeyCode::Left, 'a', None), (KeyCode::Down, 'a', Some("1"))] {
        sitting.times(corner, 10);
        let Labels { files, ranks } = sitting.labels();
        assert_eq!(files[0].0, file, "{}", sitting.screen());
        assert_eq!((files.len(), ranks.len()), (7, 9), "{}", sitting.screen());
        assert!(rank.is_none_or(|rank| ranks.last().is_some_and(|(name, _)| name == rank)));
        // Every row ends with a whole square.
        for (_, row) in ranks {
            let line = sitting.screen().lines().nth(row).expect("a row").to_owned();
            assert_eq!(line.matches('○').count(), 7, "{}", sitting.screen());
        }
    }
}

#[test]
fn prompt_stands_right_below_the_board_on_large_screens() {
    for entry in GAMES {
        let sitting = sitting(two_persons(entry.info.id), (200, 60), false);
        let screen = sitting.screen();
        let prompt = screen.lines().position(|line| line.contains(" (Ann) ·")).expect("a prompt");
        let files = sitting.place_of("a1");
        let last_rank_row = usize::from(files.1);
        assert!(prompt - last_rank_row <= 10, "{screen}");
    }
}

#[test]
fn last_move_of_every_player_is_marked_in_games_of_four() {
    let seats = ["Ann", "Bob", "Cid", "Dot"].map(Seat::person);
    let options = vec![("players".to_owned(), "4".to_owned())];
    let setup = Setup { options, ..Setup::new("staqs", seats) };
    let mut sitting = sitting(setup, (80, 24), false);
    for mv in ["a1", "b1", "d1", "e1", "a5"] {
        play(&mut sitting, mv);
    }
    let marked = sitting.screen().matches("[W2").count()
        + sitting.screen().matches("[R2").count()
        + sitting.screen().matches("[G2").count()
        + sitting.screen().matches("[B2").count();
    assert_eq!(marked, 4, "{}", sitting.screen());
}
