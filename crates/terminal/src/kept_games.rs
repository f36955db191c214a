//! The games that are kept.

use std::time::{Duration, SystemTime};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use crate::Kept;
use crate::home::Home;
use crate::keys::{Action, Place, action};
use crate::list::{List, Row};
use crate::look::{bold, dim, row, sentence, write, write_at_end};
use crate::reader::Reader;
use crate::screen::{Go, Screen};

/// The games that are kept.
pub(crate) struct KeptGames {
    list: List,
    kept: Vec<Kept>,
    /// Whether the selected one is about to be deleted.
    deleting: bool,
    message: Option<String>,
}

impl KeptGames {
    pub(crate) fn new(home: &Home) -> Self {
        Self { list: List::default(), kept: home.keeper.list(), deleting: false, message: None }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, home: &mut Home) -> Go {
        self.message = None;
        if std::mem::take(&mut self.deleting) {
            if matches!(key.code, KeyCode::Char('y' | 'Y')) {
                self.delete(home);
            }
            return Go::Stay;
        }
        action(Place::List, key).map_or(Go::Stay, |action| self.act(action, home))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, home: &mut Home) -> Go {
        self.deleting = false;
        let done = self.list.mouse(mouse, self.kept.len());
        done.map_or(Go::Stay, |action| self.act(action, home))
    }

    fn act(&mut self, action: Action, home: &mut Home) -> Go {
        if self.list.act(action, self.kept.len()) {
            return Go::Stay;
        }
        match action {
            Action::Choose => return self.load(home),
            Action::Delete => self.deleting = self.selected().is_some(),
            Action::Help => return Go::Open(Screen::Reader(Reader::keys())),
            Action::Leave => return Go::Back,
            _ => {}
        }
        Go::Stay
    }

    fn selected(&self) -> Option<&Kept> {
        self.kept.get(self.list.selected)
    }

    fn load(&mut self, home: &mut Home) -> Go {
        let Some(kept) = self.selected() else { return Go::Stay };
        let loaded = match kept.in_use {
            true => Err("another program plays this game: leave it there first".to_owned()),
            false => {
                home.load(&kept.id).map_err(|reason| format!("this game cannot be read: {reason}"))
            }
        };
        match loaded {
            Ok(table) => Go::Play(Box::new(table), Some(kept.id.clone())),
            Err(reason) => {
                self.message = Some(sentence(&reason));
                Go::Stay
            }
        }
    }

    fn delete(&mut self, home: &mut Home) {
        let Some(kept) = self.selected().cloned() else { return };
        let removed = match kept.in_use {
            true => Err("another program plays this game: leave it there first".to_owned()),
            false => home.keeper.remove(&kept.id),
        };
        match removed {
            Ok(()) => self.kept = home.keeper.list(),
            Err(reason) => self.message = Some(sentence(&reason)),
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, home: &Home) {
        let look = home.look();
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

fn kept_row(kept: &Kept, now: SystemTime) -> Row {
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
