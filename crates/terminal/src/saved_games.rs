//! The games that are kept.

use std::time::{Duration, SystemTime};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use crate::SavedGame;
use crate::context::Context;
use crate::keys::{Action, Place, action};
use crate::list::{List, Row};
use crate::look::{bold, dim, row, sentence, write, write_at_end};
use crate::pager::Pager;
use crate::screen::{Screen, Transition};

/// The games that are kept.
pub(crate) struct SavedGames {
    list: List,
    kept: Vec<SavedGame>,
    /// Whether the selected one is about to be deleted.
    deleting: bool,
    message: Option<String>,
}

impl SavedGames {
    pub(crate) fn new(context: &Context) -> Self {
        Self { list: List::default(), kept: context.storage.list(), deleting: false, message: None }
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
        let done = self.list.mouse(mouse, self.kept.len());
        done.map_or(Transition::Stay, |action| self.act(action, context))
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Transition {
        if self.list.act(action, self.kept.len()) {
            return Transition::Stay;
        }
        match action {
            Action::Choose => return self.load(context),
            Action::Delete => self.deleting = self.selected().is_some(),
            Action::Help => return Transition::Open(Screen::Pager(Pager::keys())),
            Action::Leave => return Transition::Back,
            _ => {}
        }
        Transition::Stay
    }

    fn selected(&self) -> Option<&SavedGame> {
        self.kept.get(self.list.selected)
    }

    fn load(&mut self, context: &mut Context) -> Transition {
        let Some(kept) = self.selected() else { return Transition::Stay };
        let loaded = match kept.in_use {
            true => Err("another program plays this game: leave it there first".to_owned()),
            false => context
                .load(&kept.id)
                .map_err(|reason| format!("this game cannot be read: {reason}")),
        };
        match loaded {
            Ok(table) => Transition::Play(Box::new(table), Some(kept.id.clone())),
            Err(reason) => {
                self.message = Some(sentence(&reason));
                Transition::Stay
            }
        }
    }

    fn delete(&mut self, context: &mut Context) {
        let Some(kept) = self.selected().cloned() else { return };
        let removed = match kept.in_use {
            true => Err("another program plays this game: leave it there first".to_owned()),
            false => context.storage.remove(&kept.id),
        };
        match removed {
            Ok(()) => self.kept = context.storage.list(),
            Err(reason) => self.message = Some(sentence(&reason)),
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let inside = look.frame("Load", area, buffer);
        let body = Rect { height: inside.height.saturating_sub(1), ..inside };
        let now = SystemTime::now();
        let rows: Vec<Row> = self.kept.iter().map(|kept| kept_row(kept, now)).collect();
        if rows.is_empty() {
            write(buffer, row(body, 1), "  No game is kept yet.", dim());
        }
        self.list.draw(&rows, body, buffer, &look);
        let last = row(inside, inside.height.saturating_sub(1));
        if self.deleting {
            write(buffer, last, " Delete this game? y yes, any other key no", bold());
        } else if let Some(message) = &self.message {
            write_at_end(buffer, inside, message, bold());
        } else {
            write(buffer, last, " Enter opens it   x deletes it   Esc back", dim());
        }
    }
}

fn kept_row(kept: &SavedGame, now: SystemTime) -> Row {
    let state = match (kept.in_use, kept.finished) {
        (true, _) => "open elsewhere",
        (_, true) => "finished",
        _ => "not finished",
    };
    let age = now.duration_since(kept.when).unwrap_or_default();
    let value = format!("{}, {state}", age_text(age));
    Row { value: Some(value), ..Row::new(&kept.title, &kept.id) }
}

/// How long ago something was, roughly.
fn age_text(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let of = |count: u64, unit: &str| match count {
        1 => format!("1 {unit} ago"),
        _ => format!("{count} {unit}s ago"),
    };
    match minutes {
        0 => "just now".to_owned(),
        1..60 => of(minutes, "minute"),
        60..1440 => of(minutes / 60, "hour"),
        _ => of(minutes / 1440, "day"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_rough() {
        let text = |secs| age_text(Duration::from_secs(secs));
        assert_eq!(text(59), "just now");
        assert_eq!(text(60), "1 minute ago");
        assert_eq!(text(7_199), "1 hour ago");
        assert_eq!(text(2 * 86_400), "2 days ago");
    }
}
