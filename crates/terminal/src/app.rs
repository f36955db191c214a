//! The whole interface without a terminal: inputs go in, a picture and effects come out.

use std::sync::Arc;
use std::time::Duration;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use strata_engine::Catalogue;
use strata_puzzles::Puzzle;
use strata_render::terminal::TerminalKind;
use strata_rules::GameEntry;
use strata_table::wording::sentence;
use strata_table::{SearchUpdate, Table};

use crate::context::Context;
use crate::game::GameScreen;
use crate::keys::{is_interrupt, is_suspend};
use crate::look::{bold, make_ascii, write_wrapped};
use crate::menu::Menu;
use crate::puzzle::PuzzleScreen;
use crate::screen::{Screen, Transition};
use crate::storage::date;
use crate::text_line::MAX_PATH_LENGTH;
use crate::{Effect, Input, Storage};

/// The minimum size of the terminal.
const MIN_WIDTH: u16 = 30;
const MIN_HEIGHT: u16 = 10;

/// The first screen of the interface.
#[derive(Debug)]
pub enum StartScreen {
    /// The menu.
    Menu,
    /// A game. Its time starts at zero.
    Table(Box<Table>),
    /// The analysis of the game at a table.
    Analysis(Box<Table>),
    /// The lesson of a game.
    Lesson(&'static GameEntry),
    /// A puzzle.
    Puzzle(Box<Puzzle>),
}

/// The whole interface without a terminal. Times are measured from its creation.
pub struct App {
    context: Context,
    /// The stack of screens, with the menu at the bottom. The last one is visible.
    screens: Vec<Screen>,
    effects: Vec<Effect>,
    is_over: bool,
    exit_message: Option<String>,
}

impl App {
    /// An interface for these games. `post` is called on engine threads and should deliver its
    /// argument as [`Input::SearchUpdate`]. `seed` is the random seed of the bots.
    pub fn new(
        catalogue: Catalogue,
        storage: Box<dyn Storage>,
        start: StartScreen,
        terminal: TerminalKind,
        seed: u64,
        post: impl Fn(SearchUpdate) + Send + Sync + 'static,
    ) -> Self {
        let context = Context::new(catalogue, storage, terminal, Arc::new(post), seed);
        let menu = Screen::Menu(Menu::new(&context));
        let screens = vec![menu];
        let mut app =
            Self { context, screens, effects: Vec::new(), is_over: false, exit_message: None };
        match start {
            StartScreen::Menu => {}
            StartScreen::Puzzle(puzzle) => {
                let screen = PuzzleScreen::new(&puzzle, &app.context);
                app.apply(Transition::Open(Screen::Puzzle(Box::new(screen))));
            }
            StartScreen::Table(table) => app.apply(Transition::Play(table, None)),
            StartScreen::Analysis(table) => {
                let screen = Screen::analysis(&table, &app.context);
                app.apply(Transition::Open(screen));
            }
            StartScreen::Lesson(game) => match Screen::lesson(game) {
                Ok(screen) => app.apply(Transition::Open(screen)),
                Err(reason) => app.show_message(sentence(&reason)),
            },
        }
        app.advance();
        if let Some(reason) = app.context.storage.settings_error() {
            let consequence = "the default settings are used, and the next change renames the file";
            app.show_message(sentence(&format!("{reason}; {consequence}")));
        }
        app
    }

    /// Whether the player has left the interface.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// What to tell the player once the terminal is restored.
    pub fn exit_message(&self) -> Option<&str> {
        self.exit_message.as_deref()
    }

    /// The effects requested since the last call.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn show_message(&mut self, message: String) {
        if let Some(screen) = self.screens.last_mut() {
            screen.show_message(message);
        }
    }

    /// The game that is open, if there is one.
    pub fn table(&self) -> Option<&Table> {
        self.screens.iter().find_map(|screen| match screen {
            Screen::Game(game) => Some(game.table()),
            _ => None,
        })
    }

    /// The saved games and settings.
    pub fn storage(&self) -> &dyn Storage {
        &*self.context.storage
    }

    /// Handles an input.
    pub fn handle(&mut self, input: Input, now: Duration) {
        self.context.now = self.context.now.max(now);
        let transition = match input {
            Input::Key(key) if is_interrupt(key) => Transition::Quit,
            Input::Key(key) if is_suspend(key) => Transition::Suspend,
            Input::Closed => Transition::Quit,
            Input::Key(key) => self.with_top(|screen, context| screen.key(key, context)),
            Input::Paste(text) => {
                self.paste(&text);
                Transition::Stay
            }
            Input::Mouse(mouse) => self.with_top(|screen, context| screen.mouse(mouse, context)),
            Input::SearchUpdate(update) => {
                for screen in &mut self.screens {
                    screen.search_update(update.clone(), &mut self.context);
                }
                Transition::Stay
            }
            Input::Resize | Input::Resume | Input::Tick => Transition::Stay,
        };
        self.apply(transition);
        self.advance();
    }

    /// Types the first line of a pasted text, if the screen takes text.
    fn paste(&mut self, text: &str) {
        let line = text.trim_start().lines().next().unwrap_or_default();
        let letters = line.chars().filter(|letter| !letter.is_control()).take(MAX_PATH_LENGTH);
        for letter in letters {
            let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
            let transition = self.with_top(|screen, context| match screen.takes_text() {
                true => screen.key(key, context),
                false => Transition::Stay,
            });
            self.apply(transition);
        }
    }

    fn with_top(
        &mut self,
        act: impl FnOnce(&mut Screen, &mut Context) -> Transition,
    ) -> Transition {
        self.screens.last_mut().map_or(Transition::Stay, |screen| act(screen, &mut self.context))
    }

    fn game(&mut self) -> Option<(&mut GameScreen, &mut Context)> {
        let context = &mut self.context;
        self.screens
            .iter_mut()
            .find_map(|screen| match screen {
                Screen::Game(game) => Some(&mut **game),
                _ => None,
            })
            .map(|game| (game, context))
    }

    /// Lets the screens do what is due by now.
    fn advance(&mut self) {
        for screen in &mut self.screens {
            screen.advance(&mut self.context);
        }
    }

    fn apply(&mut self, transition: Transition) {
        match transition {
            Transition::Stay => {}
            Transition::Back => self.close(self.screens.len().saturating_sub(1).max(1)),
            Transition::Open(screen) => self.screens.push(screen),
            Transition::Replace(screen) => {
                self.apply(Transition::Back);
                self.screens.push(screen);
            }
            Transition::Notify(message, next) => {
                self.apply(*next);
                self.show_message(message);
            }
            Transition::Copy(text) => self.effects.push(Effect::Copy(text)),
            Transition::Suspend => self.effects.push(Effect::Suspend),
            Transition::Menu => self.close(1),
            Transition::Quit => {
                let unsaved = self.game().and_then(|(game, context)| game.save_error(context));
                self.exit_message =
                    unsaved.map(|reason| sentence(&format!("the game was not saved: {reason}")));
                self.close(1);
                self.is_over = true;
            }
            Transition::Play(mut table, id) => {
                self.close(1);
                date(&mut table, &*self.context.storage);
                self.context.last_setup = Some(table.setup().clone());
                let game = GameScreen::new(*table, id, &mut self.context);
                self.screens.push(Screen::Game(Box::new(game)));
            }
        }
    }

    /// Closes all screens but the first `count`.
    fn close(&mut self, count: usize) {
        while self.screens.len() > count {
            if let Some(Screen::Game(mut game)) = self.screens.pop() {
                game.save_clocks(&mut self.context);
            }
        }
        if let [Screen::Menu(menu)] = &mut self.screens[..] {
            menu.refresh(&self.context);
        }
    }

    /// The time until something happens without an input; `None` if nothing will.
    pub fn next_wake(&self) -> Option<Duration> {
        let wake = self.screens.iter().find_map(|screen| match screen {
            Screen::Game(game) => game.next_wake(&self.context),
            _ => None,
        });
        wake.map(|time| time.saturating_sub(self.context.now))
    }

    /// Draws the interface.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        if area.width < MIN_WIDTH || area.height < MIN_HEIGHT {
            return draw_too_small(area, buffer);
        }
        if let Some(screen) = self.screens.last_mut() {
            screen.draw(area, buffer, &self.context);
        }
        if !self.context.look().unicode {
            make_ascii(buffer);
        }
    }
}

fn draw_too_small(area: Rect, buffer: &mut Buffer) {
    let text = format!(
        "The terminal is too small: Strata needs {MIN_WIDTH} columns and {MIN_HEIGHT} rows."
    );
    write_wrapped(buffer, area, &text, bold());
}
