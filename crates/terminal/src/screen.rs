//! The screens, and how one leads to another.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;
use strata_table::Table;

use crate::form::Form;
use crate::game::GameScreen;
use crate::home::Home;
use crate::kept_games::KeptGames;
use crate::menu::{GameList, Menu};
use crate::reader::Reader;
use crate::settings_screen::SettingsScreen;

/// Where to go next.
pub(crate) enum Go {
    Stay,
    /// To the screen below.
    Back,
    /// To another screen, from which one comes back here.
    Open(Screen),
    /// To a game, kept under an id if it has one; no other goes on beside it.
    Play(Box<Table>, Option<String>),
    /// To the menu.
    Menu,
    /// Out.
    Quit,
}

/// A screen.
pub(crate) enum Screen {
    Menu(Menu),
    Form(Box<Form>),
    Kept(KeptGames),
    Games(GameList),
    Reader(Reader),
    Settings(SettingsScreen),
    Game(Box<GameScreen>),
}

impl Screen {
    pub(crate) fn key(&mut self, key: KeyEvent, home: &mut Home) -> Go {
        match self {
            Self::Menu(screen) => screen.key(key, home),
            Self::Form(screen) => screen.key(key, home),
            Self::Kept(screen) => screen.key(key, home),
            Self::Games(screen) => screen.key(key, home),
            Self::Reader(screen) => screen.key(key),
            Self::Settings(screen) => screen.key(key, home),
            Self::Game(screen) => screen.key(key, home),
        }
    }

    /// Whether letters go into a line that is being typed.
    pub(crate) fn takes_text(&self) -> bool {
        match self {
            Self::Form(screen) => screen.takes_text(),
            Self::Settings(screen) => screen.takes_text(),
            Self::Game(screen) => screen.takes_text(),
            Self::Menu(_) | Self::Kept(_) | Self::Games(_) | Self::Reader(_) => false,
        }
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, home: &mut Home) -> Go {
        match self {
            Self::Menu(screen) => screen.mouse(mouse, home),
            Self::Form(screen) => screen.mouse(mouse, home),
            Self::Kept(screen) => screen.mouse(mouse, home),
            Self::Games(screen) => screen.mouse(mouse, home),
            Self::Reader(screen) => screen.mouse(mouse),
            Self::Settings(screen) => screen.mouse(mouse, home),
            Self::Game(screen) => screen.mouse(mouse, home),
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, home: &Home) {
        match self {
            Self::Menu(screen) => screen.draw(area, buffer, home),
            Self::Form(screen) => screen.draw(area, buffer, home),
            Self::Kept(screen) => screen.draw(area, buffer, home),
            Self::Games(screen) => screen.draw(area, buffer, home),
            Self::Reader(screen) => screen.draw(area, buffer, home),
            Self::Settings(screen) => screen.draw(area, buffer, home),
            Self::Game(screen) => screen.draw(area, buffer, home),
        }
    }
}
