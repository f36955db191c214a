//! The game screen: takebacks, hints, offers, clocks, pauses, browsing, leaving.

use std::time::Duration;

use crate::common::cases::DRAW_OFFERS;
use crate::common::{Session, against_bot, table, two_people};
use ratatui::crossterm::event::KeyCode;
use strata_engine::Level;
use strata_rules::{Player, Random};
use strata_table::{FinishKind, Seat, Setup};
use strata_terminal::{MemoryStorage, Settings, StartScreen, Storage};

/// A game of two people after some moves.
fn started(game: &str, moves: usize) -> Session {
    let mut session = Session::new(table(two_people(game)));
    let mut random = Random::new(3);
    for _ in 0..moves {
        let mv = session.random_move(&mut random);
        session.enter_move(&mv);
    }
    assert_eq!(session.plies(), moves);
    session
}

#[test]
fn two_keys_lead_from_the_menu_to_a_game() {
    let mut session = Session::new(StartScreen::Menu);
    session.expect("New game");
    assert!(!session.shows("Continue"));
    session.enter();
    session.enter();
    let seats = session.table().seats();
    assert!(!seats[0].is_bot());
    assert_eq!(seats[1], Seat::bot(Level::new(3).expect("a level")));
}

#[test]
fn undo_and_redo_work_against_a_bot() {
    let mut session = Session::new(table(against_bot("clusterfuss")));
    session.keys("u");
    session.expect("There is no move to take back.");
    let mv = session.random_move(&mut Random::new(1));
    session.enter_move(&mv);
    session.let_bots_play();
    assert_eq!(session.plies(), 2);
    let after = session.position().text();
    session.keys("u");
    assert_eq!(session.plies(), 0);
    session.expect(&mv);
    session.keys("r");
    assert_eq!(session.position().text(), after);
    session.keys("r");
    session.expect("There is no move to redo.");
}

#[test]
fn message_disappears_after_the_next_move() {
    let mut session = Session::new(table(against_bot("qawale")));
    session.enter_move("d4www");
    session.enter();
    session.expect("It is Dark (level 1)'s turn.");
    session.let_bots_play();
    assert!(!session.shows("(level 1)'s turn."), "{}", session.screen());
}

#[test]
fn undo_works_during_a_search_and_during_an_animation() {
    let mut session = Session::new(table(against_bot("qawale")));
    session.enter_move("d4www");
    session.expect("is thinking");
    session.keys("u");
    assert_eq!(session.plies(), 0);
    // A late update of the stopped search is ignored.
    session.handle_updates();
    assert_eq!(session.plies(), 0);
    session.enter_move("d4www");
    session.wait_for_engine();
    assert_eq!(session.plies(), 2);
    session.expect("plays");
    session.keys("u");
    assert_eq!(session.plies(), 0);
}

#[test]
fn half_entered_moves_are_shown_and_undone() {
    let mut session = Session::new(table(two_people("qawale")));
    let fresh = session.screen();
    let steps = session.position().steps("d4www").expect("a move");
    session.enter_step(&[], steps[0]);
    session.expect("Drop the next stone on a neighbour: 3 left   (d4)");
    session.expect("to put down");
    session.enter_step(&steps[..1], steps[1]);
    session.expect("2 left   (d4 › c4)");
    session.press(KeyCode::Esc);
    session.press(KeyCode::Backspace);
    assert_eq!(session.plies(), 0);
    session.expect("Light (Ann) · Choose a stack to put your stone on");
    // Choosing the same square again deselects it.
    session.enter_step(&[], steps[0]);
    session.enter();
    session.expect("Light (Ann) · Choose a stack to put your stone on");
    assert_eq!(fresh.lines().next(), session.screen().lines().next());
}

#[test]
fn illegal_moves_show_the_reason() {
    let mut session = Session::new(table(two_people("clusterfuss")));
    session.enter_step(&[], strata_rules::Step::Square("b8".parse().expect("a square")));
    session.expect("b8 is Blue's and it is Red's turn.");
    session.press(KeyCode::Left);
    assert!(!session.shows("is Blue's"));
    session.keys("mb8b7");
    session.expect("Move: b8b7");
    session.enter();
    session.expect("Move: b8b7");
    assert_eq!(session.plies(), 0);
    session.times(KeyCode::Backspace, 4);
    session.keys("a8b8");
    session.enter();
    assert_eq!(session.plies(), 1);
    assert!(!session.shows("Move:"));
}

#[test]
fn points_are_typed_as_a_number() {
    let mut session = Session::new(table(two_people("isaac")));
    let mut random = Random::new(8);
    // Random moves until there are points to choose from.
    loop {
        let mv = session.random_move(&mut random);
        let steps = session.position().steps(&mv).expect("a move");
        if let [first, strata_rules::Step::Number(_)] = steps[..] {
            let numbers = session.position().continuations(&[first]).next;
            if numbers.len() > 1 {
                let before = session.plies();
                session.enter_step(&[], first);
                session.expect("Number: ");
                session.keys("999");
                session.expect("Number: 999");
                session.enter();
                session.expect("999 is not possible here");
                assert_eq!(session.plies(), before);
                session.press(KeyCode::Right);
                session.enter();
                assert_eq!(session.plies(), before + 1);
                return;
            }
        }
        session.enter_move(&mv);
    }
}

#[test]
fn hint_and_evaluation_are_shown() {
    let mut session = Session::new(table(against_bot("staqs")));
    session.keys("i");
    session.wait_for_engine();
    session.expect("Hint: ");
    session.expect(". Blue 59%.");
    session.keys("e");
    session.expect("Blue 59%");
    session.enter();
    session.let_bots_play();
    while session.shows("Evaluation …") {
        session.wait_for_engine();
    }
    session.expect("Blue 59%");
    session.keys("e");
    assert!(!session.shows("59%"));
}

#[test]
fn board_can_be_flipped() {
    let mut session = Session::new(table(two_people("isaac")));
    let is_above =
        |session: &Session, upper, lower| session.square_at(upper).1 < session.square_at(lower).1;
    assert!(is_above(&session, "a10", "a1"), "{}", session.screen());
    session.keys("f");
    assert!(is_above(&session, "a1", "a10"), "{}", session.screen());
    // The cursor moves in screen directions.
    session.times(KeyCode::Left, 10);
    session.times(KeyCode::Up, 10);
    session.expect("j1, empty");
}

#[test]
fn resigning_asks_first() {
    let mut session = started("staqs", 3);
    session.keys("x");
    session.expect("White (Bob): resign?  y/n");
    session.keys("zn");
    assert!(session.table().result().is_none());
    session.keys("xy");
    let finish = session.table().result().expect("it is over");
    assert_eq!(finish.how, FinishKind::Resignation(Player(1)));
    session.expect("Blue wins: White resigned.");
    session.keys("u");
    session.expect("The game is over");
}

#[test]
fn draw_by_agreement_ends_the_game() {
    let mut session = started("staqs", 2);
    session.keys("o");
    session.expect("Blue (Ann) offers a draw. White (Bob): accept?");
    session.keys("n");
    session.expect("White (Bob) declines the draw.");
    session.keys("o");
    session.expect("You have already offered a draw; wait for the next move.");
    let mv = session.random_move(&mut Random::new(1));
    session.enter_move(&mv);
    session.keys("oy");
    let finish = session.table().result().expect("it is over");
    assert_eq!(finish.how, FinishKind::Agreement);
}

#[test]
fn draw_cannot_be_offered_in_a_game_without_draws() {
    let mut session = started("isaac", 2);
    session.keys("o");
    session.expect("Isaac has no draws: every game has a winner.");
    session.keys("?");
    session.expect("resign");
    assert!(!session.shows("draw"));
}

#[test]
fn bots_answer_draw_offers_as_the_cases_say() {
    for case in &DRAW_OFFERS {
        let mut session = Session::new(table(case.setup()));
        for mv in case.moves {
            session.enter_move(mv);
            session.let_bots_play();
        }
        session.keys("o");
        let is_accepted = match session.table().result().map(|finish| finish.how) {
            Some(FinishKind::Agreement) => true,
            None if session.shows("declines the draw.") => false,
            other => panic!("{}: {other:?}\n{}", case.name(), session.screen()),
        };
        assert_eq!(is_accepted, case.is_accepted, "{}", case.name());
    }
}

#[test]
fn resigned_player_is_skipped_in_games_of_three() {
    let mut setup = Setup::new("staqs", ["Ann", "Bob", "Cid"].map(Seat::person));
    setup.options = vec![("players".to_owned(), "3".to_owned())];
    let mut session = Session::new(table(setup));
    for mv in ["a1", "b1", "c1"] {
        session.enter_move(mv);
    }
    session.keys("xy");
    session.expect("Blue (Ann) is out of the game. The others continue.");
    assert_eq!(session.table().turn(), Some(Player(1)));
    session.enter_move("b2");
    session.enter_move("c2");
    assert_eq!(session.table().turn(), Some(Player(1)), "Ann is skipped");
    session.keys("xy");
    session.expect("Red wins: Red is the last player left.");
}

#[test]
fn rematch_swaps_sides() {
    let mut session = started("staqs", 2);
    session.keys("xy");
    session.keys("r");
    let names: Vec<&str> = session.table().seats().iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Bob", "Ann"]);
    assert_eq!(session.plies(), 0);
}

#[test]
fn browsing_changes_nothing_until_the_game_is_continued() {
    let mut session = started("clusterfuss", 6);
    let current = session.table().history().current();
    session.keys("[[");
    session.expect("looking at move 4 of 6");
    assert_eq!(session.table().history().current(), current);
    session.keys("g[");
    session.expect("This is the first position.");
    session.keys("G");
    assert!(!session.shows("looking at"));
    session.keys("<<");
    session.press(KeyCode::PageDown);
    session.expect("looking at move 5 of 6");
    session.enter();
    session.expect("Continue the game from here?");
    session.keys("n");
    assert_eq!(session.plies(), 6);
    session.enter();
    session.keys("y");
    assert_eq!(session.plies(), 5);
    // The previous line is still there as a variation.
    session.keys("r");
    assert_eq!(session.table().history().current(), current);
}

#[test]
fn moves_that_were_taken_back_can_be_browsed() {
    let mut session = Session::new(table(two_people("staqs")));
    for mv in ["a1", "b2", "c3"] {
        session.enter_move(mv);
    }
    session.keys("bu");
    session.expect("c3");
    session.keys("u");
    session.enter_move("d4");
    session.expect("1. a1  d4~");
    session.keys("b");
    session.expect("looking at move 2 of 3");
    session.expect("1. a1  b2~");
    session.keys("]");
    session.expect("looking at move 3 of 3");
    session.keys("b");
    session.expect("There is no other variation here.");
    session.enter();
    session.keys("y");
    assert_eq!(session.plies(), 3);
    session.keys("[b");
    session.expect("1. a1  d4~");
    session.keys("G");
    assert!(!session.shows("looking at"));
}

#[test]
fn finished_game_can_be_browsed() {
    let mut session = started("staqs", 4);
    session.keys("xy");
    session.expect("Game over");
    session.keys("v");
    assert!(!session.shows("Game over"));
    session.expect("looking at move 0 of 4");
    session.keys("]");
    session.expect("looking at move 1 of 4");
    session.enter();
    session.expect("The game is over");
    assert_eq!(session.plies(), 4);
}

#[test]
fn clock_runs_and_the_game_ends_when_it_is_up() {
    let setup = Setup { clock: Some("1+0".parse().expect("a clock")), ..two_people("staqs") };
    let mut session = Session::new(table(setup));
    session.expect("1:00");
    session.wait(Duration::from_millis(1_500));
    session.expect("0:59");
    session.wait(Duration::from_secs(55));
    session.expect("0:03.5");
    session.keys("p");
    session.expect("paused");
    assert!(session.app.next_wake().is_none(), "a paused game costs nothing");
    session.wait(Duration::from_secs(100));
    session.expect("0:03.5");
    session.enter();
    session.expect("Paused. Resume the game to move.");
    session.keys("p");
    session.wait(Duration::from_secs(4));
    let finish = session.table().result().expect("it is over");
    assert_eq!(finish.how, FinishKind::Time(Player(0)));
    session.expect("Blue ran out of time");
    assert!(session.app.next_wake().is_none(), "a finished game costs nothing");
}

#[test]
fn game_without_clocks_and_bots_needs_no_ticks() {
    let session = started("qawale", 2);
    assert!(session.app.next_wake().is_none());
    assert!(Session::new(StartScreen::Menu).app.next_wake().is_none());
}

#[test]
fn game_between_bots_is_paused_and_stepped() {
    let level = |number| Seat::bot(Level::new(number).expect("a level"));
    let setup = Setup::new("clusterfuss", [level(2), level(8)]);
    let mut session = Session::new(table(setup));
    session.wait_for_engine();
    assert_eq!(session.plies(), 1);
    session.keys("p");
    session.wait(Duration::from_secs(60));
    session.handle_updates();
    assert_eq!(session.plies(), 1);
    for plies in 2..5 {
        session.press(KeyCode::Char(' '));
        while session.plies() < plies {
            session.wait(Duration::from_secs(5));
            session.handle_updates();
        }
        session.wait(Duration::from_secs(60));
        session.handle_updates();
        assert_eq!(session.plies(), plies);
        session.expect("Paused.");
    }
    session.keys("-");
    session.expect("Speed 2 of 5.");
    session.keys("p");
    while session.plies() < 8 {
        session.wait(Duration::from_secs(5));
        session.handle_updates();
    }
}

#[test]
fn unfinished_game_is_offered_and_continued() {
    let mut session = started("clusterfuss", 5);
    let position = session.position().text();
    session.keys("q");
    session.expect("Leave the game?");
    session.keys("n");
    session.keys("qy");
    session.expect("Continue");
    session.press(KeyCode::Down);
    session.enter();
    assert_eq!(session.position().text(), position);
    assert_eq!(session.app.storage().list().len(), 1);
}

#[test]
fn continue_prefers_a_game_with_a_person_to_one_between_bots() {
    let mut session = started("clusterfuss", 5);
    let position = session.position().text();
    session.keys("qy");
    let bot = Seat::bot(Level::LOWEST);
    let watched = Setup::new("staqs", [bot.clone(), bot]);
    let mut storage = MemoryStorage::default();
    let own = session.app.storage().load("game-1").expect("a saved game");
    strata_terminal::Storage::save(&mut storage, "own", &own).expect("memory");
    let mut session = Session::with(table(watched), Box::new(storage), (80, 24));
    while session.plies() < 2 {
        session.wait_for_engine();
        session.wait(Duration::from_secs(5));
    }
    session.keys("q");
    session.expect("Load in the menu opens it.");
    session.keys("y");
    assert_eq!(session.app.storage().list().len(), 2);
    session.click_on("Continue");
    assert_eq!(session.position().text(), position);
}

#[test]
fn game_is_continued_after_the_program_was_killed() {
    // Only the storage of the first program remains.
    let session = started("isaac", 7);
    let saved = session.app.storage().list();
    let text = session.app.storage().load(&saved[0].id).expect("a record");
    let mut storage = MemoryStorage::default();
    strata_terminal::Storage::save(&mut storage, "old", &text).expect("memory");
    let mut again = Session::with(StartScreen::Menu, Box::new(storage), (80, 24));
    again.press(KeyCode::Down);
    again.enter();
    assert_eq!(again.position().text(), session.position().text());
    assert_eq!(again.plies(), 7);
}

#[test]
fn finished_and_empty_games_are_not_continued() {
    let mut session = started("staqs", 2);
    session.keys("xy");
    session.keys("q");
    assert!(!session.shows("Continue"));
    session.enter();
    session.enter();
    session.keys("q");
    assert!(!session.shows("Continue"), "nothing was played");
    session.press(KeyCode::Down);
    session.enter();
    session.expect("Finished");
    session.enter();
    session.expect("Game over");
}

#[test]
fn deleting_a_saved_game_asks_first() {
    let mut session = started("staqs", 2);
    session.keys("qy");
    session.times(KeyCode::Down, 2);
    session.enter();
    session.expect("Not finished");
    session.keys("xn");
    assert_eq!(session.app.storage().list().len(), 1);
    session.keys("xy");
    session.expect("There are no saved games.");
}

#[test]
fn program_ends_on_q_and_on_control_c() {
    let mut session = Session::new(StartScreen::Menu);
    session.keys("q");
    assert!(session.app.is_over());
    let mut session = started("staqs", 1);
    let key = ratatui::crossterm::event::KeyEvent::new(
        KeyCode::Char('c'),
        ratatui::crossterm::event::KeyModifiers::CONTROL,
    );
    session.send(strata_terminal::Input::Key(key));
    assert!(session.app.is_over());
    assert_eq!(session.app.storage().list().len(), 1);
}

#[test]
fn move_waits_for_enter_if_moves_are_confirmed() {
    let mut storage = MemoryStorage::default();
    let settings = Settings { confirm_moves: true, ..Settings::default() };
    storage.save_settings(&settings).expect("memory");
    let mut session = Session::with(table(two_people("staqs")), Box::new(storage), (80, 24));
    session.enter();
    session.expect("Confirm c3, or take the last step back");
    assert_eq!(session.plies(), 0);
    session.press(KeyCode::Esc);
    assert!(!session.shows("Confirm c3"));
    session.enter();
    session.enter();
    assert_eq!(session.plies(), 1);
}
