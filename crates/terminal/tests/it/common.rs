//! A test session: drives the interface by keys and mouse, and reads its screen.

#[path = "../../../table/tests/it/cases.rs"]
pub(crate) mod cases;

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use strata_engine::{Catalogue, Engine, Line, Report, Request, SearchError, Value};
use strata_games::GAMES;
use strata_render::terminal::{Colours, TerminalKind};
use strata_rules::{AnyPosition, GameEntry, Options, Random, Step, find_game};
use strata_table::{SearchUpdate, Seat, Setup, Table};
use strata_terminal::{App, Input, MemoryStorage, StartScreen, Storage};

/// An engine for tests. It plays random but reproducible moves. At levels 3 to 7 it plays the first
/// legal move and values positions as `table/tests/it/cases/draw_offers.txt` says.
struct RandomEngine {
    entry: &'static GameEntry,
}

impl Engine for RandomEngine {
    fn search(
        &mut self,
        text: &str,
        request: &Request,
        _stop: &AtomicBool,
        _show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        let mut position = self.entry.read_position(text).expect("its own text");
        if let Some(found) = cases::search(&*position, request.level) {
            return found;
        }
        let seed = text.bytes().fold(7_u64, |seed, byte| seed * 31 % 1_000_003 + u64::from(byte));
        let mv = position.play_random(&mut Random::new(seed));
        let lines = mv.into_iter().map(|mv| Line::new(vec![mv], Value::Estimate(35)));
        let lines = lines.collect();
        Ok(Report { depth: 1, nodes: 1, time: Duration::ZERO, lines })
    }

    fn forget(&mut self) {}
}

fn random_engine(
    game: &str,
    _options: Options,
) -> Option<Result<Box<dyn Engine>, strata_rules::OptionError>> {
    let entry = find_game(GAMES, game).ok()?;
    Some(Ok(Box::new(RandomEngine { entry })))
}

/// An engine that always fails.
struct BrokenEngine;

impl Engine for BrokenEngine {
    fn search(
        &mut self,
        text: &str,
        _request: &Request,
        _stop: &AtomicBool,
        _show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        Err(SearchError::Position { text: text.to_owned(), reason: "on purpose".to_owned() })
    }

    fn forget(&mut self) {}
}

/// All games with an engine that always fails.
pub(crate) const BROKEN: Catalogue = Catalogue {
    games: GAMES,
    engine: |_, _| Some(Ok(Box::new(BrokenEngine))),
    solver: |_, _| None,
    tables: Vec::new,
};

pub(crate) const CATALOGUE: Catalogue =
    Catalogue { games: GAMES, engine: random_engine, solver: |_, _| None, tables: Vec::new };

/// The file labels with their columns, and the rank labels with their rows.
#[derive(PartialEq, Debug)]
pub(crate) struct Labels {
    pub(crate) files: Vec<(char, usize)>,
    pub(crate) ranks: Vec<(String, usize)>,
}

/// The app with an in-memory terminal and a clock set by the test.
pub(crate) struct Session {
    pub(crate) app: App,
    pub(crate) terminal: Terminal<TestBackend>,
    pub(crate) now: Duration,
    updates: Receiver<SearchUpdate>,
}

pub(crate) fn table(setup: Setup) -> StartScreen {
    StartScreen::Table(Box::new(Table::new(GAMES, setup, Duration::ZERO).expect("a good setup")))
}

/// A person against a bot.
pub(crate) fn against_bot(game: &str) -> Setup {
    let bot = Seat::bot(strata_engine::Level::LOWEST);
    Setup::new(game, [Seat::person("Ann"), bot])
}

pub(crate) fn two_people(game: &str) -> Setup {
    Setup::new(game, [Seat::person("Ann"), Seat::person("Bob")])
}

impl Session {
    pub(crate) fn new(opening: StartScreen) -> Self {
        Self::with(opening, Box::new(MemoryStorage::default()), (80, 24))
    }

    pub(crate) fn with(opening: StartScreen, storage: Box<dyn Storage>, size: (u16, u16)) -> Self {
        Self::with_catalogue(CATALOGUE, opening, storage, size)
    }

    /// A session on another kind of terminal.
    pub(crate) fn on(kind: TerminalKind, opening: StartScreen) -> Self {
        Self::start(CATALOGUE, kind, opening, Box::new(MemoryStorage::default()), (80, 24))
    }

    /// A session with other games or engines.
    pub(crate) fn with_catalogue(
        catalogue: Catalogue,
        opening: StartScreen,
        storage: Box<dyn Storage>,
        size: (u16, u16),
    ) -> Self {
        let kind = TerminalKind { colours: Colours::All, unicode: true };
        Self::start(catalogue, kind, opening, storage, size)
    }

    fn start(
        catalogue: Catalogue,
        kind: TerminalKind,
        opening: StartScreen,
        storage: Box<dyn Storage>,
        (width, height): (u16, u16),
    ) -> Self {
        let (sender, updates) = channel();
        let report = move |update| drop(sender.send(update));
        let app = App::new(catalogue, storage, opening, kind, 1, report);
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a test terminal");
        let mut session = Self { app, terminal, now: Duration::ZERO, updates };
        session.draw();
        session
    }

    pub(crate) fn draw(&mut self) {
        self.terminal.draw(|frame| self.app.draw(frame)).expect("drawing in memory");
    }

    pub(crate) fn send(&mut self, input: Input) {
        self.app.handle(input, self.now);
        self.draw();
    }

    pub(crate) fn press(&mut self, code: KeyCode) {
        self.send(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Presses a key for every letter.
    pub(crate) fn keys(&mut self, letters: &str) {
        letters.chars().for_each(|letter| self.press(KeyCode::Char(letter)));
    }

    pub(crate) fn enter(&mut self) {
        self.press(KeyCode::Enter);
    }

    pub(crate) fn times(&mut self, code: KeyCode, times: usize) {
        (0..times).for_each(|_| self.press(code));
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        let modifiers = KeyModifiers::NONE;
        self.send(Input::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    pub(crate) fn click(&mut self, column: u16, row: u16) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    }

    /// The file and rank labels of the main board.
    pub(crate) fn labels(&self) -> Labels {
        let screen = self.screen();
        let is_name = |word: &&str| word.len() == 1 && word.chars().all(char::is_lowercase);
        let is_names = |line: &str| line.split_whitespace().take(3).filter(is_name).count() == 3;
        let names = screen.lines().position(is_names).unwrap_or_else(|| panic!("{screen}"));
        let is_label = |c: &char| *c == ' ' || c.is_lowercase();
        let line: Vec<char> = screen.lines().nth(names).unwrap_or_default().chars().collect();
        let files = line.iter().copied().take_while(is_label).enumerate();
        let files: Vec<_> = files.filter(|(_, c)| *c != ' ').map(|(at, c)| (c, at)).collect();
        let ranks = screen.lines().take(names).enumerate().filter_map(|(row, line)| {
            let label = line.split_whitespace().next()?;
            let is_left = line.chars().take(files[0].1).any(|c| c != ' ');
            (is_left && label.parse::<u8>().is_ok()).then(|| (label.to_owned(), row))
        });
        let ranks = ranks.collect();
        Labels { files, ranks }
    }

    /// The column and row of a square of the main board.
    pub(crate) fn square_at(&self, square: &str) -> (u16, u16) {
        let Labels { files, ranks } = self.labels();
        let (file, rank) = square.split_at(1);
        let column = files.iter().find(|(name, _)| file.starts_with(*name));
        let row = ranks.iter().find(|(name, _)| name == rank);
        let place = column.zip(row).unwrap_or_else(|| panic!("no {square} in\n{}", self.screen()));
        (place.0.1 as u16, place.1.1 as u16)
    }

    pub(crate) fn click_square(&mut self, square: &str) {
        let (column, row) = self.square_at(square);
        self.click(column, row);
    }

    /// Clicks in the middle of the first occurrence of a text.
    pub(crate) fn click_on(&mut self, text: &str) {
        let screen = self.screen();
        let found = screen.lines().enumerate().find_map(|(row, line)| {
            let byte = line.find(text)?;
            Some((line[..byte].chars().count() + text.chars().count() / 2, row))
        });
        let (column, row) = found.unwrap_or_else(|| panic!("no {text} in\n{screen}"));
        self.click(column as u16, row as u16);
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.send(Input::Resize);
    }

    /// Advances the time, with a tick whenever the app asks for one.
    pub(crate) fn wait(&mut self, time: Duration) {
        let end = self.now + time;
        while let Some(wake) = self.app.next_wake().filter(|wake| self.now + *wake <= end) {
            // Without this check, a wake-up time of zero would loop forever.
            assert!(!wake.is_zero() || self.now < end, "the app asks for a tick without a delay");
            self.now = (self.now + wake.max(Duration::from_millis(1))).min(end);
            self.send(Input::Tick);
            if self.now == end {
                break;
            }
        }
        self.now = end;
        self.send(Input::Tick);
    }

    /// Waits for a search update, then handles all that have arrived.
    pub(crate) fn wait_for_engine(&mut self) {
        let first = self.updates.recv_timeout(Duration::from_secs(20)).expect("an update");
        self.send(Input::SearchUpdate(first));
        while let Ok(update) = self.updates.try_recv() {
            self.send(Input::SearchUpdate(update));
        }
    }

    /// Handles search updates until a text is on the screen.
    pub(crate) fn wait_until_shown(&mut self, text: &str) {
        while !self.shows(text) {
            self.wait_for_engine();
        }
    }

    /// Handles the search updates that have arrived, without waiting.
    pub(crate) fn handle_updates(&mut self) {
        while let Ok(update) = self.updates.try_recv() {
            self.send(Input::SearchUpdate(update));
        }
    }

    pub(crate) fn table(&self) -> &Table {
        self.app.table().expect("a game is open")
    }

    fn bot_is_to_move(&self) -> bool {
        let table = self.table();
        !table.is_paused() && table.seat_to_move().is_some_and(Seat::is_bot)
    }

    /// Lets bots play until a person is to move and all animations are over.
    pub(crate) fn let_bots_play(&mut self) {
        while self.bot_is_to_move() {
            match self.app.next_wake() {
                Some(_) => self.wait(Duration::from_millis(500)),
                None => self.wait_for_engine(),
            }
        }
        self.wait(Duration::from_secs(10));
    }

    pub(crate) fn position(&self) -> &dyn AnyPosition {
        self.table().position()
    }

    pub(crate) fn plies(&self) -> usize {
        let history = self.table().history();
        history[history.current()].ply
    }

    /// Enters a step with arrow keys, digits and Enter.
    pub(crate) fn enter_step(&mut self, chosen: &[Step], step: Step) {
        let next = self.position().continuations(chosen).next;
        match step {
            Step::Square(square) => {
                let scene = self.position().scene();
                self.times(KeyCode::Up, scene.height.into());
                self.times(KeyCode::Left, scene.width.into());
                self.times(KeyCode::Down, (scene.height - 1 - square.rank).into());
                self.times(KeyCode::Right, square.file.into());
                self.enter();
            }
            // The only number is chosen automatically.
            Step::Number(_) if next.len() == 1 => {}
            Step::Number(number) => {
                self.keys(&number.to_string());
                self.enter();
            }
            other => {
                let choices = next.iter().filter(|step| step.square().is_none());
                let place = choices.into_iter().position(|step| *step == other).expect("offered");
                self.keys(&(place + 1).to_string());
            }
        }
    }

    /// Enters a complete move with keys.
    pub(crate) fn enter_move(&mut self, mv: &str) {
        let steps = self.position().steps(mv).expect("a legal move");
        for (place, step) in steps.iter().enumerate() {
            self.enter_step(&steps[..place], *step);
        }
    }

    /// A random legal move.
    pub(crate) fn random_move(&self, random: &mut Random) -> String {
        self.position().boxed_clone().play_random(random).expect("a move")
    }

    /// The screen as text.
    pub(crate) fn screen(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let mut text = String::new();
        for row in 0..buffer.area.height {
            let line: String =
                (0..buffer.area.width).map(|column| buffer[(column, row)].symbol()).collect();
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// Whether a text is on the screen. Below the board it may be wrapped.
    pub(crate) fn shows(&self, text: &str) -> bool {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.screen().contains(text) || words(&self.left_part()).contains(&words(text))
    }

    /// The screen without the side panel.
    fn left_part(&self) -> String {
        const SIDE: usize = 24;
        let width = usize::from(self.terminal.backend().buffer().area.width);
        let columns = if width >= 62 { width - SIDE } else { width };
        let cut = |line: &str| line.chars().take(columns).chain(['\n']).collect::<String>();
        self.screen().lines().map(cut).collect()
    }

    /// Asserts that a text is on the screen.
    pub(crate) fn expect(&self, text: &str) {
        assert!(self.shows(text), "no {text} in\n{}", self.screen());
    }
}
