//! The screens, and how one leads to another.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;
use strata_table::Table;

use crate::context::Context;
use crate::form::Form;
use crate::game::GameScreen;
use crate::menu::{Menu, RulesMenu};
use crate::pager::Pager;
use crate::saved_games::SavedGames;
use crate::settings_screen::SettingsScreen;

/// Where to go next.
pub(crate) enum Transition {
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
    SavedGames(SavedGames),
    RulesMenu(RulesMenu),
    Pager(Pager),
    Settings(SettingsScreen),
    Game(Box<GameScreen>),
}

impl Screen {
    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        match self {
            Self::Menu(screen) => screen.key(key, context),
            Self::Form(screen) => screen.key(key, context),
            Self::SavedGames(screen) => screen.key(key, context),
            Self::RulesMenu(screen) => screen.key(key, context),
            Self::Pager(screen) => screen.key(key),
            Self::Settings(screen) => screen.key(key, context),
            Self::Game(screen) => screen.key(key, context),
        }
    }

    /// Whether letters go into a line that is being typed.
    pub(crate) fn takes_text(&self) -> bool {
        match self {
            Self::Form(screen) => screen.takes_text(),
            Self::Settings(screen) => screen.takes_text(),
            Self::Game(screen) => screen.takes_text(),
            Self::Menu(_) | Self::SavedGames(_) | Self::RulesMenu(_) | Self::Pager(_) => false,
        }
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        match self {
            Self::Menu(screen) => screen.mouse(mouse, context),
            Self::Form(screen) => screen.mouse(mouse, context),
            Self::SavedGames(screen) => screen.mouse(mouse, context),
            Self::RulesMenu(screen) => screen.mouse(mouse, context),
            Self::Pager(screen) => screen.mouse(mouse),
            Self::Settings(screen) => screen.mouse(mouse, context),
            Self::Game(screen) => screen.mouse(mouse, context),
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        match self {
            Self::Menu(screen) => screen.draw(area, buffer, context),
            Self::Form(screen) => screen.draw(area, buffer, context),
            Self::SavedGames(screen) => screen.draw(area, buffer, context),
            Self::RulesMenu(screen) => screen.draw(area, buffer, context),
            Self::Pager(screen) => screen.draw(area, buffer, context),
            Self::Settings(screen) => screen.draw(area, buffer, context),
            Self::Game(screen) => screen.draw(area, buffer, context),
        }
    }
}
