//! The whole interface, without a terminal: inputs go in, a picture comes out.

use std::sync::Arc;
use std::time::Duration;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use strata_engine::Catalogue;
use strata_render::terminal::Colours;
use strata_table::{SearchUpdate, Table};

use crate::context::Context;
use crate::game::GameScreen;
use crate::keys::is_interrupt;
use crate::look::{bold, write_wrapped};
use crate::menu::Menu;
use crate::screen::{Screen, Transition};
use crate::storage::date;
use crate::text_line::LONGEST;
use crate::{Input, Storage};

/// The smallest terminal that anything is shown in.
const LEAST_WIDTH: u16 = 30;
const LEAST_HEIGHT: u16 = 10;

/// What the interface opens with.
#[derive(Debug)]
pub enum StartScreen {
    /// The menu.
    Menu,
    /// A game, whose time begins at zero.
    Table(Box<Table>),
}

/// The whole interface, without a terminal. Time is a duration since it was made.
pub struct App {
    context: Context,
    /// The menu, and what was opened from it; the last one is seen.
    screens: Vec<Screen>,
    is_over: bool,
}

impl App {
    /// An interface for these games. `post` is called on other threads with what bots answer, and
    /// should pass it on as [`Input::SearchUpdate`]; `seed` makes bots play differently.
    pub fn new(
        catalogue: Catalogue,
        storage: Box<dyn Storage>,
        opening: StartScreen,
        usual_colours: Colours,
        seed: u64,
        post: impl Fn(SearchUpdate) + Send + Sync + 'static,
    ) -> Self {
        let context = Context::new(catalogue, storage, usual_colours, Arc::new(post), seed);
        let menu = Screen::Menu(Menu::new(&context));
        let mut app = Self { context, screens: vec![menu], is_over: false };
        if let StartScreen::Table(table) = opening {
            app.apply(Transition::Play(table, None));
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
    pub fn storage(&self) -> &dyn Storage {
        &*self.context.storage
    }

    /// Hears of something.
    pub fn handle(&mut self, input: Input, now: Duration) {
        self.context.now = self.context.now.max(now);
        let transition = match input {
            Input::Key(key) if is_interrupt(key) => Transition::Quit,
            Input::Closed => Transition::Quit,
            Input::Key(key) => self.with_top(|screen, context| screen.key(key, context)),
            Input::Paste(text) => {
                self.paste(&text);
                Transition::Stay
            }
            Input::Mouse(mouse) => self.with_top(|screen, context| screen.mouse(mouse, context)),
            Input::SearchUpdate(answer) => {
                if let Some((game, context)) = self.game() {
                    game.search_update(answer, context);
                }
                Transition::Stay
            }
            Input::Resize | Input::Tick => Transition::Stay,
        };
        self.apply(transition);
        self.advance();
    }

    /// Types the first line of what was pasted, if a line is being typed.
    fn paste(&mut self, text: &str) {
        let line = text.trim_start().lines().next().unwrap_or_default();
        let letters = line.chars().filter(|letter| !letter.is_control()).take(LONGEST);
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

    /// Lets the game do what is due.
    fn advance(&mut self) {
        if let Some((game, context)) = self.game() {
            game.advance(context);
        }
    }

    fn apply(&mut self, transition: Transition) {
        match transition {
            Transition::Stay => {}
            Transition::Back => self.close(self.screens.len().saturating_sub(1).max(1)),
            Transition::Open(screen) => self.screens.push(screen),
            Transition::Menu => self.close(1),
            Transition::Quit => {
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

    /// Closes all screens but the first ones.
    fn close(&mut self, left: usize) {
        while self.screens.len() > left {
            if let Some(Screen::Game(mut game)) = self.screens.pop() {
                game.save_clocks(&mut self.context);
            }
        }
        if let [Screen::Menu(menu)] = &mut self.screens[..] {
            menu.refresh(&self.context);
        }
    }

    /// How long nothing will happen by itself; without an answer, as long as there is no input.
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
        if area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT {
            return draw_too_small(area, buffer);
        }
        if let Some(screen) = self.screens.last_mut() {
            screen.draw(area, buffer, &self.context);
        }
    }
}

fn draw_too_small(area: Rect, buffer: &mut Buffer) {
    let text = format!(
        "Too small: please make the terminal at least {LEAST_WIDTH} wide and {LEAST_HEIGHT} high."
    );
    write_wrapped(buffer, area, &text, bold());
}
