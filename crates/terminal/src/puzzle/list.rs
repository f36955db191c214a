//! The list of puzzles.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;
use strata_puzzles::{Library, Puzzle};

use super::PuzzleScreen;
use crate::context::Context;
use crate::keys::{Action, Place, action};
use crate::list::{List, Row};
use crate::pager::Pager;
use crate::screen::{Screen, Transition};

/// The puzzle of the day, the next puzzle, the next one of each game, then all puzzles.
pub(crate) struct PuzzleList {
    list: List,
    library: Library,
}

impl PuzzleList {
    pub(crate) fn new(context: &Context) -> Self {
        Self { list: List::default(), library: Library::standard(context.catalogue.games) }
    }

    fn daily(&self, context: &Context) -> Option<&Puzzle> {
        self.library.daily(context.storage.day())
    }

    /// The rows, each with the puzzle that it opens.
    fn rows(&self, context: &Context) -> Vec<(Row, Option<&Puzzle>)> {
        let progress = context.storage.progress();
        let mut rows = Vec::new();
        let add = |label: &str, puzzle: Option<&'_ Puzzle>| -> Row {
            let value = puzzle.map_or("all solved".to_owned(), |puzzle| {
                format!("{}, {}", puzzle.id, puzzle.rating)
            });
            Row {
                value: Some(value),
                ..Row::new(label, puzzle.map_or(String::new(), |puzzle| puzzle.task.clone()))
            }
        };
        let daily = self.daily(context);
        rows.push((add("Puzzle of the day", daily), daily));
        let next = progress.next(&self.library, None);
        rows.push((add("Next puzzle", next), next));
        for entry in context.catalogue.games {
            let next = progress.next(&self.library, Some(entry.info.id));
            rows.push((add(entry.info.name, next), next));
        }
        for puzzle in self.library.puzzles() {
            let mark = progress.puzzles.get(&puzzle.id).map_or(' ', |score| score.letter());
            let row = Row {
                value: Some(puzzle.rating.to_string()),
                ..Row::new(
                    format!("{mark} {}", puzzle.id),
                    format!("{} {}", puzzle.position.info().name, puzzle.task),
                )
            };
            rows.push((row, Some(puzzle)));
        }
        rows
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        action(Place::List, key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        let count = self.rows(context).len();
        let done = self.list.mouse(mouse, count);
        done.map_or(Transition::Stay, |action| self.act(action, context))
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Transition {
        let count = self.rows(context).len();
        if self.list.act(action, count) {
            return Transition::Stay;
        }
        match action {
            Action::Choose => match self.rows(context).get(self.list.selected) {
                Some((_, Some(puzzle))) => {
                    Transition::Open(Screen::Puzzle(Box::new(PuzzleScreen::new(puzzle, context))))
                }
                _ => Transition::Stay,
            },
            Action::Help => Transition::Open(Screen::Pager(Pager::keys())),
            Action::Leave => Transition::Back,
            _ => Transition::Stay,
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let progress = context.storage.progress();
        let title = format!(
            "Puzzles: rating {}, {} of {} solved",
            progress.shown_rating(),
            progress.solved(),
            self.library.puzzles().len()
        );
        let inside = look.frame(&title, area, buffer);
        let rows: Vec<Row> = self.rows(context).into_iter().map(|(row, _)| row).collect();
        self.list.draw(&rows, inside, buffer, &look);
    }
}
