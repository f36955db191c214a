//! The start menu and the menu of games.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use strata_rules::GameEntry;
use strata_table::wording::sentence;
use strata_table::{Seat, Setup, Table};

use crate::context::Context;
use crate::keys::{Action, Place, action};
use crate::list::{List, Row};
use crate::look::{after, bold, dim, row, write, write_at_end};
use crate::pager::Pager;
use crate::puzzle::PuzzleList;
use crate::saved_games::SavedGames;
use crate::screen::{Screen, Transition};
use crate::settings_screen::SettingsScreen;
use crate::storage::latest_unfinished;

/// An entry of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    New,
    Continue,
    Load,
    Watch,
    Puzzles,
    Analysis,
    Learn,
    Rules,
    Settings,
    Quit,
}

impl Item {
    const fn row(self) -> (&'static str, &'static str) {
        match self {
            Self::New => ("New game", "Play against a bot or another person."),
            Self::Continue => ("Continue", "Resume the last unfinished game."),
            Self::Load => ("Load", "Open a saved game or a record file."),
            Self::Watch => ("Watch two bots", "Bots play against each other."),
            Self::Puzzles => ("Puzzles", "Find the only move; a new one every day."),
            Self::Analysis => ("Analysis", "Explore positions with the engine."),
            Self::Learn => ("Learn", "A lesson teaches a game in five minutes."),
            Self::Rules => ("Rules", "How the games are played."),
            Self::Settings => ("Settings", "Colours, symbols, animations, your name."),
            Self::Quit => ("Quit", ""),
        }
    }
}

/// The start menu.
#[derive(Default)]
pub(crate) struct Menu {
    list: List,
    /// The id and title of the game that can be resumed.
    unfinished: Option<(String, String)>,
    /// Whether nothing has been played or learned yet.
    is_first_visit: bool,
    message: Option<String>,
}

impl Menu {
    pub(crate) fn new(context: &Context) -> Self {
        let mut menu = Self::default();
        menu.refresh(context);
        menu
    }

    /// Looks up the game that can be resumed.
    pub(crate) fn refresh(&mut self, context: &Context) {
        let latest = latest_unfinished(&*context.storage);
        self.is_first_visit =
            context.settings.learned.is_empty() && context.storage.list().is_empty();
        let was_offered = self.unfinished.is_some();
        self.unfinished = latest.map(|game| (game.id, game.title));
        // The items below Continue move when it appears or disappears.
        if was_offered != self.unfinished.is_some() {
            self.list.selected = 0;
        }
    }

    /// Shows a message until the next key.
    pub(crate) fn show_message(&mut self, message: String) {
        self.message = Some(message);
    }

    fn items(&self) -> Vec<Item> {
        use Item::{Analysis, Continue, Learn, Load, New, Puzzles, Quit, Rules, Settings, Watch};
        let mut items =
            vec![New, Continue, Load, Watch, Puzzles, Analysis, Learn, Rules, Settings, Quit];
        items.retain(|item| *item != Continue || self.unfinished.is_some());
        items
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        action(Place::List, key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        let done = self.list.mouse(mouse, self.items().len());
        let done = done.filter(|action| *action == Action::Choose);
        done.map_or(Transition::Stay, |action| self.act(action, context))
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Transition {
        self.message = None;
        let items = self.items();
        if self.list.act(action, items.len()) {
            return Transition::Stay;
        }
        match action {
            Action::Help => Transition::Open(Screen::Pager(Pager::keys())),
            Action::Leave => Transition::Quit,
            Action::Choose => self.choose(items[self.list.selected.min(items.len() - 1)], context),
            _ => Transition::Stay,
        }
    }

    fn choose(&mut self, item: Item, context: &mut Context) -> Transition {
        match item {
            Item::New => Transition::Open(Screen::new_game(context, false)),
            Item::Watch => Transition::Open(Screen::new_game(context, true)),
            Item::Load => Transition::Open(Screen::SavedGames(SavedGames::new(context))),
            Item::Puzzles => Transition::Open(Screen::Puzzles(PuzzleList::new(context))),
            Item::Analysis => Transition::Open(Screen::GameMenu(GameMenu::new(Purpose::Analysis))),
            Item::Learn => Transition::Open(Screen::GameMenu(GameMenu::new(Purpose::Lesson))),
            Item::Rules => Transition::Open(Screen::GameMenu(GameMenu::new(Purpose::Rules))),
            Item::Settings => Transition::Open(Screen::Settings(SettingsScreen::default())),
            Item::Quit => Transition::Quit,
            Item::Continue => {
                let Some((id, _)) = self.unfinished.clone() else { return Transition::Stay };
                match context.load(&id) {
                    Ok((table, id)) => Transition::Play(Box::new(table), id),
                    Err(reason) => {
                        self.message =
                            Some(sentence(&format!("cannot resume this game: {reason}")));
                        Transition::Stay
                    }
                }
            }
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let inside = after(area, 3.min(area.width / 10));
        write(buffer, row(inside, 1), "S T R A T A", bold());
        let names: Vec<&str> =
            context.catalogue.games.iter().map(|entry| entry.info.name).collect();
        let separator = look.sign(" · ", ", ");
        write(buffer, row(inside, 2), &names.join(separator), dim());
        let rows: Vec<Row> = self.items().into_iter().map(|item| self.row(item)).collect();
        let skip = 4.min(area.height);
        let height = (area.height - skip).saturating_sub(2);
        let body = Rect { y: inside.y + skip, height, ..inside };
        self.list.draw(&rows, body, buffer, &look);
        let last = row(inside, area.height.saturating_sub(1));
        match &self.message {
            Some(message) => write_at_end(buffer, inside, message, bold()),
            None => {
                write(buffer, last, "Enter choose   ? keys   q quit", dim());
            }
        }
    }

    fn row(&self, item: Item) -> Row {
        let (label, note) = item.row();
        match (item, &self.unfinished) {
            (Item::Continue, Some((_, title))) => {
                Row { value: Some(title.clone()), ..Row::new(label, note) }
            }
            (Item::Learn, _) if self.is_first_visit => {
                Row { value: Some("new here? start with this".to_owned()), ..Row::new(label, note) }
            }
            _ => Row::new(label, note),
        }
    }
}

/// What a game is chosen for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Rules,
    Analysis,
    Lesson,
}

/// The menu of games: to read the rules, to analyse, or to learn.
pub(crate) struct GameMenu {
    list: List,
    purpose: Purpose,
    message: Option<String>,
}

impl GameMenu {
    pub(crate) fn new(purpose: Purpose) -> Self {
        Self { list: List::default(), purpose, message: None }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        action(Place::List, key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        let done = self.list.mouse(mouse, context.catalogue.games.len());
        done.map_or(Transition::Stay, |action| self.act(action, context))
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Transition {
        self.message = None;
        let games = context.catalogue.games;
        if self.list.act(action, games.len()) {
            return Transition::Stay;
        }
        match action {
            Action::Choose => match games.get(self.list.selected) {
                Some(entry) => self.open(entry, context),
                None => Transition::Stay,
            },
            Action::Help => Transition::Open(Screen::Pager(Pager::keys())),
            Action::Leave => Transition::Back,
            _ => Transition::Stay,
        }
    }

    fn open(&mut self, entry: &'static GameEntry, context: &Context) -> Transition {
        match self.purpose {
            Purpose::Rules => Transition::Open(Screen::Pager(Pager::rules(entry))),
            Purpose::Analysis => Self::analyse(entry, context),
            Purpose::Lesson => match Screen::lesson(entry) {
                Ok(screen) => Transition::Replace(screen),
                Err(reason) => {
                    self.message = Some(sentence(&reason));
                    Transition::Stay
                }
            },
        }
    }

    fn analyse(entry: &'static GameEntry, context: &Context) -> Transition {
        let players = entry.open([]).map_or(2, |game| game.players());
        let setup = Setup::new(entry.info.id, vec![Seat::person(""); players]);
        match Table::new(context.catalogue.games, setup, context.now) {
            Ok(table) => Transition::Replace(Screen::analysis(&table, context)),
            Err(_) => Transition::Stay,
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let title = match self.purpose {
            Purpose::Rules => "Rules",
            Purpose::Analysis => "Analysis",
            Purpose::Lesson => "Learn",
        };
        let inside = look.frame(title, area, buffer);
        let games = context.catalogue.games.iter().map(|entry| entry.info);
        let rows: Vec<Row> = games
            .map(|info| {
                let is_done =
                    self.purpose == Purpose::Lesson && context.settings.has_learned(info.id);
                let made = match is_done {
                    true => "finished".to_owned(),
                    false => format!("{}, {}", info.author, info.year),
                };
                Row { value: Some(made), ..Row::new(info.name, info.summary) }
            })
            .collect();
        self.list.draw(&rows, inside, buffer, &look);
        if let Some(message) = &self.message {
            write_at_end(buffer, inside, message, bold());
        }
    }
}
