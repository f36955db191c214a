//! The size and place of a board do not change during a game, at any size of the terminal.

use crate::common::{Labels, Session, table, two_people};
use ratatui::crossterm::event::KeyCode;
use strata_games::GAMES;
use strata_rules::Random;
use strata_table::{Seat, Setup};
use strata_terminal::{Input, MemoryStorage, Settings, Storage};

const SIZES: [(u16, u16); 5] = [(30, 10), (40, 15), (80, 24), (120, 40), (200, 60)];

fn session(setup: Setup, size: (u16, u16), evaluation: bool) -> Session {
    let mut storage = MemoryStorage::default();
    storage.save_settings(&Settings { evaluation, ..Settings::default() }).expect("memory");
    Session::with(table(setup), Box::new(storage), size)
}

/// The places of the labels and of the titles of boards.
fn geometry(session: &Session) -> impl PartialEq + std::fmt::Debug + use<> {
    let screen = session.screen();
    let labels = session.labels();
    let last_row = labels.ranks.iter().map(|(_, row)| *row).max().unwrap_or(0);
    let titles = ["from above", "bottom to top"].map(|title| {
        let mut lines = screen.lines().take(last_row).enumerate();
        lines.find_map(|(row, line)| Some((row, line.find(title)?)))
    });
    (labels, titles)
}

/// Types a move.
fn play(session: &mut Session, mv: &str) {
    session.keys("m");
    session.send(Input::Paste(mv.to_owned()));
    session.press(KeyCode::Enter);
}

#[test]
fn boards_keep_their_size_and_place_during_complete_games() {
    for entry in GAMES {
        for (size, evaluation) in SIZES.into_iter().map(|size| (size, size == (80, 24))) {
            let mut session = session(two_people(entry.info.id), size, evaluation);
            let mut random = Random::new(7);
            let before = geometry(&session);
            while session.table().result().is_none() {
                let mv = session.random_move(&mut random);
                play(&mut session, &mv);
                assert_eq!(geometry(&session), before, "{size:?}\n{}", session.screen());
            }
        }
    }
}

#[test]
fn evaluation_bar_does_not_move_the_board_on_wide_screens() {
    for entry in GAMES {
        for size in [(80, 24), (120, 40), (200, 60)] {
            let mut session = session(two_people(entry.info.id), size, false);
            let before = geometry(&session);
            session.keys("e");
            session.expect("Evaluation");
            assert_eq!(geometry(&session), before, "{size:?}\n{}", session.screen());
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
            let setup = Setup { position: Some(position.clone()), ..two_people("staqs") };
            let mut session = session(setup, size, true);
            // Large boards scroll with the cursor.
            session.times(KeyCode::Up, 10);
            session.times(KeyCode::Left, 10);
            let before = geometry(&session);
            for mv in moves {
                play(&mut session, mv);
                assert_eq!(geometry(&session), before, "{size:?}\n{}", session.screen());
            }
            let bare = session.screen().replace(' ', "");
            for text in expected {
                assert!(bare.contains(text), "{text} in {size:?}\n{}", session.screen());
            }
        }
    }
}

#[test]
fn scrolled_boards_show_labels_and_only_whole_squares() {
    let options = vec![("size".to_owned(), "10".to_owned())];
    let setup = Setup { options, ..two_people("staqs") };
    let mut session = session(setup, (40, 15), false);
    for (corner, file, rank) in [(KeyCode::Left, 'a', None), (KeyCode::Down, 'a', Some("1"))] {
        session.times(corner, 10);
        let Labels { files, ranks } = session.labels();
        assert_eq!(files[0].0, file, "{}", session.screen());
        assert_eq!((files.len(), ranks.len()), (7, 9), "{}", session.screen());
        assert!(rank.is_none_or(|rank| ranks.last().is_some_and(|(name, _)| name == rank)));
        // Every row ends with a complete square.
        for (_, row) in ranks {
            let line = session.screen().lines().nth(row).expect("a row").to_owned();
            assert_eq!(line.matches('○').count(), 7, "{}", session.screen());
        }
    }
}

#[test]
fn prompt_is_right_below_the_board_on_large_screens() {
    for entry in GAMES {
        let session = session(two_people(entry.info.id), (200, 60), false);
        let screen = session.screen();
        let prompt = screen.lines().position(|line| line.contains(" (Ann) ·")).expect("a prompt");
        let files = session.square_at("a1");
        let last_rank_row = usize::from(files.1);
        assert!(prompt - last_rank_row <= 10, "{screen}");
    }
}

#[test]
fn last_move_of_every_player_is_marked_in_games_of_four() {
    let seats = ["Ann", "Bob", "Cid", "Dot"].map(Seat::person);
    let options = vec![("players".to_owned(), "4".to_owned())];
    let setup = Setup { options, ..Setup::new("staqs", seats) };
    let mut session = session(setup, (80, 24), false);
    for mv in ["a1", "b1", "d1", "e1", "a5"] {
        play(&mut session, mv);
    }
    let marked = session.screen().matches("[W2").count()
        + session.screen().matches("[R2").count()
        + session.screen().matches("[G2").count()
        + session.screen().matches("[B2").count();
    assert_eq!(marked, 4, "{}", session.screen());
}
