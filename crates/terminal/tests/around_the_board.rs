//! Everything around the moves: taking back, hints, offers, clocks, pauses, looking, leaving.

mod common;

use std::time::Duration;

use common::{Sitting, against_bot, table, two_persons};
use ratatui::crossterm::event::KeyCode;
use strata_engine::Level;
use strata_rules::{Player, Random};
use strata_table::{FinishKind, Seat, Setup};
use strata_terminal::{MemoryStorage, StartScreen};

/// A game of two persons after some moves.
fn started(game: &str, moves: usize) -> Sitting {
    let mut sitting = Sitting::new(table(two_persons(game)));
    let mut random = Random::new(3);
    for _ in 0..moves {
        let mv = sitting.some_move(&mut random);
        sitting.enter_move(&mv);
    }
    assert_eq!(sitting.plies(), moves);
    sitting
}

#[test]
fn two_keys_from_the_start_to_playing() {
    let mut sitting = Sitting::new(StartScreen::Menu);
    sitting.expect("New game");
    assert!(!sitting.shows("Continue"));
    sitting.enter();
    sitting.enter();
    let seats = sitting.table().seats();
    assert!(!seats[0].is_bot());
    assert_eq!(seats[1], Seat::bot(Level::new(3).expect("a level")));
}

#[test]
fn undo_and_redo() {
    let mut sitting = Sitting::new(table(against_bot("clusterfuss")));
    sitting.keys("u");
    sitting.expect("There is no move to take back.");
    let mv = sitting.some_move(&mut Random::new(1));
    sitting.enter_move(&mv);
    sitting.let_bots_play();
    assert_eq!(sitting.plies(), 2);
    let after = sitting.position().text();
    sitting.keys("u");
    assert_eq!(sitting.plies(), 0);
    sitting.expect(&mv);
    sitting.keys("r");
    assert_eq!(sitting.position().text(), after);
    sitting.keys("r");
    sitting.expect("There is no move to play again.");
}

#[test]
fn what_was_said_of_a_turn_goes_when_the_turn_does() {
    let mut sitting = Sitting::new(table(against_bot("qawale")));
    sitting.enter_move("d4www");
    sitting.enter();
    sitting.expect("It is Dark (level 1)'s turn.");
    sitting.let_bots_play();
    assert!(!sitting.shows("(level 1)'s turn."), "{}", sitting.screen());
}

#[test]
fn undo_while_the_bot_thinks_and_while_it_shows_its_move() {
    let mut sitting = Sitting::new(table(against_bot("qawale")));
    sitting.enter_move("d4www");
    sitting.expect("is thinking");
    sitting.keys("u");
    assert_eq!(sitting.plies(), 0);
    // An answer that still comes is to a question of the past.
    sitting.hear_if_any();
    assert_eq!(sitting.plies(), 0);
    sitting.enter_move("d4www");
    sitting.hear();
    assert_eq!(sitting.plies(), 2);
    sitting.expect("plays");
    sitting.keys("u");
    assert_eq!(sitting.plies(), 0);
}

#[test]
fn half_entered_moves_are_shown_and_taken_back() {
    let mut sitting = Sitting::new(table(two_persons("qawale")));
    let fresh = sitting.screen();
    let steps = sitting.position().steps("d4www").expect("a move");
    sitting.enter_step(&[], steps[0]);
    sitting.expect("Drop the next stone on a neighbour: 3 left   (d4)");
    sitting.expect("to put down");
    sitting.enter_step(&steps[..1], steps[1]);
    sitting.expect("2 left   (d4 › c4)");
    sitting.press(KeyCode::Esc);
    sitting.press(KeyCode::Backspace);
    assert_eq!(sitting.plies(), 0);
    sitting.expect("Light (Ann) · Choose a stack to put your stone on");
    // Choosing the same square again lets it go.
    sitting.enter_step(&[], steps[0]);
    sitting.enter();
    sitting.expect("Light (Ann) · Choose a stack to put your stone on");
    assert_eq!(fresh.lines().next(), sitting.screen().lines().next());
}

#[test]
fn refusals_say_why() {
    let mut sitting = Sitting::new(table(two_persons("clusterfuss")));
    sitting.enter_step(&[], strata_rules::Step::Square("b8".parse().expect("a square")));
    sitting.expect("b8 is Blue's and it is Red's turn.");
    sitting.press(KeyCode::Left);
    assert!(!sitting.shows("is Blue's"));
    sitting.keys("mb8b7");
    sitting.expect("Move: b8b7");
    sitting.enter();
    sitting.expect("Move: b8b7");
    assert_eq!(sitting.plies(), 0);
    sitting.times(KeyCode::Backspace, 4);
    sitting.keys("a8b8");
    sitting.enter();
    assert_eq!(sitting.plies(), 1);
    assert!(!sitting.shows("Move:"));
}

#[test]
fn numbers_are_typed() {
    let mut sitting = Sitting::new(table(two_persons("isaac")));
    let mut random = Random::new(8);
    // Moves by chance, until somebody has points to choose from.
    loop {
        let mv = sitting.some_move(&mut random);
        let steps = sitting.position().steps(&mv).expect("a move");
        if let [first, strata_rules::Step::Number(_)] = steps[..] {
            let numbers = sitting.position().continuations(&[first]).next;
            if numbers.len() > 1 {
                let before = sitting.plies();
                sitting.enter_step(&[], first);
                sitting.expect("Number: ");
                sitting.keys("999");
                sitting.expect("Number: 999");
                sitting.enter();
                sitting.expect("999 is not possible here");
                assert_eq!(sitting.plies(), before);
                sitting.press(KeyCode::Right);
                sitting.enter();
                assert_eq!(sitting.plies(), before + 1);
                return;
            }
        }
        sitting.enter_move(&mv);
    }
}

#[test]
fn hints_and_the_evaluation() {
    let mut sitting = Sitting::new(table(against_bot("staqs")));
    sitting.keys("i");
    sitting.hear();
    sitting.expect("Hint: ");
    sitting.expect(". Blue 59%.");
    sitting.keys("e");
    sitting.expect("Blue 59%");
    sitting.enter();
    sitting.let_bots_play();
    while sitting.shows("Evaluation …") {
        sitting.hear();
    }
    sitting.expect("Blue 59%");
    sitting.keys("e");
    assert!(!sitting.shows("59%"));
}

#[test]
fn the_board_is_seen_from_both_sides() {
    let mut sitting = Sitting::new(table(two_persons("isaac")));
    let is_above =
        |sitting: &Sitting, upper, lower| sitting.place_of(upper).1 < sitting.place_of(lower).1;
    assert!(is_above(&sitting, "a10", "a1"), "{}", sitting.screen());
    sitting.keys("f");
    assert!(is_above(&sitting, "a1", "a10"), "{}", sitting.screen());
    // The cursor goes where it is seen to go.
    sitting.times(KeyCode::Left, 10);
    sitting.times(KeyCode::Up, 10);
    sitting.expect("j1, empty");
}

#[test]
fn resigning_asks_first() {
    let mut sitting = started("staqs", 3);
    sitting.keys("x");
    sitting.expect("White (Bob): resign?  y/n");
    sitting.keys("zn");
    assert!(sitting.table().result().is_none());
    sitting.keys("xy");
    let finish = sitting.table().result().expect("it is over");
    assert_eq!(finish.how, FinishKind::Resignation(Player(1)));
    sitting.expect("Blue wins: White resigned.");
    sitting.keys("u");
    sitting.expect("The game is over");
}

#[test]
fn draws_are_agreed_on() {
    let mut sitting = started("staqs", 2);
    sitting.keys("o");
    sitting.expect("Blue (Ann) offers a draw. White (Bob): accept?");
    sitting.keys("n");
    sitting.expect("White (Bob) declines the draw.");
    sitting.keys("o");
    sitting.expect("A draw is offered only once before the next move.");
    let mv = sitting.some_move(&mut Random::new(1));
    sitting.enter_move(&mv);
    sitting.keys("oy");
    let finish = sitting.table().result().expect("it is over");
    assert_eq!(finish.how, FinishKind::Agreement);
}

#[test]
fn where_no_game_is_drawn_no_draw_is_offered() {
    let mut sitting = started("isaac", 2);
    sitting.keys("o");
    sitting.expect("Every game of Isaac has a winner: there is no draw to offer.");
    sitting.keys("?");
    sitting.expect("resign");
    assert!(!sitting.shows("draw"));
}

/// The cases of draw offers that every interface answers alike.
fn draw_cases() -> impl Iterator<Item = [&'static str; 4]> {
    let cases = include_str!("../../table/tests/it/cases/draw_offers.txt");
    cases.lines().filter(|line| !line.starts_with('#')).map(|case| {
        let parts: Vec<&str> = case.split(';').map(str::trim).collect();
        parts.try_into().expect(case)
    })
}

#[test]
fn bots_answer_draw_offers_as_the_cases_say() {
    for case @ [options, level, moves, answer] in draw_cases() {
        let level = Level::new(level.parse().expect("a number")).expect("a level");
        let mut setup = Setup::new("staqs", [Seat::person("Ann"), Seat::bot(level)]);
        let pairs = options.split(' ').filter_map(|pair| pair.split_once('='));
        setup.options = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let mut sitting = Sitting::new(table(setup));
        for mv in moves.split_whitespace() {
            sitting.enter_move(mv);
            sitting.let_bots_play();
        }
        sitting.keys("o");
        let found = match sitting.table().result().map(|finish| finish.how) {
            Some(FinishKind::Agreement) => "accepts",
            None if sitting.shows("declines the draw.") => "declines",
            other => panic!("{case:?}: {other:?}\n{}", sitting.screen()),
        };
        assert_eq!(found, answer, "{case:?}");
    }
}

#[test]
fn resigned_player_is_skipped_in_games_of_three() {
    let mut setup = Setup::new("staqs", ["Ann", "Bob", "Cid"].map(Seat::person));
    setup.options = vec![("players".to_owned(), "3".to_owned())];
    let mut sitting = Sitting::new(table(setup));
    for mv in ["a1", "b1", "c1"] {
        sitting.enter_move(mv);
    }
    sitting.keys("xy");
    sitting.expect("Blue (Ann) is out of the game. The others play on.");
    assert_eq!(sitting.table().turn(), Some(Player(1)));
    sitting.enter_move("b2");
    sitting.enter_move("c2");
    assert_eq!(sitting.table().turn(), Some(Player(1)), "Ann is skipped");
    sitting.keys("xy");
    sitting.expect("Red wins: Red is the last player left.");
}

#[test]
fn a_rematch_swaps_sides() {
    let mut sitting = started("staqs", 2);
    sitting.keys("xy");
    sitting.keys("r");
    let names: Vec<&str> = sitting.table().seats().iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Bob", "Ann"]);
    assert_eq!(sitting.plies(), 0);
}

#[test]
fn looking_back_changes_nothing_until_one_plays_on() {
    let mut sitting = started("clusterfuss", 6);
    let current = sitting.table().history().current();
    sitting.keys("[[");
    sitting.expect("looking at move 4 of 6");
    assert_eq!(sitting.table().history().current(), current);
    sitting.keys("g[");
    sitting.expect("This is the first position.");
    sitting.keys("G");
    assert!(!sitting.shows("looking at"));
    sitting.keys("<<");
    sitting.press(KeyCode::PageDown);
    sitting.expect("looking at move 5 of 6");
    sitting.enter();
    sitting.expect("Play on from here?");
    sitting.keys("n");
    assert_eq!(sitting.plies(), 6);
    sitting.enter();
    sitting.keys("y");
    assert_eq!(sitting.plies(), 5);
    // The move that was left is still there.
    sitting.keys("r");
    assert_eq!(sitting.table().history().current(), current);
}

#[test]
fn moves_that_were_taken_back_are_looked_at() {
    let mut sitting = Sitting::new(table(two_persons("staqs")));
    for mv in ["a1", "b2", "c3"] {
        sitting.enter_move(mv);
    }
    sitting.keys("bu");
    sitting.expect("c3");
    sitting.keys("u");
    sitting.enter_move("d4");
    sitting.expect("1. a1  d4~");
    sitting.keys("b");
    sitting.expect("looking at move 2 of 3");
    sitting.expect("1. a1  b2~");
    sitting.keys("]");
    sitting.expect("looking at move 3 of 3");
    sitting.keys("b");
    sitting.expect("No other move was tried here.");
    sitting.enter();
    sitting.keys("y");
    assert_eq!(sitting.plies(), 3);
    sitting.keys("[b");
    sitting.expect("1. a1  d4~");
    sitting.keys("G");
    assert!(!sitting.shows("looking at"));
}

#[test]
fn a_finished_game_is_looked_through() {
    let mut sitting = started("staqs", 4);
    sitting.keys("xy");
    sitting.expect("Game over");
    sitting.keys("v");
    assert!(!sitting.shows("Game over"));
    sitting.expect("looking at move 0 of 4");
    sitting.keys("]");
    sitting.expect("looking at move 1 of 4");
    sitting.enter();
    sitting.expect("The game is over");
    assert_eq!(sitting.plies(), 4);
}

#[test]
fn clocks_run_and_flags_fall() {
    let setup = Setup { clock: Some("1+0".parse().expect("a clock")), ..two_persons("staqs") };
    let mut sitting = Sitting::new(table(setup));
    sitting.expect("1:00");
    sitting.wait(Duration::from_millis(1_500));
    sitting.expect("0:59");
    sitting.wait(Duration::from_secs(55));
    sitting.expect("0:03.5");
    sitting.keys("p");
    sitting.expect("paused");
    assert!(sitting.app.next_wake().is_none(), "a paused game costs nothing");
    sitting.wait(Duration::from_secs(100));
    sitting.expect("0:03.5");
    sitting.enter();
    sitting.expect("Paused. Resume the game to move.");
    sitting.keys("p");
    sitting.wait(Duration::from_secs(4));
    let finish = sitting.table().result().expect("it is over");
    assert_eq!(finish.how, FinishKind::Time(Player(0)));
    sitting.expect("Blue ran out of time");
    assert!(sitting.app.next_wake().is_none(), "a finished game costs nothing");
}

#[test]
fn nothing_happens_by_itself_without_clocks_and_bots() {
    let sitting = started("qawale", 2);
    assert!(sitting.app.next_wake().is_none());
    assert!(Sitting::new(StartScreen::Menu).app.next_wake().is_none());
}

#[test]
fn bots_are_paused_and_stepped() {
    let level = |number| Seat::bot(Level::new(number).expect("a level"));
    let setup = Setup::new("clusterfuss", [level(2), level(8)]);
    let mut sitting = Sitting::new(table(setup));
    sitting.hear();
    assert_eq!(sitting.plies(), 1);
    sitting.keys("p");
    sitting.wait(Duration::from_secs(60));
    sitting.hear_if_any();
    assert_eq!(sitting.plies(), 1);
    for plies in 2..5 {
        sitting.press(KeyCode::Char(' '));
        while sitting.plies() < plies {
            sitting.wait(Duration::from_secs(5));
            sitting.hear_if_any();
        }
        sitting.wait(Duration::from_secs(60));
        sitting.hear_if_any();
        assert_eq!(sitting.plies(), plies);
        sitting.expect("Paused.");
    }
    sitting.keys("-");
    sitting.expect("Speed 2 of 5.");
    sitting.keys("p");
    while sitting.plies() < 8 {
        sitting.wait(Duration::from_secs(5));
        sitting.hear_if_any();
    }
}

#[test]
fn what_was_left_is_offered_and_continued() {
    let mut sitting = started("clusterfuss", 5);
    let position = sitting.position().text();
    sitting.keys("q");
    sitting.expect("Leave the game?");
    sitting.keys("n");
    sitting.keys("qy");
    sitting.expect("Continue");
    sitting.press(KeyCode::Down);
    sitting.enter();
    assert_eq!(sitting.position().text(), position);
    assert_eq!(sitting.app.storage().list().len(), 1);
}

#[test]
fn a_game_of_bots_does_not_come_before_ones_own() {
    let mut sitting = started("clusterfuss", 5);
    let position = sitting.position().text();
    sitting.keys("qy");
    let bot = Seat::bot(Level::LOWEST);
    let watched = Setup::new("staqs", [bot.clone(), bot]);
    let mut storage = MemoryStorage::default();
    let own = sitting.app.storage().load("game-1").expect("kept");
    strata_terminal::Storage::save(&mut storage, "own", &own).expect("memory");
    let mut sitting = Sitting::with(table(watched), Box::new(storage), (80, 24));
    while sitting.plies() < 2 {
        sitting.hear();
        sitting.wait(Duration::from_secs(5));
    }
    sitting.keys("q");
    sitting.expect("Load in the menu opens it.");
    sitting.keys("y");
    assert_eq!(sitting.app.storage().list().len(), 2);
    sitting.click_on("Continue");
    assert_eq!(sitting.position().text(), position);
}

#[test]
fn a_program_that_was_killed_lost_nothing() {
    // What is kept after every move is all that is left of the first program.
    let sitting = started("isaac", 7);
    let kept = sitting.app.storage().list();
    let text = sitting.app.storage().load(&kept[0].id).expect("a record");
    let mut storage = MemoryStorage::default();
    strata_terminal::Storage::save(&mut storage, "old", &text).expect("memory");
    let mut again = Sitting::with(StartScreen::Menu, Box::new(storage), (80, 24));
    again.press(KeyCode::Down);
    again.enter();
    assert_eq!(again.position().text(), sitting.position().text());
    assert_eq!(again.plies(), 7);
}

#[test]
fn finished_and_empty_games_are_not_continued() {
    let mut sitting = started("staqs", 2);
    sitting.keys("xy");
    sitting.keys("q");
    assert!(!sitting.shows("Continue"));
    sitting.enter();
    sitting.enter();
    sitting.keys("q");
    assert!(!sitting.shows("Continue"), "nothing was played");
    sitting.press(KeyCode::Down);
    sitting.enter();
    sitting.expect("Finished");
    sitting.enter();
    sitting.expect("Game over");
}

#[test]
fn deleting_a_saved_game_asks_first() {
    let mut sitting = started("staqs", 2);
    sitting.keys("qy");
    sitting.times(KeyCode::Down, 2);
    sitting.enter();
    sitting.expect("Not finished");
    sitting.keys("xn");
    assert_eq!(sitting.app.storage().list().len(), 1);
    sitting.keys("xy");
    sitting.expect("There are no saved games.");
}

#[test]
fn the_program_ends_by_q_and_by_control_c() {
    let mut sitting = Sitting::new(StartScreen::Menu);
    sitting.keys("q");
    assert!(sitting.app.is_over());
    let mut sitting = started("staqs", 1);
    let key = ratatui::crossterm::event::KeyEvent::new(
        KeyCode::Char('c'),
        ratatui::crossterm::event::KeyModifiers::CONTROL,
    );
    sitting.give(strata_terminal::Input::Key(key));
    assert!(sitting.app.is_over());
    assert_eq!(sitting.app.storage().list().len(), 1);
}
