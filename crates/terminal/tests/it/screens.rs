//! Menu, form, settings and pager; the mouse; colours and characters.

use crate::common::{Session, against_bot, table, two_people};
use insta::assert_snapshot;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use ratatui::style::Color;
use strata_table::SeatKind;
use strata_terminal::{MemoryStorage, Settings, StartScreen, Storage};

fn with_settings(opening: StartScreen, settings: Settings) -> Session {
    let mut storage = MemoryStorage::default();
    storage.save_settings(&settings).expect("memory");
    Session::with(opening, Box::new(storage), (80, 24))
}

#[test]
fn menu_opens_every_screen() {
    let mut session = Session::new(StartScreen::Menu);
    assert_snapshot!("menu", session.screen());
    session.enter();
    assert_snapshot!("new-game", session.screen());
    session.press(KeyCode::Esc);
    for (item, title) in [("Load", "Load"), ("Watch two bots", "Watch bots"), ("Rules", "Rules")] {
        session.click_on(item);
        session.expect(&format!("┌ {title} ─"));
        session.mouse(MouseEventKind::Down(MouseButton::Right), 40, 20);
        session.expect("S T R A T A");
    }
    session.keys("?");
    assert_snapshot!("keys", session.screen());
}

#[test]
fn form_sets_options_seats_order_and_clock() {
    let mut session = Session::new(StartScreen::Menu);
    session.enter();
    // Down to the number of players, and one more player.
    session.times(KeyCode::Down, 6);
    session.press(KeyCode::Right);
    session.expect("Red");
    session.press(KeyCode::Down);
    session.keys("Qu?k");
    session.press(KeyCode::Down);
    session.times(KeyCode::Right, 2);
    session.press(KeyCode::Down);
    session.times(KeyCode::Left, 3);
    session.keys("Zoe");
    session.press(KeyCode::Down);
    session.press(KeyCode::Right);
    session.press(KeyCode::Down);
    session.keys("3+x");
    session.enter();
    session.expect("Clock 3+x: expected minutes+seconds such as 5+3");
    session.press(KeyCode::Backspace);
    session.keys("2");
    assert_snapshot!("three-players", session.screen());
    session.enter();
    let table = session.table();
    assert_eq!(table.setup().options, [("players".to_owned(), "3".to_owned())]);
    assert_eq!(table.setup().clock.map(|clock| clock.to_string()).as_deref(), Some("3+2"));
    let seats: Vec<(String, String)> =
        table.seats().iter().map(|seat| (seat.name.clone(), seat.kind.to_string())).collect();
    let seat = |name: &str, kind: &str| (name.to_owned(), kind.to_owned());
    assert_eq!(seats, [seat("level 5", "bot:5"), seat("Zoe", "person"), seat("Qu?k", "person")]);
}

/// Selects the row of the form with this label.
fn select_row(session: &mut Session, label: &str) {
    let is_selected = |session: &Session| {
        session.screen().lines().any(|line| line.starts_with(&format!("│▶  {label}")))
    };
    for _ in 0..20 {
        if is_selected(session) {
            return;
        }
        session.press(KeyCode::Down);
    }
    panic!("no {label} in\n{}", session.screen());
}

#[test]
fn human_plays_first_second_or_at_random() {
    let human = |session: &Session| {
        session.table().seats().iter().position(|seat| seat.kind == SeatKind::Person)
    };
    let mut session = Session::new(StartScreen::Menu);
    session.enter();
    select_row(&mut session, "You play");
    session.expect("◂ first ▸");
    session.press(KeyCode::Right);
    session.expect("◂ second ▸");
    session.enter();
    assert_eq!(human(&session), Some(1));
    // The next form has the same seats.
    session.keys("n");
    select_row(&mut session, "You play");
    session.expect("◂ second ▸");
    while !session.shows("◂ random ▸") {
        session.press(KeyCode::Right);
    }
    session.expect("Player 1");
    let mut places = Vec::new();
    for _ in 0..40 {
        session.enter();
        places.push(human(&session));
        session.keys("n");
        session.expect("◂ random ▸");
    }
    assert!(places.contains(&Some(0)) && places.contains(&Some(1)), "{places:?}");
}

#[test]
fn levels_are_described_in_the_form() {
    let mut session = Session::new(StartScreen::Menu);
    session.enter();
    session.expect("level 3 · casual player");
    select_row(&mut session, "White");
    session.expect("Level 3, casual player. Looks a little ahead");
    session.times(KeyCode::Right, 5);
    session.expect("level 8 · full strength");
    session.resize(40, 15);
    session.expect("◂ level 8 ▸");
    session.expect("Level 8, full strength.");
}

#[test]
fn form_reports_options_that_do_not_fit_together() {
    let mut session = Session::new(StartScreen::Menu);
    session.enter();
    session.times(KeyCode::Down, 2);
    session.times(KeyCode::Left, 2);
    session.press(KeyCode::Down);
    session.times(KeyCode::Right, 1);
    session.expect("pieces");
    session.enter();
    assert!(session.app.table().is_none());
}

#[test]
fn form_offers_the_last_setup_again() {
    let mut session = Session::new(table(two_people("qawale")));
    session.keys("n");
    session.expect("◂ Qawale ▸");
    session.enter();
    let table = session.table();
    assert_eq!(table.setup().game, "qawale");
    assert!(table.seats().iter().all(|seat| seat.kind == SeatKind::Person));
    assert_eq!(table.seats()[1].name, "Bob");
}

#[test]
fn rules_open_during_the_game() {
    let mut session = Session::new(table(two_people("isaac")));
    session.keys("R");
    session.expect("Rules of Isaac");
    session.keys("G");
    session.expect("100%");
    session.press(KeyCode::Esc);
    session.expect("Isaac · placement");
}

#[test]
fn settings_are_saved_and_change_the_look() {
    let mut session = Session::new(StartScreen::Menu);
    session.click_on("Settings");
    assert_snapshot!("settings", session.screen());
    session.times(KeyCode::Down, 3);
    session.enter();
    session.expect("+ Settings -");
    session.times(KeyCode::Down, 4);
    session.keys("Ann");
    let saved = session.app.storage().settings();
    assert!(saved.ascii);
    assert_eq!(saved.name, "Ann");
    session.press(KeyCode::Esc);
    session.press(KeyCode::Home);
    session.enter();
    session.enter();
    session.expect(">  B  Blue (Ann)");
    let screen = session.screen();
    assert!(screen.is_ascii(), "{screen}");
}

#[test]
fn ascii_setting_avoids_all_other_characters() {
    let settings = Settings { ascii: true, evaluation: true, ..Settings::default() };
    for game in ["staqs", "clusterfuss", "qawale", "isaac"] {
        let mut session = with_settings(table(against_bot(game)), settings.clone());
        let mv = session.random_move(&mut strata_rules::Random::new(2));
        session.enter_move(&mv);
        session.let_bots_play();
        let screens = ["", "i", "?", "?", "m", "\u{1b}", "[", "G", "n"];
        for keys in screens {
            match keys {
                "\u{1b}" => session.press(KeyCode::Esc),
                keys => session.keys(keys),
            }
            let screen = session.screen();
            assert!(screen.is_ascii(), "{keys}: {screen}");
        }
    }
}

#[test]
fn colours_follow_the_settings() {
    use strata_terminal::ColourChoice;
    let colours = |choice| {
        let settings = Settings { colours: choice, ..Settings::default() };
        let session = with_settings(table(two_people("clusterfuss")), settings);
        let buffer = session.terminal.backend().buffer().clone();
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
fn game_is_played_with_the_mouse() {
    let mut session = Session::new(table(two_people("clusterfuss")));
    // a8 takes b8.
    session.click_square("a8");
    session.expect("Capture a neighbour of either colour   (a8)");
    let (column, row) = session.square_at("a8");
    session.mouse(MouseEventKind::Down(MouseButton::Right), column, row);
    session.expect("Red (Ann) · Choose a checker to move");
    session.click_square("a8");
    // A click outside undoes the step; a click on another piece chooses that piece.
    session.click(60, 15);
    session.expect("Red (Ann) · Choose a checker to move");
    session.click_square("a8");
    session.click_square("c8");
    session.expect("Capture a neighbour of either colour   (c8)");
    session.click_square("b8");
    assert_eq!(session.plies(), 1);
    session.expect("1. c8b8");
    session.click_on("c8b8");
    assert!(!session.shows("looking at"), "this is the current position");
    session.enter_move("a7a8");
    session.click_on("c8b8");
    session.expect("looking at move 1 of 2");
    session.click_on("? keys");
    session.expect("At the board");
}

#[test]
fn stacks_are_chosen_on_the_second_board() {
    let keeper = Box::new(MemoryStorage::default());
    let mut session = Session::with(table(two_people("qawale")), keeper, (200, 60));
    let second_board = |session: &Session, square: &str| {
        let (first_column, row) = session.square_at(square);
        let name = square.chars().next();
        let files = session.labels().files;
        let mut same = files.iter().filter(|(file, _)| Some(*file) == name);
        let column = same.nth(1).expect("a second board").1 as u16;
        assert!(column > first_column);
        (column, row)
    };
    let (column, row) = second_board(&session, "a4");
    session.click(column, row);
    session.expect("Drop the next stone on a neighbour: 3 left   (a4)");
    let (column, row) = second_board(&session, "b4");
    session.click(column, row);
    session.expect("2 left   (a4 › b4)");
}

#[test]
fn stacks_are_chosen_in_their_list() {
    let mut session = Session::new(table(two_people("qawale")));
    session.click_on("a4 nn");
    session.expect("Drop the next stone on a neighbour: 3 left   (a4)");
    session.click_on("b4 ·");
    session.expect("2 left   (a4 › b4)");
}

#[test]
fn clicks_on_lines_between_squares_count() {
    let mut session = Session::new(table(two_people("clusterfuss")));
    let (column, row) = session.square_at("a8");
    session.click(column, row + 1);
    session.expect("Capture a neighbour of either colour   (a8)");
}

#[test]
fn help_explains_the_marks_around_squares() {
    let mut session = Session::new(table(two_people("qawale")));
    session.keys("?");
    for sign in strata_render::terminal::LEGEND {
        session.expect(&format!("{} {}", sign.left, sign.right));
        session.expect(sign.meaning);
    }
}

#[test]
fn long_prompts_are_wrapped_in_narrow_terminals() {
    let keeper = Box::new(MemoryStorage::default());
    let mut session = Session::with(table(two_people("qawale")), keeper, (40, 15));
    session.click_square("a4");
    session.expect("Light (Ann) · Drop the next stone on a neighbour: 3 left   (a4)");
    // The reason for a refusal is wrapped too.
    let rows = |session: &Session| session.labels();
    let before = rows(&session);
    session.click_square("d1");
    assert_eq!(rows(&session), before);
}

#[test]
fn both_halves_of_the_cursor_look_the_same() {
    for entry in strata_games::GAMES {
        let session = Session::new(table(two_people(entry.info.id)));
        let buffer = session.terminal.backend().buffer();
        let looks: Vec<_> = buffer
            .content()
            .iter()
            .filter(|cell| ["<", ">"].contains(&cell.symbol()))
            .map(|cell| (cell.fg, cell.bg, cell.modifier))
            .collect();
        assert!(looks.len() == 2 && looks[0] == looks[1], "{looks:?}\n{}", session.screen());
    }
}

#[test]
fn ascii_terminals_get_ascii_only() {
    use strata_render::terminal::{Colours, TerminalKind};
    let kind = TerminalKind { colours: Colours::None, unicode: false };
    for entry in strata_games::GAMES {
        let mut session = Session::on(kind, table(two_people(entry.info.id)));
        for key in ["", "?", "R", "n"] {
            session.keys(key);
            assert!(session.screen().is_ascii(), "{}", session.screen());
            session.press(KeyCode::Esc);
        }
    }
}

#[test]
fn long_move_lists_scroll() {
    let mut session = Session::new(table(two_people("clusterfuss")));
    let mut random = strata_rules::Random::new(4);
    for _ in 0..40 {
        let mv = session.random_move(&mut random);
        session.enter_move(&mv);
    }
    session.expect("20.");
    assert!(!session.shows(" 1. "));
    for _ in 0..40 {
        session.mouse(MouseEventKind::ScrollUp, 60, 12);
    }
    session.expect(" 1. ");
    session.mouse(MouseEventKind::ScrollDown, 60, 12);
    assert!(!session.shows(" 1. "));
}
