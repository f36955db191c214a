//! Thousands of random keys, clicks and sizes: nothing panics, and every table stays consistent.

use std::time::Duration;

use crate::common::{Session, against_bot, table, two_people};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use strata_engine::Level;
use strata_games::GAMES;
use strata_records::{Reader, play_recorded};
use strata_rules::Random;
use strata_table::{Command, Seat, Setup, Table};
use strata_terminal::{Input, MemoryStorage, StartScreen};

const NAMED: [KeyCode; 14] = [
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Backspace,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Delete,
];

fn random_key(random: &mut Random) -> KeyCode {
    let place = random.below(NAMED.len() as u64 * 2 + 100) as usize;
    match place {
        place if place < NAMED.len() * 2 => NAMED[place % NAMED.len()],
        _ => KeyCode::Char(char::from(b' ' + random.below(95) as u8)),
    }
}

/// Checks that the history replays and that the record restores the table.
fn check(session: &Session) {
    let Some(table) = session.app.table() else { return };
    let history = table.history();
    let mut replayed = history[strata_table::History::ROOT].position.clone();
    for id in &history.path_to(history.current())[1..] {
        play_recorded(&mut *replayed, &history[*id].mv).expect("the history replays");
    }
    assert_eq!(replayed.text(), table.position().text());
    let text = table.record_text(session.now);
    let record = Reader::new(text.as_bytes()).next().expect("a record").expect("a good one");
    let again = Table::from_record(GAMES, &record, session.now).expect("its own record");
    assert_eq!(again.record_text(session.now), text);
}

/// The analysis of a game with some random moves.
fn analysis(game: &str) -> StartScreen {
    let mut played = Table::new(GAMES, two_people(game), Duration::ZERO).expect("a good setup");
    let mut random = Random::new(5);
    for _ in 0..12 {
        let Some(by) = played.turn() else { break };
        let mv = played.position().boxed_clone().play_random(&mut random).expect("a move");
        played.apply(Command::Play { by, mv }, Duration::ZERO).expect("a legal move");
    }
    StartScreen::Analysis(Box::new(played))
}

fn start_screens() -> Vec<StartScreen> {
    let bot = |number| Seat::bot(Level::new(number).expect("a level"));
    let mut openings = vec![StartScreen::Menu];
    for game in ["staqs", "clusterfuss", "qawale", "isaac"] {
        openings.push(table(two_people(game)));
        openings.push(table(against_bot(game)));
        openings.push(table(Setup::new(game, [bot(2), bot(6)])));
        let clock = Some("1+1,20/turn".parse().expect("a clock"));
        openings.push(table(Setup { clock, ..against_bot(game) }));
        openings.push(analysis(game));
    }
    let seats = [Seat::person("Ann"), bot(3), Seat::person(""), bot(8)];
    let options = [("players", "4"), ("blockades", "2"), ("size", "10")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    openings.push(table(Setup { options, ..Setup::new("staqs", seats) }));
    openings
}

/// The session after its search updates, or a new one at the menu if it is over.
fn updated_or_restarted(mut session: Session) -> Session {
    session.handle_updates();
    if session.app.is_over() { Session::new(StartScreen::Menu) } else { session }
}

#[test]
fn random_keys_never_panic_and_tables_stay_consistent() {
    for (seed, opening) in (0..).zip(start_screens()) {
        let mut random = Random::new(seed);
        let mut session = Session::new(opening);
        for count in 0..350 {
            match random.below(12) {
                0 => session.wait(Duration::from_millis(random.below(700))),
                1 => {
                    let code = random_key(&mut random);
                    // With Alt, keys have no action.
                    session.send(Input::Key(KeyEvent::new(code, KeyModifiers::ALT)));
                }
                _ => session.press(random_key(&mut random)),
            }
            session = updated_or_restarted(session);
            if count % 50 == 0 {
                check(&session);
            }
        }
        check(&session);
    }
}

#[test]
fn random_sizes_never_panic() {
    for (seed, opening) in (100..).zip(start_screens()) {
        let mut random = Random::new(seed);
        let mut session = Session::new(opening);
        for _ in 0..70 {
            let small = random.below(3) > 0;
            let (width, height) = if small { (60, 25) } else { (200, 80) };
            session.resize(1 + random.below(width) as u16, 1 + random.below(height) as u16);
            session.press(random_key(&mut random));
            session = updated_or_restarted(session);
        }
        check(&session);
    }
}

#[test]
fn random_mouse_events_never_panic() {
    let kinds = [
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::Moved,
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
    ];
    for (seed, opening) in (200..).zip(start_screens()) {
        let mut random = Random::new(seed);
        let mut session = Session::new(opening);
        for _ in 0..180 {
            let kind = kinds[random.below(kinds.len() as u64) as usize];
            session.mouse(kind, random.below(82) as u16, random.below(26) as u16);
            if random.below(20) == 0 {
                session.press(random_key(&mut random));
            }
            session = updated_or_restarted(session);
        }
        check(&session);
    }
}

#[test]
fn too_small_terminals_are_reported() {
    let mut session = Session::new(table(two_people("isaac")));
    session.resize(29, 9);
    session.expect("too small");
    session.resize(1, 1);
    session.resize(30, 10);
    assert!(!session.shows("too small"));
    session.expect("f6, empty");
}

#[test]
fn cursor_stays_visible_in_small_terminals() {
    let options = vec![("size".to_owned(), "10".to_owned())];
    for size in [(30, 10), (40, 12), (62, 14), (80, 24), (200, 60)] {
        let setup = Setup { options: options.clone(), ..two_people("clusterfuss") };
        let storage = Box::new(MemoryStorage::default());
        let mut session = Session::with(table(setup), storage, size);
        for corner in [KeyCode::Left, KeyCode::Down, KeyCode::Right, KeyCode::Up] {
            session.times(corner, 10);
            let bare = session.screen().replace([' ', '│'], "");
            assert!(bare.contains(">B<") || bare.contains(">R<"), "{}", session.screen());
        }
    }
}
