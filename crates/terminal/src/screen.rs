//! The screens and the transitions between them.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;
use strata_rules::GameEntry;
use strata_table::{SearchUpdate, Table};

use crate::analysis::AnalysisScreen;
use crate::context::Context;
use crate::form::Form;
use crate::game::GameScreen;
use crate::lesson::LessonScreen;
use crate::menu::{GameMenu, Menu};
use crate::open_file::{OpenFile, RecordList};
use crate::pager::Pager;
use crate::puzzle::{PuzzleList, PuzzleScreen};
use crate::save_as::SaveAs;
use crate::saved_games::SavedGames;
use crate::settings_screen::SettingsScreen;
use crate::unsaved::Unsaved;

/// What happens to the stack of screens after an input.
pub(crate) enum Transition {
    Stay,
    /// Close this screen and show the one below.
    Back,
    /// Show another screen on top of this one.
    Open(Screen),
    /// Show another screen in place of this one.
    Replace(Screen),
    /// Play a game, with its id if it has been saved. Closes the game that was open.
    Play(Box<Table>, Option<String>),
    /// Show the menu.
    Menu,
    /// Apply the transition, and show a message on the screen it leads to.
    Notify(String, Box<Self>),
    /// Copy a text to the clipboard.
    Copy(String),
    /// Suspend the program.
    Suspend,
    /// Leave the program.
    Quit,
}

/// A screen.
pub(crate) enum Screen {
    Menu(Menu),
    Form(Box<Form>),
    SavedGames(SavedGames),
    GameMenu(GameMenu),
    Pager(Pager),
    Settings(SettingsScreen),
    OpenFile(OpenFile),
    Records(RecordList),
    SaveAs(SaveAs),
    Unsaved(Unsaved),
    Game(Box<GameScreen>),
    Analysis(Box<AnalysisScreen>),
    Lesson(Box<LessonScreen>),
    Puzzles(PuzzleList),
    Puzzle(Box<PuzzleScreen>),
}

impl Screen {
    /// The form for a new game, for bots only or with a human player.
    pub(crate) fn new_game(context: &Context, is_for_bots: bool) -> Self {
        Self::Form(Box::new(Form::new(context, is_for_bots)))
    }

    /// The analysis of the game at a table, opened at its current position.
    pub(crate) fn analysis(table: &Table, context: &Context) -> Self {
        let at = table.history().current();
        Self::Analysis(Box::new(AnalysisScreen::new(table, at, false, context)))
    }

    /// The lesson of a game. The error says why there is none.
    pub(crate) fn lesson(game: &'static GameEntry) -> Result<Self, String> {
        LessonScreen::new(game).map(|screen| Self::Lesson(Box::new(screen)))
    }

    /// Shows a message until the next key. Screens without a place for messages ignore it.
    pub(crate) fn show_message(&mut self, message: String) {
        match self {
            Self::Menu(screen) => screen.show_message(message),
            Self::Game(screen) => screen.show_message(message),
            Self::Form(screen) => screen.show_message(message),
            Self::Analysis(screen) => screen.show_message(message),
            Self::Puzzle(screen) => screen.show_message(message),
            _ => {}
        }
    }

    /// Takes an update of an engine thread. Each screen knows its own searches.
    pub(crate) fn search_update(&mut self, update: SearchUpdate, context: &mut Context) {
        match self {
            Self::Game(screen) => screen.search_update(update, context),
            Self::Analysis(screen) => screen.search_update(update),
            _ => {}
        }
    }

    /// Does what is due by now.
    pub(crate) fn advance(&mut self, context: &mut Context) {
        match self {
            Self::Game(screen) => screen.advance(context),
            Self::Analysis(screen) => screen.advance(context),
            _ => {}
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        match self {
            Self::Menu(screen) => screen.key(key, context),
            Self::Form(screen) => screen.key(key, context),
            Self::SavedGames(screen) => screen.key(key, context),
            Self::GameMenu(screen) => screen.key(key, context),
            Self::Pager(screen) => screen.key(key),
            Self::Settings(screen) => screen.key(key, context),
            Self::OpenFile(screen) => screen.key(key, context),
            Self::Records(screen) => screen.key(key, context),
            Self::SaveAs(screen) => screen.key(key, context),
            Self::Unsaved(screen) => screen.key(key, context),
            Self::Game(screen) => screen.key(key, context),
            Self::Analysis(screen) => screen.key(key, context),
            Self::Lesson(screen) => screen.key(key, context),
            Self::Puzzles(screen) => screen.key(key, context),
            Self::Puzzle(screen) => screen.key(key, context),
        }
    }

    /// Whether letters go into a line of text, and not to the key map.
    pub(crate) fn takes_text(&self) -> bool {
        match self {
            Self::Form(screen) => screen.takes_text(),
            Self::Settings(screen) => screen.takes_text(),
            Self::Game(screen) => screen.takes_text(),
            Self::Analysis(screen) => screen.takes_text(),
            Self::Puzzle(screen) => screen.takes_text(),
            Self::Pager(screen) => screen.takes_text(),
            Self::SaveAs(screen) => screen.takes_text(),
            Self::OpenFile(_) => true,
            Self::Menu(_)
            | Self::SavedGames(_)
            | Self::Puzzles(_)
            | Self::GameMenu(_)
            | Self::Records(_)
            | Self::Lesson(_)
            | Self::Unsaved(_) => false,
        }
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        match self {
            Self::Menu(screen) => screen.mouse(mouse, context),
            Self::Form(screen) => screen.mouse(mouse, context),
            Self::SavedGames(screen) => screen.mouse(mouse, context),
            Self::GameMenu(screen) => screen.mouse(mouse, context),
            Self::Pager(screen) => screen.mouse(mouse),
            Self::Settings(screen) => screen.mouse(mouse, context),
            Self::OpenFile(screen) => screen.mouse(mouse),
            Self::Records(screen) => screen.mouse(mouse, context),
            Self::SaveAs(screen) => screen.mouse(mouse, context),
            Self::Unsaved(screen) => screen.mouse(mouse, context),
            Self::Game(screen) => screen.mouse(mouse, context),
            Self::Analysis(screen) => screen.mouse(mouse, context),
            Self::Lesson(screen) => screen.mouse(mouse, context),
            Self::Puzzles(screen) => screen.mouse(mouse, context),
            Self::Puzzle(screen) => screen.mouse(mouse, context),
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        match self {
            Self::Menu(screen) => screen.draw(area, buffer, context),
            Self::Form(screen) => screen.draw(area, buffer, context),
            Self::SavedGames(screen) => screen.draw(area, buffer, context),
            Self::GameMenu(screen) => screen.draw(area, buffer, context),
            Self::Pager(screen) => screen.draw(area, buffer, context),
            Self::Settings(screen) => screen.draw(area, buffer, context),
            Self::OpenFile(screen) => screen.draw(area, buffer, context),
            Self::Records(screen) => screen.draw(area, buffer, context),
            Self::SaveAs(screen) => screen.draw(area, buffer, context),
            Self::Unsaved(screen) => screen.draw(area, buffer, context),
            Self::Game(screen) => screen.draw(area, buffer, context),
            Self::Analysis(screen) => screen.draw(area, buffer, context),
            Self::Lesson(screen) => screen.draw(area, buffer, context),
            Self::Puzzles(screen) => screen.draw(area, buffer, context),
            Self::Puzzle(screen) => screen.draw(area, buffer, context),
        }
    }
}
