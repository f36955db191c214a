//! The whole interface, without a terminal: inputs go in, a picture comes out.

use std::sync::Arc;
use std::time::Duration;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use strata_engine::Catalogue;
use strata_render::terminal::TerminalKind;
use strata_table::{SearchUpdate, Table};

use crate::game::GameScreen;
use crate::home::Home;
use crate::keeper::date;
use crate::keys::is_interrupt;
use crate::look::{bold, make_ascii, write_wrapped};
use crate::menu::Menu;
use crate::screen::{Go, Screen};
use crate::text_line::LONGEST;
use crate::{Input, Keeper};

/// The smallest terminal that anything is shown in.
const LEAST_WIDTH: u16 = 30;
const LEAST_HEIGHT: u16 = 10;

/// What the interface opens with.
#[derive(Debug)]
pub enum Opening {
    /// The menu.
    Menu,
    /// A game, whose time begins at zero.
    Table(Box<Table>),
}

/// The whole interface, without a terminal. Time is a duration since it was made.
pub struct App {
    home: Home,
    /// The menu, and what was opened from it; the last one is seen.
    screens: Vec<Screen>,
    is_over: bool,
}

impl App {
    /// An interface for these games. `post` is called on other threads with what bots answer, and
    /// should pass it on as [`Input::SearchUpdate`]; `seed` makes bots play differently.
    pub fn new(
        catalogue: Catalogue,
        keeper: Box<dyn Keeper>,
        opening: Opening,
        terminal: TerminalKind,
        seed: u64,
        post: impl Fn(SearchUpdate) + Send + Sync + 'static,
    ) -> Self {
        let home = Home::new(catalogue, keeper, terminal, Arc::new(post), seed);
        let menu = Screen::Menu(Menu::new(&home));
        let mut app = Self { home, screens: vec![menu], is_over: false };
        if let Opening::Table(table) = opening {
            app.go(Go::Play(table, None));
            app.advance();
        }
        app
    }

    /// Whether the interface has been left.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// The game that is played, if one is.
    pub fn table(&self) -> Option<&Table> {
        self.screens.iter().find_map(|screen| match screen {
            Screen::Game(game) => Some(game.table()),
            _ => None,
        })
    }

    /// What is kept.
    pub fn keeper(&self) -> &dyn Keeper {
        &*self.home.keeper
    }

    /// Hears of something.
    pub fn handle(&mut self, input: Input, now: Duration) {
        self.home.now = self.home.now.max(now);
        let go = match input {
            Input::Key(key) if is_interrupt(key) => Go::Quit,
            Input::Closed => Go::Quit,
            Input::Key(key) => self.with_top(|screen, home| screen.key(key, home)),
            Input::Paste(text) => {
                self.paste(&text);
                Go::Stay
            }
            Input::Mouse(mouse) => self.with_top(|screen, home| screen.mouse(mouse, home)),
            Input::SearchUpdate(answer) => {
                if let Some((game, home)) = self.game() {
                    game.answer(answer, home);
                }
                Go::Stay
            }
            Input::Resize | Input::Tick => Go::Stay,
        };
        self.go(go);
        self.advance();
    }

    /// Types the first line of what was pasted, if a line is being typed.
    fn paste(&mut self, text: &str) {
        let line = text.trim_start().lines().next().unwrap_or_default();
        let letters = line.chars().filter(|letter| !letter.is_control()).take(LONGEST);
        for letter in letters {
            let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
            let go = self.with_top(|screen, home| match screen.takes_text() {
                true => screen.key(key, home),
                false => Go::Stay,
            });
            self.go(go);
        }
    }

    fn with_top(&mut self, act: impl FnOnce(&mut Screen, &mut Home) -> Go) -> Go {
        self.screens.last_mut().map_or(Go::Stay, |screen| act(screen, &mut self.home))
    }

    fn game(&mut self) -> Option<(&mut GameScreen, &mut Home)> {
        let home = &mut self.home;
        self.screens
            .iter_mut()
            .find_map(|screen| match screen {
                Screen::Game(game) => Some(&mut **game),
                _ => None,
            })
            .map(|game| (game, home))
    }

    /// Lets the game do what is due.
    fn advance(&mut self) {
        if let Some((game, home)) = self.game() {
            game.advance(home);
        }
    }

    fn go(&mut self, go: Go) {
        match go {
            Go::Stay => {}
            Go::Back => self.close(self.screens.len().saturating_sub(1).max(1)),
            Go::Open(screen) => self.screens.push(screen),
            Go::Menu => self.close(1),
            Go::Quit => {
                self.close(1);
                self.is_over = true;
            }
            Go::Play(mut table, id) => {
                self.close(1);
                date(&mut table, &*self.home.keeper);
                self.home.last_setup = Some(table.setup().clone());
                let game = GameScreen::new(*table, id, &mut self.home);
                self.screens.push(Screen::Game(Box::new(game)));
            }
        }
    }

    /// Closes all screens but the first ones.
    fn close(&mut self, left: usize) {
        while self.screens.len() > left {
            if let Some(Screen::Game(mut game)) = self.screens.pop() {
                game.keep_clocks(&mut self.home);
            }
        }
        if let [Screen::Menu(menu)] = &mut self.screens[..] {
            menu.refresh(&self.home);
        }
    }

    /// How long nothing will happen by itself; without an answer, as long as there is no input.
    pub fn next_wake(&self) -> Option<Duration> {
        let wake = self.screens.iter().find_map(|screen| match screen {
            Screen::Game(game) => game.next_wake(&self.home),
            _ => None,
        });
        wake.map(|time| time.saturating_sub(self.home.now))
    }

    /// Draws the interface.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        if area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT {
            return draw_too_small(area, buffer);
        }
        if let Some(screen) = self.screens.last_mut() {
            screen.draw(area, buffer, &self.home);
        }
        if !self.home.look().unicode {
            make_ascii(buffer);
        }
    }
}

fn draw_too_small(area: Rect, buffer: &mut Buffer) {
    let text = format!(
        "Too small: please make the terminal at least {LEAST_WIDTH} wide and {LEAST_HEIGHT} high."
    );
    write_wrapped(buffer, area, &text, bold());
}
