//! Opening a game from a record file.

use std::path::Path;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use strata_records::Record;
use strata_table::Table;
use strata_table::wording::sentence;

use crate::context::Context;
use crate::file_storage::{Summary, summarize};
use crate::keys::{Action, Place, action};
use crate::list::{List, Row};
use crate::load::read_records;
use crate::look::{bold, dim, row, write, write_at_end, write_wrapped};
use crate::screen::{Screen, Transition};
use crate::text_line::{MAX_PATH_LENGTH, TextLine};

/// Asks for the name of a record file.
#[derive(Default)]
pub(crate) struct OpenFile {
    name: TextLine,
    message: Option<String>,
}

impl OpenFile {
    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        self.message = None;
        match key.code {
            KeyCode::Esc => Transition::Back,
            KeyCode::Enter => self.open(context),
            KeyCode::Tab => {
                self.message = complete(&mut self.name, context);
                Transition::Stay
            }
            _ => {
                self.name.key_up_to(key, MAX_PATH_LENGTH);
                Transition::Stay
            }
        }
    }

    pub(crate) fn mouse(&self, mouse: MouseEvent) -> Transition {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Right) => Transition::Back,
            _ => Transition::Stay,
        }
    }

    fn open(&mut self, context: &Context) -> Transition {
        let name = self.name.0.trim();
        if name.is_empty() {
            self.message = Some("Type a file name first.".to_owned());
            return Transition::Stay;
        }
        let path = context.storage.resolve(name);
        match read_file(&path, context) {
            Ok(mut records) if records.len() == 1 => {
                let record = records.remove(0);
                let table = record.and_then(|record| table_of(&record, context));
                self.show(table.map(|table| Transition::Play(Box::new(table), None)), &path)
            }
            Ok(records) => {
                let list = RecordList::new(name, records, context);
                Transition::Open(Screen::Records(list))
            }
            Err(reason) => self.show(Err(reason), &path),
        }
    }

    fn show(&mut self, opened: Result<Transition, String>, path: &Path) -> Transition {
        opened.unwrap_or_else(|reason| {
            let text = format!("cannot open {}: {reason}", path.display());
            self.message = Some(sentence(&text));
            Transition::Stay
        })
    }

    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let inside = look.frame("Open a file", area, buffer);
        let width = inside.width.saturating_sub(8);
        let line = format!(" File: {}", self.name.tail(look.sign("▏", "_"), width));
        write(buffer, row(inside, 0), &line, bold());
        let below = Rect { y: inside.y + 2, height: inside.height.saturating_sub(3), ..inside };
        let note = "A PGN-style record file. If it has several games, you can choose one.";
        write_wrapped(buffer, below, note, dim());
        let last = row(inside, inside.height.saturating_sub(1));
        match &self.message {
            Some(message) => write_at_end(buffer, inside, message, bold()),
            None => {
                write(buffer, last, " Enter open   Tab complete   Esc back", dim());
            }
        }
    }
}

fn read_file(path: &Path, context: &Context) -> Result<Vec<Result<Record, String>>, String> {
    let records = read_records(&context.storage.read_file(path)?);
    if records.is_empty() {
        return Err("there is no game in this file".to_owned());
    }
    Ok(records)
}

fn table_of(record: &Record, context: &Context) -> Result<Table, String> {
    let table = Table::from_record(context.catalogue.games, record, context.now);
    table.map_err(|error| error.to_string())
}

/// Completes a file name as far as the files of its directory agree. Returns the candidates if
/// there are several.
fn complete(name: &mut TextLine, context: &Context) -> Option<String> {
    let (folder, start) = match name.0.rfind('/') {
        Some(slash) => name.0.split_at(slash + 1),
        None => ("", name.0.as_str()),
    };
    // The dot marks it as a directory, not the name of a saved game.
    let directory = context.storage.resolve(&format!("{folder}."));
    let entries = std::fs::read_dir(directory).ok()?.flatten();
    let named = entries.filter_map(|entry| {
        let slash = if entry.path().is_dir() { "/" } else { "" };
        Some(format!("{}{slash}", entry.file_name().to_str()?))
    });
    let is_hidden = |candidate: &String| candidate.starts_with('.') && !start.starts_with('.');
    let mut candidates: Vec<String> =
        named.filter(|name| name.starts_with(start) && !is_hidden(name)).collect();
    candidates.sort_unstable();
    let (first, last) = (candidates.first()?, candidates.last()?);
    // In a sorted list, what the first and the last share is shared by all.
    let shared: String =
        first.chars().zip(last.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect();
    name.0 = format!("{folder}{shared}");
    (candidates.len() > 1).then(|| candidates.join("  "))
}

/// The games of a file with several games.
pub(crate) struct RecordList {
    list: List,
    title: String,
    /// Each record, or a phrase that says why it cannot be read, with its title.
    records: Vec<(Result<Record, String>, String)>,
    message: Option<String>,
}

impl RecordList {
    /// The games of a saved file, if there are several.
    pub(crate) fn of_saved(id: &str, context: &Context) -> Option<Self> {
        let records = read_records(&context.storage.load(id).ok()?);
        (records.len() > 1).then(|| Self::new(id, records, context))
    }

    fn new(file: &str, records: Vec<Result<Record, String>>, context: &Context) -> Self {
        let games = context.catalogue.games;
        let titled = records.into_iter().map(|record| {
            let summary = record.as_ref().map_err(Clone::clone);
            let summary = summary.and_then(|record| summarize(games, record));
            let title = summary.unwrap_or_else(|reason| Summary::unreadable(&reason)).title;
            (record, title)
        });
        let title = format!("Games in {}", file.rsplit('/').next().unwrap_or(file));
        Self { list: List::default(), title, records: titled.collect(), message: None }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        self.message = None;
        action(Place::List, key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        let done = self.list.mouse(mouse, self.records.len());
        done.map_or(Transition::Stay, |action| self.act(action, context))
    }

    fn act(&mut self, action: Action, context: &Context) -> Transition {
        if self.list.act(action, self.records.len()) {
            return Transition::Stay;
        }
        match action {
            Action::Choose => self.open(context),
            Action::Leave => Transition::Back,
            _ => Transition::Stay,
        }
    }

    fn open(&mut self, context: &Context) -> Transition {
        let Some((record, _)) = self.records.get(self.list.selected) else {
            return Transition::Stay;
        };
        let record = record.as_ref().map_err(Clone::clone);
        match record.and_then(|record| table_of(record, context)) {
            Ok(table) => Transition::Play(Box::new(table), None),
            Err(reason) => {
                self.message = Some(sentence(&format!("cannot open this game: {reason}")));
                Transition::Stay
            }
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let inside = look.frame(&self.title, area, buffer);
        let body = Rect { height: inside.height.saturating_sub(1), ..inside };
        let numbered = (1..).zip(&self.records).map(|(number, (record, title))| {
            let date = record.as_ref().ok().and_then(|record| record.tag("Date"));
            let date = date.filter(|date| !date.contains('?')).unwrap_or_default();
            Row { end: date.to_owned(), ..Row::new(format!("{number}. {title}"), title) }
        });
        let rows: Vec<Row> = numbered.collect();
        self.list.draw(&rows, body, buffer, &look);
        let last = row(inside, inside.height.saturating_sub(1));
        match &self.message {
            Some(message) => write_at_end(buffer, inside, message, bold()),
            None => {
                write(buffer, last, " Enter open   Esc back", dim());
            }
        }
    }
}
