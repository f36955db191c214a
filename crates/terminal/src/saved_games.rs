//! The list of saved games.

use std::time::{Duration, SystemTime};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use strata_table::wording::sentence;

use crate::SavedGame;
use crate::context::Context;
use crate::file_storage::date_text;
use crate::keys::{Action, Place, action};
use crate::list::{List, Row};
use crate::look::{bold, dim, row, write, write_at_end};
use crate::open_file::{OpenFile, RecordList};
use crate::pager::Pager;
use crate::screen::{Screen, Transition};

/// The list of saved games.
pub(crate) struct SavedGames {
    list: List,
    games: Vec<SavedGame>,
    /// Whether the player is asked to confirm a deletion.
    deleting: bool,
    message: Option<String>,
}

const IN_USE: &str = "this game is open in another window";

impl SavedGames {
    pub(crate) fn new(context: &Context) -> Self {
        let games = context.storage.list();
        Self { list: List::default(), games, deleting: false, message: None }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        self.message = None;
        if std::mem::take(&mut self.deleting) {
            if matches!(key.code, KeyCode::Char('y' | 'Y')) {
                self.delete(context);
            }
            return Transition::Stay;
        }
        action(Place::List, key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        self.deleting = false;
        let done = self.list.mouse(mouse, self.games.len());
        done.map_or(Transition::Stay, |action| self.act(action, context))
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Transition {
        if self.list.act(action, self.games.len()) {
            return Transition::Stay;
        }
        match action {
            Action::Choose => return self.load(context),
            Action::Delete => self.deleting = self.selected().is_some(),
            Action::OpenFile => return Transition::Open(Screen::OpenFile(OpenFile::default())),
            Action::Help => return Transition::Open(Screen::Pager(Pager::keys())),
            Action::Leave => return Transition::Back,
            _ => {}
        }
        Transition::Stay
    }

    fn selected(&self) -> Option<&SavedGame> {
        self.games.get(self.list.selected)
    }

    fn load(&mut self, context: &Context) -> Transition {
        let Some(game) = self.selected() else { return Transition::Stay };
        if let Some(list) = RecordList::of_saved(&game.id, context).filter(|_| !game.in_use) {
            return Transition::Open(Screen::Records(list));
        }
        let loaded = match game.in_use {
            true => Err(IN_USE.to_owned()),
            false => context.load(&game.id).map_err(|reason| format!("cannot open it: {reason}")),
        };
        match loaded {
            Ok((table, id)) => Transition::Play(Box::new(table), id),
            Err(reason) => {
                self.message = Some(sentence(&reason));
                Transition::Stay
            }
        }
    }

    fn delete(&mut self, context: &mut Context) {
        let Some(game) = self.selected().cloned() else { return };
        let removed = match game.in_use {
            true => Err(IN_USE.to_owned()),
            false => context.storage.remove(&game.id),
        };
        match removed {
            Ok(()) => self.games = context.storage.list(),
            Err(reason) => self.message = Some(sentence(&reason)),
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let inside = look.frame("Load", area, buffer);
        let body = Rect { height: inside.height.saturating_sub(1), ..inside };
        let now = SystemTime::now();
        let rows: Vec<Row> = self.games.iter().map(|game| game_row(game, now)).collect();
        if rows.is_empty() {
            write(buffer, row(body, 1), "  There are no saved games.", dim());
        }
        self.list.draw(&rows, body, buffer, &look);
        let last = row(inside, inside.height.saturating_sub(1));
        if self.deleting {
            write(buffer, last, " Delete this game? y/n", bold());
        } else if let Some(message) = &self.message {
            write_at_end(buffer, inside, message, bold());
        } else {
            write(buffer, last, " Enter open  o file  x delete  q back", dim());
        }
    }
}

fn game_row(game: &SavedGame, now: SystemTime) -> Row {
    let state = match (game.in_use, game.finished) {
        (true, _) => "Open in another window",
        (_, true) => "Finished",
        _ => "Not finished",
    };
    let end = age_text(game.when, now);
    let note = format!("{state}. {}. Id: {}", game.title, game.id);
    Row { end, ..Row::new(&game.title, note) }
}

/// How long ago something was, or its date.
fn age_text(when: SystemTime, now: SystemTime) -> String {
    let minutes = now.duration_since(when).unwrap_or(Duration::ZERO).as_secs() / 60;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..1440 => format!("{} h ago", minutes / 60),
        1440..2880 => "1 day ago".to_owned(),
        2880..20160 => format!("{} days ago", minutes / 1440),
        _ => date_text(when),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recent_games_have_an_age_and_old_ones_a_date() {
        let text = |age: u64| {
            let when = SystemTime::UNIX_EPOCH + Duration::from_secs(951_782_399);
            age_text(when, when + Duration::from_secs(age))
        };
        assert_eq!(text(59), "just now");
        assert_eq!(text(60), "1 min ago");
        assert_eq!(text(7_199), "1 h ago");
        assert_eq!(text(86_400), "1 day ago");
        assert_eq!(text(2 * 86_400), "2 days ago");
        assert_eq!(text(30 * 86_400), "2000-02-28");
    }
}
