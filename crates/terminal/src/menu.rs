//! The start menu, and the list of games whose rules can be read.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use crate::form::Form;
use crate::home::Home;
use crate::keeper::left_by_a_person;
use crate::kept_games::KeptGames;
use crate::keys::{Action, Place, action};
use crate::list::{List, Row};
use crate::look::{after, bold, dim, row, sentence, write, write_at_end};
use crate::reader::Reader;
use crate::screen::{Go, Screen};
use crate::settings_screen::SettingsScreen;

/// What the menu offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    New,
    Continue,
    Load,
    Watch,
    Rules,
    Settings,
    Quit,
}

impl Item {
    const fn row(self) -> (&'static str, &'static str) {
        match self {
            Self::New => ("New game", "Against a bot or against each other."),
            Self::Continue => ("Continue", "Go on with the game that was left."),
            Self::Load => ("Load", "Games that are kept: go on with them, or look through them."),
            Self::Watch => ("Watch two bots", "Bots play each other."),
            Self::Rules => ("Rules", "How the games are played."),
            Self::Settings => ("Settings", "Colours, symbols, animation, your name."),
            Self::Quit => ("Quit", ""),
        }
    }
}

/// The start menu.
#[derive(Default)]
pub(crate) struct Menu {
    list: List,
    /// The game that can be gone on with: its id and title.
    unfinished: Option<(String, String)>,
    message: Option<String>,
}

impl Menu {
    pub(crate) fn new(home: &Home) -> Self {
        let mut menu = Self::default();
        menu.refresh(home);
        menu
    }

    /// Looks again for what can be gone on with.
    pub(crate) fn refresh(&mut self, home: &Home) {
        let latest = left_by_a_person(&*home.keeper);
        let was_offered = self.unfinished.is_some();
        self.unfinished = latest.map(|kept| (kept.id, kept.title));
        // The items below "Continue" move when it appears or goes.
        if was_offered != self.unfinished.is_some() {
            self.list.selected = 0;
        }
    }

    fn items(&self) -> Vec<Item> {
        use Item::{Continue, Load, New, Quit, Rules, Settings, Watch};
        let mut items = vec![New, Continue, Load, Watch, Rules, Settings, Quit];
        items.retain(|item| *item != Continue || self.unfinished.is_some());
        items
    }

    pub(crate) fn key(&mut self, key: KeyEvent, home: &mut Home) -> Go {
        action(Place::List, key).map_or(Go::Stay, |action| self.act(action, home))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, home: &mut Home) -> Go {
        let done = self.list.mouse(mouse, self.items().len());
        let done = done.filter(|action| *action == Action::Choose);
        done.map_or(Go::Stay, |action| self.act(action, home))
    }

    fn act(&mut self, action: Action, home: &mut Home) -> Go {
        self.message = None;
        let items = self.items();
        if self.list.act(action, items.len()) {
            return Go::Stay;
        }
        match action {
            Action::Help => Go::Open(Screen::Reader(Reader::keys())),
            Action::Leave => Go::Quit,
            Action::Choose => self.choose(items[self.list.selected.min(items.len() - 1)], home),
            _ => Go::Stay,
        }
    }

    fn choose(&mut self, item: Item, home: &mut Home) -> Go {
        match item {
            Item::New => Go::Open(Screen::Form(Box::new(Form::new(home, false)))),
            Item::Watch => Go::Open(Screen::Form(Box::new(Form::new(home, true)))),
            Item::Load => Go::Open(Screen::Kept(KeptGames::new(home))),
            Item::Rules => Go::Open(Screen::Games(GameList::default())),
            Item::Settings => Go::Open(Screen::Settings(SettingsScreen::default())),
            Item::Quit => Go::Quit,
            Item::Continue => {
                let Some((id, _)) = self.unfinished.clone() else { return Go::Stay };
                match home.load(&id) {
                    Ok(table) => Go::Play(Box::new(table), Some(id)),
                    Err(reason) => {
                        self.message = Some(sentence(&format!("this game cannot go on: {reason}")));
                        Go::Stay
                    }
                }
            }
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, home: &Home) {
        let look = home.look();
        let inside = after(area, 3.min(area.width / 10));
        write(buffer, row(inside, 1), "S T R A T A", bold());
        let names: Vec<&str> = home.catalogue.games.iter().map(|entry| entry.info.name).collect();
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
                write(buffer, last, "Up and Down, Enter   ? keys   q quit", dim());
            }
        }
    }

    fn row(&self, item: Item) -> Row {
        let (label, note) = item.row();
        match (item, &self.unfinished) {
            (Item::Continue, Some((_, title))) => {
                Row { value: Some(title.clone()), ..Row::new(label, note) }
            }
            _ => Row::new(label, note),
        }
    }
}

/// The games whose rules can be read.
#[derive(Default)]
pub(crate) struct GameList {
    list: List,
}

impl GameList {
    pub(crate) fn key(&mut self, key: KeyEvent, home: &mut Home) -> Go {
        action(Place::List, key).map_or(Go::Stay, |action| self.act(action, home))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, home: &mut Home) -> Go {
        let done = self.list.mouse(mouse, home.catalogue.games.len());
        done.map_or(Go::Stay, |action| self.act(action, home))
    }

    fn act(&mut self, action: Action, home: &mut Home) -> Go {
        let games = home.catalogue.games;
        if self.list.act(action, games.len()) {
            return Go::Stay;
        }
        match action {
            Action::Choose => match games.get(self.list.selected) {
                Some(entry) => Go::Open(Screen::Reader(Reader::rules(entry))),
                None => Go::Stay,
            },
            Action::Help => Go::Open(Screen::Reader(Reader::keys())),
            Action::Leave => Go::Back,
            _ => Go::Stay,
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, home: &Home) {
        let look = home.look();
        let inside = look.frame("Rules", area, buffer);
        let games = home.catalogue.games.iter().map(|entry| entry.info);
        let rows: Vec<Row> = games
            .map(|info| {
                let made = format!("{}, {}", info.author, info.year);
                Row { value: Some(made), ..Row::new(info.name, info.summary) }
            })
            .collect();
        self.list.draw(&rows, inside, buffer, &look);
    }
}
