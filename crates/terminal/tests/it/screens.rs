//! The screens around the game, the mouse, and how everything looks.

use crate::common::{Sitting, against_bot, table, two_persons};
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
fn menu_opens_every_screen() {
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
fn form_sets_options_seats_order_and_clock() {
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

/// Selects the row of the form with this label.
fn select_row(sitting: &mut Sitting, label: &str) {
    let is_selected = |sitting: &Sitting| {
        sitting.screen().lines().any(|line| line.starts_with(&format!("│▶  {label}")))
    };
    for _ in 0..20 {
        if is_selected(sitting) {
            return;
        }
        sitting.press(KeyCode::Down);
    }
    panic!("no {label} in\n{}", sitting.screen());
}

#[test]
fn human_plays_first_second_or_at_random() {
    let human = |sitting: &Sitting| {
        sitting.table().seats().iter().position(|seat| seat.kind == SeatKind::Person)
    };
    let mut sitting = Sitting::new(StartScreen::Menu);
    sitting.enter();
    select_row(&mut sitting, "You play");
    sitting.expect("◂ first ▸");
    sitting.press(KeyCode::Right);
    sitting.expect("◂ second ▸");
    sitting.enter();
    assert_eq!(human(&sitting), Some(1));
    // The next form has the same seats.
    sitting.keys("n");
    select_row(&mut sitting, "You play");
    sitting.expect("◂ second ▸");
    while !sitting.shows("◂ random ▸") {
        sitting.press(KeyCode::Right);
    }
    sitting.expect("Player 1");
    let mut places = Vec::new();
    for _ in 0..40 {
        sitting.enter();
        places.push(human(&sitting));
        sitting.keys("n");
        sitting.expect("◂ random ▸");
    }
    assert!(places.contains(&Some(0)) && places.contains(&Some(1)), "{places:?}");
}

#[test]
fn levels_are_described_in_the_form() {
    let mut sitting = Sitting::new(StartScreen::Menu);
    sitting.enter();
    sitting.expect("level 3 · easy");
    select_row(&mut sitting, "White");
    sitting.expect("Level 3: easy.");
    sitting.times(KeyCode::Right, 5);
    sitting.expect("level 8 · full strength");
    sitting.resize(40, 15);
    sitting.expect("◂ level 8 ▸");
    sitting.expect("Level 8: full strength.");
}

#[test]
fn form_reports_options_that_do_not_fit_together() {
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
fn form_offers_the_last_setup_again() {
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
fn rules_open_during_the_game() {
    let mut sitting = Sitting::new(table(two_persons("isaac")));
    sitting.keys("R");
    sitting.expect("Rules of Isaac");
    sitting.keys("G");
    sitting.expect("100 %");
    sitting.press(KeyCode::Esc);
    sitting.expect("Isaac · placement");
}

#[test]
fn settings_are_saved_and_change_the_look() {
    let mut sitting = Sitting::new(StartScreen::Menu);
    sitting.click_on("Settings");
    assert_snapshot!("settings", sitting.screen());
    sitting.times(KeyCode::Down, 3);
    sitting.enter();
    sitting.expect("+ Settings -");
    sitting.times(KeyCode::Down, 3);
    sitting.keys("Ann");
    let saved = sitting.app.storage().settings();
    assert!(saved.ascii);
    assert_eq!(saved.name, "Ann");
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
fn ascii_setting_avoids_all_other_characters() {
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
    sitting.click_square("a8");
    sitting.expect("Capture a neighbour of either colour   (a8)");
    let (column, row) = sitting.place_of("a8");
    sitting.mouse(MouseEventKind::Down(MouseButton::Right), column, row);
    sitting.expect("Red (Ann) · Choose a checker to move");
    sitting.click_square("a8");
    // Elsewhere is a step back, another piece is another choice.
    sitting.click(60, 15);
    sitting.expect("Red (Ann) · Choose a checker to move");
    sitting.click_square("a8");
    sitting.click_square("c8");
    sitting.expect("Capture a neighbour of either colour   (c8)");
    sitting.click_square("b8");
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
fn stacks_are_chosen_on_the_board_that_shows_them_stone_by_stone() {
    let keeper = Box::new(MemoryStorage::default());
    let mut sitting = Sitting::with(table(two_persons("qawale")), keeper, (200, 60));
    let second_board = |sitting: &Sitting, square: &str| {
        let (first_column, row) = sitting.place_of(square);
        let name = square.chars().next();
        let files = sitting.labels().files;
        let mut same = files.iter().filter(|(file, _)| Some(*file) == name);
        let column = same.nth(1).expect("a second board").1 as u16;
        assert!(column > first_column);
        (column, row)
    };
    let (column, row) = second_board(&sitting, "a4");
    sitting.click(column, row);
    sitting.expect("Drop the next stone on a neighbour: 3 left   (a4)");
    let (column, row) = second_board(&sitting, "b4");
    sitting.click(column, row);
    sitting.expect("2 left   (a4 › b4)");
}

#[test]
fn stacks_are_chosen_in_their_list() {
    let mut sitting = Sitting::new(table(two_persons("qawale")));
    sitting.click_on("a4 nn");
    sitting.expect("Drop the next stone on a neighbour: 3 left   (a4)");
    sitting.click_on("b4 ·");
    sitting.expect("2 left   (a4 › b4)");
}

#[test]
fn lines_between_squares_take_clicks() {
    let mut sitting = Sitting::new(table(two_persons("clusterfuss")));
    let (column, row) = sitting.place_of("a8");
    sitting.click(column, row + 1);
    sitting.expect("Capture a neighbour of either colour   (a8)");
}

#[test]
fn help_explains_the_signs_around_squares() {
    let mut sitting = Sitting::new(table(two_persons("qawale")));
    sitting.keys("?");
    for sign in strata_render::terminal::LEGEND {
        sitting.expect(&format!("{} {}", sign.left, sign.right));
        sitting.expect(sign.meaning);
    }
}

#[test]
fn long_prompts_are_wrapped_in_narrow_terminals() {
    let keeper = Box::new(MemoryStorage::default());
    let mut sitting = Sitting::with(table(two_persons("qawale")), keeper, (40, 15));
    sitting.click_square("a4");
    sitting.expect("Light (Ann) · Drop the next stone on a neighbour: 3 left   (a4)");
    // A reason that a step is refused is wrapped too.
    let rows = |sitting: &Sitting| sitting.labels();
    let before = rows(&sitting);
    sitting.click_square("d1");
    assert_eq!(rows(&sitting), before);
}

#[test]
fn both_halves_of_the_cursor_look_the_same() {
    for entry in strata_games::GAMES {
        let sitting = Sitting::new(table(two_persons(entry.info.id)));
        let buffer = sitting.terminal.backend().buffer();
        let looks: Vec<_> = buffer
            .content()
            .iter()
            .filter(|cell| ["<", ">"].contains(&cell.symbol()))
            .map(|cell| (cell.fg, cell.bg, cell.modifier))
            .collect();
        assert!(looks.len() == 2 && looks[0] == looks[1], "{looks:?}\n{}", sitting.screen());
    }
}

#[test]
fn ascii_terminals_get_ascii_only() {
    use strata_render::terminal::{Colours, TerminalKind};
    let kind = TerminalKind { colours: Colours::None, unicode: false };
    for entry in strata_games::GAMES {
        let mut sitting = Sitting::on(kind, table(two_persons(entry.info.id)));
        for key in ["", "?", "R", "n"] {
            sitting.keys(key);
            assert!(sitting.screen().is_ascii(), "{}", sitting.screen());
            sitting.press(KeyCode::Esc);
        }
    }
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
