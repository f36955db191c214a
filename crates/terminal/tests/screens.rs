//! The screens around the game, the mouse, and how everything looks.

mod common;

use common::{Sitting, against_bot, table, two_persons};
use insta::assert_snapshot;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use ratatui::style::Color;
use strata_table::SeatKind;
use strata_terminal::{MemoryStorage, Settings, StartScreen, Storage};

fn with_settings(opening: StartScreen, settings: Settings) -> Sitting {
    let mut storage = MemoryStorage::default();
    storage.save_settings(&settings).expect("memory");
    Sitting::with(opening, Box::new(storage), (80, 24))
}

#[test]
fn the_menu_and_what_it_opens() {
    let mut sitting = Sitting::new(StartScreen::Menu);
    assert_snapshot!("menu", sitting.screen());
    sitting.enter();
    assert_snapshot!("new-game", sitting.screen());
    sitting.press(KeyCode::Esc);
    for (item, title) in [("Load", "Load"), ("Watch two bots", "Watch bots"), ("Rules", "Rules")] {
        sitting.click_on(item);
        sitting.expect(&format!("┌ {title} ─"));
        sitting.mouse(MouseEventKind::Down(MouseButton::Right), 40, 20);
        sitting.expect("S T R A T A");
    }
    sitting.keys("?");
    assert_snapshot!("keys", sitting.screen());
}

#[test]
fn a_game_is_set_up_row_by_row() {
    let mut sitting = Sitting::new(StartScreen::Menu);
    sitting.enter();
    // Down to the number of players, and one more of them.
    sitting.times(KeyCode::Down, 6);
    sitting.press(KeyCode::Right);
    sitting.expect("Red");
    sitting.press(KeyCode::Down);
    sitting.keys("Qu?k");
    sitting.press(KeyCode::Down);
    sitting.times(KeyCode::Right, 2);
    sitting.press(KeyCode::Down);
    sitting.times(KeyCode::Left, 3);
    sitting.keys("Zoe");
    sitting.press(KeyCode::Down);
    sitting.press(KeyCode::Right);
    sitting.press(KeyCode::Down);
    sitting.keys("3+x");
    sitting.enter();
    sitting.expect("Clock 3+x: expected minutes+seconds such as 5+3");
    sitting.press(KeyCode::Backspace);
    sitting.keys("2");
    assert_snapshot!("three-players", sitting.screen());
    sitting.enter();
    let table = sitting.table();
    assert_eq!(table.setup().options, [("players".to_owned(), "3".to_owned())]);
    assert_eq!(table.setup().clock.map(|clock| clock.to_string()).as_deref(), Some("3+2"));
    let seats: Vec<(String, String)> =
        table.seats().iter().map(|seat| (seat.name.clone(), seat.kind.to_string())).collect();
    let seat = |name: &str, kind: &str| (name.to_owned(), kind.to_owned());
    assert_eq!(seats, [seat("level 5", "bot:5"), seat("Zoe", "person"), seat("Qu?k", "person")]);
}

#[test]
fn options_that_do_not_fit_are_named() {
    let mut sitting = Sitting::new(StartScreen::Menu);
    sitting.enter();
    sitting.times(KeyCode::Down, 2);
    sitting.times(KeyCode::Left, 2);
    sitting.press(KeyCode::Down);
    sitting.times(KeyCode::Right, 1);
    sitting.expect("pieces");
    sitting.enter();
    assert!(sitting.app.table().is_none());
}

#[test]
fn the_last_setup_is_offered_again() {
    let mut sitting = Sitting::new(table(two_persons("qawale")));
    sitting.keys("n");
    sitting.expect("◂ Qawale ▸");
    sitting.enter();
    let table = sitting.table();
    assert_eq!(table.setup().game, "qawale");
    assert!(table.seats().iter().all(|seat| seat.kind == SeatKind::Person));
    assert_eq!(table.seats()[1].name, "Bob");
}

#[test]
fn rules_are_read_during_the_game() {
    let mut sitting = Sitting::new(table(two_persons("isaac")));
    sitting.keys("R");
    sitting.expect("Rules of Isaac");
    sitting.expect("(more below)");
    sitting.keys("G");
    sitting.expect("(end)");
    sitting.press(KeyCode::Esc);
    sitting.expect("Isaac · placement");
}

#[test]
fn settings_are_kept_and_change_the_look() {
    let mut sitting = Sitting::new(StartScreen::Menu);
    sitting.click_on("Settings");
    assert_snapshot!("settings", sitting.screen());
    sitting.times(KeyCode::Down, 3);
    sitting.enter();
    sitting.expect("+ Settings -");
    sitting.times(KeyCode::Down, 3);
    sitting.keys("Ann");
    let kept = sitting.app.storage().settings();
    assert!(kept.ascii);
    assert_eq!(kept.name, "Ann");
    sitting.press(KeyCode::Esc);
    sitting.press(KeyCode::Home);
    sitting.enter();
    sitting.enter();
    sitting.expect(">  B  Blue (Ann)");
    let screen = sitting.screen();
    assert!(screen.is_ascii(), "{screen}");
}

/// All of the interface in ASCII is really ASCII.
#[test]
fn ascii_is_ascii_everywhere() {
    let settings = Settings { ascii: true, evaluation: true, ..Settings::default() };
    for game in ["staqs", "clusterfuss", "qawale", "isaac"] {
        let mut sitting = with_settings(table(against_bot(game)), settings.clone());
        let mv = sitting.some_move(&mut strata_rules::Random::new(2));
        sitting.enter_move(&mv);
        sitting.let_bots_play();
        let screens = ["", "i", "?", "?", "m", "\u{1b}", "[", "G", "n"];
        for keys in screens {
            match keys {
                "\u{1b}" => sitting.press(KeyCode::Esc),
                keys => sitting.keys(keys),
            }
            let screen = sitting.screen();
            assert!(screen.is_ascii(), "{keys}: {screen}");
        }
    }
}

#[test]
fn colours_follow_the_settings() {
    use strata_terminal::ColourChoice;
    let colours = |choice| {
        let settings = Settings { colours: choice, ..Settings::default() };
        let sitting = with_settings(table(two_persons("clusterfuss")), settings);
        let buffer = sitting.terminal.backend().buffer().clone();
        buffer.content.iter().flat_map(|cell| [cell.fg, cell.bg]).collect::<Vec<Color>>()
    };
    assert!(colours(ColourChoice::None).iter().all(|colour| *colour == Color::Reset));
    assert!(colours(ColourChoice::Sixteen).contains(&Color::Red));
    let is_rgb = |colour: &Color| matches!(colour, Color::Rgb(..));
    let is_indexed = |colour: &Color| matches!(colour, Color::Indexed(_));
    assert!(!colours(ColourChoice::Sixteen).iter().any(|c| is_rgb(c) || is_indexed(c)));
    assert!(colours(ColourChoice::Many).iter().any(is_indexed));
    assert!(!colours(ColourChoice::Many).iter().any(is_rgb));
    assert!(colours(ColourChoice::All).iter().any(is_rgb));
    assert!(colours(ColourChoice::Auto).iter().any(is_rgb));
}

#[test]
fn a_game_is_played_with_the_mouse() {
    let mut sitting = Sitting::new(table(two_persons("clusterfuss")));
    // a8 takes b8.
    sitting.click(4, 2);
    sitting.expect("Capture a neighbour of either colour   (a8)");
    sitting.mouse(MouseEventKind::Down(MouseButton::Right), 4, 2);
    sitting.expect("Red (Ann) · Choose a checker to move");
    sitting.click(4, 2);
    // Elsewhere is a step back, another piece is another choice.
    sitting.click(60, 15);
    sitting.expect("Red (Ann) · Choose a checker to move");
    sitting.click(4, 2);
    sitting.click(14, 2);
    sitting.expect("Capture a neighbour of either colour   (c8)");
    sitting.click(9, 2);
    assert_eq!(sitting.plies(), 1);
    sitting.expect("1. c8b8");
    sitting.click_on("c8b8");
    assert!(!sitting.shows("looking at"), "that is where the game stands");
    sitting.enter_move("a7a8");
    sitting.click_on("c8b8");
    sitting.expect("looking at move 1 of 2");
    sitting.click_on("? keys");
    sitting.expect("At the board");
}

#[test]
fn many_moves_scroll() {
    let mut sitting = Sitting::new(table(two_persons("clusterfuss")));
    let mut random = strata_rules::Random::new(4);
    for _ in 0..40 {
        let mv = sitting.some_move(&mut random);
        sitting.enter_move(&mv);
    }
    sitting.expect("20.");
    assert!(!sitting.shows(" 1. "));
    for _ in 0..40 {
        sitting.mouse(MouseEventKind::ScrollUp, 60, 12);
    }
    sitting.expect(" 1. ");
    sitting.mouse(MouseEventKind::ScrollDown, 60, 12);
    assert!(!sitting.shows(" 1. "));
}
