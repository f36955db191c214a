//! Saving the game record or the position to a file that the player names.

use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::Rect;
use strata_table::wording::sentence;
use strata_table::{Setup, Table};

use crate::WriteError;
use crate::context::Context;
use crate::keys::{Action, Place, action};
use crate::list::{List, Row};
use crate::look::{bold, dim, row, write, write_at_end, write_wrapped};
use crate::screen::{Screen, Transition};
use crate::text_line::{MAX_PATH_LENGTH, TextLine};

/// The rows of the screen.
const NAME: usize = 0;
const CONTENT: usize = 1;
const ROWS: usize = 2;

/// What to do after the file has been written.
#[derive(Clone, Debug)]
pub(crate) enum After {
    Back,
    Menu,
    NewGame { is_for_bots: bool },
    Rematch(Setup),
}

impl After {
    pub(crate) fn transition(&self, context: &Context) -> Transition {
        match self {
            Self::Back => Transition::Back,
            Self::Menu => Transition::Menu,
            Self::NewGame { is_for_bots } => {
                Transition::Replace(Screen::new_game(context, *is_for_bots))
            }
            Self::Rematch(setup) => {
                match Table::new(context.catalogue.games, setup.clone(), context.now) {
                    Ok(table) => Transition::Play(Box::new(table), None),
                    Err(error) => {
                        let message = sentence(&format!("cannot start a rematch: {error}"));
                        Transition::Notify(message, Box::new(Transition::Back))
                    }
                }
            }
        }
    }
}

/// The texts that can be saved.
pub(crate) struct Contents {
    pub(crate) record: String,
    pub(crate) position: String,
}

/// Asks for a file name and writes the file.
pub(crate) struct SaveAs {
    list: List,
    name: TextLine,
    contents: Contents,
    saves_position: bool,
    after: After,
    /// The existing file that the player is asked about.
    overwriting: Option<PathBuf>,
    message: Option<String>,
}

impl SaveAs {
    pub(crate) fn new(contents: Contents, after: After) -> Self {
        Self {
            list: List::default(),
            name: TextLine::default(),
            contents,
            saves_position: false,
            after,
            overwriting: None,
            message: None,
        }
    }

    pub(crate) const fn takes_text(&self) -> bool {
        self.list.selected == NAME && self.overwriting.is_none()
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        self.message = None;
        if let Some(path) = self.overwriting.take() {
            return match key.code {
                KeyCode::Char('y' | 'Y') => self.write(path, true, context),
                _ => Transition::Stay,
            };
        }
        if self.takes_text() && self.name.key_up_to(key, MAX_PATH_LENGTH) {
            return Transition::Stay;
        }
        action(Place::List, key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        self.overwriting = None;
        match self.list.mouse(mouse, ROWS) {
            Some(Action::Choose) if self.list.selected == CONTENT => {
                self.act(Action::Right, context)
            }
            Some(Action::Leave) => Transition::Back,
            _ => Transition::Stay,
        }
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Transition {
        if self.list.act(action, ROWS) {
            return Transition::Stay;
        }
        match action {
            Action::Left | Action::Right if self.list.selected == CONTENT => {
                self.saves_position = !self.saves_position;
            }
            Action::Choose => return self.save(context),
            Action::Leave => return Transition::Back,
            _ => {}
        }
        Transition::Stay
    }

    fn save(&mut self, context: &mut Context) -> Transition {
        match self.path(context) {
            Some(path) => self.write(path, false, context),
            None => {
                self.message = Some("Type a name first.".to_owned());
                Transition::Stay
            }
        }
    }

    fn path(&self, context: &Context) -> Option<PathBuf> {
        let name = self.name.0.trim();
        (!name.is_empty()).then(|| context.storage.resolve(name))
    }

    fn write(&mut self, path: PathBuf, overwrite: bool, context: &mut Context) -> Transition {
        let text = match self.saves_position {
            true => &self.contents.position,
            false => &self.contents.record,
        };
        let shown = path.display().to_string();
        match context.storage.write_file(&path, text, overwrite) {
            Ok(()) => {
                let message = format!("Saved to {shown}.");
                return Transition::Notify(message, Box::new(self.after.transition(context)));
            }
            Err(WriteError::Exists) => self.overwriting = Some(path),
            Err(WriteError::Failed(reason)) => {
                self.message = Some(sentence(&format!("cannot write {shown}: {reason}")));
            }
        }
        Transition::Stay
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let inside = look.frame("Save as", area, buffer);
        let caret = if self.takes_text() { look.sign("▏", "_") } else { "" };
        let content = if self.saves_position { "position" } else { "game record" };
        let width = inside.width.saturating_sub(16);
        let rows = [
            Row { value: Some(self.name.tail(caret, width)), ..Row::new("Name", "") },
            Row::choice("Content", content, ""),
        ];
        let height = inside.height.saturating_sub(1);
        self.list.draw(&rows, Rect { height: height.min(3), ..inside }, buffer, &look);
        let below =
            Rect { y: inside.y + height.min(3), height: height.saturating_sub(3), ..inside };
        write_wrapped(buffer, below, &self.explanation(context), dim());
        let last = row(inside, inside.height.saturating_sub(1));
        if let Some(path) = &self.overwriting {
            let question = format!("{} exists. Overwrite it? y/n", path.display());
            write_at_end(buffer, inside, &question, bold());
        } else if let Some(message) = &self.message {
            write_at_end(buffer, inside, message, bold());
        } else {
            write(buffer, last, " Enter save   Esc cancel", dim());
        }
    }

    /// Where the file will be written.
    fn explanation(&self, context: &Context) -> String {
        match self.path(context) {
            Some(path) => format!("File: {}", path.display()),
            None => "A plain name such as final adds the game to your saved games. A name with a \
                     folder or an extension, such as ~/final.pgn, writes that file."
                .to_owned(),
        }
    }
}
